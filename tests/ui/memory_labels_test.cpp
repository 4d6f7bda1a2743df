// tests/ui/memory_labels_test.cpp -- tests what is written into the cells of an operand.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <string>

namespace tilescope::ui {
namespace {

// Asks the labels of the memory screen, as its grids do.
struct MemoryLabelsTest : testing::Test {
    PanelHarness h{draw_probe, {900, 900}};
    static inline std::string id, wanted_label;
    static inline bool all = false;
    static inline CellWords got;

    // "tile.3.3" or "memory.3.0", in chunks.
    static void draw_probe(const View& view, PanelStates& states, Requests& requests) {
        draw_memory_panel(view, states, requests);
        const SceneCache& cache = states.memory.cache[Operand::a];
        if (cache.scene.grids.size() < 2 || id.empty()) return;
        const std::size_t dot = id.find('.'), last = id.rfind('.');
        const Cells& cells = cache.scene.grids[id.starts_with("tile") ? 0 : 1];
        const int row = std::stoi(id.substr(dot + 1, last - dot - 1)), column = std::stoi(id.substr(last + 1));
        memory_labels(view, Operand::a, cache, cells, states.memory.values[Operand::a])(cells.at(row, column), all,
                                                                                        got);
    }
    std::string at(const std::string& cell, CellLabel what) {
        id = cell, all = false, label_of(h.view_state, LabelPicture::memory) = what;
        h.frames(2);
        return got.label;
    }
    CellWords words_at(const std::string& cell, CellLabel what) {
        id = cell, all = true, label_of(h.view_state, LabelPicture::memory) = what;
        h.frames(2);
        return got;
    }
    void SetUp() override {
        id.clear(), h.session = find_preset("k_major_128b_f16")->session();
        h.frames(2);
    }
};

// Row 3 of the preset lies in the line at 0x400 + 3 x 128 = 0x580. Chunk 3 is at place 3 xor 3 = 0.
TEST_F(MemoryLabelsTest, SayTheSameInTheTileAndInMemory) {
    for (const char* cell : {"tile.3.3", "memory.3.0"}) {
        EXPECT_EQ(at(cell, CellLabel::coordinate), "3,24") << cell;
        EXPECT_EQ(at(cell, CellLabel::k), "24") << cell;
        EXPECT_EQ(at(cell, CellLabel::byte), "0x580") << cell;
        EXPECT_EQ(at(cell, CellLabel::chunk), "3") << cell;
        EXPECT_EQ(at(cell, CellLabel::bank), "0-3") << cell;
        EXPECT_EQ(at(cell, CellLabel::pair), "3,24 -> 0x580") << cell;
        EXPECT_EQ(at(cell, CellLabel::automatic), "3") << cell;
    }
}

TEST_F(MemoryLabelsTest, FollowThePictureWithoutTheXor) {
    h.view_state.swizzle = false;
    EXPECT_EQ(at("tile.3.3", CellLabel::byte), "0x5b0");
    EXPECT_EQ(at("memory.3.3", CellLabel::coordinate), "3,24");
}

// The access "chunk" reads chunk 0 of eight rows: one thread a row.
TEST_F(MemoryLabelsTest, ThreadsAreThoseOfTheBanksTab) {
    EXPECT_EQ(at("tile.5.0", CellLabel::thread), "t5");
    EXPECT_EQ(at("memory.5.5", CellLabel::thread), "t5");
    EXPECT_EQ(at("tile.5.1", CellLabel::thread), "");
    EXPECT_EQ(at("tile.8.0", CellLabel::thread), "");
    h.view_state.selection = ElementFocus{Matrix::a, 16, 8};
    EXPECT_EQ(at("tile.17.1", CellLabel::thread), "t1");
}

TEST_F(MemoryLabelsTest, ValuesAreThoseOfTheRecipeIfMemoryMatchesTheWords) {
    h.session.recipe[0] = {.kind = RecipeKind::columns};
    EXPECT_EQ(at("tile.3.3", CellLabel::value), "24");
    EXPECT_EQ(at("memory.3.0", CellLabel::value), "24");
    h.session.image.a.mode = SwizzleMode::none;
    EXPECT_EQ(at("tile.3.3", CellLabel::value), "") << "the bytes were written in another order";
    h.session = find_preset("k_major_128b_f16")->session();
    const Field& sbo = *find_field(*derive(h.session).of(WordId::a_desc).format, "sbo");
    h.session = apply_edit(h.session, SetField{WordId::a_desc, &sbo, 32});
    EXPECT_EQ(at("tile.8.0", CellLabel::value), "") << "the rows were written at another stride";
}

TEST_F(MemoryLabelsTest, LargeCellsHaveMoreLinesAndNoneTwice) {
    h.session.recipe[0] = {.kind = RecipeKind::columns};
    const CellWords automatic = words_at("tile.3.3", CellLabel::automatic),
                    byte = words_at("tile.3.3", CellLabel::byte);
    EXPECT_EQ(automatic.label, "3");
    EXPECT_EQ(automatic.byte, "0x580");
    EXPECT_EQ(automatic.value, "24 ..");
    EXPECT_EQ(byte.label, "0x580");
    EXPECT_EQ(byte.byte, "3,24");
    EXPECT_EQ(words_at("tile.3.3", CellLabel::value).value, "");
}

TEST(MemoryLabelChoice, IsAListAndAKeyAndIsAbsentWhereItDoesNotFit) {
    AppHarness h;
    h->click("memory.labels");
    h->click("memory.labels.coordinate");
    h->frames(2);
    EXPECT_EQ(label_of(h.app.document().view_state, LabelPicture::memory), CellLabel::coordinate);
    const int with = h->drawn().TotalVtxCount;
    h->key(Key::l);
    h->frames(2);
    EXPECT_EQ(label_of(h.app.document().view_state, LabelPicture::memory), CellLabel::k);
    label_of(h.app.document().view_state, LabelPicture::memory) = CellLabel::pair;
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(3);
    EXPECT_LT(h->drawn().TotalVtxCount, with) << "\"127,56 -> 0x4400\" is wider than a cell: nothing is drawn";
}

}  // namespace
}  // namespace tilescope::ui
