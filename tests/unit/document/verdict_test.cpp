// tests/unit/document/verdict_test.cpp -- tests the sentence about a result: right, wrong with its cause, or open.
// SPDX-License-Identifier: MIT
#include "tests/support/kernel_faults.h"

#include <tilescope/document/emulate.h>
#include <tilescope/document/verdict.h>

#include <gtest/gtest.h>

#include <utility>

namespace tilescope {
namespace {

Results results_of(const Session& session) {
    const Derived d = derive(session);
    JobAnswer job = emulator_job(d);
    EXPECT_TRUE(job) << job.why;
    Answer<Emulation> e = emulate(*job);
    EXPECT_TRUE(e) << e.why;
    Results out;
    out.repairs = repairs_of(d, *job, *e);
    out.job = std::move(*job);
    out.emulation = std::move(*e);
    return out;
}

class VerdictOf : public testing::Test {
protected:
    RunVerdict verdict(const Session& session) {
        results_ = results_of(session);
        return verdict_of(derive(session), results_);
    }
    static bool has(const RunVerdict& v, std::string_view part) { return v.sentence.find(part) != std::string::npos; }
    const test::KernelFault& sbo_ = test::kKernelFaults[0];

private:
    Results results_;  // the repair of a verdict is in it
};

TEST_F(VerdictOf, RightWordsAreRight) {
    const RunVerdict v = verdict(test::intended(sbo_));
    EXPECT_EQ(v.tone, VerdictTone::right) << v.sentence;
    EXPECT_TRUE(has(v, "K step 0 of 4: All 12288 elements of D are right")) << v.sentence;
    EXPECT_EQ(v.repair, nullptr);
}

TEST_F(VerdictOf, AWrongFieldIsNamedWithItsRightValue) {
    const RunVerdict v = verdict(test::broken(sbo_));
    EXPECT_EQ(v.tone, VerdictTone::wrong);
    EXPECT_TRUE(has(v, " wrong: sbo of b_desc is 512 bytes, should be 1024 bytes.")) << v.sentence;
    ASSERT_NE(v.repair, nullptr);
    EXPECT_EQ(apply_edit(test::broken(sbo_), v.repair->edit), test::intended(sbo_));
}

TEST_F(VerdictOf, AssumedWordsAreNeitherRightNorWrong) {
    for (Session s : {test::intended(sbo_), test::broken(sbo_)}) {
        s.assumed.bits[WordId::b_desc] = ~std::uint64_t{0};
        const RunVerdict v = verdict(s);
        EXPECT_EQ(v.tone, VerdictTone::open) << v.sentence;
        EXPECT_TRUE(v.sentence.starts_with("Unknown")) << v.sentence;
        EXPECT_EQ(v.repair, nullptr) << "a value that nobody gave needs no repair";
    }
}

// A fault in a word that is given is one, whatever the other word is.
TEST_F(VerdictOf, AFaultInAGivenWordIsNamedBesideAssumedValues) {
    Session s = test::broken(sbo_);
    s.assumed.form = true;
    const RunVerdict v = verdict(s);
    EXPECT_EQ(v.tone, VerdictTone::open);
    EXPECT_TRUE(v.sentence.starts_with("With the values assumed here, ")) << v.sentence;
    EXPECT_TRUE(has(v, " are wrong: sbo of b_desc is 512 bytes, should be 1024 bytes.")) << v.sentence;
    ASSERT_NE(v.repair, nullptr);
    EXPECT_EQ(apply_edit(s, v.repair->edit).word(WordId::b_desc), test::intended(sbo_).word(WordId::b_desc));
}

// scale-d says what D begins with, not what is read.
TEST_F(VerdictOf, AnAssumedScaleDLeavesTheVerdict) {
    Session right = test::intended(sbo_), wrong = test::broken(sbo_);
    right.assumed.scale_d = wrong.assumed.scale_d = true;
    EXPECT_EQ(verdict(right).tone, VerdictTone::right);
    const RunVerdict v = verdict(wrong);
    EXPECT_EQ(v.tone, VerdictTone::wrong);
    EXPECT_TRUE(has(v, " wrong: sbo of b_desc is 512 bytes, should be 1024 bytes.")) << v.sentence;
}

// What was written is at fault, so no field is.
TEST_F(VerdictOf, MemoryThatOverlapsIsTheFault) {
    Session s = test::intended(sbo_);
    s.image.b.start = s.image.a.start;
    const RunVerdict v = verdict(s);
    EXPECT_EQ(v.tone, VerdictTone::wrong);
    EXPECT_EQ(v.repair, nullptr) << v.sentence;
}

// Zeros are equal wherever they are read, and of whatever type they are.
TEST_F(VerdictOf, ZerosLeaveItOpen) {
    for (const test::KernelFault& fault : test::kKernelFaults)
        for (Session s : {test::intended(fault), test::broken(fault)}) {
            s.recipe_of(RecipeOf::a) = s.recipe_of(RecipeOf::b) = {.kind = RecipeKind::zeros};
            const RunVerdict v = verdict(s);
            EXPECT_NE(v.tone, VerdictTone::right) << v.sentence;
        }
}

// What the words request is no error, and proves nothing about the reads.
TEST_F(VerdictOf, RequestedElementsLeaveItOpen) {
    const RunVerdict v = verdict(test::broken(test::kKernelFaults[6]));
    EXPECT_EQ(v.tone, VerdictTone::open) << v.sentence;
    EXPECT_TRUE(has(v, "No element of D is wrong")) << v.sentence;
}

// A result is not right if equal values are so by chance.
TEST_F(VerdictOf, ValuesThatShowNothingAreSaid) {
    Session s = test::broken(sbo_);
    for (const RecipeOf of : {RecipeOf::a, RecipeOf::b}) s.recipe_of(of) = {.kind = RecipeKind::ones};
    const RunVerdict v = verdict(s);
    EXPECT_EQ(v.tone, VerdictTone::open) << v.sentence;
    EXPECT_TRUE(has(v, "wrong places of memory")) << v.sentence;
}

}  // namespace
}  // namespace tilescope
