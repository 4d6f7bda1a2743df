// core/src/notation/remark_reader.cpp -- reads words in tables with titles, and in comments.
// SPDX-License-Identifier: MIT
#include "readers.h"
#include "readings.h"

#include <tilescope/formats/formats.h>

namespace tilescope::notation {
namespace {

constexpr std::size_t kWholeWord = 18;  // 0x and 16 digits

struct Remark {
    std::string_view text;
    bool message;  // in a string
};

// The text behind the first mark of a comment or a string: "//", "/*", "#", '"', or the "*" of a line of a block.
std::optional<Remark> remark_in(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("* ")) return Remark{text.substr(1), false};
    std::size_t at = line.npos;
    std::string_view first;
    for (const std::string_view mark : {"//", "/*", "# ", "\""})
        if (const std::size_t found = line.find(mark); found < at) at = found, first = mark;
    if (at == line.npos) return std::nullopt;
    return Remark{line.substr(at + first.size()), first == "\""};
}

bool is_descriptor(const Work& work, const Find& f) {
    if (f.role == PasteRole::idesc) return true;
    const PasteReading best = best_reading(work, f.bits.value, f.bits.width);
    const bool smem = best.format->id == "smem" && best.certainty == Certainty::confirmed && best.word == f.bits.value;
    return smem || context_for(work, f).context.hopper;
}

bool is_found(const Work& work, TextSpan span) {
    return std::ranges::any_of(work.finds,
                               [&](const Find& f) { return f.span.begin <= span.begin && span.end <= f.span.end; });
}

void find_remark(Work& work, std::string_view key, std::string_view value) {
    const Answer<Number> n = read_number(value);
    const KeyMeaning meaning = meaning_of_key(key);
    if (!n || meaning.half != 0) return;
    const bool narrow = meaning.role == PasteRole::idesc && n->value <= bit_mask(32) && n->value > bit_mask(16);
    if (!narrow && value.size() != kWholeWord) return;
    if (is_found(work, work.span_of(value))) return;  // by a program in the comment
    const std::string name(meaning.role == PasteRole::unknown ? std::string_view() : key);
    Find f{work.span_of(value), ReadBy::log, {n->value, 0, narrow ? 32u : 64u}, name, meaning.role};
    if (!narrow && meaning.role == PasteRole::idesc) f.role = PasteRole::unknown;
    f.remark = true;
    if (is_descriptor(work, f)) work.find(std::move(f));
}

// A number of a list, and its line.
struct Listed {
    Find find;
    unsigned line;
};

// Addresses of memory are often multiples of 2^16, which are words with the code 0 for all types.
bool is_legal_idesc(const Work& work, std::uint64_t value) {
    return std::ranges::any_of(kinds_of(work.options.edition), [&](std::string_view kind) {
        const Format& format = *idesc_format(kind, work.options.edition);
        const Field* type = find_field(format, "d_type");
        if (type == nullptr) type = find_field(format, "scale_type");
        if (type == nullptr || get_field(*type, value) == 0) return false;
        return legal_idesc(format, value, 0) && work.breaks_no_rule(format, value, 0);
    });
}

// "# QK  0x08200490", "| PV | 0x08210490 |", "0x08100010" alone in a string: a number of 8 digits, and the first word
// before it.
std::optional<Listed> listed_in(const Work& work, const Remark& remark, unsigned line) {
    constexpr std::size_t kLength = 10;
    const std::string_view text = remark.text;
    const std::size_t at = text.find("0x");
    if (at == text.npos || (at > 0 && is_word_char(text[at - 1]))) return std::nullopt;
    const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefABCDEFx", at), text.size());
    const std::string_view value = text.substr(at, end - at), rest = text.substr(end);
    const bool ends =
        remark.message ? at == 0 && rest.starts_with('"') : rest.find_first_not_of(" \t|*/.,") == rest.npos;
    const Answer<Number> n = read_number(value);
    if (!n || value.size() != kLength || !ends || !is_legal_idesc(work, n->value)) return std::nullopt;
    const std::size_t begin = std::min(text.find_first_not_of(" \t|-*"), at);
    const std::size_t stop = std::min(end_of_word(text, begin), at);
    return Listed{{.span = work.span_of(value),
                   .reader = ReadBy::log,
                   .bits = {n->value, 0, 32},
                   .name = std::string(text.substr(begin, stop - begin)),
                   .role = PasteRole::idesc,
                   .note = "from a list in which all numbers are legal instruction descriptors",
                   .remark = true},
                  line};
}

// One such number can be anything; two different ones of near lines, or one in a text about tcgen05, are words.
void find_listed(Work& work, const std::vector<Listed>& listed, std::vector<unsigned>& lines) {
    constexpr unsigned kNear = 3;
    for (const Listed& one : listed) {
        const bool more = std::ranges::any_of(listed, [&](const Listed& other) {
            const unsigned apart = std::max(one.line, other.line) - std::min(one.line, other.line);
            return apart != 0 && apart <= kNear && other.find.bits.value != one.find.bits.value;
        });
        if (is_found(work, one.find.span) || !(more || work.hints.tcgen05)) continue;
        work.find(one.find);
        lines.push_back(one.line);
    }
}

// The text behind the mark of a line that is only a comment, or nothing.
std::string_view comment_in(std::string_view line) {
    constexpr std::string_view kMarks[] = {"///", "//", "/*", "##", "# ", "* "};
    line = trimmed(line);
    const auto* mark = std::ranges::find_if(kMarks, [&](std::string_view m) { return line.starts_with(m); });
    if (mark == std::end(kMarks)) return {};
    line.remove_prefix(mark->size());
    if (line.ends_with("*/")) line.remove_suffix(2);
    return trimmed(line);
}

// "a: 0x... 0x...", "step 0: A=0x... B=0x...", "A: hi=0x... lo=0x...". One assignment, "a_desc = 0x...", can be code.
bool has_values(std::string_view comment) {
    if (comment.empty() || comment.ends_with(';')) return false;
    unsigned values = 0;
    bool letter = false;
    std::size_t at = 0;
    while (const auto pair = next_log_pair(comment, at)) {
        const KeyMeaning key = meaning_of_key(pair->key);
        const bool operand = is_operand(key.role);
        const bool whole = operand && is_whole_value(pair->value), idesc = key.role == PasteRole::idesc;
        const bool half = key.half != 0 && (operand || key.base.empty());
        if (!whole && (!is_long_value(pair->value) || (!half && !idesc))) continue;
        ++values;
        letter |= whole && key.role != PasteRole::smem && comment[pair->left.size()] == ':';
        while (next_value(comment, at)) ++values;
    }
    return values > 1 || letter;
}

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
    return is_in(titles, lower(title));
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

// Whether a line can be a row: as many cells, and a number in each column of words that is not empty. The first row has
// a number.
bool is_row(const Columns& columns, const Cells& cells, bool first) {
    if (cells.size() != columns.all.size()) return false;
    bool any = !first;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!columns.all[i].values || cells[i].empty() || cells[i] == "-") continue;
        if (!read_number(cells[i])) return false;
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
        const Answer<Number> n = read_number(cells[i]);
        if (!n) continue;
        const std::string name = key_of(columns, cells, column);
        find_logged(work, name, meaning_of_key(name), cells[i], *n);
    }
}

}  // namespace

