// tests/unit/study/variation_test.cpp -- grids: values, names, sessions, refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/study/variation.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tilescope {
namespace {

using Texts = std::vector<std::string>;

Answer<Texts> values_of(std::string_view text) {
    return read_values(text, [] { return Answer<Texts>(Texts{"none", "128B"}); });
}

Grid grid_of(const Texts& vary, const Session& base = {}) {
    auto grid = Grid::of(base, vary);
    EXPECT_TRUE(grid) << grid.why;
    return grid ? *grid : *Grid::of(base, {});
}

std::string refusal_of(const Texts& vary, const Session& base = {}) {
    const auto grid = Grid::of(base, vary);
    EXPECT_FALSE(grid) << vary.front();
    return grid.why;
}

// The errors of a session by the rules, and the reason why no job can be built.
std::string wrong_in(const Session& session) {
    const Derived d = derive(session);
    for (const PlacedProblem& p : d.problems)
        if (p.problem.severity == Severity::error) return p.problem.text;
    const auto job = emulator_job(d);
    return job ? "" : job.why;
}

// The sentences about words that do not read the memory as it was written.
Texts mismatches_in(const Session& session) {
    const auto job = emulator_job(derive(session));
    Texts out;
    if (!job) return {job.why};
    for (const Cause& cause : job->causes) out.push_back(cause.sentence);
    return out;
}

TEST(Values, RangesListsAndNamesMix) {
    EXPECT_EQ(*values_of("8..32:8"), (Texts{"8", "16", "24", "32"}));
    EXPECT_EQ(*values_of("8,16..33:8"), (Texts{"8", "16", "24", "32"}));
    EXPECT_EQ(*values_of("0x10..0x30:0x10"), (Texts{"0x10", "0x20", "0x30"}));
    EXPECT_EQ(*values_of(" 3 .. 5 , 64B"), (Texts{"3", "4", "5", "64B"}));
    EXPECT_EQ(*values_of("raw:0..2"), (Texts{"raw:0", "raw:1", "raw:2"}));
    EXPECT_EQ(*values_of("all,64B"), (Texts{"none", "128B", "64B"}));
    EXPECT_EQ(values_of("0..99999:3")->size(), 33334u);
}

TEST(Values, WhatIsNoListIsRefusedInASentence) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"", "a value is empty"},
        {"8,,16", "a value is empty"},
        {"8..x", "'8..x' is not a range"},
        {"-8..8", "is not a range"},
        {"8..4", "write the smaller"},
        {"8..16:0", "has step 0"},
        {"8,0x8", "is listed twice"},
        {"128B,128b", "listed twice"},
        {"0..1000000", "more than 1000000 values"},
        {"0..9:1:2", "is not a range"},
        {"0..0xffffffffffffffff", "more than 1000000"},
    };
    for (const auto& [text, why] : cases) {
        const auto values = values_of(text);
        ASSERT_FALSE(values) << text;
        EXPECT_NE(values.why.find(why), std::string::npos) << text << ": " << values.why;
    }
}

TEST(VariedGrid, TheLastItemChangesFastest) {
    const Grid grid = grid_of({"idesc.n=8..24:8", "swizzle=none,128B"});
    ASSERT_EQ(grid.size(), 6u);
    EXPECT_EQ(grid.name(0), "idesc.n=8 swizzle=none");
    EXPECT_EQ(grid.name(1), "idesc.n=8 swizzle=128B");
    EXPECT_EQ(grid.name(5), "idesc.n=24 swizzle=128B");
    EXPECT_EQ(grid.value(4, 0), "24");
    std::set<std::string> names;
    for (std::size_t i = 0; i < grid.size(); ++i) names.insert(grid.name(i));
    EXPECT_EQ(names.size(), grid.size());
}

TEST(VariedGrid, WithoutItemsItIsTheSession) {
    const Grid grid = grid_of({});
    ASSERT_EQ(grid.size(), 1u);
    EXPECT_EQ(grid.name(0), "");
    EXPECT_EQ(*grid.session(0), Session());
}

