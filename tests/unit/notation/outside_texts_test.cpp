// tests/unit/notation/outside_texts_test.cpp -- kinds of texts that a tester found wrong, in our own words.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

// "smem secondary 0x4000404000010000 ?0x3fff": the first readings, in the order of the text.
std::string readings_of(std::string_view text) {
    PasteResult r = paste(text);
    std::ranges::stable_sort(r.words, {}, [](const FoundWord& w) { return w.span.begin; });
    std::string out;
    for (const FoundWord& w : r.words) {
        const PasteReading& best = w.readings.front();
        out +=
            say(out.empty() ? "" : "; ", best.format->id, best.format->kind.empty() ? "" : ":", best.format->kind, ' ',
                name_of(best.certainty), ' ', hex(best.word), best.unknown == 0 ? "" : say(" ?", hex(best.unknown)));
    }
    return out;
}

TEST(OutsideTexts, FieldsInAnyOrderStayOpen) {
    const PasteResult r = paste(
        "uint32_t make_idesc(uint32_t m, uint32_t n, bool tb) { return (DFMT << 4) | ((m >> 4) << 24) | ((n >> 3) << "
        "17) | "
        "(static_cast<uint32_t>(tb) << 16); }\n");
    for (const FoundWord& w : r.words) {
        const PasteReading& best = w.readings.front();
        if (best.format->kind.empty()) continue;
        EXPECT_NE(get_field(field_in(*best.format, "m"), best.unknown), 0u) << "M is a parameter";
        EXPECT_NE(get_field(field_in(*best.format, "n"), best.unknown), 0u) << "N is a parameter";
    }
}

TEST(OutsideTexts, TheInstructionSaysWhichUnitReadsAnOperand) {
    EXPECT_EQ(
        readings_of("uint64_t desc_a = 0x4000004000000000 | (matrix_descriptor_encode(__cvta_generic_to_shared(sA)));\n"
                    "asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\");\n"),
        "smem unknown 0x4000004000000000 ?0x3fff");
    EXPECT_EQ(readings_of("constexpr uint32_t instruction_desc = 0x084004A0;\n"
                          "asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\");\n"),
              "idesc:f16 secondary 0x84004a0");
    EXPECT_EQ(readings_of("desc_a.leading_byte_offset_ = 1;\ndesc_a.stride_byte_offset_ = 64;\n").substr(0, 15),
              "wgmma secondary");
}

TEST(OutsideTexts, ASentenceCanAddTheAddress) {
    for (const char* text : {"The descriptor is 0x4000404000010000 OR (addr >> 4)",
                             "descriptor = 0x4000404000010000 plus the start address",
                             "The smem descriptor `0x4000404000010000 OR (((base + 33792) >> 4) & 0x7fff)`"})
        EXPECT_NE(readings_of(text).find("0x4000404000010000 ?0x3fff"), std::string::npos) << text << readings_of(text);
    EXPECT_EQ(readings_of("smem_desc_b 0x4000404000010000").find('?'), std::string::npos);
}

TEST(OutsideTexts, ConstantsWithoutASubjectAreNotCertain) {
    const std::string r =
        readings_of("static const unsigned long long v[] = { 0x4000004000000001ULL, 0x8000008000000001ULL };");
    EXPECT_EQ(r.find("confirmed"), std::string::npos) << r;
}

TEST(OutsideTexts, ACutCallLosesNoWord) {
    EXPECT_NE(readings_of("uint64_t a_desc = 0x4000404000011484;\nmma_call(tmem, a_desc,\n").find("0x4000404000011484"),
              std::string::npos);
}

TEST(OutsideTexts, CodeInAStringOfPythonIsRead) {
    EXPECT_NE(readings_of("src = r\"\"\"\nconstexpr uint32_t idesc = 0x08200490;\n\"\"\"\n").find("0x8200490"),
              std::string::npos);
}

TEST(OutsideTexts, AFullStopIsNoPartOfANumber) {
    EXPECT_NE(readings_of("We printed smem_desc_b 0x4000404000012e84.").find("0x4000404000012e84"), std::string::npos);
    EXPECT_NE(readings_of("desc_a = 0x4000404000011484, desc_b = 0x4000404000012E84.").find("0x4000404000012e84"),
              std::string::npos);
}

TEST(OutsideTexts, ArgumentsOfAHelperWithInlineAssemblyAreWords) {
    constexpr std::string_view kHelper =
        "__device__ void mma(uint32_t t, uint64_t a, uint64_t b, uint32_t i) {\n"
        "    asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, 1;\" :: \"r\"(t), \"l\"(a), \"l\"(b), "
        "\"r\"(i));\n}\n";
    for (const char* use : {"void k() { mma(tmem, 0x4000404000010040, 0x4000404000010080, 0x08100490); }\n",
                            "void k() { uint32_t idesc = 0x08100490; mma(tmem, da, db, idesc); }\n"})
        EXPECT_NE(readings_of(say(kHelper, use)).find("0x8100490"), std::string::npos) << use;
}

}  // namespace
}  // namespace tilescope
