// tests/ui/start_layout_test.cpp -- tests where the cards of the start page are, and their small pictures.
// SPDX-License-Identifier: MIT
#include "app/window/guide/start_page.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

TEST(StartLayout, CardsFillTheWidthAndDoNotOverlap) {
    for (const float width : {300.0f, 600.0f, 1240.0f, 1400.0f, 3800.0f})
        for (const float scale : {1.0f, 2.0f}) {
            const StartLayout layout = lay_out_start(
                width, {3, 1, 14}, {.scale = scale, .gap = 8 * scale, .heading = 30 * scale, .height = {90, 60, 60}});
            ASSERT_EQ(layout.cards.size(), 18u);
            for (std::size_t i = 0; i < layout.cards.size(); ++i) {
                const Rect& a = layout.cards[i];
                EXPECT_GE(a.min.x, 0);
                EXPECT_LE(a.max.x, width);
                EXPECT_LE(a.max.y, layout.height);
                for (std::size_t j = i + 1; j < layout.cards.size(); ++j) {
                    const Rect& b = layout.cards[j];
                    const bool apart =
                        a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
                    EXPECT_TRUE(apart) << i << ' ' << j << " at " << width;
                }
            }
            EXPECT_GE(layout.cards[0].max.x - layout.cards[0].min.x, std::min(width, kLeastStartCard * scale) - 1);
        }
}

TEST(StartLayout, ArrowsReachEveryCardAndComeBack) {
    const StartLayout layout =
        lay_out_start(1400, {3, 0, 14}, {.scale = 1, .gap = 8, .heading = 30, .height = {90, 60, 60}});
    std::vector<bool> seen(layout.cards.size());
    std::vector<std::size_t> next = {0};
    while (!next.empty()) {
        const std::size_t at = next.back();
        next.pop_back();
        if (seen[at]) continue;
        seen[at] = true;
        for (const auto& [right, down] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
            next.push_back(card_beside(layout, at, right, down));
    }
    EXPECT_EQ(std::ranges::count(seen, true), std::ssize(seen));
    EXPECT_EQ(card_beside(layout, 0, 0, 1), 4u) << "the nearest card of the next section";
    EXPECT_EQ(card_beside(layout, 3, 0, -1), 0u);
}

TEST(StartCards, PicturesAreSmallAndShowWhatIsSpecial) {
    const auto first_tones = [](std::string_view preset) {
        return picture_for_card(find_preset(preset)->session()).grids.at(0).tone;
    };
    for (const Preset& p : presets())
        for (const CardGrid& grid : picture_for_card(p.session()).grids) {
            EXPECT_LE(grid.columns * grid.rows, 512) << p.id;
            EXPECT_EQ(grid.tone.size(), static_cast<std::size_t>(grid.columns * grid.rows)) << p.id;
        }
    EXPECT_NE(std::ranges::count(first_tones("zero_mask_ws"), Tone::zeroed), 0);
    EXPECT_NE(std::ranges::count(first_tones("block_scaled_mxf4nvf4"), Tone::d), 0);
    EXPECT_NE(first_tones("k_major_128b_f16"), first_tones("mn_major_128b_bf16"));
}

}  // namespace
}  // namespace tilescope::ui
