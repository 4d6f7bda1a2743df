// app/panels/form_options.cpp -- rarely used qualifiers and operands of an instruction.
// SPDX-License-Identifier: MIT
#include "app/panels/form_options.h"
#include "app/panels/explanation.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/kinds.h>

namespace tilescope::ui {
namespace {

constexpr float kListWidth = 112;  // logical pixels
constexpr const char* kScaleD = "scale-input-d";

bool scaled(const Variant& v) {
    const KindRow* kind = find_kind(v.kind);
    return kind != nullptr && kind->block_scaled();
}

// Draws a name and a list behind it. Returns true while the list is open.
bool open_list(const View& view, const char* name, std::string_view id, const std::string& shown) {
    stay_on_line(button_width(name) + kListWidth * view.scale);
    name_of_choice(name);
    ImGui::SetNextItemWidth(kListWidth * view.scale);
    const bool open = ImGui::BeginCombo(say("##", id).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge);
    mark("form.", id);
    return open;
}

struct Choice {
    std::string id, label, topic;
    bool chosen = false;
};

bool choice(const View& view, const Choice& c, Requests& requests) {
    const bool picked = ImGui::Selectable(c.label.c_str(), c.chosen);
    mark("form.", c.id);
    explain_item(view, c.topic, requests);
    return picked;
}

void choose_size(const View& view, Variant& v, Requests& requests) {
    const auto label = [](const Variant& variant) {
        const std::string size = scale_size_text(variant);
        return size.empty() ? std::string("default") : size;
    };
    if (!open_list(view, "scale size", "scale_size", label(v))) return;
    for (const Variant& option : view.derived.choices.sizes) {
        const std::string topic = option.scale_block == 0 ? ".block_scale" : say('.', label(option));
        if (!choice(view, {say("scale_size.", label(option)), label(option), topic, label(option) == label(v)},
                    requests))
            continue;
        v.scale_block = option.scale_block;
        v.scale_vec = option.scale_vec;
    }
    ImGui::EndCombo();
}

void choose_collector(const View& view, Variant& v, Requests& requests) {
    if (!open_list(view, "collector", "collector", v.collector.empty() ? "none" : v.collector)) return;
    const std::string default_topic = say(".collector::", collector_buffers(v.ws).front(), "::discard");
    if (choice(view, {"collector.none", "none", default_topic, v.collector.empty()}, requests)) v.collector.clear();
    for (const std::string_view buffer : collector_buffers(v.ws))
        for (const std::string_view op : kCollectorOps) {
            const std::string name = say(buffer, "::", op);
            const std::string topic = say(".collector::", name);
            if (choice(view, {say("collector.", name), name, topic, name == v.collector}, requests)) v.collector = name;
        }
    ImGui::EndCombo();
}

void choose_scale_d(const View& view, Variant& v, Requests& requests) {
    const std::string& why_not = view.derived.choices.scale_d;
    const bool has = why_not.empty();
    ImGui::BeginDisabled(!has && !v.scale_d);
    const bool open = open_list(view, "scale-d", "scale_d", v.scale_d ? say(*v.scale_d) : "none");
    if (open) {
        if (choice(view, {"scale_d.none", "none", kScaleD, !v.scale_d}, requests)) v.scale_d.reset();
        for (unsigned i = 0; has && i <= kMostScaleD; ++i)
            if (choice(view, {say("scale_d.", i), say(i), kScaleD, v.scale_d == i}, requests)) v.scale_d = i;
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    if (!open) explain_item(view, kScaleD, requests, why_not);
}

}  // namespace

void name_of_choice(const char* name) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name);
    ImGui::SameLine();
}

void choose_flag(const View& view, const Flag& f, bool& value, Requests& requests) {
    stay_on_line(button_width(f.label) + ImGui::GetFrameHeight());
    const bool dim = !f.why_not.empty() && !value;
    ImGui::BeginDisabled(dim);
    ImGui::Checkbox(f.label, &value);
    ImGui::EndDisabled();
    mark("form.", f.id);
    explain_item(view, f.topic, requests, f.why_not);
}

void choose_options(const View& view, Variant& v, Requests& requests) {
    if (!family_of(view.session).names_kind) return;
    if (scaled(v)) choose_size(view, v, requests);
    choose_collector(view, v, requests);
    const FormChoices& can = view.derived.choices;
    choose_flag(view, {"lane mask", "lane_mask", "disable-output-lane", can.lane_mask}, v.lane_mask, requests);
    choose_scale_d(view, v, requests);
    choose_flag(view, {"ashift", "ashift", ".ashift", can.ashift}, v.ashift, requests);
    // The collector buffers differ with and without .ws. A buffer of the other family would be refused.
    if (v.ws != view.session.variant.ws) v.collector.clear();
}

}  // namespace tilescope::ui
