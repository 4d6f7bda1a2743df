// tests/ui/tooltip_test.cpp -- tests that a tooltip never covers the item that it explains.
// SPDX-License-Identifier: MIT
#include "app/widgets/text_fit.h"
#include "tests/ui/app_harness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace tilescope::ui {
namespace {

bool tooltips_overlap(const Rect& a, const Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

TEST(PlaceBeside, UsesASideWithRoomAndStaysOnTheScreen) {
    const Rect screen{{0, 0}, {1000, 800}};
    const ImVec2 size{200, 100};
    const Rect avoids[] = {{{100, 100}, {900, 200}}, {{0, 650}, {1000, 800}}, {{0, 0}, {500, 800}},
                           {{500, 0}, {1000, 800}},  {{0, 0}, {10, 10}},      {{990, 790}, {1000, 800}}};
    for (const Rect& avoid : avoids) {
        const ImVec2 at = place_beside(avoid, size, avoid.centre(), screen, 8);
        const Rect box{at, {at.x + size.x, at.y + size.y}};
        EXPECT_FALSE(tooltips_overlap(box, avoid)) << avoid.min.x << " " << avoid.min.y;
        EXPECT_GE(box.min.x, 0);
        EXPECT_GE(box.min.y, 0);
        EXPECT_LE(box.max.x, 1000);
        EXPECT_LE(box.max.y, 800);
    }
}

TEST(PlaceBeside, StaysOnTheScreenIfNoSideHasRoom) {
    const ImVec2 at = place_beside({{0, 0}, {100, 100}}, {90, 90}, {50, 50}, {{0, 0}, {100, 100}}, 8);
    EXPECT_GE(at.x, 0);
    EXPECT_LE(at.x, 10);
}

// These tests run in windows of several sizes.
class Tooltips : public testing::TestWithParam<ImVec2> {};

TEST_P(Tooltips, TooltipOfABandCoversNoRowOfTheStrip) {
    AppHarness h(GetParam());
    for (const char* band : {"bits.band.swizzle", "bits.band.sbo", "bits.band.start", "bits.band.lbo"}) {
        h->point_at(band);
        h->frames(3);
        const Rect tip = h->rect("tooltip");
        for (const char* bit :
             {"bits.bit.63", "bits.bit.40", "bits.bit.32", "bits.bit.31", "bits.bit.14", "bits.bit.0"})
            EXPECT_FALSE(tooltips_overlap(tip, h->rect(bit))) << band << " covers " << bit;
        EXPECT_FALSE(tooltips_overlap(tip, h->rect(band))) << band;
        EXPECT_LE(tip.max.y, GetParam().y);
    }
}

TEST_P(Tooltips, TooltipOfStepDoesNotCoverTheAddressBits) {
    AppHarness h(GetParam());
    h->click("memory.tile.3.3");
    h->frames(2);
    if (!h->shows("memory.step")) return;  // a low window has no room for the bits
    h->point_at("memory.step");
    h->frames(3);
    EXPECT_FALSE(tooltips_overlap(h->rect("tooltip"), h->rect("memory.address")));
}

TEST_P(Tooltips, ATooltipDoesNotCoverItsItem) {
    AppHarness h(GetParam());
    for (const char* id : {"top.screen.1", "top.screen.6", "fields.sbo.value", "status.edits", "words.a_desc"}) {
        if (!h->shows(id)) continue;
        h->point_at(id);
        h->frames(3);
        if (h->shows("tooltip")) {
            EXPECT_FALSE(tooltips_overlap(h->rect("tooltip"), h->rect(id))) << id;
        }
    }
    EXPECT_TRUE(h->shows("top.screen.1"));
}

void show_stage_tab(AppHarness& h, Screen screen, StageTab tab) {
    ViewState& view = h.app.document().view_state;
    view.screen = screen;
    tab_of(view, screen) = tab;
    h.app.document().requests.view_state = view;
    h->frames(4);
}

// The visible cells of a grid. Their pane can be larger.
Rect cells_of(AppHarness& h, std::string_view grid) {
    Rect out = h->rect(std::string(grid) + "0.0");
    for (const auto& [id, place] : h->probe().items())
        if (id.starts_with(grid) && std::isdigit(id.back()) != 0)
            out = {{std::min(out.min.x, place.min.x), std::min(out.min.y, place.min.y)},
                   {std::max(out.max.x, place.max.x), std::max(out.max.y, place.max.y)}};
    return out;
}

TEST_P(Tooltips, TooltipOfAnXorColumnCoversNoCell) {
    AppHarness h(GetParam());
    show_stage_tab(h, Screen::memory, StageTab::f2);
    h->point_at("f2.grid.4.3");
    h->frames(3);
    EXPECT_FALSE(tooltips_overlap(h->rect("tooltip"), cells_of(h, "f2.grid.")));
}

TEST_P(Tooltips, TooltipOfALegalityCellCoversNoCellOfItsRow) {
    AppHarness h(GetParam());
    show_stage_tab(h, Screen::instruction, StageTab::legality);
    for (const std::string row : {"legality.kinds.f16.", "legality.kinds.e2m1."}) {
        h->point_at(row + "f16");
        h->frames(3);
        for (const auto& [id, place] : h->probe().items())
            if (id.starts_with(row)) {
                EXPECT_FALSE(tooltips_overlap(h->rect("tooltip"), place)) << id;
            }
    }
}

// Presses, moves, and says where the tooltip is then.
Rect tooltip_of_drag(AppHarness& h, ImVec2 from, ImVec2 by) {
    h->point_at(from);
    feed_button(0, true);
    h->frames(2);
    feed_mouse(from.x + by.x, from.y + by.y);
    h->frames(3);
    const Rect tip = h->rect("tooltip");
    feed_button(0, false);
    h->frames(2);
    return tip;
}

TEST_P(Tooltips, TooltipOfADragCoversNotWhatIsDragged) {
    AppHarness h(GetParam());
    show_stage_tab(h, Screen::tmem, StageTab::tmem);
    const Rect map = cells_of(h, "tmem.map.");
    EXPECT_FALSE(tooltips_overlap(tooltip_of_drag(h, h->rect("tmem.region.tmem_d").centre(), {60, 0}), map));
    show_stage_tab(h, Screen::instruction, StageTab::form);
    const Rect d = h->rect("form.shape.d");
    EXPECT_FALSE(tooltips_overlap(tooltip_of_drag(h, h->rect("form.edge.n").centre(), {-12, 0}), d));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Tooltips, testing::Values(ImVec2{1440, 900}, ImVec2{1280, 720}, ImVec2{1920, 1200}));

TEST(MaskTooltip, OfADraggedBorderDoesNotCoverTheStrips) {
    AppHarness h;
    Session session;
    session.variant.ws = true;
    session.words[static_cast<std::size_t>(WordId::zcm)] = 0x0003028100000000;
    session.words[static_cast<std::size_t>(WordId::idesc)] = 0x04100010;
    h.app.document().session = session;
    ++h.app.document().revision;
    h->key(Key::n4, {Mod::ctrl});
    h->frames(3);
    const Rect border = h->rect("mask.border.0.0");
    h->point_at(border.centre());
    feed_button(0, true);
    h->frames(2);
    feed_mouse(border.centre().x + 40, border.centre().y);
    h->frames(3);
    const Rect tip = h->rect("tooltip");
    for (const char* strip : {"mask.strip.0", "mask.strip.1"})
        EXPECT_FALSE(tooltips_overlap(tip, h->rect(strip))) << strip;
    feed_button(0, false);
    h->frames(2);
}

}  // namespace
}  // namespace tilescope::ui
