// tests/unit/autopsy/larger_matrix_test.cpp -- the block of a larger matrix, also where few elements say which.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::autopsy::test {
namespace {

// A block that begins at no multiple of its rows.
Plan in_larger() { return {.type = "f16", .n = 48, .row_a = 64, .row_b = 32, .column = 64, .more = 64}; }

void expect_fault(const Diagnosis& found, std::string_view fault, std::string_view line) {
    ASSERT_EQ(found.verdict, Verdict::wrong) << found.line;
    ASSERT_EQ(found.faults.size(), 1u) << found.line;
    EXPECT_EQ(say(name_of(found.faults[0].part), ".", name_of(found.faults[0].field)), fault) << found.line;
    EXPECT_NE(found.line.find(line), std::string::npos) << found.line;
}

// The words read a block that is 8 rows further, but its last rows are not in memory.
TEST(LargerMatrix, AStartThatIsRowsOffIsNoMissingRow) {
    for (const int off : {1024, -1024}) {
        MadeKernel kernel(in_larger());
        kernel.change(Operand::b, [&](SmemLayout& l) { l.start = static_cast<std::uint32_t>(int(l.start) + off); });
        const std::string right = hex(kernel.layout(Operand::b, 0, 0).start);
        expect_fault(kernel.diagnosed().at(0), "b.start", say("Set start to ", right));
    }
}

TEST(LargerMatrix, RowsThatAreNotInMemoryMoveNoBlock) {
    MadeKernel kernel(in_larger());
    std::fill(kernel.memory.begin() + kernel.end.b - 3072, kernel.memory.begin() + kernel.end.b, std::uint8_t{0xcc});
    expect_fault(kernel.diagnosed().at(0), "b.memory", "rows 56 to 79 of B");
}

// Many 16 bytes of such a matrix are in it twice, so a block gets more votes than it has chunks.
TEST(LargerMatrix, FindsABlockOfTwoNumbers) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
        Plan plan = in_larger();
        plan.type = "e4m3", plan.steps = 8, plan.seed = seed;
        MadeKernel kernel(plan);
        for (ExpectedArray* array : {&kernel.expected.a, &kernel.expected.b})
            for (std::uint8_t& byte : array->bytes) byte = byte % 2 == 0 ? 0 : 0x38;
        for (const Operand o : kBothOperands)
            for (unsigned s = 0; s < plan.steps; ++s) kernel.write(o, 0, s, kernel.layout(o, 0, s));
        EXPECT_EQ(kernel.diagnosed().at(0).verdict, Verdict::right) << kernel.diagnosed().at(0).line;
    }
}

// 16 bytes of seven numbers are in many places of a large matrix, but those of a whole step are in one.
TEST(LargerMatrix, OneStaleStageOfFewNumbersIsNamed) {
    Plan plan{.type = "tf32", .n = 64, .steps = 2, .stages = 2, .row_b = 64, .column = 32, .more = 96};
    plan.numbers = Numbers::small_integers;
    MadeKernel kernel(plan);
    const std::uint32_t apart = kernel.layout(Operand::b, 0, 2).start - kernel.layout(Operand::b, 0, 0).start;
    kernel.change(
        Operand::b, [&](SmemLayout& l) { l.start -= apart; }, [](unsigned step) { return step >= 2; });
    expect_fault(kernel.diagnosed().at(0), "b.start", "in another stage. Set start to ");
}

// A in registers, with two numbers only: half of the elements of any two slices are equal.
TEST(LargerMatrix, FindsTheSliceThatRegistersHold) {
    Plan plan = in_larger();
    plan.row_a = 128;
    MadeKernel kernel(plan);
    for (std::size_t i = 0; i < kernel.expected.a.bytes.size(); i += 2) {
        const bool one = (kernel.expected.a.bytes[i] & 1) != 0;
        kernel.expected.a.bytes[i] = 0, kernel.expected.a.bytes[i + 1] = one ? 0x3c : 0;
    }
    Recording recording = kernel.recording();
    const WgmmaFragment fragment = *a_fragment(*find_type("f16"));
    for (unsigned s = 0; s < plan.steps; ++s) {
        auto& seen = std::get<SeenMma>(recording.events[s]);
        seen.at.text.replace(seen.at.text.find("gdesc"), 5, "R68,gdesc");
        if (s == 0) seen.at.text.replace(seen.at.text.rfind("R24"), 3, "RZ,!UPT");
        seen.a.reset();
        seen.a_registers.resize(kWarpgroupThreads);
        for (int row = 0; row < 64; ++row)
            for (int column = 0; column < 16; ++column) {
                const RegisterPlace at = place_of(fragment, {row, column});
                const std::size_t from = (plan.row_a + std::size_t(row)) * kernel.expected.a.row_bytes +
                                         (plan.column + s * 16 + std::size_t(column)) * 2;
                seen.a_registers[at.thread][at.reg] |= std::uint32_t{kernel.expected.a.bytes[from + 1]} << (at.bit + 8);
            }
    }
    const auto chains = chains_of(recording);
    ASSERT_EQ(chains.size(), 1u);
    const Diagnosis right = diagnose(recording, chains, kernel.expected).at(0);
    EXPECT_EQ(right.verdict, Verdict::right) << right.line;
    std::get<SeenMma>(recording.events[1]).a_registers[40][2] ^= 0x3c00;
    const Diagnosis wrong = diagnose(recording, chains_of(recording), kernel.expected).at(0);
    ASSERT_FALSE(wrong.faults.empty()) << wrong.line;
    EXPECT_EQ(wrong.faults[0].field, FaultField::memory);
    EXPECT_NE(wrong.line.find("of A in K columns 88 are other numbers in the registers"), std::string::npos)
        << wrong.line;
}

// B is constant along K, and the XOR of A exchanges the halves of a step: D is right by these numbers only.
TEST(LargerMatrix, ARightDOfAWrongWordIsNotCalledRight) {
    Plan plan{.type = "f16", .n = 16, .mode = {SwizzleMode::b32, SwizzleMode::b128}, .lines = {1, 0}};
    plan.numbers = Numbers::small_integers;
    MadeKernel kernel(plan);
    for (std::size_t i = 0; i < kernel.expected.b.bytes.size(); ++i)
        kernel.expected.b.bytes[i] =
            kernel.expected.b.bytes[i / kernel.expected.b.row_bytes * kernel.expected.b.row_bytes + i % 2];
    for (unsigned s = 0; s < plan.steps; ++s) kernel.write(Operand::b, 0, s, kernel.layout(Operand::b, 0, s));
    kernel.change(Operand::a, [](SmemLayout& l) { l.base_offset = 0; });
    const Diagnosis found = kernel.diagnosed().at(0);
    EXPECT_EQ(found.verdict, Verdict::unknown) << found.line;
    EXPECT_NE(found.line.find("D is the product of the right elements, although the words seem to read other ones"),
              std::string::npos)
        << found.line;
    ASSERT_FALSE(found.candidates.empty());
    EXPECT_EQ(found.candidates[0].field, FaultField::base_offset);
}

}  // namespace
}  // namespace tilescope::autopsy::test
