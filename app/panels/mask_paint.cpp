// app/panels/mask_paint.cpp -- a mask painted by hand, and the word that produces it.
// SPDX-License-Identifier: MIT
#include "app/panels/mask_paint.h"
#include "app/panels/mask_convolution.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/heading.h"
#include "app/widgets/mask_strip.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/solver/convolution_mask.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kStripHeight = 28;  // logical pixels

std::vector<bool> columns_of_word(const View& view) { return zeroed_columns(view.derived.mask_examples); }

// Painting starts from the mask of the current word. An earlier requested mask stays if it has the right length.
void toggle(const View& view, Requests& requests) {
    requests.view_state.painting = !view.view_state.painting;
    const MaskRequest& request = view.derived.mask_request;
    if (requests.view_state.painting && (!request.any || !request.refused.empty()))
        requests.edits.push_back(SetRequestedMask{mask_text(columns_of_word(view))});
}

// The first column that is touched decides what a drag paints.
void paint(const View& view, PanelStates& states, Requests& requests, const MaskStripReply& reply, std::size_t first) {
    if (!reply.held || !reply.hovered) return;
    std::vector<bool> columns = view.derived.mask_request.columns;
    const std::size_t column = first + static_cast<std::size_t>(*reply.hovered);
    if (ImGui::IsItemActivated()) states.paint = {!columns[column], states.next_gesture++};
    if (columns[column] == states.paint.zeroing) return;
    columns[column] = states.paint.zeroing;
    requests.edits.push_back(SetRequestedMask{mask_text(columns)});
    requests.gesture = states.paint.gesture;
}

// Returns the nearest word if no word gives the request, or null. The search can take longer than a frame, so a drag
// that paints only has an answer after its end.
const NearestRequest* nearest_of(const View& view, NearestMaskState& state) {
    const MaskRequest& request = view.derived.mask_request;
    if (request.answer.solution || request.columns.empty()) return nullptr;
    const ZeroMask& near = view.derived.mask;
    const bool known = state.columns == request.columns && state.m == view.derived.mask_m && state.skip == near.skip &&
                       state.use == near.use && state.shift == near.column_shift;
    if (!known) {
        if (ImGui::IsAnyItemActive()) return nullptr;
        state = {request.columns, view.derived.mask_m, near.skip,
                 near.use,        near.column_shift,   nearest_request(view.derived)};
    }
    return state.found.word ? &state.found : nullptr;
}

void draw_request(const View& view, PanelStates& states, Requests& requests) {
    const MaskRequest& request = view.derived.mask_request;
    const MaskPicture picture = picture_of(request.columns, view.derived.mask_m);
    const Scene scene = mask_scene(picture);
    const float width = ImGui::GetContentRegionAvail().x;
    const NearestRequest* nearest = nearest_of(view, states.nearest);
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
    ImGui::AlignTextToFramePadding();
    mono_text(view, hex_word(*view.derived.of(WordId::zcm).format, *nearest.word));
    mark("mask.wish.nearest");
    stay_on_line(action_width(Icon::apply, "Use the nearest"));
    ImGui::BeginDisabled(stores_mask(view, *nearest.word));
    if (action_button(Icon::apply, "Use the nearest")) requests.edits.push_back(SetWord{WordId::zcm, *nearest.word});
    ImGui::EndDisabled();
    mark("mask.wish.use_nearest");
    const std::size_t count = nearest.different.size();
    wrapped(say("This is the nearest word. It differs in ", count, count == 1 ? " column: " : " columns: ",
                list_columns(nearest.different, kMostListed), count == 1 ? ". It has a ring." : ". They have a ring."));
    mark("mask.wish.different");
}

void draw_answer(const View& view, PanelStates& states, Requests& requests) {
    const MaskRequest& request = view.derived.mask_request;
    if (!request.answer.solution) {
        wrapped(say("No word produces this mask: ", request.answer.why, "."));
        mark("mask.wish.answer");
        if (const NearestRequest* nearest = nearest_of(view, states.nearest)) offer_nearest(view, requests, *nearest);
        return;
    }
    if (!request.word) return;
    const MaskSolution& s = *request.answer.solution;
    const bool same = stores_mask(view, *request.word);
    ImGui::AlignTextToFramePadding();
    mono_text(view, hex_word(*view.derived.of(WordId::zcm).format, *request.word));
    mark("mask.wish.answer");
    stay_on_line(action_width(Icon::apply, "Apply"));
    ImGui::BeginDisabled(same);
    if (action_button(Icon::apply, "Apply")) requests.edits.push_back(SetWord{WordId::zcm, *request.word});
    ImGui::EndDisabled();
    mark("mask.wish.take");
    const auto range = [](const RunRange& r) {
        return r.least == r.most ? std::string("the only possible value") : say("possible: ", r.least, " to ", r.most);
    };
    dim_text(view.theme, s.mask.nonzero
                             ? say("skip_span = ", s.mask.skip, " (", range(s.skip), "), use_span = ", s.mask.use, " (",
                                   range(s.use), ")", same ? ". The word already has these values." : "")
                             : "No column is zeroed: the field 'nonzero' is 0.");
}

}  // namespace

void draw_paint_button(const View& view, Requests& requests) {
    if (ImGui::Button(view.view_state.painting ? "Stop painting" : "Paint a mask")) toggle(view, requests);
    mark("mask.paint");
}

void draw_mask_paint(const View& view, PanelStates& states, Requests& requests) {
    if (!view.view_state.painting || !view.derived.mask_request.any) return;
    heading("REQUESTED MASK", style_of(view), "click or drag over columns");
    const MaskRequest& request = view.derived.mask_request;
    if (!request.refused.empty()) {
        wrapped(say("The requested mask has another size: ", request.refused, "."));
        if (ImGui::Button("Start from the current mask"))
            requests.edits.push_back(SetRequestedMask{mask_text(columns_of_word(view))});
        mark("mask.wish.restart");
        return;
    }
    draw_request(view, states, requests);
    draw_answer(view, states, requests);
}

}  // namespace tilescope::ui
