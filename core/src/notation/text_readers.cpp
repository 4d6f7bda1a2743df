// core/src/notation/text_readers.cpp -- reads logs, source expressions, plain numbers, and numbers with open digits.
// SPDX-License-Identifier: MIT
//
// This program prints words of which some digits are open, 0x400000400001????. People write them too, with 'x' or '*':
// "SMEM descriptor: 0xC00000080008xxxx".
#include "readers.h"
#include "readings.h"

#include <tilescope/base/printable.h>

#include <span>

namespace tilescope::notation {
namespace {

struct Pair {
    std::string_view key, value;
    std::optional<unsigned> declared;  // the width of its type
    bool prefixed;                     // something stands before the key
};

// Returns the next pair of the line with its declared type.
std::optional<Pair> next_pair(std::string_view text, std::size_t& at) {
    const auto pair = next_log_pair(text, at);
    if (!pair) return std::nullopt;
    const Declaration declared = declaration_in(pair->left);
    // "let desc: u32 = 5": the type is between the name and the value.
    return Pair{declared.bits && bits_of_type(pair->key) ? declared.name : pair->key, pair->value, declared.bits,
                has_prefix(*pair)};
}

constexpr std::string_view kBetweenHalves = "/ \t,";

// "desc=0x10000/0x40004040": the order of the halves is the one with which the word is a descriptor.
void find_halves(Work& work, const Pair& pair, const KeyMeaning& key) {
    const std::size_t first_end = pair.value.find_first_of(kBetweenHalves),
                      second_begin = pair.value.find_first_not_of(kBetweenHalves, first_end);
    if (second_begin == pair.value.npos) return;
    const Answer<Number> first = read_number(pair.value.substr(0, first_end)),
                         second = read_number(pair.value.substr(second_begin));
    if (!first || !second || first->value > bit_mask(32) || second->value > bit_mask(32)) return;
    for (const bool low_first : {true, false}) {
        const std::uint64_t low = low_first ? first->value : second->value,
                            high = low_first ? second->value : first->value;
        const PasteReading best = best_reading(work, high << 32 | low, 64);
        if (best.format->id != "smem" || best.word != (high << 32 | low) || !is_likely(best)) continue;
        return work.find({work.span_of(pair.value),
                          ReadBy::two_halves,
                          {best.word, 0, 64},
                          std::string(pair.key),
                          key.role,
                          std::string(low_first ? kLowFirst : kHighFirst)});
    }
}

void find_pair(Work& work, const Pair& pair, const KeyMeaning& key) {
    if (pair.value.find_first_of(kBetweenHalves) != pair.value.npos) return find_halves(work, pair, key);
    const Answer<Number> n = read_number(pair.value);
    const bool amount = pair.key.size() == 1 && !pair.value.starts_with("0x");  // "A=16KB"
    if (!n && amount) return;
    if (!n) return work.refuse(pair.value, n.why);
    if (!find_logged(work, pair.key, key, pair.value, *n, pair.declared) || work.full) return;
    work.shown[std::string(pair.key)] = work.finds.size() - 1;
}

bool has_operator(std::string_view text) {
    return text.find_first_of("|&^~+*/%<>()") != text.npos || text.find('-', 1) != text.npos;
}

unsigned width_of(const Bits& bits) {
    if (bits.width == 64 || (bits.value | bits.unknown) > bit_mask(32)) return 64;
    return 32;
}

// "Roles: load(W0) | mma(W1)": words behind a colon are no expression.
bool has_heading(std::string_view text) {
    const std::size_t colon = text.find(": ");
    return colon != text.npos && colon > 0 && is_word_char(text[colon - 1]) && !is_digit(text[colon - 1]) &&
           text.find('?') == text.npos;
}

// Refuses a token that starts like a hexadecimal number but is not one. In a line with other values it is an error, not
// prose.
void refuse_broken_numbers(Work& work, std::string_view text, std::span<const Pair> read) {
    for (std::size_t at = text.find("0x"); at != text.npos; at = text.find("0x", at + 2)) {
        const char* begin = text.data() + at;
        const bool is_read = std::ranges::any_of(read, [&](const Pair& p) { return p.value.data() == begin; });
        const bool inside = at > 0 && (is_word_char(text[at - 1]) || text[at - 1] == '\'');
        if (is_read || inside) continue;
        const std::string_view token = text.substr(at, end_of_word(text, at, '\'') - at);
        if (const Answer<Number> n = read_number(token); !n) work.refuse(token, n.why);
    }
}

// Stores a register of a log, "R4 = 0x40004040". The registers are joined to words after all lines are read.
bool keep_register(Work& work, const Pair& pair) {
    const auto name = register_named(pair.key);
    const Answer<Number> n = read_number(pair.value);
    if (!name || !n || n->value > bit_mask(32)) return false;
    work.registers[name->place()] = {work.span_of(pair.value), ReadBy::log, {n->value, 0, 32}, name->prefix};
    return true;
}

// "desc=0x4000404000010040 looks wrong": words behind a value. Code has an operator there, or "if" of Python.
bool is_in_sentence(const Pair& pair, std::string_view line) {
    const auto end = static_cast<std::size_t>(pair.value.data() + pair.value.size() - line.data());
    const std::string_view rest = trimmed(line.substr(std::min(end, line.size())));
    return is_long_value(pair.value) && !rest.empty() && is_word_char(rest[0]) && !rest.starts_with("if ");
}

// Whether a token has 8 or 16 hexadecimal digits without a prefix, and at least one letter.
bool bare_hex(std::string_view token) {
    const bool letter = token.find_first_of("abcdefABCDEF") != token.npos;
    return is_hex(token) && letter && (token.size() == 8 || token.size() == 16);
}

Bits bits_of(const Number& n) {
    const unsigned width = n.bits == 64 || n.value > bit_mask(32) ? 64 : 32;
    return {n.value, 0, width};
}

Digits digits_of(std::string_view token, const Number& n) {
    if (n.negative) return Digits::negative;
    if (!n.decimal) return Digits::clear;
    return token.size() == 8 || token.size() == 16 ? Digits::doubtful : Digits::decimal;
}

void find_number(Work& work, std::string_view token, Bits bits, Digits digits) {
    work.find({.span = work.span_of(token), .reader = ReadBy::number, .bits = bits, .digits = digits});
}

// "*(volatile u32*)0x10400490": a number after a cast to a pointer is an address.
bool is_cast_to_pointer(std::string_view before) {
    before = trimmed(before);
    if (!before.ends_with(')')) return false;
    return trimmed(before.substr(0, before.size() - 1)).ends_with('*');
}

// "1524.171", "0.0f32".
bool is_fraction(std::string_view token) {
    const std::size_t dot = token.find_first_not_of("+-0123456789");
    return dot != token.npos && dot != 0 && token[dot] == '.' && dot + 1 < token.size() && is_digit(token[dot + 1]);
}

bool starts_like_number(std::string_view token) {
    if (token[0] == '-' || token[0] == '+') token.remove_prefix(1);
    return !token.empty() && is_digit(token[0]);
}

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
    return left.substr(begin_of_word(left, left.size(), '.'));
}

}  // namespace

