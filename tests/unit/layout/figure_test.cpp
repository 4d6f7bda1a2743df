// tests/unit/layout/figure_test.cpp -- compares place() with the figures of the manual.
// SPDX-License-Identifier: MIT
//
// Source: PTX ISA 9.1, figures 219 to 228. The figures are pictures; a third party transcribed the numbers. Each number
// is the index of the 16-byte memory cell that contains a chunk of the tile.
#include <tilescope/layout/smem_layout.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

struct Figure {
    const char* name;
    SwizzleMode mode;
    Major major;
    std::string_view type;
    std::uint32_t sbo;
    std::vector<std::vector<std::uint32_t>> cells;  // one line for each row (K-major) or chunk of M or N (MN-major)
};

// clang-format off
const Figure kFigures[] = {
    {"32B K-major", SwizzleMode::b32, Major::k, "bf16", 256,
     {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {9, 8}, {11, 10}, {13, 12}, {15, 14}}},
    {"32B MN-major", SwizzleMode::b32, Major::mn, "bf16", 256,
     {{0, 2, 4, 6, 9, 11, 13, 15}, {1, 3, 5, 7, 8, 10, 12, 14}}},
    {"64B K-major", SwizzleMode::b64, Major::k, "bf16", 512,
     {{0, 1, 2, 3}, {4, 5, 6, 7}, {9, 8, 11, 10}, {13, 12, 15, 14},
      {18, 19, 16, 17}, {22, 23, 20, 21}, {27, 26, 25, 24}, {31, 30, 29, 28}}},
    {"64B MN-major", SwizzleMode::b64, Major::mn, "bf16", 512,
     {{0, 4, 9, 13, 18, 22, 27, 31}, {1, 5, 8, 12, 19, 23, 26, 30},
      {2, 6, 11, 15, 16, 20, 25, 29}, {3, 7, 10, 14, 17, 21, 24, 28}}},
    {"128B with 32-byte atoms, MN-major", SwizzleMode::b128_32, Major::mn, "tf32", 512,
     {{0, 10, 20, 30}, {1, 11, 21, 31}, {2, 8, 22, 28}, {3, 9, 23, 29},
      {4, 14, 16, 26}, {5, 15, 17, 27}, {6, 12, 18, 24}, {7, 13, 19, 25}}},
};
// clang-format on

TEST(Figures, EveryCellIsAtThePlaceInTheFigure) {
    for (const Figure& f : kFigures) {
        const int per_chunk = static_cast<int>(elements_per_chunk(*find_type(f.type)));
        const bool k = f.major == Major::k;
        const auto lines = static_cast<int>(f.cells.size()), across = static_cast<int>(f.cells[0].size());
        const SmemLayout l{.mode = f.mode,
                           .major = f.major,
                           .type = find_type(f.type),
                           .sbo = f.sbo,
                           .rows = k ? lines : lines * per_chunk,
                           .columns = k ? across * per_chunk : across};
        for (int i = 0; i < lines; ++i)
            for (int j = 0; j < across; ++j) {
                const Element e = k ? Element{i, j * per_chunk} : Element{i * per_chunk, j};
                EXPECT_EQ(place_in_memory(l, e).byte,
                          16 * f.cells[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)])
                    << f.name << " line " << i << ", place " << j;
            }
    }
}

// Figure 228: 128B, K-major, tf32.
TEST(Figures, TheTwoMarkedElementsOfFigure228) {
    const SmemLayout l{.mode = SwizzleMode::b128, .type = find_type("tf32"), .sbo = 1024, .rows = 8, .columns = 32};
    EXPECT_EQ(place_in_memory(l, {1, 4}).byte, 1 * 128 + 0 * 16u);
    EXPECT_EQ(place_in_memory(l, {3, 24}).byte, 3 * 128 + 5 * 16u);
}

}  // namespace
}  // namespace tilescope
