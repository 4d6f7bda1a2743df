// tests/unit/layout/smem_layout_test.cpp -- compares the places of elements with published addresses and the manual.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace tilescope {
namespace {

SmemLayout layout(SwizzleMode mode, Major major, std::string_view type, std::uint32_t lbo, std::uint32_t sbo, int rows,
                  int columns, std::uint32_t start = 0x400) {
    return {.mode = mode,
            .major = major,
            .type = find_type(type),
            .start = start,
            .lbo = lbo,
            .sbo = sbo,
            .rows = rows,
            .columns = columns};
}

struct Point {
    int row, column;
    std::uint32_t address;
};
struct WorkedCase {
    const char* name;
    SmemLayout layout;
    std::vector<Point> points;
};

// Addresses calculated by hand from the PTX formulas, and by third parties (start 0x400).
// clang-format off
const WorkedCase kWorked[] = {
    {"K 128B bf16", layout(SwizzleMode::b128, Major::k, "bf16", 16, 1024, 16, 64), {{0, 0, 0x400}, {0, 8, 0x410}, {1, 0, 0x490}, {1, 8, 0x480}, {3, 0, 0x5B0}, {7, 0, 0x7F0}, {7, 15, 0x7EE}, {8, 0, 0x800}, {9, 0, 0x890}, {13, 5, 0xADA}}},
    {"K 64B bf16", layout(SwizzleMode::b64, Major::k, "bf16", 16, 512, 16, 32), {{1, 0, 0x440}, {2, 0, 0x490}, {3, 8, 0x4C0}, {4, 0, 0x520}, {7, 0, 0x5F0}, {8, 8, 0x610}}},
    {"K 32B bf16", layout(SwizzleMode::b32, Major::k, "bf16", 16, 256, 16, 16), {{1, 8, 0x430}, {4, 0, 0x490}, {4, 8, 0x480}, {7, 0, 0x4F0}, {8, 0, 0x500}}},
    {"K none bf16", layout(SwizzleMode::none, Major::k, "bf16", 256, 128, 16, 16), {{0, 8, 0x500}, {7, 15, 0x57E}, {8, 0, 0x480}}},
    {"MN 128B bf16", layout(SwizzleMode::b128, Major::mn, "bf16", 4096, 1024, 128, 16), {{8, 0, 0x410}, {0, 1, 0x490}, {8, 1, 0x480}, {63, 7, 0x78E}, {64, 0, 0x1400}, {0, 8, 0x800}, {64, 8, 0x1800}}},
    {"MN 64B bf16", layout(SwizzleMode::b64, Major::mn, "bf16", 512, 1024, 64, 16), {{0, 2, 0x490}, {8, 2, 0x480}, {32, 0, 0x600}, {0, 8, 0x800}}},
    {"MN 32B bf16", layout(SwizzleMode::b32, Major::mn, "bf16", 256, 512, 32, 16), {{0, 4, 0x490}, {8, 4, 0x480}, {16, 0, 0x500}, {0, 8, 0x600}}},
    {"MN none bf16", layout(SwizzleMode::none, Major::mn, "bf16", 256, 128, 16, 16), {{0, 1, 0x410}, {8, 0, 0x480}, {0, 8, 0x500}}},
    {"MN 128B/32B tf32", layout(SwizzleMode::b128_32, Major::mn, "tf32", 4096, 512, 64, 8), {{4, 0, 0x410}, {8, 0, 0x420}, {0, 1, 0x4A0}, {4, 1, 0x4B0}, {8, 1, 0x480}, {0, 2, 0x540}, {0, 3, 0x5E0}, {31, 3, 0x59C}, {32, 0, 0x1400}, {0, 4, 0x600}}},
    {"MN 128B 8-bit at 0", layout(SwizzleMode::b128, Major::mn, "e4m3", 0, 1024, 128, 32, 0), {{0, 1, 144}, {127, 31, 3983}}},
    {"K 64B 8-bit at 128", layout(SwizzleMode::b64, Major::k, "e4m3", 0, 512, 8, 32, 128), {{0, 0, 128 + 16}, {0, 16, 128 + 0}, {2, 0, 128 + 160}}},
    {"K none bytes, 128 rows", layout(SwizzleMode::none, Major::k, "e4m3", 2048, 128, 128, 32, 0), {{1, 0, 16}, {8, 0, 128}, {0, 16, 2048}, {3, 21, 2101}}},
    {"K none bytes, 16 rows", layout(SwizzleMode::none, Major::k, "e4m3", 256, 128, 16, 48, 0), {{0, 32, 512}}},
    {"K 128B bytes", layout(SwizzleMode::b128, Major::k, "e4m3", 0, 1024, 16, 32, 0), {{1, 0, 144}, {1, 16, 128}, {7, 0, 1008}, {8, 0, 1024}}},
    // A public exercise set has wrong addresses here (it swizzles line 0 already). These addresses are right.
    {"K 32B bytes", layout(SwizzleMode::b32, Major::k, "e4m3", 0, 256, 8, 32, 0), {{1, 0, 32}, {1, 16, 48}, {3, 16, 112}, {2, 0, 64}, {2, 16, 80}}},
    {"K 64B bytes", layout(SwizzleMode::b64, Major::k, "e4m3", 0, 512, 8, 64, 0), {{3, 0, 208}, {4, 0, 288}, {2, 32, 176}, {1, 48, 112}}},
};
// clang-format on

TEST(SmemLayout, PlacesTheKnownPointsOfEveryMode) {
    for (const WorkedCase& c : kWorked)
        for (const Point& p : c.points)
            EXPECT_EQ(place_in_memory(c.layout, {p.row, p.column}).byte, p.address)
                << c.name << " (" << p.row << ", " << p.column << ")";
}

// A CuTe layout ((a,b,..),(c,d,..)):(strides), evaluated by a simple loop. The leftmost index is the fastest.
struct Mode {
    int extent, stride;
};
int evaluate(const std::vector<Mode>& modes, int index) {
    int sum = 0;
    for (const Mode& m : modes) {
        sum += index % m.extent * m.stride;
        index /= m.extent;
    }
    return sum;
}

struct Example {
    const char* name;
    SmemLayout layout;
    std::vector<Mode> row, column;  // strides in elements
    unsigned xor_bits;              // the n of Sw<n,4,3>
};

// Source: the five layouts with strides of PTX ISA 9.1, 9.7.16.3.3 (K 32B as corrected in 9.4).
TEST(SmemLayout, MatchesTheFiveExampleLayoutsOfTheManual) {
    using enum SwizzleMode;
    const std::vector<Example> examples = {
        {"K none tf32 ((8,2),(4,4)):((4,32),(1,64))",
         layout(none, Major::k, "tf32", 256, 128, 16, 16, 0),
         {{8, 4}, {2, 32}},
         {{4, 1}, {4, 64}},
         0},
        {"K 32B tf32 ((8,2),(4,2)):((8,64),(1,4))",
         layout(b32, Major::k, "tf32", 16, 256, 16, 8, 0),
         {{8, 8}, {2, 64}},
         {{4, 1}, {2, 4}},
         1},
        {"MN none bf16 ((8,1,2),(8,2)):((1,8,64),(8,128))",
         layout(none, Major::mn, "bf16", 256, 128, 16, 16, 0),
         {{8, 1}, {1, 8}, {2, 64}},
         {{8, 8}, {2, 128}},
         0},
        {"MN 32B bf16 ((8,2,2),(8,2)):((1,8,128),(16,256))",
         layout(b32, Major::mn, "bf16", 256, 512, 32, 16, 0),
         {{8, 1}, {2, 8}, {2, 128}},
         {{8, 16}, {2, 256}},
         1},
        {"MN 64B bf16 ((8,4,2),(8,2)):((1,8,256),(32,512))",
         layout(b64, Major::mn, "bf16", 512, 1024, 64, 16, 0),
         {{8, 1}, {4, 8}, {2, 256}},
         {{8, 32}, {2, 512}},
         2},
    };
    for (const Example& e : examples)
        for (int r = 0; r < e.layout.rows; ++r)
            for (int c = 0; c < e.layout.columns; ++c) {
                const int offset =
                    (evaluate(e.row, r) + evaluate(e.column, c)) * static_cast<int>(e.layout.type->bits) / 8;
                const int expected = offset ^ ((offset >> 7 & ((1 << e.xor_bits) - 1)) << 4);
                ASSERT_EQ(place_in_memory(e.layout, {r, c}).byte, static_cast<std::uint32_t>(expected))
                    << e.name << " (" << r << ", " << c << ")";
            }
}

// PTX ISA 9.0 and 9.1 print ((8,2),(4,4)) with k = 2 for K 32B. In that layout two elements have the same place, so the
// hardware cannot read it.
TEST(SmemLayout, TheK32bExampleOfOlderManualsOverlapsItself) {
    std::map<int, int> elements_at_offset;
    for (int r = 0; r < 16; ++r)
        for (int c = 0; c < 16; ++c)
            ++elements_at_offset[evaluate({{8, 8}, {2, 64}}, r) + evaluate({{4, 1}, {4, 4}}, c)];
    EXPECT_LT(elements_at_offset.size(), 256u);
    EXPECT_FALSE(overlap_of(layout(SwizzleMode::b32, Major::k, "tf32", 16, 256, 16, 8)).any);
}

TEST(SmemLayout, ElementsBelow8BitsStartAtTheirBitOfThePaddedChunk) {
    const SmemLayout fp4 = layout(SwizzleMode::none, Major::k, "e2m1", 128, 128, 8, 32, 0);
    EXPECT_EQ(place_in_memory(fp4, {0, 3}), (BitPlace{1, 4}));  // two elements per byte, 8 of 16 bytes used
    EXPECT_EQ(place_in_memory(fp4, {0, 15}), (BitPlace{7, 4}));
    EXPECT_EQ(place_in_memory(fp4, {0, 16}), (BitPlace{128, 0}));  // the next chunk is lbo bytes later
    const SmemLayout fp6 = layout(SwizzleMode::none, Major::k, "e2m3", 128, 128, 8, 32, 0);
    EXPECT_EQ(place_in_memory(fp6, {0, 1}), (BitPlace{0, 6}));  // in bytes 0 and 1
    EXPECT_EQ(end_of(fp6, {0, 1}), 2u);
    EXPECT_EQ(place_in_memory(fp6, {0, 15}), (BitPlace{11, 2}));
    EXPECT_EQ(end_of(fp6, {0, 15}), 12u);
    const SmemLayout packed = layout(SwizzleMode::b128, Major::k, "e2m1x2", 0, 1024, 8, 64, 0);
    EXPECT_EQ(place_in_memory(packed, {1, 33}), (BitPlace{128, 4}));  // chunk 1 of line 1 is at position 0
}

SmemLayout random_strides(std::mt19937& rng) {
    const auto pick = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
    const ElementType& type = kElementTypes[pick(std::size(kElementTypes))];
    return {.mode = static_cast<SwizzleMode>(pick(5)),
            .major = pick(2) ? Major::mn : Major::k,
            .type = &type,
            .start = pick(1 << 14) * 16,
            .lbo = pick(1 << 10) * 16,
            .sbo = pick(1 << 10) * 16,
            .base_offset = pick(8),
            .absolute_lbo = pick(8) == 0,
            .rows = static_cast<int>(1 + pick(40)),
            .columns = static_cast<int>(1 + pick(70)),
            .mma_columns = pick(2) ? sparse_b_k(type) : 0};
}

TEST(SmemLayout, CanonicalTilesAreBijective) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            if (major == Major::k && mode.mode == SwizzleMode::b128_32) continue;  // not a canonical layout (X10)
            SmemLayout l = layout(mode.mode, major, "tf32", 0, 0, 64, 8, 0);
            const bool k = major == Major::k, plain = mode.mode == SwizzleMode::none;
            l.sbo = plain ? 128 : 8 * mode.width_bytes / (mode.k_rows == 4 ? 2 : 1);
            l.lbo = plain ? 64 * 32 : 64 * 32;
            if (!k && plain) l.lbo = 2048, l.sbo = 128;
            EXPECT_FALSE(overlap_of(l).any) << mode.name << " " << name_of(major) << ": " << overlap_of(l).sentence;
        }
}

