// tests/ui/form_panel_test.cpp -- the form: choices that exclude each other, the instruction line, edges of the shape.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/shapes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

class FormPanel : public testing::Test {
protected:
    FormPanel() : h(draw_form_panel, {820, 600}) { h.view_state.active = WordId::idesc; }

    unsigned m() const { return derive(h.session).m; }
    unsigned n() const { return derive(h.session).n; }
    // Window pixels for one column or row of the picture.
    float factor() {
        const Rect d = h.rect("form.shape.d");
        return (d.max.x - d.min.x) / static_cast<float>(n());
    }

    PanelHarness h;
};

TEST_F(FormPanel, ChoosingAKindDoesNotChangeTheWord) {
    const std::uint64_t word = h.session.word(WordId::idesc);
    h.click("form.kind");
    h.click("form.kind.f8f6f4");
    EXPECT_EQ(h.session.variant.kind, "f8f6f4");
    EXPECT_EQ(h.session.word(WordId::idesc), word);
    EXPECT_EQ(h.history.done(), 1u);
}

TEST_F(FormPanel, AKindWithASingleTypeSetsIt) {
    h.click("form.kind");
    h.click("form.kind.tf32");
    const Derived d = derive(h.session);
    EXPECT_EQ(d.a_type, "tf32");
    EXPECT_EQ(d.b_type, "tf32");
    EXPECT_EQ(d.d_type, "f32") << "as before";
    EXPECT_EQ(h.history.done(), 1u) << "one undo step";
}

TEST_F(FormPanel, WsAndAPairOfCtasExcludeEachOther) {
    h.click("form.cta_group.2");
    EXPECT_EQ(h.session.variant.cta_group, 2u);
    h.click("form.ws");
    EXPECT_FALSE(h.session.variant.ws);
    h.click("form.cta_group.1");
    h.click("form.ws");
    EXPECT_TRUE(h.session.variant.ws);
    h.click("form.cta_group.2");
    EXPECT_EQ(h.session.variant.cta_group, 1u);
}

TEST_F(FormPanel, AnIllegalFormCanBeChangedBack) {
    h.session.variant = {.kind = "f16", .cta_group = 2, .ws = true};
    h.frames(3);
    h.click("form.ws");
    EXPECT_FALSE(h.session.variant.ws);
}

TEST_F(FormPanel, ABlockScaledKindHasNoWs) {
    h.session = find_preset("k_major_128b_mxf4")->session();
    h.frames(3);
    h.click("form.ws");
    EXPECT_FALSE(h.session.variant.ws);
}

TEST_F(FormPanel, SparseChipAndLocationOfAAreOneClickEach) {
    h.click("form.sp");
    EXPECT_TRUE(h.session.variant.sparse);
    h.click("form.a_in.tmem");
    EXPECT_TRUE(h.session.variant.a_in_tmem);
    h.click("form.chip.wgmma");
    EXPECT_EQ(h.session.arch, "sm_90a");
    EXPECT_TRUE(h.shows("form.hopper"));
    h.click("form.cta_group.2");
    EXPECT_EQ(h.session.variant.cta_group, 1u) << "wgmma has no CTA pairs";
    EXPECT_EQ(h.history.done(), 3u);
}

TEST_F(FormPanel, OptionsAppearInTheLine) {
    h.click("form.lane_mask");
    h.click("form.scale_d");
    h.click("form.scale_d.3");
    h.click("form.collector");
    h.click("form.collector.a::fill");
    h.click("form.copy");
    EXPECT_EQ(h.copied,
              "tcgen05.mma.cta_group::1.kind::f16.collector::a::fill [d], a, b, idesc, {m0, m1, m2, m3}, p, 3;");
    h.click("form.scale_d");
    h.click("form.scale_d.none");
    EXPECT_FALSE(h.session.variant.scale_d);
}

TEST_F(FormPanel, TheCollectorIsResetWhenWsChanges) {
    h.click("form.collector");
    h.click("form.collector.a::use");
    h.click("form.ws");
    EXPECT_EQ(h.session.variant.collector, "");
    h.click("form.collector");
    EXPECT_FALSE(h.shows("form.collector.a::use"));
    h.click("form.collector.b2::lastuse");
    EXPECT_EQ(h.session.variant.collector, "b2::lastuse");
}

