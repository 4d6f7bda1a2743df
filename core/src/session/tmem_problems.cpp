// core/src/session/tmem_problems.cpp -- what is wrong with the addresses in Tensor Memory.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kHalfLane = 16;
constexpr std::string_view kAlignmentSource = "PTX ISA 9.1, 9.7.16.10.5, Data Path Layout Organization";

// Which operands must begin at the lanes of D.
bool follows_d(TmemPlace place) { return place == TmemPlace::a || place == TmemPlace::meta; }

unsigned lane_of(const Derived& d, TmemPlace place) { return d.session.address(place) >> 16; }

Problem problem(std::string_view rule, Severity severity, std::string text, std::string_view source) {
    return {.rule = std::string(rule),
            .field = "",
            .severity = severity,
            .text = std::move(text),
            .fix = "",
            .source = std::string(source)};
}

void check_lanes(const Derived& d, const TmemRegion& r, std::vector<Problem>& out) {
    const DataPathRow& path = *d.tmem.path;
    const unsigned lane = lane_of(d, r.place), of_d = lane_of(d, TmemPlace::d);
    if (r.place != TmemPlace::d && !follows_d(r.place)) return;
    if (lane != 0 && !(path.half && lane == kHalfLane)) {
        Problem p = problem("L79", Severity::error,
                            say(row_of(r.place).title, " begins at lane ", lane, "; layout ", path.name,
                                path.half ? " begins at lane 0 or 16." : " begins at lane 0."),
                            kAlignmentSource);
        p.fix = "Set the lane to 0.";
        out.push_back(std::move(p));
    } else if (follows_d(r.place) && lane != of_d) {
        Problem p = problem("L80", Severity::error,
                            say(row_of(r.place).title, " begins at lane ", lane, ", D at lane ", of_d, ": layout ",
                                path.name, " wants the same for both."),
                            "PTX ISA 9.1, 9.7.16.10.8.5");
        p.fix = say("Set the lane to ", of_d, ".");
        out.push_back(std::move(p));
    }
}

void check_columns(const TmemRegion& r, std::vector<Problem>& out) {
    const std::string why = why_not_columns(r.columns, r.first);
    if (why.empty()) return;
    Problem p = problem("L81", Severity::error, say(row_of(r.place).title, ": ", why, "."), kTmem.source);
    p.fix = r.columns <= kTmem.columns ? say("Begin at column ", kTmem.columns - r.columns, " or before.")
                                       : std::string("Make it smaller.");
    out.push_back(std::move(p));
}

bool share(const TmemView& view, const TmemRegion& a, const TmemRegion& b, const TmemCell& cell) {
    return lies_in(view, a.place, cell) && lies_in(view, b.place, cell) && has_conflict(view, cell);
}

// The first cell that two operands share, by column. Both CTAs of a pair are laid out alike.
std::optional<TmemCell> shared_cell(const TmemView& view, const TmemRegion& a, const TmemRegion& b) {
    const unsigned end = std::min({a.end(), b.end(), kTmem.columns});
    for (unsigned column = std::max(a.first, b.first); column < end; ++column)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            if (const TmemCell cell{.lane = lane, .column = column}; share(view, a, b, cell)) return cell;
    return {};
}

void check_overlap(const TmemView& view, const TmemRegion& a, const TmemRegion& b, std::vector<Problem>& out) {
    const std::optional<TmemCell> cell = shared_cell(view, a, b);
    if (!cell) return;
    Problem p = problem("L82", Severity::warn,
                        say(row_of(a.place).title, " (columns ", a.first, " to ", a.end() - 1, ") and ",
                            row_of(b.place).title, " (", b.first, " to ", b.end() - 1,
                            ") share cells, the first in lane ", cell->lane, ", column ", cell->column, "."),
                        "every cell of both, placed as the layouts say");
    p.fix = "Move one of them.";
    p.certainty = Certainty::secondary;
    out.push_back(std::move(p));
}

}  // namespace

std::vector<Problem> tmem_problems(const Derived& d) {
    std::vector<Problem> out;
    const TmemView& view = d.tmem;
    for (const TmemRegion& r : view.regions) {
        check_lanes(d, r, out);
        check_columns(r, out);
    }
    for (std::size_t i = 0; i < view.regions.size(); ++i)
        for (std::size_t j = i + 1; j < view.regions.size(); ++j)
            check_overlap(view, view.regions[i], view.regions[j], out);
    if (view.meta && view.path->half) {
        Problem p = problem("L86", Severity::warn, say("Metadata is not drawn. ", grounds_of(*view.meta).note),
                            "PTX ISA 9.1, 9.7.16.10.8.5 (a figure)");
        p.certainty = Certainty::unknown;
        out.push_back(std::move(p));
    }
    return out;
}

}  // namespace tilescope
