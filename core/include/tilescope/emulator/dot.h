// core/include/tilescope/emulator/dot.h -- one element of D, bit for bit: a row of A times a column of B plus C.
// SPDX-License-Identifier: MIT
//
// Plain kinds, f16 x f16 into f32, K = 16: every product and C is cut to one window of 25 bits below the greatest raw
// exponent, then all are added exactly, then the sum is cut to f32.
//
//     1 x 1 + 2^-24 x 1, C = 0:   R = 0, q = -25;  2^25 + 2 units of 2^-25  ->  0x3f800000
//
// This is the plain reference; matrix_product.h does whole matrices, equal by test.
//
// Source: sf-tensor/tcgen05 model.py @affce0c4 (tcgen05; 46 paths compared with a B200), microsoft/MMA-Sim @c7851383
// (wgmma; tcgen05 agrees outside the listed doubts), PTX ISA 9.1 (integers).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/profile.h>
#include <tilescope/layout/sparse_meta.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope {

// What a person names; ids as in the instruction descriptor.
struct DotForm {
    Unit unit = Unit::tcgen05;
    std::string kind = "f16";  // tcgen05's .kind::; wgmma: empty
    std::string a_type = "f16", b_type = "f16", d_type = "f32";
    std::string scale_type = {};  // "ue8m0", "ue4m3"; empty: none
    unsigned scale_block = 0;     // physical elements a factor: 16 or 32; 0: none
    bool saturate = false, sparse = false;
};

// The form looked up: everything that dot() needs.
struct DotRule {
    const Profile* profile = nullptr;
    const FloatFormat *a = nullptr, *b = nullptr, *d = nullptr, *scale = nullptr;  // null: integers; no scales
    bool a_signed = false, b_signed = false;                                       // integers
    bool bits = false;                                                             // wgmma b1: and, then popcount
    bool saturate = false;
    const SparseGrain* grain = nullptr;  // null: dense
    unsigned scale_block = 0;
    // Doubts that could change a word of this form; scale_d only where C is shifted, k96 only where K is 96.
    DoubtSet possible = 0;
    // The other rule of a doubt is taken instead of ours. Requires: one of `possible` that is per_word.
    std::optional<Doubt> other = {};
};
// Refused with the sentence: types the kind does not take, scales where there are none or missing ones.
Answer<DotRule> rule_of(const DotForm& form);

// Raw words, right-aligned: bf16 in 16 bits, tf32 as a whole f32 word, e2m1 in 4, b1 32 in a word. `a` and `b` have
// one entry for each logical position; of a sparse A those that are not selected are not looked at.
struct DotInput {
    std::span<const std::uint32_t> a, b;
    std::uint32_t c = 0;
    bool has_c = true;                               // false: as if C were +0
    std::span<const std::uint8_t> scale_a, scale_b;  // one a block, more are ignored
    std::span<const std::uint8_t> codes;             // sparse: four bits a group, in order
    bool negate_a = false, negate_b = false;
    unsigned c_shift = 0;  // scale-input-d of tcgen05's tf32 and f16: C x 2^-c_shift, 0 to 15
};

// So many elements at most: sums of any form fit 64 bits.
inline constexpr std::size_t kMostDotK = 65'536;

// Refused where something does not fit: lengths, blocks without a factor, a sparse code without meaning.
Answer<void> can_multiply(const DotRule& rule, const DotInput& input);

// The word of D. Requires: can_multiply().
std::uint32_t dot(const DotRule& rule, const DotInput& input);

// The doubts whose other rule gives another word for this input.
DoubtSet doubts_of(const DotRule& rule, const DotInput& input);

// The doubts that have no other rule to try, where this input meets them: K is 96, C is shifted, a factor of ue4m3 has
// bit 7, A is sparse. What only a qualifier decides (.ws) is in no dot product.
DoubtSet doubts_met(const DotRule& rule, const DotInput& input);

}  // namespace tilescope
