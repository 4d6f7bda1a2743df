// tests/ui/label_modes_test.cpp -- the labels of the cells on the screens Tensor memory and MMA, and their lists.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"
#include "app/panels/mma_parts.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

namespace tilescope::ui {
namespace {

constexpr LabelPicture kPictures[] = {LabelPicture::memory, LabelPicture::tmem, LabelPicture::mma};

TEST(LabelLists, HaveEachNameOnceAndTheKeyGoesThroughAllOfThem) {
    for (const LabelPicture picture : kPictures) {
        std::set<std::string_view> names;
        CellLabel label = CellLabel::automatic;
        for (const NamedValue& n : names_of(picture)) {
            EXPECT_TRUE(names.insert(n.name).second) << n.name;
            EXPECT_FALSE(n.doc.empty()) << n.name;
            EXPECT_EQ(n.raw, static_cast<std::uint64_t>(label)) << n.name;
            label = next_label(picture, label);
        }
        EXPECT_EQ(label, CellLabel::automatic);
        EXPECT_EQ(next_label(picture, next_label(picture, label), LabelStep::previous), label);
        EXPECT_EQ(next_label(picture, next_label(picture, label, LabelStep::previous)), label)
            << "before the first one";
    }
}

// Calls a function with the view of the last frame.
struct Labels : testing::Test {
    static inline std::function<void(const View&, PanelStates&)> ask;
    static void draw_tmem(const View& view, PanelStates& states, Requests& requests) {
        draw_tmem_panel(view, states, requests);
        if (ask) ask(view, states);
    }
    static void draw_mma(const View& view, PanelStates& states, Requests& requests) {
        draw_mma_panel(view, states, requests);
        if (ask) ask(view, states);
    }
    void TearDown() override { ask = nullptr; }

