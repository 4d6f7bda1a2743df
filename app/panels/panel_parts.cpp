// app/panels/panel_parts.cpp -- what several panels draw or ask in the same words.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"

#include "app/ui/ui_probe.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <array>

namespace tilescope::ui {

void dim_text(const Theme& theme, std::string_view text) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
    wrapped(text);
    ImGui::PopStyleColor();
}

void mono_text(const View& view, std::string_view text) {
    ImGui::PushFont(view.mono);
    wrapped(text);
    ImGui::PopFont();
}

void choose_operand(const View& view, Asks& asks, std::string_view id, std::string_view why_not_a) {
    const std::array<Segment, 2> operands = {Segment{"a", "A", why_not_a}, Segment{"b", "B"}};
    const auto chosen = segmented(id, operands, view.look.operand == Operand::b, style_of(view));
    if (!chosen) return;
    asks.look.operand = *chosen == 1 ? Operand::b : Operand::a;
    asks.look.active = word_of(asks.look.operand);
}

void cute_text(const View& view, std::string_view id, std::string_view text) {
    ImGui::PushFont(view.mono);
    dim_text(view.theme, text);
    ImGui::PopFont();
    mark(id);
}

void empty_state(const Theme& theme, std::string_view id, std::string_view sentence) {
    dim_text(theme, sentence);
    mark(id);
}

std::optional<FocusedField> field_in_focus(const Derived& derived, const Focus& focus) {
    const BitFocus* at = std::get_if<BitFocus>(&focus);
    if (at == nullptr) return std::nullopt;
    const WordView& word = derived.of(at->word);
    for (std::size_t i = 0; i < word.format->fields.size(); ++i) {
        const Field& f = word.format->fields[i];
        if (at->bit >= f.lsb && at->bit < f.lsb + f.width) return FocusedField{at->word, &f, word.decoded.raw[i]};
    }
    return std::nullopt;
}

std::uint64_t lit_bits(const Trace& trace, WordId word) {
    std::uint64_t bits = 0;
    for (const BitFocus& b : trace.bits)
        if (b.word == word && b.bit < 64) bits |= std::uint64_t{1} << b.bit;
    return bits;
}

void select_field(Asks& asks, WordId word, const Field& field) {
    asks.look.active = word;
    asks.look.selection = BitFocus{word, field.lsb};
}

std::optional<Trace> pinned_trace(const View& view) {
    const bool selected = !std::holds_alternative<std::monostate>(view.look.selection);
    if (!selected || view.focus == view.look.selection) return std::nullopt;
    return trace(view.derived, view.look.selection);
}

void stay_on_line(float width) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine();
}

float button_width(const char* label) { return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x; }

bool pointer_in_row(float top, float bottom) {
    if (!ImGui::IsWindowHovered()) return false;
    const float y = ImGui::GetIO().MousePos.y;
    return y >= top && y < bottom;
}

}  // namespace tilescope::ui
