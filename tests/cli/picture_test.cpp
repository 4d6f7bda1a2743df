// tests/cli/picture_test.cpp -- pictures as pixels, and the picture files of the program.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/publish/picture_formats.h"
#include "tests/cli/run_program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/tile_scene.h>

#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>

namespace tilescope::cli_test {
namespace {

Sheet tile_sheet() {
    const SmemLayout layout{
        .mode = SwizzleMode::b128, .type = find_type("f16"), .start = 0x400, .sbo = 1024, .rows = 16, .columns = 64};
    return sheet_of(tile_scene(layout, tile_map(layout), {}));
}

Rgb pixel(const io::Image& image, double x, double y) {
    const auto at =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) * 3;
    return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]};
}

// Every cell has its fill colour between its label and its frame.
TEST(Picture, ThePixelsOfEveryCellHaveItsColour) {
    Sheet sheet = tile_sheet();
    sheet.arrows.clear();  // arrows cover cells
    for (const double scale : {1.0, 2.0}) {
        const auto image = io::raster(sheet, scale);
        ASSERT_TRUE(image) << image.why;
        std::size_t compared = 0;
        for (const SheetCell& c : sheet.cells) {
            if (c.mark != Mark::none || c.width < 15) continue;
            EXPECT_EQ(pixel(*image, (c.x + 4) * scale, (c.y + 4) * scale), c.fill) << c.x << ", " << c.y;
            ++compared;
        }
        EXPECT_GT(compared, 200u);
    }
}

TEST(Picture, EveryLabelIsDrawnInItsCell) {
    const Sheet sheet = tile_sheet();
    const auto image = io::raster(sheet, 2);
    ASSERT_TRUE(image);
    for (const SheetCell& c : sheet.cells) {
        if (c.label.empty()) continue;
        int inked = 0;
        for (double y = c.y + 5; y < c.y + c.height - 5; y += 0.5)
            for (double x = c.x + 5; x < c.x + c.width - 5; x += 0.5) inked += !(pixel(*image, 2 * x, 2 * y) == c.fill);
        ASSERT_GT(inked, 4) << "cell at " << c.x << ", " << c.y << " shows no " << c.label;
    }
}

TEST(Picture, RefusesAPictureThatIsTooLarge) {
    Sheet sheet;
    sheet.width = sheet.height = 20000;
    const auto refused = io::raster(sheet, 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.why.find("--scale"), std::string::npos) << "the window has no such option: " << refused.why;
    const auto helped = io::raster(sheet, 1, {"--scale", io::kLeastPngScale});
    EXPECT_NE(helped.why.find("use --scale 0.4 or smaller, a smaller tile"), std::string::npos) << helped.why;
    const auto least = io::raster(sheet, 1, {"--scale", 0.5});
    EXPECT_EQ(least.why.find("--scale"), std::string::npos) << "the option does not take 0.4: " << least.why;
}

TEST(Picture, TheProgramWritesSvgTikzPngAndPdf) {
    const test::TemporaryFolder temporary;
    const std::string base = temporary.path() + "/tile";
    const Ran ran = run("layout --desc 0x4000404000010040 --major k --type f16 --rows 16 --cols 64 --svg " + base +
                        ".svg --tikz " + base + ".tex --png " + base + ".png --pdf " + base + ".pdf");
    EXPECT_EQ(ran.status, 0) << ran.err;
    const auto starts_with = [&](const char* ending, std::string_view expected) {
        std::ifstream in(base + ending, std::ios::binary);
        std::string head(expected.size(), '\0');
        in.read(head.data(), static_cast<std::streamsize>(head.size()));
        EXPECT_EQ(head, expected) << ending;
    };
    starts_with(".svg", "<svg xmlns=");
    starts_with(".tex", "% Operand A");
    starts_with(".png", "\x89PNG\r\n");
    starts_with(".pdf", "%PDF-1.5");
}

// The scale is of the pixels, not of the layout.
TEST(Picture, OfAnotherScaleHasMorePixels) {
    const test::TemporaryFolder temporary;
    const auto size = [&](const char* scale) {
        const std::string path = temporary.path() + "/p.png";
        const Ran ran = run(std::string("cute '(8,8):(8,1)' --png ") + path + " --scale " + scale);
        EXPECT_EQ(ran.status, 0) << ran.err;
        const std::string png = io::read_text(path).value.value_or("");
        return png.size() < 24 ? 0u : static_cast<unsigned char>(png[18]) * 256u + static_cast<unsigned char>(png[19]);
    };
    EXPECT_EQ(size("1") * 3, size("3"));
    EXPECT_EQ(size("1"), size("0.5") * 2);
}

