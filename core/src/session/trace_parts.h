// core/src/session/trace_parts.h -- the parts of trace() that several files share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/derive.h>
#include <tilescope/session/focus.h>

#include <string_view>

namespace tilescope {

// The bits of one field of a word.
void add_bits(Trace& t, const Derived& d, WordId word, std::string_view field);

// An element that lies in shared memory leads to D: the row that one of A feeds, the column that one of B does.
void trace_to_d(Trace& t, const Derived& d, ElementFocus e);

// The column of D that a column of the zero-column mask speaks about.
void trace_d_column(Trace& t, const Derived& d, unsigned column);

// An element of D, one of an A in Tensor Memory, a cell, a scale factor.
void trace_d(Trace& t, const Derived& d, ElementFocus e);
void trace_tmem_a(Trace& t, const Derived& d, ElementFocus e);
void trace_cell(Trace& t, const Derived& d, CellFocus cell);
void trace_factor(Trace& t, const Derived& d, ScaleFocus factor);

}  // namespace tilescope
