// tests/unit/base/say_test.cpp -- sentences from parts, and lists in them.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <vector>

namespace tilescope {
namespace {

TEST(Say, JoinsWordsNumbersAndAnswers) { EXPECT_EQ(say("lbo is ", 16, ' ', true), "lbo is 16 yes"); }

TEST(Say, AListHasItsSeparatorsOnlyBetweenTexts) {
    using Names = std::vector<std::string_view>;
    EXPECT_EQ(list_of(Names{}), "");
    EXPECT_EQ(list_of(Names{"a"}, {}, ", ", " or "), "a");
    EXPECT_EQ(list_of(Names{"", "a", "", "b", "c", ""}, {}, ", ", " or "), "a, b or c");
    EXPECT_EQ(list_of(
                  std::vector{1, 2}, [](int n) { return n * 10; }, "; "),
              "10; 20");
    EXPECT_EQ(list_of(Names{"one", "three"}, &std::string_view::size), "3, 5");
}

}  // namespace
}  // namespace tilescope
