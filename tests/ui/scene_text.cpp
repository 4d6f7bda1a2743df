// tests/ui/scene_text.cpp -- a scene as a short text for a stored file, and the first cell in which two texts differ.
// SPDX-License-Identifier: MIT
#include "tests/ui/scene_text.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr std::array<std::string_view, kToneCount> kToneIds = {
    "step0", "step1", "step2", "step3", "step4", "step5", "step6", "step7", "empty",    "used", "zeroed",
    "d",     "a",     "sfa",   "sfb",   "meta",  "below", "equal", "above", "rounding", "wrong"};
constexpr std::array<std::string_view, 3> kMarkIds = {"", "hatched", "crossed"};
constexpr std::array<std::string_view, 10> kKindIds = {"element_a", "element_b", "element_d", "byte",     "mask_column",
                                                       "input_bit", "tmem_cell", "factor_a",  "factor_b", "code"};
constexpr std::uint8_t kSteps = 8;  // the first tones are ordered

std::string_view tone_id(Tone t) { return kToneIds[static_cast<std::size_t>(t)]; }

// "0 1 .. 127" for texts that count up: numbers or hexadecimal numbers with the same step. Other texts stay.
std::optional<long> number_in(std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    if (is_hex) text.remove_prefix(2);
    long out = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), out, is_hex ? 16 : 10);
    return !text.empty() && end.ptr == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

std::string list_of(const std::vector<std::string>& texts) {
    std::string out;
    for (std::size_t i = 0; i < texts.size();) {
        std::size_t end = i + 1;
        const auto step = [&](std::size_t at) -> std::optional<long> {
            const auto a = number_in(texts[at - 1]), b = number_in(texts[at]);
            return a && b ? std::optional(*b - *a) : std::nullopt;
        };
        if (end < texts.size() && step(end))
            while (end + 1 < texts.size() && step(end + 1) == step(i + 1)) ++end;
        out += out.empty() ? "" : " ";
        if (end < texts.size() && end - i >= 3) {
            out += say(texts[i], " ", texts[i + 1], " .. ", texts[end]);
            i = end + 1;
        } else
            out += texts[i++];
    }
    return out;
}

// "0-120/8, 130": increasing numbers in ranges.
std::string ranges_of(const std::vector<int>& rows) {
    std::string out;
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i;
        const int step = i + 1 < rows.size() ? rows[i + 1] - rows[i] : 0;
        while (end + 1 < rows.size() && rows[end + 1] - rows[end] == step) ++end;
        if (end == i + 1 && step != 1) end = i;
        out += out.empty() ? "" : ",";
        out += say(rows[i]);
        if (end > i) out += say("-", rows[end], step == 1 ? "" : say("/", step));
        i = end + 1;
    }
    return out;
}

// The cells of one row. `by_row`: labels are relative to the number of the row.
class RowText {
public:
    RowText(const Cells& cells, int row, bool by_row) : cells_(cells), row_(row), by_row_(by_row) {}

    std::string text() const {
        std::string out;
        for (int c = 0; c < cells_.columns;) {
            const int end = end_of_run(c);
            out += say(out.empty() ? "" : "; ", c, end > c ? say("-", end) : "", " ", run(c, end));
            c = end + 1;
        }
        return out;
    }

private:
    const Cells& cells_;
    int row_;
    bool by_row_;

    std::size_t at(int c) const { return cells_.at(row_, c); }
    Tone tone(int c) const { return cells_.tone[at(c)]; }
    std::int32_t label(int c) const { return cells_.label[at(c)]; }
    bool lit(int c) const { return cells_.lit[at(c)] != 0; }
    bool both(int c) const { return at(c) < cells_.both.size() && cells_.both[at(c)] != 0; }
    bool has_label(int c) const { return label(c) != kNoLabel; }

