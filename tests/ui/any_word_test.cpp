// tests/ui/any_word_test.cpp -- no word, width or edition makes a panel crash.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace tilescope::ui {
namespace {

void show_random_documents(PanelHarness& h, std::mt19937_64& random, const Panel& panel) {
    for (int i = 0; i < 6; ++i) {
        for (std::uint64_t& word : h.session.words) word = random();
        h.session.edition = i % 2 == 0 ? Edition::v9_1 : Edition::v9_4;
        h.session.arch = i % 3 == 0 ? "sm_90a" : "sm_100a";
        h.view_state.active = kWords[static_cast<std::size_t>(i) % kWordCount].word;
        h.view_state.selection = BitFocus{h.view_state.active, static_cast<unsigned>(random() % 64)};
        h.view_state.screen = static_cast<Screen>(std::countr_zero(panel.screens));
        if (StageTab* tab = tab_of(h.view_state); tab && panel.tab) *tab = *panel.tab;
        h.view_state.reference = Session{};
        h.frames(1);
        EXPECT_FALSE(h.items().empty());
    }
}

TEST(AnyWord, EveryPanelDrawsRandomWordsAtEveryWidth) {
    std::mt19937_64 random(1);
    for (const Panel& panel : all_panels()) {
        SCOPED_TRACE(panel.id);
        for (const float width : {60.0f, 240.0f, 1700.0f}) {
            PanelHarness h(panel.draw, {width, 600});
            show_random_documents(h, random, panel);
        }
    }
}

}  // namespace
}  // namespace tilescope::ui
