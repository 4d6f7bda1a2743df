// core/src/emulator/matrix_groups.cpp -- fp4 sums of a row of D, many columns at once.
// SPDX-License-Identifier: MIT
//
// Elements are integers in units of 1/2, so the products of a group are added in 16 bits. The sums are from -2304 to
// 2304 quarters. The windows apply only after that. A group times its scale factors is at most 518400. After the
// window, the sum of all groups fits in 64 bits: it is below 2^55.
#include <tilescope/emulator/floats.h>

#include "matrix_lanes.h"
#include "matrix_rows.h"

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kGroups = kMostKept / kMergeGroup;
constexpr std::uint8_t kNoProduct = 8;  // the distance of a zero; nonzero elements have 0 to 2, pairs 0 to 4
constexpr int kPairTop = 4, kNoExponent = -20'000;
constexpr int kMostDown = 31;  // a shift down by this leaves nothing
constexpr int kMostUp = 63;    // more than the shift of any group with a nonzero product
constexpr std::uint32_t kF32Fraction = 0x007fffff, kWithoutSign = 0x7fffffff, kLeastNormal = 0x00800000;

struct GroupSide {
    unsigned stride = 0;
    std::vector<std::int16_t> value;          // in units of 1/2
    std::vector<std::uint8_t> distance;       // 2 minus the raw exponent
    std::vector<std::int32_t> sigma, factor;  // for each group, at [g * stride + lane]
    std::vector<std::uint8_t> marks;
    unsigned k = 0;

    std::size_t at(unsigned p, unsigned j) const { return element_at(k, p, j); }
};

struct GroupRow : KernelRow {
    const GroupSide *a, *b;
    int window, unit;  // unit: exponent of a group's integers, without its sigma
    bool quarters;     // sums of 4 products are truncated, unless C is the greatest term
    // Alternative rules truncate all groups of 16 at the end of one window. The window depends on C and zeros (mmasim),
    // or on C and a lower limit (q174).
    bool one_cut, zeros_vote, c_votes;
    int least_q;
};

template <class L>
struct GroupBlock {
    static constexpr unsigned columns = kColumns<L>;
    std::int16_t sum[kGroups][columns];
    std::uint8_t distance[kGroups][columns];
    std::int32_t greatest[columns], scale[columns];  // R and S
    std::int32_t c[columns], rho_c[columns], q[columns];
    std::int32_t has_c[columns], c_greatest[columns], redo[columns];
    std::int64_t u[columns];
};

template <class L>
TILESCOPE_INLINE void add_group(const GroupRow& row, unsigned j0, unsigned g, GroupBlock<L>& block) {
    typename L::H sum[2] = {};
    typename L::B least = typename L::B{} + kNoProduct;
    const unsigned end = std::min((g + 1) * kMergeGroup, row.kept);
    for (unsigned p = g * kMergeGroup; p < end; ++p) {
        const std::size_t a = row.a->at(p, row.i), b = row.b->at(row.at[p], j0);
        const std::int16_t *low = &row.b->value[b], *high = low + kColumns<L> / 2;
        typename L::H x, y;
        load(x, low), load(y, high);
        sum[0] += x * row.a->value[a];
        sum[1] += y * row.a->value[a];
        typename L::B d;
        load(d, &row.b->distance[b]);
        d += (typename L::B)(typename L::U{} + row.a->distance[a] * 0x01010101u);
        at_most(least, d);
    }
    store(block.sum[g], sum[0]), store(block.sum[g] + kColumns<L> / 2, sum[1]);
    store(block.distance[g], least);
}

template <class L>
TILESCOPE_INLINE void add_products(const GroupRow& row, unsigned j0, GroupBlock<L>& block) {
    for (unsigned g = 0; g * kMergeGroup < row.kept; ++g) add_group(row, j0, g, block);
    for (unsigned j = 0; j < kColumns<L>; ++j) block.greatest[j] = block.scale[j] = kNoExponent;
    for (unsigned g = 0; g * kMergeGroup < row.kept; ++g) {
        const std::size_t a = std::size_t{g} * row.a->stride + row.i, b = std::size_t{g} * row.b->stride + j0;
        const std::int32_t sigma_a = row.a->sigma[a], factor_a = row.a->factor[a];
        const std::int32_t *sigma_b = &row.b->sigma[b], *factor_b = &row.b->factor[b];
        for (unsigned j = 0; j < kColumns<L>; ++j) {
            const bool any = (block.distance[g][j] < kNoProduct) & (factor_a * factor_b[j] != 0);
            const std::int32_t sigma = (any | row.zeros_vote) ? sigma_a + sigma_b[j] : kNoExponent;
            block.scale[j] = std::max(block.scale[j], sigma);
            block.greatest[j] = std::max(block.greatest[j], sigma + (kPairTop - block.distance[g][j]));
        }
    }
}

