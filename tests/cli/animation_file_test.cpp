// tests/cli/animation_file_test.cpp -- animated files: their pictures, their size, their times, and refusals.
// SPDX-License-Identifier: MIT
#include "app/publish/animation_file.h"
#include "app/io/file.h"
#include "app/io/session_file.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gif_lib.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

namespace tilescope::cli_test {
namespace {

Animation swizzle() {
    const auto out = animation_of(AnimationId::swizzle, derive(presets().front().session()), {});
    EXPECT_TRUE(out) << out.why;
    return *out;
}

// A few steps of few rows, so that the test is fast.
io::AnimationFile small(std::size_t first, std::size_t last) {
    return {.fps = 5, .scale = 0.5, .first = first, .last = last, .rows = 8};
}

bool go_on(std::size_t, std::size_t) { return true; }

std::vector<io::Image> pictures_in_gif(const std::string& path, std::vector<int>& delays) {
    int error = 0;
    GifFileType* const gif = DGifOpenFileName(path.c_str(), &error);
    EXPECT_NE(gif, nullptr) << error;
    std::vector<io::Image> out;
    if (gif == nullptr || DGifSlurp(gif) != GIF_OK) return out;
    io::Image now{gif->SWidth, gif->SHeight, {}};
    now.rgb.resize(static_cast<std::size_t>(now.width) * static_cast<std::size_t>(now.height) * 3);
    for (int i = 0; i < gif->ImageCount; ++i) {
        const SavedImage& part = gif->SavedImages[i];
        const GifImageDesc& box = part.ImageDesc;
        for (int y = 0; y < box.Height; ++y)
            for (int x = 0; x < box.Width; ++x) {
                const GifColorType& c = gif->SColorMap->Colors[part.RasterBits[y * box.Width + x]];
                const auto at = static_cast<std::size_t>((box.Top + y) * now.width + box.Left + x) * 3;
                now.rgb[at] = c.Red, now.rgb[at + 1] = c.Green, now.rgb[at + 2] = c.Blue;
            }
        GraphicsControlBlock shown{};
        DGifSavedExtensionToGCB(gif, i, &shown);
        delays.push_back(shown.DelayTime);
        out.push_back(now);
    }
    DGifCloseFile(gif, &error);
    return out;
}

TEST(AnimationFile, AsAGifHasThePicturesAndTheTimesOfItsSteps) {
    const test::TemporaryFolder folder;
    const std::string path = say(folder.path(), "/", "swizzle.gif");
    const Animation a = swizzle();
    const io::AnimationFile file = small(8, 10);
    const auto written = io::write_animation(a, file, path, go_on);
    ASSERT_TRUE(written) << written.why;
    const auto expected = io::pictures_of(a, file);
    std::vector<int> delays;
    const auto pictures = pictures_in_gif(path, delays);
    ASSERT_EQ(pictures.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(delays[i], static_cast<int>(expected[i].hundredths)) << i;
        if (expected[i].faded > 0) continue;  // two captions: see below
        Sheet sheet = io::sheet_of_step(a, file, expected[i].step, expected[i].time);
        sheet.width = pictures[i].width / file.scale, sheet.height = pictures[i].height / file.scale;
        const auto right = io::raster(sheet, file.scale);
        ASSERT_TRUE(right);
        ASSERT_EQ(right->rgb.size(), pictures[i].rgb.size());
        std::size_t far = 0;
        for (std::size_t p = 0; p < right->rgb.size(); ++p)
            far += std::abs(int{right->rgb[p]} - int{pictures[i].rgb[p]}) > 24;
        EXPECT_LT(far, right->rgb.size() / 500) << "picture " << i << " has other colours";
    }
}

// Wrong reads of a TMA copy are marked at the end, in few pixels.
TEST(AnimationFile, AsAGifKeepsTheColourOfWrongReads) {
    const auto session = io::load_session(TILESCOPE_SOURCE_DIR "/tests/data/jobs/wrong_sbo.json");
    ASSERT_TRUE(session) << session.why;
    const auto tma = animation_of(AnimationId::tma, derive(session->session), {});
    ASSERT_TRUE(tma) << tma.why;
    const test::TemporaryFolder folder;
    const std::string path = say(folder.path(), "/tma.gif");
    const io::AnimationFile file{.fps = 1, .scale = 0.5};
    const auto written = io::write_animation(*tma, file, path, go_on);
    ASSERT_TRUE(written) << written.why;
    std::vector<int> delays;
    const auto pictures = pictures_in_gif(path, delays);
    ASSERT_FALSE(pictures.empty());
    const auto reds_in = [](const std::vector<std::uint8_t>& rgb) {
        constexpr Rgb kWrong{0xc0, 0x32, 0x2b};
        std::size_t count = 0;
        for (std::size_t p = 0; p + 2 < rgb.size(); p += 3) count += Rgb{rgb[p], rgb[p + 1], rgb[p + 2]} == kWrong;
        return count;
    };
    const io::FilePicture last = io::pictures_of(*tma, file).back();
    Sheet sheet = io::sheet_of_step(*tma, file, last.step, last.time);
    sheet.width = pictures.back().width / file.scale, sheet.height = pictures.back().height / file.scale;
    const auto right = io::raster(sheet, file.scale);
    ASSERT_TRUE(right);
    EXPECT_GT(reds_in(right->rgb), 0u);
    EXPECT_EQ(reds_in(pictures.back().rgb), reds_in(right->rgb));
}

TEST(AnimationFile, TakesTheEndOfItsNameInBothCases) {
    EXPECT_EQ((*io::moving_format_of("a.GIF"))->title, "GIF");
    EXPECT_EQ((*io::moving_format_of("a.b/c.PNG"))->title, "animated PNG");
    EXPECT_FALSE(io::moving_format_of("a.gif/c"));
}

TEST(AnimationFile, AsAPngHasOneControlChunkForEachPicture) {
    const test::TemporaryFolder folder;
    const std::string path = say(folder.path(), "/", "swizzle.png");
    const Animation a = swizzle();
    ASSERT_TRUE(io::write_animation(a, small(8, 9), path, go_on));
    const auto bytes = io::read_text(path);
    ASSERT_TRUE(bytes);
    EXPECT_TRUE(bytes->starts_with("\x89PNG\r\n\x1a\n"));
    std::size_t controls = 0, data = 0, at = 8;
    std::string order;
    while (at + 12 <= bytes->size()) {
        std::size_t size = 0;
        for (std::size_t i = 0; i < 4; ++i) size = size << 8 | static_cast<unsigned char>((*bytes)[at + i]);
        const std::string type = bytes->substr(at + 4, 4);
        if (at < 200) order += type + " ";
        controls += type == "fcTL", data += type == "IDAT" || type == "fdAT";
        at += size + 12;
    }
    EXPECT_EQ(at, bytes->size());
    EXPECT_TRUE(order.starts_with("IHDR acTL fcTL IDAT")) << order;
    EXPECT_EQ(controls, io::pictures_of(a, small(8, 9)).size());
    EXPECT_EQ(controls, data);
    EXPECT_TRUE(bytes->ends_with(std::string_view("IEND\xae\x42\x60\x82")));
}

TEST(AnimationFile, IsNotWrittenIfItIsStopped) {
    const test::TemporaryFolder folder;
    const std::string path = say(folder.path(), "/", "stopped.gif");
    const auto written =
        io::write_animation(swizzle(), small(0, 5), path, [](std::size_t done, std::size_t) { return done < 3; });
    ASSERT_FALSE(written);
    EXPECT_NE(written.why.find("it was stopped; this file was not changed"), std::string::npos) << written.why;
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "the unfinished file is left";
}

TEST(AnimationFile, RefusesOtherEndingsAndStepsThatDoNotExist) {
    const test::TemporaryFolder folder;
    const Animation a = swizzle();
    EXPECT_NE(
        io::write_animation(a, small(0, 1), say(folder.path(), "/", "a.mp4"), go_on).why.find(".gif, .png or .apng"),
        std::string::npos);
    EXPECT_NE(io::write_animation(a, small(5000, 5001), say(folder.path(), "/", "a.gif"), go_on).why.find("step 5000"),
              std::string::npos);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(AnimationFile, TakesAsLongAsThePlayer) {
    const Animation a = swizzle();
    io::AnimationFile file = small(8, 8);
    unsigned all = 0;
    for (const io::FilePicture& p : io::pictures_of(a, file)) all += p.hundredths;
    EXPECT_NEAR(all, kStepSeconds * 100, 3);
    file.speed = 2;
    all = 0;
    for (const io::FilePicture& p : io::pictures_of(a, file)) all += p.hundredths;
    EXPECT_NEAR(all, kStepSeconds * 50, 3);
    file.reduced_motion = true;
    EXPECT_EQ(io::pictures_of(a, file).size(), 2u);
}

TEST(AnimationFile, FadesEachCaptionIntoTheNext) {
    const Animation a = swizzle();
    const io::AnimationFile file{.fps = 20, .scale = 0.5, .first = 8, .last = a.steps.size() - 1, .rows = 8};
    double before = 0;
    std::map<std::size_t, int> fading;  // by step
    for (const io::FilePicture& p : io::pictures_of(a, file)) {
        EXPECT_TRUE(p.step > file.first || p.faded == 0) << "the first picture of a file is whole";
        if (p.faded > 0) {
            EXPECT_LT(std::abs(p.faded - (fading[p.step] == 0 ? 1 : before)), 0.25) << "step " << p.step;
            ++fading[p.step];
        }
        before = p.faded;
    }
    EXPECT_EQ(before, 0) << "the last picture of a file is whole";
    EXPECT_EQ(fading.size(), a.steps.size() - 9) << "also a step in which nothing moves";
    for (const auto& [step, count] : fading) EXPECT_GE(count, 4) << "step " << step;
}

// Both sentences are seen at half time, each half as dark.
TEST(AnimationFile, DrawsBothCaptionsWhileTheyFade) {
    const Animation a = swizzle();
    const io::AnimationFile file{.fps = 1 / kFadeSeconds, .scale = 1, .first = 8, .last = 9, .rows = 8};
    const test::TemporaryFolder folder;
    const std::string path = say(folder.path(), "/fade.gif");
    ASSERT_TRUE(io::write_animation(a, file, path, go_on));
    const auto plan = io::pictures_of(a, file);
    std::vector<int> delays;
    const auto pictures = pictures_in_gif(path, delays);
    ASSERT_EQ(pictures.size(), plan.size());
    const auto fading = std::ranges::find(plan, 0.5, &io::FilePicture::faded) - plan.begin();
    ASSERT_LT(static_cast<std::size_t>(fading), plan.size());
    const auto at = static_cast<std::size_t>(fading);
    const Sheet sheet = io::sheet_of_step(a, file, 9, 1);
    std::size_t changed = 0, wrong = 0;
    const auto whole = pictures.back().rgb, before = pictures[at - 1].rgb, half = pictures[at].rgb;
    for (std::size_t p = pictures[at].at(0, static_cast<int>(sheet.caption_top)); p < half.size(); ++p) {
        if (std::abs(int{before[p]} - int{whole[p]}) < 64) continue;
        ++changed, wrong += std::abs(int{half[p]} - (before[p] + whole[p]) / 2) > 32;
    }
    EXPECT_GT(changed, 1000u);
    EXPECT_LT(wrong, changed / 20);
}

TEST(AnimationFile, WritesOnlyWhatChanged) {
    io::Image before{4, 3, std::vector<std::uint8_t>(36)}, after = before;
    EXPECT_EQ(io::changed_box(before, after), (io::PixelBox{0, 0, 1, 1}));
    after.rgb[(1 * 4 + 2) * 3] = 9, after.rgb[(2 * 4 + 1) * 3 + 2] = 9;
    EXPECT_EQ(io::changed_box(before, after), (io::PixelBox{1, 1, 2, 2}));
}

}  // namespace
}  // namespace tilescope::cli_test
