// core/include/tilescope/hw/shapes.h -- the sizes of an MMA: its legal M and N, and its K.
// SPDX-License-Identifier: MIT
//
//     list_sizes(legal_n({.kind = "f16"}))        "8, 16, 24 ... 256"
//     takes_n({.kind = "f16"}, 12).why
//         "N 12 is not legal for kind f16, cta_group 1. Legal: 8, 16, 24 ... 256. The next legal N is 16."
//
// Source: PTX ISA 9.1, Table 39 (shapes) and Table 52 (N of a transposed 8-bit B). CUTLASS @7107b055 is stricter for
// some sizes. These functions follow the manual; separate rules warn about CUTLASS (contradiction X11).
// Source for wgmma: PTX ISA 9.1, 9.7.15.2. Its list of N for integers ends at 224, but ptxas 13.0.88 also accepts 240
// and 256, and an H100 runs them (contradiction X28).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/families.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct ShapeQuery {
    std::string_view kind = "f16";
    unsigned cta_group = 1;  // 1 or 2
    bool ws = false, sparse = false;
    bool b_mn_major = false;
    bool k96 = false;                        // the K = 96 form of mxf4 and mxf4nvf4
    const FamilyRow& family = kFamilies[0];  // if its text does not name the kind, only the types of `kind` count
    unsigned m = 0;                          // M, if the legal N depend on it (kind ti16); 0: any M
};

// Returns whether the family has the kind, or instructions with its types. Source: PTX ISA 9.1, 9.7.15.2 (wgmma).
bool has_kind(const FamilyRow& family, std::string_view kind);

// Returns the legal M, smallest first. Empty if the form does not exist.
std::vector<unsigned> legal_m(const ShapeQuery& query);

// Returns the legal N, smallest first. Empty if the form does not exist.
std::vector<unsigned> legal_n(const ShapeQuery& query);

// Returns whether the form accepts this M (this N).
bool is_legal_m(const ShapeQuery& query, unsigned m);
bool is_legal_n(const ShapeQuery& query, unsigned n);

// The same with a reason: a refusal lists the legal sizes.
Answer<void> takes_m(const ShapeQuery& query, unsigned m);
Answer<void> takes_n(const ShapeQuery& query, unsigned n);

// Returns the legal size nearest to `size`, or `size` if `legal` is empty.
// Requires: `legal` is sorted, as for next_legal() and list_sizes().
unsigned nearest_legal(std::span<const unsigned> legal, unsigned size);

// Returns the smallest legal size that is at least `size`. Returns the largest legal size if all are smaller, and
// `size` if `legal` is empty.
unsigned next_legal(std::span<const unsigned> legal, unsigned size);

// Returns whether any form of the kind (any cta_group, with or without .ws) accepts this shape. An instruction
// descriptor contains neither cta_group nor .ws.
bool shape_exists(std::string_view kind, bool sparse, bool b_mn_major, unsigned m, unsigned n);

// Returns K of one instruction, from its instruction descriptor. For a sparse A, K is twice the number of stored
// columns. Returns 0 if the format is not an instruction descriptor.
unsigned mma_k(const Format& idesc, std::uint64_t word);

// Returns the sizes as text. Sizes with equal steps are shortened to the first three and the last: "8, 16, 24 ... 256".
std::string list_sizes(std::span<const unsigned> sizes);

}  // namespace tilescope
