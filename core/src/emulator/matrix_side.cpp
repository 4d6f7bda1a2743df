// core/src/emulator/matrix_side.cpp -- A or B of a window sum, decoded once.
// SPDX-License-Identifier: MIT
#include "matrix_rows.h"

#include <algorithm>

namespace tilescope {
namespace {

// The parameters of a format for a decode loop without branches. Gives the same numbers as decode_number().
struct Decoder {
    std::uint32_t kept, low, fraction, exponent, hidden;  // masks; `hidden` is the implicit leading bit
    unsigned ignored_low, fraction_bits, sign_bit;
    std::uint32_t greatest_finite;  // exponent and fraction fields of the greatest finite number
    std::uint32_t flip;
    std::int32_t bias, zero_rho;
};

Decoder decoder_of(const SideInput& in) {
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
              .zero_rho = in.zero_rho};
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

}  // namespace

Side side_of(const SideInput& in) {
    Side side{.lanes = in.lanes, .stride = padded(in.lanes), .k = in.k};
    const std::size_t elements = std::size_t{in.k} * side.stride;
    side.significand.resize(elements);
    side.sign.resize(elements);
    side.rho.resize(elements);
    side.vote.resize(elements);
    side.marks.resize(side.stride);
    const std::vector<std::uint32_t> words = transposed(in, side.stride);
    const Decoder decoder = decoder_of(in);
    if (decode_words(decoder, words, side)) mark_lanes(in, decoder, side);
    if (in.scale != nullptr) add_scales(in, side);
    for (std::size_t i = 0; i < elements; ++i) side.vote[i] = static_cast<std::int16_t>(side.rho[i]);
    return side;
}

SideInput side_input(const MatrixJob& job, Operand o) {
    const MatrixInput& in = job.input;
    return {.format = pick(o, job.rule.a, job.rule.b),
            .scale = job.rule.scale,
            .lanes = pick(o, in.m, in.n),
            .k = pick(o, job.meetings.kept, in.k),
            .words = pick(o, in.a, in.b),
            .scales = pick(o, in.scale_a, in.scale_b),
            .scale_block = job.rule.scale_block,
            .negate = pick(o, in.negate_a, in.negate_b)};
}

}  // namespace tilescope
