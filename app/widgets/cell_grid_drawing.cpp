// app/widgets/cell_grid_drawing.cpp -- draws the visible cells of a grid: fills, outlines, texts, rings, labels.
// SPDX-License-Identifier: MIT
#include "app/ui/cell_painter.h"
#include "app/ui/drawing.h"
#include "app/widgets/cell_grid.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>
#include <utility>

namespace tilescope::ui {
namespace {

// The cells that are visible, at least partly.
struct Seen {
    int row_begin, row_end, column_begin, column_end;

    int count() const { return (row_end - row_begin) * (column_end - column_begin); }
};

// The edges of the visible cells in whole pixels. Rounded once, because all cells of a column share its edges.
class SeenEdges {
public:
    SeenEdges(const Seen& seen, const GridPlaces& at);

    float x(int column) const { return x_[static_cast<std::size_t>(column - seen_.column_begin)]; }
    float y(int row) const { return y_[static_cast<std::size_t>(row - seen_.row_begin)]; }
    // The same as GridPlaces::cell(). Requires: the cell is visible.
    Rect cell(int row, int column) const { return {{x(column), y(row)}, {x(column + 1), y(row + 1)}}; }

private:
    Seen seen_;
    std::vector<float> x_, y_;
};

// Some neighbouring lit cells of a row.
struct LitRun {
    int row, begin, end;
};

// Returns the first cell from `first` on that is lit or not, or `end`. memchr looks at many cells at once.
int next_cell(const std::uint8_t* lit, int first, int end, bool wanted) {
    const void* found = std::memchr(lit + first, wanted ? 1 : 0, static_cast<std::size_t>(end - first));
    return found == nullptr ? end : static_cast<int>(static_cast<const std::uint8_t*>(found) - lit);
}

// The sides of a run that have no lit neighbour.
struct Side {
    enum class Of : std::uint8_t { left, right, top, bottom } of;
    ImVec2 low, high;  // the cells along the side
};

// Above and below, neighbours without a lit neighbour share a side.
void add_sides_along(const std::uint8_t* beside, Side::Of of, const LitRun& run, const SeenEdges& edges,
                     std::vector<Side>& out) {
    for (int first = run.begin, end = run.end; first < run.end; first = end) {
        if (beside != nullptr) first = next_cell(beside, first, run.end, false);
        if (first == run.end) return;
        end = beside != nullptr ? next_cell(beside, first, run.end, true) : run.end;
        out.push_back({of, {edges.x(first), edges.y(run.row)}, {edges.x(end), edges.y(run.row + 1)}});
    }
}

void find_sides(const Cells& cells, const LitRun& run, const SeenEdges& edges, std::vector<Side>& out) {
    const std::uint8_t* lit = cells.lit.data() + cells.at(run.row, 0);
    const ImVec2 low{edges.x(run.begin), edges.y(run.row)}, high{edges.x(run.end), edges.y(run.row + 1)};
    out.clear();
    if (run.begin == 0 || lit[run.begin - 1] == 0) out.push_back({Side::Of::left, low, high});
    if (run.end == cells.columns || lit[run.end] == 0) out.push_back({Side::Of::right, low, high});
    add_sides_along(run.row == 0 ? nullptr : lit - cells.columns, Side::Of::top, run, edges, out);
    add_sides_along(run.row + 1 == cells.rows ? nullptr : lit + cells.columns, Side::Of::bottom, run, edges, out);
}

// Draws the sides as thin rectangles inside the cells.
void draw_sides(const std::vector<Side>& sides, float width, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Side& side : sides) {
        ImVec2 low = side.low, high = side.high;
        switch (side.of) {
        case Side::Of::left: high.x = low.x + width; break;
        case Side::Of::right: low.x = high.x - width; break;
        case Side::Of::top: high.y = low.y + width; break;
        case Side::Of::bottom: low.y = high.y - width; break;
        }
        fill_rect(list, low, high, colour);
    }
}

Seen seen_of(const Cells& cells, const GridPlaces& at) {
    const float columns = (at.area.max.x - at.area.min.x) / at.width,
                rows = (at.area.max.y - at.area.min.y) / at.height;
    return {.row_begin = static_cast<int>(at.top),
            .row_end = std::min(cells.rows, static_cast<int>(std::ceil(at.top + rows))),
            .column_begin = static_cast<int>(at.left),
            .column_end = std::min(cells.columns, static_cast<int>(std::ceil(at.left + columns)))};
}

SeenEdges::SeenEdges(const Seen& seen, const GridPlaces& at) : seen_(seen) {
    for (int c = seen.column_begin; c <= seen.column_end; ++c)
        x_.push_back(std::round(at.corner(0, static_cast<float>(c)).x));
    for (int r = seen.row_begin; r <= seen.row_end; ++r)
        y_.push_back(std::round(at.corner(static_cast<float>(r), 0).y));
}

// Returns the line width of rings and outlines. Small cells get thinner lines, so that their fill stays visible.
float rim_width(const GridPlaces& at, const Style& style) {
    return std::clamp(std::floor(std::min(at.width, at.height) / 4), 1.0f, style.px.ring);
}

// Draws a line around each group of visible lit cells, inside the cells.
void draw_lit(const Cells& cells, const Seen& seen, const SeenEdges& edges, const GridPlaces& at, const Style& style) {
    if (cells.lit.size() != cells.tone.size() || std::min(at.width, at.height) < style.px.line_cell) return;
    // In a low cell, a wide line would touch the digits.
    const float width = std::min(rim_width(at, style), std::max(1.0f, std::floor(std::min(at.width, at.height) / 8)));
    std::vector<Side> sides;
    for (int row = seen.row_begin; row < seen.row_end; ++row) {
        const std::uint8_t* lit = cells.lit.data() + cells.at(row, 0);
        for (int first = seen.column_begin, end = first; first < seen.column_end; first = end) {
            first = next_cell(lit, first, seen.column_end, true);
            if (first == seen.column_end) break;
            end = next_cell(lit, first, seen.column_end, false);
            find_sides(cells, {row, first, end}, edges, sides);
            draw_sides(sides, width + style.px.line, style.theme.ring_halo);
            draw_sides(sides, width, style.theme.text);
        }
    }
}

// Returns 1 to draw every label, or 2, 4, ... if there is no room for all labels.
int label_stride(float cell, float needed) {
    int stride = 1;
    while (cell * static_cast<float>(stride) < needed) stride *= 2;
    return stride;
}

std::size_t longest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& text : texts) most = std::max(most, text.size());
    return most;
}

