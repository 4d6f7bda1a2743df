// app/widgets/strip_drawing.cpp -- places and draws the bits and the fields of a word.
// SPDX-License-Identifier: MIT
#include "app/widgets/strip_drawing.h"
#include "app/ui/drawing.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <numeric>

namespace tilescope::ui {
namespace {

float bits_of(const StripBand& band) { return static_cast<float>(band.high - band.low + 1); }

std::vector<StripBand> bands_between(const Format& format, unsigned low, unsigned high) {
    std::vector<StripBand> bands;
    for (std::size_t i = format.fields.size(); i-- > 0;) {
        const Field& f = format.fields[i];
        const unsigned top = f.lsb + f.width - 1;
        if (f.lsb > high || top < low) continue;
        bands.push_back({i, std::max(low, f.lsb), std::min(high, top)});
    }
    return bands;
}

// Shares `spare` among the bands. `missing` is the width that each label lacks. A small request is granted in full, so
// short labels are whole and only long labels are cut.
std::vector<float> grants(const std::vector<float>& missing, float spare) {
    std::vector<std::size_t> order(missing.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return missing[i]; });
    std::vector<float> granted(missing.size());
    for (std::size_t n = 0; n < order.size(); ++n) {
        const float share = spare / static_cast<float>(order.size() - n);
        granted[order[n]] = std::min(missing[order[n]], share);
        spare -= granted[order[n]];
    }
    return granted;
}

void share_width(std::vector<StripBand>& bands, const StripRoom& room, unsigned bits) {
    std::vector<float> missing;
    for (const StripBand& b : bands) missing.push_back(std::max(0.0f, room.labels[b.field] - bits_of(b) * room.cell));
    const float gaps = room.gap * static_cast<float>(bands.size() - 1);
    const float spare = std::max(0.0f, room.width - gaps - room.cell * static_cast<float>(bits));
    const std::vector<float> granted = grants(missing, spare);
    const float given = std::accumulate(granted.begin(), granted.end(), 0.0f);
    const float rest = (spare - given) / static_cast<float>(bits);
    float x = 0;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        const float end = x + bits_of(bands[i]) * (room.cell + rest) + granted[i];
        bands[i].x = std::round(x);
        bands[i].width = std::round(end) - bands[i].x;
        x = end + room.gap;
    }
}

// Returns the width that a row needs so that no label is cut: the widest of `room.rows` rows.
float needed_width(const Format& format, const StripRoom& room) {
    float widest = 0;
    const unsigned bits = format.bits / room.rows;
    for (unsigned i = 0; i < room.rows; ++i) {
        float width = 0;
        for (const StripBand& b : bands_between(format, i * bits, (i + 1) * bits - 1))
            width += std::max(room.labels[b.field], bits_of(b) * room.cell) + room.gap;
        widest = std::max(widest, width - room.gap);
    }
    return widest;
}

// A word is drawn in the smallest number of rows that cuts no label.
constexpr unsigned kMostRows = 4;
// Heights in logical pixels. A row has bit numbers, cells and bands: two rows and their gap are 100 pixels.
constexpr float kNumbersHeight = kTextSizes[static_cast<std::size_t>(TextSize::small)], kCellsHeight = 17,
                kBandsHeight = 20;
constexpr float kEasyCell = 12;  // width of a bit, in logical pixels
// The largest width that a label may claim, in heights of the font.
constexpr float kLongestLabel = 7;

struct Pen {
    const BitStrip& strip;
    const StripGeometry& at;
    ImDrawList& list;
    Sizes sizes;

    std::uint64_t raw(const StripBand& band) const { return get_field(strip.format.fields[band.field], strip.word); }
    const Field& field(const StripBand& band) const { return strip.format.fields[band.field]; }
    Rect band_rect(std::size_t row, const StripBand& band) const {
        const ImVec2 min{at.origin.x + band.x, at.bands_y(row)};
        return {min, {min.x + band.width, min.y + at.bands}};
    }
    Rect cell_rect(std::size_t row, const StripBand& band, unsigned bit) const {
        const CellSpan cell = cell_of(band, bit);
        return {{at.origin.x + cell.from, at.cells_y(row)}, {at.origin.x + cell.to, at.bands_y(row)}};
    }
};

