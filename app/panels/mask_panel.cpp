// app/panels/mask_panel.cpp -- the zero-column mask: size, strips, column shift, and both readings of the manual.
// SPDX-License-Identifier: MIT
#include "app/panels/mask_convolution.h"
#include "app/panels/mask_paint.h"
#include "app/panels/mask_strips.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/copy_menu.h"
#include "app/widgets/heading.h"
#include "app/widgets/legend.h"
#include "app/widgets/text_fit.h"
#include "app/widgets/tooltip.h"

#include <tilescope/base/say.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kNumberBox = 120, kShiftWidth = 150;  // logical pixels
// Lines of text below the strips, while these are open: the boxes of a convolution, the requested mask without its
// strips, the other interpretation without its strips.
constexpr float kLinesOfConvolution = 5, kLinesOfPainting = 4, kLinesOfReading = 4;
constexpr int kMostShift = 32, kMostN = 256;
constexpr const char* kX1 =
    "The text of the manual swaps the meanings of skip_span and use_span. The examples in the manual and CUTLASS agree "
    "with this picture.";

void choose_custom_size(const View& view, MaskSize& size) {
    for (const unsigned m : {32u, 64u, 128u}) {
        ImGui::SameLine();
        if (ImGui::RadioButton(say("M ", m).c_str(), size.m == m)) size.m = m;
        if (g_probe != nullptr) mark("mask.m.", say(m));
    }
    stay_on_line(kNumberBox * view.scale + button_width("N"));
    int n = static_cast<int>(size.n);
    ImGui::SetNextItemWidth(kNumberBox * view.scale);
    if (ImGui::InputInt("N", &n, 8, 32)) size.n = static_cast<unsigned>(std::clamp(n, 1, kMostN));
    mark("mask.n");
}

// M and N come from the instruction, unless the user selects a custom size.
void choose_size(const View& view, Requests& requests) {
    MaskSize size = view.session.mask;
    bool custom = !size.follow;
    const MaskPicture& picture = view.derived.mask_examples;
    const bool follow = view.session.mask.follow;
    ImGui::AlignTextToFramePadding();
    const std::string text = say("M ", follow ? view.derived.m_text : say(view.derived.mask_m), "   N ",
                                 follow ? view.derived.n_text : say(view.derived.mask_n), "   ", picture.submasks,
                                 picture.submasks == 1 ? " sub-mask of " : " sub-masks of ", picture.submask_columns,
                                 picture.submasks == 1 ? " columns" : " columns each");
    ImGui::TextUnformatted(text.c_str());
    mark("mask.size");
    stay_on_line(button_width("custom size") + ImGui::GetFrameHeight());
    if (ImGui::Checkbox("custom size", &custom)) size = {!custom, view.derived.mask_m, view.derived.mask_n};
    mark("mask.own_size");
    if (ImGui::IsItemHovered())
        tooltip_of_item("If this box is not checked, M and N come from the instruction descriptor.");
    if (custom) choose_custom_size(view, size);
    if (size != view.session.mask) requests.edits.push_back(SetMaskSize{size});
}

// If the form has no mask, draws the reason and a button that changes the form. The mask is then drawn dim.
void draw_unused(const View& view, Requests& requests) {
    const WordView& word = view.derived.of(WordId::zcm);
    if (word.used) return;
    // The first sentence; the tooltip has all.
    const std::string first = word.unused_reason.substr(0, word.unused_reason.find(". ")) + ".";
    stay_on_line(ImGui::CalcTextSize(first.c_str()).x + button_width("Switch to .ws"));
    ImGui::AlignTextToFramePadding();
    empty_state(view.theme, "mask.unused", first);
    if (ImGui::IsItemHovered()) tooltip_of_item(word.unused_reason);
    if (!family_of(view.session).zero_mask) return;
    stay_on_line(button_width("Switch to .ws"));
    if (ImGui::Button("Switch to .ws")) {
        Variant v = view.session.variant;
        v.ws = true;
        v.cta_group = 1;
        requests.edits.push_back(SetVariant{v});
    }
    mark("mask.make_ws");
}

