// tests/unit/kernel/live_comparison_test.cpp -- unit: what a GPU left in memory, compared with the model.
// SPDX-License-Identifier: MIT
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/kernel/live_comparison.h>

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
