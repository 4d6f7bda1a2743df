// app/widgets/bit_strip.cpp -- places and draws the bits and fields of a word, and makes edits of the input.
// SPDX-License-Identifier: MIT
#include "app/widgets/bit_strip.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace tilescope::ui {
namespace {

// The positions of the parts of the strip in the window, in whole pixels.
struct StripGeometry {
    std::vector<StripRow> rows;
    ImVec2 origin;                // top left
    float numbers = 0;            // height of the line of bit numbers
    float cells = 0;              // height of the cells
    float bands = 0;              // height of the bands
    float pitch = 0;              // distance from row to row
    float hex_x = 0;              // position of the hexadecimal halves, from the left end
    bool with_hex = true;         // there is room for the halves
    float width = 0, height = 0;  // of the whole strip

    float cells_y(std::size_t row) const { return origin.y + pitch * static_cast<float>(row) + numbers; }
    float bands_y(std::size_t row) const { return cells_y(row) + cells; }
};

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
        const bool assumed = !unknown && (pen.strip.assumed >> bit & 1) != 0;
        if (unknown) draw_unknown_cell(pen, cell);
        if (assumed) hatch_rect(pen.list, cell.min, cell.max, {faded(theme.hatch, 0.35f), pen.sizes.hatch});
        if (!unknown) draw_centred(pen.list, cell, one && !assumed ? theme.text : theme.dim, one ? "1" : "0");
        if (unknown || assumed) mark_rect(cell, pen.strip.id, unknown ? ".unknown." : ".assumed.", bit);
        if (bit != band.low)
            pen.list.AddLine({cell.max.x, cell.min.y}, cell.max, faded(theme.line, 0.5f), pen.sizes.line);
    }
    pen.list.AddRect(first.min, last.max, theme.line, 0, 0, pen.sizes.line);
}

// Returns the longest text that fits. A fixed field shows its bits only if they are wrong.
std::string band_label(const Field& field, std::uint64_t raw, std::uint64_t unknown, float width) {
    const bool fixed = field.encoding == Encoding::fixed, reserved = fixed && field.id.starts_with("rsvd");
    const std::string name(reserved ? "fixed" : field.id);  // reserved bits have no name of their own
    if (unknown != 0) {
        const std::string text = say(name, ' ', text_of(field, raw, unknown));
        const float sign = ImGui::CalcTextSize(" ?").x;
        if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
        return fixed || width <= 2 * sign ? "?" : say(shortened_id(name, width - sign), " ?");
    }
    if (fixed && raw == field.want)
        return !reserved || ImGui::CalcTextSize(name.c_str()).x <= width ? shortened_id(name, width) : "";
    for (const std::string& text : {say(name, ' ', fixed ? hex(raw) : meaning_of(field, raw)),
                                    say(name, ' ', fixed ? say(raw) : text_of(field, raw)), name})
        if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
    return shortened_id(name, width);
}