TEST(VariedGrid, AFieldChangesTheWordAndMemoryStays) {
    const Grid grid = grid_of({"a_desc.sbo=512"});
    const auto session = grid.session(0);
    ASSERT_TRUE(session) << session.why;
    Session expected;
    expected.words[0] = *with_field(*derive(expected).of(WordId::a_desc).format, expected.words[0], "sbo", "512");
    EXPECT_EQ(*session, expected);
    EXPECT_FALSE(mismatches_in(*session).empty());
}

TEST(VariedGrid, AWrongWordStaysWrongWhenTheSizeChanges) {
    Session wrong;
    wrong.words[0] = *with_field(*derive(wrong).of(WordId::a_desc).format, wrong.words[0], "sbo", "512");
    const auto session = grid_of({"idesc.n=64"}, wrong).session(0);
    ASSERT_TRUE(session) << session.why;
    EXPECT_EQ(session->words[0], wrong.words[0]);
}

TEST(VariedGrid, WordsAreEditedAfterMemoryIsWritten) {
    const auto session = grid_of({"a_desc.sbo=512", "swizzle=64B"}).session(0);
    ASSERT_TRUE(session) << session.why;
    const WordView word = derive(*session).of(WordId::a_desc);
    EXPECT_EQ(text_of(*find_field(*word.format, "sbo"), get_field(*find_field(*word.format, "sbo"), word.decoded.word)),
              "512");
    EXPECT_EQ(session->image.a.mode, SwizzleMode::b64);
}

// Sizes, swizzle modes and majorness of every preset: a legal session whose words read its memory, or a reason.
TEST(VariedGrid, EveryLayoutOfEveryPresetReadsItsMemoryOrHasAReason) {
    for (const Preset& preset : presets()) {
        const Session base = preset.session();
        const Grid grid = grid_of({"idesc.n=8..256:8", "swizzle=all", "major=all"}, base);
        EXPECT_EQ(grid.size(), 32u * (family_of(base).idesc ? 5 : 4) * 2) << preset.id;
        std::size_t right = 0;
        for (std::size_t i = 0; i < grid.size(); i += 37) {
            const auto session = grid.session(i);
            if (!session) {
                EXPECT_FALSE(session.why.empty());
                continue;
            }
            if (!wrong_in(*session).empty()) continue;
            EXPECT_EQ(mismatches_in(*session), Texts()) << preset.id << " " << grid.name(i);
            ++right;
        }
        EXPECT_GT(right, 0u) << preset.id;
    }
}

TEST(VariedGrid, EverySizeOfEveryPresetKeepsItsMemoryRight) {
    for (const Preset& preset : presets()) {
        const Grid grid = grid_of({"idesc.n=all", "tile_k=128,256"}, preset.session());
        std::size_t right = 0;
        for (std::size_t i = 0; i < grid.size(); i += 13) {
            const auto session = grid.session(i);
            if (!session || !wrong_in(*session).empty()) continue;
            EXPECT_EQ(mismatches_in(*session), Texts()) << preset.id << " " << grid.name(i);
            ++right;
        }
        EXPECT_GT(right, 0u) << preset.id;
    }
}

TEST(VariedGrid, AllOfAFieldHasItsLegalOrNamedValues) {
    const Grid n = grid_of({"idesc.n=all"});
    EXPECT_EQ(n.name(0), "idesc.n=8");
    EXPECT_EQ(n.size(), 32u);
    for (std::size_t i = 0; i < n.size(); i += 5) EXPECT_EQ(wrong_in(*n.session(i)), "") << n.name(i);
    EXPECT_EQ(grid_of({"idesc.n=all"}, find_preset("zero_mask_ws")->session()).size(), 3u);  // .ws: 64, 128, 256
    EXPECT_EQ(grid_of({"idesc.a_type=all"}).name(1), "idesc.a_type=bf16");
    EXPECT_EQ(grid_of({"idesc.negate_a=all"}).size(), 2u);
}

TEST(VariedGrid, KindsHaveWordsAndMemoryOfTheirTypes) {
    const Grid grid = grid_of({"kind=all", "values=random"});
    EXPECT_EQ(grid.size(), 7u);
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const auto session = grid.session(i);
        ASSERT_TRUE(session) << grid.name(i) << session.why;
        EXPECT_EQ(wrong_in(*session), "") << grid.name(i);
        EXPECT_EQ(mismatches_in(*session), Texts()) << grid.name(i);
    }
}

