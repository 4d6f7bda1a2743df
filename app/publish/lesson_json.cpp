// app/publish/lesson_json.cpp -- lessons as JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/lesson_json.h"

#include "app/io/json_text.h"

namespace tilescope::io {
namespace {

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
