// tests/docs/link_test.cpp -- every file that a document names is there.
// SPDX-License-Identifier: MIT
#include "tests/docs/documents.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {
namespace {

namespace fs = std::filesystem;

const fs::path kTree = TILESCOPE_SOURCE_DIR;

// The worked examples of docs/extend.md say to make these files.
const std::set<std::string> kToBeMade{"app/panels/literals_panel.cpp", "tests/ui/literals_panel_test.cpp",
                                      "app/cli/cmd_census.cpp"};

// The paths below the top of the tree, without build trees and hidden folders.
const std::set<std::string>& paths() {
    static const std::set<std::string> found = [] {
        std::set<std::string> out;
        for (auto at = fs::recursive_directory_iterator(kTree); at != fs::end(at); ++at) {
            const std::string name = at->path().filename().string();
            if (at.depth() == 0 && (name == "build" || name.starts_with('.'))) {
                at.disable_recursion_pending();
                continue;
            }
            out.insert(fs::relative(at->path(), kTree).string());
        }
        return out;
    }();
    return found;
}

// Returns the lines of a document that are not code.
std::vector<std::string> prose_of(const std::string& path) {
    std::vector<std::string> out;
    bool code = false;
    for (const std::string& line : lines_of(text_of_source(path))) {
        if (line.starts_with("```"))
            code = !code;
        else if (!code)
            out.push_back(line);
    }
    return out;
}

std::vector<std::string> matches(const std::string& line, const std::regex& pattern) {
    std::vector<std::string> out;
    for (auto at = std::sregex_iterator(line.begin(), line.end(), pattern); at != std::sregex_iterator(); ++at)
        out.push_back((*at)[1]);
    return out;
}

// The name of a heading in a link: "How to add ..." is "how-to-add-".
std::string anchor_of(const std::string& heading) {
    std::string out;
    for (const char c : heading) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')
            out += upper ? char(c - 'A' + 'a') : c;
        else if (c == ' ')
            out += '-';
    }
    return out;
}

bool has_heading(const std::string& document, const std::string& anchor) {
    return std::ranges::any_of(prose_of(document), [&](const std::string& line) {
        return line.starts_with('#') && anchor_of(line.substr(line.find(' ') + 1)) == anchor;
    });
}

TEST(Links, LeadToAFileAndAHeading) {
    const std::regex link(R"(\]\(([^)\s]+)\))");
    int count = 0;
    for (const std::string& document : paths()) {
        if (!document.ends_with(".md")) continue;
        for (const std::string& line : prose_of(document))
            for (const std::string& target : matches(line, link)) {
                if (target.starts_with("http")) continue;
                ++count;
                const std::string file = target.substr(0, target.find('#'));
                const fs::path beside = fs::path(document).parent_path() / file;
                const std::string path = file.empty() ? document : beside.lexically_normal().string();
                EXPECT_TRUE(fs::exists(kTree / path)) << document << " links " << target;
                const bool found =
                    file.size() == target.size() || has_heading(path, target.substr(target.find('#') + 1));
                EXPECT_TRUE(found) << document << " links " << target;
            }
    }
    EXPECT_GT(count, 20);
}

// Whether a path stands for many: "x_panel.cpp", "formats/x.h", "NN-name.md".
bool is_placeholder(const std::string& text) { return std::regex_search(text, std::regex("(^|[/_])x([._/]|$)|NN")); }

bool exists_as(const std::string& path) {
    return std::ranges::any_of(std::vector<std::string_view>{"", ".h", ".cpp", ".inc"},
                               [&](std::string_view ending) { return fs::exists(kTree / say(path, ending)); });
}

bool any_file_ends_with(const std::string& end) {
    return std::ranges::any_of(paths(), [&](const std::string& path) { return path.ends_with(end); });
}

// Returns what is missing if the text between backticks is the name of a file; "" if it is none or is there.
std::string missing_file(std::string text) {
    if (!std::regex_match(text, std::regex("[A-Za-z0-9_./-]+")) || is_placeholder(text)) return "";
    while (text.ends_with('/')) text.pop_back();
    if (std::regex_match(text, std::regex("[a-z0-9_]+_test")))
        return any_file_ends_with(say("/", text, ".cpp")) ? "" : text;
    const std::size_t slash = text.find('/');
    if (slash == text.npos) {
        const bool source = std::regex_search(text, std::regex(R"([a-z0-9_]\.(h|cpp|inc|cmake)$)"));
        return source && !any_file_ends_with("/" + text) ? text : "";
    }
    const std::string first = text.substr(0, slash);
    if (fs::is_directory(kTree / first)) return exists_as(text) ? "" : text;
    if (first == "tilescope") return exists_as("core/include/" + text) ? "" : text;
    if (!fs::is_directory(kTree / "core/include/tilescope" / first)) return "";
    return exists_as("core/include/tilescope/" + text) || exists_as("core/src/" + text) ? "" : text;
}

TEST(Links, FilesInBackticksAreThere) {
    const std::regex code("`([^`]+)`");
    std::set<std::string> made;
    for (const std::string& document : living_documents())
        for (const std::string& line : prose_of(document))
            for (const std::string& text : matches(line, code)) {
                if (text.starts_with("build/")) continue;
                if (kToBeMade.contains(text))
                    made.insert(text);
                else
                    EXPECT_EQ(missing_file(text), "") << document << ": " << line;
            }
    EXPECT_EQ(made, kToBeMade);
    for (const std::string& path : kToBeMade) EXPECT_FALSE(fs::exists(kTree / path)) << path;
    EXPECT_NE(missing_file("app/nowhere"), "");
    EXPECT_NE(missing_file("nowhere.cpp"), "");
    EXPECT_NE(missing_file("document/nowhere.h"), "");
    EXPECT_NE(missing_file("nowhere_test"), "");
}

// The folders in the drawing below "## The tree". A line "    panels/  ..." is a folder; its indentation says in which.
std::set<std::string> drawn_folders() {
    std::set<std::string> out;
    std::vector<std::pair<std::size_t, std::string>> above;
    bool tree = false, code = false;
    for (const std::string& line : lines_of(text_of_source("ARCHITECTURE.md"))) {
        if (line.starts_with("## ")) tree = line == "## The tree";
        if (line.starts_with("```")) code = !code;
        std::smatch match;
        if (!tree || !code || !std::regex_search(line, match, std::regex("^( *)([a-z_]+)/( |$)"))) continue;
        const std::size_t indent = match[1].length();
        while (!above.empty() && above.back().first >= indent) above.pop_back();
        const std::string path = above.empty() ? match[2].str() : say(above.back().second, "/", match[2].str());
        above.emplace_back(indent, path);
        out.insert(path);
    }
    return out;
}

TEST(Links, TheTreeHasEachFolderOfTheProductAndNoOther) {
    const std::set<std::string> drawn = drawn_folders();
    for (const std::string& path : drawn) {
        const bool module = path.starts_with("core/") && fs::is_directory(kTree / "core/src" / path.substr(5));
        EXPECT_TRUE(module || fs::is_directory(kTree / path)) << path;
    }
    for (const char* folder : {"app", "core/src", "core/include/tilescope"})
        for (const auto& entry : fs::directory_iterator(kTree / folder)) {
            if (!entry.is_directory()) continue;
            const std::string name = entry.path().filename().string();
            const std::string path = say(folder == std::string_view("app") ? "app" : "core", "/", name);
            EXPECT_TRUE(drawn.contains(path)) << "ARCHITECTURE.md, The tree: " << path << " is missing";
        }
}

}  // namespace
}  // namespace tilescope
