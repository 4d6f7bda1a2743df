// core/src/export/sheet.cpp -- lays out a scene on a sheet, also with cells on their way.
// SPDX-License-Identifier: MIT
#include "sheet_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace tilescope {

constexpr double kLetter = 7.4;  // its width in pixels

std::size_t letters_in(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}
double width_of(std::string_view text) { return static_cast<double>(letters_in(text)) * kLetter; }

namespace {

// ---- the size of one grid: cells, labels, names of areas ----

constexpr int kFewRows = 2;  // as of a word: their height need not be less
constexpr double kCellHeight = 20, kLeastSheetCell = 22, kSheetLine = 18;
constexpr double kLargestSide = 640, kLeastSide = 4;  // of a grid whose cells have no labels; of one of its cells
constexpr double kNameHeight = 15, kNameGap = 6, kRowLabelHeight = 14, kLabelGap = 6;
constexpr double kLeastLabelHeight = 15, kLeastFramed = 10, kMostStrip = 1400;

std::size_t longest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& t : texts) most = std::max(most, letters_in(t));
    return most;
}

double row_labels_width(const Cells& cells) {
    const std::size_t letters = longest(cells.row_labels);
    return letters == 0 ? 0 : static_cast<double>(letters) * kLetter + 8;
}

// The name of an area below its row: a line goes down to it. Positions are relative to the grid.
struct AreaName {
    std::size_t area;
    double x, from_y, y;
};

// A grid at the origin of the sheet.
struct SheetBlock {
    std::size_t grid = 0;
    double cell_width = 0, cell_height = 0;
    double left = 0, top = 0;  // of the first cell: the labels of rows and columns are before it
    std::vector<double> row_top;
    double width = 0, height = 0;
    bool labels = true;                // cells have room for their numbers
    bool framed = true;                // cells have frames
    std::vector<std::size_t> columns;  // whose labels are drawn
    std::vector<std::size_t> rows;
    std::vector<AreaName> names;
};

std::size_t most_digits(const Cells& cells) {
    std::size_t digits = 0;
    for (const std::int32_t label : cells.label)
        if (label != kNoLabel) digits = std::max(digits, std::to_string(label).size());
    return digits;
}

// The cells of a picture with columns of equal cells (Scene::across): seen from the last row of a room.
constexpr double kWideCell = 40, kHighCell = 26;

// All of them have room for the same numbers. In a column of a paper, width is dear: there the labels of columns can be
// every second.
void set_equal_cells(SheetBlock& b, const Scene& scene, SheetFit fit) {
    const bool narrow = fit == SheetFit::column;
    b.cell_width = narrow ? kLeastSheetCell : kWideCell, b.cell_height = narrow ? kCellHeight : kHighCell;
    for (const Cells& cells : scene.grids) {
        const std::size_t letters = std::max(most_digits(cells), narrow ? 0 : longest(cells.column_labels));
        b.cell_width = std::max(b.cell_width, static_cast<double>(letters) * kLetter + 8);
    }
}

void set_cells(SheetBlock& b, const Cells& cells, double side, double beside) {
    const std::size_t digits = most_digits(cells), heads = longest(cells.column_labels);
    const auto most = static_cast<double>(std::max({cells.rows, cells.columns, 1}));
    if (side == 0 && digits == 0) side = std::clamp(std::floor(kLargestSide / most), kLeastSide, kLeastSheetCell);
    const double needed = static_cast<double>(digits) * kLetter + beside;
    if (side == 0) {
        b.cell_height = kCellHeight;
        b.cell_width = std::max({kLeastSheetCell, needed, static_cast<double>(heads) * kLetter + 8});
        // A long strip: the labels above it are enough.
        if (cells.rows == 1 && b.cell_width * cells.columns > kMostStrip)
            b.cell_width = std::max(std::floor(kMostStrip / cells.columns), kLeastSide), b.labels = false;
        return;
    }
    // The cells of memory are wider than those of a matrix: there are few in a row.
    b.cell_height = cells.rows <= kFewRows ? kCellHeight : std::min(side, kCellHeight);
    b.cell_width = cells.columns <= 8 ? std::max(side, std::min(2.5 * side, kLeastSheetCell)) : side;
    b.labels = b.cell_height >= kLeastLabelHeight && b.cell_width >= needed;
    b.framed = b.cell_height >= kLeastFramed;
}

