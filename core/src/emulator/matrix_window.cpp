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
#include "matrix_window.h"
#include "matrix_lanes.h"

namespace tilescope {
namespace {

constexpr int kSafeTerms = 8;  // so many add in 32 bits
constexpr std::int32_t kHalfInfinity = 0x7c00;

// What a block of columns carries from step to step.
template <class L>
struct Block {
    typename L::I distance[4], power[4];  // power: exponent of the unit
    typename L::F factor[4];
    typename L::I high[4], low[4], redo[4];
};

// ---- where the window lies ----

template <class L>
TILESCOPE_INLINE void narrow_distances(const WindowRow& row, unsigned j0, Block<L>& block) {
    using U = typename L::U;
    typename L::B least = typename L::B{} + kNothing;
    const std::uint8_t* b = row.b->distance.data() + row.b->at(0, j0);
    for (const Factor* a = row.begin; a != row.end; ++a) {
        typename L::B d;
        load(d, b + a->at);
        d += (typename L::B)(U{} + a->distances);
        at_most(least, d);
    }

#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) block.distance[v] = (typename L::I)((U)least >> (8 * v)) & 0xff;
}

template <class L>
TILESCOPE_INLINE void wide_distances(const WindowRow& row, unsigned j0, Block<L>& block) {
    typename L::I most[4];
    for (typename L::I& m : most) m = typename L::I{} - row.k.never;
    const std::int32_t* b = row.b->rho.data() + row.b->at(0, j0);
    for (const Factor* a = row.begin; a != row.end; ++a)
#pragma GCC unroll 4
        for (unsigned v = 0; v < 4; ++v) {
            typename L::I rho;
            load(rho, b + a->at + v * kColumns<L> / 4);
            rho += a->rho;
            at_least(most[v], rho);
        }

#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) block.distance[v] = -most[v];
}

// f16 as the f32 word of the same value; a subnormal one becomes normal, which its raw exponent does not.
template <class L>
TILESCOPE_INLINE void widen(typename L::I& c) {
    using I = typename L::I;
    using F = typename L::F;
    const I sign = (c & 0x8000) << 16, fields = c & 0x7fff, fraction = c & 0x3ff;
    const I subnormal = (I)(__builtin_convertvector(fraction, F) * 0x1p-24f);
    const I rebias = fields > kHalfInfinity - 1 ? I{} + (224 << 23) : I{} + (112 << 23);
    c = sign | (fields < 0x400 ? subnormal : (fields << 13) + rebias);
}

// A narrow pair that multiplies nothing but zeros has a distance of kNothing; only a C that is smaller still is left to
// dot(). `from_c` is the distance of C, never where there is none.
template <class L>
TILESCOPE_INLINE void place_narrow(const Constants& k, const typename L::I& from_c, unsigned v, Block<L>& block) {
    at_most(block.distance[v], from_c);
    block.redo[v] = (block.distance[v] > k.below_nothing) & (from_c != k.never);
}

// Here zeros count with an exponent far below any other, and results may come near the subnormal numbers.
template <class L>
TILESCOPE_INLINE void place_wide(const Constants& k, const typename L::I& from_c, unsigned v, Block<L>& block) {
    using I = typename L::I;
    I distance = block.distance[v];
    distance = distance > -kNoRho / 2 ? I{} + k.never : distance;
    at_most(distance, from_c);
    block.redo[v] = (distance > -kLeastGreatest) & (distance != k.never);
    block.distance[v] = distance == k.never ? I{} : distance;  // nothing but zeros: any window will do
}

// C has its say in the distance and is the first term of the sum. `top` is the exponent that distances count from.
template <class L, bool wide>
TILESCOPE_INLINE void place(const WindowRow& row, const typename L::I& c, const typename L::I& top, unsigned v,
                            Block<L>& block) {
    using I = typename L::I;
    using F = typename L::F;
    const I magnitude = c & row.k.magnitude;
    const I special = magnitude > row.k.below_infinity;
    I rho = magnitude >> 23;
    at_least(rho, I{} + row.c_least);
    const I from_c = (special | (magnitude == 0)) ? I{} + row.k.never : top + row.c_bias - rho;
    if (wide)
        place_wide(row.k, from_c, v, block);
    else
        place_narrow(row.k, from_c, v, block);
    block.redo[v] |= special;
    block.power[v] = top - block.distance[v] - row.window;
    I field = row.c_bias - 2 * row.c_shift - block.power[v];
    at_least(field, I{});
    if (wide) at_most(field, I{} + row.k.most_power);
    const F addend = (F)(c & ~block.redo[v]) * (F)(field << 23);
    const I cut = __builtin_convertvector(addend, I);
    block.high[v] = cut >> kSumSplit;
    block.low[v] = cut & row.k.low;
}

template <class L, bool wide>
TILESCOPE_INLINE void place_without_c(const WindowRow& row, const typename L::I& top, unsigned v, Block<L>& block) {
    const typename L::I never = typename L::I{} + row.k.never;
    if (wide)
        place_wide(row.k, never, v, block);
    else
        block.redo[v] = typename L::I{};
    block.power[v] = top - block.distance[v] - row.window;
    block.high[v] = block.low[v] = typename L::I{};
}

template <class L, bool wide>
TILESCOPE_INLINE void place_all(const WindowRow& row, unsigned j0, Block<L>& block) {
    using I = typename L::I;

#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) {
        I top{};
        if (!wide) {
            load(top, &row.b->top[j0 + v * kColumns<L> / 4]);
            top += row.top;
        }
        if (row.words.c != nullptr) {
            I c;
            load(c, row.words.c + j0 + v * kColumns<L> / 4);
            if (row.half) widen<L>(c);
            place<L, wide>(row, c, top, v, block);
        } else {
            place_without_c<L, wide>(row, top, v, block);
        }
        if (wide) continue;
        // Products of narrow pairs are below 4: what a great C cuts away anyway need not become subnormal.
        I field = block.distance[v] + (row.window + kBias);
        at_least(field, I{} + row.k.least_field);
        block.factor[v] = (typename L::F)(field << 23);
    }
}

// ---- the sum ----

template <class L>
TILESCOPE_INLINE void add_narrow(const float* b, const Factor& a, Block<L>& block, typename L::I* sum) {
    b += a.at;

#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) {
        typename L::F x;
        load(x, b + v * kColumns<L> / 4);
        sum[v] += __builtin_convertvector(x * a.value * block.factor[v], typename L::I);
    }
}