TEST(SmemLayout, NamesTheRowsThatShareBytes) {
    const SmemLayout l = layout(SwizzleMode::b128, Major::k, "f16", 16, 512, 16, 64);
    EXPECT_EQ(overlap_of(l).sentence, "rows 4 and 8 share bytes");
    const SmemLayout zero = layout(SwizzleMode::b128, Major::k, "f16", 16, 0, 16, 64);
    EXPECT_EQ(overlap_of(zero).sentence, "rows 0 and 8 share bytes");
}

// The sentence of overlap_of(), found by sorting all places.
std::string overlap_by_sorting(const SmemLayout& l) {
    std::vector<std::tuple<std::uint64_t, int, int>> places;
    for (int r = 0; r < l.rows; ++r)
        for (int c = 0; c < l.columns; ++c) {
            const BitPlace p = place_in_memory(l, {r, c});
            places.emplace_back(std::uint64_t{p.byte} * 8 + p.bit, r, c);
        }
    std::ranges::sort(places);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const auto& [bit, row, column] = places[i - 1];
        const auto& [next, next_row, next_column] = places[i];
        if (next - bit >= l.type->bits) continue;
        const bool rows = row != next_row;
        return say(rows ? "rows " : "columns ", rows ? row : column, " and ", rows ? next_row : next_column,
                   " share bytes");
    }
    return "";
}

