// core/src/hw/shapes.cpp -- the sizes of an MMA: its legal M and N, and its K.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kMostN = 256;

std::vector<unsigned> steps(unsigned first, unsigned step) {
    std::vector<unsigned> out;
    for (unsigned n = first; n <= kMostN; n += step) out.push_back(n);
    return out;
}

// The N of kind i8, and of wgmma with integers.
std::vector<unsigned> integer_steps() {
    std::vector<unsigned> out = {8, 16, 24, 32};
    for (const unsigned n : steps(48, 16)) out.push_back(n);
    return out;
}

std::string form_of(const ShapeQuery& q) {
    if (!q.family.names_kind) return say(q.family.instruction, " with the types of kind ", q.kind);
    return say("kind ", q.kind, q.ws ? " .ws" : "", q.sparse ? " .sp" : "", ", cta_group ", q.cta_group,
               q.k96 ? ", K 96" : "");
}

// Some descriptors select one of several K. Source: PTX ISA 9.1, Table 44; PTX ISA 9.4, instruction descriptor.
struct Ratio {
    unsigned numerator = 1, denominator = 1;
};
Ratio longer_k(const Format& format, std::uint64_t word) {
    const bool low = raw_or_0(format, word, "k_size") != 0, high = raw_or_0(format, word, "k_size_high") != 0;
    const KindRow& kind = kind_or_none(format.kind);
    if (kind.packed) return high ? Ratio{2, 1} : low ? Ratio{3, 2} : Ratio{};
    // In the kinds without scale factors the bit doubles K for a dense A only. K of a sparse A is already doubled.
    const bool dense_only = !kind.block_scaled() && raw_or_0(format, word, "sparse") != 0;
    return low && !dense_only ? Ratio{2, 1} : Ratio{};
}

}  // namespace

bool has_kind(const FamilyRow& family, std::string_view kind) {
    const KindRow* row = find_kind(kind);
    return row && (family.kinds == nullptr || row->*family.kinds);
}

std::vector<unsigned> legal_m(const ShapeQuery& q) {
    const KindRow* kind = find_kind(q.kind);
    if (!has_kind(q.family, q.kind)) return {};
    if (q.family.m != 0) return {q.family.m};
    if (q.ws) return kind->ws && q.cta_group == 1 ? std::vector<unsigned>{32, 64, 128} : std::vector<unsigned>{};
    if (kind->block_scaled()) {
        if (q.cta_group == 1) return {128};
        return q.sparse || q.k96 ? std::vector<unsigned>{256} : std::vector<unsigned>{128, 256};
    }
    return q.cta_group == 1 ? std::vector<unsigned>{64, 128} : std::vector<unsigned>{128, 256};
}

std::vector<unsigned> legal_n(const ShapeQuery& q) {
    const KindRow* kind = find_kind(q.kind);
    if (!has_kind(q.family, q.kind)) return {};
    if (q.family.m != 0) return kind->saturates ? integer_steps() : steps(8, 8);
    if (q.ws && (!kind->ws || q.cta_group != 1)) return {};
    if (q.ws) return q.sparse ? std::vector<unsigned>{64, 128} : std::vector<unsigned>{64, 128, 256};
    const bool pair = q.cta_group == 2;
    if (kind->eight_bit_b && q.b_mn_major) return pair ? steps(32, 32) : steps(16, 16);
    if (kind->saturates) return pair ? steps(32, 32) : integer_steps();  // i8
    if (kind->coarse_n && (pair || q.m == 128)) return pair ? steps(32, 32) : steps(16, 16);
    return pair ? steps(16, 16) : steps(8, 8);
}

bool is_legal_m(const ShapeQuery& q, unsigned m) { return std::ranges::binary_search(legal_m(q), m); }
bool is_legal_n(const ShapeQuery& q, unsigned n) { return std::ranges::binary_search(legal_n(q), n); }

Answer<void> takes_m(const ShapeQuery& q, unsigned m) {
    if (is_legal_m(q, m)) return {};
    const std::vector<unsigned> legal = legal_m(q);
    if (legal.empty()) return Refusal("This form does not exist: ", form_of(q), ".");
    return Refusal("M ", m, " is not legal for ", form_of(q), ". Legal: ", list_sizes(legal), ".");
}

Answer<void> takes_n(const ShapeQuery& q, unsigned n) {
    if (is_legal_n(q, n)) return {};
    const std::vector<unsigned> legal = legal_n(q);
    if (legal.empty()) return Refusal("This form does not exist: ", form_of(q), ".");
    return Refusal("N ", n, " is not legal for ", form_of(q), q.b_mn_major ? ", B MN-major" : "",
                   ". Legal: ", list_sizes(legal), ". The next legal N is ", next_legal(legal, n), ".");
}

unsigned nearest_legal(std::span<const unsigned> legal, unsigned size) {
    if (legal.empty()) return size;
    return *std::ranges::min_element(legal, {}, [&](unsigned l) { return l > size ? l - size : size - l; });
}

unsigned next_legal(std::span<const unsigned> legal, unsigned size) {
    if (legal.empty()) return size;
    const auto at = std::ranges::lower_bound(legal, size);
    return at == legal.end() ? legal.back() : *at;
}

bool shape_exists(std::string_view kind, bool sparse, bool b_mn_major, unsigned m, unsigned n) {
    for (const unsigned cta_group : {1u, 2u})
        for (const bool ws : {false, true})
            for (const bool k96 : {false, true}) {
                const ShapeQuery q{kind, cta_group, ws, sparse, b_mn_major, k96};
                if (is_legal_m(q, m) && is_legal_n(q, n)) return true;
            }
    return false;
}

unsigned mma_k(const Format& idesc, std::uint64_t word) {
    const KindRow* kind = find_kind(idesc.kind);
    if (!kind) return 0;
    const Ratio longer = longer_k(idesc, word);
    return (raw_or_0(idesc, word, "sparse") ? kind->sparse_k : kind->dense_k) * longer.numerator / longer.denominator;
}

std::string list_sizes(std::span<const unsigned> sizes) {
    const bool even = sizes.size() > 4 && std::ranges::adjacent_find(sizes, [&](unsigned a, unsigned b) {
                                              return b - a != sizes[1] - sizes[0];
                                          }) == sizes.end();
    std::string out;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (even && i == 3) return say(out, " ... ", sizes.back());
        out += say(i ? ", " : "", sizes[i]);
    }
    return out;
}

}  // namespace tilescope
