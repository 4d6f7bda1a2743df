// core/src/emulator/matrix_side.cpp -- A or B of a window sum, decoded once.
// SPDX-License-Identifier: MIT
#include "matrix_side.h"

#include "matrix_lanes.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tilescope {
namespace {

constexpr std::uint32_t kSign = 0x80000000, kMagnitude = 0x7fffffff, kFraction = 0x007fffff;
constexpr int kExponentOfSpecials = 255;

std::uint32_t widened_half(std::uint32_t word) {
    const std::uint32_t sign = (word & 0x8000u) << 16, exponent = word >> 10 & 31u, fraction = word & 0x3ffu;
    const auto subnormal = std::bit_cast<std::uint32_t>(static_cast<float>(fraction) * 0x1p-24f);
    const std::uint32_t normal = (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | fraction << 13;
    return sign | (exponent == 0 ? subnormal : normal);
}

// Position by position instead of lane by lane, so that lanes are neighbours.
template <class Widen>
void transpose(const SideInput& in, unsigned stride, std::span<std::uint32_t> out, Widen widen) {
    const std::uint32_t flip = in.negate ? kSign : 0;
    for (unsigned j = 0; j < in.lanes; ++j)
        for (unsigned p = 0; p < in.k; ++p)
            out[std::size_t{p} * stride + j] = widen(in.words[std::size_t{j} * in.k + p]) ^ flip;
}

std::vector<std::uint32_t> widened_words(const SideInput& in, unsigned stride) {
    std::vector<std::uint32_t> out(std::size_t{in.k} * stride);
    const FloatFormat& f = *in.format;
    if (f.bits == 32) {
        const std::uint32_t keep = ~static_cast<std::uint32_t>(mask(f.ignored_low));
        transpose(in, stride, out, [=](std::uint32_t w) { return w & keep; });
    } else if (f.bits == 16 && f.exponent_bits == 8) {
        transpose(in, stride, out, [](std::uint32_t w) { return w << 16; });
    } else if (f.bits == 16) {
        transpose(in, stride, out, widened_half);
    } else {
        std::array<std::uint32_t, 256> table{};
        const std::uint32_t low = static_cast<std::uint32_t>(mask(f.bits));
        for (std::uint32_t w = 0; w <= low; ++w) table[w] = widened(f, w);
        transpose(in, stride, out, [&table, low](std::uint32_t w) { return table[w & low]; });
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
    const std::int32_t* scale;
    int least, zero_rho;  // raw exponents: of the format's subnormals, of zeros
};

// Significands and raw exponents of one position of all lanes. What is infinite or NaN only leaves its mark.
void split(const Elements& in, unsigned p, Side& side) {
    const std::size_t first = std::size_t{p} * side.stride;
    float* significand = &side.significand[first];
    std::int32_t *rho = &side.rho[first], *top = side.top.data();
    std::uint8_t* marks = side.marks.data();
    for (unsigned j = 0; j < side.stride; ++j) {
        const std::uint32_t w = in.words[first + j];
        const auto field = static_cast<std::int32_t>(w >> 23 & 255u);
        const std::int32_t exponent = std::max(field, 1) - 127, raw = std::max(exponent, in.least);
        const std::uint32_t one = (w & kSign) | static_cast<std::uint32_t>(exponent - raw + 127) << 23;
        // Subtracting the leading 1 that a subnormal lacks is exact, and no subnormal float is ever made.
        const float lead = std::bit_cast<float>(field == 0 ? one : w & kSign);
        const bool none = (w & kMagnitude) == 0 || field == kExponentOfSpecials;
        const float s = std::bit_cast<float>(one | (w & kFraction)) - lead;
        significand[j] = none ? 0.0f : s;
        rho[j] = none ? in.zero_rho : raw + in.scale[j];
        top[j] = std::max(top[j], none ? kNoRho : rho[j]);
        const int special = (w & kFraction) != 0 ? kHasNan : kHasInfinity;
        marks[j] = static_cast<std::uint8_t>(marks[j] | (field == kExponentOfSpecials ? special : 0));
    }
}

void measure(unsigned p, Side& side) {
    const std::size_t first = std::size_t{p} * side.stride;
    const float* significand = &side.significand[first];
    const std::int32_t *rho = &side.rho[first], *top = side.top.data();
    float* value = &side.value[first];
    std::uint8_t *distance = &side.distance[first], *narrow = side.narrow.data();
    for (unsigned j = 0; j < side.stride; ++j) {
        const bool none = significand[j] == 0.0f;
        const std::int32_t down = none ? 0 : top[j] - rho[j];
        const std::int32_t near = std::min(down, kNarrow);
        distance[j] = none ? kNothing : static_cast<std::uint8_t>(near);
        value[j] = significand[j] * std::bit_cast<float>(static_cast<std::uint32_t>(127 - near) << 23);
        narrow[j] = static_cast<std::uint8_t>(narrow[j] & (down <= kNarrow ? 1 : 0));
    }
}

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
    side.top.assign(side.stride, kNoRho);
    side.narrow.assign(side.stride, 1);
    side.marks.resize(side.stride);
    const std::vector<std::uint32_t> words = widened_words(in, side.stride);
    const std::vector<std::int32_t> scales = scale_exponents(in, side);
    Elements elements_in{words.data(), scales.data(), 1 - in.format->bias, in.zeros_vote ? kHopperZero : kNoRho};
    for (unsigned p = 0; p < in.k; ++p) {
        if (in.scale != nullptr) elements_in.scale = &scales[std::size_t{p / in.scale_block} * side.stride];
        split(elements_in, p, side);
    }
    for (std::int32_t& top : side.top) top = top == kNoRho ? 0 : top;
    for (unsigned p = 0; p < in.k; ++p) measure(p, side);
    for (unsigned j = 0; j < in.lanes; ++j) {
        if (in.zeros_vote && side.top[j] > kHopperTop) side.narrow[j] = 0;
        side.all_narrow &= side.narrow[j] != 0;
    }
    return side;
}

}  // namespace tilescope
