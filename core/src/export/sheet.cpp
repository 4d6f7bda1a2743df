// core/src/export/sheet.cpp -- lays out a scene on a sheet.
// SPDX-License-Identifier: MIT
#include "sheet_block.h"
#include "sheet_colours.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope {
namespace {

constexpr double kGap = 32, kMargin = 16, kSwatch = 12, kBetween = 14;
constexpr double kLeastWidth = 600, kMostWidth = 1440;  // of a row of grids, if it has more than one

// The place of each grid of an MMA: A and B meet in D, and each matrix is beside the memory where it lies.
struct MmaSlot {
    std::string_view id;
    std::size_t row, column;
    bool is_matrix = false;
};
constexpr std::size_t kMmaRows = 3, kMmaColumns = 5;
constexpr std::array kMmaSlots = {
    MmaSlot{"mma_sfb", 0, 3},      MmaSlot{"mma_b", 1, 3, true},  MmaSlot{"mma_memory_b", 1, 4},
    MmaSlot{"mma_memory_a", 2, 0}, MmaSlot{"mma_meta", 2, 1},     MmaSlot{"mma_sfa", 2, 1},
    MmaSlot{"mma_a", 2, 2, true},  MmaSlot{"mma_d", 2, 3, true},  MmaSlot{"mma_tmem", 2, 4},
    MmaSlot{"form_a", 2, 2, true}, MmaSlot{"form_b", 1, 3, true}, MmaSlot{"form_d", 2, 3, true}};
constexpr double kMmaSide = 480, kLeastMmaCell = 3, kMostMmaCell = 20;

const MmaSlot* slot_of(const Cells& cells) {
    const auto found = std::ranges::find(kMmaSlots, std::string_view(cells.id), &MmaSlot::id);
    return found == kMmaSlots.end() ? nullptr : &*found;
}

struct Point {
    double x, y;
};

class Layouter {
public:
    Layouter(const Scene& scene, const SheetOptions& options) : scene_(scene), options_(options) {
        const SheetInks inks = inks_of(options.palette);
        sheet_.paper = inks.paper, sheet_.ink = inks.ink, sheet_.line = inks.line, sheet_.accent = inks.accent;
        sheet_.sentence = scene.sentence;
    }

    Sheet lay_out() {
        const double top = add_title();
        const bool mma = std::ranges::all_of(scene_.grids, [](const Cells& c) { return slot_of(c) != nullptr; });
        const Point end = mma && !scene_.grids.empty() ? place_mma(top) : place_in_rows(top);
        for (std::size_t i = 0; i < blocks_.size(); ++i) add_grid(i);
        add_arrows();
        sheet_.width = std::max({end.x + kMargin, kLeastWidth, title_width_});
        double below = end.y + kSheetLine;
        if (options_.legend) below = add_legend(below) + 1.25 * kSheetLine;
        below = add_lines(scene_.sentence, below);
        below = add_lines(options_.source, below);
        sheet_.height = below + kMargin - 0.25 * kSheetLine;
        return std::move(sheet_);
    }

private:
    const Scene& scene_;
    const SheetOptions& options_;
    Sheet sheet_;
    std::vector<SheetBlock> blocks_;
    std::vector<Point> places_;
    double title_width_ = 0;

    void add_text(double x, double y, TextAnchor anchor, const std::string& text, bool mono) {
        if (!text.empty()) sheet_.texts.push_back({x, y, anchor, mono, text});
    }

    // Returns the y where the grids begin.
    double add_title() {
        if (options_.title.empty()) return kMargin;
        sheet_.texts.push_back({kMargin, kMargin + kSheetLine / 2, TextAnchor::start, false, options_.title, true});
        title_width_ = width_of(options_.title) * sheet_.title_pixels / sheet_.text_pixels + 2 * kMargin;
        return kMargin + 1.75 * kSheetLine;
    }

    // Returns the right and the bottom end.
    Point place_in_rows(double top) {
        double left = kMargin, bottom = top;
        Point end{kMargin, top};
        for (std::size_t i = 0; i < scene_.grids.size(); ++i) {
            SheetBlock b = block_of(scene_, i, 0);
            if (left > kMargin && left + b.width > kMostWidth) left = kMargin, top = bottom + kSheetLine;
            places_.push_back({left, top});
            bottom = std::max(bottom, top + b.height);
            end = {std::max(end.x, left + b.width), std::max(end.y, bottom)};
            left += b.width + kGap;
            blocks_.push_back(std::move(b));
        }
        return end;
    }

