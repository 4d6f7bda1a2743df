// core/include/tilescope/solver/solve_layout.h -- from wanted places back to the descriptors that read them.
// SPDX-License-Identifier: MIT
//
// There are few ways to read an operand: five swizzle modes, two majornesses. For each of them the XOR is undone, start
// and strides are read off the elements that stand one step away, and then every element is compared. So an answer is
// either descriptors that read every element, or the first element that the closest one does not.
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

// Where the elements of an operand are wanted. Padded types count by their containers: element j of a chunk at byte j.
struct WantedLayout {
    const ElementType* type = &kElementTypes[0];
    int rows = 0, columns = 0;
    std::vector<std::uint64_t> bits;  // rows x columns: the absolute bit at which a container begins
    std::optional<SwizzleMode> said;  // the mode that the text names: its solutions come first
    int stage = 0, stages = 1;        // which pipeline stage the bits are of, and how many the layout has
};

// `start` counts where the text has no address. A text without a unit counts elements of `type`; T is bound to the
// elements of 16 bytes. Refused with matrix_of()'s sentence, where the pointer's width is not the type's, and where an
// element lies outside of what shared-memory addresses reach.
Answer<WantedLayout> wanted_from(const CuteText& text, const ElementType& type, std::uint32_t start, int stage = 0);

// What a TMA load writes. Refused where its elements have another size, or where an element of the tile is in no box.
Answer<WantedLayout> wanted_from(const TmaTile& tile, const ElementType& type, int rows, int columns);

// What one instruction reads at once; 0: all rows, and dense_k columns (or all, where there are fewer).
struct StepSize {
    int rows = 0, columns = 0;
};

struct LayoutSolution {
    SwizzleMode mode;
    Major major;
    // One a step: along K first, then along M or N. A stride that is not walked is written as CUTLASS writes it.
    std::vector<SmemLayout> steps;
    bool same_strides = true;  // steps differ in their start alone
    std::string note;          // "absolute mode: K = 96 alone", "not legal for tf32 (Table 51)"; empty: nothing to say
};

struct LayoutAnswer {
    std::vector<LayoutSolution> solutions;  // canonical first
    // Without any: the closest mode, the first element that does not fit it, and what it would need.
    std::optional<Element> misfit;
    std::string why;
};

LayoutAnswer solve_layout(const WantedLayout& wanted, StepSize size = {});

// "tcgen05 2, wgmma 1, CUtensorMapSwizzle 3, ordinal 3, Sw<3,4,3>": the five numberings of a mode.
std::string numberings(SwizzleMode mode);

}  // namespace tilescope
