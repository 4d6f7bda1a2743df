// app/panels/memory_tools.cpp -- the controls above the pictures of shared memory.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_tools.h"

#include "app/panels/cell_labels.h"
#include "app/panels/memory_scene.h"
#include "app/panels/panel_parts.h"
#include "app/panels/tile_size.h"
#include "app/ui/style.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/k_slider.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"
#include "app/widgets/tooltip.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace tilescope::ui {
namespace {

constexpr float kColourList = 84, kLeastSlider = 34, kMostSlider = 240,
                kNotch = 26;  // widths, logical pixels

void choose_grain(const View& view, Requests& requests) {
    std::array<Segment, std::size(kGrainNames)> grains;
    for (std::size_t i = 0; i < grains.size(); ++i) grains[i] = {kGrainNames[i].name, kGrainNames[i].name};
    float width = 0;
    for (const Segment& grain : grains) width += button_width(grain.label.data());
    stay_on_line(width);
    if (const auto i =
            segmented("memory.grain", grains, static_cast<std::size_t>(view.view_state.grain), style_of(view)))
        requests.view_state.grain = static_cast<Grain>(*i);
}

void choose_colouring(const View& view, Requests& requests) {
    const auto now = static_cast<std::size_t>(view.view_state.colouring);
    stay_on_line(kColourList * view.scale);
    ImGui::SetNextItemWidth(kColourList * view.scale);
    const bool open = ImGui::BeginCombo("##colour", kColouringNames[now].name.data());
    mark("memory.colour");
    if (!open && ImGui::IsItemHovered()) tooltip_of_item("Selects what the cell colours mean (key C).");
    if (!open) return;
    for (const NamedValue& c : kColouringNames) {
        if (ImGui::Selectable(c.name.data(), c.raw == now))
            requests.view_state.colouring = static_cast<Colouring>(c.raw);
        mark("memory.colour.", c.name);
    }
    ImGui::EndCombo();
}

void switch_swizzle(const View& view, Requests& requests) {
    bool swizzle = view.view_state.swizzle;
    stay_on_line(button_width("swizzle") + ImGui::GetFrameHeight());
    if (ImGui::Checkbox("swizzle", &swizzle)) requests.view_state.swizzle = swizzle;
    mark("memory.swizzle");
    if (ImGui::IsItemHovered()) tooltip_of_item("Changes only this picture. The descriptors stay the same (key S).");
}

void replay(const View& view, MemoryPanelState& state) {
    ImGui::BeginDisabled(view.reduced_motion);
    if (ImGui::Selectable("Replay the swizzle")) state.glide_from = ImGui::GetTime();
    ImGui::EndDisabled();
    mark("memory.replay");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        tooltip_of_item(view.reduced_motion ? "Reduced motion is on, so the chunks do not move."
                                            : "Shows again how the XOR moves the chunks of each line.");
}

// What is needed less often than the other tools. A text is built only when the user copies it: a picture has up to
// 65 536 cells.
void draw_more(const View& view, MemoryPanelState& state, Requests& requests) {
    const Operand operand = view.view_state.operand;
    if (!view.derived.of(operand).placed()) return;
    const Scene& scene = scene_of(view, operand, state).scene;
    if (scene.grids.size() < 2) return;
    stay_on_line(button_width("..."));
    if (icon_button(Icon::more, "...")) ImGui::OpenPopup("more");
    mark("memory.more");
    if (!ImGui::BeginPopup("more")) return;
    replay(view, state);
    ImGui::Separator();
    ImGui::TextDisabled("Copy");
    if (ImGui::Selectable("tile as a table, tab separated")) requests.copy = table_of(scene.grids[0]);
    mark("memory.copy.tile");
    if (ImGui::Selectable("memory as a table, tab separated")) requests.copy = table_of(scene.grids[1]);
    mark("memory.copy.memory");
    if (ImGui::Selectable("description in words")) requests.copy = scene.sentence;
    mark("memory.copy.words");
    ImGui::EndPopup();
}

// Returns the values to add to the low 32 bits of the descriptor, from each instruction to the next.
std::vector<int> units_of(const OperandView& o) {
    const auto columns = static_cast<unsigned>(std::max(o.layout.columns, 0));
    const unsigned steps = std::max(columns / std::max(o.mma_k, 1u), 1u);
    std::vector<int> out;
    for (unsigned i = 0; i + 1 < steps; ++i) out.push_back(k_step_units(o.layout, i, o.mma_k));
    return out;
}

std::string signed_text(int units) { return units < 0 ? say(units) : say('+', units); }

void use_as_start(const View& view, unsigned step, Requests& requests) {
    const WordView& word = view.derived.of(word_of(view.view_state.operand));
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (step == 0) return;
    stay_on_line(button_width("Use as start"));
    const auto moved = with_start(*word.format, word.decoded.word, k_step_slice(o.layout, step, o.mma_k));
    const std::string why = o.assumed.empty() ? moved.why : o.assumed;
    ImGui::BeginDisabled(!why.empty());
    if (ImGui::Button("Use as start") && moved) {
        requests.edits.push_back(SetWord{word.id, *moved, word.unknown});
        requests.view_state.k_step = 0;
    }
    ImGui::EndDisabled();
    mark("memory.use_start");
    if (!why.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip_of_item(why);
}

// The slider has one notch per instruction. A drag only changes the lit cells; it makes no edit.
void choose_step(const View& view, Requests& requests) {
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.placed()) return;
    const std::vector<int> units = units_of(o);
    const unsigned step = std::min(view.view_state.k_step, static_cast<unsigned>(units.size()));
    const float name = ImGui::CalcTextSize("K step").x + ImGui::GetStyle().ItemSpacing.x;
    const float width =
        std::clamp(static_cast<float>(units.size() + 1) * kNotch, kLeastSlider, kMostSlider) * view.scale;
    stay_on_line(name + width);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("K step");
    ImGui::SameLine();
    const KSlider slider{"memory.k_step", step, units, width};
    const KSliderReply reply = k_slider(slider, style_of(view));
    if (reply.chosen) requests.view_state.k_step = *reply.chosen;
    if (reply.hovered) tooltip_of_item(say("K step ", *reply.hovered, ": ", k_step_text(o, *reply.hovered)));
    use_as_start(view, step, requests);
}

}  // namespace

