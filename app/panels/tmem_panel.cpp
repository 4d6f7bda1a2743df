// app/panels/tmem_panel.cpp -- the map of Tensor Memory, its regions and their addresses.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/notation/cute.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// Returns the keys of the traced cells, in order, for a grid with separate keys: codes of metadata or scale factors.
std::vector<std::uint32_t> keys_of(const Trace& trace, const Cells& cells) {
    std::vector<std::uint32_t> keys;
    if (cells.kind == CellKind::code) {
        const int stored = std::max(cells.cell_columns, 1);
        for (const ElementFocus& e : trace.elements)
            if (e.matrix == Matrix::a)
                keys.push_back(static_cast<std::uint32_t>(e.row) << 16 | static_cast<std::uint32_t>(e.column / stored));
    } else {
        const Operand operand = cells.kind == CellKind::factor_b ? Operand::b : Operand::a;
        for (const ScaleFocus& f : trace.factors)
            if (f.operand == operand) keys.push_back(f.row << 16 | f.factor);
    }
    std::ranges::sort(keys);
    return keys;
}

std::vector<std::size_t> map_rings(const Trace& trace, const Cells& cells, unsigned cta) {
    std::vector<std::size_t> out;
    const auto lanes = static_cast<unsigned>(cells.cell_rows), columns = static_cast<unsigned>(cells.cell_columns);
    for (const CellFocus& c : trace.cells)
        if (c.cta == cta && c.lane < kTmem.lanes && c.column / columns < static_cast<unsigned>(cells.columns))
            out.push_back(cells.at(static_cast<int>(c.lane / lanes), static_cast<int>(c.column / columns)));
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

// A drawn cell of the overview covers several Tensor Memory cells. Returns the one at the pointer.
std::optional<Focus> cell_under_pointer(const Cells& cells, const GridPlaces& at, unsigned cta) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float row = (mouse.y - at.area.min.y) / at.height + at.top;
    const float column = (mouse.x - at.area.min.x) / at.width + at.left;
    const auto lane = static_cast<unsigned>(std::max(0.0f, row * static_cast<float>(cells.cell_rows)));
    const auto cell = static_cast<unsigned>(std::max(0.0f, column * static_cast<float>(cells.cell_columns)));
    return CellFocus{cta, std::min(lane, kTmem.lanes - 1),
                     std::min(cell, static_cast<unsigned>(cells.columns * cells.cell_columns) - 1)};
}

// Returns the cells of a grid in the trace, without duplicates.
std::vector<std::size_t> tmem_rings(const Trace& trace, const Cells& cells, unsigned cta) {
    if (cells.kind == CellKind::tmem_cell) return map_rings(trace, cells, cta);
    const std::vector<std::uint32_t> keys = keys_of(trace, cells);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < cells.key.size() && !keys.empty(); ++i)
        if (cells.key[i] != kNoKey && std::ranges::binary_search(keys, cells.key[i])) out.push_back(i);
    return out;
}

// Returns the focus of a cell, or nothing for padding.
std::optional<Focus> tmem_focus(const Cells& cells, std::size_t index, unsigned cta) {
    const std::uint32_t key = cells.key[index], high = key >> 16, low = key & 0xffff;
    if (key == kNoKey) return std::nullopt;
    switch (cells.kind) {
    case CellKind::tmem_cell: return CellFocus{cta, high, low};
    case CellKind::factor_a: return ScaleFocus{Operand::a, high, low};
    case CellKind::factor_b: return ScaleFocus{Operand::b, high, low};
    case CellKind::code:
        return ElementFocus{Matrix::a, static_cast<int>(high), static_cast<int>(low) * cells.cell_columns};
    default: return std::nullopt;
    }
}

constexpr int kOverviewStep = 4;  // columns; scale factors and allocations use multiples of 4

Rect rect_of(const Area& area, const GridPlaces& at) {
    const Rect low = at.cell(area.row, area.column);
    const Rect high = at.cell(area.row + area.rows - 1, area.column + area.columns - 1);
    return Rect{low.min, high.max}.cut(at.area);
}

