// core/src/emulator/matrix_window.cpp -- window sums of a row of D with integer vectors, many columns at once.
// SPDX-License-Identifier: MIT
//
// R is the greatest raw exponent of the terms of a column. Each product of significands is an integer below 2^27. Then
//
//     term = product >> (R + product_base - rho_a - rho_b)
//
// is the part that the hardware keeps. Magnitudes are truncated, then the signs are applied. The sum of 16 such terms
// fits in 32 bits. Longer sums are stored as 16 x high + low.
#include "matrix_lanes.h"
#include "matrix_rows.h"

#include <algorithm>

namespace tilescope {
namespace {

// ---- A or B of a sum, decoded once, in the form that the kernels read ----
//
// A side has lanes (rows of A, columns of B). Position p of lane j is at element_at(k, p, j). An element, as
// floats.h decodes it, is
//
//     significand x 2^(rho - fraction bits), negative if sign is -1; includes its scale factor, if there is one
//
//     f16 1.5, -0.25, 0:    significand = 1536, 1024, 0    sign = 0, -1, 0    rho = 0, -2, kNoVote
//
// An infinity or NaN counts as zero and marks its lane.

inline constexpr int kNoVote = -8000;  // rho of a zero: below every other rho; the sum of two fits in 16 bits

struct Side {
    unsigned lanes = 0, stride = 0, k = 0;
    std::vector<std::int32_t> significand, sign, rho;
    std::vector<std::int16_t> vote;   // rho in 16 bits: the search for the greatest handles twice as many at once
    std::vector<std::uint8_t> marks;  // one for each lane

    std::size_t at(std::size_t p, std::size_t j) const { return element_at(k, p, j); }
};

// The parameters of a format for a decode loop without branches. Gives the same numbers as decode_number().
struct Decoder {
    std::uint32_t kept, low, fraction, exponent, hidden;  // masks; `hidden` is the implicit leading bit
    unsigned ignored_low, fraction_bits, sign_bit;
    std::uint32_t greatest_finite;  // exponent and fraction fields of the greatest finite number
    std::uint32_t flip;
    std::int32_t bias, zero_rho;
};

Decoder decoder_of(const SideInput& in, int zero_rho) {
    const FloatFormat& f = *in.format;
    const auto ones = [](unsigned width) { return static_cast<std::uint32_t>(bit_mask(width)); };
    Decoder d{.kept = ones(f.bits),
              .low = ones(f.exponent_bits + f.fraction_bits),
              .fraction = ones(f.fraction_bits),
              .exponent = ones(f.exponent_bits),
              .hidden = 1u << f.fraction_bits,
              .ignored_low = f.ignored_low,
              .fraction_bits = f.fraction_bits,
              .sign_bit = f.exponent_bits + f.fraction_bits,
              .greatest_finite = 0,
              .flip = in.negate ? 1u : 0u,
              .bias = f.bias,
              .zero_rho = zero_rho};
    d.greatest_finite = d.low;
    if (f.specials == Specials::ieee) d.greatest_finite -= d.hidden;
    if (f.specials == Specials::nan_only) d.greatest_finite -= 1;
    return d;
}

// Transposes the words, so that neighboring lanes are adjacent in memory.
std::vector<std::uint32_t> transposed(const SideInput& in, unsigned stride) {
    std::vector<std::uint32_t> out(std::size_t{in.k} * stride);
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned p = 0; p < in.k; ++p) out[element_at(in.k, p, j)] = in.words[std::size_t{j} * in.k + p];
    return out;
}

std::uint32_t kept_bits(const Decoder& d, std::uint32_t word) { return (word & d.kept) >> d.ignored_low; }

// Decodes all words. Returns true if any word is infinite or NaN. The loop has no branches, so that the compiler can
// vectorize it.
bool decode_words(const Decoder& d, std::span<const std::uint32_t> words, Side& side) {
    std::int32_t *significand = side.significand.data(), *sign = side.sign.data(), *rho = side.rho.data();
    std::uint32_t any = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t kept = kept_bits(d, words[i]), magnitude = kept & d.low;
        const std::uint32_t special = magnitude > d.greatest_finite ? ~0u : 0u;
        const auto field = static_cast<std::int32_t>(magnitude >> d.fraction_bits);
        const std::uint32_t hidden = field != 0 ? d.hidden : 0;
        const std::uint32_t m = ((magnitude & d.fraction) | hidden) & ~special;
        const std::int32_t exponent = (field > 1 ? field : 1) - d.bias;
        any |= special;
        significand[i] = static_cast<std::int32_t>(m);
        sign[i] = -static_cast<std::int32_t>((kept >> d.sign_bit & 1u) ^ d.flip);
        rho[i] = m == 0 ? d.zero_rho : exponent;
    }
    return any != 0;
}