float width_of(std::size_t characters, const Style& style) {
    return std::ceil(mono_width(style, TextSize::mono, "0") * static_cast<float>(characters));
}

void draw_row_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.row_labels.empty()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = label_space(cells, style).x, size = style.px.mono;
    list.PushClipRect({at.area.min.x - width, at.area.min.y}, {at.area.min.x, at.area.max.y}, true);
    for (const int row : labelled_rows(cells.row_labels, seen.row_begin, seen.row_end, at.height, size)) {
        const auto index = static_cast<std::size_t>(row);
        const float y = at.cell(row, 0).centre().y - size / 2;
        draw_mono(list, style, TextSize::mono, {at.area.min.x - width, std::round(y)}, style.theme.dim,
                  cells.row_labels[index]);
    }
    list.PopClipRect();
}

void draw_column_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.column_labels.empty()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = label_space(cells, style).y;
    const int stride = label_stride(at.width, width_of(longest(cells.column_labels), style) + width_of(1, style) / 2);
    list.PushClipRect({at.area.min.x, at.area.min.y - height}, {at.area.max.x, at.area.min.y}, true);
    for (int column = seen.column_begin; column < seen.column_end; ++column) {
        const auto index = static_cast<std::size_t>(column);
        if (column % stride != 0 || index >= cells.column_labels.size()) continue;
        const std::string& text = cells.column_labels[index];
        const Rect cell = at.cell(0, column);
        float x = cell.centre().x - width_of(text.size(), style) / 2;
        if (cell.min.x >= at.area.min.x - 1) x = std::max(x, at.area.min.x);  // the first label is whole, too
        draw_mono(list, style, TextSize::mono, {std::round(x), at.area.min.y - height}, style.theme.dim, text);
    }
    list.PopClipRect();
}