// A region can be narrower than its name. Each name is one line lower than the name before it, so that they do not
// overlap.
void draw_name(const View& view, const Area& area, const Rect& r, std::size_t line) {
    const Sizes px = sizes_at(view.scale);
    const ImVec2 size = ImGui::CalcTextSize(area.label.c_str());
    const ImVec2 at{r.min.x + px.gap / 2, r.min.y + px.gap / 2 + static_cast<float>(line) * (size.y + px.gap)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x - px.gap / 4, at.y}, {at.x + size.x + px.gap / 4, at.y + size.y}, view.theme.window);
    list.AddText(at, view.theme.text, area.label.c_str());
}

// Returns the narrowest region under the pointer, so that a region that is covered by a wider one can be dragged.
const TmemRegion* region_at(const View& view, const CellFocus& cell) {
    const TmemRegion* found = nullptr;
    for (const TmemRegion& r : view.derived.tmem.regions) {
        const bool inside = cell.column >= r.first && cell.column < r.end();
        if (inside && (!found || r.columns < found->columns)) found = &r;
    }
    return found;
}

int step_of(const View& view, TmemPlace place) {
    const auto& meta = view.derived.tmem.meta;
    const int least = place == TmemPlace::meta && meta && meta->kind->paired ? 2 : 1;
    return view.view_state.tmem_grain == TmemGrain::overview ? kOverviewStep : least;
}

void request_address(const View& view, const TmemPanelState& s, std::uint32_t address, Requests& requests) {
    if (address == view.session.address(*s.dragged)) return;
    requests.edit(SetTmemAddress{*s.dragged, address}, s.gesture);
}

void follow_pointer(const View& view, TmemPanelState& s, Requests& requests, const GridPlaces& at) {
    const TmemRegion* region = view.derived.tmem.region(*s.dragged);
    const float moved = ImGui::GetIO().MousePos.x - s.drag_x;
    if (!region || at.width <= 0 || moved == 0) return;
    const int per_cell = view.view_state.tmem_grain == TmemGrain::overview ? 8 : 1, step = step_of(view, *s.dragged);
    const float columns = moved / at.width * static_cast<float>(per_cell);
    const auto from = static_cast<int>(tmem_column(s.drag_from));
    const int last = std::max(0, static_cast<int>(view.derived.tmem.columns) - static_cast<int>(region->columns));
    const int steps = static_cast<int>(std::lround((static_cast<float>(from) + columns) / static_cast<float>(step)));
    const auto column = static_cast<std::uint32_t>(std::clamp(steps * step, 0, last));
    const bool stays = std::abs(columns) * 2 < static_cast<float>(step);
    const std::uint32_t address = tmem_address(tmem_lane(s.drag_from), stays ? tmem_column(s.drag_from) : column);
    request_address(view, s, address, requests);
    tooltip_beside(at.area, say(row_of(*s.dragged).title, " from column ", tmem_column(address)));
}

// Draws outlines and names of the regions over the map. Marks: "tmem.region.tmem_d".
void draw_regions(const View& view, const Scene& scene, const GridPlaces& places) {
    const Sizes px = sizes_at(view.scale);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    std::size_t line = 0;
    for (const Area& area : scene.areas) {
        const Rect r = rect_of(area, places);
        if (r.max.x <= r.min.x || r.max.y <= r.min.y) continue;
        list.AddRect(r.min, r.max, view.theme.text, 0, 0, px.line);
        // Over labels, a name would cover them. The legend also contains the name.
        const bool labels = label_of(view.view_state, LabelPicture::tmem) != CellLabel::automatic;
        if (view.view_state.tmem_grain == TmemGrain::overview && !labels) draw_name(view, area, r, line++);
        mark_rect(r, "tmem.region.", area.id);
    }
    list.PopClipRect();
}

