// core/src/notation/log_shape.cpp -- compares a line of a log with the shape of a line before it.
// SPDX-License-Identifier: MIT
#include "log_shape.h"

#include "log_pairs.h"

#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

constexpr std::size_t kMostParts = 64;
constexpr std::size_t kMostDecimals = 8;
constexpr std::string_view kHexPrefix = "0x";
constexpr std::size_t kMostHexDigits = 16;

constexpr std::array<unsigned char, 256> kHexValues = [] {
    std::array<unsigned char, 256> out{};
    out.fill(kNoDigit);
    for (unsigned char i = 0; i < 10; ++i) out[static_cast<unsigned char>('0' + i)] = i;
    for (unsigned char i = 0; i < 6; ++i)
        out[static_cast<unsigned char>('a' + i)] = out[static_cast<unsigned char>('A' + i)] =
            static_cast<unsigned char>(10 + i);
    return out;
}();

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

}  // namespace

unsigned char hex_digit(char c) { return kHexValues[static_cast<unsigned char>(c)]; }

std::pair<LogShape::PieceType, std::size_t> LogShape::piece_at(std::size_t at) const {
    const std::string_view text = text_;
    if (const std::size_t n = count_while(text, at, is_space); n >= 2) return {PieceType::blanks, n};
    if (text.substr(at).starts_with(kHexPrefix)) {
        const std::size_t n = count_while(text, at + kHexPrefix.size(), is_hex_digit);
        if (n > 0 && n <= kMostHexDigits && stands_alone(text, at, kHexPrefix.size() + n))
            return {PieceType::hex, kHexPrefix.size() + n};
    }
    if (const std::size_t n = count_while(text, at, is_digit); n > 0 && n <= kMostDecimals && stands_alone(text, at, n))
        return {PieceType::decimal, n};
    return {PieceType::same, 1};
}

void LogShape::divide() {
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

std::optional<LogShape> LogShape::of(std::string_view line, std::span<const LogWord> words) {
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

bool LogShape::add_word(const Word& word, std::string_view source, std::uint64_t value, const char* name,
                        std::vector<LogWord>& out) const {
    Number number;
    number.value = value;
    number.bits = source.size() == kHexPrefix.size() + kMostHexDigits ? 64 : 0;
    const unsigned width = width_for(word.key, number, std::nullopt);
    if (number.value > bit_mask(width)) return false;
    out.push_back({{name, word.name_size}, source, role_for(word.key, width), number.value, width, false});
    return true;
}

bool LogShape::read(std::string_view line, std::vector<LogWord>& out) const {
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
            if (rest.size() < size || !rest.starts_with(kHexPrefix)) return differs();
            unsigned char all = 0;  // kNoDigit has a bit that no digit has
            value = 0;
            for (const char c : rest.substr(kHexPrefix.size(), size - kHexPrefix.size())) {
                all |= hex_digit(c);
                value = value << 4 | hex_digit(c);
            }
            if (all >= kNoDigit) return differs();
        } else if (!rest.starts_with(std::string_view(text_).substr(piece.begin, size))) {
            return differs();
        }
        if (next_word < words_.size() && words_[next_word].piece == i) {
            const Word& word = words_[next_word++];
            const char* const name = line.data() + starts[word.name_piece] + word.name_offset;
            if (!add_word(word, rest.substr(0, size), value, name, out)) return differs();
        }
        at += size;
    }
    return at == line.size() || differs();
}

}  // namespace tilescope::notation
