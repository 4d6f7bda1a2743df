// app/publish/png.h -- pixels as a PNG file, and the parts of such a file. zlib compresses them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/publish/raster.h"

#include <tilescope/base/answer.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope::io {

// A PNG file is this sign and then chunks: IHDR, IDAT, IEND, and those of an animation between them.
inline constexpr std::string_view kPngSign = "\x89PNG\r\n\x1a\n";

std::string big_endian(std::uint32_t value, int bytes = 4);

// Returns a chunk: its length, its four letters, its bytes, and the check sum.
std::string png_chunk(std::string_view letters, std::string_view bytes);

// Returns the bytes of IHDR, and those of IDAT: the compressed rows.
std::string png_head(int width, int height);
std::string png_rows(const Image& image);

// Returns the bytes of a PNG file.
std::string png_of(const Image& image);

// Writes a new file in the same folder and renames it.
Answer<void> write_png(const std::string& path, const Image& image);

}  // namespace tilescope::io
