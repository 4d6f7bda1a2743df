// core/src/notation/name_meaning.cpp -- what the names of values say, and "name = value" in a line.
// SPDX-License-Identifier: MIT
#include "name_meaning.h"

#include <span>

namespace tilescope::notation {
namespace {

// Splits a name into its words in lower case: "qk_idesc", "aDescHi" and "desc.bitfield" are two words each.
std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> out;
    bool inside = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool part = is_letter(c) || is_digit(c);
        const bool hump = part && i > 0 && is_capital(c) && is_small_letter(name[i - 1]);
        if (part && (!inside || hump)) out.emplace_back();
        if (part) out.back() += lower(std::string_view(&c, 1));
        inside = part;
    }
    return out;
}

bool has_any(std::span<const std::string> words, std::span<const std::string_view> wanted) {
    return std::ranges::any_of(words, [&](const std::string& word) { return is_in(wanted, word); });
}

// A word that is a part of another name: "instrdesc" ends with "desc".
constexpr std::string_view kDescriptors[] = {"desc",     "descs", "descriptor", "descriptors", "matdesc",
                                             "smemdesc", "sdesc", "gdesc",      "mdesc"};
constexpr std::string_view kInstruction[] = {"idesc", "instrdesc", "instr", "instruction", "insn"};
// Names with these words have a part of a descriptor, or a number of descriptors.
constexpr std::string_view kAbout[] = {"stride", "offset",  "offsets", "ptr",   "addr",   "address", "count",  "size",
                                       "idx",    "index",   "num",     "step",  "base",   "bits",    "mode",   "type",
                                       "mask",   "tma",     "tensor",  "fmt",   "format", "shift",   "layout", "iter",
                                       "delta",  "version", "off",     "bytes", "slots",  "total"};
constexpr std::string_view kScales[] = {"sf", "sfa", "sfb", "scale"};

struct Ending {
    std::string_view word;
    char half;
};
constexpr Ending kEndings[] = {{"lo", 'l'},   {"hi", 'h'},   {"low", 'l'}, {"high", 'h'},
                               {"lo32", 'l'}, {"hi32", 'h'}, {"x", 'l'},   {"y", 'h'}};
// Short names of halves without a separator.
constexpr Ending kShort[] = {{"alo", 'l'},  {"blo", 'l'},  {"ahi", 'h'},    {"bhi", 'h'},
                             {"adlo", 'l'}, {"bdlo", 'l'}, {"dlo", 'l'},    {"dhi", 'h'},
                             {"adhi", 'h'}, {"bdhi", 'h'}, {"desclo", 'l'}, {"deschi", 'h'}};

// Removes "lo" or "hi" from the words. x and y are halves of a descriptor only: threadIdx.x is a number.
char take_half(std::vector<std::string>& words) {
    const bool descriptor = has_any(words, kDescriptors);
    for (std::size_t i = words.size(); i-- > 0;) {
        for (const Ending& e : kEndings) {
            const bool place = (i > 0 || words.size() == 1) && words[i] == e.word &&
                               (e.word.size() > 1 || (descriptor && i + 1 == words.size()));
            if (!place) continue;
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
            return e.half;
        }
        for (const Ending& e : kShort)
            if (words[i] == e.word) {
                words[i].resize(words[i].size() - 2);
                return e.half;
            }
    }
    return 0;
}

PasteRole role_of(std::span<const std::string> words) {
    const auto has = [&](std::string_view word) { return is_in(words, word); };
    const bool descriptor = has_any(words, kDescriptors);
    if (has("idesce") || (has("runtime") && has("instr") && descriptor)) return PasteRole::idesc_e;
    if (has("idesc") || has("instrdesc") || (descriptor && (has_any(words, kInstruction) || has("i"))))
        return PasteRole::idesc;
    if (has("zcm") || (has("zero") && (has("mask") || has("column")))) return PasteRole::zcm;
    if (has("mask") && descriptor) return PasteRole::zcm;
    if (descriptor && has_any(words, kAbout)) return PasteRole::unknown;
    if (descriptor && has_any(words, kScales)) return PasteRole::smem_sf;
    if (has("adesc") || (descriptor && has("a"))) return PasteRole::smem_a;
    if (has("bdesc") || (descriptor && has("b"))) return PasteRole::smem_b;
    if (descriptor) return PasteRole::smem;
    if (!words.empty() && (words[0].starts_with("tmem") || (words.size() == 2 && words[1] == "tmem")))
        return PasteRole::tmem;
    if (words.size() == 1 && words[0] == "a") return PasteRole::smem_a;
    if (words.size() == 1 && words[0] == "b") return PasteRole::smem_b;
    return PasteRole::unknown;
}

