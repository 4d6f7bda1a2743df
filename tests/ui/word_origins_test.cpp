// tests/ui/word_origins_test.cpp -- the tooltips say which lines of the pasted program give the bits of a field.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "app/ui/paste_plan.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// Start comes from line 1; sbo from line 3. No line gives lbo: the mask of line 2 makes its zeros.
constexpr std::string_view kKernel =
    "ld.shared.u32 %r1, [%r7];\n"
    "and.b32 %r3, %r1, 0x3fff;\n"
    "mov.b32 %r2, 0x40004040;\n"
    "mov.b64 %rd1, {%r3, %r2};\n"
    "tcgen05.mma.cta_group::1.kind::f16 [%r5], %rd1, %rd2, %r9, %p0;\n";

Session after_paste(std::string_view text) {
    const PasteResult found = tilescope::paste(text);
    Session session;
    for (const Edit& edit : outcome_of(found, plan_paste(found, WordId::a_desc, session), session).edits)
        session = apply_edit(session, edit);
    return session;
}

// The notes of the tooltip: two for each field, and one for each line.
std::size_t notes(PanelHarness& h, std::string_view name) {
    h.point_at(name);
    h.frames(3);
    std::size_t count = 0;
    while (h.shows(say("tooltip.note.", count))) ++count;
    return count;
}

TEST(WordOrigins, ArriveWithThePastedWord) {
    const Session pasted = after_paste(kKernel);
    const BitOrigins& origins = pasted.origins_of(WordId::a_desc);
    ASSERT_EQ(origins.list.size(), 2u);
    EXPECT_EQ(origin_text(origins.list[0]), "from line 1: ld.shared.u32 %r1, [%r7]");
    EXPECT_EQ(origins.list[0].mask, 0x3fffu);
    EXPECT_EQ(origin_text(origins.list[1]), "from line 3: mov.b32 %r2, 0x40004040");
    EXPECT_EQ(origins.list[1].mask, 0xffffffff00000000u);
}

TEST(WordOrigins, AreInTheTooltipOfAFieldUntilItIsEdited) {
    PanelHarness h(draw_fields_panel, {420, 900});
    const std::size_t plain = notes(h, "fields.start.name");
    ASSERT_GT(plain, 0u);
    h.session = after_paste(kKernel);
    h.frames(2);
    EXPECT_EQ(notes(h, "fields.start.name"), plain + 1);
    EXPECT_EQ(notes(h, "fields.lbo.name"), plain);
    h.type_into("fields.start", "2048");
    EXPECT_EQ(notes(h, "fields.start.name"), plain);
    EXPECT_EQ(notes(h, "fields.sbo.name"), plain + 1);
}

TEST(WordOrigins, AreAtMostThreeLinesAndACount) {
    PanelHarness h(draw_fields_panel, {420, 900});
    const std::size_t plain = notes(h, "fields.start.name");
    BitOrigins seven;
    for (unsigned line = 1; line <= 7; ++line) seven.list.push_back({.mask = 1, .line = line, .text = "mov"});
    h.session = apply_edit(h.session, SetWord{WordId::a_desc, h.session.word(WordId::a_desc), 0, seven});
    h.frames(2);
    EXPECT_EQ(notes(h, "fields.start.name"), plain + 4);
}

TEST(WordOrigins, MakeTheTooltipOfTheStripLonger) {
    PanelHarness h(draw_bits_panel, {1200, 900});
    h.session = after_paste(kKernel);
    h.frames(2);
    h.point_at("bits.bit.3");
    h.frames(3);
    const auto height = [&] { return h.rect("tooltip").max.y - h.rect("tooltip").min.y; };
    const float with = height();
    h.session.origins = {};
    h.frames(3);
    EXPECT_LT(height(), with);
}

// A bit that is flipped in the strip takes only the origins of its field away.
TEST(WordOrigins, OfTheOtherFieldsStayWhenABitIsFlipped) {
    PanelHarness h(draw_bits_panel, {1200, 300});
    h.session = after_paste(kKernel);
    h.frames(2);
    h.click("bits.bit.3");
    const BitOrigins& left = h.session.origins_of(WordId::a_desc);
    ASSERT_EQ(left.list.size(), 1u);
    EXPECT_EQ(left.list[0].line, 3u);
    h.undo();
    EXPECT_EQ(h.session.origins_of(WordId::a_desc).list.size(), 2u);
}

TEST(WordOrigins, AreNotInASessionFile) {
    const Session pasted = after_paste(kKernel);
    const auto loaded = io::session_from_text(io::session_to_text({pasted}));
    ASSERT_TRUE(loaded) << loaded.why;
    EXPECT_EQ(loaded->session.unknown_bits(WordId::a_desc), pasted.unknown_bits(WordId::a_desc));
    EXPECT_EQ(loaded->session.origins_of(WordId::a_desc), BitOrigins{});
}

}  // namespace
}  // namespace tilescope::ui