    bool next_tone(int c) const {
        const auto a = static_cast<unsigned>(tone(c - 1)), b = static_cast<unsigned>(tone(c));
        return a < kSteps && b == (a + 1) % kSteps;
    }
    bool alike(int c) const {
        return cells_.mark[at(c)] == cells_.mark[at(c - 1)] && lit(c) == lit(c - 1) && both(c) == both(c - 1) &&
               has_label(c) == has_label(c - 1) && (tone(c) == tone(c - 1) || next_tone(c));
    }
    int end_of_run(int first) const {
        int end = first + 1;
        if (end >= cells_.columns || !alike(end)) return first;
        const bool grows = next_tone(end);
        const std::int32_t step = label(end) - label(first);
        while (end + 1 < cells_.columns && alike(end + 1) && next_tone(end + 1) == grows &&
               label(end + 1) - label(end) == step)
            ++end;
        return end;
    }
    std::string number(int c) const {
        if (!by_row_) return say(label(c));
        const std::int32_t more = label(c) - row_;
        return more == 0 ? "row" : say("row", more > 0 ? "+" : "", more);
    }
    std::string run(int first, int end) const {
        std::string out(tone_id(tone(first)));
        if (tone(end) != tone(first) || (end > first && next_tone(end))) out += say("..", tone_id(tone(end)));
        if (has_label(first)) out += say(" ", number(first));
        if (has_label(first) && label(end) != label(first)) out += say("..", number(end));
        if (const std::string_view mark = kMarkIds[static_cast<std::size_t>(cells_.mark[at(first)])]; !mark.empty())
            out += say(" ", mark);
        if (lit(first)) out += " lit";
        if (both(first)) out += " both";
        return out;
    }
};

// Rows with the same text, in the order of their first rows.
std::vector<std::pair<std::string, std::vector<int>>> groups_of(const Cells& cells, bool by_row) {
    std::vector<std::pair<std::string, std::vector<int>>> out;
    std::map<std::string, std::size_t> index;
    for (int r = 0; r < cells.rows; ++r) {
        const std::string text = RowText(cells, r, by_row).text();
        const auto [found, is_new] = index.emplace(text, out.size());
        if (is_new) out.emplace_back(text, std::vector<int>());
        out[found->second].second.push_back(r);
    }
    return out;
}

std::string keys_of(const Cells& cells) {
    const std::int64_t first = cells.key.empty() ? 0 : cells.key[0];
    const std::int64_t across = cells.columns > 1 ? cells.key[1] - first : 0;
    const std::int64_t down = cells.rows > 1 ? cells.key[cells.at(1, 0)] - first : 0;
    std::size_t count = 0;
    bool is_plain = across >= 0 && down >= 0;
    for (int r = 0; r < cells.rows; ++r)
        for (int c = 0; c < cells.columns; ++c) {
            const std::uint32_t key = cells.key[cells.at(r, c)];
            count += key != kNoKey;
            is_plain = is_plain && (key == kNoKey || key == first + r * down + c * across);
        }
    if (!is_plain || count == 0) return say(count, " cells show an object");
    return say(hex(static_cast<std::uint64_t>(first)), " + ", hex(static_cast<std::uint64_t>(down)), " row + ",
               hex(static_cast<std::uint64_t>(across)), " column",
               count < cells.key.size() ? say(", ", count, " cells") : "");
}

void add_grid(std::string& out, const Cells& cells) {
    out += say("grid ", cells.id, ": ", cells.title, "\n");
    out += say("  size: ", cells.rows, " rows (", cells.row_axis, ") x ", cells.columns, " columns (",
               cells.column_axis, "), a cell is ", cells.cell_rows, " x ", cells.cell_columns, " of ",
               kKindIds[static_cast<std::size_t>(cells.kind)], "\n");
    if (!cells.row_labels.empty()) out += say("  row labels: ", list_of(cells.row_labels), "\n");
    if (!cells.column_labels.empty()) out += say("  column labels: ", list_of(cells.column_labels), "\n");
    out += say("  keys: ", keys_of(cells), "\n");
    const auto plain = groups_of(cells, false), by_row = groups_of(cells, true);
    for (const auto& [text, rows] : 2 * by_row.size() < plain.size() ? by_row : plain)
        out += say("  rows ", ranges_of(rows), ": ", text, "\n");
}

// Reads a text back, cell by cell. What it cannot read stays a line.
struct Statement {
    std::string place, text;  // "grid tile_a, row 3, column 5", "step5 5"
};

std::vector<std::string_view> split(std::string_view text, std::string_view at) {
    std::vector<std::string_view> out;
    for (std::size_t end = 0; (end = text.find(at)) != text.npos; text.remove_prefix(end + at.size()))
        out.push_back(text.substr(0, end));
    out.push_back(text);
    return out;
}

int int_in(std::string_view text) { return static_cast<int>(number_in(text).value_or(0)); }

// "0-120/8" as first, last, step.
std::array<int, 3> range_in(std::string_view text) {
    const auto parts = split(text, "/");
    const auto ends = split(parts[0], "-");
    return {int_in(ends[0]), int_in(ends.back()), parts.size() > 1 ? std::max(int_in(parts[1]), 1) : 1};
}

int label_in(std::string_view text, int row) {
    if (!text.starts_with("row")) return int_in(text);
    text.remove_prefix(text.starts_with("row+") ? 4 : 3);
    return row + int_in(text);
}

