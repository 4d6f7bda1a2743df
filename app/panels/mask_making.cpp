// app/panels/mask_making.cpp -- two ways to make a mask: from a convolution, and by painting.
// SPDX-License-Identifier: MIT
#include "app/panels/mask_making.h"
#include "app/panels/panel_parts.h"
#include "app/widgets/mask_strip.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/word/codec.h>

namespace tilescope::ui {
namespace {

inline constexpr std::size_t kMostListed = 12;  // columns and runs of columns in a sentence

// A box for each argument; the names are CUTLASS's.
struct ArgumentBox {
    CountBox box;
    unsigned ShownConvolution::*value;
};
constexpr CountBox argument(const char* name, std::string_view id, std::string_view help) {
    return {name, id, help, kMostConvolution, 1, 16, 140};
}
constexpr ArgumentBox kArgumentBoxes[] = {
    {argument("conv_q", "mask.conv.q", "Pixels in a row of the image, and outputs. 0: no convolution."),
     &ShownConvolution::q},
    {argument("cta_coord_q", "mask.conv.tile", "Index of the tile. Its first column is pixel cta_coord_q * N."),
     &ShownConvolution::tile},
    {argument("num_pixels_skip_left", "mask.conv.skip_left", "Pixels of padding to the left of a row."),
     &ShownConvolution::skip_left},
    {argument("tap", "mask.conv.tap",
              "Index of the filter's column, from 0. It becomes the column shift. CUTLASS makes the words of taps 0, 1 "
              "and 2."),
     &ShownConvolution::tap}};

void draw_boxes(const View& view, Requests& requests) {
    for (const ArgumentBox& row : kArgumentBoxes)
        count_box(view, row.box, requests.view_state.conv.*row.value, &row != kArgumentBoxes);
}

// Returns whether the mask on the card is this word, with all bits known.
bool stores_mask(const View& view, std::uint64_t word) {
    return word == view.session.word(WordId::zcm) && view.session.unknown_bits(WordId::zcm) == 0;
}

// Draws a word for the mask, and the button that stores it.
void offer_word(const View& view, Requests& requests, std::uint64_t word, std::string_view id, const char* label,
                std::string_view button_id) {
    ImGui::AlignTextToFramePadding();
    mono_text(view, hex_word(*view.derived.of(WordId::zcm).format, word), id);
    if (button(label, button_id, {.icon = Icon::apply, .beside = true, .disabled = stores_mask(view, word)}))
        requests.edits.push_back(SetWord{WordId::zcm, word});
}

// "1 column: 5. It has a ring."
std::string columns_in_words(const std::vector<unsigned>& columns) {
    return columns.size() == 1
               ? say("1 column: ", list_columns(columns, kMostListed), ". It has a ring.")
               : say(columns.size(), " columns: ", list_columns(columns, kMostListed), ". They have a ring.");
}

void draw_word(const View& view, Requests& requests, const ConvolutionNeed& need) {
    offer_word(view, requests, *need.word, "mask.conv.word", "Fill in", "mask.conv.take");
    const unsigned shift = view.derived.mask.word.column_shift, tap = view.view_state.conv.tap;
    wrapped(say(need.different.empty()
                    ? std::string("The stored mask zeroes the columns that this convolution needs.")
                    : say("The stored mask is wrong for this convolution in ", columns_in_words(need.different)),
                shift == tap ? "" : say(" Its column shift is ", shift, "; this tap needs ", tap, ".")),
            "mask.conv.different");
    if (need.mask->cutlass_differs)
        dim_text(view.theme,
                 "CUTLASS @7107b055 gives a word that zeroes no column of this tile. The last columns of the tile read "
                 "padding, so they must be zeroed.",
                 "mask.conv.cutlass");
}

constexpr float kStripHeight = 28;  // logical pixels

std::vector<bool> columns_of_word(const View& view) { return zeroed_columns(view.derived.mask.examples); }

// Painting starts from the mask of the current word. An earlier requested mask stays if it has the right length.
void toggle(const View& view, Requests& requests) {
    requests.view_state.painting = !view.view_state.painting;
    const MaskRequest& request = view.derived.mask.request;
    if (requests.view_state.painting && (!request.any || !request.refused.empty()))
        requests.edits.push_back(SetRequestedMask{mask_text(columns_of_word(view))});
}

// The first column that is touched decides what a drag paints.
void paint(const View& view, PanelStates& states, Requests& requests, const MaskStripReply& reply, std::size_t first) {
    if (!reply.held || !reply.hovered) return;
    std::vector<bool> columns = view.derived.mask.request.columns;
    const std::size_t column = first + static_cast<std::size_t>(*reply.hovered);
    if (ImGui::IsItemActivated()) states.mask.paint = {!columns[column], states.next_gesture++};
    if (columns[column] == states.mask.paint.zeroing) return;
    columns[column] = states.mask.paint.zeroing;
    requests.edits.push_back(SetRequestedMask{mask_text(columns)});
    requests.gesture = states.mask.paint.gesture;
}

// Returns the nearest word if no word gives the request, or null. The search can take longer than a frame, so a drag
// that paints only has an answer after its end.
const NearestRequest* nearest_of(const View& view, NearestMaskState& state) {
    const MaskRequest& request = view.derived.mask.request;
    if (request.answer.solution || request.columns.empty()) return nullptr;
    const ZeroMask& near = view.derived.mask.word;
    const std::tuple key(request.columns, view.derived.mask.m, near.skip, near.use, near.column_shift);
    if (state.key != key && ImGui::IsAnyItemActive()) return nullptr;
    const NearestRequest& found = state.of(key, [&] { return nearest_request(view.derived); });
    return found.word ? &found : nullptr;
}

void draw_request(const View& view, PanelStates& states, Requests& requests) {
    const MaskRequest& request = view.derived.mask.request;
    const MaskPicture picture = tilescope::picture_of(request.columns, view.derived.mask.m);
    const Scene scene = mask_scene(picture);
    const float width = ImGui::GetContentRegionAvail().x;
    const NearestRequest* nearest = nearest_of(view, states.mask.nearest);
    std::size_t first = 0;
    for (std::size_t i = 0; i < picture.submasks && i < scene.grids.size(); ++i) {
        const Cells& cells = scene.grids[i];
        MaskStripOptions options{.id = say("mask.wish.", i), .border_id = {}, .width = width, .handles = false};
        options.height = kStripHeight * view.scale;
        // The columns that differ from the nearest word say more than the first column that no word gives.
        const bool refused = nearest == nullptr && !request.answer.solution && request.answer.column >= first;
        if (refused && request.answer.column < first + static_cast<std::size_t>(cells.columns))
            options.pointed = static_cast<int>(request.answer.column - first);
        if (nearest != nullptr)
            for (const unsigned c : nearest->different)
                if (c >= first && c - first < static_cast<unsigned>(cells.columns))
                    options.different.push_back(static_cast<int>(c - first));
        const MaskStripReply reply = mask_strip(cells, options, style_of(view));
        paint(view, states, requests, reply, first);
        first += static_cast<std::size_t>(cells.columns);
    }
}

// The word that comes closest, and the columns in which it differs.
void offer_nearest(const View& view, Requests& requests, const NearestRequest& nearest) {
    offer_word(view, requests, *nearest.word, "mask.wish.nearest", "Use the nearest", "mask.wish.use_nearest");
    wrapped(say("This is the nearest word. It differs in ", columns_in_words(nearest.different)),
            "mask.wish.different");
}

void draw_answer(const View& view, PanelStates& states, Requests& requests) {
    const MaskRequest& request = view.derived.mask.request;
    if (!request.answer.solution) {
        wrapped(say("No word produces this mask: ", request.answer.why, "."), "mask.wish.answer");
        if (const NearestRequest* nearest = nearest_of(view, states.mask.nearest))
            offer_nearest(view, requests, *nearest);
        return;
    }
    if (!request.word) return;
    const MaskSolution& s = *request.answer.solution;
    offer_word(view, requests, *request.word, "mask.wish.answer", "Apply", "mask.wish.take");
    const auto range = [](const RunRange& r) {
        return r.least == r.most ? std::string("the only possible value") : say("possible: ", r.least, " to ", r.most);
    };
    dim_text(view.theme, s.mask.nonzero
                             ? say("skip_span = ", s.mask.skip, " (", range(s.skip), "), use_span = ", s.mask.use, " (",
                                   range(s.use), ")",
                                   stores_mask(view, *request.word) ? ". The word already has these values." : "")
                             : "No column is zeroed: the field 'nonzero' is 0.");
}

}  // namespace

ConvolutionNeed convolution_need(const View& view) {
    const ViewState& v = view.view_state;
    ConvolutionNeed out{.any = v.conv.q != 0};
    if (!out.any) return out;
    auto mask = convolution_mask({.conv_q = v.conv.q,
                                  .cta_coord_q = v.conv.tile,
                                  .num_pixels_skip_left = v.conv.skip_left,
                                  .tap = v.conv.tap,
                                  .m = view.derived.mask.m,
                                  .n = view.derived.mask.n});
    if (!mask) {
        out.why = mask.why;
        return out;
    }
    const auto word = mask_word(*view.derived.of(WordId::zcm).format, mask->mask);
    out.different = different_columns(mask->needed, zeroed_columns(view.derived.mask.examples));
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
    wrapped(say("No word can be given: ", need.why, "."), "mask.conv.refused");
}

void draw_paint_button(const View& view, Requests& requests) {
    if (button(view.view_state.painting ? "Stop painting" : "Paint a mask", "mask.paint")) toggle(view, requests);
}

void draw_mask_paint(const View& view, PanelStates& states, Requests& requests) {
    if (!view.view_state.painting || !view.derived.mask.request.any) return;
    heading("REQUESTED MASK", style_of(view), "click or drag over columns");
    const MaskRequest& request = view.derived.mask.request;
    if (!request.refused.empty()) {
        wrapped(say("The requested mask has another size: ", request.refused, "."));
        if (button("Start from the current mask", "mask.wish.restart"))
            requests.edits.push_back(SetRequestedMask{mask_text(columns_of_word(view))});
        return;
    }
    draw_request(view, states, requests);
    draw_answer(view, states, requests);
}

}  // namespace tilescope::ui
