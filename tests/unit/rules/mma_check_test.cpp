// tests/unit/rules/mma_check_test.cpp -- checks of one instruction together with its words.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/mma_check.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::string_view kPlain = "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;";
constexpr std::uint64_t kIdesc = 0x08200490, kKMajor = 0x4000404000010000;

MmaReport report(std::string_view text, const MmaWords& words = {}, std::string_view arch = "sm_100a") {
    return check_mma(*parse_mma_line(text), words, arch, Edition::v9_1);
}
bool has(const MmaReport& r, std::string_view rule, MmaPart part) {
    return std::ranges::any_of(r.problems,
                               [&](const MmaProblem& p) { return p.problem.rule == rule && p.part == part; });
}

TEST(MmaCheck, ValidInstructionHasNoProblem) {
    const MmaReport r = report(kPlain, {.a_desc = kKMajor, .b_desc = kKMajor, .idesc = kIdesc, .zcm = {}});
    EXPECT_TRUE(r.acceptance.accepted);
    EXPECT_TRUE(r.problems.empty()) << r.problems[0].problem.text;
}

// The types and M of a tcgen05 word are not those of the wgmma that this target has.
TEST(MmaCheck, ATargetWithoutTheInstructionSaysNothingAboutItsWords) {
    const MmaReport r = report(kPlain, {.a_desc = kKMajor, .b_desc = kKMajor, .idesc = kIdesc, .zcm = {}}, "sm_90a");
    ASSERT_EQ(r.problems.size(), 1u) << r.problems[1].problem.text;
    EXPECT_EQ(r.problems[0].problem.rule, "L65");
}

// The check ignores words that the instruction does not read.
TEST(MmaCheck, ShiftsAndReducingLoadsHaveNoDescriptors) {
    const MmaWords bad = {.a_desc = ~0ull, .b_desc = ~0ull, .idesc = ~0ull >> 32, .zcm = ~0ull};
    const MmaReport shift = report("tcgen05.shift.cta_group::1.down [t];", bad);
    EXPECT_TRUE(shift.acceptance.accepted && shift.problems.empty()) << shift.problems[0].problem.text;
    const MmaReport load = report("tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {a, b}, c, [t];", bad, "sm_103a");
    EXPECT_TRUE(load.acceptance.accepted && load.problems.empty()) << load.problems[0].problem.text;
}

// The sentence about a field of which some bits are open has the value of the word.
TEST(MmaCheck, ASentenceSaysWhatItTakesForOpenBits) {
    const auto said = [](std::uint64_t version) {
        const MmaWords words = {
            .a_desc = (kKMajor & ~(7ull << 46)) | version << 46, .b_desc = kKMajor, .idesc = kIdesc, .zcm = {}};
        const PartlyKnownWords open{words, {.a_desc = 1ull << 46, .b_desc = {}, .idesc = {}, .zcm = {}}};
        const MmaReport r = check_mma_for_sure(*parse_mma_line(kPlain), open, "sm_100a", Edition::v9_1);
        return r.problems.size() == 1 ? r.problems[0].problem.text : std::string();
    };
    EXPECT_NE(said(2).find("counts unknown bits as 0"), std::string::npos) << said(2);
    EXPECT_NE(said(3).find("as they are shown"), std::string::npos) << said(3);
}

TEST(MmaCheck, MoreWordsMeanMoreRules) {
    const std::size_t line = report(kPlain).rules, idesc = report(kPlain, {.idesc = kIdesc}).rules;
    EXPECT_GT(line, 0u);
    const Format& format = *idesc_format("f16", Edition::v9_1);
    EXPECT_GE(idesc, line + rules_for(format));
    EXPECT_GT(report(kPlain, {.a_desc = kKMajor, .b_desc = kKMajor, .idesc = kIdesc, .zcm = {}}).rules, idesc);
}