template <class L>
TILESCOPE_INLINE void place_in_memory(const GroupRow& row, unsigned j0, GroupBlock<L>& block) {
    std::uint32_t words[kColumns<L>] = {};
    if (row.words.c != nullptr) std::memcpy(words, row.words.c + j0, sizeof words);
    for (unsigned j = 0; j < kColumns<L>; ++j) {
        const std::uint32_t w = words[j], fraction = w & kF32Fraction;
        const auto field = static_cast<std::int32_t>(w >> 23 & 255u);
        const auto m = static_cast<std::int32_t>(fraction) + (field != 0 ? 1 << 23 : 0);
        const std::int32_t magnitude = field == 255 ? 0 : m;
        block.redo[j] = field == 255 ? 1 : 0;
        block.c[j] = static_cast<std::int32_t>(w) < 0 ? -magnitude : magnitude;
        block.rho_c[j] = std::max(field, 1) - 127;
        block.has_c[j] = magnitude != 0 ? 1 : 0;
    }
    const std::int32_t counts = row.zeros_vote ? 0 : 1, zeros_vote = 1 - counts, c_votes = row.c_votes ? 1 : 0;
    for (unsigned j = 0; j < kColumns<L>; ++j) {
        const std::int32_t none = block.scale[j] == kNoExponent ? 0 : block.scale[j];
        const std::int32_t voting = zeros_vote | (c_votes & block.has_c[j]);
        const std::int32_t most = voting != 0 ? std::max(none, block.rho_c[j]) : none;
        block.c_greatest[j] = counts & block.has_c[j] & (block.rho_c[j] >= block.greatest[j] ? 1 : 0);
        const std::int32_t q = std::max(most - row.window, row.least_q);
        block.q[j] = block.c_greatest[j] != 0 ? block.rho_c[j] - row.window : q;
    }
}

// Returns m x 2^e, truncated to a multiple of 2^end, in units of 2^q. Requires: |m| < 2^24, q <= end, and m is 0 or
// e <= q + 39.
TILESCOPE_INLINE std::int64_t cut(std::int32_t m, std::int32_t e, std::int32_t end, std::int32_t q) {
    const std::int32_t sign = m >> 31, down = std::min(std::max(end - e, 0), kMostDown);
    const std::int32_t up = std::min(std::max(e, end) - q, kMostUp);
    const auto magnitude = static_cast<std::uint32_t>((m ^ sign) - sign) >> down;
    const auto u = static_cast<std::int64_t>(std::uint64_t{magnitude} << up);
    return (u ^ sign) - sign;
}

// With ue8m0 factors, a group is truncated at the end of C's window if C has at least its exponent. With ue4m3 factors,
// the rule truncates sums of 4 instead of sums of 16. Both give the same result unless bits of the integers are
// below the window. Such elements are marked for dot().
template <class L>
TILESCOPE_INLINE void add_sums(const GroupRow& row, unsigned j0, unsigned g, GroupBlock<L>& block) {
    const std::size_t a = std::size_t{g} * row.a->stride + row.i, b = std::size_t{g} * row.b->stride + j0;
    const std::int32_t sigma_a = row.a->sigma[a], factor_a = row.a->factor[a];
    const std::int32_t *sigma_b = &row.b->sigma[b], *factor_b = &row.b->factor[b];
    const std::int32_t ours = row.one_cut ? 0 : 1, merged = row.quarters ? 0 : 1;
    for (unsigned j = 0; j < kColumns<L>; ++j) {
        const std::int32_t sigma = sigma_a + sigma_b[j], e = sigma + row.unit, q = block.q[j];
        const std::int32_t rho = sigma + kPairTop - block.distance[g][j];
        const std::int32_t from_c = std::max(q, block.rho_c[j] - row.window);
        const std::int32_t outweighed = ours & merged & block.has_c[j] & (block.rho_c[j] >= rho ? 1 : 0);
        block.u[j] += cut(block.sum[g][j] * factor_a * factor_b[j], e, outweighed != 0 ? from_c : q, q);
        const std::int32_t any = block.distance[g][j] < kNoProduct ? 1 : 0;
        block.redo[j] |= (e < q ? any : 0) & ours & ~merged & ~block.c_greatest[j];
    }
}

// Subnormal results can lose whole groups. They are marked for dot(), which handles that.
template <class L>
TILESCOPE_INLINE std::int32_t write(const GroupRow& row, unsigned j0, const GroupBlock<L>& block) {
    const std::int32_t ours = row.one_cut ? 0 : 1;
    std::int32_t any = 0;
    for (unsigned j = 0; j < kColumns<L>; ++j) {
        const std::uint32_t word = f32_toward_zero(block.u[j], block.q[j]);
        const std::int32_t low = ours & (block.u[j] != 0 && (word & kWithoutSign) < kLeastNormal ? 1 : 0);
        row.words.d[j0 + j] = word;
        row.words.redo[j0 + j] = block.redo[j] | low;
        any |= block.redo[j] | low;
    }
    return any;
}

