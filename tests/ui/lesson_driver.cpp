// tests/ui/lesson_driver.cpp -- does what a lesson says as a learner does it: with clicks, keys and typed text.
// SPDX-License-Identifier: MIT
#include "tests/ui/lesson_driver.h"

#include "app/window/frame/app.h"
#include "app/window/frame/command.h"
#include "app/window/guide/lessons.h"
#include "app/window/result/emulation.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/lessons/step.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// The cell of a grid that has the element or the cell of Tensor Memory.
std::string cell_mark(std::string_view id, const Cells& cells, int row, int column) {
    return say(id, '.', row / std::max(cells.cell_rows, 1), '.', column / std::max(cells.cell_columns, 1));
}

}  // namespace

LessonDriver::LessonDriver() {
    h.app.jobs.emulation = emulation_jobs({});
    h.app.prefs.reduced_motion = true;  // a picture that moves is clicked at a wrong place
}

void LessonDriver::settle() {
    h->frames(2);
    h->frames_until([&] { return h.app.document().results.state != ResultState::running; });
    h->frames(2);
}

void LessonDriver::press(std::string_view id) {
    const Rect pane = h->rect("region.lesson");
    for (int i = 0; i < 40; ++i) {
        const bool shown = h->shows(id) && pane.contains(h->rect(id).min) && pane.contains(h->rect(id).max);
        const bool above_buttons = shown && (h->rect(id).max.y < h->rect("lesson.back").min.y ||
                                             h->rect(id).min.y >= h->rect("lesson.back").min.y);
        if (above_buttons) break;
        h->wheel("lesson.task_part", -5);
    }
    h->click(id);
    h->frames(3);
}

void LessonDriver::say_to_palette(std::string_view text) {
    ++in_palette_;
    h->key(Key::k, {Mod::ctrl});
    h->type(text);
    h->key(Key::enter);
    h->frames(3);
}

void LessonDriver::show_word(WordId word) {
    if (h.app.document().view_state.active == word) return;
    const std::string tile = say("words.", row_of(word).id);
    if (h->shows(tile)) h->click(tile);
    h->frames(2);
}

// Uses the row of the fields panel. Returns false if the panel does not show it.
bool LessonDriver::set_in_panel(const Field& field, std::string_view value, std::uint64_t raw) {
    const std::string id = say("fields.", field.id);
    if (!h->shows(id) && h->shows("fields.all")) h->click("fields.all");
    h->frames(2);
    const Rect side = h->shows("region.side_bottom") ? h->rect("region.side_bottom") : Rect{};
    if (!h->shows(id) || !side.contains(h->rect(id).centre())) return false;
    if (field.encoding == Encoding::flag) {
        if (get_field(field, h.app.document().session.word(h.app.document().view_state.active)) != raw) h->click(id);
        return true;
    }
    h->click(id);
    if (field.encoding == Encoding::one_of) {
        const std::string entry = say(id, '.', name_in(field.names, raw));
        if (!h->shows(entry)) return h->key(Key::escape), false;
        h->click(entry);
        return true;
    }
    h->type(value);
    h->key(Key::enter);
    if (h->shows(id + ".refusal")) h->key(Key::escape);
    return true;
}

void LessonDriver::set(const LessonAction& action) {
    const std::size_t dot = action.key.find('.');
    const auto word = std::ranges::find(kWords, action.key.substr(0, dot), &WordRow::id);
    ASSERT_NE(word, std::end(kWords)) << action.key;
    show_word(word->word);
    const Field* field = find_field(*h.app.document().derived.of(word->word).format, action.key.substr(dot + 1));
    ASSERT_NE(field, nullptr) << action.key;
    const auto raw = raw_for(*field, std::string_view(action.value));
    const bool shown =
        h.app.document().view_state.active == word->word && set_in_panel(*field, action.value, raw ? *raw : 0);
    h->frames(2);
    if (!raw || get_field(*field, h.app.document().session.word(word->word)) == *raw) return;
    EXPECT_FALSE(shown) << action.key << ": the panel did not take the value";
    say_to_palette(say(word->id, ' ', field->id, ' ', action.value));
    EXPECT_EQ(get_field(*field, h.app.document().session.word(word->word)), *raw) << action.key << '=' << action.value;
}