// render takes the format from the name of each file, and writes all of them.
TEST(Picture, RenderWritesEveryFileThatItIsGiven) {
    const test::TemporaryFolder temporary;
    const std::string base = temporary.path() + "/memory";
    const Ran ran = run("render preset:k_major_128b_f16 --view memory -o " + base + ".svg -o " + base + ".PNG -o " +
                        base + ".pdf --title 'Tile A' --source --no-legend --palette dark");
    EXPECT_EQ(ran.status, 0) << ran.err;
    const std::string svg = io::read_text(base + ".svg").value.value_or("");
    for (const char* part : {">Tile A</text>", "A desc 0x4000404000010040", "tilescope ", "TILE A"})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
    EXPECT_EQ(svg.find("colour: chunk mod 8"), std::string::npos) << "there is a legend";
    EXPECT_TRUE(io::read_text(base + ".PNG").value.value_or("").starts_with("\x89PNG"));
    EXPECT_TRUE(io::read_text(base + ".pdf").value.value_or("").starts_with("%PDF"));
}

// No file is written before all are known to be possible.
TEST(Picture, RenderWritesNoFileIfOneIsRefused) {
    const test::TemporaryFolder temporary;
    const std::string good = temporary.path() + "/a.svg",
                      call = "render preset:cutlass_70_f16 --view memory -o " + good;
    for (const char* bad : {" -o /no/such/folder/b.pdf", " -o /tmp/no_such_name.png --scale 16"}) {
        const Ran ran = run(call + bad);
        EXPECT_EQ(ran.status, 2) << bad;
        EXPECT_EQ(ran.out, "");
        EXPECT_FALSE(std::filesystem::exists(good)) << bad;
    }
}

TEST(Picture, ATitleThatIsNoTextStaysASvg) {
    const test::TemporaryFolder temporary;
    const std::string path = temporary.path() + "/a.svg";
    const Ran ran = run("render preset:k_major_128b_f16 --view memory --title \"$(printf 'a\\377b')\" -o " + path);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(io::read_text(path).value.value_or("").find(">a\xef\xbf\xbd"
                                                          "b</text>"),
              std::string::npos);
}

TEST(Picture, AnAnimationSaysHowManyStepsItHas) {
    const test::TemporaryFolder temporary;
    const std::string path = temporary.path() + "/a.GIF";
    const Ran ran = run("render preset:k_major_128b_f16 --animate swizzle --frames 3 --scale 0.25 --fps 1 -o " + path);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find(" 1 of "), std::string::npos) << ran.out;
    EXPECT_TRUE(io::read_text(path).value.value_or("").starts_with("GIF89a"));
}

// NO_COLOR and the width of the terminal are settings of the environment.
TEST(Picture, ShownInTheTerminalFollowsTheEnvironment) {
    ::setenv("NO_COLOR", "1", 1);
    const Ran letters = run("render preset:k_major_128b_f16 --view tmem --show=always");
    ::setenv("COLUMNS", "40", 1);
    const Ran narrow = run("render preset:k_major_128b_f16 --view tmem --show=always");
    ::unsetenv("NO_COLOR");
    ::unsetenv("COLUMNS");
    EXPECT_EQ(letters.out.find('\x1b'), std::string::npos);
    EXPECT_NE(letters.out.find("DDDDDDDDDDDD...."), std::string::npos) << letters.out;
    EXPECT_NE(narrow.out.find("(a character is 2 x 2 cells)"), std::string::npos) << narrow.out;
}

TEST(Picture, ScaleFactorsDrawsGlobalMemoryAloneOrAllThreePlaces) {
    const test::TemporaryFolder temporary;
    const std::string path = temporary.path() + "/f.svg";
    const auto text = [&](const std::string& arguments) {
        const Ran ran = run("scale-factors " + arguments + " --svg " + path);
        EXPECT_EQ(ran.status, 0) << ran.err;
        return io::read_text(path).value.value_or("");
    };
    const std::string global = text("--rows 300 --k 224 --vec 32 --memory global");
    EXPECT_NE(global.find("3 x 2 blocks of a 300 x 7 matrix"), std::string::npos);
    EXPECT_EQ(global.find("SHARED MEMORY"), std::string::npos);
    const std::string all = text("--rows 192 --k 64 --vec 16");
    for (const char* title : {"GLOBAL MEMORY", "SHARED MEMORY", "TENSOR MEMORY"})
        EXPECT_NE(all.find(title), std::string::npos) << title;
}

}  // namespace
}  // namespace tilescope::cli_test