template <class L>
TILESCOPE_INLINE void add_wide(const Side& b, std::size_t first, const Factor& a, Block<L>& block, typename L::I* sum) {
    using I = typename L::I;
    using F = typename L::F;
    const float* significand = &b.significand[first + a.at];
    const std::int32_t* rho = &b.rho[first + a.at];

#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) {
        F x;
        I field;
        load(x, significand + v * kColumns<L> / 4);
        load(field, rho + v * kColumns<L> / 4);
        field += a.rho + kBias - block.power[v];
        at_least(field, I{});
        sum[v] += __builtin_convertvector(x * a.significand * (F)(field << 23), I);
    }
}

template <class L, bool wide>
TILESCOPE_INLINE void add_products(const WindowRow& row, unsigned j0, Block<L>& block) {
    const float* value = row.b->value.data() + row.b->at(0, j0);
    for (const Factor* first = row.begin; first != row.end;) {
        typename L::I sum[4] = {};
        const Factor* last = row.end - first > kSafeTerms ? first + kSafeTerms : row.end;
        for (; first != last; ++first)
            if (wide)
                add_wide(*row.b, row.b->at(0, j0), *first, block, sum);
            else
                add_narrow(value, *first, block, sum);

#pragma GCC unroll 4
        for (unsigned v = 0; v < 4; ++v) {
            block.high[v] += sum[v] >> kSumSplit;
            block.low[v] += sum[v] & row.k.low;
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
TILESCOPE_INLINE void cut_sum(const Constants& k, const Block<L>& block, unsigned v, Rounded<L>& out) {
    using I = typename L::I;
    using U = typename L::U;
    using F = typename L::F;
    const I high = block.high[v] + (block.low[v] >> kSumSplit), low = block.low[v] & k.low;
    out.sign = high >> 31;
    const I whole = (I)(((((U)high << kSumSplit) | (U)low) ^ (U)out.sign) - (U)out.sign);
    const I upper = (high ^ out.sign) - ((low == 0) & out.sign);
    const I big = upper > k.below_big;
    const I magnitude = big ? upper : whole;
    const F nearest = __builtin_convertvector(magnitude, F);
    const I back = __builtin_convertvector(nearest, I);
    out.word = (I)nearest + (back > magnitude);  // one less where it was rounded up
    out.lost = (back != magnitude) | (big & (low != 0));
    out.power = block.power[v] + (big & k.split);
}

template <class L>
TILESCOPE_INLINE void f32_words(const WindowRow& row, const Block<L>& block, unsigned v, typename L::I& d,
                                typename L::I& redo) {
    using I = typename L::I;
    using U = typename L::U;
    Rounded<L> r;
    cut_sum(row.k, block, v, r);
    const I zero = r.word == 0, exponent = (r.word >> 23) + r.power;
    redo = block.redo[v];
    I word = (I)((U)r.word + ((U)r.power << 23));
    word = exponent > row.k.most_power ? I{} + row.k.infinity : word;
    d = (word & row.keep & ~zero) | (I)((U)r.sign << 31);
}

// Rounded to nearest even: 13 bits of the 24 go, and what was cut before only matters to a tie.
template <class L>
TILESCOPE_INLINE void f16_words(const WindowRow& row, const Block<L>& block, unsigned v, typename L::I& d,
                                typename L::I& redo) {
    using I = typename L::I;
    using U = typename L::U;
    Rounded<L> r;
    cut_sum(row.k, block, v, r);
    const I zero = r.word == 0, exponent = (r.word >> 23) + r.power;
    redo = block.redo[v] | (~zero & (exponent < kBias - 14));
    const I word = r.word | (r.lost & 1);
    const I nearest = (word + 0xfff + ((word >> 13) & 1)) >> 13;
    I half = (I)((U)nearest + ((U)(r.power - (kBias - 15)) << 10));
    half = ((exponent > kBias + 15) | (half > kHalfInfinity)) ? I{} + kHalfInfinity : half;
    d = (half & ~zero) | (r.sign & 0x8000);
}

template <class L>
TILESCOPE_INLINE void write(const WindowRow& row, unsigned j0, const Block<L>& block, typename L::I& any) {
#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) {
        typename L::I d, redo;
        if (row.half)
            f16_words(row, block, v, d, redo);
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

}  // namespace

bool narrow_row(const WindowRow& row) { return window_row<Lanes16, false>(row); }
bool wide_row(const WindowRow& row) { return window_row<Lanes16, true>(row); }
#if TILESCOPE_HAS_AVX2
TILESCOPE_AVX2 bool narrow_row_avx2(const WindowRow& row) { return window_row<Lanes32, false>(row); }
TILESCOPE_AVX2 bool wide_row_avx2(const WindowRow& row) { return window_row<Lanes32, true>(row); }
#else
bool narrow_row_avx2(const WindowRow& row) { return narrow_row(row); }
bool wide_row_avx2(const WindowRow& row) { return wide_row(row); }
#endif

}  // namespace tilescope
