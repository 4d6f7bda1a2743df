// app/publish/pdf.cpp -- a sheet as a PDF file of one page, the letters of a text, and a font with some of its glyphs.
// SPDX-License-Identifier: MIT
//
// A PDF file is a list of numbered objects, then a table of where each begins. The page is a stream of drawing
// commands: "x y width height re f" fills a box. Text is drawn with the numbers of glyphs; the map ToUnicode says which
// letters they are, for who copies or searches the text.
#include "app/io/packing.h"
#include "app/publish/font_face.h"
#include "app/publish/picture_formats.h"

#include "tilescope_font_data_embedded.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tilescope::io {
namespace {

constexpr double kPointsPerPixel = 0.75, kHatchStep = 6;
constexpr double kUnitsOfFont = 1000;

// With two decimal digits, independent of the locale.
std::string decimal(double value) {
    const auto hundredths = static_cast<std::int64_t>(std::llround(value * 100));
    const std::int64_t whole = std::abs(hundredths) / 100, rest = std::abs(hundredths) % 100;
    const char* sign = hundredths < 0 ? "-" : "";
    return rest == 0 ? say(sign, whole) : say(sign, whole, rest < 10 ? ".0" : ".", rest);
}

std::string hex4(std::uint32_t value) { return hex(value, 4).substr(2); }

// The letters of a text as PDF stores them outside of a page: UTF-16 with the highest byte first.
std::string utf16_hex(std::uint32_t letter) {
    if (letter < 0x10000) return hex4(letter);
    const std::uint32_t rest = letter - 0x10000;
    return hex4(0xd800 + (rest >> 10)) + hex4(0xdc00 + (rest & 0x3ff));
}

// JetBrains Mono. The numbers of its glyphs, and those that were used.
class PdfFont {
public:
    PdfFont() : face_(embedded::jetbrains_mono_regular()) {
        const FT_Glyph_Metrics& zero = face_.load('0', FT_LOAD_NO_SCALE).metrics;
        advance_ = scaled(zero.horiAdvance);
        half_height_ = scaled(zero.horiBearingY) / 2;
    }

    unsigned glyph(std::uint32_t letter) {
        const unsigned index = FT_Get_Char_Index(face_.get(), letter);
        used_[index] = index == 0 ? kNoLetter : letter;  // all letters that the font lacks share a glyph
        return index;
    }
    // In thousandths of the size of the font.
    double advance() const { return advance_; }
    double half_height() const { return half_height_; }
    const std::map<unsigned, std::uint32_t>& used() const { return used_; }

    std::string program() const {
        std::set<unsigned> glyphs;
        for (const auto& [glyph, letter] : used_) glyphs.insert(glyph);
        return font_subset(embedded::jetbrains_mono_regular(), std::move(glyphs));
    }
    std::string descriptor(std::size_t program_object) const {
        constexpr unsigned kFixedPitch = 1, kNonSymbolic = 32;
        const FT_BBox& box = face_->bbox;
        return say("<< /Type /FontDescriptor /FontName /TSCOPE+JetBrainsMono-Regular /Flags ",
                   kFixedPitch + kNonSymbolic, " /FontBBox [", decimal(scaled(box.xMin)), " ",
                   decimal(scaled(box.yMin)), " ", decimal(scaled(box.xMax)), " ", decimal(scaled(box.yMax)),
                   "] /ItalicAngle 0 /Ascent ", decimal(scaled(face_->ascender)), " /Descent ",
                   decimal(scaled(face_->descender)), " /CapHeight ", decimal(2 * half_height_),
                   " /StemV 80 /FontFile2 ", program_object, " 0 R >>");
    }

private:
    FontFace face_;
    double advance_ = 0, half_height_ = 0;
    std::map<unsigned, std::uint32_t> used_;

