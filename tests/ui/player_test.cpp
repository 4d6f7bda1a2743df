// tests/ui/player_test.cpp -- the player of animations: every control, by pointer and by keyboard.
// SPDX-License-Identifier: MIT
#include "app/window/player/player.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/regions.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

namespace tilescope::ui {
namespace {

PlayerState& player(AppHarness& h) { return player_of(h.app.document()); }

void run(AppHarness& h, std::string_view id) {
    run_command(h.app, command(id));
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(2);
}

// Opens the player and pauses at its first step.
void open(AppHarness& h, std::string_view id = "play_swizzle") {
    run(h, id);
    h->key(Key::p);
    show_step(player(h), 0);
    h->frames(2);
}

void load_preset(AppHarness& h, std::string_view id) {
    for (const Preset& preset : presets())
        if (preset.id == id) start(h.app, preset.session());
    h->frames(2);
}

TEST(Player, OpensForEveryAnimationThatIsPossibleAndElseSaysWhyNot) {
    for (const Preset& preset : presets()) {
        AppHarness h;
        start(h.app, preset.session());
        h->frames(2);
        for (const AnimationRow& row : kAnimations) {
            const auto can = can_be_played(row.id, h.app.document().derived, h.app.document().view_state);
            run(h, say("play_", row.name));
            EXPECT_EQ(has_player(h.app), bool(can)) << preset.id << " " << row.name;
            if (can) {
                EXPECT_TRUE(h->shows("player.sentence")) << preset.id << " " << row.name;
                EXPECT_TRUE(h->shows("player.slider"));
                h->key(Key::escape);
                h->frames(2);
            } else {
                EXPECT_EQ(said_first(h.app), can.why);
            }
            EXPECT_FALSE(has_player(h.app));
        }
    }
}

TEST(Player, PlaysPausesAndStopsAtItsEnd) {
    AppHarness h;
    h->frames(2);
    run(h, "play_k-step");
    EXPECT_TRUE(player(h).playing);
    h->frames(60);
    EXPECT_GT(player(h).time.part + static_cast<double>(player(h).time.step), 0.2);
    h->click("player.play");
    h->frames(1);
    EXPECT_FALSE(player(h).playing);
    const AnimationTime paused = player(h).time;
    h->frames(30);
    EXPECT_EQ(player(h).time, paused);
    h->click("player.play");
    h->frames(2);
    for (int i = 0; i < 8; ++i) h->click("player.faster"), h->frames(1);
    EXPECT_EQ(kPlaySpeeds[player(h).speed], 8);
    player(h).time = {player(h).steps() - 1, 0.9};
    h->frames(30);
    EXPECT_FALSE(player(h).playing);
    EXPECT_EQ(player(h).time.step + 1, player(h).steps());
    h->key(Key::p);
    h->frames(2);
    EXPECT_EQ(player(h).time.step, 0u) << "after the end, play starts again";
}

TEST(Player, SpacePlaysUnlessTheKeysChoseAnItem) {
    AppHarness h;
    h->frames(2);
    open(h);
    h->key(Key::space);
    h->frames(2);
    EXPECT_TRUE(player(h).playing);
    h->click("player.loop");  // a click gives it the focus, but the keys did not choose it
    h->frames(2);
    ASSERT_TRUE(player(h).loops);
    h->key(Key::space);
    h->frames(2);
    EXPECT_FALSE(player(h).playing);
    EXPECT_TRUE(player(h).loops);
    for (int i = 0; i < 5 && !ImGui::GetIO().NavVisible; ++i) {
        h->key(Key::f6);  // the first item of a region gets the frame
        h->frames(2);
    }
    ASSERT_TRUE(ImGui::GetIO().NavVisible);
    h->key(Key::space);
    h->frames(2);
    EXPECT_FALSE(player(h).playing) << "Space presses the item with the frame";
}

TEST(Player, SpaceSaysNothingWithoutAnAnimation) {
    AppHarness h;
    h->frames(2);
    h->key(Key::space);
    h->frames(2);
    EXPECT_EQ(said_first(h.app), "");
}

TEST(Player, GoesStepByStepWithKeysAndButtons) {
    AppHarness h;
    h->frames(2);
    open(h);
    h->key(Key::period);
    EXPECT_TRUE(player(h).playing) << "one step is played";
    h->frames(120);
    EXPECT_FALSE(player(h).playing);
    EXPECT_EQ(player(h).time, (AnimationTime{1, kMovingShare}));
    h->key(Key::right);
    h->key(Key::right);
    h->frames(2);
    EXPECT_EQ(player(h).time.step, 3u) << "a second key does not wait for the first one";
    h->key(Key::comma);
    h->frames(2);
    EXPECT_EQ(player(h).time, (AnimationTime{2, kMovingShare}));
    h->key(Key::left);
    h->click("player.back");
    h->frames(2);
    EXPECT_EQ(player(h).time.step, 0u);
    h->key(Key::left);
    h->frames(2);
    EXPECT_EQ(player(h).time.step, 0u);
    h->click("player.next");
    h->frames(120);
    EXPECT_EQ(player(h).time.step, 1u);
}

TEST(Player, GoesToAStepWithTheSlider) {
    AppHarness h;
    h->frames(2);
    open(h);
    const Rect slider = h->rect("player.slider");
    h->click(ImVec2{slider.max.x - 4, slider.centre().y});
    h->frames(2);
    EXPECT_GT(player(h).time.step + 5, player(h).steps());
    h->click(ImVec2{slider.min.x + 4, slider.centre().y});
    h->frames(2);
    EXPECT_LT(player(h).time.step, 5u);
}

TEST(Player, SaysWhatHappensInTheStep) {
    AppHarness h;
    h->frames(2);
    open(h);
    show_step(player(h), 3);
    h->frames(2);
    EXPECT_EQ(player(h).scene.sentence, player(h).animation->steps[3].sentence);
    EXPECT_NE(player(h).scene.sentence.find("000 xor 011 = 011"), std::string::npos);
}

TEST(Player, RepeatsIfItLoops) {
    AppHarness h;
    h->frames(2);
    open(h, "play_k-step");
    h->click("player.loop");
    h->frames(2);
    EXPECT_TRUE(player(h).loops);
    for (int i = 0; i < 5; ++i) run(h, "player_faster");
    player(h).time = {player(h).steps() - 1, 0.9};
    h->key(Key::p);
    h->frames(30);
    EXPECT_TRUE(player(h).playing);
    EXPECT_LT(player(h).time.step, player(h).steps() - 1);
}

TEST(Player, ShowsTheOtherOperandAndEscapeRestoresTheView) {
    AppHarness h;
    h->frames(2);
    open(h);
    const ViewState before = h.app.document().view_state;
    h->click("player.operand");
    h->frames(2);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b);
    EXPECT_EQ(player(h).animation->start.grids[0].id, "tile_b");
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(has_player(h.app));
    EXPECT_EQ(h.app.document().view_state, before);
    EXPECT_TRUE(h->shows("memory.memory"));
}

// As the panel does it: a chunk before the XOR is said to be where it is there, and an empty cell has nothing to say.
TEST(Player, SaysOfACellBeforeTheSwizzleWhereItIs) {
    AppHarness h;
    h->frames(2);
    open(h, "play_before-after");
    h->point_at("player.before.4.2");
    h->frames(3);
    const std::string& said = h.app.document().trace.sentence;
    EXPECT_NE(said.find("without the XOR at byte 0x620, banks 8 to 11"), std::string::npos) << said;
    h->point_at("player.before_banks.4.0");
    h->frames(3);
    EXPECT_EQ(said, "") << "no chunk is read yet";
}

TEST(Player, EscapeInAMenuClosesOnlyTheMenu) {
    AppHarness h;
    h->frames(2);
    open(h);
    h->click("menu.View");
    h->frames(2);
    h->key(Key::escape);
    h->frames(2);
    EXPECT_TRUE(has_player(h.app));
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(has_player(h.app));
}

TEST(Player, ClosesOnAnotherScreen) {
    AppHarness h;
    h->frames(2);
    open(h);
    run(h, "screen_4");
    h->frames(2);
    EXPECT_FALSE(has_player(h.app));
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mask);
}

