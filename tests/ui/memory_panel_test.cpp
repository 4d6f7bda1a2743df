// tests/ui/memory_panel_test.cpp -- tile and memory: pointing, K steps, the swizzle of the picture, region limits.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/smem.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

const ImVec2 kMemoryStage = {820, 700};

std::uint64_t value(const PanelHarness& h, WordId word, std::string_view id) {
    const Field& f = field_in(kSmem91, id);
    return value_of(f, get_field(f, h.session.word(word)));
}

void set(PanelHarness& h, WordId word, std::string_view id, std::uint64_t raw) {
    h.session = apply_edit(h.session, SetField{word, &field_in(kSmem91, id), raw});
    h.frames(3);
}

const Cells& memory_of(const PanelHarness& h) { return h.states.memory.cache.a.scene.grids.at(1); }

std::vector<std::int32_t> labels(const Cells& cells, int row) {
    std::vector<std::int32_t> out;
    for (int column = 0; column < cells.columns; ++column) out.push_back(cells.label[cells.at(row, column)]);
    return out;
}

std::vector<std::size_t> rings(const Session& session, const Focus& focus, std::size_t grid) {
    const Derived derived = derive(session, 1);
    const Trace lit = trace(derived, focus);
    const ViewState view_state;
    const History history;
    const PasteResult pasted;
    MemoryPanelState state;
    const Results results;
    const LiveView live;
    const View view{session, derived, results, live, view_state, focus, lit, history, pasted, theme(false)};
    const SceneCache& cache = scene_of(view, Operand::a, state);
    return rings_of(lit, Operand::a, cache, cache.scene.grids.at(grid));
}

// The increments are k_step_start() / 16, which unit tests compare with public kernels.
TEST(KStepText, CountsFromStepZeroWhereTheStartJumps) {
    const auto text = [](const char* preset, unsigned tile_k, unsigned step) {
        Session s = find_preset(preset)->session();
        s.tile_k = tile_k;
        return k_step_text(derive(s).of(Operand::a), step);
    };
    EXPECT_EQ(text("k_major_128b_f16", 64, 0), "start = 0x400   low word: +2 per step");
    EXPECT_EQ(text("k_major_128b_f16", 64, 3), "start = 0x460   low word: +6 from step 0");
    // An atom of 64B has 32 columns, so step 2 begins in the next column of atoms: 128 rows of 64 bytes later.
    EXPECT_EQ(text("k_major_64b_bf16", 64, 0), "start = 0x400   low word: +2 +510 +2 from step to step");
    EXPECT_EQ(text("k_major_64b_bf16", 64, 2), "start = 0x2400   low word: +512 from step 0");
    EXPECT_EQ(text("k_major_128b_f16", 16, 0), "start = 0x400   one instruction");
}

TEST(MemoryPanel, PointingAtACellOfTheTilePointsAtItsFirstElement) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.point_at("memory.tile.3.3");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::a, 3, 24}));
    EXPECT_EQ(h.history.done(), 0u) << "pointing makes no edit";
}

TEST(MemoryPanel, PointingAtACellOfMemoryPointsAtItsFirstByte) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.point_at("memory.memory.3.0");
    EXPECT_EQ(h.pointed, Focus(ByteFocus{0, 0x580}));
}

TEST(MemoryPanel, AByteWithoutAnElementCanBePointedAt) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.session = find_preset("k_major_none_f16")->session();
    set(h, WordId::a_desc, "start", 0x41);  // 0x410: the first chunk of the line is empty
    h.point_at("memory.memory.0.0");
    EXPECT_EQ(h.pointed, Focus(ByteFocus{0, 0x400}));
}

TEST(MemoryPanel, AnUndocumentedSwizzleCodeIsNotDrawn) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    ASSERT_TRUE(h.shows("memory.tile.0.0"));
    for (const std::uint64_t code : {3u, 5u, 7u}) {
        set(h, WordId::a_desc, "swizzle", code);
        EXPECT_TRUE(h.shows("memory.empty")) << code;
        EXPECT_FALSE(h.shows("memory.tile.0.0")) << code;
        EXPECT_FALSE(h.shows("memory.memory.0.0")) << code;
        EXPECT_FALSE(h.shows("memory.show_tmem")) << "the operand is not in Tensor Memory either";
        EXPECT_FALSE(h.shows("memory.k_step")) << code;
        EXPECT_TRUE(h.states.memory.cache.a.scene.legend.empty()) << "the legend of the last picture is removed";
    }
    set(h, WordId::a_desc, "swizzle", 2);
    EXPECT_TRUE(h.shows("memory.tile.0.0"));
}

