// tests/ui/presentation_test.cpp -- tests the presentation of a picture: its order, its keys, its end.
// SPDX-License-Identifier: MIT
#include "app/window/guide/presentation.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/arrangement.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/start_page.h"
#include "app/window/player/player.h"

#include "tests/ui/app_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace tilescope::ui {
namespace {

// How many tool tips are on the screen.
int tool_tips() {
    int out = 0;
    for (const ImGuiWindow* window : GImGui->Windows)
        out += window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0 ? 1 : 0;
    return out;
}

class PresentationTest : public testing::Test {
protected:
    void press(Key key, std::initializer_list<Mod> mods = {}) {
        h->key(key, mods);
        h->frames(3);
    }
    bool presents() const { return h.app.overlays.presentation.on; }
    std::string_view panel() const { return shown_slide(h.app).panel; }
    AppHarness h{{1440, 900}, Screen::mma};
};

TEST_F(PresentationTest, ShowsOnlyThePictureAndItsTexts) {
    press(Key::f5);
    ASSERT_TRUE(presents());
    EXPECT_TRUE(h.app.regions.full_screen);
    for (const char* gone : {"menu.File", "region.rail", "region.side", "status", "mma.emulate", "mma.line"})
        EXPECT_FALSE(h->shows(gone)) << gone;
    for (const char* there : {"mma.canvas", "present.title", "present.sentence", "present.place", "present.keys"})
        EXPECT_TRUE(h->shows(there)) << there;
    const Rect canvas = h->rect("mma.canvas");
    EXPECT_GT((canvas.max.x - canvas.min.x) * (canvas.max.y - canvas.min.y), 0.7f * 1440 * 900);
}

TEST_F(PresentationTest, EscBringsBackWhatWasThere) {
    h.app.document().view_state.screen = Screen::memory;
    h.app.document().view_state.selection = ElementFocus{Matrix::a, 3, 24};
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(3);
    const ViewState before = h.app.document().view_state;
    press(Key::f5);
    press(Key::page_down);
    press(Key::page_down);
    press(Key::d);
    h->click("present.picture");
    EXPECT_NE(h.app.document().view_state, before);
    press(Key::escape);
    EXPECT_FALSE(presents());
    EXPECT_FALSE(h.app.regions.full_screen);
    EXPECT_EQ(h.app.document().view_state, before);
    EXPECT_EQ(h.app.prefs.theme, ThemeChoice::light);
    EXPECT_TRUE(h->shows("menu.File"));
}

TEST_F(PresentationTest, PageDownGoesThroughPicturesAndPageUpBack) {
    press(Key::f5);
    press(Key::home);
    std::vector<std::string> down, up;
    const auto now = [&] { return std::string(panel()); };
    down.push_back(now());
    for (int i = 0; i < 40; ++i) {
        press(Key::page_down);
        if (now() == down.back()) break;
        down.push_back(now());
    }
    EXPECT_EQ(down[0], "before_after");
    EXPECT_EQ(down[1], "mma");
    EXPECT_EQ(down[2], "memory") << "a press never leaves the picture as it is";
    EXPECT_EQ(down.size(), slides_of(h.app, h.app.jobs.live.view).size());
    up.push_back(now());
    for (int i = 0; i < 40; ++i) {
        press(Key::page_up);
        if (now() == up.back()) break;
        up.push_back(now());
    }
    std::ranges::reverse(up);
    EXPECT_EQ(up, down);
}

TEST_F(PresentationTest, TheKeysOfAClickerAndTheArrowsStep) {
    press(Key::f5);
    for (const Key next : {Key::page_down, Key::right, Key::space, Key::down}) {
        press(next);
        EXPECT_EQ(panel(), "memory") << static_cast<int>(next);
        press(next == Key::down ? Key::up : Key::left);
        EXPECT_EQ(panel(), "mma") << static_cast<int>(next);
    }
    press(Key::end);
    EXPECT_EQ(panel(), slides_of(h.app, h.app.jobs.live.view).back()->panel);
    press(Key::home);
    EXPECT_EQ(panel(), "before_after");
}

TEST_F(PresentationTest, TheBracketsStepKAndDKeepsItsLook) {
    press(Key::f5);
    const bool sums = h.app.document().view_state.sums;
    for (const unsigned step : {1u, 2u, 3u, 3u}) {
        press(Key::right_bracket);
        EXPECT_EQ(h.app.document().view_state.k_step, step);
        EXPECT_EQ(panel(), "mma");
        EXPECT_EQ(h.app.document().view_state.sums, sums) << "D has one look within a slide";
    }
    press(Key::left_bracket);
    EXPECT_EQ(h.app.document().view_state.k_step, 2u);
    press(Key::right);
    EXPECT_EQ(h.app.document().view_state.k_step, 0u) << "each picture begins with its first step";
}

TEST_F(PresentationTest, ASparseAHasTheKStepsOfTheTile) {
    h.app.document().requests.edits.push_back(LoadSession{find_preset("sparse_f16")->session(), "preset"});
    h->frames(3);
    const Document& doc = h.app.document();
    press(Key::f5);
    for (int i = 0; i < 40; ++i) press(Key::right_bracket);
    EXPECT_EQ(doc.view_state.k_step, doc.session.tile_k / doc.derived.k - 1);
}

TEST_F(PresentationTest, F1NamesTheKeysAndEscapeTakesThemBack) {
    press(Key::f5);
    const auto width = [&] { return h->rect("present.keys").size().x; };
    const float before = width();
    press(Key::f1);
    EXPECT_TRUE(h.app.overlays.presentation.help);
    EXPECT_NE(width(), before);
    press(Key::escape);
    EXPECT_TRUE(h.app.overlays.presentation.on) << "Escape is for the keys";
    EXPECT_EQ(width(), before);
    press(Key::escape);
    EXPECT_FALSE(h.app.overlays.presentation.on);
}

TEST_F(PresentationTest, ShowsItsPlaceBesideTheKeys) {
    press(Key::f5);
    ASSERT_TRUE(h.app.overlays.presentation.keys);
    EXPECT_TRUE(h->shows("present.place"));
    const Rect place = h->rect("present.place"), title = h->rect("present.title");
    EXPECT_GT(place.min.x, title.max.x);
    press(Key::right);
    EXPECT_FALSE(h.app.overlays.presentation.keys);
    EXPECT_TRUE(h->shows("present.place"));
    EXPECT_TRUE(h->shows("present.keys")) << "where Right leads";
}

TEST_F(PresentationTest, AnAnimationKeepsLegendAndPlace) {
    press(Key::f5);
    press(Key::home);
    ASSERT_EQ(panel(), "before_after");
    const Rect before = h->rect("before_after.before");
    press(Key::m);
    ASSERT_TRUE(has_player(h.app.document()));
    h->frames(20);
    const Rect played = h->rect("player.before");
    EXPECT_EQ(played.min.y, before.min.y);
    EXPECT_EQ(played.max.y, before.max.y);
    EXPECT_EQ(played.max.x, before.max.x);
    const bool legend =
        std::ranges::any_of(h->probe().items(), [](const auto& i) { return i.first.starts_with("legend."); });
    EXPECT_TRUE(legend);
}

TEST_F(PresentationTest, BBlanksTheWindowAndAnyStepShowsItAgain) {
    press(Key::f5);
    press(Key::b);
    EXPECT_TRUE(h->shows("present.blank"));
    EXPECT_FALSE(h->shows("mma.canvas"));
    press(Key::page_down);
    EXPECT_TRUE(h->shows("mma.canvas"));
    EXPECT_EQ(panel(), "mma") << "the first key only shows the picture again";
    press(Key::b);
    press(Key::escape);
    EXPECT_TRUE(presents());
    EXPECT_TRUE(h->shows("mma.canvas"));
}

TEST_F(PresentationTest, DChangesTheThemeAndPShowsARingAtThePointer) {
    press(Key::f5);
    EXPECT_FALSE(h.app.overlays.presentation.dark);
    press(Key::d);
    EXPECT_TRUE(h.app.overlays.presentation.dark);
    EXPECT_FALSE(h->shows("present.spot"));
    press(Key::p);
    h->point_at(ImVec2(700, 400));
    const Rect spot = h->rect("present.spot");
    EXPECT_NEAR(spot.centre().x, 700, 1);
    EXPECT_NEAR(spot.centre().y, 400, 1);
    press(Key::p);
    EXPECT_FALSE(h->shows("present.spot"));
}

TEST_F(PresentationTest, BeginsWithTheThemeOfTheWindow) {
    h.app.regions.asked_dark = true;  // --theme dark
    press(Key::f5);
    EXPECT_TRUE(h.app.overlays.presentation.dark);
    press(Key::escape);
    h.app.regions.asked_dark = false;
    h.app.prefs.theme = ThemeChoice::dark;
    press(Key::f5);
    EXPECT_FALSE(h.app.overlays.presentation.dark);
}

TEST_F(PresentationTest, WheelLabelsAndSelectionWork) {
    press(Key::f5);
    press(Key::down);
    ASSERT_EQ(panel(), "memory");
    const CellLabel before = label_of(h.app.document().view_state, LabelPicture::memory);
    press(Key::l);
    EXPECT_NE(label_of(h.app.document().view_state, LabelPicture::memory), before);
    h->click("memory.tile.3.2");
    h->frames(3);
    EXPECT_TRUE(std::holds_alternative<ElementFocus>(h.app.document().view_state.selection));
    const float zoom = h.app.document().states.memory.grids[Operand::a][0].zoom;
    h->wheel("memory.tile", 2);
    h->frames(30);
    EXPECT_NE(h.app.document().states.memory.grids[Operand::a][0].zoom, zoom);
}

TEST_F(PresentationTest, DoesNotMoveThePictureWhenTheSentenceChanges) {
    press(Key::f5);
    press(Key::down);
    const Rect before = h->rect("present.picture");
    h->point_at("memory.tile.3.2");
    h->frames(3);
    EXPECT_EQ(h->rect("present.picture").max.y, before.max.y);
}

TEST_F(PresentationTest, KeysOfItsOwnDoNothingElseAndOtherKeysStayWithThePalette) {
    press(Key::f5);
    press(Key::k, {Mod::ctrl});
    ASSERT_TRUE(h.app.overlays.palette.open);
    h->type("b");
    h->frames(3);
    EXPECT_FALSE(h.app.overlays.presentation.blank);
    press(Key::escape);
    EXPECT_FALSE(h.app.overlays.palette.open);
    EXPECT_TRUE(presents()) << "Esc closes the palette first";
}

TEST_F(PresentationTest, MPlaysTheAnimationOfThePictureAndTheStepsGoThroughIt) {
    press(Key::f5);
    press(Key::m);
    ASSERT_EQ(player_of(h.app.document()).id, AnimationId::k_step);
    EXPECT_TRUE(h->shows("present.sentence"));
    EXPECT_FALSE(h->shows("player.play")) << "no chrome";
    EXPECT_FALSE(h->shows("mma.canvas"));
    press(Key::m);
    EXPECT_FALSE(player_of(h.app.document()).playing);
    player_of(h.app.document()).time = {};
    for (int i = 0; i < 60 && player_of(h.app.document()).id; ++i) {
        press(Key::page_down);
        h->frames(120);
    }
    EXPECT_FALSE(player_of(h.app.document()).id) << "after its last step the next picture follows";
    EXPECT_EQ(panel(), "memory");
    press(Key::m);
    EXPECT_EQ(player_of(h.app.document()).id, AnimationId::swizzle);
    press(Key::escape);
    EXPECT_FALSE(player_of(h.app.document()).id);
    EXPECT_TRUE(presents()) << "Esc ends the animation first";
    press(Key::escape);
    EXPECT_FALSE(presents());
}

TEST_F(PresentationTest, PageKeysStepALesson) {
    open_lesson_named(h.app, "core-matrices");
    h->frames(3);
    press(Key::f5);
    ASSERT_TRUE(presents());
    EXPECT_EQ(h.app.document().lesson->step, 0u);
    press(Key::page_down);
    EXPECT_EQ(h.app.document().lesson->step, 1u);
    EXPECT_TRUE(h->shows("present.title"));
    press(Key::page_up);
    press(Key::page_up);
    EXPECT_EQ(h.app.document().lesson->step, 0u);
    for (std::size_t i = 0; i < h.app.document().lesson->lesson.steps.size() + 2; ++i) press(Key::page_down);
    EXPECT_TRUE(h.app.document().lesson->is_last());
    press(Key::escape);
    EXPECT_TRUE(h->shows("lesson.title")) << "the lesson stays";
}

TEST_F(PresentationTest, NoToolTipCoversAPicture) {
    press(Key::n2, {Mod::ctrl});
    h->point_at("bits.band.sbo");
    h->frames(2);
    EXPECT_EQ(tool_tips(), 1) << "as long as nothing is presented";
    press(Key::f5);
    press(Key::home);
    for (const Slide* slide : slides_of(h.app, h.app.jobs.live.view)) {
        ASSERT_EQ(panel(), slide->panel);
        const Rect picture = h->rect("present.picture");
        const ImVec2 size{picture.max.x - picture.min.x, picture.max.y - picture.min.y};
        for (int i = 0; i < 60; ++i) {
            h->point_at(ImVec2(picture.min.x + size.x * (static_cast<float>(i % 10) + 0.5f) / 10,
                               picture.min.y + size.y * (static_cast<float>(i / 10) + 0.9f) / 6));
            EXPECT_EQ(tool_tips(), 0) << slide->panel << ' ' << i;
        }
        std::vector<std::string> words;
        for (const auto& [id, place] : h->probe().items())
            if (id.starts_with("legend.") || id.starts_with("bits.band.")) words.push_back(id);
        for (const std::string& id : words) {
            h->point_at(id);
            EXPECT_EQ(tool_tips(), 0) << slide->panel << ' ' << id;
        }
        press(Key::down);
    }
}

TEST_F(PresentationTest, TheCaptionOfAStepIsOnlyAboutItsPicture) {
    open_lesson_named(h.app, "core-matrices");
    h->frames(3);
    press(Key::f5);
    EXPECT_TRUE(shows_picture_of_step(h.app));
    EXPECT_TRUE(shows_beginning_of_step(h.app));
    const std::string_view before = panel();
    press(Key::down);
    ASSERT_NE(panel(), before);
    EXPECT_FALSE(shows_picture_of_step(h.app)) << "the title is that of the picture";
    EXPECT_FALSE(shows_beginning_of_step(h.app)) << "and so is the sentence";
    press(Key::page_down);
    EXPECT_EQ(h.app.document().lesson->step, 1u);
    EXPECT_TRUE(shows_beginning_of_step(h.app));
    h.app.document().view_state.selection = h.app.document().requests.view_state.selection =
        ElementFocus{Matrix::a, 3, 24};
    h->frames(2);
    EXPECT_TRUE(shows_picture_of_step(h.app));
    EXPECT_FALSE(shows_beginning_of_step(h.app)) << "the selection has a sentence of its own";
    press(Key::page_up);
    EXPECT_TRUE(shows_beginning_of_step(h.app));
}

TEST_F(PresentationTest, AnOldSelectionDoesNotTakeTheCaption) {
    const auto select = [&](int row) {
        h.app.document().view_state.selection = h.app.document().requests.view_state.selection =
            ElementFocus{Matrix::a, row, 24};
        h->frames(2);
    };
    select(3);
    press(Key::f5);
    EXPECT_FALSE(h->shows("present.of_item"));
    select(4);
    EXPECT_TRUE(h->shows("present.of_item")) << "it was selected while the picture was shown";
    press(Key::down);
    EXPECT_FALSE(h->shows("present.of_item"));
}

TEST_F(PresentationTest, MNamesThePicturesThatHaveAnAnimation) {
    press(Key::f5);
    press(Key::down);
    press(Key::down);
    ASSERT_EQ(panel(), "banks");
    press(Key::m);
    EXPECT_FALSE(player_of(h.app.document()).id);
    EXPECT_EQ(said_first(h.app),
              "This picture has no animation. These pictures have one: Before | After: the swizzle of A; "
              "The whole MMA; Tile and shared memory of A.");
    press(Key::page_down);
    EXPECT_EQ(said_first(h.app), "") << "the next picture has its own sentence";
    press(Key::m);
    press(Key::escape);
    EXPECT_FALSE(presents());
    EXPECT_EQ(said_first(h.app), "") << "it was about the presentation";
}

TEST_F(PresentationTest, LeavesTheStartPage) {
    open_start_page(h.app);
    h->frames(3);
    press(Key::f5);
    EXPECT_FALSE(h.app.overlays.start_page.shown);
    EXPECT_TRUE(h->shows("mma.canvas"));
}

TEST_F(PresentationTest, KeepsAnotherSessionThatCameMeanwhile) {
    press(Key::f5);
    h.app.document().requests.edits.push_back(LoadSession{find_preset("zero_mask_ws")->session(), "preset"});
    h->frames(3);
    press(Key::n4, {Mod::ctrl});
    ASSERT_EQ(panel(), "mask");
    press(Key::escape);
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mask);
}