// What the numbers of the columns count: in the corner above the row labels, if there is room.
void draw_column_axis(const Cells& cells, const GridPlaces& at, const Style& style, std::string_view id) {
    const ImVec2 space = label_space(cells, style);
    const float width = width_of(cells.column_axis.size(), style), right = at.area.min.x - style.px.gap;
    if (cells.column_axis.empty() || cells.column_labels.empty() || width > space.x - style.px.gap) return;
    const ImVec2 low{right - width, at.area.min.y - space.y};
    draw_mono(*ImGui::GetWindowDrawList(), style, TextSize::mono, low, style.theme.dim, cells.column_axis);
    mark_rect({low, {right, at.area.min.y}}, id, ".axis");
}

constexpr float kAllWordsFrom = 40;    // logical pixels: from this size on, a cell shows its byte and its value too
constexpr std::size_t kMostDots = 16;  // selected cells in a mini-map

// If there are more rings than this, the painter draws them. Fewer rings are drawn last, over everything, and need no
// new texture.
constexpr std::size_t kMostRings = 4096;

bool has_many_rings(const GridOptions& options) {
    return options.pointed.size() + options.selected.size() > kMostRings;
}

// Lines between low cells are faint, so that they do not outweigh the fills.
float line_opacity(const GridPlaces& at, const Style& style) {
    const float cell = std::min(at.width, at.height), full = style.px.mono;
    return std::clamp((cell - style.px.line_cell) / (full - style.px.line_cell), 0.15f, 1.0f);
}

void draw_fills(const Cells& cells, const GridOptions& options, const GridPlaces& at, const Style& style) {
    const Theme& theme = style.theme;
    std::array<ImU32, kColours> palette{}, patterns{};
    for (std::size_t i = 0; i < palette.size(); ++i) {
        const std::size_t tone = i < kToneCount ? i : i - kToneCount + kFirstHatched;
        palette[i] = colour_of(theme, static_cast<Tone>(tone));
        patterns[i] = line_on(theme, static_cast<Tone>(tone));
    }
    TexelSource source{.tone = cells.tone, .mark = cells.mark, .columns = cells.columns};
    if (has_many_rings(options)) source.pointed = options.pointed, source.selected = options.selected;
    const ImGuiID id = ImGui::GetID("cells");
    const bool keep = style.painter != nullptr;
    const TexelStore::Kept* kept = keep ? &style.painter->texels.of(id, source) : nullptr;
    const std::vector<std::uint8_t> made = keep ? std::vector<std::uint8_t>() : texels_of(source);
    const float columns = (at.area.max.x - at.area.min.x) / at.width,
                rows = (at.area.max.y - at.area.min.y) / at.height;
    const CellGrid grid{.id = id,
                        .revision = keep ? kept->revision : 0,
                        .columns = cells.columns,
                        .rows = cells.rows,
                        .cells = keep ? kept->texels : made,
                        .runs = keep ? std::span(kept->runs) : std::span<const CellRun>(),
                        .has_rings = has_many_rings(options),
                        .palette = palette,
                        .patterns = patterns,
                        .hatched = ((1u << (kEndHatched - kFirstHatched)) - 1) << kToneCount,
                        .line = faded(theme.line, line_opacity(at, style)),
                        .ring = theme.accent,
                        .ring_halo = theme.ring_halo,
                        .line_width = style.px.line,
                        .ring_width = style.px.ring,
                        .hatch_step = style.px.hatch,
                        .line_cell = style.px.line_cell,
                        .left = at.left,
                        .top = at.top,
                        .right = at.left + columns,
                        .bottom = at.top + rows};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    RectPainter rectangles;
    // A software renderer draws many small cells in few runs faster as rectangles, and the first frame needs no shader.
    const bool small = std::min(at.width, at.height) < style.px.line_cell;
    const bool few = seen_of(cells, at).count() <= kMostRectangles || (small && !grid.runs.empty());
    CellPainter& painter = few || style.painter == nullptr ? rectangles : *style.painter;
    painter.draw(list, grid, at.area.min, at.area.max);
}