TEST(MmaCheck, AssemblerRefusalIsAProblemOfTheLine) {
    const MmaReport r = report("tcgen05.mma.ws.cta_group::2.kind::f16 [d], a, b, idesc, p;");
    EXPECT_FALSE(r.acceptance.accepted);
    ASSERT_TRUE(has(r, "L64", MmaPart::line));
    EXPECT_EQ(r.problems[0].problem.field, ".cta_group::2");
    EXPECT_FALSE(r.problems[0].problem.source.empty());
}

TEST(MmaCheck, WorstProblemComesFirst) {
    const MmaReport r = report("tcgen05.mma.cta_group::2.kind::f16 [d], a, b, idesc, p;",
                               {.a_desc = 0x4002404000010000, .b_desc = {}, .idesc = 0x08200498, .zcm = {}});
    EXPECT_GE(r.problems.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(r.problems, {}, [](const MmaProblem& p) { return p.problem.severity; }));
}

TEST(MmaCheck, NumbersInTheTextAreWords) {
    const MmaReport r = report("tcgen05.mma.cta_group::1.kind::f16 [d], a, 0x4000404004000000, 0x08200498, p;");
    EXPECT_TRUE(has(r, "L45", MmaPart::idesc));
    EXPECT_TRUE(has(r, "L6", MmaPart::b_desc));
    EXPECT_TRUE(has(report("tcgen05.mma.ws.cta_group::1.kind::f16 [d], a, b, idesc, p, 0x4000000000000000;"), "L73",
                    MmaPart::zcm));
}

TEST(MmaCheck, GivenWordReplacesTheNumberInTheText) {
    EXPECT_FALSE(has(report("tcgen05.mma.cta_group::1.kind::f16 [d], a, b, 0x08200498, p;", {.idesc = kIdesc}), "L45",
                     MmaPart::idesc));
}

TEST(MmaCheck, IgnoresADescriptorThatTheFormDoesNotRead) {
    const MmaWords words{.a_desc = 0x6000404000010000, .b_desc = {}, .idesc = kIdesc, .zcm = {}};
    EXPECT_TRUE(has(report(kPlain, words), "L3", MmaPart::a_desc));
    EXPECT_TRUE(report("tcgen05.mma.cta_group::1.kind::f16 [d], [a], b, idesc, p;", words).problems.empty());
}

TEST(MmaCheck, CtaPairHalvesTheRowsOfADescriptor) {
    const MmaWords words{.a_desc = {}, .b_desc = 0x4000400000010000, .idesc = 0x10040490, .zcm = {}};  // N = 16
    EXPECT_FALSE(has(report("tcgen05.mma.cta_group::2.kind::f16 [d], a, b, idesc, p;", words), "L36", MmaPart::b_desc));
    EXPECT_TRUE(has(report(kPlain, words), "L36", MmaPart::b_desc));
}

TEST(MmaCheck, ScaleSizeInTheTextDecidesTheLegalIds) {
    const auto text = [](std::string_view size) {
        return "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale" + std::string(size) +
               " [d], a, b, idesc, [sfa], [sfb], p;";
    };
    const MmaWords words{.a_desc = {}, .b_desc = {}, .idesc = 0x48a004a0, .zcm = {}};
    EXPECT_TRUE(has(report(text(".block16"), words), "L60", MmaPart::idesc));
    EXPECT_TRUE(has(report(text(".scale_vec::4X"), words), "L60", MmaPart::idesc));
    EXPECT_FALSE(has(report(text(".block32"), words), "L60", MmaPart::idesc));
    EXPECT_FALSE(has(report(text(".scale_vec::2X"), words), "L60", MmaPart::idesc));
}

TEST(MmaCheck, HopperReadsSizesAndTypesFromTheText) {
    const std::string text = "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {d0, d1, d2, d3}, a, b, p, 1, 1;";
    const MmaReport good = report(text, {.a_desc = 0x4000004000010040, .b_desc = {}, .idesc = {}, .zcm = {}}, "sm_90a");
    EXPECT_TRUE(good.problems.empty()) << good.problems[0].problem.text;
    const MmaReport flat = report(text, {.a_desc = 0x4000000000010000, .b_desc = {}, .idesc = {}, .zcm = {}}, "sm_90a");
    EXPECT_TRUE(has(flat, "L36", MmaPart::a_desc));
    // eight columns of N are one group of rows of B
    const MmaReport one = report(text, {.a_desc = {}, .b_desc = 0x4000000000010040, .idesc = {}, .zcm = {}}, "sm_90a");
    EXPECT_TRUE(one.problems.empty());
}

