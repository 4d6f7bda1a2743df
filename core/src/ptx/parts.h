// core/src/ptx/parts.h -- the checks of accept(). Each check looks for one kind of error.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/ptx/accept.h>

#include <optional>
#include <vector>

#include "tables.h"

namespace tilescope::ptx {

using Objection = std::optional<Acceptance>;  // why the assembler refuses a line; no value: the assembler accepts it

inline Acceptance objection(std::string_view rule, TextSpan span, std::string why, std::string fix) {
    Acceptance a;
    a.rule = rule;
    a.span = span;
    a.why = std::move(why);
    a.fix = std::move(fix);
    return a;
}

inline TextSpan opcode_span(const MmaLine& line) { return {0, name_of(line.opcode).size()}; }

// The properties that all lines of an opcode have.
struct InstructionRow {
    Opcode opcode;
    std::string_view group;              // the name of the instruction group; a target has all of the group or nothing
    std::optional<Feature> needs;        // no value: every target has the instruction
    std::string_view version;            // lowest .version, if the target does not require a higher one
    std::string_view form;               // the operand form in kOperands; empty: depends on the line
    Objection (*check)(const MmaLine&);  // checks combinations of qualifiers and operands; can be null
};
const InstructionRow& instruction_of(Opcode opcode);

const QualifierRow* find_row(Opcode opcode, std::string_view text);
// Returns the qualifier of the line with this family, or null.
const Qualifier* find_family(const MmaLine& line, Family family);
const WgmmaRow* find_types(const MmaLine& line);
bool is_shape(const MmaLine& line, const Qualifier& q);  // a shape of wgmma: m64n8k16

// Returns the name of the operand form of the line: `form` in kOperands.
std::string_view form_of(const MmaLine& line);

// Returns scale-d of a line of f16 or tf32: the last operand, if it is a number after the predicate. Else returns null.
const MmaOperand* scale_d_of(const MmaLine& line);

Objection check_qualifiers(const MmaLine& line);  // known, not repeated, complete, in a valid order
Objection check_mma(const MmaLine& line);
Objection check_cp(const MmaLine& line);
Objection check_wgmma(const MmaLine& line);
Objection check_load(const MmaLine& line);
Objection check_compressing_load(const MmaLine& line);
Objection check_store(const MmaLine& line);
Objection check_columns_of(const MmaLine& line);  // columns of tcgen05.alloc and .dealloc
Objection check_mask(const MmaLine& line);        // the CTA mask
Objection check_arrival(const MmaLine& line);
Objection check_transactions(const MmaLine& line);     // mbarrier.expect_tx, .complete_tx
Objection check_order_of_memory(const MmaLine& line);  // .sem and .scope of mbarrier
Objection check_parity(const MmaLine& line);
Objection check_operands(const MmaLine& line);
Objection check_values(const MmaLine& line);  // values of immediates

// Returns the value of an immediate, or no value if `o` is not a number. For most immediates the assembler keeps 32
// bits.
std::optional<std::int64_t> immediate(const MmaOperand* o);
// Returns the elements of "{a, b}" or "[a, b]", without blanks.
std::vector<std::string_view> elements_of(std::string_view list);
// Returns the refusal of an immediate that is out of range.
Objection outside(const MmaOperand& o, std::string_view rule, std::string_view range);

// Forms that only older assemblers accept.
bool has_register_twice(const MmaLine& line);  // a load writes a register twice
bool has_loose_columns(const MmaLine& line);   // tcgen05.dealloc: a number that tcgen05.alloc never allocates
bool has_loose_count(const MmaLine& line);     // mbarrier.init: a count outside the legal range

}  // namespace tilescope::ptx
