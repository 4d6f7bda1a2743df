// app/panels/mma_picture.cpp -- the picture of the instruction: where its parts are, cells, captions, lights, arrows.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_parts.h"
#include "app/ui/drawing.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Logical pixels.
constexpr float kBand = 40, kStrip = 12, kLeastCorner = 118;
constexpr float kLeastLeft = 72, kMostLeft = 190, kLeastRight = 120, kMostRight = 380;
constexpr float kLeftShare = 0.09f, kRightShare = 0.17f;
constexpr float kLongK = 1.5f;      // K is never drawn longer than this many times the longer of M and N
constexpr float kHighTmem = 0.45f;  // height of the map of Tensor Memory for its width
constexpr float kMostLine = 18;     // height of a line of memory

float count_across(const Cells* c) { return c ? static_cast<float>(c->columns * c->cell_columns) : 0; }
float count_down(const Cells* c) { return c ? static_cast<float>(c->rows * c->cell_rows) : 0; }

class Placing {
public:
    Placing(const MmaPicture& picture, ImVec2 size, const Style& style, bool card)
        : picture_(picture),
          size_(size),
          scale_(style.px.scale),
          corner_(card ? kLeastCorner * style.px.scale : 0),
          caption_(ImGui::GetTextLineHeight() + style.px.gap / 2) {
        std::string longest = "0x12345";
        for (const PicturePart part : {PicturePart::memory_a, PicturePart::memory_b})
            if (const Cells* memory = picture.of(part))
                for (const std::string& label : memory->row_labels)
                    if (label.size() > longest.size()) longest = label;
        out_.label_width = mono_width(style, TextSize::mono, longest) + style.px.gap;
    }

    MmaPlacing place() {
        measure();
        place_matrices();
        place_left();
        place_right();
        return out_;
    }

private:
    const MmaPicture& picture_;
    ImVec2 size_;
    float scale_, corner_, caption_;
    MmaPlacing out_;
    float left_ = 0, right_ = 0, strips_ = 0, above_ = 0, unit_ = 1, k_unit_ = 1;
    float m_ = 0, n_ = 0, k_of_a_ = 0, k_of_b_ = 0;

    bool has(PicturePart p) const { return picture_.of(p) != nullptr; }
    void put(PicturePart p, float x, float y, float width, float height) {
        if (!has(p)) return;
        const ImVec2 low{std::round(x), std::round(y)};
        out_.part[static_cast<std::size_t>(p)] =
            Rect{low, {low.x + std::max(std::round(width), 2.0f), low.y + std::max(std::round(height), 2.0f)}};
    }

    // Finds the scale of the matrices: as large as the room between the memories allows.
    void measure() {
        m_ = count_down(picture_.of(PicturePart::d)), n_ = count_across(picture_.of(PicturePart::d));
        k_of_a_ = count_across(picture_.of(PicturePart::a)), k_of_b_ = count_down(picture_.of(PicturePart::b));
        left_ =
            has(PicturePart::memory_a) ? std::clamp(size_.x * kLeftShare, kLeastLeft * scale_, kMostLeft * scale_) : 0;
        const bool at_right = has(PicturePart::memory_b) || has(PicturePart::tmem);
        right_ = at_right ? std::clamp(size_.x * kRightShare, kLeastRight * scale_, kMostRight * scale_) : 0;
        strips_ =
            (has(PicturePart::sfa) ? (kStrip + 4) * scale_ : 0) + (has(PicturePart::meta) ? (kStrip + 4) * scale_ : 0);
        above_ = has(PicturePart::sfb) ? (kStrip + 4) * scale_ : 0;
        const float longest = std::max({m_, n_, 1.0f}) * kLongK, k = std::max(k_of_a_, k_of_b_);
        const float shrink = k > longest ? longest / k : 1;
        out_.narrow_k = shrink < 1;
        const float labels_a = left_ > 0 ? out_.label_width + left_ + kBand * scale_ : 0;
        const float labels_b =
            right_ > 0 ? right_ + kBand * scale_ + (has(PicturePart::memory_b) ? out_.label_width : 0) : 0;
        const float room = size_.x - labels_a - labels_b - strips_ - caption_;
        const float tall = size_.y - 2 * caption_ - above_;
        unit_ = std::min(room / std::max(k_of_a_ * shrink + n_, 1.0f), tall / std::max(k_of_b_ * shrink + m_, 1.0f));
        if (k_of_b_ * shrink * unit_ < corner_) unit_ = std::min(unit_, (tall - corner_) / std::max(m_, 1.0f));
        unit_ = std::max(unit_, 0.05f);
        k_unit_ = unit_ * shrink;
        spread(room - (k_of_a_ * k_unit_ + n_ * unit_));
    }

