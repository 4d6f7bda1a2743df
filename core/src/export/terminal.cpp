// core/src/export/terminal.cpp -- a scene as text for a terminal: colours and half blocks, or letters.
// SPDX-License-Identifier: MIT
#include "sheet_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace tilescope {
namespace {

constexpr std::string_view kPlain = "\x1b[0m", kUpperHalf = "\xe2\x96\x80", kLowerHalf = "\xe2\x96\x84";
constexpr std::size_t kMostRowLabel = 14;
constexpr std::string_view kToneLetters = "01234567.uzDAstm-=+~X";
static_assert(kToneLetters.size() == kToneCount);

char letter_of(Tone tone) { return kToneLetters[static_cast<std::size_t>(tone)]; }
char sign_of(Mark mark) { return mark == Mark::crossed ? 'x' : mark == Mark::hatched ? '/' : ' '; }

std::string padded_left(std::string_view text, std::size_t width) {
    const std::size_t letters = letters_in(text);
    return std::string(letters < width ? width - letters : 0, ' ') + std::string(text);
}

std::string rgb_code(std::string_view layer, Rgb c) { return say("\x1b[", layer, ";2;", c.r, ";", c.g, ";", c.b, "m"); }

// A cell, or several cells that one character stands for.
struct Spot {
    Tone tone = Tone::empty;
    Mark mark = Mark::none;
};

// A line of a grid: the label of the row, then its cells. Widths are without codes of colours.
struct GridLine {
    std::string head, body;
    std::size_t head_width = 0, body_width = 0;
    std::size_t width() const { return head_width + body_width; }
};

class TerminalGrid {
public:
    TerminalGrid(const Cells& cells, const TerminalOptions& options) : cells_(cells), options_(options) {
        for (const std::string& label : cells.row_labels) head_ = std::max(head_, letters_in(label));
        head_ = head_ == 0 ? 0 : std::min(head_, kMostRowLabel) + 1;
        for (const std::int32_t label : cells.label)
            if (label != kNoLabel) digits_ = std::max(digits_, say(label).size());
        room_ = static_cast<std::size_t>(std::max(options.columns, 20)) - head_;
        const std::size_t columns = columns_of_grid();
        const bool numbers = digits_ > 0 && columns * (digits_ + 1) <= room_;
        const std::size_t size = numbers || columns == 0 ? 1 : (columns + room_ - 1) / room_;
        const std::size_t rows = options.colour ? 2 * size : size;  // a half block has two
        add(say(cells.title, size > 1 ? say("  (a character is ", rows, " x ", size, " cells)") : std::string()), {});
        if (numbers)
            add_numbered();
        else if (options.colour)
            add_half_blocks(size);
        else
            add_letters(size);
    }

    const std::vector<GridLine>& lines() const { return lines_; }
    std::size_t width() const {
        std::size_t out = 0;
        for (const GridLine& line : lines_) out = std::max(out, line.width());
        return out;
    }

private:
    const Cells& cells_;
    const TerminalOptions& options_;
    std::vector<GridLine> lines_;
    std::size_t head_ = 0, digits_ = 0, room_ = 80;
    std::string colour_;  // of the last character

    std::size_t columns_of_grid() const { return static_cast<std::size_t>(cells_.columns); }

    void add(std::string head, std::string body, std::size_t body_width = 0) {
        const std::size_t head_width = letters_in(head);
        lines_.push_back({std::move(head), std::move(body), head_width, body_width});
    }
    void add_row(int row, std::string body, std::size_t width) {
        if (!colour_.empty()) body += kPlain;
        colour_.clear();
        add(head_of(row), std::move(body), width);
    }

    std::string head_of(int row) const {
        const auto at = static_cast<std::size_t>(row);
        const std::string label = at < cells_.row_labels.size() ? cells_.row_labels[at].substr(0, kMostRowLabel) : "";
        return head_ == 0 ? "" : padded_left(label, head_ - 1) + " ";
    }

    // Codes are written only where the colour changes.
    std::string change_to(std::string colour) {
        if (!options_.colour || colour == colour_) return {};
        colour_ = colour;
        return colour;
    }

