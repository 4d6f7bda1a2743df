// tests/scene/picture_test.cpp -- compares pictures with the expected pictures, typed by hand.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/mma_scene.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/word_scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
namespace tilescope {
namespace {

SmemLayout picture_layout() {
    return {.mode = SwizzleMode::b128,
            .major = Major::k,
            .type = find_type("f16"),
            .start = 0x400,
            .lbo = 16,
            .sbo = 1024,
            .rows = 16,
            .columns = 64};
}

std::string picture_row(const Cells& cells, int row) {
    std::string out;
    for (int c = 0; c < cells.columns; ++c) {
        const std::size_t at = cells.at(row, c);
        out += cells.label[at] == kNoLabel ? "." : std::to_string(cells.label[at]);
        out += cells.mark[at] == Mark::crossed ? "x" : "";
        out += cells.lit[at] ? "] " : " ";
    }
    out.pop_back();
    return out;
}

// The picture of the design document: K step 1 is lit, and the XOR permutes the memory rows.
TEST(TileScene, ShowsTheSwizzleOfTheExampleDrawing) {
    const SmemLayout l = picture_layout();
    const Scene s = tile_scene(l, tile_map(l), {.k_step = 1, .mma_k = 16});
    ASSERT_EQ(s.grids.size(), 2u);
    EXPECT_EQ(picture_row(s.grids[0], 5), "0 1 2] 3] 4 5 6 7");
    const char* lines[] = {"0 1 2] 3] 4 5 6 7", "1 0 3] 2] 5 4 7 6", "2] 3] 0 1 6 7 4 5", "3] 2] 1 0 7 6 5 4",
                           "4 5 6 7 0 1 2] 3]", "5 4 7 6 1 0 3] 2]", "6 7 4 5 2] 3] 0 1", "7 6 5 4 3] 2] 1 0"};
    for (int line = 0; line < 16; ++line) EXPECT_EQ(picture_row(s.grids[1], line), lines[line % 8]) << "line " << line;
    EXPECT_EQ(s.grids[1].row_labels[1], "0x480");
    EXPECT_EQ(s.grids[0].title, "TILE A  m 16 x k 64  chunk = 8 k");
}

// base_offset moves the XOR, not the bytes: without the XOR nothing of it is left.
TEST(TileScene, WithoutTheSwizzleEveryLineIsInOrder) {
    SmemLayout l = picture_layout();
    for (l.base_offset = 0; l.base_offset < 8; ++l.base_offset) {
        const Scene s = tile_scene(l, tile_map(l), {.swizzle = false, .k_step = 1});
        for (int line = 0; line < 16; ++line)
            EXPECT_EQ(picture_row(s.grids[1], line), "0 1 2] 3] 4 5 6 7") << line << ", " << l.base_offset;
    }
}

// The number in a cell, its colour and the legend say the same chunk.
TEST(TileScene, ColoursSayTheNumbers) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            SmemLayout l = picture_layout();
            l.mode = mode.mode, l.major = major, l.lbo = 2048, l.sbo = 4096;
            const Scene s = tile_scene(l, tile_map(l), {});
            const int chunks = mode.mode == SwizzleMode::none ? 8 : static_cast<int>(mode.width_bytes / 16);
            for (const Cells& cells : s.grids)
                for (std::size_t i = 0; i < cells.label.size(); ++i) {
                    if (cells.label[i] == kNoLabel) continue;
                    EXPECT_LT(cells.label[i], chunks) << mode.name << ' ' << cells.id;
                    EXPECT_EQ(cells.tone[i], step_tone(static_cast<unsigned>(cells.label[i]))) << mode.name;
                }
            for (int i = 0; i < chunks; ++i)
                EXPECT_EQ(s.legend[static_cast<std::size_t>(i)].tone, step_tone(static_cast<unsigned>(i)));
            EXPECT_EQ(s.legend[static_cast<std::size_t>(chunks)].text, "colour: chunk mod " + std::to_string(chunks));
        }
}

TEST(TileScene, CrossesSharedBytesAndMarksGaps) {
    SmemLayout l = picture_layout();
    l.sbo = 512;
    const Scene overlap = tile_scene(l, tile_map(l), {});
    int crossed = 0;
    for (const Mark m : overlap.grids[1].mark) crossed += m == Mark::crossed;
    EXPECT_EQ(crossed, 4 * 8) << "each of four lines contains two rows";
    l.sbo = 4096;
    const Scene gap = tile_scene(l, tile_map(l), {});
    EXPECT_EQ(gap.grids[1].rows, 16);
    EXPECT_EQ(gap.grids[1].row_labels[8], ".. 0x1400");
}

