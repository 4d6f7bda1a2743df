// tests/ui/fields_panel_test.cpp -- every field of every word can be edited, undone and redone.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// Changes the field with the mouse to another value that can be stored. Returns the new stored value.
std::uint64_t change_with_mouse(PanelHarness& h, const Field& f, std::uint64_t raw) {
    const std::string id = say("fields.", f.id);
    if (f.encoding == Encoding::flag) {
        h.click(id);
        return raw ^ 1;
    }
    if (f.encoding == Encoding::number) {
        const bool up = raw < bit_mask(f.width);
        h.click(id + (up ? ".plus" : ".minus"));
        return up ? raw + 1 : raw - 1;
    }
    const NamedValue& name = f.names.front().raw == raw ? f.names.back() : f.names.front();
    h.click(id);
    h.click(say(id, '.', name.name));
    return name.raw;
}

void expect_editable(PanelHarness& h, WordId word, const Format& format) {
    for (const Field& f : format.fields) {
        const std::uint64_t before = h.session.word(word), raw = get_field(f, before);
        if (f.encoding == Encoding::fixed) {
            EXPECT_TRUE(h.shows(say("fields.", f.id))) << format.id << " " << f.id;
            continue;
        }
        const std::uint64_t changed = change_with_mouse(h, f, raw);
        const std::uint64_t after = set_field(f, before, changed);
        if (changed == raw) continue;  // a list with one entry
        ASSERT_EQ(h.session.word(word), after) << format.id << " " << format.kind << " " << f.id;
        h.undo();
        ASSERT_EQ(h.session.word(word), before) << format.id << " " << f.id << ": undo";
        h.redo();
        ASSERT_EQ(h.session.word(word), after) << format.id << " " << f.id << ": redo";
        h.undo();
    }
}

TEST(FieldsPanel, EveryFieldOfEveryDescriptorIsEditedUndoneAndRedone) {
    PanelHarness h(draw_fields_panel, {420, 1400});
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const WordId word : {WordId::a_desc, WordId::b_desc, WordId::zcm}) {
            h.session.edition = edition;
            h.view_state.active = word;
            h.frames(3);
            expect_editable(h, word, *derive(h.session).of(word).format);
        }
}

TEST(FieldsPanel, EveryFieldOfEveryKindsInstructionDescriptorIsEditedUndoneAndRedone) {
    PanelHarness h(draw_fields_panel, {420, 1400});
    h.view_state.active = WordId::idesc;
    int kinds = 0;
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const std::string_view kind : kinds_of(edition)) {
            h.session.edition = edition;
            h.session.variant.kind = std::string(kind);
            h.frames(3);
            expect_editable(h, WordId::idesc, *idesc_format(kind, edition));
            ++kinds;
        }
    EXPECT_GE(kinds, 14);
}

TEST(FieldsPanel, EveryFieldOfTheHopperDescriptorIsEditedUndoneAndRedone) {
    PanelHarness h(draw_fields_panel, {420, 1400});
    h.session.arch = "sm_90a";
    h.session.words[0] = 0x4000004000010040;
    h.frames(3);
    ASSERT_EQ(derive(h.session).of(WordId::a_desc).format->id, "wgmma");
    expect_editable(h, WordId::a_desc, *derive(h.session).of(WordId::a_desc).format);
}

TEST(FieldsPanel, TheKeysOfAListBeginAtTheCurrentName) {
    PanelHarness h(draw_fields_panel);
    ASSERT_EQ(h.field("swizzle"), 2u) << "128B";
    h.click("fields.swizzle");
    h.key(Key::down);
    h.key(Key::enter);
    EXPECT_EQ(h.field("swizzle"), 4u) << "64B is the next name";
}

