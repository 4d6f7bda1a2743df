// core/src/notation/readers.h -- the readers of all texts that are no programs, and what joins their words.
// SPDX-License-Identifier: MIT
#pragma once

#include "name_meaning.h"
#include "work.h"

namespace tilescope::notation {

// A reader of lines returns true if it has read the line. Else the next reader tries. paste.cpp has their order.
bool read_mlir(Work& work, const Line& line);
bool read_memory(Work& work, const Line& line);
bool read_debugger(Work& work, const Line& line);
bool read_printer(Work& work, const Line& line);
bool read_log(Work& work, const Line& line);
bool read_fields(Work& work, const Line& line);
bool read_expression(Work& work, const Line& line);
bool read_numbers(Work& work, const Line& line);
bool read_open_digits(Work& work, const Line& line);

// The next three take parts of the text before all readers of lines and programs. `rest` is a copy of the text: what
// they take becomes blanks in it. They add the number of these lines to `lines`.

// Returns the words of the structs that gdb, cuda-gdb or lldb printed, in the order of the text. A struct without a
// descriptor gives nothing, but its print becomes blanks too.
//   "$1 = {desc_ = 4611756662049539072, {start_address_ = 1024, ...}, {lo = 66560, hi = 1073758272}}" -> one word
std::vector<Find> take_struct_prints(const Work& work, std::string& rest, unsigned& lines);

// Reads tables with a line of names: "time,operand,desc" and then "0.0,A,4611756662049538048". A column such as
// "operand" has the names of the words, and a column such as "desc" has the words. Returns whether there are any words.
bool take_value_columns(Work& work, std::string& rest, unsigned& lines);

// Adds a number of a log with its name. Refuses one that has more bits than the name or the declared type says, and
// returns false.
bool find_logged(Work& work, std::string_view name, const KeyMeaning& key, std::string_view value, const Number& n,
                 std::optional<unsigned> declared = {});

// Reads comments with values: "// a: 0x4000404000010000 0x4000404000010002", "# step 0: A 0x...  B 0x...". A reader of
// programs would take them for statements, of which the last one wins. Returns whether there are any words.
bool take_printed_comments(Work& work, std::string& rest, unsigned& lines);

// Reads words that only the comments of a program have: "# DESC_B128 = 0x4000404000010000". Returns the numbers of the
// lines with words.
std::vector<unsigned> read_remarks(Work& work);

// Reads descriptors whose fields stand in a sentence, a comment or a message: "lbo=1 sbo=64 layout_type=2".
void read_field_runs(Work& work);

// Adds the K steps of DescriptorIterator lines, and the high halves of the descriptors for Triton's layouts.
void read_layout_texts(Work& work);

// Makes words from halves, registers and names after all lines are read.
void combine(Work& work);

// ---- programs ----

// `lines`: each line is read alone (numbers, logs, debuggers). `ptx` to `source` are programs, which a reader of
// <tilescope/program/readers.h> translates as a whole. The others are what single lines look like before they are
// joined: `any` has no sign of a language; `weak` is a line of some program, of the language around it or source code:
// "}", "f(x);"; `shared` is a directive or label of PTX or of a listing of machine code.
enum class Language : std::uint8_t { lines, ptx, sass, ir, source, blank, any, weak, shared };

struct Passage {
    std::size_t begin, end;  // whole lines of the text
    unsigned first_line;     // 1 is the first line of the text
    Language language;
};

// Whether a line without anything around it is source code.
bool looks_like_source(std::string_view line);

// The passages in the order of the text. They contain every line.
std::vector<Passage> passages_of(const Work& work);

struct ProgramLines {
    unsigned understood = 0;            // the number of lines that have a statement
    bool any = false;                   // the text is a program
    std::vector<unsigned> others = {};  // the lines with text that have none
};

// Reads a passage that is a program. Adds its words, instructions and K steps to `work`.
ProgramLines read_program(Work& work, const Passage& passage);

// Adds the words of the observations of a program. `exact`: the operands before join_added_fields(), or nothing.
void find_words(Work& work, ReadBy reader, const program::Program& program,
                const std::vector<program::KnownBits>& exact);

}  // namespace tilescope::notation
