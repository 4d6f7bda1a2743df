// tests/style/include_test.cpp -- checks the includes: ARCHITECTURE.md, "Which part may include which".
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>
#include <set>

namespace tilescope::style {
namespace {

struct Include {
    std::string target;
    bool angle;
};

std::vector<Include> includes_of(const SourceFile& file) {
    static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> out;
    for (const std::string& line : file.code) {
        std::smatch match;
        if (line.find("include") != line.npos && std::regex_search(line, match, pattern))
            out.push_back({match[2], match[1] == "<"});
    }
    return out;
}

// A module may include modules with a smaller number. Modules with the same number must not include each other, except
// formats and hw.
const std::map<std::string, int> kCoreLayers = {
    {"base", 0},   {"word", 1},     {"formats", 2}, {"hw", 2},     {"layout", 3},  {"program", 3}, {"notation", 4},
    {"solver", 5}, {"emulator", 5}, {"ptx", 5},     {"kernel", 6}, {"rules", 6},   {"scene", 6},   {"export", 7},
    {"table", 7},  {"document", 7}, {"view", 8},    {"study", 8},  {"autopsy", 9}, {"code", 9},    {"lessons", 9}};

// Includes in quotes are the private headers of a module, which are beside its sources.
TEST(Includes, CoreIncludesOnlyTheStandardLibraryAndItself) {
    for (const SourceFile& file : sources_below("core/"))
        for (const Include& include : includes_of(file)) {
            const bool plain_name = include.target.find('/') == std::string::npos;
            const bool standard = include.angle && plain_name && include.target.find('.') == std::string::npos;
            const bool beside = !include.angle && plain_name && file.path.starts_with("core/src/");
            const bool public_header = include.angle && include.target.starts_with("tilescope/");
            EXPECT_TRUE(standard || beside || public_header) << file.path << " must not include " << include.target;
        }
}

TEST(Includes, CoreModulesIncludeOnlyLowerModules) {
    for (const SourceFile& file : sources_below("core/"))
        for (const Include& include : includes_of(file)) {
            const std::string from = core_module(file.path), to = core_module(include.target);
            if (to.empty() || from == to) continue;
            ASSERT_TRUE(kCoreLayers.contains(from)) << file.path << ": add module " << from << " to kCoreLayers";
            ASSERT_TRUE(kCoreLayers.contains(to)) << file.path << ": add module " << to << " to kCoreLayers";
            const bool formats_and_hw = kCoreLayers.at(from) == 2 && kCoreLayers.at(to) == 2;
            EXPECT_TRUE(kCoreLayers.at(to) < kCoreLayers.at(from) || formats_and_hw)
                << file.path << " (" << from << ") must not include " << include.target << " (" << to << ")";
        }
}

// The folders of app, and the other folders of app that each may include. A row names only rows above it.
const std::map<std::string, std::set<std::string>> kAppFolders = {
    {"io", {}},
    {"publish", {"io"}},
    {"worker", {"io"}},
    {"runs", {"io", "publish", "worker"}},
    {"autopsy", {"io", "publish"}},
    {"cli", {"io", "publish", "worker", "runs", "autopsy"}},
    {"ui", {}},
    {"widgets", {"ui"}},
    {"panels", {"ui", "widgets"}},
    {"window", {"io", "publish", "worker", "runs", "autopsy", "ui", "widgets", "panels"}},
    {"gl", {"ui"}},
    {"gui", {"io", "publish", "worker", "runs", "autopsy", "ui", "widgets", "panels", "window", "gl"}},
};

// "io" of "app/io/file.h"; empty for a path that is not below a folder of app.
std::string app_folder(const std::string& path) {
    if (!path.starts_with("app/")) return "";
    const std::size_t end = path.find('/', 4);
    return end == path.npos ? "" : path.substr(4, end - 4);
}

TEST(Includes, AppFoldersIncludeOnlyLowerFolders) {
    for (const SourceFile& file : sources_below("app/")) {
        const std::string from = app_folder(file.path);
        ASSERT_TRUE(kAppFolders.contains(from)) << file.path << ": add the folder to kAppFolders";
        for (const Include& include : includes_of(file)) {
            const std::string to = app_folder(include.target);
            EXPECT_TRUE(to.empty() || to == from || kAppFolders.at(from).contains(to))
                << file.path << " must not include " << include.target;
        }
    }
}

struct Rule {
    std::string_view where;               // prefix of the paths of the including files
    std::vector<std::string_view> never;  // substrings that the include must not contain
};

TEST(Includes, NoProgramLayerIncludesALibraryOfAnotherLayer) {
    const std::vector<Rule> rules = {
        {"app/io/", {"imgui", "GLFW", "glad", "CLI/"}},
        {"app/publish/", {"imgui", "GLFW", "glad", "CLI/"}},
        {"app/worker/", {"imgui", "GLFW", "glad", "CLI/"}},
        {"app/runs/", {"imgui", "GLFW", "glad", "CLI/"}},
        {"app/autopsy/", {"imgui", "GLFW", "glad", "CLI/"}},
        {"app/cli/", {"imgui", "GLFW", "glad"}},
        {"app/cli/cmd_", {"CLI/"}},  // app/cli/verb.h instead: CLI11's headers compile slowly
        {"app/ui/", {"GLFW", "glad", "nlohmann", "CLI/"}},
        {"app/widgets/", {"GLFW", "glad", "nlohmann", "CLI/"}},
        {"app/panels/", {"GLFW", "glad", "nlohmann", "CLI/"}},
        {"app/window/", {"GLFW", "glad", "nlohmann", "CLI/"}},
        {"app/gl/", {"GLFW", "nlohmann", "CLI/"}},
    };
    for (const Rule& rule : rules)
        for (const SourceFile& file : sources_below(rule.where))
            for (const Include& include : includes_of(file))
                for (const std::string_view word : rule.never)
                    EXPECT_EQ(include.target.find(word), std::string::npos)
                        << file.path << " must not include " << include.target;
}

TEST(Includes, NoPanelIncludesAnotherPanel) {
    for (const SourceFile& file : sources_below("app/panels/"))
        for (const Include& include : includes_of(file)) {
            if (!include.target.starts_with("app/panels/") || !include.target.ends_with("_panel.h")) continue;
            ADD_FAILURE() << file.path << " must not include " << include.target;
        }
}

TEST(Includes, OnlyGlHIncludesGladAndNoFileIncludesCuda) {
    for (const SourceFile& file : sources())
        for (const Include& include : includes_of(file)) {
            const bool glad = include.target.find("glad/") != std::string::npos;
            EXPECT_TRUE(!glad || file.path == "app/gl/gl.h" || file.path == "app/gl/gl.cpp")
                << file.path << " must not include " << include.target;
            EXPECT_FALSE(include.target.starts_with("cuda") || include.target.starts_with("nv"))
                << file.path << " must not include " << include.target;
        }
}

// The window and the command line never load a driver: only the worker process does.
TEST(Includes, OnlyTheWorkerIncludesTheDriver) {
    unsigned users = 0;
    for (const SourceFile& file : sources())
        for (const Include& include : includes_of(file)) {
            const bool driver =
                include.target.starts_with("app/worker/driver.h") || include.target.starts_with("app/worker/gpu");
            const bool part_of_worker = file.path.starts_with("app/worker/driver.") ||
                                        file.path.starts_with("app/worker/gpu") || file.path == "app/worker/worker.cpp";
            users += driver;
            EXPECT_TRUE(!driver || part_of_worker) << file.path << " must not include " << include.target;
        }
    EXPECT_GT(users, 3u);
}

// As many units may include each other: what is larger is understood by nobody.
constexpr std::size_t kLargestCircle = 4;

// A header and the source of the same name are one unit: "core/notation/paste", "app/window/frame/frame".
std::string unit_of(std::string path) {
    path.resize(path.rfind('.'));
    for (const std::string_view part : {"include/tilescope/", "src/"})
        if (path.starts_with("core/" + std::string(part))) return "core/" + path.substr(5 + part.size());
    return path;
}

using Graph = std::map<std::string, std::set<std::string>>;

// The units that each unit of core and app includes.
Graph units_and_their_includes() {
    Graph out;
    const std::vector<SourceFile>& files = sources();
    std::set<std::string> paths;
    for (const SourceFile& file : files) paths.insert(file.path);
    for (const SourceFile& file : files) {
        if (!file.path.starts_with("core/") && !file.path.starts_with("app/")) continue;
        std::set<std::string>& included = out[unit_of(file.path)];
        const std::string folder = file.path.substr(0, file.path.rfind('/') + 1);
        for (const Include& include : includes_of(file))
            for (const std::string& place : {"core/include/" + include.target, include.target, folder + include.target})
                if (paths.contains(place)) included.insert(unit_of(place));
    }
    return out;
}

std::set<std::string> reachable(const Graph& graph, const std::string& from) {
    std::set<std::string> seen;
    std::vector<std::string> waiting = {from};
    while (!waiting.empty()) {
        const std::string unit = waiting.back();
        waiting.pop_back();
        for (const std::string& next : graph.at(unit))
            if (next != unit && seen.insert(next).second) waiting.push_back(next);
    }
    return seen;
}

// Units that include each other in a circle are understood only together. Prints the largest circles.
TEST(Includes, FewUnitsIncludeEachOtherInACircle) {
    const Graph graph = units_and_their_includes();
    std::map<std::string, std::set<std::string>> below;
    for (const auto& [unit, included] : graph) below[unit] = reachable(graph, unit);
    std::set<std::set<std::string>> circles;
    for (const auto& [unit, seen] : below) {
        if (!seen.contains(unit)) continue;
        std::set<std::string> circle;
        for (const std::string& other : seen)
            if (below.at(other).contains(unit)) circle.insert(other);
        circles.insert(circle);
    }
    EXPECT_GT(graph.size(), 300u) << "the test found too few units";
    for (const std::set<std::string>& circle : circles) {
        std::string names;
        for (const std::string& name : circle) names += " " + name;
        if (circle.size() > 2) std::printf("%zu units:%s\n", circle.size(), names.c_str());
        EXPECT_LE(circle.size(), kLargestCircle) << "units that include each other in a circle:" << names;
    }
}

TEST(Includes, EveryHeaderHasPragmaOnce) {
    for (const SourceFile& file : sources()) {
        if (!file.path.ends_with(".h")) continue;
        EXPECT_NE(std::ranges::find(file.lines, "#pragma once"), file.lines.end())
            << file.path << " has no #pragma once";
    }
}

}  // namespace
}  // namespace tilescope::style
