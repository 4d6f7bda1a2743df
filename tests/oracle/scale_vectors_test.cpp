// tests/oracle/scale_vectors_test.cpp -- oracle: CUTLASS, for scale factors and their copies.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/copy.h>
#include <tilescope/emulator/operand_reader.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/tmem_view.h>

#include "tests/support/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>

namespace tilescope {
namespace {

constexpr std::uint64_t kScaleBuffer = 0x8400;  // the address that was passed to CUTLASS

unsigned cell(const test::Vectors& v, std::size_t row, std::string_view column) {
    return static_cast<unsigned>(v.number(row, column));
}

void expect_whole_file(const test::Vectors& v, std::size_t compared, std::size_t least) {
    testing::Test::RecordProperty("rows", static_cast<int>(compared));
    std::printf("%zu rows of %zu compared\n", compared, v.size());
    EXPECT_EQ(compared, v.size());
    EXPECT_GE(compared, least);
}

// The tile with a name such as SFB_nvf4_VS16_N256_K64x4: four instructions of K = 64, one factor for 16 elements of K.
struct TileOfFactors {
    ScaleLayout first;
    unsigned span;  // elements of K for one factor
};
TileOfFactors tile_named(const std::string& name) {
    static const std::regex pattern(R"(SF([AB])_\w+_VS(\d+)_[MN](\d+)_K(\d+)x\d+)");
    std::smatch part;
    TileOfFactors out{};
    if (!std::regex_match(name, part, pattern)) {
        ADD_FAILURE() << "unknown form of a configuration: " << name;
        return out;
    }
    out.span = static_cast<unsigned>(std::stoul(part[2]));
    out.first.operand = part[1] == "A" ? Operand::a : Operand::b;
    out.first.rows = static_cast<unsigned>(std::stoul(part[3]));
    const auto factors = static_cast<unsigned>(std::stoul(part[4])) / out.span;
    const auto row =
        std::ranges::find_if(kScaleVectors, [&](const ScaleVectorRow& v) { return !v.k96 && v.factors == factors; });
    EXPECT_NE(row, std::end(kScaleVectors)) << name;
    out.first.vector = &*row;
    return out;
}

TEST(ScaleOracle, EveryFactorInTensorMemoryIsAtThePlaceOfCutlass) {
    const test::Vectors v("cutlass/tmem_scale_factors.csv");
    std::size_t compared = 0;
    std::map<std::string, TileOfFactors> tiles;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        if (!tiles.contains(name)) tiles[name] = tile_named(name);
        ASSERT_EQ(cell(v, row, "mn_tile"), 0u) << "this test does not handle more tiles along M or N";
        const ScaleLayout layout = at_k_block(tiles[name].first, cell(v, row, "k_block"));
        ASSERT_EQ(can_be_placed(layout).why, "") << name;
        const ScaleFactor factor{cell(v, row, "mn"), cell(v, row, "k_elem") / tiles[name].span};
        const TmemCell expected{0, cell(v, row, "lane"), cell(v, row, "column"), cell(v, row, "byte_in_column") * 8};
        const TmemCells have = places(layout, factor);
        ASSERT_LT(cell(v, row, "replica"), have.count) << name << " row " << row;
        ASSERT_EQ(have[cell(v, row, "replica")], expected)
            << name << " row " << row << ": " << explanation_of(layout, factor);
        ASSERT_EQ(factor_at(layout, expected), factor) << name << " row " << row;
        ++compared;
    }
    EXPECT_EQ(tiles.size(), 2u);
    expect_whole_file(v, compared, 18'432);
}

TEST(ScaleOracle, ReadsFactorsFromThePlacesOfCutlass) {
    const test::Vectors v("cutlass/tmem_scale_factors.csv");
    const auto code = [](unsigned row, unsigned k) { return (row * 7 + k * 101 + 3) % 256; };
    std::map<std::string, TileOfFactors> tiles;
    std::map<std::string, TmemImage> machines;
    std::map<std::string, unsigned> k_blocks;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        if (!tiles.contains(name)) tiles[name] = tile_named(name);
        const unsigned k_block = cell(v, row, "k_block"), factor = cell(v, row, "k_elem") / tiles[name].span;
        const TmemCell at{0, cell(v, row, "lane"), cell(v, row, "column"), cell(v, row, "byte_in_column") * 8};
        machines[name].put_bits(at, 8, code(cell(v, row, "mn"), k_block * 16 + factor));
        k_blocks[name] = std::max(k_blocks[name], k_block + 1);
    }
    for (const auto& [name, tile] : tiles)
        for (unsigned k_block = 0; k_block < k_blocks[name]; ++k_block) {
            const ReadOperand have = read_factors(machines[name], at_k_block(tile.first, k_block));
            ASSERT_EQ(have.unwritten, 0u) << name;
            EXPECT_FALSE(have.differ) << name;
            for (unsigned i = 0; i < have.words.size(); ++i)
                ASSERT_EQ(have.words[i], code(i / have.columns, k_block * 16 + i % have.columns))
                    << name << " block " << k_block;
        }
}

// Returns the memory that a configuration name describes. The order of atoms does not matter if there is only one.
ScaleMemory memory_named(const std::string& name) {
    if (name == "sm1xx_atom" || name == "sm1xx_MNmajor_output_atom") return {};
    std::smatch part;
    if (std::regex_match(name, part, std::regex(R"(sm1xx_gmem_SF[AB]_[MN](\d+)_K(\d+)(_L(\d+)|_ragged))")))
        return {ScaleOrder::k_first, static_cast<unsigned>(std::stoul(part[1])),
                static_cast<unsigned>(std::stoul(part[2])),  // K in elements; the caller divides it by the vector size
                part[4].matched ? static_cast<unsigned>(std::stoul(part[4])) : 1};
    if (std::regex_match(name, part, std::regex(R"(smem_SF([AB])_\w+_tile(\d+)x(\d+)x(\d+)(_N192padded256)?)")))
        return {ScaleOrder::rows_first, static_cast<unsigned>(std::stoul(part[1] == "A" ? part[2] : part[3])),
                static_cast<unsigned>(std::stoul(part[4])), 1};
    ADD_FAILURE() << "unknown form of a configuration: " << name;
    return {};
}

TEST(ScaleOracle, EveryFactorInMemoryIsAtThePlaceOfCutlass) {
    const test::Vectors v("cutlass/sf_layouts.csv");
    std::set<std::string> names;
    std::size_t compared = 0, padded = 0;
    ScaleMemory memory;
    std::string last;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        if (const std::string key = name + v.text(row, "sf_vec_size"); key != last) {
            last = key;
            memory = memory_named(name);
            const bool atom = name.find("atom") != std::string::npos;
            if (!atom) memory.factors /= cell(v, row, "sf_vec_size");
            names.insert(name);
        }
        const ScaleFactor factor{cell(v, row, "row"), cell(v, row, "k_block"), cell(v, row, "batch")};
        ASSERT_EQ(place_in_memory(memory, factor), v.number(row, "byte_offset")) << name << " row " << row;
        const auto back = factor_at(memory, v.number(row, "byte_offset"));
        const bool inside = factor.row < memory.rows && factor.factor < memory.factors;
        ASSERT_EQ(back.has_value(), inside) << name << " row " << row;
        ASSERT_EQ(back.value_or(factor), factor) << name << " row " << row;
        padded += !inside;
        ++compared;
    }
    EXPECT_EQ(padded, 64u * 8) << "CUTLASS pads 192 columns to 256; the padding has places but no factors";
    EXPECT_EQ(names.size(), 6u);
    expect_whole_file(v, compared, 13'876);
}

// The matrix of the session that the window draws: the tile is the matrix of CUTLASS, ragged sizes included.
TEST(ScaleOracle, EveryFactorOfAMatrixInGlobalMemoryIsAtThePlaceOfCutlass) {
    const test::Vectors v("cutlass/sf_layouts.csv");
    std::size_t compared = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        const ScaleFactor factor{cell(v, row, "row"), cell(v, row, "k_block")};
        if (name.find("gmem") == std::string::npos || cell(v, row, "batch") != 0) continue;
        const ScaleMemory memory = memory_named(name);
        const TileScales tile{.first = {.vector = &kScaleVectors[0], .rows = memory.rows},
                              .blocks = memory.factors / cell(v, row, "sf_vec_size")};
        ASSERT_EQ(matrix_byte(matrix_of({}, tile), tile, factor), v.number(row, "byte_offset"))
            << name << " row " << row;
        ++compared;
    }
    std::printf("%zu factors in global memory\n", compared);
    EXPECT_GT(compared, 3000u);
}

