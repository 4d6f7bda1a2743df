// tests/unit/notation/evidence_test.cpp -- what a text and the user say about a word beside its bits.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <utility>

namespace tilescope {
namespace {

// A word without its constant has the bits of a Hopper descriptor.
TEST(PasteCertainty, ThePlacesOfTheTextAndTheTargetSayWhichUnitReadsAWord) {
    const auto first = [](std::string_view text, std::string_view arch) {
        const PasteResult r = paste(text, {.arch = arch});
        if (r.words.empty()) return std::string("none");
        const PasteReading& best = r.words[0].readings.front();
        return say(best.format->id, ' ', name_of(best.certainty));
    };
    constexpr std::string_view kWord = "0x8000002000010040";
    EXPECT_EQ(first(kWord, ""), "wgmma confirmed");
    EXPECT_EQ(first(kWord, "sm_90a"), "wgmma confirmed");
    EXPECT_EQ(first(kWord, "sm_100a"), "smem secondary");
    EXPECT_EQ(first("0x4000404000010040", "sm_90a"), "wgmma secondary");
    EXPECT_EQ(first("0x4000404000010040", "sm_100f"), "smem confirmed");
    EXPECT_EQ(first(say("after tcgen05.mma, the kernel prints desc=", kWord), ""), "smem secondary");
    EXPECT_EQ(first(say("the wgmma kernel prints desc=", kWord), ""), "wgmma secondary");
    for (const auto& [bit, format] : {std::pair("61", "smem secondary"), std::pair("62", "wgmma confirmed")}) {
        const std::string text =
            say("uint64_t f(uint32_t addr, uint32_t mode) {\n    uint64_t d = addr >> 4 & 0x3fff;\n",
                "    d |= (uint64_t)8 << 16;\n    d |= (uint64_t)64 << 32;\n", "    d |= (uint64_t)(mode & 3) << ", bit,
                ";\n    return d;\n}\n", "void k() { uint64_t desc = f(smem, 2); }\n");
        EXPECT_EQ(first(text, ""), format) << text;
    }
}

TEST(PasteCertainty, ADescriptorWithoutAnAddressIsNotCertain) {
    const PasteResult r = paste(
        "fn d(&self, address: Value) -> Result<Value, Error> {\n"
        "    let rows: usize = 32;\n"
        "    let fields = self.wgmma_integer(block, ((rows as u64) << 32) | (3 << 62))?;\n"
        "    append(block, arith::ori(address, fields, self.location)?)\n}\n");
    ASSERT_EQ(r.words.size(), 1u) << r.sentence;
    EXPECT_EQ(r.words[0].readings.front().certainty, Certainty::secondary);
    EXPECT_NE(r.words[0].note.find("the start is 0"), std::string::npos) << r.words[0].note;
}

// 512 columns do not fit the field: their bit is in the next one, where it says nothing about the kind.
TEST(PasteCertainty, AValueThatIsTooWideSaysNothingAboutTheKind) {
    const PasteResult r = paste("idesc = (1<<4) | (1<<7) | (1<<10) | ((512>>3)<<17) | ((128>>4)<<24)");
    ASSERT_EQ(r.words.size(), 1u);
    EXPECT_EQ(r.words[0].readings.front().format->kind, "f16");
    ASSERT_FALSE(r.words[0].problems.empty());
    EXPECT_EQ(r.words[0].problems[0].rule, "L109");
}

}  // namespace
}  // namespace tilescope
