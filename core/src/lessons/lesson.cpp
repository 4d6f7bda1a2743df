// core/src/lessons/lesson.cpp -- reads a lesson: its properties, its steps, and the fences of its steps.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/presets.h>
#include <tilescope/lessons/lesson.h>

#include <algorithm>

namespace tilescope {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kMostLessonBytes = 256u << 10, kMostSteps = 64;

Lines lines_of(std::string_view text) {
    Lines out = split_at(text, '\n');
    for (std::string_view& line : out)
        if (line.ends_with('\r')) line.remove_suffix(1);
    return out;
}

// "07-the-xor-bit-by-bit.md" is "the-xor-bit-by-bit".
std::string id_of(std::string_view file) {
    if (const std::size_t slash = file.rfind('/'); slash != file.npos) file.remove_prefix(slash + 1);
    if (file.ends_with(".md")) file.remove_suffix(3);
    std::size_t digits = 0;
    while (digits < file.size() && is_digit(file[digits])) ++digits;
    if (digits > 0 && digits < file.size() && file[digits] == '-') file.remove_prefix(digits + 1);
    return std::string(file);
}

// "key: value" of a line. The value begins after the first ':'.
struct KeyValue {
    std::string_view key;
    std::string value;
    std::size_t line = 0;
};
Answer<std::vector<KeyValue>> key_values(std::span<const std::string_view> lines, std::size_t first) {
    std::vector<KeyValue> out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trimmed(lines[i]);
        if (line.empty()) continue;
        if (!out.empty() && (lines[i].front() == ' ' || lines[i].front() == '\t')) {
            out.back().value += say(' ', line);
            continue;
        }
        const std::size_t colon = line.find(':');
        if (colon == line.npos) return Refusal(first + i, ": '", excerpt(line), "' does not have the form KEY: VALUE");
        out.push_back({trimmed(line.substr(0, colon)), std::string(trimmed(line.substr(colon + 1))), first + i});
    }
    return out;
}

Answer<void> is_preset(std::string_view id) {
    if (find_preset(id) != nullptr) return {};
    return Refusal("there is no preset '", excerpt(id), "'; use one of: ", list_of(presets(), &Preset::id));
}

// ---- the properties ----

Answer<unsigned> number_in(std::string_view text, unsigned least, unsigned most) {
    const auto n = parse_number(text);
    if (n && *n >= least && *n <= most) return static_cast<unsigned>(*n);
    return Refusal("'", excerpt(text), "' is not a number from ", least, " to ", most);
}

Answer<void> set_property(LessonProperties& head, const KeyValue& p) {
    if (p.value.empty()) return Refusal("the value is missing");
    if (p.key == "title") return head.title = p.value, Answer<void>();
    if (p.key == "keep") return head.keep = p.value, Answer<void>();
    if (p.key == "session") return head.session = p.value, is_preset(p.value);
    if (p.key == "level" || p.key == "minutes") {
        constexpr unsigned most_minutes = 60;
        const auto n = number_in(p.value, 1, p.key == "level" ? unsigned{std::size(kLevelWords)} : most_minutes);
        if (!n) return Refusal(n.why);
        (p.key == "level" ? head.level : head.minutes) = *n;
        return {};
    }
    return Refusal("'", excerpt(p.key), "' is not a property; use title, session, level, minutes or keep");
}

// The first sentence of a line.
std::string first_sentence(const LessonLine& line) {
    const std::string text = plain_text(line);
    const std::size_t end = std::min(text.find(". "), text.find(": "));
    return end == text.npos ? text : say(text.substr(0, end), '.');
}

