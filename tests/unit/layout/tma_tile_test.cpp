// tests/unit/layout/tma_tile_test.cpp -- compares TMA writes with MMA reads, also in a simulated memory.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/layout/tma_tile.h>

#include <gtest/gtest.h>

#include <functional>

namespace tilescope {
namespace {

constexpr int kRows = 128, kColumns = 64;
constexpr std::uint32_t kBase = 0x4000;

struct Pair {
    std::string name;
    TmaTile tile;
    SmemLayout layout;
};

TensorMap bf16_map(std::string_view swizzle, std::array<std::uint32_t, 5> box) {
    return {.type = find_tma_type("BFLOAT16"),
            .swizzle = find_tma_swizzle(swizzle),
            .dims = {4096, 4096},
            .strides = {8192},
            .box = box};
}

SmemLayout reads(SwizzleMode mode, Major major, std::uint32_t lbo, std::uint32_t sbo) {
    return {.mode = mode,
            .major = major,
            .type = find_type("bf16"),
            .start = kBase,
            .lbo = lbo,
            .sbo = sbo,
            .rows = kRows,
            .columns = kColumns};
}

Pair k_none() {
    TensorMap map = bf16_map("NONE", {8, 128, 8});
    map.rank = 3;
    map.dims = {8, 4096, 512};
    map.strides = {8192, 16};
    return {"K none", covered(map, {Major::k, {256, 128}, kRows, kColumns, kBase}),
            reads(SwizzleMode::none, Major::k, 2048, 128)};
}
Pair k_128() {
    TensorMap map = bf16_map("128B", {64, 128, 1});
    map.rank = 3;
    map.dims = {64, 4096, 64};
    map.strides = {8192, 128};
    return {"K 128B", covered(map, {Major::k, {256, 128}, kRows, kColumns, kBase}),
            reads(SwizzleMode::b128, Major::k, 16, 1024)};
}
Pair k_64() {
    return {"K 64B, two boxes", covered(bf16_map("64B", {32, 128}), {Major::k, {0, 0}, kRows, kColumns, kBase}),
            reads(SwizzleMode::b64, Major::k, 16, 512)};
}
Pair mn_128() {
    return {"MN 128B", covered(bf16_map("128B", {64, 64}), {Major::mn, {64, 32}, kRows, kColumns, kBase}),
            reads(SwizzleMode::b128, Major::mn, 8192, 1024)};
}
std::vector<Pair> pairs() { return {k_none(), k_128(), k_64(), mn_128()}; }

// A separate simulation of the copy, independent of the code under test. The memory has two-byte numbers. The
// simulation walks through the box in order and moves chunks of 16 bytes by the rule of the manual for their line.
// Returns how many elements the MMA does not find.
std::size_t count_in_memory(const Pair& p) {
    constexpr std::uint16_t kNothing = 0xffff;
    std::vector<std::uint16_t> memory(1 << 17, kNothing);
    const TensorMap& m = p.tile.map;
    for (const BoxLoad& load : p.tile.loads) {
        std::uint32_t row_begin = load.smem;
        for (std::uint32_t z = 0; z < (m.rank > 2 ? m.box[2] : 1); ++z)
            for (std::uint32_t y = 0; y < m.box[1]; ++y) {
                for (std::uint32_t x = 0; x < m.box[0]; ++x) {
                    const std::uint32_t byte = row_begin + 2 * x, line = byte / 128;
                    std::uint32_t chunk = byte / 16 % 8;
                    if (m.swizzle->name == "128B") chunk ^= line % 8;
                    if (m.swizzle->name == "64B") chunk ^= line % 4;
                    if (m.swizzle->name == "32B") chunk ^= line % 2;
                    if (m.swizzle->name == "128B_ATOM_64B") chunk ^= line % 2 * 4;
                    const std::uint32_t to = line * 128 + chunk * 16 + byte % 16;
                    // The tensor is a row-major matrix; dimension 2 is along the row.
                    const int split = m.rank > 2 ? static_cast<int>(m.strides[1] / 2) : 0;
                    const int inner =
                        load.origin[0] + static_cast<int>(x) + split * (load.origin[2] + static_cast<int>(z));
                    const int outer = load.origin[1] + static_cast<int>(y);
                    const bool k = p.tile.major == Major::k;
                    const int row = (k ? outer : inner) - p.tile.first.row;
                    const int column = (k ? inner : outer) - p.tile.first.column;
                    const bool inside = row >= 0 && row < kRows && column >= 0 && column < kColumns;
                    memory[to / 2] = inside ? static_cast<std::uint16_t>(row * kColumns + column) : 0xfffe;
                }
                row_begin += m.swizzle->width_bytes > 2 * m.box[0] ? m.swizzle->width_bytes : 2 * m.box[0];
            }
    }
    std::size_t different = 0;
    for (int r = 0; r < kRows; ++r)
        for (int c = 0; c < kColumns; ++c)
            different +=
                memory[place_in_memory(p.layout, {r, c}).byte / 2] != static_cast<std::uint16_t>(r * kColumns + c);
    return different;
}

TEST(TmaTile, TheExampleTilesMatchTheirDescriptors) {
    for (const Pair& p : pairs()) {
        EXPECT_EQ(count_in_memory(p), 0u) << p.name;
        const Agreement have = compare_tma_mma(p.tile, p.layout);
        EXPECT_EQ(have.equal, 8192u) << p.name;
        EXPECT_EQ(have.sentence, "The MMA reads all 8192 elements at the places where TMA wrote them.") << p.name;
        EXPECT_EQ(have.repair.cause, TmaCause::none);
        EXPECT_TRUE(check(p.tile, kBlackwell).empty()) << p.name;
    }
    EXPECT_EQ(k_none().tile.loads, (std::vector<BoxLoad>{{{0, 256, 16}, kBase}}));
    EXPECT_EQ(mn_128().tile.loads, (std::vector<BoxLoad>{{{64, 32}, kBase}, {{128, 32}, kBase + 8192}}));
}

// TMA and the MMA both use the absolute address in the XOR. So a tile can start at any address, if both use the same.
TEST(TmaTile, ATileThatIsNotAlignedToThePatternMatchesToo) {
    for (Pair p : pairs()) {
        p.layout.start += 128;
        for (BoxLoad& load : p.tile.loads) load.smem += 128;
        EXPECT_EQ(count_in_memory(p), 0u) << p.name;
        EXPECT_EQ(compare_tma_mma(p.tile, p.layout).different, 0u) << p.name;
    }
}

struct Mutation {
    const char* name;
    TmaCause cause;
    std::function<void(Pair&)> change;
};

// clang-format off
const Mutation kMutations[] = {
    {"swizzle 64B",      TmaCause::swizzle,     [](Pair& p) { p.layout.mode = SwizzleMode::b64; }},
    {"swizzle 32B",      TmaCause::swizzle,     [](Pair& p) { p.layout.mode = SwizzleMode::b32; }},
    {"swizzle none",     TmaCause::swizzle,     [](Pair& p) { p.layout.mode = SwizzleMode::none; }},
    {"swizzle atom 64B", TmaCause::swizzle,     [](Pair& p) { p.tile.map.swizzle = find_tma_swizzle("128B_ATOM_64B"); }},
    {"start + 128",      TmaCause::start,       [](Pair& p) { p.layout.start += 128; }},
    {"start + 64",       TmaCause::start,       [](Pair& p) { p.layout.start += 64; }},
    {"base - 128",       TmaCause::start,       [](Pair& p) { for (BoxLoad& l : p.tile.loads) l.smem -= 128; }},
    {"base offset 3",    TmaCause::base_offset, [](Pair& p) { p.layout.base_offset = 3; }},
    {"lbo halved",       TmaCause::lbo,         [](Pair& p) { p.layout.lbo /= 2; }},
    {"sbo halved",       TmaCause::sbo,         [](Pair& p) { p.layout.sbo /= 2; }},
    {"sbo doubled",      TmaCause::sbo,         [](Pair& p) { p.layout.sbo *= 2; }},
    {"other major",      TmaCause::major,       [](Pair& p) { p.layout.major = p.layout.major == Major::k ? Major::mn : Major::k; }},
    {"half the box",     TmaCause::box,         [](Pair& p) {
         TensorMap map = p.tile.map;
         map.box[0] /= 2;
         p.tile = covered(map, {p.tile.major, p.tile.first, kRows, kColumns, kBase});
     }},
};
// clang-format on

TEST(TmaTile, CountsAndNamesEveryMutation) {
    std::size_t named = 0;
    for (const Mutation& m : kMutations)
        for (Pair p : pairs()) {
            m.change(p);
            const std::size_t expected = count_in_memory(p);
            const Agreement have = compare_tma_mma(p.tile, p.layout);
            EXPECT_EQ(have.different, expected) << p.name << ", " << m.name;
            EXPECT_EQ(have.differing.size(), expected) << p.name << ", " << m.name;
            if (expected == 0) continue;  // lbo of K-major 128B and base_offset of none have no effect
            EXPECT_EQ(have.repair.cause, m.cause) << p.name << ", " << m.name << ": " << have.sentence;
            EXPECT_EQ(have.repair.equal, 8192u) << p.name << ", " << m.name << ": " << have.sentence;
            EXPECT_EQ(compare_tma_mma(have.repair.tile, have.repair.layout).different, 0u) << have.sentence;
            ++named;
        }
    EXPECT_GT(named, 40u);
}

TEST(TmaTile, StatesWhatTheMmaReadsAndWhatWouldMatch) {
    Pair p = k_128();
    p.layout.sbo = 512;
    EXPECT_EQ(compare_tma_mma(p.tile, p.layout).sentence,
              "The MMA reads 7680 of 8192 elements at places where TMA did not write them; for element (8, 0) the MMA "
              "reads 0x4240 and gets element (4, 0). Probable cause: sbo is 512; 1024 matches.");
    p = k_128();
    p.layout.rows = 136;
    const Agreement beyond = compare_tma_mma(p.tile, p.layout);
    EXPECT_EQ(beyond.different, 8u * kColumns);
    EXPECT_NE(beyond.finds.find("the MMA reads 0x8000 and gets bytes that TMA did not write"), std::string::npos)
        << beyond.finds;
}

TEST(TmaTile, ElementsOfADifferentSizeNeverMatch) {
    Pair p = k_64();
    TensorMap map = p.tile.map;
    map.type = find_tma_type("UINT8");
    map.dims[0] *= 2, map.box[0] *= 2;
    p.tile.map = map;
    for (BoxLoad& load : p.tile.loads) load.origin[0] *= 2;
    const Agreement have = compare_tma_mma(p.tile, p.layout);
    EXPECT_EQ(have.different, 8192u);
    EXPECT_EQ(have.repair.cause, TmaCause::element_size) << have.sentence;
    EXPECT_EQ(have.repair.equal, 8192u) << have.sentence;
}

TEST(TmaTile, RepairsSeveralFieldsAndNamesThatCause) {
    Pair p = mn_128();
    p.layout.lbo = 1024, p.layout.sbo = 8192, p.layout.start += 32;
    const Agreement have = compare_tma_mma(p.tile, p.layout);
    EXPECT_EQ(have.repair.cause, TmaCause::several) << have.sentence;
    EXPECT_EQ(have.repair.layout, mn_128().layout);
}

// TMA writes zeros for elements outside the tensor. Their places are compared like those of other elements.
TEST(TmaTile, ElementsOutsideTheTensorHaveAPlace) {
    Pair p = k_128();
    p.tile.map.dims[1] = 300;  // rows 256 + 44 and on
    EXPECT_EQ(compare_tma_mma(p.tile, p.layout).different, 0u);
    p.layout.start += 1024;
    EXPECT_NE(compare_tma_mma(p.tile, p.layout).different, 0u);
}

// K-major packed fp4 and padded fp4, with the special tensor map types.
TEST(TmaTile, FourAndSixBitElementsMatchTheirContainers) {
    TensorMap map{.type = find_tma_type("16U4_ALIGN8B"),
                  .swizzle = find_tma_swizzle("128B"),
                  .dims = {4096, 4096},
                  .strides = {2048},
                  .box = {256, 32}};
    SmemLayout layout{.mode = SwizzleMode::b128, .type = find_type("e2m1x2"), .start = kBase, .sbo = 1024};
    layout.rows = 32, layout.columns = 256;
    EXPECT_EQ(compare_tma_mma(covered(map, {Major::k, {0, 0}, 32, 256, kBase}), layout).different, 0u);
    map.type = find_tma_type("16U4_ALIGN16B");
    map.box[0] = 128;
    layout.type = find_type("e2m1"), layout.columns = 128;
    EXPECT_EQ(compare_tma_mma(covered(map, {Major::k, {0, 0}, 32, 128, kBase}), layout).different, 0u);
    map.type = find_tma_type("16U6_ALIGN16B");
    map.strides[0] = 3072;
    layout.type = find_type("e3m2");
    EXPECT_EQ(compare_tma_mma(covered(map, {Major::k, {0, 0}, 32, 128, kBase}), layout).different, 0u);
}

}  // namespace
}  // namespace tilescope
