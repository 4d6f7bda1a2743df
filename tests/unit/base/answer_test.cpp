// tests/unit/base/answer_test.cpp -- an Answer has a value or a reason.
// SPDX-License-Identifier: MIT
#include <tilescope/base/answer.h>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>

namespace tilescope {
namespace {

TEST(Answer, HasAValueOrAReason) {
    const Answer<int> five = 5, none = Refusal("there is no number");
    ASSERT_TRUE(five);
    EXPECT_EQ(*five, 5);
    EXPECT_EQ(five.why, "");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.why, "there is no number");
}

// A reference into it would outlive it: for (const int x : *numbers()) ...
TEST(Answer, TheValueOfATemporaryIsNoReference) {
    static_assert(std::is_same_v<decltype(*std::declval<Answer<std::string>>()), std::string>);
    static_assert(std::is_same_v<decltype(*std::declval<Answer<std::string>&>()), std::string&>);
    const auto letters = [] { return Answer<std::string>(std::string(100, 'x')); };
    std::size_t count = 0;
    for (const char c : *letters()) count += c == 'x';
    EXPECT_EQ(count, 100u);
}

TEST(Answer, AnswerOfVoidIsTrueOrHasAReason) {
    const Answer<void> yes, no = Refusal("the file is a folder");
    EXPECT_TRUE(yes);
    EXPECT_EQ(yes.why, "");
    EXPECT_FALSE(no);
    EXPECT_EQ(no.why, "the file is a folder");
}

TEST(AnswerDeathTest, RequiresAReasonAndAValueBeforeUse) {
#ifdef NDEBUG
    GTEST_SKIP() << "assert() is off in this build";
#endif
    EXPECT_DEATH((void)Refusal(""), "needs a reason");
    const Answer<int> none = Refusal("there is no number");
    EXPECT_DEATH((void)*none, "refused Answer");
}

}  // namespace
}  // namespace tilescope
