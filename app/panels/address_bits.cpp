// app/panels/address_bits.cpp -- shows one address in bits: bands for line, chunk and byte, and arrows for the XOR.
// SPDX-License-Identifier: MIT
#include "app/panels/address_bits.h"

#include "app/ui/drawing.h"
#include "app/ui/style.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/tooltip.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/address_sum.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace tilescope::ui {
namespace {

constexpr unsigned kAddressed = 18;  // address bits that start, lbo and sbo can store on most chips
constexpr unsigned kChunkBits = 4, kLineBits = 7;

std::optional<ElementFocus> element_of(const View& view) {
    for (const ElementFocus& e : view.trace.elements)
        if (const auto operand = operand_of(e.matrix); operand && view.derived.of(*operand).placed()) return e;
    return std::nullopt;
}

struct Place {
    ImVec2 at;
    float cell, label;
    unsigned bits;  // number of bits that are shown
    // Bit 0 is at the right.
    ImVec2 corner(unsigned bit, float top) const {
        return {at.x + label + static_cast<float>(bits - 1 - bit) * cell, at.y + top};
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
        if (changed >> bit & 1)
            draw_ring_rect(list, min, max, {view.theme.accent, view.theme.ring_halo, px.ring, false});
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

}  // namespace

float address_bits_height(const View& view) {
    // Lines: the names of the bands, the sum, the arrows, and the address.
    return (1 + 1 + 1.2f + 1) * ImGui::GetTextLineHeightWithSpacing() + sizes_at(view.scale).line;
}

namespace {

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
    if (ImGui::Button("Step", {0, 24 * view.scale})) step.shown = (step.shown + 1) % (s.bits + 1);
    ImGui::PopStyleVar();
    mark("memory.step");
    if (ImGui::IsItemHovered()) tooltip_beside(bits, "Each click shows the XOR of one more bit of this address.");
}

}  // namespace

void draw_address_bits(const View& view, XorStep& step) {
    const auto e = element_of(view);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = address_bits_height(view), line = ImGui::GetTextLineHeightWithSpacing();
    const float label = 132 * view.scale;
    const float width = ImGui::GetContentRegionAvail().x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto take_room = [&] {  // last: moving the cursor back after this would make the panel higher
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy({width, height});
        mark("memory.address");
    };
    if (!e) {
        take_room();
        list.AddText(at, view.theme.dim, "Point at a cell to see the bits of its address and the XOR of the swizzle.");
        return;
    }
    const SmemLayout& layout = view.derived.of(*operand_of(e->matrix)).layout;
    const AddressSum sum = explanation_of(layout, {e->row, e->column});
    const Swizzle s = row_of(layout.mode).swizzle;
    const auto needed = static_cast<unsigned>(std::bit_width(sum.linear | sum.address));
    const unsigned bits = std::max(kAddressed, needed);
    const float room = width - label - 2 * line - ImGui::CalcTextSize("0x00000000").x;
    const Place place{at, std::clamp(room / static_cast<float>(bits), 1.0f, line), label, bits};
    const float before = line, after = before + 2.2f * line;
    const Rect picture{at, {at.x + width, at.y + height}};
    step_button(view, *e, s, step, {at.x, at.y + before + 0.95f * line}, picture);
    const Partial part = partial(s, sum.linear, sum.address, step.shown);
    draw_bands(view, place, 0);
    draw_row(view, place, before, sum.linear, 0);
    draw_row(view, place, after, part.address, sum.linear ^ part.address);
    draw_arrows(view, place, before + line, after, part.arrows);
    list.AddText({at.x, at.y + before}, view.theme.text, "sum");
    list.AddText({at.x, at.y + after}, view.theme.text, part.text.c_str());
    const float right = place.corner(0, 0).x + 2 * line;
    ImGui::PushFont(view.mono);
    const std::string from = hex(sum.linear), to = hex(part.address);
    list.AddText({right, at.y + before}, view.theme.text, from.c_str());
    list.AddText({right, at.y + after}, view.theme.text, to.c_str());
    ImGui::PopFont();
    take_room();
}

}  // namespace tilescope::ui
