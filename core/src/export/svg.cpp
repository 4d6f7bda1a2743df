// core/src/export/svg.cpp -- exports a sheet as SVG text.
// SPDX-License-Identifier: MIT
#include "sheet_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <map>

namespace tilescope {
namespace {

constexpr double kHatchStep = 6;

std::string hex2(std::uint8_t v) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    return {kDigits[v >> 4], kDigits[v & 15]};
}
std::string css(Rgb c) { return svg_colour(c); }

void svg_line(const Sheet& sheet, const SheetLine& l, std::string& out) {
    out += say("<line x1=\"", num(l.from_x), "\" y1=\"", num(l.from_y), "\" x2=\"", num(l.to_x), "\" y2=\"",
               num(l.to_y), "\" stroke=\"", css(sheet.colour_of(l)), "\" stroke-width=\"", num(width_of(l)),
               "\" stroke-linecap=\"square\"/>\n");
}

std::string_view anchor_name(TextAnchor a) {
    return a == TextAnchor::middle ? "middle" : a == TextAnchor::end ? "end" : "start";
}

// `y` is the middle. Half of a capital letter is 0.36 em; not every program knows dominant-baseline.
std::string svg_text(double x, double y, TextAnchor anchor, char font, std::string_view text, Rgb colour) {
    return say("<text x=\"", num(x), "\" y=\"", num(y), "\" dy=\"0.36em\" text-anchor=\"", anchor_name(anchor),
               "\" class=\"", font, "\" fill=\"", css(colour), "\">", markup_text(text), "</text>\n");
}

void svg_cell(const Sheet& sheet, const SheetCell& c, std::string_view ids, std::string& out) {
    const std::string box =
        say("x=\"", num(c.x), "\" y=\"", num(c.y), "\" width=\"", num(c.width), "\" height=\"", num(c.height), "\"");
    // A box without a frame has an edge in its own colour, so that no gap shows between two boxes.
    out += say("<rect ", box, " fill=\"", css(c.fill), "\" stroke=\"", css(c.framed ? sheet.line : c.fill),
               "\" stroke-width=\"0.5\"/>\n");
    if (c.mark != Mark::none) out += say("<rect ", box, " fill=\"url(#", ids, svg_pattern(c), ")\"/>\n");
    const double right = c.x + c.width, bottom = c.y + c.height;
    if (c.both)
        out +=
            say("<path d=\"M", num(right - both_side(c)), " ", num(bottom), " H", num(right), " V",
                num(bottom - both_side(c)), " Z\" fill=\"", css(sheet.ink), "\" stroke=\"", css(sheet.paper), "\"/>\n");
    if (c.lit) out += say("<rect ", box, " fill=\"none\" stroke=\"", css(sheet.ink), "\" stroke-width=\"2\"/>\n");
    if (!c.label.empty())
        out += svg_text(c.x + c.width / 2, c.y + c.height / 2, TextAnchor::middle, 'm', c.label, c.ink);
}

struct Strokes {
    double halo, line;
};
constexpr Strokes kArrowStrokes{5, 2}, kTrailStrokes{3, 1};

void svg_arrow(const Sheet& sheet, const SheetArrow& a, const Strokes& width, std::string_view ids, std::string& out) {
    const std::string line = say("<line x1=\"", num(a.from_x), "\" y1=\"", num(a.from_y), "\" x2=\"", num(a.to_x),
                                 "\" y2=\"", num(a.to_y), "\" stroke=\"");
    out += say(line, css(sheet.paper), "\" stroke-width=\"", num(width.halo), "\"/>\n");
    out += say(line, css(sheet.accent), "\" stroke-width=\"", num(width.line), "\" marker-end=\"url(#", ids, "tip)\"",
               a.dashed ? " stroke-dasharray=\"4 3\"" : "", "><title>", markup_text(a.label), "</title></line>\n");
}

// The lines of one piece of the pattern of a cell.
std::string svg_lines(const SheetCell& cell) {
    const std::string step = num(kHatchStep), colour = css(pattern_on({cell.fill, cell.ink}));
    const std::string down = say("<path d=\"M0 ", step, "L", step, " 0\" stroke=\"", colour, "\"/>");
    if (cell.mark != Mark::crossed) return down;
    return say(down, "<path d=\"M0 0L", step, " ", step, "\" stroke=\"", colour, "\"/>");
}

std::string svg_head(const Sheet& sheet, const SvgPart& part) {
    std::map<std::string, std::string> patterns;  // by id
    for (const std::span<const SheetCell> cells : {std::span(sheet.cells), std::span(sheet.flying), part.others})
        for (const SheetCell& c : cells)
            if (c.mark != Mark::none) patterns.try_emplace(svg_pattern(c), svg_lines(c));
    std::string defined;
    const std::string step = num(kHatchStep);
    for (const auto& [id, lines] : patterns)
        defined += say("<pattern id=\"", part.ids, id, "\" width=\"", step, "\" height=\"", step,
                       "\" patternUnits=\"userSpaceOnUse\">", lines, "</pattern>\n");
    const std::string width = num(sheet.width), height = num(sheet.height);
    return say("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height, "\" viewBox=\"0 0 ",
               width, " ", height, "\">\n<desc>", markup_text(sheet.sentence),
               "</desc>\n<style>text{font-size:", num(sheet.text_pixels),
               "px}.t{font-family:Inter,sans-serif}"
               ".m{font-family:'JetBrains Mono',monospace}.h{font-family:Inter,sans-serif;font-size:",
               num(sheet.title_pixels), "px}</style>\n<defs>\n", defined, "<marker id=\"", part.ids,
               "tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
               "markerUnits=\"userSpaceOnUse\" "
               "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"",
               css(sheet.accent), "\"/></marker>\n</defs>\n<rect width=\"", width, "\" height=\"", height, "\" fill=\"",
               css(sheet.paper), "\"/>\n");
}

}  // namespace

