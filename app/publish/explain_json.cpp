// app/publish/explain_json.cpp -- what explains, as JSON: explanations, rules, contradictions, lessons.
// SPDX-License-Identifier: MIT
#include "app/publish/explain_json.h"

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

constexpr NamedValue kBlockNames[] = {{0, "paragraph"}, {1, "list"}, {2, "numbered"},
                                      {3, "table"},     {4, "code"}, {5, "note"}};

Json lines_json(const std::vector<LessonLine>& lines) {
    Json out = Json::array();
    for (const LessonLine& line : lines) out.push_back(plain_text(line));
    return out;
}

Json block_json(const LessonBlock& block) {
    Json out = {{"kind", name_in(kBlockNames, static_cast<std::uint64_t>(block.kind))}};
    if (block.rows.empty()) {
        out["lines"] = lines_json(block.lines);
        return out;
    }
    out["rows"] = Json::array();
    for (const auto& row : block.rows) out["rows"].push_back(lines_json(row));
    return out;
}

Json step_json(const LessonStep& step, const ShownStep& shown) {
    Json out = {{"title", step.title}, {"text", Json::array()}};
    for (const LessonBlock& block : shown.text) out["text"].push_back(block_json(block));
    if (shown.picture)
        out["picture"] = {
            {"view", step.picture}, {"caption", plain_text(shown.caption)}, {"sentence", shown.picture->sentence}};
    if (!step.has_task()) return out;
    out[step.reply ? "question" : "task"] = plain_text(shown.request);
    out["hints"] = lines_json(shown.hints);
    return out;
}

}  // namespace

void put_certainty(Json& out, Certainty certainty) {
    out["certainty"] = name_of(certainty);
    const Measurement* m = certainty.measurement();
    if (!m) return;
    out["measured"] = {{"gpu", m->on->name},
                       {"compute_capability", m->on->chip},
                       {"driver", m->on->driver},
                       {"date", m->on->date},
                       {"file", m->file}};
}

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

std::string lesson_list_json(std::span<const LessonHead> heads) {
    Json out = Json::array();
    for (const LessonHead& h : heads)
        out.push_back({{"id", h.id},
                       {"title", h.title},
                       {"level", h.level},
                       {"minutes", h.minutes},
                       {"keep", h.keep},
                       {"about", h.about}});
    return text_of_json(out);
}

std::string lesson_json(const Lesson& lesson, std::size_t first, std::span<const ShownStep> shown) {
    Json out = {{"id", lesson.id},           {"title", lesson.title},   {"level", lesson.level},
                {"minutes", lesson.minutes}, {"first_step", first + 1}, {"steps", Json::array()}};
    for (std::size_t i = 0; i < shown.size(); ++i) out["steps"].push_back(step_json(lesson.steps[first + i], shown[i]));
    return text_of_json(out);
}

std::string lesson_answer_json(bool right, const std::string& sentence) {
    return text_of_json({{"right", right}, {right ? "done" : "hint", sentence}});
}

}  // namespace tilescope::io
