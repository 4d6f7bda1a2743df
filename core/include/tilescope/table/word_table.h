// core/include/tilescope/table/word_table.h -- many words as tables: what they have in common, and the odd ones out.
// SPDX-License-Identifier: MIT
//
// One sheet for each format. A field that has the same value in all words of the sheet is shown once; the others are
// columns. A word is odd if at least nine of ten words with its name have another value in a field. The memory is
// bounded whatever is added: a sheet keeps its first and last rows, and counts the others.
//
//     WordTable table(40);
//     table.add({.format = &kSmem91, .name = "a_desc", .word = 0x4000404000010040, .line = 12});
//     table.sheets()[0].rows.front().line == 12
#pragma once

#include <tilescope/word/codec.h>
#include <tilescope/word/problem.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// One different word. `count` lines have it; `line` is the first of them, counted from 1.
struct TableRow {
    const Format* format = nullptr;
    std::string name;
    std::uint64_t word = 0, unknown = 0;  // `unknown`: 1 for each bit that is not in the text
    std::uint64_t line = 1, count = 1;
    Certainty certainty = Certainty::confirmed;
    bool ask = false;                            // only the user can decide between its readings
    bool odd_group = false;                      // it is in an odd group (BatchGroup)
    std::span<const Problem> problems = {};      // used by add() only
    std::vector<std::string> broken_rules = {};  // the ids of the problems, each once
};

// A value that only few of the words with a name have.
struct OddValue {
    std::size_t field = 0;     // index into the fields of the format
    std::uint64_t raw = 0;     // the odd value
    std::uint64_t usual = 0;   // the value of the other words
    std::uint64_t words = 0;   // the number of words with the odd value
    std::uint64_t others = 0;  // the number of words with the usual value
    TableRow first;            // the first word with the odd value
};

// A name of which most words have another format.
struct OddName {
    std::string name;
    std::uint64_t words = 0;        // in this sheet
    const Format* usual = nullptr;  // the format of the others
    std::uint64_t others = 0;
    std::uint64_t line = 1;  // of the first word in this sheet
};

// A problem, with the first word that has it.
struct TableProblem {
    Problem problem;
    std::uint64_t words = 0, line = 1;
};

struct WordSheet {
    const Format* format = nullptr;
    std::uint64_t words = 0;                         // with equal ones
    std::uint64_t row_count = 0;                     // different ones
    std::vector<std::size_t> constant;               // fields whose bits are known and equal in all words
    std::vector<std::size_t> varying;                // the other fields
    std::vector<TableRow> rows;                      // the first rows
    std::vector<TableRow> last;                      // the last rows, if there are more
    std::vector<OddValue> odd;                       // at most kMostOdd
    std::vector<OddName> odd_names;                  // at most kMostOdd
    std::uint64_t more_odd = 0, more_odd_names = 0;  // those that are not in these lists
    std::vector<TableProblem> problems;              // at most kMostProblems; one for each rule and field
};

class WordTable {
public:
    static constexpr std::size_t kMostOdd = 20, kMostProblems = 50, kLast = 2;

    explicit WordTable(std::size_t most_rows) : most_rows_(most_rows) {}

    // Adds a word. Requires: row.format is not null and stays valid.
    void add(TableRow row);

    std::uint64_t words() const { return words_; }  // with equal ones
    std::uint64_t rows() const { return rows_; }    // different ones
    // The sheet with the most words comes first.
    std::vector<WordSheet> sheets() const;

private:
    struct Value {
        std::uint64_t words = 0;
        TableRow first;
    };
    using Values = std::map<std::uint64_t, Value>;  // of one field
    struct Group {                                  // the words of one name
        std::uint64_t words = 0, line = 1;          // `line`: of the first one
        std::vector<Values> fields;
    };
    struct Building {
        WordSheet sheet;
        std::uint64_t first = 0, differs = 0, unknown = 0;
        std::map<std::string, Group, std::less<>> groups;
    };

    static void count_values(Group& group, const TableRow& row);
    static void add_problems(WordSheet& sheet, TableRow& row);
    static void find_odd(WordSheet& sheet, const Group& group);
    void find_odd_names(WordSheet& sheet, const Building& own) const;

    std::size_t most_rows_;
    std::uint64_t words_ = 0, rows_ = 0;
    std::vector<Building> building_;
};

// Whether a value is the usual one, so that another value is odd: at least nine of ten words have it, of at least ten.
//   is_usual(9, 10): yes.   is_usual(8, 10): no.   is_usual(5, 5): no, they are too few
bool is_usual(std::uint64_t having, std::uint64_t all);

// Returns a value that stands for all words with the same readings and the same broken rules, so that a program can
// judge one of them for all: start addresses count only by their place in the 1024 bytes in which every swizzle pattern
// repeats, and by the targets whose shared memory ends below them.
//   word_class(0x4000404000010140) == word_class(0x4000404000010040), because 0x1400 - 0x400 is a multiple of 1024
std::uint64_t word_class(std::uint64_t word);

// Whether the row has an odd value of the sheet, or is in an odd group.
bool is_odd(const WordSheet& sheet, const TableRow& row);

}  // namespace tilescope