// B begins in the second group of eight rows of A. Without the XOR the sign stays with the bytes.
TEST(TileScene, SignsCellsWithBytesOfBothOperands) {
    SmemLayout a{.mode = SwizzleMode::b128,
                 .type = find_type("f16"),
                 .start = 0x400,
                 .lbo = 16,
                 .sbo = 1024,
                 .rows = 16,
                 .columns = 64},
        b = a;
    b.start = 0x800, b.rows = 8, b.columns = 8;  // eight chunks, one in each line from 0x800 on
    const SharedMap shared = shared_map(a, b);
    for (const bool swizzle : {true, false})
        for (const Grain grain : {Grain::element, Grain::chunk, Grain::line}) {
            const Scene s = tile_scene(a, tile_map(a), {.grain = grain, .swizzle = swizzle}, shared);
            const Cells& memory = s.grids[1];
            ASSERT_EQ(memory.both.size(), memory.tone.size());
            const auto count = std::ranges::count(memory.both, 1);
            EXPECT_EQ(count, grain == Grain::element ? 64 : 8);
            EXPECT_EQ(std::ranges::count(std::span(memory.both).first(memory.at(8, 0)), 1), 0) << "lines before 0x800";
            EXPECT_TRUE(s.legend.back().both);
        }
    EXPECT_TRUE(tile_scene(a, tile_map(a), {}).grids[1].both.empty());
    EXPECT_FALSE(tile_scene(a, tile_map(a), {}).legend.back().both);
}

TEST(TileScene, EveryCellLeadsToItsElementAndByte) {
    for (const Grain grain : {Grain::element, Grain::chunk, Grain::line})
        for (const Major major : {Major::k, Major::mn}) {
            SmemLayout l = picture_layout();
            l.major = major;
            l.lbo = 8192;
            l.rows = 128;
            const std::vector<std::uint32_t> bytes = tile_map(l);
            const Scene s = tile_scene(l, bytes, {.grain = grain});
            const Cells& tile = s.grids[0];
            for (std::size_t i = 0; i < tile.key.size(); ++i) {
                const std::uint32_t row = tile.key[i] >> 16, column = tile.key[i] & 0xffff;
                ASSERT_EQ(
                    i, tile.at(static_cast<int>(row) / tile.cell_rows, static_cast<int>(column) / tile.cell_columns));
            }
            std::size_t held = 0;
            for (const std::uint32_t key : s.grids[1].key) held += key != kNoKey;
            ASSERT_EQ(held, tile.key.size()) << "as many cells in memory as in the tile";
        }
}

TEST(TileScene, IgnoredStridesAreDrawnAsIgnored) {
    const SmemLayout l = picture_layout();
    const Scene s = tile_scene(l, tile_map(l), {});
    ASSERT_EQ(s.arrows.size(), 2u);
    EXPECT_EQ(s.arrows[0].field, "lbo");
    EXPECT_TRUE(s.arrows[0].ignored);
    EXPECT_EQ(s.arrows[1].field, "sbo");
    EXPECT_FALSE(s.arrows[1].ignored);
    EXPECT_EQ(s.arrows[1].to_row, 8);
}

TEST(TileScene, AnEmptyTileHasOnlyASentence) {
    SmemLayout l = picture_layout();
    l.rows = 0;
    EXPECT_TRUE(tile_scene(l, {}, {}).grids.empty());
    EXPECT_EQ(tile_scene(l, {}, {}).sentence, "Operand A has no elements.");
}

std::string strip(const Cells& cells) {
    std::string out;
    for (const Tone t : cells.tone) out += t == Tone::zeroed ? '#' : '.';
    return out;
}

// Copied from the drawing of the zero-mask screen.
TEST(MaskScene, ShowsOneStripPerSubMask) {
    const ZeroMask mask{.fs = {true, false}, .nonzero = true, .skip = 3, .use = 4};
    const Scene s = mask_scene(expand_mask(mask, 64, 64));
    ASSERT_EQ(s.grids.size(), 2u);
    EXPECT_EQ(strip(s.grids[0]), "###....###....###....###....###.");
    EXPECT_EQ(strip(s.grids[1]), "....###....###....###....###....");
    EXPECT_EQ(s.sentence, "27 of 64 columns are zeroed.");
}

TEST(MaskScene, AShiftAddsAGridWithTheReadColumnsOfB) {
    const Scene s = mask_scene(expand_mask({.nonzero = false, .column_shift = 2}, 128, 8));
    ASSERT_EQ(s.grids.size(), 2u);
    EXPECT_EQ(s.grids[1].label[5], 7);
}

TEST(ShapeScene, BoxesMeetAlongTheSharedIndices) {
    const ShapeScene s = shape_scene({.m = 128, .n = 96, .k = 16, .a_type = "f16", .b_type = "f16", .d_type = "f32"});
    ASSERT_EQ(s.boxes.size(), 3u);
    const ShapeBox &a = s.boxes[0], &b = s.boxes[1], &d = s.boxes[2];
    EXPECT_EQ(a.top, d.top);
    EXPECT_EQ(a.height, d.height);
    EXPECT_EQ(b.left, d.left);
    EXPECT_EQ(b.width, d.width);
    EXPECT_EQ(s.sentence, "D (128 x 96, f32) += A (128 x 16, f16) x B (16 x 96, f16)");
}

}  // namespace
}  // namespace tilescope