bool find_logged(Work& work, std::string_view name, const KeyMeaning& key, std::string_view value, const Number& n,
                 std::optional<unsigned> declared) {
    const unsigned width = width_for(key, n, declared.value_or(0));
    if (n.value > bit_mask(width)) {  // also a negative 64-bit decimal in a 32-bit variable
        work.refuse(value, say(name, " has ", width, " bits; '", value, "' does not fit in these bits"));
        return false;
    }
    Find f{work.span_of(value), ReadBy::log, {n.value, 0, width}, std::string(name), role_for(key, width)};
    if (n.decimal) f.digits = n.negative ? Digits::negative : Digits::decimal;
    work.find(std::move(f));
    return true;
}

bool read_log(Work& work, const Line& line) {
    std::vector<Pair> pairs;
    std::size_t at = 0;
    while (const auto pair = next_pair(line.text, at)) {
        pairs.push_back(*pair);
        while (const auto value = changed_value(line.text, at))
            pairs.push_back({pair->key, *value, pair->declared, true});
        if (!is_operand(meaning_of_key(pair->key).role)) continue;
        if (const auto halves = next_half(line.text, pair->value, at)) pairs.back().value = *halves;
        // "a: 0x... 0x...": the K steps of one operand.
        while (is_whole_value(pair->value)) {
            const auto value = next_value(line.text, at);
            if (!value) break;
            pairs.push_back({pair->key, *value, pair->declared, true});
        }
    }
    const bool several = pairs.size() > 1;  // a single pair may be an assignment
    bool any = false;
    for (const Pair& pair : pairs) {
        const KeyMeaning key = meaning_of_key(pair.key);
        // A single "desc = 0" may be an assignment instead of a log line.
        const bool in_log = several || (pair.prefixed && !pair.declared) || is_in_sentence(pair, line.text);
        const bool role = key.role != PasteRole::unknown && (key.role != PasteRole::smem || in_log);
        const bool has_meaning = role || key.half != 0;
        if (has_meaning) find_pair(work, pair, key);
        // A debugger prints one register in each line.
        any = has_meaning || ((several || is_long_value(pair.value)) && keep_register(work, pair)) || any;
    }
    // No name has a meaning. Numbers of 8 digits or more are then words; shorter numbers are indices and counts.
    const auto is_word = [](const Pair& p) { return is_long_value(p.value); };
    if (!any && several && std::ranges::any_of(pairs, is_word)) {
        for (const Pair& pair : pairs)
            if (is_word(pair)) find_pair(work, pair, {});
        any = true;
    }
    if (any) refuse_broken_numbers(work, line.text, pairs);
    return any;
}

