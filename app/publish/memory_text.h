// app/publish/memory_text.h -- how the memory of an operand is filled before the instruction, in words.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/session.h>

#include <string>

namespace tilescope::io {

// "k-major, mode 128b, from byte 0x400", or "writer tma".
std::string written_as(const OperandImage& image);

// "identity", "random, seed 7", or "file 'a.npy'". The name has only printable characters.
std::string values_of(const Recipe& recipe);

}  // namespace tilescope::io
