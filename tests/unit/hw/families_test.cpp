// tests/unit/hw/families_test.cpp -- the rows of the families fit to the tables that they name.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/families.h>

#include <gtest/gtest.h>

#include <string>

namespace tilescope {
namespace {

TEST(Families, HaveAFormatWithTheirSwizzleCodesInEveryEdition) {
    for (const FamilyRow& family : kFamilies)
        for (std::size_t e = 0; e <= static_cast<std::size_t>(kNewestEdition); ++e) {
            const auto format = find_format(family.smem, {}, static_cast<Edition>(e));
            ASSERT_TRUE(format) << format.why;
            EXPECT_EQ(family_reading((*format)->id), &family);
            for (const std::string id : {"start", "lbo", "sbo"})
                EXPECT_TRUE(find_field(**format, id)) << family.id << id;
            for (const NamedValue& n : field_in(**format, "swizzle").names) {
                const SwizzleRow* mode = mode_with_code(family, n.raw);
                ASSERT_NE(mode, nullptr) << family.id << ' ' << n.raw;
                EXPECT_EQ(mode->name, n.name) << family.id;
            }
        }
}

TEST(Families, AreThoseOfTheirTargets) {
    for (const ArchRow& arch : kArchs) {
        const FamilyRow* family = family_with(arch.features);
        EXPECT_EQ(&family_of(arch), family != nullptr ? family : &kFamilies[0]) << arch.id;
        if (family == nullptr) continue;
        EXPECT_EQ(arch.tmem_columns != 0, family->d == Storage::tensor_memory) << arch.id;
        for (const FamilyRow& other : kFamilies)
            EXPECT_EQ(target_with(other, arch.id), &other == family ? arch.id : other.target);
    }
    EXPECT_EQ(family_reading("zcm"), nullptr);
    EXPECT_EQ(&family_of("no target"), &kFamilies[0]);
    EXPECT_EQ(only_target_with(Feature::wgmma), arch_named(kHopper));
    EXPECT_EQ(only_target_with(Feature::tcgen05), nullptr);
}

}  // namespace
}  // namespace tilescope
