// tests/unit/document/shared_tiles_test.cpp -- tiles of A and B that share bytes although one instruction reads others.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

// The default words with other starts: A has 128 rows and B has 96, K-major 128B f16.
Session at(std::uint64_t a, std::uint64_t b, unsigned tile_k = 64) {
    Session s;
    s.words[0] = 0x4000404000010000 | a >> 4;
    s.words[1] = 0x4000404000010000 | b >> 4;
    s.tile_k = tile_k;
    return s;
}

// "L111" or "L112", and the sentence.
std::string shared(const Session& s) {
    const Derived d = derive(s);
    for (const PlacedProblem& p : d.problems)
        if (p.problem.effect == Effect::shared_bytes) return p.problem.rule + ": " + p.problem.text;
    return {};
}

TEST(SharedTiles, ALaterKStepInTheSameLinesIsAWarning) {
    EXPECT_EQ(shared(at(0x400, 0x420)),
              "L111: With K = 64, the tiles of A and B share 9216 bytes, the first one at 0x420. Both operands cannot "
              "have their own values there. With K = 16 they share none.");
    EXPECT_TRUE(shared(at(0x440, 0x400)).starts_with("L111: With K = 64"));
    EXPECT_TRUE(shared(at(0x440, 0x400)).ends_with("With K = 32 they share none."));
    const Derived d = derive(at(0x400, 0x420));
    ASSERT_FALSE(d.problems.empty());
    EXPECT_EQ(d.problems.front().word, WordId::b_desc);
    EXPECT_EQ(d.problems.front().problem.field, "start");
}

TEST(SharedTiles, OneInstructionThatReadsTheSameBytesIsReportedOnce) {
    const Derived d = derive(at(0x400, 0x2400));
    EXPECT_EQ(std::ranges::count(d.of(WordId::b_desc).problems, Effect::shared_bytes, &Problem::effect), 1);
    EXPECT_TRUE(shared(at(0x400, 0x2400)).starts_with("L111: One instruction reads"));
}

TEST(SharedTiles, SlicesOfOneBufferWithoutACommonByteAreLegal) {
    EXPECT_EQ(shared(at(0x400, 0x420, 16)), "") << "the ranges overlap, the bytes do not";
    EXPECT_EQ(shared(at(0x400, 0x440, 32)), "");
    EXPECT_NE(shared(at(0x400, 0x440, 48)), "");
    EXPECT_EQ(shared(at(0x440, 0x460, 16)), "");
}

TEST(SharedTiles, AStepThatBeginsInTheMiddleOfItsLinesIsNoTile) {
    EXPECT_EQ(shared(at(0x460, 0x4460)), "");
    EXPECT_EQ(shared(at(0x460, 0x4400)), "") << "the last K step of A, and the first one of B after it";
    EXPECT_EQ(shared(at(0x420, 0x4420)), "");
}

TEST(SharedTiles, StepsInOtherLinesAreAQuestion) {
    Session s = find_preset("k_major_none_f16")->session();  // lbo 2048: 4 KiB for each K step of 128 rows
    EXPECT_EQ(shared(s), "");
    s.words[1] = 0x0000400800800240;  // B at 0x2400, where the third K step of A would begin
    EXPECT_EQ(shared(s),
              "L112: With K = 64, the tiles of A and B share 8192 bytes, the first one at 0x2400. The words do not "
              "contain the K of the tiles: this K is that of the session. With K = 32 they share none.");
    s.tile_k = 32;
    EXPECT_EQ(shared(s), "");
    s = at(0x400, 0x4400, 128);  // two columns of atoms
    EXPECT_TRUE(shared(s).starts_with("L112: With K = 128")) << shared(s);
    EXPECT_TRUE(shared(s).ends_with("With K = 64 they share none.")) << shared(s);
}

// Words of a public text about wgmma (32 columns of 64 bytes, A and B of 64 rows), in a session whose M is 128.
TEST(SharedTiles, WgmmaReadsSixtyFourRowsWhateverMIs) {
    Session s;
    s.arch = "sm_90a";
    s.words[0] = 0x8000002000010240;
    s.words[1] = 0x8000002000010340;
    s.tile_k = 32;
    EXPECT_EQ(derive(s).a.layout.rows, 128);
    EXPECT_EQ(shared(s), "");
    s.tile_k = 64;
    EXPECT_TRUE(shared(s).starts_with("L112: With K = 64")) << shared(s);
    EXPECT_NE(shared(s).find("the place of a second atom along K: this K is that of the session. With K = 32 "
                             "they share none."),
              std::string::npos);
}

TEST(SharedTiles, WordsWithoutAnAddressOrWithTheSameOneAreSpared) {
    EXPECT_EQ(shared(at(0, 0x20)), "");
    EXPECT_EQ(shared(at(0x400, 0)), "");
    EXPECT_EQ(shared(at(0x400, 0x400)), "");
    Session s = at(0x400, 0x420);
    s = apply_edit(s, SetWord{WordId::b_desc, s.word(WordId::b_desc), 0x3f00});
    EXPECT_EQ(shared(s), "") << "the start has unknown bits";
    s = at(0x400, 0x420);
    s.variant.a_in_tmem = true;
    EXPECT_EQ(shared(s), "");
}

// What nobody gave does not silence what the given bits say, and is no ground for a warning.
TEST(SharedTiles, AssumedBitsCountIfPlacesDependOnThem) {
    const auto assuming = [](std::string_view field) {
        Session s = at(0x400, 0x420);
        const Format& idesc = *derive(s).of(WordId::idesc).format;
        s.assumed.bits[WordId::idesc] = set_field(field_in(idesc, field), 0, ~std::uint64_t{0});
        return shared(s);
    };
    EXPECT_EQ(assuming("negate_a"), shared(at(0x400, 0x420)));
    EXPECT_EQ(assuming("d_type"), shared(at(0x400, 0x420)));
    EXPECT_EQ(assuming("n"), "");
    EXPECT_EQ(assuming("transpose_b"), "");
    Session form = at(0x400, 0x420);
    form.assumed.form = true;
    EXPECT_EQ(shared(form), "");
}

TEST(SharedTiles, AnAssumedKIsAQuestion) {
    Session s = at(0x400, 0x4400, 128);
    s.assumed.tile_k = true;
    EXPECT_TRUE(shared(s).starts_with("L112: With K = 128")) << shared(s);
    EXPECT_NE(shared(s).find("nobody gave it: this K is that of the example"), std::string::npos) << shared(s);
    s = at(0x400, 0x420);
    s.assumed.tile_k = true;
    EXPECT_EQ(shared(s), "") << "the second word can be that of another K step";
}

TEST(SharedTiles, NoPresetHasThem) {
    for (const Preset& p : presets()) EXPECT_EQ(shared(p.session()), "") << p.id;
}

}  // namespace
}  // namespace tilescope