    double scaled(FT_Pos units) const { return static_cast<double>(units) * kUnitsOfFont / face_->units_per_EM; }
};

// The drawing commands of a page. Positions are those of the sheet: the head of the page turns the y axis.
class PdfPage {
public:
    PdfPage(const Sheet& sheet, PdfFont& font) : sheet_(sheet), font_(font) {
        out_ = say(decimal(kPointsPerPixel), " 0 0 -", decimal(kPointsPerPixel), " 0 ",
                   decimal(sheet.height * kPointsPerPixel), " cm\n");
        fill(sheet.paper);
        out_ += say("0 0 ", decimal(sheet.width), " ", decimal(sheet.height), " re f\n");
    }

    std::string drawn() {
        for (const SheetCell& c : sheet_.cells) cell(c);
        out_ += "2 J\n";  // lines end half their width after their ends, so that corners are whole
        for (const SheetLine& l : sheet_.lines) {
            stroke(sheet_.colour_of(l), width_of(l));
            line({l.from_x, l.from_y}, {l.to_x, l.to_y});
        }
        out_ += "0 J\n";
        for (const SheetArrow& a : sheet_.arrows) arrow(a, 5, 2);
        for (const SheetText& t : sheet_.texts) text(t, sheet_.ink);
        for (const SheetArrow& a : sheet_.trails) arrow(a, 3, 1);
        for (const SheetCell& c : sheet_.flying) cell(c);
        return std::move(out_);
    }

private:
    struct Spot {
        double x, y;
    };
    const Sheet& sheet_;
    PdfFont& font_;
    std::string out_;

    static std::string colour(Rgb c) {
        return say(decimal(c.r / 255.0), " ", decimal(c.g / 255.0), " ", decimal(c.b / 255.0));
    }
    void fill(Rgb c) { out_ += say(colour(c), " rg\n"); }
    void stroke(Rgb c, double width) { out_ += say(colour(c), " RG ", decimal(width), " w\n"); }
    static std::string spot(Spot p) { return say(decimal(p.x), " ", decimal(p.y), " "); }
    void line(Spot from, Spot to) { out_ += say(spot(from), "m ", spot(to), "l S\n"); }

    void cell(const SheetCell& c) {
        const std::string box = say(spot({c.x, c.y}), spot({c.width, c.height}), "re ");
        fill(c.fill);
        stroke(c.framed ? sheet_.line : c.fill, 0.5);
        out_ += say(box, "B\n");
        if (c.mark != Mark::none) hatch(c);
        const double right = c.x + c.width, bottom = c.y + c.height;
        if (c.both) {
            fill(sheet_.ink);
            stroke(sheet_.paper, 1);
            out_ += say(spot({right - both_side(c), bottom}), "m ", spot({right, bottom}), "l ",
                        spot({right, bottom - both_side(c)}), "l b\n");
        }
        if (c.lit) {
            stroke(sheet_.ink, 2);
            out_ += say(box, "S\n");
        }
        if (!c.label.empty()) text({c.x + c.width / 2, c.y + c.height / 2, TextAnchor::middle, true, c.label}, c.ink);
    }

    // Lines x + y = a multiple of the step, and if crossed also x - y; each cut at the edges of the cell.
    void hatch(const SheetCell& c) {
        stroke(pattern_on({c.fill, c.ink}), 1);
        const double right = c.x + c.width, bottom = c.y + c.height;
        for (double s = std::ceil((c.x + c.y) / kHatchStep) * kHatchStep; s < right + bottom; s += kHatchStep) {
            const double low = std::max(c.x, s - bottom), high = std::min(right, s - c.y);
            if (low < high) line({low, s - low}, {high, s - high});
        }
        if (c.mark != Mark::crossed) return;
        for (double s = std::ceil((c.x - bottom) / kHatchStep) * kHatchStep; s < right - c.y; s += kHatchStep) {
            const double low = std::max(c.x, s + c.y), high = std::min(right, s + bottom);
            if (low < high) line({low, low - s}, {high, high - s});
        }
    }