TEST(MemoryPanel, RingsAreAtTheCellsOfTheTrace) {
    // Element (row 3, k 24) of the default session is in chunk 0 of the fourth line.
    constexpr std::size_t cell = 3 * 8 + 3, place = 3 * 8 + 0;
    const Session session;
    EXPECT_EQ(rings(session, ElementFocus{Matrix::a, 3, 24}, 0), std::vector<std::size_t>{cell});
    EXPECT_EQ(rings(session, ElementFocus{Matrix::a, 3, 24}, 1), std::vector<std::size_t>{place});
    EXPECT_EQ(rings(session, ByteFocus{0, 0x580}, 0), std::vector<std::size_t>{cell});
    EXPECT_EQ(rings(session, ByteFocus{0, 0x580}, 1), std::vector<std::size_t>{place});
    EXPECT_TRUE(rings(session, ElementFocus{Matrix::b, 3, 24}, 0).empty())
        << "this element belongs to the other operand";
    EXPECT_TRUE(rings(session, Focus(), 1).empty());
}

TEST(MemoryPanel, AClickSelectsTheCellAndMakesTheDescriptorActive) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.view_state.active = WordId::idesc;
    h.click("memory.tile.2.1");
    EXPECT_EQ(h.view_state.selection, Focus(ElementFocus{Matrix::a, 2, 8}));
    EXPECT_EQ(h.view_state.active, WordId::a_desc);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(MemoryPanel, ASelectionStaysWhileSomethingElseIsPointedAt) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.click("memory.tile.2.1");
    const Focus pinned = h.view_state.selection;
    h.point_at("memory.memory.5.5");
    EXPECT_EQ(h.view_state.selection, pinned);
    EXPECT_EQ(h.pointed, Focus(ByteFocus{0, 0x6d0}));
}

TEST(MemoryPanel, TheOtherOperandIsOneClickAway) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.click("memory.operand.b");
    EXPECT_EQ(h.view_state.operand, Operand::b);
    EXPECT_EQ(h.view_state.active, WordId::b_desc);
    h.point_at("memory.tile.1.0");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::b, 1, 0}));
}

TEST(MemoryPanel, WideWindowsShowBothOperands) {
    PanelHarness h(draw_memory_panel, {1500, 700});
    EXPECT_FALSE(h.shows("memory.tile_other"));
    h.wide = true;
    h.frames(3);
    h.point_at("memory.memory_other.0.0");
    EXPECT_EQ(h.pointed, Focus(ByteFocus{0, 0x4400}));
}

TEST(MemoryPanel, GrainAndColouringChangeOnlyTheViewState) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.click("memory.grain.element");
    EXPECT_EQ(h.view_state.grain, Grain::element);
    EXPECT_EQ(memory_of(h).columns, 64);
    h.click("memory.colour");
    h.click("memory.colour.bank");
    EXPECT_EQ(h.view_state.colouring, Colouring::bank);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(MemoryPanel, AKStepLightsTheChunksItReadsAndChangesNothing) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.click("memory.k_step.1");
    EXPECT_EQ(h.view_state.k_step, 1u);
    EXPECT_EQ(h.history.done(), 0u);
    const Cells& tile = h.states.memory.cache.a.scene.grids.at(0);
    const std::array<int, 8> lit = {0, 0, 1, 1, 0, 0, 0, 0};  // k 16 to 31 of f16
    for (int column = 0; column < 8; ++column)
        EXPECT_EQ(tile.lit[tile.at(5, column)], lit[static_cast<std::size_t>(column)]) << column;
}

TEST(MemoryPanel, DraggingOverTheNotchesStepsThroughK) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.press("memory.k_step.0");
    const Rect first = h.rect("memory.k_step.0");
    for (const unsigned step : {1u, 2u, 3u}) {
        h.move_by(first.max.x - first.min.x, 0);
        EXPECT_EQ(h.view_state.k_step, step);
    }
    h.move_by(400, 0);
    EXPECT_EQ(h.view_state.k_step, 3u) << "64 columns of f16 are four steps";
    h.release();
}

TEST(MemoryPanel, TheNamesOfTheStridesCoverNoCell) {
    for (const float width : {520.0f, 820.0f, 1400.0f}) {
        PanelHarness h(draw_memory_panel, {width, 700});
        for (const char* id : {"memory.stride.sbo", "memory.stride.lbo"}) {
            ASSERT_TRUE(h.shows(id)) << width;
            EXPECT_GE(h.rect(id).min.y, h.rect("memory.tile").max.y - 1) << id << " " << width;
            EXPECT_LE(h.rect(id).max.x, width) << id;
            EXPECT_LE(h.rect(id).max.y, 700) << id;
        }
    }
}

