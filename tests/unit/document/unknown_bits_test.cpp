// tests/unit/document/unknown_bits_test.cpp -- words with unknown bits: edits, pictures, problems, runs.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/history.h>
#include <tilescope/document/presets.h>
#include <tilescope/document/repair.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

const Format& table_of(const Session& s, WordId word) { return *derive(s).of(word).format; }

std::uint64_t bits_of(const Session& s, WordId word, std::string_view id) {
    const Field& f = field_in(table_of(s, word), id);
    return set_field(f, 0, bit_mask(f.width));
}

// The session with unknown fields: their bits are 0 in the word.
Session without(Session s, WordId word, std::initializer_list<std::string_view> ids) {
    std::uint64_t unknown = s.unknown_bits(word);
    for (const std::string_view id : ids) unknown |= bits_of(s, word, id);
    SetWords pasted{{{word, s.word(word), unknown}}, "pasted 1 word"};
    return apply_edit(s, pasted);
}

const Field& field_of_word(const Session& s, WordId word, std::string_view id) {
    return field_in(table_of(s, word), id);
}

TEST(UnknownBits, AreZeroInTheWordAndInsideIt) {
    const Session s = apply_edit({}, SetWord{WordId::idesc, ~0ull, 0xff000000ffull});
    EXPECT_EQ(s.word(WordId::idesc), 0xffffff00u);
    EXPECT_EQ(s.unknown_bits(WordId::idesc), 0xffu);
}

TEST(UnknownBits, AnEditOfAWordOrAFieldMakesItsBitsKnown) {
    const Session s = without({}, WordId::a_desc, {"start", "lbo"});
    EXPECT_EQ(s.unknown_bits(WordId::a_desc), 0x3fff3fffu);
    const Session after = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0x40});
    EXPECT_EQ(after.unknown_bits(WordId::a_desc), 0x3fff0000u);
    EXPECT_EQ(after.word(WordId::a_desc), 0x4000404000000040u);
    EXPECT_EQ(apply_edit(s, SetWord{WordId::a_desc, 7}).unknown_bits(WordId::a_desc), 0u);
}

TEST(UnknownBits, AFieldCanBecomeUnknownAgain) {
    const Session s = apply_edit({}, SetField{WordId::a_desc, &field(kSmem91, "lbo"), 5, 3});
    EXPECT_EQ(s.unknown_bits(WordId::a_desc), 0x30000u);
    EXPECT_EQ(s.word(WordId::a_desc), 0x4000404000040040u);
}

TEST(UnknownBits, UndoGivesThemBack) {
    Session s = without({}, WordId::a_desc, {"start"});
    History history;
    history.record_and_apply(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0x40});
    ASSERT_EQ(s.unknown_bits(WordId::a_desc), 0u);
    history.undo(s);
    EXPECT_EQ(s.unknown_bits(WordId::a_desc), 0x3fffu);
}

TEST(UnknownBits, TheHistoryShowsAQuestionMark) {
    const Session s = without({}, WordId::a_desc, {"start"});
    EXPECT_EQ(words_of(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0x40}), "A desc: start ? -> 1024");
    EXPECT_EQ(words_of(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0, 1}),
              "A desc: start 0b?????????????? -> 0b0000000000000?");
}

TEST(UnknownBits, MemoryFollowsTheWordWhenItIsCompleted) {
    Session s = without({}, WordId::a_desc, {"start", "swizzle"});
    s = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0x80});
    EXPECT_EQ(s.image.a.start, 0x800u);
    s = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "swizzle"), 4});
    EXPECT_EQ(s.image.a.mode, SwizzleMode::b64);
    s = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0x40});
    EXPECT_EQ(s.image.a.start, 0x800u) << "the start was known, so this edit changes no memory";
}

TEST(UnknownBits, EachPartOfTheMemoryFollowsItsOwnField) {
    Session s = without({}, WordId::a_desc, {"start"});
    OperandImage other = s.image.a;
    other.mode = SwizzleMode::b32;
    s = apply_edit(s, SetImage{Operand::a, other});
    s = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0x80});
    other.start = 0x800;
    EXPECT_EQ(s.image.a, other) << "the start was only assumed; the mode was selected";
}

