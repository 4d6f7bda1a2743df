// tests/scene/live_scene_test.cpp -- D of the model beside D of a GPU: tones, marks, legend, lines of an element.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/emulation.h>
#include <tilescope/scene/result_scene.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint32_t kF1 = 0x3f800000, kF2 = 0x40000000, kFNan = 0x7fffffff, kFMinusZero = 0x80000000;

Emulation model_of(std::vector<std::uint32_t> d, unsigned n = 4) {
    Emulation e{.m = static_cast<unsigned>(d.size()) / n, .n = n, .d_type = "f32"};
    e.d = std::move(d);
    return e;
}

bool names(const Scene& scene, std::string_view text) {
    return std::ranges::find(scene.legend, text, &LegendEntry::text) != scene.legend.end();
}

TEST(LiveScene, WithoutARunOnlyTheModelIsThereAsValues) {
    const Emulation e = model_of({0, kF1, kF2, kF1});
    const Scene scene = live_scene(e, {}, LiveColouring::difference);
    ASSERT_EQ(scene.grids.size(), 1u);
    EXPECT_EQ(scene.grids[0].tone, (std::vector<Tone>{Tone::step0, Tone::step4, Tone::step7, Tone::step4}));
    EXPECT_EQ(scene.grids[0].label, (std::vector<std::int32_t>{0, 1, 2, 1}));
    EXPECT_TRUE(names(scene, "near 0") && names(scene, "near 2"));
    EXPECT_NE(scene.sentence.find("No GPU"), std::string::npos);
}

TEST(LiveScene, EqualWordsAreGreyAndHaveNoMark) {
    const Emulation e = model_of({0, kF1, kF2, kFNan});
    const Scene scene = live_scene(e, e.d, LiveColouring::difference);
    ASSERT_EQ(scene.grids.size(), 2u);
    for (const Cells& cells : scene.grids) {
        EXPECT_EQ(std::ranges::count(cells.tone, Tone::equal), 4);
        EXPECT_EQ(std::ranges::count(cells.mark, Mark::none), 4);
    }
    ASSERT_EQ(scene.legend.size(), 1u);
    EXPECT_EQ(scene.legend[0].text, "equal");
    EXPECT_NE(scene.sentence.find("equal in every bit"), std::string::npos);
}

TEST(LiveScene, SaysOfHowManyElementsTheEqualityIs) {
    const Emulation e = model_of({0, kF1, kF2, kF1});
    const std::vector<std::uint32_t> gpu = {0, kF1, kF2, kF2};
    const std::vector<std::uint8_t> unknown = {0, 0, 0, 1};
    EXPECT_EQ(live_scene(e, gpu, LiveColouring::value, unknown).sentence,
              "D of the CPU model, and D of a GPU, which is equal in every bit of the 3 elements that were compared.");
}

TEST(LiveScene, ALargerDifferenceIsDarkerAndTheFirstIsCrossed) {
    const Emulation e = model_of({kF1, kF1, kF1, kF1, kF1, 0});
    Emulation wide = e;
    wide.m = 1, wide.n = 6;
    const std::vector<std::uint32_t> gpu = {kF1, kF1 + 1, kF1 - 5, kF1 + 4000, kFNan, kFMinusZero};
    const Scene scene = live_scene(wide, gpu, LiveColouring::difference);
    EXPECT_EQ(scene.grids[1].tone,
              (std::vector<Tone>{Tone::equal, Tone::step7, Tone::step5, Tone::step2, Tone::step0, Tone::zeroed}));
    EXPECT_EQ(scene.grids[0].tone, scene.grids[1].tone);
    EXPECT_EQ(scene.grids[1].label[2], -5);
    EXPECT_EQ(scene.grids[1].label[4], kNoLabel);
    EXPECT_EQ(scene.grids[1].mark[1], Mark::crossed);
    EXPECT_EQ(std::ranges::count(scene.grids[1].mark, Mark::none), 5);
    for (const char* text : {"equal", "1 ULP", "4 to 7", "256 to 65535", "too far apart to count", "first difference",
                             "same value, other bits"})
        EXPECT_TRUE(names(scene, text)) << text;
    EXPECT_FALSE(names(scene, "2 to 3"));
}

TEST(LiveScene, ValuesHaveOneRangeForBothAndDifferencesAreHatched) {
    const Emulation e = model_of({0, kF1, kF1, kF1});
    const std::vector<std::uint32_t> gpu = {0, kF1, kF2, kF2};
    const Scene scene = live_scene(e, gpu, LiveColouring::value);
    EXPECT_EQ(scene.grids[0].tone[1], Tone::step4) << "the range is that of both: 0 to 2";
    EXPECT_EQ(scene.grids[1].tone[2], Tone::step7);
    EXPECT_EQ(scene.grids[0].mark[2], Mark::hatched);
    EXPECT_EQ(scene.grids[1].mark[2], Mark::crossed);
    EXPECT_EQ(scene.grids[1].mark[3], Mark::hatched);
}

TEST(LiveScene, AnElementHasBothWordsAndTheirDistance) {
    const Emulation e = model_of({kF1, kF1, kF1, 0});
    const std::vector<std::uint32_t> gpu = {kF1, kF1 + 3, kFNan, kFMinusZero};
    EXPECT_EQ(live_element_lines(e, gpu, 0, 1),
              (std::vector<std::string>{"model  1  0x3f800000", "GPU    1.0000004  0x3f800003",
                                        "The GPU is 3 ULP above the model."}));
    EXPECT_EQ(live_element_lines(e, gpu, 0, 0).back(), "equal in every bit");
    EXPECT_EQ(live_element_lines(e, gpu, 0, 2).back(), "The words are too far apart to count the distance.");
    EXPECT_EQ(live_element_lines(e, gpu, 0, 3).back(), "The bits differ, but the values are equal.");
    EXPECT_EQ(live_element_lines(e, {}, 0, 1).size(), 1u);
    EXPECT_TRUE(live_element_lines(e, gpu, 1, 0).empty());
    EXPECT_TRUE(live_element_lines(e, gpu, 0, 4).empty());
}

TEST(LiveScene, IntegersAreComparedAsNumbers) {
    Emulation e = model_of({5, 7, 0xffffffff, 0});
    e.d_type = "s32";
    const std::vector<std::uint32_t> gpu = {5, 6, 1, 0};
    const Scene scene = live_scene(e, gpu, LiveColouring::difference);
    EXPECT_EQ(scene.grids[1].label[1], kNoLabel) << "-1 is not a label";
    EXPECT_EQ(scene.grids[1].label[2], 2);
    EXPECT_EQ(live_element_lines(e, gpu, 0, 1).back(), "The GPU is 1 below the model.") << "an integer has no ULP";
    EXPECT_TRUE(std::ranges::any_of(scene.legend, [](const LegendEntry& entry) { return entry.text == "1"; }));
}

// A D of the wrong size is a D that is not there: no cell is read past its end.
TEST(LiveScene, WordsOfAnotherSizeAreIgnored) {
    const Emulation e = model_of({0, kF1, kF2, kF1});
    const std::vector<std::uint32_t> gpu = {0, kF1};
    EXPECT_EQ(live_scene(e, gpu, LiveColouring::value).grids.size(), 1u);
    EXPECT_EQ(live_element_lines(e, gpu, 0, 3).size(), 1u);
}

}  // namespace
}  // namespace tilescope
