// app/publish/emulation_out.cpp -- an emulation as a table or as one JSON document, and the memory before it in words.
// SPDX-License-Identifier: MIT
#include "app/publish/emulation_out.h"

#include "app/publish/explain_json.h"
#include "app/publish/report.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/describe.h>
#include <tilescope/document/edit.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/hw/types.h>
#include <tilescope/word/problem.h>

#include <cstdint>
#include <utility>

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
    Json out = Json::array();
    for (const DoubtRow* row : rows_of(doubts))
        out.push_back({{"id", row->id}, {"sentence", row->sentence}, {"source", row->source}});
    return out;
}

Json errors_json(const Derived& d) {
    Json out = Json::array();
    for (const Problem& p : problems_of(d, Severity::error)) {
        out.push_back({{"rule", p.rule}, {"severity", name_of(p.severity)}, {"field", p.field}, {"text", p.text}});
        put_certainty(out.back(), p.certainty);
    }
    return out;
}

Json repairs_json(const std::vector<Repair>& repairs) {
    Json out = Json::array();
    for (const Repair& r : repairs)
        out.push_back({{"word", row_of(r.field.word).id},
                       {"field", r.field.field},
                       {"edit", r.label},
                       {"wrong_before", r.before},
                       {"wrong_after", r.after}});
    return out;
}
Json causes_json(const EmulatorJob& job) {
    Json out = Json::array();
    for (const Cause& c : job.causes) out.push_back({{"word", c.word}, {"field", c.field}, {"sentence", c.sentence}});
    return out;
}

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

Json d_json(const Emulation& e) {
    Json rows = Json::array();
    for (std::size_t row = 0; row < e.m; ++row) {
        Json words = Json::array();
        for (std::size_t column = 0; column < e.n; ++column) words.push_back(d_word(e, e.d[row * e.n + column]));
        rows.push_back(std::move(words));
    }
    return rows;
}

}  // namespace

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

std::vector<std::string> notes_of(const EmulationRun& run) {
    std::vector<std::string> out = run.emulation.notes;
    for (std::string& note : tilescope::notes_of(run.derived, run.job)) out.push_back(std::move(note));
    return out;
}

std::string emulation_json(const EmulationRun& run, std::optional<ElementPlace> explained) {
    const auto& [derived, job, e, repairs] = run;
    Json out = {{"m", e.m},
                {"n", e.n},
                {"k_steps", {{"first", job.first_step}, {"count", job.steps.size()}}},
                {"d_type", e.d_type},
                {"profile", e.profile}};
    put_certainty(out, e.certainty);
    out.update(
        {{"problems", errors_json(derived)},
         {"warnings", problems_of(derived, Severity::warn).size()},
         {"doubts", doubts_json(doubts_here(e))},
         {"possible_doubts", doubts_json(e.possible)},
         {"doubtful_words", e.doubtful},
         {"counts", counts_json(e)},
         {"could_show", sight_json(e.sight)},
         {"most_places", e.most_ulps},
         {"pattern", e.pattern},
         {"causes", causes_json(job)},
         {"repairs", repairs_json(repairs)},
         {"notes", notes_of(run)},
         {"bad_reads", {{"outside", e.outside}, {"unwritten", e.unwritten}, {"first", bad_reads_json(job, e)}}}});
    if (explained)
        out["element"] = {{"row", explained->row},
                          {"column", explained->column},
                          {"sentences", explanation_of(job, e, explained->row, explained->column)}};
    out["d"] = d_json(e);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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

}  // namespace tilescope::io
