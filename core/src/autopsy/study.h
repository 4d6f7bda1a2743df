// core/src/autopsy/study.h -- how the arrays of the user belong to the chains, and what follows for each chain.
// SPDX-License-Identifier: MIT
#pragma once

#include "memory_faults.h"
#include "number_types.h"

#include <memory>
#include <string>
#include <vector>

namespace tilescope::autopsy {

// Why the faults of an operand are not certain.
enum class Doubt : std::uint8_t {
    none,
    equal_elements,  // many elements are equal, and no single fault explains all steps: others could explain them too
    uneven,          // steps with the same words would need different layouts
    n_by_k,          // B alone can be N x K or K x N, or a file does not say the shape
    rival,           // another block needs as few faults, or has more steps that are right
    other_block,     // are_other_parts()
    foreign,         // is_foreign()
    metadata,        // those of a sparse A were not read; they can also order its elements
    map_or_word,     // the tensor map or the words: one of both has the wrong swizzle
};

// One chain under one understanding of the arrays.
struct ChainStudy {
    ChainBlock block;
    OperandPair<std::vector<Finding>> findings;
    OperandPair<std::vector<Fault>> faults;  // of words and memory
    OperandPair<Doubt> doubt{Doubt::none, Doubt::none};
    unsigned cost = 0;  // of what it assumes

    bool all_right(Operand o) const;
    bool any_known(Operand o) const;
};

// The understanding of the arrays that needs the fewest faults, and what follows from it.
struct Study {
    Matrices matrices;
    OperandPair<MatrixIndex> index;
    OperandPair<const ExpectedArray*> array{nullptr, nullptr};
    bool exchanged = false;  // the instruction's A is the user's B, as cuBLAS does it
    bool b_is_k_by_n = false;
    // Of a sparse A that was given with its zeros: as it is, and what is stored of it.
    MatrixView with_zeros;
    std::vector<std::uint8_t> stored, known;
    std::vector<ChainStudy> chains;
    unsigned cost = 0;
    std::string why_not;  // why the arrays cannot be used; empty: they can, or there are none
};
// Returns null after a stop.
std::unique_ptr<Study> study_of(Reads& reads, const Expected& expected, const std::vector<SeenMap>& maps,
                                const std::stop_token& stop);

// Whether D as seen is the product of the right slices.
enum class RightD : std::uint8_t {
    unknown,  // D was not read or has NaN, or a slice is not in the matrices
    no,
    as_read,  // the numbers that were read are; of the others, the right slices would give another one than the model
    all,      // those that were read are, and the others cannot differ: nothing was read wrongly that mattered
};
RightD has_right_d(const ChainReads& chain, const Study& study, const ChainStudy& result);

// Whether the chain reads the right K columns in another order. If both matrices were given, it is the same one for
// both, so that D has the same products.
bool has_other_order(const ChainReads& chain, const Study& study, const ChainStudy& result);

// Whether the metadata of all steps select the elements of A that are not zero. No value: they were not read, or A was
// not given with its zeros.
std::optional<bool> has_right_metadata(const ChainReads& chain, const Study& study, const ChainStudy& result);

}  // namespace tilescope::autopsy