    void arrow(const SheetArrow& a, double halo, double width) {
        constexpr double kTip = 7, kHalfTip = 3.5;
        const double dx = a.to_x - a.from_x, dy = a.to_y - a.from_y;
        const double length = std::max(std::sqrt(dx * dx + dy * dy), 0.01);  // std::hypot needs glibc 2.35
        const double ux = dx / length, uy = dy / length;
        const Spot from{a.from_x, a.from_y}, to{a.to_x, a.to_y}, neck{a.to_x - ux * kTip, a.to_y - uy * kTip};
        stroke(sheet_.paper, halo);
        line(from, to);
        stroke(sheet_.accent, width);
        if (a.dashed) out_ += "[4 3] 0 d\n";
        line(from, neck);
        if (a.dashed) out_ += "[] 0 d\n";
        fill(sheet_.accent);
        out_ += say(spot(to), "m ", spot({neck.x - uy * kHalfTip, neck.y + ux * kHalfTip}), "l ",
                    spot({neck.x + uy * kHalfTip, neck.y - ux * kHalfTip}), "l f\n");
    }

    void text(const SheetText& t, Rgb ink) {
        const std::vector<std::uint32_t> letters = letters_of(t.text);
        const double size = t.title ? sheet_.title_pixels : sheet_.text_pixels;
        const double width = static_cast<double>(letters.size()) * font_.advance() * size / kUnitsOfFont;
        const double left = t.anchor == TextAnchor::middle ? width / 2 : t.anchor == TextAnchor::end ? width : 0;
        std::string glyphs;
        for (const std::uint32_t letter : letters) glyphs += hex4(font_.glyph(letter));
        fill(ink);
        out_ += say("BT /F1 ", decimal(size), " Tf 1 0 0 -1 ",
                    spot({t.x - left, t.y + font_.half_height() * size / kUnitsOfFont}), "Tm <", glyphs, "> Tj ET\n");
    }
};

std::string stream(const std::string& bytes, std::string_view more = {}) {
    const std::string packed = zlib_stream(bytes);
    return say("<< /Length ", packed.size(), " /Filter /FlateDecode", more, " >>\nstream\n", packed, "\nendstream");
}

// The map from glyphs to letters. A list in it has at most 100 entries.
std::string to_unicode(const PdfFont& font) {
    constexpr std::size_t kMostInList = 100;
    std::string out =
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n/CMapName /Letters def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n";
    std::vector<std::pair<unsigned, std::uint32_t>> left(font.used().begin(), font.used().end());
    for (std::size_t begin = 0; begin < left.size(); begin += kMostInList) {
        const std::size_t end = std::min(begin + kMostInList, left.size());
        out += say(end - begin, " beginbfchar\n");
        for (std::size_t i = begin; i < end; ++i)
            out += say("<", hex4(left[i].first), "> <", utf16_hex(left[i].second), ">\n");
        out += "endbfchar\n";
    }
    return out + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
}

std::string title_of(const Sheet& sheet) {
    for (const SheetText& t : sheet.texts)
        if (t.title) return t.text;
    return sheet.sentence;
}

std::string file_of(const std::vector<std::string>& objects) {
    std::string out = "%PDF-1.5\n%\xe2\xe3\xcf\xd3\n";
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        places.push_back(out.size());
        out += say(i + 1, " 0 obj\n", objects[i], "\nendobj\n");
    }
    const std::size_t table = out.size();
    out += say("xref\n0 ", objects.size() + 1, "\n0000000000 65535 f \n");
    for (const std::size_t place : places) {
        const std::string digits = say(place);
        out += say(std::string(10 - std::min<std::size_t>(10, digits.size()), '0'), digits, " 00000 n \n");
    }
    return out + say("trailer\n<< /Size ", objects.size() + 1, " /Root 1 0 R /Info 9 0 R >>\nstartxref\n", table,
                     "\n%%EOF\n");
}

// ---- the font, with the glyphs that are used

using TableBytes = std::string_view;

