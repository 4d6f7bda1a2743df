// app/io/letters.cpp -- the characters of a UTF-8 text.
// SPDX-License-Identifier: MIT
#include "app/io/letters.h"

namespace tilescope::io {
namespace {

constexpr std::uint32_t kNoLetter = 0xfffd;

// The number of bytes that follow the first byte, and the bits of the first byte that count. 4: it is no first byte.
struct FirstByte {
    unsigned more;
    std::uint32_t bits;
};
FirstByte first_byte(unsigned char c) {
    if (c < 0x80) return {0, c};
    if (c >= 0xc2 && c < 0xe0) return {1, c & 0x1fu};
    if (c >= 0xe0 && c < 0xf0) return {2, c & 0x0fu};
    if (c >= 0xf0 && c < 0xf5) return {3, c & 0x07u};
    return {4, 0};
}

}  // namespace

std::vector<std::uint32_t> letters_of(std::string_view utf8) {
    std::vector<std::uint32_t> out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        auto [more, letter] = first_byte(static_cast<unsigned char>(utf8[i]));
        bool valid = more < 4 && i + more < utf8.size();
        for (unsigned k = 1; valid && k <= more; ++k) {
            const auto next = static_cast<unsigned char>(utf8[i + k]);
            valid = (next & 0xc0) == 0x80;
            letter = letter << 6 | (next & 0x3fu);
        }
        out.push_back(valid ? letter : kNoLetter);
        if (valid) i += more;
    }
    return out;
}

}  // namespace tilescope::io
