// tests/ui/stillness_test.cpp -- no view moves its picture or its tabs when a result, a message or a selection comes.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/guide/lessons.h"
#include "app/window/result/emulation.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

// 1280 x 720 at 100, 150 and 200 %.
const ImVec2 kScales[] = {{1280, 720}, {853, 480}, {640, 360}};

// The picture of the view, its tabs, and the line of the verdict.
std::map<std::string, Rect> places_in(AppHarness& h) {
    std::map<std::string, Rect> out;
    for (const auto& [id, place] : h->probe().items())
        if (id == "picture" || id == "region.stage" || id.starts_with("stage.tab.")) out[id] = place;
    return out;
}

void expect_still(const std::map<std::string, Rect>& before, AppHarness& h, const std::string& where) {
    const auto now = places_in(h);
    for (const auto& [id, place] : before) {
        const auto at = now.find(id);
        if (at == now.end()) {
            ADD_FAILURE() << id << " is gone: " << where;
            continue;
        }
        EXPECT_EQ(at->second.min.x, place.min.x) << id << ": " << where;
        EXPECT_EQ(at->second.min.y, place.min.y) << id << ": " << where;
        EXPECT_EQ(at->second.max.x, place.max.x) << id << ": " << where;
        EXPECT_EQ(at->second.max.y, place.max.y) << id << ": " << where;
    }
}

void set_view(AppHarness& h, const auto& change) {
    change(h.app.document().view_state);
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(4);
}

// The key also shows the screen of the result, so the view of before comes back.
void emulate_all_now(AppHarness& h) {
    const ViewState view = h.app.document().view_state;
    h->key(Key::e, {Mod::ctrl});
    h->frames_until([&] { return h.app.document().results.state == ResultState::done; });
    h.app.document().requests.view_state = view;
    h->frames(4);
}

const char* preset_for(Screen screen, StageTab tab) {
    if (screen == Screen::mask) return "zero_mask_ws";
    return tab == StageTab::scales   ? "block_scaled_mxf4nvf4"
           : tab == StageTab::sparse ? "sparse_f16"
                                     : "k_major_128b_f16";
}

std::vector<std::pair<Screen, std::optional<StageTab>>> every_view() {
    std::set<std::pair<Screen, std::optional<StageTab>>> out;
    for (const Panel& panel : all_panels())
        for (std::size_t i = 0; i < kScreenCount; ++i)
            if (panel.region == Region::stage && (panel.screens & on(static_cast<Screen>(i))) != 0 &&
                panel.id != "bits")
                out.insert({static_cast<Screen>(i), panel.tab});
    return {out.begin(), out.end()};
}

// Calls `look` with a window at each scale for each view, which it shows.
void for_each_view(const auto& look) {
    for (const ImVec2 size : kScales)
        for (const auto& [screen, tab] : every_view()) {
            AppHarness h(size, screen);
            h.app.jobs.emulation = emulation_jobs({});
            h.app.document().session = find_preset(preset_for(screen, tab.value_or(StageTab::memory)))->session();
            begin_revision(h.app);
            set_view(h, [&](ViewState& v) {
                v.screen = screen;
                if (tab) tab_of(v, screen) = *tab;
            });
            const std::string_view name =
                tab ? name_in(kStageTabIds, static_cast<std::uint64_t>(*tab)) : std::string_view();
            look(h, screen, tab, say(row_of(screen).title, ", ", name, " at ", static_cast<int>(size.x)));
        }
}

using ShownTab = std::optional<StageTab>;

TEST(Stillness, NoViewMovesWhenSomethingComes) {
    for_each_view([](AppHarness& h, Screen screen, ShownTab tab, const std::string& where) {
        if (h->shows("tensor_map.make")) h->click("tensor_map.make"), h->frames(3);
        const bool numbers = tab == StageTab::result;  // without a result there is nothing to see
        if (numbers) emulate_all_now(h);
        const auto before = places_in(h);
        if (tab && *tab != StageTab::layout && *tab != StageTab::kinds && *tab != StageTab::legality &&
            *tab != StageTab::kernel) {
            EXPECT_TRUE(before.contains("picture")) << where;
        }
        emulate_all_now(h);
        expect_still(before, h, say("a result, ", where));
        set_view(h, [&](ViewState& v) { v.selection = ElementFocus{Matrix::a, 120, 56}; });
        expect_still(before, h, say("a selected element, ", where));
        h.app.document().requests.status = std::string(300, 'w');
        h->frames(3);
        expect_still(before, h, say("a message, ", where));
        const Field& sbo = *find_field(*h.app.document().derived.of(WordId::b_desc).format, "sbo");
        make_edits(h.app, {SetField{WordId::b_desc, &sbo, 512 / 16}});
        h->frames(4);
        if (tab == StageTab::result)
            h->frames_until([&] { return h.app.document().results.state == ResultState::done; }), h->frames(2);
        expect_still(before, h, say("an old result, ", where));
        emulate_all_now(h);
        expect_still(before, h, say("a wrong result, ", where));
        set_view(h, [&](ViewState& v) { v.selection = ElementFocus{Matrix::d, 8, 17}; });
        expect_still(before, h, say("a selected element of D, ", where));
        if (screen == Screen::mma) {
            set_view(h, [&](ViewState& v) { v.k_step = 1; });
            expect_still(before, h, say("another K step, ", where));
        }
        const Field& code = *find_field(*h.app.document().derived.of(WordId::b_desc).format, "swizzle");
        make_edits(h.app, {SetField{WordId::b_desc, &code, 7}});
        h->frames(4);
        EXPECT_FALSE(h->shows("region.drawer")) << "an error is counted, and moves nothing: " << where;
    });
}

