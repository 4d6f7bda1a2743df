// app/io/page_picture.cpp -- a picture as a part of a page: the SVG of core, with large grids in few bytes.
// SPDX-License-Identifier: MIT
#include "app/io/page_picture.h"

#include <tilescope/base/say.h>
#include <tilescope/export/picture.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace tilescope::io {
namespace {

constexpr std::size_t kMostWhole = 700, kMostLegend = 64;  // cells

// One digit after the point, and none if it is 0.
std::string pixels(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 1).ptr;
    std::string out(text, end);
    if (out.ends_with(".0")) out.resize(out.size() - 2);
    return out;
}

std::string colour_text(Rgb c) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "#";
    for (const unsigned part : {c.r, c.g, c.b}) out += say(digits[part / 16], digits[part % 16]);
    return out;
}

// The cells of one colour and one mark, as the outlines of runs.
using Fill = std::pair<std::string, Mark>;
using Outlines = std::map<Fill, std::string>;

struct Run {
    SheetCell cell;
    double end = 0;
};
void add_outline(Outlines& out, const Run& run) {
    const SheetCell& c = run.cell;
    out[{colour_text(c.fill), c.mark}] += say('M', pixels(c.x), ' ', pixels(c.y), 'H', pixels(run.end), 'V',
                                              pixels(c.y + c.height), 'H', pixels(c.x), 'z');
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
        if (run && !goes_on) add_outline(out, *run);
        if (!goes_on) run = Run{c, c.x};
        run->end = c.x + c.width;
    }
    if (run) add_outline(out, *run);
    sheet.cells = std::move(kept);
    return out;
}

std::string paths_of(const Outlines& outlines, Rgb line) {
    std::string out = say("<g stroke=\"", colour_text(line), "\" stroke-width=\"0.4\">\n");
    for (const auto& [fill, path] : outlines) {
        out += say("<path fill=\"", fill.first, "\" d=\"", path, "\"/>\n");
        if (fill.second != Mark::none)
            out += say("<path fill=\"url(#", fill.second == Mark::hatched ? "hatched" : "crossed", ")\" d=\"", path,
                       "\"/>\n");
    }
    return out + "</g>\n";
}

}  // namespace

std::string page_picture(const Sheet& sheet) {
    Sheet rest = sheet;
    const bool large = sheet.cells.size() > kMostWhole;
    const Outlines outlines = large ? take_plain_cells(rest) : Outlines();
    std::string svg = to_svg(rest);
    if (const std::size_t begin = svg.find("<svg"); begin != svg.npos) svg.erase(0, begin);
    // Above the paper, below everything else.
    const std::size_t paper = svg.find("/>", std::min(svg.find("<rect "), svg.size()));
    if (large && paper != svg.npos) svg.insert(paper + 2, "\n" + paths_of(outlines, sheet.line));
    return svg;
}

}  // namespace tilescope::io
