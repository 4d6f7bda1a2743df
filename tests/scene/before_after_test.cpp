// tests/scene/before_after_test.cpp -- tests eight rows without and with the swizzle, and the banks of their read.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/tile.h>
#include <tilescope/scene/before_after_scene.h>

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>

namespace tilescope {
namespace {

constexpr std::string_view kTypes[] = {"e2m1x2", "e2m1", "e2m3", "e4m3", "s8", "f16", "bf16", "tf32"};

SmemLayout tile_of(SwizzleMode mode, Major major, std::string_view type, std::uint32_t start = 0x400) {
    const SwizzleRow& row = row_of(mode);
    SmemLayout out{.mode = mode,
                   .major = major,
                   .type = find_type(type),
                   .start = start,
                   .lbo = row.width_bytes * 64,
                   .sbo = row.width_bytes * 8};
    const int width = static_cast<int>(row.width_bytes / kChunkBytes * elements_per_chunk(*out.type));
    (major == Major::k ? out.columns : out.rows) = 2 * width;
    (major == Major::k ? out.rows : out.columns) = 32;
    if (major == Major::mn) out.lbo = row.width_bytes * row.k_rows, out.sbo = 2 * out.lbo;
    return out;
}

std::vector<SmemLayout> some_tiles(std::mt19937& random) {
    std::vector<SmemLayout> out;
    for (const SwizzleMode mode : {SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128, SwizzleMode::b128_32})
        for (const Major major : {Major::k, Major::mn})
            for (const std::string_view type : kTypes) {
                if (mode == SwizzleMode::b128_32 && (major == Major::k || type != "tf32")) continue;
                out.push_back(tile_of(mode, major, type, 1024 * (random() % 64)));
            }
    return out;
}

Element some_element(const SmemLayout& l, std::mt19937& random) {
    return {static_cast<int>(random() % static_cast<unsigned>(l.rows)),
            static_cast<int>(random() % static_cast<unsigned>(l.columns))};
}

// Where a grid has each chunk: its key -> row, column.
std::map<std::uint32_t, std::pair<int, int>> places_in(const Cells& cells) {
    std::map<std::uint32_t, std::pair<int, int>> out;
    for (int r = 0; r < cells.rows; ++r)
        for (int c = 0; c < cells.columns; ++c)
            if (const std::uint32_t key = cells.key[cells.at(r, c)]; key != kNoKey) {
                EXPECT_TRUE(out.emplace(key, std::pair(r, c)).second) << "a chunk is drawn twice";
            }
    return out;
}

int turns_in(const Cells& banks) {
    int out = 0;
    for (int r = 0; r < banks.rows; ++r)
        for (int c = 0; c < banks.columns; ++c)
            if (banks.tone[banks.at(r, c)] != Tone::empty) out = r + 1;
    return out;
}

TEST(BeforeAfter, EachChunkIsOnceOnEachSideAndTheXorTakesItFromOneToTheOther) {
    std::mt19937 random(20260801);
    for (int round = 0; round < 8; ++round)
        for (const SmemLayout& l : some_tiles(random)) {
            const Element from = some_element(l, random);
            const auto scene = before_after_scene(l, Operand::a, from);
            ASSERT_TRUE(scene) << scene.why;
            const Swizzle swizzle = row_of(l.mode).swizzle;
            const Cells &before = scene->grids[0], &after = scene->grids[1];
            EXPECT_EQ(before.row_axis, l.major == Major::k ? "row" : "column");
            const auto old_places = places_in(before), places = places_in(after);
            const std::vector<CrossedChunk> chunks = crossed_chunks(l, from);
            ASSERT_EQ(old_places.size(), chunks.size());
            ASSERT_EQ(places.size(), chunks.size());
            EXPECT_EQ(chunks.size(), 8 * row_of(l.mode).width_bytes / kChunkBytes);
            for (const CrossedChunk& c : chunks) {
                EXPECT_EQ(c.after, swizzle(c.before));
                EXPECT_EQ(c.after, place_in_memory(l, c.first).byte / kChunkBytes * kChunkBytes);
                const auto [row, column] = old_places.at(c.after);
                EXPECT_EQ(column, static_cast<int>(c.before % kLineBytes / kChunkBytes));
                EXPECT_EQ(places.at(c.after), std::pair(row, static_cast<int>(c.after % kLineBytes / kChunkBytes)));
                EXPECT_EQ(before.label[before.at(row, column)], c.chunk);
                EXPECT_EQ(before.lit[before.at(row, column)] != 0, c.read);
            }
        }
}

TEST(BeforeAfter, TurnsAndConflictsAreThoseOfTheBanks) {
    std::mt19937 random(20260802);
    for (const SmemLayout& l : some_tiles(random)) {
        Element from = some_element(l, random);
        const auto scene = before_after_scene(l, Operand::b, from);
        ASSERT_TRUE(scene) << scene.why;
        (l.major == Major::k ? from.row : from.column) &= ~7;
        const auto found = banks_of(l, {.kind = AccessKind::chunk_column, .from = from});
        ASSERT_TRUE(found) << found.why;
        for (const bool on : {false, true}) {
            const Cells &banks = scene->grids[on ? 3 : 2], &memory = scene->grids[on ? 1 : 0];
            const BankReport& report = on ? found->on : found->off;
            EXPECT_EQ(turns_in(banks), static_cast<int>(report.cycles));
            const auto in_memory = places_in(memory);
            int words = 0;
            for (int r = 0; r < banks.rows; ++r)
                for (int c = 0; c < banks.columns; ++c) {
                    const std::size_t at = banks.at(r, c);
                    if (banks.key[at] == kNoKey) continue;
                    ++words;
                    EXPECT_EQ(in_memory.at(banks.key[at]).second, c) << "a chunk is not above its banks";
                    const bool conflict = report.phases.front().ways[static_cast<std::size_t>(4 * c)] > 1;
                    EXPECT_EQ(banks.tone[at] == Tone::wrong, conflict);
                    EXPECT_EQ(banks.mark[at] == Mark::crossed, conflict);
                }
            EXPECT_EQ(words, 8);
        }
    }
}

// The numbers of the sentence, counted in the cells.
TEST(BeforeAfter, TheCaptionSaysWhatTheCellsShow) {
    std::mt19937 random(20260803);
    for (const SmemLayout& l : some_tiles(random)) {
        const auto scene = before_after_scene(l, Operand::a, some_element(l, random));
        ASSERT_TRUE(scene) << scene.why;
        const auto before = places_in(scene->grids[0]), after = places_in(scene->grids[1]);
        int moved = 0, first = 1000, last = 0, chunk = -1;
        for (const auto& [key, place] : before) moved += after.at(key) != place;
        const Cells &memory = scene->grids[1], &banks = scene->grids[3];
        for (std::size_t i = 0; i < memory.lit.size(); ++i)
            if (memory.lit[i] != 0) chunk = memory.label[i];
        for (const std::int32_t row : banks.label)
            if (row != kNoLabel) first = std::min(first, row), last = std::max(last, row);
        const auto turns = [](int count) { return say(count, count == 1 ? " turn" : " turns"); };
        EXPECT_EQ(scene->sentence,
                  say("A read of chunk ", chunk, " of ", l.major == Major::k ? "rows " : "columns ", first, " to ",
                      last, " of A takes ", turns(turns_in(scene->grids[2])), " without the XOR and ",
                      turns(turns_in(banks)), " with ", row_of(l.mode).name, ", whose XOR moves ", moved, " of these ",
                      after.size(), " chunks inside their lines of 128 bytes."));
        EXPECT_TRUE(scene->grids[3].title.starts_with(say("BANKS  ", turns(turns_in(banks))))) << banks.title;
    }
}

// The picture that people remember, typed by hand.
TEST(BeforeAfter, OneColumnBecomesADiagonal) {
    const auto scene = before_after_scene(tile_of(SwizzleMode::b128, Major::k, "f16"), Operand::a, {0, 0});
    ASSERT_TRUE(scene);
    const Cells &before = scene->grids[0], &after = scene->grids[1], &banks = scene->grids[2], &free = scene->grids[3];
    EXPECT_EQ(before.title, "BEFORE  without the XOR");
    EXPECT_EQ(after.title, "AFTER  swizzle 128B");
    EXPECT_EQ(banks.title, "BANKS  8 turns, 8-way conflict");
    EXPECT_EQ(free.title, "BANKS  1 turn, no conflict");
    for (int r = 0; r < 8; ++r) {
        EXPECT_EQ(before.lit[before.at(r, 0)], 1);
        EXPECT_EQ(after.lit[after.at(r, r)], 1);
        EXPECT_EQ(banks.label[banks.at(r, 0)], r);
        EXPECT_EQ(free.label[free.at(0, r)], r);
    }
    EXPECT_EQ(scene->sentence,
              "A read of chunk 0 of rows 0 to 7 of A takes 8 turns without the XOR and 1 turn with 128B, whose XOR "
              "moves 56 of these 64 chunks inside their lines of 128 bytes.");
}

TEST(BeforeAfter, RefusesWhatHasNothingToCompare) {
    SmemLayout plain = tile_of(SwizzleMode::none, Major::k, "f16");
    EXPECT_EQ(before_after_scene(plain, Operand::b, {0, 0}).why,
              "There is nothing to compare: the swizzle mode of B is none, so no chunk has another place.");
    SmemLayout folded = tile_of(SwizzleMode::b128, Major::mn, "f16");
    folded.sbo = 0;
    folded.columns = 64;
    const auto scene = before_after_scene(folded, Operand::a, {500, 0});
    EXPECT_FALSE(scene);
}

// A column of memory has the same left edge as its banks, on the sheet too.
TEST(BeforeAfter, AColumnOfMemoryIsAboveItsBanks) {
    for (const SwizzleMode mode : {SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128}) {
        const auto scene = before_after_scene(tile_of(mode, Major::k, "f16"), Operand::a, {0, 0});
        ASSERT_TRUE(scene);
        for (const SheetFit fit : {SheetFit::picture, SheetFit::slide, SheetFit::column}) {
            const Sheet sheet = sheet_of(*scene, SheetOptions{.fit = fit});
            std::array<std::set<int>, 4> left;  // in sixteenths of a pixel
            for (const SheetCell& c : sheet.cells)
                if (c.grid < 4) left[c.grid].insert(static_cast<int>(c.x * 16));
            EXPECT_EQ(left[0], left[2]);
            EXPECT_EQ(left[1], left[3]);
            EXPECT_EQ(left[0].size(), 8u);
        }
    }
}

// ---- the size and the parts of an exported picture ----

TEST(SheetFit, HasTheSizeOfASlideOrOfAColumn) {
    const auto scene = before_after_scene(tile_of(SwizzleMode::b128, Major::k, "f16"), Operand::a, {0, 0});
    ASSERT_TRUE(scene);
    const Sheet slide = sheet_of(*scene, SheetOptions{.fit = SheetFit::slide}),
                column = sheet_of(*scene, SheetOptions{.fit = SheetFit::column}),
                bare = sheet_of(*scene, SheetOptions{.legend = false, .caption = false});
    EXPECT_EQ(slide.width * 9, slide.height * 16);
    EXPECT_EQ(column.width, kColumnWidth);
    EXPECT_LT(bare.height, sheet_of(*scene).height);
    for (const Sheet* sheet : {&slide, &column})
        for (const SheetCell& c : sheet->cells) {
            EXPECT_GE(c.x, 0);
            EXPECT_LE(c.x + c.width, sheet->width + 1e-6);
            EXPECT_LE(c.y + c.height, sheet->height + 1e-6);
        }
    for (const SheetText& t : bare.texts) EXPECT_NE(t.text.substr(0, 6), "A read") << "the caption was left out";
    EXPECT_EQ(bare.sentence, scene->sentence) << "the description of the file stays";
}

TEST(RowsOf, KeepsTheChosenRowsOfEachGrid) {
    const auto whole = before_after_scene(tile_of(SwizzleMode::b128, Major::k, "f16"), Operand::a, {0, 0});
    ASSERT_TRUE(whole);
    const Scene cut = rows_of(*whole, std::vector<RowRange>(4, {2, 4}));
    for (std::size_t i = 0; i < 4; ++i) {
        const Cells &all = whole->grids[i], &some = cut.grids[i];
        ASSERT_EQ(some.rows, 3);
        EXPECT_EQ(some.row_labels, (std::vector<std::string>(all.row_labels.begin() + 2, all.row_labels.begin() + 5)));
        EXPECT_EQ(some.key[some.at(0, 1)], all.key[all.at(2, 1)]);
    }
    EXPECT_TRUE(cut.sentence.ends_with("Only some of the rows are shown.")) << "the sentence counts all of them";
    EXPECT_EQ(rows_of(*whole, std::vector<RowRange>(4, {100, 200})).grids[0].rows, 8)
        << "a grid without such rows stays whole";
}

}  // namespace
}  // namespace tilescope
