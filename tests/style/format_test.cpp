// tests/style/format_test.cpp -- checks that clang-format 14 would not change any source.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tilescope::style {
namespace {

TEST(Format, ClangFormat14ChangesNoSource) {
    if (std::system("command -v clang-format-14 >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "clang-format-14 is not installed (Debian: clang-format-14)";
    std::string files;
    for (const SourceFile& file : sources())
        if (file.path.ends_with(".h") || file.path.ends_with(".cpp")) files += " '" + file.path + "'";
    const std::string command =
        "cd '" TILESCOPE_SOURCE_DIR "' && clang-format-14 --dry-run -Werror --style=file" + files + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << "run clang-format-14 -i on the files listed above";
}

}  // namespace
}  // namespace tilescope::style
