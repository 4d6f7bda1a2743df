// core/src/ptx/parts.h -- parts of the assembler's verdict: each looks for one thing that is wrong.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/ptx/accept.h>

#include <optional>

#include "tables.h"

namespace tilescope::ptx {

using Refusal = std::optional<Acceptance>;  // the assembler's, about a line; empty: it takes the line

inline Acceptance refuse(std::string_view rule, TextSpan span, std::string why, std::string fix) {
    Acceptance a;
    a.rule = rule;
    a.span = span;
    a.why = std::move(why);
    a.fix = std::move(fix);
    return a;
}

inline TextSpan opcode_span(const MmaLine& line) { return {0, name_of(line.opcode).size()}; }

// What is the same for every line of an opcode.
struct InstructionRow {
    Opcode opcode;
    std::string_view group;            // what a target has or lacks as a whole
    std::optional<Feature> needs;      // nothing: every target has it
    std::string_view version;          // lowest .version, where the target itself does not need more
    std::string_view form;             // of its operands, in kOperands; empty: it depends on the line
    Refusal (*check)(const MmaLine&);  // what its qualifiers and operands do to each other; null: nothing
};
const InstructionRow& instruction_of(Opcode opcode);

const QualifierRow* find_row(Opcode opcode, std::string_view text);
// Where the line has a qualifier of that family; empty span: it has none.
const Qualifier* find_family(const MmaLine& line, Family family);
const WgmmaRow* find_types(const MmaLine& line);
bool is_shape(const MmaLine& line, const Qualifier& q);  // of wgmma: m64n8k16

// The line's row of kOperands has that name in `form`.
std::string_view form_of(const MmaLine& line);

// The number behind the predicate of f16 and tf32; null: none. Where the manual has no operands like these but the
// assembler takes them, the last number is it.
const MmaOperand* scale_d_of(const MmaLine& line);

Refusal check_qualifiers(const MmaLine& line);  // known, once each, complete, in an order that is read
Refusal check_mma(const MmaLine& line);
Refusal check_cp(const MmaLine& line);
Refusal check_wgmma(const MmaLine& line);
Refusal check_load(const MmaLine& line);
Refusal check_compressing_load(const MmaLine& line);
Refusal check_store(const MmaLine& line);
Refusal check_columns_of(const MmaLine& line);  // of tcgen05.alloc and .dealloc
Refusal check_mask(const MmaLine& line);        // of CTAs
Refusal check_arrival(const MmaLine& line);
Refusal check_transactions(const MmaLine& line);     // mbarrier.expect_tx, .complete_tx
Refusal check_order_of_memory(const MmaLine& line);  // .sem and .scope of mbarrier
Refusal check_parity(const MmaLine& line);
Refusal check_operands(const MmaLine& line);
Refusal check_values(const MmaLine& line);  // of immediates

// Empty where `o` is no number; the assembler keeps 32 bits of most.
std::optional<std::int64_t> immediate(const MmaOperand* o);
Refusal outside(const MmaOperand& o, std::string_view rule, std::string_view want);

// Forms that only older assemblers take.
bool has_register_twice(const MmaLine& line);  // among those that a load fills
bool has_loose_columns(const MmaLine& line);   // tcgen05.dealloc
bool has_loose_count(const MmaLine& line);     // mbarrier.init

}  // namespace tilescope::ptx