// Whether the field differs from the pinned word, in its value or in its unknown bits.
bool differs_from_reference(const BitStrip& strip, const Field& field) {
    return strip.reference && (get_field(field, *strip.reference) != get_field(field, strip.word) ||
                               get_field(field, strip.reference_unknown) != get_field(field, strip.unknown));
}

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
    // The band of a field with unknown or assumed bits is an outline in the colour of the field.
    const ImU32 role = colour_of(theme, field.role);
    const bool open = unknown != 0 || get_field(field, pen.strip.assumed) != 0;
    pen.list.AddRectFilled(rect.min, rect.max, open ? faded(role, 0.25f) : role);
    if (open) pen.list.AddRect(rect.min, rect.max, role, 0, 0, 2 * pen.sizes.line);
    if (is_hatched(field.role)) hatch_rect(pen.list, rect.min, rect.max, {faded(theme.hatch, 0.5f), pen.sizes.hatch});

    const Problem* problem = worst_of(pen.strip.problems, field.id);
    const float radius = problem != nullptr ? std::round(std::min(pen.sizes.text * 0.5f, band.width / 2)) : 0;
    Rect inner{{rect.min.x + 2 * radius, rect.min.y}, rect.max};
    const float room = inner.max.x - inner.min.x - pen.sizes.pad;
    draw_centred(pen.list, inner, open ? theme.text : theme.text_on_role,
                 band_label(field, pen.raw(band), unknown, room));
    if (problem != nullptr) {
        pen.list.AddRect(rect.min, rect.max, colour_of(theme, problem->severity), 0, 0, 2 * pen.sizes.line);
        draw_severity(pen.list, {rect.min.x + radius + pen.sizes.line, rect.centre().y}, radius, problem->severity,
                      theme);
    }
    if (differs_from_reference(pen.strip, field)) {
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

// Uses the available width of the current region.
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

// The data of one frame that the functions below share.
struct Turn {
    const BitStrip& strip;
    const StripGeometry& at;
    BitStripState& state;
    BitStripReply reply;

    const Field& field(std::size_t i) const { return strip.format.fields[i]; }
};

// A drag stays in the row where it began: if it slips into another one, nobody means all the bits between.
unsigned bit_under_pointer(const Turn& turn) {
    const auto bit = static_cast<unsigned>(turn.state.drag_bit);
    const auto row =
        std::ranges::find_if(turn.at.rows, [&](const StripRow& r) { return bit >= r.low && bit <= r.high; });
    return bit_at(*row, ImGui::GetIO().MousePos.x - turn.at.origin.x);
}

void begin_painting(Turn& turn, unsigned bit) {
    const bool unknown = (turn.strip.unknown >> bit & 1) != 0;
    turn.state.drag_bit = static_cast<int>(bit);
    turn.state.paint_value = !unknown && (turn.strip.word >> bit & 1) == 0;
    turn.state.drag_word = turn.strip.word;
    turn.state.drag_unknown = turn.strip.unknown;
    turn.reply.word = painted(turn.strip.word, bit, bit, turn.state.paint_value);
    turn.reply.unknown = painted(turn.strip.unknown, bit, bit, false);
    turn.reply.begins = true;
}

void go_on_painting(Turn& turn) {
    const unsigned to = bit_under_pointer(turn), from = static_cast<unsigned>(turn.state.drag_bit);
    const std::uint64_t word = painted(turn.strip.word, from, to, turn.state.paint_value);
    const std::uint64_t unknown = painted(turn.strip.unknown, from, to, false);
    if (word != turn.strip.word || unknown != turn.strip.unknown) turn.reply.word = word, turn.reply.unknown = unknown;
    turn.state.drag_bit = static_cast<int>(to);
}

// Draws a ring around the bit that Space flips. The field of that bit is highlighted too.
void draw_focused_bit(const Turn& turn) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const Theme& theme = turn.strip.theme;
    const float width = sizes_at(turn.strip.scale).ring;
    draw_ring_rect(*ImGui::GetWindowDrawList(), low, high, {theme.text, theme.ring_halo, width, false});
    mark_rect({low, high}, turn.strip.id, ".focused");
}

// The lines of a pasted program that give these bits.
std::string origins_text(const Turn& turn, std::uint64_t bits) {
    std::string out;
    if (turn.strip.origins == nullptr) return out;
    for (const std::string& line : origin_lines(*turn.strip.origins, bits, kOriginsInTooltip)) out += say("\n", line);
    return out;
}

void unknown_tooltip(const Turn& turn, const Field& field, unsigned bit) {
    const ImVec2 low = turn.at.origin, high{low.x + turn.at.width, low.y + turn.at.height};
    tooltip_beside({low, high},
                   say("Bit ", bit, " of ", field.id, " is unknown. Click it to make it 0, and again to make it 1.",
                       origins_text(turn, std::uint64_t{1} << bit)));
}

void cell_item(Turn& turn, std::size_t row, const StripBand& band, unsigned bit) {
    const CellSpan cell = cell_of(band, bit);
    ImGui::SetCursorScreenPos({turn.at.origin.x + cell.from, turn.at.cells_y(row)});
    ImGui::PushID(static_cast<int>(bit));
    ImGui::InvisibleButton("bit", {std::max(1.0f, cell.to - cell.from), turn.at.cells});
    mark(turn.strip.id, ".bit.", bit);
    const bool focused = ImGui::IsItemFocused(), by_keys = focused && ImGui::GetIO().NavVisible;
    if (by_keys) draw_focused_bit(turn);
    if (ImGui::IsItemHovered() || by_keys) turn.reply.pointed = bit;
    if (ImGui::IsItemHovered() && (turn.strip.unknown >> bit & 1) != 0)
        unknown_tooltip(turn, turn.field(band.field), bit);
    // Newer versions of ImGui also press an item with Enter. Here, Enter starts typing a value.
    if (focused && key_pressed(Key::enter, false))
        turn.state.typing = static_cast<int>(band.field);
    else if (ImGui::IsItemActivated())
        begin_painting(turn, bit);
    else if (ImGui::IsItemActive() && turn.state.drag_bit >= 0 && ImGui::IsMouseDown(0))
        go_on_painting(turn);
    ImGui::PopID();
}

bool knows(const Turn& turn, const Field& field) { return get_field(field, turn.strip.unknown) == 0; }

bool is_before_drag(const Turn& turn) {
    return turn.strip.word == turn.state.drag_word && turn.strip.unknown == turn.state.drag_unknown;
}

