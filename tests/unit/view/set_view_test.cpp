// tests/unit/view/set_view_test.cpp -- members of the view state from text.
// SPDX-License-Identifier: MIT
#include <tilescope/view/view_state.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

TEST(SetView, SetsOneMember) {
    EXPECT_EQ(with_view_key({}, "k_step=3")->k_step, 3u);
    EXPECT_EQ(with_view_key({}, "operand", "b")->operand, Operand::b);
    EXPECT_EQ(with_view_key({}, "colouring=k_step")->colouring, Colouring::k_step);
    EXPECT_EQ(with_view_key({}, "colouring=K step")->colouring, Colouring::k_step);
    EXPECT_FALSE(with_view_key({}, "swizzle=off")->swizzle);
    EXPECT_EQ(with_view_key({}, "bank_access = along:16")->bank_access, "along:16");
    EXPECT_EQ(text_of(with_view_key({}, "selection=A 3 24")->selection), "A 3 24");
    EXPECT_EQ(tab_of(*with_view_key({}, "memory_tab=banks"), Screen::memory), StageTab::banks);
}

TEST(SetView, LeavesAllOtherMembers) {
    ViewState state;
    state.k_step = 2, state.operand = Operand::b;
    ViewState expected = state;
    expected.grain = Grain::line;
    EXPECT_EQ(*with_view_key(state, "cells=line"), expected);
}

TEST(SetView, RefusesWithWhatWouldBeRight) {
    EXPECT_EQ(with_view_key({}, "cells=tile").why,
              "cells: 'tile' is not one of its values; use element, chunk or line");
    EXPECT_EQ(with_view_key({}, "k_step=x").why, "k_step: 'x' is not one of its values; use a number");
    EXPECT_EQ(with_view_key({}, "sums=maybe").why, "sums: 'maybe' is not one of its values; use yes or no");
    EXPECT_EQ(with_view_key({}, "k_step").why, "'k_step' sets nothing; write KEY=VALUE, such as k_step=1");
    EXPECT_EQ(with_view_key({}, "zoom=1").why.substr(0, 55), "'zoom' is not a key of a view; use one of: screen, memo");
    EXPECT_FALSE(with_view_key({}, "selection=nowhere 1"));
}

// Every key of session files has values that it takes, and refuses others.
TEST(SetView, HasEveryKeyOfSessionFiles) {
    const std::vector<std::string> keys = view_keys();
    EXPECT_GT(keys.size(), 20u);
    for (const char* key : {"screen", "cells", "colouring", "k_step", "operand", "selection", "conv_q"})
        EXPECT_NE(std::ranges::find(keys, key), keys.end()) << key;
    const auto is_key = [](std::string_view key) {
        return with_view_key({}, key, "?").why.find("is not a key") == std::string::npos;
    };
    for (const std::string& key : keys) EXPECT_TRUE(is_key(key)) << key;
    EXPECT_FALSE(is_key("nothing"));
}

}  // namespace
}  // namespace tilescope
