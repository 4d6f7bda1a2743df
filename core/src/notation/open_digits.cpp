// core/src/notation/open_digits.cpp -- reads hexadecimal words of which some digits are open: 0x400000400001????.
// SPDX-License-Identifier: MIT
//
// This program prints such words. People write them too, with 'x' or '*': "SMEM descriptor: 0xC00000080008xxxx".
#include "find.h"
#include "log_pairs.h"
#include "log_shape.h"
#include "work.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <optional>
#include <string>

namespace tilescope::notation {
namespace {

struct OpenWord {
    std::string_view token;
    Bits bits;
    std::size_t digits = 0;
    bool is_word() const { return digits == kShortWord || digits == kLongWord; }

    static constexpr std::size_t kShortWord = 8, kLongWord = 16;
};

bool is_open_digit(char c) { return c == '?' || c == 'x' || c == 'X' || c == '*'; }

// The number at "0x" with its open digits, or nothing: no digit is open, or all are. One open digit at the end can be
// the end of a question.
std::optional<OpenWord> open_word_at(std::string_view text, std::size_t begin) {
    constexpr std::size_t kPrefix = 2;
    constexpr unsigned kDigitBits = 4;
    OpenWord out;
    std::size_t open = 0, at = begin + kPrefix;
    bool inside = false;  // an open digit before a known one
    // "0x0001000x7fffffff" is two numbers.
    const auto begins_number = [&](std::size_t x) {
        return (text[x] == 'x' || text[x] == 'X') && x > 0 && text[x - 1] == '0' && x + 1 < text.size() &&
               hex_digit(text[x + 1]) != kNoDigit;
    };
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '_' || c == '\'') continue;
        const bool is_open = is_open_digit(c);
        if ((!is_open && hex_digit(c) == kNoDigit) || (is_open && begins_number(at))) break;
        ++out.digits;
        open += is_open;
        inside |= !is_open && open != 0;
        out.bits.value = out.bits.value << kDigitBits | (is_open ? 0 : hex_digit(c));
        out.bits.unknown = out.bits.unknown << kDigitBits | (is_open ? bit_mask(kDigitBits) : 0);
    }
    const bool ends = at == text.size() || !is_word_char(text[at]);
    if (!ends || open == 0 || open == out.digits || (open == 1 && !inside)) return std::nullopt;
    out.bits.width = static_cast<unsigned>(out.digits) * kDigitBits;
    out.token = text.substr(begin, at - begin);
    return out;
}

// The name before '=' or ':', or an empty text.
std::string_view name_before(std::string_view left) {
    left = trimmed(left);
    if (left.empty() || (left.back() != '=' && left.back() != ':')) return {};
    left = trimmed(left.substr(0, left.size() - 1));
    std::size_t begin = left.size();
    while (begin > 0 && (is_word_char(left[begin - 1]) || left[begin - 1] == '.')) --begin;
    return left.substr(begin);
}

}  // namespace

bool read_open_digits(Work& work, const Line& line) {
    bool any = false;
    for (std::size_t at = line.text.find("0x"); at != line.text.npos && !work.full; at = line.text.find("0x", at + 2)) {
        const auto word = at > 0 && is_word_char(line.text[at - 1]) ? std::nullopt : open_word_at(line.text, at);
        if (!word) continue;
        any = true;
        if (!word->is_word()) {
            work.refuse(word->token, say("'", excerpt(word->token), "' has ", word->digits,
                                         " digits; a word with open digits has 8 or 16 digits"));
            continue;
        }
        const std::string_view name = name_before(line.text.substr(0, at));
        const KeyMeaning key = meaning_of_key(name);
        Bits bits = word->bits;
        const unsigned width = name.empty() ? bits.width : width_for(key, {bits.value | bits.unknown}, {});
        if (bits.width > width) {
            work.refuse(word->token,
                        say("'", excerpt(name), "' has ", width, " bits, but the number has ", bits.width));
            continue;
        }
        bits.width = width;
        work.prose |= word->token.size() != line.text.size();
        work.find({work.span_of(word->token), name.empty() ? ReadBy::number : ReadBy::log, std::string(name),
                   name.empty() ? PasteRole::unknown : role_for(key, width), bits, std::string(kSomeUnknown)});
    }
    return any;
}

}  // namespace tilescope::notation
