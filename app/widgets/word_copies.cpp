// app/widgets/word_copies.cpp -- a word in every notation for the clipboard.
// SPDX-License-Identifier: MIT
#include "app/widgets/word_copies.h"
#include "app/widgets/hex_box.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <string>

namespace tilescope::ui {
namespace {

bool is_wide(const Format& format) { return format.bits > 32; }

// Returns the bits as the strip shows them: the highest bit first, a space between fields.
std::string bits_by_field(const Format& format, const OpenWord& w) {
    std::string text;
    for (std::size_t i = format.fields.size(); i-- > 0;) {
        const Field& f = format.fields[i];
        text += binary_bits(get_field(f, w.word), get_field(f, w.unknown), f.width).substr(2);
        if (i > 0) text += ' ';
    }
    return text;
}

std::string signed_decimal(const Format& format, const OpenWord& w) {
    if (format.bits == 32) return say(static_cast<std::int32_t>(static_cast<std::uint32_t>(w.word)));
    return say(static_cast<std::int64_t>(w.word));
}

std::string hexadecimal(const Format& format, const OpenWord& w) { return hex_word(format, w.word, w.unknown); }
std::string unsigned_decimal(const Format&, const OpenWord& w) { return say(w.word); }
std::string low_and_high(const Format& format, const OpenWord& w) {
    const std::string all = hexadecimal(format, w);
    return say("{0x", all.substr(all.size() - 8), ", 0x", all.substr(2, 8), '}');
}
std::string ptx_move(const Format& format, const OpenWord& w) {
    return say(is_wide(format) ? "mov.b64 %rd1, " : "mov.b32 %r1, ", hexadecimal(format, w), ';');
}
std::string cpp_literal(const Format& format, const OpenWord& w) {
    return say(hexadecimal(format, w), is_wide(format) ? "ull" : "u");
}

struct Notation {
    std::string_view id, label;
    std::string (*text)(const Format& format, const OpenWord& word);
    bool wide_only = false;  // only for words of 64 bits
    bool is_number = false;  // a number that other programs read: a word with unknown bits has none
};
constexpr Notation kNotations[] = {
    {.id = "hex", .label = "hexadecimal", .text = hexadecimal},
    {.id = "decimal", .label = "decimal", .text = unsigned_decimal, .is_number = true},
    {.id = "signed", .label = "signed decimal", .text = signed_decimal, .is_number = true},
    {.id = "lo_hi", .label = "{lo, hi}", .text = low_and_high, .wide_only = true},
    {.id = "bits", .label = "bits, field by field", .text = bits_by_field},
    {.id = "ptx", .label = "PTX mov", .text = ptx_move, .is_number = true},
    {.id = "cpp", .label = "C++ literal", .text = cpp_literal, .is_number = true},
};

}  // namespace

std::vector<CopyChoice> copies_of(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    std::vector<CopyChoice> copies;
    for (const Notation& n : kNotations)
        if ((!n.wide_only || is_wide(format)) && (!n.is_number || unknown == 0))
            copies.push_back({n.id, n.label, n.text(format, {word, unknown})});
    return copies;
}

}  // namespace tilescope::ui
