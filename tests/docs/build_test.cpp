// tests/docs/build_test.cpp -- checks what the build installs and uses.
// SPDX-License-Identifier: MIT
#include "tests/docs/documents.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

// The values of NAME_packages="..." in cmake/prepare.sh, each as "NAME" and a list of packages.
std::vector<std::pair<std::string, std::string>> package_lists() {
    std::vector<std::pair<std::string, std::string>> out;
    const std::string script = text_of_source("cmake/prepare.sh");
    const std::string mark = "_packages=\"";
    for (std::size_t at = script.find(mark); at != std::string::npos; at = script.find(mark, at + 1)) {
        const std::size_t name = script.find_last_of("\n ", at) + 1, begin = at + mark.size();
        out.emplace_back(script.substr(name, at - name), script.substr(begin, script.find('"', begin) - begin));
    }
    return out;
}

TEST(Build, TheDocumentListsEveryPackageThatTheScriptsInstall) {
    const std::string document = text_of_source("docs/build.md");
    int count = 0;
    for (const auto& [name, list] : package_lists()) {
        std::istringstream packages(list);
        for (std::string package; packages >> package;) {
            if (package == "\\" || package.starts_with("$")) continue;
            ++count;
            EXPECT_NE(document.find(package), std::string::npos) << package << " of " << name << "_packages";
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
        for (const std::string& line : lines_of(text_of_source(file))) {
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
