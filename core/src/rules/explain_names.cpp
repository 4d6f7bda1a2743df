// core/src/rules/explain_names.cpp -- topics for rules and contradictions, and for severities, certainties and roles.
// SPDX-License-Identifier: MIT
#include "explain_parts.h"
#include "tables.h"

#include <tilescope/emulator/profile.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/notation/leads.h>
#include <tilescope/rules/catalogue.h>

#include <algorithm>

namespace tilescope {
namespace {

void append_once(std::string& list, std::string_view text) {
    if (list.find(text) == list.npos) list += say(list.empty() ? "" : "; ", text);
}

// Adds the fields that the rule is about.
void see_fields(Explanation& e, const ExplainOptions& options) {
    const auto see = [&](const Format& format, std::string_view field) {
        if (find_field(format, field)) also_see(e, say(format.id, ".", field));
    };
    for (const Format* format : all_formats(options.edition)) {
        for (const WordRule* r : all_rules())
            if (r->id == e.topic && applies(*r, *format)) see(*format, r->field);
        for (const MmaRule* r : all_mma_rules())
            if (r->id == e.topic && shows_in(*r, *format)) see(*format, r->field);
    }
}

// Rows of one rule with the same severity, sentence and certainty. A rule can have rows for several fields.
struct RowGroup {
    const RuleInfo* row;
    std::string where;  // "smem: lbo; wgmma: lbo"
    std::string fixes;
};

std::vector<RowGroup> grouped(const std::vector<RuleInfo>& rows) {
    std::vector<RowGroup> out;
    for (const RuleInfo& r : rows) {
        const auto same = [&](const RowGroup& g) {
            return g.row->severity == r.severity && g.row->what == r.what &&
                   g.row->certainty.measurement() == r.certainty.measurement();
        };
        auto at = std::ranges::find_if(out, same);
        if (at == out.end()) at = out.insert(at, {&r, {}, {}});
        const std::string where = say(r.applies_to, r.field.empty() ? "" : say(": ", r.field));
        if (at->fixes.find(r.fix) == std::string::npos) at->fixes += say(at->fixes.empty() ? "" : " ", r.fix);
        if (at->where.find(where) == std::string::npos) at->where += say(at->where.empty() ? "" : "; ", where);
    }
    std::ranges::stable_sort(out, {}, [](const RowGroup& g) { return g.row->severity; });
    return out;
}

// The rows of one id as one explanation.
Explanation explain_rule(const std::vector<RuleInfo>& rows, const ExplainOptions& options) {
    Explanation e;
    e.topic = rows[0].id;
    const std::vector<RowGroup> groups = grouped(rows);
    std::string severities;
    for (const RowGroup& g : groups) append_once(severities, name_of(g.row->severity));
    e.title = say("Rule ", rows[0].id, " (", severities, ")");
    for (const RowGroup& g : groups) {
        std::string paragraph = say(g.row->what, g.fixes.empty() ? "" : " ", g.fixes);
        if (std::ranges::find(e.paragraphs, paragraph) == e.paragraphs.end())
            e.paragraphs.push_back(std::move(paragraph));
        if (std::pair<std::string, std::string> at{name_of(g.row->severity), g.where};
            std::ranges::find(e.facts, at) == e.facts.end())
            e.facts.push_back(std::move(at));
        const Measurement* m = g.row->certainty.measurement();
        if (std::pair<std::string, std::string> by{"measured", m ? say(g.where, ": ", text_of(*m)) : ""};
            m != nullptr && std::ranges::find(e.facts, by) == e.facts.end())
            e.facts.push_back(std::move(by));
    }
    e.certainty = rows[0].certainty;
    for (const RuleInfo& r : rows) {
        append_once(e.source, r.source);
        e.certainty = std::max(e.certainty, r.certainty);
    }
    see_fields(e, options);
    return e;
}

Explanation explain_contradiction(const Contradiction& c, const ExplainOptions&) {
    const std::vector<RuleInfo> rules = rule_catalogue();
    Explanation e;
    e.topic = c.id;
    e.title = say("Contradiction ", c.id, ": ", c.subject);
    e.paragraphs = {say("Interpretation A: ", c.reading_a), say("Interpretation B: ", c.reading_b), std::string(c.why)};
    if (!c.gpu_answer.empty()) e.paragraphs.push_back(say("Measured: ", c.gpu_answer));
    e.facts = {{"default", std::string(name_of(c.takes))},
               {"certainty", std::string(name_of(c.certainty))},
               {"open", std::string(c.open.empty() ? "nothing" : c.open)},
               {"what decides", std::string(c.decides)}};
    e.source = say("interpretation A: ", c.source_a, "; interpretation B: ", c.source_b);
    e.certainty = c.certainty;
    if (const Measurement* m = c.asked.measurement()) {
        e.facts.emplace_back("measured", text_of(*m));
        also_see(e, say("measurement ", m->id));
    }
    for (const std::string_view concern : c.concerns) {
        const bool rule = concern.starts_with('L') && concern.find_first_not_of("L0123456789") == concern.npos;
        const bool there = !rule || std::ranges::find(rules, concern, &RuleInfo::id) != rules.end();
        if (!concern.empty() && there) also_see(e, concern);
    }
    return e;
}

struct WordRow {
    std::string_view id, also, what;
};
// clang-format off
constexpr WordRow kHouseWords[] = {
    {"severity error", "error",             "The hardware or the assembler refuses the value, or the result is certainly wrong."},
    {"severity warn", "warn",               "The value is legal, but it is rarely intended, or it is not verified."},
    {"severity ask", "ask",                 "tilescope cannot decide this. The user must choose."},
    {"severity info", "info",               "Nothing is wrong. The message contains useful information."},
    {"certainty measured", "measured",      "A program measured the fact on the GPU that is named, and its results are in the file that is named. The fact is certain for this model of GPU. For another GPU it is a conclusion, with the certainty secondary or unknown."},
    {"certainty confirmed", "confirmed",    "A document or source code of NVIDIA states the fact. This does not mean that the fact was observed on hardware."},
    {"certainty secondary", "secondary",    "Another source states the fact: third-party code, a paper, or a conclusion from several facts."},
    {"certainty unknown", "unknown",        "No source is sure about the fact. A rule that depends on the fact is never an error, and pictures that depend on it are marked."},
    {"role address", {},                    "A field that contains a start address or a start position."},
    {"role stride", {},                     "A field that contains the distance from one item to the next."},
    {"role mode", {},                       "A field that changes the meaning of other fields."},
    {"role type", {},                       "A field that names an element type."},
    {"role shape", {},                      "A field that contains a size."},
    {"role sign", {},                       "A field that negates an operand."},
    {"role sparse", {},                     "A field for sparse operands."},
    {"role scale", {},                      "A field for scale factors."},
    {"role fixed", {},                      "A field with a constant value. Reserved bits are fixed zeros."},
};
// clang-format on

Explanation explain_measurement(const Measurement& m, const ExplainOptions&) {
    Explanation e;
    e.topic = say("measurement ", m.id);
    e.title = say("Measurement ", m.id, ": ", m.on->name);
    e.paragraphs = {std::string(m.method)};
    e.facts = {{"GPU", std::string(m.on->name)},
               {"compute capability", std::string(m.on->chip)},
               {"driver", std::string(m.on->driver)},
               {"date", std::string(m.on->date)},
               {"vectors", std::string(m.file)}};
    for (const Contradiction& c : kContradictions)
        if (c.asked.measurement() == &m) also_see(e, c.id);
    e.source = "measured";
    e.certainty = Certainty(m);
    return e;
}

Explanation explain_doubt(const DoubtRow& row, const ExplainOptions&) {
    Explanation e = about(row, row.id, say("The open question ", row.id, " about sums"));
    e.paragraphs = {std::string(row.sentence)};
    e.certainty = Certainty::unknown;
    return e;
}

Explanation explain_lead(const Lead& lead, const ExplainOptions&) {
    Explanation e = about(lead, lead.topic, lead.topic);
    e.paragraphs = {std::string(lead.says)};
    e.certainty = Certainty::secondary;
    return e;
}

Explanation explain_word(const WordRow& w, const ExplainOptions&) {
    return {.topic = std::string(w.id),
            .title = std::string(w.id),
            .paragraphs = {std::string(w.what)},
            .facts = {},
            .source = "definitions of this program",
            .see = {}};
}

}  // namespace

void add_rules(Topics& out, const ExplainOptions&) {
    std::vector<std::vector<RuleInfo>> by_id;
    for (const RuleInfo& r : rule_catalogue()) {
        if (by_id.empty() || by_id.back()[0].id != r.id) by_id.emplace_back();
        by_id.back().push_back(r);
    }
    for (std::vector<RuleInfo>& rows : by_id) {
        std::string id(rows[0].id);
        out.push_back({id, {say("rule ", id)}, [rows = std::move(rows)](const ExplainOptions& options) {
                           return explain_rule(rows, options);
                       }});
    }
}

void add_contradictions(Topics& out, const ExplainOptions&) {
    for (const Contradiction& c : kContradictions)
        add_row<explain_contradiction>(out, c, c.id, {say("contradiction ", c.id)});
}

void add_measurements(Topics& out, const ExplainOptions&) {
    for (const Measurement& m : kMeasurements)
        add_row<explain_measurement>(out, m, say("measurement ", m.id), {std::string(m.file)});
}

void add_doubts(Topics& out, const ExplainOptions&) {
    for (const DoubtRow& row : all_doubts()) add_row<explain_doubt>(out, row, row.id);
}

void add_leads(Topics& out, const ExplainOptions&) {
    for (const Lead& lead : kLeads) add_row<explain_lead>(out, lead, lead.topic, names_in(lead.signs, lead.topic));
}

void add_words(Topics& out, const ExplainOptions&) {
    for (const WordRow& w : kHouseWords) add_row<explain_word>(out, w, w.id, {std::string(w.also)});
}

}  // namespace tilescope
