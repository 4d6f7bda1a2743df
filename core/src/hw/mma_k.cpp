// core/src/hw/mma_k.cpp -- how many columns of K one instruction reads, from its instruction descriptor.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/mma_k.h>

namespace tilescope {
namespace {

std::uint64_t raw_of(const Format& format, std::uint64_t word, std::string_view id) {
    const Field* f = find_field(format, id);
    return f ? get_field(*f, word) : 0;
}

// Some descriptors select one of several K. Source: PTX ISA 9.1, Table 44; PTX ISA 9.4, instruction descriptor.
struct Ratio {
    unsigned numerator = 1, denominator = 1;
};
Ratio longer_k(const Format& format, std::uint64_t word) {
    const bool low = raw_of(format, word, "k_size") != 0, high = raw_of(format, word, "k_size_high") != 0;
    const KindRow& kind = kind_or_none(format.kind);
    if (kind.packed) return high ? Ratio{2, 1} : low ? Ratio{3, 2} : Ratio{};
    // In the kinds without scale factors the bit doubles K for a dense A only. K of a sparse A is already doubled.
    const bool dense_only = !kind.block_scaled() && raw_of(format, word, "sparse") != 0;
    return low && !dense_only ? Ratio{2, 1} : Ratio{};
}

}  // namespace

unsigned mma_k(const Format& idesc, std::uint64_t word) {
    const KindRow* kind = find_kind(idesc.kind);
    if (!kind) return 0;
    const Ratio longer = longer_k(idesc, word);
    return (raw_of(idesc, word, "sparse") ? kind->sparse_k : kind->dense_k) * longer.numerator / longer.denominator;
}

}  // namespace tilescope