TEST(FieldsPanel, PointingAtAFieldLightsAllItsBits) {
    PanelHarness h(draw_fields_panel);
    h.point_at("fields.swizzle.name");
    ASSERT_TRUE(h.pointed);
    EXPECT_EQ(trace(derive(h.session), *h.pointed).bits.size(), 3u);
    h.click("fields.swizzle.name");
    EXPECT_EQ(h.view_state.selection, Focus(BitFocus{WordId::a_desc, 61}));
}

TEST(FieldsPanel, AStrideThatTheLayoutIgnoresHasANote) {
    PanelHarness h(draw_fields_panel);
    EXPECT_TRUE(h.shows("fields.lbo.note")) << "K-major 128B ignores lbo";
    EXPECT_FALSE(h.shows("fields.sbo.note"));
}

TEST(FieldsPanel, AChosenSwizzleOffersItsSbo) {
    PanelHarness h(draw_fields_panel);
    EXPECT_FALSE(h.shows("fields.sbo.offer"));
    h.click("fields.swizzle");
    h.click("fields.swizzle.64B");
    ASSERT_TRUE(h.shows("fields.sbo.offer"));
    h.click("fields.sbo.offer");
    EXPECT_EQ(derive(h.session).a.layout.sbo, 512u);
    h.frames(2);
    EXPECT_FALSE(h.shows("fields.sbo.offer"));
    h.undo();
    EXPECT_EQ(derive(h.session).a.layout.sbo, 1024u);
    EXPECT_EQ(derive(h.session).a.layout.mode, SwizzleMode::b64);
}