// Reads the properties. `next` receives the index of the line after them.
Answer<LessonProperties> read_properties(const Lines& lines, std::string_view file, std::size_t& next) {
    LessonProperties out{.id = id_of(file)};
    if (lines.front() != "---") return Refusal("1: a lesson begins with ---, its properties and ---");
    const auto end = std::find(lines.begin() + 1, lines.end(), "---");
    if (end == lines.end()) return Refusal("1: the properties have no end; write --- after them");
    next = static_cast<std::size_t>(end - lines.begin()) + 1;
    const auto properties = key_values(std::span(lines).subspan(1, next - 2), 2);
    if (!properties) return Refusal(properties.why);
    std::vector<std::string_view> given;
    for (const KeyValue& p : *properties) {
        if (std::ranges::find(given, p.key) != given.end()) return Refusal(p.line, ": ", p.key, " is given twice");
        given.push_back(p.key);
        if (const auto set = set_property(out, p); !set) return Refusal(p.line, ": ", p.key, ": ", set.why);
    }
    for (const std::string_view key : {"title", "session", "level", "minutes", "keep"})
        if (std::ranges::find(given, key) == given.end()) return Refusal("1: the property '", key, "' is missing");
    return out;
}

// ---- the keys of the fence of a step ----

constexpr std::size_t kMostHints = 3;

using Set = Answer<void>;

// Splits at blanks.
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
        return Refusal("'", excerpt(text), "' does not have the form KEY=VALUE");
    return LessonAction{what, std::string(trimmed(text.substr(0, equals))),
                        std::string(trimmed(text.substr(equals + 1))), line};
}
Set add_assignments(std::vector<LessonAction>& to, LessonDo what, std::string_view text, std::size_t line) {
    for (const std::string_view part : parts_of(text)) {
        auto action = assignment(what, part, line);
        if (!action) return Refusal(action.why);
        to.push_back(std::move(*action));
    }
    return {};
}

// "set a_desc.swizzle=none", "reply 0x580".
Set add_action(std::vector<LessonAction>& to, const KeyValue& key) {
    const std::string_view text = key.value;
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view name = text.substr(0, blank), rest = trimmed(text.substr(blank));
    for (const NamedValue& row : kLessonDoNames) {
        if (row.name != name) continue;
        const auto what = static_cast<LessonDo>(row.raw);
        if (rest.empty()) return Refusal("'", name, "' needs a value");
        if (what != LessonDo::set && what != LessonDo::view)
            return to.push_back({what, {}, std::string(rest), key.line}), Set();
        return add_assignments(to, what, rest, key.line);
    }
    return Refusal("'", excerpt(name), "' is not an action; use set, select, reply, view or do");
}

Set set_line(LessonLine& to, const KeyValue& key) {
    auto line = lesson_line(key.value, key.line);
    if (!line) return Refusal(line.why.substr(line.why.find(": ") + 2));
    to = std::move(*line);
    return {};
}
Set set_expression(std::optional<LessonExpression>& to, const KeyValue& key) {
    auto expression = LessonExpression::parse(key.value);
    if (!expression) return Refusal(expression.why);
    to = std::move(*expression);
    return {};
}