TEST(Player, WithReducedMotionShowsStepsWithoutAWay) {
    AppHarness h;
    h.app.prefs.reduced_motion = true;
    h->frames(2);
    run(h, "play_swizzle");
    h->frames(3);
    EXPECT_FALSE(h.app.document().requests.next_frame) << "nothing moves until the next step";
    EXPECT_GT(player(h).rest, 0);
    h->key(Key::p);
    const std::size_t step = player(h).time.step;
    h->key(Key::period);
    h->frames(2);
    EXPECT_FALSE(player(h).playing);
    EXPECT_EQ(player(h).time, (AnimationTime{step + 1, kMovingShare}));
}

TEST(Player, DrawsNothingWhileItPausesAndWakesWhenTheNextCellsMove) {
    AppHarness h;
    h->frames(2);
    open(h);
    h->frames(10);
    h.app.regions.redraw = {};
    for (int i = 0; i < Redraw::kFramesToSettle; ++i) h.app.regions.redraw.drew_a_frame();
    h->frames(1);
    EXPECT_LT(h.app.regions.redraw.sleep(), 0) << "a paused player draws no frames";
    EXPECT_LT(player_due(h.app, h.app, 10), 0);
    h->key(Key::p);
    player(h).time.part = 0.8;
    h->frames(2);
    EXPECT_FALSE(h.app.document().requests.next_frame) << "in the rest of a step nothing moves";
    const double due = player_due(h.app, h.app, 10);
    EXPECT_GT(due, 0);
    EXPECT_LT(due, kStepSeconds);
    for (int i = 0; i < 5; ++i) h.app.regions.redraw.drew_a_frame();
    EXPECT_NEAR(player_due(h.app, h.app, 10.1), due - 0.1, 1e-9);
    EXPECT_EQ(player_due(h.app, h.app, 10 + due), 0);
    EXPECT_EQ(h.app.regions.redraw.sleep(), 0) << "the next step is drawn";
}

