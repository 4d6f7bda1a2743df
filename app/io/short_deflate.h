// app/io/short_deflate.h -- compresses a short text with a dictionary, and back with a limit: DEFLATE.
// SPDX-License-Identifier: MIT
//
// The dictionary is text that both sides know. A match can begin in it, so that what the texts have in common takes no
// space. Other programs read the bytes too: zlib with windowBits -15 and the dictionary.
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

// A match reaches back 32 KiB, so the first bytes of a longer dictionary are of no use.
inline constexpr std::size_t kMostDictionary = 32768;

// Requires: the dictionary has at most kMostDictionary bytes.
std::vector<std::uint8_t> deflate(std::string_view text, std::string_view dictionary);

// Never uses more memory than `most` and the dictionary need.
// Errors: the bytes are not what deflate() writes, or the text would have more than `most` bytes.
Answer<std::string> inflate(std::span<const std::uint8_t> bytes, std::string_view dictionary, std::size_t most);

}  // namespace tilescope::io
