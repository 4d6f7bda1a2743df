// app/panels/inspector_panel.cpp -- explains the object under the pointer, and the bits of an address.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <bit>

namespace tilescope::ui {
namespace {

constexpr unsigned kAddressed = 18;  // address bits that start, lbo and sbo can store on most chips
constexpr unsigned kChunkBits = 4, kLineBits = 7;

// The element whose address is shown: of A or B, or at the byte. An element of D has many addresses.
std::optional<ElementFocus> element_of(const View& view) {
    const auto* at = std::get_if<ElementFocus>(&view.focus);
    if (!(at && operand_of(at->matrix)) && !std::holds_alternative<ByteFocus>(view.focus)) return std::nullopt;
    for (const ElementFocus& e : view.trace.elements)
        if (const auto operand = operand_of(e.matrix); operand && view.derived.of(*operand).placed()) return e;
    return std::nullopt;
}

struct Place {
    ImVec2 at;
    float cell;
    unsigned bits;  // number of bits that are shown
    // Bit 0 is at the right.
    ImVec2 corner(unsigned bit, float top) const {
        return {at.x + static_cast<float>(bits - 1 - bit) * cell, at.y + top};
    }
};

Role band_of(unsigned bit) { return bit >= kLineBits ? Role::address : bit >= kChunkBits ? Role::stride : Role::fixed; }

void draw_row(const View& view, const Place& place, float top, std::uint32_t address, std::uint32_t changed) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Sizes px = sizes_at(view.scale);
    for (unsigned bit = 0; bit < place.bits; ++bit) {
        const ImVec2 min = place.corner(bit, top), max{min.x + place.cell, min.y + place.cell};
        list.AddRectFilled(min, max, colour_of(view.theme, band_of(bit)));
        list.AddRect(min, max, view.theme.panel, 0, 0, px.line);
        if (changed >> bit & 1) draw_ring_rect(list, min, max, ring_of(view.theme, px));
        const char digit[2] = {(address >> bit & 1) ? '1' : '0', 0};
        const ImVec2 size = ImGui::CalcTextSize(digit);
        list.AddText({(min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2}, view.theme.text_on_role, digit);
    }
}

void draw_arrows(const View& view, const Place& place, float from_top, float to_top, Swizzle s) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Sizes px = sizes_at(view.scale);
    for (unsigned i = 0; i < s.bits; ++i) {
        const ImVec2 y = place.corner(s.base + s.shift + i, from_top), z = place.corner(s.base + i, to_top);
        const ImVec2 from{y.x + place.cell / 2, y.y}, to{z.x + place.cell / 2, z.y - px.line};
        list.AddLine(from, to, view.theme.accent, px.ring * 0.75f);
        const float head = 4 * view.scale;
        list.AddTriangleFilled({to.x - head / 2, to.y - head}, {to.x + head / 2, to.y - head}, to, view.theme.accent);
    }
}

void draw_bands(const View& view, const Place& place, float top) {
    struct Band {
        unsigned high, low;
        const char* name;
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Band& band : {Band{place.bits - 1, kLineBits, "line of 128 bytes"},
                             Band{kLineBits - 1, kChunkBits, "chunk"}, Band{kChunkBits - 1, 0, "byte"}}) {
        const float left = place.corner(band.high, top).x, right = place.corner(band.low, top).x + place.cell;
        const float width = ImGui::CalcTextSize(band.name).x;
        list.AddText({(left + right - width) / 2, place.at.y + top}, view.theme.dim, band.name);
    }
}

// The XOR up to the shown bit. Higher bits still have the values of the sum.
struct Partial {
    Swizzle arrows;         // from the lowest bit to the shown bit
    std::uint32_t address;  // after these XOR steps
    std::string text;       // "bit 8 is 1: flips 5"
};

Partial partial(Swizzle s, std::uint32_t linear, std::uint32_t address, unsigned shown) {
    if (shown == 0 || s.bits == 0) return {s, address, s.bits ? "after the XOR" : "no swizzle"};
    const unsigned z = s.base + shown - 1, y = z + s.shift;
    const bool flips = (linear >> y & 1) != 0;
    const std::uint32_t done = (std::uint32_t{2} << z) - 1;
    return {{shown, s.base, s.shift},
            (linear & ~done) | (address & done),
            say("bit ", y, flips ? " is 1: flips " : " is 0: keeps ", z)};
}

// `bits`: the picture of the bits. The tooltip does not cover it.
void step_button(const View& view, const ElementFocus& e, Swizzle s, XorStep& step, ImVec2 at, const Rect& bits) {
    if (step.of != e) step = {0, e};
    if (s.bits == 0) return;
    ImGui::SetCursorScreenPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {sizes_at(view.scale).pad, 0});
    if (action_button(Icon::step, "Step", {0, 24 * view.scale})) step.shown = (step.shown + 1) % (s.bits + 1);
    ImGui::PopStyleVar();
    mark("memory.step");
    if (ImGui::IsItemHovered()) tooltip_beside(bits, "Each click shows the XOR of one more bit of this address.");
}

