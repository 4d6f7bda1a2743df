// core/src/base/number.cpp -- reads numbers as engineers, debuggers and compilers write them.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <array>
#include <string>

namespace tilescope {
namespace {

struct Suffix {
    std::string_view text;
    unsigned bits;  // 0: the suffix states no width
};
// Longest first: "ull" must be tried before "ll" and "l".
constexpr Suffix kSuffixes[] = {{"ull", 64}, {"llu", 64}, {"u32", 32}, {"i32", 32}, {"u64", 64}, {"i64", 64},
                                {"ul", 64},  {"lu", 64},  {"ll", 64},  {"l", 64},   {"u", 0}};

bool is_separator(char c) { return c == '_' || c == '\''; }

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return 99;
}

struct Digits {
    std::uint64_t value = 0;
    unsigned count = 0;
    enum { good, not_digits, too_wide } state = good;
};

Digits read_digits(std::string_view text, unsigned base) {
    Digits out;
    bool separator = true;  // refuses a separator before the first digit
    for (const char c : text) {
        if (is_separator(c) && !separator) {
            separator = true;
            continue;
        }
        const auto d = static_cast<unsigned>(digit_value(c));
        if (d >= base) return {.state = Digits::not_digits};
        separator = false;
        if (out.value > (~0ull - d) / base) return {.state = Digits::too_wide};
        out.value = out.value * base + d;
        ++out.count;
    }
    if (out.count == 0 || separator) out.state = Digits::not_digits;
    return out;
}

// Removes a suffix such as ": i32" or "ull" from the end of the text. Returns the width that the suffix states, or 0.
unsigned take_suffix(std::string_view& text, unsigned base) {
    for (const Suffix& s : kSuffixes) {
        if (!text.ends_with(s.text)) continue;
        std::string_view rest = text.substr(0, text.size() - s.text.size());
        rest = trimmed(rest);
        if (rest.ends_with(':')) rest = trimmed(rest.substr(0, rest.size() - 1));
        if (rest.empty() || is_separator(rest.back())) rest = rest.substr(0, rest.empty() ? 0 : rest.size() - 1);
        if (rest.empty() || static_cast<unsigned>(digit_value(rest.back())) >= base) continue;
        text = rest;
        return s.bits;
    }
    return 0;
}

Answer<Number> refuse(std::string_view text, std::string_view reason) {
    return Refusal("'", excerpt(text), "' ", reason);
}

}  // namespace

Answer<Number> read_number(std::string_view original) {
    const std::string folded = lower(trimmed(original));
    std::string_view text = folded;
    constexpr std::string_view kNot = "is not a number such as 64 or 0x40";
    if (text.empty()) return refuse(original, kNot);

    Number out;
    if (text.front() == '-' || text.front() == '+') {
        out.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    unsigned base = 10, stated = 0;
    if (text.starts_with("0x"))
        base = 16, text.remove_prefix(2);
    else if (text.starts_with("0b"))
        base = 2, text.remove_prefix(2);
    else if (const auto tick = text.find('\'');
             tick != text.npos && tick > 0 && tick + 1 < text.size() &&
             std::string_view("hbd").find(text[tick + 1]) != std::string_view::npos &&
             read_digits(text.substr(0, tick), 10).state == Digits::good) {
        stated = static_cast<unsigned>(std::min<std::uint64_t>(read_digits(text.substr(0, tick), 10).value, 65));
        base = text[tick + 1] == 'h' ? 16 : text[tick + 1] == 'b' ? 2 : 10;
        text.remove_prefix(tick + 2);
        if (stated == 0 || stated > 64) return refuse(original, "has a width outside 1 to 64 bits");
    }
    const unsigned from_suffix = take_suffix(text, base);
    const Digits digits = read_digits(text, base);
    if (digits.state == Digits::not_digits) return refuse(original, kNot);
    if (digits.state == Digits::too_wide) return refuse(original, "has more than 64 bits");
    if (stated != 0 && stated < 64 && digits.value >> stated != 0)
        return refuse(original, say("does not fit in its width of ", stated, " bits"));
    if (from_suffix == 32 && digits.value >> 32 != 0)
        return refuse(original, "does not fit in the 32 bits of its suffix");

    out.decimal = base == 10;
    out.value = digits.value;
    out.bits = stated != 0 ? stated : from_suffix;
    if (out.bits == 0 && base == 16 && digits.count == 16) out.bits = 64;
    if (out.bits == 0 && base == 16 && digits.count == 8) out.bits = 32;
    if (out.bits == 0 && digits.value >> 32 != 0) out.bits = 64;
    if (!out.negative) return out;

    if (digits.value > 1ull << 63) return refuse(original, "is below -2^63, the smallest 64-bit number");
    if (out.bits == 0) out.bits = digits.value <= 1ull << 31 ? 32 : 64;
    if (out.bits == 32 && digits.value > 1ull << 31)
        return refuse(original, "is below -2^31, the smallest 32-bit number");
    out.value = ~digits.value + 1;
    if (out.bits == 32) out.value &= 0xffffffffull;
    return out;
}

Answer<std::uint64_t> parse_number(std::string_view text) {
    const Answer<Number> read = read_number(text);
    if (!read) return Refusal(read.why);
    return read->value;
}

}  // namespace tilescope
