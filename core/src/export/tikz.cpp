// core/src/export/tikz.cpp -- exports a sheet as a LaTeX document with one tikzpicture.
// SPDX-License-Identifier: MIT
//
// The document needs only packages that every TeX distribution has, and fonts that have all sizes it uses. A character
// that these fonts cannot set becomes '?'. A document that pdflatex cannot compile says so in its second line.
#include "sheet_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

// pdflatex has memory for about 10,000 cells and labels; lualatex takes what it needs.
constexpr std::ptrdiff_t kMostForPdflatex = 8500;
constexpr double kHalfDigit = 3.3;  // of the letters of 10 pt: from the base line to the middle of a digit

struct TexSign {
    std::string_view sign, tex;
};
constexpr std::array kTexSigns = {TexSign{"\xc3\x97", "$\\times$"},
                                  TexSign{"\xc2\xb1", "$\\pm$"},
                                  TexSign{"\xc2\xb7", "$\\cdot$"},
                                  TexSign{"\xc2\xb5", "$\\mu$"},
                                  TexSign{"\xc2\xb0", "$^\\circ$"},
                                  TexSign{"\xe2\x86\x92", "$\\rightarrow$"},
                                  TexSign{"\xe2\x86\x90", "$\\leftarrow$"},
                                  TexSign{"\xe2\x89\xa4", "$\\leq$"},
                                  TexSign{"\xe2\x89\xa5", "$\\geq$"},
                                  TexSign{"\xe2\x80\xa6", "\\ldots{}"},
                                  TexSign{"\xe2\x80\x93", "--"},
                                  TexSign{"\xe2\x80\x94", "---"}};
// Letters of the page Latin-1 that LaTeX composes of a letter and an accent.
constexpr std::string_view kAccented =
    "\u00c0\u00c1\u00c2\u00c3\u00c4\u00c7\u00c8\u00c9\u00ca\u00cb\u00cc\u00cd\u00ce\u00cf\u00d1\u00d2\u00d3\u00d4\u00d5"
    "\u00d6\u00d8\u00d9\u00da\u00db\u00dc\u00dd\u00df\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u00e7\u00e8\u00e9\u00ea"
    "\u00eb\u00ec\u00ed\u00ee\u00ef\u00f1\u00f2\u00f3\u00f4\u00f5\u00f6\u00f8\u00f9\u00fa\u00fb\u00fc\u00fd\u00ff";

std::size_t bytes_of_letter(std::string_view text) {
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) ++bytes;
    return bytes;
}

std::string tex_letter(std::string_view letter) {
    for (const TexSign& s : kTexSigns)
        if (s.sign == letter) return std::string(s.tex);
    const bool set = letter.size() == 2 && kAccented.find(letter) != std::string_view::npos;
    return set ? std::string(letter) : "?";
}

std::string tex_ascii(char c) {
    if (c == '\\') return "\\textbackslash{}";
    if (c == '~') return "\\textasciitilde{}";
    if (c == '^') return "\\textasciicircum{}";
    if (c == '<' || c == '>' || c == '|') return say('$', c, '$');
    if (c == '"') return "''";
    if (c == '-') return "-{}";  // two of them are not joined to a dash
    if (std::string_view("#$%&_{}").find(c) != std::string_view::npos) return say('\\', c);
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7f ? "?" : std::string(1, c);
}

// Escapes the characters that TeX would read as commands.
std::string tex(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t bytes = bytes_of_letter(text);
        const bool ascii = static_cast<unsigned char>(text.front()) < 0x80;
        if (text.front() == ' ' && out.ends_with(' ')) out += '\\';  // TeX reads several blanks as one
        out += ascii ? tex_ascii(text.front()) : tex_letter(text.substr(0, bytes));
        text.remove_prefix(ascii ? 1 : bytes);
    }
    return out;
}

std::string tikz_rgb(Rgb c) { return say("{rgb,255:red,", c.r, ";green,", c.g, ";blue,", c.b, "}"); }

std::string tikz_at(double x, double y) { return say("(", num(x), ",", num(y), ")"); }

// How much larger text is than in a sheet of its natural size.
double tikz_scale(const Sheet& sheet) { return sheet.text_pixels / Sheet().text_pixels; }

std::string tikz_node(const Sheet& sheet, TextAnchor anchor, double x, double y, std::string_view colour,
                      std::string_view font, const std::string& text) {
    const char* side = anchor == TextAnchor::middle ? "base" : anchor == TextAnchor::end ? "base east" : "base west";
    return say("\\node[anchor=", side, ",text=", colour, "] at ", tikz_at(x, y + kHalfDigit * tikz_scale(sheet)), " {",
               font, tex(text), "};\n");
}

