// tests/unit/emulator/copy_test.cpp -- tcgen05.cp: lanes of every shape, decompression, loading of scale factors.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/copy.h>
#include <tilescope/emulator/operand_reader.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace tilescope {
namespace {

constexpr std::uint32_t kStart = 0x8400;

// Rows of chunks without swizzle. The first chunk of row r is at byte 16 r, the second chunk 2048 bytes after it.
std::uint64_t plain_word() {
    const auto word = descriptor_of(kSmem91, {.start = kStart, .lbo = 2048, .sbo = 128});
    EXPECT_TRUE(word) << word.why;
    return word ? *word : 0;
}

std::uint32_t cell_value(unsigned row, unsigned cell) { return 0x01010101u * (row * 8 + cell + 1) ^ 0x00ff00aau; }

SmemImage plain_rows(unsigned rows, unsigned cells) {
    SmemImage smem;
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned cell = 0; cell < cells; ++cell)
            for (unsigned i = 0; i < 4; ++i)
                smem.put(kStart + row * 16 + cell / 4 * 2048 + cell % 4 * 4 + i,
                         static_cast<std::uint8_t>(cell_value(row, cell) >> 8 * i));
    return smem;
}

TmemCopy copy_of(std::string_view shape) {
    return {.shape = copy_shape_named(shape), .descriptor_format = &kSmem91, .descriptor = plain_word(), .to = 12};
}

// PTX ISA 9.1, tcgen05.cp: the row that each lane receives, written by hand for each shape.
TEST(TmemCopy, EveryShapeFillsTheLanesOfTheManual) {
    struct Case {
        std::string_view shape;
        unsigned rows, cells;
        unsigned (*row_of)(unsigned lane);
    };
    for (const Case& c : {Case{"128x256b", 128, 8, [](unsigned lane) { return lane; }},
                          {"128x128b", 128, 4, [](unsigned lane) { return lane; }},
                          {"64x128b.warpx2::02_13", 64, 4, [](unsigned lane) { return lane % 64; }},
                          {"64x128b.warpx2::01_23", 64, 4, [](unsigned lane) { return lane / 64 * 32 + lane % 32; }},
                          {"32x128b.warpx4", 32, 4, [](unsigned lane) { return lane % 32; }}}) {
        const SmemImage smem = plain_rows(c.rows, c.cells);
        TmemImage tmem;
        EXPECT_EQ(copy_to_tmem(smem, copy_of(c.shape), tmem), CopyReport{}) << c.shape;
        for (unsigned lane = 0; lane < 128; ++lane) {
            for (unsigned cell = 0; cell < c.cells; ++cell)
                ASSERT_EQ(tmem.cell(lane, 12 + cell), cell_value(c.row_of(lane), cell)) << c.shape << " lane " << lane;
            EXPECT_FALSE(tmem.is_written(lane, 11, 1)) << c.shape;
            EXPECT_FALSE(tmem.is_written(lane, 12 + c.cells, 1)) << c.shape;
        }
    }
}

TEST(TmemCopy, FourRowsFillTheLanesOfTheChosenReading) {
    const SmemImage smem = plain_rows(4, 8);
    for (const CopyReading reading : {CopyReading::spaced, CopyReading::refresh}) {
        TmemCopy copy = copy_of("4x256b");
        copy.reading = reading;
        TmemImage tmem;
        copy_to_tmem(smem, copy, tmem);
        unsigned filled = 0;
        for (unsigned lane = 0; lane < 128; ++lane) {
            if (!tmem.is_written(lane, 12)) continue;
            ++filled;
            const unsigned row = reading == CopyReading::spaced ? lane / 32 : lane % 32 - 28;
            EXPECT_EQ(tmem.cell(lane, 19), cell_value(row, 7)) << lane;
        }
        EXPECT_EQ(filled, reading == CopyReading::spaced ? 4u : 16u);
    }
}

// A group has 16 bytes. With 4-bit elements the second half is padding. With 6-bit elements the last four bytes are
// padding.
TEST(TmemCopy, SmallElementsBecomeBytesAndPaddingIsNotRead) {
    SmemImage smem;
    for (unsigned row = 0; row < 128; ++row)
        for (unsigned i = 0; i < 16; ++i) smem.put_bits((kStart + row * 16) * 8 + i * 4, 4, (row + i) % 16);
    TmemCopy copy = copy_of("128x128b");
    copy.format = &kCopyFormats[0];
    TmemImage tmem;
    EXPECT_EQ(copy_to_tmem(smem, copy, tmem), CopyReport{});
    EXPECT_EQ(tmem.cell(5, 12), (5u | 6u << 8 | 7u << 16 | 8u << 24) << 2);
    const TmemLayout fp4{.operand = TmemOperand::a, .columns = 16, .type = find_type("e2m1"), .base_column = 12};
    const ReadOperand four = read_operand(std::span(&tmem, 1), fp4);
    for (unsigned i = 0; i < four.words.size(); ++i) ASSERT_EQ(four.words[i], (i / 16 + i % 16) % 16);

    SmemImage six;
    for (unsigned row = 0; row < 128; ++row)
        for (unsigned i = 0; i < 16; ++i) six.put_bits((kStart + row * 16) * 8 + i * 6, 6, (row + 3 * i) % 64);
    copy.format = &kCopyFormats[1];
    TmemImage other;
    EXPECT_EQ(copy_to_tmem(six, copy, other), CopyReport{});
    const TmemLayout fp6{.operand = TmemOperand::a, .columns = 16, .type = find_type("e3m2"), .base_column = 12};
    const ReadOperand read = read_operand(std::span(&other, 1), fp6);
    for (unsigned i = 0; i < read.words.size(); ++i) ASSERT_EQ(read.words[i], (i / 16 + 3 * (i % 16)) % 64);
    EXPECT_EQ(other.cell(127, 15) & 0xc0c0c0c0u, 0u);
}

