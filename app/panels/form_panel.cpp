// app/panels/form_panel.cpp -- the form of one MMA: chip, kind, CTA group, .ws, .sp, location of A, and shape.
// SPDX-License-Identifier: MIT
#include "app/panels/explanation.h"
#include "app/panels/form_options.h"
#include "app/panels/instruction_line.h"
#include "app/panels/panel_parts.h"
#include "app/panels/shape_picture.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <imgui_stdlib.h>

#include <array>

namespace tilescope::ui {
namespace {

constexpr float kKindList = 130;  // logical pixels

void choose_chip(const View& view, Requests& requests) {
    std::array<Segment, std::size(kFamilies)> chips;
    float width = button_width("chip");
    for (std::size_t i = 0; i < chips.size(); ++i) {
        chips[i] = {kFamilies[i].id, kFamilies[i].chip};
        width += button_width(kFamilies[i].chip.data());
    }
    stay_on_line(width);
    name_of_choice("chip");
    const auto shown = static_cast<std::size_t>(&family_of(view.session) - kFamilies);
    if (const auto i = segmented("form.chip", chips, shown, style_of(view)))
        requests.edits.push_back(SetArch{std::string(kFamilies[*i].target)});
}

void choose_kind(const View& view, Variant& v, Requests& requests) {
    stay_on_line(kKindList * view.scale + button_width("kind"));
    name_of_choice("kind");
    ImGui::SetNextItemWidth(kKindList * view.scale);
    const bool open = ImGui::BeginCombo("##kind", v.kind.c_str());
    mark("form.kind");
    if (!open) return explain_item(view, say("kind::", v.kind), requests);
    for (const KindView& k : view.derived.kinds) {
        const std::string name(k.kind);
        if (ImGui::Selectable(name.c_str(), k.chosen)) v.kind = name;
        mark("form.kind.", k.kind);
        explain_item(view, say("kind::", k.kind), requests, k.first_problem);
    }
    ImGui::EndCombo();
}

void choose_group(const View& view, Variant& v, Requests& requests) {
    const std::string_view why =
        family_of(view.session).pairs ? std::string_view(view.derived.choices.pair) : kNotOnHopper;
    const std::array<Segment, 2> groups = {Segment{"1", "1"}, Segment{"2", "2", v.cta_group == 2 ? "" : why}};
    stay_on_line(button_width("cta_group") + 2 * button_width("2"));
    name_of_choice("cta_group");
    std::optional<std::size_t> hovered;
    if (const auto i = segmented("form.cta_group", groups, v.cta_group == 2, style_of(view), &hovered))
        v.cta_group = *i == 1 ? 2 : 1;
    if (hovered && groups[*hovered].why_not.empty())
        explain_here(view, say("cta_group::", groups[*hovered].label), requests);
}

void choose_flags(const View& view, Variant& v, Requests& requests) {
    const std::string why_no_ws(family_of(view.session).zero_mask ? view.derived.choices.ws : kNotOnHopper);
    choose_flag(view, {"ws", "ws", ".ws", why_no_ws}, v.ws, requests);
    choose_flag(view, {"sp", "sp", ".sp", {}}, v.sparse, requests);
    if (family_of(view.session).single_bits && kind_or_none(v.kind).integer)
        choose_flag(view, {"b1", "b1", "b1", {}}, v.b1, requests);
}

void choose_location_of_a(const View& view, Variant& v, Requests& requests) {
    const std::string_view other = family_of(view.session).a == Storage::registers ? "registers" : "tensor mem.";
    const std::array<Segment, 2> places = {Segment{"shared", "shared"}, Segment{"tmem", other}};
    name_of_choice("A in");
    std::optional<std::size_t> hovered;
    if (const auto i = segmented("form.a_in", places, v.a_in_tmem, style_of(view), &hovered)) v.a_in_tmem = *i == 1;
    if (hovered) explain_here(view, "operand A", requests);
}

void draw_line(const View& view, PanelStates& states, Requests& requests) {
    FormPanelState& state = states.form;
    if (!state.editing) state.line = view.derived.instruction;
    const float copy = action_width(Icon::copy, "Copy") + ImGui::GetStyle().ItemSpacing.x;
    ImGui::PushFont(view.mono);
    ImGui::SetNextItemWidth(-copy);
    constexpr ImGuiInputTextFlags kFlags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
    const bool entered = ImGui::InputText("##instruction", &state.line, kFlags);
    mark("form.instruction");
    state.editing = ImGui::IsItemActive();
    ImGui::PopFont();
    ImGui::SameLine();
    if (action_button(Icon::copy, "Copy")) requests.copy = view.derived.instruction;
    mark("form.copy");
    if (entered) {
        const Answer<std::vector<Edit>> edits = edits_of_line(state.line, view.session);
        state.refused = edits.why;
        if (edits) requests.edits = *edits, requests.gesture = states.next_gesture++;
    }
    if (state.refused.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(view.theme.error));
    wrapped(state.refused);
    ImGui::PopStyleColor();
    mark("form.refused");
}

// A code that has no meaning under the new kind, in a field with a single value there, gets this value: kind tf32 has
// no other type of A than tf32. Codes with a meaning stay.
void set_only_values(const View& view, const Variant& variant, Requests& requests) {
    if (variant.kind == view.session.variant.kind) return;
    const Format* format = idesc_format(variant.kind, view.session.edition);
    if (format == nullptr) return;
    std::string set;
    for (const Field& f : format->fields) {
        const std::uint64_t raw = get_field(f, view.session.word(WordId::idesc));
        if (f.names.size() != 1 || f.names.front().raw == raw) continue;
        requests.edits.push_back(SetField{WordId::idesc, &f, f.names.front().raw});
        set += say(set.empty() ? "" : ", ", f.id, ' ', f.names.front().name);
    }
    if (!set.empty())
        requests.status = say("kind::", variant.kind, " has no other value for: ", set, ". It is set now.");
}

}  // namespace

// Reads: session.variant, derived.instruction, the shape.
// Requests: SetVariant, SetArch, SetField of m and n, and of what the kind leaves no choice; copy.
void draw_form_panel(const View& view, PanelStates& states, Requests& requests) {
    Variant variant = view.session.variant;
    choose_chip(view, requests);
    choose_kind(view, variant, requests);
    choose_group(view, variant, requests);
    choose_flags(view, variant, requests);
    draw_shape_picture(view, states, requests, [&] {
        choose_location_of_a(view, variant, requests);
        choose_options(view, variant, requests);
        draw_line(view, states, requests);
        if (!family_of(view.session).idesc)
            empty_state(view.theme, "form.hopper",
                        "wgmma has no instruction descriptor: its name contains the shape and the types. This program "
                        "stores the shape and the types in the fields of an instruction descriptor.");
    });
    if (variant == view.session.variant) return;
    requests.edits.push_back(SetVariant{variant});
    requests.gesture = states.next_gesture++;
    set_only_values(view, variant, requests);
    // A tile shorter than one instruction cannot be drawn.
    if (variant.b1 && view.session.tile_k < kBitsK) requests.edits.push_back(SetTileK{kBitsK});
    states.form.refused.clear();
}

}  // namespace tilescope::ui