void draw_nonzero(const View& view, Requests& requests) {
    if (view.derived.mask.nonzero) return;
    const Field* nonzero = find_field(*view.derived.of(WordId::zcm).format, "nonzero");
    if (nonzero == nullptr || !view.derived.of(WordId::zcm).used) return;  // a form without a mask has another reason
    empty_state(view.theme, "mask.off", "The field 'nonzero' is 0: no column is zeroed, and the spans have no effect.");
    stay_on_line(button_width("Turn nonzero on"));
    if (ImGui::Button("Turn nonzero on")) requests.edits.push_back(SetField{WordId::zcm, nonzero, 1});
    mark("mask.turn_on");
}

void draw_shift(const View& view, PanelStates& states, Requests& requests) {
    const Field* field = find_field(*view.derived.of(WordId::zcm).format, "column_shift");
    if (field == nullptr) return;
    int shift = static_cast<int>(view.derived.mask.column_shift);
    stay_on_line(kShiftWidth * view.scale + button_width("shift"));
    ImGui::SetNextItemWidth(kShiftWidth * view.scale);
    const bool changed = ImGui::SliderInt("shift", &shift, 0, kMostShift, "%d", ImGuiSliderFlags_AlwaysClamp);
    mark("mask.shift");
    if (ImGui::IsItemActivated()) states.mask.gesture = states.next_gesture++;
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) tooltip_of_item("D column j uses B column j + shift.");
    if (!changed) return;
    requests.edits.push_back(SetField{WordId::zcm, field, static_cast<std::uint64_t>(shift)});
    requests.gesture = states.mask.gesture;
}

std::string bits_text(const MaskPicture& picture) {
    std::string out;
    for (const MaskColumn& c : picture.columns) out += c.zeroed ? '#' : '.';
    return out;
}

std::string list_text(const MaskPicture& picture) {
    std::string out;
    for (std::size_t j = 0; j < picture.columns.size(); ++j)
        if (picture.columns[j].zeroed) out += say(out.empty() ? "" : ", ", j);
    return out;
}

void draw_mask_bits(const View& view, Requests& requests) {
    const MaskPicture& picture = view.derived.mask_examples;
    const std::string text = say("mask bits ", picture.n == 0 ? 0 : picture.n - 1, "..0  ", picture.hex);
    ImGui::PushFont(view.mono);
    stay_on_line(ImGui::CalcTextSize(text.c_str()).x + action_width(Icon::copy, "Copy as"));
    ImGui::PopFont();
    ImGui::AlignTextToFramePadding();
    mono_text(view, text);
    mark("mask.hex");
    const std::vector<CopyChoice> choices = {{"hex", "hexadecimal", picture.hex},
                                             {"picture", "# and .", bits_text(picture)},
                                             {"columns", "zeroed columns", list_text(picture)}};
    stay_on_line(action_width(Icon::copy, "Copy as"));
    if (const auto copied = copy_menu("mask.copy", choices, style_of(view))) requests.copy = *copied;
}

// Contradiction X1: the picture of the other reading can be drawn below the first one.
void draw_reading_button(const View& view, Requests& requests) {
    const bool shows_other = view.view_state.other_reading;
    const char* text = shows_other ? "? X1  Hide other reading" : "? X1  Other reading";
    stay_on_line(button_width(text));
    if (ImGui::Button(text)) requests.view_state.other_reading = !shows_other;
    mark("mask.reading");
    if (ImGui::IsItemHovered()) tooltip_of_item(kX1);
}

// What is needed less often than the strips opens below them.
void draw_tools(const View& view, PanelStates& states, Requests& requests) {
    stay_on_line(button_width("Convolution"));
    if (ImGui::Button("Convolution")) states.mask.convolution = !states.mask.convolution;
    mark("mask.convolution");
    if (ImGui::IsItemHovered()) tooltip_of_item("Makes the mask from the arguments of a convolution.");
    stay_on_line(button_width("Stop painting"));
    draw_paint_button(view, requests);
    draw_reading_button(view, requests);
}