void mark_lanes(const SideInput& in, const Decoder& d, Side& side) {
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned p = 0; p < in.k; ++p) {
            const std::uint32_t word = in.words[std::size_t{j} * in.k + p];
            if ((kept_bits(d, word) & d.low) <= d.greatest_finite) continue;
            const bool infinite = class_of_number(*in.format, word) == NumberClass::infinite;
            side.marks[j] |= infinite ? kHasInfinity : kHasNan;
        }
}

// Adds the scale factors, which are powers of two. A NaN factor marks its lane.
void add_scales(const SideInput& in, Side& side) {
    const unsigned blocks = (in.k + in.scale_block - 1) / in.scale_block;
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned b = 0; b < blocks; ++b) {
            const RawNumber factor = decode_number(*in.scale, in.scales[std::size_t{j} * blocks + b]);
            if (factor.what == NumberClass::nan) side.marks[j] |= kIsNan;
            const unsigned end = std::min((b + 1) * in.scale_block, in.k);
            for (unsigned p = b * in.scale_block; p < end; ++p) side.rho[side.at(p, j)] += factor.rho;
        }
}

// `zero_rho`: rho of a zero. Requires: a scale format of powers of two, or none.
Side side_of(const SideInput& in, int zero_rho) {
    Side side{.lanes = in.lanes, .stride = padded(in.lanes), .k = in.k};
    const std::size_t elements = std::size_t{in.k} * side.stride;
    side.significand.resize(elements);
    side.sign.resize(elements);
    side.rho.resize(elements);
    side.vote.resize(elements);
    side.marks.resize(side.stride);
    const std::vector<std::uint32_t> words = transposed(in, side.stride);
    const Decoder decoder = decoder_of(in, zero_rho);
    if (decode_words(decoder, words, side)) mark_lanes(in, decoder, side);
    if (in.scale != nullptr) add_scales(in, side);
    for (std::size_t i = 0; i < elements; ++i) side.vote[i] = static_cast<std::int16_t>(side.rho[i]);
    return side;
}

// ---- the sum of a row ----

// One element of A, and the position of B that it is multiplied with.
struct Factor {
    std::int32_t significand;  // times 2^lift
    std::int32_t sign, rho;
    std::size_t at;  // index of the position in a tile of columns
};

// The parameters that decode the words of C to integers.
struct AddendForm {
    std::int32_t fraction_bits, field, fraction, hidden;  // field and fraction: masks
    std::int32_t to_sign;                                 // shift that moves the sign bit to bit 31
    std::int32_t bias;                                    // bias of the format plus the shift of scale-input-d
    std::int32_t up;                                      // left shift of the significand
    std::int32_t zero_rho;                                // rho of a C that is 0 or absent
};

// All terms become integers before the window truncates them. After that the kernels only shift to the right. For this,
// a product of significands is shifted left by `lift`. Then its lowest bit is at or below the end of the window, even
// if its exponent is the greatest.
//
//     window 25, f16 x f16:    20 fraction bits, lift 5; product 2^27 at most
//     window 25, bf16 x bf16:  14 fraction bits, lift 11
//     window 13, e4m3 x e4m3:  6 fraction bits, lift 7
struct WindowRow : KernelRow {
    const Factor* factors;  // of all rows, `kept` for each
    const Side* b;
    std::int32_t window;
    std::int32_t product_base;  // fraction bits of a lifted product minus the window
    std::int32_t addend_base;   // the same for C
    std::int32_t least;         // lower limit of the greatest exponent
    AddendForm addend;
    bool half;          // D and C are f16
    std::int32_t keep;  // mask of the bits of an f32 result that are kept

    const Factor* begin() const { return factors + std::size_t{i} * kept; }
    const Factor* end() const { return begin() + kept; }
};

