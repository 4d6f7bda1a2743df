// core/src/notation/log_shape.h -- what stays the same in the lines of a log while their numbers change.
// SPDX-License-Identifier: MIT
//
// Most lines of a log have the shape of a line before them. The decisions about a line depend on its shape only, so
// they are made once for each shape:
//
//     [thr   0] a_desc=0x4000404000010040 it=9
//     [thr  12] a_desc=0x4000404000010048 it=10      the same shape
//     [thr  12] a_desc=0x10040 it=10                 another shape: the number has fewer digits
#pragma once

#include "text_parts.h"

#include <tilescope/notation/log.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::notation {

// The value of a hexadecimal digit, or kNoDigit.
inline constexpr unsigned char kNoDigit = 16;
unsigned char hex_digit(char c);

class LogShape {
public:
    // Returns the shape of a line and of the words that LogReader found in it. Returns no value if a word is not
    // "0x" with digits: a line with another number there may have another meaning.
    static std::optional<LogShape> of(std::string_view line, std::span<const LogWord> words);

    // Appends the words of a line with this shape and returns true. Returns false and appends nothing if the line has
    // another shape, or if one of its numbers does not fit the name.
    bool read(std::string_view line, std::vector<LogWord>& out) const;

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

    void divide();
    std::pair<PieceType, std::size_t> piece_at(std::size_t at) const;  // with its size
    bool add_word(const Word& word, std::string_view source, std::uint64_t value, const char* name,
                  std::vector<LogWord>& out) const;
};

}  // namespace tilescope::notation
