// tests/unit/export/markup_test.cpp -- tests text inside XML and HTML.
// SPDX-License-Identifier: MIT
#include <tilescope/export/markup.h>

#include <gtest/gtest.h>

#include <string>

namespace tilescope {
namespace {

TEST(MarkupText, EscapesSignsOfMarkup) {
    EXPECT_EQ(markup_text("a < b && c > \"d\""), "a &lt; b &amp;&amp; c &gt; &quot;d&quot;");
}

TEST(MarkupText, LeavesOutControlCharactersThatXmlDoesNotHave) {
    EXPECT_EQ(markup_text(std::string("a\x1b[1mb\0c\td\n", 11)), "a[1mbc\td\n");
}

}  // namespace
}  // namespace tilescope