TEST(Player, FollowsTheDocument) {
    AppHarness h;
    h->frames(2);
    open(h);
    show_step(player(h), 60);
    load_preset(h, "k_major_none_f16");
    begin_revision(h.app);
    h->frames(3);
    EXPECT_TRUE(h->shows("player.refused"));
    EXPECT_FALSE(player(h).animation);
    h->click("player.close");
    h->frames(2);
    EXPECT_FALSE(has_player(h.app));
}

TEST(Player, FitsInEverySize) {
    for (const ImVec2 size : {ImVec2{640, 360}, ImVec2{1280, 720}, ImVec2{1920, 1080}})
        for (const AnimationRow& row : kAnimations) {
            AppHarness h(size);
            start(h.app,
                  std::ranges::find(presets(), std::string_view("block_scaled_mxf4nvf4"), &Preset::id)->session());
            h->frames(2);
            if (!can_be_played(row.id, h.app.document().derived, h.app.document().view_state)) continue;
            run(h, say("play_", row.name));
            h->frames(3);
            for (const char* id : {"player.play", "player.slider", "player.close", "player.sentence"}) {
                ASSERT_TRUE(h->shows(id)) << id << " at " << size.x;
                EXPECT_LE(h->rect(id).max.x, size.x) << id << " at " << size.x;
                EXPECT_LE(h->rect(id).max.y, size.y) << id << " at " << size.x << " " << row.name;
            }
        }
}

// Arrows are between the pictures: not over a cell, the legend, the sentence or the bar.
void expect_free_trails(AppHarness& h) {
    const auto& items = h->probe().items();
    for (const auto& [trail, way] : items) {
        if (!trail.starts_with("trail.")) continue;
        for (const auto& [id, place] : items) {
            const bool cell = std::isdigit(id.back()) && id.starts_with("player.");
            if (cell || id.starts_with("legend.") || id == "player.sentence" || id == "player.play") {
                EXPECT_FALSE(way.touches(place)) << trail << " is over " << id;
            }
        }
    }
}

TEST(Player, DrawsNoArrowOverANumber) {
    for (const char* preset : {"k_major_128b_f16", "mn_major_128b_bf16", "block_scaled_mxf4nvf4"})
        for (const AnimationRow& row : kAnimations) {
            AppHarness h;
            load_preset(h, preset);
            if (!can_be_played(row.id, h.app.document().derived, h.app.document().view_state)) continue;
            open(h, say("play_", row.name));
            bool any = false;
            const std::size_t steps = player(h).steps();
            for (std::size_t step = 0; step < steps; step += std::max<std::size_t>(steps / 6, 1)) {
                SCOPED_TRACE(say(preset, ' ', row.name, ", step ", step));
                player(h).time = {step, 0.2};
                h->frames(3);
                expect_free_trails(h);
                for (const auto& [id, place] : h->probe().items()) any = any || id.starts_with("trail.");
            }
            EXPECT_TRUE(any || row.id == AnimationId::mask) << preset << ' ' << row.name;
        }
}

TEST(Player, SavesThePictureWithTheCellsOnTheirWay) {
    AppHarness h;
    h->frames(2);
    open(h);
    player(h).time = {5, 0.2};
    h->frames(1);
    const auto sheet = sheet_on_stage(h.app, h.app);
    ASSERT_TRUE(sheet);
    EXPECT_EQ(sheet->flying.size(), 8u) << "the chunks of a line";
    EXPECT_EQ(sheet->trails.size(), 1u) << "they go from one line to one line";
}

TEST(Player, SavesTheAnimationOnAThreadThatCanBeStopped) {
    const test::TemporaryFolder folder;
    AppHarness h;
    h->frames(2);
    open(h, "play_k-step");
    h.app.prefs.reduced_motion = true;
    save_animation(h.app, h.app, h.app, say(folder.path(), "/", "k.gif"));
    EXPECT_TRUE(is_saving_file(h.app));
    h->frames(1);
    EXPECT_NE(status_sentence(h.app).find("Saving the animation"), std::string::npos);
    h->click("status.stop");
    h->frames(2);
    EXPECT_FALSE(is_saving_file(h.app));
    EXPECT_FALSE(std::filesystem::exists(say(folder.path(), "/", "k.gif")));
    save_animation(h.app, h.app, h.app, say(folder.path(), "/", "k.gif"));
    h->frames_until([&] { return !is_saving_file(h.app); });
    EXPECT_EQ(h.app.document().status, say("Saved the animation as ", folder.path(), "/k.gif."));
    EXPECT_TRUE(std::filesystem::exists(say(folder.path(), "/", "k.gif")));
}

}  // namespace
}  // namespace tilescope::ui
