// tests/unit/document/emulate_sight_test.cpp -- which equal elements of D prove a correct read.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/emulator/emulation.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tilescope {
namespace {

Emulation run_with_sight(const Session& session) {
    const JobAnswer job = emulator_job(derive(session));
    EXPECT_TRUE(job) << job.why;
    auto e = emulate(*job, {.doubts = false});
    EXPECT_TRUE(e) << e.why;
    return std::move(*e);
}

Session covered(Session s) {
    for (const Edit& edit : covering_values(s)) s = apply_edit(s, edit);
    return s;
}

void set_field(Session& s, WordId word, std::string_view id, std::uint64_t raw) {
    s = apply_edit(s, SetField{word, find_field(*derive(s).of(word).format, id), raw});
}

// One K step of an A that is the identity: from row 16 on, A is zero.
TEST(ValuesThatShowErrors, ZerosOnBothSidesProveNothing) {
    const Emulation e = run_with_sight({});
    constexpr std::size_t kSeen = 16 * 96;
    EXPECT_EQ(e.count[0], 128u * 96);
    EXPECT_EQ(e.sight, (Sight{.computed = 128 * 96, .a = kSeen, .b = kSeen, .both = kSeen, .equal = kSeen}));
    for (std::size_t i = 0; i < e.shows.size(); ++i) ASSERT_EQ(e.shows[i], i / e.n < 16 ? kShowsA | kShowsB : 0) << i;
    EXPECT_EQ(sight_in_words(e),
              "1536 of the 12288 equal elements check both operands: a wrong read of A, or of B, could make them "
              "wrong. The other 10752 can be equal although A or B was read wrongly: they do not prove that the words "
              "are right.");
}

// B was written with sbo 1024 and is read with 512: 10880 elements are equal, and 128 of them prove something.
TEST(ValuesThatShowErrors, FewEqualElementsProveSomethingForAWrongSbo) {
    Session s;
    set_field(s, WordId::b_desc, "sbo", 512 / 16);
    const Emulation e = run_with_sight(s);
    EXPECT_EQ(e.count[0], 10880u);
    EXPECT_EQ(e.sight.equal, 128u);
    EXPECT_EQ(run_with_sight(covered(s)).sight.both, e.d.size());
}

// Only the first 8 rows of B are read where they were written.
TEST(ValuesThatShowErrors, CountsTheElementsThatAreComputedFromWrongPlaces) {
    EXPECT_EQ(run_with_sight({}).sight.misplaced, 0u);
    Session s;
    set_field(s, WordId::b_desc, "sbo", 512 / 16);
    const Emulation e = run_with_sight(s);
    EXPECT_EQ(e.sight.misplaced, 128u * 88);
    EXPECT_EQ(e.count[static_cast<std::size_t>(Verdict::wrong)], 1408u);
    EXPECT_EQ(
        sight_in_words(e),
        "11264 elements of D are computed from wrong places of memory, but only 1408 of them are wrong: the other "
        "values are the same by chance. 128 of the 10880 equal elements check both operands: a wrong read of A, or of "
        "B, could make them wrong. The other 10752 can be equal although A or B was read wrongly: they do not prove "
        "that the words are right.");
    const Emulation all = run_with_sight(covered(s));
    EXPECT_EQ(all.sight.misplaced, 128u * 88);
    EXPECT_GT(all.count[static_cast<std::size_t>(Verdict::wrong)], 10000u);
}

// The last 8 rows of B are read after the written memory. The others are read one group too far.
TEST(ValuesThatShowErrors, AStartPartlyOutsideOfTheWrittenMemoryIsAWrongPlaceForAll) {
    Session s;
    set_field(s, WordId::b_desc, "start", 0x4800 / 16);
    const Emulation e = run_with_sight(s);
    EXPECT_EQ(e.sight.misplaced, e.d.size());
    EXPECT_LT(e.count[static_cast<std::size_t>(Verdict::wrong)], e.d.size()) << "rows of zeros of A hide it";
}

TEST(ValuesThatShowErrors, EqualValuesEverywhereProveNothing) {
    Session s;
    s.recipe[0] = s.recipe[1] = {.kind = RecipeKind::ones};
    const Emulation e = run_with_sight(s);
    EXPECT_EQ(e.sight.a + e.sight.b, 0u);
    EXPECT_EQ(sight_in_words(e),
              "None of the 12288 equal elements checks both operands: each can be equal although A or B was read "
              "wrongly, so they do not prove that the words are right.");
}

TEST(ValuesThatShowErrors, ChecksEachOperandSeparately) {
    Session s;
    s.recipe[0] = {.kind = RecipeKind::ones};
    s.recipe[1] = {.kind = RecipeKind::columns};
    const Emulation e = run_with_sight(s);
    EXPECT_EQ(e.sight.a, 0u) << "all elements of A are equal";
    EXPECT_EQ(e.sight.b, 128u * 96);
    EXPECT_EQ(e.sight.both, 0u);
}

TEST(ValuesThatShowErrors, AFactorOfZeroHidesItsBlock) {
    Session s = find_preset("block_scaled_mxf4nvf4")->session();
    s = covered(s);
    ASSERT_EQ(run_with_sight(s).sight.both, run_with_sight(s).sight.computed);
    s.recipe[static_cast<std::size_t>(RecipeOf::sfa)] = {.kind = RecipeKind::zeros};
    EXPECT_EQ(run_with_sight(s).sight.both, 0u);
}

// The definition as plain code: if a neighbour replaces one element, the sum changes.
class Reference {
public:
    Reference(const EmulatorJob& job)
        : m_(job.expected.m), n_(job.expected.n), k_(job.expected.k), a_(job.expected.a), b_(job.expected.b) {}

