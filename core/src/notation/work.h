// core/src/notation/work.h -- the state of one paste during reading.
// SPDX-License-Identifier: MIT
//
// It holds names with values, registers, and the words found so far.
#pragma once

#include "spills.h"
#include "text_parts.h"

#include <tilescope/base/text.h>
#include <tilescope/notation/expression.h>
#include <tilescope/notation/paste.h>
#include <tilescope/program/or_parts.h>

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

// Unknown bits that are most probably 0, because a kernel ORs separate fields together (program::OrRule).
struct Likely {
    std::uint64_t beside_constant = 0;  // if a constant of the OR sets another bit of the same field
    std::uint64_t above_field = 0;      // an integer in a lower field does not reach them
    program::OrParts parts = {};        // where the parts of the value begin
};

// What found a value. Code compares these values; the user sees their names.
enum class ReadBy : std::uint8_t {
    nothing,  // no line has the value
    number,
    two_halves,
    named_halves,
    log,
    expression,
    memory,
    gdb,
    cuda_gdb,
    printer,
    fields,
    ptx,
    sass,
    register_pair,
    mlir,
    known_function,
    triton
};
inline constexpr NamedValue kReadByNames[] = {
    {0, ""},         {1, "number"},         {2, "two halves"}, {3, "halves named lo and hi"},
    {4, "log"},      {5, "expression"},     {6, "memory"},     {7, "gdb"},
    {8, "cuda-gdb"}, {9, "GmmaDescriptor"}, {10, "fields"},    {11, "PTX"},
    {12, "SASS"},    {13, "register pair"}, {14, "MLIR"},      {15, "known function"},
    {16, "Triton"}};

// How a number is written, if this can change what it means. note_of() in paste.cpp has the sentences.
enum class Digits : std::uint8_t {
    clear,     // nothing to say
    decimal,   // decimal digits
    doubtful,  // decimal digits, as many as a word has hexadecimal digits
    negative,  // decimal digits with a minus sign: the number has the width of the selected format
    bare       // hexadecimal digits without 0x
};

// A value that was found in the text.
struct Find {
    TextSpan span;
    ReadBy reader = ReadBy::nothing;
    std::string name;
    PasteRole role = PasteRole::unknown;
    Bits bits;
    std::string note;
    unsigned merged = 1;
    bool ask = false;                          // only the user can decide between the readings
    std::size_t instruction = kNoInstruction;  // the instruction with this operand
    std::vector<std::string> kinds = {};       // the kinds that its SASS mnemonic can have
    std::vector<std::string> hints = {};       // the kinds that its name or a comment states
    Likely likely = {};                        // of an OR
    bool hopper = false;                       // its name says wgmma
    Digits digits = Digits::clear;
    std::vector<Placed> placed = {};  // the values that a program puts into its fields
    bool built = false;               // only the places of its parts tell what it is
};

// Parts of notes that several readers give.
inline constexpr std::string_view kLowFirst = "low half first", kHighFirst = "high half first",
                                  kSomeUnknown = "some bits are unknown";
void add_note(std::string& note, std::string_view text);

// The value of a register.
struct Known {
    Bits bits;
    TextSpan span;
    ReadBy reader = ReadBy::nothing;
    std::string prefix = "UR";
    std::string note = {};
    Likely likely = {};
};

// The registers of one operand of a SASS instruction, with their values at this instruction.
struct OperandRegisters {
    unsigned first;  // n of URn
    PasteRole role;
    std::vector<Known> halves;  // one register for an instruction descriptor, else low and high
    std::vector<std::string> kinds;
    std::size_t instruction = kNoInstruction;
};

// The output of CUTLASS's descriptor printer: the fields, and the word if the text has the first line of the output.
struct PrintedBlock {
    std::optional<std::size_t> titled;  // the row of Work::finds with the word
    std::vector<std::pair<std::string, std::uint64_t>> fields;
    TextSpan span;
};

// The role of an operand, and the index of its instruction in Work::instructions.
struct OperandUse {
    PasteRole role = PasteRole::unknown;
    std::size_t instruction = kNoInstruction;
};

inline constexpr std::size_t kMostRefusals = 100;  // stored refusals; later ones are only counted

inline constexpr unsigned kOtherRegisters = 1000;  // added to the number of R4, which is not UR4

class Work {
public:
    Work(std::string_view whole, const PasteOptions& given, BreaksNoRule judge)
        : text(whole), options(given), breaks_no_rule(judge) {}

    std::string_view text;
    const PasteOptions& options;
    BreaksNoRule breaks_no_rule;
    PasteContext context;                    // of the whole text
    std::vector<PasteContext> instructions;  // also the common properties of instructions with the same operand
    std::size_t current = kNoInstruction;    // the instruction that is being read
    std::vector<Find> finds;
    std::vector<KStep> steps;
    std::string fragments;              // sentences about the DescriptorIterator lines
    std::vector<PasteRefusal> refused;  // at most kMostRefusals
    std::size_t refused_count = 0;
    std::unordered_map<std::string, std::size_t> shown;  // keys of logs, and the rows of Work::finds that show them
    std::map<std::string, OperandUse> operand_names;     // names that instructions use as operands
    std::set<std::string, std::less<>> packed_names;     // names of low halves in {lo, hi}
    std::map<unsigned, Known> registers;                 // key: n for URn, kOtherRegisters + n for Rn
    std::vector<OperandRegisters> operand_registers;     // operands of SASS instructions
    std::string printed_register;                        // the expression of the last "p $UR4"
    std::vector<PrintedBlock> printed;                   // output of CUTLASS's descriptor printer
    bool full = false;                                   // max_words reached
    bool prose = false;                                  // the text has more than numbers and registers
    bool program = false;                                // a part of the text is a program
    bool cut_listing =
        false;            // machine code that starts inside a function: jumps that are not in the text can enter it
    bool dumped = false;  // some lines are output of hexdump
    struct Pair {
        std::string_view key, value;
        Declaration declared;
    };
    std::vector<Pair> pairs;  // of the current line; a member, so that a million lines share one buffer

    TextSpan span_of(std::string_view part) const {
        const auto begin = static_cast<std::size_t>(part.data() - text.data());
        return {begin, begin + part.size()};
    }
    void refuse(std::string_view part, std::string why);
    void find(Find f);

    // Starts an instruction with these properties. Its operands follow.
    void begin_instruction(PasteContext form);
    void set_role(OperandUse& operand, PasteRole role);
};

// A reader returns true if it has read the line. Else the next reader tries.
using Reader = bool (*)(Work&, const Line&);
bool read_mlir(Work& work, const Line& line);
bool read_memory(Work& work, const Line& line);
bool read_debugger(Work& work, const Line& line);
bool read_printer(Work& work, const Line& line);
bool read_log(Work& work, const Line& line);
bool read_fields(Work& work, const Line& line);
bool read_expression(Work& work, const Line& line);
bool read_numbers(Work& work, const Line& line);

// Makes words from halves, registers and names after all lines are read.
void combine(Work& work);

// Returns the common properties of two instructions.
PasteContext common(const PasteContext& a, const PasteContext& b);

// Returns the most likely reading of a value, from its bits and the text before it.
PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits);

// Returns the text that normalised() removed at the start of a line: a prompt or a comment.
std::string_view text_before(const Work& work, const Line& line);

// Sets the width of a value to the width of the role. Some roles have no fixed width; the value then keeps its width.
Bits fitted(Bits bits, PasteRole role);

}  // namespace tilescope::notation
