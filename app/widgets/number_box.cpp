// app/widgets/number_box.cpp -- a text box and two repeating buttons; the core decides which numbers a field can store.
// SPDX-License-Identifier: MIT
#include "app/widgets/number_box.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/field_text.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace tilescope::ui {
namespace {

// Long enough for 64 binary digits with a prefix.
using Typed = std::array<char, 80>;

std::string shown_text(const NumberBox& box, bool as_raw) {
    return as_raw && box.unknown == 0 ? say(box.raw) : typed_text(box.field, box.raw, box.unknown);
}

// ImGui keeps the text while the user types. A switch of notation must therefore change the text in ImGui.
struct SwitchOfNotation {
    std::string other;  // the current number in the other notation
    bool toggles = false;
};

int on_typed(ImGuiInputTextCallbackData* data) {
    auto& notation = *static_cast<SwitchOfNotation*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
        if (data->EventChar != '/') return 0;
        notation.toggles = true;
        return 1;
    }
    if (notation.toggles) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, notation.other.c_str());
        data->SelectAll();
    }
    return 0;
}

void type_number(const NumberBox& box, BoxState& state, BoxAnswer& answer) {
    Typed typed{};
    const std::string text = shown_text(box, box.as_raw);
    std::copy(text.begin(), text.end(), typed.begin());
    SwitchOfNotation notation{shown_text(box, !box.as_raw)};
    const ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackCharFilter | ImGuiInputTextFlags_CallbackAlways;
    const bool edited = ImGui::InputText("##number", typed.data(), typed.size(), flags, on_typed, &notation);
    answer.begins |= ImGui::IsItemActivated();
    answer.toggles_raw = notation.toggles;
    mark(box.id);
    const bool address = is_byte_address(box.field) && box.unknown == 0;
    if (address && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", meaning_of(box.field, box.raw).c_str());
    if (!edited || notation.toggles) return;
    const std::string_view entered(typed.data(), std::strlen(typed.data()));
    const Answer<std::uint64_t> raw =
        box.as_raw ? raw_for(box.field, say("raw:", entered)) : raw_for(box.field, std::string_view(entered));
    if (raw) answer.raw = *raw;
    state = raw ? BoxState{} : BoxState{std::string(box.id), raw.why};
}

struct StepButton {
    const char* label;
    std::string_view suffix;
    bool possible;
    std::uint64_t raw;
};

// A field with unknown bits has no value from which a step could start, and 0 would be a guess. So its buttons ask for
// a value and put the keyboard into the box.
void step_button(const NumberBox& box, const StepButton& button, BoxState& state, BoxAnswer& answer) {
    const float side = ImGui::GetFrameHeight();
    const bool open = box.unknown != 0;
    ImGui::BeginDisabled(!open && !button.possible);
    const bool pressed = ImGui::Button(button.label, {side, side});
    if (pressed && open) {
        state = {std::string(box.id), no_step_text(box.field, box.unknown), true};
    } else if (pressed) {
        answer.raw = button.raw;
        state = {};
    }
    answer.begins |= ImGui::IsItemActivated();
    mark(box.id, button.suffix);
    ImGui::EndDisabled();
}

// Beside the box: "bytes"; beside an address, which is in hexadecimal, "= 1024 bytes".
std::string unit_text(const NumberBox& box, std::uint64_t raw) {
    if (box.as_raw) return {};
    const bool twice = is_byte_address(box.field) && box.unknown == 0;
    return twice ? say("= ", value_of(box.field, raw), " ", box.field.unit) : std::string(box.field.unit);
}

// The digits are most important. If there is little room, the unit is left out first, then the buttons move below.
struct BoxPlan {
    float digits;  // width of the text box
    bool with_unit, buttons_below;
};

BoxPlan plan_of(const NumberBox& box) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float gap = style.ItemInnerSpacing.x, room = ImGui::GetContentRegionAvail().x;
    const std::uint64_t most = bit_mask(box.field.width);
    const std::string longest = box.as_raw ? say(most) : typed_text(box.field, most, 0);
    const float least = ImGui::CalcTextSize(longest.c_str()).x + 3 * style.FramePadding.x;
    const float buttons = 2 * (ImGui::GetFrameHeight() + gap);
    const std::string unit = unit_text(box, most);  // the longest, so that the buttons never move
    const float unit_width = unit.empty() ? 0 : ImGui::CalcTextSize(unit.c_str()).x + gap;
    const bool with_unit = !unit.empty() && room - buttons - unit_width >= least;
    const bool below = room - buttons < least;
    return {std::max(1.0f, room - (below ? 0 : buttons) - (with_unit ? unit_width : 0)), with_unit, below};
}

}  // namespace

BoxAnswer number_box(const NumberBox& box, BoxState& state) {
    BoxAnswer answer;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const BoxPlan plan = plan_of(box);
    ImGui::PushID(box.id.data(), box.id.data() + box.id.size());
    ImGui::SetNextItemWidth(plan.digits);
    if (state.take_keyboard && state.refused == box.id) {
        state.take_keyboard = false;
        ImGui::SetKeyboardFocusHere();
    }
    type_number(box, state, answer);
    push_repeat();
    if (!plan.buttons_below) ImGui::SameLine(0, gap);
    step_button(box, {"-", ".minus", box.raw > 0, box.raw - 1}, state, answer);
    ImGui::SameLine(0, gap);
    step_button(box, {"+", ".plus", box.raw < bit_mask(box.field.width), box.raw + 1}, state, answer);
    pop_repeat();
    if (plan.with_unit) {
        ImGui::SameLine(0, gap);
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(unit_text(box, box.raw).c_str());
    }
    refusal_line(box.id, state, box.theme);
    ImGui::PopID();
    return answer;
}

void refusal_line(std::string_view id, const BoxState& state, const Theme& theme) {
    if (state.refused != id) return;
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(theme, Severity::error));
    ImGui::TextWrapped("%s  %s", sign_of(Severity::error), state.why.c_str());
    ImGui::PopStyleColor();
    mark(id, ".refusal");
}

}  // namespace tilescope::ui