std::string svg_colour(Rgb colour) { return say('#', hex2(colour.r), hex2(colour.g), hex2(colour.b)); }
std::string svg_number(double value) { return num(value); }

std::string svg_pattern(const SheetCell& cell) {
    if (cell.mark == Mark::none) return {};
    return say(cell.mark == Mark::crossed ? "crossed-" : "hatched-", css(pattern_on({cell.fill, cell.ink})).substr(1));
}

std::string to_svg(const Sheet& sheet, const SvgPart& part) {
    std::string out = say(svg_head(sheet, part), part.below);
    for (const SheetCell& c : sheet.cells) svg_cell(sheet, c, part.ids, out);
    for (const SheetLine& l : sheet.lines) svg_line(sheet, l, out);
    for (const SheetArrow& a : sheet.arrows) svg_arrow(sheet, a, kArrowStrokes, part.ids, out);
    for (const SheetArrow& a : sheet.trails) svg_arrow(sheet, a, kTrailStrokes, part.ids, out);
    for (const SheetCell& c : sheet.flying) svg_cell(sheet, c, part.ids, out);
    for (const SheetText& t : sheet.texts)
        out += svg_text(t.x, t.y, t.anchor, t.title ? 'h' : t.mono ? 'm' : 't', t.text, sheet.ink);
    return out + "</svg>\n";
}

std::string markup_text(std::string_view text) {
    constexpr std::string_view kNoCharacter = "\xef\xbf\xbd";  // U+FFFD
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const FirstLetter letter = first_letter(text);
        const std::string_view bytes = text.substr(0, std::max<std::size_t>(letter.bytes, 1));
        text.remove_prefix(bytes.size());
        switch (letter.code) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case kNoLetter:
        case 0xfffe:
        case 0xffff: out += kNoCharacter; break;
        default:
            if (letter.code >= 0x20 || letter.code == '\n' || letter.code == '\t') out += bytes;
        }
    }
    return out;
}

}  // namespace tilescope