template <class L>
TILESCOPE_INLINE bool group_row(const GroupRow& row) {
    std::int32_t any = 0;
    for (unsigned j0 = 0; j0 < row.b->stride; j0 += kColumns<L>) {
        GroupBlock<L> block;
        add_products(row, j0, block);
        place_in_memory(row, j0, block);
        for (unsigned j = 0; j < kColumns<L>; ++j)
            block.u[j] = cut(block.c[j], block.rho_c[j] - 23, block.q[j], block.q[j]);
        for (unsigned g = 0; g * kMergeGroup < row.kept; ++g) add_sums(row, j0, g, block);
        any |= write(row, j0, block);
    }
    return any != 0;
}

bool portable_row(const GroupRow& row) { return group_row<Lanes16>(row); }
#if TILESCOPE_HAS_AVX2
TILESCOPE_AVX2 bool avx2_row(const GroupRow& row) { return group_row<Lanes32>(row); }
#else
bool avx2_row(const GroupRow& row) { return portable_row(row); }
#endif

GroupSide group_side_of(const SideInput& in) {
    GroupSide side{.stride = padded(in.lanes), .k = in.k};
    side.value.resize(std::size_t{in.k} * side.stride);
    side.distance.assign(side.value.size(), kNoProduct);
    side.marks.resize(side.stride);
    std::int16_t halves[16];
    std::uint8_t distances[16];
    for (std::uint32_t w = 0; w < 16; ++w) {
        const RawNumber n = decode_number(*in.format, w);
        halves[w] = static_cast<std::int16_t>(n.m * (1 << (n.e + 1)) * (in.negate ? -1 : 1));
        distances[w] = n.m == 0 ? kNoProduct : static_cast<std::uint8_t>(kPairTop / 2 - n.rho);
    }
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned p = 0; p < in.k; ++p) {
            const std::uint32_t w = in.words[std::size_t{j} * in.k + p] & 15u;
            side.value[side.at(p, j)] = halves[w];
            side.distance[side.at(p, j)] = distances[w];
        }
    return side;
}

// `kept`: the number of stored elements; groups and blocks count these. Only in the alternative rule (mmasim) does a
// factor of 0 take part in the maximum.
void add_scales(const SideInput& in, unsigned kept, GroupSide& side) {
    const unsigned blocks = (kept + in.scale_block - 1) / in.scale_block;
    side.sigma.resize(std::size_t{kGroups} * side.stride);
    side.factor.resize(side.sigma.size());
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned g = 0; g * kMergeGroup < kept; ++g) {
            const unsigned block = g * kMergeGroup / in.scale_block;
            const RawNumber n = decode_number(*in.scale, in.scales[std::size_t{j} * blocks + block]);
            side.sigma[std::size_t{g} * side.stride + j] = n.m == 0 ? kZeroRho : n.rho;
            side.factor[std::size_t{g} * side.stride + j] = n.m;
            if (n.what == NumberClass::nan) side.marks[j] = kIsNan;
        }
}

class GroupRows final : public KernelRows<GroupRow> {
public:
    explicit GroupRows(const MatrixJob& job) : KernelRows(job, portable_row, avx2_row) {
        const DotRule& rule = job.rule;
        const SideInput a = side_input(job, Operand::a), b = side_input(job, Operand::b);
        a_ = group_side_of(a), b_ = group_side_of(b);
        add_scales(a, meetings_.kept, a_);
        add_scales(b, meetings_.kept, b_);
        a_marks = a_.marks, b_marks = b_.marks;
        row_.a = &a_, row_.b = &b_;
        row_.window = static_cast<int>(rule.profile->adds.window);
        row_.unit = -2 - 2 * static_cast<int>(rule.scale->fraction_bits);
        row_.quarters = rule.profile->adds.group < kMergeGroup;
        row_.one_cut = rule.other && rule.other != Doubt::lk4;  // lk4 uses dot() like the default rule
        row_.zeros_vote = rule.other == Doubt::mmasim;
        row_.c_votes = rule.other == Doubt::q174;
        row_.least_q = rule.other == Doubt::q174 ? kFp4Floor : kNoFloor;
    }

private:
    GroupSide a_, b_;
};

}  // namespace

std::unique_ptr<const MatrixRows> group_rows(const MatrixJob& job) { return std::make_unique<GroupRows>(job); }

}  // namespace tilescope
