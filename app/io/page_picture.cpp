// app/io/page_picture.cpp -- a picture as a part of a page: the SVG of core, with large grids in few bytes.
// SPDX-License-Identifier: MIT
#include "app/io/page_picture.h"

#include <tilescope/base/say.h>
#include <tilescope/export/picture.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace tilescope::io {
namespace {

constexpr std::size_t kMostWhole = 700, kMostLegend = 64;  // cells

// The cells of one colour and one pattern, as the outlines of runs. The pattern is that of svg_pattern().
using Fill = std::pair<std::string, std::string>;
using Outlines = std::map<Fill, std::string>;

struct Run {
    SheetCell cell;
    double end = 0;
};
void add_outline(Outlines& out, const Sheet& sheet, const Run& run) {
    const SheetCell& c = run.cell;
    out[{svg_colour(c.fill), std::string(svg_pattern(sheet, c))}] +=
        say('M', svg_number(c.x), ' ', svg_number(c.y), 'H', svg_number(run.end), 'V', svg_number(c.y + c.height), 'H',
            svg_number(c.x), 'z');
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
        if (c.lit || c.both || (legend && c.grid == last_grid)) {
            kept.push_back(std::move(c));
            continue;
        }
        const bool goes_on = run && run->cell.y == c.y && run->cell.height == c.height && run->cell.fill == c.fill &&
                             run->cell.mark == c.mark && std::abs(run->end - c.x) < 0.05;
        if (run && !goes_on) add_outline(out, sheet, *run);
        if (!goes_on) run = Run{c, c.x};
        run->end = c.x + c.width;
    }
    if (run) add_outline(out, sheet, *run);
    sheet.cells = std::move(kept);
    return out;
}

std::string paths_of(const Outlines& outlines, Rgb line, std::string_view ids) {
    std::string out = say("<g stroke=\"", svg_colour(line), "\" stroke-width=\"0.4\">\n");
    for (const auto& [fill, path] : outlines) {
        out += say("<path fill=\"", fill.first, "\" d=\"", path, "\"/>\n");
        if (!fill.second.empty()) out += say("<path fill=\"url(#", ids, fill.second, ")\" d=\"", path, "\"/>\n");
    }
    return out + "</g>\n";
}

}  // namespace

std::string page_picture(const Sheet& sheet, std::string_view ids) {
    if (sheet.cells.size() <= kMostWhole) return to_svg(sheet, {.ids = ids});
    Sheet rest = sheet;
    const std::string paths = paths_of(take_plain_cells(rest), sheet.line, ids);
    return to_svg(rest, {.ids = ids, .below = paths, .others = sheet.cells});
}

}  // namespace tilescope::io
