// core/src/export/picture.cpp -- exports a sheet as SVG or TikZ text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/export/picture.h>

#include <cmath>

namespace tilescope {
namespace {

constexpr double kHatchStep = 6;

// Formats with one decimal digit, independent of the locale.
std::string num(double value) {
    const auto tenths = static_cast<std::int64_t>(std::llround(value * 10));
    const std::int64_t whole = tenths / 10, rest = std::abs(tenths % 10);
    const char* sign = tenths < 0 && whole == 0 ? "-" : "";
    return rest == 0 ? say(sign, whole) : say(sign, whole, '.', rest);
}

std::string hex2(std::uint8_t v) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    return {kDigits[v >> 4], kDigits[v & 15]};
}
std::string css(Rgb c) { return say('#', hex2(c.r), hex2(c.g), hex2(c.b)); }

std::string xml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

std::string_view anchor_name(TextAnchor a) {
    return a == TextAnchor::middle ? "middle" : a == TextAnchor::end ? "end" : "start";
}

std::string svg_text(double x, double y, TextAnchor anchor, bool mono, std::string_view text, Rgb colour) {
    return say("<text x=\"", num(x), "\" y=\"", num(y), "\" text-anchor=\"", anchor_name(anchor), "\" class=\"",
               mono ? "m" : "t", "\" fill=\"", css(colour), "\">", xml(text), "</text>\n");
}

void svg_cell(const Sheet& sheet, const SheetCell& c, std::string& out) {
    const std::string box =
        say("x=\"", num(c.x), "\" y=\"", num(c.y), "\" width=\"", num(c.width), "\" height=\"", num(c.height), "\"");
    out += say("<rect ", box, " fill=\"", css(c.fill), "\" stroke=\"", css(sheet.line), "\" stroke-width=\"0.5\"/>\n");
    if (c.mark != Mark::none)
        out += say("<rect ", box, " fill=\"url(#", c.mark == Mark::crossed ? "crossed" : "hatched", ")\"/>\n");
    const double right = c.x + c.width, bottom = c.y + c.height;
    if (c.both)
        out +=
            say("<path d=\"M", num(right - both_side(c)), " ", num(bottom), " H", num(right), " V",
                num(bottom - both_side(c)), " Z\" fill=\"", css(sheet.ink), "\" stroke=\"", css(sheet.paper), "\"/>\n");
    if (c.lit) out += say("<rect ", box, " fill=\"none\" stroke=\"", css(sheet.ink), "\" stroke-width=\"2\"/>\n");
    if (!c.label.empty())
        out += svg_text(c.x + c.width / 2, c.y + c.height / 2, TextAnchor::middle, true, c.label, c.ink);
}

struct Strokes {
    double halo, line;
};
constexpr Strokes kArrowStrokes{5, 2}, kTrailStrokes{3, 1};

void svg_arrow(const Sheet& sheet, const SheetArrow& a, const Strokes& width, std::string& out) {
    const std::string line = say("<line x1=\"", num(a.from_x), "\" y1=\"", num(a.from_y), "\" x2=\"", num(a.to_x),
                                 "\" y2=\"", num(a.to_y), "\" stroke=\"");
    out += say(line, css(sheet.paper), "\" stroke-width=\"", num(width.halo), "\"/>\n");
    out += say(line, css(sheet.accent), "\" stroke-width=\"", num(width.line), "\" marker-end=\"url(#tip)\"",
               a.dashed ? " stroke-dasharray=\"4 3\"" : "", "><title>", xml(a.label), "</title></line>\n");
}

std::string svg_head(const Sheet& sheet) {
    const std::string step = num(kHatchStep), colour = css(sheet.line);
    const std::string down = say("<path d=\"M0 ", step, "L", step, " 0\" stroke=\"", colour, "\"/>");
    const std::string up = say("<path d=\"M0 0L", step, " ", step, "\" stroke=\"", colour, "\"/>");
    const auto pattern = [&](const char* id, const std::string& lines) {
        return say("<pattern id=\"", id, "\" width=\"", step, "\" height=\"", step,
                   "\" patternUnits=\"userSpaceOnUse\">", lines, "</pattern>\n");
    };
    const std::string width = num(sheet.width), height = num(sheet.height);
    return say("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height, "\" viewBox=\"0 0 ",
               width, " ", height, "\">\n<desc>", xml(sheet.sentence),
               "</desc>\n<style>text{font-size:", num(sheet.text_pixels),
               "px;dominant-baseline:central}.t{font-family:Inter,sans-serif}"
               ".m{font-family:'JetBrains Mono',monospace}</style>\n<defs>\n",
               pattern("hatched", down), pattern("crossed", down + up),
               "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
               "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"",
               css(sheet.accent), "\"/></marker>\n</defs>\n<rect width=\"", width, "\" height=\"", height, "\" fill=\"",
               css(sheet.paper), "\"/>\n");
}

// Escapes the characters that TeX would read as commands.
std::string tex(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\textbackslash{}";
        else if (c == '~')
            out += "\\textasciitilde{}";
        else if (c == '^')
            out += "\\textasciicircum{}";
        else if (c == '<' || c == '>')
            out += say('$', c, '$');
        else if (std::string_view("#$%&_{}").find(c) != std::string_view::npos)
            out += say('\\', c);
        else
            out += c;
    }
    return out;
}

