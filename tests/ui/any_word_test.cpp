// tests/ui/any_word_test.cpp -- no word, width or edition makes a panel crash.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <gtest/gtest.h>

#include <random>

namespace tilescope::ui {
namespace {

void show_random_documents(PanelHarness& h, std::mt19937_64& random) {
    for (int i = 0; i < 6; ++i) {
        for (std::uint64_t& word : h.session.words) word = random();
        h.session.edition = i % 2 == 0 ? Edition::v9_1 : Edition::v9_4;
        h.session.arch = i % 3 == 0 ? "sm_90a" : "sm_100a";
        h.look.active = kWords[static_cast<std::size_t>(i) % kWordCount].word;
        h.look.selection = BitFocus{h.look.active, static_cast<unsigned>(random() % 64)};
        h.look.reference = Session{};
        h.frames(1);
        EXPECT_FALSE(h.items().empty());
    }
}

TEST(AnyWord, EveryPanelDrawsRandomWordsAtEveryWidth) {
    constexpr PanelHarness::Draw panels[] = {draw_words_panel,    draw_paste_panel,   draw_operands_panel,
                                             draw_bits_panel,     draw_fields_panel,  draw_inspector_panel,
                                             draw_problems_panel, draw_history_panel, draw_batch_panel};
    std::mt19937_64 random(1);
    for (const PanelHarness::Draw draw : panels)
        for (const float width : {60.0f, 240.0f, 1700.0f}) {
            PanelHarness h(draw, {width, 600});
            show_random_documents(h, random);
        }
}

}  // namespace
}  // namespace tilescope::ui
