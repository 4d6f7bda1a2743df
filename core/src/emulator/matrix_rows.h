// core/src/emulator/matrix_rows.h -- the kernel interface: one row of D at a time, one kernel for each sum rule.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include "matrix_side.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tilescope {

// The positions of B that are multiplied with the stored elements of A.
struct Meetings {
    unsigned kept = 0;  // number of stored elements in a row of A
    bool sparse = false;
    std::vector<std::uint32_t> at;  // dense: 0, 1, ...; sparse: `kept` for each row

    const std::uint32_t* row(unsigned i) const { return at.data() + (sparse ? std::size_t{i} * kept : 0); }
};
Meetings meetings_of(const DotRule& rule, const MatrixInput& input);

// The limit of stored elements in a row. Longer rows use dot(), because the sums of the kernels could overflow.
inline constexpr unsigned kMostKept = 128;

// One row, as long as the padded columns of B. If redo is set, the word in d is not valid and needs dot().
struct RowWords {
    const std::uint32_t* c = nullptr;  // null: no C
    std::uint32_t* d = nullptr;
    std::int32_t* redo = nullptr;
};

class MatrixRows {
public:
    virtual ~MatrixRows() = default;
    // Returns true if any word needs dot(). Only then `redo` is valid.
    virtual bool row(unsigned i, const RowWords& words) const = 0;
    // The SpecialMarks of each row of A and each column of B. Words of marked rows and columns are not valid either.
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
