// core/src/notation/printed_comments.h -- reads the values that a user noted in the comments of a program.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <string>

namespace tilescope::notation {

// Reads comments with values: "// a: 0x4000404000010000 0x4000404000010002", "# step 0: A 0x...  B 0x...". `rest` is a
// copy of the text; these lines become blanks in it, so that no reader of programs takes them for statements, of which
// the last one wins. Adds the number of these lines to `lines`. Returns whether there are any words.
bool take_printed_comments(Work& work, std::string& rest, unsigned& lines);

}  // namespace tilescope::notation