TEST(MemoryPanel, TheTitleHasTheSizeOfTheTileAndOpensIt) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    EXPECT_TRUE(h.states.memory.cache.a.scene.grids.at(0).title.starts_with("TILE A  m 128 x k 64  "));
    h.click("memory.title_a");
    ASSERT_TRUE(h.shows("memory.tile_k"));
    h.type_into("memory.tile_k", "128");
    EXPECT_EQ(h.session.tile_k, 128u);
    h.type_into("memory.tile_k", "9000");
    EXPECT_TRUE(h.shows("memory.tile_k.refusal"));
}

TEST(MemoryPanel, UseAsStartIsOneEdit) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.click("memory.k_step.1");
    h.click("memory.more");
    h.click("memory.use_start");
    EXPECT_EQ(value(h, WordId::a_desc, "start"), 0x420u);
    EXPECT_EQ(h.view_state.k_step, 0u);
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(value(h, WordId::a_desc, "start"), 0x400u);
}

TEST(MemoryPanel, TheSwizzleSwitchChangesOnlyThePicture) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    EXPECT_EQ(labels(memory_of(h), 1), (std::vector<std::int32_t>{1, 0, 3, 2, 5, 4, 7, 6}));
    h.click("memory.swizzle");
    EXPECT_FALSE(h.view_state.swizzle);
    EXPECT_TRUE(h.shows("memory.swizzle_off"));
    EXPECT_EQ(labels(memory_of(h), 1), (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(h.session, Session());
    EXPECT_EQ(h.history.done(), 0u);
}

// Without the XOR, chunk 3 of row 3 is drawn in column 3. There its colour, its ring and its focus belong together.
TEST(MemoryPanel, WithoutTheXorTheRingIsAtTheDrawnChunk) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.view_state.swizzle = false;
    h.frames(2);
    const Cells &tile = h.states.memory.cache.a.scene.grids.at(0), &memory = memory_of(h);
    const std::size_t chunk = tile.at(3, 3), drawn = memory.at(3, 3);
    ASSERT_EQ(memory.tone[drawn], tile.tone[chunk]);
    const Trace lit = trace(derive(h.session), ElementFocus{Matrix::a, 3, 24});
    EXPECT_EQ(rings_of(lit, Operand::a, h.states.memory.cache.a, memory), std::vector<std::size_t>{drawn});
    h.point_at("memory.memory.3.3");
    EXPECT_EQ(h.pointed, Focus(ByteFocus{0, 0x580})) << "the byte that the element really has";
    const auto beside = focus_beside(memory, *h.pointed, 0, 1, h.states.memory.cache.a.left_out);
    EXPECT_EQ(beside, Focus(ByteFocus{0, 0x5f0})) << "chunk 4 of line 3: 4 xor 3 = 7";
}

TEST(MemoryPanel, ChunksGlideAndThenNoFrameIsRequested) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    EXPECT_FALSE(h.requests.next_frame);
    h.click("memory.swizzle");
    EXPECT_TRUE(h.requests.next_frame);
    h.frames(200);  // more than three seconds
    h.commands.clear();
    h.frames(3);
    EXPECT_FALSE(h.requests.next_frame) << "an idle panel requests no frames";
    h.click("memory.more");
    h.click("memory.replay");
    EXPECT_TRUE(h.requests.next_frame);
}

TEST(MemoryPanel, WithReducedMotionChunksJump) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.reduced_motion = true;
    h.click("memory.swizzle");
    h.click("memory.more");
    h.click("memory.replay");
    EXPECT_FALSE(h.view_state.swizzle);
    EXPECT_FALSE(h.requests.next_frame);
}

TEST(MemoryGlide, LinesStartOneAfterTheOther) {
    for (const int line : {0, 1, 7, 40}) {
        const double begin = 0.015 * line, end = begin + 0.3;
        EXPECT_EQ(glide_of(line, begin), 0) << line;
        EXPECT_NEAR(glide_of(line, (begin + end) / 2), 0.5, 1e-3) << line;
        EXPECT_EQ(glide_of(line, end + 1e-6), 1) << line;
    }
}