    static std::string in_tmem(PanelHarness& h, CellLabel what, unsigned lane, unsigned column) {
        std::string out;
        ask = [&](const View& view, PanelStates&) {
            out = tmem_label(view, what, {.cta = 0, .lane = lane, .column = column});
        };
        h.frames(1);
        ask = nullptr;
        return out;
    }
    static CellWords in_mma(PanelHarness& h, CellLabel what, PicturePart part, int row, int column, bool all = false) {
        CellWords out;
        label_of(h.view_state, LabelPicture::mma) = what;
        ask = [&](const View& view, PanelStates& states) {
            const Cells& cells = *states.mma.picture.of(part);
            mma_labels(view, states.mma.picture, part, states.mma.labels)(cells.at(row, column), all, out);
        };
        h.frames(2);
        ask = nullptr;
        return out;
    }
};

// Layout D: element (m, n) of D is in lane m, column n.
TEST_F(Labels, OfTensorMemoryAreElementPlaceAndRegister) {
    PanelHarness h(draw_tmem, {900, 700});
    h.view_state.screen = Screen::tmem;
    h.session.tmem[static_cast<std::size_t>(TmemPlace::d)] = 0;
    EXPECT_EQ(in_tmem(h, CellLabel::coordinate, 70, 17), "70,17");
    EXPECT_EQ(in_tmem(h, CellLabel::lane_column, 70, 17), "70,17");
    EXPECT_EQ(in_tmem(h, CellLabel::pair, 70, 17), "70,17 -> 70,17");
    EXPECT_EQ(in_tmem(h, CellLabel::thread, 70, 17), "w2 t6") << "32 lanes a warp";
    EXPECT_EQ(in_tmem(h, CellLabel::reg, 70, 17), "r17");
    EXPECT_EQ(in_tmem(h, CellLabel::value, 70, 17), "") << "nothing was emulated";
    EXPECT_EQ(in_tmem(h, CellLabel::coordinate, 70, 500), "") << "free";
    h.emulate();
    EXPECT_EQ(in_tmem(h, CellLabel::value, 70, 17), text_of_word("f32", h.results.emulation->d[70 * 96 + 17]));
    h.session = find_preset("k_major_none_f16")->session();  // another document: its D is not known
    EXPECT_EQ(in_tmem(h, CellLabel::value, 70, 17), "");
}

TEST_F(Labels, OfTensorMemoryNameTheOtherOperands) {
    PanelHarness h(draw_tmem, {900, 700});
    h.view_state.screen = Screen::tmem;
    h.session = find_preset("block_scaled_mxf4nvf4")->session();
    h.frames(2);
    const unsigned sfa = h.session.address(TmemPlace::sfa) & 0xffff;
    EXPECT_TRUE(in_tmem(h, CellLabel::coordinate, 5, sfa).starts_with("SFA 5,"));
    h.emulate();
    EXPECT_NE(in_tmem(h, CellLabel::value, 5, sfa), "");
}

TEST_F(Labels, OfTheMmaAreCoordinatePlaceValueAndVerdict) {
    PanelHarness h(draw_mma, {1084, 746});
    h.view_state.screen = Screen::mma;
    h.session = find_preset("k_major_128b_f16")->session();
    h.session.recipe[0] = {.kind = RecipeKind::columns};
    h.frames(2);
    // Row 3 of A lies in the line at 0x400 + 3 x 128 = 0x580. Chunk 3 is at place 3 xor 3 = 0.
    EXPECT_EQ(in_mma(h, CellLabel::coordinate, PicturePart::a, 3, 24).label, "3,24");
    EXPECT_EQ(in_mma(h, CellLabel::place, PicturePart::a, 3, 24).label, "0x580");
    EXPECT_EQ(in_mma(h, CellLabel::pair, PicturePart::a, 3, 24).label, "3,24 -> 0x580");
    EXPECT_EQ(in_mma(h, CellLabel::value, PicturePart::a, 3, 24).label, "24") << "as it was written";
    EXPECT_EQ(in_mma(h, CellLabel::coordinate, PicturePart::memory_a, 3, 0).label, "3,24");
    EXPECT_EQ(in_mma(h, CellLabel::place, PicturePart::memory_a, 3, 0).label, "0x580");
    EXPECT_EQ(in_mma(h, CellLabel::coordinate, PicturePart::b, 24, 3).label, "3,24") << "B is (n, k), drawn k downward";
    EXPECT_EQ(in_mma(h, CellLabel::place, PicturePart::d, 70, 17).label, "70,17");
    EXPECT_EQ(in_mma(h, CellLabel::verdict, PicturePart::d, 70, 17).label, "");
    h.emulate();
    EXPECT_EQ(in_mma(h, CellLabel::value, PicturePart::a, 3, 24).label, "24") << "as it was read";
    EXPECT_EQ(in_mma(h, CellLabel::verdict, PicturePart::d, 70, 17).label, "equal");
    EXPECT_EQ(in_mma(h, CellLabel::verdict, PicturePart::a, 3, 24).label, "");
    EXPECT_EQ(in_mma(h, CellLabel::value, PicturePart::d, 70, 17).label,
              text_of_word("f32", h.results.emulation->d[70 * h.results.emulation->n + 17]));
}

TEST_F(Labels, OfAWrongDescriptorShowWhatIsRead) {
    PanelHarness h(draw_mma, {1084, 746});
    h.view_state.screen = Screen::mma;
    h.session = find_preset("k_major_128b_f16")->session();
    h.session.recipe[0] = {.kind = RecipeKind::rows};
    const Field& sbo = *find_field(*derive(h.session).of(WordId::a_desc).format, "sbo");
    h.session = apply_edit(h.session, SetField{WordId::a_desc, &sbo, 32});  // 512 bytes
    h.frames(2);
    EXPECT_EQ(in_mma(h, CellLabel::value, PicturePart::a, 8, 0).label, "") << "memory does not match the words";
    h.emulate();
    EXPECT_EQ(in_mma(h, CellLabel::value, PicturePart::a, 8, 0).label, "4") << "row 8 begins where row 4 was written";
}

TEST_F(Labels, OfTheMmaHaveMoreLinesInLargeCellsAndNoneTwice) {
    PanelHarness h(draw_mma, {1084, 746});
    h.view_state.screen = Screen::mma;
    h.emulate();
    const CellWords d = in_mma(h, CellLabel::automatic, PicturePart::d, 5, 17, true);
    EXPECT_EQ(d.label, "5,17");
    EXPECT_EQ(d.byte, "5,17") << "lane and column";
    EXPECT_NE(d.value, "");
    EXPECT_EQ(in_mma(h, CellLabel::value, PicturePart::d, 5, 17, true).value, "");
    EXPECT_EQ(in_mma(h, CellLabel::pair, PicturePart::d, 5, 17, true).byte, "");
}

TEST_F(Labels, OfWgmmaAreRegisters) {
    PanelHarness h(draw_mma, {1084, 746});
    h.view_state.screen = Screen::mma;
    h.session = find_preset("wgmma_128b_f16")->session();
    h.frames(2);
    // tmem_labels of wgmma do not exist: row 9, columns 10: the second half of warp 0, thread 4 x 1 + 1.
    EXPECT_EQ(in_mma(h, CellLabel::place, PicturePart::d, 9, 10).label, "t5 r6");
}

TEST(LabelChoice, IsAListAndAKeyOnEachScreenAndIsRemembered) {
    for (const auto& [screen, picture, id] : {std::tuple{Screen::mma, LabelPicture::mma, "mma.labels"},
                                              std::tuple{Screen::tmem, LabelPicture::tmem, "tmem.labels"}}) {
        AppHarness h({1440, 900}, screen);
        h->frames(3);
        h->click(id);
        h->click(say(id, ".coordinate"));
        h->frames(2);
        EXPECT_EQ(label_of(h.app.document().view_state, picture), CellLabel::coordinate) << id;
        h->key(Key::l);
        h->frames(2);
        EXPECT_EQ(label_of(h.app.document().view_state, picture), next_label(picture, CellLabel::coordinate)) << id;
        EXPECT_EQ(label_of(h.app.document().view_state, LabelPicture::memory), CellLabel::automatic)
            << "each picture has its own";
        h->key(Key::l, {Mod::shift});
        h->frames(2);
        EXPECT_EQ(label_of(h.app.document().view_state, picture), CellLabel::coordinate) << id;
    }
}

TEST(LabelChoice, DrawsNothingWhereALabelDoesNotFit) {
    for (const auto& [screen, labelled] :
         {std::pair{Screen::mma, LabelPicture::mma}, std::pair{Screen::tmem, LabelPicture::tmem}}) {
        const LabelPicture picture = labelled;
        AppHarness h({1440, 900}, screen);
        h->frames(3);
        const auto vertices = [&](CellLabel label) {
            label_of(h.app.document().view_state, picture) = label;
            h.app.document().requests.view_state = h.app.document().view_state;
            h->frames(3);
            return h->drawn().TotalVtxCount;
        };
        const int automatic = vertices(CellLabel::automatic), pair = vertices(CellLabel::pair);
        EXPECT_LE(pair, automatic + 40) << "\"127,56 -> 0x4400\" is wider than a cell: only the list has another text";
    }
}

}  // namespace
}  // namespace tilescope::ui