bool shows_convolution(const View& view, const PanelStates& states) {
    return states.mask.convolution || view.view_state.conv_q != 0;
}

std::string caption_of(const View& view, const Scene& scene) {
    return say(
        scene.sentence,
        " Drag a border to change skip_span or use_span. Drag a row to change its fields fs and sc. "
        "Esc cancels.",
        view.derived.mask_examples.saturated
            ? " A start count (a field sc) is past the end of the first span. This program uses the last column of "
              "that span as the start (contradiction X3)."
            : "");
}

// The strips get the room that the ruler, the legend, the caption and everything below leave.
float strip_height_in(const View& view, const PanelStates& states, ImVec2 room, const Scene& scene,
                      const std::string& caption) {
    const float gap = ImGui::GetStyle().ItemSpacing.y, line = ImGui::GetFrameHeightWithSpacing();
    const float around =
        sizes_at(view.scale).mono + line + 2 * gap + ImGui::CalcTextSize(caption.c_str(), nullptr, false, room.x).y;
    float lines = shows_convolution(view, states) ? kLinesOfConvolution : 0, strips = 0;
    if (view.view_state.painting) lines += kLinesOfPainting, strips += static_cast<float>(scene.grids.size());
    if (view.view_state.other_reading) lines += kLinesOfReading, strips += static_cast<float>(scene.grids.size());
    const float free = room.y - around - lines * line - strips * (kLeastStripHeight * view.scale + gap);
    return free / std::max(static_cast<float>(scene.grids.size()), 1.0f) - gap;
}

void draw_reading(const View& view, PanelStates& states, Requests& requests) {
    if (!view.view_state.other_reading) return;
    heading("MASK FROM THE TEXT OF THE MANUAL", style_of(view));
    wrapped(kX1);
    mark("mask.x1");
    const Scene scene = mask_scene(view.derived.mask_text);
    draw_mask_strips(view, states, requests, {scene, "mask.text.", false});
    wrapped(scene.sentence);
}

}  // namespace

// Reads: derived.mask and its pictures, trace.columns, the requested mask.
// Requests: SetWord and SetField of zcm, SetMaskSize, SetVariant, SetRequestedMask; focus, selection, the other
// reading, the convolution, copy.
void draw_mask_panel(const View& view, PanelStates& states, Requests& requests) {
    if (!view.presenting) {
        choose_size(view, requests);
        if (view.derived.mask_asks.empty()) draw_tools(view, states, requests);
        draw_unused(view, requests);
    }
    if (!view.derived.mask_asks.empty())
        return ask_state(view, states, requests, "mask.unknown", view.derived.mask_unknown, view.derived.mask_asks);
    draw_nonzero(view, requests);
    const Scene scene = mask_scene(view.derived.mask_examples);
    const ConvolutionNeed need = convolution_need(view);
    const std::string caption = view.presenting ? std::string() : caption_of(view, scene);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    draw_mask_strips(view, states, requests,
                     {scene, "mask.", true, need.different, strip_height_in(view, states, room, scene, caption)});
    legend(scene.legend, style_of(view));
    if (view.presenting) return;
    draw_shift(view, states, requests);
    draw_mask_bits(view, requests);
    wrapped(caption);
    mark("mask.count");
    mark_picture(at, {at.x + room.x, ImGui::GetItemRectMax().y});
    if (shows_convolution(view, states)) draw_mask_convolution(view, requests, need);
    draw_mask_paint(view, states, requests);
    draw_reading(view, states, requests);
}

std::optional<Scene> picture_of_mask(const PictureSource& source) {
    Answer<Scene> scene = picture_of("mask", source.derived, source.view_state);
    return scene ? scene_with_cells(std::move(*scene)) : std::nullopt;
}

}  // namespace tilescope::ui
