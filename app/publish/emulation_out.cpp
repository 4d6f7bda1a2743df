// app/publish/emulation_out.cpp -- an emulation and the comparison of a dump with it, as text, tables and JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/emulation_out.h"

#include "app/io/json.h"
#include "app/io/program.h"
#include "app/io/state_line.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/describe.h>
#include <tilescope/document/edit.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/hw/types.h>

namespace tilescope::io {
namespace {

std::string_view name_of_verdict(Verdict v) { return name_in(kVerdictNames, static_cast<std::uint64_t>(v)); }

Json counts_json(const Emulation& e) {
    Json out = Json::object();
    for (const NamedValue& v : kVerdictNames) out[std::string(v.name)] = e.count[v.raw];
    out["asked"] = out["requested"];  // the name of this key up to 0.4; remove it after 0.5
    return out;
}

Json sight_json(const Sight& s) {
    return {{"computed", s.computed}, {"a", s.a},         {"b", s.b},
            {"both", s.both},         {"equal", s.equal}, {"misplaced", s.misplaced}};
}

Json doubts_json(DoubtSet doubts) {
    return list_json(rows_of(doubts), [](const DoubtRow* row) -> Json {
        return {{"id", row->id}, {"sentence", row->sentence}, {"source", row->source}};
    });
}

Json error_json(const Problem& p) {
    Json out = {{"rule", p.rule}, {"severity", name_of(p.severity)}, {"field", p.field}, {"text", p.text}};
    put_certainty(out, p.certainty);
    return out;
}

Json repair_json(const Repair& r) {
    return {{"word", row_of(r.field.word).id},
            {"field", r.field.field},
            {"edit", r.label},
            {"wrong_before", r.before},
            {"wrong_after", r.after}};
}

Json cause_json(const Cause& c) { return {{"word", c.word}, {"field", c.field}, {"sentence", c.sentence}}; }

// Returns the recorded reads past the end of memory and of bytes that were not written.
Json bad_reads_json(const EmulatorJob& job, const Emulation& e) {
    Json out = Json::array();
    for (std::size_t step = 0; step < e.reads.size(); ++step)
        for (const auto& [name, read] : {std::pair{"A", &e.reads[step].a}, std::pair{"B", &e.reads[step].b}})
            for (const ReadProblem& p : read->problems)
                out.push_back({{"k_step", job.first_step + step},
                               {"operand", name},
                               {"row", p.element.row},
                               {"column", p.element.column},
                               {"place", hex(p.place)},
                               {"what", p.what == BadRead::outside ? "outside" : "unwritten"}});
    return out;
}

constexpr std::int64_t kMostUlpsTold = 1024;  // more is no rounding

std::size_t first_at(const DumpFindings& c) {
    return static_cast<std::size_t>(c.result.first->row) * c.emulation.n +
           static_cast<std::size_t>(c.result.first->column);
}

std::string shown_word(std::string_view type, std::uint32_t word) {
    return say(hex(word, type == "f32" || type == "s32" ? 8 : 4), " (", text_of_word(type, word), ")");
}

bool is_nan(const DumpFindings& c) { return text_of_word(c.file.dump.type, c.file.dump.words.front()) == "nan"; }

// "words of the dump", "values of D.npy"
std::string words_of(const DumpFindings& c) { return say(c.file.dump.item(), "s of ", c.file.dump.noun()); }

// "0x7f800000 (inf)". If the file has another value than the word, that too.
std::string word_of_dump(const DumpFindings& c, std::size_t at) {
    const std::string word = shown_word(c.file.dump.type, c.file.dump.words[at]);
    if (c.file.exact.empty()) return word;
    return say(word, " from ", amount_text(c.file.exact[at]), " in the file");
}

// That rounding explains all differences. Empty if that is not so.
std::string rounding_sentence(const DumpFindings& c) {
    if (c.result.different == 0 || c.result.beyond != 0) return {};
    const std::size_t wrong = c.emulation.count[static_cast<std::size_t>(Verdict::wrong)];
    return say("No difference is larger than the order and the precision of the sums can make it. So ",
               c.file.dump.noun(), " agrees with the words of the session",
               wrong == 0 ? "." : say(", although these read ", wrong, " wrong elements."),
               " Either no tensor core computed it, or the tensor core adds in another way than the model.");
}

// "All words of the dump are 0x00000000 (0): the kernel may not have stored D." Empty if that is not so.
std::string blank_sentence(const DumpFindings& c) {
    if (!c.result.blank) return {};
    return say("All ", words_of(c), " are ", shown_word(c.file.dump.type, c.file.dump.words.front()),
               ": the kernel may not have stored D", is_nan(c) ? ", or a K step read bytes that nobody wrote." : ".");
}

Json reason_json(const DumpReason& reason) {
    Json out = {{"label", reason.label},
                {"changes", reason.what},
                {"different", reason.different},
                {"beyond_rounding", reason.beyond},
                {"undefined", reason.undefined},
                {"bits", reason.bits},
                {"explanation", reason.explanation}};
    if (!reason.is_session) return out;
    if (const auto line = state_line({reason.session})) out["state_line"] = *line;
    return out;
}

}  // namespace

Json d_json(const Emulation& e, std::span<const std::uint32_t> d) {
    Json rows = Json::array();
    for (std::size_t row = 0; row < e.m; ++row)
        rows.push_back(list_json(d.subspan(row * e.n, e.n), [&](std::uint32_t word) { return d_word(e, word); }));
    return rows;
}

std::string d_word(const Emulation& e, std::uint32_t word) { return hex(word, bits_of_d(e.d_type) / 4); }

Report emulation_rows(const Emulation& e, std::optional<ElementPlace> only) {
    Report report;
    report.rows_name = "elements";
    report.columns = {"row", "col", "word", "value", "expected", "verdict", "places"};
    for (std::size_t at = 0; at < e.d.size(); ++at) {
        const std::size_t row = at / e.n, column = at % e.n;
        if (only && (row != only->row || column != only->column)) continue;
        const std::int64_t places = e.places[at];
        const bool far = places >= kFar || places <= -kFar;
        report.rows.push_back({row, column, d_word(e, e.d[at]), text_of_word(e.d_type, e.d[at]),
                               text_of_word(e.d_type, e.expected[at].word), name_of_verdict(e.verdicts[at]),
                               far ? Cell("far") : Cell(places)});
    }
    return report;
}

std::string recorded_text(const Results& results) {
    if (!results.recorded || !results.emulation) return results.not_recorded;
    return say(results.session.recorded.says, ". ",
               list_of(tilescope::sentences_of(*results.recorded, *results.emulation), std::identity(), " "));
}

std::string verdict_counts(const Emulation& e) {
    return list_of(kVerdictNames, [&](const NamedValue& v) { return say(e.count[v.raw], ' ', v.name); });
}

std::vector<std::string> first_wrong(const EmulatorJob& job, const Emulation& e) {
    const auto wrong = std::ranges::find(e.verdicts, Verdict::wrong);
    const auto at = static_cast<unsigned>(wrong - e.verdicts.begin());
    return wrong == e.verdicts.end() ? std::vector<std::string>() : explanation_of(job, e, at / e.n, at % e.n);
}

std::vector<std::string> sentences_of(const EmulatorJob& job) {
    std::vector<std::string> out;
    for (const Cause& c : job.causes) out.push_back(c.sentence);
    return out;
}

std::vector<std::string> sentences_of(const std::vector<Repair>& repairs) {
    std::vector<std::string> out;
    for (const Repair& r : repairs) out.push_back(say(r.label, ": ", r.effect, "."));
    return out;
}

std::vector<std::string> sentences_of(DoubtSet doubts) {
    std::vector<std::string> out;
    for (const DoubtRow* row : rows_of(doubts)) out.push_back(say(row->id, ": ", row->sentence));
    return out;
}

DoubtSet doubts_here(const Emulation& e) {
    DoubtSet out = e.present;
    for (const DoubtRow* row : rows_of(e.possible))
        if (!row->per_word) out = static_cast<DoubtSet>(out | set_of(row->doubt));
    return out;
}

std::vector<Problem> problems_of(const Derived& derived, Severity severity) {
    std::vector<Problem> out;
    for (const PlacedProblem& placed : derived.problems) {
        if (placed.problem.severity != severity) continue;
        out.push_back(placed.problem);
        std::string& field = out.back().field;
        const bool dot = !field.empty() && field[0] != '.';  // qualifiers start with a dot
        field = say(placed.in_line ? "line" : row_of(placed.word).id, dot ? "." : "", field);
    }
    return out;
}

std::vector<std::string> notes_of(const Derived& derived, const Emulation& emulation) {
    std::vector<std::string> out = emulation.notes;
    if (std::string basis = basis_sentence(derived); !basis.empty()) out.insert(out.begin(), std::move(basis));
    return out;
}

std::string emulation_json(const Derived& derived, const Results& results, std::optional<ElementPlace> explained) {
    const EmulatorJob& job = results.job;
    const Emulation& e = *results.emulation;
    Json out = {{"m", e.m},
                {"n", e.n},
                {"k_steps", {{"first", job.first_step}, {"count", job.steps.size()}}},
                {"d_type", e.d_type},
                {"profile", e.profile}};
    put_certainty(out, e.certainty);
    out.update(
        {{"problems", list_json(problems_of(derived, Severity::error), error_json)},
         {"warnings", problems_of(derived, Severity::warn).size()},
         {"doubts", doubts_json(doubts_here(e))},
         {"possible_doubts", doubts_json(e.possible)},
         {"doubtful_words", e.doubtful},
         {"counts", counts_json(e)},
         {"could_show", sight_json(e.sight)},
         {"most_places", e.most_ulps},
         {"pattern", e.pattern},
         {"causes", list_json(job.causes, cause_json)},
         {"repairs", list_json(results.repairs, repair_json)},
         {"notes", notes_of(derived, e)},
         {"bad_reads", {{"outside", e.outside}, {"unwritten", e.unwritten}, {"first", bad_reads_json(job, e)}}}});
    if (explained)
        out["element"] = {{"row", explained->row},
                          {"column", explained->column},
                          {"sentences", explanation_of(job, e, explained->row, explained->column)}};
    out["d"] = d_json(e, e.d);
    return text_of_json(out);
}

std::string written_as(const OperandImage& image) {
    if (image.writer != ImageWriter::tile)
        return say("writer ", name_in(kImageWriterNames, static_cast<std::uint64_t>(image.writer)));
    return say(name_in(kMajorNames, static_cast<std::uint64_t>(image.major)), "-major, mode ",
               name_in(kSwizzleModeIds, static_cast<std::uint64_t>(image.mode)), ", from byte ", hex(image.start));
}

std::string values_of(const Recipe& recipe) {
    if (recipe.kind == RecipeKind::file) return say("file '", printable(recipe.file), "'");
    return text_of(recipe);
}

DumpFindings findings_of(const EmulatorJob& job, const Emulation& emulation, DumpFile file) {
    DumpComparison result = compare_dump(emulation, file.dump);
    DumpFindings out{emulation, std::move(file), std::move(result)};
    for (const Cause& cause : job.causes)
        if (cause.of_memory) out.memory.push_back(cause.sentence);
    return out;
}

std::string counts_of(const DumpFindings& c) {
    const std::size_t wrong = c.emulation.count[static_cast<std::size_t>(Verdict::wrong)];
    if (c.result.different == 0 && c.result.blank)
        return say("All ", words_of(c), " are ", shown_word(c.file.dump.type, c.file.dump.words.front()),
                   ", and so are those of the model. This proves nothing: the kernel may not have stored D. Use other "
                   "operands, or a session whose D is not the same everywhere.");
    if (c.result.different == 0)
        return say("All ", c.emulation.d.size(), ' ', words_of(c), c.file.exact.empty() ? "" : ", rounded to f32,",
                   " are equal to the model.",
                   wrong == 0 ? ""
                              : say(c.memory.empty() ? " So the kernel ran these words. But they read wrong elements: "
                                                     : " So its memory had the fault that the session has: ",
                                    wrong, wrong == 1 ? " element of D is wrong." : " elements of D are wrong."));
    return say(c.result.different, " of ", c.emulation.d.size(), ' ', words_of(c),
               c.result.different == 1 ? " differs" : " differ", " from the model",
               c.result.pattern.empty() ? "" : say(" (", c.result.pattern, ")"),
               c.result.most_ulps == 0 || c.result.most_ulps > kMostUlpsTold
                   ? ""
                   : say(", by at most ", c.result.most_ulps, last_place(c.file.dump.type)),
               c.result.beyond == 0 || c.result.beyond == c.result.different
                   ? ""
                   : say(", ", c.result.beyond, " of them by more than rounding"),
               ".");
}

std::string first_difference(const DumpFindings& c) {
    return say("The first one is D[", c.result.first->row, "][", c.result.first->column, "]: ", c.file.dump.noun(),
               " has ", word_of_dump(c, first_at(c)), ", the model ",
               shown_word(c.file.dump.type, c.result.model[first_at(c)]), ".");
}

namespace {

// What a sentence is about. The verdict says one of these, and what is said after it leaves that out.
enum class Fact : std::uint8_t { other, counts, blank, rounding, note };
struct Said {
    Fact fact;
    std::string text;
};

std::vector<std::string> texts_but(Fact told, const std::vector<Said>& sentences) {
    std::vector<std::string> out;
    for (const Said& s : sentences)
        if (s.fact != told || told == Fact::other) out.push_back(s.text);
    return out;
}

// Whether an edit explains everything. A note is about all differences, too, so it comes before an edit that leaves
// some.
bool is_explained(const DumpFindings& c) { return !c.reasons.empty() && c.reasons.front().beyond == 0; }

std::vector<Said> judgement_sentences(const DumpFindings& c) {
    std::vector<Said> out;
    if (const std::string blank = blank_sentence(c); !blank.empty()) out.push_back({Fact::blank, blank});
    if (const std::string agrees = rounding_sentence(c); !agrees.empty()) out.push_back({Fact::rounding, agrees});
    if (c.emulation.unwritten != 0)
        out.push_back({Fact::other, say("The model reads ", c.emulation.unwritten,
                                        " elements that nobody wrote: the words of D that need them mean nothing.")});
    // An edit that explains the dump also explains what the dump shows as a whole.
    if (!is_explained(c))
        for (const std::string& note : c.result.notes)
            out.push_back({note == c.result.notes.front() ? Fact::note : Fact::other, note});
    const std::string_view of_which = c.result.beyond == c.result.different ? "" : " that differ by more than rounding";
    if (c.result.beyond != 0 && c.result.right == c.result.beyond)
        out.push_back({Fact::other, say("At all of them", of_which, ", ", c.file.dump.noun(),
                                        " has the exact product of the operands: the kernel reads the right elements",
                                        c.memory.empty() ? ", and the words of the session do not."
                                                         : ". The memory of the session is at fault, not its words.")});
    else if (c.result.beyond != 0 && c.emulation.count[static_cast<std::size_t>(Verdict::wrong)] == 0)
        out.push_back({Fact::other, "With the words of the session, the model reads the right elements everywhere."});
    for (const DoubtRow* row : c.result.explains)
        out.push_back({Fact::other, say("The open question ", row->id, " explains all of them: ", row->sentence)});
    return out;
}

// Whether one edit explains all words of the dump, and nothing else does.
bool has_only_reason(const DumpFindings& c) {
    return c.reasons.size() == 1 && c.reasons.front().beyond == 0 && c.reasons.front().undefined == 0 &&
           c.result.explains.empty();
}

// The edits that explain the dump, or a part of it.
std::string verdict_of_edits(const DumpFindings& c) {
    const std::string_view edit = c.only_memory ? "edit of the memory" : "edit";
    if (c.reasons.empty()) return say("No ", edit, " that was tried explains D.");
    const DumpReason& best = c.reasons.front();
    if (best.beyond != 0) return say("No ", edit, " explains all of D. ", best.label, ": ", effect_of(c, best), '.');
    const std::size_t count = c.reasons.size();
    if (count > 1)
        return say("Each of ", count == kMostReasons ? "at least " : "", count, ' ',
                   c.only_memory ? "edits of the memory" : "edits",
                   " explains D, and D does not tell which is right: ", list_of(c.reasons, &DumpReason::label, "; "),
                   '.');
    if (!c.result.explains.empty())
        return say("An ", edit, " explains D: ", best.label, ". The open question ", c.result.explains.front()->id,
                   " explains it too.");
    if (best.undefined != 0) return say("One ", edit, " fits D: ", best.label, ": ", effect_of(c, best), '.');
    if (!c.kernel.empty()) return say("The kernel ran with ", c.kernel, '.');
    return say("One ", edit, " explains D: ", best.label, '.');
}

constexpr std::string_view kOnlyMemory = " No other edit was tried, because the memory of the session is at fault.";

Said verdict_sentence(const DumpFindings& c) {
    if (c.result.blank && c.result.different != 0) return {Fact::blank, blank_sentence(c)};
    if (c.result.different == 0) {  // equal values can hide a wrong read
        const bool right = c.emulation.count[static_cast<std::size_t>(Verdict::wrong)] == 0 && !c.result.blank;
        return {Fact::counts, say(counts_of(c), right && c.emulation.sight.both == 0
                                                    ? " None of them could show a wrong read of A and of B."
                                                    : "")};
    }
    const std::string counts = say(c.result.different, " of ", c.emulation.d.size(), ' ', words_of(c), " differ",
                                   c.result.different == 1 ? "s." : ".");
    if (!c.result.notes.empty() && !is_explained(c)) return {Fact::note, say(counts, ' ', c.result.notes.front())};
    if (c.result.beyond == 0) return {Fact::rounding, say(counts, ' ', rounding_sentence(c))};
    if (!c.result.explains.empty() && !is_explained(c))
        return {Fact::other, say("The open question ", c.result.explains.front()->id, " explains D. ", counts)};
    return {Fact::other, say(verdict_of_edits(c), ' ', counts, c.only_memory ? kOnlyMemory : "")};
}

}  // namespace

std::vector<std::string> judgement_of(const DumpFindings& c) { return texts_but(Fact::other, judgement_sentences(c)); }

std::string dump_verdict(const DumpFindings& c) { return verdict_sentence(c).text; }

std::vector<std::string> about_dump(const DumpFindings& c) {
    std::vector<Said> out = {{Fact::counts, counts_of(c)}};
    const auto add = [&](std::string text) { out.push_back({Fact::other, std::move(text)}); };
    if (!c.file.notes.empty()) add(c.file.notes);
    for (const std::string& fault : c.memory) add(say("In the session, ", fault));
    if (c.result.different != 0) {
        add(first_difference(c));
        for (Said& sentence : judgement_sentences(c)) out.push_back(std::move(sentence));
        if (c.reasons.empty() && !c.result.blank && c.result.beyond != 0 && c.result.notes.empty())
            add(c.only_memory ? say("None of the edits of the memory explains half of them.", kOnlyMemory)
                              : "None of the edits that were tried explains half of them: other values of a field in "
                                "one word or in both, other K steps, other ways to write the memory. The kernel may "
                                "differ in several fields, or in what is around the MMA: the epilogue, a missing "
                                "fence or wait, the data in shared memory.");
    }
    return texts_but(verdict_sentence(c).fact, out);
}

std::string effect_of(const DumpFindings& c, const DumpReason& reason) {
    const std::string undefined = reason.undefined == 0 ? ""
                                                        : say(", but ", reason.undefined, ' ', c.file.dump.item(),
                                                              "s depend on bytes that nothing has written");
    if (reason.beyond != 0)
        return say(reason.beyond, " of ", c.result.beyond,
                   c.result.beyond == c.result.different ? " differences stay" : " differences beyond rounding stay",
                   undefined);
    return say("the model then has every ", undefined.empty() ? "" : "other ", c.file.dump.item(), " of ",
               c.file.dump.noun(), reason.different == reason.undefined ? "" : ", up to rounding", undefined);
}

namespace {

// "sbo of b_desc = 512 bytes, not 1024 bytes". Empty if the edit changes anything but fields of words.
std::string fields_of_kernel(const Derived& d, const DumpReason& reason) {
    if (reason.what != "word") return {};
    std::vector<std::string> out;
    for (const WordView& w : d.words)
        for (const Field& f : w.format->fields) {
            const std::uint64_t here = get_field(f, d.session.word(w.id)),
                                there = get_field(f, reason.session.word(w.id));
            if (here != there)
                out.push_back(say(f.id, " of ", row_of(w.id).id, " = ", shown_meaning_of(f, there), ", not ",
                                  shown_meaning_of(f, here)));
        }
    return list_of(out, std::identity(), "; ");
}

}  // namespace

void find_reasons(DumpFindings& c, const Derived& derived, const EmulatorJob& job, const RepairTools& tools) {
    c.reasons = reasons_for(derived, job, c.emulation, c.file.dump, tools);
    c.only_memory = tries_only_memory(derived, job);
    const bool right = c.emulation.count[static_cast<std::size_t>(Verdict::wrong)] == 0 && c.emulation.sight.both != 0;
    if (right && !c.reasons.empty() && c.reasons.front().is_session)
        c.kernel = fields_of_kernel(derived, c.reasons.front());
}

namespace {

// The words that differ as one step that leaves the memory as it is, or all of the session.
Edit edit_to(const Session& now, const DumpReason& reason) {
    SetWords words{{}, reason.label, false};
    for (const WordRow& row : kWords)
        if (now.word(row.word) != reason.session.word(row.word))
            words.words.push_back({row.word, reason.session.word(row.word), reason.session.unknown_bits(row.word)});
    Session then = apply_edit(now, words);
    then.assumed = reason.session.assumed, then.origins = reason.session.origins;
    if (then == reason.session) return words;
    return LoadSession{reason.session, reason.label};
}

// The run of the kernel, if one edit of words explains all that it left.
void add_kernel(Against& out, const DumpFindings& c, const RepairTools& tools) {
    if (c.result.blank || !has_only_reason(c)) return;
    const DumpReason& only = c.reasons.front();
    if (only.what != "word") return;
    const Derived then = derive(only.session);
    JobAnswer job = tools.job ? tools.job(then) : emulator_job(then);
    if (!job) return;
    Answer<Emulation> run = emulate(*job, {.loop = tools.loop, .doubts = false, .stop = tools.stop});
    if (!run || run->m != c.emulation.m || run->n != c.emulation.n) return;
    out.job = std::move(*job);
    out.emulation = std::move(*run);
}

}  // namespace

Against compared_with(const std::string& path, const Derived& derived, const Results& results,
                      const RepairTools& tools) {
    Against out{.path = path};
    const Emulation& e = *results.emulation;
    auto file = load_dump(path, e);
    if (!file) {
        out.why = std::move(file.why);
        return out;
    }
    file->dump.name = printable(path.substr(path.find_last_of('/') + 1));
    DumpFindings found = findings_of(results.job, e, std::move(*file));
    find_reasons(found, derived, results.job, tools);
    const std::string basis = basis_sentence(derived);
    out.verdict = dump_verdict(found);
    out.details = about_dump(found);
    if (!basis.empty()) out.details.insert(out.details.begin(), basis);
    const std::size_t all = derived.k == 0 ? 1 : std::max(derived.session.tile_k / derived.k, 1u);
    if (found.result.different != 0 && results.job.steps.size() < all)
        out.details.push_back(say("Emulated: ", results.job.steps.size(), " of ", all,
                                  " K steps. If the kernel runs all of them, emulate all of them."));
    out.agrees = found.result.different == 0 && !found.result.blank && basis.empty() && e.sight.both != 0 &&
                 e.count[static_cast<std::size_t>(Verdict::wrong)] == 0;
    out.only = !found.result.blank && has_only_reason(found) && found.reasons.front().is_session;
    out.first = found.result.first;
    out.type = found.file.dump.type, out.words = found.file.dump.words, out.model = found.result.model;
    for (const DumpReason& reason : found.reasons) {
        const std::string effect = effect_of(found, reason);
        if (reason.is_session)
            out.offers.push_back({edit_to(derived.session, reason), reason.label, effect});
        else
            out.details.push_back(say(reason.label, ": ", effect, '.'));
    }
    add_kernel(out, found, tools);
    return out;
}

Report difference_rows(const DumpFindings& c) {
    Report out{.facts = {}, .columns = {"row", "column", "dump", "model"}, .rows = {}};
    for (std::size_t at = 0; at < c.result.differs.size(); ++at)
        if (c.result.differs[at] != 0)
            out.rows.push_back({at / c.emulation.n, at % c.emulation.n,
                                text_of_word(c.file.dump.type, c.file.dump.words[at]),
                                text_of_word(c.file.dump.type, c.result.model[at])});
    return out;
}

std::string dump_json(const DumpFindings& c) {
    Json out = {{"m", c.emulation.m},
                {"n", c.emulation.n},
                {"type", c.file.dump.type},
                {"different", c.result.different},
                {"pattern", c.result.pattern},
                {"ulps", c.result.most_ulps},
                {"notes", c.file.notes},
                {"sentence", counts_of(c)},
                {"memory", c.memory},
                {"blank", c.result.blank},
                {"beyond_rounding", c.result.beyond}};
    if (c.result.first) {
        out["first"] = {{"row", c.result.first->row},
                        {"column", c.result.first->column},
                        {"dump", hex(c.file.dump.words[first_at(c)])},
                        {"model", hex(c.result.model[first_at(c)])}};
        out["judgement"] = judgement_of(c);
        out["reasons"] = list_json(c.reasons, reason_json);
    }
    return out.dump(2) + "\n";
}

}  // namespace tilescope::io
