// tests/docs/documents.cpp -- the documents of the project.
// SPDX-License-Identifier: MIT
#include "tests/docs/documents.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope {

std::string text_of_source(const std::string& path) {
    std::ifstream in(std::string(TILESCOPE_SOURCE_DIR "/") + path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_FALSE(text.str().empty()) << path;
    return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out.push_back(line);
    return out;
}

std::vector<std::string> living_documents() {
    std::vector<std::string> out{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"};
    for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_SOURCE_DIR "/docs"))
        if (entry.path().extension() == ".md") out.push_back("docs/" + entry.path().filename().string());
    std::ranges::sort(out);
    return out;
}

void expect_written_part(const std::string& path, std::string_view name, const std::string& text) {
    const std::string begin = say("<!-- begin: ", name, ", written by ./test --update docs -->\n"),
                      end = say("<!-- end: ", name, " -->\n");
    std::string document = text_of_source(path);
    const std::size_t from = document.find(begin), to = document.find(end);
    ASSERT_NE(from, document.npos) << path << " lacks the line " << begin;
    ASSERT_LT(from, to) << path << " lacks the line " << end;
    const std::size_t first = from + begin.size();
    const char* update = std::getenv("TILESCOPE_UPDATE");
    if (update && std::string_view(update) == "docs") {
        document.replace(first, to - first, text);
        std::ofstream(std::string(TILESCOPE_SOURCE_DIR "/") + path) << document;
    } else {
        EXPECT_EQ(document.substr(first, to - first), text) << "run ./test --update docs";
    }
}

}  // namespace tilescope