void draw_rings(const Cells& cells, const GridOptions& options, const Seen& seen, const GridPlaces& at,
                const Style& style) {
    if (has_many_rings(options)) return;
    const auto ring = [&](std::size_t index, bool dashed) {
        if (index >= cells.tone.size()) return;
        const int row = static_cast<int>(index / static_cast<std::size_t>(cells.columns));
        const int column = static_cast<int>(index % static_cast<std::size_t>(cells.columns));
        if (row < seen.row_begin || row >= seen.row_end || column < seen.column_begin || column >= seen.column_end)
            return;
        Rect r = at.cell(row, column);
        // A ring in a cell of a few pixels is not seen, so it is drawn around the cell.
        const float more = std::max(0.0f, style.px.handle - std::min(at.width, at.height)) / 2;
        if (std::min(at.width, at.height) < style.px.line_cell)
            r = {{r.min.x - more, r.min.y - more}, {r.max.x + more, r.max.y + more}};
        const RingStyle ring_style{.colour = style.theme.accent,
                                   .halo = style.theme.ring_halo,
                                   .width = rim_width(at, style),
                                   .dashed = dashed};
        draw_ring_rect(*ImGui::GetWindowDrawList(), r.min, r.max, ring_style);
    };
    for (const std::size_t index : options.pointed) ring(index, true);
    for (const std::size_t index : options.selected) ring(index, false);
}

// Draws the sign of cells with bytes of A and of B. In a cell of a few pixels it would be the whole cell.
void draw_both(const Cells& cells, const Seen& seen, const SeenEdges& edges, const GridPlaces& at, const Style& style) {
    if (cells.both.size() != cells.tone.size() || std::min(at.width, at.height) < style.px.line_cell) return;
    const CornerStyle corner{.colour = style.theme.text, .halo = style.theme.ring_halo, .most = style.px.gap};
    for (int row = seen.row_begin; row < seen.row_end; ++row)
        for (int column = seen.column_begin; column < seen.column_end; ++column) {
            if (cells.both[cells.at(row, column)] == 0) continue;
            const Rect r = edges.cell(row, column);
            draw_corner(*ImGui::GetWindowDrawList(), r.min, r.max, corner);
        }
}

// A plain ground below the text of a cell with a pattern: lines through digits make them hard to read.
void ground_of_text(const Cells& cells, std::size_t index, ImVec2 low, ImVec2 size, const Style& style) {
    if (index >= cells.mark.size() || cells.mark[index] == Mark::none) return;
    const float pad = style.px.line, above = std::round(size.y * 0.15f);  // over and below digits the font has nothing
    fill_rect(*ImGui::GetWindowDrawList(), {low.x - pad, low.y + above}, {low.x + size.x + pad, low.y + size.y - above},
              colour_of(style.theme, cells.tone[index]));
}

