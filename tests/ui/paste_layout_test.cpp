// tests/ui/paste_layout_test.cpp -- a pasted CuTe layout becomes the requested layout.
// SPDX-License-Identifier: MIT
#include "app/shell/frame.h"
#include "tests/ui/app_harness.h"

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(Paste, ALayoutOpensTheLayoutTab) {
    AppHarness h;
    read_paste(h.app, "Sw<2,4,3> o smem_ptr[16b](0x800) o ((8,16),(8,4)):((32,256),(1,8))");
    h->frames(3);
    EXPECT_EQ(tab_of(h.app.view_state, Screen::memory), StageTab::layout);
    EXPECT_EQ(h.app.session.requested_layout, "Sw<2,4,3> o smem_ptr[16b](0x800) o ((8,16),(8,4)):((32,256),(1,8))");
    EXPECT_TRUE(h->shows("layout.apply.0"));
    EXPECT_EQ(h.app.history.done(), 1u);
}

}  // namespace
}  // namespace tilescope::ui