// Returns the tile with a name such as SFB_mxf8f6f4_tile128x256x128. The sizes are M x N x K.
ScaleMemory copied_tile(const std::string& name) {
    static const std::regex pattern(R"(SF([AB])_(mxf8f6f4|mxf4|nvf4)_tile(\d+)x(\d+)x(\d+))");
    std::smatch part;
    if (!std::regex_match(name, part, pattern)) {
        ADD_FAILURE() << "unknown form of a configuration: " << name;
        return {};
    }
    const unsigned span = part[2] == "nvf4" ? 16 : 32;
    return {ScaleOrder::rows_first, static_cast<unsigned>(std::stoul(part[1] == "A" ? part[3] : part[4])),
            static_cast<unsigned>(std::stoul(part[5])) / span, 1};
}

TEST(ScaleOracle, EveryCopyHasTheDescriptorAndColumnOfCutlass) {
    const test::Vectors v("cutlass/utccp_sf_desc.csv");
    std::map<std::string, std::size_t> blocks;
    std::size_t compared = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        const auto copies = scale_copies(copied_tile(name), kScaleBuffer, 0);
        ASSERT_TRUE(copies) << name << ": " << copies.why;
        ASSERT_LT(v.number(row, "index"), copies->size()) << name;
        const ScaleCopy& have = (*copies)[v.number(row, "index")];
        EXPECT_EQ(have.word, v.number(row, "desc")) << name << " row " << row;
        EXPECT_EQ(have.start, v.number(row, "start_address") * 16) << name << " row " << row;
        EXPECT_EQ(have.start, kScaleBuffer + v.number(row, "delta_start") * 16) << name << " row " << row;
        EXPECT_EQ(have.lbo, v.number(row, "leading_byte_offset") * 16) << name << " row " << row;
        EXPECT_EQ(have.sbo, v.number(row, "stride_byte_offset") * 16) << name << " row " << row;
        EXPECT_EQ(have.column, v.number(row, "tmem_col")) << name << " row " << row;
        EXPECT_EQ(v.number(row, "tmem_lane"), 0u) << name << " row " << row;
        EXPECT_EQ(get_field(field(kSmem91, "version"), have.word), v.number(row, "version"));
        EXPECT_EQ(get_field(field(kSmem91, "base_offset"), have.word), v.number(row, "base_offset"));
        EXPECT_EQ(get_field(field(kSmem91, "lbo_mode"), have.word), v.number(row, "lbo_mode"));
        EXPECT_EQ(get_field(field(kSmem91, "swizzle"), have.word), v.number(row, "layout_type"));
        ++blocks[name];
        ++compared;
    }
    for (const auto& [name, count] : blocks)
        EXPECT_EQ(count, scale_copies(copied_tile(name), kScaleBuffer, 0)->size()) << name << ": a block is missing";
    expect_whole_file(v, compared, 9);
}

