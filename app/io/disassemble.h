// app/io/disassemble.h -- the machine code of a compiled file as text, from NVIDIA's tools.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

// Whether these first bytes of a file are those of compiled code: an ELF file (a cubin, an object, a program) or a fat
// binary of nvcc.
bool is_compiled(std::string_view first_bytes);

// A command that prints the machine code of a file: {"/usr/local/cuda/bin/cuobjdump", "-sass", "kernel.cubin"}.
// Searches cuobjdump and then nvdisasm, in PATH and in the folders where CUDA is usually installed. nvdisasm reads only
// cubin files. Errors: neither tool is installed.
Answer<std::vector<std::string>> disassembler_for(const std::string& path);

// More bytes than a disassembler prints of this file, which can be compressed: a program that prints more never ends.
std::uint64_t most_disassembly(const std::string& path);

}  // namespace tilescope::io
