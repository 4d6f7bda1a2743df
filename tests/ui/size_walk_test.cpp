// tests/ui/size_walk_test.cpp -- every screen at eight sizes: no item is outside the window, and none covers another.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <semaphore>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {
namespace {

struct Item {
    std::string id;
    Rect place;
};

bool covers(const Rect& outer, const Rect& inner) {
    return outer.min.x <= inner.min.x + 1 && outer.min.y <= inner.min.y + 1 && outer.max.x >= inner.max.x - 1 &&
           outer.max.y >= inner.max.y - 1;
}

// Two items touch if they share more than the pixel of a border.
bool share_pixels(const Rect& a, const Rect& b) {
    return std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x) > 1.5f &&
           std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y) > 1.5f;
}

// A handle lies over the line that it moves, on purpose; a drawn arrow or light lies over the cells. A line of a table
// or a list spans all columns and half of the space to the next line, although it is submitted in one column.
bool lies_over_others(const std::string& id) {
    constexpr std::string_view kHandles[] = {"splitter.",    "form.edge.",    "kinds.",
                                             "chooser.row.", "chooser.file.", "chooser.place."};
    const auto begins = [&](std::string_view handle) { return id.starts_with(handle); };
    if (constexpr std::string_view row = "batch."; id.starts_with(row) && std::isdigit(id[row.size()]) != 0)
        return true;
    return std::ranges::any_of(kHandles, begins) || id.starts_with("region.") || id == "picture" ||
           id == "memory.xor" || id.starts_with("mma.lit.") || id.starts_with("mma.arrow.");
}

// "memory.tile.3.7": a cell of a grid. Its grid keeps it in its place.
bool is_cell(const std::string& id) {
    const std::size_t last = id.find_last_not_of("0123456789");
    if (last == std::string::npos || last + 1 == id.size() || id[last] != '.') return false;
    return last > 0 && id[last - 1] >= '0' && id[last - 1] <= '9';
}

std::vector<Item> items_of(AppHarness& h) {
    std::vector<Item> out;
    for (const auto& [id, place] : h->probe().items())
        if (!lies_over_others(id) && !is_cell(id)) out.push_back({id, place});
    return out;
}

// An item inside another one is a part of it.
std::vector<std::string> covered_items(const std::vector<Item>& items) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < items.size(); ++i)
        for (std::size_t j = i + 1; j < items.size(); ++j) {
            const Rect &a = items[i].place, &b = items[j].place;
            if (!share_pixels(a, b) || covers(a, b) || covers(b, a)) continue;
            out.push_back(say(items[i].id, " and ", items[j].id));
        }
    return out;
}

// No item is beyond the window, cut, or over another one. `counts` says which items are looked at.
template <typename Counts>
void expect_order(AppHarness& h, ImVec2 size, std::string_view where, Counts counts) {
    std::vector<Item> items = items_of(h);
    std::erase_if(items, [&](const Item& item) { return !counts(item.id); });
    EXPECT_GT(items.size(), 10u) << where;
    for (const Item& item : items) {
        EXPECT_GE(item.place.min.x, -1) << item.id << " on " << where;
        EXPECT_LE(item.place.max.x, size.x + 1) << item.id << " on " << where;
        EXPECT_LE(item.place.max.y, size.y + 1) << item.id << " on " << where;
    }
    // The card of the MMA picture scrolls; its legend comes last.
    for (const std::string& id : h->probe().cut())
        if (counts(id) && !lies_over_others(id) && !id.starts_with("legend."))
            ADD_FAILURE() << id << " is cut on " << where;
    for (const std::string& pair : covered_items(items)) ADD_FAILURE() << pair << " on " << where;
}

class SizeWalk : public testing::TestWithParam<ImVec2> {};

TEST_P(SizeWalk, NoItemIsOutsideTheWindowOrOverAnother) {
    const ImVec2 size = GetParam();
    for (std::size_t i = 0; i < kScreenCount; ++i) {
        AppHarness h(size, static_cast<Screen>(i));
        std::vector<StageTab> seen;
        for (const Panel& panel : all_panels()) {
            if (!(panel.screens & on(static_cast<Screen>(i))) || panel.region != Region::stage) continue;
            if (panel.tab && std::ranges::find(seen, *panel.tab) != seen.end()) continue;
            if (panel.tab) seen.push_back(*panel.tab);
            if (panel.tab) *tab_of(h.app.document().requests.view_state) = *panel.tab;
            h->frames(3);
            expect_order(h, size, panel.id, [](const std::string&) { return true; });
        }
    }
}