// Draws the numbers that fit into their cells.
void draw_numbers(const Cells& cells, const Seen& seen, const SeenEdges& edges, const GridPlaces& at,
                  const Style& style) {
    if (cells.label.size() != cells.tone.size() || at.height < style.px.label_cell) return;
    const TextSize text_size = size_in_cell(style, at.height);
    const float size = pixels_of(style.px, text_size), advance = mono_width(style, text_size, "0");
    if (advance + 2 * style.px.line > at.width) return;  // not even one digit fits
    MonoPen pen(*ImGui::GetWindowDrawList(), style, text_size);
    std::array<ImU32, kToneCount> colours{};
    for (std::size_t tone = 0; tone < kToneCount; ++tone) colours[tone] = text_on(style.theme, static_cast<Tone>(tone));
    for (int row = seen.row_begin; row < seen.row_end; ++row) {
        const float y = std::round((edges.y(row) + edges.y(row + 1) - size) / 2);
        for (int column = seen.column_begin; column < seen.column_end; ++column) {
            const std::size_t index = cells.at(row, column);
            if (cells.label[index] == kNoLabel) continue;
            std::array<char, 12> text;  // the loop draws thousands of numbers, so it is not cleared
            const char* end = std::to_chars(text.data(), text.data() + text.size(), cells.label[index]).ptr;
            const float width = advance * static_cast<float>(end - text.data());
            if (width + 2 * style.px.line > at.width) continue;
            // The pen goes down to whole pixels, so half a pixel more rounds to the nearest one.
            const float x = (edges.x(column) + edges.x(column + 1) - width) / 2 + 0.5f;
            ground_of_text(cells, index, {x, y}, {width, size}, style);
            pen.draw({x, y}, colours[static_cast<std::size_t>(cells.tone[index])], {text.data(), end});
        }
    }
}

// Which texts fit into all visible cells, so that a picture has labels everywhere or nowhere.
struct TextFit {
    TextSize size;
    float advance;
    bool label, lines;  // lines: label, byte and value
};

TextFit text_fit(const CellText& text, const Cells& cells, const Seen& seen, const GridPlaces& at, TextSize size,
                 const Style& style) {
    TextFit fit{.size = size, .advance = mono_width(style, size, "0")};
    const auto room = static_cast<std::size_t>(std::max(0.0f, (at.width - 2 * style.px.line) / fit.advance));
    const bool large = std::min(at.width, at.height) >= kAllWordsFrom * style.px.scale;
    fit.label = at.height >= style.px.label_cell && room > 0, fit.lines = large;
    CellWords words;
    const auto look = [&](int row, int column) {
        text(cells.at(row, column), fit.lines, words);
        fit.label = fit.label && words.label.size() <= room;
        fit.lines = fit.lines && std::max(words.byte.size(), words.value.size()) <= room;
    };
    if (seen.count() <= 0) fit.label = false;
    if (fit.label) look(seen.row_end - 1, seen.column_end - 1);  // most often the longest text
    for (int row = seen.row_begin; fit.label && row < seen.row_end; ++row)
        for (int column = seen.column_begin; fit.label && column < seen.column_end; ++column) look(row, column);
    return fit;
}

// Labels that are too wide in the size of numbers may fit in the small one.
TextFit text_fit(const CellText& text, const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    const TextSize size = size_in_cell(style, at.height);
    const TextFit fit = text_fit(text, cells, seen, at, size, style);
    return fit.label || size == TextSize::small ? fit : text_fit(text, cells, seen, at, TextSize::small, style);
}

void draw_texts(const CellText& text, const Cells& cells, const Seen& seen, const SeenEdges& edges, const TextFit& fit,
                const Style& style) {
    if (!fit.label) return;
    MonoPen pen(*ImGui::GetWindowDrawList(), style, fit.size);
    const float size = pixels_of(style.px, fit.size);
    CellWords words;
    for (int row = seen.row_begin; row < seen.row_end; ++row)
        for (int column = seen.column_begin; column < seen.column_end; ++column) {
            const std::size_t index = cells.at(row, column);
            text(index, fit.lines, words);
            const ImVec2 centre = edges.cell(row, column).centre();
            const ImU32 colour = text_on(style.theme, cells.tone[index]);
            const std::array<const std::string*, 3> lines = {&words.label, &words.byte, &words.value};
            const auto count = fit.lines ? std::ranges::count_if(lines, [](const auto* s) { return !s->empty(); }) : 1;
            float y = centre.y - size * static_cast<float>(count) / 2;
            for (const std::string* line : lines) {
                if (line->empty()) continue;
                const float width = fit.advance * static_cast<float>(line->size()), x = centre.x - width / 2;
                ground_of_text(cells, index, {std::round(x), std::round(y)}, {width, size}, style);
                pen.draw({std::round(x), std::round(y)}, colour, *line);
                y += size;
            }
        }
}

