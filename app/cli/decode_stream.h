// app/cli/decode_stream.h -- finds the words of a text of any length, in constant memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/decode_output.h"

#include <tilescope/notation/log.h>
#include <tilescope/notation/number_tables.h>
#include <tilescope/notation/paste.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::cli {

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
