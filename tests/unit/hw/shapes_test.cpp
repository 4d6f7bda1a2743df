// tests/unit/hw/shapes_test.cpp -- compares the legal sizes with Tables 39 and 52 of PTX ISA 9.1, typed as printed.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/hw/shapes.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

struct Row {
    ShapeQuery query;
    std::vector<unsigned> m;
    std::string n;  // the text of list_sizes()
};

TEST(Shapes, MatchTheTablesOfTheManual) {
    const std::vector<Row> rows = {
        {{.kind = "f16"}, {64, 128}, "8, 16, 24 ... 256"},
        {{.kind = "f16", .cta_group = 2}, {128, 256}, "16, 32, 48 ... 256"},
        {{.kind = "tf32", .ws = true}, {32, 64, 128}, "64, 128, 256"},
        {{.kind = "f16", .ws = true, .sparse = true}, {32, 64, 128}, "64, 128"},
        {{.kind = "i8"}, {64, 128}, "8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256"},
        {{.kind = "i8", .cta_group = 2}, {128, 256}, "32, 64, 96 ... 256"},
        {{.kind = "f8f6f4", .b_mn_major = true}, {64, 128}, "16, 32, 48 ... 256"},
        {{.kind = "f8f6f4", .cta_group = 2, .b_mn_major = true}, {128, 256}, "32, 64, 96 ... 256"},
        {{.kind = "mxf8f6f4"}, {128}, "8, 16, 24 ... 256"},
        {{.kind = "mxf4", .cta_group = 2}, {128, 256}, "16, 32, 48 ... 256"},
        {{.kind = "mxf4", .cta_group = 2, .sparse = true}, {256}, "16, 32, 48 ... 256"},
        {{.kind = "mxf4nvf4", .cta_group = 2, .k96 = true}, {256}, "16, 32, 48 ... 256"},
        {{.kind = "mxf4", .ws = true}, {}, ""},
        {{.kind = "f16", .cta_group = 2, .ws = true}, {}, ""},
        {{.kind = "f16", .family = family_of(kHopper)}, {64}, "8, 16, 24 ... 256"},
        {{.kind = "i8", .family = family_of(kHopper)},
         {64},
         "8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256"},
        {{.kind = "mxf4", .family = family_of(kHopper)}, {}, ""},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(legal_m(row.query), row.m) << row.query.kind << " cta " << row.query.cta_group;
        EXPECT_EQ(list_sizes(legal_n(row.query)), row.n) << row.query.kind << " cta " << row.query.cta_group;
    }
}

TEST(Shapes, ARefusalNamesTheNextLegalSize) {
    EXPECT_EQ(takes_n({.kind = "f16"}, 12).why,
              "N 12 is not legal for kind f16, cta_group 1. Legal: 8, 16, 24 ... 256. The next legal N is 16.");
    EXPECT_EQ(takes_m({.kind = "f16"}, 96).why, "M 96 is not legal for kind f16, cta_group 1. Legal: 64, 128.");
    EXPECT_EQ(takes_n({.kind = "f16"}, 96).why, "");
}

TEST(Shapes, TheNearestSizeIsALegalSize) {
    const std::vector<unsigned> legal = legal_n({.kind = "i8"});
    EXPECT_EQ(nearest_legal(legal, 39), 32u);
    EXPECT_EQ(nearest_legal(legal, 0), 8u);
    EXPECT_EQ(nearest_legal(legal, 9999), 256u);
    EXPECT_EQ(nearest_legal({}, 7), 7u);
}

TEST(NextLegal, IsAtLeastTheRequestedSizeIfPossible) {
    const auto pair = legal_n({.kind = "i8", .cta_group = 2}), one = legal_n({.kind = "i8"});
    EXPECT_EQ(next_legal(pair, 48), 64u);
    EXPECT_EQ(next_legal(one, 40), 48u);
    EXPECT_EQ(next_legal(one, 48), 48u);
    EXPECT_EQ(next_legal(one, 300), 256u);
    EXPECT_EQ(next_legal({}, 7), 7u);
}

