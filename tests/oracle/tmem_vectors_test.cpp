// tests/oracle/tmem_vectors_test.cpp -- oracle: CUTLASS, for D, A, metadata and tcgen05.ld in Tensor Memory.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/operand_reader.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/tmem_layout.h>

#include "tests/support/meta_memory.h"
#include "tests/support/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {
namespace {

using test::MetaElement;
using test::MetaMemory;

unsigned tmem_cell(const test::Vectors& v, std::size_t row, std::string_view column) {
    return static_cast<unsigned>(v.number(row, column));
}

// Checks that every row was compared, and that the file has at least `least` rows, so that it cannot lose rows
// unnoticed.
void expect_whole_tmem_file(const test::Vectors& v, std::size_t compared, std::size_t least) {
    testing::Test::RecordProperty("rows", static_cast<int>(compared));
    std::printf("%zu rows of %zu compared\n", compared, v.size());
    EXPECT_EQ(compared, v.size());
    EXPECT_GE(compared, least);
}

unsigned number_in(const std::ssub_match& match, unsigned default_number) {
    return match.matched ? static_cast<unsigned>(std::stoul(match)) : default_number;
}

// A configuration. The tiles of one allocation follow each other, M index first, in the next columns. If tiles use only
// half of the lanes and are interleaved, the next tile first uses the other half of the lanes.
struct Config {
    TmemLayout layout;
    unsigned tiles_m = 1;
    bool interleaved = false;

    TmemLayout tile(unsigned tile_m, unsigned tile_n) const {
        TmemLayout out = layout;
        const unsigned index = tile_m + tiles_m * tile_n, halves = interleaved && layout.path->half ? 2 : 1;
        out.base_column = index / halves * columns_used(layout);
        out.lane_half = index % halves * 16;
        return out;
    }
};

Config config_named(const std::string& name) {
    static const std::regex pattern(
        R"(([DA])_(1sm|2sm|ws)_(TS_)?M(\d+)_[NK](\d+)(x\d+)?_(\w+?)(_tiles(\d+)x\d+)?(_interleaved|_noninterleaved)?)");
    std::smatch part;
    Config out;
    if (!std::regex_match(name, part, pattern)) {
        ADD_FAILURE() << "unknown form of a configuration: " << name;
        return out;
    }
    const auto path = data_path_of({number_in(part[4], 0), part[2] == "2sm" ? 2u : 1u, part[2] == "ws", false});
    EXPECT_TRUE(path) << name << ": " << path.why;
    const std::string type = part[7];
    out.layout.operand = part[1] == "A" ? TmemOperand::a : TmemOperand::d;
    out.layout.path = path ? *path : &kDataPaths[0];
    out.layout.columns = number_in(part[5], 0);
    if (part[1] == "A") out.layout.type = find_type(type);
    EXPECT_TRUE(out.layout.type && (part[1] == "A" || type == "f32")) << name;
    out.tiles_m = number_in(part[9], 1);
    out.interleaved = part[10] == "_interleaved";
    return out;
}

TEST(TmemOracle, EveryElementOfDAndAIsAtThePlaceOfCutlass) {
    const test::Vectors v("cutlass/tmem_layouts.csv");
    std::map<std::string, Config> configs;
    std::size_t compared = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        if (!configs.contains(name)) configs[name] = config_named(name);
        const TmemLayout layout = configs[name].tile(tmem_cell(v, row, "tile_m"), tmem_cell(v, row, "tile_n"));
        const Element element{static_cast<int>(tmem_cell(v, row, "m")), static_cast<int>(tmem_cell(v, row, "n"))};
        const TmemCell expected{tmem_cell(v, row, "cta"), tmem_cell(v, row, "lane"), tmem_cell(v, row, "column"),
                                tmem_cell(v, row, "bit_in_column")};
        const TmemCells have = places(layout, element);
        ASSERT_FALSE(have.empty()) << name << " row " << row;
        ASSERT_EQ(have[0], expected) << name << " row " << row << ": have " << explanation_of(layout, element)
                                     << ", expected lane " << expected.lane << ", column " << expected.column
                                     << ", bit " << expected.bit;
        ASSERT_EQ(element_at(layout, expected), element) << name << " row " << row;
        ++compared;
    }
    EXPECT_EQ(configs.size(), 8u);
    expect_whole_tmem_file(v, compared, 53'760);
}

// Returns a different word for each element.
std::uint32_t code_of(std::size_t row, std::size_t column, unsigned bits) {
    return static_cast<std::uint32_t>((row * 977 + column + 1) * 0x9e3779b97f4a7c15ull >> 32) >> (32 - bits);
}

// Writes the elements at the places of CUTLASS and reads them with the places of this program.
TEST(TmemOracle, ReadsOperandsFromThePlacesOfCutlass) {
    const test::Vectors v("cutlass/tmem_layouts.csv");
    std::map<std::string, std::vector<TmemImage>> machines;
    std::map<std::string, Config> configs;
    std::map<std::string, std::vector<TmemLayout>> tiles;
    const auto bits = [](const TmemLayout& l) { return l.operand == TmemOperand::a ? l.type->bits : l.bits; };
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        if (!configs.contains(name)) {
            configs[name] = config_named(name);
            machines[name].resize(ctas(configs[name].layout));
        }
        const TmemLayout layout = configs[name].tile(tmem_cell(v, row, "tile_m"), tmem_cell(v, row, "tile_n"));
        if (std::ranges::find(tiles[name], layout) == tiles[name].end()) tiles[name].push_back(layout);
        const std::size_t column = tmem_cell(v, row, "n") + std::size_t{1000} * layout.base_column + layout.lane_half;
        const TmemCell at{tmem_cell(v, row, "cta"), tmem_cell(v, row, "lane"), tmem_cell(v, row, "column"),
                          tmem_cell(v, row, "bit_in_column")};
        machines[name][at.cta].put_bits(at, bits(layout), code_of(tmem_cell(v, row, "m"), column, bits(layout)));
    }
    std::size_t compared = 0;
    for (const auto& [name, list] : tiles)
        for (const TmemLayout& layout : list) {
            const ReadOperand have = read_operand(machines[name], layout);
            for (std::size_t i = 0; i < have.words.size(); ++i, ++compared) {
                const std::size_t m = i / have.columns, n = i % have.columns;
                const std::size_t column = n + std::size_t{1000} * layout.base_column + layout.lane_half;
                ASSERT_EQ(have.words[i], code_of(m, column, bits(layout))) << name << " (" << m << ", " << n << ")";
            }
        }
    EXPECT_EQ(compared, v.size());
}