// A number with operators, such as "((uint64_t)0x40004040 << 32) | lo". Assignments are source code.
bool read_expression(Work& work, const Line& line) {
    const std::string_view text = line.text;
    if (!has_operator(text) || text.find('=') != text.npos || has_heading(text)) return false;
    std::size_t where = 0;
    const Answer<Evaluated> value = evaluate(text, {}, &where);
    if (!value) {
        // Text with an unmatched bracket is not an expression. Text with operators is an expression with an error.
        const bool computes = text.find("<<") != text.npos || text.find('|') != text.npos ||
                              text.find_first_not_of("0123456789abcdefABCDEFxXuUlL_'+-*/%<>&|^~() \t") == text.npos;
        if (!computes || text.find_first_of("0123456789") == text.npos) return false;
        work.refuse(text.substr(where), value.why);
        return true;
    }
    if (value->literals == 0) return false;
    work.prose |= value->names > 0;
    if (value->operators == 0 && value->names == 0 && value->bits.width == 0 && !has_operator(text)) return false;
    Bits bits = value->bits;
    bits.width = width_of(bits);
    std::string note(bits.unknown ? kSomeUnknown : "");
    work.find({work.span_of(text), ReadBy::expression, bits, "", PasteRole::unknown, std::move(note)});
    return true;
}

bool read_numbers(Work& work, const Line& line) {
    // The whole line is one number. A number with a type, "-1 : i64", has blanks.
    if (const Answer<Number> n = read_number(line.text); n && line.text.find(':') != line.text.npos) {
        const Digits digits = digits_of(line.text, *n);  // with a type, they are not hexadecimal
        find_number(work, line.text, bits_of(*n), digits == Digits::doubtful ? Digits::decimal : digits);
        return true;
    }
    bool any = false, words = false;
    std::size_t at = 0;
    const std::string_view text = line.text;
    std::vector<std::pair<std::string_view, std::string>> refused;
    std::optional<unsigned> declared;  // the type before a number, as in "i64 136316048"
    constexpr std::string_view kBetween = " \t,;(){}[]\"<>";
    while (at < text.size()) {
        const std::size_t begin = text.find_first_not_of(kBetween, at);
        if (begin == text.npos) break;
        std::size_t end = text.find_first_of(kBetween, begin);
        if (end == text.npos) end = text.size();
        std::string_view token = text.substr(begin, end - begin);
        at = end;
        constexpr std::string_view kEnds = ".:?!";  // of a sentence
        while (token.size() > 1 && kEnds.find(token.back()) != kEnds.npos) token.remove_suffix(1);
        if (is_cast_to_pointer(text.substr(0, begin))) continue;
        Answer<Number> n = read_number(token);
        const bool hexadecimal = !n && bare_hex(token);
        if (hexadecimal) n = read_number(say("0x", token));
        if (n) {
            Bits bits = bits_of(*n);
            if (declared == 64) bits.width = 64;
            find_number(work, token, bits, hexadecimal ? Digits::bare : digits_of(token, *n));
            any = true;
        } else if (is_fraction(token) && work.text.find('\n') != work.text.npos) {
            words = true;  // a time or a value of a matrix
        } else if (starts_like_number(token)) {
            refused.emplace_back(token, n.why);
            any = true;
        } else {
            words = true;
        }
        declared = bits_of_type(token);
    }
    // A sentence has versions, dates and ranges of pages. What starts like a hexadecimal number is a misprint.
    for (auto& [token, why] : refused)
        if (!words || token.starts_with("0x")) work.refuse(token, std::move(why));
    work.prose |= words;
    return any;
}

bool read_mlir(Work& work, const Line& line) {
    constexpr std::string_view kConstant = "llvm.mlir.constant(";
    const std::size_t at = line.text.find(kConstant);
    if (at == line.text.npos) return false;
    const std::size_t begin = at + kConstant.size(), end = line.text.find(')', begin);
    const std::string_view inside = trimmed(line.text.substr(begin, end == line.text.npos ? end : end - begin));
    const Answer<Number> n = read_number(inside);
    if (!n) {
        work.refuse(inside, n.why);
        return true;
    }
    const unsigned width = n->bits == 32 || (n->bits == 0 && n->value <= bit_mask(32)) ? 32 : 64;
    Find f{work.span_of(line.text.substr(at, begin - at + inside.size())), ReadBy::mlir, {n->value, 0, width}};
    if (n->negative) f.digits = Digits::negative;
    work.find(std::move(f));
    return true;
}

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
        const unsigned width = name.empty() ? bits.width : width_for(key, {bits.value | bits.unknown});
        if (bits.width > width) {
            work.refuse(word->token,
                        say("'", excerpt(name), "' has ", width, " bits, but the number has ", bits.width));
            continue;
        }
        bits.width = width;
        work.prose |= word->token.size() != line.text.size();
        work.find({work.span_of(word->token), name.empty() ? ReadBy::number : ReadBy::log, bits, std::string(name),
                   name.empty() ? PasteRole::unknown : role_for(key, width), std::string(kSomeUnknown)});
    }
    return any;
}

}  // namespace tilescope::notation
