// tests/scene/result_scene_test.cpp -- emulated and expected D: tones, marks, texts, decoded coordinates, copies.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/emulation.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/export/sheet.h>
#include <tilescope/hw/types.h>
#include <tilescope/scene/result_scene.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint32_t kOne = 0x3f800000, kTwo = 0x40000000, kNan = 0x7fffffff;

// D = (1, 1, 2, 1), expected (1, 2, 1, 1). The words request the third value. The last value comes from wrong elements
// that have the same value.
Emulation two_by_two() {
    Emulation e{.m = 2, .n = 2, .d_type = "f32"};
    e.d = {kOne, kOne, kTwo, kOne};
    e.expected = {{kOne}, {kTwo, false}, {kOne}, {kOne}};
    e.verdicts = {Verdict::equal, Verdict::rounding, Verdict::requested, Verdict::wrong};
    e.places = {0, -8388608, 8388608, 0};
    e.count = {1, 1, 1, 1};
    e.pattern = "row 1";
    return e;
}

TEST(ResultScene, ToneShowsTheSignAndMarkShowsTheVerdict) {
    const Scene scene = result_scene(two_by_two());
    const Cells& cells = scene.grids.at(0);
    EXPECT_EQ(cells.tone, (std::vector<Tone>{Tone::equal, Tone::below, Tone::above, Tone::equal}));
    EXPECT_EQ(cells.mark, (std::vector<Mark>{Mark::none, Mark::none, Mark::hatched, Mark::crossed}));
    EXPECT_EQ(cells.key[2], 1u << 16);
    EXPECT_EQ(scene.legend.size(), 5u);
    EXPECT_EQ(scene.sentence, "1 equal, 1 rounding, 1 requested, 1 wrong: row 1");
}

// Exporters read all arrays.
TEST(ResultScene, CanBeExported) {
    const Scene scene = result_scene(two_by_two());
    const Cells& cells = scene.grids.at(0);
    EXPECT_EQ(cells.lit, (std::vector<std::uint8_t>(4, 0)));
    EXPECT_EQ(cells.label, (std::vector<std::int32_t>(4, kNoLabel)));
    if (HasFailure()) return;  // the exporter would read beyond the arrays
    EXPECT_EQ(sheet_of(scene).cells.size(), 4 + scene.legend.size());
}

TEST(ResultScene, TheLegendListsOnlyWhatOccurs) {
    Emulation e{.m = 1, .n = 1, .d_type = "f32"};
    e.d = {kOne};
    e.expected = {{kOne}};
    e.verdicts = {Verdict::equal};
    e.places = {0};
    e.count = {12'288, 0, 0, 0};
    const Scene scene = result_scene(e);
    ASSERT_EQ(scene.legend.size(), 1u);
    EXPECT_EQ(scene.legend[0].text, "equal");
    EXPECT_EQ(scene.sentence, "12 288 equal");
}

TEST(ResultText, IsANumberAWordOrADifference) {
    Emulation e = two_by_two();
    EXPECT_EQ(text_of_result(e, 2, {}), "2");
    EXPECT_EQ(text_of_result(e, 1, {.show = ResultShow::expected}), "2");
    EXPECT_EQ(text_of_result(e, 2, {.format = ResultFormat::hexadecimal}), "0x40000000");
    EXPECT_EQ(text_of_result(e, 0, {.show = ResultShow::difference}), "0");
    EXPECT_EQ(text_of_result(e, 1, {.show = ResultShow::difference}), "-8388608");
    EXPECT_EQ(text_of_result(e, 2, {.show = ResultShow::difference}), "+8388608");
    e.places[0] = kFar;
    EXPECT_EQ(text_of_result(e, 0, {.show = ResultShow::difference}), "far");
    e.d_type = "s32";
    e.d[0] = 0xffffffff;
    EXPECT_EQ(text_of_result(e, 0, {}), "-1");
}

TEST(ResultText, ListsTheFactsAboutOneElement) {
    Emulation e = two_by_two();
    e.doubt = {0, 1, 0, 0};
    e.shows = {0, kShowsA | kShowsB, kShowsA, kShowsB};
    const std::vector<std::string> lines = element_lines(e, 0, 1);
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[0], "emulated  1  0x3f800000");
    EXPECT_EQ(lines[1], "expected  2  0x40000000  rounded");
    EXPECT_EQ(lines[2], "verdict   rounding, 8388608 ULP below");
    EXPECT_TRUE(lines[3].starts_with("[?]"));
    e.d[0] = kNan, e.places[0] = kFar;
    EXPECT_NE(element_lines(e, 0, 0)[2].find("too far apart to count"), std::string::npos);
    EXPECT_EQ(element_lines(e, 0, 0)[3], "this value cannot show whether wrong bytes were read for A or B");
    EXPECT_EQ(element_lines(e, 1, 0).back(), "this value cannot show whether wrong bytes were read for B");
    EXPECT_EQ(element_lines(e, 1, 1).back(), "verdict   wrong") << "it has shown that wrong bytes were read";
    e.verdicts[3] = Verdict::equal;
    EXPECT_EQ(element_lines(e, 1, 1).back(), "this value cannot show whether wrong bytes were read for A");
    EXPECT_TRUE(element_lines(e, 2, 0).empty());
    EXPECT_TRUE(element_lines(e, 0, 2).empty());
}