// What kernels call the kinds; names with a blank between them mean the same. The first name of the list that a text
// has counts. Several kinds: the name does not tell which.
struct KindName {
    std::string_view names, kinds;
};
constexpr KindName kKindNames[] = {{"mxf8f6f4", "mxf8f6f4"},
                                   {"mxf4nvf4", "mxf4nvf4"},
                                   {"f8f6f4", "f8f6f4"},
                                   {"nvfp4", "mxf4nvf4"},
                                   {"mxfp4", "mxf4 mxf4nvf4"},
                                   {"mxfp8", "mxf8f6f4"},
                                   {"nvf4", "mxf4nvf4"},
                                   {"mxf4", "mxf4"},
                                   {"mxf8", "mxf8f6f4"},
                                   {"bf16 fp16 f16", "f16"},
                                   {"tf32", "tf32"},
                                   {"int8 i8", "i8"},
                                   {"fp8 e4m3 e5m2 f8", "f8f6f4 mxf8f6f4"},
                                   {"fp4 f4", "mxf4 mxf4nvf4 f8f6f4"}};

bool is_letter_or_digit(char c) { return is_small_letter(c) || is_digit(c); }

bool is_value_char(char c) { return is_word_char(c) || c == '\''; }

constexpr std::array<bool, 256> kEquals = [] {
    std::array<bool, 256> out{};
    out['='] = out[':'] = true;
    return out;
}();

// "| B lo=0x..." and "| desc_b: 0x...": a column of a log begins behind the line. "| (b << 32)" is a part of an
// expression.
bool begins_column(std::string_view text, std::size_t line) {
    std::size_t at = line + 1;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    const std::size_t word = at, end = end_of_word(text, word, '.');
    at = end;
    if (at == word || is_digit(text[word])) return false;
    while (at < text.size() && text[at] == ' ') ++at;
    if (at == text.size()) return false;
    // "c ? desc | lo : 0" has a space before the colon; a key has none.
    const bool key = text[at] == ':' ? at == end : text[at] == '=' && !text.substr(at).starts_with("==");
    return key || (at > end && is_word_char(text[at]));
}

// "idesc: 0x10400010 -> 0x10200010": the place behind the arrow, if one is at `at`.
std::optional<std::size_t> behind_arrow(std::string_view text, std::size_t at) {
    at = std::min(text.find_first_not_of(" \t", at), text.size());
    for (const std::string_view arrow : {"\u2192", "->", "=>"})
        if (text.substr(at).starts_with(arrow)) return at + arrow.size();
    // "idesc = 0x08200490 / 0x08100490", "0x08200490 or 0x08100490": nobody divides by a word.
    for (const std::string_view other : {"/ 0x", "or 0x"}) {
        const std::size_t begin = at + other.size();
        const bool long_one = text.find_first_not_of(kHexDigits, begin) - begin >= 8;  // npos is far
        if (text.substr(at).starts_with(other) && text.size() - begin >= 8 && long_one) return begin - 2;
    }
    return std::nullopt;
}

// Whether a value ends at `at`: at the end of the line or at a separator. If an operator follows, the value is the
// start of an expression.
bool ends_value(std::string_view text, std::size_t at) {
    if (behind_arrow(text, at)) return true;
    const bool stop = at < text.size() && text[at] == '.' && (at + 1 == text.size() || text[at + 1] == ' ');
    if (stop) return true;  // of a sentence
    if (at < text.size() && std::string_view(" ,;)]}\t").find(text[at]) == std::string_view::npos) return false;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    if (at < text.size() && text[at] == '|' && begins_column(text, at)) return true;
    return at == text.size() || std::string_view("|&<>+*/^%-").find(text[at]) == std::string_view::npos;
}

// "desc=0x10000/0x40004040": two halves of one descriptor. `rest` begins behind the first one.
bool is_half_pair(std::string_view key, std::string_view rest) {
    if (!rest.starts_with("/0x")) return false;
    return is_operand(meaning_of_key(key).role);
}

// "A lo=0x... hi=0x...", "A: lo=0x...": the word before a bare half belongs to its name, if it names a descriptor.
// Returns where the name begins.
std::size_t begin_of_name(std::string_view text, std::size_t begin, std::size_t end) {
    const KeyMeaning key = meaning_of_key(text.substr(begin, end - begin));
    if (key.half == 0 || !key.base.empty() || begin < 2 || text[begin - 1] != ' ') return begin;
    std::size_t last = begin - 1;
    if (text[last - 1] == ':') --last;
    const std::size_t first = begin_of_word(text, last);
    const bool names = is_operand(meaning_of_key(text.substr(first, end - first)).role);
    return names && first < last && !is_digit(text[first]) ? first : begin;
}

// The number that begins here, or nothing.
std::string_view number_from(std::string_view text, std::size_t begin) {
    if (begin == text.size() || !is_digit(text[begin])) return {};
    std::size_t end = begin;
    while (end < text.size() && is_value_char(text[end])) ++end;
    const bool key = end < text.size() && kEquals[static_cast<unsigned char>(text[end])];
    return key || !ends_value(text, end) ? std::string_view() : text.substr(begin, end - begin);
}

// The number behind blanks and commas, or nothing.
std::string_view number_behind(std::string_view text, std::size_t at) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t,", at), text.size());
    return begin == at ? std::string_view() : number_from(text, begin);
}

