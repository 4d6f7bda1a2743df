// tests/style/name_test.cpp -- checks that a constant of one file does not hide a constant of a header.
// SPDX-License-Identifier: MIT
//
// The files of a folder are compiled together. If one of them has its own kLineBytes in an unnamed namespace, the files
// after it in the group read this constant instead of the one from the header. No compiler warns about that.
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>

namespace tilescope::style {
namespace {

// Returns the outermost namespace that the file opens: "tilescope::ui".
std::string namespace_of(const SourceFile& file) {
    static const std::regex opens(R"(^namespace ([\w:]+) \{)");
    for (const std::string& line : file.code)
        if (std::smatch found; line.starts_with("namespace") && std::regex_search(line, found, opens)) return found[1];
    return {};
}

// Returns the constants that a line of namespace scope defines: kA and kB of "constexpr int kA = 1, kB = 2;".
std::vector<std::string> constants_of(const std::string& line) {
    static const std::regex first(R"(^(?:inline )?constexpr [^=;{]*?\b(k[A-Z]\w*)(?:\[[^\]]*\])? *[={])");
    static const std::regex more(R"(, (k[A-Z]\w*) = )");
    std::smatch found;
    if (line.find("constexpr") == line.npos || !std::regex_search(line, found, first)) return {};
    std::vector<std::string> out{found[1]};
    for (std::sregex_iterator next(line.begin(), line.end(), more), end; next != end; ++next) out.push_back((*next)[1]);
    return out;
}

TEST(Names, NoConstantOfAFileHidesOneOfAHeader) {
    std::map<std::string, std::pair<std::string, std::string>> of_headers;  // name: namespace, path
    std::size_t compared = 0;
    for (const SourceFile& file : sources())
        if (file.path.ends_with(".h") && !file.path.starts_with("tests/"))
            for (const std::string& line : file.code)
                for (const std::string& name : constants_of(line)) of_headers[name] = {namespace_of(file), file.path};
    ASSERT_TRUE(of_headers.contains("kLineBytes")) << "the search must find at least this constant";
    for (const SourceFile& file : sources()) {
        if (!file.path.ends_with(".cpp") || file.path.starts_with("tests/")) continue;
        for (const std::string& line : file.code)
            for (const std::string& name : constants_of(line)) {
                ++compared;
                const auto header = of_headers.find(name);
                if (header == of_headers.end()) continue;
                EXPECT_FALSE(namespace_of(file).starts_with(header->second.first))
                    << file.path << ": " << name << " is also in " << header->second.second << "; choose another name";
            }
    }
    EXPECT_GT(compared, 200u);
}

}  // namespace
}  // namespace tilescope::style
