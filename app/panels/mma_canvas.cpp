// app/panels/mma_canvas.cpp -- the MMA picture: bands, cells, the window of the K step, captions.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_labels.h"
#include "app/panels/mma_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/text.h"
#include "app/widgets/cell_grid_drawing.h"
#include "app/widgets/cell_grid_labels.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kQuietBand = 0.10f, kOutsideStep = 0.45f;  // opacities
constexpr int kSmallCellMarks = 8;                         // of small cells, each eighth row and column has a mark
constexpr int kMostCellMarks = 4096;

bool touches(const Rect& a, const Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

void draw_band(const MmaFrame& f, float x0, float y0, float y1, float x1, float v0, float v1) {
    const std::array<ImVec2, 4> corners = {ImVec2{x0, y0}, {x1, v0}, {x1, v1}, {x0, y1}};
    ImGui::GetWindowDrawList()->AddConvexPolyFilled(corners.data(), 4, faded(f.view.theme.dim, kQuietBand));
}

void mark_cells_of(const MmaFrame& f, std::string_view name, const Cells& cells, const GridPlaces& at) {
    const bool small = std::min(at.width, at.height) < f.style.px.line_cell;
    const int step = small ? kSmallCellMarks : 1;
    int marked = 0;
    for (int r = 0; r < cells.rows; r += step)
        for (int c = 0; c < cells.columns && marked < kMostCellMarks; c += step) {
            const Rect place = at.cell(r, c);
            if (!touches(place, at.area)) continue;
            mark_rect(say("mma.", name, '.', r, '.', c), place.min, place.max);
            ++marked;
        }
}

// What a matrix shows, if it is not its verdicts: "sums after K step 2", "no sums after K step 3". Or where it lies, if
// it is not in shared memory: "in Tensor Memory", "in registers".
std::string note_of_matrix(const View& view, PicturePart part) {
    const Derived& d = view.derived;
    if (part == PicturePart::d && view.view_state.sums && view.results.emulation)
        return say(has_emulated_step(view) ? "sums after K step " : "no sums after K step ", view.view_state.k_step);
    if (part == PicturePart::a && !d.a.in_smem) return d.tmem.a ? "in Tensor Memory" : "in registers";
    if (part == PicturePart::d && !d.tmem.d) return "in registers";
    return {};
}

float text_width(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

// Draws the first of `texts` that fits, else nothing: half a caption says less than none. `labels`: the width of the
// addresses left of the part, which are below its caption too.
void draw_caption(const MmaFrame& f, PicturePart part, std::span<const std::string> texts, float labels) {
    const auto rect = f.part(part);
    if (!rect || !touches(*rect, f.area)) return;
    const float above =
        part == PicturePart::b && f.part(PicturePart::sfb) ? f.part(PicturePart::sfb)->min.y : rect->min.y;
    // The caption of a narrow A begins over the band at its left.
    const auto memory = part == PicturePart::a ? f.part(PicturePart::memory_a) : std::nullopt;
    const float band = memory ? std::max(rect->min.x - memory->max.x - f.style.px.gap, 0.0f) : 0;
    // At the upper edge of an enlarged picture, the caption is beside the button and over the cells.
    const bool over = above - ImGui::GetTextLineHeight() < f.area.min.y;
    const float begin = f.area.min.x + (over && f.shown.zoom > 1.001f ? fit_button_width() + f.style.px.gap : 0);
    const float left = std::max(rect->min.x - labels, begin), right = std::min(rect->max.x, f.area.max.x);
    const auto text =
        std::ranges::find_if(texts, [&](const std::string& t) { return text_width(t) <= right - left + band; });
    if (text == texts.end()) return;
    const float x = std::min(left, right - text_width(*text));
    const ImVec2 at{std::max(labels > 0 ? left : x, begin),
                    std::max(above - ImGui::GetTextLineHeight() - f.style.px.line, f.area.min.y)};
    if (over)
        ImGui::GetWindowDrawList()->AddRectFilled(
            at, {at.x + text_width(*text) + f.style.px.gap, at.y + ImGui::GetTextLineHeight()}, f.view.theme.panel);
    ImGui::GetWindowDrawList()->AddText({std::round(at.x), std::round(at.y)}, f.view.theme.text, text->c_str());
    if (g_probe != nullptr)
        mark_rect(say("mma.caption.", kPictureParts[static_cast<std::size_t>(part)].name), at,
                  {at.x + text_width(*text), at.y + ImGui::GetTextLineHeight()});
}

void draw_addresses(const MmaFrame& f, PicturePart part, bool at_left) {
    const auto at = f.places(part);
    if (!at) return;
    const Cells& cells = *f.state.picture.of(part);
    const float size = f.style.px.mono;
    for (const int row : labelled_rows(cells.row_labels, 0, cells.rows, at->height, size * 1.25f)) {
        const std::string& text = cells.row_labels[static_cast<std::size_t>(row)];
        const float y = at->cell(row, 0).min.y;
        if (y < at->area.min.y - 1 || y + size > f.area.max.y) continue;
        const float width = mono_width(f.style, TextSize::mono, text);
        const float x = at_left ? at->area.min.x - width - f.style.px.gap / 2 : at->area.max.x + f.style.px.gap / 2;
        draw_mono(*ImGui::GetWindowDrawList(), f.style, TextSize::mono, {std::round(x), std::round(y)},
                  f.view.theme.dim, text);
    }
}

// Draws a veil over the part of the K axis that the shown step does not read, and a frame around the rest.
void draw_window(const MmaFrame& f, PicturePart part, bool downward) {
    const auto r = f.part(part);
    const unsigned steps = mma_steps(f.view);
    if (!r || steps < 2) return;
    const float all = downward ? r->max.y - r->min.y : r->max.x - r->min.x, one = all / static_cast<float>(steps);
    const float begin = one * f.state.shown_step, end = begin + one;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 veil = faded(f.view.theme.window, kOutsideStep);
    const auto piece = [&](float from, float to) {
        return downward ? Rect{{r->min.x, r->min.y + from}, {r->max.x, r->min.y + to}}
                        : Rect{{r->min.x + from, r->min.y}, {r->min.x + to, r->max.y}};
    };
    const Rect before = piece(0, begin), after = piece(end, all), window = piece(begin, end);
    list.AddRectFilled(before.min, before.max, veil);
    list.AddRectFilled(after.min, after.max, veil);
    list.AddRect(window.min, window.max, f.view.theme.text, 0, 0, f.style.px.line);
}

void draw_memory_veil(const MmaFrame& f, PicturePart part) {
    const auto at = f.places(part);
    if (!at || mma_steps(f.view) < 2) return;
    const Cells& cells = *f.state.picture.of(part);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 veil = faded(f.view.theme.window, kOutsideStep);
    const int first = static_cast<int>(at->top);
    for (int row = first; row < cells.rows && at->corner(static_cast<float>(row), 0).y < at->area.max.y; ++row)
        for (int begin = 0; begin < cells.columns;) {
            int end = begin + 1;
            const bool lit = cells.lit[cells.at(row, begin)] != 0;
            while (end < cells.columns && (cells.lit[cells.at(row, end)] != 0) == lit) ++end;
            const Rect low = at->cell(row, begin), high = at->cell(row, end - 1);
            if (!lit) list.AddRectFilled(low.min, high.max, veil);
            begin = end;
        }
}

Focus focus_in(const MmaFrame& f, PicturePart part, ImVec2 point) {
    const Rect r = *f.part(part);
    const Cells& cells = *f.state.picture.of(part);
    const float x = (point.x - r.min.x) / (r.max.x - r.min.x) * static_cast<float>(cells.columns),
                y = (point.y - r.min.y) / (r.max.y - r.min.y) * static_cast<float>(cells.rows);
    const int column = std::clamp(static_cast<int>(x), 0, cells.columns - 1),
              row = std::clamp(static_cast<int>(y), 0, cells.rows - 1);
    const std::uint32_t key = cells.key[cells.at(row, column)];
    if (key == kNoKey) return {};
    // The place inside a cell that covers several objects.
    const auto down = static_cast<unsigned>((y - static_cast<float>(row)) * static_cast<float>(cells.cell_rows)),
               across =
                   static_cast<unsigned>((x - static_cast<float>(column)) * static_cast<float>(cells.cell_columns));
    const unsigned high = key >> 16, low = key & 0xffff;
    switch (cells.kind) {
    case CellKind::element_a:
        return ElementFocus{Matrix::a, static_cast<int>(high + down), static_cast<int>(low + across)};
    case CellKind::element_b:
        return ElementFocus{Matrix::b, static_cast<int>(high + across), static_cast<int>(low + down)};
    case CellKind::element_d: return ElementFocus{Matrix::d, static_cast<int>(high), static_cast<int>(low)};
    case CellKind::byte: return ByteFocus{f.view.view_state.tmem_cta, key};
    case CellKind::tmem_cell: return CellFocus{f.view.view_state.tmem_cta, high + down, low + across};
    case CellKind::factor_a: return ScaleFocus{Operand::a, high + down, low + across};
    case CellKind::factor_b: return ScaleFocus{Operand::b, high + across, low + down};
    case CellKind::code: return CodeFocus{high + down, low + across};
    default: return {};
    }
}

}  // namespace

std::optional<Rect> MmaFrame::part(PicturePart p) const {
    const auto& r = placing.of(p);
    if (!r) return std::nullopt;
    const auto move = [&](ImVec2 v) {
        return ImVec2{area.min.x + (v.x - shown.left) * shown.zoom, area.min.y + (v.y - shown.top) * shown.zoom};
    };
    return Rect{move(r->min), move(r->max)};
}

std::optional<Rect> MmaFrame::cells(const MmaLight& light) const {
    const auto r = part(light.part);
    const Cells* c = state.picture.of(light.part);
    if (!r || !c || c->columns == 0 || c->rows == 0) return std::nullopt;
    const float w = (r->max.x - r->min.x) / static_cast<float>(c->columns),
                h = (r->max.y - r->min.y) / static_cast<float>(c->rows);
    return Rect{{r->min.x + w * static_cast<float>(light.column), r->min.y + h * static_cast<float>(light.row)},
                {r->min.x + w * static_cast<float>(light.column + light.columns),
                 r->min.y + h * static_cast<float>(light.row + light.rows)}};
}

std::optional<GridPlaces> MmaFrame::places(PicturePart p) const {
    const auto r = part(p);
    const Cells* c = state.picture.of(p);
    if (!r || !c || c->columns == 0 || c->rows == 0 || !touches(*r, area)) return std::nullopt;
    GridPlaces out{};
    out.width = (r->max.x - r->min.x) / static_cast<float>(c->columns);
    out.height = (r->max.y - r->min.y) / static_cast<float>(c->rows);
    out.area = {{std::max(r->min.x, area.min.x), std::max(r->min.y, area.min.y)},
                {std::min(r->max.x, area.max.x), std::min(r->max.y, area.max.y)}};
    out.left = (out.area.min.x - r->min.x) / out.width;
    out.top = (out.area.min.y - r->min.y) / out.height;
    return out;
}

Focus focus_at(const MmaFrame& f, ImVec2 point) {
    for (const NamedValue& row : kPictureParts) {
        const auto part = static_cast<PicturePart>(row.raw);
        const auto r = f.part(part);
        if (r && r->contains(point)) return focus_in(f, part, point);
    }
    return {};
}

void draw_mma_bands(const MmaFrame& f) {
    const auto a = f.part(PicturePart::a), b = f.part(PicturePart::b), d = f.part(PicturePart::d);
    if (const auto memory = f.part(PicturePart::memory_a); memory && a)
        draw_band(f, memory->max.x, memory->min.y, memory->max.y, a->min.x, a->min.y, a->max.y);
    if (const auto memory = f.part(PicturePart::memory_b); memory && b)
        draw_band(f, b->max.x, b->min.y, b->max.y, memory->min.x, memory->min.y, memory->max.y);
    if (const auto map = f.part(PicturePart::tmem); map && d)
        draw_band(f, d->max.x, d->min.y, d->max.y, map->min.x, map->min.y, map->max.y);
}

void draw_mma_cells(const MmaFrame& f, MmaLabelStore& labels) {
    for (const NamedValue& row : kPictureParts) {
        const auto part = static_cast<PicturePart>(row.raw);
        const auto at = f.places(part);
        if (!at) continue;
        const Cells& cells = *f.state.picture.of(part);
        const MmaLabels text(f.view, f.state.picture, part, labels);
        ImGui::PushID(row.name.data());
        draw_cells(cells,
                   {.id = row.name,
                    .size = {},
                    .pointed = {},
                    .selected = {},
                    .reveal = {},
                    .outlines_lit = false,
                    .text = &text,
                    .numbers = f.view.view_state.mma_labels == CellLabel::automatic},
                   *at, f.style);
        ImGui::PopID();
        const Rect r = *f.part(part);
        ImGui::GetWindowDrawList()->AddRect(r.min, r.max, f.view.theme.line, 0, 0, f.style.px.line);
        if (g_probe == nullptr) continue;
        mark_rect(say("mma.", row.name), at->area.min, at->area.max);
        mark_cells_of(f, row.name, cells, *at);
    }
}

void draw_mma_map(const MmaFrame& f, const MiniMap& map) {
    // The picture once more: in the place of the map, with a zoom that shows all of it.
    const float zoom = (map.place.max.x - map.place.min.x) / (f.area.max.x - f.area.min.x);
    const MmaFrame small{f.view, f.state, f.placing, map.place, f.style, {.zoom = zoom, .left = 0, .top = 0}};
    draw_map_ground(map, f.style);
    for (const NamedValue& row : kPictureParts) {
        const auto part = static_cast<PicturePart>(row.raw);
        const auto at = small.places(part);
        if (!at) continue;
        ImGui::PushID(row.name.data());  // the texture of the part itself
        draw_cells(*f.state.picture.of(part),
                   {.id = row.name, .size = {}, .pointed = {}, .selected = {}, .reveal = {}, .outlines_lit = false},
                   *at, f.style);
        ImGui::PopID();
    }
    draw_map_frames(map, f.style);
    mark_rect("mma.map", map.place.min, map.place.max);
}

void draw_mma_step(const MmaFrame& f) {
    draw_window(f, PicturePart::a, false);
    draw_window(f, PicturePart::b, true);
    draw_memory_veil(f, PicturePart::memory_a);
    draw_memory_veil(f, PicturePart::memory_b);
}

void draw_mma_captions(const MmaFrame& f) {
    for (const PicturePart p : {PicturePart::a, PicturePart::b, PicturePart::d}) {
        const Cells* cells = f.state.picture.of(p);
        if (!cells) continue;
        const std::string note = note_of_matrix(f.view, p);
        const std::string_view name(cells->title.data(), 1);
        const std::array texts = {
            note.empty() ? cells->title : say(cells->title, ", ", note), cells->title,
            say(name, "  ", cells->rows * cells->cell_rows, " x ", cells->columns * cells->cell_columns),
            std::string(name)};
        draw_caption(f, p, texts, 0);
    }
    for (const Operand o : kBothOperands) {
        const std::array texts = {say("shared memory of ", name_of(o)), say("memory of ", name_of(o)),
                                  say("smem ", name_of(o))};
        draw_caption(f, memory_part(o), texts, OperandPair<float>{f.placing.label_width, 0}[o]);
    }
    const std::string cta = f.view.derived.tmem.ctas == 2 ? say(" of CTA ", f.view.view_state.tmem_cta) : "";
    const std::array texts = {say("Tensor Memory", cta), std::string("Tensor Memory"), std::string("tmem")};
    draw_caption(f, PicturePart::tmem, texts, 0);
    draw_addresses(f, PicturePart::memory_a, true);
    draw_addresses(f, PicturePart::memory_b, false);
}

}  // namespace tilescope::ui
