// tests/style/size_test.cpp -- ARCHITECTURE.md, size limits; prints the ten largest files.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace tilescope::style {
namespace {

// Lines that count: tables between "clang-format off" and "on" do not.
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

TEST(Sizes, FilesStayUnderTheirLimit) {
    std::vector<SourceFile> files = sources();
    std::ranges::sort(files, std::greater{}, counted_lines);
    for (std::size_t i = 0; i < 10 && i < files.size(); ++i)
        std::printf("%5zu  %s\n", counted_lines(files[i]), files[i].path.c_str());
    for (const SourceFile& file : files) {
        const bool panel = file.path.ends_with("_panel.cpp");
        const std::size_t limit = panel ? 250 : file.path.ends_with(".h") ? 200 : 400;
        EXPECT_LE(counted_lines(file), limit) << file.path;
    }
}

// Rows of tables may be longer, but not where they hold logic: predicates have names and stand beside the table.
TEST(Sizes, LinesStayWithin120ColumnsOutsideTables) {
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

// A function body starts with "{" at the end of a line that is not indented (or by four in a class or namespace-less
// anonymous one) and ends with the matching brace; counting braces of code without literals finds it.
TEST(Sizes, FunctionsStayUnderSixtyLines) {
    std::size_t functions = 0;
    for (const SourceFile& file : sources()) {
        if (file.path.starts_with("shaders/")) continue;
        std::size_t begin = 0;
        bool open = false, table = false;
        for (std::size_t i = 0; i < file.code.size(); ++i) {
            const std::string& line = file.code[i];
            if (file.lines[i].find("// clang-format off") != std::string::npos) table = true;
            const bool starts = !table && !open && !line.empty() && line[0] != ' ' && line[0] != '#' &&
                                line.ends_with("{") && line.find('(') != std::string::npos &&
                                !line.starts_with("namespace");
            if (starts) open = true, begin = i, ++functions;
            if (open && line.starts_with("}")) {
                EXPECT_LE(i - begin + 1, 60u) << file.path << ":" << begin + 1 << ": " << file.lines[begin];
                open = false;
            }
            if (file.lines[i].find("// clang-format on") != std::string::npos) table = false;
        }
    }
    EXPECT_GT(functions, 100u) << "functions were not recognized";
}

}  // namespace
}  // namespace tilescope::style
