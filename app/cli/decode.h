// app/cli/decode.h -- the words of a text of any length, and how they are printed: one by one, as a table, CSV or JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"
#include "app/io/state_line.h"

#include <tilescope/notation/paste.h>
#include <tilescope/table/batch_table.h>
#include <tilescope/table/word_table.h>
#include <tilescope/word/codec.h>

#include <array>
#include <set>
#include <unordered_map>

namespace tilescope::cli {

// One word that was found in the input, its most likely reading, and its problems.
struct DecodedWord {
    const FoundWord* found = nullptr;
    const PasteReading* reading = nullptr;  // the most likely of found->readings
    Decoded decoded;
    std::vector<Problem> problems;
    std::uint64_t line = 1;  // of the input, counted from 1

    std::uint64_t unknown() const { return reading->unknown; }  // 1 for each unknown bit of decoded.word
};

// The groups of a text that a word is in.
struct WordGroup {
    const BatchSheet* sheet;
    const BatchGroup* group;
};
using WordGroups = std::vector<WordGroup>;
// For each word of a text. Requires: `table` stays.
std::vector<WordGroups> groups_of_words(const BatchTable& table, std::size_t words);

// A word with its best reading and its problems.
DecodedWord decoded(const FoundWord& found, const Globals& g, const PasteContext& context);

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
    void add(FoundWord found, const PasteContext& context, std::uint64_t line, const WordGroups& groups = {});
    // Adds the sentences about the groups of a text.
    void add_groups(const BatchTable& table);
    // Prints a tensor map that was found in `text`.
    void add(const FoundTensorMap& map, std::string_view text, std::uint64_t line);
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
        DecodedWord word;
    };

    void note_errors(std::span<const Problem> problems);
    void print_table() const;

    const Globals& globals_;
    How how_;
    bool origins_;
    std::uint64_t words_ = 0;
    bool has_error_ = false, only_guesses_ = true;
    // Whether a word with this name was added before. Forgets all after kMostSeen words.
    bool is_repeated(const DecodedWord& word);

    static constexpr std::size_t kMostSeen = 100'000;
    std::set<std::pair<std::uint64_t, std::string>> seen_;  // for How::lines
    std::vector<Kept> kept_;                                // at most kMostInFull
    std::vector<std::string> groups_;                       // sentences, each with its sign
    std::vector<KStep> steps_;                              // at most kMostSteps; printed as text only
    WordTable table_{kTableRows};

    static constexpr std::size_t kTableRows = 40, kMostSteps = 20;
};

// Gives the words of the line to the output; as text, after a sentence about the session. `number` is that of the line
// in the input.
// Requires: the line can be read; `text` is the text that has it.
void add_state_line(const io::StateLine& line, std::string_view text, std::uint64_t number, const Globals& globals,
                    DecodeOutput& output);

// The text with blanks in place of its state lines, so that their characters are not read as words.
std::string without_lines(std::string_view text, const std::vector<io::StateLine>& lines);

// Reads a text that arrives in pieces. LogReader reads the lines of a log; all other lines are collected and given to
// paste() in blocks. So a program in a log is read if it is shorter than a block. Equal words of a log are one word.
// The parts of a state line that is broken into several lines are held until its end comes, or 64 KiB.
class DecodeStream {
public:
    DecodeStream(const PasteOptions& options, const Globals& globals, DecodeOutput& output)
        : options_(options), globals_(globals), output_(output) {
        options_.origins = false;  // another block can have the lines
    }

    // Refuses a byte that no text has, and a word that has more bits than the requested format.
    Answer<void> add(std::string_view piece);
    // Gives the words of all whole lines to the output.
    Answer<void> flush();
    Answer<void> finish();
    // Forgets the beginning of a line whose end has not arrived and will not: what follows is another text. A number in
    // it can be cut. Returns whether there was one. The whole lines before it are read.
    bool drop_unfinished_line();

    std::uint64_t lines() const { return lines_; }
    std::uint64_t refused() const { return refused_; }  // places that cannot be read

private:
    struct Entry {
        std::uint64_t value, line, count;
        std::uint32_t name;
        std::uint32_t source;  // place in sources_
        std::uint8_t source_size;
        PasteRole role;
        bool wide, negative;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    PasteOptions options_;
    const Globals& globals_;
    DecodeOutput& output_;

    LogReader reader_;
    std::vector<LogWord> words_;  // of the current line
    std::string rest_;            // the start of a line whose end has not arrived
    std::string held_;            // lines that end within a state line; each with its end
    std::size_t missing_ = 0;     // characters of that state line; 0: not known
    std::uint64_t bytes_ = 0, lines_ = 0, refused_ = 0;
    bool in_line_ = false;  // the last part did not end its line
    bool cut_ = false;      // nor did the word at its end, which is dropped
    Answer<void> fits_;     // or the first word that does not fit the format

    std::string block_;                       // lines for paste()
    std::vector<std::uint64_t> block_lines_;  // their numbers
    PasteContext context_;                    // what the blocks say about the instruction
    bool has_subject_ = false;                // a name or a block has a word of the subject

    std::vector<Entry> entries_;        // different words of log lines
    std::vector<std::uint32_t> slots_;  // an open hash table: 1 + index into entries_, or 0
    std::string sources_;               // their texts
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> name_numbers_;
    std::vector<std::string> names_;
    std::array<std::uint32_t, 8> recent_{};  // the names at these places of the last lines

    bool is_stopped() const { return options_.stop.stop_requested(); }
    void add_line(std::string_view line);
    void add_part(std::string_view part);
    void read_part(std::string_view part);
    std::string_view take_part(std::string_view& line);
    void drop_cut_word(std::string_view& line);
    void hold(std::string_view line);
    void release(std::size_t size, std::size_t known);
    void release() { release(held_.size(), held_.size()); }
    std::string take_state_lines(std::string_view text, std::uint64_t first);
    void add_word(const LogWord& word, std::size_t place);
    std::uint32_t number_of(std::string_view name, std::size_t place);
    std::uint32_t number_of(std::string_view name);
    void flush_block();
    void read_block(std::string_view text, std::size_t first_line);
    void flush_entries();
    NumberTables tables_of_entries() const;
    LogWord word_of(const Entry& entry) const;
};

}  // namespace tilescope::cli