// Numbers in a font have the highest byte first. Bytes past the end are 0.
std::uint32_t number_at(TableBytes bytes, std::size_t at, unsigned size) {
    std::uint32_t out = 0;
    for (unsigned i = 0; i < size; ++i)
        out = out << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    return out;
}

void set_number(std::string& out, std::size_t at, std::uint32_t number, int size) {
    const std::string bytes = big_endian(number, size);
    if (at + bytes.size() <= out.size()) out.replace(at, bytes.size(), bytes);
}

std::uint32_t sum_of(TableBytes bytes) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 4) sum += number_at(bytes, i, 4);
    return sum;
}

constexpr std::size_t kFileHead = 12, kTableRow = 16;
constexpr std::size_t kLocaFormat = 50, kFontSum = 8;  // in the table head
constexpr std::size_t kGlyphCount = 4;                 // in the table maxp

class FontTables {
public:
    explicit FontTables(TableBytes font) {
        const std::size_t count = number_at(font, 4, 2);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t row = kFileHead + i * kTableRow, at = number_at(font, row + 8, 4),
                              size = number_at(font, row + 12, 4);
            if (row + kTableRow <= font.size() && at <= font.size() && size <= font.size() - at)
                tables_[std::string(font.substr(row, 4))] = font.substr(at, size);
        }
    }

    TableBytes of(const std::string& name) const {
        const auto found = tables_.find(name);
        return found == tables_.end() ? TableBytes() : found->second;
    }
    std::size_t glyphs() const { return number_at(of("maxp"), kGlyphCount, 2); }
    TableBytes outline(std::size_t glyph) const {
        const bool wide = number_at(of("head"), kLocaFormat, 2) != 0;
        const auto begin = [&](std::size_t i) -> std::size_t {
            return wide ? number_at(of("loca"), i * 4, 4) : number_at(of("loca"), i * 2, 2) * 2;
        };
        const TableBytes all = of("glyf");
        if (glyph >= glyphs() || begin(glyph + 1) > all.size() || begin(glyph) > begin(glyph + 1)) return {};
        return all.substr(begin(glyph), begin(glyph + 1) - begin(glyph));
    }

private:
    std::map<std::string, TableBytes> tables_;
};

// The glyphs that a compound glyph consists of. A simple one has none.
std::vector<unsigned> parts_of(TableBytes outline) {
    constexpr unsigned kWords = 1, kScale = 8, kMore = 0x20, kTwoScales = 0x40, kFourScales = 0x80;
    constexpr std::uint32_t kSignBit = 0x8000;
    std::vector<unsigned> out;
    if (outline.size() < 10 || (number_at(outline, 0, 2) & kSignBit) == 0) return out;
    for (std::size_t at = 10; at + 4 <= outline.size();) {
        const unsigned flags = number_at(outline, at, 2);
        out.push_back(number_at(outline, at + 2, 2));
        at += 4 + ((flags & kWords) != 0 ? 4u : 2u);
        at += (flags & kScale) != 0 ? 2u : (flags & kTwoScales) != 0 ? 4u : (flags & kFourScales) != 0 ? 8u : 0u;
        if ((flags & kMore) == 0) break;
    }
    return out;
}

std::set<unsigned> with_parts(const FontTables& font, std::set<unsigned> glyphs) {
    std::vector<unsigned> open(glyphs.begin(), glyphs.end());
    while (!open.empty()) {
        const unsigned glyph = open.back();
        open.pop_back();
        for (const unsigned part : parts_of(font.outline(glyph)))
            if (glyphs.insert(part).second) open.push_back(part);
    }
    return glyphs;
}

struct NewTable {
    std::string name, bytes;
};

