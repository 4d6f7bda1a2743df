// app/widgets/bit_strip.cpp -- turns presses, drags, wheel turns and typed text on the bit strip into requested edits.
// SPDX-License-Identifier: MIT
#include "app/widgets/bit_strip.h"

#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/strip_drawing.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <cstring>

namespace tilescope::ui {
namespace {

// The data of one frame that the functions below share.
struct Turn {
    const BitStrip& strip;
    const StripGeometry& at;
    BitStripState& state;
    BitStripReply reply;

    const Field& field(std::size_t i) const { return strip.format.fields[i]; }
};

// Uses the row whose cells are nearest to the pointer. A drag that leaves the strip continues in the last row.
unsigned bit_under_pointer(const Turn& turn) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::size_t row = 0;
    while (row + 1 < turn.at.rows.size() && mouse.y >= turn.at.cells_y(row + 1) - turn.at.numbers) ++row;
    return bit_at(turn.at.rows[row], mouse.x - turn.at.origin.x);
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
    if (!ImGui::BeginPopup("type")) {
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
