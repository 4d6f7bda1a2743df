// core/src/notation/value_columns.cpp -- reads the words of a table whose first line names the columns.
// SPDX-License-Identifier: MIT
#include "readers.h"

#include <tilescope/base/say.h>

namespace tilescope::notation {
namespace {

using Cells = std::vector<std::string_view>;
constexpr char kBlanks = ' ';

// The cells of a line, also the empty ones. Blanks separate cells together.
Cells cells_of(std::string_view line, char separator) {
    if (separator == kBlanks) return words_in(line);
    Cells out;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(separator, at), line.size());
        std::string_view cell = trimmed(line.substr(at, end - at));
        if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
        out.push_back(cell);
        at = end + 1;
    }
    return out;
}

struct Column {
    std::string_view title;
    KeyMeaning key;
    bool names = false;   // "operand": its cells are names
    bool values = false;  // "desc", "value": its cells can be words
};

bool has_title(std::string_view title, std::initializer_list<std::string_view> titles) {
    return std::ranges::find(titles, lower(title)) != titles.end();
}

std::optional<Column> column_of(std::string_view title) {
    const bool letters = !title.empty() && !is_digit(title[0]) && std::ranges::all_of(title, [](char c) {
        return is_word_char(c) || std::string_view(" .()[]%/#-").find(c) != std::string_view::npos;
    });
    if (!letters || !is_word_char(title[0])) return std::nullopt;
    Column out{title, meaning_of_key(title)};
    out.names = has_title(title, {"operand", "operands", "name", "which", "tensor", "matrix", "mat", "op", "side"});
    const bool role = is_operand(out.key.role) || out.key.role == PasteRole::idesc;
    out.values = !out.names && (role || out.key.half != 0 || has_title(title, {"value", "word", "raw", "hex", "bits"}));
    return out;
}

struct Columns {
    char separator = ',';
    std::vector<Column> all;
    std::optional<std::size_t> names;
};

std::optional<Number> word_in(std::string_view cell) {
    const Answer<Number> n = read_number(cell);
    return n ? std::optional(*n) : std::nullopt;
}

// Whether a line can be a row: as many cells, and a number in each column of words that is not empty. The first row has
// a number.
bool is_row(const Columns& columns, const Cells& cells, bool first) {
    if (cells.size() != columns.all.size()) return false;
    bool any = !first;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!columns.all[i].values || cells[i].empty() || cells[i] == "-") continue;
        if (!word_in(cells[i])) return false;
        any = true;
    }
    return any;
}

// The columns that a line names, if the line below is a row of them.
std::optional<Columns> columns_of(std::string_view line, std::string_view below) {
    for (const char separator : {',', ';', '\t', '|', kBlanks}) {
        const Cells titles = cells_of(line, separator);
        if (titles.size() < 2) continue;
        Columns out{separator, {}, {}};
        for (const std::string_view title : titles) {
            auto column = column_of(title);
            if (!column) break;
            if (column->names && !out.names) out.names = out.all.size();
            out.all.push_back(std::move(*column));
        }
        const bool named = std::ranges::any_of(out.all, [&](const Column& c) {
            return c.values && (out.names || is_operand(c.key.role) || c.key.role == PasteRole::idesc);
        });
        if (out.all.size() == titles.size() && named && is_row(out, cells_of(below, separator), true)) return out;
    }
    return std::nullopt;
}

// The key of a cell: the name in its row if that says more than the title of its column.
std::string key_of(const Columns& columns, const Cells& cells, const Column& column) {
    const std::string title(column.title);
    if (!columns.names || column.key.role == PasteRole::smem_a || column.key.role == PasteRole::smem_b) return title;
    const std::string_view name = cells[*columns.names];
    const PasteRole role = meaning_of_key(name).role;
    if (role == PasteRole::unknown) return title;
    return column.key.half == 0 ? std::string(name) : say(name, column.key.half == 'l' ? ": lo" : ": hi");
}

void read_row(Work& work, const Columns& columns, const Cells& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Column& column = columns.all[i];
        if (column.names || (!column.values && !(cells[i].starts_with("0x") && is_whole_value(cells[i])))) continue;
        const std::optional<Number> n = word_in(cells[i]);
        if (!n) continue;
        std::string name = key_of(columns, cells, column);
        const KeyMeaning key = meaning_of_key(name);
        const unsigned width = width_for(key, *n, std::nullopt);
        if (n->value > bit_mask(width)) {
            work.refuse(cells[i], say(name, " has ", width, " bits; '", cells[i], "' does not fit in these bits"));
            continue;
        }
        Find f(work.span_of(cells[i]), ReadBy::log, {n->value, 0, width}, std::move(name), role_for(key, width));
        if (n->decimal) f.digits = n->negative ? Digits::negative : Digits::decimal;
        work.find(std::move(f));
    }
}

}  // namespace

bool take_value_columns(Work& work, std::string& rest, unsigned& lines) {
    const std::size_t before = work.finds.size();
    std::optional<Columns> columns;
    const auto line_at = [&](std::size_t begin) {
        return work.text.substr(begin, std::min(work.text.find('\n', begin), work.text.size()) - begin);
    };
    const auto take = [&](std::string_view line) {
        ++lines;
        const auto at = rest.begin() + static_cast<std::ptrdiff_t>(offset_in(work.text, line));
        std::fill_n(at, line.size(), ' ');
    };
    for (std::size_t begin = 0; begin < work.text.size() && !work.full && !work.is_stopped();) {
        const std::string_view line = line_at(begin);
        const std::size_t next = begin + line.size() + 1;
        begin = next;
        if (trimmed(line).empty()) continue;
        if (columns) {
            const Cells cells = cells_of(line, columns->separator);
            if (is_row(*columns, cells, false)) {
                read_row(work, *columns, cells);
                take(line);
                continue;
            }
            columns.reset();
        }
        if (next < work.text.size()) columns = columns_of(line, line_at(next));
        if (columns) take(line);
    }
    work.prose |= work.finds.size() > before;
    return work.finds.size() > before;
}

}  // namespace tilescope::notation