TEST(MmaCheck, UnknownKindLeavesTheDescriptorUnread) {
    const MmaReport r = report("tcgen05.mma.cta_group::1.kind::f17 [d], a, b, idesc, p;", {.idesc = 0xffffffff});
    EXPECT_FALSE(r.acceptance.accepted);
    for (const MmaProblem& p : r.problems) EXPECT_EQ(p.part, MmaPart::line) << p.problem.text;
}

TEST(MmaCheck, RefusesAnUnknownTargetByName) {
    const MmaReport r = report(kPlain, {.idesc = kIdesc}, "sm_42");
    ASSERT_FALSE(r.problems.empty());
    EXPECT_NE(r.problems[0].problem.text.find("sm_42"), std::string::npos);
}

TEST(MmaCheck, MetadataReportsItsFirstWrongCodeAndListsTheOthers) {
    const auto wrong = check_metadata(0x44404404, "f16");
    ASSERT_TRUE(wrong);
    EXPECT_NE(wrong->text.find("Code 0000 (bits 4 to 7)"), std::string::npos) << wrong->text;
    EXPECT_NE(wrong->text.find("Nor are the codes that begin at bit 16"), std::string::npos) << wrong->text;
    EXPECT_FALSE(check_metadata(0, "f15"));
}

// wgmma has no kind in its text: the type of A decides which codes are legal, as for tcgen05.
TEST(MmaCheck, MetadataOfWgmmaIsJudgedByItsTypes) {
    const auto line = [](std::string_view types) {
        const auto read =
            parse_mma_line(say("wgmma.mma_async.sp.sync.aligned.m64n8", types, " {d}, a, b, e, 0, p, 1, 1;"));
        EXPECT_TRUE(read) << read.why;
        return *read;
    };
    const MmaLine f16 = line("k32.f32.f16.f16"), tf32 = line("k16.f32.tf32.tf32"), s8 = line("k64.s32.s8.s8");
    EXPECT_FALSE(check_metadata(0x48c9d6e4, f16)) << "all legal codes of 2:4";
    EXPECT_FALSE(check_metadata(0x48c9d6e4, s8));
    EXPECT_FALSE(check_metadata(0x4e4e4e4e, tf32)) << "all legal codes of 1:2";
    for (unsigned code = 0; code < 16; ++code) {
        const std::uint32_t word = code * 0x11111111u;
        EXPECT_EQ(check_metadata(word, f16).has_value(), check_metadata(word, "f16").has_value()) << code;
        EXPECT_EQ(check_metadata(word, tf32).has_value(), check_metadata(word, "tf32").has_value()) << code;
    }
    const auto wrong = check_metadata(0x44444440, f16);
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->rule, "L85");
    EXPECT_EQ(wrong->certainty.measurement(), find_measurement("sparse-codes"));
    EXPECT_EQ(check_metadata(0x44444440, "f16")->certainty, Certainty::confirmed) << "tcgen05 is not measured";
    EXPECT_NE(wrong->text.find("An H100 runs with any code: code 0b0000 keeps elements 0 and 0 (measured"),
              std::string::npos)
        << wrong->text;
}

TEST(MmaCheck, KernelProblemNamesTheInstructions) {
    const auto mixed = check_kernel_text("tcgen05.mma.cta_group::1.kind::f16 x; tcgen05.commit.cta_group::2.b64 y;");
    ASSERT_EQ(mixed.size(), 1u);
    EXPECT_NE(mixed[0].text.find("tcgen05.mma has cta_group::1, but tcgen05.commit has cta_group::2"),
              std::string::npos)
        << mixed[0].text;
}

}  // namespace
}  // namespace tilescope
