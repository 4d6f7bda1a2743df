// app/cli/decode_output.h -- prints decoded words: one by one, as a table, as CSV or JSON; also those of state lines.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/io/state_line.h"
#include "app/publish/json_out.h"

#include <tilescope/notation/paste.h>
#include <tilescope/table/word_table.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::cli {

// Prints a table for each format: the fields that all words share, the rows, the odd ones, the problems. At most about
// a screen for each format, however many words there are.
void print_sheets(const WordTable& table);

// A word with its best reading and its problems.
io::DecodedWord decoded(const FoundWord& found, const Globals& g, const PasteContext& context);

// Refuses a word that has more bits than the format of PasteOptions::as. The word would lose its upper half.
Answer<void> words_fit(const PasteResult& paste, const PasteOptions& options, const Globals& g);

// Receives words one by one. Prints JSON, CSV and full text at once; a table needs all words, so finish() prints it.
// The memory does not grow with the number of words.
class DecodeOutput {
public:
    static constexpr std::size_t kMostInFull = 12;  // more different words are a table

    // How text is printed. lines: a line for each different word, at once.
    enum class How : std::uint8_t { table, full, lines };
    // origins: full text has the lines of the program that give the bits of each field.
    DecodeOutput(const Globals& globals, How how, bool origins) : globals_(globals), how_(how), origins_(origins) {}

    // Adds a word. `line` counts from 1.
    void add(FoundWord found, const PasteContext& context, std::uint64_t line);
    // Prints a tensor map. `source` is its text.
    void add(const FoundTensorMap& map, std::string_view source, std::uint64_t line);
    // Adds a word to the tables without its readings. Requires: is_table_only().
    void add(TableRow row);
    // Whether all words so far and all later words only appear in tables.
    bool is_table_only() const {
        return !globals_.json && !globals_.csv && how_ == How::table && table_.rows() > kMostInFull;
    }

    void add_steps(std::span<const KStep> steps);

    void finish();

    std::uint64_t words() const { return words_; }
    bool has_error() const { return has_error_; }
    bool has_steps() const { return !steps_.empty(); }
    // Whether there are words, but neither the bits nor the text make the meaning of any of them likely.
    bool has_only_guesses() const { return words_ > 0 && only_guesses_; }

private:
    struct Kept {
        std::unique_ptr<FoundWord> found;
        io::DecodedWord word;
    };

    void note_errors(std::span<const Problem> problems);

    const Globals& globals_;
    How how_;
    bool origins_;
    std::uint64_t words_ = 0;
    bool has_error_ = false, only_guesses_ = true;
    // Whether a word with this name was added before. Forgets all after kMostSeen words.
    bool is_repeated(const io::DecodedWord& word);

    static constexpr std::size_t kMostSeen = 100'000;
    std::set<std::pair<std::uint64_t, std::string>> seen_;  // for How::lines
    std::vector<Kept> kept_;                                // at most kMostInFull
    std::vector<KStep> steps_;                              // at most kMostSteps; printed as text only
    WordTable table_{kTableRows};

    static constexpr std::size_t kTableRows = 40, kMostSteps = 20;
};

struct StateWords {
    std::vector<FoundWord> words;  // without a mask that the session does not use
    PasteContext context;          // the form of the instruction
};

// Requires: the line can be read; `text` is the text that has it.
StateWords words_of(const io::StateLine& line, std::string_view text);

// Gives the words of the line to the output; as text, after a sentence about the session. `number` is that of the line
// in the input. The same requirements.
void add_state_line(const io::StateLine& line, std::string_view text, std::uint64_t number, const Globals& globals,
                    DecodeOutput& output);

// The text with blanks in place of its state lines, so that their characters are not read as words.
std::string without_lines(std::string_view text, const std::vector<io::StateLine>& lines);

}  // namespace tilescope::cli
