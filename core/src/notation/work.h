// core/src/notation/work.h -- the state of one paste during reading, and the values that were found.
// SPDX-License-Identifier: MIT
//
// It holds names with values, registers, and the words found so far.
#pragma once

#include "text_parts.h"

#include <tilescope/notation/expression.h>
#include <tilescope/notation/reading.h>
#include <tilescope/program/or_parts.h>
#include <tilescope/program/origins.h>

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace tilescope::notation {

// Prose beside a word makes a reading likely, but never certain.
struct TextHints {
    bool wgmma = false;               // the text names wgmma or Hopper, and nothing of tcgen05
    bool tcgen05 = false;             // the text names tcgen05 or Blackwell, and nothing of wgmma
    bool by_name = false;             // ... by the name of the instruction
    bool shared = false;              // the text names shared memory
    std::string target;               // that of a module of Triton: "sm_107a" for "cuda:107"; empty: none
    std::vector<std::string> kinds;   // the only kind that the text names; empty: none or several
    std::vector<std::string> called;  // the kinds that the names of its MMA functions leave: "tc_mma_f8"
};

// The kinds of qualifiers such as ".kind::f16" in the text, in lower case, each once.
std::vector<std::string> kinds_of_qualifiers(const std::string& text);

// Errors: none. A text of more than 256 KiB has no hints: such a text is a log of several kernels.
TextHints hints_of(std::string_view text);

// Unknown bits that are most probably 0, because a kernel ORs separate fields together (program::OrRule).
struct Likely {
    std::uint64_t beside_constant = 0;  // if a constant of the OR sets another bit of the same field
    std::uint64_t above_field = 0;      // an integer in a lower field does not reach them
    program::OrParts parts = {};        // where the parts of the value begin
};

// What found a value. Code compares these values; the user sees their names.
// nothing: no line has the value. debugger: gdb, cuda-gdb or lldb.
// clang-format off
enum class ReadBy : std::uint8_t {
    nothing, number, two_halves, named_halves, log, expression, memory, gdb, cuda_gdb, printer, fields, ptx, sass,
    register_pair, mlir, known_function, triton, debugger
};
// clang-format on
inline constexpr auto kReadByNames = numbered("", "number", "two halves", "halves named lo and hi", "log", "expression",
                                              "memory", "gdb", "cuda-gdb", "GmmaDescriptor", "fields", "PTX", "SASS",
                                              "register pair", "MLIR", "known function", "Triton", "debugger");

// How a number is written, if this can change what it means. note_of() in paste.cpp has the sentences.
enum class Digits : std::uint8_t {
    clear,     // nothing to say
    decimal,   // decimal digits
    doubtful,  // decimal digits, as many as a word has hexadecimal digits
    negative,  // decimal digits with a minus sign: the number has the width of the selected format
    bare       // hexadecimal digits without 0x
};

// Bits of a value that are bits of an operand of a program: bit i + shift of the value is bit i of the operand.
struct Trace {
    program::AskedBits from;
    int shift = 0;
};

// Whether a program gives the value under a condition.
enum class Branch : std::uint8_t { always, only_if, one_of_several };

// What a program puts at a place of a word.
struct Placed {
    program::PlacedValue place;
    program::KnownBits value;
};

// A value that was found in the text. Of a register, `name` is its file until combine() makes a word of it: "UR".
struct Find {
    TextSpan span = {};
    ReadBy reader = ReadBy::nothing;
    Bits bits = {};
    std::string name = {};
    PasteRole role = PasteRole::unknown;
    std::string note = {};
    Branch branch = Branch::always;
    unsigned merged = 1;
    std::vector<std::string> equals = {};      // other names of the same value, or of one whose known bits are the same
    bool ask = false;                          // only the user can decide between the readings
    std::size_t instruction = kNoInstruction;  // the instruction with this operand
    std::vector<std::string> kinds = {};       // the kinds that its SASS mnemonic can have
    std::vector<std::string> hints = {};       // the kinds that its name or a comment states
    Likely likely = {};                        // of an OR
    bool hopper = false;                       // its name says wgmma
    bool tcgen05 = false;                      // its struct is that of tcgen05
    Digits digits = Digits::clear;
    std::vector<Placed> placed = {};   // the values that a program puts into its fields
    bool built = false;                // only the places of its parts tell what it is
    bool remark = false;               // only a comment or prose says what it is
    std::vector<TextSpan> again = {};  // the other lines of a log with the same word, in order
    bool disputed = false;             // the text contradicts itself about it
    std::uint64_t shifted = 0;         // the places to which the text shifts its parts
    bool added = false;                // fields were joined with +, and each value is taken to fit into its field
    bool returned = false;             // what a function returns, whatever its arguments are
    std::vector<Trace> traces = {};    // until the program is read: what add_origins() follows
    BitOrigins origins = {};
};

// Parts of notes that several readers give.
inline constexpr std::string_view kLowFirst = "low half first", kHighFirst = "high half first",
                                  kSomeUnknown = "some bits are unknown";
void add_note(std::string& note, std::string_view text);

// Counts a find that has the value of another one, and keeps its name.
void merge_into(Find& row, const Find& same);

// Joins equal words of a log with equal names to one row: "x 32" instead of 32 rows.
void merge_equal(std::vector<Find>& finds);

// "the printed sbo is 512 bytes, but the word has 1024 bytes": a text states a field and the word, and they differ.
std::string note_of_printed(const Field& field, std::uint64_t printed, std::uint64_t of_word);

// The registers of one operand of a SASS instruction, with their values at this instruction.
struct OperandRegisters {
    unsigned first;  // n of URn
    PasteRole role;
    std::vector<Find> halves;  // one register for an instruction descriptor, else low and high
    std::vector<std::string> kinds;
    std::size_t instruction = kNoInstruction;
};

// The output of CUTLASS's descriptor printer, or of one like it for tcgen05: the fields, and the word if the text has
// the first line of the output.
struct PrintedBlock {
    std::string_view format = "wgmma";  // CUTLASS prints GmmaDescriptor only
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

class Work {
public:
    Work(std::string_view whole, const PasteOptions& given, BreaksNoRule judge)
        : text(whole), options(given), breaks_no_rule(judge) {}

    std::string_view text;
    const PasteOptions& options;
    BreaksNoRule breaks_no_rule;
    TextHints hints;                         // what the whole text names
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
    std::map<unsigned, Find> registers;                  // key: n for URn, kOtherRegisters + n for Rn
    std::vector<OperandRegisters> operand_registers;     // operands of SASS instructions
    std::string printed_register;                        // the expression of the last "p $UR4"
    std::vector<PrintedBlock> printed;                   // output of CUTLASS's descriptor printer
    bool full = false;                                   // max_words reached
    bool prose = false;                                  // the text has more than numbers and registers
    bool program = false;                                // a part of the text is a program
    bool tcgen05 = false;                                // a value is a word of tcgen05 without doubt
    bool listing = false;                                // a part of the text is machine code
    bool cut_listing =
        false;              // machine code that starts inside a function: jumps that are not in the text can enter it
    bool dumped = false;    // some lines are output of hexdump
    std::size_t cells = 0;  // memory cells that were read, of 4 or 8 bytes

    bool is_stopped() const { return options.stop.stop_requested(); }
    TextSpan span_of(std::string_view part) const {
        const auto begin = static_cast<std::size_t>(part.data() - text.data());
        return {begin, begin + part.size()};
    }
    // A format of 64 bits: "smem", "wgmma", "zcm". All editions have them.
    const Format& format(std::string_view id) const;
    void refuse(std::string_view part, std::string why, bool limit = false);
    void find(Find f);

    // Starts an instruction with these properties. Its operands follow.
    void begin_instruction(PasteContext form);
    void set_role(OperandUse& operand, PasteRole role);
};

// Returns the most likely reading of a value, from its bits and the text before it.
PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits);

}  // namespace tilescope::notation
