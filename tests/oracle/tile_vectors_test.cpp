// tests/oracle/tile_vectors_test.cpp -- oracle: NVIDIA CUTLASS tile_to_shape, make_umma_desc and make_gmma_desc
// (tests/data/vectors/README.md). The test builds tiles only from their size and the order of their atoms. It compares
// every element, and the descriptor word of every slice.
// SPDX-License-Identifier: MIT
#include "tests/oracle/cutlass_names.h"
#include "tests/support/vectors.h"

#include <tilescope/emulator/image_writer.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

namespace tilescope {
namespace {

constexpr std::uint32_t kTileBuffer = 0x8400;

TileSpec spec_of(const test::Vectors& v, std::size_t row, const char* rows_column) {
    return {.mode = mode_of(v.text(row, "swizzle")),
            .major = v.text(row, "major") == "K" ? Major::k : Major::mn,
            .type = type_of_bits(v.number(row, "bits")),
            .rows = static_cast<int>(v.number(row, rows_column)),
            .columns = static_cast<int>(v.number(row, "tile_k")),
            .order = v.text(row, "order") == "kfirst" ? AtomOrder::k_first : AtomOrder::mn_first,
            .start = kTileBuffer};
}

// The slice of a row of a vector file, and its expected word.
struct Expected {
    unsigned stage, row_block, k_step;
    SliceSize size;
    std::uint64_t word;
    std::string name;
};

void compare_slice(const TileSpec& spec, const Expected& expected, const Format& format) {
    const auto tile = build_tile(spec);
    ASSERT_TRUE(tile) << expected.name << ": " << tile.why;
    const auto slices = slices_of(*tile, expected.size);
    ASSERT_TRUE(slices) << expected.name << ": " << slices.why;
    for (const TileSlice& slice : *slices) {
        if (slice.stage != expected.stage || slice.row_block != expected.row_block || slice.k_step != expected.k_step)
            continue;
        const auto have = descriptor_of(format, slice.layout);
        ASSERT_TRUE(have) << expected.name << ": " << have.why;
        ASSERT_EQ(*have, expected.word) << expected.name << std::hex << ": have 0x" << *have << ", expected 0x"
                                        << expected.word;
        return;
    }
    FAIL() << expected.name << " has no such slice";
}

void compare_layout_file(const std::string& file, const Format& format, std::size_t least) {
    const test::Vectors v(file);
    for (std::size_t row = 0; row < v.size(); ++row) {
        const auto n = [&](const char* column) { return v.number(row, column); };
        const Expected expected{.stage = 0,
                                .row_block = static_cast<unsigned>(n("mn_tile")),
                                .k_step = static_cast<unsigned>(n("k_block")),
                                .size = {static_cast<int>(n("mma_mn")), static_cast<int>(n("mma_k"))},
                                .word = n("desc"),
                                .name = v.text(row, "name")};
        ASSERT_NO_FATAL_FAILURE(compare_slice(spec_of(v, row, "tile_mn"), expected, format));
    }
    std::printf("%s: %zu descriptors equal\n", file.c_str(), v.size());
    EXPECT_GE(v.size(), least);
}

TEST(TileOracle, EverySliceOfEveryTileHasTheDescriptorOfCutlass) {
    compare_layout_file("cutlass/umma_layout_desc.csv", kSmem91, 136);
}

TEST(TileOracle, EveryHopperSliceHasTheDescriptorOfCutlass) {
    compare_layout_file("cutlass/gmma_layout_desc.csv", kWgmma91, 224);
}

// Sizes from 8 to 256 rows, two pipeline stages, sparse operands.
TEST(TileOracle, EveryOperandOfEverySizeAndStageHasTheDescriptorOfCutlass) {
    const test::Vectors v("cutlass/umma_operand_desc.csv");
    for (std::size_t row = 0; row < v.size(); ++row) {
        const auto n = [&](const char* column) { return v.number(row, column); };
        TileSpec spec = spec_of(v, row, "MN");
        spec.stages = 2;
        // A sparse A stores half of its columns. The file counts the logical columns.
        const int kept = v.text(row, "operand") == "sparseA" ? 2 : 1;
        spec.columns /= kept;
        const Expected expected{.stage = static_cast<unsigned>(n("stage")),
                                .row_block = 0,
                                .k_step = static_cast<unsigned>(n("k_block")),
                                .size = {spec.rows, static_cast<int>(n("mma_k")) / kept},
                                .word = n("desc"),
                                .name = v.text(row, "operand") + " row " + std::to_string(row + 2)};
        ASSERT_NO_FATAL_FAILURE(compare_slice(spec, expected, kSmem91));
    }
    std::printf("%zu operand descriptors equal\n", v.size());
    EXPECT_GE(v.size(), 265u);
}

// Compares a whole tile file. Its offsets are in bytes (half bytes for 4-bit elements) from the start of the tile.
std::size_t compare_tile(const std::string& name, const TileSpec& spec) {
    const auto tile = build_tile(spec);
    if (!tile) {
        ADD_FAILURE() << name << ": " << tile.why;
        return 0;
    }
    const std::vector<std::uint32_t> map = tile_map(tile->layout);
    const OperandImage image{.mode = spec.mode, .major = spec.major, .start = kTileBuffer};
    const auto written =
        places_of(image, {.type = spec.type, .rows = spec.rows, .columns = spec.columns, .order = spec.order});
    EXPECT_TRUE(written) << name << ": " << written.why;
    std::size_t compared = 0;
    int row = 0;
    for (const std::string& line : test::lines_of("cutlass/tiles/" + name + ".csv.gz")) {
        int column = 0;
        for (const std::string& cell : test::csv_cells(line)) {
            const auto offset = static_cast<std::uint32_t>(std::strtoul(cell.c_str(), nullptr, 0));
            const bool nibbles = spec.type->bits == 4;
            const BitPlace expected{kTileBuffer + (nibbles ? offset / 2 : offset), nibbles ? offset % 2 * 4 : 0};
            const BitPlace have = place_in_memory(tile->layout, {row, column});
            if (compared >= map.size() || !(have == expected) || map[compared] != expected.byte ||
                written->at({row, column}) != std::uint64_t{expected.byte} * 8 + expected.bit) {
                ADD_FAILURE() << name << " (" << row << ", " << column << "): have " << have.byte << ", expected "
                              << expected.byte;
                return compared;
            }
            ++compared, ++column;
        }
        ++row;
    }
    EXPECT_EQ(compared, map.size()) << name;
    return compared;
}

TEST(TileOracle, EveryElementOfEveryWholeTileIsAtThePlaceOfCutlass) {
    const test::Vectors v("cutlass/umma_layout_desc.csv");
    std::set<std::string> names;
    std::size_t elements = 0;
    for (std::size_t row = 0; row < v.size(); ++row)
        if (names.insert(v.text(row, "name")).second)
            elements += compare_tile(v.text(row, "name"), spec_of(v, row, "tile_mn"));
    std::printf("%zu whole tiles, %zu elements compared\n", names.size(), elements);
    EXPECT_EQ(names.size(), 31u);
    EXPECT_GE(elements, 286'720u);
}

TEST(TileOracle, AdvancesDescriptorsLikeTheIteratorOfCutlass) {
    const test::Vectors v("cutlass/descriptor_iterator.csv");
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::uint64_t raw = v.number(row, "raw");
        const auto units = static_cast<std::uint32_t>(v.number(row, "offset_16B_units"));
        EXPECT_EQ(advanced(raw, units), v.number(row, "advanced_nvcc_le_13_3")) << "row " << row + 2;
        EXPECT_EQ(advanced(raw, units, true), v.number(row, "advanced_nvcc_gt_13_3")) << "row " << row + 2;
    }
    std::printf("%zu advanced descriptors equal\n", v.size());
    EXPECT_GE(v.size(), 125u);
}

}  // namespace
}  // namespace tilescope
