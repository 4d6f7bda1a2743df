// app/cli/cmd_emulate.cpp -- emulate: the instruction of a session on the CPU model, bit for bit; D against a file.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/session_arg.h"
#include "app/cli/text_out.h"
#include "app/io/npy.h"
#include "app/io/recipe_files.h"
#include "app/io/row_pool.h"
#include "app/io/state_line.h"
#include "app/publish/dump_out.h"
#include "app/publish/emulation_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/repair.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace tilescope::cli {
namespace {

void print_reasons(const io::DumpFindings& c) {
    const DumpReason& first = c.reasons.front();
    print(c.result.blank      ? "\nGuesses: edits after which the model has such words too\n"
          : first.beyond == 0 ? "\nEdits that explain the dump\n"
                              : "\nEdits that explain a part\n");
    for (const DumpReason& reason : c.reasons)
        print(say("  ", wrapped(say(reason.label, ": ", io::effect_of(c, reason), "."), 2)));
    if (c.result.blank) return;
    print("\nFirst difference, after the first of these edits\n");
    for (const std::string& line : first.explanation) print(say("  ", wrapped(line, 2)));
    if (!first.is_session) return;
    if (const auto line = io::state_line({first.session})) print(say("\nstate line of that edit: ", *line, "\n"));
}

void print_against(const io::DumpFindings& c) {
    const std::vector<std::string> judgement = c.result.different == 0 ? std::vector<std::string>() : judgement_of(c);
    if (c.result.blank && !judgement.empty()) print(wrapped(judgement.front(), 0));
    print(wrapped(io::counts_of(c), 0));
    if (!c.file.notes.empty()) print(wrapped(c.file.notes, 0));
    for (const std::string& fault : c.memory) print(wrapped(say("In the session, ", fault), 0));
    if (c.result.different == 0) return;
    print(wrapped(io::first_difference(c), 0));
    for (std::size_t i = c.result.blank ? 1 : 0; i < judgement.size(); ++i) print(wrapped(judgement[i], 0));
    if (!c.reasons.empty()) return print_reasons(c);
    if (c.result.blank || c.result.beyond == 0 || !c.result.notes.empty()) return;
    print(
        wrapped("None of the edits that were tried explains half of them: other values of a field in one word or in "
                "both, other K steps, other ways to write the memory. The kernel may differ in several fields, or in "
                "what is around the MMA: the epilogue, a missing fence or wait, the data in shared memory.",
                0));
}

// Prints the comparison. Returns kDone if all words are equal, kWrong if not, or the status of a refusal.
int compare_with_dump(const std::string& path, const Derived& derived, const EmulatorJob& job,
                      const Emulation& emulation, const RepairTools& tools, const Globals& globals) {
    auto file = io::load_dump(path, emulation);
    if (!file) throw Refused{say("--against: ", file.why)};
    io::DumpFindings found = io::findings_of(job, emulation, std::move(*file));
    if (!globals.csv) found.reasons = reasons_for(derived, job, emulation, found.file.dump, tools);
    if (globals.json)
        print(io::dump_json(found));
    else if (globals.csv)
        io::write_csv(io::difference_rows(found), print);
    else
        print_against(found);
    return found.result.different == 0 ? kDone : kWrong;
}

struct EmulateArgs {
    std::string job, element, npy, against;
    ProgramArgs program;
};

constexpr unsigned kCorner = 8;  // the number of rows and columns of D that are printed

// Reads the value of --element, such as "5,17". Returns nothing for an empty text.
std::optional<io::ElementPlace> chosen_element(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const std::size_t comma = text.find(',');
    const auto row = parse_number(text.substr(0, comma));
    const auto column = parse_number(comma == std::string::npos ? std::string() : text.substr(comma + 1));
    constexpr std::uint64_t kMost = 0xffff;
    if (!row || !column || *row > kMost || *column > kMost)
        throw Refused{say("--element: '", text, "' is not an element of D; write ROW,COLUMN, such as 5,17")};
    return io::ElementPlace{static_cast<unsigned>(*row), static_cast<unsigned>(*column)};
}

// ", 2 x 1 instructions": of a tile that needs several.
std::string tile_text(const TilePieces& pieces) {
    return pieces.all() == 1 ? std::string() : say(", ", pieces.count.a, " x ", pieces.count.b, " instructions");
}

std::string title_of(const Derived& d, const EmulatorJob& job, const Emulation& e) {
    const std::size_t first = job.first_step, last = first + job.steps.size() - 1;
    const FamilyRow& family = family_of(d.session);
    return say(family.names_kind ? say("kind ", d.session.variant.kind) : std::string(family.id), ": ", d.a_type, " x ",
               d.b_type, " -> ", e.d_type, ", M ", e.m, ", N ", e.n, tile_text(d.session.pieces), ", K step",
               first == last ? " " : "s ", first, first == last ? std::string() : say(" to ", last), " (", d.k,
               first == last ? " columns of K)" : " columns of K each)");
}

void print_list(std::string_view title, const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    print(say("\n", title, "\n"));
    for (const std::string& s : sentences) print(say("  ", wrapped(s, 2)));
}

// "12280 equal, 8 rounding, 0 requested, 0 wrong".
std::string counts_of(const Emulation& e) {
    std::string out;
    for (const NamedValue& v : kVerdictNames) out += say(out.empty() ? "" : ", ", e.count[v.raw], ' ', v.name);
    return out;
}

std::vector<std::string> doubts_of(const Emulation& e) {
    std::vector<std::string> out;
    for (const DoubtRow* row : rows_of(io::doubts_here(e))) out.push_back(say(row->id, ": ", row->sentence));
    if (e.doubtful != 0)
        out.push_back(say("Other answers to these questions would change ", e.doubtful, " words of D."));
    return out;
}

// Prints what the rules report. D is printed even if the hardware would refuse the words; then D is not reliable.
void print_rules(const Derived& d) {
    const std::vector<Problem> errors = io::problems_of(d, Severity::error);
    const std::size_t warnings = io::problems_of(d, Severity::warn).size();
    if (errors.empty() && warnings == 0) return;
    print("\nRules\n");
    print_problems(errors);
    if (warnings != 0)
        print(say("  ", warnings,
                  warnings == 1 ? " warning. To see it, run tilescope check.\n"
                                : " warnings. To see them, run tilescope check.\n"));
}

std::vector<std::string> sentences_of(const EmulatorJob& job) {
    std::vector<std::string> out;
    for (const Cause& c : job.causes) out.push_back(c.sentence);
    return out;
}

// Explains the chosen element. Without a chosen element, explains the first wrong element.
void print_element(const EmulatorJob& job, const Emulation& e, const std::optional<io::ElementPlace>& chosen) {
    const auto wrong = std::ranges::find(e.verdicts, Verdict::wrong);
    if (!chosen && wrong == e.verdicts.end()) return;
    const auto at = static_cast<unsigned>(wrong - e.verdicts.begin());
    const io::ElementPlace place = chosen.value_or(io::ElementPlace{at / e.n, at % e.n});
    std::vector<std::string> why = explanation_of(job, e, place.row, place.column);
    const std::vector<std::string> printed = sentences_of(job);  // above, for all elements
    std::erase_if(why, [&](const std::string& s) { return std::ranges::find(printed, s) != printed.end(); });
    print_list(chosen ? "Element" : "First wrong element", why);
}

// Prints as many columns as fit in a line. A number is never cut off, because the rest would be a wrong number.
void print_corner(const Emulation& e) {
    constexpr std::size_t kTitles = 4, kFits = 98;
    const auto right = [](std::string_view text, std::size_t width) {
        return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
    };
    const auto text_at = [&](unsigned r, unsigned c) { return text_of_word(e.d_type, e.d[std::size_t{r} * e.n + c]); };
    const unsigned rows = std::min(e.m, kCorner);
    unsigned columns = std::min(e.n, kCorner);
    std::size_t width = 0;
    for (unsigned r = 0; r < rows; ++r)
        for (unsigned c = 0; c < columns; ++c) width = std::max(width, text_at(r, c).size() + 2);
    columns = std::min(columns, static_cast<unsigned>((kFits - kTitles) / width));
    std::string head = padded("D", kTitles);
    for (unsigned c = 0; c < columns; ++c) head += right(say(c), width);
    print(say("\n", head, "\n"));
    for (unsigned r = 0; r < rows; ++r) {
        std::string line = padded(say(r), kTitles);
        for (unsigned c = 0; c < columns; ++c) line += right(text_at(r, c), width);
        print(line + "\n");
    }
    if (rows < e.m || columns < e.n) print(say("... D has ", e.m, " x ", e.n, " elements; --csv lists all.\n"));
}

// Returns the largest distance, in units in the last place, between a rounded result and the exact product.
std::int64_t most_ulps(const Emulation& e) {
    std::int64_t most = 0;
    for (std::size_t at = 0; at < e.d.size(); ++at)
        if (e.verdicts[at] == Verdict::rounding) most = std::max(most, e.places[at] < 0 ? -e.places[at] : e.places[at]);
    return most;
}

// Prints how many equal elements could have shown a wrong read. An equal element that could not proves nothing.
void print_sight(const Session& session, const Emulation& e) {
    if (const std::string words = sight_in_words(e); !words.empty()) print(wrapped(words, 0));
    if (e.sight.both < e.sight.computed && !covering_values(session).empty())
        print(wrapped(
            "To make every wrong read visible in D, set recipe_a and recipe_b to {\"kind\": \"scattered\"}, the "
            "scale factors to ones, and D to zeros.",
            0));
}

std::vector<std::string> sentences_of(const std::vector<Repair>& repairs) {
    std::vector<std::string> out;
    for (const Repair& r : repairs) out.push_back(say(r.label, ": ", r.effect, "."));
    return out;
}

void print_text(const io::EmulationRun& run, const std::optional<io::ElementPlace>& chosen) {
    const auto& [d, job, e, repairs] = run;
    print(wrapped(title_of(d, job, e), 0));
    print(wrapped(say("rule of addition: ", e.profile, " (", text_of(e.certainty), ")"), 0));
    print(say(counts_of(e), e.pattern.empty() ? "" : say(": ", e.pattern), "\n"));
    print_sight(d.session, e);
    if (const std::int64_t most = most_ulps(e); most == kFar)
        print("The largest difference from the exact product has no value: one of the numbers is infinite or NaN.\n");
    else if (most != 0)
        print(say("Results differ from the exact product by at most ", most, most == 1 ? " unit" : " units",
                  " in the last place (ULP).\n"));
    print_list("Differences between the words and the contents of memory", sentences_of(job));
    print_list("Edits that repair D", sentences_of(repairs));
    print_rules(d);
    print_list("Notes", io::notes_of(run));
    print_list("Open questions about the hardware", doubts_of(e));
    print_element(job, e, chosen);
    print_corner(e);
}

// What cannot be used together. Empty: nothing.
void options_fit(const EmulateArgs& args) {
    if (!args.against.empty() && !args.element.empty())
        throw Refused{"--against and --element cannot be used together; remove one of them"};
    if (args.against == "-" && args.job == "-") throw Refused{"the job and --against cannot both be standard input"};
}

int run_emulate(const EmulateArgs& args, const Globals& g) {
    options_fit(args);
    const auto chosen = chosen_element(args.element);
    const auto file = session_named(args.job, g, args.program);
    const Derived d = derive(file.session);
    const auto job = need(io::job_with_files(d, folder_of_session(args.job)));
    io::RowPool pool;
    const auto e = need(emulate(job, {.loop = pool.loop()}));
    if (chosen && (chosen->row >= e.m || chosen->column >= e.n))
        throw Refused{say("--element: D has ", e.m, " rows and ", e.n, " columns; it has no element ", args.element)};
    print_notes_of_program(args.job, args.program, file.session);
    if (!args.npy.empty()) need(io::save_npy(args.npy, {.rows = e.m, .columns = e.n, .words = e.d}, e.d_type));
    const std::string folder = folder_of_session(args.job);
    const auto changed_job = [&](const Derived& changed) { return io::job_with_files(changed, folder); };
    if (!args.against.empty())
        return compare_with_dump(args.against, d, job, e, {.job = changed_job, .loop = pool.loop()}, g);
    const io::EmulationRun run{
        d, job, e, g.csv ? std::vector<Repair>() : repairs_of(d, job, e, {.job = changed_job, .loop = pool.loop()})};
    if (g.json) return print(io::emulation_json(run, chosen)), kDone;
    if (g.csv) return io::write_csv(io::emulation_rows(e, chosen), print), kDone;
    print_text(run, chosen);
    return kDone;
}

}  // namespace