struct StepKey {
    std::string_view id;
    bool repeats;
    Set (*set)(LessonStep&, const KeyValue&);
};
constexpr StepKey kStepKeys[] = {
    {"session", false,
     [](LessonStep& s, const KeyValue& key) {
         s.session = key.value;
         return find_preset(key.value) ? Set() : Refusal("there is no preset '", excerpt(key.value), "'");
     }},
    {"set", true,
     [](LessonStep& s, const KeyValue& key) { return add_assignments(s.set, LessonDo::set, key.value, key.line); }},
    {"view", true,
     [](LessonStep& s, const KeyValue& key) { return add_assignments(s.view, LessonDo::view, key.value, key.line); }},
    {"look", false,
     [](LessonStep& s, const KeyValue& key) -> Set {
         const auto place = focus_from(key.value);
         if (!place) return Refusal(place.why);
         s.look = *place;
         return Set();
     }},
    {"ring", true,
     [](LessonStep& s, const KeyValue& key) -> Set {
         for (const std::string_view part : parts_of(key.value)) {
             const auto field = lesson_field(part);
             if (!field) return Refusal(field.why);
             s.rings.push_back(*field);
         }
         return Set();
     }},
    {"camera", false,
     [](LessonStep& s, const KeyValue& key) -> Set {
         for (const NamedValue& row : kLessonCameraNames)
             if (row.name == key.value) return s.camera = static_cast<LessonCamera>(row.raw), Set();
         return Refusal("'", excerpt(key.value), "' is not a camera; use all, one or selection");
     }},
    {"picture", false, [](LessonStep& s, const KeyValue& key) { return s.picture = key.value, Set(); }},
    {"caption", false, [](LessonStep& s, const KeyValue& key) { return set_line(s.caption, key); }},
    {"task", false, [](LessonStep& s, const KeyValue& key) { return set_line(s.task, key); }},
    {"paste", false,
     [](LessonStep& s, const KeyValue& key) {
         s.paste = key.value == "yes";
         return s.paste ? Set() : Refusal("'", excerpt(key.value), "' is not yes; leave the line out");
     }},
    {"check", false, [](LessonStep& s, const KeyValue& key) { return set_expression(s.check, key); }},
    {"ask", false, [](LessonStep& s, const KeyValue& key) { return set_line(s.ask, key); }},
    {"reply", false, [](LessonStep& s, const KeyValue& key) { return set_expression(s.reply, key); }},
    {"answer", true, [](LessonStep& s, const KeyValue& key) { return add_action(s.answers, key); }},
    {"wrong", true, [](LessonStep& s, const KeyValue& key) { return add_action(s.wrongs, key); }},
    {"why", true,
     [](LessonStep& s, const KeyValue& key) -> Set {
         if (s.wrongs.empty() || !s.wrongs.back().why.empty()) return Refusal("'why' is about the 'wrong' before it");
         return set_line(s.wrongs.back().why, key);
     }},
    {"hint", true,
     [](LessonStep& s, const KeyValue& key) -> Set {
         if (s.hints.size() == kMostHints) return Refusal("a step has at most ", kMostHints, " hints");
         s.hints.emplace_back();
         return set_line(s.hints.back(), key);
     }},
    {"done", false, [](LessonStep& s, const KeyValue& key) { return set_line(s.done, key); }},
};

// `given` has the keys of the lines before it.
Set set_step_key(LessonStep& step, const KeyValue& key, std::vector<std::string_view>& given) {
    const auto* row = std::ranges::find(kStepKeys, key.key, &StepKey::id);
    if (row == std::end(kStepKeys))
        return Refusal("this is not a key of a step; use one of: ", list_of(kStepKeys, &StepKey::id));
    if (key.value.empty()) return Refusal("the value is missing");
    if (!row->repeats && std::ranges::find(given, row->id) != given.end()) return Refusal("is given twice");
    given.push_back(row->id);
    return row->set(step, key);
}

// Whether a step has all parts that belong together.
Set is_whole(const LessonStep& step) {
    const bool asks = !step.ask.empty(), tasks = !step.task.empty();
    if (step.text.empty()) return Refusal("the step has no text");
    if (asks && tasks) return Refusal("a step has a task or a question, not both");
    if (tasks != step.check.has_value()) return Refusal("'task' and 'check' need each other");
    if (asks != step.reply.has_value()) return Refusal("'ask' and 'reply' need each other");
    if (!asks && !tasks && !(step.answers.empty() && step.wrongs.empty() && step.hints.empty() && step.done.empty()))
        return Refusal("'answer', 'wrong', 'hint' and 'done' need a task or a question");
    if ((asks || tasks) && step.answers.empty()) return Refusal("the task needs at least one 'answer'");
    if ((asks || tasks) && step.done.empty()) return Refusal("the task needs 'done': why the answer is right");
    return {};
}

// ---- the steps ----

// The lines of a step's text and of its fence. Line 0 is the heading.
struct StepLines {
    std::size_t first = 0;  // index of the heading
    Lines before, fence, after;
    std::size_t fence_at = 0, after_at = 0;  // indices of their first lines
    bool has_fence = false;
};

Answer<StepLines> split_step(const Lines& lines, std::size_t first, std::size_t end) {
    StepLines out{.first = first};
    bool inside = false;
    for (std::size_t i = first + 1; i < end; ++i) {
        const std::string_view line = trimmed(lines[i]);
        if (!inside && line == "```step") {
            if (out.has_fence) return Refusal(i + 1, ": a step has only one fence 'step'");
            out.has_fence = inside = true;
            out.fence_at = i + 1;
        } else if (inside && line == "```") {
            inside = false;
            out.after_at = i + 1;
        } else {
            (inside ? out.fence : out.has_fence ? out.after : out.before).push_back(lines[i]);
        }
    }
    if (inside) return Refusal(out.fence_at, ": the fence 'step' has no end: a line with ```");
    return out;
}

