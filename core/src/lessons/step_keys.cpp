// core/src/lessons/step_keys.cpp -- the keys of the fence of a step, as a table.
// SPDX-License-Identifier: MIT
#include "functions.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/presets.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::size_t kMostHints = 3;

struct KeyText {
    std::string_view text;
    std::size_t line;
};
using Set = Answer<void>;

// Splits at blanks, but not at blanks in quotes or after a ','.
std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(" \t", at);
        if (begin == text.npos) break;
        at = std::min(text.find_first_of(" \t", begin), text.size());
        out.push_back(text.substr(begin, at - begin));
    }
    return out;
}

// "KEY=VALUE" as an action.
Answer<LessonAction> assignment(LessonDo what, std::string_view text, std::size_t line) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals == 0 || equals + 1 == text.size())
        return Answer<LessonAction>::refuse(say("'", excerpt(text), "' does not have the form KEY=VALUE"));
    return LessonAction{what, std::string(trimmed(text.substr(0, equals))),
                        std::string(trimmed(text.substr(equals + 1))), line};
}
Set add_assignments(std::vector<LessonAction>& to, LessonDo what, const KeyText& key) {
    for (const std::string_view part : parts_of(key.text)) {
        auto action = assignment(what, part, key.line);
        if (!action) return Set::refuse(action.why);
        to.push_back(std::move(*action));
    }
    return {};
}

// "set a_desc.swizzle=none", "reply 0x580".
Set add_action(std::vector<LessonAction>& to, const KeyText& key) {
    const std::size_t blank = std::min(key.text.find(' '), key.text.size());
    const std::string_view name = key.text.substr(0, blank), rest = trimmed(key.text.substr(blank));
    for (const NamedValue& row : kLessonDoNames) {
        if (row.name != name) continue;
        const auto what = static_cast<LessonDo>(row.raw);
        if (rest.empty()) return Set::refuse(say("'", name, "' needs a value"));
        if (what != LessonDo::set && what != LessonDo::view)
            return to.push_back({what, {}, std::string(rest), key.line}), Set();
        return add_assignments(to, what, {rest, key.line});
    }
    return Set::refuse(say("'", excerpt(name), "' is not an action; use set, select, reply, view or do"));
}

Set set_line(LessonLine& to, const KeyText& key) {
    auto line = lesson_line(key.text, key.line);
    if (!line) return Set::refuse(line.why.substr(line.why.find(": ") + 2));
    to = std::move(*line);
    return {};
}
Set set_expression(std::optional<LessonExpression>& to, const KeyText& key) {
    auto expression = LessonExpression::parse(key.text);
    if (!expression) return Set::refuse(expression.why);
    to = std::move(*expression);
    return {};
}

Set set_session(LessonStep& step, const KeyText& key) {
    step.session = std::string(key.text);
    return find_preset(key.text) ? Set() : Set::refuse(say("there is no preset '", excerpt(key.text), "'"));
}
Set set_set(LessonStep& step, const KeyText& key) { return add_assignments(step.set, LessonDo::set, key); }
Set set_view(LessonStep& step, const KeyText& key) { return add_assignments(step.view, LessonDo::view, key); }
Set set_look(LessonStep& step, const KeyText& key) {
    const auto place = focus_from(key.text);
    if (!place) return Set::refuse(place.why);
    step.look = *place;
    return {};
}
Set set_ring(LessonStep& step, const KeyText& key) {
    for (const std::string_view part : parts_of(key.text)) {
        const auto field = lesson_field(part);
        if (!field) return Set::refuse(field.why);
        step.rings.push_back(*field);
    }
    return {};
}
Set set_camera(LessonStep& step, const KeyText& key) {
    for (const NamedValue& row : kLessonCameraNames)
        if (row.name == key.text) return step.camera = static_cast<LessonCamera>(row.raw), Set();
    return Set::refuse(say("'", excerpt(key.text), "' is not a camera; use all, one or selection"));
}
Set set_picture(LessonStep& step, const KeyText& key) { return step.picture = std::string(key.text), Set(); }
Set set_caption(LessonStep& step, const KeyText& key) { return set_line(step.caption, key); }
Set set_task(LessonStep& step, const KeyText& key) { return set_line(step.task, key); }
Set set_ask(LessonStep& step, const KeyText& key) { return set_line(step.ask, key); }
Set set_done(LessonStep& step, const KeyText& key) { return set_line(step.done, key); }
Set set_check(LessonStep& step, const KeyText& key) { return set_expression(step.check, key); }
Set set_reply(LessonStep& step, const KeyText& key) { return set_expression(step.reply, key); }
Set set_answer(LessonStep& step, const KeyText& key) { return add_action(step.answers, key); }
Set set_wrong(LessonStep& step, const KeyText& key) { return add_action(step.wrongs, key); }
Set set_hint(LessonStep& step, const KeyText& key) {
    if (step.hints.size() == kMostHints) return Set::refuse(say("a step has at most ", kMostHints, " hints"));
    step.hints.emplace_back();
    return set_line(step.hints.back(), key);
}

struct StepKey {
    std::string_view id;
    bool repeats;
    Set (*set)(LessonStep&, const KeyText&);
};
constexpr StepKey kStepKeys[] = {
    {"session", false, set_session}, {"set", true, set_set},          {"view", true, set_view},
    {"look", false, set_look},       {"ring", true, set_ring},        {"camera", false, set_camera},
    {"picture", false, set_picture}, {"caption", false, set_caption}, {"task", false, set_task},
    {"check", false, set_check},     {"ask", false, set_ask},         {"reply", false, set_reply},
    {"answer", true, set_answer},    {"wrong", true, set_wrong},      {"hint", true, set_hint},
    {"done", false, set_done},
};

}  // namespace

Answer<void> set_step_key(LessonStep& step, std::string_view key, std::string_view value, std::size_t line,
                          std::vector<std::string_view>& given) {
    std::string all;
    for (const StepKey& row : kStepKeys) {
        all += say(all.empty() ? "" : ", ", row.id);
        if (row.id != key) continue;
        if (value.empty()) return Set::refuse("the value is missing");
        if (!row.repeats && std::ranges::find(given, row.id) != given.end()) return Set::refuse("is given twice");
        given.push_back(row.id);
        return row.set(step, {value, line});
    }
    return Set::refuse(say("this is not a key of a step; use one of: ", all));
}

Answer<void> is_whole(const LessonStep& step) {
    const bool asks = !step.ask.empty(), tasks = !step.task.empty();
    if (step.text.empty()) return Set::refuse("the step has no text");
    if (asks && tasks) return Set::refuse("a step has a task or a question, not both");
    if (tasks != step.check.has_value()) return Set::refuse("'task' and 'check' need each other");
    if (asks != step.reply.has_value()) return Set::refuse("'ask' and 'reply' need each other");
    if (!asks && !tasks && !(step.answers.empty() && step.wrongs.empty() && step.hints.empty() && step.done.empty()))
        return Set::refuse("'answer', 'wrong', 'hint' and 'done' need a task or a question");
    if ((asks || tasks) && step.answers.empty()) return Set::refuse("the task needs at least one 'answer'");
    if ((asks || tasks) && step.done.empty()) return Set::refuse("the task needs 'done': why the answer is right");
    return {};
}

}  // namespace tilescope