// Draws the address of the element that is pointed at or selected, over the available width. Draws nothing without such
// an element. The [Step] button shows the XOR of that address bit by bit.
void draw_address_bits(const View& view, XorStep& step) {
    const auto e = element_of(view);
    if (!e) return;
    const SmemLayout& layout = view.derived.of(*operand_of(e->matrix)).layout;
    const AddressSum sum = explanation_of(layout, {e->row, e->column});
    const Swizzle s = row_of(layout.mode).swizzle;
    const auto needed = static_cast<unsigned>(std::bit_width(sum.linear | sum.address));
    const unsigned bits = std::max(kAddressed, needed);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeightWithSpacing();
    const Place place{at, std::clamp(width / static_cast<float>(bits), 1.0f, line), bits};
    const Partial part = partial(s, sum.linear, sum.address, step.of == *e ? step.shown : 0);
    // From top to bottom: the bands, the sum, its text beside the arrows, the address, its text, the button.
    const float before = line, from = before + place.cell, after = from + 1.8f * line, end = after + place.cell;
    draw_bands(view, place, 0);
    draw_row(view, place, before, sum.linear, 0);
    draw_row(view, place, after, part.address, sum.linear ^ part.address);
    draw_arrows(view, place, from, after, part.arrows);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({at.x, at.y + from}, view.theme.text, say("sum ", hex(sum.linear)).c_str());
    list.AddText({at.x, at.y + end}, view.theme.text, say(part.text, ": ", hex(part.address)).c_str());
    const float height = end + 2 * line;
    step_button(view, *e, s, step, {at.x, at.y + end + line}, {at, {at.x + width, at.y + height}});
    ImGui::SetCursorScreenPos(at);  // last: moving the cursor back after this would make the panel higher
    ImGui::Dummy({width, height});
    mark("memory.address");
}

// Draws the allowed values and the problems of the field. The trace already shows its current value.
void draw_field(const View& view, const FocusedField& at) {
    wrapped(say("allowed: ", legal_text(*at.field)), "inspector.legal");
    for (const Problem& p : view.derived.of(at.word).problems)
        if (p.field == at.field->id) wrapped(say(sign_of(p.severity), "  ", p.rule, "  ", p.text));
}

// Draws the emulated value of an element of D and the terms of its sum. Requests a result if there is none.
void draw_value(const View& view, Requests& requests) {
    const std::optional<ElementFocus> element = element_of_d(view.focus, view.trace);
    if (!element || element->row < 0 || element->column < 0) return;
    const Results& r = view.results;
    // On the MMA screen, a button starts the first emulation.
    if (view.view_state.screen != Screen::mma || r.state != ResultState::none) requests.result = true;
    if (!r.emulation) return;
    if (!r.is_of(view.derived.revision)) {
        dim_text(view.theme, "The last result is of the document before the last edit.", "inspector.value.stale");
        if (r.state != ResultState::running) return;  // no new values will take the place of these
    }
    const auto row = static_cast<unsigned>(element->row), column = static_cast<unsigned>(element->column);
    const auto lines = element_lines(*r.emulation, row, column);
    if (lines.empty()) return;
    if (r.against.path == view.against && !r.against.words.empty() && r.is_of(view.derived.revision))
        wrapped(say(both_numbers(r, *element), '.'), "inspector.against");
    for (const std::string& line : lines) mono_text(view, line);
    mark("inspector.value");
    const auto sum = sum_lines(r.job, *r.emulation, row, column);
    for (const std::string& line : sum) mono_text(view, line);
    if (!sum.empty()) mark("inspector.sum");
}

// What a debugger read in the chunk of the byte, also where the tile has no element. Empty: nothing is pointed at, or
// the session has no recorded memory. Requests a result, which reads the file, if there is none.
std::string recorded_bytes(const View& view, Requests& requests) {
    if (view.session.recorded.memory.empty() || view.trace.bytes.empty() || view.trace.bytes[0].cta != 0) return {};
    requests.result = true;
    const auto memory = recorded_memory(view.session, view.results);
    if (memory.empty()) return {};
    const std::size_t chunk = view.trace.bytes[0].address >> kChunkBits << kChunkBits;
    std::string out = say("recorded at ", hex(chunk), " ");
    bool any_unknown = false;
    for (std::size_t at = chunk; at < chunk + (1u << kChunkBits); ++at) {
        const std::int32_t byte = at < memory.size() ? memory[at] : -1;
        any_unknown |= byte < 0;
        out += byte < 0 ? std::string(" ??") : say(' ', hex(static_cast<unsigned>(byte), 2).substr(2));
    }
    return any_unknown ? say(out, "  (??: unknown; it was not read, or it changed between the MMAs)") : out;
}

}  // namespace

// Reads: focus, trace, the tables, the result.
// Requests: copy; a result of the current document, for an element of D and for bytes that were recorded.
void draw_inspector_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("INSPECTOR", style_of(view));
    const std::optional<FocusedField> field = field_in_focus(view.derived, view.focus);
    if (view.trace.sentence.empty() && !field) {
        // What the word says, for people who see only its digits. Not what an example says.
        const WordView& word = view.derived.of(view.view_state.active);
        if (!word.used)
            wrapped(word.unused_reason, "inspector.word");
        else if (basis_of(view.derived, word.id) == Basis::given)
            wrapped(word_in_words(view.derived, word.id), "inspector.word");
        empty_state(view.theme, "inspector.empty",
                    "Point at a bit, a field, an element or a byte to see its explanation.");
        if (view.view_state.screen == Screen::memory) draw_layout_sentences(view);
        return;
    }
    if (field) wrapped(say(row_of(field->word).title, "  ", field->field->id), "inspector.field");
    wrapped(view.trace.sentence, "inspector.sentence");
    draw_value(view, requests);
    for (const std::string& line : view.trace.details) mono_text(view, line);
    if (!view.trace.details.empty()) mark("inspector.details");
    const std::string recorded = recorded_bytes(view, requests);
    if (!recorded.empty()) wrapped(recorded, "inspector.recorded");
    draw_address_bits(view, states.memory.xor_step);
    if (field) draw_field(view, *field);
    if (!button("Copy", "inspector.copy", {.icon = Icon::copy})) return;
    requests.copy = view.trace.sentence;
    for (const std::string& line : view.trace.details) *requests.copy += say('\n', line);
    if (!recorded.empty()) *requests.copy += say('\n', recorded);
}

}  // namespace tilescope::ui
