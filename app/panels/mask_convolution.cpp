// app/panels/mask_convolution.cpp -- the mask that a convolution needs, compared with the stored one.
// SPDX-License-Identifier: MIT
#include "app/panels/mask_convolution.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

constexpr float kArgumentBox = 140;  // logical pixels

// A box: the name is CUTLASS's.
struct ArgumentBox {
    const char* name;
    std::string_view id, help;
    unsigned ViewState::*value;
};
constexpr std::array kArgumentBoxes = {
    ArgumentBox{"conv_q", "mask.conv.q", "Pixels in a row of the image, and outputs. 0: no convolution.",
                &ViewState::conv_q},
    ArgumentBox{"cta_coord_q", "mask.conv.tile", "Index of the tile. Its first column is pixel cta_coord_q * N.",
                &ViewState::conv_tile},
    ArgumentBox{"num_pixels_skip_left", "mask.conv.skip_left", "Pixels of padding to the left of a row.",
                &ViewState::conv_skip_left},
    ArgumentBox{
        "tap", "mask.conv.tap",
        "Index of the filter's column, from 0. It becomes the column shift. CUTLASS makes the words of taps 0, 1 "
        "and 2.",
        &ViewState::conv_tap}};

void draw_boxes(const View& view, Requests& requests) {
    for (const ArgumentBox& box : kArgumentBoxes) {
        int value = static_cast<int>(view.view_state.*box.value);
        if (&box != kArgumentBoxes.data()) stay_on_line(kArgumentBox * view.scale + button_width(box.name));
        ImGui::SetNextItemWidth(kArgumentBox * view.scale);
        if (ImGui::InputInt(say("##", box.name).c_str(), &value, 1, 16))
            requests.view_state.*box.value =
                static_cast<unsigned>(std::clamp(value, 0, static_cast<int>(kMostConvolution)));
        mark(box.id);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", std::string(box.help).c_str());
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        ImGui::TextUnformatted(box.name);
    }
}

void draw_word(const View& view, Requests& requests, const ConvolutionNeed& need) {
    const bool same = stores_mask(view, *need.word);
    ImGui::AlignTextToFramePadding();
    mono_text(view, hex_word(*view.derived.of(WordId::zcm).format, *need.word));
    mark("mask.conv.word");
    stay_on_line(action_width(Icon::apply, "Fill in"));
    ImGui::BeginDisabled(same);
    if (action_button(Icon::apply, "Fill in")) requests.edits.push_back(SetWord{WordId::zcm, *need.word});
    ImGui::EndDisabled();
    mark("mask.conv.take");
    const std::size_t count = need.different.size();
    const unsigned shift = view.derived.mask.column_shift, tap = view.view_state.conv_tap;
    wrapped(say(count == 0   ? std::string("The stored mask zeroes the columns that this convolution needs.")
                : count == 1 ? say("The stored mask is wrong for this convolution in 1 column: ",
                                   list_columns(need.different, kMostListed), ". It has a ring.")
                             : say("The stored mask is wrong for this convolution in ", count,
                                   " columns: ", list_columns(need.different, kMostListed), ". They have a ring."),
                shift == tap ? "" : say(" Its column shift is ", shift, "; this tap needs ", tap, ".")));
    mark("mask.conv.different");
    if (need.mask->cutlass_differs) {
        dim_text(view.theme,
                 "CUTLASS @7107b055 gives a word that zeroes no column of this tile. The last columns of the tile read "
                 "padding, so they must be zeroed.");
        mark("mask.conv.cutlass");
    }
}

}  // namespace

bool stores_mask(const View& view, std::uint64_t word) {
    return word == view.session.word(WordId::zcm) && view.session.unknown_bits(WordId::zcm) == 0;
}

ConvolutionNeed convolution_need(const View& view) {
    const ViewState& v = view.view_state;
    ConvolutionNeed out{.any = v.conv_q != 0};
    if (!out.any) return out;
    auto mask = convolution_mask({.conv_q = v.conv_q,
                                  .cta_coord_q = v.conv_tile,
                                  .num_pixels_skip_left = v.conv_skip_left,
                                  .tap = v.conv_tap,
                                  .m = view.derived.mask_m,
                                  .n = view.derived.mask_n});
    if (!mask) {
        out.why = mask.why;
        return out;
    }
    const auto word = mask_word(*view.derived.of(WordId::zcm).format, mask->mask);
    out.different = different_columns(mask->needed, zeroed_columns(view.derived.mask_examples));
    out.mask = std::move(*mask);
    out.word = word.value;
    out.why = word.why;
    return out;
}

void draw_mask_convolution(const View& view, Requests& requests, const ConvolutionNeed& need) {
    heading("MAKE IT FROM A CONVOLUTION", style_of(view), "the arguments of CUTLASS's make_column_zero_mask");
    draw_boxes(view, requests);
    if (need.word) return draw_word(view, requests, need);
    if (!need.any)
        return empty_state(view.theme, "mask.conv.none",
                           "Type conv_q, the number of pixels in a row of the image, to see the mask that the "
                           "convolution needs.");
    wrapped(say("No word can be given: ", need.why, "."));
    mark("mask.conv.refused");
}

}  // namespace tilescope::ui
