// tests/ui/paste_layout_test.cpp -- a pasted CuTe layout becomes the requested layout, a tensor map the operand's.
// SPDX-License-Identifier: MIT
#include "app/window/paste/paste.h"
#include "tests/ui/app_harness.h"

#include <tilescope/notation/tensor_maps.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(Paste, ALayoutOpensTheLayoutTab) {
    AppHarness h;
    read_paste(h.app, "Sw<2,4,3> o smem_ptr[16b](0x800) o ((8,16),(8,4)):((32,256),(1,8))");
    h->frames(3);
    EXPECT_EQ(tab_of(h.app.document().view_state, Screen::memory), StageTab::layout);
    EXPECT_EQ(h.app.document().session.requested_layout,
              "Sw<2,4,3> o smem_ptr[16b](0x800) o ((8,16),(8,4)):((32,256),(1,8))");
    EXPECT_TRUE(h->shows("layout.apply.0"));
    EXPECT_EQ(h.app.document().history.done(), 1u);
}

TEST(Paste, ATensorMapBecomesThatOfTheOperand) {
    constexpr std::string_view kPrinted =
        "$1 = {opaque = {139716158554112, 34359738512, 0, 0, 270582939711, 0, 2233785415175766016, 7, 512, 16, 0 "
        "<repeats 6 times>}}";
    AppHarness h;
    for (int time = 0; time < 2; ++time) {
        read_paste(h.app, std::string(kPrinted));
        h->frames(3);
    }
    EXPECT_EQ(tab_of(h.app.document().view_state, Screen::memory), StageTab::tensor_map);
    ASSERT_TRUE(h.app.document().session.tensor_map.a);
    EXPECT_EQ(brief_text(h.app.document().session.tensor_map.a->map),
              "UINT16 [64, 64], address 0x7f1234000000, strides [128], box [32, 8], swizzle NONE");
    EXPECT_EQ(h.app.document().history.done(), 1u) << "the same map again changes nothing";
}

}  // namespace
}  // namespace tilescope::ui
