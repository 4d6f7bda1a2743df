// core/src/notation/sass.h -- reads one line of machine code from a disassembler or a debugger.
// SPDX-License-Identifier: MIT
#pragma once

#include "clean_text.h"

#include <optional>
#include <string_view>

namespace tilescope::notation {

// Whether a line of the text `whole` is an instruction, with or without its address, its encoding and the columns of a
// profiler. A word in capital letters is an opcode only if an offset is before it or a register is after it.
bool is_sass_instruction(std::string_view whole, const Line& line);

// Whether a line belongs to a listing but is not an instruction: a directive, data, or a header line of cuobjdump.
bool is_listing_line(std::string_view whole, const Line& line);

// Added to the number of R4, which is not UR4.
inline constexpr unsigned kOtherRegisters = 1000;

// Returns the key in Work::registers of a register such as "UR44" or "R7.reuse". Returns no value for URZ, P0 and
// similar.
std::optional<unsigned> sass_register(std::string_view operand);

}  // namespace tilescope::notation
