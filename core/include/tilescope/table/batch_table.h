// core/include/tilescope/table/batch_table.h -- all words of a text as tables with a row for each word.
// SPDX-License-Identifier: MIT
//
// word_table.h sums up words of which there may be more than memory has. Here every word of a PasteResult keeps its
// row, so that a person can sort, filter, compare and save them. A word that is in several lines of a log has a row for
// each line. There is one sheet for each format. Three marks say that a row is not like the others:
//
// - odd value: is_usual() of word_table.h: at least nine of ten lines with this name, of at least ten, have another
//   value in the field. Start addresses are odd only if all others are equal.
// - unexpected start: the start addresses of a name advance in a pattern that repeats after 1 to 64 words, and at least
//   nine of ten words, of at least ten, follow it. The pattern is the one that most advances follow, with at least four
//   words for each of its places. If the text itself names the advance (PasteResult::steps), that is the pattern. Words
//   of which no pattern explains so many have no marks. A start from which the pattern goes on has no mark either:
//   there the next tile begins.
// - odd group: see BatchGroup.
//
//     const PasteResult pasted = paste(text);
//     const BatchTable table = batch_table(pasted, text, "sm_100a");
//     const BatchSheet& sheet = table.sheets.front();
//     const auto lines = batch_lines(table, sheet, {.filter = "a_desc start>1024"});     or the reason of a refusal
//     batch_text(table, sheet, *lines, BatchForm::csv)
//
// The work is done once: batch_table() for a text, batch_lines() for a query. A row has indexes and no text.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/notation/paste.h>
#include <tilescope/word/codec.h>
#include <tilescope/word/problem.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// The worst problem of a word. Without a severity the word has no problem.
struct BatchVerdict {
    std::optional<Severity> worst;
    std::string rule;
    friend bool operator==(const BatchVerdict&, const BatchVerdict&) = default;
};
// "ok", "error L12"
std::string text_of(const BatchVerdict& verdict);

struct BatchRow {
    std::uint32_t found = 0;                     // index into PasteResult::words
    std::uint32_t name = 0, verdict = 0;         // indexes into BatchTable::names and verdicts
    std::uint64_t word = 0, unknown = 0;         // `unknown`: 1 for each bit that the text does not give
    std::uint64_t line = 1, count = 1;           // `line` counts from 1; `count` equal uses in a listing
    std::uint32_t text = 0;                      // index into BatchTable::texts: the line
    std::uint64_t odd = 0;                       // 1 << i: field i has an odd value
    bool odd_format = false;                     // nearly all words with this name have another format
    std::optional<std::uint32_t> expected = {};  // the start (raw bits) that was expected and is not there
    bool goes_on = false;                        // the words after an unexpected start follow as if it were expected

    bool is_marked() const { return odd != 0 || odd_format || expected.has_value(); }
};

// The value of a field that nearly all words with a name have, if some have another one.
struct BatchUsual {
    std::uint32_t name = 0;
    std::size_t field = 0;
    std::uint64_t raw = 0, having = 0, all = 0;  // lines
};
// How the start addresses of a name advance from word to word: steps[i % size], in raw bits.
struct BatchAdvance {
    std::uint32_t name = 0;
    std::vector<std::int64_t> steps;
    std::size_t words = 0, breaks = 0;
    bool from_text = false;  // the text names the step
};

// Words with one name that have another value in a field than most of them, and what the text says of them alone:
// "stage 2", "tile 1, stage 0". Addresses and what counts K steps (scale-factor ids, sparsity selectors) make no group.
// A group is odd, and its rows have marks, only if
// - it has at most half as many words as those with the other value, and at most half as many stages,
// - a stage or a K step tells them from the others, and nothing else in the text does so too: a tile, a shape of the
//   MMA (a tail), another D, another text in the line ("[pv]" and "[qk]"), other prose above. Only a clock is no
//   reason,
// - the words are not instruction descriptors: another one is another product.
// Of any other group nobody knows which of the values is wrong: two stages of two, a last K step, lines without labels.
struct BatchGroup {
    std::string name;
    std::size_t field = 0;
    std::string label, others_label;      // "stage 2"; "stages 0 and 1", or empty if that is long
    std::uint64_t raw = 0, other = 0;     // the value of the group, and the most frequent one of the other words
    std::uint64_t words = 0, others = 0;  // that have these values
    std::uint64_t all = 0;                // words with the name
    bool few = false;                     // at most half as many words as the others
    bool odd = false;
    std::vector<std::uint32_t> rows;  // of the group, in the order of the text
};

struct BatchSheet {
    const Format* format = nullptr;
    std::vector<std::size_t> constant, varying;  // fields; constant: its bits are known and equal in all rows
    std::vector<BatchRow> rows;                  // in the order of the text
    std::vector<BatchUsual> usual;               // of odd values only
    std::vector<BatchAdvance> advances;          // of names with a pattern
    std::vector<BatchGroup> groups;              // odd ones first, 50 at most
    std::size_t more_groups = 0;                 // that were left off; their rows have no marks
    bool has_repeats = false;                    // some row stands for several lines
    bool has_text = false;                       // the lines say more than names and words
    std::size_t marked = 0;                      // rows with a mark
};

// A line of the text with a word, without blanks at its ends; a long line is cut.
struct BatchText {
    std::string shown;
    // In lower case, with blanks in place of words and their names: what a filter finds in the line. So "a_desc" does
    // not find the other words of its line.
    std::string sought;

