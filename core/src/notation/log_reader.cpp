// core/src/notation/log_reader.cpp -- reads the words of a long log, line by line, in constant memory.
// SPDX-License-Identifier: MIT
#include "log_pairs.h"
#include "log_shape.h"
#include "passages.h"

#include <tilescope/notation/log.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

namespace tilescope {
namespace {

using namespace notation;

// Characters of programs, debuggers and documents. A line with one of them is for paste().
constexpr std::array<bool, 256> kForeign = [] {
    std::array<bool, 256> out{};
    for (const char c : std::string_view("{}<>|&;\"'`$%/*^~#@\\+!?")) out[static_cast<unsigned char>(c)] = true;
    for (unsigned c = 0; c < ' '; ++c) out[c] = c != '\t' && c != '\r';
    for (unsigned c = 0x7f; c < 256; ++c) out[c] = true;
    return out;
}();

bool is_foreign(std::string_view line) {
    return std::ranges::any_of(line, [](char c) { return kForeign[static_cast<unsigned char>(c)]; });
}

// Lines of debuggers and printers, which other readers take: "(gdb) ...", "0x7ffe4010: ...", "GmmaDescriptor: ...".
bool is_printed(std::string_view line) {
    constexpr std::string_view kStarts[] = {"0x",          "(cuda-gdb)", "(gdb)",       "(lldb)",     "GmmaDesc",
                                            "UmmaDesc",    "start_addr", "leading_off", "stride_off", "base_offset",
                                            "layout_type", "- ",         "p ",          "print"};
    return std::ranges::any_of(kStarts, [&](std::string_view start) { return line.starts_with(start); }) ||
           line.find("DescriptorIterator") != line.npos;
}

// The word before the key, if only spaces or a bracket are between them. A type there makes the line a declaration.
std::string_view word_before(std::string_view left, std::string_view key) {
    std::size_t end = left.size() - key.size();
    while (end > 0 && (left[end - 1] == ' ' || left[end - 1] == '\t' || left[end - 1] == ')')) --end;
    std::size_t begin = end;
    while (begin > 0 && is_word_char(left[begin - 1])) --begin;
    return left.substr(begin, end - begin);
}

// Reads "0x" and up to 16 digits, the most frequent spelling, faster than read_number().
std::optional<Number> hexadecimal(std::string_view token) {
    constexpr std::size_t kPrefix = 2, kMostDigits = 16;
    if (!token.starts_with("0x") || token.size() == kPrefix || token.size() > kPrefix + kMostDigits)
        return std::nullopt;
    Number out;
    for (const char c : token.substr(kPrefix)) {
        if (hex_digit(c) == kNoDigit) return std::nullopt;
        out.value = out.value << 4 | hex_digit(c);
    }
    out.bits = token.size() == kPrefix + kMostDigits ? 64 : 0;
    return out;
}

// What the hexadecimal numbers of a line say about it.
struct HexTokens {
    bool whole = true;  // each is a number; paste() reports the others
    unsigned rows = 0;  // long ones after '=' or ": "; a row of a log has two
};

// The same answers as looks_like_log(), in one pass. It searches 'x', which is rarer than '0'.
HexTokens hex_tokens(std::string_view line) {
    HexTokens out;
    for (std::size_t x = line.find('x'); x != line.npos; x = line.find('x', x + 1)) {
        if (x == 0 || line[x - 1] != '0') continue;
        const std::size_t at = x - 1;
        if (at > 0 && is_word_char(line[at - 1])) continue;
        std::size_t end = x + 1;
        while (end < line.size() && hex_digit(line[end]) != kNoDigit) ++end;
        constexpr std::size_t kMostDigits = 16;
        const bool ends = end == line.size() || (!is_word_char(line[end]) && line[end] != '?' && line[end] != '*');
        out.whole &= ends && end > x + 1 && end - x <= kMostDigits + 1;
        const bool assigned =
            at > 0 &&
            (line[at - 1] == '=' || (at > 1 && line[at - 1] == ' ' && (line[at - 2] == '=' || line[at - 2] == ':')));
        const bool long_value = is_long_value(line.substr(at, end - at));
        out.rows += assigned && long_value;
        // "A 0x4000404000010000" has a name that only paste() sees.
        std::size_t before = at;
        while (before > 0 && std::string_view(" \t,").find(line[before - 1]) != std::string_view::npos) --before;
        out.whole &= !long_value || before == at || before == 0 || !is_word_char(line[before - 1]);
    }
    return out;
}

}  // namespace

struct LogReader::Names {
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    // What a name says. Its words are compared with many lists, so each name is examined once.
    struct NameFacts {
        KeyMeaning meaning;
        bool is_register = false, is_type = false;
    };

