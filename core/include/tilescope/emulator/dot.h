// core/include/tilescope/emulator/dot.h -- one element of D, bit for bit: a row of A times a column of B plus C.
// SPDX-License-Identifier: MIT
//
// Plain kinds, for example f16 x f16 into f32 with K = 16: every product and C are truncated to one window of 25 bits
// below the greatest raw exponent. Then all terms are added exactly. Then the sum is truncated to f32.
//
//     1 x 1 + 2^-24 x 1, C = 0:   greatest raw exponent 0;  2^25 + 2 units of 2^-25  ->  0x3f800000
//
//     const auto rule = rule_of({.kind = "f16", .a_type = "bf16", .b_type = "bf16"});
//     const std::uint32_t a[] = {0x3fc0}, b[] = {0x4000};        // 1.5 x 2 in bf16
//     dot(*rule, {.a = a, .b = b, .c = 0x3f800000})              // + 1 = 4.0: 0x40800000
//
// This is the simple reference code. matrix_product.h computes whole matrices; tests check that both give equal words.
//
// Zeros and an absent C have no exponent. wgmma adds in the same way; its fp8 sums keep 13 bits instead of 25.
//
// Source: H100 80GB HBM3, 2026-11-26, 2,023,424 values; silicon/h100_dots.csv.gz (wgmma, also sparse and integers).
// sf-tensor/tcgen05 model.py @affce0c4 (tcgen05; 46 paths compared with a B200; microsoft/MMA-Sim @c7851383 gives the
// same results, except for the listed doubts), PTX ISA 9.1 (integers of tcgen05).
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

namespace tilescope {

// A form of the MMA as the user names it. The ids are those of the instruction descriptor.
struct DotForm {
    Unit unit = Unit::tcgen05;
    std::string kind = "f16";  // tcgen05: the name after .kind::; wgmma: empty
    std::string a_type = "f16", b_type = "f16", d_type = "f32";
    std::string scale_type = {};  // "ue8m0", "ue4m3"; empty: none
    unsigned scale_block = 0;     // physical elements for each scale factor: 16 or 32; 0: no scale factors
    bool saturate = false, sparse = false;
};

// The resolved form: everything that dot() needs.
struct DotRule {
    const Profile* profile = nullptr;
    const FloatFormat *a = nullptr, *b = nullptr, *d = nullptr;  // null: integers
    const FloatFormat* scale = nullptr;                          // null: no scale factors
    bool a_signed = false, b_signed = false;                     // only for integers
    bool bits = false;                                           // wgmma b1: AND, then popcount
    bool saturate = false;
    const SparseGrain* grain = nullptr;  // null: dense
    unsigned scale_block = 0;
    // Doubts that could change a word of this form. scale_d applies only if C is shifted, k96 only if K is 96.
    DoubtSet possible = 0;
    // If set, dot() uses the alternative rule of this doubt. Requires: a doubt of `possible` that is per_word.
    std::optional<Doubt> other = {};
};
// Returns the rule of a form.
// Errors: the kind or a type is unknown; saturate is set for other types than 8-bit integers; the sparse form does not
// exist; the kind does not accept the types; the kind has no scale factors; scale
// factors are missing.
Answer<DotRule> rule_of(const DotForm& form);

// Raw words, right-aligned: bf16 in 16 bits, tf32 as a whole f32 word, e2m1 in 4 bits, 32 b1 elements in one word.
// `a` and `b` have one entry for each logical position. If A is sparse, dot() ignores the entries that the codes do not
// select; or `a` has only the stored elements, half as many.
struct DotInput {
    std::span<const std::uint32_t> a, b;
    std::uint32_t c = 0;
    bool has_c = true;                               // false: the same as C = +0
    std::span<const std::uint8_t> scale_a, scale_b;  // one factor for each block; further factors are ignored
    std::span<const std::uint8_t> codes;             // sparse: one 4-bit code for each group, in order
    bool negate_a = false, negate_b = false;
    unsigned c_shift = 0;  // scale-input-d (kinds tf32 and f16 of tcgen05): C x 2^-c_shift, 0 to 15
};

// Whether the hardware does something known with a code that is not legal: wgmma does (kAnyCode).
bool has_effect(const DotRule& rule, unsigned code);

// The greatest K. Up to this K the sums of every form fit in 64 bits.
inline constexpr std::size_t kMostDotK = 65'536;

// Checks an input for dot().
// Errors: a and b are empty, have different lengths, or are longer than kMostDotK; C is shifted by more than 15, or in
// a kind that cannot shift it; integers are negated; a block has no scale factor; K is not a multiple of the group of
// the sparse form; a code is missing, or is not legal and has no known effect.
Answer<void> can_multiply(const DotRule& rule, const DotInput& input);

// Returns the word of D, right-aligned: an f16 D has 16 bits.
// Requires: can_multiply(rule, input). Otherwise the result is undefined.
std::uint32_t dot(const DotRule& rule, const DotInput& input);

// Returns the doubts whose alternative rule gives a different word for this input.
// Requires: can_multiply(rule, input).
DoubtSet doubts_of(const DotRule& rule, const DotInput& input);

// Returns the doubts that have no alternative rule and that apply to this input: K is 96, C is shifted, bit 7 of a
// ue4m3 factor is set, A is sparse. The doubt about .ws is never returned, because no dot product depends on .ws.
// Requires: can_multiply(rule, input).
DoubtSet doubts_that_apply(const DotRule& rule, const DotInput& input);

}  // namespace tilescope
