// core/src/notation/value_columns.h -- reads the words of a table whose first line names the columns.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <string>

namespace tilescope::notation {

// Reads tables with a line of names: "time,operand,desc" and then "0.0,A,4611756662049538048". A column such as
// "operand" has the names of the words, and a column such as "desc" has the words. `rest` is a copy of the text; the
// tables become blanks in it. Adds the number of their lines to `lines`. Returns whether there are any words.
bool take_value_columns(Work& work, std::string& rest, unsigned& lines);

}  // namespace tilescope::notation
