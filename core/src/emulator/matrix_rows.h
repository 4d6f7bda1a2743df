// core/src/emulator/matrix_rows.h -- one row of D at a time: a kernel for each way of adding.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include "matrix_side.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tilescope {

// Which positions of B the stored elements of A meet.
struct Meetings {
    unsigned kept = 0;  // elements that A stores of a row
    bool sparse = false;
    std::vector<std::uint32_t> at;  // dense: 0, 1, ...; sparse: `kept` for each row

    const std::uint32_t* row(unsigned i) const { return at.data() + (sparse ? std::size_t{i} * kept : 0); }
};
Meetings meetings_of(const DotRule& rule, const MatrixInput& input);

// More stored elements than this are summed by dot(): the kernels count on sums that fit.
inline constexpr unsigned kMostKept = 128;

// One row, as long as the padded columns of B. Where redo is set the word is not to be trusted: it is one of the few
// that only dot() can tell.
struct RowWords {
    const std::uint32_t* c = nullptr;  // null: absent
    std::uint32_t* d = nullptr;
    std::int32_t* redo = nullptr;
};

class MatrixRows {
public:
    virtual ~MatrixRows() = default;
    // Whether any word is to be redone; only then redo has a meaning.
    virtual bool row(unsigned i, const RowWords& words) const = 0;
    // SpecialMarks of each row of A and column of B; words they touch are not to be trusted either.
    std::vector<std::uint8_t> a_marks, b_marks;
};

struct MatrixJob {
    const DotRule& rule;
    const MatrixInput& input;
    const Meetings& meetings;
    bool avx2;
};
std::unique_ptr<const MatrixRows> window_rows(const MatrixJob& job);
std::unique_ptr<const MatrixRows> group_rows(const MatrixJob& job);
std::unique_ptr<const MatrixRows> integer_rows(const MatrixJob& job);

}  // namespace tilescope
