// tests/style/size_test.cpp -- checks the size limits of CONTRIBUTING.md; prints the ten largest files.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tilescope::style {
namespace {

// Returns the number of lines, without tables between "clang-format off" and "clang-format on".
std::size_t counted_lines(const SourceFile& file) {
    std::size_t count = 0;
    bool table = false;
    for (const std::string& line : file.lines) {
        if (line.find("// clang-format off") != std::string::npos) table = true;
        count += !table;
        if (line.find("// clang-format on") != std::string::npos) table = false;
    }
    return count;
}

TEST(Sizes, NoFileIsLongerThanItsLimit) {
    std::vector<std::pair<std::size_t, std::string>> sizes;
    for (const SourceFile& file : sources()) sizes.emplace_back(counted_lines(file), file.path);
    std::ranges::sort(sizes, std::greater{});
    for (std::size_t i = 0; i < 10 && i < sizes.size(); ++i)
        std::printf("%5zu  %s\n", sizes[i].first, sizes[i].second.c_str());
    for (const auto& [lines, path] : sizes) EXPECT_LE(lines, path.ends_with(".h") ? 300u : 600u) << path;
}

// Rows of tables may be longer, but not if they contain logic. Long predicates are named functions beside the table.
TEST(Sizes, NoLineOutsideTablesHasMoreThan120Columns) {
    for (const SourceFile& file : sources()) {
        bool table = false;
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            const std::string& line = file.lines[i];
            if (line.find("// clang-format off") != std::string::npos) table = true;
            const auto columns = static_cast<std::size_t>(
                std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
            const bool logic = !file.path.starts_with("tests/") && file.code[i].find("[](") != std::string::npos;
            EXPECT_TRUE((table && !logic) || columns <= 120)
                << file.path << ":" << i + 1 << ": " << columns << " columns";
            if (line.find("// clang-format on") != std::string::npos) table = false;
        }
    }
}

// The first line of a function ends with "{" and contains a parenthesis. Its last line is a "}" at the same
// indentation. In a class, functions are indented by four.
TEST(Sizes, NoFunctionHasMoreThanSixtyLines) {
    std::size_t functions = 0, members = 0;
    for (const SourceFile& file : sources()) {
        if (file.path.starts_with("shaders/")) continue;
        std::size_t begin = 0, indentation = 0;
        bool open = false, table = false, in_class = false;
        for (std::size_t i = 0; i < file.code.size(); ++i) {
            const std::string& line = file.code[i];
            if (file.lines[i].find("// clang-format off") != std::string::npos) table = true;
            if (file.lines[i].find("// clang-format on") != std::string::npos) table = false;
            if (table || line.empty()) continue;
            const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
            const bool braces = line.ends_with("{") && line[indent] != '#' && line.find('(') != std::string::npos;
            if (!open && indent == 0 && (line.starts_with("class ") || line.starts_with("struct "))) in_class = true;
            const bool outside = indent == 0 && !line.starts_with("namespace"), member = indent == 4 && in_class;
            if (!open && braces && (outside || member)) {
                open = true, begin = i, indentation = indent;
                ++(member ? members : functions);
            } else if (open && indent == indentation && line[indent] == '}') {
                EXPECT_LE(i - begin + 1, 60u) << file.path << ":" << begin + 1 << ": " << file.lines[begin];
                open = false;
            }
            if (!open && indent == 0 && line.starts_with("}")) in_class = false;
        }
    }
    EXPECT_GT(functions, 100u) << "the test found too few functions, so it does not recognize them";
    EXPECT_GT(members, 100u) << "the test found too few functions of classes, so it does not recognize them";
}

}  // namespace
}  // namespace tilescope::style