// A pressed region follows the pointer. Each drag is one gesture and so one undo step. Esc cancels the drag.
void drag_regions(const View& view, PanelStates& states, Requests& requests, const GridReply& reply) {
    TmemPanelState& s = states.tmem;
    const CellFocus* cell = requests.focus ? std::get_if<CellFocus>(&*requests.focus) : nullptr;
    if (reply.clicked && cell)
        if (const TmemRegion* region = region_at(view, *cell)) {
            s.dragged = region->place;
            s.drag_from = view.session.address(region->place);
            s.drag_x = ImGui::GetIO().MousePos.x;
            s.gesture = states.next_gesture++;
        }
    if (!s.dragged) return;
    if (key_pressed(Key::escape, false)) request_address(view, s, s.drag_from, requests);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) || key_pressed(Key::escape, false))
        s.dragged.reset();
    else
        follow_pointer(view, s, requests, reply.places);
}

constexpr float kLeastTmemGrid = 120;  // logical pixels
constexpr float kShareOfTall = 0.34f;  // part of the stage height, if the result is below the map

CellText map_labels(const View& view, const Cells& cells) {
    return [&view, &cells, cta = shown_cta(view)](std::size_t index, bool all, CellWords& out) {
        const CellLabel what = label_of(view.view_state, LabelPicture::tmem);
        const auto text = [&](CellLabel label) {
            const std::uint32_t key = cells.key[index];
            return tmem_label(view, label, {.cta = cta, .lane = key >> 16, .column = key & 0xffff});
        };
        out = {.label = text(what), .byte = {}, .value = {}};
        if (!all || out.label.empty()) return;
        const bool place = what == CellLabel::lane_column;
        if (what != CellLabel::pair) out.byte = text(place ? CellLabel::coordinate : CellLabel::lane_column);
        if (what != CellLabel::value) out.value = text(CellLabel::value);
    };
}

const Scene& scene_of(const View& view, TmemPanelState& state) {
    const TmemOptions look = tmem_options(view.derived, view.view_state);
    return state.kept.of({view.derived.revision, look}, [&] { return tmem_scene(view.derived.tmem, look); });
}

// Returns true after a change. The grid then pans to the selection.
bool choose_tmem_grain(const View& view, Requests& requests) {
    std::array<Segment, std::size(kTmemGrainNames)> grains;
    for (std::size_t i = 0; i < grains.size(); ++i) grains[i] = {kTmemGrainNames[i].name, kTmemGrainNames[i].name};
    const auto now = static_cast<std::size_t>(view.view_state.tmem_grain);
    stay_on_line(button_width(kTmemGrainNames[0].name.data()) + button_width(kTmemGrainNames[1].name.data()));
    const auto chosen = segmented("tmem.grain", grains, now, style_of(view));
    if (chosen) requests.view_state.tmem_grain = static_cast<TmemGrain>(*chosen);
    return chosen.has_value();
}

// The overview and the single cells have the same axes, lane and column, in other units. Changing from one to the other
// keeps the first visible lane and column, unless something is selected: then the selection comes into view.
void keep_corner(TmemPanelState& state, const Cells& cells, GridView& grid, Requests& requests) {
    const ImVec2 unit{static_cast<float>(cells.cell_columns), static_cast<float>(cells.cell_rows)};
    if (state.other_grain && !grid.revealed) {
        grid.jump(kept_inside({grid.zoom, state.corner.x / unit.x, state.corner.y / unit.y}, grid.room));
        requests.next_frame = true;
    } else {
        state.corner = {grid.left * unit.x, grid.top * unit.y};
    }
    state.other_grain = false;
}

void draw_words(const View& view, const Scene& scene) {
    const std::string sentence = say(view.derived.tmem.path_summary, ".  ", scene.sentence);
    stay_on_line(ImGui::CalcTextSize(sentence.c_str()).x);
    wrapped(sentence, "tmem.sentence");
    const TmemView& tmem = view.derived.tmem;
    std::string text = tmem.d ? say("D ", to_text(cute_of(*tmem.d))) : std::string();
    if (tmem.a) text += say(text.empty() ? "" : "   ", "A ", to_text(cute_of(*tmem.a)));
    if (!text.empty()) cute_text(view, "tmem.cute", text);
}

// Returns true if the user chose another grain.
bool draw_tmem_choices(const View& view, const Scene& scene, Requests& requests) {
    const bool switched = choose_tmem_grain(view, requests);
    choose_cta(view, requests, "tmem.cta");
    choose_label(view, LabelPicture::tmem, requests, "tmem.labels");
    draw_words(view, scene);
    return switched;
}

