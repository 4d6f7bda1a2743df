// tests/ui/bit_strip_test.cpp -- tests that the strip flips, paints, scrubs and types, and that each bit has its cell.
// SPDX-License-Identifier: MIT
#include "app/widgets/bit_strip.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

#include <set>

namespace tilescope::ui {
namespace {

constexpr Edition kEditions[] = {Edition::v9_1, Edition::v9_4};

StripRoom room_of(const Format& format, float width, unsigned rows) {
    return {.width = width, .cell = 10, .gap = 2, .rows = rows, .labels = std::vector<float>(format.fields.size(), 60)};
}

// Checks one width: the bands are side by side in order, and each bit has a cell with at least the minimum width.
void expect_tidy(const Format& format, const StripRoom& room) {
    std::set<unsigned> bits;
    for (const StripRow& row : strip_rows(format, room)) {
        float x = 0;
        for (const StripBand& band : row.bands) {
            EXPECT_GE(band.x, x) << format.id << " " << format.fields[band.field].id;
            x = band.x + band.width;
            for (unsigned bit = band.low; bit <= band.high; ++bit) {
                const CellSpan cell = cell_of(band, bit);
                EXPECT_GE(cell.to - cell.from, room.cell - 1) << format.id << " bit " << bit;
                EXPECT_EQ(bit_at(row, (cell.from + cell.to) / 2), bit) << format.id;
                bits.insert(bit);
            }
        }
        EXPECT_LE(x, room.width + 1) << format.id;
    }
    EXPECT_EQ(bits.size(), format.bits) << format.id;
}

TEST(StripLayout, GivesEachBitOfEachFormatItsCell) {
    int checked = 0;
    for (const Edition edition : kEditions)
        for (const Format* format : all_formats(edition))
            for (const float width : {420.0f, 700.0f, 1500.0f, 2600.0f}) {
                expect_tidy(*format, room_of(*format, width, format->bits > 32 ? 2 : 1));
                ++checked;
            }
    EXPECT_GT(checked, 50);
}

TEST(StripLayout, ReturnsTheEndBitsBeyondTheEndsOfARow) {
    const Format& smem = **find_format("smem", "", Edition::v9_1);
    const std::vector<StripRow> rows = strip_rows(smem, room_of(smem, 700, 2));
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(bit_at(rows[0], -50), 63u);
    EXPECT_EQ(bit_at(rows[0], 5000), 32u);
    EXPECT_EQ(bit_at(rows[1], -50), 31u);
    EXPECT_EQ(bit_at(rows[1], 5000), 0u);
}

TEST(StripSteps, StayOnLegalValuesOfEveryField) {
    int checked = 0;
    for (const Edition edition : kEditions)
        for (const Format* format : all_formats(edition))
            for (const Field& f : format->fields) {
                const std::uint64_t low = stepped(f, 0, -100000), high = stepped(f, 0, 1000000000);
                if (f.encoding == Encoding::one_of) {
                    EXPECT_EQ(low, f.names.front().raw) << format->id << " " << f.id;
                    EXPECT_EQ(high, f.names.back().raw) << format->id << " " << f.id;
                } else {
                    EXPECT_EQ(low, 0u) << format->id << " " << f.id;
                    EXPECT_EQ(high, f.encoding == Encoding::fixed ? 0u : bit_mask(f.width))
                        << format->id << " " << f.id;
                }
                ++checked;
            }
    EXPECT_GT(checked, 300);
}

TEST(StripSteps, MoveANamedValueToTheNextName) {
    const Field& swizzle = field_in(**find_format("smem", "", Edition::v9_1), "swizzle");
    for (std::size_t i = 0; i + 1 < swizzle.names.size(); ++i) {
        EXPECT_EQ(stepped(swizzle, swizzle.names[i].raw, 1), swizzle.names[i + 1].raw);
        EXPECT_EQ(stepped(swizzle, swizzle.names[i + 1].raw, -1), swizzle.names[i].raw);
    }
}

TEST(StripPaint, SetsOrClearsAllBitsFromAToBInEitherOrder) {
    EXPECT_EQ(painted(0, 3, 5, true), 0x38u);
    EXPECT_EQ(painted(0, 5, 3, true), 0x38u);
    EXPECT_EQ(painted(~0ull, 63, 0, false), 0u);
    EXPECT_EQ(painted(0, 63, 63, true), 1ull << 63);
    EXPECT_EQ(painted(0xff, 0, 7, false), 0u);
}

TEST(BitStrip, ClickFlipsEveryBitOfEveryWordAndUndoRestoresIt) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    for (const WordRow& row : kWords) {
        h.view_state.active = row.word;
        h.frames(3);
        const std::uint64_t before = h.session.word(row.word);
        const unsigned bits = row.word == WordId::idesc ? 32 : 64;
        for (unsigned bit = 0; bit < bits; ++bit) {
            h.click(say("bits.bit.", bit));
            ASSERT_EQ(h.session.word(row.word), before ^ (1ull << bit)) << row.id << " bit " << bit;
            h.undo();
            ASSERT_EQ(h.session.word(row.word), before) << row.id << " bit " << bit;
        }
    }
}

TEST(BitStrip, DragAcrossBitsPaintsTheNewValueOfTheFirstBitAsOneUndoStep) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    h.session.words[0] = 0;
    h.frames(3);
    h.press("bits.bit.13");
    for (unsigned bit = 12; bit > 3; --bit) h.point_at(say("bits.bit.", bit));
    h.release();
    EXPECT_EQ(h.session.word(WordId::a_desc), painted(0, 13, 4, true));
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(h.session.word(WordId::a_desc), 0u);
}

