// core/src/emulator/matrix_side.cpp -- A or B of a window sum, decoded once.
// SPDX-License-Identifier: MIT
#include "matrix_side.h"

#include "matrix_lanes.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tilescope {
namespace {

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::int32_t kMagnitude = 0x7fffffff, kFraction = 0x007fffff, kInfinity = 0x7f800000;
constexpr int kBias = 127, kLeastNormal = -126;

std::uint32_t widened_half(std::uint32_t word) {
    const std::uint32_t sign = (word & 0x8000u) << 16, exponent = word >> 10 & 31u, fraction = word & 0x3ffu;
    const auto subnormal = std::bit_cast<std::uint32_t>(static_cast<float>(fraction) * 0x1p-24f);
    const std::uint32_t normal = (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | fraction << 13;
    return sign | (exponent == 0 ? subnormal : normal);
}

// Lanes become neighbours.
template <class Widen>
void transpose(const SideInput& in, std::span<std::uint32_t> out, Widen widen) {
    const std::uint32_t flip = in.negate ? kSign : 0;
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned p = 0; p < in.k; ++p)
            out[element_at(in.k, p, j)] = widen(in.words[std::size_t{j} * in.k + p]) ^ flip;
}

std::vector<std::uint32_t> widened_words(const SideInput& in, unsigned stride) {
    std::vector<std::uint32_t> out(std::size_t{in.k} * stride);
    const FloatFormat& f = *in.format;
    if (f.bits == 32) {
        const std::uint32_t keep = ~static_cast<std::uint32_t>(mask(f.ignored_low));
        transpose(in, out, [=](std::uint32_t w) { return w & keep; });
    } else if (f.bits == 16 && f.exponent_bits == 8) {
        transpose(in, out, [](std::uint32_t w) { return w << 16; });
    } else if (f.bits == 16) {
        transpose(in, out, widened_half);
    } else {
        std::array<std::uint32_t, 256> table{};
        const std::uint32_t low = static_cast<std::uint32_t>(mask(f.bits));
        for (std::uint32_t w = 0; w <= low; ++w) table[w] = widened(f, w);
        transpose(in, out, [&table, low](std::uint32_t w) { return table[w & low]; });
    }
    return out;
}

// Exponents of the factors, [block * stride + lane]; a NaN among them marks its lane.
std::vector<std::int32_t> scale_exponents(const SideInput& in, Side& side) {
    if (in.scale == nullptr) return std::vector<std::int32_t>(side.stride);
    const unsigned blocks = (in.k + in.scale_block - 1) / in.scale_block;
    std::vector<std::int32_t> out(std::size_t{blocks} * side.stride);
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned b = 0; b < blocks; ++b) {
            const RawNumber n = decode_number(*in.scale, in.scales[std::size_t{j} * blocks + b]);
            out[std::size_t{b} * side.stride + j] = n.rho;
            if (n.what == NumberClass::nan) side.marks[j] |= kIsNan;
        }
    return out;
}

struct Elements {
    const std::uint32_t* words;
    std::span<const std::int32_t> scales;  // [block * stride + lane]
    unsigned scale_block;
    int least, zero_rho;  // raw exponents: of the format's subnormals, of zeros
};

// What is found out about four or eight lanes on the way through their positions.
template <class L>
struct Findings {
    typename L::I top, infinite, nan;
};

// Significand and raw exponent of one position. What is infinite or NaN counts as zero and leaves its mark.
template <class L>
TILESCOPE_INLINE void split(const Elements& in, unsigned p, unsigned j, Side& side, Findings<L>& found) {
    using I = typename L::I;
    using F = typename L::F;
    const std::size_t at = side.at(p, j);
    I w, scale;
    load(w, in.words + at);
    load(scale, &in.scales[std::size_t{p / in.scale_block} * side.stride + j]);
    const I sign = w & ~kMagnitude, magnitude = w & kMagnitude, fraction = w & kFraction, field = magnitude >> 23;
    const I special = magnitude > kInfinity - 1, none = special | (magnitude == 0);
    I exponent = field - kBias;
    at_least(exponent, I{} + kLeastNormal);
    I raw = exponent;
    at_least(raw, I{} + in.least);
    const I one = sign | ((exponent - raw + kBias) << 23);
    // Subtracting the leading 1 that a subnormal lacks is exact, and no subnormal float is ever made.
    const I lead = field == 0 ? one : sign;
    const I significand = (I)((F)(one | fraction) - (F)lead) & ~none;
    const I rho = none ? I{} + in.zero_rho : raw + scale;
    const I voting = none ? I{} + kNoRho : rho;
    at_least(found.top, voting);
    found.infinite |= special & (fraction == 0);
    found.nan |= special & (fraction != 0);
    store(&side.significand[at], significand);
    store(&side.rho[at], rho);
}