constexpr unsigned kHalfLane = 16;

std::string id_of(TmemPlace place) { return say("places.", row_of(place).id); }

void draw_column(const View& view, PanelStates& states, Requests& requests, TmemPlace place) {
    const std::uint32_t address = view.session.address(place);
    const std::string id = id_of(place);
    const BoxAnswer answer =
        number_box({id, field(kTmem91, "column"), tmem_column(address), 0, false, view.theme}, states.tmem.box);
    if (answer.begins) states.tmem.gesture = states.next_gesture++;
    if (!answer.raw) return;
    const std::uint32_t moved = tmem_address(tmem_lane(address), static_cast<unsigned>(*answer.raw));
    requests.edit(SetTmemAddress{place, moved}, states.tmem.gesture);
}

// Draws the choice of the lane if the rows use half of each sub-partition. Also draws it for a lane other than 0, so
// that the user can correct the lane.
void draw_lane(const View& view, Requests& requests, TmemPlace place) {
    const TmemView& tmem = view.derived.tmem;
    const std::uint32_t address = view.session.address(place), lane = tmem_lane(address);
    const bool uses_data_path = place == TmemPlace::d || place == TmemPlace::a || place == TmemPlace::meta;
    if (lane == 0 && !(uses_data_path && tmem.path && tmem.path->half)) return;
    const std::string other = say(lane), other_label = say("lane ", lane);
    std::vector<Segment> lanes = {{"0", "lane 0"}, {"16", "lane 16"}};
    if (lane != 0 && lane != kHalfLane) lanes.push_back({other, other_label});
    const std::size_t chosen = lane == 0 ? 0 : lane == kHalfLane ? 1 : 2;
    if (const auto i = segmented(say(id_of(place), ".lane"), lanes, chosen, style_of(view)))
        requests.edit(SetTmemAddress{place, tmem_address(*i == 0 ? 0 : kHalfLane, tmem_column(address))}, 0);
}

void draw_place(const View& view, PanelStates& states, Requests& requests, TmemPlace place) {
    const std::string id = id_of(place);
    const TmemRegion* region = view.derived.tmem.region(place);
    if (region == nullptr)
        return dim_text(view.theme, say(row_of(place).title, "  -  ", view.derived.tmem.missing(place)), id,
                        ".missing");
    beside_boxes(row_of(place).title.data());
    mark(id, ".title");
    ImGui::SameLine(ImGui::CalcTextSize(row_of(TmemPlace::meta).title.data()).x + 2 * ImGui::GetStyle().ItemSpacing.x);
    draw_column(view, states, requests, place);
    draw_lane(view, requests, place);
    const bool doubtful = region->grounds.certainty > Certainty::confirmed;
    dim_text(view.theme,
             say(doubtful ? "[?]  " : "", region->summary, ": ", region->columns,
                 region->columns == 1 ? " column" : " columns", ", lanes ", region->lanes),
             id, ".extent");
    if (doubtful) tip(region->grounds.note);
    if (!region->why_not.empty()) wrapped(say(sign_of(Severity::error), "  ", region->why_not, "."));
}

}  // namespace

GridReply draw_tmem_grid(const View& view, Requests& requests, GridView& grid, const TmemGrid& plan) {
    const std::optional<Trace> selected = pinned_trace(view);
    const bool here = is_something(view.focus) && view.focus == view.view_state.selection;
    const std::vector<std::size_t> lit = tmem_rings(view.trace, plan.cells, plan.cta);
    const std::vector<std::size_t> pinned = selected ? tmem_rings(*selected, plan.cells, plan.cta)
                                            : here   ? lit
                                                     : std::vector<std::size_t>();
    const std::vector<std::size_t> pointed = here ? std::vector<std::size_t>() : lit;
    if (plan.reveal) grid.revealed.reset();
    const GridReply reply = titled_grid(view, requests, plan.cells,
                                        {.id = plan.id,
                                         .size = plan.size,
                                         .pointed = pointed,
                                         .selected = pinned,
                                         .text = plan.text,
                                         .numbers = plan.numbers},
                                        grid);
    if (!reply.hovered) return reply;
    const std::optional<Focus> focus = plan.cells.kind == CellKind::tmem_cell
                                           ? cell_under_pointer(plan.cells, reply.places, plan.cta)
                                           : tmem_focus(plan.cells, *reply.hovered, plan.cta);
    if (focus) requests.point(*focus, reply.clicked.has_value());
    return reply;
}

