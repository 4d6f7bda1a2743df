// core/include/tilescope/solver/solve_layout.h -- finds the descriptors that read a requested layout.
// SPDX-License-Identifier: MIT
//
//     text      Sw<3,4,3> o smem_ptr[16b](0x400) o ((8,16),(64,1)):((64,512),(1,0))
//     solution  K-major 128B, start 0x400, sbo 1024
//
// An operand can be read in only a few ways: five swizzle modes and two majornesses. For each of them the solver undoes
// the XOR, computes the start from the first element and each stride from the element one stride away, and then
// compares every element. So the answer is exact: either descriptors that read every element, or the first element that
// the closest mode cannot read.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/notation/cute.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

// The requested places of the elements of an operand. For padded types, the places are those of the containers:
// container j of a chunk is at byte j.
struct RequestedLayout {
    const ElementType* type = &kElementTypes[0];
    int rows = 0, columns = 0;
    std::vector<std::uint64_t> bits;    // rows x columns: the absolute first bit of each container
    std::optional<SwizzleMode> stated;  // the mode that the text names: its solutions are listed first
    int stage = 0, stages = 1;          // the pipeline stage of `bits`, and the number of stages of the layout
};

// Returns the layout that a CuTe text requests. `start` is the address if the text has none. If the text has no
// unit, its strides count elements of `type`. The name T in the text is the number of elements in 16 bytes.
// Errors: the text is not a matrix (see matrix_of()), the width of the pointer does not match the type, or an element
// is outside the range of shared-memory addresses.
Answer<RequestedLayout> requested_from(const CuteText& text, const ElementType& type, std::uint32_t start,
                                       int stage = 0);

// Returns the layout that a TMA load writes.
// Errors: the elements have a different size, or an element of the tile is in no box.
Answer<RequestedLayout> requested_from(const TmaTile& tile, const ElementType& type, int rows, int columns);

// The size of the slice that one instruction reads. 0: all rows; dense_k() columns, or all columns if there are fewer.
struct StepSize {
    int rows = 0, columns = 0;
};

struct LayoutSolution {
    SwizzleMode mode;
    Major major;
    // One layout for each step: along K first, then along M or N. A stride that is not used has the value that CUTLASS
    // writes.
    std::vector<SmemLayout> steps;
    std::string note;  // a doubt about the solution, for example "128B_32B is for ..."; empty: no doubt
};

struct LayoutAnswer {
    std::vector<LayoutSolution> solutions;  // canonical solutions first
    // If there is no solution: the first element that does not fit the closest mode, and the reason.
    std::optional<Element> misfit;
    std::string why;
};

// Returns all solutions, or the reason why there is none.
LayoutAnswer solve_layout(const RequestedLayout& request, StepSize size = {});

// Returns the codes of a mode in all formats: "tcgen05 2, wgmma 1, CUtensorMapSwizzle 3, ordinal 3, Sw<3,4,3>".
std::string numberings(SwizzleMode mode);

}  // namespace tilescope
