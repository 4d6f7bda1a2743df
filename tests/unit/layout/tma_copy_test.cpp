// tests/unit/layout/tma_copy_test.cpp -- the copy that matches a layout, and the places that a copy writes.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/solver/solve_layout.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

// Returns a layout whose atoms follow each other along M or N first, as in kernels that load with TMA.
SmemLayout packed(SwizzleMode mode, Major major, const ElementType& type, int rows, int columns) {
    SmemLayout l{.mode = mode, .major = major, .type = &type, .start = 0x2000, .rows = rows, .columns = columns};
    const bool none = mode == SwizzleMode::none;
    const std::uint32_t width = none ? 16 : row_of(mode).width_bytes;
    const auto lines = static_cast<std::uint32_t>(major == Major::k ? rows : columns);
    const std::uint32_t column = lines * width, atom = (major == Major::k ? 8 : row_of(mode).k_rows) * width;
    if (major == Major::k) {
        l.lbo = none ? column : 16;
        l.sbo = atom;
    } else {
        l.lbo = none ? 128 : column;
        l.sbo = none ? column : atom;
    }
    return l;
}

TEST(TmaCopy, TheCopyForALayoutMatchesIt) {
    std::size_t tried = 0;
    for (const char* id : {"f16", "bf16", "tf32", "e4m3", "u8", "e2m1x2"})
        for (const SwizzleRow& mode : kSwizzleModes)
            for (const Major major : {Major::k, Major::mn})
                for (const int rows : {64, 128, 256}) {
                    const ElementType& type = *find_type(id);
                    if (type.bits < 8 && major == Major::mn) continue;
                    const int columns = static_cast<int>(2 * 128 * 8 / type.container_bits);
                    const SmemLayout l = packed(mode.mode, major, type, rows, columns);
                    const TmaCopy copy = copy_for(l);
                    const TmaTile tile = covered(copy, major, rows, columns);
                    EXPECT_EQ(compare_tma_mma(tile, l).different, 0u)
                        << id << " " << mode.name << " " << name_of(major) << " " << rows;
                    EXPECT_TRUE(check(tile, kBlackwell).empty())
                        << id << " " << mode.name << " " << name_of(major) << ": " << check(tile, kBlackwell)[0].text;
                    ++tried;
                }
    EXPECT_GT(tried, 150u);
}

// The atoms follow each other along K first.
TEST(TmaCopy, UsesBoxesOfOneAtomIfTheLayoutRequiresIt) {
    SmemLayout l{
        .mode = SwizzleMode::b128, .type = find_type("f16"), .lbo = 16, .sbo = 2048, .rows = 64, .columns = 128};
    l.k_atom = 1024;
    EXPECT_EQ(compare_tma_mma(covered(copy_for(l), l.major, 64, 128), l).different, 0u);
    l = {.mode = SwizzleMode::none, .type = find_type("f16"), .lbo = 128, .sbo = 2048, .rows = 64, .columns = 128};
    EXPECT_EQ(compare_tma_mma(covered(copy_for(l), l.major, 64, 128), l).different, 0u);
    const TmaCopy copy = copy_for(l);
    EXPECT_EQ(copy.map.rank, 3u);
    EXPECT_EQ(copy.map.box[1], 8u);
}

TEST(TmaCopy, ReturnsTheClosestCopyIfNoneMatches) {
    SmemLayout l = packed(SwizzleMode::b128, Major::k, *find_type("f16"), 128, 64);
    l.sbo = 512;
    const Agreement a = compare_tma_mma(covered(copy_for(l), l.major, 128, 64), l);
    EXPECT_GT(a.different, 0u);
    EXPECT_EQ(a.repair.cause, TmaCause::sbo) << a.sentence;
}

TEST(TmaCopy, WrittenBitsAreAtThePlacesThatTheDescriptorReads) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            const SmemLayout l = packed(mode.mode, major, *find_type("bf16"), 128, 128);
            const auto bits = written_bits(covered(copy_for(l), major, 128, 128), 128, 128);
            std::size_t i = 0;
            for (int r = 0; r < 128; ++r)
                for (int c = 0; c < 128; ++c, ++i)
                    ASSERT_EQ(bits[i], std::uint64_t{place_in_memory(l, {r, c}).byte} * 8);
        }
}

TEST(TmaCopy, ElementsThatAStepSkipsAreNotWritten) {
    TmaCopy copy = copy_for(packed(SwizzleMode::b128, Major::k, *find_type("f16"), 64, 64));
    copy.map.steps[1] = 2;
    const auto bits = written_bits(covered(copy, Major::k, 64, 64), 64, 64);
    EXPECT_NE(bits[0], kNotWritten);
    EXPECT_EQ(bits[64], kNotWritten);
}

TEST(TmaCopy, TheSolverFindsTheDescriptorsThatReadACopy) {
    for (const char* id : {"f16", "e4m3", "e2m1", "e2m1x2"})
        for (const SwizzleMode mode : {SwizzleMode::b128, SwizzleMode::b64, SwizzleMode::none}) {
            const ElementType& type = *find_type(id);
            const SmemLayout l = packed(mode, Major::k, type, 64, static_cast<int>(1024 / type.container_bits));
            const auto target =
                requested_from(covered(copy_for(l), l.major, l.rows, l.columns), type, l.rows, l.columns);
            ASSERT_TRUE(target) << target.why;
            EXPECT_EQ(target->stated, mode);
            const LayoutAnswer answer = solve_layout(*target);
            ASSERT_FALSE(answer.solutions.empty()) << id << " " << row_of(mode).name << ": " << answer.why;
            EXPECT_EQ(answer.solutions[0].mode, mode) << id;
            EXPECT_EQ(answer.solutions[0].steps[0].start, l.start);
            EXPECT_EQ(answer.solutions[0].steps[0].sbo, l.sbo) << id << " " << row_of(mode).name;
        }
}

TEST(TmaCopy, TheSolverRefusesOtherElementSizesAndMissingElements) {
    TmaCopy copy = copy_for(packed(SwizzleMode::b128, Major::k, *find_type("f16"), 64, 64));
    const auto other = requested_from(covered(copy, Major::k, 64, 64), *find_type("e4m3"), 64, 64);
    EXPECT_EQ(other.why,
              "the tensor map has FLOAT16 elements of 16 bits in 16-bit containers; e4m3 elements have 8 bits in "
              "8-bit containers");
    copy.map.steps[1] = 2;
    EXPECT_EQ(requested_from(covered(copy, Major::k, 64, 64), *find_type("f16"), 64, 64).why,
              "element (1, 0) is not in any box of the copy");
}

}  // namespace
}  // namespace tilescope