    // The labels of columns, each above its cell; a label that has no room is left out.
    void add_column_labels(std::size_t width) {
        std::string line;
        for (std::size_t c = 0; c < cells_.column_labels.size(); ++c) {
            const std::string& label = cells_.column_labels[c];
            const std::size_t end = (c + 1) * width;
            if (label.empty() || letters_in(line) + letters_in(label) + (line.empty() ? 0 : 1) > end) continue;
            line += padded_left(label, end - letters_in(line));
        }
        const std::size_t letters = letters_in(line);
        if (letters > 0) add(std::string(head_, ' '), std::move(line), letters);
    }

    void add_numbered() {
        const std::size_t width = digits_ + 1;
        add_column_labels(width);
        for (int r = 0; r < cells_.rows; ++r) {
            std::string body;
            for (int c = 0; c < cells_.columns; ++c) {
                const std::size_t at = cells_.at(r, c);
                body += change_to(colour_of(cells_.tone[at]));
                std::string label = cells_.label[at] == kNoLabel ? "" : say(cells_.label[at]);
                if (label.empty() && !options_.colour) label = std::string(1, letter_of(cells_.tone[at]));
                body += sign_of(cells_.mark[at]);
                body += padded_left(label, width - 1);
            }
            add_row(r, std::move(body), width * columns_of_grid());
        }
    }
    static std::string colour_of(Tone tone) {
        if (tone == Tone::empty) return std::string(kPlain);
        const Inked ink = ink_of(tone, Palette::screen);
        return rgb_code("48", ink.fill) + rgb_code("38", ink.ink);
    }

    // The most frequent tone of a block of cells; a crossed cell in it crosses it.
    Spot spot(int row, int column, std::size_t size) const {
        std::array<std::size_t, kToneCount> count{};
        Spot out;
        const int most_row = std::min(row + static_cast<int>(size), cells_.rows),
                  most_column = std::min(column + static_cast<int>(size), cells_.columns);
        for (int r = row; r < most_row; ++r)
            for (int c = column; c < most_column; ++c) {
                const std::size_t at = cells_.at(r, c);
                ++count[static_cast<std::size_t>(cells_.tone[at])];
                out.mark = std::max(out.mark, cells_.mark[at]);
            }
        out.tone = static_cast<Tone>(std::ranges::max_element(count) - count.begin());
        return out;
    }

    // One character shows two rows: the upper one in its ink, the lower one as its background.
    void add_half_blocks(std::size_t size) {
        const int step = static_cast<int>(size);
        for (int r = 0; r < cells_.rows; r += 2 * step) {
            std::string body;
            std::size_t width = 0;
            for (int c = 0; c < cells_.columns; c += step, ++width) {
                const Tone upper = spot(r, c, size).tone;
                const Tone lower = r + step < cells_.rows ? spot(r + step, c, size).tone : Tone::empty;
                body += half_block(upper, lower);
            }
            add_row(r, std::move(body), width);
        }
    }
    std::string half_block(Tone upper, Tone lower) {
        const auto code = [](std::string_view layer, Tone tone) {
            return rgb_code(layer, ink_of(tone, Palette::screen).fill);
        };
        const std::string plain(kPlain);
        if (upper == Tone::empty && lower == Tone::empty) return change_to(plain) + " ";
        if (upper == Tone::empty) return change_to(plain + code("38", lower)) + std::string(kLowerHalf);
        const std::string below = lower == Tone::empty ? plain : code("48", lower);
        return change_to(below + code("38", upper)) + std::string(kUpperHalf);
    }

    void add_letters(std::size_t size) {
        const int step = static_cast<int>(size);
        for (int r = 0; r < cells_.rows; r += step) {
            std::string body;
            for (int c = 0; c < cells_.columns; c += step) {
                const Spot s = spot(r, c, size);
                body += s.mark == Mark::none ? letter_of(s.tone) : sign_of(s.mark);
            }
            const std::size_t width = body.size();
            add_row(r, std::move(body), width);
        }
    }
};

// Grids side by side. Rows that look like the row above them are counted, not drawn again.
class GridRow {
public:
    explicit GridRow(std::size_t columns) : columns_(columns) {}

    bool has_room(const TerminalGrid& grid) const {
        return grids_.empty() || width_ + kBetween + grid.width() <= columns_;
    }
    void add(TerminalGrid grid) {
        width_ += (grids_.empty() ? 0 : kBetween) + grid.width();
        grids_.push_back(std::move(grid));
    }

