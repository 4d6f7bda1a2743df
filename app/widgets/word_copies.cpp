// app/widgets/word_copies.cpp -- a word in every notation for the clipboard.
// SPDX-License-Identifier: MIT
#include "app/widgets/word_copies.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <string>

namespace tilescope::ui {
namespace {

bool is_wide(const Format& format) { return format.bits > 32; }

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

std::string hexadecimal(const Format& format, std::uint64_t word) { return hex_word(format, word); }
std::string unsigned_decimal(const Format&, std::uint64_t word) { return say(word); }
std::string low_and_high(const Format&, std::uint64_t word) {
    return say('{', hex(word & bit_mask(32), 8), ", ", hex(word >> 32, 8), '}');
}
std::string ptx_move(const Format& format, std::uint64_t word) {
    return say(is_wide(format) ? "mov.b64 %rd1, " : "mov.b32 %r1, ", hex_word(format, word), ';');
}
std::string cpp_literal(const Format& format, std::uint64_t word) {
    return say(hex_word(format, word), is_wide(format) ? "ull" : "u");
}

struct Notation {
    std::string_view id, label;
    std::string (*text)(const Format& format, std::uint64_t word);
    bool wide_only = false;  // only for words of 64 bits
};
constexpr Notation kNotations[] = {
    {"hex", "hexadecimal", hexadecimal},
    {"decimal", "decimal", unsigned_decimal},
    {"signed", "signed decimal", signed_decimal},
    {"lo_hi", "{lo, hi}", low_and_high, true},
    {"bits", "bits, field by field", bits_by_field},
    {"ptx", "PTX mov", ptx_move},
    {"cpp", "C++ literal", cpp_literal},
};

}  // namespace

std::vector<CopyChoice> copies_of(const Format& format, std::uint64_t word) {
    std::vector<CopyChoice> copies;
    for (const Notation& n : kNotations)
        if (!n.wide_only || is_wide(format)) copies.push_back({n.id, n.label, n.text(format, word)});
    return copies;
}

}  // namespace tilescope::ui