// A field with unknown bits has no value from which a drag or the wheel could start.
void begin_scrub(Turn& turn, std::size_t field) {
    turn.state.scrub_field = static_cast<int>(field);
    turn.state.scrub_from = ImGui::GetIO().MousePos.y;
    turn.state.scrub_raw = get_field(turn.field(field), turn.strip.word);
    turn.state.drag_word = turn.strip.word;
    turn.state.drag_unknown = turn.strip.unknown;
    turn.reply.begins = true;
}

// Upward drags increase the value: 1 step for 4 logical pixels, 16 times as many with Shift, 1 step a pixel with Alt.
void go_on_scrubbing(Turn& turn, std::size_t field) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!knows(turn, turn.field(field))) return;
    const float pixels = (turn.state.scrub_from - io.MousePos.y) / turn.strip.scale;
    const std::int64_t steps = std::lround(std::trunc(io.KeyAlt ? pixels : pixels / 4)) * (io.KeyShift ? 16 : 1);
    const std::uint64_t raw = stepped(turn.field(field), turn.state.scrub_raw, steps);
    // A press without a drag requests no edit, so a value without a meaning stays as it is.
    if (steps == 0 ? is_before_drag(turn) : raw == get_field(turn.field(field), turn.strip.word)) return;
    turn.reply.field = &turn.field(field);
    turn.reply.raw = steps == 0 ? turn.state.scrub_raw : raw;
}

void turn_wheel(Turn& turn, std::size_t field) {
    const float wheel = ImGui::GetIO().MouseWheel;
    if (wheel == 0 || !knows(turn, turn.field(field))) return;
    const std::uint64_t before = get_field(turn.field(field), turn.strip.word);
    const std::uint64_t raw = stepped(turn.field(field), before, wheel > 0 ? 1 : -1);
    if (raw == before) return;
    turn.reply.field = &turn.field(field);
    turn.reply.raw = raw;
    turn.reply.single = true;
}

void band_tooltip(const Turn& turn, const Field& field) {
    const std::uint64_t raw = get_field(field, turn.strip.word), unknown = get_field(field, turn.strip.unknown);
    std::string text = say(field.id, "  ", bit_range(field), "\n", stored_text(field, raw, unknown), "\n", field.doc,
                           "\n", source_text(field));
    if (unknown != 0) text += say("\n", no_step_text(field, unknown), " A double-click opens a box for it.");
    if (get_field(field, turn.strip.assumed) != 0) text += "\nAssumed: nobody gave it. Set it to make it given.";
    if (differs_from_reference(turn.strip, field))
        text += say("\nreference: ", meaning_of(field, get_field(field, *turn.strip.reference),
                                                get_field(field, turn.strip.reference_unknown)));
    for (const Problem& p : turn.strip.problems)
        if (p.field == field.id) text += say("\n", sign_of(p.severity), "  ", p.rule, "  ", p.text);
    text += origins_text(turn, bit_mask(field.width) << field.lsb);
    // The tooltip is beside the whole strip, because the other row is a part of the word too.
    const ImVec2 low = turn.at.origin, high{low.x + turn.at.width, low.y + turn.at.height};
    tooltip_beside({low, high}, text);
}

void band_item(Turn& turn, std::size_t row, const StripBand& band) {
    const Field& field = turn.field(band.field);
    BitStripState& state = turn.state;
    ImGui::SetCursorScreenPos({turn.at.origin.x + band.x, turn.at.bands_y(row)});
    ImGui::PushID(static_cast<int>(row));  // the band of one field may continue in the next row
    ImGui::PushID(field.id.data());
    ImGui::InvisibleButton("band", {std::max(1.0f, band.width), turn.at.bands});
    mark(turn.strip.id, ".band.", field.id);
    const bool hovered = ImGui::IsItemHovered(), focused = ImGui::IsItemFocused();
    if (hovered || (focused && ImGui::GetIO().NavVisible)) turn.reply.pointed = field.lsb;
    if (hovered) turn_wheel(turn, band.field);
    if (ImGui::IsItemActivated())
        begin_scrub(turn, band.field);
    else if (ImGui::IsItemActive() && state.scrub_field == static_cast<int>(band.field))
        go_on_scrubbing(turn, band.field);
    if (ImGui::IsItemDeactivated() && is_before_drag(turn)) turn.reply.pinned = field.lsb;
    const bool twice = hovered && ImGui::IsMouseDoubleClicked(0);
    if (twice || (focused && key_pressed(Key::enter, false))) {
        state.typing = static_cast<int>(band.field);
        state.scrub_field = -1;
    }
    if (hovered && !ImGui::IsItemActive()) band_tooltip(turn, field);
    ImGui::PopID();
    ImGui::PopID();
}

