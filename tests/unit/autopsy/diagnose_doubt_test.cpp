// tests/unit/autopsy/diagnose_doubt_test.cpp -- what several faults explain is not called by the name of one.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tilescope::autopsy::test {
namespace {

// Writes A and B again after a change of their elements.
void write_again(MadeKernel& kernel, const MadeKernel& layouts) {
    for (const Operand o : kBothOperands)
        for (unsigned w = 0; w < pick(o, unsigned{kernel.plan.warpgroups}, 1u); ++w)
            for (unsigned s = 0; s < kernel.all_steps(); ++s) kernel.write(o, w, s, layouts.layout(o, w, s));
}

// Rows of zeros do not vote for a block.
TEST(DiagnoseDoubt, FindsTheBlockOfASparseMatrix) {
    for (unsigned seed = 1; seed < 9; ++seed) {
        MadeKernel kernel({.type = "u8", .warpgroups = 2, .n = 16, .steps = 1, .stages = 2, .seed = seed});
        std::mt19937 random(seed);
        for (std::uint8_t& byte : kernel.expected.a.bytes)
            if (random() % 10 != 0) byte = 0;
        write_again(kernel, kernel);
        EXPECT_TRUE((said_in(kernel.diagnosed()).find("not known") == std::string::npos &&
                     names_in(kernel.diagnosed()).empty()))
            << seed << said_in(kernel.diagnosed());
    }
}

// K columns in pairs, exchanged: half of the bytes are where another start would read them.
TEST(DiagnoseDoubt, NamesNoWordForBytesInAnotherOrder) {
    for (const std::string type : {"f16", "e4m3", "u8"}) {
        MadeKernel kernel({.type = type, .steps = 2, .mode = {SwizzleMode::none, SwizzleMode::b128}});
        const Expected expected = kernel.expected;
        ExpectedArray& b = kernel.expected.b;
        for (std::size_t i = 0; i + 2 * kernel.width() <= b.bytes.size(); i += 2 * kernel.width())
            std::swap_ranges(b.bytes.begin() + static_cast<std::ptrdiff_t>(i),
                             b.bytes.begin() + static_cast<std::ptrdiff_t>(i + kernel.width()),
                             b.bytes.begin() + static_cast<std::ptrdiff_t>(i + kernel.width()));
        write_again(kernel, kernel);
        kernel.expected = expected;
        const std::string both = names_in(kernel.diagnosed());
        EXPECT_TRUE(both.empty() || both == "b.memory") << type << ' ' << both;
        kernel.expected.a = {};
        const std::string alone = names_in(kernel.diagnosed());
        EXPECT_TRUE(alone.empty() || alone == "b.memory") << type << ' ' << alone << said_in(kernel.diagnosed());
    }
}

// A kernel can have an order of its own for the K columns.
TEST(DiagnoseDoubt, AccusesNoKernelThatPermutesTheColumnsOfBoth) {
    for (const std::string type : {"f16", "s8"}) {
        MadeKernel kernel({.type = type, .steps = 2, .numbers = Numbers::any_bits});
        const Expected expected = kernel.expected;
        for (ExpectedArray* array : {&kernel.expected.a, &kernel.expected.b})
            for (std::size_t i = 0; i < array->bytes.size(); i += 2 * kernel.width())
                std::rotate(array->bytes.begin() + static_cast<std::ptrdiff_t>(i),
                            array->bytes.begin() + static_cast<std::ptrdiff_t>(i + kernel.width()),
                            array->bytes.begin() + static_cast<std::ptrdiff_t>(i + 2 * kernel.width()));
        write_again(kernel, kernel);
        kernel.expected = expected;
        EXPECT_EQ(kernel.diagnosed().at(0).verdict, Verdict::right) << said_in(kernel.diagnosed());
        EXPECT_EQ(names_in(kernel.diagnosed()), "");
        kernel.expected.b = {};
        EXPECT_EQ(kernel.diagnosed().at(0).verdict, Verdict::unknown) << said_in(kernel.diagnosed());
    }
}

// All rows are equal: a stride of 0 would read them too, but nobody writes so.
TEST(DiagnoseDoubt, ProposesNoStrideThatPutsRowsOverEachOther) {
    MadeKernel kernel({.type = "s8", .n = 48, .steps = 1, .numbers = Numbers::any_bits});
    ExpectedArray& a = kernel.expected.a;
    for (std::size_t i = 8 * a.row_bytes; i < a.bytes.size(); ++i) a.bytes[i] = a.bytes[i % (8 * a.row_bytes)];
    write_again(kernel, kernel);
    std::fill_n(kernel.memory.begin() + kernel.begin.a + 2048, 512, std::uint8_t{0xff});
    EXPECT_EQ(names_in(kernel.diagnosed()).find("a.sbo"), std::string::npos) << said_in(kernel.diagnosed());
}

// One step with another layout than the rest, with the same fields, is no tile.
TEST(DiagnoseDoubt, NamesNoStrideOfOneStep) {
    MadeKernel kernel({.type = "f16", .steps = 4, .seed = 3});
    SmemLayout other = kernel.layout(Operand::b, 0, 2);
    other.sbo = 2048, other.start = static_cast<std::uint32_t>(kernel.memory.size());
    kernel.memory.resize(kernel.memory.size() + 0x8000, 0xcc);
    kernel.write(Operand::b, 0, 2, other);
    for (int row = 0; row < 64; ++row)
        for (std::uint32_t byte = 0; byte < 32; ++byte)
            kernel.memory[kernel.begin.b + static_cast<std::uint32_t>(row) * 128 +
                          ((64 + byte) ^ (static_cast<std::uint32_t>(row) % 8 * 16))] = 0xcc;
    EXPECT_EQ(names_in(kernel.diagnosed()), "") << said_in(kernel.diagnosed());
    EXPECT_NE(said_in(kernel.diagnosed()).find("K steps with the same words would need different layouts"),
              std::string::npos)
        << said_in(kernel.diagnosed());
}

// Later steps read other bytes at the places of earlier ones, so that these say nothing of a wrong start.
TEST(DiagnoseDoubt, NamesAStartInARingBuffer) {
    MadeKernel kernel({.type = "f16", .steps = 2, .stages = 2});
    const std::vector<std::uint8_t> first = kernel.memory;
    for (const unsigned s : {0u, 1u}) kernel.write(Operand::b, 0, 2 + s, kernel.layout(Operand::b, 0, s));
    const auto stage = static_cast<std::ptrdiff_t>(kernel.layout(Operand::b, 0, 2).start);
    std::fill(kernel.memory.begin() + stage, kernel.memory.end(), std::uint8_t{0xcc});
    Recording recording = kernel.recording();
    recording.memories = {first, kernel.memory};
    for (unsigned s = 2; s < 4; ++s) std::get<SeenMma>(recording.events[s]).memory = 1;
    const auto all = diagnose(recording, kernel.chains(recording), kernel.expected);
    EXPECT_EQ(names_in(all), "b.start") << said_in(all);
}

// Numbers of a file can be stored in any type. Zeros, and bytes that memory does not have, say nothing about it.
TEST(DiagnoseDoubt, BelievesATriedTypeIfMemoryHasIt) {
    for (const std::string type : {"e4m3", "bf16"}) {
        const std::string other = type == "bf16" ? "f16" : "e5m2";
        MadeKernel kernel({.type = type, .seed = 2}), stored({.type = other, .seed = 2});
        for (ExpectedArray* array : {&kernel.expected.a, &kernel.expected.b})
            array->type = other, array->is_tried = true;
        EXPECT_EQ(names_in(kernel.diagnosed()), "instruction.type");
        kernel.text = stored.text;
        EXPECT_EQ(names_in(kernel.diagnosed()), "") << "it is the type of the instruction";
        kernel.text = MadeKernel(kernel.plan).text;
        kernel.expected.a.bytes = stored.expected.a.bytes;
        kernel.expected.b.bytes.assign(kernel.expected.b.bytes.size(), 0);
        EXPECT_EQ(names_in(kernel.diagnosed()).find("type"), std::string::npos) << said_in(kernel.diagnosed());
        std::ranges::fill(kernel.memory, std::uint8_t{0});
        EXPECT_EQ(names_in(kernel.diagnosed()).find("type"), std::string::npos) << said_in(kernel.diagnosed());
    }
}

}  // namespace
}  // namespace tilescope::autopsy::test