constexpr int kSafeTerms = 16;  // the sum of so many terms fits in 32 bits
constexpr int kSumSplit = 4;    // u = 16 x high + low
constexpr std::int32_t kLow = (1 << kSumSplit) - 1;
constexpr std::int32_t kMostShift = 31;  // a shift by this leaves nothing of a term
constexpr std::int32_t kBig = 1 << 26;   // from this value on, `high` alone has the 24 bits of a result

// The state of a block of columns.
template <class L>
struct Block {
    typename L::I greatest[4];
    typename L::I high[4], low[4], redo[4];
};

// Magnitudes are never negative, so an unsigned shift truncates toward zero.
template <class L>
TILESCOPE_INLINE void cut(typename L::I& magnitude, const typename L::I& down) {
    using I = typename L::I;
    using U = typename L::U;
    I most = down;
    at_most(most, I{} + kMostShift);
    magnitude = (I)((U)magnitude >> (U)most);
}

// ---- the greatest exponent ----

template <class L>
TILESCOPE_INLINE void find_greatest(const WindowRow& row, unsigned j0, Block<L>& block) {
    using H = typename L::H;
    H most[2];
    for (H& m : most) m = H{} + static_cast<std::int16_t>(2 * kNoVote);
    const std::int16_t* b = row.b->vote.data() + row.b->at(0, j0);
    for (const Factor *a = row.begin(), *end = row.end(); a != end; ++a)
#pragma GCC unroll 2
        for (unsigned v = 0; v < 2; ++v) {
            H rho;
            load(rho, b + a->at + v * kColumns<L> / 2);
            rho += static_cast<std::int16_t>(a->rho);
            at_least(most[v], rho);
        }
    std::int16_t flat[kColumns<L>];
    std::memcpy(flat, most, sizeof flat);

#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) {
        typename L::Quarter part;
        load(part, flat + v * kColumns<L> / 4);
        block.greatest[v] = __builtin_convertvector(part, typename L::I);
    }
}

// ---- C ----

template <class L>
TILESCOPE_INLINE void place_c(const WindowRow& row, unsigned j0, unsigned v, Block<L>& block) {
    using I = typename L::I;
    const AddendForm& form = row.addend;
    I c{};
    if (row.words.c != nullptr) load(c, row.words.c + j0 + v * kColumns<L> / 4);
    I field = (c >> form.fraction_bits) & form.field;
    const I special = field == form.field, sign = (c << form.to_sign) >> 31;
    const I significand = ((c & form.fraction) | (field != 0 ? I{} + form.hidden : I{})) & ~special;
    at_least(field, I{} + 1);
    const I rho = significand == 0 ? I{} + form.zero_rho : field - form.bias;
    at_least(block.greatest[v], rho);
    at_least(block.greatest[v], I{} + row.least);
    I term = significand << form.up;
    cut<L>(term, block.greatest[v] - rho + row.addend_base);
    const I u = (term ^ sign) - sign;
    block.high[v] = u >> kSumSplit;
    block.low[v] = u & kLow;
    block.redo[v] = special;
}

// ---- the sum ----

template <class L>
TILESCOPE_INLINE void add_products(const WindowRow& row, unsigned j0, Block<L>& block) {
    using I = typename L::I;
    const std::size_t first_column = row.b->at(0, j0);
    const std::int32_t *significands = row.b->significand.data() + first_column,
                       *signs = row.b->sign.data() + first_column, *rhos = row.b->rho.data() + first_column;
    I base[4];
    for (unsigned v = 0; v < 4; ++v) base[v] = block.greatest[v] + row.product_base;
    for (const Factor *a = row.begin(), *end = row.end(); a != end;) {
        I sum[4] = {};
        const Factor* last = end - a > kSafeTerms ? a + kSafeTerms : end;
        for (; a != last; ++a)
#pragma GCC unroll 4
            for (unsigned v = 0; v < 4; ++v) {
                const std::size_t at = a->at + v * kColumns<L> / 4;
                I x, rho, sign;
                load(x, significands + at), load(rho, rhos + at), load(sign, signs + at);
                x *= a->significand;
                cut<L>(x, base[v] - rho - a->rho);
                sign ^= a->sign;
                sum[v] += (x ^ sign) - sign;
            }

#pragma GCC unroll 4
        for (unsigned v = 0; v < 4; ++v) {
            block.high[v] += sum[v] >> kSumSplit;
            block.low[v] += sum[v] & kLow;
        }
    }
}