    // Returns the value that the line gives a name, both in lower case: "iter=3 stage=1" and "[iter 3] stage 1:" give
    // "stage" the value "1". Empty: the line does not have the name.
    std::string_view value_of(std::string_view name) const;
};

struct BatchTable {
    std::vector<std::string> names;  // in the order of the text
    std::vector<BatchVerdict> verdicts;
    std::vector<BatchText> texts;    // of the lines with a word, in the order of the text
    std::vector<BatchSheet> sheets;  // the sheet with the most rows comes first
};

// Makes the tables. `text` is what was pasted, for the numbers of lines. The verdict of a row is that of problems_of().
// An empty `arch` is not known. 100,000 words take about 0.1 s. Never fails.
BatchTable batch_table(const PasteResult& pasted, std::string_view text, std::string_view arch);

enum class BatchColumnKind : std::uint8_t { line, count, name, word, field, verdict, text };
struct BatchColumn {
    BatchColumnKind kind = BatchColumnKind::line;
    std::size_t field = 0;  // if the column is a field
    friend bool operator==(const BatchColumn&, const BatchColumn&) = default;
};
// The columns of a sheet: line, count if there are repeats, name, word, the fields that vary, verdict, and the text of
// the line if it says more.
std::vector<BatchColumn> batch_columns(const BatchSheet& sheet);
// "line", "start", ...: what a query calls the column.
std::string_view title_of(const BatchSheet& sheet, const BatchColumn& column);
// The text of a cell for a file: numbers are decimal. On the screen an address is hexadecimal, as texts print it.
std::string cell_of(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row, const BatchColumn& column);
std::string shown_cell_of(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row,
                          const BatchColumn& column);

// What to show of a sheet. The filter has words and conditions, separated by blanks; a row must match all of them.
//
//     a_desc 17        plain words, in any order: part of the name, of the verdict, of the word's digits, of the text
//                      of a field or of the line; or the number of the line. "odd" finds the rows with a mark
//     start>=1024      = != < <= > >= with a field, line, count, name, word or verdict; numbers as the fields have them
//     swizzle!=128B  verdict=error  verdict=L12  start=?       "?" is a field with unknown bits
//     stage=1  iter>=3  with a name that is not a column but is in a line of the text: the value that the line gives it
struct BatchQuery {
    BatchColumn sort = {};
    bool descending = false;  // the first row has the greatest value. Rows of equal value stay in the order of the text
    std::string filter = {};
    bool by_name = false;                 // a header line for each name, then its rows
    bool only_marked = false;             // no rows without a mark
    std::set<std::uint32_t> folded = {};  // names whose rows are hidden
    friend bool operator==(const BatchQuery&, const BatchQuery&) = default;
};

// A row, or the header of a group.
struct BatchLine {
    std::uint32_t row = 0;    // index into BatchSheet::rows
    std::uint32_t name = 0;   // of the row or of the group
    std::uint32_t count = 0;  // of a header: the rows of the group; of a row 0
    friend bool operator==(const BatchLine&, const BatchLine&) = default;
};

// Returns the lines to show. The worst verdict counts as the smallest, unknown bits come last.
// Errors: a condition names no column, or its value is not a value of the column. The reason says what would be right.
Answer<std::vector<BatchLine>> batch_lines(const BatchTable& table, const BatchSheet& sheet, const BatchQuery& query);

// A row of a table.
struct BatchPlace {
    std::size_t sheet = 0;
    std::uint32_t row = 0;
    friend bool operator==(const BatchPlace&, const BatchPlace&) = default;
};
// The rows with a mark, in the order of the text.
std::vector<BatchPlace> marked_rows(const BatchTable& table);

// "sbo 1024 instead of 64": the marks of a row in a few words. Empty without a mark.
std::string mark_in_brief(const BatchSheet& sheet, const BatchRow& row);

// "stage 2: sbo 2048 in 4 of 12 words named a_desc, 1024 in the others". If nobody knows which is wrong and the groups
// are of a size: "sbo differs in words named a_desc: 1024 in 4 (stage 0), 2048 in 4 (stage 1)".
std::string text_of(const BatchSheet& sheet, const BatchGroup& group);

// "504 words, 33 different": the rows with those that are equal.
std::string count_of_words(std::size_t words, std::size_t different);

// The sentences about the marks of a row: which value is usual, which start was expected. Empty without a mark.
std::vector<std::string> marks_of(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row);

// "start 0x400 (1024 bytes) -> 0x420 (1056 bytes)": the fields in which the row differs from the one before it with the
// same name. Empty for the first one; kUnchanged if it does not differ.
inline constexpr std::string_view kUnchanged = "unchanged";
std::string change_before(const BatchSheet& sheet, std::size_t row);

// A field in which two rows differ, with both values and their units.
struct BatchDifference {
    std::string_view field;
    std::string first, second;
};
std::vector<BatchDifference> differences(const BatchSheet& sheet, const BatchRow& first, const BatchRow& second);

// The rows of the lines with a line of titles: the columns of the sheet, the constant fields (but no reserved bits),
// and the marks. csv: as RFC 4180 says, with CR and LF. tsv: with tabs, for the clipboard; tabs in cells become blanks.
enum class BatchForm : std::uint8_t { csv, tsv };
std::string batch_text(const BatchTable& table, const BatchSheet& sheet, const std::vector<BatchLine>& lines,
                       BatchForm form);

}  // namespace tilescope
