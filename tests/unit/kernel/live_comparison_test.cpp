// tests/unit/kernel/live_comparison_test.cpp -- unit: what a GPU left in memory, compared with the model.
// SPDX-License-Identifier: MIT
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/kernel/live_comparison.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

struct Emulated {
    EmulatorJob job;
    Emulation model;
};

Emulated emulated(const Session& session) {
    auto job = emulator_job(derive(session));
    EXPECT_TRUE(job) << job.why;
    auto model = emulate(*job);
    EXPECT_TRUE(model) << model.why;
    return {std::move(*job), std::move(*model)};
}

TEST(LiveComparison, TheModelEqualsItself) {
    for (const Preset& preset : presets()) {
        const Emulated e = emulated(preset.session());
        const auto result = compare_live(e.job, e.model, e.model.machine);
        ASSERT_TRUE(result) << preset.id << ": " << result.why;
        EXPECT_TRUE(result->is_equal()) << preset.id << ": " << sentences_of(*result, e.model).front();
        EXPECT_EQ(result->d, e.model.d) << preset.id;
    }
}

TEST(LiveComparison, AChangedWordOfDIsTheFirstDifference) {
    const Emulated e = emulated(Session{});
    Machine device = e.model.machine;
    device.tmem[0].put(5, 7, e.model.machine.tmem[0].cell(5, 7) ^ 1);
    const auto result = compare_live(e.job, e.model, device);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->different, 1u);
    EXPECT_EQ(result->first, (Element{5, 7}));
    EXPECT_EQ(result->most_ulps, 1);
    EXPECT_EQ(result->cells, 0u) << "the cell is a word of D";
    EXPECT_EQ(result->pattern, "column 7");
    EXPECT_TRUE(result->explains.empty());
}

TEST(LiveComparison, ADThatWasReadElsewhereIsComparedWordForWord) {
    const Emulated e = emulated(Session{});
    std::vector<std::uint32_t> d = e.model.d;
    const auto equal = compare_d(e.model, d);
    ASSERT_TRUE(equal) << equal.why;
    EXPECT_TRUE(equal->is_equal());
    EXPECT_EQ(equal->unknowns, 0u);
    EXPECT_FALSE(equal->has_cells);
    d[3 * e.model.n + 2] ^= 1;
    EXPECT_EQ(compare_d(e.model, d)->first, (Element{3, 2}));
    d.pop_back();
    EXPECT_NE(compare_d(e.model, d).why, "");
}

// B begins 8 rows too far: its last 8 rows are read where nothing was written. A recorded memory has bytes there, but
// for one.
TEST(LiveComparison, AWordFromBytesThatNobodyKnowsIsNotCompared) {
    Session s;
    const Field& start = field_in(format_of(s, WordId::b_desc), "start");
    s.word(WordId::b_desc) =
        set_field(start, s.word(WordId::b_desc), get_field(start, s.word(WordId::b_desc)) + 1024 / 16);
    Emulated e = emulated(s);
    std::vector<std::uint32_t> d(e.model.d.size(), 0x12345);
    auto c = compare_d(e.model, d);
    ASSERT_TRUE(c);
    EXPECT_EQ(c->unknowns, std::size_t{8} * e.model.m);
    EXPECT_EQ(c->different, d.size() - c->unknowns);
    EXPECT_EQ(c->unknown[e.model.n - 8], 1u);
    EXPECT_EQ(c->unknown[e.model.n - 9], 0u);
    EXPECT_NE(sentences_of(*c, e.model)[2].find("not compared"), std::string::npos);

    e.job.memory.assign(e.model.machine.smem[0].size(), 0);
    const std::uint64_t last = e.model.reads[0].b.first_bit.back() / 8;
    e.job.memory[last] = -1;
    const auto known = emulate(e.job);
    ASSERT_TRUE(known) << known.why;
    c = compare_d(*known, d);
    EXPECT_EQ(c->unknowns, known->m) << "only the last column";
    EXPECT_EQ(known->d[known->n - 2], 0u) << "the bytes of the memory are read";
}

TEST(LiveComparison, ACellOutsideDIsFound) {
    const Emulated e = emulated(Session{});
    Machine device = e.model.machine;
    device.tmem[0].put(9, 500, 0x1234);
    const auto result = compare_live(e.job, e.model, device);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->different, 0u);
    ASSERT_EQ(result->cells, 1u);
    EXPECT_EQ(result->first_cells[0], (CellDifference{0, 9, 500, 0x1234, kUnwrittenCell}));
    EXPECT_FALSE(result->is_equal());
}

TEST(LiveComparison, TheHighHalfOfA16BitWordIsOutsideD) {
    Session session;
    session.words[static_cast<std::size_t>(WordId::idesc)] &= ~std::uint64_t{0x30};  // D f16
    const Emulated e = emulated(session);
    ASSERT_EQ(e.model.d_type, "f16");
    Machine device = e.model.machine;
    device.tmem[0].put(3, 4, 0, 0xffff0000);
    const auto result = compare_live(e.job, e.model, device);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->different, 0u);
    EXPECT_EQ(result->cells, 1u);
}

TEST(LiveComparison, AnOpenQuestionThatGivesEveryWordExplains) {
    Emulated e = emulated(Session{});
    Machine device = e.model.machine;
    std::vector<std::uint32_t> d = e.model.d;
    d[e.model.n + 3] ^= 1;
    device.tmem[0].put(1, 3, d[e.model.n + 3]);
    std::vector<std::uint32_t> other = d;
    other[0] ^= 1;
    e.model.others = {{Doubt::g16, other}, {Doubt::mmasim, d}};
    e.model.present = set_of(Doubt::g16) | set_of(Doubt::mmasim);
    const auto result = compare_live(e.job, e.model, device);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->different, 1u);
    ASSERT_EQ(result->explains.size(), 1u);
    EXPECT_EQ(result->explains[0]->doubt, Doubt::mmasim);
    const std::vector<std::string> sentences = sentences_of(*result, e.model);
    EXPECT_TRUE(
        std::ranges::any_of(sentences, [](const std::string& s) { return s.starts_with("The open question"); }));
}

TEST(LiveComparison, AnotherNumberOfCtasIsRefused) {
    const Emulated e = emulated(Session{});
    Machine device = e.model.machine;
    device.ctas = 2;
    EXPECT_FALSE(compare_live(e.job, e.model, device));
}

}  // namespace
}  // namespace tilescope
