// tests/exhaustive/legal_count.h -- how many instruction descriptors are legal, counted by hand from the manual.
// SPDX-License-Identifier: MIT
//
// Source: PTX ISA 9.1, 9.7.16.4.2, Tables 42 to 44 (fields), Tables 39 and 52 (shapes), 9.7.16.10.8.4 (selector), and
// Tables 54 (no MN-major form of 4 and 6 bits) and 57 (scale factors). Nothing here asks the tables or rules of core: a
// count is a product of how many values each field may have, split where one field depends on another.
//
// A bare word says neither cta_group nor .ws, so a shape counts if any form takes it. N, smallest to largest:
//
//     steps of 8 from 8: 32 values      of 16 from 16: 16      of 32 from 32: 8      .ws: 64, 128, 256; with .sp 64,
//     128 i8 of one CTA: 8, 16, 24, 32 and steps of 16 from 48: 4 + 14 = 18
#pragma once

#include <cstdint>
#include <string_view>

namespace tilescope::test {

// Fields in which every value is legal.
inline constexpr std::uint64_t kNegations = 4;  // of A and of B
inline constexpr std::uint64_t kMajors = 4;     // of A and of B, where types do not matter
inline constexpr std::uint64_t kMaxShifts = 4;

// Pairs of M and N of the dense kinds: M 32 (.ws), M 64 (one CTA), M 128 (one CTA; a pair's N are among them), M 256
// (a pair). The N of .ws are among those of one CTA.
inline constexpr std::uint64_t kShapes = 3 + 32 + 32 + 16, kShapesSparse = 2 + 32 + 32 + 16;
inline constexpr std::uint64_t kShapesI8 = 3 + 18 + 18 + 8, kShapesI8Sparse = 2 + 18 + 18 + 8;
// The same with an MN-major B of 8 bits: steps of 16, 32 for a pair.
inline constexpr std::uint64_t kShapesMn = 3 + 16 + 16 + 8, kShapesMnSparse = 2 + 16 + 16 + 8;
// Of the block-scaled kinds: M 128 (one CTA; a dense pair's N are among them), M 256 (a pair).
inline constexpr std::uint64_t kShapesScaled = 32 + 16, kShapesScaledMn = 16 + 8;

// f16 and tf32: a sparse A may have any of four selectors, a dense one has 0. D of f16 needs A and B of f16; with D of
// f32 both are f16 or bf16, and need not be the same (contradiction X25: a warning).
inline constexpr std::uint64_t kWide = (kShapes + 4 * kShapesSparse) * kNegations * kMajors * kMaxShifts;
inline constexpr std::uint64_t kF16 = (1 + 2 * 2) * kWide;
inline constexpr std::uint64_t kTf32 = kWide;

// f8f6f4: five types for each of A and B, two of them of 8 bits; only those have an MN-major form. D is f16 or f32.
inline constexpr std::uint64_t kTypesOfA = 5 + 2;  // K-major and MN-major
inline constexpr std::uint64_t kF8f6f4 =
    2 * kTypesOfA * (5 * (kShapes + kShapesSparse) + 2 * (kShapesMn + kShapesMnSparse)) * kNegations * kMaxShifts;

// i8: saturation, two types each, no negation; A in either order.
inline constexpr std::uint64_t kI8 =
    2 * (2 * 2) * 2 * (kShapesI8 + kShapesI8Sparse + kShapesMn + kShapesMnSparse) * kMaxShifts;

// mxf8f6f4: types as f8f6f4, any byte of a cell for either scale factor, dense or sparse in the same shapes.
inline constexpr std::uint64_t kMxf8f6f4 =
    2 * (4 * 4) * kTypesOfA * (5 * kShapesScaled + 2 * kShapesScaledMn) * kNegations;

// mxf4: one type, K-major. With K = 64 a scale-factor id selects a half word, 0 or 2. K = 96 is dense only, any id,
// and exists on sm_103a only.
inline constexpr std::uint64_t kMxf4 = 2 * (2 * 2) * kShapesScaled * kNegations;
inline constexpr std::uint64_t kMxf4K96 = (4 * 4) * kShapesScaled * kNegations;

// mxf4nvf4: scale factors of ue8m0 as mxf4; of ue4m3 they are four to a row (4X), so the id is 0; with K = 96 0 or 2.
inline constexpr std::uint64_t kMxf4nvf4 = kMxf4 + 2 * kShapesScaled * kNegations;
inline constexpr std::uint64_t kMxf4nvf4K96 = kMxf4K96 + (2 * 2) * kShapesScaled * kNegations;

struct LegalCount {
    std::string_view kind;
    std::uint64_t sm_100a, sm_103a;  // what a word means without any other context
};

inline constexpr LegalCount kLegalCounts[] = {
    {"f16", kF16, kF16},
    {"tf32", kTf32, kTf32},
    {"f8f6f4", kF8f6f4, kF8f6f4},
    {"i8", kI8, kI8},
    {"mxf8f6f4", kMxf8f6f4, kMxf8f6f4},
    {"mxf4", kMxf4, kMxf4 + kMxf4K96},
    {"mxf4nvf4", kMxf4nvf4, kMxf4nvf4 + kMxf4nvf4K96},
};

constexpr const LegalCount* legal_count(std::string_view kind) {
    for (const LegalCount& c : kLegalCounts)
        if (c.kind == kind) return &c;
    return nullptr;
}

}  // namespace tilescope::test