bool is_half_value(std::string_view value) {
    constexpr std::size_t kLength = 10;
    return value.starts_with("0x") && value.size() == kLength && is_hex(value.substr(2));
}

}  // namespace

KeyMeaning meaning_of_key(std::string_view key) {
    KeyMeaning out;
    std::vector<std::string> words = words_of_name(key);
    out.half = take_half(words);
    constexpr std::string_view kHopper[] = {"gmma", "wgmma", "hgmma"};
    out.role = role_of(words);
    out.hopper = has_any(words, kHopper);
    if (out.hopper && out.role == PasteRole::unknown && !has_any(words, kAbout)) out.role = PasteRole::smem;
    for (const std::string& word : words) out.base += (out.base.empty() ? "" : "_") + word;
    return out;
}

bool names_an_address(std::string_view name) {
    constexpr std::string_view kAddresses[] = {"addr", "address", "ptr",  "base", "start", "col", "column",
                                               "a",    "b",       "c",    "d",    "e",     "acc", "out",
                                               "sfa",  "sfb",     "meta", "sfd",  "sfc",   "at",  "dst"};
    const std::vector<std::string> words = words_of_name(name);
    return words.size() <= 1 || has_any(words, kAddresses);
}

std::vector<std::string> kinds_named_in(std::string_view text) {
    // Each name has a digit after a letter. Most texts have none, and this is asked of each word of a paste.
    const auto digit_after_letter = [](char c, char next) { return !is_digit(c) && is_digit(next); };
    if (std::ranges::adjacent_find(text, digit_after_letter) == text.end()) return {};
    const std::string folded = lower(text);
    const auto has = [&](std::string_view name) {
        return has_where(folded, name, [&](std::size_t begin, std::size_t end) {
            return (begin == 0 || !is_letter_or_digit(folded[begin - 1])) &&
                   (end == folded.size() || !is_letter_or_digit(folded[end]));
        });
    };
    const auto* row = std::ranges::find_if(
        kKindNames, [&](const KindName& k) { return std::ranges::any_of(words_in(k.names), has); });
    return row == std::end(kKindNames) ? std::vector<std::string>() : strings_in(row->kinds);
}

std::optional<LogPair> next_log_pair(std::string_view text, std::size_t& at) {
    for (; at < text.size(); ++at) {
        if (!kEquals[static_cast<unsigned char>(text[at])]) continue;
        std::size_t key_end = at;
        while (key_end > 0 && text[key_end - 1] == ' ') --key_end;
        std::size_t key_begin = begin_of_word(text, key_end, '.');
        std::size_t value_begin = at + 1;
        while (value_begin < text.size() && text[value_begin] == ' ') ++value_begin;
        std::size_t value_end = value_begin;
        if (value_end < text.size() && text[value_end] == '-') ++value_end;
        while (value_end < text.size() && is_value_char(text[value_end])) ++value_end;
        if (is_half_pair(text.substr(key_begin, key_end - key_begin), text.substr(value_end)))
            for (++value_end; value_end < text.size() && is_value_char(text[value_end]);) ++value_end;
        if (key_begin == key_end || value_begin == value_end || !ends_value(text, value_end)) continue;
        const char first =
            text[value_begin] == '-' && value_begin + 1 < value_end ? text[value_begin + 1] : text[value_begin];
        if (first < '0' || first > '9') continue;
        at = value_end;
        key_begin = begin_of_name(text, key_begin, key_end);
        return LogPair{text.substr(key_begin, key_end - key_begin), text.substr(value_begin, value_end - value_begin),
                       text.substr(0, key_end)};
    }
    return std::nullopt;
}

bool is_whole_value(std::string_view value) {
    constexpr std::size_t kLength = 18, kLeastDecimal = 17, kMostDecimal = 20;
    if (value.starts_with("0x")) return value.size() == kLength && is_hex(value.substr(2));
    return value.size() >= kLeastDecimal && value.size() <= kMostDecimal && std::ranges::all_of(value, is_digit);
}

std::optional<std::string_view> next_value(std::string_view text, std::size_t& at) {
    const std::string_view value = number_behind(text, at);
    if (!is_whole_value(value)) return std::nullopt;
    at = offset_in(text, value) + value.size();
    return value;
}

std::optional<std::string_view> changed_value(std::string_view text, std::size_t& at) {
    const std::optional<std::size_t> arrow = behind_arrow(text, at);
    if (!arrow) return std::nullopt;
    const std::string_view value = number_from(text, std::min(text.find_first_not_of(" \t", *arrow), text.size()));
    if (!is_long_value(value)) return std::nullopt;
    at = offset_in(text, value) + value.size();
    return value;
}

std::optional<std::string_view> next_half(std::string_view text, std::string_view value, std::size_t& at) {
    const std::string_view other = number_behind(text, at);
    if (!is_half_value(value) || !is_half_value(other)) return std::nullopt;
    const auto begin = offset_in(text, value);
    const std::size_t end = offset_in(text, other) + other.size();
    if (is_half_value(number_behind(text, end))) return std::nullopt;
    at = end;
    return text.substr(begin, end - begin);
}

}  // namespace tilescope::notation
