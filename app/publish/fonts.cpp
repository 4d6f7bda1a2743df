// app/publish/fonts.cpp -- the letters of a text, and a font with some of its glyphs.
// SPDX-License-Identifier: MIT
#include "app/publish/picture_formats.h"

#include <tilescope/base/printable.h>

#include <algorithm>
#include <map>

namespace tilescope::io {
namespace {

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