TEST_P(SizeWalk, HoldsWithTabsAndWithTheTableOfABatch) {
    AppHarness h(GetParam(), Screen::mma);
    for (int i = 0; i < 3; ++i) h->key(Key::t, {Mod::ctrl});
    std::string log;
    for (int i = 0; i < 12; ++i) log += say("a_desc = ", hex(0x4000404000010040 + 2u * static_cast<unsigned>(i)), "\n");
    read_paste(h.app, log);
    h->frames(3);
    h->key(Key::escape);  // closes the paste panel, which lies over the stage
    h->frames(3);
    expect_order(h, GetParam(), "a batch", [](const std::string&) { return true; });
}

TEST_P(SizeWalk, HoldsInTheFileChooser) {
    AppHarness h(GetParam());
    h.app.overlays.chooser.folder = TILESCOPE_SOURCE_DIR "/tests/data";
    run_command(h.app, command("open"));
    h->frames(4);
    expect_order(h, GetParam(), "the chooser", [](const std::string& id) { return id.starts_with("chooser."); });
}

// The words of the preset, with another stride in A than the one with which the memory was filled.
Session with_wrong_stride(const Preset& preset) {
    const Session session = preset.session();
    const Field* sbo = find_field(*derive(session).of(WordId::a_desc).format, "sbo");
    const std::uint64_t raw = get_field(*sbo, session.word(WordId::a_desc)) / 2 + 1;
    return apply_edit(session, SetField{WordId::a_desc, sbo, raw});
}

class WrongResult : public testing::TestWithParam<ImVec2> {};

// Counts, causes, repairs and a selected element take the most room.
TEST_P(WrongResult, LeavesNoItemOutsideTheWindowOrOverAnother) {
    for (const Preset& preset : presets()) {
        std::counting_semaphore<64> answers{0};  // before `h`: its threads use it
        AppHarness h(GetParam(), Screen::mma);
        h.app.jobs.emulation = emulation_jobs([&] { answers.release(); });
        start(h.app, with_wrong_stride(preset));
        h.app.document().requests.view_state = h.app.document().view_state;
        h->frames(3);
        h->key(Key::e, {Mod::ctrl});
        for (int i = 0; i < 100 && h.app.document().results.state == ResultState::running; ++i) {
            (void)answers.try_acquire_for(std::chrono::milliseconds(100));
            h->frames(1);
        }
        h->frames(2);
        EXPECT_NE(h.app.document().results.state, ResultState::running) << preset.id;
        expect_order(h, GetParam(), preset.id, [](const std::string&) { return true; });
        if (h.app.document().results.state != ResultState::done) continue;  // the words of the preset were refused
        h->key(Key::w);
        h->frames(3);
        expect_order(h, GetParam(), say(preset.id, ", an element"), [](const std::string&) { return true; });
    }
}

TEST(SmallWindow, PopupsAreNotLargerThanIt) {
    AppHarness h({400, 300});
    h->frames(3);
    const auto expect_inside = [&](std::string_view what) {
        int popups = 0;
        for (const ImGuiWindow* w : GImGui->Windows) {
            if (!w->Active || (w->Flags & ImGuiWindowFlags_Popup) == 0) continue;
            ++popups;
            EXPECT_GE(w->Pos.x, 0) << what;
            EXPECT_GE(w->Pos.y, 0) << what;
            EXPECT_LE(w->Pos.x + w->Size.x, 400) << what;
            EXPECT_LE(w->Pos.y + w->Size.y, 300) << what;
        }
        EXPECT_EQ(popups, 1) << what;
        h->key(Key::escape);
        h->frames(2);
    };
    h->click("memory.tile.0.0", 1);
    h->frames(3);
    expect_inside("the menu of a cell");
    for (const char* menu : {"menu.View", "menu.Help", "top.screens"}) {
        h->click(menu);
        h->frames(3);
        expect_inside(menu);
    }
}

INSTANTIATE_TEST_SUITE_P(Windows, WrongResult,
                         testing::Values(ImVec2(640, 360), ImVec2(853, 480), ImVec2(1280, 720), ImVec2(1440, 900)));

// 640 x 360 logical pixels are 1280 x 720 at 200 %, 853 x 480 the same at 150 %; 3840 x 2160 at 150 % is 2560 x 1440.
INSTANTIATE_TEST_SUITE_P(Windows, SizeWalk,
                         testing::Values(ImVec2(640, 360), ImVec2(853, 480), ImVec2(1024, 640), ImVec2(1280, 720),
                                         ImVec2(1440, 900), ImVec2(1920, 1080), ImVec2(2560, 1440),
                                         ImVec2(3840, 2160)));

}  // namespace
}  // namespace tilescope::ui