std::string file_of(const std::vector<NewTable>& tables) {
    constexpr std::uint32_t kTrueType = 0x00010000, kWholeSum = 0xb1b0afba;
    std::uint32_t power = 1, log = 0;
    while (power * 2 <= tables.size()) power *= 2, ++log;
    std::string out = big_endian(kTrueType), data;
    const auto count = static_cast<std::uint32_t>(tables.size());
    for (const std::uint32_t n : {count, power * 16, log, (count - power) * 16}) out += big_endian(n, 2);
    std::size_t head_at = 0;
    for (const NewTable& t : tables) {
        const std::size_t at = kFileHead + tables.size() * kTableRow + data.size();
        if (t.name == "head") head_at = at;
        out += t.name;
        for (const std::size_t n : {std::size_t{sum_of(t.bytes)}, at, t.bytes.size()})
            out += big_endian(static_cast<std::uint32_t>(n));
        data += t.bytes;
        data.resize((data.size() + 3) / 4 * 4);
    }
    out += data;
    set_number(out, head_at + kFontSum, kWholeSum - sum_of(out), 4);
    return out;
}

}  // namespace

std::string to_pdf(const Sheet& sheet) {
    PdfFont font;
    const std::string page = PdfPage(sheet, font).drawn();
    std::string title = "feff";
    for (const std::uint32_t letter : letters_of(title_of(sheet))) title += utf16_hex(letter);
    const std::string program = font.program();
    return file_of({
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        say("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ", decimal(sheet.width * kPointsPerPixel), " ",
            decimal(sheet.height * kPointsPerPixel), "] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"),
        stream(page),
        "<< /Type /Font /Subtype /Type0 /BaseFont /TSCOPE+JetBrainsMono-Regular /Encoding /Identity-H "
        "/DescendantFonts [6 0 R] /ToUnicode 8 0 R >>",
        say("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /TSCOPE+JetBrainsMono-Regular /CIDSystemInfo << "
            "/Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /DW ",
            decimal(font.advance()), " /FontDescriptor 7 0 R >>"),
        font.descriptor(10),
        stream(to_unicode(font)),
        say("<< /Title <", title, "> /Producer (tilescope) >>"),
        stream(program, say(" /Length1 ", program.size())),
    });
}

// ---- the font, with the glyphs that are used

std::vector<std::uint32_t> letters_of(std::string_view utf8) {
    std::vector<std::uint32_t> out;
    out.reserve(utf8.size());
    while (!utf8.empty()) {
        const FirstLetter letter = first_letter(utf8);
        out.push_back(letter.code);
        utf8.remove_prefix(std::max<std::size_t>(letter.bytes, 1));
    }
    return out;
}

std::string font_subset(std::span<const unsigned char> font, std::set<unsigned> glyphs) {
    const FontTables tables(TableBytes(reinterpret_cast<const char*>(font.data()), font.size()));
    if (tables.of("head").empty() || tables.of("glyf").empty() || tables.of("loca").empty()) return {};
    glyphs.insert(0);
    glyphs = with_parts(tables, std::move(glyphs));
    std::string outlines, places;
    for (unsigned glyph = 0; glyph <= tables.glyphs(); ++glyph) {
        places += big_endian(static_cast<std::uint32_t>(outlines.size()));
        if (glyph == tables.glyphs() || !glyphs.contains(glyph)) continue;
        outlines += tables.outline(glyph);
        outlines.resize((outlines.size() + 3) / 4 * 4);
    }
    std::string head(tables.of("head"));
    set_number(head, kLocaFormat, 1, 2);
    set_number(head, kFontSum, 0, 4);
    std::vector<NewTable> out;  // in alphabetical order
    for (const char* name : {"cvt ", "fpgm"})
        if (!tables.of(name).empty()) out.push_back({name, std::string(tables.of(name))});
    out.push_back({"glyf", std::move(outlines)});
    out.push_back({"head", std::move(head)});
    for (const char* name : {"hhea", "hmtx"}) out.push_back({name, std::string(tables.of(name))});
    out.push_back({"loca", std::move(places)});
    out.push_back({"maxp", std::string(tables.of("maxp"))});
    if (!tables.of("prep").empty()) out.push_back({"prep", std::string(tables.of("prep"))});
    return file_of(out);
}

}  // namespace tilescope::io
