// core/src/emulator/matrix_rows.h -- the rows of a product: its words, decoded sides, and one kernel for each sum rule.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/hw/operand.h>

#include "matrix_lanes.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tilescope {

// Return the number of stored entries in a row of A or B, and the number of scale blocks in a row.
std::size_t entries_of_a(const DotRule& rule, const MatrixInput& input);
std::size_t entries_of_b(const DotRule& rule, const MatrixInput& input);
std::size_t blocks_of(const DotRule& rule, const MatrixInput& input);

// Returns the rule without sparsity.
inline DotRule dense(DotRule rule) {
    rule.grain = nullptr;
    return rule;
}

// A MatrixInput that owns its words.
struct OwnedInput {
    OwnedInput(const DotRule& dot_rule, const MatrixInput& input);

    // Returns a row of A in the form that dot() needs: one entry for each logical position. Requires: its codes are
    // legal.
    std::vector<std::uint32_t> row_of_a(unsigned i) const;
    struct At {
        std::span<const std::uint32_t> a;  // row_of_a(i); must outlive the result
        unsigned i, j;
    };
    // Returns the input of dot() for the element (i, j) of D.
    DotInput element(const At& at) const;

    // A row with any codes is a dense product: its stored elements times the words of B that they meet.
    bool has_legal_codes(unsigned i) const;
    std::vector<std::uint32_t> words_met(unsigned i, unsigned j) const;
    // The element as input of dot() with a dense rule. `at.a` is words_met(i, j).
    DotInput stored_element(const At& at) const;

    DotRule rule;
    unsigned m, n, k;
    std::size_t stored, entries, blocks, groups;
    std::vector<std::uint32_t> a, b, c;
    std::vector<std::uint8_t> scale_a, scale_b, codes;
    bool negate_a, negate_b;
    unsigned c_shift;
};

// ---- A or B of a sum ----

// kHasInfinity, kHasNan: the lane has such an element. kIsNan: every result of the lane is NaN.
enum SpecialMark : std::uint8_t { kHasInfinity = 1, kHasNan = 2, kIsNan = 4 };

struct SideInput {
    const FloatFormat *format = nullptr, *scale = nullptr;
    unsigned lanes = 0, k = 0;
    std::span<const std::uint32_t> words;  // lane by lane
    std::span<const std::uint8_t> scales;
    unsigned scale_block = 0;  // positions for each scale factor
    bool negate = false;
};

// ---- the kernels: one row of D at a time ----

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

// Returns A or B of a job. Of B, scale_block counts stored elements of A, half as many as those of a sparse B.
SideInput side_input(const MatrixJob& job, Operand operand);

// What the input of every kernel has of one row.
struct KernelRow {
    const std::uint32_t* at = nullptr;  // Meetings::row()
    unsigned i = 0, kept = 0;
    RowWords words;
};

// The rows of a kernel. Requires: Row is a KernelRow.
template <class Row>
class KernelRows : public MatrixRows {
public:
    using Kernel = bool (*)(const Row& row);

    KernelRows(const MatrixJob& job, Kernel portable, Kernel avx2)
        : meetings_(job.meetings), kernel_(job.avx2 ? avx2 : portable) {}

    bool row(unsigned i, const RowWords& words) const final {
        Row row = row_;
        static_cast<KernelRow&>(row) = {meetings_.row(i), i, meetings_.kept, words};
        return kernel_(row);
    }

protected:
    const Meetings& meetings_;
    Row row_{};

private:
    Kernel kernel_;
};
std::unique_ptr<const MatrixRows> window_rows(const MatrixJob& job);
std::unique_ptr<const MatrixRows> group_rows(const MatrixJob& job);
std::unique_ptr<const MatrixRows> integer_rows(const MatrixJob& job);

}  // namespace tilescope
