// core/src/export/terminal.cpp -- a scene as text for a terminal: colours and half blocks, or letters.
// SPDX-License-Identifier: MIT
#include "sheet_block.h"
#include "sheet_colours.h"

#include <tilescope/base/say.h>
#include <tilescope/export/terminal.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace tilescope {
namespace {

constexpr std::string_view kPlain = "\x1b[0m", kUpperHalf = "\xe2\x96\x80", kLowerHalf = "\xe2\x96\x84";
constexpr std::size_t kMostRowLabel = 14, kMostNumbered = 96;  // rows of a grid whose cells show numbers
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

class TerminalGrid {
public:
    TerminalGrid(const Cells& cells, const TerminalOptions& options) : cells_(cells), options_(options) {
        for (const std::string& label : cells.row_labels) head_ = std::max(head_, letters_in(label));
        head_ = head_ == 0 ? 0 : std::min(head_, kMostRowLabel) + 1;
        for (const std::int32_t label : cells.label)
            if (label != kNoLabel) digits_ = std::max(digits_, say(label).size());
        room_ = static_cast<std::size_t>(std::max(options.columns, 20)) - head_;
    }

    std::string drawn() {
        std::string out = say(cells_.title, "\n");
        const std::size_t columns = columns_of_grid();
        if (digits_ > 0 && columns * (digits_ + 1) <= room_ && static_cast<std::size_t>(cells_.rows) <= kMostNumbered)
            return out + numbered();
        const std::size_t cells = columns == 0 ? 1 : (columns + room_ - 1) / room_;
        if (cells > 1) out = say(cells_.title, "  (a character is ", cells, " x ", cells, " cells)\n");
        return out + (options_.colour ? half_blocks(cells) : letters(cells));
    }

private:
    const Cells& cells_;
    const TerminalOptions& options_;
    std::size_t head_ = 0, digits_ = 0, room_ = 80;

    std::size_t columns_of_grid() const { return static_cast<std::size_t>(cells_.columns); }

    std::string head_of(int row) const {
        const auto at = static_cast<std::size_t>(row);
        const std::string label = at < cells_.row_labels.size() ? cells_.row_labels[at].substr(0, kMostRowLabel) : "";
        return head_ == 0 ? "" : padded_left(label, head_ - 1) + " ";
    }

    // The labels of columns, each above its cell; a label that has no room is left out.
    std::string column_line(std::size_t width) const {
        if (cells_.column_labels.empty()) return {};
        std::string line;
        for (std::size_t c = 0; c < cells_.column_labels.size(); ++c) {
            const std::string& label = cells_.column_labels[c];
            const std::size_t end = (c + 1) * width;
            if (label.empty() || letters_in(line) + letters_in(label) + (line.empty() ? 0 : 1) > end) continue;
            line += padded_left(label, end - letters_in(line));
        }
        return say(std::string(head_, ' '), line, "\n");
    }

    std::string numbered() const {
        const std::size_t width = digits_ + 1;
        std::string out = column_line(width);
        for (int r = 0; r < cells_.rows; ++r) {
            out += head_of(r);
            std::string colour;  // of the last cell
            for (int c = 0; c < cells_.columns; ++c) {
                const std::size_t at = cells_.at(r, c);
                const std::string next = colour_of(at);
                if (next != colour) out += next;
                colour = next;
                const std::string label = cells_.label[at] == kNoLabel ? "" : say(cells_.label[at]);
                out += sign_of(cells_.mark[at]);
                out += label.empty() && !options_.colour ? padded_left(say(letter_of(cells_.tone[at])), width - 1)
                                                         : padded_left(label, width - 1);
            }
            out += say(options_.colour ? kPlain : "", "\n");
        }
        return out;
    }
    std::string colour_of(std::size_t at) const {
        if (!options_.colour) return {};
        if (cells_.tone[at] == Tone::empty) return std::string(kPlain);
        const Inked ink = ink_of(cells_.tone[at], Palette::screen);
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
    std::string half_blocks(std::size_t size) const {
        std::string out;
        const int step = static_cast<int>(size);
        for (int r = 0; r < cells_.rows; r += 2 * step) {
            out += head_of(r);
            for (int c = 0; c < cells_.columns; c += step) {
                const Tone upper = spot(r, c, size).tone;
                const Tone lower = r + step < cells_.rows ? spot(r + step, c, size).tone : Tone::empty;
                out += half_block(upper, lower);
            }
            out += say(kPlain, "\n");
        }
        return out;
    }
    static std::string half_block(Tone upper, Tone lower) {
        const auto fill = [](Tone tone) { return ink_of(tone, Palette::screen).fill; };
        std::string out(kPlain);
        if (upper == Tone::empty && lower == Tone::empty) return out + " ";
        if (upper == Tone::empty) return out + rgb_code("38", fill(lower)) + std::string(kLowerHalf);
        if (lower != Tone::empty) out += rgb_code("48", fill(lower));
        return out + rgb_code("38", fill(upper)) + std::string(kUpperHalf);
    }

    std::string letters(std::size_t size) const {
        std::string out;
        const int step = static_cast<int>(size);
        for (int r = 0; r < cells_.rows; r += step) {
            out += head_of(r);
            for (int c = 0; c < cells_.columns; c += step) {
                const Spot s = spot(r, c, size);
                out += s.mark == Mark::none ? letter_of(s.tone) : sign_of(s.mark);
            }
            out += "\n";
        }
        return out;
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

std::string legend_in_lines(const Scene& scene, const TerminalOptions& options) {
    Lines lines(static_cast<std::size_t>(options.columns));
    for (const LegendEntry& e : scene.legend) {
        const bool has = e.tone != Tone::empty || e.mark != Mark::none;
        const std::size_t width = has ? (options.colour && e.tone != Tone::empty ? 3 : 2) : 0;
        lines.add(say(has ? swatch(e, options.colour) : "", has ? " " : "", e.text), std::string(width, ' ') + e.text,
                  "   ");
    }
    return lines.taken();
}

std::string words_in_lines(std::string_view text, int columns) {
    Lines lines(static_cast<std::size_t>(columns));
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) lines.add(std::string(text.substr(0, end)), text.substr(0, end), " ");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines.taken();
}

}  // namespace

std::string to_terminal(const Scene& scene, const TerminalOptions& options) {
    std::string out;
    for (const Cells& cells : scene.grids) out += TerminalGrid(cells, options).drawn() + "\n";
    out += legend_in_lines(scene, options);
    return out + words_in_lines(scene.sentence, options.columns);
}

}  // namespace tilescope