// Returns the fragment with a name of CUTLASS, which contains lanes, bits and .num: 16dp128b4x. The 16dp32b operations
// have a split of .num columns.
LoadFragment fragment_named(const std::string& op) {
    static const std::regex pattern(R"((\d+)dp(\d+)b(\d+)x)");
    std::smatch part;
    if (!std::regex_match(op, part, pattern)) {
        ADD_FAILURE() << "unknown form of an operation: " << op;
        return {};
    }
    const bool halves = part[1] == "16" && part[2] == "32";
    const LoadShapeRow* row = load_shape_named(part[1].str() + "x" + part[2].str() + (halves ? "bx2" : "b"));
    EXPECT_TRUE(row) << op;
    const unsigned num = number_in(part[3], 0);
    return {row ? row->shape : LoadShape::b32, num, halves ? num : 0};
}

TEST(TmemOracle, EveryRegisterLoadsTheSameCellAsInCutlass) {
    const test::Vectors v("cutlass/tmem_load_fragments.csv");
    std::map<std::string, std::size_t> ops;
    std::size_t compared = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& op = v.text(row, "op");
        const LoadFragment fragment = fragment_named(op);
        ASSERT_EQ(takes_num(fragment).why, "");
        const ThreadRegister from{tmem_cell(v, row, "thread"), tmem_cell(v, row, "reg")};
        const LaneColumn expected{tmem_cell(v, row, "lane"), tmem_cell(v, row, "column")};
        const auto have = cell_of(fragment, from);
        ASSERT_TRUE(have) << op << " row " << row;
        ASSERT_EQ(*have, expected) << op << " thread " << from.thread << " register " << from.reg << ": have lane "
                                   << have->lane << ", column " << have->column;
        ASSERT_EQ(readers_of(fragment, expected), (std::vector<ThreadRegister>{from})) << op << " row " << row;
        ++ops[op];
        ++compared;
    }
    EXPECT_EQ(ops.size(), 17u);
    expect_whole_tmem_file(v, compared, 824);
}