TEST_F(FormPanel, OptionsThatTheFormLacksCannotBeChosen) {
    h.click("form.ashift");
    EXPECT_FALSE(h.session.variant.ashift) << "A is in shared memory";
    h.click("form.a_in.tmem");
    h.click("form.ashift");
    EXPECT_TRUE(h.session.variant.ashift);
    EXPECT_FALSE(h.shows("form.scale_size"));
    h.session = find_preset("k_major_128b_mxf4")->session();
    h.frames(3);
    h.click("form.lane_mask");
    EXPECT_FALSE(h.session.variant.lane_mask);
    h.click("form.scale_size");
    EXPECT_FALSE(h.shows("form.scale_size.block16")) << "mxf4 does not have block16";
    h.click("form.scale_size.scale_vec::2X");
    EXPECT_TRUE(h.session.variant.scale_vec);
}

TEST_F(FormPanel, TheLineIsCopied) {
    h.click("form.copy");
    EXPECT_EQ(h.copied, "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;");
}

TEST_F(FormPanel, APastedLineSetsTheForm) {
    h.type_into("form.instruction", "tcgen05.mma.ws.sp.cta_group::1.kind::i8 [d], [a], b, [meta], idesc, p;");
    EXPECT_EQ(h.session.variant,
              (Variant{.kind = "i8", .cta_group = 1, .ws = true, .sparse = true, .a_in_tmem = true}));
    EXPECT_FALSE(h.shows("form.refused"));
}

TEST_F(FormPanel, AnInvalidLineIsRefusedAndChangesNothing) {
    const Session before = h.session;
    h.type_into("form.instruction", "mma.sync.aligned.m16n8k16");
    EXPECT_TRUE(h.shows("form.refused"));
    EXPECT_EQ(h.session, before);
    h.click("form.sp");
    EXPECT_FALSE(h.shows("form.refused")) << "the next accepted input removes the refusal";
}

TEST_F(FormPanel, TheEdgeOfNFollowsThePointerToLegalSizes) {
    const float pixels = factor();
    h.press("form.edge.n");
    h.move_by(13 * pixels, 0);  // 96 + 13: between 104 and 112
    EXPECT_TRUE(n() == 104 || n() == 112) << n();
    h.release();
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(n(), 96u);
}

TEST_F(FormPanel, EdgesStopAtTheSmallestAndTheLargestSize) {
    h.press("form.edge.n");
    h.move_by(-2000, 0);
    EXPECT_EQ(n(), 8u);
    h.move_by(4000, 0);
    EXPECT_EQ(n(), 256u);
    h.release();
    h.press("form.edge.m");
    h.move_by(0, -2000);
    EXPECT_EQ(m(), 64u);
    h.move_by(0, 4000);
    EXPECT_EQ(m(), 128u);
    h.release();
}

TEST_F(FormPanel, EveryPositionOfAnEdgeIsALegalSize) {
    struct Form {
        const char* kind;
        unsigned cta_group;
        bool ws;
        std::array<unsigned, 3> some;  // legal sizes of N
    };
    for (const Form& form : {Form{"f16", 1, false, {8, 136, 256}}, Form{"f16", 2, false, {16, 48, 256}},
                             Form{"f16", 1, true, {64, 128, 256}}, Form{"i8", 1, false, {24, 48, 256}}}) {
        h.session.variant = {.kind = form.kind, .cta_group = form.cta_group, .ws = form.ws};
        h.frames(3);
        std::vector<unsigned> seen;
        h.press("form.edge.n");
        h.move_by(-400, 0);
        for (int i = 0; i < 120; ++i) {
            h.move_by(10, 0);
            seen.push_back(n());
        }
        h.release();
        const std::vector<unsigned> legal = legal_n({.kind = form.kind, .cta_group = form.cta_group, .ws = form.ws});
        for (const unsigned size : seen)
            EXPECT_TRUE(std::ranges::find(legal, size) != legal.end()) << form.kind << size;
        EXPECT_EQ(seen.back(), form.some[2]) << form.kind << form.cta_group << form.ws;
        for (const unsigned size : form.some) EXPECT_TRUE(std::ranges::find(legal, size) != legal.end()) << size;
    }
}

