// tests/docs/example_test.cpp -- runs the commands of the documents, and compares what they print with what is shown.
// SPDX-License-Identifier: MIT
#include "tests/docs/documents.h"
#include "tests/docs/output_of.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {
namespace {

struct Example {
    std::string command;              // "tilescope decode 0x4000404000010040"
    std::vector<std::string> output;  // the lines below it; "..." stands for any lines. Empty: nothing is shown
};

// Returns the command of a line "$ tilescope ...", without the remark after two or more spaces.
std::string command_in(const std::string& line) {
    std::string command = line.substr(2);
    bool quoted = false;
    for (std::size_t i = 0; i + 1 < command.size(); ++i) {
        quoted ^= command[i] == '\'';
        if (!quoted && command[i] == ' ' && command[i + 1] == ' ') command.resize(i);
    }
    return command;
}

std::vector<Example> examples_in(const std::string& document) {
    std::vector<Example> out;
    bool in_block = false, shows_output = false;
    for (const std::string& line : lines_of(text_of_source(document))) {
        if (line.starts_with("```")) {
            in_block = !in_block;
            shows_output = false;
        } else if (in_block && line.starts_with("$ ")) {
            shows_output = line.starts_with("$ tilescope ");
            if (shows_output) out.push_back({.command = command_in(line), .output = {}});
        } else if (shows_output) {
            out.back().output.push_back(line);
        }
    }
    return out;
}

// Returns whether the printed lines are those that a document shows.
bool is_shown(const std::vector<std::string>& printed, const std::vector<std::string>& shown) {
    auto at = printed.begin();
    bool skips = false;
    for (const std::string& line : shown) {
        if (line == "...") {
            skips = true;
            continue;
        }
        at = skips ? std::find(at, printed.end(), line) : at;
        if (at == printed.end() || *at != line) return false;
        ++at;
        skips = false;
    }
    return skips || std::all_of(at, printed.end(), [](const std::string& line) { return line.empty(); });
}

class Examples : public testing::TestWithParam<const char*> {};

TEST_P(Examples, RunAndPrintWhatIsShown) {
    const std::vector<Example> examples = examples_in(GetParam());
    EXPECT_GE(examples.size(), 3u);
    for (const Example& example : examples) {
        if (example.command == "tilescope gui") continue;                   // opens a window; the window tests run it
        if (example.command.find("gpubox") != std::string::npos) continue;  // another machine; ssh_test does this
        // The files in the examples are relative to the source tree.
        const std::string_view arguments =
            std::string_view(example.command).substr(std::string_view("tilescope").size());
        // 1: the command is done, and found a fault.
        const std::string_view found = example.command.starts_with("tilescope autopsy ") ? " || [ $? = 1 ]" : "";
        const std::string printed =
            output_of(say("cd '" TILESCOPE_SOURCE_DIR "' && '" TILESCOPE_PROGRAM "'", arguments, found));
        if (example.output.empty()) continue;
        EXPECT_TRUE(is_shown(lines_of(printed), example.output)) << example.command << " prints\n" << printed;
    }
}

constexpr const char* kWithExamples[] = {"README.md", "docs/commands.md", "docs/autopsy.md"};
INSTANTIATE_TEST_SUITE_P(Of, Examples, testing::ValuesIn(kWithExamples), [](const auto& file) {
    return std::string(file.index == 0 ? "Readme" : file.index == 1 ? "Commands" : "Autopsy");
});

TEST(Examples, TheDocumentsWithCommandsAreTheseAndTheOneAboutAnotherMachine) {
    for (const std::string& path : living_documents()) {
        if (std::ranges::find(kWithExamples, path) != std::end(kWithExamples)) continue;
        for (const Example& example : examples_in(path))
            EXPECT_NE(example.command.find("gpubox"), std::string::npos) << path << ": nobody runs " << example.command;
    }
}

TEST(Examples, AShownOutputMustBeTheWholeOutputButForDots) {
    const std::vector<std::string> printed{"one", "two", "three", ""};
    EXPECT_TRUE(is_shown(printed, {"one", "two", "three"}));
    EXPECT_TRUE(is_shown(printed, {"...", "two", "..."}));
    EXPECT_TRUE(is_shown(printed, {"one", "...", "three"}));
    EXPECT_FALSE(is_shown(printed, {"one", "two"}));
    EXPECT_FALSE(is_shown(printed, {"two", "..."}));
    EXPECT_FALSE(is_shown(printed, {"...", "three", "two", "..."}));
}

}  // namespace
}  // namespace tilescope
