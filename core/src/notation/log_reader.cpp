// core/src/notation/log_reader.cpp -- reads the words of a long log, line by line, in constant memory.
// SPDX-License-Identifier: MIT
#include "log_pairs.h"
#include "passages.h"

#include <tilescope/notation/log.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
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
    if (!token.starts_with("0x") || token.size() > kPrefix + kMostDigits) return std::nullopt;
    Number out;
    const char* end = token.data() + token.size();
    const auto read = std::from_chars(token.data() + kPrefix, end, out.value, 16);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    out.bits = token.size() == kPrefix + kMostDigits ? 64 : 0;
    return out;
}

// Whether each "0x..." of the line is a number. paste() reports the others.
bool are_numbers_whole(std::string_view line) {
    for (std::size_t at = line.find("0x"); at != line.npos; at = line.find("0x", at + 2)) {
        if (at > 0 && is_word_char(line[at - 1])) continue;
        std::size_t end = at;
        while (end < line.size() && is_word_char(line[end])) ++end;
        if (!hexadecimal(line.substr(at, end - at))) return false;
    }
    return true;
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
    std::vector<LogPair> pairs;

    const NameFacts& of(std::string_view name) {
        constexpr std::size_t kMost = 4096;
        if (const auto at = facts.find(name); at != facts.end()) return at->second;
        if (facts.size() >= kMost) facts.clear();
        const bool is_type =
            bits_of_type(name).has_value() || declaration_in(std::string(name) + " x").bits.has_value();
        NameFacts fresh{meaning_of_key(name), register_named(name).has_value(), is_type};
        return facts.emplace(std::string(name), std::move(fresh)).first->second;
    }
    bool is_declared(const LogPair& pair) {
        const std::string_view before = word_before(pair.left, pair.key);
        const bool digit = !before.empty() && before[0] >= '0' && before[0] <= '9';
        return (!before.empty() && !digit && of(before).is_type) || of(pair.key).is_type;
    }
    bool find(const LogPair& pair, const KeyMeaning& key, std::vector<LogWord>& out);
    bool read_pairs(std::string_view line, std::vector<LogWord>& out);
};

LogReader::LogReader() : names_(std::make_unique<Names>()) {}
LogReader::~LogReader() = default;

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
        if (is_declared(*pair)) return false;
        pairs.push_back(*pair);
    }
    const auto is_long = [](const LogPair& p) { return is_long_value(p.value); };
    const auto longs = std::ranges::count_if(pairs, is_long);
    bool any = false;
    for (const LogPair& pair : pairs) {
        const NameFacts& name = of(pair.key);
        const KeyMeaning& key = name.meaning;
        if (key.half != 0 || name.is_register) return false;
        if (key.role == PasteRole::unknown) continue;
        if (key.role == PasteRole::smem && pairs.size() < 2) return false;  // it may be an assignment
        if (!find(pair, key, out)) return false;
        any = true;
    }
    if (any) return true;
    if (longs < 2) return false;
    for (const LogPair& pair : pairs)
        if (is_long(pair) && !find(pair, {}, out)) return false;
    return true;
}

bool LogReader::read(std::string_view line, std::vector<LogWord>& out) {
    line = trimmed(line);
    while (line.ends_with(',')) line = trimmed(line.substr(0, line.size() - 1));
    if (line.empty() || is_foreign(line) || is_printed(line) || !are_numbers_whole(line)) return false;
    const std::size_t before = out.size();
    if ((looks_like_log(line) || !looks_like_source(line)) && names_->read_pairs(line, out)) return true;
    out.resize(before);
    return false;
}

}  // namespace tilescope
