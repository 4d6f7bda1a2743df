// app/panels/memory_tools.cpp -- the lines above the pictures of shared memory.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_tools.h"

#include "app/ui/style.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/segmented.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

void choose_operand(const View& view, Asks& asks) {
    const std::array<Segment, 2> operands = {Segment{"a", "A"}, Segment{"b", "B"}};
    if (const auto i = segmented("memory.operand", operands, view.look.operand == Operand::b, style_of(view))) {
        asks.look.operand = *i == 1 ? Operand::b : Operand::a;
        asks.look.active = word_of(asks.look.operand);
    }
}

void choose_grain(const View& view, Asks& asks) {
    std::array<Segment, std::size(kGrainNames)> grains;
    for (std::size_t i = 0; i < grains.size(); ++i) grains[i] = {kGrainNames[i].name, kGrainNames[i].name};
    if (const auto i = segmented("memory.grain", grains, static_cast<std::size_t>(view.look.grain), style_of(view)))
        asks.look.grain = static_cast<Grain>(*i);
}

void choose_colouring(const View& view, Asks& asks) {
    const auto now = static_cast<std::size_t>(view.look.colouring);
    ImGui::SetNextItemWidth(120 * view.scale);
    const bool open = ImGui::BeginCombo("##colour", kColouringNames[now].name.data());
    mark("memory.colour");
    if (!open) return;
    for (const NamedValue& c : kColouringNames)
        if (ImGui::Selectable(c.name.data(), c.raw == now)) asks.look.colouring = static_cast<Colouring>(c.raw);
    ImGui::EndCombo();
}

// One notch an instruction; dragging moves what is lit and nothing else.
void choose_step(const View& view, Asks& asks) {
    const OperandView& o = view.derived.of(view.look.operand);
    const int last = std::max(o.layout.columns / static_cast<int>(std::max(o.mma_k, 1u)) - 1, 0);
    int step = std::min(static_cast<int>(view.look.k_step), last);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("K step");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(150 * view.scale);
    if (last == 0) ImGui::BeginDisabled();
    if (ImGui::SliderInt("##k_step", &step, 0, std::max(last, 1), "%d", ImGuiSliderFlags_NoInput))
        asks.look.k_step = static_cast<unsigned>(std::clamp(step, 0, last));
    mark("memory.k_step");
    if (last == 0) ImGui::EndDisabled();
    const auto shown = static_cast<unsigned>(std::min(step, last));
    const std::uint32_t start = k_step_start(o.layout, shown), next = k_step_start(o.layout, shown + 1);
    ImGui::SameLine();
    const std::string text =
        say("start ", hex(start), "   low word +", (static_cast<std::int64_t>(next) - start) / 16, " to the next");
    ImGui::TextUnformatted(text.c_str());
    mark("memory.step_text");
    const WordView& word = view.derived.of(word_of(view.look.operand));
    const Field* field = find_field(*word.format, "start");
    if (!field || shown == 0) return;
    ImGui::SameLine();
    if (ImGui::Button("Use as start"))
        if (const auto raw = raw_for(*field, std::uint64_t{start})) {
            asks.edits.push_back(SetField{word.id, field, *raw});
            asks.look.k_step = 0;
        }
    mark("memory.use_start");
}

void note(const std::string& text, ImU32 colour) {
    if (text.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(colour));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

std::string phase_of(const SmemLayout& layout) {
    const SwizzleRow& mode = row_of(layout.mode);
    const std::uint32_t inside = layout.start % mode.pattern_bytes / 128;
    if (layout.mode == SwizzleMode::none || inside == 0) return {};
    return say("! The start lies in line ", inside, " of the ", mode.name, " pattern: the pattern is drawn shifted.");
}

}  // namespace

void draw_memory_tools(const View& view, Asks& asks) {
    choose_operand(view, asks);
    ImGui::SameLine();
    choose_grain(view, asks);
    ImGui::SameLine();
    choose_colouring(view, asks);
    ImGui::SameLine();
    bool swizzle = view.look.swizzle;
    if (ImGui::Checkbox("swizzle", &swizzle)) asks.look.swizzle = swizzle;
    mark("memory.swizzle");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("In the picture only: no edit is made (S).");
    choose_step(view, asks);
}

void draw_memory_notes(const View& view) {
    const OperandView& o = view.derived.of(view.look.operand);
    if (!o.in_smem) return;
    const StrideReport lbo = use_of_lbo(o.layout), sbo = use_of_sbo(o.layout);
    note(say("lbo ", o.layout.lbo, ": ", lbo.sentence, "  sbo ", o.layout.sbo, ": ", sbo.sentence), view.theme.dim);
    mark("memory.strides");
    if (!view.look.swizzle) note("The XOR is left out in this picture.", view.theme.warn);
    if (o.overlaps) note(say("! ", o.overlap_note, " (cross-hatched)."), view.theme.warn);
    mark("memory.overlap");
    note(phase_of(o.layout), view.theme.warn);
    note(assumption_of(o.layout), view.theme.dim);
    note(o.type_note, view.theme.warn);
}

}  // namespace tilescope::ui
