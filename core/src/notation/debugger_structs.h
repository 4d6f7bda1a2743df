// core/src/notation/debugger_structs.h -- finds the descriptors in structs that a debugger printed.
// SPDX-License-Identifier: MIT
#pragma once

#include "debugger_print.h"
#include "work.h"

#include <string>
#include <vector>

namespace tilescope::notation {

// Returns the words of the structs that gdb, cuda-gdb or lldb printed, in the order of the text. `rest` is a copy of
// the text; the prints become blanks in it, so that no other reader takes their numbers for words. Adds the number of
// their lines to `lines`. A struct without a descriptor gives nothing, but its print becomes blanks too.
//   "$1 = {desc_ = 4611756662049539072, {start_address_ = 1024, ...}, {lo = 66560, hi = 1073758272}}" -> one word
std::vector<Find> take_struct_prints(const Work& work, std::string& rest, unsigned& lines);

}  // namespace tilescope::notation
