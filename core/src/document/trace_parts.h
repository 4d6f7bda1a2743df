// core/src/document/trace_parts.h -- the parts of trace() that several files share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/document/focus.h>

#include <string>
#include <string_view>

namespace tilescope {

// Adds the bits of one field of a word.
void add_bits(Trace& t, const Derived& d, WordId word, std::string_view field);

// Adds the cells of D that use an element in shared memory: a row of D for an element of A, a column for one of B.
void trace_to_d(Trace& t, const Derived& d, ElementFocus e);

// Returns what an element of A or B feeds: "row 3 of D", "rows 3 and 67 of D" for a pair, "column 17 of D".
std::string fed_by(const Derived& d, ElementFocus e);

// Adds the cells of a column of D, which is also a column of the zero-column mask.
void trace_d_column(Trace& t, const Derived& d, unsigned column);

// Trace an element of D, an element of an A in Tensor Memory, a cell, or a scale factor.
void trace_d(Trace& t, const Derived& d, ElementFocus e, unsigned k_step);
void trace_tmem_a(Trace& t, const Derived& d, ElementFocus e);
void trace_cell(Trace& t, const Derived& d, CellFocus cell, unsigned k_step);
void trace_factor(Trace& t, const Derived& d, ScaleFocus factor);
void trace_code(Trace& t, const Derived& d, CodeFocus code);

// Add the thread and the register of wgmma that have an element of D or A, or a metadata code. They change nothing if
// the session has no such register.
void trace_register(Trace& t, const Derived& d, ElementFocus e);
void trace_register(Trace& t, const Derived& d, CodeFocus code);

}  // namespace tilescope