TEST(VariedGrid, NamesOfAFieldCanBelongToAVariedKind) {
    const Grid grid = grid_of({"type=e4m3,f16", "kind=f16,f8f6f4"});
    ASSERT_EQ(grid.size(), 4u);
    EXPECT_FALSE(grid.session(0));
    EXPECT_EQ(wrong_in(*grid.session(1)), "");
    EXPECT_EQ(wrong_in(*grid.session(2)), "");
    EXPECT_FALSE(grid.session(3));
}

TEST(VariedGrid, TargetsOfTheOtherGenerationGetItsDescriptors) {
    const Grid grid = grid_of({"arch=sm_100a,sm_90a", "idesc.m=64"});
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const auto session = grid.session(i);
        ASSERT_TRUE(session) << session.why;
        EXPECT_EQ(wrong_in(*session), "") << grid.name(i);
    }
    EXPECT_TRUE(!family_of(*grid.session(1)).idesc);
}

TEST(VariedGrid, EachOperandHasASeedOfItsOwn) {
    const auto session = grid_of({"seed=7"}).session(0);
    std::set<std::uint32_t> seeds;
    for (const Recipe& recipe : session->recipe) {
        EXPECT_EQ(recipe.kind, RecipeKind::random);
        seeds.insert(recipe.seed);
    }
    EXPECT_EQ(seeds.size(), kRecipeCount);
}

TEST(VariedGrid, AValueThatNoWordCanStoreHasAReason) {
    const Grid grid = grid_of({"idesc.n=12,16,4096"});
    ASSERT_EQ(grid.size(), 3u);
    EXPECT_EQ(grid.session(0).why, "idesc.n=12: the field 'n' must be a multiple of 8, not 12");
    EXPECT_TRUE(grid.session(1));
    EXPECT_NE(grid.session(2).why.find("must be 0 to"), std::string::npos);
    EXPECT_NE(grid_of({"swizzle=128B_32B"}).session(0).why, "");
}

TEST(VariedGrid, BadInputIsRefusedInASentence) {
    const std::tuple<Texts, std::string_view> cases[] = {
        {{"idesc.n"}, "does not have the form ITEM=VALUES"},
        {{"=8"}, "does not have the form ITEM=VALUES"},
        {{"idesc.nn=8"}, "close names are: idesc.n, idesc.m"},
        {{"idesc.swizzel=8"}, "the fields are: idesc."},
        {{"a_desc.sob=16"}, "close names are: a_desc.sbo"},
        {{"swizle=all"}, "close names are: swizzle"},
        {{"n=8"}, "there is no item 'n'"},
        {{"swizzle=96B"}, "swizzle: '96B' is unknown; use one of: none, 32B"},
        {{"idesc.a_type=f61"}, "idesc.a_type: a_type: 'f61' is unknown"},
        {{"tile_k=wide"}, "tile_k: 'wide' is not a number"},
        {{"tile_k=all"}, "tile_k: it has no list of all values"},
        {{"a_desc.version=2"}, "always 1"},
        {{"idesc.n=8", "idesc.n=16"}, "idesc.n is varied twice"},
        {{"a_desc.start=0..16000:16", "b_desc.start=0..16000:16"}, "more than 1000000 jobs"},
    };
    for (const auto& [vary, why] : cases) {
        const std::string refused = refusal_of(vary);
        EXPECT_NE(refused.find(why), std::string::npos) << vary.front() << ": " << refused;
    }
}

TEST(VariedGrid, EverySessionItemHasValues) {
    for (const SessionItem& item : session_items()) {
        const Session base = Preset(*find_preset("wgmma_128b_f16")).session();
        const auto all = Grid::of(base, Texts{std::string(item.id) + "=all"});
        const auto some = Grid::of(base, Texts{std::string(item.id) + "=64"});
        EXPECT_NE(bool(all), bool(some)) << item.id;
        const Grid& grid = all ? *all : *some;
        std::size_t made = 0;
        for (std::size_t i = 0; i < grid.size(); ++i) made += grid.session(i) ? 1 : 0;
        EXPECT_GT(made, 0u) << item.id;
        EXPECT_FALSE(item.doc.empty());
    }
}

}  // namespace
}  // namespace tilescope
