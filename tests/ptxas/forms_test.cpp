// tests/ptxas/forms_test.cpp -- the frozen forms still have the verdicts that the assembler gives.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/assembler.h"
#include "tests/support/vectors.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace tilescope {
namespace {

constexpr std::string_view kVersions[] = {"8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"};

// For each line the lowest .version with which the assembler takes it, or "-".
std::vector<std::string> lowest_versions(const test::AssemblerProgram& program, const std::vector<std::string>& lines,
                                         const std::string& arch) {
    std::vector<std::string> out(lines.size(), "-");
    const std::vector<bool> at_all = test::Assembler({.program = program, .arch = arch}).takes(lines);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (at_all[i]) open.push_back(i);
    for (const std::string_view version : kVersions) {
        std::vector<std::string> batch;
        for (const std::size_t i : open) batch.push_back(lines[i]);
        if (batch.empty()) break;
        const std::vector<bool> taken = test::Assembler({program, arch, version}).takes(batch);
        std::vector<std::size_t> rest;
        for (std::size_t b = 0; b < open.size(); ++b) {
            if (taken[b]) out[open[b]] = version;
            if (!taken[b]) rest.push_back(open[b]);
        }
        open = std::move(rest);
    }
    return out;
}

void write(const std::vector<std::string>& lines, const std::vector<std::vector<std::string>>& columns) {
    std::ofstream file(TILESCOPE_SOURCE_DIR "/tests/data/ptx/forms.csv");
    file
        << "# ptxas 13.0.88: the lowest .version with which it takes the instruction on the target, or -.\ninstruction";
    for (const std::string& arch : test::frozen_targets()) file << ',' << arch;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        file << "\n\"" << lines[i] << '"';
        for (const auto& column : columns) file << ',' << column[i];
    }
    file << '\n';
}

// With TILESCOPE_UPDATE=ptxas the file is written anew for the instructions it has.
TEST(FrozenForms, AreWhatTheAssemblerSays) {
    const auto program = test::frozen_assembler();
    if (!program) GTEST_SKIP() << "ptxas 13.0.88, of which the frozen forms are, is not here";
    const test::Vectors v("ptx/forms.csv");
    std::vector<std::string> lines;
    for (std::size_t row = 0; row < v.size(); ++row) lines.push_back(v.text(row, "instruction"));
    std::vector<std::vector<std::string>> columns;
    for (const std::string& arch : test::frozen_targets()) columns.push_back(lowest_versions(*program, lines, arch));
    const char* update = std::getenv("TILESCOPE_UPDATE");
    if (update && std::string_view(update) == "ptxas") return write(lines, columns);
    std::size_t cells = 0;
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (std::size_t row = 0; row < lines.size(); ++row, ++cells)
            EXPECT_EQ(v.text(row, test::frozen_targets()[c]), columns[c][row]) << lines[row];
    std::printf("%zu forms, %zu verdicts\n", lines.size(), cells);
}

}  // namespace
}  // namespace tilescope