// Draws bit numbers above the first and the last bit of a band. If two numbers would touch, the first bit keeps its
// number.
void draw_numbers(const Pen& pen, std::size_t row) {
    const float apart = std::round(pen.at.numbers / 4);
    std::vector<CellSpan> taken;
    const auto place = [&](const StripBand& band, unsigned bit) {
        const std::string text = say(bit);
        const CellSpan cell = cell_of(band, bit);
        const float width = text_width(pen.sizes, TextSize::small, text);
        const float from = std::max(0.0f, std::round((cell.from + cell.to - width) / 2)), to = from + width;
        for (const CellSpan& t : taken)
            if (from < t.to + apart && t.from < to + apart) return;
        taken.push_back({from, to});
        draw_text(pen.list, pen.sizes, TextSize::small, {pen.at.origin.x + from, pen.at.cells_y(row) - pen.at.numbers},
                  pen.strip.theme.dim, text);
    };
    for (const StripBand& band : pen.at.rows[row].bands) place(band, band.high);
    for (const StripBand& band : pen.at.rows[row].bands)
        if (band.low != band.high) place(band, band.low);
}

// The look of a bit without a value: hatched, with a question mark in the colour of questions.
void draw_unknown_cell(const Pen& pen, const Rect& cell) {
    const ImU32 colour = colour_of(pen.strip.theme, Severity::ask);
    hatch_rect(pen.list, cell.min, cell.max, {faded(colour, 0.35f), pen.sizes.hatch});
    draw_centred(pen.list, cell, colour, sign_of(Severity::ask));
}

void draw_cells(const Pen& pen, std::size_t row, const StripBand& band) {
    const Theme& theme = pen.strip.theme;
    const Rect first = pen.cell_rect(row, band, band.high), last = pen.cell_rect(row, band, band.low);
    pen.list.AddRectFilled(first.min, last.max, theme.window);
    if (is_hatched(pen.field(band).role))
        hatch_rect(pen.list, first.min, last.max, {faded(theme.hatch, 0.25f), pen.sizes.hatch});
    for (unsigned bit = band.high + 1; bit-- > band.low;) {
        const Rect cell = pen.cell_rect(row, band, bit);
        const bool one = (pen.strip.word >> bit & 1) != 0, unknown = (pen.strip.unknown >> bit & 1) != 0;
        if (unknown) draw_unknown_cell(pen, cell);
        if (!unknown) draw_centred(pen.list, cell, one ? theme.text : theme.dim, one ? "1" : "0");
        if (unknown) mark_rect(cell, pen.strip.id, ".unknown.", bit);
        if (bit != band.low)
            pen.list.AddLine({cell.max.x, cell.min.y}, cell.max, faded(theme.line, 0.5f), pen.sizes.line);
    }
    pen.list.AddRect(first.min, last.max, theme.line, 0, 0, pen.sizes.line);
}

// Returns the longest text that fits. A fixed field shows its bits only if they are wrong.
std::string band_label(const Field& field, std::uint64_t raw, std::uint64_t unknown, float width) {
    const bool fixed = field.encoding == Encoding::fixed;
    const std::string id(field.id), name = fixed ? "fixed" : id;
    if (unknown != 0) {
        const std::string text = say(name, ' ', text_of(field, raw, unknown));
        const float sign = ImGui::CalcTextSize(" ?").x;
        if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
        return fixed || width <= 2 * sign ? "?" : say(shortened_id(name, width - sign), " ?");
    }
    if (fixed && raw == field.want) return ImGui::CalcTextSize("fixed").x <= width ? "fixed" : "";
    const std::array<std::string, 3> wordings = {say(name, ' ', fixed ? hex(raw) : meaning_of(field, raw)),
                                                 say(name, ' ', fixed ? say(raw) : text_of(field, raw)), name};
    for (const std::string& text : wordings)
        if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
    return shortened_id(name, width);
}

bool differs(const Pen& pen, const StripBand& band) { return differs_from_reference(pen.strip, pen.field(band)); }