// Each picture of the stage can be presented: a new panel needs a row.
TEST(Slides, HaveARowForEachPictureOfTheStage) {
    for (const Panel& panel : all_panels()) {
        if (panel.region != Region::stage || panel.picture == nullptr) continue;
        EXPECT_NE(std::ranges::find(all_slides(), panel.id, &Slide::panel), all_slides().end()) << panel.id;
    }
    for (const Slide& slide : all_slides()) {
        const Panel* panel = find_panel(slide.panel);
        ASSERT_NE(panel, nullptr) << slide.panel;
        EXPECT_NE(panel->screens & on(slide.screen), 0u) << slide.panel;
    }
}

TEST(Slides, AreDrawnForEachPreset) {
    for (const Preset& preset : presets()) {
        AppHarness h({1440, 900}, Screen::mma);
        h.app.document().requests.edits.push_back(LoadSession{preset.session(), "preset"});
        h->frames(3);
        h->key(Key::f5);
        h->key(Key::home);
        h->frames(3);
        for (const Slide* slide : slides_of(h.app, h.app.jobs.live.view)) {
            EXPECT_EQ(&shown_slide(h.app), slide) << preset.id;
            EXPECT_TRUE(h->shows("present.title")) << preset.id << ' ' << slide->panel;
            EXPECT_TRUE(h->probe().cut().empty())
                << preset.id << ' ' << slide->panel << ' ' << h->probe().cut().front();
            h->key(Key::down);
            h->frames(3);
        }
    }
}

