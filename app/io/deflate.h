// app/io/deflate.h -- compressed bytes, with zlib.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

// A match reaches back 32 KiB, so the first bytes of a longer dictionary are of no use.
inline constexpr std::size_t kMostDictionary = 32768;

// Compresses a short text to raw DEFLATE (RFC 1951). The dictionary is text that both sides know: what the text has in
// common with it takes no space. Has only the fixed codes: the tables of better ones would be longer than what they
// save, and a reproducer reads them with few lines. Requires: the dictionary has at most kMostDictionary bytes.
std::vector<std::uint8_t> deflate(std::string_view text, std::string_view dictionary);

// Never uses more memory than `most` and the dictionary need.
// Errors: the bytes are no such stream, or the text would have more than `most` bytes.
Answer<std::string> inflate(std::span<const std::uint8_t> bytes, std::string_view dictionary, std::size_t most);

// Returns the bytes in the zlib format (RFC 1950), as PDF and PNG have them.
std::string zlib_stream(std::string_view bytes);
// The same for bytes that `next` gives piece by piece; an empty piece is the end. So the whole is never in memory.
std::string zlib_stream(const std::function<std::string_view()>& next);

// The check sum of PNG, gzip and others (CRC-32).
std::uint32_t crc32_of(std::string_view bytes);

}  // namespace tilescope::io