// Returns the worst problem of a field, or null.
const Problem* worst_of(std::span<const Problem> problems, std::string_view field) {
    const Problem* worst = nullptr;
    for (const Problem& p : problems)
        if (p.field == field && (worst == nullptr || p.severity < worst->severity)) worst = &p;
    return worst;
}

void draw_band(const Pen& pen, std::size_t row, const StripBand& band) {
    const Theme& theme = pen.strip.theme;
    const Field& field = pen.field(band);
    const Rect rect = pen.band_rect(row, band);
    const std::uint64_t unknown = get_field(field, pen.strip.unknown);
    // The band of a field with unknown bits is an outline in the colour of the field.
    const ImU32 role = colour_of(theme, field.role);
    pen.list.AddRectFilled(rect.min, rect.max, unknown == 0 ? role : faded(role, 0.25f));
    if (unknown != 0) pen.list.AddRect(rect.min, rect.max, role, 0, 0, 2 * pen.sizes.line);
    if (is_hatched(field.role)) hatch_rect(pen.list, rect.min, rect.max, {faded(theme.hatch, 0.5f), pen.sizes.hatch});

    const Problem* problem = worst_of(pen.strip.problems, field.id);
    const float radius = problem != nullptr ? std::round(std::min(pen.sizes.text * 0.5f, band.width / 2)) : 0;
    Rect inner{{rect.min.x + 2 * radius, rect.min.y}, rect.max};
    const float room = inner.max.x - inner.min.x - pen.sizes.pad;
    draw_centred(pen.list, inner, unknown == 0 ? theme.text_on_role : theme.text,
                 band_label(field, pen.raw(band), unknown, room));
    if (problem != nullptr) {
        pen.list.AddRect(rect.min, rect.max, colour_of(theme, problem->severity), 0, 0, 2 * pen.sizes.line);
        draw_severity(pen.list, {rect.min.x + radius + pen.sizes.line, rect.centre().y}, radius, problem->severity,
                      theme);
    }
    if (differs(pen, band)) {
        const float side = std::round(pen.sizes.text * 0.5f);
        pen.list.AddTriangleFilled({rect.max.x - side, rect.min.y}, {rect.max.x, rect.min.y},
                                   {rect.max.x, rect.min.y + side}, theme.text_on_role);
    }
}

// Adjacent bits share one ring.
void draw_rings(const Pen& pen, std::size_t row, const StripBand& band, std::uint64_t bits, bool dashed) {
    const RingStyle ring_style = ring_of(pen.strip.theme, pen.sizes, dashed);
    const auto lit = [&](unsigned bit) { return (bits >> bit & 1) != 0; };
    for (unsigned bit = band.high + 1; bit-- > band.low;) {
        if (!lit(bit) || (bit != band.high && lit(bit + 1))) continue;
        unsigned end = bit;
        while (end > band.low && lit(end - 1)) --end;
        draw_ring_rect(pen.list, pen.cell_rect(row, band, bit).min, pen.cell_rect(row, band, end).max, ring_style);
    }
}

// Returns the width of the name with its longest value. A fixed field needs no label. The value of a flag is its bit.
float label_width(const Field& field) {
    if (field.encoding == Encoding::fixed) return 0;
    std::string value;
    if (field.encoding == Encoding::number) value = text_of(field, bit_mask(field.width));
    for (const NamedValue& n : field.names)
        if (n.name.size() > value.size()) value = n.name;
    return ImGui::CalcTextSize(say(field.id, value.empty() ? "" : " ", value).c_str()).x;
}

std::string half_text(const BitStrip& strip, const StripRow& row) {
    const std::string all = hex_word(strip.format, strip.word, strip.unknown);
    const std::size_t digits = (row.high - row.low + 1) / 4;  // after "0x", the digits of the high half come first
    return say(row.low == 0 ? "lo 0x" : "hi 0x", all.substr(row.low == 0 ? all.size() - digits : 2, digits));
}

}  // namespace

