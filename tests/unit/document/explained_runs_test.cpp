// tests/unit/document/explained_runs_test.cpp -- explanations of runs that read the right place with wrong contents.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

using Lines = std::vector<std::string>;

Session explained_preset(std::string_view id) {
    Session s = find_preset(id)->session();
    s.recipe[0].kind = s.recipe[1].kind = RecipeKind::random;
    return s;
}

Session explained_with(Session s, WordId word, std::string_view id, std::string_view value) {
    const auto then = with_field(*derive(s).of(word).format, s.word(word), id, value);
    EXPECT_TRUE(then) << then.why;
    return then ? apply_edit(s, SetWord{word, *then}) : s;
}

Session follow(const Session& s, Operand o) { return apply_edit(s, MatchWords{o}); }

// Returns the explanation of an element without the causes. The first line starts at its ": ".
Lines why(const Session& s, unsigned row, unsigned column) {
    const auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    const auto e = job ? emulate(*job, {.doubts = false}) : Refusal(job.why);
    EXPECT_TRUE(e) << e.why;
    if (!e) return {};
    EXPECT_EQ(e->verdicts[row * e->n + column], Verdict::wrong);
    Lines out = explanation_of(*job, *e, row, column);
    out[0] = out[0].substr(std::min(out[0].find(": "), out[0].size()));
    for (const Cause& c : job->causes) std::erase(out, c.sentence);
    return out;
}

// 96 rows of B that start 4 KiB below the end of shared memory: from row 32 on, they are past the end.
Session b_at_the_end() {
    return explained_with(explained_preset("k_major_128b_f16"), WordId::b_desc, "start", "0x38000");
}

TEST(ExplainedRuns, ReportsAReadPastTheEnd) {
    EXPECT_EQ(why(follow(b_at_the_end(), Operand::b), 0, 40),
              (Lines{": B was read past the end of shared memory.",
                     "B[40][0..15] were read past the end of shared memory, the first at byte 0x39400."}));
}

TEST(ExplainedRuns, ReportsAReadPastTheEndAndAnotherWidth) {
    Session s = follow(b_at_the_end(), Operand::b);
    s.image.b.type = "e4m3";
    s.image.b.start = 0x30000;
    EXPECT_EQ(why(s, 0, 40),
              (Lines{": B was written as e4m3, read as f16.",
                     "B was written as e4m3 of 8 bits and is read as f16 of 16 bits.",
                     "B[40][0..15] were read past the end of shared memory, the first at byte 0x39400."}));
}

TEST(ExplainedRuns, ReportsAnElementOverwrittenByTheOtherOperand) {
    const Session s = explained_with(explained_preset("k_major_128b_f16"), WordId::b_desc, "start", "0x400");
    EXPECT_EQ(why(follow(s, Operand::b), 3, 0), (Lines{": A and B overlap in memory, and B overwrote A.",
                                                       "A[3][0..15] were read where they were written, but B[3][0..15] "
                                                       "overwrote them, the first at byte 0x5b0."}));
}

// The right places are read, but they lie below the memory of the CTA.
TEST(ExplainedRuns, ReportsReadsBelowTheMemoryOfTheCta) {
    Session s = explained_with(explained_preset("wgmma_128b_f16"), WordId::a_desc, "start", "0x80");
    s.image.a.start = 0x80;
    const Lines lines = why(s, 0, 0);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0], ": A was read below the first byte of the CTA's memory, where the GPU reads 0.");
    EXPECT_EQ(lines[1], "A[0][0..15] were read below the memory of the CTA, which gives 0, the first at byte 0x90.");
}

// A is read at a wrong place, and B is overwritten: right words would not help.
TEST(ExplainedRuns, NameAnOverlapBeforeAWord) {
    Session s = explained_with(explained_preset("k_major_128b_f16"), WordId::b_desc, "start", "0x400");
    s = explained_with(follow(s, Operand::b), WordId::a_desc, "sbo", "512");
    EXPECT_EQ(why(s, 8, 0).front(), ": the wrong elements were read.");
    auto job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    job->a_is_last = true;
    const auto e = emulate(*job, {.doubts = false});
    ASSERT_TRUE(e) << e.why;
    const Lines lines = explanation_of(*job, *e, 8, 0);
    EXPECT_NE(lines[0].find(": A and B overlap in memory, and A overwrote B."), std::string::npos) << lines[0];
}

TEST(ExplainedRuns, NameAKStepThatReadsBytesThatNobodyWrote) {
    Session s = explained_preset("k_major_128b_f16");
    s.run.steps = 0;
    s.tensor_map.b = copy_from_descriptor(derive(s), Operand::b);
    s.tensor_map.b->map.dims[0] = s.tensor_map.b->map.box[0] = 48;
    s.image.b = {.writer = ImageWriter::tensor_map, .type = "f16"};
    EXPECT_EQ(why(s, 0, 0), (Lines{": K step 3 reads bytes of B that nobody wrote.",
                                   "K step 3 reads B[0][48..63] at bytes that nobody wrote, the first at 0x4460."}));
}

TEST(ExplainedRuns, ReportsAnElementOverwrittenByALaterElement) {
    Session s = explained_preset("k_major_none_f16");
    s.image.b = {.writer = ImageWriter::cute,
                 .start = s.image.b.start,
                 .cute = "((8," + std::to_string(derive(s).n / 8) + "),(8,8)):((8,0),(1,64))"};
    s = explained_with(explained_with(s, WordId::b_desc, "lbo", "128"), WordId::b_desc, "sbo", "0");
    const Lines lines = why(s, 0, 1);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0], ": elements of B overlap in memory.");
    const std::string last = std::to_string(derive(s).n - 8 + 1);
    EXPECT_TRUE(lines[1].starts_with("B[1][0..15] were read where ")) << lines[1];
    EXPECT_NE(lines[1].find(", but B[" + last + "][0..15] overwrote them, the first at byte "), std::string::npos)
        << lines[1];
}

TEST(ExplainedRuns, ReportsAnElementOverwrittenByScaleFactors) {
    Session s = explained_preset("k_major_128b_mxf4");
    s.run.scales_by_copy = true;
    s.run.scale_smem.a = s.image.a.start;
    const Lines lines = why(s, 0, 0);
    ASSERT_GE(lines.size(), 2u);
    EXPECT_EQ(lines[0], ": scale factors were read as A.");
    EXPECT_NE(lines[1].find(" read where scale factors were written, the first at byte "), std::string::npos)
        << lines[1];
}

}  // namespace
}  // namespace tilescope