// ---- the word ----

// |u| as an integer whose highest bit is bit 30, or 0.
template <class L>
struct Normal {
    typename L::I sign, magnitude, exponent;  // exponent: the exponent of the highest bit
    typename L::I lost;                       // set if lower bits were dropped that were not 0
};

template <class L, int step>
TILESCOPE_INLINE void shift_up(Normal<L>& n) {
    using I = typename L::I;
    const I room = n.magnitude < (1 << (31 - step));
    n.magnitude = room ? n.magnitude << step : n.magnitude;
    n.exponent -= room & step;
}

template <class L>
TILESCOPE_INLINE void normalize(const WindowRow& row, const Block<L>& block, unsigned v, Normal<L>& n) {
    using I = typename L::I;
    using U = typename L::U;
    const I high = block.high[v] + (block.low[v] >> kSumSplit), low = block.low[v] & kLow;
    n.sign = high >> 31;
    const I whole = (I)(((((U)high << kSumSplit) | (U)low) ^ (U)n.sign) - (U)n.sign);
    const I upper = (high ^ n.sign) - ((low == 0) & n.sign);
    const I big = upper >= kBig;
    n.magnitude = big ? upper : whole;
    n.exponent = block.greatest[v] + (30 - row.window) + (big & kSumSplit);
    n.lost = big & (low != 0);
    shift_up<L, 16>(n);
    shift_up<L, 8>(n);
    shift_up<L, 4>(n);
    shift_up<L, 2>(n);
    shift_up<L, 1>(n);
}

constexpr std::int32_t kF32Word = 0x7f800000, kF16Word = 0x7c00;  // infinities

// Truncates toward zero. Subnormal results have a fixed exponent and lose the bits below it.
template <class L>
TILESCOPE_INLINE void f32_word(const Normal<L>& n, std::int32_t keep, typename L::I& word) {
    using I = typename L::I;
    using U = typename L::U;
    constexpr std::int32_t least = -126, greatest = 127, down = 30 - 23;
    I exponent = n.exponent;
    at_least(exponent, I{} + least);
    I count = n.magnitude;
    cut<L>(count, exponent - n.exponent + down);
    word = (I)(((U)(exponent - least) << 23) + (U)count);
    word = n.exponent > greatest ? I{} + kF32Word : word;
    word &= keep & (n.magnitude != 0);
    word |= (I)((U)n.sign << 31) & (word != 0);
}

// Rounds once to nearest even. Bits that a subnormal loses, and bits that were dropped before, only affect ties.
template <class L>
TILESCOPE_INLINE void f16_word(const Normal<L>& n, typename L::I& word) {
    using I = typename L::I;
    using U = typename L::U;
    constexpr std::int32_t least = -14, greatest = 15, down = 30 - 10;
    constexpr std::uint32_t below_half = (1u << (down - 1)) - 1;
    I exponent = n.exponent;
    at_least(exponent, I{} + least);
    I extra = exponent - n.exponent;
    at_most(extra, I{} + kMostShift);
    I kept = n.magnitude;
    cut<L>(kept, extra);
    const I lost = n.lost | ((I)((U)kept << (U)extra) != n.magnitude);
    const U sticky = (U)kept | (U)(lost & 1);
    const U nearest = (sticky + below_half + ((sticky >> down) & 1u)) >> down;
    word = ((exponent - least) << 10) + (I)nearest;
    word = n.exponent > greatest ? I{} + kF16Word : word;
    word &= n.magnitude != 0;
    word |= n.sign & 0x8000 & (word != 0);
}

template <class L>
TILESCOPE_INLINE void write(const WindowRow& row, unsigned j0, const Block<L>& block, typename L::I& any) {
#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; ++v) {
        Normal<L> n;
        normalize(row, block, v, n);
        any |= block.redo[v];
        typename L::I word;
        if (row.half)
            f16_word(n, word);
        else
            f32_word(n, row.keep, word);
        store(row.words.d + j0 + v * kColumns<L> / 4, word);
        store(row.words.redo + j0 + v * kColumns<L> / 4, block.redo[v]);
    }
}

