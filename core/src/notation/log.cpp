// core/src/notation/log.cpp -- reads the words of a long log, line by line, in constant memory.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/paste.h>

#include "readers.h"
#include "readings.h"

#include <span>

namespace tilescope {
namespace {

using namespace notation;

constexpr std::size_t kMostParts = 64;
constexpr std::size_t kMostDecimals = 8;
constexpr std::string_view kHexPrefix = "0x";
constexpr std::size_t kMostHexDigits = 16;

std::size_t count_while(std::string_view text, std::size_t at, bool (*is)(char)) {
    const std::size_t begin = at;
    while (at < text.size() && is(text[at])) ++at;
    return at - begin;
}

bool is_hex_digit(char c) { return hex_digit(c) != kNoDigit; }
bool is_space(char c) { return c == ' '; }

// Whether the number at `at` with this size is not a part of a word.
bool stands_alone(std::string_view text, std::size_t at, std::size_t size) {
    const std::size_t end = at + size;
    return (at == 0 || !is_word_char(text[at - 1])) && (end == text.size() || !is_word_char(text[end]));
}

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
    constexpr std::string_view kStarts[] = {"0x",          "(cuda-gdb)",  "(gdb)",      "(lldb)",
                                            "GmmaDesc",    "UmmaDesc",    "SmemDesc",   "UMMA::SmemDesc",
                                            "start_addr",  "leading_off", "stride_off", "base_offset",
                                            "layout_type", "- ",          "p ",         "print"};
    return starts_with_any(line, kStarts) || line.find("DescriptorIterator") != line.npos;
}

// The word before the key, if only spaces or a bracket are between them. A type there makes the line a declaration.
std::string_view word_before(std::string_view left, std::string_view key) {
    std::size_t end = left.size() - key.size();
    while (end > 0 && (left[end - 1] == ' ' || left[end - 1] == '\t' || left[end - 1] == ')')) --end;
    const std::size_t begin = begin_of_word(left, end);
    return left.substr(begin, end - begin);
}

// Reads "0x" and up to 16 digits, the most frequent spelling, faster than read_number().
std::optional<std::uint64_t> hexadecimal(std::string_view token) {
    const std::size_t size = token.size();
    if (size <= 2 || size > 2 + kMostHexDigits || token[0] != '0' || token[1] != 'x') return std::nullopt;
    std::uint64_t value = 0;
    unsigned char all = 0;  // kNoDigit has a bit that no digit has
    for (std::size_t i = 2; i < size; ++i) {
        const unsigned char digit = hex_digit(token[i]);
        all |= digit;
        value = value << 4 | digit;
    }
    return all < kNoDigit ? std::optional(value) : std::nullopt;
}
Number number_of(std::uint64_t hexadecimal, std::string_view token) {
    return {.value = hexadecimal, .bits = token.size() == kHexPrefix.size() + kMostHexDigits ? 64u : 0u};
}

// Returns false if the number does not fit the name.
bool add_word(std::string_view name, std::string_view source, const Number& number, const KeyMeaning& key,
              std::vector<LogWord>& out) {
    const unsigned width = width_for(key, number);
    if (number.value > bit_mask(width)) return false;
    out.push_back({name, source, role_for(key, width), number.value, width, number.negative});
    return true;
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
        const bool ends = end == line.size() || (!is_word_char(line[end]) && line[end] != '?' && line[end] != '*');
        out.whole &= ends && end > x + 1 && end - x <= kMostHexDigits + 1;
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

namespace notation {

// Most lines of a log have the shape of a line before them. The decisions about a line depend on its shape only, so
// they are made once for each shape:
//
//     [thr   0] a_desc=0x4000404000010040 it=9
//     [thr  12] a_desc=0x4000404000010048 it=10      the same shape
//     [thr  12] a_desc=0x10040 it=10                 another shape: the number has fewer digits
class LogShape {
public:
    // Returns the shape of a line and of the words that LogReader found in it. Returns no value if a word is not
    // "0x" with digits: a line with another number there may have another meaning.
    static std::optional<LogShape> of(std::string_view line, std::span<const LogWord> words) {
        LogShape out;
        out.text_ = line;
        out.divide();
        if (out.pieces_.size() > kMostParts) return std::nullopt;
        const auto piece_with = [&](std::string_view part) {
            const auto begin = static_cast<std::uint32_t>(part.data() - line.data());
            const auto after = std::ranges::upper_bound(out.pieces_, begin, {}, &Piece::begin);
            return static_cast<std::uint32_t>(after - out.pieces_.begin() - 1);
        };
        for (const LogWord& word : words) {
            const std::uint32_t name = piece_with(word.name), number = piece_with(word.source);
            const auto offset = static_cast<std::uint32_t>(word.name.data() - line.data()) - out.pieces_[name].begin;
            const bool whole_name = out.pieces_[name].type == PieceType::same &&
                                    offset + word.name.size() <= out.pieces_[name].size && name < number;
            const Piece& piece = out.pieces_[number];
            const bool whole_number = piece.type == PieceType::hex && piece.size == word.source.size() &&
                                      line.data() + piece.begin == word.source.data();
            if (!whole_name || !whole_number) return std::nullopt;
            const auto size = static_cast<std::uint32_t>(word.name.size());
            out.words_.push_back({meaning_of_key(word.name), number, name, offset, size});
        }
        return out;
    }

    // Appends the words of a line with this shape and returns true. Returns false and appends nothing if the line has
    // another shape, or if one of its numbers does not fit the name.
    bool read(std::string_view line, std::vector<LogWord>& out) const {
        std::array<std::size_t, kMostParts> starts;  // of the pieces in `line`
        std::size_t at = 0, next_word = 0;
        std::uint64_t value = 0;  // of the last hexadecimal number
        const std::size_t before = out.size();
        const auto differs = [&] {
            out.resize(before);
            return false;
        };
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            const Piece& piece = pieces_[i];
            starts[i] = at;
            const std::string_view rest = line.substr(at);
            std::size_t size = piece.size;
            if (piece.type == PieceType::decimal || piece.type == PieceType::blanks) {
                const bool decimal = piece.type == PieceType::decimal;
                size = count_while(rest, 0, decimal ? is_digit : is_space);
                if (decimal ? size == 0 || size > kMostDecimals : size < 2) return differs();
            } else if (piece.type == PieceType::hex) {
                const auto read = rest.size() < size ? std::nullopt : hexadecimal(rest.substr(0, size));
                if (!read) return differs();
                value = *read;
            } else if (!rest.starts_with(std::string_view(text_).substr(piece.begin, size))) {
                return differs();
            }
            if (next_word < words_.size() && words_[next_word].piece == i) {
                const Word& word = words_[next_word++];
                const std::string_view name = line.substr(starts[word.name_piece] + word.name_offset, word.name_size);
                const std::string_view token = rest.substr(0, size);
                if (!add_word(name, token, number_of(value, token), word.key, out)) return differs();
            }
            at += size;
        }
        return at == line.size() || differs();
    }

private:
    enum class PieceType : std::uint8_t {
        same,     // exactly this text
        decimal,  // a number of up to 8 digits, not part of a word
        blanks,   // two spaces or more
        hex       // "0x" and this number of digits
    };
    struct Piece {
        PieceType type;
        std::uint32_t begin, size;  // in text_
    };
    struct Word {
        KeyMeaning key;
        std::uint32_t piece, name_piece;  // indices into pieces_: the number, the text that has the name
        std::uint32_t name_offset, name_size;
    };
    std::string text_;
    std::vector<Piece> pieces_;
    std::vector<Word> words_;

    // With its size.
    std::pair<PieceType, std::size_t> piece_at(std::size_t at) const {
        const std::string_view text = text_;
        if (const std::size_t n = count_while(text, at, is_space); n >= 2) return {PieceType::blanks, n};
        if (text.substr(at).starts_with(kHexPrefix)) {
            const std::size_t n = count_while(text, at + kHexPrefix.size(), is_hex_digit);
            if (n > 0 && n <= kMostHexDigits && stands_alone(text, at, kHexPrefix.size() + n))
                return {PieceType::hex, kHexPrefix.size() + n};
        }
        if (const std::size_t n = count_while(text, at, is_digit);
            n > 0 && n <= kMostDecimals && stands_alone(text, at, n))
            return {PieceType::decimal, n};
        return {PieceType::same, 1};
    }

    void divide() {
        for (std::size_t at = 0; at < text_.size();) {
            const auto [type, size] = piece_at(at);
            const auto begin = static_cast<std::uint32_t>(at), length = static_cast<std::uint32_t>(size);
            if (type == PieceType::same && !pieces_.empty() && pieces_.back().type == PieceType::same)
                pieces_.back().size += length;
            else
                pieces_.push_back({type, begin, length});
            at += size;
        }
    }
};

}  // namespace notation

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
    std::vector<Named> pairs;                       // of the current line
    std::array<std::optional<LogShape>, 4> shapes;  // of the last lines with words
    std::size_t last_shape = 0;                     // the one that the last line had

