// tests/ui/shown_memory.h -- the picture that the memory panel drew last, compared with the picture of a session.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/ui/app_harness.h"
#include "tests/ui/scene_text.h"

#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

namespace tilescope::ui {

// Fails the test if the memory panel did not draw the memory of this session in the last frame.
inline void expect_shows_memory(const AppHarness& h, const Session& session) {
    const Operand operand = h.app.document().view_state.operand;
    ASSERT_EQ(h.app.document().view_state.screen, Screen::memory) << "the panel is not shown";
    const Scene expected = memory_picture(derive(session), h.app.document().view_state, operand);
    const Scene& drawn = h.app.document().states.memory.cache[operand].scene;
    EXPECT_EQ(scene_difference(scene_text(expected), scene_text(drawn)), "");
    EXPECT_EQ(drawn.sentence, expected.sentence);
}

}  // namespace tilescope::ui