TEST(SmemLayout, NamesTheSameOverlapAsSortingAllPlaces) {
    std::mt19937 rng(5);
    int overlaps = 0, rounds = 0;
    for (const std::string_view type : {"e2m1", "e3m2", "e4m3", "bf16", "tf32", "b1"}) {
        if (find_type(type) == nullptr) continue;
        for (int round = 0; round < 60; ++round, ++rounds) {
            const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(rng() % n); };
            const SwizzleRow& mode = kSwizzleModes[below(std::size(kSwizzleModes))];
            const Major major = below(2) == 0 ? Major::k : Major::mn;
            const int rows = 8 << below(4), columns = 8 << below(4);
            const SmemLayout l =
                layout(mode.mode, major, type, below(40) * 16, below(80) * 16, rows, columns, below(64) * 16);
            const std::string sorted = overlap_by_sorting(l);
            ASSERT_EQ(overlap_of(l).sentence, sorted) << type << " " << mode.name << " " << l.lbo << " " << l.sbo;
            ASSERT_EQ(overlap_of(l).any, !sorted.empty());
            overlaps += !sorted.empty();
        }
    }
    EXPECT_GT(overlaps, rounds / 5);
    EXPECT_LT(overlaps, rounds * 9 / 10);
}

// If a stride is reported as used, a change of the field must move elements. If not, it must not move any.
TEST(SmemLayout, AStrideIsUsedExactlyIfAChangeMovesAnElement) {
    std::mt19937 rng(11);
    int walked = 0, not_walked = 0;
    for (int round = 0; round < 1500; ++round) {
        SmemLayout l = random_strides(rng);
        for (const bool lbo : {true, false}) {
            SmemLayout moved = l;
            (lbo ? moved.lbo : moved.sbo) += 1 << 16;
            const StrideReport report = lbo ? use_of_lbo(l) : use_of_sbo(l);
            const bool differs = tile_map(l) != tile_map(moved);
            const bool claimed = report.use == StrideUse::walked || report.use == StrideUse::address;
            ASSERT_EQ(claimed, differs) << "round " << round << ": " << report.sentence;
            ASSERT_FALSE(report.sentence.empty());
            ++(differs ? walked : not_walked);
        }
    }
    EXPECT_GT(walked, 50);
    EXPECT_GT(not_walked, 50);
}