TEST(UnknownBits, ACompletedWordLeavesAnImageThatNoWordDescribesAlone) {
    Session s = without({}, WordId::a_desc, {"start"});
    OperandImage other = s.image.a;
    other.writer = ImageWriter::cute;
    s = apply_edit(s, SetImage{Operand::a, other});
    s = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0x80});
    EXPECT_EQ(s.image.a, other);
}

TEST(UnknownBits, MemoryFollowsANumberWhileItIsTyped) {
    Session s = without({}, WordId::b_desc, {"start"});
    History history;
    for (const unsigned raw : {0u, 2u, 0x24u, 0x240u})
        history.record_and_apply(s, SetField{WordId::b_desc, &field(kSmem91, "start"), raw}, 7);
    EXPECT_EQ(s.image.b.start, 0x2400u);
    history.record_and_apply(s, SetField{WordId::b_desc, &field(kSmem91, "start"), 0x242}, 8);
    EXPECT_EQ(s.image.b.start, 0x2400u) << "another gesture is an edit of a known start";
    history.undo(s);
    history.undo(s);
    EXPECT_EQ(s.image.b.start, 0x4400u);
}

TEST(UnknownBits, LboThatNothingReadsDoesNotStopThePicture) {
    const Derived d = derive(without({}, WordId::a_desc, {"lbo"}));
    EXPECT_TRUE(d.a.placed()) << d.a.unplaced;
    EXPECT_TRUE(d.a.assumed.empty()) << d.a.assumed;
    EXPECT_EQ(d.a.bytes, derive({}).a.bytes);
}

TEST(UnknownBits, AnUnknownStartIsDrawnAtZeroAndTheSentenceSaysSo) {
    const Derived d = derive(without({}, WordId::a_desc, {"start"}));
    EXPECT_TRUE(d.a.placed());
    EXPECT_EQ(d.a.layout.start, 0u);
    EXPECT_EQ(d.a.assumed, "The start address of A desc has unknown bits. A is shown at 0x0, as if they were 0.");
    EXPECT_EQ(d.of(WordId::a_desc).summary, "128B at ?");
    const std::string sentence = trace(d, ElementFocus{Matrix::a, 3, 24}).sentence;
    EXPECT_NE(sentence.find(d.a.assumed), std::string::npos) << sentence;
}

TEST(UnknownBits, APictureAsksForEachFieldThatItNeeds) {
    struct Row {
        WordId word;
        std::string_view field;
        Operand operand;
    };
    const Row rows[] = {{WordId::a_desc, "swizzle", Operand::a},
                        {WordId::a_desc, "sbo", Operand::a},
                        {WordId::b_desc, "swizzle", Operand::b},
                        {WordId::idesc, "transpose_a", Operand::a},
                        {WordId::idesc, "transpose_b", Operand::b},
                        {WordId::idesc, "m", Operand::a},
                        {WordId::idesc, "n", Operand::b}};
    for (const Row& row : rows) {
        const Derived d = derive(without({}, row.word, {row.field}));
        const OperandView& o = d.of(row.operand);
        EXPECT_FALSE(o.placed()) << row.field;
        EXPECT_TRUE(o.bytes.empty()) << row.field;
        ASSERT_EQ(o.asks.size(), 1u) << row.field;
        EXPECT_EQ(o.asks[0], (FieldPlace{row.word, row.field}));
        EXPECT_NE(o.unplaced.find(std::string(row.field)), std::string::npos) << o.unplaced;
        EXPECT_TRUE(d.of(other_operand(row.operand)).placed()) << row.field << ": the other operand does not need it";
    }
}