// The mark of the place in the picture that is shown. Empty: the picture does not have it, or it is outside.
std::string LessonDriver::cell_of(const Focus& place) {
    const App& app = h.app;
    std::string id;
    if (const auto* e = std::get_if<ElementFocus>(&place); e && app.document().view_state.screen == Screen::memory) {
        const auto operand = operand_of(e->matrix);
        if (!operand || *operand != app.document().view_state.operand || !h->shows("memory.tile")) return {};
        const auto& grids = app.document().states.memory.cache[*operand].scene.grids;
        if (!grids.empty()) id = cell_mark("memory.tile", grids[0], e->row, e->column);
    }
    if (const auto* cell = std::get_if<CellFocus>(&place); cell && h->shows("tmem.map")) {
        const std::string cta = say("tmem.cta.", cell->cta);
        if (app.document().view_state.tmem_cta != cell->cta && h->shows(cta)) h->click(cta);
        const auto& grids = app.document().states.tmem.kept.value.grids;
        if (!grids.empty())
            id = cell_mark("tmem.map", grids[0], static_cast<int>(cell->lane), static_cast<int>(cell->column));
    }
    return h->shows(id) ? id : std::string();
}

void LessonDriver::select(std::string_view text) {
    const auto place = focus_from(text);
    ASSERT_TRUE(place) << place.why;
    if (const std::string cell = cell_of(*place); !cell.empty()) {
        h->click(cell);
        h->frames(2);
        const auto* now = std::get_if<ElementFocus>(&h.app.document().view_state.selection);
        if (h.app.document().view_state.selection == *place ||
            (now && h.app.document().view_state.grain != Grain::element))
            return;
    }
    say_to_palette(text);
    EXPECT_EQ(text_of(h.app.document().view_state.selection), text_of(*place));
}

void LessonDriver::reply(std::string_view text) {
    press("lesson.reply");
    if (!run().typed.empty()) {  // a box that has the keyboard is replaced as a whole
        h->key(Key::a, {Mod::ctrl});
    }
    h->type(text);
    h->key(Key::enter);
    h->frames(2);
}

// With its key, or with the palette if it has none.
void LessonDriver::run(const Command& command) {
    std::string_view keys = command.keys;
    const auto chord = keys.empty() ? std::nullopt : chord_named(take_chord(keys));
    if (!chord) return say_to_palette(command.title);
    std::vector<Mod> mods;
    if (chord->ctrl) mods.push_back(Mod::ctrl);
    if (chord->shift) mods.push_back(Mod::shift);
    if (mods.empty())
        h->key(chord->key);
    else if (mods.size() == 1)
        h->key(chord->key, {mods[0]});
    else
        h->key(chord->key, {mods[0], mods[1]});
    h->frames(3);
}

void LessonDriver::act(const LessonAction& action, const LessonMoment& beginning) {
    const auto whole = with_values(action, beginning);
    ASSERT_TRUE(whole) << whole.why;
    SCOPED_TRACE(say("line ", action.line, ": ", name_in(kLessonDoNames, static_cast<std::uint64_t>(action.what)), ' ',
                     whole->key, ' ', whole->value));
    switch (whole->what) {
    case LessonDo::set: set(*whole); break;
    case LessonDo::select: select(whole->value); break;
    case LessonDo::reply: reply(whole->value); break;
    case LessonDo::view:
        ASSERT_EQ(whole->key, "k_step") << "the driver needs to know the control of this key";
        say_to_palette(say("k step ", whole->value));
        break;
    case LessonDo::command: {
        const Command* command = find_command(whole->value);
        ASSERT_NE(command, nullptr) << whole->value;
        run(*command);
        break;
    }
    }
    settle();
}

}  // namespace tilescope::ui
