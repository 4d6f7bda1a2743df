// core/src/emulator/matrix_integer.cpp -- integer sums (8-bit and 1-bit elements) of a row of D, many columns at once.
// SPDX-License-Identifier: MIT
//
// Products of bytes are below 2^16, so the sum of 2^15 products fits in 32 bits.
#include "matrix_lanes.h"
#include "matrix_rows.h"

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kExactTerms = 1u << 15;

struct IntegerSide {
    unsigned stride = 0;
    std::vector<std::int32_t> bytes;
    std::vector<std::uint32_t> bits;
    unsigned k = 0;

    std::size_t at(unsigned p, unsigned j) const { return element_at(k, p, j); }
};

struct IntegerRow : KernelRow {
    const IntegerSide *a, *b;
    bool saturate;
};

template <class L>
TILESCOPE_INLINE void add_bytes(const IntegerRow& row, unsigned j0, std::int64_t* total) {
    for (unsigned p0 = 0; p0 < row.kept; p0 += kExactTerms) {
        typename L::I sum[4] = {};
        const unsigned end = std::min(p0 + kExactTerms, row.kept);
        for (unsigned p = p0; p < end; ++p) {
            const std::int32_t a = row.a->bytes[row.a->at(p, row.i)];
            const std::int32_t* b = &row.b->bytes[row.b->at(row.at[p], j0)];
            for (unsigned v = 0; v < 4; ++v) {
                typename L::I x;
                load(x, b + v * kColumns<L> / 4);
                sum[v] += x * a;
            }
        }
        std::int32_t sums[kColumns<L>];
        std::memcpy(sums, sum, sizeof sum);
        for (unsigned j = 0; j < kColumns<L>; ++j) total[j] += sums[j];
    }
}

TILESCOPE_INLINE std::uint32_t ones_of(std::uint32_t x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    x += x >> 8;
    return (x + (x >> 16)) & 0x3fu;
}

template <class L>
TILESCOPE_INLINE void add_bits(const IntegerRow& row, unsigned j0, std::int64_t* total) {
    std::uint32_t sum[kColumns<L>] = {};
    for (unsigned p = 0; p < row.kept; ++p) {
        const std::uint32_t a = row.a->bits[row.a->at(p, row.i)];
        const std::uint32_t* b = &row.b->bits[row.b->at(row.at[p], j0)];
        for (unsigned j = 0; j < kColumns<L>; ++j) sum[j] += ones_of(a & b[j]);
    }
    for (unsigned j = 0; j < kColumns<L>; ++j) total[j] += sum[j];
}

template <class L>
TILESCOPE_INLINE bool integer_row(const IntegerRow& row) {
    for (unsigned j0 = 0; j0 < row.b->stride; j0 += kColumns<L>) {
        std::uint32_t c[kColumns<L>] = {};
        std::int64_t total[kColumns<L>];
        if (row.words.c != nullptr) std::memcpy(c, row.words.c + j0, sizeof c);
        for (unsigned j = 0; j < kColumns<L>; ++j) total[j] = static_cast<std::int32_t>(c[j]);
        if (row.b->bytes.empty())
            add_bits<L>(row, j0, total);
        else
            add_bytes<L>(row, j0, total);
        for (unsigned j = 0; j < kColumns<L>; ++j) row.words.d[j0 + j] = s32_word(total[j], row.saturate);
    }
    return false;
}

bool portable_row(const IntegerRow& row) { return integer_row<Lanes16>(row); }
#if TILESCOPE_HAS_AVX2
TILESCOPE_AVX2 bool avx2_row(const IntegerRow& row) { return integer_row<Lanes32>(row); }
#else
bool avx2_row(const IntegerRow& row) { return portable_row(row); }
#endif

struct IntegerInput {
    unsigned lanes, k;
    std::span<const std::uint32_t> words;
    bool bits, is_signed;
};
IntegerSide integer_side_of(const IntegerInput& in) {
    IntegerSide side{.stride = padded(in.lanes), .bytes = {}, .bits = {}, .k = in.k};
    const std::size_t size = std::size_t{in.k} * side.stride;
    if (in.bits)
        side.bits.resize(size);
    else
        side.bytes.resize(size);
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned p = 0; p < in.k; ++p) {
            const std::uint32_t w = in.words[std::size_t{j} * in.k + p];
            const std::size_t at = side.at(p, j);
            if (in.bits)
                side.bits[at] = w;
            else
                side.bytes[at] = static_cast<std::int32_t>(integer_of(w, in.is_signed));
        }
    return side;
}

class IntegerRows final : public KernelRows<IntegerRow> {
public:
    explicit IntegerRows(const MatrixJob& job) : KernelRows(job, portable_row, avx2_row) {
        const DotRule& rule = job.rule;
        const MatrixInput& in = job.input;
        const unsigned k = meetings_.sparse ? in.k : meetings_.kept;
        a_ = integer_side_of({in.m, meetings_.kept, in.a, rule.bits, rule.a_signed});
        b_ = integer_side_of({in.n, k, in.b, rule.bits, rule.b_signed});
        a_marks.resize(in.m), b_marks.resize(in.n);
        row_.a = &a_, row_.b = &b_, row_.saturate = rule.saturate;
    }

private:
    IntegerSide a_, b_;
};

}  // namespace

std::unique_ptr<const MatrixRows> integer_rows(const MatrixJob& job) { return std::make_unique<IntegerRows>(job); }

}  // namespace tilescope