// Uses the words and columns of CUTLASS. After all copies of a tile, every factor is where the instruction reads it.
TEST(ScaleOracle, DescriptorsOfCutlassCopyEveryFactorToItsPlace) {
    const test::Vectors v("cutlass/utccp_sf_desc.csv");
    const auto code = [](unsigned row, unsigned k) { return (row * 7 + k * 101 + 3) % 256; };
    std::map<std::string, TmemImage> machines;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        const ScaleMemory tile = copied_tile(name);
        SmemImage smem;
        for (unsigned r = 0; r < tile.rows; ++r)
            for (unsigned k = 0; k < tile.factors; ++k)
                smem.put(kScaleBuffer + place_in_memory(tile, {.row = r, .factor = k}),
                         static_cast<std::uint8_t>(code(r, k)));
        const CopyReport report = copy_to_tmem(
            smem,
            {.shape = copy_shape_named("32x128b.warpx4"),
             .descriptor_format = &kSmem91,
             .descriptor = v.number(row, "desc"),
             .to = static_cast<std::uint32_t>(v.number(row, "tmem_lane") << 16 | v.number(row, "tmem_col"))},
            machines[name]);
        EXPECT_EQ(report, CopyReport{}) << name;
    }
    for (const auto& [name, tmem] : machines) {
        const ScaleMemory tile = copied_tile(name);
        const ScaleLayout first{.vector = *scale_vector_of("1X", false), .rows = tile.rows};
        for (unsigned k = 0; k < tile.factors; ++k) {
            const ReadOperand have = read_factors(tmem, at_k_block(first, k));
            EXPECT_EQ(have.unwritten, 0u) << name;
            for (unsigned r = 0; r < tile.rows; ++r)
                ASSERT_EQ(have.words[r], code(r, k)) << name << " factor " << k << " of row " << r;
        }
    }
}

}  // namespace
}  // namespace tilescope