TEST(TmemCopy, ReadsThroughASwizzledDescriptor) {
    const SmemLayout layout{
        .mode = SwizzleMode::b32, .type = find_type("u8"), .start = kStart, .sbo = 256, .rows = 128, .columns = 32};
    SmemImage smem;
    for (int row = 0; row < 128; ++row)
        for (int column = 0; column < 32; ++column)
            smem.put(place_in_memory(layout, {row, column}).byte, static_cast<std::uint8_t>(row * 32 + column));
    TmemImage tmem;
    TmemCopy copy = copy_of("128x256b");
    copy.descriptor = *descriptor_of(kSmem91, layout);
    EXPECT_EQ(copy_to_tmem(smem, copy, tmem), CopyReport{});
    for (unsigned lane = 0; lane < 128; ++lane) EXPECT_EQ(tmem.cell(lane, 17) & 0xff, (lane * 32 + 20) % 256) << lane;
}

TEST(TmemCopy, CountsUnwrittenBytesAndLeavesTheirCellsUnwritten) {
    SmemImage smem = plain_rows(128, 3);
    TmemImage tmem;
    tmem.put(9, 15, 0);
    const CopyReport report = copy_to_tmem(smem, copy_of("128x128b"), tmem);
    EXPECT_EQ(report, (CopyReport{.unwritten = 128u * 4}));
    EXPECT_TRUE(tmem.is_written(9, 14));
    EXPECT_FALSE(tmem.is_written(9, 15, 1)) << "overwritten with unwritten bytes";
    EXPECT_EQ(tmem.cell(9, 15), kUnwrittenCell);
}

TEST(TmemCopy, DropsCellsPastTheLastColumnAndLane) {
    const SmemImage smem = plain_rows(128, 4);
    TmemImage tmem;
    TmemCopy copy = copy_of("128x128b");
    copy.to = 32u << 16 | 510;
    EXPECT_EQ(copy_to_tmem(smem, copy, tmem).dropped, 128u * 4 - 96 * 2);
    EXPECT_EQ(tmem.cell(32, 510), cell_value(0, 0));
}

TEST(BringFactors, WritesTheFactorsThatTheInstructionReads) {
    for (const ScaleVectorRow& vector : kScaleVectors)
        for (const unsigned rows : {64u, 128u, 192u, 256u})
            for (const unsigned k_blocks : {1u, 2u, 4u}) {
                const ScaleMemory tile{.rows = rows, .factors = k_blocks * vector.factors};
                std::vector<std::uint32_t> factors(std::size_t{rows} * tile.factors);
                for (std::size_t i = 0; i < factors.size(); ++i)
                    factors[i] = static_cast<std::uint32_t>(i * 37 + i / 256 * 11) % 256;
                SmemImage smem;
                TmemImage tmem;
                const auto report =
                    bring_factors(smem, tmem, {.tile = tile, .factors = factors, .start = kStart, .base_column = 20});
                ASSERT_TRUE(report) << report.why;
                EXPECT_EQ(report->outside + report->dropped, 0u);
                const ScaleLayout first{.vector = &vector, .rows = rows, .base_column = 20};
                for (unsigned block = 0; block < k_blocks; ++block) {
                    const ReadOperand have = read_factors(tmem, at_k_block(first, block));
                    EXPECT_FALSE(have.differ);
                    ASSERT_EQ(have.unwritten, 0u);
                    for (unsigned i = 0; i < have.words.size(); ++i) {
                        const unsigned row = i / vector.factors, factor = block * vector.factors + i % vector.factors;
                        ASSERT_EQ(have.words[i], factors[row * tile.factors + factor])
                            << vector.name << " rows " << rows << " block " << block;
                    }
                }
            }
}

// Four factors of 128 rows form an atom: all four bytes of every cell, in all sub-partitions.
TEST(BringFactors, WritesTheSameCellsAsWriteFactors) {
    const ScaleLayout layout{.vector = *scale_vector_of("4X", false), .rows = 256, .base_column = 4};
    std::vector<std::uint32_t> factors(256 * 4);
    std::iota(factors.begin(), factors.end(), 1u);
    for (std::uint32_t& f : factors) f = f * 73 % 256;
    SmemImage smem;
    TmemImage brought, written;
    const auto report = bring_factors(
        smem, brought, {.tile = {.rows = 256, .factors = 4}, .factors = factors, .start = kStart, .base_column = 4});
    ASSERT_TRUE(report) << report.why;
    EXPECT_EQ(*report, CopyReport{});
    write_factors(written, layout, factors);
    for (unsigned lane = 0; lane < 128; ++lane)
        for (unsigned column = 0; column < 16; ++column) {
            ASSERT_EQ(brought.cell(lane, column), written.cell(lane, column)) << lane << " " << column;
            ASSERT_EQ(brought.is_written(lane, column), column >= 4 && column < 12) << lane << " " << column;
        }
}

TEST(BringFactors, RefusesAWrongNumberOfFactorsAndCopiesThatDoNotFit) {
    SmemImage smem;
    TmemImage tmem;
    const std::vector<std::uint32_t> factors(512);
    EXPECT_EQ(bring_factors(smem, tmem, {.tile = {}, .factors = std::span(factors).first(5)}).why,
              "a tile of 128 rows x 4 scale factors needs 512 factors, not 5");
    EXPECT_EQ(bring_factors(smem, tmem, {.tile = {}, .factors = factors, .base_column = 510}).why,
              "Tensor Memory has 512 columns: 4 columns from column 510 on do not fit");
}

}  // namespace
}  // namespace tilescope
