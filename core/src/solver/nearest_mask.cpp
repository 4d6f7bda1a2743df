// core/src/solver/nearest_mask.cpp -- finds the zero-column mask that differs from requested columns the least.
// SPDX-License-Identifier: MIT
//
// All pairs of run lengths are tried. A run that is longer than its sub-mask acts as one of the length of the sub-mask.
// For each pair, each sub-mask takes the start that fits it best. Prefix sums count the columns of a run at once.
#include <tilescope/solver/solve_mask.h>

#include <algorithm>
#include <cstdlib>

namespace tilescope {
namespace {

// One sub-mask: how many of the columns before j are zeroed.
struct Counted {
    std::vector<unsigned> before;
    unsigned columns() const { return static_cast<unsigned>(before.size()) - 1; }
    unsigned zeroed(unsigned from, unsigned to) const { return before[to] - before[from]; }
};

struct Start {
    unsigned count = 0;
    bool zeroed = false;
    unsigned different = ~0u;
};

// Returns the number of columns that differ if the sub-mask begins `count` columns after the start of a run.
unsigned difference(const Counted& part, unsigned skip, unsigned use, unsigned count, bool zeroed, unsigned most) {
    unsigned out = 0;
    const unsigned n = part.columns();
    for (unsigned j = 0; j < n && out < most; zeroed = !zeroed, count = 0) {
        const unsigned end = std::min(n, j + (zeroed ? skip : use) - count), hits = part.zeroed(j, end);
        out += zeroed ? end - j - hits : hits;
        j = end;
    }
    return out;
}

Start best_start(const Counted& part, unsigned skip, unsigned use, unsigned most) {
    Start best{.different = most};
    for (const bool zeroed : {false, true})
        for (unsigned count = 0; count < (zeroed ? skip : use) && best.different != 0; ++count)
            if (const unsigned d = difference(part, skip, use, count, zeroed, best.different); d < best.different)
                best = {count, zeroed, d};
    return best;
}

unsigned distance(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

}  // namespace

std::optional<NearestMask> nearest_mask(const std::vector<bool>& zeroed, unsigned m, const ZeroMask& near) {
    const unsigned parts = submasks_of(m);
    const auto n = static_cast<unsigned>(zeroed.size());
    if (n == 0 || n > kMostMaskColumns || n % parts != 0) return {};
    std::vector<Counted> counted(parts);
    for (unsigned j = 0; j < n; ++j) {
        std::vector<unsigned>& before = counted[j / (n / parts)].before;
        if (before.empty()) before.push_back(0);
        before.push_back(before.back() + (zeroed[j] ? 1 : 0));
    }
    NearestMask out{.mask = {.column_shift = near.column_shift}, .different = 0};
    out.different = static_cast<unsigned>(std::ranges::count(zeroed, true));  // of a mask that zeroes nothing
    unsigned far = ~0u;
    const unsigned longest = n / parts;
    for (unsigned skip = 1; skip <= longest; ++skip)
        for (unsigned use = 1; use <= longest; ++use) {
            const unsigned from_near = distance(skip, near.skip) + distance(use, near.use);
            const unsigned allowed = out.different + (out.mask.nonzero && from_near < far ? 1 : 0);
            ZeroMask mask{.nonzero = true, .skip = skip, .use = use, .column_shift = near.column_shift};
            unsigned different = 0;
            for (unsigned p = 0; p < parts && different < allowed; ++p) {
                const Start start = best_start(counted[p], skip, use, allowed - different);
                different += start.different;
                mask.sc[p] = start.count, mask.fs[p] = start.zeroed;
            }
            if (different >= allowed) continue;
            out = {mask, different};
            far = from_near;
        }
    return out;
}

}  // namespace tilescope
