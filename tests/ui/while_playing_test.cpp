// tests/ui/while_playing_test.cpp -- what the user does meanwhile: pins, other tabs and screens while a picture moves.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/frame/regions.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_page.h"
#include "app/window/player/player.h"
#include "tests/ui/shown_memory.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace tilescope::ui {
namespace {

constexpr int kNineSeconds = 9 * 60;  // frames: the harness draws 60 in a second

class WhilePlaying : public testing::Test {
protected:
    void press(Key key, std::initializer_list<Mod> mods = {}) {
        h->key(key, mods);
        h->frames(3);
    }
    void run(std::string_view id) {
        run_command(h.app, command(id));
        h.app.document().requests.view_state = h.app.document().view_state;
        h->frames(3);
    }
    // Draws with key B held, as the user does to see the reference: another session than that of the document, after an
    // edit. Without a reference, B shows nothing else.
    void hold_b() {
        const std::optional<Session> pinned = h.app.document().view_state.reference;
        make_edits(h.app, {SetTileK{h.app.document().session.tile_k == 64 ? 128u : 64u}});
        feed_key(Key::b, true);
        h->frames(3);
        EXPECT_EQ(shows_reference(h.app, h.app), pinned.has_value());
        expect_shows_memory(h, pinned.value_or(h.app.document().session));
        feed_key(Key::b, false);
        h->frames(2);
        EXPECT_EQ(h.app.document().reference.derived.has_value(), pinned.has_value());
        EXPECT_NE(pinned, h.app.document().session);
        expect_shows_memory(h, h.app.document().session);
    }
    AppHarness h;
};

TEST_F(WhilePlaying, APinStaysWhenTheAnimationEnds) {
    run("play_swizzle");
    press(Key::p, {Mod::ctrl});
    run("player_close");
    EXPECT_FALSE(has_player(h.app));
    EXPECT_TRUE(h.app.document().view_state.reference);
    hold_b();
}

TEST_F(WhilePlaying, APinStaysWhenThePresentationEnds) {
    press(Key::f5);
    press(Key::p, {Mod::ctrl});
    press(Key::escape);
    EXPECT_FALSE(h.app.overlays.presentation.on);
    EXPECT_TRUE(h.app.document().view_state.reference);
    hold_b();
}

TEST_F(WhilePlaying, WhatIsUnpinnedMeanwhileStaysUnpinned) {
    press(Key::p, {Mod::ctrl});
    run("play_swizzle");
    press(Key::p, {Mod::ctrl, Mod::shift});
    run("player_close");
    EXPECT_FALSE(h.app.document().view_state.reference);
    hold_b();
}

TEST_F(WhilePlaying, AStepOfALessonBeginsWithoutAReference) {
    open_lesson_named(h.app, "core-matrices");
    h->frames(3);
    press(Key::p, {Mod::ctrl});
    ASSERT_TRUE(h.app.document().reference.derived);
    step_lesson(h.app, 1);
    h->frames(3);
    h->click(ImVec2{700, 500});  // the box for the reply would keep the key
    hold_b();
    EXPECT_FALSE(h.app.document().reference.derived);
}

TEST_F(WhilePlaying, TheTimeInAnotherTabDoesNotCount) {
    run("play_swizzle");
    press(Key::t, {Mod::ctrl});
    h->frames(kNineSeconds);
    press(Key::tab, {Mod::ctrl});
    ASSERT_TRUE(has_player(h.app));
    EXPECT_TRUE(player_of(h.app.document()).playing);
    EXPECT_LE(player_of(h.app.document()).time.step, 1u);
}

TEST_F(WhilePlaying, TheTimeUnderTheBlackWindowDoesNotCount) {
    press(Key::f5);
    press(Key::m);
    ASSERT_TRUE(has_player(h.app));
    press(Key::b);
    h->frames(kNineSeconds);
    press(Key::b);
    EXPECT_TRUE(player_of(h.app.document()).playing);
    EXPECT_LE(player_of(h.app.document()).time.step, 1u);
}

TEST_F(WhilePlaying, TheTimeUnderTheStartPageDoesNotCount) {
    run("play_swizzle");
    open_start_page(h.app);
    h->frames(kNineSeconds);
    leave_start_page(h.app, h.app);
    h->frames(2);
    ASSERT_TRUE(has_player(h.app));
    EXPECT_LE(player_of(h.app.document()).time.step, 1u);
}

TEST_F(WhilePlaying, EachTabGetsItsOwnViewBackFromThePresentation) {
    press(Key::t, {Mod::ctrl});
    const ViewState second = h.app.document().view_state;
    press(Key::tab, {Mod::ctrl});
    const ViewState first = h.app.document().view_state;
    press(Key::f5);
    press(Key::end);
    ASSERT_NE(h.app.document().view_state, first);
    press(Key::tab, {Mod::ctrl});
    EXPECT_TRUE(h.app.overlays.presentation.on) << "a talk goes on with the session of another tab";
    press(Key::home);
    press(Key::escape);
    EXPECT_FALSE(h.app.overlays.presentation.on);
    EXPECT_EQ(h.app.document().view_state, second);
    press(Key::tab, {Mod::ctrl});
    EXPECT_EQ(h.app.document().view_state, first);
}

TEST_F(WhilePlaying, TheStartPageEndsThePresentation) {
    press(Key::f5);
    run("start_page");
    EXPECT_FALSE(h.app.overlays.presentation.on);
    EXPECT_TRUE(h.app.overlays.start_page.shown);
    EXPECT_FALSE(h.app.regions.full_screen);
}

}  // namespace
}  // namespace tilescope::ui
