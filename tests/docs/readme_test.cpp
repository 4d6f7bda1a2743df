// tests/docs/readme_test.cpp -- checks the commands, files and packages in README.md.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

std::string read(const std::string& path) {
    std::ifstream in(std::string(TILESCOPE_SOURCE_DIR "/") + path);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_FALSE(text.str().empty()) << path;
    return text.str();
}

// Returns the lines "$ tilescope ...", without the remark after two or more spaces.
std::vector<std::string> commands_in(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("$ tilescope ")) continue;
        std::string command = line.substr(2);
        bool quoted = false;
        for (std::size_t i = 0; i + 1 < command.size(); ++i) {
            quoted ^= command[i] == '\'';
            if (!quoted && command[i] == ' ' && command[i + 1] == ' ') command.resize(i);
        }
        out.push_back(command);
    }
    return out;
}

TEST(Readme, EveryCommandRuns) {
    const std::vector<std::string> commands = commands_in(read("README.md"));
    EXPECT_GE(commands.size(), 8u);
    for (const std::string& command : commands) {
        if (command == "tilescope gui") continue;                   // opens a window; the window tests run it
        if (command.find("gpubox") != std::string::npos) continue;  // another machine; ssh_test does this
        // The files in the examples are relative to the source tree.
        const std::string in_source_tree = "cd '" TILESCOPE_SOURCE_DIR "' && ";
        const std::string program =
            in_source_tree + "'" TILESCOPE_PROGRAM "'" + command.substr(std::string("tilescope").size());
        EXPECT_EQ(std::system((program + " >/dev/null").c_str()), 0) << command;
    }
}

// Returns the targets of the links: the text inside "](...)".
std::vector<std::string> links_in(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1))
        out.push_back(text.substr(at + 2, text.find(')', at) - at - 2));
    return out;
}

TEST(Readme, EveryLinkedFileExists) {
    const std::vector<std::string> files = links_in(read("README.md"));
    for (const std::string& file : files)
        EXPECT_TRUE(std::filesystem::exists(std::string(TILESCOPE_SOURCE_DIR "/") + file)) << file;
    EXPECT_GE(files.size(), 3u);
}

// The table of verbs between the two marks, made from the rows of verbs.inc. ./test --update docs writes it anew.
TEST(Readme, ListsEveryVerb) {
    const std::string begin = "<!-- begin: verbs, written by ./test --update docs -->\n", end = "<!-- end: verbs -->\n";
    std::string table = "| command | what it does |\n|---|---|\n";
#define TILESCOPE_VERB(function, name, summary, example) table += std::string("| `") + name + "` | " + summary + " |\n";
#include "app/cli/verbs.inc"
#undef TILESCOPE_VERB
    std::string readme = read("README.md");
    const std::size_t from = readme.find(begin), to = readme.find(end);
    ASSERT_NE(from, std::string::npos) << "README.md has no line " << begin;
    ASSERT_LT(from, to) << "README.md has no line " << end;
    const std::size_t first = from + begin.size();
    const char* update = std::getenv("TILESCOPE_UPDATE");
    if (update && std::string(update) == "docs") {
        readme.replace(first, to - first, table);
        std::ofstream(TILESCOPE_SOURCE_DIR "/README.md") << readme;
    } else {
        EXPECT_EQ(readme.substr(first, to - first), table) << "run ./test --update docs";
    }
}

// The values of NAME_packages="..." in cmake/prepare.sh, each as "NAME" and a list of packages.
std::vector<std::pair<std::string, std::string>> package_lists() {
    std::vector<std::pair<std::string, std::string>> out;
    const std::string script = read("cmake/prepare.sh");
    const std::string mark = "_packages=\"";
    for (std::size_t at = script.find(mark); at != std::string::npos; at = script.find(mark, at + 1)) {
        const std::size_t name = script.find_last_of("\n ", at) + 1, begin = at + mark.size();
        out.emplace_back(script.substr(name, at - name), script.substr(begin, script.find('"', begin) - begin));
    }
    return out;
}

TEST(Readme, ListsEveryPackageThatTheScriptsInstall) {
    const std::string readme = read("README.md");
    int count = 0;
    for (const auto& [name, list] : package_lists()) {
        std::istringstream packages(list);
        for (std::string package; packages >> package;) {
            if (package == "\\" || package.starts_with("$")) continue;
            ++count;
            EXPECT_NE(readme.find(package), std::string::npos) << package << " of " << name << "_packages";
        }
    }
    EXPECT_GT(count, 30);
}

// A build behind a firewall must not stop. Only the labels triton, clients and ptxas take programs from PyPI.
TEST(Build, NoFileOfTheBuildUsesANetwork) {
    namespace fs = std::filesystem;
    std::vector<std::string> files{"CMakeLists.txt", "CMakePresets.json", "run", "cmake/prepare.sh"};
    for (const char* folder : {"cmake", "core", "app", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(std::string(TILESCOPE_SOURCE_DIR "/") + folder))
            if (entry.path().filename() == "CMakeLists.txt" || entry.path().extension() == ".cmake")
                files.push_back(fs::relative(entry.path(), TILESCOPE_SOURCE_DIR).string());
    EXPECT_GT(files.size(), 30u);
    for (const std::string& file : files) {
        std::istringstream lines(read(file));
        for (std::string line; std::getline(lines, line);) {
            if (line.find("pypi_packages=") != std::string::npos) continue;
            for (const char* word : {"pip ", "pip3", "venv", "ensurepip", "FetchContent_Declare", "ExternalProject",
                                     "file(DOWNLOAD", "curl ", "wget ", "git clone", "http_", "PyPI into"})
                EXPECT_EQ(line.find(word), std::string::npos) << file << ": " << line;
        }
    }
}

TEST(Build, TheCommandLineAloneNeedsNoPackageOfTheWindow) {
    std::string cli, window;
    for (const auto& [name, list] : package_lists()) {
        if (name == "cli") cli = list;
        if (name == "window") window = list;
    }
    for (const char* package : {"g++", "cmake", "libfreetype-dev", "fonts-inter"})
        EXPECT_NE(cli.find(package), std::string::npos) << package;
    for (const char* package : {"libimgui-dev", "libglfw3-dev", "libgl-dev", "python3-glad"}) {
        EXPECT_EQ(cli.find(package), std::string::npos) << package;
        EXPECT_NE(window.find(package), std::string::npos) << package;
    }
}

}  // namespace
}  // namespace tilescope
