// app/publish/explain_json.cpp -- explanations, rules and contradictions as JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/explain_json.h"

#include "app/io/json_text.h"
#include "app/publish/certainty_json.h"

namespace tilescope::io {
namespace {

Json facts_json(const Explanation& e) {
    Json out = Json::object();
    for (const auto& [name, value] : e.facts) {
        if (!out.contains(name)) {
            out[name] = value;
        } else {
            if (!out[name].is_array()) out[name] = Json::array({out[name]});
            out[name].push_back(value);
        }
    }
    return out;
}

Json rule_json(const RuleInfo& r) {
    Json out = {{"id", r.id}, {"severity", name_of(r.severity)}};
    put_certainty(out, r.certainty);
    out.update(
        {{"applies_to", r.applies_to}, {"field", r.field}, {"what", r.what}, {"fix", r.fix}, {"source", r.source}});
    return out;
}

Json contradiction_json(const Contradiction& c) {
    Json concerns = Json::array();
    for (const std::string_view concern : c.concerns)
        if (!concern.empty()) concerns.push_back(concern);
    Json out = {{"id", c.id},
                {"subject", c.subject},
                {"reading_a", c.reading_a},
                {"said_by_a", c.source_a},
                {"reading_b", c.reading_b},
                {"said_by_b", c.source_b},
                {"takes", name_of(c.takes)},
                {"why", c.why},
                {"open", c.open},
                {"decides", c.decides}};
    if (c.asked.measurement() != nullptr) put_certainty(out, c.asked), out["gpu_answer"] = c.gpu_answer;
    out["certainty"] = name_of(c.certainty);
    out["concerns"] = std::move(concerns);
    return out;
}

}  // namespace

std::string explanations_json(std::span<const Explanation> explanations) {
    Json out = Json::array();
    for (const Explanation& e : explanations) {
        Json row = {{"topic", e.topic},
                    {"title", e.title},
                    {"paragraphs", e.paragraphs},
                    {"facts", facts_json(e)},
                    {"source", e.source}};
        put_certainty(row, e.certainty);
        row["see"] = e.see;
        out.push_back(std::move(row));
    }
    return text_of_json(out);
}

std::string places_json(std::span<const PlaceText> places) {
    Json out = Json::array();
    for (const PlaceText& p : places) {
        Json problems = Json::array();
        for (const Problem& problem : p.problems) {
            problems.push_back({{"rule", problem.rule},
                                {"severity", name_of(problem.severity)},
                                {"text", problem.text},
                                {"fix", problem.fix}});
            put_certainty(problems.back(), problem.certainty);
        }
        out.push_back(
            {{"place", p.place}, {"sentence", p.sentence}, {"details", p.details}, {"problems", std::move(problems)}});
        if (p.certainty) put_certainty(out.back(), *p.certainty);
    }
    return text_of_json(out);
}

std::string rules_json(std::span<const RuleInfo> rules, std::span<const Contradiction> contradictions,
                       const Json& measured) {
    Json out = Json::object();
    for (const RuleInfo& r : rules) out["rules"].push_back(rule_json(r));
    for (const Contradiction& c : contradictions) out["contradictions"].push_back(contradiction_json(c));
    if (!measured.empty()) out["measured"] = measured;
    return text_of_json(out);
}

}  // namespace tilescope::io
