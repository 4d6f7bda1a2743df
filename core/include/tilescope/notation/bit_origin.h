// core/include/tilescope/notation/bit_origin.h -- where bits of a pasted word come from.
// SPDX-License-Identifier: MIT
//
//     2:  and.b32 %r2, %r1, 16383;
//     3:  or.b32  %r3, %r2, 65536;       bit 16: constant, line 3; bits 0 to 13: input %r1, line 2
#pragma once

#include <tilescope/base/text_span.h>
#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tilescope {

enum class OriginKind : std::uint8_t {
    constant,  // the line states the bits as a number
    computed,  // the line computes the bits
    input  // the text does not say how the bits are made: the line loads them, calls another function or reads `name`
};
inline constexpr NamedValue kOriginKindNames[] = {{0, "constant"}, {1, "computed"}, {2, "input"}};

// One statement of the pasted text that gives bits to a word. Several origins of one bit: it is one of them at each
// time (a condition, a loop), or several statements set it to 1.
struct BitOrigin {
    std::uint64_t mask = 0;  // bits of the word
    OriginKind kind = OriginKind::computed;
    unsigned line = 1;      // of the text, counted from 1
    std::string text = {};  // the statement, in one line of at most kLongestOrigin bytes
    std::string name = {};  // of an input: the name that the text does not set; else empty
    TextSpan span = {};     // of the statement
    friend bool operator==(const BitOrigin&, const BitOrigin&) = default;
};

// The origins of a word, sorted by their lowest bits. A bit without an origin cannot be followed, or it is a 0 that
// a shift or a mask makes.
struct BitOrigins {
    std::vector<BitOrigin> list = {};
    bool cut = false;  // there are more: a limit of the number or of the time was reached
    friend bool operator==(const BitOrigins&, const BitOrigins&) = default;
};

inline constexpr std::size_t kLongestOrigin = 100, kMostOrigins = 32, kOriginsInTooltip = 3;

// Returns the origins of the bits in `mask` only, of another word: each bit moved down by `down` bits.
BitOrigins origins_in(const BitOrigins& origins, std::uint64_t mask, unsigned down = 0);

// Sorts the origins by their lowest bits, and keeps at most kMostOrigins.
void keep_first_origins(BitOrigins& origins);

// The origins of a word of two halves.
BitOrigins joined_origins(const BitOrigins& low, const BitOrigins& high);

// Returns "from line 2: and.b32 %r2, %r1, 16383; (%r1 is not in the text)".
std::string origin_text(const BitOrigin& origin);

// One sentence for each origin of the bits in `mask`. At most `most`; then "and 4 more".
std::vector<std::string> origin_lines(const BitOrigins& origins, std::uint64_t mask, std::size_t most);

}  // namespace tilescope