// B of a sparse wgmma: f16, 64 bytes of K, mode 32B. These places are of a row of the measurement on an H100.
TEST(SmemLayout, AnInstructionThatIsWiderThanAnAtomGoesOnAtLbo) {
    SmemLayout l = layout(SwizzleMode::b32, Major::k, "f16", 0x4000, 256, 64, 32, 0x10000);
    EXPECT_EQ(place_in_memory(l, {0, 16}).byte, 0x10000u + 8 * 256) << "two instructions: the atoms follow the rows";
    EXPECT_EQ(use_of_lbo(l).use, StrideUse::ignored);
    EXPECT_EQ(first_assumed_column(l), 16);
    l.mma_columns = 32;
    EXPECT_EQ(place_in_memory(l, {0, 16}).byte, 0x10000u + 0x4000);
    EXPECT_EQ(place_in_memory(l, {5, 24}).byte, 0x10000u + 0x4000 + ((5 * 32 + 16) ^ 16));
    EXPECT_EQ(use_of_lbo(l).use, StrideUse::walked);
    EXPECT_EQ(use_of_lbo(l).count, 2u);
    EXPECT_NE(use_of_lbo(l).sentence.find("64 bytes of K"), std::string::npos) << use_of_lbo(l).sentence;
    EXPECT_EQ(assumption_of(l), "");
    l.mode = SwizzleMode::b64;  // one atom has all 64 bytes
    EXPECT_EQ(use_of_lbo(l).use, StrideUse::ignored);
}

// The instructions of a tile have starts of their own, so that lbo says nothing about their distance.
TEST(SmemLayout, LboIsOnlyTheDistanceInsideOneInstruction) {
    SmemLayout l = layout(SwizzleMode::b32, Major::k, "e4m3", 512, 256, 16, 192, 0);
    l.mma_columns = 64;
    EXPECT_EQ(place_in_memory(l, {0, 64}).byte, 2u * 2 * 256) << "two atoms, each of two row groups";
    EXPECT_EQ(place_in_memory(l, {0, 96}).byte, 2u * 2 * 256 + 512);
    EXPECT_EQ(first_assumed_column(l), 64);
    l.k_atom = 4096;
    EXPECT_EQ(place_in_memory(l, {0, 32}).byte, 512u);
    EXPECT_EQ(place_in_memory(l, {0, 64}).byte, 2u * 4096);
    EXPECT_EQ(place_in_memory(l, {0, 160}).byte, 4u * 4096 + 512);
    EXPECT_FALSE(first_assumed_column(l));
}