std::vector<StripRow> strip_rows(const Format& format, const StripRoom& room) {
    std::vector<StripRow> rows;
    const unsigned bits = format.bits / room.rows;
    for (unsigned i = room.rows; i-- > 0;) {
        StripRow row{i * bits, (i + 1) * bits - 1, bands_between(format, i * bits, (i + 1) * bits - 1)};
        share_width(row.bands, room, bits);
        rows.push_back(std::move(row));
    }
    return rows;
}

CellSpan cell_of(const StripBand& band, unsigned bit) {
    const float from_left = static_cast<float>(band.high - bit), share = band.width / bits_of(band);
    return {band.x + std::round(from_left * share), band.x + std::round((from_left + 1) * share)};
}

unsigned bit_at(const StripRow& row, float x) {
    if (x < 0) return row.high;
    const StripBand* hit = &row.bands.front();
    for (const StripBand& b : row.bands)
        if (x >= b.x) hit = &b;
    for (unsigned bit = hit->high; bit > hit->low; --bit)
        if (x < cell_of(*hit, bit).to) return bit;
    return hit->low;
}

bool differs_from_reference(const BitStrip& strip, const Field& field) {
    return strip.reference && (get_field(field, *strip.reference) != get_field(field, strip.word) ||
                               get_field(field, strip.reference_unknown) != get_field(field, strip.unknown));
}

StripGeometry strip_geometry(const BitStrip& strip) {
    const Sizes sizes = sizes_at(strip.scale);
    StripGeometry at;
    at.origin = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    StripRoom room;
    room.gap = 2 * sizes.line;
    const float most = kLongestLabel * ImGui::GetFontSize();
    for (const Field& f : strip.format.fields) room.labels.push_back(std::min(most, label_width(f) + 1.5f * sizes.pad));

    ImGui::PushFont(strip.mono);
    // The number of rows is chosen for cells that are easy to click.
    room.cell = kEasyCell * strip.scale;
    room.rows = 1;
    while (room.rows < kMostRows && needed_width(strip.format, room) > width) room.rows *= 2;
    room.cell = ImGui::CalcTextSize("0").x + 2 * sizes.line;
    const float hex_width = ImGui::CalcTextSize("  hi 0x00000000").x;
    ImGui::PopFont();
    // The digits of each row are only for words with two halves of 32 bits, as code builds them.
    const bool halves = room.rows == 2 && strip.format.bits == 64;
    at.with_hex = halves && width - hex_width >= needed_width(strip.format, room);
    room.width = at.with_hex ? width - hex_width : width;
    at.rows = strip_rows(strip.format, room);
    at.hex_x = width - hex_width;
    at.numbers = std::round(kNumbersHeight * strip.scale);
    at.cells = std::round(kCellsHeight * strip.scale);
    at.bands = std::round(kBandsHeight * strip.scale);
    at.pitch = at.numbers + at.cells + at.bands + std::round(sizes.gap / 4);
    at.width = width;
    at.height = at.pitch * static_cast<float>(at.rows.size());
    return at;
}

void draw_strip(const BitStrip& strip, const StripGeometry& geometry) {
    const Pen pen{strip, geometry, *ImGui::GetWindowDrawList(), sizes_at(strip.scale)};
    for (std::size_t row = 0; row < geometry.rows.size(); ++row) {
        // In the text font: the 0 of the mono font has a stroke inside, so that a small one reads like an 8.
        draw_numbers(pen, row);
        ImGui::PushFont(strip.mono);
        for (const StripBand& band : geometry.rows[row].bands) draw_cells(pen, row, band);
        if (geometry.with_hex) {
            const std::string text = "  " + half_text(strip, geometry.rows[row]);
            const float y = geometry.cells_y(row) + std::round((geometry.cells - ImGui::GetFontSize()) / 2);
            pen.list.AddText({geometry.origin.x + geometry.hex_x, y}, strip.theme.text, text.c_str());
        }
        ImGui::PopFont();
        for (const StripBand& band : geometry.rows[row].bands) draw_band(pen, row, band);
        for (const StripBand& band : geometry.rows[row].bands) {
            draw_rings(pen, row, band, pen.strip.lit, !pen.strip.pinned);
            draw_rings(pen, row, band, pen.strip.ringed, false);
        }
    }
}

}  // namespace tilescope::ui