TEST_F(FormPanel, EscCancelsTheDragOfAnEdge) {
    const std::uint64_t before = h.session.word(WordId::idesc);
    h.press("form.edge.n");
    h.move_by(-30, 0);
    EXPECT_NE(h.session.word(WordId::idesc), before);
    h.key(Key::escape);
    EXPECT_EQ(h.session.word(WordId::idesc), before);
    h.release();
}

TEST_F(FormPanel, PointingAtAnEdgePointsAtItsField) {
    const Format& format = *idesc_format("f16", Edition::v9_1);
    h.point_at("form.edge.n");
    EXPECT_EQ(h.pointed, Focus(BitFocus{WordId::idesc, field_in(format, "n").lsb}));
}

TEST_F(FormPanel, AnIllegalShapeShowsTheLegalSizes) {
    EXPECT_FALSE(h.shows("form.illegal"));
    const Format& format = *idesc_format("f16", Edition::v9_1);
    h.session = apply_edit(h.session, SetField{WordId::idesc, &field_in(format, "m"), 3});  // M 48
    h.frames(3);
    EXPECT_TRUE(h.shows("form.illegal"));
}

TEST(FormPanelWidth, AnyShapeStaysInsideTheRegion) {
    for (const float width : {480.0f, 820.0f}) {
        PanelHarness narrow(draw_form_panel, {width, 700});
        for (const Preset& preset : presets())
            for (const std::uint64_t word : {preset.words[2], std::uint64_t{0}, std::uint64_t{0xffffffff}}) {
                narrow.session = preset.session();
                narrow.session.words[2] = word;
                narrow.frames(3);
                ASSERT_TRUE(narrow.shows("form.shape.d")) << preset.id << " " << word;
                for (const auto& [id, place] : narrow.items())
                    ASSERT_LE(place.max.x, width) << preset.id << " " << word << " " << id;
            }
    }
}

TEST(InstructionLine, RefusesTheFirstWrongQualifier) {
    struct Case {
        const char *line, *says;
    };
    for (const Case& c :
         {Case{"tcgen05.mma.cta_group::3.kind::f16 [d], a, b, idesc, p;", "'.cta_group::3'"},
          Case{"tcgen05.mma.cta_group::1.kind::f17 [d], a, b, idesc, p;", "'.kind::f17'"},
          Case{"tcgen05.mma.foo.cta_group::1.kind::f16 [d], a, b, idesc, p;", "'.foo'"},
          Case{"tcgen05.mma.ws.cta_group::2.kind::f16 [d], a, b, idesc, p;", "'.cta_group::2'"},
          Case{"tcgen05.mma.ws.cta_group::1.kind::mxf4 [d], a, b, idesc, p;", ".kind::mxf4 has no .ws"},
          Case{"tcgen05.mma.cta_group::1 [d], a, b, idesc, p;", ".kind::"},
          Case{"tcgen05.mmax.kind::f16", "is an unknown instruction"}, Case{"tcgen05.mma", ".cta_group::1 or"},
          Case{"tcgen05.cp.cta_group::1.128x256b [t], s;", "is not an MMA"}, Case{"add.u32 a, b, c;", "no instruction"},
          Case{"", "no instruction"}}) {
        const Answer<std::vector<Edit>> edits = edits_of_line(c.line, Session());
        EXPECT_FALSE(edits) << c.line;
        EXPECT_NE(edits.why.find(c.says), std::string::npos) << c.line << ": " << edits.why;
    }
}

TEST(InstructionLine, ReadsTheLinesThatTheProgramWrites) {
    for (const Preset& preset : presets()) {
        const Session session = preset.session();
        for (const bool sparse : {false, true})
            for (const bool tmem : {false, true}) {
                if (preset.b1 && sparse) continue;  // this form does not exist
                Session written = session;
                written.variant.sparse = sparse;
                written.variant.a_in_tmem = tmem;
                const auto edits = edits_of_line(derive(written).instruction, session);
                ASSERT_TRUE(edits) << preset.id << ": " << edits.why;
                Session read = session;
                for (const Edit& edit : *edits) read = apply_edit(read, edit);
                // The line of mxf4nvf4 always names the scale size, so reading it sets the size explicitly.
                if (scale_size_text(read.variant) == scale_size_text(written.variant))
                    written.variant.scale_block = read.variant.scale_block;
                EXPECT_EQ(read.variant, written.variant) << preset.id;
            }
    }
}

