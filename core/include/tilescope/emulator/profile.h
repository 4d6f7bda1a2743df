// core/include/tilescope/emulator/profile.h -- how each unit and kind adds: a row each, with how well it is known.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class Unit : std::uint8_t { tcgen05, wgmma };
inline constexpr NamedValue kUnitNames[] = {{0, "tcgen05"}, {1, "wgmma"}};

enum class SumRule : std::uint8_t {
    window,    // all products and C in one window below the greatest raw exponent
    groups,    // fp4: sums of groups, window below the greatest scale exponent
    integer,   // exact, then wrapped or clamped once
    hopper,    // as window; zeros and an absent C take part in the maximum with exponent -126
    popcount,  // wgmma b1
};

// What public models and documents leave open. A doubt is shown with a result where its other rule could change it.
enum class Doubt : std::uint8_t {
    mmasim,
    g16,
    lk4,
    mx133,
    q174,
    scale_d,
    k96,
    sparse_wgmma,
    ws_sparse,
    ue4m3_sign,
    sparse_i8
};
using DoubtSet = std::uint16_t;
constexpr DoubtSet set_of(Doubt d) { return static_cast<DoubtSet>(1u << static_cast<unsigned>(d)); }

inline constexpr int kNoFloor = -100'000;
inline constexpr unsigned kMergeGroup = 16;  // fp4 products that are always added exactly first: where C is greatest

// A row takes some types of a kind, and of a block-scaled kind one kind of factors.
struct Profile {
    std::string_view id;  // "f16", "wgmma-fp8"
    Unit unit;
    std::string_view kind;                             // tcgen05's .kind::; wgmma: empty
    std::span<const std::string_view> types, d_types;  // A and B may differ where there are several
    std::string_view scale_type;                       // empty: none
    unsigned scale_block;                              // physical elements a factor
    std::string_view grain;                            // of the sparse form; empty: there is none
    SumRule sum;
    unsigned window;        // bits kept below the greatest exponent; 0: exact
    int floor;              // the least that the greatest exponent counts as
    unsigned group;         // fp4: products added exactly before the window cuts, where C is not the greatest
    unsigned f32_fraction;  // bits of an f32 result that survive: 23 or 13; 0: no f32 result
    DoubtSet dense_doubts, sparse_doubts;
    std::string_view title;  // "25 bits below the greatest exponent, every term cut toward zero"
    std::string_view source;
    Certainty certainty;
};
std::span<const Profile> all_profiles();

struct DoubtRow {
    Doubt doubt;
    std::string_view id;        // "g16"
    bool per_word;              // doubts_of() can say which words it would change
    std::string_view sentence;  // what we do, and what the other rule is
    std::string_view source;
};
std::span<const DoubtRow> all_doubts();
std::vector<const DoubtRow*> rows_of(DoubtSet doubts);

}  // namespace tilescope