// The cells too: a click on a wrong element moves none.
TEST(Stillness, TheMatricesStayWhenAnElementIsSelected) {
    for (const ImVec2 size : kScales) {
        AppHarness h(size, Screen::mma);
        h.app.jobs.emulation = emulation_jobs({});
        const Field& sbo = *find_field(*h.app.document().derived.of(WordId::b_desc).format, "sbo");
        make_edits(h.app, {SetField{WordId::b_desc, &sbo, 512 / 16}});
        h->frames(4);
        const Rect before = h->rect("mma.d");
        emulate_all_now(h);
        EXPECT_EQ(h->rect("mma.d").min.y, before.min.y) << size.x;
        h->click(before.centre());
        h->frames(4);
        EXPECT_TRUE(h->shows("mma.card")) << size.x;
        EXPECT_EQ(h->rect("mma.d").min.y, before.min.y) << size.x;
        EXPECT_EQ(h->rect("mma.d").max.x, before.max.x) << size.x;
    }
}

TEST(Stillness, TheStageStaysWhenALessonOpensItsNextStep) {
    for (const ImVec2 size : kScales) {
        AppHarness h(size);
        open_lesson_named(h.app, "core-matrices");
        h->frames(4);
        if (!h->shows("region.stage")) continue;  // a small window shows the lesson in its place
        const Rect stage = h->rect("region.stage");
        run_command(h.app, command("lesson_next"));
        h->frames(4);
        EXPECT_EQ(h->rect("region.stage").min.x, stage.min.x);
        EXPECT_EQ(h->rect("region.stage").max.y, stage.max.y);
    }
}

// A verdict is read to its end: in two lines, or by its tooltip.
TEST(Stillness, TheVerdictIsWholeAtTwoHundredPercent) {
    AppHarness h({640, 360}, Screen::mma);
    h.app.jobs.emulation = emulation_jobs({});
    h->frames(3);
    emulate_all_now(h);
    const Rect line = h->rect("mma.verdict");
    EXPECT_GT(line.max.y - line.min.y, 1.5f * ImGui::GetFontSize()) << "two lines";
    EXPECT_LT(line.max.x, h->rect("mma.more").min.x);
}

// The tools: buttons, boxes and lists above the picture. Their lines are counted by the middles of their items.
std::vector<std::string> lines_of_tools(AppHarness& h) {
    const bool wide = h->shows("region.stage");
    const float top = wide ? h->rect("region.stage").min.y : h->rect("compact.Picture").max.y,
                bottom = h->rect("picture").min.y;
    std::vector<std::pair<float, std::string>> middles;
    for (const auto& [id, place] : h->probe().items()) {
        const bool words = (wide && id.starts_with("bits.")) || id.starts_with("mma.word") || id == "mma.line" ||
                           id.starts_with("mma.verdict") || id == "mma.more" || id.starts_with("result.verdict") ||
                           id == "result.more" || id.ends_with(".title") || id.ends_with(".cute") ||
                           id.find("sentence") != id.npos || id == "scales.copy" || id == "scales.batch.begins";
        if (words || place.min.y < top || place.max.y > bottom || id.starts_with("region.")) continue;
        if (wide && (place.min.x < h->rect("region.stage").min.x || place.max.x > h->rect("region.stage").max.x))
            continue;
        if (id.starts_with("tensor_map.") && !id.starts_with("tensor_map.operand")) continue;  // a form
        middles.emplace_back(place.centre().y, id);
    }
    std::ranges::sort(middles);
    std::vector<std::string> lines;  // the first item of each
    float last = -100;
    for (const auto& [y, id] : middles)
        if (y - last > 10) lines.push_back(id), last = y;
    return lines;
}

TEST(ToolRows, TakeAtMostTwoLinesAndThreeAtTwoHundredPercent) {
    for_each_view([](AppHarness& h, Screen, ShownTab, const std::string& where) {
        emulate_all_now(h);
        if (!h->shows("picture")) return;
        const std::vector<std::string> lines = lines_of_tools(h);
        EXPECT_LE(lines.size(), ImGui::GetIO().DisplaySize.x < 800 ? 3u : 2u)
            << tilescope::list_of(lines, std::identity(), ", ") << where;
    });
}

}  // namespace
}  // namespace tilescope::ui
