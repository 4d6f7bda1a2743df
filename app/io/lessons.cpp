// app/io/lessons.cpp -- the lessons that are part of the programs, and the progress of a learner.
// SPDX-License-Identifier: MIT
#include "app/io/lessons.h"

#include "app/io/packing.h"
#include "tilescope_lesson_data_embedded.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>

namespace tilescope::io {
namespace {

// Whether a name means the lesson: its id, or its number in the order of the lessons.
bool is_named(const LessonHead& head, std::size_t index, std::string_view name) {
    const auto number = parse_number(name);
    return head.id == name || (number && *number == index + 1);
}

}  // namespace

std::vector<LessonText> lesson_texts() {
    std::vector<LessonText> out;
    for (const embedded_lessons::File& file : embedded_lessons::all_files())
        out.push_back({file.name, as_text(file.bytes())});
    return out;
}

std::vector<LessonHead> lesson_heads() {
    std::vector<LessonHead> out;
    for (const LessonText& text : lesson_texts())
        if (auto head = lesson_head(text.text, text.file)) out.push_back(std::move(*head));
    return out;
}

std::string lesson_of(const Preset& preset) {
    const std::vector<LessonHead> heads = lesson_heads();
    const auto head = std::ranges::find(heads, preset.lesson, &LessonHead::id);
    return head == heads.end() ? "" : say("Lesson ", head - heads.begin() + 1, ": ", head->title);
}

Answer<Lesson> lesson_named(std::string_view name) {
    if (name.starts_with(kPresetSign)) {
        const Preset* preset = find_preset(name.substr(kPresetSign.size()));
        if (!preset)
            return Refusal("'", excerpt(name),
                           "' is not a preset; use preset: and one of: ", list_of(presets(), &Preset::id));
        name = preset->lesson;
    }
    const std::vector<LessonText> texts = lesson_texts();
    std::vector<std::size_t> exact, begins;
    std::vector<std::string> all;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto head = lesson_head(texts[i].text, texts[i].file);
        if (!head) continue;
        if (is_named(*head, i, name)) exact.push_back(i);
        if (!name.empty() && head->id.starts_with(lower(name))) begins.push_back(i);
        all.push_back(head->id);
    }
    if (exact.empty() && begins.size() == 1) exact = begins;
    if (exact.empty()) return Refusal("there is no lesson '", excerpt(name), "'; use one of: ", list_of(all));
    return parse_lesson(texts[exact.front()].text, texts[exact.front()].file);
}

LessonProgress lesson_progress(std::string_view text) {
    const std::vector<std::string> words = lower_words(text);
    if (words.size() != 2) return {};
    const auto steps = parse_number(words[1]);
    return steps ? LessonProgress{words[0], *steps} : LessonProgress{};
}

std::string progress_text(const LessonProgress& progress) { return say(progress.id, ' ', progress.steps); }

}  // namespace tilescope::io