TEST(PresentedScale, MakesTheSmallestTextReadable) {
    for (const ImVec2 window :
         {ImVec2(1280, 720), {1440, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {1024, 768}}) {
        const Sizes px = sizes_at(scale_presented_in(window));
        for (const float size : {px.small, px.mono, px.text, px.lead, px.title})
            EXPECT_GE(size, kLeastPresentedText * window.y) << window.x;
        EXPECT_GT(px.lead, px.text);
        EXPECT_GT(px.title, px.lead);
    }
}

TEST(PresentedPlaces, DoNotOverlapAndGiveThePictureMost) {
    for (const ImVec2 window : {ImVec2(1280, 720), {1440, 900}, {3840, 2160}}) {
        const Sizes px = sizes_at(scale_presented_in(window));
        const PresentedPlaces p = arrange_presented(
            window, {.pad = px.gap, .title = px.title, .footer = px.text, .sentence = px.lead, .lines = 2});
        const std::array<Rect, 4> rows = {p.title, p.picture, p.sentence, p.footer};
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) EXPECT_LE(rows[i].max.y, rows[i + 1].min.y) << i;
        EXPECT_LE(p.footer.max.y, window.y);
        EXPECT_GT(p.picture.max.y - p.picture.min.y, 0.7f * window.y);
    }
}

}  // namespace
}  // namespace tilescope::ui
