// core/include/tilescope/notation/paste.h -- finds descriptors in any text.
// SPDX-License-Identifier: MIT
//
// The result has each word with all its readings and the reason for each reading.
//
// The user pastes text without cleaning it: numbers in every notation, 32-bit halves in either order, PTX, SASS, MLIR,
// debugger registers, printf logs, C and Python expressions, or many of these together. The paste makes no silent
// guess. Each word has the text that it came from, the reader that read it, the most likely meaning and all other
// meanings. Text that looks like a number but cannot be read is listed with its position and the reason.
//
//     "mov.b64 d, {lo, 0x40004040};"   ->   one word, bits 32-63 known, bits 0-31 unknown: a shared-memory descriptor
#pragma once

#include <tilescope/notation/reading.h>
#include <tilescope/notation/tensor_maps.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct PasteResult {
    std::vector<FoundWord> words;
    std::vector<KStep> steps;
    std::vector<PasteRefusal> refused;        // the first refusals, with their positions
    std::size_t refused_count = 0;            // the number of all refusals
    PasteContext context;                     // of the whole text
    std::vector<PasteContext> instructions;   // the properties of the instructions whose operands are words
    unsigned lines = 0, understood = 0;       // without empty lines
    std::vector<unsigned> not_understood;     // the first lines that were not, by number; `sentence` names them
    std::vector<FoundTensorMap> tensor_maps;  // their parts of the text have no words
    std::string layout;        // if the whole text is a CuTe layout: the layout as CuTe prints it; else empty
    std::string sentence;      // a summary for the user
    bool has_program = false;  // a part of the text looks like source code, PTX, machine code or IR
};

// Finds all words of the text. Readings that break a rule come after all readings that break none.
// The rules are in a module above this one, so the caller passes `breaks_no_rule`. Programs call the paste() of
// <tilescope/rules/read_paste.h> instead, which uses the rules of this project.
// Errors: none, and no exceptions. Any bytes are accepted as text.
PasteResult paste(std::string_view text, const PasteOptions& options, BreaksNoRule breaks_no_rule);

// Returns the properties of the instruction that has this word as an operand. Returns the context of the whole text if
// no instruction has it.
const PasteContext& context_of(const PasteResult& result, const FoundWord& word);

// ---- long logs ----
//
// paste() keeps every word of its text. A log can be longer than memory, so LogReader reads one line and keeps nothing
// of it. It reads only lines whose words paste() would find too: "name=0x..." pairs without any sign of a program. Of
// all other lines it says so, and the caller gives them to paste().
//
//     LogReader reader;
//     std::vector<LogWord> words;
//     reader.read("[thread 5] a_desc=0x4000404000010040 idesc=0x08200490", words)      true, two words
//     reader.read("mov.b64 %rd1, 0x4000404000010040;", words)                          false: a line of a program

// One word of a line. `name` and `source` are parts of the line.
struct LogWord {
    std::string_view name, source;
    PasteRole role = PasteRole::unknown;
    std::uint64_t value = 0;
    unsigned bits = 64;  // 32 or 64
    bool negative = false;
};

class LogReader {
public:
    LogReader();
    ~LogReader();
    LogReader(const LogReader&) = delete;
    LogReader& operator=(const LogReader&) = delete;

    // Appends the words of the line and returns true. Returns false and appends nothing if paste() must read the line.
    // `line` has no line break. Keeps at most a few thousand names in memory.
    bool read(std::string_view line, std::vector<LogWord>& out);

private:
    struct Names;
    std::unique_ptr<Names> names_;
};

// Returns the word with its readings, as paste() returns it for the line. Returns no value if paste() would not show
// it. `context` is what other lines say about the instruction. Programs call the log_word() of
// <tilescope/rules/read_paste.h>, which uses the rules of this project.
std::optional<FoundWord> log_word(const LogWord& word, const PasteContext& context, const PasteOptions& options,
                                  BreaksNoRule breaks_no_rule);

// ---- tables of numbers ----
//
// Of many random numbers, some have the bits of a descriptor. So a number that nothing but its bits identifies is
// judged together with the others of its name: "10 numbers, of which 4 could be descriptors" is a table of something
// else.
//
//     NumberTables tables;
//     for (...) tables.add_number("key");      ten times
//     tables.add_word("key", "smem");          once: one of them could be a descriptor
//     tables.is_other("key")                   true

// Whether a text has a word of the subject, such as "tcgen05" or "swizzle". Its numbers are not judged as tables.
bool names_the_subject(std::string_view text);

class NumberTables {
public:
    // One 64-bit number with this name. Numbers without a name have the name "".
    void add_number(std::string_view name);

    // Says that one of the numbers could be a word of this format (Format::id).
    void add_word(std::string_view name, std::string_view format);

    // Whether fewer than three of four numbers with this name could be words of one format. Names with fewer than four
    // numbers are judged together; fewer than four numbers are never a table.
    bool is_other(std::string_view name) const;

private:
    struct Counts {
        std::uint64_t numbers = 0, tcgen05 = 0, wgmma = 0;
    };
    Counts& counts_of(std::string_view name);
    std::map<std::string, Counts, std::less<>> counts_;
};

}  // namespace tilescope