    Point place_mma(double top) {
        int most = 1;
        for (const Cells& cells : scene_.grids)
            if (slot_of(cells)->is_matrix) most = std::max({most, cells.rows, cells.columns});
        const double side = std::clamp(std::floor(kMmaSide / most), kLeastMmaCell, kMostMmaCell);
        std::array<double, kMmaRows> height{};
        std::array<double, kMmaColumns> width{};
        for (std::size_t i = 0; i < scene_.grids.size(); ++i) {
            blocks_.push_back(block_of(scene_, i, side));
            const MmaSlot& slot = *slot_of(scene_.grids[i]);
            height[slot.row] = std::max(height[slot.row], blocks_.back().height);
            width[slot.column] = std::max(width[slot.column], blocks_.back().width);
        }
        Point end{};
        for (std::size_t i = 0; i < scene_.grids.size(); ++i) {
            const MmaSlot& slot = *slot_of(scene_.grids[i]);
            Point at{kMargin, top};
            for (std::size_t c = 0; c < slot.column; ++c) at.x += width[c] > 0 ? width[c] + kGap : 0;
            for (std::size_t r = 0; r < slot.row; ++r) at.y += height[r] > 0 ? height[r] + kSheetLine : 0;
            // B ends above D, and its memory beside it.
            if (slot.row + 1 < kMmaRows) at.y += height[slot.row] - blocks_[i].height;
            places_.push_back(at);
            end = {std::max(end.x, at.x + blocks_[i].width), std::max(end.y, at.y + blocks_[i].height)};
        }
        return end;
    }

    void add_grid(std::size_t index) {
        const Cells& cells = scene_.grids[index];
        const SheetBlock& b = blocks_[index];
        const Point at = places_[index];
        add_text(at.x, at.y + kSheetLine / 2, TextAnchor::start, cells.title, false);
        for (const std::size_t c : b.columns)
            add_text(at.x + b.left + (static_cast<double>(c) + 0.5) * b.cell_width, at.y + 1.5 * kSheetLine,
                     TextAnchor::middle, cells.column_labels[c], true);
        for (const std::size_t r : b.rows)
            if (r < b.row_top.size())
                add_text(at.x + b.left - 6, at.y + b.row_top[r] + b.cell_height / 2, TextAnchor::end,
                         cells.row_labels[r], true);
        if (b.framed)
            for (int r = 0; r < cells.rows; ++r)
                for (int c = 0; c < cells.columns; ++c) add_cell(index, {r, c, 1, 1});
        else
            add_boxes(index);
        for (const AreaName& name : b.names) {
            sheet_.lines.push_back({at.x + name.x, at.y + name.from_y, at.x + name.x, at.y + name.y});
            add_text(at.x + name.x + 3, at.y + name.y, TextAnchor::start, scene_.areas[name.area].label, true);
        }
    }

    // The corner of a cell.
    Point corner(std::size_t grid, int row, double column) const {
        const SheetBlock& b = blocks_[grid];
        return {places_[grid].x + b.left + column * b.cell_width,
                places_[grid].y + b.row_top[static_cast<std::size_t>(row)]};
    }

    // Cells that are drawn as one box.
    struct CellBox {
        int row, column, rows, columns;
    };

    // Small cells have no frames: those beside and below each other that look the same become one box.
    void add_boxes(std::size_t index) {
        const Cells& cells = scene_.grids[index];
        const auto same = [&](std::size_t a, std::size_t b) {
            return cells.tone[a] == cells.tone[b] && cells.mark[a] == cells.mark[b] &&
                   (cells.both.empty() || (cells.both[a] == 0 && cells.both[b] == 0));
        };
        std::vector<CellBox> open;  // boxes that end at the last row
        for (int r = 0; r < cells.rows; ++r) {
            std::vector<CellBox> next;
            for (int c = 0; c < cells.columns;) {
                int end = c + 1;
                while (end < cells.columns && same(cells.at(r, c), cells.at(r, end))) ++end;
                const auto above = std::ranges::find_if(open, [&](const CellBox& b) {
                    return b.column == c && b.columns == end - c && same(cells.at(r - 1, c), cells.at(r, c));
                });
                next.push_back(above == open.end() ? CellBox{r, c, 1, end - c}
                                                   : CellBox{above->row, c, above->rows + 1, end - c});
                if (above != open.end()) open.erase(above);
                c = end;
            }
            for (const CellBox& b : open) add_cell(index, b);
            open = std::move(next);
        }
        for (const CellBox& b : open) add_cell(index, b);
        add_outline(index, {0, 0, cells.rows, cells.columns}, false);
        add_lit_edges(index);
    }

    void add_outline(std::size_t index, const CellBox& box, bool lit) {
        const SheetBlock& b = blocks_[index];
        const Point from = corner(index, box.row, box.column);
        const Point to{from.x + box.columns * b.cell_width, from.y + box.rows * b.cell_height};
        sheet_.lines.push_back({from.x, from.y, to.x, from.y, lit});
        sheet_.lines.push_back({from.x, to.y, to.x, to.y, lit});
        sheet_.lines.push_back({from.x, from.y, from.x, to.y, lit});
        sheet_.lines.push_back({to.x, from.y, to.x, to.y, lit});
    }

