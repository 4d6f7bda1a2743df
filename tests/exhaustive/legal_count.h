// tests/exhaustive/legal_count.h -- the number of legal instruction descriptors, counted by hand from the manual.
// SPDX-License-Identifier: MIT
//
// Source: PTX ISA 9.1, 9.7.16.4.2, Tables 42 to 44 (fields), Tables 39 and 52 (shapes), 9.7.16.10.8.4 (selector), and
// Tables 54 (no MN-major form of 4 and 6 bits) and 57 (scale factors). The counts here do not use the tables or rules
// of core. A count is the product of the numbers of legal values of the fields. It is a sum of products if one field
// depends on another field.
//
// A word alone has neither cta_group nor .ws, so a shape counts if any form accepts it. Legal values of N:
//
//     8, 16, ..., 256: 32 values        16, 32, ..., 256: 16 values        32, 64, ..., 256: 8 values
//     .ws: 64, 128, 256                 .ws with .sp: 64, 128
//     i8 of one CTA: 8, 16, 24, 32 and steps of 16 from 48: 4 + 14 = 18 values
#pragma once

#include <cstdint>
#include <string_view>

namespace tilescope::test {

// Fields in which every value is legal.
inline constexpr std::uint64_t kNegations = 4;  // of A and of B
inline constexpr std::uint64_t kMajors = 4;     // of A and of B, for kinds whose types all have both forms
inline constexpr std::uint64_t kMaxShifts = 4;

// Pairs of M and N of the dense kinds: M 32 (.ws), M 64 (one CTA), M 128 (one CTA; includes the N of a CTA pair), M 256
// (a CTA pair). The N of one CTA include the N of .ws.
inline constexpr std::uint64_t kShapes = 3 + 32 + 32 + 16, kShapesSparse = 2 + 32 + 32 + 16;
inline constexpr std::uint64_t kShapesI8 = 3 + 18 + 18 + 8, kShapesI8Sparse = 2 + 18 + 18 + 8;
// The same with an MN-major B of 8 bits: N in steps of 16, or of 32 for a CTA pair.
inline constexpr std::uint64_t kShapesMn = 3 + 16 + 16 + 8, kShapesMnSparse = 2 + 16 + 16 + 8;
// Pairs of M and N of the block-scaled kinds: M 128 (one CTA; includes the N of a dense CTA pair), M 256 (a CTA pair).
inline constexpr std::uint64_t kShapesScaled = 32 + 16, kShapesScaledMn = 16 + 8;

// f16 and tf32: a sparse A can have any of four selectors, a dense A has 0. An f16 D needs f16 for A and B. With an f32
// D, A and B are f16 or bf16, and they can differ (contradiction X25: a warning).
inline constexpr std::uint64_t kWide = (kShapes + 4 * kShapesSparse) * kNegations * kMajors * kMaxShifts;
inline constexpr std::uint64_t kF16 = (1 + 2 * 2) * kWide;
inline constexpr std::uint64_t kTf32 = kWide;

// f8f6f4: five types for each of A and B. Two of them have 8 bits; only those have an MN-major form. D is f16 or f32.
inline constexpr std::uint64_t kTypesOfA = 5 + 2;  // K-major and MN-major
inline constexpr std::uint64_t kF8f6f4 =
    2 * kTypesOfA * (5 * (kShapes + kShapesSparse) + 2 * (kShapesMn + kShapesMnSparse)) * kNegations * kMaxShifts;

// i8: saturation, two types for each of A and B, no negation. A is K-major or MN-major.
inline constexpr std::uint64_t kI8 =
    2 * (2 * 2) * 2 * (kShapesI8 + kShapesI8Sparse + kShapesMn + kShapesMnSparse) * kMaxShifts;

// mxf8f6f4: the types of f8f6f4, any byte of a cell for each scale factor, the same shapes for dense and sparse.
inline constexpr std::uint64_t kMxf8f6f4 =
    2 * (4 * 4) * kTypesOfA * (5 * kShapesScaled + 2 * kShapesScaledMn) * kNegations;

// mxf4: one type, K-major. With K = 64 a scale factor id selects a half word, 0 or 2. K = 96 is only dense, has any id,
// and exists only on sm_103a.
inline constexpr std::uint64_t kMxf4 = 2 * (2 * 2) * kShapesScaled * kNegations;
inline constexpr std::uint64_t kMxf4K96 = (4 * 4) * kShapesScaled * kNegations;

// mxf4nvf4: with ue8m0 scale factors the same as mxf4. With ue4m3 a row has four of them (4X), so the id is 0; with
// K = 96 the id is 0 or 2.
inline constexpr std::uint64_t kMxf4nvf4 = kMxf4 + 2 * kShapesScaled * kNegations;
inline constexpr std::uint64_t kMxf4nvf4K96 = kMxf4K96 + (2 * 2) * kShapesScaled * kNegations;

struct LegalCount {
    std::string_view kind;
    std::uint64_t sm_100a, sm_103a;  // the number of legal words for this target, without any other context
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