    std::unordered_map<std::string, NameFacts, Hash, std::equal_to<>> facts;
    struct Named {
        LogPair pair;
        const NameFacts* name;
    };
    std::vector<Named> pairs;                                // of the current line
    std::array<decltype(facts)::const_pointer, 8> recent{};  // the names at these places of the last lines
    std::array<std::optional<LogShape>, 4> shapes;           // of the last lines with words
    std::size_t last_shape = 0;                              // the one that the last line had

    static constexpr std::size_t kMostNames = 4096, kNoPlace = ~std::size_t{0};

    // Valid until forget_many(). `place`: the lines of a log have the same names at the same places.
    const NameFacts& of(std::string_view name, std::size_t place = kNoPlace) {
        if (place < recent.size() && recent[place] != nullptr && recent[place]->first == name)
            return recent[place]->second;
        auto at = facts.find(name);
        if (at == facts.end()) {
            const bool is_type = bits_of_type(name) || declaration_in(std::string(name) + " x").bits;
            NameFacts fresh{meaning_of_key(name), register_named(name).has_value(), is_type};
            at = facts.emplace(std::string(name), std::move(fresh)).first;
        }
        if (place < recent.size()) recent[place] = &*at;
        return at->second;
    }
    void forget_many() {
        if (facts.size() < kMostNames) return;
        facts.clear();
        recent = {};
    }
    bool follows_type(const LogPair& pair) {
        const std::string_view before = word_before(pair.left, pair.key);
        return !before.empty() && !is_digit(before[0]) && of(before).is_type;
    }
    bool has_known_shape(std::string_view line, std::vector<LogWord>& out);
    void keep_shape(std::string_view line, std::span<const LogWord> words);
    bool find(const LogPair& pair, const KeyMeaning& key, std::vector<LogWord>& out);
    bool read_pairs(std::string_view line, std::vector<LogWord>& out);
};

LogReader::LogReader() : names_(std::make_unique<Names>()) {}
LogReader::~LogReader() = default;

bool LogReader::Names::has_known_shape(std::string_view line, std::vector<LogWord>& out) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const std::size_t at = (last_shape + i) % shapes.size();
        if (!shapes[at] || !shapes[at]->read(line, out)) continue;
        last_shape = at;
        return true;
    }
    return false;
}

void LogReader::Names::keep_shape(std::string_view line, std::span<const LogWord> words) {
    last_shape = (last_shape + 1) % shapes.size();
    shapes[last_shape] = LogShape::of(line, words);
}

bool LogReader::Names::find(const LogPair& pair, const KeyMeaning& key, std::vector<LogWord>& out) {
    const std::optional<Number> simple = hexadecimal(pair.value);
    const Answer<Number> read = simple ? Answer<Number>(*simple) : read_number(pair.value);
    if (!read) return false;
    const Number& number = *read;
    const unsigned width = width_for(key, number, std::nullopt);
    if ((width != 32 && width != 64) || number.value > bit_mask(width)) return false;
    out.push_back({pair.key, pair.value, role_for(key, width), number.value, width, number.negative});
    return true;
}

// The same decisions as read_log() for a line whose words have names, or are long and in good company.
bool LogReader::Names::read_pairs(std::string_view line, std::vector<LogWord>& out) {
    pairs.clear();
    std::size_t at = 0;
    while (const auto pair = next_log_pair(line, at)) {
        const NameFacts& name = of(pair->key, pairs.size());
        if (name.is_type || name.is_register || name.meaning.half != 0 || follows_type(*pair)) return false;
        std::size_t behind = at;  // a list is for paste()
        if (next_value(line, behind) || next_half(line, pair->value, behind)) return false;
        pairs.push_back({*pair, &name});
    }
    bool any = false;
    for (const auto& [pair, name] : pairs) {
        const KeyMeaning& key = name->meaning;
        if (key.role == PasteRole::unknown) continue;
        if (key.role == PasteRole::smem && pairs.size() < 2 && !has_prefix(pair)) return false;  // an assignment
        if (!find(pair, key, out)) return false;
        any = true;
    }
    if (any) return true;
    const auto is_long = [](const Named& n) { return is_long_value(n.pair.value); };
    if (std::ranges::count_if(pairs, is_long) < 2) return false;
    return std::ranges::all_of(pairs, [&](const Named& n) { return !is_long(n) || find(n.pair, {}, out); });
}

bool LogReader::read(std::string_view line, std::vector<LogWord>& out) {
    if (names_->has_known_shape(line, out)) return true;
    const std::string_view whole = line;
    line = trimmed(line);
    while (line.ends_with(',')) line = trimmed(line.substr(0, line.size() - 1));
    if (line.empty() || is_foreign(line) || is_printed(line)) return false;
    const HexTokens tokens = hex_tokens(line);
    if (!tokens.whole || (tokens.rows < 2 && looks_like_source(line))) return false;
    names_->forget_many();
    const std::size_t before = out.size();
    if (!names_->read_pairs(line, out)) {
        out.resize(before);
        return false;
    }
    names_->keep_shape(whole, std::span(out).subspan(before));
    return true;
}

}  // namespace tilescope
