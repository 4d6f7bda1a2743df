// tests/oracle/layout_vectors_test.cpp -- oracle: NVIDIA CUTLASS make_umma_desc and make_gmma_desc for
// tile_to_shape layouts (tests/data/vectors/README.md). For each instruction, the test computes the place of every
// element from the fields of the descriptor and compares it with the offset that CuTe computed.
// SPDX-License-Identifier: MIT
#include "tests/oracle/cutlass_names.h"
#include "tests/support/vectors.h"

#include <tilescope/formats/smem.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/rules/rule.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

namespace tilescope {
namespace {

constexpr std::uint32_t kBuffer = 0x8400;

using Tile = std::vector<std::vector<std::uint32_t>>;

// The tile files. Each file is read once.
class Tiles {
public:
    const Tile& named(const std::string& name) {
        Tile& tile = read_[name];
        if (tile.empty())
            for (const std::string& line : test::lines_of("cutlass/tiles/" + name + ".csv.gz")) {
                tile.emplace_back();
                for (const std::string& cell : test::csv_cells(line))
                    tile.back().push_back(static_cast<std::uint32_t>(std::strtoul(cell.c_str(), nullptr, 0)));
            }
        return tile;
    }
    std::size_t count() const { return read_.size(); }

private:
    std::map<std::string, Tile> read_;
};

SmemLayout layout_of(const test::Vectors& v, std::size_t row) {
    const auto n = [&](const char* column) { return v.number(row, column); };
    return {.mode = mode_of(v.text(row, "swizzle")),
            .major = v.text(row, "major") == "K" ? Major::k : Major::mn,
            .type = type_of_bits(n("bits")),
            .start = static_cast<std::uint32_t>(n("start_address") * 16),
            .lbo = static_cast<std::uint32_t>(n("leading_byte_offset") * 16),
            .sbo = static_cast<std::uint32_t>(n("stride_byte_offset") * 16),
            .rows = static_cast<int>(n("mma_mn")),
            .columns = static_cast<int>(n("mma_k"))};
}

// Returns how many elements were compared.
std::size_t compare_block(const test::Vectors& v, std::size_t row, const Tile& tile) {
    const auto n = [&](const char* column) { return v.number(row, column); };
    const SmemLayout layout = layout_of(v, row);
    const std::vector<std::uint32_t> map = tile_map(layout);
    std::size_t compared = 0;
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c, ++compared) {
            const auto tile_row = n("mn_tile") * n("mma_mn") + static_cast<std::uint64_t>(r);
            const auto tile_column = n("k_block") * n("mma_k") + static_cast<std::uint64_t>(c);
            const std::uint32_t offset = tile.at(tile_row).at(tile_column);
            const bool nibbles = layout.type->bits == 4;
            const BitPlace expected{kBuffer + (nibbles ? offset / 2 : offset), nibbles ? offset % 2 * 4 : 0};
            const BitPlace have = place_in_memory(layout, {r, c});
            if (have == expected && map[compared] == expected.byte) continue;
            ADD_FAILURE() << v.text(row, "name") << " block (" << n("mn_tile") << ", " << n("k_block") << ") element ("
                          << r << ", " << c << "): have byte " << have.byte << ", in the map " << map[compared]
                          << ", expected " << expected.byte;
            return compared;
        }
    return compared;
}

struct Amount {
    std::size_t descriptors, tiles, elements;
};

// The test also checks the number of rows, so that a vector file cannot lose rows unnoticed.
void compare_file(const std::string& file, Amount least) {
    const test::Vectors v(file);
    Tiles tiles;
    std::size_t elements = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        std::string name = v.text(row, "name");
        name.replace(0, name.find('_'), "umma");  // the tiles of Hopper have the same layouts and names
        elements += compare_block(v, row, tiles.named(name));
    }
    testing::Test::RecordProperty("descriptors", static_cast<int>(v.size()));
    testing::Test::RecordProperty("tiles", static_cast<int>(tiles.count()));
    testing::Test::RecordProperty("elements", static_cast<int>(elements));
    std::printf("%s: %zu descriptors of %zu tiles, %zu elements compared\n", file.c_str(), v.size(), tiles.count(),
                elements);
    EXPECT_GE(v.size(), least.descriptors);
    EXPECT_GE(tiles.count(), least.tiles);
    EXPECT_GE(elements, least.elements);
}

TEST(LayoutOracle, EveryElementOfEveryUmmaBlockIsAtThePlaceOfCutlass) {
    compare_file("cutlass/umma_layout_desc.csv", {136, 31, 286'720});
}

TEST(LayoutOracle, EveryElementOfEveryGmmaBlockIsAtThePlaceOfCutlass) {
    compare_file("cutlass/gmma_layout_desc.csv", {224, 23, 196'608});
}

// Rule L102 must not report a descriptor of CUTLASS, because CUTLASS tiles consist of whole atoms.
TEST(LayoutOracle, NoStrideOfCutlassChangesThePhaseOfThePattern) {
    const std::pair<const char*, const Format*> files[] = {{"cutlass/umma_layout_desc.csv", &kSmem91},
                                                           {"cutlass/gmma_layout_desc.csv", &kWgmma91}};
    for (const auto& [file, format] : files) {
        const test::Vectors v(file);
        for (std::size_t row = 0; row < v.size(); ++row) {
            const SmemLayout block = layout_of(v, row);
            const WordContext context{.arch = format == &kWgmma91 ? "sm_90a" : "sm_100a",
                                      .major = block.major,
                                      .type = block.type,
                                      .rows = block.rows,
                                      .columns = block.columns};
            for (const Problem& p : check_word(decode(*format, v.number(row, "desc")), context))
                ASSERT_NE(p.rule, "L102") << v.text(row, "name") << ": " << p.text;
        }
    }
}

// The start of every block along K equals the start of the K step of the tile.
TEST(LayoutOracle, KStepsStartAtTheDescriptorsOfCutlass) {
    const test::Vectors v("cutlass/umma_layout_desc.csv");
    SmemLayout whole;
    std::size_t compared = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        if (v.number(row, "mn_tile") != 0 || v.number(row, "mma_mn") != v.number(row, "tile_mn")) continue;
        const SmemLayout block = layout_of(v, row);
        if (v.number(row, "k_block") == 0) whole = block;
        // In a K-first tile that is wider than an atom, the next atom along K follows the first. No field states this.
        whole.columns = static_cast<int>(v.number(row, "tile_k"));
        const bool beside = v.text(row, "order") == "kfirst" && whole.major == Major::k;
        whole.k_atom = beside ? 8 * row_of(whole.mode).width_bytes : 0;
        ASSERT_EQ(k_step_start(whole, static_cast<unsigned>(v.number(row, "k_block"))), block.start)
            << v.text(row, "name") << " k_block " << v.number(row, "k_block");
        ASSERT_EQ(dense_k(*whole.type), v.number(row, "mma_k")) << v.text(row, "name");
        ++compared;
    }
    testing::Test::RecordProperty("steps", static_cast<int>(compared));
    std::printf("%zu K steps compared\n", compared);
    EXPECT_GE(compared, 56u);
}

}  // namespace
}  // namespace tilescope
