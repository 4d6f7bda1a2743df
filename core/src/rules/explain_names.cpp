// core/src/rules/explain_names.cpp -- rules, contradictions and the words the house uses about them.
// SPDX-License-Identifier: MIT
#include "explain_parts.h"
#include "tables.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/rules/catalogue.h>

#include <algorithm>

namespace tilescope {
namespace {

void append_once(std::string& list, std::string_view text) {
    if (list.find(text) == list.npos) list += say(list.empty() ? "" : "; ", text);
}

// The fields that the rule speaks about.
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

// Rows that say the same: a rule may look at several fields, and say several things.
struct Said {
    const RuleInfo* row;
    std::string where;  // "smem: lbo; wgmma: lbo"
    std::string fixes;
};

std::vector<Said> said_by(const std::vector<RuleInfo>& rows) {
    std::vector<Said> out;
    for (const RuleInfo& r : rows) {
        const auto same = [&](const Said& s) { return s.row->severity == r.severity && s.row->what == r.what; };
        auto at = std::ranges::find_if(out, same);
        if (at == out.end()) at = out.insert(at, {&r, {}, {}});
        const std::string where = say(r.applies_to, r.field.empty() ? "" : say(": ", r.field));
        if (at->fixes.find(r.fix) == std::string::npos) at->fixes += say(at->fixes.empty() ? "" : " ", r.fix);
        if (at->where.find(where) == std::string::npos) at->where += say(at->where.empty() ? "" : "; ", where);
    }
    std::ranges::stable_sort(out, {}, [](const Said& s) { return s.row->severity; });
    return out;
}

// The rows of one id as one explanation.
Explanation explain_rule(const std::vector<RuleInfo>& rows, const ExplainOptions& options) {
    Explanation e;
    e.topic = rows[0].id;
    const std::vector<Said> all = said_by(rows);
    std::string severities;
    for (const Said& s : all) append_once(severities, name_of(s.row->severity));
    e.title = say("Rule ", rows[0].id, " (", severities, ")");
    for (const Said& s : all) {
        e.paragraphs.push_back(say(s.row->what, s.fixes.empty() ? "" : " ", s.fixes));
        e.facts.emplace_back(name_of(s.row->severity), s.where);
    }
    e.certainty = rows[0].certainty;
    for (const RuleInfo& r : rows) {
        append_once(e.source, r.source);
        e.certainty = std::max(e.certainty, r.certainty);
    }
    see_fields(e, options);
    return e;
}

Explanation explain_contradiction(const Contradiction& c) {
    const std::vector<RuleInfo> rules = rule_catalogue();
    Explanation e;
    e.topic = c.id;
    e.title = say("Contradiction ", c.id, ": ", c.subject);
    e.paragraphs = {say("Reading A. ", c.reading_a), say("Reading B. ", c.reading_b), std::string(c.why)};
    e.facts = {{"default", std::string(name_of(c.takes))}, {"what decides", std::string(c.decides)}};
    e.source = say("reading A: ", c.said_by_a, "; reading B: ", c.said_by_b);
    e.certainty = c.certainty;
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
    {"severity error", "error",             "The hardware or the assembler refuses it, or the result is surely wrong."},
    {"severity warn", "warn",               "Legal, but seldom meant, or nobody has verified it."},
    {"severity ask", "ask",                 "The program cannot decide alone: a person has to say which it is."},
    {"severity info", "info",               "Nothing is wrong; it is worth knowing."},
    {"certainty confirmed", "confirmed",    "A document or the source of the maker says so. It does not mean that it was seen on hardware."},
    {"certainty secondary", "secondary",    "Others say so: third-party code, a paper, or a conclusion from several facts."},
    {"certainty unknown", "unknown",        "Nobody says so for sure. No rule that rests on it is an error, and what is drawn from it is marked."},
    {"role address", {},                    "A field that says where something begins."},
    {"role stride", {},                     "A field that says how far one thing lies from the next."},
    {"role mode", {},                       "A field that changes how others are read."},
    {"role type", {},                       "A field that names an element type."},
    {"role shape", {},                      "A field that says how large something is."},
    {"role sign", {},                       "A field that negates an operand."},
    {"role sparse", {},                     "A field that belongs to sparse operands."},
    {"role scale", {},                      "A field that belongs to scale factors."},
    {"role fixed", {},                      "A field that holds a constant; reserved bits are fixed zeros."},
};
// clang-format on

}  // namespace

void add_rules(Topics& out, const ExplainOptions& options) {
    std::vector<std::vector<RuleInfo>> by_id;
    for (const RuleInfo& r : rule_catalogue()) {
        if (by_id.empty() || by_id.back()[0].id != r.id) by_id.emplace_back();
        by_id.back().push_back(r);
    }
    for (std::vector<RuleInfo>& rows : by_id) {
        std::string id(rows[0].id);
        out.push_back(
            {id, {say("rule ", id)}, [rows = std::move(rows), options] { return explain_rule(rows, options); }});
    }
}

void add_contradictions(Topics& out, const ExplainOptions&) {
    for (const Contradiction& c : kContradictions)
        out.push_back({std::string(c.id), {say("contradiction ", c.id)}, [&c] { return explain_contradiction(c); }});
}

void add_words(Topics& out, const ExplainOptions&) {
    for (const WordRow& w : kHouseWords)
        out.push_back({std::string(w.id), {std::string(w.also)}, [&w] {
                           Explanation e;
                           e.topic = w.id;
                           e.title = w.id;
                           e.paragraphs = {std::string(w.what)};
                           e.source = "the words of this program";
                           return e;
                       }});
}

}  // namespace tilescope