// The indices of the headings, and the end. A '## ' in a fence is not a heading.
std::vector<std::size_t> headings_in(const Lines& lines, std::size_t from) {
    std::vector<std::size_t> out;
    bool fence = false;
    for (std::size_t i = from; i < lines.size(); ++i) {
        if (trimmed(lines[i]).starts_with("```")) fence = !fence;
        if (!fence && lines[i].starts_with("## ")) out.push_back(i);
    }
    out.push_back(lines.size());
    return out;
}

Answer<LessonStep> read_step(const Lines& lines, std::size_t first, std::size_t end) {
    LessonStep out;
    out.line = first + 1;
    out.title = std::string(trimmed(lines[first].substr(3)));
    if (out.title.empty()) return Refusal(first + 1, ": the title of the step is missing");
    const auto parts = split_step(lines, first, end);
    if (!parts) return Refusal(parts.why);
    auto before = lesson_text(parts->before, first + 2), after = lesson_text(parts->after, parts->after_at + 1);
    if (!before || !after) return Refusal(before ? after.why : before.why);
    out.text = std::move(*before);
    out.text.insert(out.text.end(), after->begin(), after->end());
    const auto keys = key_values(parts->fence, parts->fence_at + 1);
    if (!keys) return Refusal(keys.why);
    std::vector<std::string_view> given;
    for (const KeyValue& key : *keys)
        if (const auto set = set_step_key(out, key, given); !set)
            return Refusal(key.line, ": ", key.key, ": ", set.why);
    if (const auto whole = is_whole(out); !whole) return Refusal(first + 1, ": ", whole.why);
    return out;
}

Answer<Lesson> read_lesson(std::string_view text, std::string_view file) {
    if (text.size() > kMostLessonBytes)
        return Refusal("1: a lesson has at most ", kMostLessonBytes, " bytes, not ", text.size());
    const Lines lines = lines_of(text);
    std::size_t next = 0;
    const auto head = read_properties(lines, file, next);
    if (!head) return Refusal(head.why);
    Lesson out{*head, {}, {}};
    const std::vector<std::size_t> headings = headings_in(lines, next);
    if (headings.size() < 2) return Refusal(lines.size(), ": the lesson has no step; a step begins with '## '");
    if (headings.size() > kMostSteps + 1) return Refusal("1: a lesson has at most ", kMostSteps, " steps");
    auto introduction = lesson_text(std::span(lines).subspan(next, headings[0] - next), next + 1);
    if (!introduction) return Refusal(introduction.why);
    out.introduction = std::move(*introduction);
    if (out.introduction.empty()) return Refusal(next, ": the introduction is missing");
    for (std::size_t i = 0; i + 1 < headings.size(); ++i) {
        auto step = read_step(lines, headings[i], headings[i + 1]);
        if (!step) return Refusal(step.why);
        out.steps.push_back(std::move(*step));
    }
    return out;
}

}  // namespace

Answer<Lesson> parse_lesson(std::string_view text, std::string_view file) {
    auto out = read_lesson(text, file);
    return out ? std::move(out) : Refusal(file, ':', out.why);
}

std::string level_text(unsigned level) { return say("Level ", level, ": ", kLevelWords[level - 1]); }

Answer<LessonHead> lesson_head(std::string_view text, std::string_view file) {
    const std::size_t end = text.find("\n## ");
    const Lines lines = lines_of(text.substr(0, end));
    std::size_t next = 0;
    const auto properties = read_properties(lines, file, next);
    if (!properties) return Refusal(file, ':', properties.why);
    LessonHead out{*properties, {}};
    const auto introduction = lesson_text(std::span(lines).subspan(next), next + 1);
    if (!introduction) return Refusal(file, ':', introduction.why);
    if (!introduction->empty() && !introduction->front().lines.empty())
        out.about = first_sentence(introduction->front().lines.front());
    constexpr std::string_view kStep = "\n## ";
    for (std::size_t at = end; at != std::string_view::npos; at = text.find(kStep, at + 1)) ++out.steps;
    return out;
}

}  // namespace tilescope
