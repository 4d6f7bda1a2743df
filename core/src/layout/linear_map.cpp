// core/src/layout/linear_map.cpp -- arithmetic of linear maps over bits.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/linear_map.h>

#include <algorithm>
#include <bit>
#include <cassert>

namespace tilescope {
namespace {

// A vector of the span, and the inputs whose outputs XOR to it.
struct Pivot {
    std::uint32_t vector, inputs;
};

// The result of Gauss-Jordan elimination over bits. The highest bit of a pivot is 0 in all other pivots. Inputs whose
// vector reduces to zero are in the kernel.
struct Reduced {
    std::vector<Pivot> pivots;
    std::vector<std::uint32_t> kernel;
};

std::uint32_t highest_bit(std::uint32_t x) { return std::bit_floor(x); }

Reduced reduced(const LinearMap& map) {
    Reduced out;
    for (unsigned bit = 0; bit < map.inputs; ++bit) {
        Pivot next{map.basis[bit], 1u << bit};
        for (const Pivot& p : out.pivots)
            if (next.vector & highest_bit(p.vector)) next = {next.vector ^ p.vector, next.inputs ^ p.inputs};
        if (next.vector == 0) {
            out.kernel.push_back(next.inputs);
            continue;
        }
        for (Pivot& p : out.pivots)
            if (p.vector & highest_bit(next.vector)) p = {p.vector ^ next.vector, p.inputs ^ next.inputs};
        out.pivots.push_back(next);
    }
    return out;
}

}  // namespace

LinearMap identity_map(unsigned bits) {
    LinearMap out{.inputs = bits, .outputs = bits};
    for (unsigned bit = 0; bit < bits; ++bit) out.basis[bit] = 1u << bit;
    return out;
}

LinearMap composed(const LinearMap& outer, const LinearMap& inner) {
    assert(inner.outputs <= outer.inputs && "the inner map has output bits that the outer map does not have as inputs");
    LinearMap out{.inputs = inner.inputs, .outputs = outer.outputs, .offset = outer(inner.offset)};
    for (unsigned bit = 0; bit < inner.inputs; ++bit) out.basis[bit] = outer(inner.basis[bit]) ^ outer.offset;
    return out;
}

unsigned rank_of(const LinearMap& map) { return static_cast<unsigned>(reduced(map).pivots.size()); }

std::vector<std::uint32_t> kernel_of(const LinearMap& map) { return reduced(map).kernel; }

Answer<LinearMap> inverse_of(const LinearMap& map) {
    const Reduced r = reduced(map);
    if (!r.kernel.empty())
        return Answer<LinearMap>::refuse(
            say("no inverse: inputs 0 and ", r.kernel[0], " have the same output ", hex(map.offset)));
    LinearMap out{.inputs = map.outputs, .outputs = map.inputs};
    for (const Pivot& p : r.pivots)
        out.basis[static_cast<unsigned>(std::countr_zero(highest_bit(p.vector)))] = p.inputs;
    out.offset = out(map.offset);
    return out;
}

std::vector<std::uint32_t> rows_of(const LinearMap& map) {
    std::vector<std::uint32_t> out(map.outputs);
    for (unsigned o = 0; o < map.outputs; ++o)
        for (unsigned i = 0; i < map.inputs; ++i) out[o] |= (map.basis[i] >> o & 1u) << i;
    return out;
}

// This function writes almost all elements of a tile. The loop handles one cache line at a time; with one element at a
// time, the loop counter costs as much as the copy.
void double_up(std::span<std::uint32_t> out, std::size_t have, std::uint32_t vector) {
    constexpr std::size_t kLineElements = 64 / sizeof(std::uint32_t);
    const std::size_t count = std::min(have, out.size() - std::min(have, out.size()));
    const std::uint32_t* __restrict from = out.data();
    std::uint32_t* __restrict to = out.data() + have;
    std::size_t i = 0;
    for (; i + kLineElements <= count; i += kLineElements)
        for (std::size_t j = 0; j < kLineElements; ++j) to[i + j] = from[i + j] ^ vector;
    for (; i < count; ++i) to[i] = from[i] ^ vector;
}

void fill_with(const LinearMap& map, std::span<std::uint32_t> out) {
    fill_with(map.offset, std::span(map.basis).first(map.inputs), out);
}

void fill_with(std::uint32_t offset, std::span<const std::uint32_t> vectors, std::span<std::uint32_t> out) {
    assert((vectors.size() >= 32 || out.size() <= std::size_t{1} << vectors.size()) &&
           "`out` has more elements than the map has inputs");
    constexpr unsigned kAtOnceBits = 4;
    constexpr std::uint32_t kAtOnce = 1u << kAtOnceBits;
    const auto flipped = [&](std::uint32_t i, unsigned bit) { return vectors[bit] & (0u - (i >> bit & 1u)); };
    if (out.size() < kAtOnce) {
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            out[i] = offset;
            for (unsigned bit = 0; bit < vectors.size(); ++bit) out[i] ^= flipped(i, bit);
        }
        return;
    }
    // Doubling starts with one cache line. Shorter steps would read data that was just written in smaller pieces.
    for (std::uint32_t i = 0; i < kAtOnce; ++i)
        out[i] = offset ^ flipped(i, 0) ^ flipped(i, 1) ^ flipped(i, 2) ^ flipped(i, 3);
    for (unsigned bit = kAtOnceBits; bit < vectors.size() && std::size_t{1} << bit < out.size(); ++bit)
        double_up(out, std::size_t{1} << bit, vectors[bit]);
}

}  // namespace tilescope