template <class L>
TILESCOPE_INLINE bool row_of(const WindowRow& row) {
    typename L::I any{};
    for (unsigned j0 = 0; j0 < row.b->stride; j0 += kColumns<L>) {
        Block<L> block;
        find_greatest(row, j0, block);
#pragma GCC unroll 4
        for (unsigned v = 0; v < 4; ++v) place_c(row, j0, v, block);
        add_products(row, j0, block);
        write(row, j0, block, any);
    }
    std::int32_t flags[kColumns<L> / 4], all = 0;
    store(flags, any);
    for (const std::int32_t flag : flags) all |= flag;
    return all != 0;
}

// Return true if any word needs dot(), because its C is infinite or NaN.
bool portable_row(const WindowRow& row) { return row_of<Lanes16>(row); }
#if TILESCOPE_HAS_AVX2
TILESCOPE_AVX2 bool avx2_row(const WindowRow& row) { return row_of<Lanes32>(row); }
#else
bool avx2_row(const WindowRow& row) { return portable_row(row); }
#endif

// ---- the operands ----

constexpr int kAddendFraction = 23;    // fraction bits of C after decoding, for every format
constexpr int kLeastExponent = -1000;  // below the exponent of any product; used if all terms are zero

AddendForm addend_of(const FloatFormat& d, int lift, unsigned c_shift, int zero_rho) {
    const auto ones = [](unsigned width) { return static_cast<std::int32_t>(bit_mask(width)); };
    const auto fraction_bits = static_cast<int>(d.fraction_bits);
    return {.fraction_bits = fraction_bits,
            .field = ones(d.exponent_bits),
            .fraction = ones(d.fraction_bits),
            .hidden = 1 << fraction_bits,
            .to_sign = 32 - static_cast<int>(d.bits),
            .bias = d.bias + static_cast<int>(c_shift),
            .up = kAddendFraction - fraction_bits + lift,
            .zero_rho = zero_rho};
}

class WindowRows final : public KernelRows<WindowRow> {
public:
    explicit WindowRows(const MatrixJob& job) : KernelRows(job, portable_row, avx2_row) {
        const DotRule& rule = job.rule;
        const bool zeros_vote = rule.other == Doubt::mmasim;
        SideInput b = side_input(job, Operand::b);
        if (rule.grain != nullptr) b.scale_block *= 2;
        const int zero_rho = zeros_vote ? kZeroRho : kNoVote;
        const Side a_side = side_of(side_input(job, Operand::a), zero_rho);
        b_ = side_of(b, zero_rho);
        a_marks = a_side.marks, b_marks = b_.marks;

        const auto window = static_cast<int>(rule.profile->adds.window);
        const auto fraction = static_cast<int>(rule.a->fraction_bits + rule.b->fraction_bits);
        const int lift = std::max(window - fraction, 0), addend_lift = std::max(window - kAddendFraction, 0);
        add_factors(a_side, lift);
        row_.factors = factors_.data(), row_.b = &b_, row_.window = window;
        row_.product_base = fraction + lift - window;
        row_.addend_base = kAddendFraction + addend_lift - window;
        const int floor = rule.other == Doubt::mx133 ? kMxFloor : rule.profile->adds.floor;
        row_.least = zeros_vote ? kLeastExponent : std::max(floor, kLeastExponent);
        row_.addend = addend_of(*rule.d, addend_lift, job.input.c_shift, zero_rho);
        row_.half = rule.d->bits == 16;
        row_.keep = rule.profile->adds.f32_fraction == 13 ? ~0x3ff : ~0;
    }

private:
    void add_factors(const Side& a, int lift) {
        factors_.reserve(std::size_t{a.lanes} * meetings_.kept);
        for (unsigned i = 0; i < a.lanes; ++i) {
            const std::uint32_t* at = meetings_.row(i);
            for (unsigned p = 0; p < meetings_.kept; ++p) {
                const std::size_t from = a.at(p, i);
                factors_.push_back(
                    {a.significand[from] << lift, a.sign[from], a.rho[from], std::size_t{at[p]} * kPadding});
            }
        }
    }

    Side b_;
    std::vector<Factor> factors_;  // row by row
};

}  // namespace

std::unique_ptr<const MatrixRows> window_rows(const MatrixJob& job) { return std::make_unique<WindowRows>(job); }

}  // namespace tilescope
