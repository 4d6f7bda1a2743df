// app/widgets/word_copies.cpp -- a word in every notation for the clipboard.
// SPDX-License-Identifier: MIT
#include "app/widgets/word_copies.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <string>

namespace tilescope::ui {
namespace {

// Returns the bits as the strip shows them: the highest bit first, a space between fields.
std::string bits_by_field(const Format& format, std::uint64_t word) {
    std::string text;
    for (std::size_t i = format.fields.size(); i-- > 0;) {
        const Field& f = format.fields[i];
        for (unsigned bit = f.width; bit-- > 0;) text += (get_field(f, word) >> bit & 1) != 0 ? '1' : '0';
        if (i > 0) text += ' ';
    }
    return text;
}

std::string signed_decimal(const Format& format, std::uint64_t word) {
    if (format.bits == 32) return say(static_cast<std::int32_t>(static_cast<std::uint32_t>(word)));
    return say(static_cast<std::int64_t>(word));
}

}  // namespace

std::vector<CopyChoice> copies_of(const Format& format, std::uint64_t word) {
    const bool wide = format.bits > 32;
    const std::string digits = hex_word(format, word);
    std::vector<CopyChoice> copies = {{"hex", "hexadecimal", digits},
                                      {"decimal", "decimal", say(word)},
                                      {"signed", "signed decimal", signed_decimal(format, word)}};
    if (wide)
        copies.push_back({"lo_hi", "{lo, hi}", say('{', hex(word & bit_mask(32), 8), ", ", hex(word >> 32, 8), '}')});
    copies.push_back({"bits", "bits, field by field", bits_by_field(format, word)});
    copies.push_back({"ptx", "PTX mov", say(wide ? "mov.b64 %rd1, " : "mov.b32 %r1, ", digits, ';')});
    copies.push_back({"cpp", "C++ literal", say(digits, wide ? "ull" : "u")});
    return copies;
}

}  // namespace tilescope::ui