struct Coded {
    EmulatorJob job;
    Emulation emulation;
};
Coded coded(unsigned rows, unsigned k) {
    Coded out;
    out.job.expected.m = rows, out.job.expected.n = rows, out.job.expected.k = k;
    out.job.steps.resize(1);
    out.job.written_type = {find_type("f16"), find_type("f16")};
    out.emulation.reads.resize(1);
    out.emulation.reads[0].b.columns = 16;
    return out;
}
const Recipe kIdentity{.kind = RecipeKind::identity}, kCoordinates{.kind = RecipeKind::coordinates};

TEST(Codes, NameTheElementThatWasRead) {
    const Coded c = coded(32, 16);  // 512 codes: one digit of f16
    const auto b = code_reader(kIdentity, kCoordinates, c.job, c.emulation);
    ASSERT_TRUE(b) << b.why;
    EXPECT_EQ(text_of_code(*b, 17 * 16 + 5, 5, 17), "B[17][5]");
    EXPECT_EQ(text_of_code(*b, 17 * 16 + 5, 9, 3), "B[17][5]") << "at any place in D";
    EXPECT_EQ(text_of_code(*b, 0.5, 5, 17), "");
    EXPECT_EQ(text_of_code(*b, -1, 5, 17), "");
    EXPECT_EQ(text_of_code(*b, 512, 5, 17), "") << "the codes are 0 to 511";
    EXPECT_EQ(text_of_code(*b, 0, 16, 17), "") << "the identity has nothing in this row of D";
    const auto a = code_reader(kCoordinates, kIdentity, c.job, c.emulation);
    ASSERT_TRUE(a) << a.why;
    EXPECT_EQ(text_of_code(*a, 17 * 16 + 5, 17, 5), "A[17][5]");
    const auto rows = code_reader(kIdentity, {.kind = RecipeKind::rows}, c.job, c.emulation);
    EXPECT_EQ(text_of_code(*rows, 31, 5, 17), "B[31][.]");
    const auto columns = code_reader(kIdentity, {.kind = RecipeKind::columns}, c.job, c.emulation);
    EXPECT_EQ(text_of_code(*columns, 9, 5, 17), "B[.][9]");
}

// 96 x 64 codes in base 2049: 44 is B[0][44], 2093 B[32][45], 4142 B[64][46].
TEST(Codes, OneDigitOfSeveralNamesTheNearestElementAsAGuess) {
    const Coded c = coded(96, 64);
    const auto low = code_reader(kIdentity, kCoordinates, c.job, c.emulation);
    ASSERT_TRUE(low) << low.why;
    EXPECT_EQ(text_of_code(*low, 44, 12, 0), "B[0][44]?");
    EXPECT_EQ(text_of_code(*low, 44, 13, 33), "B[32][45]?");
    EXPECT_EQ(text_of_code(*low, 44, 14, 70), "B[64][46]?");
    const Recipe high{.kind = RecipeKind::coordinates, .digit = 1};
    const auto second = code_reader(kIdentity, high, c.job, c.emulation);
    EXPECT_EQ(text_of_code(*second, 2, 14, 70), "B d1=2");
}

TEST(Codes, RefusesRecipesWithoutAnIdentityAndSparseForms) {
    Coded c = coded(32, 16);
    EXPECT_NE(code_reader(kCoordinates, kCoordinates, c.job, c.emulation).why, "");
    EXPECT_NE(code_reader(kIdentity, {.kind = RecipeKind::random}, c.job, c.emulation).why, "");
    c.job.expected.codes = {4};
    EXPECT_NE(code_reader(kIdentity, kCoordinates, c.job, c.emulation).why, "");
}

TEST(ResultCopies, ContainAllOfDOrOnlyTheDifferences) {
    const Emulation e = two_by_two();
    EXPECT_EQ(copy_of(e, ResultCopy::values), "1\t1\n2\t1\n");
    EXPECT_EQ(copy_of(e, ResultCopy::hexadecimal), "0x3f800000\t0x3f800000\n0x40000000\t0x3f800000\n");
    const std::string csv = copy_of(e, ResultCopy::csv), differences = copy_of(e, ResultCopy::differences);
    EXPECT_TRUE(csv.starts_with("row,col,word,value,expected,verdict,places\n0,0,0x3f800000,1,1,equal,0\n"));
    EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
    EXPECT_EQ(std::ranges::count(differences, '\n'), 4);
    EXPECT_EQ(differences.find(",equal,"), std::string::npos);
}

}  // namespace
}  // namespace tilescope