// A field that a picture ignores must be able to have any value without changing the picture.
TEST(UnknownBits, APictureThatIsDrawnIsTheSameForAllValues) {
    const std::string_view some[] = {presets()[0].id, presets()[presets().size() / 2].id};
    std::size_t drawn = 0;
    for (const std::string_view id : some)
        for (const Field& f : table_of(find_preset(id)->session(), WordId::b_desc).fields) {
            if (f.id == "start") continue;
            const Session open = without(find_preset(id)->session(), WordId::b_desc, {f.id});
            const Derived d = derive(open);
            if (!d.b.placed()) continue;
            ++drawn;
            for (const std::uint64_t raw : {bit_mask(f.width), bit_mask(f.width) / 2, std::uint64_t{1}}) {
                const Derived known = derive(apply_edit(open, SetField{WordId::b_desc, &f, raw}));
                EXPECT_EQ(known.b.bytes, d.b.bytes) << id << ' ' << f.id << ' ' << raw;
            }
        }
    EXPECT_GT(drawn, 4u);
}

TEST(UnknownBits, TheSentenceNamesAllFields) {
    const Derived d = derive(without(without({}, WordId::a_desc, {"swizzle", "sbo"}), WordId::idesc, {"m"}));
    EXPECT_EQ(d.a.unplaced, "The places of A depend on unknown bits. Give swizzle of A desc and m of idesc a value.");
}

TEST(UnknownBits, TextsShowAQuestionMark) {
    const Derived d = derive(without({}, WordId::idesc, {"m", "a_type"}));
    EXPECT_EQ(d.of(WordId::idesc).summary, "? x 96  ? x f16 > f32");
    EXPECT_EQ(d.m_text, "?");
    EXPECT_EQ(d.a_type, "?");
    const auto chosen = std::ranges::find(d.kinds, true, &KindView::chosen);
    ASSERT_NE(chosen, d.kinds.end());
    EXPECT_EQ(chosen->summary, "D f32  A ?  B f16  ? x 96");
    EXPECT_NE(d.tmem.none.find("Give m of idesc a value"), std::string::npos) << d.tmem.none;
}

TEST(UnknownBits, PointingAtOneSaysThatItIsUnknown) {
    const Derived d = derive(without({}, WordId::a_desc, {"lbo"}));
    const Trace t = trace(d, BitFocus{WordId::a_desc, 20});
    EXPECT_NE(t.sentence.find("means ? (bits 29:16 are unknown)"), std::string::npos) << t.sentence;
    EXPECT_NE(t.sentence.find("if bit 20 is 1, it moves no element of A"), std::string::npos) << t.sentence;
}

bool has_error(const Derived& d, std::string_view field) {
    return std::ranges::any_of(d.problems, [&](const PlacedProblem& p) {
        return p.problem.severity == Severity::error && p.problem.field == field;
    });
}

TEST(UnknownBits, BreakNoRule) {
    for (const std::string_view id : {presets().front().id, presets().back().id})
        for (const WordRow& row : kWords) {
            const Preset& p = *find_preset(id);
            const Session s = p.session();
            const bool mask_fits = row.word != WordId::zcm || s.variant.ws;
            if (!mask_fits) continue;
            SetWords open{{{row.word, 0, bit_mask(table_of(s, row.word).bits)}}, "all bits unknown"};
            for (const PlacedProblem& problem : derive(apply_edit(s, open)).problems)
                EXPECT_NE(problem.problem.severity, Severity::error)
                    << p.id << ' ' << row.id << ' ' << problem.problem.rule << ' ' << problem.problem.text;
        }
}

TEST(UnknownBits, KnownBitsThatAreWrongStayAnError) {
    Session s;
    s.words[0] = set_field(field(kSmem91, "rsvd14"), s.words[0], 1);
    ASSERT_TRUE(has_error(derive(s), "rsvd14"));
    EXPECT_TRUE(has_error(derive(without(s, WordId::a_desc, {"start", "lbo"})), "rsvd14"));
    EXPECT_FALSE(has_error(derive(without(s, WordId::a_desc, {"rsvd14"})), "rsvd14"));
}