std::string k_step_text(const OperandView& o, unsigned step) {
    const std::vector<int> units = units_of(o);
    step = std::min(step, static_cast<unsigned>(units.size()));
    const std::string out = say("start = ", hex(k_step_start(o.layout, step, o.mma_k)));
    if (units.empty()) return out + "   one instruction";
    if (step > 0) {
        const int sum = std::accumulate(units.begin(), units.begin() + step, 0);
        return say(out, "   low word: ", signed_text(sum), " from step 0");
    }
    if (std::ranges::all_of(units, [&](int u) { return u == units[0]; }))
        return say(out, "   low word: ", signed_text(units[0]), " per step");
    constexpr std::size_t kMostSteps = 7;
    if (units.size() > kMostSteps) return out + "   low word: not the same from each step to the next";
    std::string steps;
    for (const int u : units) steps += say(' ', signed_text(u));
    return say(out, "   low word:", steps, " from step to step");
}

void draw_tile_title(const View& view, MemoryPanelState& state, Requests& requests, const TileTitle& title) {
    const std::string id = say("memory.title_", pick(title.operand, "a", "b"));
    const std::string step = say("   ", k_step_text(view.derived.of(title.operand), view.view_state.k_step));
    const std::string text = shortened(title.text, title.room), both = say(text, step);
    const bool with_step = ImGui::CalcTextSize(both.c_str()).x <= title.room;
    ImGui::PushID(id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos(),
                 size{std::max(1.0f, ImGui::CalcTextSize(text.c_str()).x), ImGui::GetTextLineHeight()};
    if (ImGui::InvisibleButton("title", size)) ImGui::OpenPopup("size");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(at, view.theme.text, text.c_str());
    const ImU32 colour = ImGui::IsItemHovered() || ImGui::IsItemFocused() ? view.theme.accent : view.theme.line;
    list.AddLine({at.x, at.y + size.y}, {at.x + size.x, at.y + size.y}, colour, style_of(view).px.line);
    mark(id);
    if (ImGui::IsItemHovered())
        tooltip_of_item(say("Click to change the K of the tiles. ", pick(title.operand, "M", "N"),
                            " is a field of the instruction descriptor."));
    if (with_step) {
        ImGui::SameLine(0, 0);
        ImGui::TextUnformatted(step.c_str());
        mark("memory.step_text");
    }
    if (ImGui::BeginPopup("size")) {
        draw_tile_k(view, state.box, requests, "memory.tile_k");
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

void draw_memory_tools(const View& view, MemoryPanelState& state, Requests& requests) {
    choose_operand(view, requests, "memory.operand", view.derived.of(WordId::a_desc).unused_reason);
    choose_grain(view, requests);
    choose_colouring(view, requests);
    choose_label(view, LabelPicture::memory, requests, "memory.labels");
    switch_swizzle(view, requests);
    choose_step(view, requests);
    draw_more(view, state, requests);
}

}  // namespace tilescope::ui