std::vector<unsigned> read_remarks(Work& work) {
    std::vector<Listed> listed;
    std::vector<unsigned> lines;
    unsigned number = 0;
    for (const std::string_view line : Lines(work.text)) {
        ++number;
        const auto remark = work.full ? std::nullopt : remark_in(line);
        if (!remark) continue;
        if (auto one = listed_in(work, *remark, number)) listed.push_back(std::move(*one));
        const std::size_t before = work.finds.size();
        std::size_t at = 0;
        bool any = work.listing || remark->message;  // a number without a name is an encoding, or any text
        while (const auto pair = next_log_pair(remark->text, at)) {
            any = true;
            const bool named = meaning_of_key(pair->key).role != PasteRole::unknown;
            if (named || !remark->message) find_remark(work, pair->key, pair->value);
        }
        const std::string_view text = remark->text;
        for (std::size_t x = text.find("0x"); !any && x != text.npos; x = text.find("0x", x + 2)) {
            if (x == 0 || !is_word_char(text[x - 1])) find_remark(work, "", text.substr(x, end_of_word(text, x) - x));
        }
        if (work.finds.size() > before) lines.push_back(number);
    }
    find_listed(work, listed, lines);
    std::ranges::sort(lines);
    return lines;
}

bool take_printed_comments(Work& work, std::string& rest, unsigned& lines) {
    const std::size_t before = work.finds.size();
    unsigned number = 0;
    for (const std::string_view line : Lines(work.text)) {
        if (work.full) break;
        ++number;
        const std::size_t start = offset_in(work.text, line);
        const std::string_view comment = comment_in(line);
        // Another reader took the line if `rest` has blanks there.
        if (!has_values(comment) || std::string_view(rest).substr(start, line.size()) != line) continue;
        if (!read_log(work, {comment, start, number})) continue;
        ++lines;
        blank_lines(rest, start, start + line.size());
    }
    for (std::size_t i = before; i < work.finds.size(); ++i) work.finds[i].remark = true;
    return work.finds.size() > before;
}

bool take_value_columns(Work& work, std::string& rest, unsigned& lines) {
    const std::size_t before = work.finds.size();
    std::optional<Columns> columns;
    const Lines all(work.text);
    for (auto at = all.begin(); at != Lines::end() && !work.full && !work.is_stopped();) {
        const std::string_view line = *at;
        ++at;
        if (trimmed(line).empty()) continue;
        const Cells cells = columns ? cells_of(line, columns->separator) : Cells();
        if (columns && is_row(*columns, cells, false))
            read_row(work, *columns, cells);
        else
            columns = at != Lines::end() ? columns_of(line, *at) : std::nullopt;
        if (!columns) continue;
        ++lines;
        const std::size_t begin = offset_in(work.text, line);
        blank_lines(rest, begin, begin + line.size());
    }
    work.prose |= work.finds.size() > before;
    return work.finds.size() > before;
}

}  // namespace tilescope::notation
