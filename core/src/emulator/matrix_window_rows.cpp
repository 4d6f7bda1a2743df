// core/src/emulator/matrix_window_rows.cpp -- window sums: decodes the operands and calls the kernel for each row.
// SPDX-License-Identifier: MIT
#include "dot_sums.h"
#include "matrix_window.h"

#include <algorithm>

namespace tilescope {
namespace {

constexpr int kAddendFraction = 23;    // fraction bits of C after decoding, for every format
constexpr int kLeastExponent = -1000;  // below the exponent of any product; used if all terms are zero

AddendForm addend_of(const FloatFormat& d, int lift, unsigned c_shift) {
    const auto ones = [](unsigned width) { return static_cast<std::int32_t>(bit_mask(width)); };
    const auto fraction_bits = static_cast<int>(d.fraction_bits);
    return {.fraction_bits = fraction_bits,
            .field = ones(d.exponent_bits),
            .fraction = ones(d.fraction_bits),
            .hidden = 1 << fraction_bits,
            .to_sign = 32 - static_cast<int>(d.bits),
            .bias = d.bias + static_cast<int>(c_shift),
            .up = kAddendFraction - fraction_bits + lift,
            .zero_rho = kNoVote};
}

class WindowRows final : public MatrixRows {
public:
    explicit WindowRows(const MatrixJob& job) : avx2_(job.avx2), kept_(job.meetings.kept) {
        const DotRule& rule = job.rule;
        const MatrixInput& in = job.input;
        const bool sparse = rule.grain != nullptr;
        const bool zeros_vote = rule.other == Doubt::mmasim;
        SideInput a{.format = rule.a, .scale = rule.scale, .lanes = in.m, .k = kept_, .words = in.a};
        a.scales = in.scale_a, a.scale_block = rule.scale_block, a.negate = in.negate_a;
        SideInput b{.format = rule.b, .scale = rule.scale, .lanes = in.n, .k = in.k, .words = in.b};
        b.scales = in.scale_b, b.scale_block = rule.scale_block * (sparse ? 2 : 1), b.negate = in.negate_b;
        if (zeros_vote) a.zero_rho = b.zero_rho = kZeroRho;
        const Side a_side = side_of(a);
        b_ = side_of(b);
        a_marks = a_side.marks, b_marks = b_.marks;

        const auto window = static_cast<int>(rule.profile->adds.window);
        const auto fraction = static_cast<int>(rule.a->fraction_bits + rule.b->fraction_bits);
        const int lift = std::max(window - fraction, 0), addend_lift = std::max(window - kAddendFraction, 0);
        add_factors(a_side, job.meetings, lift);
        row_ = {.b = &b_, .window = window};
        row_.product_base = fraction + lift - window;
        row_.addend_base = kAddendFraction + addend_lift - window;
        const int floor = rule.other == Doubt::mx133 ? kMxFloor : rule.profile->adds.floor;
        row_.least = zeros_vote ? kLeastExponent : std::max(floor, kLeastExponent);
        row_.addend = addend_of(*rule.d, addend_lift, in.c_shift);
        if (zeros_vote) row_.addend.zero_rho = kZeroRho;
        row_.half = rule.d->bits == 16;
        row_.keep = rule.profile->adds.f32_fraction == 13 ? ~0x3ff : ~0;
    }

    bool row(unsigned i, const RowWords& words) const override {
        WindowRow row = row_;
        row.begin = factors_.data() + std::size_t{i} * kept_, row.end = row.begin + kept_;
        row.words = words;
        return avx2_ ? window_row_avx2(row) : window_row(row);
    }

private:
    void add_factors(const Side& a, const Meetings& meetings, int lift) {
        factors_.reserve(std::size_t{a.lanes} * kept_);
        for (unsigned i = 0; i < a.lanes; ++i) {
            const std::uint32_t* at = meetings.row(i);
            for (unsigned p = 0; p < kept_; ++p) {
                const std::size_t from = a.at(p, i);
                factors_.push_back(
                    {a.significand[from] << lift, a.sign[from], a.rho[from], std::size_t{at[p]} * kPadding});
            }
        }
    }

    bool avx2_;
    unsigned kept_;
    Side b_;
    std::vector<Factor> factors_;  // row by row
    WindowRow row_;
};

}  // namespace

std::unique_ptr<const MatrixRows> window_rows(const MatrixJob& job) { return std::make_unique<WindowRows>(job); }

}  // namespace tilescope