    static constexpr std::size_t kMostNames = 4096;

    // Valid until forget_many().
    const NameFacts& of(std::string_view name) {
        auto at = facts.find(name);
        if (at == facts.end()) {
            const bool is_type = bits_of_type(name) || declaration_in(std::string(name) + " x").bits;
            NameFacts fresh{meaning_of_key(name), register_named(name).has_value(), is_type};
            at = facts.emplace(std::string(name), std::move(fresh)).first;
        }
        return at->second;
    }
    void forget_many() {
        if (facts.size() >= kMostNames) facts.clear();
    }
    bool follows_type(const LogPair& pair) {
        const std::string_view before = word_before(pair.left, pair.key);
        return !before.empty() && !is_digit(before[0]) && of(before).is_type;
    }

    bool has_known_shape(std::string_view line, std::vector<LogWord>& out) {
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const std::size_t at = (last_shape + i) % shapes.size();
            if (!shapes[at] || !shapes[at]->read(line, out)) continue;
            last_shape = at;
            return true;
        }
        return false;
    }

    void keep_shape(std::string_view line, std::span<const LogWord> words) {
        last_shape = (last_shape + 1) % shapes.size();
        shapes[last_shape] = LogShape::of(line, words);
    }

    static bool find(const LogPair& pair, const KeyMeaning& key, std::vector<LogWord>& out) {
        const auto simple = hexadecimal(pair.value);
        const Answer<Number> read = simple ? number_of(*simple, pair.value) : read_number(pair.value);
        return read && add_word(pair.key, pair.value, *read, key, out);
    }

    // The same decisions as read_log() for a line whose words have names, or are long and in good company.
    bool read_pairs(std::string_view line, std::vector<LogWord>& out) {
        pairs.clear();
        std::size_t at = 0;
        while (const auto pair = next_log_pair(line, at)) {
            const NameFacts& name = of(pair->key);
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
};

LogReader::LogReader() : names_(std::make_unique<Names>()) {}
LogReader::~LogReader() = default;

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

std::optional<FoundWord> log_word(const LogWord& word, const PasteContext& context, const PasteOptions& options,
                                  BreaksNoRule breaks_no_rule) {
    Work work(word.source, options, breaks_no_rule);
    work.context = context;
    work.prose = true;  // a line of a log has more than numbers
    Find find{{0, word.source.size()}, ReadBy::log, {word.value, 0, word.bits}, std::string(word.name), word.role};
    if (word.negative)
        find.digits = Digits::negative;
    else if (const Answer<Number> n = read_number(word.source); n && n->decimal)
        find.digits = Digits::decimal;
    FoundWord out = word_of(work, find);
    return is_noise(out, find, work) ? std::nullopt : std::optional(std::move(out));
}

}  // namespace tilescope