    std::string drawn() const {
        std::size_t rows = 0;
        for (const TerminalGrid& g : grids_) rows = std::max(rows, g.lines().size());
        std::string out;
        for (std::size_t r = 0; r < rows;) {
            std::size_t end = r + 1;
            while (end < rows && same(r, end)) ++end;
            out += line(r);
            if (end - r > kLeastRun) {
                out += say("... ", end - r - 1, " more lines like this\n");
                r = end;
            } else {
                ++r;
            }
        }
        return out;
    }

private:
    static constexpr std::size_t kBetween = 3, kLeastRun = 3;
    std::size_t columns_, width_ = 0;
    std::vector<TerminalGrid> grids_;

    bool same(std::size_t a, std::size_t b) const {
        return std::ranges::all_of(grids_, [&](const TerminalGrid& g) {
            const std::vector<GridLine>& lines = g.lines();
            if (a >= lines.size() && b >= lines.size()) return true;
            return a < lines.size() && b < lines.size() && !lines[a].body.empty() && lines[a].body == lines[b].body;
        });
    }
    std::string line(std::size_t row) const {
        std::string out;
        std::size_t owed = 0;  // blanks before the next grid
        for (const TerminalGrid& g : grids_) {
            const bool has = row < g.lines().size();
            if (has) out += say(std::string(owed, ' '), g.lines()[row].head, g.lines()[row].body);
            owed = (has ? g.width() - g.lines()[row].width() : owed + g.width()) + kBetween;
        }
        return out + "\n";
    }
};

// Adds words and entries to lines of a width.
class Lines {
public:
    explicit Lines(std::size_t width) : width_(width) {}
    // `shown` is what the terminal shows of the text, without its codes.
    void add(const std::string& text, std::string_view shown, std::string_view gap) {
        const std::size_t letters = letters_in(shown);
        if (used_ > 0 && used_ + gap.size() + letters > width_) out_ += "\n", used_ = 0;
        if (used_ > 0) out_ += gap, used_ += gap.size();
        out_ += text;
        used_ += letters;
    }
    std::string taken() {
        if (used_ > 0) out_ += "\n";
        return std::move(out_);
    }

private:
    std::size_t width_, used_ = 0;
    std::string out_;
};

std::string swatch(const LegendEntry& e, bool colour) {
    const char sign = sign_of(e.mark);
    if (!colour) return std::string(1, sign == ' ' ? letter_of(e.tone) : sign);
    if (e.tone == Tone::empty) return std::string(1, sign);
    const Inked ink = ink_of(e.tone, Palette::screen);
    return say(rgb_code("48", ink.fill), rgb_code("38", ink.ink), sign, " ", kPlain);
}

// Adds the words of a string. `before` is a sign before the first word, of so many letters.
void add_words(Lines& lines, std::string_view text, std::string_view gap, std::string before = {},
               std::size_t before_width = 0) {
    for (bool first = true; !text.empty(); first = false) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, end));
        const std::string shown = first ? std::string(before_width, ' ') + word : word;
        if (end > 0) lines.add(first ? before + word : word, shown, first ? gap : " ");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string legend_in_lines(const Scene& scene, const TerminalOptions& options) {
    Lines lines(static_cast<std::size_t>(options.columns));
    for (const LegendEntry& e : scene.legend) {
        const bool has = e.tone != Tone::empty || e.mark != Mark::none;
        const std::size_t width = has ? (options.colour && e.tone != Tone::empty ? 3 : 2) : 0;
        add_words(lines, e.text, "   ", has ? swatch(e, options.colour) + " " : std::string(), width);
    }
    return lines.taken();
}

}  // namespace

std::string to_terminal(const Scene& scene, const TerminalOptions& options) {
    const auto columns = static_cast<std::size_t>(options.columns);
    std::string out;
    GridRow row(columns);
    for (const Cells& cells : scene.grids) {
        TerminalGrid grid(cells, options);
        if (!row.has_room(grid)) {
            out += row.drawn() + "\n";
            row = GridRow(columns);
        }
        row.add(std::move(grid));
    }
    out += row.drawn() + "\n" + legend_in_lines(scene, options);
    Lines sentence(columns);
    add_words(sentence, scene.sentence, " ");
    return out + sentence.taken();
}

}  // namespace tilescope