// Returns the row of the metadata table for elements of this many bits. CUTLASS distinguishes the rows by this size.
const MetaRow* meta_of_bits(unsigned bits) {
    const std::map<unsigned, std::string_view> kinds = {{32, "tf32"}, {16, "f16"}, {8, "i8"}, {4, "mxf4"}};
    return kinds.contains(bits) ? meta_of_kind(kinds.at(bits)) : nullptr;
}

TEST(TmemOracle, EveryMetadataBitIsAtThePlaceOfCutlass) {
    const test::Vectors v("cutlass/tmem_sparse_meta.csv");
    std::size_t compared = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const MetaRow* kind = meta_of_bits(tmem_cell(v, row, "elem_bits_of_A"));
        ASSERT_TRUE(kind) << v.text(row, "config");
        ASSERT_NE(v.text(row, "config").find("_M128_K" + std::to_string(kind->k)), std::string::npos);
        const MetaLayout layout{.kind = kind, .path = *data_path_of({.m = 128, .sparse = true})};
        const auto m = static_cast<int>(tmem_cell(v, row, "m")), k = static_cast<int>(tmem_cell(v, row, "k"));
        const TmemCell expected{0, tmem_cell(v, row, "lane"), tmem_cell(v, row, "column"),
                                tmem_cell(v, row, "bit_in_column")};
        const TmemCells have = places(layout, {m, k});
        ASSERT_EQ(have.count, 1u);
        ASSERT_EQ(have[0], expected) << v.text(row, "config") << " row " << row << ": "
                                     << explanation_of(layout, {m, k});
        const int pair = static_cast<int>(kind->grain->unit);
        ASSERT_EQ(element_at(layout, expected), (Element{m, k - k % pair})) << v.text(row, "config") << " row " << row;
        ++compared;
    }
    expect_whole_tmem_file(v, compared, 18'432);
}

TEST(TmemOracle, ReadsMetadataCodesFromThePlacesOfCutlass) {
    const test::Vectors v("cutlass/tmem_sparse_meta.csv");
    std::map<unsigned, std::vector<TmemImage>> machines;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const unsigned bits = tmem_cell(v, row, "elem_bits_of_A");
        const MetaRow* kind = meta_of_bits(bits);
        ASSERT_TRUE(kind);
        machines[bits].resize(1);
        const unsigned m = tmem_cell(v, row, "m"), k = tmem_cell(v, row, "k"), group = kind->grain->group;
        // The bit in the file is the first bit of this element in the code of its group.
        const TmemCell first{0, tmem_cell(v, row, "lane"), tmem_cell(v, row, "column"),
                             tmem_cell(v, row, "bit_in_column") - k % group * 4 / group};
        machines[bits][0].put_bits(first, 4, code_of(m, k / group, 4));
    }
    EXPECT_EQ(machines.size(), 2u);
    for (const auto& [bits, machine] : machines) {
        const MetaLayout layout{.kind = meta_of_bits(bits), .path = *data_path_of({.m = 128, .sparse = true})};
        const auto have = read_codes(machine, layout);
        ASSERT_TRUE(have) << have.why;
        EXPECT_EQ(have->unwritten, 0u) << bits;
        for (std::size_t i = 0; i < have->words.size(); ++i)
            ASSERT_EQ(have->words[i], code_of(i / have->columns, i % have->columns, 4)) << bits << " bits, " << i;
    }
}

TEST(TmemOracle, EveryMetadataBitInGlobalMemoryIsAtThePlaceOfCutlass) {
    const test::Vectors v("cutlass/sparse_meta_gmem.csv");
    std::size_t compared = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& name = v.text(row, "config");
        const std::size_t cut = name.find("_atom128x128");
        ASSERT_NE(cut, std::string::npos) << name;
        const MetaMemory memory{.kind = meta_of_kind(name.substr(0, cut)), .rows = 128, .k = 128};
        ASSERT_TRUE(memory.kind) << name;
        const MetaElement element{tmem_cell(v, row, "m"), tmem_cell(v, row, "k")};
        ASSERT_EQ(bit_of(memory, element), v.number(row, "bit_offset")) << name << " row " << row;
        ASSERT_EQ(element_at(memory, v.number(row, "bit_offset")), element) << name << " row " << row;
        // CUTLASS also counts in metadata elements of 4 / group bits.
        ASSERT_EQ(v.number(row, "elem_offset") * 4, bit_of(memory, element) * memory.kind->grain->group);
        ++compared;
    }
    expect_whole_tmem_file(v, compared, 32'768);
}

}  // namespace
}  // namespace tilescope
