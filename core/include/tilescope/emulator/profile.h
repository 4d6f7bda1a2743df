// core/include/tilescope/emulator/profile.h -- how each unit and kind adds: one table row each, with its certainty.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/families.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class SumRule : std::uint8_t {
    window,    // all products and C are aligned in one window below the greatest raw exponent; zeros have none
    groups,    // fp4: exact sums of groups, in a window below the greatest scale exponent
    integer,   // exact sum, then wrapped or clamped once
    popcount,  // wgmma b1
};

// Questions that public models and documents leave open. all_doubts() has a sentence and a source for each. Some doubts
// have an alternative rule. tilescope shows such a doubt if the alternative rule can change the result, and the other
// doubts if they apply to the input.
enum class Doubt : std::uint8_t {
    mmasim,      // tcgen05: whether the greatest exponent includes the exponents of zeros and of an absent C
    g16,         // ue4m3 scale factors: exact groups of 4 or of 16 products
    lk4,         // sparse A: groups of 4 stored elements, or of 4 elements of the logical K
    mx133,       // mxf8f6f4: whether the greatest exponent has a lower limit
    q174,        // fp4: what is lost below 2^-174
    scale_d,     // where scale-input-d rounds C
    k96,         // how K = 96 is added
    ws_sparse,   // whether sparse .ws forms add like the forms without .ws
    ue4m3_sign,  // the effect of bit 7 of a ue4m3 scale factor
    sparse_i8    // tcgen05: how sparse i8 adds
};
using DoubtSet = std::uint16_t;
constexpr DoubtSet set_of(Doubt d) { return static_cast<DoubtSet>(1u << static_cast<unsigned>(d)); }

inline constexpr int kNoFloor = -100'000;
// The raw exponent of every zero, of any format, in the rule where the greatest exponent includes zeros (doubt mmasim).
inline constexpr int kZeroRho = -126;
inline constexpr int kMxFloor = -133;        // for doubt mx133
inline constexpr int kFp4Floor = -174;       // subnormal fp4 results lose the groups below 2^-174; also for doubt q174
inline constexpr unsigned kMergeGroup = 16;  // fp4: number of products that are added exactly if C is the greatest term

// How the products of one element of D and C become one word. Both units share a rule where they add alike.
struct Addition {
    SumRule rule;
    unsigned window;         // bits kept below the greatest exponent; 0: exact
    int floor;               // lower limit of the greatest exponent
    unsigned group;          // fp4: products added exactly before the window truncates, if C is not the greatest term
    unsigned f32_fraction;   // fraction bits of an f32 result: 23 or 13; 0: no f32 result
    std::string_view title;  // "keeps 25 bits below the greatest exponent; ..."
};

// One row of the table: some types of one kind. A row of a block-scaled kind has one type of scale factors.
struct Profile {
    std::string_view id;  // "f16", "wgmma-fp8"
    Unit unit;
    std::string_view kind;                             // tcgen05: the name after .kind::; wgmma: empty
    std::span<const std::string_view> types, d_types;  // A and B may be two different ones of `types`
    std::string_view scale_type;                       // empty: no scale factors
    unsigned scale_block;                              // physical elements for each scale factor
    std::string_view grain;                            // of the sparse form; empty: no sparse form
    Addition adds;
    DoubtSet dense_doubts, sparse_doubts;
    std::string_view source;
    Certainty certainty;
};
std::span<const Profile> all_profiles();

struct DoubtRow {
    Doubt doubt;
    std::string_view id;        // "g16"
    bool per_word;              // true: there is an alternative rule, and doubts_of() finds the words that it changes
    std::string_view sentence;  // the rule of the emulator, and the alternative rule
    std::string_view source;
};
std::span<const DoubtRow> all_doubts();
std::vector<const DoubtRow*> rows_of(DoubtSet doubts);

}  // namespace tilescope
