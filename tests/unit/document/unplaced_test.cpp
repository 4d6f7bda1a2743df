// tests/unit/document/unplaced_test.cpp -- undefined swizzle codes: no output claims a location.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint64_t kNoCodes[] = {3, 5, 7};

Session with_code(WordId word, std::uint64_t code) {
    Session s;
    s.words[static_cast<std::size_t>(word)] = (s.word(word) & ~(std::uint64_t{7} << 61)) | code << 61;
    return s;
}

TEST(UndocumentedSwizzle, NoElementHasALocation) {
    for (const std::uint64_t code : kNoCodes)
        for (const Operand o : kBothOperands) {
            const Derived d = derive(with_code(word_of(o), code));
            EXPECT_FALSE(d.of(o).placed());
            EXPECT_TRUE(d.of(o).bytes.empty());
            EXPECT_FALSE(d.of(o).overlaps);
            EXPECT_NE(d.of(o).unplaced.find("is in no manual"), std::string::npos) << d.of(o).unplaced;
            EXPECT_TRUE(d.of(other_operand(o)).placed()) << "the other operand has a location";
        }
}

TEST(UndocumentedSwizzle, PointingAtAnElementNamesNoByte) {
    const Derived d = derive(with_code(WordId::a_desc, 3));
    const Trace t = trace(d, ElementFocus{Matrix::a, 3, 24});
    EXPECT_TRUE(t.bytes.empty());
    EXPECT_EQ(
        t.sentence,
        "A[3][24]: The location of A is not known: swizzle code 3 is in no manual, so the places of the elements are "
        "not known; use 0, 1, 2, 4 or 6.");
}

TEST(UndocumentedSwizzle, DoesNotReportAByteAsEmpty) {
    const Derived d = derive(with_code(WordId::a_desc, 5));
    const Trace t = trace(d, ByteFocus{0, 0x580});
    EXPECT_TRUE(t.elements.empty());
    EXPECT_EQ(t.sentence.find("no element of A or B"), std::string::npos) << t.sentence;
    EXPECT_NE(t.sentence.find("The location of A is not known"), std::string::npos) << t.sentence;
}

TEST(UndocumentedSwizzle, ABitThatGivesAnUndefinedCodeMovesNoElement) {
    const Derived d = derive({});
    const Trace t = trace(d, BitFocus{WordId::a_desc, 61});  // 2 would become 3
    EXPECT_TRUE(t.elements.empty());
    EXPECT_NE(t.sentence.find("swizzle code 3 is in no manual"), std::string::npos) << t.sentence;
}

TEST(UndocumentedSwizzle, ElementOfDNamesBytesOfTheOtherOperandOnly) {
    const Derived d = derive(with_code(WordId::b_desc, 7));
    for (const ByteFocus& b : trace(d, ElementFocus{Matrix::d, 3, 5}).bytes)
        EXPECT_TRUE(std::ranges::find(d.a.bytes, b.address / 2 * 2) != d.a.bytes.end()) << b.address;
}

TEST(UndocumentedSwizzle, EmulationIsRefusedWithTheField) {
    for (const std::uint64_t code : kNoCodes) {
        const JobAnswer job = emulator_job(derive(with_code(WordId::b_desc, code)));
        ASSERT_FALSE(job);
        EXPECT_NE(job.why.find("The location of B is not known"), std::string::npos) << job.why;
        ASSERT_TRUE(job.at);
        EXPECT_EQ(job.at->word, WordId::b_desc);
        EXPECT_EQ(job.at->field, "swizzle");
    }
}

TEST(UndocumentedSwizzle, TheEmulatorRefusesAnUncheckedInstruction) {
    auto job = emulator_job(derive({}));
    ASSERT_TRUE(job) << job.why;
    job->steps.front().a_desc |= std::uint64_t{1} << 61;
    const auto ran = emulate(*job);
    ASSERT_FALSE(ran);
    EXPECT_EQ(ran.why,
              "A cannot be read: swizzle code 3 is in no manual, so the places of the elements are not known; use 0, "
              "1, 2, 4 or 6.");
}

TEST(UndocumentedSwizzle, IsNotComparedWithATensorMap) {
    Session s;
    s.tensor_map.a = copy_from_descriptor(derive(s), Operand::a);
    ASSERT_TRUE(derive(s).tma.a.agreement.different == 0);
    s.words[0] |= std::uint64_t{1} << 61;
    const Derived d = derive(s);
    EXPECT_TRUE(d.tma.a.bytes.empty());
    EXPECT_EQ(d.tma.a.agreement.equal + d.tma.a.agreement.different, 0u);
    for (const PlacedProblem& p : d.problems) EXPECT_NE(p.problem.rule, "L93");
}

TEST(UndocumentedSwizzle, MemoryThatFollowsTheWordsKeepsItsMode) {
    const Session s = with_code(WordId::a_desc, 3);
    ASSERT_EQ(s.image.a.mode, SwizzleMode::b128);
    EXPECT_EQ(apply_edit(s, MatchWords{Operand::a}).image.a.mode, SwizzleMode::b128);
}

TEST(UndocumentedSwizzle, ReportsThatAIsInTensorMemory) {
    const Derived d = derive(find_preset("pair_a_in_tmem")->session());
    EXPECT_FALSE(d.a.in_smem);
    EXPECT_EQ(d.a.unplaced, "A is read from tensor memory in this form.");
}

}  // namespace
}  // namespace tilescope
