// tests/unit/view/look_test.cpp -- places as text: written, read back, refused.
// SPDX-License-Identifier: MIT
#include <tilescope/view/view_state.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

TEST(FocusText, ReadsBackEveryPlace) {
    for (const Focus& focus : {Focus(), Focus(ElementFocus{Matrix::a, 3, 24}), Focus(ElementFocus{Matrix::b, 0, 65535}),
                               Focus(ByteFocus{0, 0x580}), Focus(MaskFocus{255}), Focus(BitFocus{WordId::a_desc, 63}),
                               Focus(BitFocus{WordId::zcm, 0}), Focus(CodeFocus{9, 5})}) {
        const auto back = focus_from(text_of(focus));
        ASSERT_TRUE(back) << back.why;
        EXPECT_EQ(*back, focus) << text_of(focus);
    }
    EXPECT_EQ(*focus_from("  b  1\t2 "), Focus(ElementFocus{Matrix::b, 1, 2}));
}

TEST(FocusText, RefusesATextThatIsNotAPlace) {
    for (const char* bad : {"A", "A 1", "A 1 2 3", "A 1 2 3 4 5", "C 1 2", "A -1 0", "A 1 65536", "0x", "580",
                            "0x80000", "mask 256", "mask", "idesc 64", "idesc x", "hello"}) {
        const auto focus = focus_from(bad);
        EXPECT_FALSE(focus) << bad;
        EXPECT_NE(focus.why.find("is not a place; expected a place like"), std::string::npos) << focus.why;
    }
}

}  // namespace
}  // namespace tilescope
