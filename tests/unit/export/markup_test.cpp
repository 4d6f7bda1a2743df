// tests/unit/export/markup_test.cpp -- tests text inside XML and HTML.
// SPDX-License-Identifier: MIT
#include <tilescope/export/sheet.h>

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

TEST(MarkupText, ReplacesWhatIsNoCharacter) {
    EXPECT_EQ(markup_text("a\xff<\xc3"), "a\xef\xbf\xbd&lt;\xef\xbf\xbd");
    EXPECT_EQ(markup_text("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd") << "half of a UTF-16 pair";
    EXPECT_EQ(markup_text("\xef\xbf\xbe"), "\xef\xbf\xbd") << "U+FFFE";
    EXPECT_EQ(markup_text("\xc3\xbc \xe2\x86\x92 \xf0\x9f\x98\x80"), "\xc3\xbc \xe2\x86\x92 \xf0\x9f\x98\x80");
}

}  // namespace
}  // namespace tilescope