TEST(BitStrip, FastDragPaintsAllBitsBetween) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    h.session.words[0] = 0;
    h.frames(3);
    h.press("bits.bit.30");
    h.point_at("bits.bit.16");
    h.release();
    EXPECT_EQ(h.session.word(WordId::a_desc), painted(0, 30, 16, true));
}

// Between bit 13 and a bit of the row above there are many others.
TEST(BitStrip, DragThatSlipsIntoTheOtherRowPaintsOneBit) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    h.session.words[0] = 0;
    h.frames(3);
    h.press("bits.bit.13");
    h.move_by(0, h.rect("bits.bit.45").centre().y - h.rect("bits.bit.13").centre().y);
    h.release();
    EXPECT_EQ(h.session.word(WordId::a_desc), painted(0, 13, 13, true));
}

TEST(BitStrip, EscapeUndoesADrag) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    const std::uint64_t before = h.session.word(WordId::a_desc);
    h.press("bits.bit.30");
    h.point_at("bits.bit.20");
    h.key(Key::escape);
    h.move_by(-60, 0);
    h.release();
    EXPECT_EQ(h.session.word(WordId::a_desc), before);
}

TEST(BitStrip, UpwardDragOfABandAddsOneStepForFourPixelsInOneUndoStep) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    const std::uint64_t before = h.field("sbo");
    h.press("bits.band.sbo");
    h.move_by(0, -20);
    h.move_by(0, -20);
    h.release();
    EXPECT_EQ(h.field("sbo"), before + 10);
    EXPECT_EQ(h.history.done(), 1u);
}

TEST(BitStrip, ShiftMultipliesADragBy16AndAltAddsOneStepForEachPixel) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    const std::uint64_t before = h.field("sbo");
    feed_modifiers(false, true, false);
    h.press("bits.band.sbo");
    h.move_by(0, -8);
    h.release();
    EXPECT_EQ(h.field("sbo"), before + 32);
    h.frames(60);  // not a double click
    feed_modifiers(false, false, true);
    h.press("bits.band.sbo");
    h.move_by(0, 5);
    h.release();
    EXPECT_EQ(h.field("sbo"), before + 27);
}

TEST(BitStrip, WheelNotchOverABandIsOneStep) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    const std::uint64_t before = h.field("sbo");
    h.point_at("bits.band.sbo");
    h.wheel(1);
    EXPECT_EQ(h.field("sbo"), before + 1);
    h.wheel(-1);
    EXPECT_EQ(h.field("sbo"), before);
    EXPECT_EQ(h.history.done(), 2u);
}

TEST(BitStrip, DragDoesNotChangeAFixedFieldButAClickFlipsItsBits) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    const std::uint64_t before = h.session.word(WordId::a_desc);
    h.press("bits.band.version");
    h.move_by(0, -40);
    h.release();
    EXPECT_EQ(h.session.word(WordId::a_desc), before);
    h.click("bits.bit.47");
    EXPECT_EQ(h.session.word(WordId::a_desc), before ^ (1ull << 47));
}

TEST(BitStrip, DoubleClickOpensABoxThatAcceptsNamedValues) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    h.double_click("bits.band.swizzle");
    h.frames(3);
    h.type("64B");
    h.key(Key::enter);
    EXPECT_EQ(h.field("swizzle"), 4u);
    EXPECT_FALSE(h.shows("bits.typed"));
}

TEST(BitStrip, RefusesAValueThatCannotBeStoredAndChangesNothing) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    const Session before = h.session;
    h.double_click("bits.band.sbo");
    h.frames(3);
    h.type("7");
    h.key(Key::enter);
    EXPECT_EQ(h.session, before);
    EXPECT_TRUE(h.shows("bits.typed"));
    EXPECT_NE(h.states.bits.strip.box.why.find("16"), std::string::npos) << h.states.bits.strip.box.why;
}

TEST(BitStrip, KeyboardMovesToABitFlipsItAndOpensTheBox) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    const std::uint64_t before = h.session.word(WordId::a_desc);
    h.click("bits.bit.40");
    h.key(Key::left);
    h.key(Key::space);
    EXPECT_EQ(h.session.word(WordId::a_desc), before ^ (1ull << 40) ^ (1ull << 41));
    h.key(Key::enter);
    h.frames(3);
    EXPECT_TRUE(h.shows("bits.typed"));
}

TEST(BitStrip, PointerSetsTheFocusAndAClickOnABandSelectsIt) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    h.point_at("bits.bit.46");
    EXPECT_EQ(h.pointed, std::optional<Focus>(BitFocus{WordId::a_desc, 46}));
    h.click("bits.band.sbo");
    EXPECT_EQ(h.view_state.selection, Focus(BitFocus{WordId::a_desc, 32}));
}

TEST(BitStrip, WordBoxAcceptsAnyNumber) {
    PanelHarness h(draw_bits_panel, {1100, 400});
    h.type_into("bits.word", "-1");
    EXPECT_EQ(h.session.word(WordId::a_desc), ~0ull);
    h.type_into("bits.word", "0x4000404000010040");
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000404000010040u);
    h.view_state.active = WordId::idesc;
    h.frames(3);
    h.type_into("bits.word", "0x100000000");
    EXPECT_NE(h.states.bits.box.why.find("32 bits"), std::string::npos) << h.states.bits.box.why;
    EXPECT_EQ(h.session.word(WordId::idesc) & ~0xffffffffull, 0u);
}

}  // namespace
}  // namespace tilescope::ui
