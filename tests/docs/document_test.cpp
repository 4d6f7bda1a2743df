// tests/docs/document_test.cpp -- the documents are short, have the program's lists, and name its version.
// SPDX-License-Identifier: MIT
#include "tests/docs/documents.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace tilescope {
namespace {

// The rows of verbs.inc.
TEST(Documents, TheTableOfVerbsHasEveryVerb) {
    std::string table = "| command | what it does |\n|---|---|\n";
#define TILESCOPE_VERB(function, name, summary, example) table += std::string("| `") + name + "` | " + summary + " |\n";
#include "app/cli/verbs.inc"
#undef TILESCOPE_VERB
    expect_written_part("docs/commands.md", "verbs", table);
}

std::ptrdiff_t words_in(const std::string& path) {
    std::istringstream words(text_of_source(path));
    return std::distance(std::istream_iterator<std::string>(words), {});
}

// Whoever comes new reads these two to the end.
TEST(Documents, TheFirstOnesAreShort) {
    const std::vector<std::string> readme = lines_of(text_of_source("README.md"));
    EXPECT_LE(readme.size(), 120u);
    EXPECT_LE(std::ranges::count_if(readme, [](const std::string& line) { return line.starts_with("!["); }), 3);
    EXPECT_LE(words_in("ARCHITECTURE.md"), 2500);
}

// A release: version.cmake has the number, and its changes are in a section of their own below "Unreleased".
TEST(Documents, TheChangelogBeginsWithWhatIsUnreleasedAndThisVersion) {
    const std::string version = text_of_source("core/version.cmake"), mark = "set(tilescope_version ";
    const std::size_t at = version.find(mark);
    ASSERT_NE(at, version.npos);
    const std::size_t begin = at + mark.size();
    const std::string number = version.substr(begin, version.find(')', begin) - begin);

    std::vector<std::string> headings;
    for (const std::string& line : lines_of(text_of_source("CHANGELOG.md"))) {
        EXPECT_LE(line.size(), 120u) << line;
        if (line.starts_with("## ")) headings.push_back(line.substr(3));
    }
    ASSERT_GE(headings.size(), 2u);
    EXPECT_EQ(headings[0], "Unreleased");
    EXPECT_TRUE(headings[1].starts_with(say(number, " ("))) << headings[1] << " is not " << number << " (DATE)";
}

}  // namespace
}  // namespace tilescope