    // Gives room that the matrices leave to the memories.
    void spread(float spare) {
        if (spare <= 0) return;
        const float to_right = right_ > 0 ? std::min(spare * 0.6f, kMostRight * scale_ - right_) : 0;
        const float to_left = left_ > 0 ? std::min(spare * 0.4f, kMostLeft * scale_ - left_) : 0;
        right_ += std::max(to_right, 0.0f);
        left_ += std::max(to_left, 0.0f);
    }

    float x_of_a() const { return (left_ > 0 ? out_.label_width + left_ + kBand * scale_ : 0) + strips_; }
    float x_of_d() const { return x_of_a() + k_of_a_ * k_unit_ + caption_; }
    float high_b() const { return std::max(k_of_b_ * k_unit_, corner_); }
    float y_of_d() const { return 2 * caption_ + above_ + high_b(); }

    void place_matrices() {
        const float strip = kStrip * scale_, b_top = y_of_d() - caption_ - k_of_b_ * k_unit_;
        put(PicturePart::d, x_of_d(), y_of_d(), n_ * unit_, m_ * unit_);
        put(PicturePart::a, x_of_a(), y_of_d(), k_of_a_ * k_unit_, m_ * unit_);
        put(PicturePart::b, x_of_d(), b_top, n_ * unit_, k_of_b_ * k_unit_);
        put(PicturePart::sfb, x_of_d(), b_top - strip - 4 * scale_, n_ * unit_, strip);
        float x = x_of_a() - strip - 4 * scale_;
        for (const PicturePart p : {PicturePart::sfa, PicturePart::meta}) {
            put(p, x, y_of_d(), strip, m_ * unit_);
            if (has(p)) x -= strip + 4 * scale_;
        }
        out_.corner = {{0, 0}, {x_of_d() - caption_, y_of_d() - caption_}};
    }
    void place_left() {
        const Cells* memory = picture_.of(PicturePart::memory_a);
        if (!memory) return;
        const float high = std::min(m_ * unit_, static_cast<float>(memory->rows) * kMostLine * scale_);
        put(PicturePart::memory_a, out_.label_width, y_of_d(), left_, high);
    }
    void place_right() {
        const float x = x_of_d() + n_ * unit_ + kBand * scale_, bottom = size_.y - 1;
        const float map = has(PicturePart::tmem) ? std::min(right_ * kHighTmem, (bottom - caption_) * kHighTmem) : 0;
        if (const Cells* memory = picture_.of(PicturePart::memory_b)) {
            const float room = bottom - (map > 0 ? map + caption_ : 0) - caption_;
            put(PicturePart::memory_b, x, caption_, right_,
                std::min(room - 4 * scale_, static_cast<float>(memory->rows) * kMostLine * scale_));
        }
        const float labels = has(PicturePart::memory_b) ? out_.label_width : 0;
        if (map > 0) put(PicturePart::tmem, x, bottom - map, right_ + labels, map);
    }
};

constexpr float kQuietBand = 0.10f, kOutsideStep = 0.45f;  // opacities
constexpr int kSmallCellMarks = 8;                         // of small cells, each eighth row and column has a mark
constexpr int kMostCellMarks = 4096;

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
            if (!place.touches(at.area)) continue;
            mark_rect(place, "mma.", name, '.', r, '.', c);
            ++marked;
        }
}

