// tests/unit/layout/descriptor_test.cpp -- conversions between words, layouts and masks lose no information.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

TEST(Descriptor, RoundTripsWordsOfKnownModes) {
    std::mt19937_64 random(7);
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const char* id : {"smem", "wgmma"}) {
            const Format& format = **find_format(id, {}, edition);
            const Field& swizzle = field_in(format, "swizzle");
            std::size_t compared = 0;
            for (int i = 0; i < 20000; ++i) {
                std::uint64_t word = random();
                for (const Field& f : format.fields)
                    if (f.encoding == Encoding::fixed) word = set_field(f, word, f.want);
                if (find_field(format, "k_segment")) word = set_field(field_in(format, "k_segment"), word, 0);
                if (name_in(swizzle.names, get_field(swizzle, word)).empty()) continue;
                const SmemLayout l = *layout_of(format, word, Major::k, kElementTypes[0], 8, 8);
                const auto back = descriptor_of(format, l);
                ASSERT_TRUE(back) << back.why;
                ASSERT_EQ(*back, word) << id;
                ++compared;
            }
            EXPECT_GT(compared, 9000u) << id;
        }
}

// Neither PTX ISA 9.1, Table 40, nor another document describes codes 3, 5 and 7.
TEST(Descriptor, AnUndocumentedSwizzleCodeHasNoLayout) {
    for (const Edition edition : {Edition::v9_1, Edition::v9_4}) {
        const Format& smem = **find_format("smem", {}, edition);
        for (std::uint64_t code = 0; code < 8; ++code) {
            const std::uint64_t word = set_field(field_in(smem, "swizzle"), 0x4000404000010040, code);
            const auto placed = layout_of(smem, word, Major::k, kElementTypes[0], 8, 8);
            const bool known = code != 3 && code != 5 && code != 7;
            EXPECT_EQ(bool(placed), known) << code;
            EXPECT_EQ(places_elements(smem, word).why.empty(), known) << code;
        }
        EXPECT_EQ(places_elements(smem, 0x6000404000010040).why,
                  "swizzle code 3 is in no manual, so the places of the elements are not known; use 0, 1, 2, 4 or 6");
    }
}

TEST(Descriptor, RefusesNumbersThatAWordCannotStore) {
    const Format& smem = **find_format("smem", {}, Edition::v9_1);
    const Format& wgmma = **find_format("wgmma", {}, Edition::v9_1);
    EXPECT_EQ(descriptor_of(smem, {.start = 0x408}).why,
              "the field 'start' must be a multiple of 16: 1024 or 1040, not 1032");
    EXPECT_FALSE(descriptor_of(smem, {.sbo = 1 << 18}));
    EXPECT_FALSE(descriptor_of(wgmma, {.mode = SwizzleMode::b128_32}));
    EXPECT_EQ(descriptor_of(wgmma, {.mode = SwizzleMode::b128, .absolute_lbo = true}).why,
              "wgmma descriptors have no lbo_mode; this field must be 0");
}

TEST(Descriptor, WithStartChangesTheStartAndInAbsoluteModeLbo) {
    const Format& smem = **find_format("smem", {}, Edition::v9_1);
    const std::uint64_t odd = 0x4010404005000100ull | 1ull << 50;  // a base offset that must stay
    SmemLayout l = *layout_of(smem, odd, Major::k, *find_type("e2m1x2"), 8, 96);
    l.start = 0x1030;
    EXPECT_EQ(*with_start(smem, odd, l), odd + 3);
    l.lbo = 0x9000;
    EXPECT_EQ(*with_start(smem, odd, l), 0x4010404009000103ull | 1ull << 50);
    l.absolute_lbo = false;
    EXPECT_EQ(*with_start(smem, odd, l), odd + 3) << "lbo is a stride, so it does not change";
    l.start = 0x40000;
    EXPECT_FALSE(with_start(smem, odd, l));
}

TEST(Descriptor, RoundTripsMasks) {
    const Format& zcm = **find_format("zcm", {}, Edition::v9_1);
    std::mt19937_64 random(11);
    for (int i = 0; i < 20000; ++i) {
        std::uint64_t word = random();
        for (const Field& f : zcm.fields)
            if (f.encoding == Encoding::fixed) word = set_field(f, word, f.want);
        const auto back = mask_word(zcm, mask_of(zcm, word));
        ASSERT_TRUE(back) << back.why;
        ASSERT_EQ(*back, word);
    }
}

}  // namespace
}  // namespace tilescope
