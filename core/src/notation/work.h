// core/src/notation/work.h -- one paste while it is read: lines, names with values, registers, what was found.
// SPDX-License-Identifier: MIT
#pragma once

#include "text_parts.h"

#include <tilescope/base/text.h>
#include <tilescope/notation/expression.h>
#include <tilescope/notation/paste.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::notation {

struct Find {
    TextSpan span;
    std::string reader, name;
    PasteRole role = PasteRole::unknown;
    Bits bits;
    std::string note;
    unsigned merged = 1;
    bool ask = false;                          // only the person knows
    std::size_t instruction = kNoInstruction;  // that names it
    std::vector<std::string> kinds = {};       // that its SASS mnemonic leaves
};

// A name or register that the text gave a value.
struct Known {
    Bits bits;
    TextSpan span;
    std::string reader;
    bool used = false;                              // went into another word: not a word of its own
    std::string prefix = "UR";                      // of a register
    std::optional<std::size_t> row = std::nullopt;  // of Work::finds, that shows it already and changes with it
    unsigned branch = 0;                            // where it first got a value
    std::string note = {};
};

// The registers of one operand of a SASS instruction, as the listing had set them when it came to it.
struct WantedRegisters {
    unsigned first;  // n of URn
    PasteRole role;
    std::vector<Known> halves;  // one for an instruction descriptor; else low, high
    std::vector<std::string> kinds;
    std::size_t instruction = kNoInstruction;
};

// A printed descriptor: its word where the first line is there, and its fields.
struct PrintedBlock {
    std::optional<std::size_t> titled;  // of Work::finds
    std::vector<std::pair<std::string, std::uint64_t>> fields;
    TextSpan span;
};

// What instructions say of an operand: its role, and which of Work::instructions it belongs to.
struct Wanted {
    PasteRole role = PasteRole::unknown;
    std::size_t instruction = kNoInstruction;
};

// Lines that may or may not be reached: those under "if", "for" and the like, told by their indentation, as people and
// formatters write it in C and in Python. Branches are numbered as they begin; 0 is the text outside of all.
class Branches {
public:
    void enter(std::string_view text, std::size_t indent);  // before the line is read
    void direct(std::string_view text);                     // a line that begins with '#'
    unsigned innermost() const {
        const unsigned chosen = directives_.empty() ? 0 : directives_.back();
        return open_.empty() ? chosen : std::max(chosen, open_.back().number);
    }

private:
    struct Branch {
        std::size_t indent;
        unsigned number;
    };
    std::vector<Branch> open_;
    std::vector<unsigned> directives_;  // of "#if" that have no "#endif" yet
    unsigned count_ = 0;
};

inline constexpr std::size_t kMostRefusals = 100;  // that are kept

inline constexpr unsigned kOtherRegisters = 1000;  // R4 is another register than UR4

class Work {
public:
    Work(std::string_view whole, const PasteOptions& given, IsClean judge)
        : text(whole), options(given), is_clean(judge) {}

    std::string_view text;
    const PasteOptions& options;
    IsClean is_clean;
    PasteContext context;                    // of the whole text
    std::vector<PasteContext> instructions;  // and what those that share an operand have in common
    std::size_t current = kNoInstruction;    // the instruction that is read
    std::vector<Find> finds;
    std::vector<KStep> steps;
    std::vector<PasteRefusal> refused;  // at most kMostRefusals
    std::size_t refused_count = 0;
    std::unordered_map<std::string, Known> names;        // constants of PTX and expressions
    std::unordered_map<std::string, unsigned> declared;  // bits of the types of names
    std::vector<std::string> name_order;                 // in the order they first got a value
    std::map<std::string, Wanted> wanted_names;          // what instructions said of a name
    std::set<std::string, std::less<>> packed_names;     // low halves in {lo, hi}
    std::map<unsigned, Known> registers;                 // n of URn, kOtherRegisters + n of Rn
    std::map<unsigned, Known> listed;                    // as registers: what a listing's constants are up to this line
    std::vector<WantedRegisters> wanted_registers;       // operands of SASS instructions
    std::string printed_register;                        // the expression of the last "p $UR4"
    std::vector<PrintedBlock> printed;                   // of CUTLASS's printer
    Branches branches;
    bool full = false;    // max_words reached
    bool prose = false;   // there is more in the text than numbers and registers
    bool dumped = false;  // hexdump wrote some of the lines
    struct Pair {
        std::string_view key, value;
        Declaration declared;
    };
    std::vector<Pair> pairs;  // of the line that is read; here, so that a million lines share one buffer

    TextSpan span_of(std::string_view part) const {
        const auto begin = static_cast<std::size_t>(part.data() - text.data());
        return {begin, begin + part.size()};
    }
    void refuse(std::string_view part, std::string why);
    void set_name(std::string_view name, Bits bits, std::string_view part, std::string_view reader);
    std::optional<Bits> lookup(std::string_view name) const;
    void find(Find f);

    // What follows is an instruction of that form, and then its operands.
    void begin_instruction(PasteContext form);
    void want(Wanted& operand, PasteRole role);
};

// A reader takes a line or leaves it to the next one.
using Reader = bool (*)(Work&, const Line&);
bool read_sass(Work& work, const Line& line);
bool read_ptx(Work& work, const Line& line);
bool read_mlir(Work& work, const Line& line);
bool read_memory(Work& work, const Line& line);
bool read_debugger(Work& work, const Line& line);
bool read_printer(Work& work, const Line& line);
bool read_log(Work& work, const Line& line);
bool read_fields(Work& work, const Line& line);
bool read_expression(Work& work, const Line& line);
bool read_numbers(Work& work, const Line& line);

// Puts halves, registers and names together once all lines are read.
void combine(Work& work);

// A name with its value becomes a word, unless that went into another word.
void find_name(Work& work, const std::string& name, const Known& known);

// What two instructions have in common.
PasteContext common(const PasteContext& a, const PasteContext& b);

// The likeliest reading of a value, by its bits and what the text said so far.
PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits);

// What normalised() took from the front of a line: a prompt, a comment.
std::string_view text_before(const Work& work, const Line& line);

// A line of tcgen05.mma or wgmma.mma_async: what it says of the form, and what its operands are.
bool read_instruction(Work& work, std::string_view statement);

// With the width of the words that have that role; other roles leave it as it is.
Bits fitted(Bits bits, PasteRole role);

}  // namespace tilescope::notation