// What a matrix shows, if it is not its verdicts: "sums after K step 2", "no sums after K step 3". Or where it lies, if
// it is not in shared memory: "in Tensor Memory", "in registers".
std::string note_of_matrix(const View& view, PicturePart part) {
    const Derived& d = view.derived;
    if (part == PicturePart::d && view.view_state.sums && view.results.emulation)
        return say(has_emulated_step(view) ? "sums after K step " : "no sums after K step ", view.view_state.k_step);
    if (part == PicturePart::d && view.results.emulation && !has_emulated_step(view))
        return say("without K step ", view.view_state.k_step);
    if (part == PicturePart::a && !d.a.in_smem) return d.tmem.a ? "in Tensor Memory" : "in registers";
    if (part == PicturePart::d && !d.tmem.d && basis_of_d(d) != Basis::unknown) return "in registers";
    return {};
}

// " (assumed)": what the grid rests on, if nobody has given it.
std::string basis_in_brackets(const Cells& cells) {
    return cells.basis == Basis::given ? std::string() : say(" (", name_of(cells.basis), ')');
}

float caption_width(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

// Draws the first of `texts` that fits, else nothing: half a caption says less than none. `labels`: the width of the
// addresses left of the part, which are below its caption too.
void draw_caption(const MmaFrame& f, PicturePart part, std::span<const std::string> texts, float labels) {
    const auto rect = f.part(part);
    if (!rect || !rect->touches(f.area)) return;
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
        std::ranges::find_if(texts, [&](const std::string& t) { return caption_width(t) <= right - left + band; });
    if (text == texts.end()) return;
    const float x = std::min(left, right - caption_width(*text));
    const ImVec2 at{std::max(labels > 0 ? left : x, begin),
                    std::max(above - ImGui::GetTextLineHeight() - f.style.px.line, f.area.min.y)};
    if (over)
        ImGui::GetWindowDrawList()->AddRectFilled(
            at, {at.x + caption_width(*text) + f.style.px.gap, at.y + ImGui::GetTextLineHeight()}, f.view.theme.panel);
    ImGui::GetWindowDrawList()->AddText({std::round(at.x), std::round(at.y)}, f.view.theme.text, text->c_str());
    mark_rect({at, {at.x + caption_width(*text), at.y + ImGui::GetTextLineHeight()}}, "mma.caption.",
              kPictureParts[static_cast<std::size_t>(part)].name);
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
    for (int row = first; row < cells.rows && at->corner(static_cast<float>(row), 0).y < at->area.max.y; ++row) {
        const std::span lit(cells.lit.data() + cells.at(row, 0), static_cast<std::size_t>(cells.columns));
        for (auto end = lit.begin(); end != lit.end();) {
            const auto begin = std::find(end, lit.end(), 0);
            end = std::find_if(begin, lit.end(), [](std::uint8_t is_lit) { return is_lit != 0; });
            if (begin == end) break;
            const int last = static_cast<int>(end - lit.begin()) - 1;
            list.AddRectFilled(at->cell(row, static_cast<int>(begin - lit.begin())).min, at->cell(row, last).max, veil);
        }
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

constexpr float kWholeRow = 0.20f, kLitBand = 0.22f, kLitFill = 0.25f;  // opacities
constexpr std::size_t kMostLitBands = 32;
constexpr float kLeastLight = 7;     // logical pixels; smaller cells get a larger outline
constexpr float kArrowBend = 0.30f;  // of its length

Rect grown(Rect r, float least) {
    const float x = std::max(0.0f, least - r.size().x) / 2, y = std::max(0.0f, least - r.size().y) / 2;
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
    draw_arrow_head(list, c.at(0.97f), c.at(1), 10 * f.style.px.scale, colour);
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
        if (r.touches(other)) {
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

MmaPlacing place_mma(const MmaPicture& picture, ImVec2 size, const Style& style, bool card) {
    return Placing(picture, size, style, card).place();
}

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
    if (!r || !c || c->columns == 0 || c->rows == 0 || !r->touches(area)) return std::nullopt;
    GridPlaces out{};
    out.width = (r->max.x - r->min.x) / static_cast<float>(c->columns);
    out.height = (r->max.y - r->min.y) / static_cast<float>(c->rows);
    out.area = r->cut(area);
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
        const CellText text = mma_labels(f.view, f.state.picture, part, labels);
        ImGui::PushID(row.name.data());
        draw_cells(cells,
                   {.id = row.name,
                    .outlines_lit = false,
                    .text = &text,
                    .numbers = label_of(f.view.view_state, LabelPicture::mma) == CellLabel::automatic},
                   *at, f.style);
        ImGui::PopID();
        const Rect r = *f.part(part);
        ImGui::GetWindowDrawList()->AddRect(r.min, r.max, f.view.theme.line, 0, 0, f.style.px.line);
        if (g_probe == nullptr) continue;
        mark_rect(at->area, "mma.", row.name);
        mark_cells_of(f, row.name, cells, *at);
    }
}

void draw_mma_map(const MmaFrame& f, const MiniMap& map) {
    // The picture once more: in the place of the map, with a zoom that shows all of it.
    const float zoom = (map.place.max.x - map.place.min.x) / f.state.canvas.room.picture.x;
    const MmaFrame small{f.view, f.state, f.placing, map.place, f.style, {.zoom = zoom, .left = 0, .top = 0}};
    draw_map_ground(map, f.style);
    for (const NamedValue& row : kPictureParts) {
        const auto part = static_cast<PicturePart>(row.raw);
        const auto at = small.places(part);
        if (!at) continue;
        ImGui::PushID(row.name.data());  // the texture of the part itself
        draw_cells(*f.state.picture.of(part), {.id = row.name, .outlines_lit = false}, *at, f.style);
        ImGui::PopID();
    }
    draw_map_frames(map, f.style);
    mark_rect(map.place, "mma.map");
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
        const std::string basis = basis_in_brackets(*cells);
        const int down = cells->rows * cells->cell_rows, across = cells->columns * cells->cell_columns;
        const bool turned = p == PicturePart::b;  // its rows stand: the first size is that of its rows
        const std::array texts = {note.empty() ? cells->title : say(cells->title, ", ", note), cells->title,
                                  cells->basis == Basis::unknown
                                      ? say(name, basis)
                                      : say(name, "  ", turned ? across : down, " x ", turned ? down : across, basis),
                                  say(name, basis), std::string(name)};
        draw_caption(f, p, texts, 0);
    }
    for (const Operand o : kBothOperands) {
        const Cells* cells = f.state.picture.of(memory_part(o));
        const std::string basis = cells != nullptr ? basis_in_brackets(*cells) : std::string();
        const std::array texts = {say("shared memory of ", name_of(o), basis), say("memory of ", name_of(o), basis),
                                  say("smem ", name_of(o), basis), say("smem ", name_of(o))};
        draw_caption(f, memory_part(o), texts, OperandPair<float>{f.placing.label_width, 0}[o]);
    }
    const std::string cta = f.view.derived.tmem.ctas == 2 ? say(" of CTA ", f.view.view_state.tmem_cta) : "";
    const std::array texts = {say("Tensor Memory", cta), std::string("Tensor Memory"), std::string("tmem")};
    draw_caption(f, PicturePart::tmem, texts, 0);
    draw_addresses(f, PicturePart::memory_a, true);
    draw_addresses(f, PicturePart::memory_b, false);
}

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
        draw_ring_rect(list, wide.min, wide.max, ring_of(theme, f.style.px, !solid));
        mark_rect(wide, "mma.lit.", kPictureParts[static_cast<std::size_t>(l.part)].name);
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
        // The curve stays between its bend and its ends: so it rises above neither, where the titles are.
        const float y = (p.y + q.y) / 2 + side * kArrowBend * length / 2;
        const ImVec2 bend{(p.x + q.x) / 2, std::clamp(y, std::min(p.y, q.y), f.area.max.y)};
        draw_curve(f, {p, bend, q}, colour, a.expected);
        const Rect ring = grown(*from, kLeastLight * 2 * f.style.px.scale);
        draw_ring_rect(
            *ImGui::GetWindowDrawList(), ring.min, ring.max,
            {.colour = colour, .halo = f.view.theme.ring_halo, .width = f.style.px.ring, .dashed = a.expected});
        const ImVec2 name{from->max.x + f.style.px.gap, from->max.y + f.style.px.gap / 2};
        plates.push_back(draw_plate(f, name, colour, a.label, plates));
        mark_rect(ring, "mma.arrow.", kPictureParts[static_cast<std::size_t>(a.to)].name,
                  a.expected ? ".expected" : ".read");
    }
}

}  // namespace tilescope::ui