std::string tikz_rgb(Rgb c) { return say("{rgb,255:red,", c.r, ";green,", c.g, ";blue,", c.b, "}"); }

std::string tikz_at(double x, double y) { return say("(", num(x), ",", num(y), ")"); }

void tikz_cell(const SheetCell& c, std::string& out) {
    const std::string box = say(tikz_at(c.x, c.y), " rectangle ", tikz_at(c.x + c.width, c.y + c.height), ";\n");
    out += say("\\filldraw[draw=gray,fill=", tikz_rgb(c.fill), "] ", box);
    if (c.mark != Mark::none)
        out += say("\\fill[pattern=", c.mark == Mark::crossed ? "crosshatch" : "north east lines", "] ", box);
    const double right = c.x + c.width, bottom = c.y + c.height;
    if (c.both)
        out += say("\\filldraw[draw=white,fill=black] ", tikz_at(right - both_side(c), bottom), " -- ",
                   tikz_at(right, bottom), " -- ", tikz_at(right, bottom - both_side(c)), " -- cycle;\n");
    if (c.lit) out += say("\\draw[line width=1.5pt] ", box);
    if (!c.label.empty())
        out += say("\\node[text=", tikz_rgb(c.ink), "] at ", tikz_at(c.x + c.width / 2, c.y + c.height / 2),
                   " {\\ttfamily ", c.label, "};\n");
}

}  // namespace

std::string to_svg(const Sheet& sheet) {
    std::string out = svg_head(sheet);
    for (const SheetCell& c : sheet.cells) svg_cell(sheet, c, out);
    for (const SheetArrow& a : sheet.arrows) svg_arrow(sheet, a, kArrowStrokes, out);
    for (const SheetArrow& a : sheet.trails) svg_arrow(sheet, a, kTrailStrokes, out);
    for (const SheetCell& c : sheet.flying) svg_cell(sheet, c, out);
    for (const SheetText& t : sheet.texts) out += svg_text(t.x, t.y, t.anchor, t.mono, t.text, sheet.ink);
    return out + "</svg>\n";
}

std::string to_tikz(const Sheet& sheet) {
    std::string out = say("% ", sheet.sentence,
                          "\n\\documentclass{standalone}\n\\usepackage{tikz}\n\\usetikzlibrary{patterns}\n"
                          "\\begin{document}\n\\begin{tikzpicture}[x=1pt,y=-1pt,font=\\sffamily\\footnotesize,"
                          "inner sep=0pt]\n");
    for (const SheetCell& c : sheet.cells) tikz_cell(c, out);
    for (const SheetArrow& a : sheet.arrows)
        out += say("\\draw[->,thick,draw=", tikz_rgb(sheet.accent), a.dashed ? ",dashed" : "", "] ",
                   tikz_at(a.from_x, a.from_y), " -- ", tikz_at(a.to_x, a.to_y), ";\n");
    for (const SheetArrow& a : sheet.trails)
        out += say("\\draw[->,draw=", tikz_rgb(sheet.accent), "] ", tikz_at(a.from_x, a.from_y), " -- ",
                   tikz_at(a.to_x, a.to_y), ";\n");
    for (const SheetCell& c : sheet.flying) tikz_cell(c, out);
    for (const SheetText& t : sheet.texts) {
        const char* anchor = t.anchor == TextAnchor::middle ? "center" : t.anchor == TextAnchor::end ? "east" : "west";
        out += say("\\node[anchor=", anchor, "] at ", tikz_at(t.x, t.y), " {", t.mono ? "\\ttfamily " : "", tex(t.text),
                   "};\n");
    }
    return out + "\\end{tikzpicture}\n\\end{document}\n";
}

}  // namespace tilescope