// Draws the texts of the caller or the numbers of the scene.
void draw_labels(const Cells& cells, const GridOptions& options, const Seen& seen, const SeenEdges& edges,
                 const GridPlaces& at, const Style& style) {
    const bool large = std::min(at.width, at.height) >= kAllWordsFrom * style.px.scale;
    if (options.text == nullptr || (options.numbers && !large)) return draw_numbers(cells, seen, edges, at, style);
    const TextFit fit = text_fit(*options.text, cells, seen, at, style);
    if (options.numbers && !fit.lines) return draw_numbers(cells, seen, edges, at, style);
    draw_texts(*options.text, cells, seen, edges, fit, style);
}

// A grid with fewer rows and columns, so that each is seen on a small map.
struct Coarse {
    Cells cells;
    int across, down;  // cells of the grid in one spot; the first one is drawn
};

Coarse coarse(const Cells& cells, float width, float height) {
    constexpr float kSpot = 3;  // window pixels
    const auto step = [](int count, float room) {
        return std::max(1, static_cast<int>(std::ceil(static_cast<float>(count) * kSpot / room)));
    };
    const int down = step(cells.rows, height), across = step(cells.columns, width);
    Cells out;
    out.rows = (cells.rows + down - 1) / down, out.columns = (cells.columns + across - 1) / across;
    out.tone.reserve(out.at(out.rows, 0)), out.mark.reserve(out.at(out.rows, 0));
    for (int row = 0; row < cells.rows; row += down)
        for (int column = 0; column < cells.columns; column += across) {
            const std::size_t at = cells.at(row, column);
            out.tone.push_back(cells.tone[at]);
            out.mark.push_back(at < cells.mark.size() ? cells.mark[at] : Mark::none);
        }
    return {std::move(out), across, down};
}

// A grid that nobody has given: paler, hatched, with a dashed frame. Its tones cannot be hatched each.
void draw_basis(ImDrawList& list, const Cells& cells, const GridPlaces& at, const Style& style) {
    if (cells.basis == Basis::given) return;
    const ImVec2 low = at.cell(0, 0).min, high = at.cell(cells.rows - 1, cells.columns - 1).max;
    const ImVec2 min{std::max(low.x, at.area.min.x), std::max(low.y, at.area.min.y)},
        max{std::min(high.x, at.area.max.x), std::min(high.y, at.area.max.y)};
    if (min.x >= max.x || min.y >= max.y) return;
    constexpr float kVeil = 0.45f;
    list.AddRectFilled(min, max, faded(style.theme.window, kVeil));
    hatch_rect(list, min, max, {.colour = faded(style.theme.hatch, 0.6f), .step = 1.5f * style.px.hatch});
    draw_ring_rect(list, min, max,
                   {.colour = style.theme.dim, .halo = style.theme.ring_halo, .width = style.px.ring, .dashed = true});
}

}  // namespace

ImVec2 label_space(const Cells& cells, const Style& style) {
    const float left = cells.row_labels.empty() ? 0 : width_of(longest(cells.row_labels), style) + style.px.gap;
    const float above = cells.column_labels.empty() ? 0 : style.px.mono + style.px.gap / 2;
    return {left, std::round(above)};
}

