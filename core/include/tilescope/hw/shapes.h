// core/include/tilescope/hw/shapes.h -- which M and N an instruction takes.
// SPDX-License-Identifier: MIT
//
// Source: PTX ISA 9.1, Table 39 (shapes) and Table 52 (N of a transposed 8-bit B). Where CUTLASS @7107b055 is stricter
// the rules warn; here the manual decides (contradiction X11). wgmma: PTX ISA 9.1, 9.7.15.2; its list of integer N
// stops at 224, ptxas 13.0.88 takes 240 and 256 as well (contradiction X28).
#pragma once

#include <tilescope/base/answer.h>

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
    bool k96 = false;    // the K = 96 form of mxf4 and mxf4nvf4
    bool wgmma = false;  // Hopper's instruction with the types of `kind`; the members above but `kind` do not count
    unsigned m = 0;      // where N depends on it (ti16); 0: any
};

// The kinds whose types Hopper's wgmma has too: PTX ISA 9.1, 9.7.15.2.
bool is_wgmma_kind(std::string_view kind);

// The legal M, smallest first; empty for a form that does not exist.
std::vector<unsigned> legal_m(const ShapeQuery& query);

// The legal N, smallest first.
std::vector<unsigned> legal_n(const ShapeQuery& query);

// Whether the form takes this M (this N). A refusal says what it takes.
Answer<void> takes_m(const ShapeQuery& query, unsigned m);
Answer<void> takes_n(const ShapeQuery& query, unsigned n);

// The legal size next to `wanted`; `wanted` itself where there is none.
unsigned nearest_legal(std::span<const unsigned> legal, unsigned wanted);

// The smallest legal size that holds `wanted`, else the largest; `wanted` itself where there is none.
unsigned next_legal(std::span<const unsigned> legal, unsigned wanted);

// Whether some form of the kind (any cta_group, with or without .ws) takes this shape: all that a bare word can tell.
bool shape_exists(std::string_view kind, bool sparse, bool b_mn_major, unsigned m, unsigned n);

// "8, 16, 24 ... 256": at most three and the last where the steps are equal, else all.
std::string list_sizes(std::span<const unsigned> sizes);

}  // namespace tilescope