// One word of a run, at the cell `c` of the cells from `first` to `last`.
std::string word_of_cell(std::string_view word, int row, int c, int first, int last) {
    const auto ends = split(word, "..");
    const auto tone = std::ranges::find(kToneIds, ends[0]);
    if (tone != kToneIds.end() && ends.size() == 2)
        return std::string(kToneIds[static_cast<std::size_t>(tone - kToneIds.begin() + c - first) % kSteps]);
    if (!ends[0].starts_with("row") && !number_in(ends[0])) return std::string(word);
    const int from = label_in(ends[0], row), to = label_in(ends.back(), row);
    return say(last > first ? from + (to - from) / (last - first) * (c - first) : from);
}

void add_cells(std::vector<Statement>& out, const std::string& grid, std::string_view rows, std::string_view runs) {
    for (const std::string_view range : split(rows, ",")) {
        const auto [first_row, last_row, step] = range_in(range);
        for (int r = first_row; r <= last_row; r += step)
            for (const std::string_view run : split(runs, "; ")) {
                const auto words = split(run, " ");
                const auto [first, last, by] = range_in(words[0]);
                for (int c = first; c <= last; c += by) {
                    std::string text;
                    for (std::size_t i = 1; i < words.size(); ++i)
                        text += say(i > 1 ? " " : "", word_of_cell(words[i], r, c, first, last));
                    out.push_back({say(grid, ", row ", r, ", column ", c), text});
                }
            }
    }
}

std::vector<Statement> statements_in(std::string_view text) {
    std::vector<Statement> out;
    std::string grid;
    for (const std::string_view line : split(text, "\n")) {
        const std::size_t colon = line.find(": ");
        if (colon == line.npos) {
            if (!line.empty()) out.push_back({say("line '", line, "'"), ""});
            continue;
        }
        const std::string_view name = line.substr(0, colon), rest = line.substr(colon + 2);
        if (name.starts_with("  rows ")) {
            add_cells(out, grid, name.substr(7), rest);
        } else if (name.starts_with("  ")) {
            out.push_back({say(grid, ", ", name.substr(2)), std::string(rest)});
        } else {
            if (name.starts_with("grid ")) grid = name;
            out.push_back({std::string(name), std::string(rest)});
        }
    }
    return out;
}

std::map<std::string, std::string> by_place(const std::vector<Statement>& statements) {
    std::map<std::string, std::string> out;
    for (const Statement& s : statements) {
        std::string& text = out[s.place];
        text += say(text.empty() ? "" : " and ", s.text);
    }
    return out;
}

}  // namespace

std::string scene_difference(std::string_view stored, std::string_view now) {
    if (stored == now) return {};
    const auto before = statements_in(stored), after = statements_in(now);
    const auto old = by_place(before), fresh = by_place(after);
    std::string first;
    std::size_t count = 0;
    const auto compare = [&](const std::string& place) {
        const auto was = old.find(place), is = fresh.find(place);
        if (was != old.end() && is != fresh.end() && was->second == is->second) return;
        if (count++ > 0) return;
        first = say(place, ": ", was == old.end() ? "nothing" : say("'", was->second, "'"),
                    " is stored, the picture has ", is == fresh.end() ? "nothing" : say("'", is->second, "'"));
    };
    for (const Statement& s : after) compare(s.place);
    for (const Statement& s : before)
        if (!fresh.contains(s.place)) compare(s.place);
    if (count == 0) return "the same cells are stored in another order";
    return say(first, " (", count, count == 1 ? " difference)" : " differences)");
}

std::string scene_text(const Scene& scene) {
    std::string out = say("sentence: ", scene.sentence, "\n");
    for (const Cells& cells : scene.grids) add_grid(out, cells);
    for (std::size_t i = 0; i < scene.arrows.size(); ++i) {
        const Arrow& a = scene.arrows[i];
        out += say("arrow ", i, ": ", a.field, ", grid ", a.grid, ", (", a.from_row, ", ", a.from_column, ") to (",
                   a.to_row, ", ", a.to_column, ")", a.ignored ? ", ignored" : "", ": ", a.label, "\n");
    }
    for (const Area& a : scene.areas)
        out += say("area ", a.id, ": grid ", a.grid, ", from (", a.row, ", ", a.column, "), ", a.rows, " x ", a.columns,
                   ": ", a.label, "\n");
    for (const LegendEntry& e : scene.legend)
        out += say("legend ", tone_id(e.tone), e.mark == Mark::none ? "" : " ",
                   kMarkIds[static_cast<std::size_t>(e.mark)], e.both ? " both" : "", ": ", e.text, "\n");
    return out;
}

}  // namespace tilescope::ui