std::vector<int> labelled_rows(const std::vector<std::string>& labels, int begin, int end, float cell, float needed) {
    const int stride = label_stride(cell, needed), least = static_cast<int>(std::ceil(needed / cell));
    end = std::min(end, static_cast<int>(labels.size()));
    std::vector<int> out;
    for (int row = begin; row < end; ++row)
        if (labels[static_cast<std::size_t>(row)].starts_with(kGapSign) && (out.empty() || row - out.back() >= least))
            out.push_back(row);
    const std::vector<int> gaps = out;
    for (int row = begin; row < end; ++row) {
        if (row % stride != 0) continue;
        const auto after = std::ranges::lower_bound(gaps, row);
        const bool free = (after == gaps.end() || *after - row >= least) &&
                          (after == gaps.begin() || row - *std::prev(after) >= least);
        if (free) out.push_back(row);
    }
    return out;
}

void draw_cells(const Cells& cells, const GridOptions& options, const GridPlaces& at, const Style& style) {
    const Seen seen = seen_of(cells, at);
    draw_fills(cells, options, at, style);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at.area.min, at.area.max, true);
    draw_basis(list, cells, at, style);
    const SeenEdges edges(seen, at);
    if (options.outlines_lit) draw_lit(cells, seen, edges, at, style);
    draw_both(cells, seen, edges, at, style);
    draw_labels(cells, options, seen, edges, at, style);
    draw_rings(cells, options, seen, at, style);
    list.PopClipRect();
}

void draw_cell_grid(const Cells& cells, const GridOptions& options, const GridPlaces& at, const Style& style) {
    const Seen seen = seen_of(cells, at);
    draw_cells(cells, options, at, style);
    draw_row_labels(cells, seen, at, style);
    draw_column_labels(cells, seen, at, style);
    draw_column_axis(cells, at, style, options.id);
}

void draw_position(const Cells& cells, const GridPlaces& at, const Style& style) {
    const float width = at.area.max.x - at.area.min.x, height = at.area.max.y - at.area.min.y;
    const float all_x = at.width * static_cast<float>(cells.columns),
                all_y = at.height * static_cast<float>(cells.rows);
    const float thick = style.px.handle_margin;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = faded(style.theme.dim, 0.7f);
    if (all_y > height + 1) {
        const float begin = at.area.min.y + height * at.top * at.height / all_y;
        list.AddRectFilled({at.area.max.x - thick, begin}, {at.area.max.x, begin + height * height / all_y}, colour);
    }
    if (all_x > width + 1) {
        const float begin = at.area.min.x + width * at.left * at.width / all_x;
        list.AddRectFilled({begin, at.area.max.y - thick}, {begin + width * width / all_x, at.area.max.y}, colour);
    }
}

void draw_map(const Cells& cells, const GridOptions& options, const MiniMap& map, const Style& style) {
    const float width = map.place.max.x - map.place.min.x, height = map.place.max.y - map.place.min.y;
    const GridPlaces at{.area = map.place,
                        .left = 0,
                        .top = 0,
                        .width = width / static_cast<float>(cells.columns),
                        .height = height / static_cast<float>(cells.rows)};
    draw_map_ground(map, style);
    const bool rings_in_fills = has_many_rings(options);
    const bool painted = cells.tone.size() > kMostRectangles && style.painter != nullptr;  // in one rectangle
    if (rings_in_fills || painted) {
        draw_fills(cells, options, at, style);
    } else {
        const Coarse small = coarse(cells, width, height);
        GridPlaces spots = at;
        spots.width *= static_cast<float>(small.across), spots.height *= static_cast<float>(small.down);
        ImGui::PushID("coarse");  // other cells than those of the grid
        draw_fills(small.cells, options, spots, style);
        ImGui::PopID();
    }
    draw_map_frames(map, style);
    if (rings_in_fills) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const std::size_t index : options.selected.first(std::min(options.selected.size(), kMostDots))) {
        const std::size_t columns = static_cast<std::size_t>(cells.columns), row = index / columns;
        if (index >= cells.tone.size()) continue;
        const ImVec2 centre = at.cell(static_cast<int>(row), static_cast<int>(index % columns)).centre();
        const float half = style.px.ring;
        list.AddRectFilled({centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}, style.theme.accent);
    }
}

}  // namespace tilescope::ui
