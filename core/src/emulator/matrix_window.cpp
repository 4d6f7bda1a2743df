// core/src/emulator/matrix_window.cpp -- window sums of a row of D, many columns at once.
// SPDX-License-Identifier: MIT
//
// Floats do the work of integers here, and all of them are exact: a product of two significands has at most 22 bits, a
// factor is a power of two, and float to integer cuts toward zero, which is what the hardware does to a term. With
// distances d below the tops of a row and a column, a narrow pair has its greatest raw exponent at the least sum of
// distances, so its terms in units of the window are
//
//     cut(value_a x value_b x 2^(window + d)),  d = min over k of (distance_a + distance_b), or less where C is greater
//
// below 2^27 each: eight of them fit 32 bits. Sums are kept as 16 x high + low. Where a lane spans too many binades for
// this, the wide kernel gives every term its own power of two.
#include "matrix_lanes.h"
#include "matrix_rows.h"

#include <algorithm>

namespace tilescope {
namespace {

constexpr int kNever = 30'000;        // no exponent is that far away
constexpr int kLeastGreatest = -100;  // below it results come near the subnormal numbers, and C x 2^window too far
constexpr int kMostPower = 254, kBias = 127;
constexpr int kSumSplit = 4;                // |u| = 16 x high + low
constexpr std::int32_t kBigHigh = 1 << 26;  // from here on, high alone has the 24 bits of a result
constexpr std::int32_t kMagnitude = 0x7fffffff, kInfinity = 0x7f800000, kHalfInfinity = 0x7c00;

struct WindowRow {
    const Side *a, *b;
    const std::uint32_t* at;
    unsigned i, kept;
    int window, c_least, c_shift;  // c_least: raw exponent of C's subnormals
    int none;                      // distances from here on are of pairs without products
    bool half;                     // D and C are f16
    std::int32_t keep;             // bits of an f32 result
    RowWords words;
};

// What a block of columns carries from step to step.
template <class L>
struct Block {
    typename L::I distance[4], power[4];  // power: exponent of the unit
    typename L::F factor[4];
    typename L::I high[4], low[4], redo[4];
    std::uint32_t c[kColumns<L>];
};

// ---- where the window lies ----

template <class L>
TILESCOPE_INLINE void narrow_distances(const WindowRow& row, unsigned j0, Block<L>& block) {
    typename L::B least = typename L::B{} + kNothing;
    const std::uint8_t* a = row.a->distance.data() + row.i;
    const std::uint8_t* b = row.b->distance.data() + j0;
    for (unsigned p = 0; p < row.kept; ++p) {
        typename L::B d;
        load(d, b + std::size_t{row.at[p]} * row.b->stride);
        d += a[std::size_t{p} * row.a->stride];
        at_most(least, d);
    }
    std::uint8_t bytes[kColumns<L>];
    std::int32_t wide[kColumns<L>];
    store(bytes, least);
    for (unsigned j = 0; j < kColumns<L>; ++j) wide[j] = bytes[j];
    std::memcpy(block.distance, wide, sizeof wide);
}

template <class L>
TILESCOPE_INLINE void wide_distances(const WindowRow& row, unsigned j0, Block<L>& block) {
    typename L::I most[4];
    for (typename L::I& m : most) m = typename L::I{} - kNever;
    for (unsigned p = 0; p < row.kept; ++p) {
        const std::int32_t a = row.a->rho[std::size_t{p} * row.a->stride + row.i];
        const std::int32_t* b = &row.b->rho[std::size_t{row.at[p]} * row.b->stride + j0];
        for (unsigned v = 0; v < 4; ++v) {
            typename L::I rho;
            load(rho, b + v * kColumns<L> / 4);
            rho += a;
            at_least(most[v], rho);
        }
    }
    for (unsigned v = 0; v < 4; ++v) block.distance[v] = -most[v];
}

// f16 as the f32 word of the same value; a subnormal one becomes normal, which its raw exponent does not.
TILESCOPE_INLINE std::uint32_t widened_c(std::uint32_t word) {
    const std::uint32_t sign = (word & 0x8000u) << 16, fields = word & 0x7fffu, fraction = word & 0x3ffu;
    const float value = static_cast<float>(static_cast<std::int32_t>(fraction)) * 0x1p-24f;
    std::uint32_t subnormal;
    std::memcpy(&subnormal, &value, sizeof value);
    const std::uint32_t normal = (fields << 13) + (fields >= 0x7c00u ? 224u << 23 : 112u << 23);
    return sign | (fields < 0x400u ? subnormal : normal);
}

template <class L>
TILESCOPE_INLINE void load_c(const WindowRow& row, unsigned j0, Block<L>& block) {
    if (row.words.c == nullptr)
        std::memset(block.c, 0, sizeof block.c);
    else
        std::memcpy(block.c, row.words.c + j0, sizeof block.c);
    if (!row.half) return;
    for (std::uint32_t& c : block.c) c = widened_c(c);
}

// C has its say in the distance; then the factors of products and C follow, and C is the first term of the sum.
// `top` is the greatest exponent that distances count from.
template <class L>
TILESCOPE_INLINE void place(const WindowRow& row, const typename L::I& top, unsigned v, Block<L>& block) {
    using I = typename L::I;
    using F = typename L::F;
    I c;
    load(c, block.c + v * kColumns<L> / 4);
    const I special = (c & kMagnitude) >= kInfinity;
    I rho = ((c >> 23) & 255) - kBias;
    at_least(rho, I{} + row.c_least);
    rho -= row.c_shift;
    I has = ((c & kMagnitude) != 0) & ~special;
    I distance = block.distance[v];
    const I none = distance >= row.none;
    const I from_c = has ? top - rho : I{} + kNever;
    distance = none ? I{} + kNever : distance;
    at_most(distance, from_c);
    distance = distance == kNever ? I{} : distance;  // nothing but zeros: any window will do
    const I greatest = top - distance;
    block.redo[v] = special | ((~none | has) & (greatest < kLeastGreatest));
    has &= ~block.redo[v];
    block.power[v] = greatest - row.window;

    I field = distance + (row.window + kBias);
    at_least(field,
             I{} + (kBias - 4));  // products of narrow pairs are below 4: what is cut away anyway is no subnormal
    at_most(field, I{} + kMostPower);
    block.factor[v] = (F)(field << 23);
    field = (row.window + kBias - row.c_shift) - greatest;
    at_least(field, I{});
    at_most(field, I{} + kMostPower);
    const F addend = (F)(has & c) * (F)(field << 23);
    const I cut = __builtin_convertvector(addend, I);
    block.high[v] = cut >> kSumSplit;
    block.low[v] = cut & ((1 << kSumSplit) - 1);
}

template <class L, bool wide>
TILESCOPE_INLINE void place_all(const WindowRow& row, unsigned j0, Block<L>& block) {
    load_c(row, j0, block);
    for (unsigned v = 0; v < 4; ++v) {
        typename L::I top{};
        if (!wide) {
            load(top, &row.b->top[j0 + v * kColumns<L> / 4]);
            top += row.a->top[row.i];
        }
        place(row, top, v, block);
    }
}

// ---- the sum ----

template <class L>
TILESCOPE_INLINE void add_narrow(const WindowRow& row, unsigned j0, unsigned p, Block<L>& block, typename L::I* sum) {
    const float a = row.a->value[std::size_t{p} * row.a->stride + row.i];
    const float* b = &row.b->value[std::size_t{row.at[p]} * row.b->stride + j0];
    for (unsigned v = 0; v < 4; ++v) {
        typename L::F x;
        load(x, b + v * kColumns<L> / 4);
        sum[v] += __builtin_convertvector(x * a * block.factor[v], typename L::I);
    }
}

template <class L>
TILESCOPE_INLINE void add_wide(const WindowRow& row, unsigned j0, unsigned p, Block<L>& block, typename L::I* sum) {
    using I = typename L::I;
    using F = typename L::F;
    const std::size_t at_a = std::size_t{p} * row.a->stride + row.i;
    const std::size_t at_b = std::size_t{row.at[p]} * row.b->stride + j0;
    const float a = row.a->significand[at_a];
    const std::int32_t a_rho = row.a->rho[at_a] + kBias;
    for (unsigned v = 0; v < 4; ++v) {
        F x;
        I field;
        load(x, &row.b->significand[at_b + v * kColumns<L> / 4]);
        load(field, &row.b->rho[at_b + v * kColumns<L> / 4]);
        field += a_rho - block.power[v];
        at_least(field, I{});
        sum[v] += __builtin_convertvector(x * a * (F)(field << 23), I);
    }
}

template <class L, bool wide>
TILESCOPE_INLINE void add_products(const WindowRow& row, unsigned j0, Block<L>& block) {
    for (unsigned p0 = 0; p0 < row.kept; p0 += 8) {
        typename L::I sum[4] = {};
        const unsigned end = p0 + 8 < row.kept ? p0 + 8 : row.kept;
        for (unsigned p = p0; p < end; ++p)
            if (wide)
                add_wide(row, j0, p, block, sum);
            else
                add_narrow(row, j0, p, block, sum);
        for (unsigned v = 0; v < 4; ++v) {
            block.high[v] += sum[v] >> kSumSplit;
            block.low[v] += sum[v] & ((1 << kSumSplit) - 1);
        }
    }
}

// ---- the word ----

// |u| cut to 24 bits, as the f32 word of a number of at most 31 bits; `power` follows where `high` alone is converted.
template <class L>
struct Rounded {
    typename L::I sign, word, power, lost;  // lost: bits below the word were not 0
};
template <class L>
TILESCOPE_INLINE void cut_sum(const Block<L>& block, unsigned v, Rounded<L>& out) {
    using I = typename L::I;
    using U = typename L::U;
    using F = typename L::F;
    const I high = block.high[v] + (block.low[v] >> kSumSplit), low = block.low[v] & ((1 << kSumSplit) - 1);
    out.sign = high >> 31;
    const I whole = (I)(((((U)high << kSumSplit) | (U)low) ^ (U)out.sign) - (U)out.sign);
    const I upper = (high ^ out.sign) - ((low == 0) & out.sign);
    const I big = upper >= kBigHigh;
    const I magnitude = big ? upper : whole;
    const F nearest = __builtin_convertvector(magnitude, F);
    const I back = __builtin_convertvector(nearest, I);
    out.word = (I)nearest + (back > magnitude);  // one less where it was rounded up
    out.lost = (back != magnitude) | (big & (low != 0));
    out.power = block.power[v] + (big & kSumSplit);
}

template <class L>
TILESCOPE_INLINE void f32_words(const WindowRow& row, const Block<L>& block, unsigned v, typename L::I& d,
                                typename L::I& redo) {
    using I = typename L::I;
    using U = typename L::U;
    Rounded<L> r;
    cut_sum(block, v, r);
    const I zero = r.word == 0, exponent = (r.word >> 23) + r.power;
    redo = block.redo[v] | (~zero & (exponent < 1));
    I word = (I)((U)r.word + ((U)r.power << 23));
    word = exponent > kMostPower ? I{} + kInfinity : word;
    d = ((word & row.keep & ~zero)) | (r.sign & ~kMagnitude);
}

// Rounded to nearest even: 13 bits of the 24 go, and what was cut before only matters to a tie.
template <class L>
TILESCOPE_INLINE void f16_words(const Block<L>& block, unsigned v, typename L::I& d, typename L::I& redo) {
    using I = typename L::I;
    using U = typename L::U;
    Rounded<L> r;
    cut_sum(block, v, r);
    const I zero = r.word == 0, exponent = (r.word >> 23) + r.power;
    redo = block.redo[v] | (~zero & (exponent < kBias - 14));
    const I word = r.word | (r.lost & 1);
    const I nearest = (word + 0xfff + ((word >> 13) & 1)) >> 13;
    I half = (I)((U)nearest + ((U)(r.power - (kBias - 15)) << 10));
    half = (exponent > kBias + 15) | (half > kHalfInfinity) ? I{} + kHalfInfinity : half;
    d = (half & ~zero) | (r.sign & 0x8000);
}

template <class L>
TILESCOPE_INLINE void write(const WindowRow& row, unsigned j0, const Block<L>& block, typename L::I& any) {
    for (unsigned v = 0; v < 4; ++v) {
        typename L::I d, redo;
        if (row.half)
            f16_words(block, v, d, redo);
        else
            f32_words(row, block, v, d, redo);
        any |= redo;
        store(row.words.d + j0 + v * kColumns<L> / 4, d);
        store(row.words.redo + j0 + v * kColumns<L> / 4, redo);
    }
}

template <class L, bool wide>
TILESCOPE_INLINE bool window_row(const WindowRow& row) {
    typename L::I any{};
    for (unsigned j0 = 0; j0 < row.b->stride; j0 += kColumns<L>) {
        Block<L> block;
        if (wide)
            wide_distances(row, j0, block);
        else
            narrow_distances(row, j0, block);
        place_all<L, wide>(row, j0, block);
        add_products<L, wide>(row, j0, block);
        write(row, j0, block, any);
    }
    std::int32_t flags[kColumns<L> / 4], all = 0;
    store(flags, any);
    for (const std::int32_t flag : flags) all |= flag;
    return all != 0;
}

bool narrow_row(const WindowRow& row) { return window_row<Lanes16, false>(row); }
bool wide_row(const WindowRow& row) { return window_row<Lanes16, true>(row); }
#if TILESCOPE_HAS_AVX2
TILESCOPE_AVX2 bool narrow_row_avx2(const WindowRow& row) { return window_row<Lanes32, false>(row); }
TILESCOPE_AVX2 bool wide_row_avx2(const WindowRow& row) { return window_row<Lanes32, true>(row); }
#else
bool narrow_row_avx2(const WindowRow& row) { return narrow_row(row); }
bool wide_row_avx2(const WindowRow& row) { return wide_row(row); }
#endif

class WindowRows final : public MatrixRows {
public:
    explicit WindowRows(const MatrixJob& job) : avx2_(job.avx2), meetings_(job.meetings) {
        const DotRule& rule = job.rule;
        const MatrixInput& in = job.input;
        const bool hopper = rule.profile->sum == SumRule::hopper, sparse = rule.grain != nullptr;
        SideInput a{.format = rule.a, .scale = rule.scale, .lanes = in.m, .k = meetings_.kept, .words = in.a};
        a.scales = in.scale_a, a.scale_block = rule.scale_block, a.negate = in.negate_a, a.zeros_vote = hopper;
        SideInput b{.format = rule.b, .scale = rule.scale, .lanes = in.n, .k = in.k, .words = in.b};
        b.scales = in.scale_b, b.scale_block = rule.scale_block * (sparse ? 2 : 1);
        b.negate = in.negate_b, b.zeros_vote = hopper;
        a_ = side_of(a), b_ = side_of(b);
        a_marks = a_.marks, b_marks = b_.marks;
        row_ = {.a = &a_, .b = &b_, .window = static_cast<int>(rule.profile->window), .c_least = 1 - rule.d->bias};
        row_.c_shift = static_cast<int>(in.c_shift);
        row_.half = rule.d->bits == 16;
        row_.keep = rule.profile->f32_fraction == 13 ? ~0x3ff : ~0;
    }

    bool row(unsigned i, const RowWords& words) const override {
        WindowRow row = row_;
        row.at = meetings_.row(i), row.i = i, row.kept = meetings_.kept, row.words = words;
        const bool narrow = a_.narrow[i] != 0 && b_.all_narrow;
        row.none = narrow ? kNothing : -kNoRho / 2;
        if (narrow) return avx2_ ? narrow_row_avx2(row) : narrow_row(row);
        return avx2_ ? wide_row_avx2(row) : wide_row(row);
    }

private:
    bool avx2_;
    const Meetings& meetings_;
    Side a_, b_;
    WindowRow row_;
};

}  // namespace

std::unique_ptr<const MatrixRows> window_rows(const MatrixJob& job) { return std::make_unique<WindowRows>(job); }

}  // namespace tilescope
