// app/panels/mma_lights.cpp -- what lights up on the MMA picture, and the arrows of wrong reads.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_parts.h"
#include "app/ui/drawing.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kWholeRow = 0.20f, kLitBand = 0.22f, kLitFill = 0.25f;  // opacities
constexpr std::size_t kMostLitBands = 32;
constexpr float kLeastLight = 7;     // logical pixels; smaller cells get a larger outline
constexpr float kArrowBend = 0.30f;  // of its length

Rect grown(Rect r, float least) {
    const float x = std::max(0.0f, least - (r.max.x - r.min.x)) / 2,
                y = std::max(0.0f, least - (r.max.y - r.min.y)) / 2;
    return {{r.min.x - x, r.min.y - y}, {r.max.x + x, r.max.y + y}};
}

// The rectangle around all lights of a part that are not whole rows.
std::optional<Rect> around(const MmaFrame& f, std::span<const MmaLight> lights, PicturePart part) {
    std::optional<Rect> out;
    for (const MmaLight& l : lights) {
        if (l.part != part || l.whole) continue;
        const auto r = f.cells(l);
        if (!r) continue;
        if (!out) out = *r;
        out->min = {std::min(out->min.x, r->min.x), std::min(out->min.y, r->min.y)};
        out->max = {std::max(out->max.x, r->max.x), std::max(out->max.y, r->max.y)};
    }
    return out;
}

// Draws lit bands from a matrix to the cells of the part where it lies. `to_left`: that part is left of the matrix.
void join(const MmaFrame& f, std::span<const MmaLight> lights, PicturePart matrix, PicturePart place, bool to_left) {
    const auto from = around(f, lights, matrix);
    const auto all = f.part(matrix), there = f.part(place);
    if (!from || !all || !there) return;
    std::size_t drawn = 0;
    for (const MmaLight& l : lights) {
        if (l.part != place || drawn++ == kMostLitBands) continue;
        const Rect to = *f.cells(l);
        const float x0 = to_left ? all->min.x : all->max.x, x1 = to_left ? there->max.x : there->min.x;
        const std::array<ImVec2, 4> corners = {ImVec2{x0, from->min.y},
                                               {x1, to.min.y},
                                               {x1, std::max(to.max.y, to.min.y + 1)},
                                               {x0, std::max(from->max.y, from->min.y + 1)}};
        ImGui::GetWindowDrawList()->AddConvexPolyFilled(corners.data(), 4, faded(f.view.theme.accent, kLitBand));
    }
}

struct Curve {
    ImVec2 from, bend, to;
    ImVec2 at(float t) const {
        const float s = 1 - t;
        return {s * s * from.x + 2 * s * t * bend.x + t * t * to.x, s * s * from.y + 2 * s * t * bend.y + t * t * to.y};
    }
};

void draw_curve(const MmaFrame& f, const Curve& c, ImU32 colour, bool dashed) {
    constexpr int kPieces = 48;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = f.style.px.ring;
    for (const bool halo : {true, false})
        for (int i = 0; i < kPieces; ++i) {
            if (dashed && i % 4 >= 2) continue;
            const ImVec2 a = c.at(static_cast<float>(i) / kPieces), b = c.at(static_cast<float>(i + 1) / kPieces);
            list.AddLine(a, b, halo ? f.view.theme.ring_halo : colour, halo ? width + 2 * f.style.px.line : width);
        }
    const ImVec2 tip = c.at(1), foot = c.at(0.97f);
    const float length = std::max(1.0f, std::hypot(tip.x - foot.x, tip.y - foot.y)), size = 5 * f.style.px.scale;
    const ImVec2 u{(tip.x - foot.x) / length, (tip.y - foot.y) / length};
    list.AddTriangleFilled(tip, {tip.x - u.x * 2 * size - u.y * size, tip.y - u.y * 2 * size + u.x * size},
                           {tip.x - u.x * 2 * size + u.y * size, tip.y - u.y * 2 * size - u.x * size}, colour);
}