TEST(UnknownBits, AWrongFieldStaysAnErrorWhateverTheOtherWordsAre) {
    Session s;
    const Field& m = field_of_word(s, WordId::idesc, "m");
    s = apply_edit(s, SetField{WordId::idesc, &m, 1});  // M 16
    ASSERT_TRUE(has_error(derive(s), "m"));
    EXPECT_TRUE(has_error(derive(without(without(s, WordId::idesc, {"n"}), WordId::a_desc, {"start"})), "m"));
    EXPECT_FALSE(has_error(derive(without(s, WordId::idesc, {"m"})), "m"));
}

TEST(UnknownBits, ARunAsksForAFieldThatChangesTheResult) {
    for (const FieldPlace& place : {FieldPlace{WordId::a_desc, "start"}, FieldPlace{WordId::b_desc, "sbo"},
                                    FieldPlace{WordId::idesc, "negate_a"}, FieldPlace{WordId::idesc, "n"}}) {
        const JobAnswer job = emulator_job(derive(without({}, place.word, {place.field})));
        ASSERT_FALSE(job) << place.field;
        EXPECT_EQ(job.at, place);
        EXPECT_NE(job.why.find("The result depends on unknown bits. Give "), std::string::npos) << job.why;
    }
}

TEST(UnknownBits, ARunIgnoresAFieldThatChangesNothing) {
    const auto with = emulator_job(derive(without({}, WordId::a_desc, {"lbo"}))), plain = emulator_job(derive({}));
    ASSERT_TRUE(with) << with.why;
    ASSERT_TRUE(plain);
    EXPECT_EQ(emulate(*with)->d, emulate(*plain)->d);
}

TEST(UnknownBits, ACompletedPasteRunsRight) {
    Session s = without({}, WordId::a_desc, {"start"});
    s = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "start"), 0});
    const JobAnswer job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    EXPECT_TRUE(job->causes.empty()) << "memory was written where the completed word reads it";
}

TEST(UnknownBits, AMaskAsksForWhatItNeeds) {
    Session s;
    s.variant.ws = true;
    s = apply_edit(s, SetWord{WordId::zcm, 0x0003028100000000});
    EXPECT_TRUE(derive(s).mask.asks.empty());
    const Derived d = derive(without(s, WordId::zcm, {"skip_span"}));
    ASSERT_EQ(d.mask.asks.size(), 1u);
    EXPECT_EQ(d.mask.asks[0].field, "skip_span");
    EXPECT_EQ(d.of(WordId::zcm).summary, "? zeroed");
}

TEST(UnknownBits, AComparisonShowsAndUndoesThem) {
    const Session from;
    Session to = without({}, WordId::a_desc, {"start"});
    Session back = to, there = from;
    const auto changes = changes_between(from, to);
    ASSERT_EQ(changes.size(), 1u) << "memory did not change";
    EXPECT_EQ(changes[0].what, "A desc start: 1024 bytes (0x400) -> ?");
    for (const SessionChange& c : changes) back = apply_edit(back, c.restore);
    EXPECT_EQ(back, from);
    Session other = from;  // its memory is not where its words read it, but where a completed `to` would put it
    other.image.a.start = to.image.a.start = 0x800;
    EXPECT_EQ(apply_edit(to, changes_between(other, to).front().restore), other) << "no memory follows a comparison";
    for (const SessionChange& c : changes_between(to, from)) there = apply_edit(there, c.restore);
    EXPECT_EQ(there, to);
}

TEST(UnknownBits, FixingAllProblemsKeepsThem) {
    Session s = without({}, WordId::a_desc, {"start"});
    s = apply_edit(s, SetField{WordId::a_desc, &field(kSmem91, "version"), 0});
    const AllFixes all = fix_all(derive(s));
    ASSERT_TRUE(all.edit);
    const Session fixed = apply_edit(s, *all.edit);
    EXPECT_EQ(fixed.unknown_bits(WordId::a_desc), 0x3fffu);
    EXPECT_NE(fixed.word(WordId::a_desc), s.word(WordId::a_desc));
}

}  // namespace
}  // namespace tilescope
