// app/cli/word_sheet.cpp -- prints many words as tables.
// SPDX-License-Identifier: MIT
#include "app/cli/word_sheet.h"
#include "app/cli/text_out.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tilescope::cli {
namespace {

constexpr std::size_t kFirstRows = 8;  // of a sheet that does not fit on a screen

using Cells = std::vector<std::string>;

std::string count_of(std::uint64_t n, std::string_view what) { return say(n, " ", what, n == 1 ? "" : "s"); }

// A field that is always 0 by definition is not worth a word.
bool is_worth_saying(const WordSheet& sheet, std::size_t field) {
    const Field& f = sheet.format->fields[field];
    return f.encoding != Encoding::fixed || get_field(f, sheet.rows.front().word) != f.want;
}

void print_head(const WordSheet& sheet) {
    const Format& f = *sheet.format;
    const bool any =
        std::ranges::any_of(sheet.rows, [](const TableRow& r) { return !r.ask && r.certainty != Certainty::unknown; });
    print(say(f.title, f.kind.empty() ? "" : say(", kind ", f.kind), ": ",
              any ? count_of(sheet.words, "word") : say(count_of(sheet.words, "number"), ", none certain")));
    print(say(sheet.row_count == sheet.words ? "" : say(", ", sheet.row_count, " different"), "\n"));
    std::string same;
    for (const std::size_t i : sheet.constant)
        if (is_worth_saying(sheet, i))
            same += say(same.empty() ? "" : ", ", f.fields[i].id, " ",
                        shown_meaning_of(f.fields[i], get_field(f.fields[i], sheet.rows.front().word)));
    if (!same.empty()) print(say("  ", wrapped(say("The same in all: ", same), 4)));
}

class Rows {
public:
    explicit Rows(const WordSheet& sheet) : sheet_(sheet) {
        const auto any = [&](auto&& has) {
            return std::ranges::any_of(sheet.rows, has) || std::ranges::any_of(sheet.last, has);
        };
        named_ = any([](const TableRow& r) { return !r.name.empty(); });
        counted_ = any([](const TableRow& r) { return r.count > 1; });
        doubted_ = any([](const TableRow& r) { return r.ask || r.certainty != Certainty::confirmed; });
        broken_ = any([](const TableRow& r) { return !r.broken_rules.empty(); });
        Cells head = {" ", "line"};
        if (counted_) head.emplace_back("words");
        if (named_) head.emplace_back("name");
        head.emplace_back("word");
        for (const std::size_t i : sheet.varying) head.emplace_back(sheet.format->fields[i].id);
        if (doubted_) head.emplace_back("certainty");
        if (broken_) head.emplace_back("rules");
        add(std::move(head));
    }

    void add(const TableRow& row) {
        const Format& f = *sheet_.format;
        Cells cells = {is_odd(sheet_, row) ? ">" : " ", say(row.line)};
        if (counted_) cells.push_back(say(row.count));
        if (named_) cells.push_back(row.name);
        cells.push_back(hex_word(f, row.word, row.unknown));
        for (const std::size_t i : sheet_.varying)
            cells.push_back(
                shown_meaning_of(f.fields[i], get_field(f.fields[i], row.word), get_field(f.fields[i], row.unknown)));
        if (doubted_) cells.push_back(row.ask ? "ask" : std::string(name_of(row.certainty)));
        std::string rules;
        for (const std::string& id : row.broken_rules) rules += say(rules.empty() ? "" : " ", id);
        if (broken_) cells.push_back(std::move(rules));
        add(std::move(cells));
    }
    void add_gap() { add(Cells{" ", "..."}); }

    void print_all() const {
        for (const Cells& cells : rows_) {
            std::string line = " ";
            for (std::size_t c = 0; c < cells.size(); ++c)
                line += c + 1 < cells.size() ? padded(cells[c], widths_[c] + (c == 0 ? 1 : 2)) : cells[c];
            print(say(line.substr(0, line.find_last_not_of(' ') + 1), "\n"));
        }
    }

private:
    const WordSheet& sheet_;
    bool named_ = false, counted_ = false, doubted_ = false, broken_ = false;
    std::vector<Cells> rows_;
    std::vector<std::size_t> widths_;

    void add(Cells cells) {
        widths_.resize(std::max(widths_.size(), cells.size()));
        for (std::size_t c = 0; c < cells.size(); ++c) widths_[c] = std::max(widths_[c], cells[c].size());
        rows_.push_back(std::move(cells));
    }
};

void print_rows_of(const WordSheet& sheet) {
    Rows rows(sheet);
    const bool fits = sheet.last.empty();
    const std::size_t shown = fits ? sheet.rows.size() : std::min(sheet.rows.size(), kFirstRows);
    for (std::size_t i = 0; i < shown; ++i) rows.add(sheet.rows[i]);
    if (!fits) {
        rows.add_gap();
        for (const TableRow& row : sheet.last) rows.add(row);
    }
    rows.print_all();
    const std::uint64_t hidden = sheet.row_count - shown - sheet.last.size();
    if (hidden > 0) print(say("  ", count_of(hidden, "more row"), " not shown here; --csv prints all of them.\n"));
}

// The odd values of one word are one sentence.
void print_odd(const WordSheet& sheet) {
    for (const OddName& o : sheet.odd_names)
        print(wrapped(
            say("> ", count_of(o.words, "word"), " named ", o.name, o.words == 1 ? " is" : " are",
                " not of the format ", o.usual->id, o.usual->kind.empty() ? "" : ", kind ", o.usual->kind, ", as the ",
                o.others, " others are. Look ", o.words == 1 ? "" : "first ", "at line ", o.line, "."),
            4));
    if (sheet.more_odd_names > 0) print(say("> ", count_of(sheet.more_odd_names, "more odd name"), " not shown.\n"));
    for (std::size_t i = 0; i < sheet.odd.size();) {
        const TableRow& row = sheet.odd[i].first;
        std::string text = say("> Line ", row.line, ", ", row.name, row.name.empty() ? "" : " ",
                               hex_word(*sheet.format, row.word, row.unknown), ":");
        for (; i < sheet.odd.size() && sheet.odd[i].first.line == row.line && sheet.odd[i].first.word == row.word;
             ++i) {
            const OddValue& o = sheet.odd[i];
            const Field& f = sheet.format->fields[o.field];
            text += say(text.ends_with(':') ? " '" : "; '", f.id, "' is ", shown_meaning_of(f, o.raw), " in ",
                        count_of(o.words, "word"), ", but ", shown_meaning_of(f, o.usual), " in ", o.others, " others");
        }
        print(wrapped(say(text, "."), 4));
    }
    if (sheet.more_odd > 0) print(say("> ", count_of(sheet.more_odd, "more odd value"), " not shown.\n"));
}

}  // namespace

void print_sheets(const WordTable& table) {
    for (const WordSheet& sheet : table.sheets()) {
        print_head(sheet);
        print_rows_of(sheet);
        print_odd(sheet);
        for (const TableProblem& p : sheet.problems) {
            print(say("  In ", count_of(p.words, "word"), ", first on line ", p.line, ":\n"));
            print_problems({&p.problem, 1});
        }
        print("\n");
    }
}

}  // namespace tilescope::cli
