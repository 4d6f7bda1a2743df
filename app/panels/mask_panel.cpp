// app/panels/mask_panel.cpp -- the zero mask: strips that are dragged, and masks made by convolution or painting.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/mask_strip.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/solver/solve_mask.h>
#include <tilescope/view/pictures.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// What the convolution of the view state needs.
struct ConvolutionNeed {
    bool any = false;  // the view state has a convolution
    std::string why;   // the reason if no word can be given
    std::optional<ConvolutionMask> mask;
    std::optional<std::uint64_t> word;
    std::vector<unsigned> different;  // columns in which the stored mask differs
};

constexpr std::size_t kMostListed = 12;  // columns and runs of columns in a sentence

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

void draw_boxes(const View& view, BoxState& state, Requests& requests) {
    for (const ArgumentBox& row : kArgumentBoxes)
        count_box(view, row.box, requests.view_state.conv.*row.value, state, &row != kArgumentBoxes);
    for (const ArgumentBox& row : kArgumentBoxes) refusal_line(row.box.id, state, view.theme);
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
        requests.edit(SetWord{WordId::zcm, word});
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

// Painting starts from the mask of the current word. An earlier requested mask stays if it has the right length.
void toggle(const View& view, Requests& requests) {
    requests.view_state.painting = !view.view_state.painting;
    const MaskRequest& request = view.derived.mask.request;
    if (requests.view_state.painting && (!request.any || !request.refused.empty()))
        requests.edit(SetRequestedMask{mask_text(zeroed_columns(view.derived.mask.examples))});
}

// The first column that is touched decides what a drag paints.
void paint(const View& view, PanelStates& states, Requests& requests, const MaskStripReply& reply, std::size_t first) {
    if (!reply.held || !reply.hovered) return;
    std::vector<bool> columns = view.derived.mask.request.columns;
    const std::size_t column = first + static_cast<std::size_t>(*reply.hovered);
    if (ImGui::IsItemActivated()) states.mask.paint = {!columns[column], states.next_gesture++};
    if (columns[column] == states.mask.paint.zeroing) return;
    columns[column] = states.mask.paint.zeroing;
    requests.edit(SetRequestedMask{mask_text(columns)}, states.mask.paint.gesture);
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

// Returns the columns of the strip among columns of the mask.
std::vector<int> places_in(const Cells& cells, std::span<const unsigned> columns) {
    std::vector<int> out;
    if (cells.key.empty()) return out;  // N is smaller than the number of sub-masks
    const unsigned first = cells.key.front();
    for (const unsigned column : columns)
        if (column >= first && column - first < static_cast<unsigned>(cells.columns))
            out.push_back(static_cast<int>(column - first));
    return out;
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
        if (nearest != nullptr) options.different = places_in(cells, nearest->different);
        const MaskStripReply reply = mask_strip(cells, options, style_of(view));
        paint(view, states, requests, reply, first);
        first += static_cast<std::size_t>(cells.columns);
    }
}

void draw_answer(const View& view, PanelStates& states, Requests& requests) {
    const MaskRequest& request = view.derived.mask.request;
    if (!request.answer.solution) {
        wrapped(say("No word produces this mask: ", request.answer.why, "."), "mask.wish.answer");
        const NearestRequest* nearest = nearest_of(view, states.mask.nearest);
        if (nearest == nullptr) return;
        offer_word(view, requests, *nearest->word, "mask.wish.nearest", "Use the nearest", "mask.wish.use_nearest");
        return wrapped(say("This is the nearest word. It differs in ", columns_in_words(nearest->different)),
                       "mask.wish.different");
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

void draw_mask_convolution(const View& view, BoxState& box, Requests& requests, const ConvolutionNeed& need) {
    heading("MAKE IT FROM A CONVOLUTION", style_of(view), "the arguments of CUTLASS's make_column_zero_mask");
    draw_boxes(view, box, requests);
    if (need.word) return draw_word(view, requests, need);
    if (!need.any)
        return empty_state(view.theme, "mask.conv.none",
                           "Type conv_q, the number of pixels in a row of the image, to see the mask that the "
                           "convolution needs.");
    wrapped(say("No word can be given: ", need.why, "."), "mask.conv.refused");
}

void draw_mask_paint(const View& view, PanelStates& states, Requests& requests) {
    if (!view.view_state.painting || !view.derived.mask.request.any) return;
    heading("REQUESTED MASK", style_of(view), "click or drag over columns");
    const MaskRequest& request = view.derived.mask.request;
    if (!request.refused.empty()) {
        wrapped(say("The requested mask has another size: ", request.refused, "."));
        if (button("Start from the current mask", "mask.wish.restart"))
            requests.edit(SetRequestedMask{mask_text(zeroed_columns(view.derived.mask.examples))});
        return;
    }
    draw_request(view, states, requests);
    draw_answer(view, states, requests);
}

std::uint64_t with_value(const Format& format, std::uint64_t word, std::string_view id, unsigned value) {
    const Field* f = find_field(format, id);
    if (!f) return word;
    const std::uint64_t least = value_of(*f, 0), most = value_of(*f, bit_mask(f->width));
    const auto raw = raw_for(*f, std::clamp<std::uint64_t>(value, least, most));
    return raw ? set_field(*f, word, *raw) : word;
}

// Moves border number `border` of a sub-mask by `columns` and returns the new word. Changes the span of the run before
// the border. All runs of this kind (zeroed or used) have the same span. So the function divides `columns` by the
// number of such runs before the border; then the border stays under the pointer. The field of the span limits it.
std::uint64_t drag_border(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int border,
                          int columns) {
    const bool zeroed_first = mask.fs[submask];
    const bool run_before_is_zeroed = (border % 2 == 0) == zeroed_first;
    const int runs_of_this_kind = border / 2 + 1;
    const int change = static_cast<int>(std::lround(static_cast<double>(columns) / runs_of_this_kind));
    const auto span = static_cast<int>(run_before_is_zeroed ? mask.skip : mask.use);
    return with_value(format, word, run_before_is_zeroed ? "skip_span" : "use_span",
                      static_cast<unsigned>(std::max(1, span + change)));
}

// Moves the whole row by `columns` and returns the new word. The start count changes, and also the first span if the
// row moves past a border.
std::uint64_t drag_row(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int columns) {
    const auto skip = static_cast<int>(mask.skip), period = skip + static_cast<int>(mask.use);
    const auto count = static_cast<int>(mask.sc[submask]);
    const int phase =
        mask.fs[submask] ? std::min(count, skip - 1) : skip + std::min(count, static_cast<int>(mask.use) - 1);
    const int moved = ((phase - columns) % period + period) % period;
    const bool zeroed_first = moved < skip;
    word = with_value(format, word, say("fs", submask), zeroed_first);
    return with_value(format, word, say("sc", submask), static_cast<unsigned>(zeroed_first ? moved : moved - skip));
}

constexpr float kLeastStripHeight = 34;  // logical pixels

struct MaskStrips {
    const Scene& scene;
    std::string_view prefix;  // prefix of the marks: "mask." gives "mask.strip.0", "mask.border.0.2" and "mask.source"
    bool handles = true;      // off: only a picture, such as the mask in the manual's other reading
    std::span<const unsigned> different = {};  // columns of the mask with a ring, in ascending order
    float height = 0;                          // of a strip, in window pixels; at least a legible one
};

constexpr float kLeastStrip = 64;  // width, logical pixels

float strip_height(const View& view, const MaskStrips& strips) {
    return std::round(std::max(strips.height, kLeastStripHeight * view.scale));
}

struct Columns {  // x positions and width, in window pixels
    float left, strip, right;
};

Columns columns_of() {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float label = ImGui::CalcTextSize("B column").x + gap, fields = ImGui::CalcTextSize("fs0 = 1, sc0 = 000").x;
    const float left = ImGui::GetCursorPosX() + label;
    const float strip = std::max(ImGui::GetContentRegionAvail().x - label - fields - gap, kLeastStrip);
    return {left, strip, left + strip + gap};
}

void start_drag(const View& view, PanelStates& states, const MaskStripReply& reply, int submask) {
    if (!reply.border_pressed && !reply.row_pressed) return;
    states.mask.drag = {.submask = submask,
                        .border = reply.border_pressed.value_or(-1),
                        .word = view.session.word(WordId::zcm),
                        .gesture = states.next_gesture++};
}

// Shows a tooltip beside the strips with the values that the drag sets.
void drag_tooltip(const View& view, const MaskDrag& s, const Rect& strips) {
    const ZeroMask& m = view.derived.mask.word;
    const auto i = static_cast<std::size_t>(s.submask);
    const int fs = m.fs[i];
    tooltip_beside(strips, s.border >= 0 ? say("skip ", m.skip, ", use ", m.use)
                                         : say("fs", i, " = ", fs, ", sc", i, " = ", m.sc[i]));
}

void request_word(const View& view, const MaskDrag& s, std::uint64_t word, Requests& requests) {
    const std::uint64_t now = view.session.word(WordId::zcm);
    if (word == now) return;
    requests.edit(SetWord{WordId::zcm, word, view.session.unknown_bits(WordId::zcm) & ~(word ^ now)}, s.gesture);
}

void continue_drag(const View& view, MaskDrag& s, const MaskStripReply& reply, const Rect& all, Requests& requests) {
    if (!reply.held) {
        // Esc releases the strip and restores the word from before the drag.
        if (key_pressed(Key::escape, false)) request_word(view, s, s.word, requests);
        s.submask = -1;
        return;
    }
    if (!ImGui::IsMouseDragging(0, 0)) return;
    const Format& format = *view.derived.of(WordId::zcm).format;
    const ZeroMask mask = mask_of(format, s.word);
    const auto columns = static_cast<int>(std::lround(ImGui::GetMouseDragDelta(0, 0).x / reply.column_pixels));
    const auto submask = static_cast<unsigned>(s.submask);
    request_word(view, s,
                 s.border >= 0 ? drag_border(format, s.word, mask, submask, s.border, columns)
                               : drag_row(format, s.word, mask, submask, columns),
                 requests);
    drag_tooltip(view, s, all);
}

std::optional<int> column_in_focus(const View& view, const Cells& cells) {
    for (const MaskFocus& f : view.trace.columns)
        for (int c = 0; c < cells.columns; ++c)
            if (cells.key[static_cast<std::size_t>(c)] == f.column) return c;
    return std::nullopt;
}

void draw_strip(const View& view, PanelStates& states, Requests& requests, const MaskStrips& strips, std::size_t i,
                const Rect& all) {
    const Cells& cells = strips.scene.grids[i];
    const bool source = cells.id == "mask_source";
    const Columns at = columns_of();
    const float high = strip_height(view, strips);
    const float row = (high - ImGui::GetTextLineHeight()) / 2;  // centres the text vertically
    const float y = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(y + row);
    ImGui::TextUnformatted(source ? "B column" : cells.title.c_str());
    ImGui::SetCursorPos({at.left, y});
    const MaskStripOptions options{.id = say(strips.prefix, source ? "source" : say("strip.", i)),
                                   .border_id = say(strips.prefix, "border.", i),
                                   .width = at.strip,
                                   .height = high,
                                   .pointed = column_in_focus(view, cells),
                                   .different = source ? std::vector<int>() : places_in(cells, strips.different),
                                   .pinned = view.focus == view.view_state.selection,
                                   .dim = !view.derived.of(WordId::zcm).used,
                                   .handles = strips.handles && !source};
    const MaskStripReply reply = mask_strip(cells, options, style_of(view));
    if (reply.hovered) requests.point(MaskFocus{cells.key[static_cast<std::size_t>(*reply.hovered)]}, reply.clicked);
    if (options.handles) {
        start_drag(view, states, reply, static_cast<int>(i));
        if (states.mask.drag.submask == static_cast<int>(i))
            continue_drag(view, states.mask.drag, reply, all, requests);
    }
    const ZeroMask& m = view.derived.mask.word;
    if (source || i >= m.sc.size()) return;
    const float below = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({at.right, y + row});
    ImGui::Text("fs%zu = %d, sc%zu = %u", i, static_cast<int>(m.fs[i]), i, m.sc[i]);
    ImGui::SetCursorPosY(below);
}

// Draws the strips with a ruler above and the start values beside them.
// Requests: SetWord of zcm (each drag is one gesture); focus, selection.
void draw_mask_strips(const View& view, PanelStates& states, Requests& requests, const MaskStrips& strips) {
    if (strips.scene.grids.empty()) return;
    const Columns at = columns_of();
    ImGui::TextUnformatted("columns");
    ImGui::SameLine(at.left);
    mask_ruler(strips.scene.grids.front(), at.strip, style_of(view));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float pitch = strip_height(view, strips) + ImGui::GetStyle().ItemSpacing.y;
    const float height = pitch * static_cast<float>(strips.scene.grids.size());
    const Rect all{low, {low.x + ImGui::GetContentRegionAvail().x, low.y + height}};
    for (std::size_t i = 0; i < strips.scene.grids.size(); ++i) draw_strip(view, states, requests, strips, i, all);
}

constexpr float kShiftWidth = 150;  // logical pixels
// Lines of text below the strips, while these are open: the boxes of a convolution, the requested mask without its
// strips, the other interpretation without its strips.
constexpr float kLinesOfConvolution = 5, kLinesOfPainting = 4, kLinesOfReading = 4;
constexpr int kMostShift = 32;
constexpr CountBox kMaskN{"N", "mask.n", "The columns of D.", 256, 8, 32, 120, 1};
constexpr const char* kX1 =
    "The text of the manual swaps the meanings of skip_span and use_span. The examples in the manual and CUTLASS agree "
    "with this picture.";

void choose_custom_size(const View& view, BoxState& state, MaskSize& size) {
    for (const unsigned m : {32u, 64u, 128u}) {
        ImGui::SameLine();
        if (ImGui::RadioButton(say("M ", m).c_str(), size.m == m)) size.m = m;
        mark("mask.m.", m);
    }
    count_box(view, kMaskN, size.n, state);
    refusal_line(kMaskN.id, state, view.theme);
}

// M and N come from the instruction, unless the user selects a custom size.
void choose_size(const View& view, BoxState& state, Requests& requests) {
    MaskSize size = view.session.mask;
    bool custom = !size.follow;
    const MaskPicture& picture = view.derived.mask.examples;
    const bool follow = view.session.mask.follow;
    ImGui::AlignTextToFramePadding();
    const std::string text = say("M ", follow ? view.derived.m_text : say(view.derived.mask.m), "   N ",
                                 follow ? view.derived.n_text : say(view.derived.mask.n), "   ", picture.submasks,
                                 picture.submasks == 1 ? " sub-mask of " : " sub-masks of ", picture.submask_columns,
                                 picture.submasks == 1 ? " columns" : " columns each");
    ImGui::TextUnformatted(text.c_str());
    mark("mask.size");
    if (checkbox("custom size", "mask.own_size", custom)) size = {!custom, view.derived.mask.m, view.derived.mask.n};
    tip_below("If this box is not checked, M and N come from the instruction descriptor.");
    if (custom) choose_custom_size(view, state, size);
    if (size != view.session.mask) requests.edit(SetMaskSize{size});
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
    tip_below(word.unused_reason);
    if (!family_of(view.session).zero_mask) return;
    if (button("Switch to .ws", "mask.make_ws", {.beside = true})) {
        Variant v = view.session.variant;
        v.ws = true;
        v.cta_group = 1;
        requests.edit(SetVariant{v});
    }
}

void draw_nonzero(const View& view, Requests& requests) {
    if (view.derived.mask.word.nonzero) return;
    const Field* nonzero = find_field(*view.derived.of(WordId::zcm).format, "nonzero");
    if (nonzero == nullptr || !view.derived.of(WordId::zcm).used) return;  // a form without a mask has another reason
    empty_state(view.theme, "mask.off", "The field 'nonzero' is 0: no column is zeroed, and the spans have no effect.");
    if (button("Turn nonzero on", "mask.turn_on", {.beside = true})) requests.edit(SetField{WordId::zcm, nonzero, 1});
}

void draw_shift(const View& view, PanelStates& states, Requests& requests) {
    const Field* field = find_field(*view.derived.of(WordId::zcm).format, "column_shift");
    if (field == nullptr) return;
    int shift = static_cast<int>(view.derived.mask.word.column_shift);
    stay_on_line(kShiftWidth * view.scale + button_width("shift"));
    ImGui::SetNextItemWidth(kShiftWidth * view.scale);
    const bool changed = ImGui::SliderInt("shift", &shift, 0, kMostShift, "%d", ImGuiSliderFlags_AlwaysClamp);
    mark("mask.shift");
    if (ImGui::IsItemActivated()) states.mask.drag.gesture = states.next_gesture++;
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) tooltip_of_item("D column j uses B column j + shift.");
    if (!changed) return;
    requests.edit(SetField{WordId::zcm, field, static_cast<std::uint64_t>(shift)}, states.mask.drag.gesture);
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
    const MaskPicture& picture = view.derived.mask.examples;
    const std::string text = say("mask bits ", picture.n == 0 ? 0 : picture.n - 1, "..0  ", picture.hex);
    ImGui::PushFont(view.mono);
    stay_on_line(ImGui::CalcTextSize(text.c_str()).x + action_width(Icon::copy, "Copy as"));
    ImGui::PopFont();
    ImGui::AlignTextToFramePadding();
    mono_text(view, text, "mask.hex");
    const auto choices = [&] {
        return std::vector<CopyChoice>{{"hex", "hexadecimal", picture.hex},
                                       {"picture", "# and .", bits_text(picture)},
                                       {"columns", "zeroed columns", list_text(picture)}};
    };
    stay_on_line(action_width(Icon::copy, "Copy as"));
    if (const auto copied = copy_menu("mask.copy", choices, style_of(view))) requests.copy = *copied;
}

// What is needed less often than the strips opens below them.
void draw_tools(const View& view, PanelStates& states, Requests& requests) {
    if (button("Convolution", "mask.convolution", {.beside = true})) states.mask.convolution = !states.mask.convolution;
    tip_below("Makes the mask from the arguments of a convolution.");
    stay_on_line(button_width("Stop painting"));
    if (button(view.view_state.painting ? "Stop painting" : "Paint a mask", "mask.paint")) toggle(view, requests);
    // Contradiction X1: the picture of the other reading can be drawn below the first one.
    const bool shows_other = view.view_state.other_reading;
    const char* text = shows_other ? "? X1  Hide other reading" : "? X1  Other reading";
    if (button(text, "mask.reading", {.beside = true})) requests.view_state.other_reading = !shows_other;
    tip_below(kX1);
}

bool shows_convolution(const View& view, const PanelStates& states) {
    return states.mask.convolution || view.view_state.conv.q != 0;
}

std::string caption_of(const View& view, const Scene& scene) {
    return say(
        scene.sentence,
        " Drag a border to change skip_span or use_span. Drag a row to change its fields fs and sc. "
        "Esc cancels.",
        view.derived.mask.examples.saturated
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
    wrapped(kX1, "mask.x1");
    const Scene scene = mask_scene(view.derived.mask.text);
    draw_mask_strips(view, states, requests, {scene, "mask.text.", false});
    wrapped(scene.sentence);
}

}  // namespace

// Reads: derived.mask.word and its pictures, trace.columns, the requested mask.
// Requests: SetWord and SetField of zcm, SetMaskSize, SetVariant, SetRequestedMask; focus, selection, the other
// reading, the convolution, copy.
void draw_mask_panel(const View& view, PanelStates& states, Requests& requests) {
    if (!view.presenting) {
        choose_size(view, states.mask.box, requests);
        if (view.derived.mask.asks.empty()) draw_tools(view, states, requests);
        draw_unused(view, requests);
    }
    if (!view.derived.mask.asks.empty())
        return ask_state(view, states, requests, "mask.unknown", view.derived.mask.unknown, view.derived.mask.asks);
    draw_nonzero(view, requests);
    const Scene scene = mask_scene(view.derived.mask.examples);
    const ConvolutionNeed need = convolution_need(view);
    const std::string caption = view.presenting ? std::string() : caption_of(view, scene);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    draw_mask_strips(view, states, requests,
                     {scene, "mask.", true, need.different, strip_height_in(view, states, room, scene, caption)});
    legend(scene.legend, style_of(view));
    if (view.presenting) return;
    draw_shift(view, states, requests);
    draw_mask_bits(view, requests);
    wrapped(caption, "mask.count");
    mark_picture(at, {at.x + room.x, ImGui::GetItemRectMax().y});
    if (shows_convolution(view, states)) draw_mask_convolution(view, states.mask.box, requests, need);
    draw_mask_paint(view, states, requests);
    draw_reading(view, states, requests);
}

std::optional<Scene> picture_of_mask(const PictureSource& source) {
    Answer<Scene> scene = picture_of("mask", source.derived, source.view_state);
    return scene ? scene_with_cells(std::move(*scene)) : std::nullopt;
}

}  // namespace tilescope::ui
