// tests/ptxas/forms_test.cpp -- the stored results of ptxas still match the installed ptxas.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/around_lines.h"
#include "tests/ptxas/assembler.h"
#include "tests/ptxas/random_lines.h"
#include "tests/support/vectors.h"

#include <tilescope/hw/archs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace tilescope {
namespace {

constexpr std::string_view kVersions[] = {"8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"};

// Returns for each line the lowest .version with which the assembler accepts it, or "-".
std::vector<std::string> lowest_versions(const test::AssemblerProgram& program, const std::vector<std::string>& lines,
                                         const std::string& arch) {
    std::vector<std::string> out(lines.size(), "-");
    const std::vector<bool> at_all = test::Assembler({.program = program, .arch = arch}).accepts(lines);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (at_all[i]) open.push_back(i);
    for (const std::string_view version : kVersions) {
        std::vector<std::string> batch;
        for (const std::size_t i : open) batch.push_back(lines[i]);
        if (batch.empty()) break;
        const std::vector<bool> accepted = test::Assembler({program, arch, version}).accepts(batch);
        std::vector<std::size_t> rest;
        for (std::size_t b = 0; b < open.size(); ++b) {
            if (accepted[b]) out[open[b]] = version;
            if (!accepted[b]) rest.push_back(open[b]);
        }
        open = std::move(rest);
    }
    return out;
}

void write(const std::vector<std::string>& lines, const std::vector<std::vector<std::string>>& columns) {
    std::ofstream file(TILESCOPE_SOURCE_DIR "/tests/data/ptx/forms.csv");
    file << "# ptxas 13.0.88: the lowest .version with which it accepts the instruction on the target; -: none.\n"
            "instruction";
    for (const std::string& arch : test::frozen_targets()) file << ',' << arch;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        file << "\n\"" << lines[i] << '"';
        for (const auto& column : columns) file << ',' << column[i];
    }
    file << '\n';
}

// With TILESCOPE_UPDATE=ptxas the test writes the file again, with the same instructions.
TEST(StoredForms, MatchTheAssembler) {
    const auto program = test::frozen_assembler();
    if (!program) GTEST_SKIP() << "ptxas 13.0.88, the source of the stored forms, is not installed";
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
    std::printf("%zu forms, %zu results\n", lines.size(), cells);
}

// A cubin of an exact target runs only on that target. A cubin of a family target runs on every later target of it.
TEST(Targets, AssembleForTheChipsThatRunThem) {
    const auto programs = test::assemblers();
    if (programs.empty()) GTEST_SKIP() << "ptxas is not installed";
    for (const test::AssemblerProgram& program : programs)
        for (const ArchRow& text : kArchs)
            for (const ArchRow& code : kArchs) {
                if (text.ptx > program.newest || code.ptx > program.newest) continue;
                const bool expected = text.has(Feature::exact) ? text.id == code.id : runs_on(text, chip_of(code));
                test::Assembler assembler({.program = program, .arch = text.id, .code = code.id});
                EXPECT_EQ(assembler.accepts_alone("mov.b32 %dt, 1;"), expected) << text.id << " for " << code.id;
            }
}

// ---- the instructions around the MMA, with the oldest and the newest assembler ----

constexpr std::size_t kEach = 11;  // one of this number of matrix rows is stored

std::vector<std::string> lines_to_freeze() {
    std::vector<std::string> out, all = test::around_matrix();
    for (std::size_t i = 0; i < all.size(); i += kEach) out.push_back(all[i]);
    test::Dice dice(5);
    while (out.size() < all.size() / kEach + 400) out.push_back(test::with_fitting_names(test::random_around(dice)));
    return out;
}

// Returns a sign for each program: "+-" if the oldest accepts a line and the newest does not. A target that the oldest
// does not support has one sign.
std::vector<std::string> signs(const std::vector<test::AssemblerProgram>& programs,
                               const std::vector<std::string>& lines, const std::string& arch) {
    std::vector<std::string> out(lines.size());
    for (const test::AssemblerProgram& program : programs) {
        if (arch_named(arch)->ptx > program.newest) continue;
        const std::vector<bool> accepted = test::Assembler({program, arch}).accepts(lines);
        for (std::size_t i = 0; i < lines.size(); ++i) out[i] += accepted[i] ? '+' : '-';
    }
    return out;
}

void write_around(const std::vector<std::string>& lines, const std::vector<std::vector<std::string>>& columns) {
    std::ofstream file(TILESCOPE_SOURCE_DIR "/tests/data/ptx/around.csv");
    file << "# + accepted, - refused; first sign: ptxas 13.0.88, second sign: ptxas 13.5.37. "
            "sm_107* has only the second sign.\ninstruction";
    for (const std::string& arch : test::all_targets()) file << ',' << arch;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        file << "\n\"" << lines[i] << '"';
        for (const auto& column : columns) file << ',' << column[i];
    }
    file << '\n';
}

// With TILESCOPE_UPDATE=ptxas the test writes the file again.
TEST(StoredForms, AroundTheMmaMatchTheAssemblers) {
    std::vector<test::AssemblerProgram> programs = test::assemblers();
    std::erase_if(programs, [](const auto& p) { return p.version != "13.0.88" && p.version != "13.5.37"; });
    if (programs.size() != 2)
        GTEST_SKIP() << "ptxas 13.0.88 and 13.5.37, the sources of the stored rows, are not installed";
    std::ranges::sort(programs, {}, &test::AssemblerProgram::newest);
    const char* update = std::getenv("TILESCOPE_UPDATE");
    const bool writes = update && std::string_view(update) == "ptxas";
    std::vector<std::string> lines = writes ? lines_to_freeze() : std::vector<std::string>();
    std::optional<test::Vectors> v;
    if (!writes) v.emplace("ptx/around.csv");
    for (std::size_t row = 0; v && row < v->size(); ++row) lines.push_back(v->text(row, "instruction"));
    std::vector<std::vector<std::string>> columns;
    for (const std::string& arch : test::all_targets()) columns.push_back(signs(programs, lines, arch));
    if (writes) return write_around(lines, columns);
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (std::size_t row = 0; row < lines.size(); ++row)
            EXPECT_EQ(v->text(row, test::all_targets()[c]), columns[c][row]) << lines[row];
    std::printf("%zu lines around the MMA, %zu targets\n", lines.size(), columns.size());
}

}  // namespace
}  // namespace tilescope