void declare_emulate(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<EmulateArgs>();
    verb.add_option("job", args->job, kSessionOrProgramHelp).required();
    verb.add_option("--element", args->element, "Explain the value of this element of D. Write ROW,COLUMN.");
    verb.add_option("--npy", args->npy, "Write D to this .npy file").writes();
    verb.add_option("--against", args->against,
                    "Compare D with this .npy file, which a kernel wrote, and explain the\ndifferences (see below); "
                    "- is standard input")
        .reads();
    add_program_options(verb, args->program);
    verb.set_footer(
        "The session defines the contents of memory: keys image_* (where and with which type the data is\n"
        "stored) and keys recipe_* (rules that generate the data). tilescope fills the memory, and then\n"
        "the instruction reads the memory with the words of the session. So a wrong bit in a word gives wrong\n"
        "numbers in D. --csv lists every element. --json prints one document. File names in recipes are\n"
        "relative to the folder of the session. Numbers of a .npy file (<f2, <f4, <f8) are rounded to the\n"
        "nearest number of the operand's type, ties to even; what is too large becomes an infinity or, if the\n"
        "type has none, its largest number. For tf32 the file has the f32 of the memory: the MMA cuts it to\n"
        "tf32 (it ignores the 13 low bits). Only a tensor map of the type TFLOAT32 rounds it to nearest.\n"
        "--against takes all of D, row by row or transposed: f32, f16 or s32, 16-bit words (bf16 for a D of\n"
        "f32), or the bits of D; a .bin file has the words of D. A session with several pieces has the D of\n"
        "all of them. If the words of the session do not explain the file, other values of their\n"
        "fields, other memory and other K steps are tried. Exit status 1: D and the file differ.\n");
    verb.on_run([args, &globals] { return run_emulate(*args, globals); });
}

}  // namespace tilescope::cli