// Value and distance of one position; `down` keeps the greatest distance.
template <class L>
TILESCOPE_INLINE void measure(unsigned p, unsigned j, const typename L::I& top, Side& side, typename L::I& down) {
    using I = typename L::I;
    using F = typename L::F;
    const std::size_t at = side.at(p, j);
    I rho, significand;
    load(rho, &side.rho[at]);
    load(significand, &side.significand[at]);
    const I none = (significand & kMagnitude) == 0;
    const I distance = (top - rho) & ~none;
    at_least(down, distance);
    I near = distance;
    at_most(near, I{} + kNarrow);
    const F value = (F)significand * (F)((kBias - near) << 23);
    store(&side.value[at], value);
    const I shown = none ? I{} + kNothing : near;
    std::int32_t wide[sizeof(I) / 4];
    store(wide, shown);
    const unsigned within = j % kColumns<L>, vector = within / (sizeof(I) / 4);
    std::uint8_t* bytes = &side.distance[at - within + vector];
    for (unsigned i = 0; i < sizeof(I) / 4; ++i) bytes[4 * i] = static_cast<std::uint8_t>(wide[i]);
}

template <class L>
TILESCOPE_INLINE void fill_side(const Elements& in, Side& side) {
    using I = typename L::I;
    for (unsigned j = 0; j < side.stride; j += sizeof(I) / 4) {
        Findings<L> found{I{} + kNoRho, I{}, I{}};
        for (unsigned p = 0; p < side.k; ++p) split(in, p, j, side, found);
        const I top = found.top == kNoRho ? I{} : found.top;
        store(&side.top[j], top);
        I down{};
        for (unsigned p = 0; p < side.k; ++p) measure<L>(p, j, top, side, down);
        std::int32_t far[sizeof(I) / 4], infinite[sizeof(I) / 4], nan[sizeof(I) / 4];
        store(far, down), store(infinite, found.infinite), store(nan, found.nan);
        for (unsigned i = 0; i < sizeof(I) / 4; ++i) {
            side.narrow[j + i] = far[i] <= kNarrow;
            side.marks[j + i] =
                static_cast<std::uint8_t>(side.marks[j + i] | (infinite[i] & kHasInfinity) | (nan[i] & kHasNan));
        }
    }
}

void fill(const Elements& in, Side& side) { fill_side<Lanes16>(in, side); }
#if TILESCOPE_HAS_AVX2
TILESCOPE_AVX2 void fill_avx2(const Elements& in, Side& side) { fill_side<Lanes32>(in, side); }
#else
void fill_avx2(const Elements& in, Side& side) { fill(in, side); }
#endif

}  // namespace

std::uint32_t widened(const FloatFormat& format, std::uint32_t word) {
    const RawNumber n = decode_number(format, word);
    if (n.what == NumberClass::nan) return kF32Nan;
    if (n.what == NumberClass::infinite) return kF32Infinity | (n.negative ? kSign : 0);
    return f32_toward_zero(n.m, n.e);
}

Side side_of(const SideInput& in) {
    Side side{.lanes = in.lanes, .stride = padded(in.lanes), .k = in.k};
    const std::size_t elements = std::size_t{in.k} * side.stride;
    side.significand.resize(elements);
    side.value.resize(elements);
    side.rho.resize(elements);
    side.distance.resize(elements);
    side.top.resize(side.stride);
    side.narrow.resize(side.stride);
    side.marks.resize(side.stride);
    const std::vector<std::uint32_t> words = widened_words(in, side.stride);
    const std::vector<std::int32_t> scales = scale_exponents(in, side);
    const Elements split_up{.words = words.data(),
                            .scales = scales,
                            .scale_block = in.scale != nullptr ? in.scale_block : std::max(in.k, 1u),
                            .least = 1 - in.format->bias,
                            .zero_rho = in.zeros_vote ? kHopperZero : kNoRho};
    if (in.avx2)
        fill_avx2(split_up, side);
    else
        fill(split_up, side);
    for (unsigned j = 0; j < in.lanes; ++j) {
        if (in.zeros_vote && side.top[j] > kHopperTop) side.narrow[j] = 0;
        side.all_narrow &= side.narrow[j] != 0;
    }
    return side;
}

}  // namespace tilescope