void tikz_cell(const Sheet& sheet, const SheetCell& c, std::string& out) {
    const std::string box = say(tikz_at(c.x, c.y), " rectangle ", tikz_at(c.x + c.width, c.y + c.height), ";\n");
    const std::string fill = tikz_rgb(c.fill);
    out += say("\\filldraw[draw=", c.framed ? "line" : fill, ",fill=", fill, "] ", box);
    if (c.mark != Mark::none)
        out += say("\\fill[pattern=", c.mark == Mark::crossed ? "crosshatch" : "north east lines",
                   ",pattern color=", tikz_rgb(pattern_on({c.fill, c.ink})), "] ", box);
    const double right = c.x + c.width, bottom = c.y + c.height;
    if (c.both)
        out += say("\\filldraw[draw=paper,fill=ink] ", tikz_at(right - both_side(c), bottom), " -- ",
                   tikz_at(right, bottom), " -- ", tikz_at(right, bottom - both_side(c)), " -- cycle;\n");
    if (c.lit) out += say("\\draw[line width=1.5pt] ", box);
    if (!c.label.empty())
        out += tikz_node(sheet, TextAnchor::middle, c.x + c.width / 2, c.y + c.height / 2, tikz_rgb(c.ink),
                         "\\ttfamily ", c.label);
}

std::string tikz_head(const Sheet& sheet, bool large) {
    const auto define = [](std::string_view name, Rgb c) {
        return say("\\definecolor{", name, "}{RGB}{", c.r, ",", c.g, ",", c.b, "}\n");
    };
    const std::string width = num(sheet.width), height = num(sheet.height);
    const double by = tikz_scale(sheet);
    const std::string nodes = by == 1 ? std::string() : say(",nodes={scale=", static_cast<int>(by * 1000), "/1000}");
    return say("% ", sheet.sentence,
               large ? "\n% Compile it with lualatex: pdflatex has no memory for so many cells." : "",
               "\n\\documentclass{article}\n\\usepackage[paperwidth=", width, "bp,paperheight=", height,
               "bp,margin=0pt]{geometry}\n\\usepackage{tikz}\n\\usetikzlibrary{patterns}\n\\pagestyle{empty}\n"
               "\\setlength{\\parindent}{0pt}\n\\setlength{\\topskip}{0pt}\n",
               define("paper", sheet.paper), define("ink", sheet.ink), define("line", sheet.line),
               define("accent", sheet.accent),
               "\\begin{document}\n\\begin{tikzpicture}[x=1bp,y=-1bp,font=\\sffamily,draw=ink,line width=0.5pt,"
               "inner sep=0pt,outer sep=0pt",
               nodes, "]\n\\useasboundingbox (0,0) rectangle ", tikz_at(sheet.width, sheet.height),
               ";\n\\fill[paper] (0,0) rectangle ", tikz_at(sheet.width, sheet.height), ";\n");
}

}  // namespace

std::string to_tikz(const Sheet& sheet) {
    std::string out;
    for (const SheetCell& c : sheet.cells) tikz_cell(sheet, c, out);
    constexpr std::string_view kLooks[] = {"draw=line", "draw=paper,line width=4pt", "line width=1.5pt"};
    for (const SheetLine& l : sheet.lines)
        out += say("\\draw[", kLooks[static_cast<std::size_t>(l.kind)], "] ", tikz_at(l.from_x, l.from_y), " -- ",
                   tikz_at(l.to_x, l.to_y), ";\n");
    for (const SheetArrow& a : sheet.arrows) {
        const std::string way = say(tikz_at(a.from_x, a.from_y), " -- ", tikz_at(a.to_x, a.to_y), ";\n");
        out += say("\\draw[draw=paper,line width=4pt] ", way);
        out += say("\\draw[->,draw=accent,line width=1.5pt", a.dashed ? ",dashed" : "", "] ", way);
    }
    for (const SheetArrow& a : sheet.trails)
        out += say("\\draw[->,draw=accent] ", tikz_at(a.from_x, a.from_y), " -- ", tikz_at(a.to_x, a.to_y), ";\n");
    for (const SheetCell& c : sheet.flying) tikz_cell(sheet, c, out);
    for (const SheetText& t : sheet.texts)
        out += tikz_node(sheet, t.anchor, t.x, t.y, "ink", t.title ? "\\Large " : t.mono ? "\\ttfamily " : "", t.text);
    const bool large = std::ranges::count(out, '\n') > kMostForPdflatex;
    return say(tikz_head(sheet, large), out, "\\end{tikzpicture}\n\\end{document}\n");
}

}  // namespace tilescope