unsigned shown_cta(const View& view) { return shown_cta(view.derived, view.view_state); }

void choose_cta(const View& view, Requests& requests, std::string_view id) {
    if (view.derived.tmem.ctas < 2) return;
    constexpr Segment ctas[] = {{"0", "CTA 0"}, {"1", "CTA 1"}};
    ImGui::SameLine();
    choose_one(view, id, ctas, shown_cta(view), requests.view_state.tmem_cta);
}

void region_notes(const View& view, const TmemRegion& region, std::string_view id) {
    const std::string_view title = row_of(region.place).title;
    if (!region.why_not.empty())
        sentence_of(view.theme, Severity::error, say(title, ": ", region.why_not, "."), id, ".why_not");
    if (region.grounds.certainty <= Certainty::confirmed) return;
    dim_text(view.theme, say("[?]  ", title, ": ", region.grounds.note), id, ".note");
}

// Reads: derived.tmem and its scene, the trace.
// Requests: SetTmemAddress by dragging; focus, selection, CTA, grain, labels; for values, a result.
void draw_tmem_panel(const View& view, PanelStates& states, Requests& requests) {
    const Scene& scene = scene_of(view, states.tmem);
    if (label_of(view.view_state, LabelPicture::tmem) == CellLabel::value) requests.result = true;
    if (scene.grids.empty()) return empty_state(view.theme, "tmem.empty", scene.sentence);
    const bool switched = !view.presenting && draw_tmem_choices(view, scene, requests);
    for (const TmemRegion& region : view.derived.tmem.regions)
        region_notes(view, region, say("tmem.", row_of(region.place).id));
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float below = legend_height(scene.legend, style_of(view));
    const float height = view.tall ? room.y * kShareOfTall : room.y - below;
    const ImVec2 size{room.x, std::max(height, kLeastTmemGrid * view.scale)};
    GridView& grid = states.tmem.grids[view.view_state.tmem_grain == TmemGrain::cell];
    const CellText labels = map_labels(view, scene.grids[0]);
    const GridReply reply =
        draw_tmem_grid(view, requests, grid,
                       {.cells = scene.grids[0],
                        .id = "tmem.map",
                        .size = size,
                        .cta = shown_cta(view),
                        .reveal = states.tmem.reveal,
                        .text = &labels,
                        .numbers = label_of(view.view_state, LabelPicture::tmem) == CellLabel::automatic});
    keep_corner(states.tmem, scene.grids[0], grid, requests);
    draw_regions(view, scene, reply.places);
    drag_regions(view, states, requests, reply);
    legend(scene.legend, style_of(view));
    mark_picture(at, {at.x + room.x, std::max(at.y + (view.tall ? height : room.y), ImGui::GetItemRectMax().y)});
    states.tmem.reveal = states.tmem.other_grain = switched;
}

std::optional<Scene> picture_of_tmem(const PictureSource& source) {
    return scene_with_cells(source.states.tmem.kept.value);
}

// Reads: derived.tmem.   Requests: SetTmemAddress.
void draw_places_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("ADDRESSES", style_of(view));
    const TmemView& tmem = view.derived.tmem;
    if (!tmem.none.empty()) return empty_state(view.theme, "places.empty", tmem.none);
    for (const TmemPlaceRow& row : kTmemPlaces) {
        ImGui::PushID(row.id.data());
        draw_place(view, states, requests, row.place);
        ImGui::PopID();
    }
    wrapped(tmem.next_free < tmem.columns ? say("The next free column is ", tmem.next_free, ".")
                                          : std::string("No column after these regions is free."),
            "places.next_free");
}

}  // namespace tilescope::ui
