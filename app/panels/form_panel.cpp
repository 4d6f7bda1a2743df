// app/panels/form_panel.cpp -- what one MMA is: chip, kind, group, ws, sparse, where A is; and its shape.
// SPDX-License-Identifier: MIT
#include "app/panels/shape_picture.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/segmented.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/notation/paste.h>

#include <imgui_stdlib.h>

#include <array>

namespace tilescope::ui {
namespace {

void choose_chip(const View& view, Asks& asks) {
    const std::array<Segment, 2> chips = {Segment{"blackwell", "Blackwell"}, Segment{"hopper", "Hopper"}};
    const bool hopper = view.session.arch == "sm_90a";
    ImGui::TextUnformatted("chip");
    ImGui::SameLine();
    if (const auto i = segmented("form.chip", chips, hopper, style_of(view)))
        asks.edits.push_back(SetArch{*i == 1 ? "sm_90a" : "sm_100a"});
}

void choose_kind(const View& view, Variant& v) {
    ImGui::SetNextItemWidth(130 * view.scale);
    const bool open = ImGui::BeginCombo("kind", v.kind.c_str());
    mark("form.kind");
    if (!open) return;
    for (const KindView& k : view.derived.kinds) {
        const std::string name(k.kind);
        if (ImGui::Selectable(name.c_str(), k.chosen)) v.kind = name;
        mark("form.kind.", k.kind);
    }
    ImGui::EndCombo();
}

// A box that says why it cannot be ticked.
void flag(const char* label, std::string_view id, bool& value, const std::string& why_not) {
    if (!why_not.empty() && !value) ImGui::BeginDisabled();
    const bool disabled = !why_not.empty() && !value;
    ImGui::Checkbox(label, &value);
    if (disabled) ImGui::EndDisabled();
    mark("form.", id);
    if (!why_not.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", why_not.c_str());
}

void choose_form(const View& view, Variant& v) {
    const KindRow* kind = find_kind(v.kind);
    const std::string pair_why = v.ws ? ".ws exists for cta_group 1 only." : "";
    const std::array<Segment, 2> groups = {Segment{"1", "1"}, Segment{"2", "2", pair_why}};
    ImGui::TextUnformatted("cta_group");
    ImGui::SameLine();
    if (const auto i = segmented("form.cta_group", groups, v.cta_group == 2, style_of(view)))
        v.cta_group = *i == 1 ? 2 : 1;
    ImGui::SameLine();
    flag("ws", "ws", v.ws,
         v.cta_group == 2    ? ".ws exists for cta_group 1 only."
         : kind && !kind->ws ? say("kind ", v.kind, " has no .ws form.")
                             : "");
    ImGui::SameLine();
    flag("sp", "sp", v.sparse, "");
    ImGui::SameLine();
    flag("A in tensor memory", "a_in_tmem", v.a_in_tmem, "");
}

void draw_line(const View& view, FormPanelState& state, Asks& asks) {
    if (!state.editing) state.line = view.derived.instruction;
    ImGui::PushFont(view.mono);
    ImGui::SetNextItemWidth(-70 * view.scale);
    const bool entered = ImGui::InputText("##instruction", &state.line, ImGuiInputTextFlags_EnterReturnsTrue);
    mark("form.instruction");
    state.editing = ImGui::IsItemActive();
    ImGui::PopFont();
    ImGui::SameLine();
    if (ImGui::Button("Copy")) asks.copy = view.derived.instruction;
    mark("form.copy");
    if (entered) {
        const PasteContext read = paste(state.line, {.edition = view.session.edition}).context;
        const KindRow* kind = find_kind(read.kind);
        state.refused =
            kind ? ""
                 : say("No tcgen05.mma with a known .kind:: in this line; want one such as ", view.derived.instruction);
        if (kind)
            asks.edits.push_back(SetVariant{{.kind = read.kind,
                                             .cta_group = read.cta_group,
                                             .ws = read.ws,
                                             .sparse = read.sparse,
                                             .a_in_tmem = read.a_in_tmem}});
    }
    if (!state.refused.empty()) ImGui::TextWrapped("%s", state.refused.c_str());
}

}  // namespace

// Reads: session.variant, derived.instruction, the shape.   Asks: SetVariant, SetArch, SetField of m and n.
void draw_form_panel(const View& view, PanelStates& states, Asks& asks) {
    heading("FORM", style_of(view));
    choose_chip(view, asks);
    ImGui::SameLine();
    Variant wanted = view.session.variant;
    choose_kind(view, wanted);
    choose_form(view, wanted);
    if (wanted != view.session.variant) asks.edits.push_back(SetVariant{wanted});
    draw_line(view, states.form, asks);
    heading("SHAPE", style_of(view));
    draw_shape_picture(view, states, asks);
}

}  // namespace tilescope::ui
