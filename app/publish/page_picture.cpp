// app/publish/page_picture.cpp -- a picture as a part of a page: the SVG of core, with large grids in few bytes.
// SPDX-License-Identifier: MIT
#include "app/publish/pages.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tilescope::io {
namespace {

constexpr std::size_t kMostWhole = 700, kMostLegend = 64;  // cells

// The cells of one colour and one pattern, as the outlines of runs. The pattern is that of svg_pattern(). The corners
// are the triangles of SheetCell::both.
using Fill = std::pair<std::string, std::string>;
struct Outlines {
    std::map<Fill, std::string> cells;
    std::string corners;
};

struct Run {
    SheetCell cell;
    double end = 0;
};
void add_outline(Outlines& out, const Run& run) {
    const SheetCell& c = run.cell;
    out.cells[{svg_colour(c.fill), svg_pattern(c)}] +=
        say('M', svg_number(c.x), ' ', svg_number(c.y), 'H', svg_number(run.end), 'V', svg_number(c.y + c.height), 'H',
            svg_number(c.x), 'z');
}

void add_corner(Outlines& out, const SheetCell& c) {
    const double right = c.x + c.width, bottom = c.y + c.height, side = both_side(c);
    out.corners += say('M', svg_number(right - side), ' ', svg_number(bottom), 'H', svg_number(right), 'V',
                       svg_number(bottom - side), 'z');
}

// Takes the plain cells out of the sheet.
Outlines take_plain_cells(Sheet& sheet) {
    std::size_t last_grid = 0;
    for (const SheetCell& c : sheet.cells) last_grid = std::max(last_grid, c.grid);
    const auto in_last = std::ranges::count(sheet.cells, last_grid, &SheetCell::grid);
    const bool legend = static_cast<std::size_t>(in_last) <= kMostLegend;
    std::vector<SheetCell> kept;
    Outlines out;
    std::optional<Run> run;
    for (SheetCell& c : sheet.cells) {
        if (c.lit || (legend && c.grid == last_grid)) {
            kept.push_back(std::move(c));
            continue;
        }
        if (c.both) add_corner(out, c);
        const bool goes_on = run && run->cell.y == c.y && run->cell.height == c.height && run->cell.fill == c.fill &&
                             run->cell.mark == c.mark && std::abs(run->end - c.x) < 0.05;
        if (run && !goes_on) add_outline(out, *run);
        if (!goes_on) run = Run{c, c.x};
        run->end = c.x + c.width;
    }
    if (run) add_outline(out, *run);
    sheet.cells = std::move(kept);
    return out;
}

std::string paths_of(const Outlines& outlines, const Sheet& sheet, std::string_view ids) {
    std::string out = say("<g stroke=\"", svg_colour(sheet.line), "\" stroke-width=\"0.4\">\n");
    for (const auto& [fill, path] : outlines.cells) {
        out += say("<path fill=\"", fill.first, "\" d=\"", path, "\"/>\n");
        if (!fill.second.empty()) out += say("<path fill=\"url(#", ids, fill.second, ")\" d=\"", path, "\"/>\n");
    }
    if (!outlines.corners.empty())
        out += say("<path fill=\"", svg_colour(sheet.ink), "\" stroke=\"", svg_colour(sheet.paper), "\" d=\"",
                   outlines.corners, "\"/>\n");
    return out + "</g>\n";
}

}  // namespace

bool is_simplified(const Sheet& sheet) { return sheet.cells.size() > kMostWhole; }

std::string page_picture(const Sheet& sheet, std::string_view ids) {
    if (!is_simplified(sheet)) return to_svg(sheet, {.ids = ids});
    Sheet rest = sheet;
    const std::string paths = paths_of(take_plain_cells(rest), sheet, ids);
    return to_svg(rest, {.ids = ids, .below = paths, .others = sheet.cells});
}

}  // namespace tilescope::io