TEST(MemoryGlide, AChunkComesFromItsPositionWithoutTheXor) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    const Cells& memory = memory_of(h);
    const Swizzle swizzle = row_of(SwizzleMode::b128).swizzle;
    for (const int row : {0, 1, 3, 7, 8, 13})
        for (int column = 0; column < 8; ++column) {
            const std::size_t index = memory.at(row, column);
            // The label is the chunk's number in its row, which is its column without a swizzle.
            EXPECT_EQ(glide_column(memory, index, swizzle), memory.label[index]) << row << ", " << column;
        }
}

TEST(MemoryPanel, AnEditChangesThePictureAtOnce) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    EXPECT_EQ(memory_of(h).row_labels.at(0), "0x400");
    set(h, WordId::a_desc, "start", 0x80);
    EXPECT_EQ(memory_of(h).row_labels.at(0), "0x800");
}

TEST(MemoryPanel, RowsThatShareBytesAreCrossedAndReported) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    EXPECT_FALSE(h.shows("memory.overlap"));
    set(h, WordId::a_desc, "sbo", 32);  // 512 bytes: half of eight rows of 128
    EXPECT_TRUE(h.shows("memory.overlap"));
    EXPECT_GT(std::ranges::count(memory_of(h).mark, Mark::crossed), 0);
}

TEST(MemoryPanel, AStartInsideThePatternIsReported) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    EXPECT_FALSE(h.shows("memory.phase"));
    set(h, WordId::a_desc, "start", 0x48);  // 0x480: line 1
    EXPECT_TRUE(h.shows("memory.phase"));
    EXPECT_EQ(labels(memory_of(h), 0), (std::vector<std::int32_t>{1, 0, 3, 2, 5, 4, 7, 6}))
        << "the XOR acts on absolute addresses";
}

TEST(MemoryPanel, ATileOutsideSharedMemoryIsReported) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    EXPECT_FALSE(h.shows("memory.outside"));
    set(h, WordId::a_desc, "start", 0x38c0);  // 1024 bytes below 228 KiB
    EXPECT_TRUE(h.shows("memory.outside"));
    set(h, WordId::a_desc, "start", 0x3f);  // the first kilobyte belongs to the system
    EXPECT_TRUE(h.shows("memory.outside"));
}

TEST(MemoryPanel, AInTensorMemoryHasASentenceInsteadOfAPicture) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.session.variant.a_in_tmem = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("memory.empty"));
    EXPECT_FALSE(h.shows("memory.tile"));
    h.click("memory.operand.b");
    EXPECT_TRUE(h.shows("memory.tile"));
}

TEST(MemoryPanel, APictureIsCopiedAsATable) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.click("memory.more");
    h.click("memory.copy.memory");
    EXPECT_TRUE(
        h.copied.starts_with("address \\ chunk\t0\t1\t2\t3\t4\t5\t6\t7\n"
                             "0x400\t0\t1\t2\t3\t4\t5\t6\t7\n"
                             "0x480\t1\t0\t3\t2\t5\t4\t7\t6\n"
                             "0x500\t2\t3\t0\t1\t6\t7\t4\t5\n"))
        << h.copied.substr(0, 200);
    EXPECT_EQ(std::ranges::count(h.copied, '\n'), 129) << "a line of names and 128 of memory";
    h.click("memory.more");
    h.click("memory.copy.words");
    EXPECT_TRUE(h.copied.starts_with("Operand A, 128 x 64 f16")) << h.copied;
}

TEST(MemoryPanel, AButtonOpensTheScreenOfAnOperandInTensorMemory) {
    PanelHarness h(draw_memory_panel, kMemoryStage);
    h.session = find_preset("pair_a_in_tmem")->session();
    h.frames(3);
    h.click("memory.show_tmem");
    EXPECT_TRUE(h.has_requested(screen_command(Screen::tmem)));
}

TEST(MemoryPanel, EveryPresetAndGrainIsDrawnInsideItsRegion) {
    for (const Preset& preset : presets())
        for (const Grain grain : {Grain::element, Grain::chunk, Grain::line})
            for (const float width : {520.0f, 820.0f}) {
                PanelHarness h(draw_memory_panel, {width, 520});
                h.session = preset.session();
                h.view_state.grain = grain;
                h.frames(3);
                const bool a_is_elsewhere = h.session.variant.a_in_tmem;
                ASSERT_TRUE(h.shows(a_is_elsewhere ? "memory.empty" : "memory.tile")) << preset.id;
                for (const auto& [id, place] : h.items()) EXPECT_LE(place.max.x, width) << preset.id << " " << id;
            }
}

}  // namespace
}  // namespace tilescope::ui