TEST(SmemLayout, StatesItsAssumptionIfATileIsWiderThanItsAtom) {
    SmemLayout l = layout(SwizzleMode::b64, Major::k, "f16", 16, 512, 128, 32);
    EXPECT_EQ(assumption_of(l), "");
    l.columns = 64;
    EXPECT_NE(assumption_of(l).find("has 32 columns"), std::string::npos);
    EXPECT_EQ(place_in_memory(l, {0, 32}).byte, 0x400u + 16 * 512);
}

// K = 96 of packed fp4 on sm_103a: 48-byte slices in 128-byte lines. The slice continues in the other buffer.
TEST(SmemLayout, AbsoluteModeContinuesALineInTheSecondChunk) {
    SmemLayout l = layout(SwizzleMode::b128, Major::k, "e2m1x2", 0x5000, 1024, 16, 96, 0x1060);
    l.absolute_lbo = true;
    EXPECT_EQ(place_in_memory(l, {0, 0}).byte, 0x1060u);
    EXPECT_EQ(place_in_memory(l, {0, 64}).byte, 0x5000u);  // byte 32 of the slice is byte 0 of the second line
    EXPECT_EQ(place_in_memory(l, {1, 64}).byte, (0x5080u ^ 0x10u));  // the second row, swizzled in the second chunk
    EXPECT_EQ(use_of_lbo(l).use, StrideUse::address);
    l.columns = 64;  // 32 bytes from byte 96 on are in one line
    EXPECT_EQ(use_of_lbo(l).use, StrideUse::one);
}

// In the absolute mode the descriptor gives the places of two lines of 128 bytes. No field gives the place of a third.
TEST(SmemLayout, StatesItsAssumptionAfterTheSecondChunk) {
    SmemLayout l = layout(SwizzleMode::b128, Major::k, "e2m1x2", 0x5000, 1024, 16, 448, 0x1020);
    l.absolute_lbo = true;
    EXPECT_EQ(assumption_of(l), "");
    l.columns = 449;
    EXPECT_NE(assumption_of(l).find("the place of column 448"), std::string::npos) << assumption_of(l);
    EXPECT_EQ(place_in_memory(l, {0, 448}).byte, 0x5000u + 2 * 1024);
}

TEST(SmemLayout, NamesTheStepOfAStride) {
    using enum SwizzleMode;
    const auto steps = [](SwizzleMode mode, Major major, bool lbo) {
        const SmemLayout l = layout(mode, major, "tf32", 4096, 512, 64, 16);
        return std::string((lbo ? use_of_lbo(l) : use_of_sbo(l)).steps);
    };
    EXPECT_EQ(steps(none, Major::k, true), "chunk of K");
    EXPECT_EQ(steps(b32, Major::k, false), "group of 8 rows");
    EXPECT_EQ(steps(none, Major::mn, false), "chunk of M or N");
    EXPECT_EQ(steps(none, Major::mn, true), "group of 8 k");
    EXPECT_EQ(steps(b128, Major::mn, true), "block of M or N (one swizzle width wide)");
    EXPECT_EQ(steps(b128, Major::mn, false), "group of 8 k");
    EXPECT_EQ(steps(b128_32, Major::mn, false), "group of 4 k");
    EXPECT_EQ(use_of_lbo(layout(b128, Major::k, "f16", 16, 1024, 16, 64)).sentence, "K-major 128B layouts ignore lbo.");
}

// Only K-major 128B has an absolute mode (rule L12 is about the other layouts). In other layouts lbo is a stride.
TEST(SmemLayout, Bit52ChangesNothingExceptInKMajor128B) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            if (major == Major::k && mode.mode == SwizzleMode::b128) continue;
            SmemLayout l = layout(mode.mode, major, "f16", 0x2000, 1024, 32, 64, 0x460);
            const std::vector<std::uint32_t> relative = tile_map(l);
            l.absolute_lbo = true;
            EXPECT_EQ(tile_map(l), relative) << mode.name << " " << name_of(major);
        }
}

}  // namespace
}  // namespace tilescope
