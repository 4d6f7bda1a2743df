// core/src/notation/work.h -- the state of one paste during reading.
// SPDX-License-Identifier: MIT
//
// It holds names with values, registers, and the words found so far.
#pragma once

#include "find.h"
#include "sass.h"
#include "text_hints.h"
#include "text_parts.h"

#include <tilescope/notation/reading.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::notation {

// The value of a register.
struct Known {
    Bits bits;
    TextSpan span;
    ReadBy reader = ReadBy::nothing;
    std::string prefix = "UR";
    std::string note = {};
    Likely likely = {};
    std::vector<Trace> traces = {};
    BitOrigins origins = {};
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
    std::map<unsigned, Known> registers;                 // key: n for URn, kOtherRegisters + n for Rn
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
    struct Pair {
        std::string_view key, value;
        Declaration declared;
        bool prefixed;  // something stands before the key
    };
    std::vector<Pair> pairs;  // of the current line; a member, so that a million lines share one buffer

    bool is_stopped() const { return options.stop.stop_requested(); }
    TextSpan span_of(std::string_view part) const {
        const auto begin = static_cast<std::size_t>(part.data() - text.data());
        return {begin, begin + part.size()};
    }
    void refuse(std::string_view part, std::string why, bool limit = false);
    void find(Find f);

    // Starts an instruction with these properties. Its operands follow.
    void begin_instruction(PasteContext form);
    void set_role(OperandUse& operand, PasteRole role);
};

// Returns the most likely reading of a value, from its bits and the text before it.
PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits);

}  // namespace tilescope::notation
