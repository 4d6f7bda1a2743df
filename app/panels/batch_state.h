// app/panels/batch_state.h -- what the batch panel keeps between frames: the table of the last paste.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/table/batch_table.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// A row of a table that can grow.
struct BesideKey {
    std::uint64_t paste_number = 0;
    std::size_t sheet = 0;
    int row = -1;
    std::size_t rows = 0;
    friend bool operator==(const BesideKey&, const BesideKey&) = default;
};

// What the panel shows of a table for a query.
struct BatchAnswer {
    std::optional<BatchQuery> answered;  // the query; none: no answer yet
    const Format* format = nullptr;      // of the sheet
    std::vector<BatchLine> lines;
    std::string refused;         // why the filter was refused; then `lines` has all rows
    std::string common, counts;  // what all rows share; how many rows there are
};
// What the panel will ask of the next table. `format`: of the shown sheet; null: the first sheet.
struct BatchAsk {
    BatchQuery query = {};
    const Format* format = nullptr;
    friend bool operator==(const BatchAsk&, const BatchAsk&) = default;
};
// A table with all that the panel needs to show it; no answer if it has no word. With 100,000 rows this takes 20 ms, so
// the thread that reads the text makes it, and a frame only moves it.
struct PreparedBatch : BatchAnswer {
    BatchTable table;
    std::string target;              // that the verdicts are for
    std::vector<BatchPlace> marked;  // the rows with a mark, of all formats
};
PreparedBatch prepare_batch(BatchTable table, std::string target, const BatchAsk& ask = {});

struct BatchPanelState : PreparedBatch {
    std::optional<std::uint64_t> paste_number;  // of the table; none: not made yet
    std::size_t sheet = 0;                      // the shown format
    BatchQuery query;

    // Indexes of rows; -1: none.
    int chosen = -1, compared = -1;
    std::uint64_t filter_box = 0;        // increases when the program changes the filter
    int odd = -1;                        // of `marked`: the one that was shown last; -1: none
    bool reveals = false;                // scroll to the chosen row
    int pointed = -1;                    // under the pointer or the keyboard in the last frame
    std::vector<std::uint32_t> beside;   // the words of the text that belong to one MMA with the chosen row
    std::optional<BesideKey> beside_of;  // what `beside` was made of
    bool compares = false;               // the next click chooses the row to compare with

    float needs = 0;          // the height of the panel with all rows, in window pixels; 0: rows are still coming
    float text_from = 0;      // where the column of the text begins, in window pixels from the left of the table
    int compared_frame = -2;  // the last frame that showed the comparison

    std::uint64_t lines_before = 0;  // lines of a followed file that were dropped before the text
    std::string following;           // "Following train.log: 120 words."; empty: no file is followed
};

// Gives the state a table that was made elsewhere: of a new paste, or of the same one with more lines at the end. Then
// the query and, if no line was dropped, the chosen rows stay. Returns the old table: it takes long to free.
PreparedBatch give_batch(BatchPanelState& state, PreparedBatch batch, std::uint64_t paste_number);
PreparedBatch grow_batch(BatchPanelState& state, PreparedBatch batch, std::uint64_t paste_number,
                         std::uint64_t lines_before);

// What the panel asks of its table now.
BatchAsk asked_of(const BatchPanelState& state);

// Makes the table of a paste, unless it is already made, and answers the query, unless it is already answered.
// `paste_number` differs for each paste.
void follow_batch(BatchPanelState& state, const PasteResult& pasted, std::string_view text, std::uint64_t paste_number,
                  const std::string& arch);

// Shows the table of another format.
void show_sheet(BatchPanelState& state, std::size_t index);

// Selects the next row with a mark, and shows it: a filter that hides it goes away. Does nothing if there is none.
void show_next_odd(BatchPanelState& state);

// "1 word differs from its group: line 152, sbo 1024 instead of 64", or the sentence about the group of the word. If no
// row has a mark: that of the first group. Empty: there is none.
std::string odd_in_words(const BatchPanelState& state);

// Closes the comparison if this frame or the last one showed it. Returns whether it did.
bool close_comparison(BatchPanelState& state, int frame);

// Returns the shown sheet, or null if there is no word.
const BatchSheet* shown_sheet(const BatchPanelState& state);

}  // namespace tilescope::ui
