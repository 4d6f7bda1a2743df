// core/src/document/tmem_problems.cpp -- problems of the addresses in Tensor Memory.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/memory.h>
#include <tilescope/rules/place_rules.h>

#include <algorithm>

namespace tilescope {
namespace {

// These operands must begin at the same lane as D.
bool follows_d(TmemPlace place) { return place == TmemPlace::a || place == TmemPlace::meta; }

unsigned lane_of(const Derived& d, TmemPlace place) { return tmem_lane(d.session.address(place)); }

void check_lanes(const Derived& d, const TmemRegion& r, std::vector<Problem>& out) {
    const DataPathRow& path = *d.tmem.path;
    const unsigned lane = lane_of(d, r.place), of_d = lane_of(d, TmemPlace::d);
    if (r.place != TmemPlace::d && !follows_d(r.place)) return;
    if (lane != 0 && !(path.half && lane == kHalfLanes)) {
        out.push_back(
            problem_of(kIllegalLane, say(row_of(r.place).title, " begins at lane ", lane, ", but layout ", path.name,
                                         path.half ? " must begin at lane 0 or 16." : " must begin at lane 0.")));
    } else if (follows_d(r.place) && lane != of_d) {
        Problem p =
            problem_of(kDifferentLane, say(row_of(r.place).title, " begins at lane ", lane, " and D at lane ", of_d,
                                           ", but layout ", path.name, " requires the same lane for both."));
        p.fix = say("Set the lane to ", of_d, ".");
        out.push_back(std::move(p));
    }
}

void check_columns(const TmemRegion& r, unsigned available, std::vector<Problem>& out) {
    const auto fit = columns_fit(r.columns, r.first, available);
    if (fit) return;
    Problem p = problem_of(kPastTheColumns, say(row_of(r.place).title, ": ", fit.why, "."));
    p.fix = r.columns <= available ? say("Start the operand at column ", available - r.columns, " or lower.")
                                   : std::string("Make the operand smaller.");
    out.push_back(std::move(p));
}

bool share(const TmemView& view, const TmemRegion& a, const TmemRegion& b, const TmemCell& cell) {
    return lies_in(view, a.place, cell) && lies_in(view, b.place, cell) && has_conflict(view, cell);
}

// Returns the first cell that two operands share, in column order. Checks CTA 0 only: both CTAs have the same layout.
std::optional<TmemCell> shared_cell(const TmemView& view, const TmemRegion& a, const TmemRegion& b) {
    const unsigned end = std::min({a.end(), b.end(), view.columns});
    for (unsigned column = std::max(a.first, b.first); column < end; ++column)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            if (const TmemCell cell{.lane = lane, .column = column}; share(view, a, b, cell)) return cell;
    return {};
}

void check_overlap(const TmemView& view, const TmemRegion& a, const TmemRegion& b, std::vector<Problem>& out) {
    const std::optional<TmemCell> cell = shared_cell(view, a, b);
    if (!cell) return;
    out.push_back(problem_of(kSharedCells, say(row_of(a.place).title, " (columns ", a.first, " to ", a.end() - 1,
                                               ") and ", row_of(b.place).title, " (columns ", b.first, " to ",
                                               b.end() - 1, ") share cells. The first shared cell is lane ", cell->lane,
                                               ", column ", cell->column, ".")));
}

}  // namespace

std::vector<Problem> tmem_problems(const Derived& d) {
    std::vector<Problem> out;
    const TmemView& view = d.tmem;
    for (const TmemRegion& r : view.regions) {
        check_lanes(d, r, out);
        check_columns(r, view.columns, out);
    }
    for (std::size_t i = 0; i < view.regions.size(); ++i)
        for (std::size_t j = i + 1; j < view.regions.size(); ++j)
            check_overlap(view, view.regions[i], view.regions[j], out);
    return out;
}

}  // namespace tilescope