void cancel_on_escape(Turn& turn) {
    const bool dragging = turn.state.drag_bit >= 0 || turn.state.scrub_field >= 0;
    if (!dragging || !key_pressed(Key::escape, false)) return;
    if (!is_before_drag(turn)) turn.reply.word = turn.state.drag_word, turn.reply.unknown = turn.state.drag_unknown;
    turn.reply.field = nullptr;
    turn.state.drag_bit = turn.state.scrub_field = -1;
}

// ImGui keeps the typed text until Enter. Then the core reads the text or returns the reason for a refusal.
void take_typed(Turn& turn, const Field& field, std::string_view text) {
    const Answer<std::uint64_t> raw = raw_for(field, text);
    turn.state.box = raw ? BoxState{} : BoxState{std::string(field.id), raw.why};
    if (!raw) return;
    turn.reply.field = &field;
    turn.reply.raw = *raw;
    turn.reply.single = true;
    ImGui::CloseCurrentPopup();
}

void typing_popup(Turn& turn, bool opened) {
    BitStripState& state = turn.state;
    if (state.typing < 0) return;
    if (opened) {
        state.box = {};
        ImGui::OpenPopup("type");
    }
    if (!begin_popup("type", true)) {
        state.typing = -1;
        return;
    }
    const Field& field = turn.field(static_cast<std::size_t>(state.typing));
    const std::string title = say(field.id, "  ", bit_range(field)),
                      now = typed_text(field, get_field(field, turn.strip.word), get_field(field, turn.strip.unknown));
    ImGui::TextUnformatted(title.c_str());
    std::array<char, 80> typed{};
    now.copy(typed.data(), typed.size() - 1);
    if (ImGui::IsWindowAppearing() || state.box.refused == field.id) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 10);
    constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
    const bool entered = ImGui::InputText("##typed", typed.data(), typed.size(), flags);
    mark(turn.strip.id, ".typed");
    ImGui::SameLine();
    ImGui::TextUnformatted(field.unit.data(), field.unit.data() + field.unit.size());
    for (const NamedValue& n : field.names) ImGui::BulletText("%s  (%u)", n.name.data(), static_cast<unsigned>(n.raw));
    refusal_line(field.id, state.box, turn.strip.theme);
    // A single Esc leaves the box and closes the popup.
    if (key_pressed(Key::escape, false)) ImGui::CloseCurrentPopup();
    if (entered) take_typed(turn, field, {typed.data(), std::strlen(typed.data())});
    ImGui::EndPopup();
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

std::uint64_t stepped(const Field& field, std::uint64_t raw, std::int64_t steps) {
    const auto move = [steps](std::uint64_t from, std::uint64_t last) {
        if (steps < 0) return from - std::min(from, static_cast<std::uint64_t>(-steps));
        return from + std::min(last - std::min(from, last), static_cast<std::uint64_t>(steps));
    };
    switch (field.encoding) {
    case Encoding::number:
    case Encoding::flag: return move(raw, bit_mask(field.width));
    case Encoding::one_of: {
        std::size_t place = 0;
        while (place + 1 < field.names.size() && field.names[place].raw < raw) ++place;
        return field.names[move(place, field.names.size() - 1)].raw;
    }
    case Encoding::fixed: break;
    }
    return raw;
}

std::uint64_t painted(std::uint64_t word, unsigned a, unsigned b, bool value) {
    const std::uint64_t bits = bit_mask(std::max(a, b) + 1) & ~bit_mask(std::min(a, b));
    return value ? word | bits : word & ~bits;
}

BitStripReply bit_strip(const BitStrip& strip, BitStripState& state) {
    const StripGeometry geometry = strip_geometry(strip);
    draw_strip(strip, geometry);
    ImGui::PushID(strip.id.data(), strip.id.data() + strip.id.size());
    const int typing_before = state.typing;
    Turn turn{strip, geometry, state, {}};
    cancel_on_escape(turn);
    for (std::size_t row = 0; row < geometry.rows.size(); ++row) {
        for (const StripBand& band : geometry.rows[row].bands)
            for (unsigned bit = band.high + 1; bit-- > band.low;) cell_item(turn, row, band, bit);
        for (const StripBand& band : geometry.rows[row].bands) band_item(turn, row, band);
    }
    // A drag lasts as long as the button is down, even outside the strip.
    if (!ImGui::IsMouseDown(0)) state.drag_bit = state.scrub_field = -1;
    ImGui::SetCursorScreenPos(geometry.origin);
    ImGui::Dummy({geometry.hex_x, geometry.height});
    typing_popup(turn, state.typing != typing_before && state.typing >= 0);
    ImGui::PopID();
    return turn.reply;
}

}  // namespace tilescope::ui