// Draws a name on a filled plate inside the canvas.
Rect draw_plate(const MmaFrame& f, ImVec2 at, ImU32 colour, const std::string& text, std::span<const Rect> taken) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float pad = f.style.px.gap / 2;
    const ImVec2 plate{size.x + 2 * pad, size.y + pad};
    const ImVec2 inside{std::max(std::min(at.x, f.area.max.x - plate.x), f.area.min.x),
                        std::max(std::min(at.y, f.area.max.y - plate.y), f.area.min.y)};
    Rect r{inside, {inside.x + plate.x, inside.y + plate.y}};
    for (const Rect& other : taken)
        if (r.min.x < other.max.x && other.min.x < r.max.x && r.min.y < other.max.y && other.min.y < r.max.y) {
            const float down = other.max.y - r.min.y + f.style.px.line;
            r.min.y += down, r.max.y += down;
        }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(r.min, r.max, f.view.theme.panel, pad / 2);
    list.AddRect(r.min, r.max, colour, pad / 2, 0, f.style.px.line);
    list.AddText({std::round(r.min.x + pad), std::round(r.min.y + pad / 2)}, f.view.theme.text, text.c_str());
    return r;
}

}  // namespace

void draw_mma_lights(const MmaFrame& f, std::span<const MmaLight> lights, bool solid) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = f.view.theme;
    join(f, lights, PicturePart::a, PicturePart::memory_a, true);
    join(f, lights, PicturePart::b, PicturePart::memory_b, false);
    join(f, lights, PicturePart::d, PicturePart::tmem, false);
    for (const MmaLight& l : lights) {
        const auto r = f.cells(l);
        if (!r) continue;
        const Rect wide = grown(*r, kLeastLight * f.style.px.scale);
        if (l.whole) {
            list.AddRectFilled(wide.min, wide.max, faded(theme.accent, kWholeRow));
            continue;
        }
        list.AddRectFilled(wide.min, wide.max, faded(theme.accent, kLitFill));
        draw_ring_rect(list, wide.min, wide.max,
                       {.colour = theme.accent, .halo = theme.ring_halo, .width = f.style.px.ring, .dashed = !solid});
        if (g_probe != nullptr)
            mark_rect(say("mma.lit.", kPictureParts[static_cast<std::size_t>(l.part)].name), wide.min, wide.max);
    }
}

void draw_mma_arrows(const MmaFrame& f, std::span<const MmaArrow> arrows) {
    std::vector<Rect> plates;
    for (const MmaArrow& a : arrows) {
        const auto from = f.cells({.part = a.from, .row = a.from_row, .column = a.from_column});
        const auto to = f.cells({.part = a.to, .row = a.to_row, .column = a.to_column});
        if (!from || !to) continue;
        const ImU32 colour = a.expected ? f.view.theme.good : f.view.theme.wrong;
        const ImVec2 p = from->centre(), q = to->centre();
        const float length = std::hypot(q.x - p.x, q.y - p.y), side = a.expected ? 1.0f : -1.0f;
        // The middle of the curve is halfway to its bend, so this bend keeps the curve inside the canvas.
        const float y = (p.y + q.y) / 2 + side * kArrowBend * length / 2;
        const ImVec2 bend{(p.x + q.x) / 2, std::clamp(y, f.area.min.y, f.area.max.y)};
        draw_curve(f, {p, bend, q}, colour, a.expected);
        const Rect ring = grown(*from, kLeastLight * 2 * f.style.px.scale);
        draw_ring_rect(
            *ImGui::GetWindowDrawList(), ring.min, ring.max,
            {.colour = colour, .halo = f.view.theme.ring_halo, .width = f.style.px.ring, .dashed = a.expected});
        const ImVec2 name{from->max.x + f.style.px.gap, from->max.y + f.style.px.gap / 2};
        plates.push_back(draw_plate(f, name, colour, a.label, plates));
        if (g_probe != nullptr)
            mark_rect(say("mma.arrow.", kPictureParts[static_cast<std::size_t>(a.to)].name,
                          a.expected ? ".expected" : ".read"),
                      ring.min, ring.max);
    }
}

}  // namespace tilescope::ui