TEST(FieldsPanel, TheNotationIsPartOfTheViewState) {
    PanelHarness h(draw_fields_panel);
    h.click("fields.notation.raw");
    EXPECT_TRUE(h.view_state.raw_values);
    h.click("fields.notation.value");
    EXPECT_FALSE(h.view_state.raw_values);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(FieldsPanel, RawNotationShowsNamesAndFlagsAsNumbers) {
    PanelHarness h(draw_fields_panel);
    h.view_state.raw_values = true;
    h.frames(3);
    h.type_into("fields.swizzle", "3");
    EXPECT_EQ(h.field("swizzle"), 3u)
        << "a value without a meaning can be stored: the hardware would receive these bits";
}

TEST(FieldsPanel, NamesItsWordBesideTheNotation) {
    for (const float width : {240.0f, 300.0f, 420.0f}) {
        PanelHarness h(draw_fields_panel, {width, 1400});
        for (const WordRow& row : kWords) {
            h.view_state.active = row.word;
            h.frames(3);
            const Rect title = h.rect(say("fields.of.", row.id)), notation = h.rect("fields.notation.value");
            EXPECT_GT(title.max.x - title.min.x, 20) << row.id;
            EXPECT_LT(title.max.x, notation.min.x) << row.id << " " << width;
            EXPECT_LE(h.rect("fields.notation.raw").max.x, width) << row.id << " " << width;
        }
    }
}

TEST(FieldsPanel, NothingIsCutInANarrowSidePanel) {
    PanelHarness h(draw_fields_panel, {240, 1400});
    int buttons = 0;
    for (const WordRow& row : kWords) {
        h.view_state.active = row.word;
        h.frames(3);
        for (const Field& f : derive(h.session).of(row.word).format->fields) {
            if (f.encoding != Encoding::number) continue;
            const Rect minus = h.rect(say("fields.", f.id, ".minus")), plus = h.rect(say("fields.", f.id, ".plus"));
            EXPECT_EQ(plus.max.x - plus.min.x, minus.max.x - minus.min.x) << row.id << " " << f.id;
            EXPECT_GE(h.rect(say("fields.", f.id)).max.x - h.rect(say("fields.", f.id)).min.x, 30) << f.id;
            ++buttons;
        }
    }
    EXPECT_GT(buttons, 12);
}

TEST(FieldsPanel, ShowsFirstTheFieldsThatMatter) {
    PanelHarness h(draw_fields_panel, {320, 900});
    h.all_fields = false;
    h.frames(2);
    for (const char* id : {"fields.swizzle", "fields.sbo", "fields.start"}) EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_FALSE(h.shows("fields.rsvd30")) << "a reserved field";
    EXPECT_FALSE(h.shows("fields.lbo")) << "K-major 128B layouts ignore lbo";
    EXPECT_FALSE(h.shows("fields.base_offset")) << "0 is its default";
    h.click("fields.all");
    EXPECT_TRUE(h.has_requested(command("all_fields")));
    h.all_fields = true;
    h.frames(2);
    for (const char* id : {"fields.rsvd30", "fields.lbo", "fields.base_offset"}) EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_TRUE(h.shows("fields.all")) << "the way back";
}

TEST(FieldsPanel, ShowsAHiddenFieldWhenItIsSelectedOrHasAProblem) {
    PanelHarness h(draw_fields_panel, {320, 900});
    h.all_fields = false;
    const Format& format = *derive(h.session).of(WordId::a_desc).format;
    h.view_state.selection = BitFocus{WordId::a_desc, find_field(format, "base_offset")->lsb};
    h.frames(2);
    EXPECT_TRUE(h.shows("fields.base_offset"));
    h.view_state.selection = {};
    h.frames(2);
    EXPECT_TRUE(h.shows("fields.base_offset")) << "nothing moves under a hand that edits";
    h.session = apply_edit(h.session, SetField{WordId::a_desc, find_field(format, "rsvd30"), 1});
    h.frames(2);
    EXPECT_TRUE(h.shows("fields.rsvd30")) << "a reserved bit that is 1 is a problem";
    h.view_state.active = WordId::b_desc;
    h.frames(2);
    EXPECT_FALSE(h.shows("fields.base_offset"));
}

// A reader looks for the bit that does not match the memory, and it is 0.
TEST(FieldsPanel, ShowsTheTransposeBitThatTheMemoryNeeds) {
    PanelHarness h(draw_fields_panel, {320, 900});
    h.all_fields = false;
    h.view_state.active = WordId::idesc;
    h.frames(2);
    EXPECT_FALSE(h.shows("fields.transpose_b")) << "0 is its default, and B is K-major in memory";
    h.session.image.b.major = Major::mn;
    h.frames(2);
    EXPECT_TRUE(h.shows("fields.transpose_b"));
    EXPECT_FALSE(h.shows("fields.transpose_a")) << "A is as it was";
}

TEST(FieldsPanel, ShowsAFieldThatMakesDWrong) {
    PanelHarness h(draw_fields_panel, {320, 900});
    h.session = find_preset("k_major_128b_mxf4")->session();
    for (const Edit& e : covering_values(h.session)) h.session = apply_edit(h.session, e);
    h.session.run.scale_first.a = 2;  // the scale factors are at byte 2, and sfa_id is 0
    h.session.recipe[static_cast<std::size_t>(RecipeOf::sfa)] = {.kind = RecipeKind::random, .seed = 3};
    h.all_fields = false;
    h.view_state.active = WordId::idesc;
    h.frames(2);
    EXPECT_FALSE(h.shows("fields.sfa_id")) << "0 is its default";
    h.emulate();
    ASSERT_GT(h.results.emulation->count[static_cast<std::size_t>(Verdict::wrong)], 0u);
    EXPECT_TRUE(h.shows("fields.sfa_id"));
}

TEST(FieldsPanel, ShowsAStrideThatWaitsForATransposeBit) {
    PanelHarness h(draw_fields_panel, {320, 900});
    h.all_fields = false;
    h.view_state.active = WordId::b_desc;
    h.frames(2);
    EXPECT_FALSE(h.shows("fields.lbo"));
    h.session.image.b.major = Major::mn;
    h.frames(2);
    EXPECT_TRUE(h.shows("fields.lbo.note"));
}

}  // namespace
}  // namespace tilescope::ui
