// tests/unit/document/word_origins_test.cpp -- how long the origins of the bits of a word stay.
// SPDX-License-Identifier: MIT
#include <tilescope/document/edit.h>
#include <tilescope/document/history.h>
#include <tilescope/formats/smem.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

// Line 4 gives start (bits 0 to 13), and line 9 all others.
BitOrigins two_lines() {
    return {{{.mask = 0x3fff, .line = 4, .text = "and"}, {.mask = 0x4000404000010000, .line = 9, .text = "or"}}};
}

Session pasted() { return apply_edit({}, SetWord{WordId::b_desc, 0x4000404000010000, 0x3fff, two_lines()}); }

const Field& field(std::string_view id) { return field_in(kSmem91, id); }

TEST(WordOrigins, ComeWithTheWordAndWithNoOther) {
    EXPECT_EQ(pasted().origins_of(WordId::b_desc), two_lines());
    EXPECT_EQ(pasted().origins_of(WordId::a_desc), BitOrigins{});
}

// Line 4 gave only start. Of line 9, sbo (bits 32 to 45) had bit 38.
TEST(WordOrigins, AnEditOfAFieldRemovesThoseOfTheField) {
    const Session start = apply_edit(pasted(), SetField{WordId::b_desc, &field("start"), 5});
    ASSERT_EQ(start.origins_of(WordId::b_desc).list.size(), 1u);
    EXPECT_EQ(start.origins_of(WordId::b_desc).list[0].line, 9u);
    const Session sbo = apply_edit(pasted(), SetField{WordId::b_desc, &field("sbo"), 8});
    ASSERT_EQ(sbo.origins_of(WordId::b_desc).list.size(), 2u);
    EXPECT_EQ(sbo.origins_of(WordId::b_desc).list[1].mask, 0x4000400000010000u);
}

// The value is the same, but now it is known.
TEST(WordOrigins, AValueForAnUnknownFieldRemovesThem) {
    const Session known = apply_edit(pasted(), SetField{WordId::b_desc, &field("start"), 0});
    EXPECT_EQ(known.origins_of(WordId::b_desc).list.size(), 1u);
}

TEST(WordOrigins, AnEditWithoutAChangeKeepsThem) {
    EXPECT_EQ(apply_edit(pasted(), SetField{WordId::b_desc, &field("sbo"), 64}), pasted());
    EXPECT_EQ(apply_edit(pasted(), SetTileK{128}).origins_of(WordId::b_desc), two_lines());
}

TEST(WordOrigins, AnotherWordHasNone) {
    const Session typed = apply_edit(pasted(), SetWord{WordId::b_desc, 0x4000404000010000, 0x3fff});
    EXPECT_EQ(typed.origins_of(WordId::b_desc), BitOrigins{});
    EXPECT_EQ(apply_edit(pasted(), LoadSession{Session{}, "new"}).origins_of(WordId::b_desc), BitOrigins{});
}

TEST(WordOrigins, AnEditOfAWordThatWasNotFollowedEndsTheSentenceAboutIt) {
    const Session cut = apply_edit({}, SetWord{WordId::b_desc, 0x4000404000010000, 0x3fff, {.cut = true}});
    EXPECT_TRUE(cut.origins_of(WordId::b_desc).cut);
    EXPECT_FALSE(apply_edit(cut, SetField{WordId::b_desc, &field("sbo"), 8}).origins_of(WordId::b_desc).cut);
}

TEST(WordOrigins, UndoBringsThemBack) {
    Session session = pasted();
    History history;
    history.record_and_apply(session, SetField{WordId::b_desc, &field("start"), 5});
    EXPECT_EQ(session.origins_of(WordId::b_desc).list.size(), 1u);
    history.undo(session);
    EXPECT_EQ(session.origins_of(WordId::b_desc), two_lines());
}

}  // namespace
}  // namespace tilescope
