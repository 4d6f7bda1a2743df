// core/src/emulator/matrix_window_rows.cpp -- window sums: operands decoded, and which kernel a row takes.
// SPDX-License-Identifier: MIT
#include "matrix_window.h"

#include <algorithm>

namespace tilescope {
namespace {

class WindowRows final : public MatrixRows {
public:
    explicit WindowRows(const MatrixJob& job) : avx2_(job.avx2), kept_(job.meetings.kept) {
        const DotRule& rule = job.rule;
        const MatrixInput& in = job.input;
        const bool hopper = rule.profile->sum == SumRule::hopper, sparse = rule.grain != nullptr;
        SideInput a{.format = rule.a, .scale = rule.scale, .lanes = in.m, .k = kept_, .words = in.a};
        a.scales = in.scale_a, a.scale_block = rule.scale_block, a.negate = in.negate_a, a.zeros_vote = hopper;
        SideInput b{.format = rule.b, .scale = rule.scale, .lanes = in.n, .k = in.k, .words = in.b};
        b.scales = in.scale_b, b.scale_block = rule.scale_block * (sparse ? 2 : 1);
        b.negate = in.negate_b, b.zeros_vote = hopper;
        a.avx2 = b.avx2 = job.avx2;
        const Side a_side = side_of(a);
        b_ = side_of(b);
        a_marks = a_side.marks, b_marks = b_.marks;
        least_top_ = *std::min_element(b_.top.begin(), b_.top.begin() + in.n);
        add_factors(a_side, job.meetings);
        row_ = {.k = {},
                .begin = nullptr,
                .end = nullptr,
                .b = &b_,
                .window = static_cast<int>(rule.profile->window),
                .c_least = kBias + 1 - rule.d->bias};
        row_.c_shift = static_cast<int>(in.c_shift);
        row_.c_bias = kBias + row_.c_shift;
        row_.half = rule.d->bits == 16;
        row_.keep = rule.profile->f32_fraction == 13 ? ~0x3ff : ~0;
    }

    bool row(unsigned i, const RowWords& words) const override {
        WindowRow row = row_;
        row.begin = factors_.data() + std::size_t{i} * kept_, row.end = row.begin + kept_;
        row.top = tops_[i], row.words = words;
        if (narrow_[i] != 0) return avx2_ ? narrow_row_avx2(row) : narrow_row(row);
        return avx2_ ? wide_row_avx2(row) : wide_row(row);
    }

private:
    // Of a lane that is not narrow, any will do.
    static std::uint32_t distance_of(const Side& a, unsigned i, std::size_t from) {
        return a.significand[from] == 0 ? kNothing : static_cast<std::uint32_t>(a.top[i] - a.rho[from]) & 0xffu;
    }
    void add_factors(const Side& a, const Meetings& meetings) {
        factors_.reserve(std::size_t{a.lanes} * kept_);
        for (unsigned i = 0; i < a.lanes; ++i) {
            const std::uint32_t* at = meetings.row(i);
            for (unsigned p = 0; p < kept_; ++p) {
                const std::size_t from = a.at(p, i);
                factors_.push_back({a.value[from], a.significand[from], distance_of(a, i, from) * 0x01010101u,
                                    a.rho[from], at[p] * kPadding});
            }
            narrow_.push_back(a.narrow[i] != 0 && b_.all_narrow && a.top[i] + least_top_ >= kLeastTop);
        }
        tops_ = a.top;
    }

    bool avx2_;
    unsigned kept_;
    Side b_;
    int least_top_;                // of B's columns
    std::vector<Factor> factors_;  // row by row
    std::vector<std::uint8_t> narrow_;
    std::vector<std::int32_t> tops_;
    WindowRow row_;
};

}  // namespace

std::unique_ptr<const MatrixRows> window_rows(const MatrixJob& job) { return std::make_unique<WindowRows>(job); }

}  // namespace tilescope