// Of labels without gaps every second, fourth, ... is drawn; else each that has room.
std::vector<std::size_t> labels_with_room(const std::vector<std::string>& labels, double pitch, bool across) {
    std::vector<std::size_t> out;
    const auto room = [&](std::size_t i) { return across ? width_of(labels[i]) + 4 : kRowLabelHeight; };
    double widest = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) widest = std::max(widest, room(i));
    std::size_t step = 1;
    while (static_cast<double>(step) * pitch < widest && step < labels.size()) step *= 2;
    if (std::ranges::none_of(labels, &std::string::empty)) {
        for (std::size_t i = 0; i < labels.size(); i += step) out.push_back(i);
        return out;
    }
    double end = -std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const double middle = (static_cast<double>(i) + 0.5) * pitch, half = room(i) / 2;
        if (labels[i].empty() || middle - half < end) continue;
        out.push_back(i);
        end = middle + half;
    }
    return out;
}

// Names of one row, from right to left: a name goes deeper than all names that begin above it. So no line of a name
// crosses another name. Returns the number of lines.
std::size_t add_names(SheetBlock& b, const Scene& scene, int row, double bottom) {
    std::vector<std::size_t> areas;
    for (std::size_t i = 0; i < scene.areas.size(); ++i)
        if (const Area& a = scene.areas[i]; a.grid == b.grid && a.rows == 1 && a.row == row) areas.push_back(i);
    std::ranges::sort(areas, std::ranges::greater(), [&](std::size_t i) { return scene.areas[i].column; });
    std::vector<double> begins;  // of each name that was placed
    std::vector<std::size_t> depth;
    std::size_t most = 0;
    for (const std::size_t i : areas) {
        const Area& a = scene.areas[i];
        const double x = b.left + (a.column + 0.5) * b.cell_width, end = x + width_of(a.label) + kNameGap;
        std::size_t line = 0;
        for (std::size_t k = 0; k < begins.size(); ++k)
            if (begins[k] < end) line = std::max(line, depth[k] + 1);
        begins.push_back(x), depth.push_back(line);
        most = std::max(most, line + 1);
        b.names.push_back({i, x, bottom, bottom + (static_cast<double>(line) + 0.7) * kNameHeight});
        b.width = std::max(b.width, end);
    }
    return most;
}

// `side` is the size of a cell; 0: cells with labels have room for them, other cells are small.
SheetBlock block_of(const Scene& scene, std::size_t grid, double side, SheetFit fit) {
    const Cells& cells = scene.grids[grid];
    SheetBlock b;
    b.grid = grid;
    set_cells(b, cells, side, fit == SheetFit::column ? 4 : 8);
    if (scene.across > 0) set_equal_cells(b, scene, fit);
    b.columns = labels_with_room(cells.column_labels, b.cell_width, true);
    b.rows = labels_with_room(cells.row_labels, b.cell_height, false);
    b.left = row_labels_width(cells);
    b.top = kSheetLine * (cells.column_labels.empty() ? 1.2 : 2);
    b.width = std::max(b.left + b.cell_width * cells.columns, width_of(cells.title));
    double y = b.top;
    for (int r = 0; r < cells.rows; ++r) {
        b.row_top.push_back(y);
        y += b.cell_height;
        if (const std::size_t lines = add_names(b, scene, r, y); lines > 0)
            y += static_cast<double>(lines) * kNameHeight + kNameGap;
    }
    b.height = y;
    return b;
}

// ---- the sheet ----