TEST(Archs, AcceptTheFormsThatTheAssemblerAccepts) {
    struct Expected {
        const char *arch, *kind;
        bool sparse, accepted;
    };
    for (const Expected& w : {Expected{"sm_100a", "i8", false, true}, Expected{"sm_100f", "i8", false, false},
                              Expected{"sm_103a", "i8", false, false}, Expected{"sm_110a", "i8", false, true},
                              Expected{"sm_90a", "f16", false, false}, Expected{"sm_103f", "mxf4", true, false},
                              Expected{"sm_103a", "mxf4", true, true}, Expected{"sm_103f", "mxf4", false, true},
                              Expected{"sm_100f", "f16", true, true}, Expected{"sm_107a", "i8", false, false},
                              Expected{"sm_107f", "i8", false, false}, Expected{"sm_107a", "ti16", false, true},
                              Expected{"sm_107f", "ti16", true, true}, Expected{"sm_103a", "ti16", false, false},
                              Expected{"sm_107f", "mxf4", true, false}})
        EXPECT_EQ(can_run_on(*arch_named(w.arch), {.kind = w.kind, .sparse = w.sparse}).why.empty(), w.accepted)
            << w.arch << " " << w.kind;
}

TEST(Archs, OnlyHopperHasWgmma) {
    for (const ArchRow& arch : kArchs)
        EXPECT_EQ(can_run_on(arch, {.family = family_of(kHopper)}).why.empty(), arch.id == "sm_90a") << arch.id;
}

TEST(Archs, ARefusalNamesTheEditionOfALaterTarget) {
    EXPECT_EQ(find_arch("sm_107a", Edition::v9_1).why,
              "arch: sm_107a exists only in edition 9.4 and later; add --edition 9.4");
    EXPECT_TRUE(find_arch("sm_107a", Edition::v9_4));
    EXPECT_TRUE(find_arch("sm_107f", Edition::v9_4));
    EXPECT_NE(find_arch("sm_99", Edition::v9_1).why.find("use one of: sm_90a, sm_100a"), std::string::npos);
}

TEST(Archs, TargetsWithListsTheTargetsThatHaveAFeature) {
    EXPECT_EQ(targets_with(Feature::k96, Edition::v9_1), "sm_103a");
    EXPECT_EQ(targets_with(Feature::k96, Edition::v9_4), "sm_103a, sm_107a");
    EXPECT_EQ(targets_with(Feature::kind_ti16, Edition::v9_1), "sm_107a, sm_107f") << "no older target has the kind";
    EXPECT_EQ(can_run_on(*arch_named("sm_107a"), {.kind = "i8"}).why,
              "Kind i8 does not exist on sm_107a. It exists on sm_100a, sm_110a.");
    EXPECT_FALSE(has_feature("sm_1", Feature::tcgen05)) << "a target that is not in the table has no features";
}

// Source: ptxas 13.0.88 and 13.5.37, each target assembled for each chip. tests/ptxas compares with the assemblers.
TEST(Archs, AFamilyTargetRunsOnLaterChipsAndAnExactTargetOnOneChip) {
    EXPECT_EQ(targets_for_chip("9.0"), "sm_90a");
    EXPECT_EQ(targets_for_chip("10.0"), "sm_100a, sm_100f");
    EXPECT_EQ(targets_for_chip("10.3"), "sm_100f, sm_103a, sm_103f");
    EXPECT_EQ(targets_for_chip("10.7"), "sm_100f, sm_103f, sm_107a, sm_107f");
    EXPECT_EQ(targets_for_chip("11.0"), "sm_110a, sm_110f");
    EXPECT_EQ(targets_for_chip("10"), "");
    EXPECT_EQ(targets_for_chip(""), "");
    for (const ArchRow& arch : kArchs) {
        EXPECT_TRUE(runs_on(arch, chip_of(arch))) << arch.id;
        if (!arch.has(Feature::exact)) continue;
        EXPECT_EQ(arch.chips, chip_of(arch)) << arch.id << " is exact";
    }
    EXPECT_EQ(chip_of(*arch_named("sm_103f")), "10.3");
}

TEST(Archs, EachTargetHasItsMemorySizes) {
    EXPECT_EQ(smem_end(*arch_named("sm_100a")), 228u * 1024);
    EXPECT_EQ(smem_end(*arch_named("sm_107f")), 328u * 1024);
    EXPECT_EQ(arch_named("sm_107a")->smem->usable_bytes, 334'848u);
    EXPECT_EQ(arch_named("sm_107a")->tmem_columns, 576u);
    EXPECT_EQ(arch_named("sm_90a")->tmem_columns, 0u);
    EXPECT_EQ(kMostSmemBytes, 328u * 1024);
    EXPECT_EQ(kMostTmemColumns, 576u);
}

}  // namespace
}  // namespace tilescope