    // The edges of the lit cells: runs of a row and then equal runs below them have one frame.
    void add_lit_edges(std::size_t index) {
        const Cells& cells = scene_.grids[index];
        std::vector<CellBox> boxes;
        for (int r = 0; r < cells.rows; ++r)
            for (int c = 0; c < cells.columns;) {
                int end = c;
                while (end < cells.columns && cells.lit[cells.at(r, end)] != 0) ++end;
                if (end == c) {
                    ++c;
                    continue;
                }
                const auto above = std::ranges::find_if(boxes, [&](const CellBox& b) {
                    return b.row + b.rows == r && b.column == c && b.columns == end - c;
                });
                above == boxes.end() ? boxes.push_back({r, c, 1, end - c}) : void(++above->rows);
                c = end;
            }
        for (const CellBox& b : boxes) add_outline(index, b, true);
    }

    void add_cell(std::size_t index, const CellBox& box) {
        const Cells& cells = scene_.grids[index];
        const SheetBlock& b = blocks_[index];
        const std::size_t at = cells.at(box.row, box.column);
        const Inked ink = ink_of(cells.tone[at], options_.palette);
        const Point p = corner(index, box.row, box.column);
        const bool labelled = b.labels && cells.label[at] != kNoLabel;
        sheet_.cells.push_back({p.x, p.y, box.columns * b.cell_width, box.rows * b.cell_height, ink.fill, ink.ink,
                                cells.mark[at], b.framed && cells.lit[at] != 0,
                                labelled ? std::to_string(cells.label[at]) : std::string(), index,
                                at < cells.both.size() && cells.both[at] != 0, b.framed});
    }

    void add_arrows() {
        for (const Arrow& a : scene_.arrows) {
            if (a.from_row == a.to_row && a.from_column == a.to_column) continue;
            const double middle = blocks_[a.grid].cell_height / 2;
            const Point from = corner(a.grid, a.from_row, a.from_column + 0.5),
                        to = corner(a.grid, a.to_row, a.to_column + 0.5);
            sheet_.arrows.push_back({from.x, from.y + middle, to.x, to.y + middle, a.ignored, a.label});
        }
    }

    // Adds the legend and then the labels of the arrows, in as many lines as necessary. Returns the y of the last line.
    double add_legend(double y) {
        double x = kMargin;
        const auto entry = [&](const std::string& text, double before) {
            const double width = before + width_of(text);
            if (x > kMargin && x + width > sheet_.width - kMargin) x = kMargin, y += kSheetLine;
            add_text(x + before, y, TextAnchor::start, text, false);
            const double at = x;
            x += width + kBetween;
            return at;
        };
        for (const LegendEntry& e : scene_.legend) {
            const bool swatch = e.tone != Tone::empty || e.mark != Mark::none || e.both;
            const double at = entry(e.text, swatch ? kSwatch + 4 : 0);
            const Inked ink = ink_of(e.tone, options_.palette);
            if (swatch)
                sheet_.cells.push_back({at,
                                        y - kSwatch / 2,
                                        kSwatch,
                                        kSwatch,
                                        ink.fill,
                                        ink.ink,
                                        e.mark,
                                        false,
                                        {},
                                        scene_.grids.size(),
                                        e.both});
        }
        for (const SheetArrow& a : sheet_.arrows) entry(say(a.dashed ? "dashed arrow: " : "arrow: ", a.label), 0);
        return y;
    }

    // Adds a string in as many lines as it needs. Returns the y of the line after it.
    double add_lines(std::string_view text, double y) {
        const auto fits = [&](std::string_view line) { return width_of(line) <= sheet_.width - 2 * kMargin; };
        while (!text.empty()) {
            std::size_t end = text.size();
            while (!fits(text.substr(0, end))) {
                const std::size_t blank = text.rfind(' ', end - 1);
                if (blank == std::string_view::npos || blank == 0) break;  // a word that is wider than the sheet
                end = blank;
            }
            add_text(kMargin, y, TextAnchor::start, std::string(text.substr(0, end)), false);
            y += kSheetLine;
            text.remove_prefix(std::min(text.size(), end + 1));
        }
        return y;
    }
};

}  // namespace

std::vector<Rgb> colours_of(Palette palette) {
    const SheetInks inks = inks_of(palette);
    std::vector<Rgb> out;
    const auto add = [&](Rgb colour) {
        if (std::ranges::find(out, colour) == out.end()) out.push_back(colour);
    };
    for (const Rgb colour : {inks.paper, inks.ink, inks.line, inks.accent}) add(colour);
    for (std::size_t tone = 0; tone < kToneCount; ++tone) {
        const Inked ink = ink_of(static_cast<Tone>(tone), palette);
        add(ink.fill), add(ink.ink);
    }
    return out;
}

Sheet sheet_of(const Scene& scene, const SheetOptions& options) { return Layouter(scene, options).lay_out(); }

}  // namespace tilescope
