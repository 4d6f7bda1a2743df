// app/panels/form_options.cpp -- the qualifiers and operands of an instruction that most leave away.
// SPDX-License-Identifier: MIT
#include "app/panels/form_options.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/kinds.h>

namespace tilescope::ui {
namespace {

constexpr float kListWidth = 112;  // logical pixels

bool scaled(const Variant& v) {
    const KindRow* kind = find_kind(v.kind);
    return kind != nullptr && kind->block_scaled;
}

// A list that opens below its name; true while it is open.
bool open_list(const View& view, const char* name, std::string_view id, const std::string& shown) {
    stay_on_line(button_width(name) + kListWidth * view.scale);
    name_of_choice(name);
    ImGui::SetNextItemWidth(kListWidth * view.scale);
    const bool open = ImGui::BeginCombo(say("##", id).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge);
    mark("form.", id);
    return open;
}

bool choice(std::string_view id, const std::string& label, bool chosen) {
    const bool picked = ImGui::Selectable(label.c_str(), chosen);
    mark("form.", id);
    return picked;
}

void choose_size(const View& view, Variant& v) {
    const auto label = [](const Variant& of) {
        const std::string size = scale_size_text(of);
        return size.empty() ? std::string("default") : size;
    };
    if (!open_list(view, "scale size", "scale_size", label(v))) return;
    for (const bool vec : {false, true})
        for (const unsigned block : {0u, 32u, 16u}) {
            Variant one = v;
            one.scale_block = block;
            one.scale_vec = vec;
            const bool same_as_default = block == 0 && (vec || v.kind == "mxf4nvf4");
            const bool exists = block != 16 || v.kind == "mxf4nvf4";
            if (same_as_default || !exists) continue;
            if (choice(say("scale_size.", label(one)), label(one), label(one) == label(v))) v = one;
        }
    ImGui::EndCombo();
}

void choose_collector(const View& view, Variant& v) {
    if (!open_list(view, "collector", "collector", v.collector.empty() ? "none" : v.collector)) return;
    if (choice("collector.none", "none", v.collector.empty())) v.collector.clear();
    for (const std::string_view buffer : collector_buffers(v.ws))
        for (const std::string_view op : kCollectorOps) {
            const std::string name = say(buffer, "::", op);
            if (choice(say("collector.", name), name, name == v.collector)) v.collector = name;
        }
    ImGui::EndCombo();
}

void choose_scale_d(const View& view, Variant& v) {
    const bool has = (v.kind == "f16" || v.kind == "tf32") && !v.ws;
    ImGui::BeginDisabled(!has && !v.scale_d);
    const bool open = open_list(view, "scale-d", "scale_d", v.scale_d ? say(*v.scale_d) : "none");
    if (open) {
        if (choice("scale_d.none", "none", !v.scale_d)) v.scale_d.reset();
        for (unsigned i = 0; has && i <= kMostScaleD; ++i)
            if (choice(say("scale_d.", i), say(i), v.scale_d == i)) v.scale_d = i;
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    if (!open && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", has ? "D is multiplied by 2 to the power of minus this before the sum."
                                    : "scale-d exists for kinds f16 and tf32 without .ws only.");
}

std::string why_no_ashift(const Variant& v) {
    if (v.ws || scaled(v)) return ".ashift exists for dense kinds without .ws only.";
    return v.a_in_tmem ? "" : ".ashift needs A in tensor memory.";
}

}  // namespace

void name_of_choice(const char* name) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name);
    ImGui::SameLine();
}

void choose_flag(const Flag& f, bool& value) {
    stay_on_line(button_width(f.label) + ImGui::GetFrameHeight());
    const bool dim = !f.why_not.empty() && !value;
    ImGui::BeginDisabled(dim);
    ImGui::Checkbox(f.label, &value);
    ImGui::EndDisabled();
    mark("form.", f.id);
    if (!f.why_not.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", f.why_not.c_str());
}

void choose_options(const View& view, Variant& v) {
    if (is_hopper(view.session)) return;
    if (scaled(v)) choose_size(view, v);
    choose_collector(view, v);
    const bool no_mask = v.ws || scaled(v);
    choose_flag({"lane mask", "lane_mask", no_mask ? "The lane mask exists for dense kinds without .ws only." : ""},
                v.lane_mask);
    choose_scale_d(view, v);
    choose_flag({"ashift", "ashift", why_no_ashift(v)}, v.ashift);
    // A collector of the other family would be refused: the buffer goes with .ws.
    if (v.ws != view.session.variant.ws) v.collector.clear();
}

}  // namespace tilescope::ui
