// app/io/png.cpp -- pixels as a PNG file.
// SPDX-License-Identifier: MIT
//
// A PNG file is a list of chunks: a length, four letters, bytes, and a sum of both. Each row of pixels is stored as its
// difference to the row above: most rows of our pictures are like the row above, and zeros take no room.
#include "app/io/deflate.h"
#include "app/io/file.h"
#include "app/io/raster.h"

#include <tilescope/base/say.h>

#include <array>
#include <string_view>

namespace tilescope::io {
namespace {

constexpr std::string_view kPngSign = "\x89PNG\r\n\x1a\n";
constexpr char kRowAbove = 2;  // the filter of a row

constexpr std::array<std::uint32_t, 256> kSums = [] {
    constexpr std::uint32_t kPolynomial = 0xedb88320;
    std::array<std::uint32_t, 256> out{};
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        std::uint32_t sum = i;
        for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? kPolynomial ^ (sum >> 1) : sum >> 1;
        out[i] = sum;
    }
    return out;
}();

std::uint32_t sum_of_chunk(std::string_view bytes) {
    std::uint32_t sum = 0xffffffff;
    for (const char c : bytes) sum = kSums[(sum ^ static_cast<unsigned char>(c)) & 0xff] ^ (sum >> 8);
    return ~sum;
}

void add_word(std::string& out, std::uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(word >> shift & 0xff);
}

void add_chunk(std::string& out, std::string_view letters, std::string_view bytes) {
    add_word(out, static_cast<std::uint32_t>(bytes.size()));
    const std::string chunk = say(letters, bytes);
    out += chunk;
    add_word(out, sum_of_chunk(chunk));
}

std::string rows_of(const Image& image) {
    const std::size_t width = static_cast<std::size_t>(image.width) * 3, rows = static_cast<std::size_t>(image.height);
    std::string out(rows * (width + 1), kRowAbove);
    for (std::size_t y = 0; y < rows; ++y) {
        const std::uint8_t* row = &image.rgb[y * width];
        char* to = &out[y * (width + 1) + 1];
        for (std::size_t x = 0; x < width; ++x) to[x] = static_cast<char>(row[x] - (y == 0 ? 0 : (row - width)[x]));
    }
    return out;
}

}  // namespace

std::string png_of(const Image& image) {
    std::string head;
    add_word(head, static_cast<std::uint32_t>(image.width));
    add_word(head, static_cast<std::uint32_t>(image.height));
    head += std::string_view("\x08\x02\0\0\0", 5);  // 8 bits for each of three colours
    std::string out(kPngSign);
    add_chunk(out, "IHDR", head);
    add_chunk(out, "IDAT", deflated(rows_of(image)));
    add_chunk(out, "IEND", {});
    return out;
}

Answer<void> write_png(const std::string& path, const Image& image) { return write_text(path, png_of(image)); }

}  // namespace tilescope::io