constexpr double kBeside = 0.18;  // of the width of a cell: left of its number
constexpr double kGap = 32, kNarrowGap = 24, kMargin = 16, kSwatch = 12, kBetween = 14;
constexpr double kLeastScale = 8.0 / 12;                // of a column: 8 of its pixels are 6 points
constexpr double kColumnHeight = 864;                   // 9 inches
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
constexpr int kMarks = 3, kLooks = static_cast<int>(kToneCount) * kMarks;
constexpr double kMmaSide = 480, kLeastMmaCell = 3, kMostMmaCell = 20;

const MmaSlot* slot_of(const Cells& cells) { return row_with(kMmaSlots, std::string_view(cells.id), &MmaSlot::id); }

struct Point {
    double x, y;
};

class Layouter {
public:
    // `side` is the largest one of a cell; 0: what its number needs.
    Layouter(const Scene& scene, const SheetOptions& options, double most_side)
        : scene_(scene), options_(options), most_side_(most_side) {
        const SheetInks inks = inks_of(options.palette);
        sheet_.paper = inks.paper, sheet_.ink = inks.ink, sheet_.line = inks.line, sheet_.accent = inks.accent;
        sheet_.sentence = scene.sentence;
    }

    Sheet lay_out() {
        const double top = add_title();
        const bool mma = std::ranges::all_of(scene_.grids, [](const Cells& c) { return slot_of(c) != nullptr; });
        const bool cross = mma && !scene_.grids.empty() && !narrow_;
        const Point end = cross ? place_mma(top) : place_in_rows(top);
        for (std::size_t i = 0; i < blocks_.size(); ++i) add_grid(i);
        add_arrows();
        const double least = narrow_ ? kColumnWidth : kLeastWidth;
        sheet_.width = std::max({end.x + kMargin, least, title_width_});
        double below = end.y + kSheetLine;
        if (options_.legend) below = add_legend(below) + 1.25 * kSheetLine;
        sheet_.caption_top = below - kSheetLine / 2;
        if (options_.caption) below = add_lines(scene_.sentence, below);
        below = add_lines(options_.source, below);
        sheet_.height = std::max(below + kMargin - 0.25 * kSheetLine, options_.least_height);
        return std::move(sheet_);
    }

private:
    const Scene& scene_;
    const SheetOptions& options_;
    double most_side_;
    Sheet sheet_;
    std::vector<SheetBlock> blocks_;
    std::vector<Point> places_;
    double title_width_ = 0;
    const bool narrow_ = options_.fit == SheetFit::column;
    double most_width_ = narrow_ ? kColumnWidth / kLeastScale - kMargin : kMostWidth;

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
        double left = kMargin, bottom = top, widest = 0;  // of all grids, if they are in columns
        Point end{kMargin, top};
        for (std::size_t i = 0; i < scene_.grids.size() && scene_.across > 0; ++i)
            widest = std::max(widest, block_of(scene_, i, most_side_, options_.fit).width);
        for (std::size_t i = 0; i < scene_.grids.size(); ++i) {
            SheetBlock b = block_of(scene_, i, most_side_, options_.fit);
            const bool begins =
                scene_.across > 0 ? static_cast<int>(i) % scene_.across == 0 : left + b.width > most_width_;
            if (left > kMargin && begins) left = kMargin, top = bottom + kSheetLine;
            places_.push_back({left, top});
            bottom = std::max(bottom, top + b.height);
            end = {std::max(end.x, left + b.width), std::max(end.y, bottom)};
            left += std::max(b.width, widest) + (narrow_ ? kNarrowGap : kGap);
            blocks_.push_back(std::move(b));
        }
        return end;
    }

    Point place_mma(double top) {
        int most = 1;
        for (const Cells& cells : scene_.grids)
            if (slot_of(cells)->is_matrix) most = std::max({most, cells.rows, cells.columns});
        double side = std::clamp(std::floor(kMmaSide / most), kLeastMmaCell, kMostMmaCell);
        if (most_side_ > 0) side = std::min(side, most_side_);
        std::array<double, kMmaRows> height{};
        std::array<double, kMmaColumns> width{};
        for (std::size_t i = 0; i < scene_.grids.size(); ++i) {
            blocks_.push_back(block_of(scene_, i, side, options_.fit));
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

    // The titles of both sides say what changed: they are large, if all of them have the room.
    bool has_large_titles() const {
        const double larger = sheet_.title_pixels / sheet_.text_pixels;
        bool fit = scene_.across > 0;
        for (std::size_t i = 0; i < scene_.grids.size(); ++i)
            fit = fit && width_of(scene_.grids[i].title) * larger <= blocks_[i].width;
        return fit;
    }

    void add_grid(std::size_t index) {
        const Cells& cells = scene_.grids[index];
        const SheetBlock& b = blocks_[index];
        const Point at = places_[index];
        add_text(at.x, at.y + kSheetLine / 2, TextAnchor::start, cells.title, false);
        if (!cells.title.empty() && has_large_titles()) sheet_.texts.back().title = true;
        if (!b.columns.empty() && width_of(cells.column_axis) + kLabelGap <= b.left)
            add_text(at.x + b.left - kLabelGap, at.y + 1.5 * kSheetLine, TextAnchor::end, cells.column_axis, true);
        for (const std::size_t c : b.columns)
            add_text(at.x + b.left + (static_cast<double>(c) + 0.5) * b.cell_width, at.y + 1.5 * kSheetLine,
                     TextAnchor::middle, cells.column_labels[c], true);
        for (const std::size_t r : b.rows)
            if (r < b.row_top.size())
                add_text(at.x + b.left - kLabelGap, at.y + b.row_top[r] + b.cell_height / 2, TextAnchor::end,
                         cells.row_labels[r], true);
        if (b.framed)
            for (int r = 0; r < cells.rows; ++r)
                for (int c = 0; c < cells.columns; ++c) add_cell(index, {r, c, 1, 1});
        else
            add_boxes(index);
        add_lit_edges(index);
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

    // Small cells have no frames: those beside and below each other that look the same become one box.
    void add_boxes(std::size_t index) {
        const Cells& cells = scene_.grids[index];
        std::vector<int> look;
        for (std::size_t i = 0; i < cells.tone.size(); ++i) {
            const bool alone = !cells.both.empty() && cells.both[i] != 0;
            look.push_back(alone ? kLooks + static_cast<int>(i)
                                 : static_cast<int>(cells.tone[i]) * kMarks + static_cast<int>(cells.mark[i]));
        }
        for (const CellBox& box : boxes_of(cells.rows, cells.columns, look)) add_cell(index, box);
        add_outline(index, {0, 0, cells.rows, cells.columns}, LineKind::thin);
    }

    // The edges of the lit cells, from above: first all of their borders in the paper colour, so that they are seen on
    // every fill.
    void add_lit_edges(std::size_t index) {
        const Cells& cells = scene_.grids[index];
        std::vector<int> lit;
        for (const auto l : cells.lit) lit.push_back(l != 0 ? 0 : -1);
        std::vector<CellBox> edges = boxes_of(cells.rows, cells.columns, lit);
        std::ranges::sort(edges, {}, [](const CellBox& b) { return std::pair(b.row, b.column); });
        for (const LineKind kind : {LineKind::border, LineKind::lit})
            for (const CellBox& box : edges) add_outline(index, box, kind);
    }

    void add_outline(std::size_t index, const CellBox& box, LineKind kind) {
        const SheetBlock& b = blocks_[index];
        const Point from = corner(index, box.row, box.column);
        const Point to{from.x + box.columns * b.cell_width, from.y + box.rows * b.cell_height};
        sheet_.lines.push_back({from.x, from.y, to.x, from.y, kind});
        sheet_.lines.push_back({from.x, to.y, to.x, to.y, kind});
        sheet_.lines.push_back({from.x, from.y, from.x, to.y, kind});
        sheet_.lines.push_back({to.x, from.y, to.x, to.y, kind});
    }

    void add_cell(std::size_t index, const CellBox& box) {
        const Cells& cells = scene_.grids[index];
        const SheetBlock& b = blocks_[index];
        const std::size_t at = cells.at(box.row, box.column);
        const Inked ink = ink_of(cells.tone[at], options_.palette);
        const Point p = corner(index, box.row, box.column);
        const bool labelled = b.labels && cells.label[at] != kNoLabel;
        sheet_.cells.push_back({p.x, p.y, box.columns * b.cell_width, box.rows * b.cell_height, ink.fill, ink.ink,
                                cells.mark[at], false, labelled ? std::to_string(cells.label[at]) : std::string(),
                                index, at < cells.both.size() && cells.both[at] != 0, b.framed});
    }

    void add_arrows() {
        for (const Arrow& a : scene_.arrows) {
            if (a.from_row == a.to_row && a.from_column == a.to_column) continue;
            // Beside the numbers of the cells, or below them: an arrow covers none.
            const bool down = a.from_row != a.to_row;
            const double across = down ? kBeside : 0.5, below = blocks_[a.grid].cell_height * (down ? 0.5 : 1);
            const Point from = corner(a.grid, a.from_row, a.from_column + across),
                        to = corner(a.grid, a.to_row, a.to_column + across);
            sheet_.arrows.push_back({from.x, from.y + below, to.x, to.y + below, a.ignored, a.label});
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
                sheet_.cells.push_back({at, y - kSwatch / 2, kSwatch, kSwatch, ink.fill, ink.ink, e.mark, false,
                                        std::string(), scene_.grids.size(), e.both});
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
        add(ink.fill), add(ink.ink), add(pattern_on(ink));
    }
    return out;
}

namespace {

// Makes a whole sheet larger or smaller, and moves it to the right and down.
void move_sheet(Sheet& sheet, double by, double right, double down) {
    const auto x = [&](double& v) { v = v * by + right; };
    const auto y = [&](double& v) { v = v * by + down; };
    for (auto* cells : {&sheet.cells, &sheet.flying})
        for (SheetCell& c : *cells) x(c.x), y(c.y), c.width *= by, c.height *= by;
    for (SheetText& t : sheet.texts) x(t.x), y(t.y);
    for (SheetLine& l : sheet.lines) x(l.from_x), y(l.from_y), x(l.to_x), y(l.to_y);
    for (auto* arrows : {&sheet.arrows, &sheet.trails})
        for (SheetArrow& a : *arrows) x(a.from_x), y(a.from_y), x(a.to_x), y(a.to_y);
    y(sheet.caption_top);
    sheet.text_pixels *= by, sheet.title_pixels *= by;
}

Sheet fitted(Sheet sheet, SheetFit fit) {
    const auto place = [&](double by, double width, double height) {
        move_sheet(sheet, by, (width - sheet.width * by) / 2, (height - sheet.height * by) / 2);
        sheet.width = width, sheet.height = height;
    };
    if (fit == SheetFit::slide)
        place(std::min(kSlideWidth / sheet.width, kSlideHeight / sheet.height), kSlideWidth, kSlideHeight);
    if (fit == SheetFit::column) {
        const double for_height = std::max(kColumnHeight / sheet.height, kLeastScale);
        const double by = std::min({kColumnWidth / sheet.width, for_height, 1.0});
        if (by < 1) place(by, kColumnWidth, sheet.height * by);
    }
    return sheet;
}

// On a slide letters have their size or more; in a column they have 6 points or more, and a page has room for it.
// Numbers that then have no room are left out: the colours say the same. Returns how far a sheet is from that.
double too_small(const Sheet& sheet, SheetFit fit) {
    if (fit == SheetFit::picture) return 0;
    const double least = Sheet().text_pixels * (fit == SheetFit::slide ? 1 : kLeastScale);
    const double high = fit == SheetFit::slide ? kSlideHeight : kColumnHeight;
    return std::max(least / sheet.text_pixels - 1, 0.0) + std::max(sheet.height / high - 1, 0.0);
}
constexpr double kSmallerSides[] = {16, 12, 10, 8, 6, 5, 4, 3, 2, 1};

}  // namespace

Sheet sheet_of(const Scene& scene, const SheetOptions& options) {
    Sheet out = fitted(Layouter(scene, options, 0).lay_out(), options.fit);
    for (const double side : kSmallerSides) {
        if (too_small(out, options.fit) == 0) break;
        Sheet smaller = fitted(Layouter(scene, options, side).lay_out(), options.fit);
        if (too_small(smaller, options.fit) < too_small(out, options.fit)) out = std::move(smaller);
    }
    return out;
}

// ---- cells on their way ----

namespace {

// The first cell of each grid in Sheet::cells, which has the cells of all grids in the order of the scene.
std::vector<std::size_t> first_cells(const Scene& scene) {
    std::vector<std::size_t> out;
    std::size_t next = 0;
    for (const Cells& cells : scene.grids) out.push_back(next), next += cells.at(cells.rows, 0);
    return out;
}

// Grids whose cells have no number yet must have room for it: a cell keeps its size in all frames.
void show_widest(const MovingScene& moving, Scene& scene) {
    for (std::size_t grid = 0; grid < scene.grids.size() && grid < moving.widest.size(); ++grid)
        if (!scene.grids[grid].label.empty() && moving.widest[grid] != kNoLabel)
            scene.grids[grid].label.front() = moving.widest[grid];
}

constexpr double kTrailGap = 4;  // between a trail and the cells or labels beside it

std::string label_text(std::int32_t label) { return label == kNoLabel ? std::string() : say(label); }

}  // namespace

Sheet sheet_of(const MovingScene& moving, const SheetOptions& options) {
    Scene scene = moving.scene;
    show_widest(moving, scene);
    Sheet sheet = fitted(Layouter(scene, options, 0).lay_out(), options.fit);  // each cell is one of the sheet
    const std::vector<std::size_t> first = first_cells(scene);
    for (std::size_t grid = 0; grid < scene.grids.size(); ++grid)
        if (!scene.grids[grid].label.empty())
            sheet.cells[first[grid]].label = label_text(moving.scene.grids[grid].label.front());
    const auto cell_at = [&](const CellSpot& spot) {
        return sheet.cells[first[spot.grid] + scene.grids[spot.grid].at(spot.row, spot.column)];
    };
    const double by = sheet.text_pixels / Sheet().text_pixels;
    for (const std::size_t i : trails_of(moving.movements)) {
        const Movement& m = moving.movements[i];
        const Cells &left = scene.grids[m.from.grid], &right = scene.grids[m.to.grid];
        const SheetCell from = cell_at({m.from.grid, m.from.row, left.columns - 1}),
                        to = cell_at({m.to.grid, m.to.row, 0});
        const double begin = from.x + from.width + kTrailGap * by,
                     end = to.x - (row_labels_width(right) + kTrailGap) * by;
        if (begin < end)
            sheet.trails.push_back({begin, from.y + from.height / 2, end, to.y + to.height / 2, false, "goes to"});
    }
    for (const Movement& m : moving.movements) {
        const SheetCell from = cell_at(m.from), to = cell_at(m.to);
        const double stay = 1 - m.part;
        const auto between = [&](double a, double b) { return a * stay + b * m.part; };
        if (m.part >= 1 && !m.stays) continue;
        SheetCell cell = to;
        cell.x = between(from.x, to.x), cell.y = between(from.y, to.y);
        cell.width = between(from.width, to.width), cell.height = between(from.height, to.height);
        const Inked ink = ink_of(m.tone, options.palette);
        cell.fill = ink.fill, cell.ink = ink.ink, cell.mark = m.mark, cell.lit = m.part > 0 && m.part < 1;
        cell.label = label_text(m.label);
        sheet.flying.push_back(cell);
    }
    return sheet;
}

}  // namespace tilescope
