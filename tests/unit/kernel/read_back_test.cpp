// tests/unit/kernel/read_back_test.cpp -- the program's own reader finds the one MMA of each kernel.
// SPDX-License-Identifier: MIT
#include "tests/support/kernel_forms.h"
#include "tests/unit/kernel/golden_forms.h"

#include <tilescope/hw/archs.h>
#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>
#include <tilescope/rules/program_check.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace tilescope::kernel_tests {
namespace {

bool is_mma(Opcode opcode) { return opcode == Opcode::mma || opcode == Opcode::wgmma; }

void expect_form(const MmaLine& line, const KernelForm& form) {
    const Variant& v = form.variant;
    if (line.opcode == Opcode::mma) {
        EXPECT_EQ(variant_of(line), v) << line.text;
        EXPECT_EQ(line.operand(OperandRole::zero_mask) != nullptr, form.zero_mask) << line.text;
        return;
    }
    const WgmmaShape& s = form.shape;
    const auto number = [&](OperandRole role, std::int64_t value) {
        const MmaOperand* o = line.operand(role);
        EXPECT_TRUE(!o || o->value == value) << line.text;
    };
    EXPECT_TRUE(line.sparse == v.sparse && line.a_in_tmem == v.a_in_tmem && line.satfinite == s.saturate) << line.text;
    EXPECT_TRUE(line.m == 64 && line.n == s.n && line.k == s.k) << line.text;
    EXPECT_TRUE(line.d_type == s.d_type && line.a_type == s.a_type && line.b_type == s.b_type) << line.text;
    EXPECT_EQ(line.bit_op.empty(), !v.b1) << line.text;
    number(OperandRole::negate_a, s.negate_a ? -1 : 1);
    number(OperandRole::negate_b, s.negate_b ? -1 : 1);
    number(OperandRole::transpose_a, s.transpose_a);
    number(OperandRole::transpose_b, s.transpose_b);
}

// Reads the text as a pasted program: one MMA, and the line of it has the form.
void expect_read_back(const LiveKernel& kernel) {
    program::Program read;
    program::read_ptx({kernel.text}, read);
    std::size_t found = 0;
    for (const program::Observation& seen : read.observations) {
        if (seen.type != program::Observation::Type::instruction) continue;
        const Answer<MmaLine> line = parse_mma_line(seen.text + ";");
        if (!line || !is_mma(line->opcode)) continue;
        ++found;
        EXPECT_EQ(line->text, kernel.instruction);
        expect_form(*line, kernel.form);
    }
    EXPECT_EQ(found, 1u) << kernel.text;
}

// With TILESCOPE_KERNELS_ALL=1 all forms are read, which takes minutes in a debug build.
TEST(ReadBack, FindsTheOneMmaOfEachForm) {
    const std::size_t share = std::getenv("TILESCOPE_KERNELS_ALL") ? 1 : 29;
    std::size_t read = 0, all = 0;
    for (const ArchRow& arch : kArchs) {
        const std::vector<KernelForm> forms = test::kernel_forms(arch.id);
        for (std::size_t i = static_cast<std::size_t>(&arch - kArchs) % share; i < forms.size(); i += share) {
            ++all;
            const Answer<LiveKernel> kernel = live_kernel(forms[i]);
            if (!kernel) continue;
            ++read;
            expect_read_back(*kernel);
        }
    }
    std::printf("%zu kernels of %zu forms were read\n", read, all);
    EXPECT_GE(read, 400u);
}

// All words are parameters, so none of their bits is known, and the rules find no problem.
TEST(ReadBack, CheckFindsNoProblem) {
    for (const auto& [file, form] : golden_forms()) {
        const Answer<LiveKernel> kernel = live_kernel(form);
        ASSERT_TRUE(kernel) << file << ": " << kernel.why;
        const ProgramReport report = check_program(kernel->text, form.arch, form.edition, true);
        EXPECT_EQ(report.target, form.arch);
        EXPECT_EQ(report.version, kernel->ptx);
        for (const Problem& p : report.problems)  // wgmma.fence and others are not in the tables of accept()
            EXPECT_EQ(p.severity, Severity::info) << file << ": " << p.text;
        for (const ProgramInstruction& i : report.instructions) {
            for (const MmaProblem& p : i.report.problems)
                EXPECT_EQ(p.problem.severity, Severity::info) << file << ": " << i.mma.text << ": " << p.problem.text;
            for (const auto& word : i.words)
                EXPECT_TRUE(!word || (word->known & 0x3fff) == 0) << file << ": " << i.mma.text;
        }
    }
}

}  // namespace
}  // namespace tilescope::kernel_tests
