// tests/cli/pdf_test.cpp -- pictures as PDF: the file is whole, its text can be read, its font has what it uses.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/packing.h"
#include "app/publish/picture_formats.h"
#include "tests/support/temporary_folder.h"

#include "tilescope_font_data_embedded.h"

#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/tile_scene.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace tilescope::cli_test {
namespace {

Sheet pdf_sheet(const std::string& title) {
    const SmemLayout layout{
        .mode = SwizzleMode::b128, .type = find_type("f16"), .start = 0x400, .sbo = 1024, .rows = 16, .columns = 64};
    return sheet_of(tile_scene(layout, tile_map(layout), {}), SheetOptions{.palette = {}, .title = title});
}

// Each object begins where the table at the end of the file says, and each stream has the length that it says.
TEST(Pdf, HasATableThatFindsItsObjects) {
    const std::string pdf = io::to_pdf(pdf_sheet("Tile"));
    ASSERT_TRUE(pdf.starts_with("%PDF-1.5\n"));
    ASSERT_TRUE(pdf.ends_with("%%EOF\n"));
    const std::size_t table = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
    ASSERT_EQ(pdf.substr(table, 5), "xref\n");
    const std::size_t first = pdf.find(" f \n", table) + 4;
    std::size_t objects = 0;
    for (std::size_t row = first; pdf.substr(row + 10, 8) == " 00000 n"; row += 20) {
        const std::string head = std::to_string(++objects) + " 0 obj\n";
        EXPECT_EQ(pdf.substr(std::stoul(pdf.substr(row, 10)), head.size()), head);
    }
    EXPECT_EQ(objects, 10u);
    for (std::size_t at = pdf.find("/Length "); at < table; at = pdf.find("/Length ", at + 1)) {
        const std::size_t begin = pdf.find("stream\n", at) + 7, size = std::stoul(pdf.substr(at + 8));
        EXPECT_EQ(pdf.substr(begin + size, 10), "\nendstream");
    }
}

TEST(Pdf, IsSmallAndTheSameEachTime) {
    const std::string pdf = io::to_pdf(pdf_sheet("Tile"));
    EXPECT_LT(pdf.size(), 40'000u) << "it has only the glyphs that it uses";
    EXPECT_EQ(io::to_pdf(pdf_sheet("Tile")), pdf);
}

// Another program reads the text, also letters beyond ASCII.
TEST(Pdf, HasTextThatOtherProgramsRead) {
    if (std::system("command -v pdftotext > /dev/null") != 0) GTEST_SKIP() << "not installed: poppler-utils";
    const test::TemporaryFolder temporary;
    const std::string path = temporary.path() + "/p.pdf", text_path = temporary.path() + "/p.txt";
    const std::string title =
        "Gr\xc3\xb6\xc3\x9f"
        "e \xc2\xb5 \xc3\x97 \xe2\x86\x92 \xe2\x89\xa4 \xd0\x96 (A) <b> 100% \\x";
    ASSERT_TRUE(io::write_text(path, io::to_pdf(pdf_sheet(title))));
    const std::string command =
        "pdftotext -layout '" + path + "' '" + text_path + "' 2> '" + temporary.path() + "/err'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const std::string text = io::read_text(text_path).value.value_or("");
    EXPECT_NE(text.find(title), std::string::npos) << text;
    EXPECT_NE(text.find("Operand A, 16 x 64 f16, K-major, 128B"), std::string::npos) << text;
    EXPECT_NE(text.find("0x480"), std::string::npos);
    EXPECT_EQ(io::read_text(temporary.path() + "/err").value.value_or("?"), "") << "the reader reports an error";
}

// All letters without a glyph have the same one. A reader must not get one of them for another.
TEST(Pdf, LettersThatTheFontLacksAreNoOtherLetters) {
    if (std::system("command -v pdftotext > /dev/null") != 0) GTEST_SKIP() << "not installed: poppler-utils";
    const test::TemporaryFolder temporary;
    const std::string path = temporary.path() + "/p.pdf", text_path = temporary.path() + "/p.txt";
    ASSERT_TRUE(io::write_text(path, io::to_pdf(pdf_sheet("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e a"))));
    ASSERT_EQ(std::system(("pdftotext -layout '" + path + "' '" + text_path + "'").c_str()), 0);
    const std::string text = io::read_text(text_path).value.value_or("");
    EXPECT_EQ(text.find("\xe8\xaa\x9e"), std::string::npos) << text;
    EXPECT_NE(text.find("\xef\xbf\xbd a"), std::string::npos) << text;
}

TEST(FontSubset, HasOnlyTheOutlinesThatAreUsed) {
    const auto font = embedded::jetbrains_mono_regular();
    const std::string one = io::font_subset(font, {5}), more = io::font_subset(font, {5, 6, 7, 8});
    EXPECT_LT(one.size(), more.size());
    EXPECT_LT(more.size(), font.size() / 4);
    const std::string bytes = "no font at all";
    EXPECT_EQ(io::font_subset({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}, {1}), "");
    EXPECT_EQ(io::font_subset({}, {1}), "");
}

TEST(Letters, AreTheCodePointsOfUtf8) {
    using Codes = std::vector<std::uint32_t>;
    EXPECT_EQ(io::letters_of("a\xc3\xbc\xe2\x86\x92\xf0\x9f\x98\x80"), (Codes{'a', 0xfc, 0x2192, 0x1f600}));
    EXPECT_EQ(io::letters_of("\xc3"), Codes{0xfffd}) << "a character that is cut off";
    EXPECT_EQ(io::letters_of("\xff"
                             "a\x80"),
              (Codes{0xfffd, 'a', 0xfffd}));
    EXPECT_EQ(io::letters_of("\xed\xa0\x80"), (Codes{0xfffd, 0xfffd, 0xfffd})) << "half of a UTF-16 pair";
    EXPECT_EQ(io::letters_of(""), Codes{});
}

TEST(Deflate, MakesTheZlibFormat) {
    const std::string packed = io::zlib_stream(std::string(10'000, 'x'));
    EXPECT_LT(packed.size(), 200u);
    ASSERT_GT(packed.size(), 2u);
    const unsigned head = static_cast<unsigned char>(packed[0]) * 256u + static_cast<unsigned char>(packed[1]);
    EXPECT_EQ(head % 31, 0u);
    EXPECT_EQ(static_cast<unsigned char>(packed[0]) & 15, 8);
}

}  // namespace
}  // namespace tilescope::cli_test
