// core/src/ptx/parts.h -- parts of the assembler's verdict: each looks for one thing that is wrong.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/ptx/accept.h>

#include <optional>

#include "tables.h"

namespace tilescope::ptx {

using Refusal = std::optional<Acceptance>;  // empty: nothing is wrong

inline Acceptance refuse(std::string_view rule, TextSpan span, std::string why, std::string fix) {
    Acceptance a;
    a.rule = rule;
    a.span = span;
    a.why = std::move(why);
    a.fix = std::move(fix);
    return a;
}

inline TextSpan opcode_span(const MmaLine& line) { return {0, name_of(line.opcode).size()}; }

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
Refusal check_ld_red(const MmaLine& line);
Refusal check_operands(const MmaLine& line);
Refusal check_values(const MmaLine& line);  // of immediates

}  // namespace tilescope::ptx