    bool shows(bool is_a, std::size_t i, std::size_t j) const {
        const auto& tested = is_a ? a_ : b_;
        const auto& other = is_a ? b_ : a_;
        const std::size_t rows = is_a ? m_ : n_, row = is_a ? i : j, partner = is_a ? j : i;
        const auto beside = [](std::size_t at, std::size_t count) { return at + 1 < count ? at + 1 : at - 1; };
        for (std::size_t k = 0; k < k_; ++k) {
            const auto value = [](std::uint32_t w) { return static_cast<std::int8_t>(w); };
            const int with = value(other[partner * k_ + k]), now = value(tested[row * k_ + k]);
            const int right = value(tested[row * k_ + beside(k, k_)]),
                      below = value(tested[beside(row, rows) * k_ + k]);
            if ((right - now) * with != 0 || (below - now) * with != 0) return true;
        }
        return false;
    }

private:
    std::size_t m_, n_, k_;
    const std::vector<std::uint32_t>&a_, &b_;
};

TEST(ValuesThatShowErrors, MatchesTheDefinitionForSparseNumbers) {
    Session s;
    s.variant.kind = "i8";
    s.words[2] = 0x080600a0;  // s8 x s8, 128 x 24
    s.tile_k = 64;
    for (const Operand o : kBothOperands) s = apply_edit(s, MatchWords{o});
    s.recipe[0] = s.recipe[1] = {.kind = RecipeKind::zeros};
    s.run.steps = 0;
    JobAnswer job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    std::mt19937 random(5);
    for (auto* words : {&job->expected.a, &job->expected.b})
        for (std::uint32_t& w : *words) w = random() % 40 == 0 ? random() & 0xff : 0;
    const auto e = emulate(*job);
    ASSERT_TRUE(e) << e.why;
    const Reference reference(*job);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < e->d.size(); ++i) {
        ASSERT_EQ((e->shows[i] & kShowsA) != 0, reference.shows(true, i / e->n, i % e->n)) << i;
        ASSERT_EQ((e->shows[i] & kShowsB) != 0, reference.shows(false, i / e->n, i % e->n)) << i;
        seen += e->shows[i] != 0 ? 1 : 0;
    }
    EXPECT_GT(seen, e->d.size() / 10);
    EXPECT_LT(seen, e->d.size()) << "the test needs elements that prove something and elements that do not";
}

void expect_all_could_show(Session s, std::string_view what) {
    s.run.steps = 0;  // all of the tile
    const Emulation e = run_with_sight(covered(s));
    EXPECT_GT(e.sight.computed, 0u) << what;
    EXPECT_EQ(e.sight.both, e.sight.computed) << what;
    // Sums are exact, so a different sum gives a different word.
    for (const ExactWord& w : e.expected) ASSERT_TRUE(w.exact) << what;
}

TEST(CoveringValues, EveryElementOfEveryPresetRevealsAWrongRead) {
    for (const Preset& p : presets()) expect_all_could_show(p.session(), p.id);
}

TEST(CoveringValues, EveryElementRevealsAWrongReadForEveryTypeAndManySizes) {
    struct Kind {
        const char* kind;
        const char* types;
        std::uint32_t idesc;
        unsigned k;
    };
    // The loop below sets M and N.
    const Kind kinds[] = {
        {"f16", "f16", 0x10, 16},       {"f16", "f16 to f16", 0x0, 16}, {"f16", "bf16", 0x490, 16},
        {"tf32", "tf32", 0x910, 8},     {"f8f6f4", "e4m3", 0x10, 32},   {"f8f6f4", "e4m3 to f16", 0x0, 32},
        {"f8f6f4", "e5m2", 0x490, 32},  {"f8f6f4", "e2m3", 0xd90, 32},  {"f8f6f4", "e3m2", 0x1210, 32},
        {"f8f6f4", "e2m1", 0x1690, 32}, {"i8", "u8", 0x20, 32},         {"i8", "s8", 0x4a0, 32}};
    struct Size {
        unsigned m, n, steps;
    };
    for (const Kind& kind : kinds)
        for (const Size& size : {Size{64, 16, 1}, Size{128, 48, 3}, Size{64, 256, 1}}) {
            Session s;
            s.variant.kind = kind.kind;
            s.words[2] = kind.idesc;
            set_field(s, WordId::idesc, "n", size.n / 8);
            set_field(s, WordId::idesc, "m", size.m / 16);
            s.words[0] = 0x4000404000010000, s.words[1] = 0x4000404000010800;
            s.tile_k = kind.k * size.steps;
            for (const Operand o : kBothOperands) s = apply_edit(s, MatchWords{o});
            expect_all_could_show(s, say(kind.types, ' ', size.m, " x ", size.n, ", steps ", size.steps));
        }
}

TEST(CoveringValues, AreNotOfferedIfTheyAreAlreadyUsed) {
    const Session s = covered({});
    EXPECT_TRUE(covering_values(s).empty());
    EXPECT_EQ(sight_in_words(run_with_sight(s)),
              "Each equal element checks both operands: a wrong read of A, or of B, could make it wrong.");
}

}  // namespace
}  // namespace tilescope