TEST(InstructionLine, AWgmmaLineSetsShapeAndTypes) {
    const auto edits = edits_of_line("wgmma.mma_async.sync.aligned.m64n40k32.f16.e4m3.e5m2 {d}, {a}, b, p, 1, 1;", {});
    ASSERT_TRUE(edits) << edits.why;
    Session session;
    for (const Edit& edit : *edits) session = apply_edit(session, edit);
    const Derived d = derive(session);
    EXPECT_EQ(session.variant.kind, "f8f6f4");
    EXPECT_TRUE(session.variant.a_in_tmem);
    EXPECT_EQ(d.m, 64u);
    EXPECT_EQ(d.n, 40u);
    EXPECT_EQ(d.d_type + d.a_type + d.b_type, "f16e4m3e5m2");
    for (const char* bad : {"wgmma.mma_async.sync.aligned.f32.f16.f16 {d}, a, b;",
                            "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16 {d}, a, b;",
                            "wgmma.mma_async.sync.aligned.m64n96k16.f32.e2m1.e2m1 {d}, a, b;",
                            "wgmma.mma_async.sync.aligned.m64n99k16.f32.f16.f16 {d}, a, b;"})
        EXPECT_FALSE(edits_of_line(bad, {})) << bad;
}

TEST(InstructionLine, AB1LineMakesTheTileLongEnoughForOneInstruction) {
    constexpr const char* kLine = "wgmma.mma_async.sync.aligned.m64n48k256.s32.b1.b1.and.popc {d}, a, b, p;";
    const auto edits = edits_of_line(kLine, {});
    ASSERT_TRUE(edits) << edits.why;
    Session session;
    for (const Edit& edit : *edits) session = apply_edit(session, edit);
    const Derived d = derive(session);
    EXPECT_EQ(d.instruction, kLine);
    EXPECT_EQ(session.tile_k, 256u);
    EXPECT_EQ(d.b.layout.type->id, "b1");
    EXPECT_FALSE(edits_of_line("wgmma.mma_async.sync.aligned.m64n48k256.s32.b1.b1 {d}, a, b, p;", {}));
    const auto back = edits_of_line("wgmma.mma_async.sync.aligned.m64n48k32.s32.u8.s8 {d}, a, b, p;", session);
    ASSERT_TRUE(back) << back.why;
    for (const Edit& edit : *back) session = apply_edit(session, edit);
    EXPECT_EQ(derive(session).a_type, "u8");
}

TEST_F(FormPanel, B1IsOfferedOnlyForIntegerWgmma) {
    EXPECT_FALSE(h.shows("form.b1"));
    h.session.arch = std::string(kHopper);
    h.session.variant.kind = "i8";
    h.frames(3);
    h.click("form.b1");
    EXPECT_TRUE(h.session.variant.b1);
    EXPECT_EQ(h.session.tile_k, 256u);
    EXPECT_EQ(derive(h.session).k, 256u);
    h.click("form.b1");
    EXPECT_EQ(derive(h.session).k, 32u);
}

TEST(InstructionLine, TheInstructionDecidesTheChip) {
    Session session;
    const auto hopper =
        edits_of_line("wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {d}, a, b, 1, 1, 1, 0, 0;", session);
    ASSERT_TRUE(hopper) << hopper.why;
    for (const Edit& edit : *hopper) session = apply_edit(session, edit);
    EXPECT_EQ(session.arch, "sm_90a");
    const auto back = edits_of_line("tcgen05.mma.cta_group::1.kind::tf32 [d], a, b, idesc, p;", session);
    ASSERT_TRUE(back) << back.why;
    for (const Edit& edit : *back) session = apply_edit(session, edit);
    EXPECT_EQ(session.arch, "sm_100a");
    EXPECT_EQ(session.variant.kind, "tf32");
}

}  // namespace
}  // namespace tilescope::ui
