// core/include/tilescope/program/readers.h -- translates pasted programs to statements.
// SPDX-License-Identifier: MIT
//
// Each reader adds to `out`. A reader never fails: a statement that it does not understand makes the names that it
// writes unknown. Spans are offsets into the pasted text; `text` must be a part of it, and `offset` is its position.
#pragma once

#include <tilescope/program/program.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::program {

// Where a character of `text` comes from. For text that is one piece of the paste: an offset. For inline assembly,
// whose strings are joined: one position for each character.
struct Source {
    std::string_view text;
    std::size_t offset = 0;
    const std::vector<std::uint32_t>* positions = nullptr;

    std::size_t position(std::size_t at) const {
        if (positions == nullptr) return offset + at;
        return positions->empty() ? 0 : (*positions)[at < positions->size() ? at : positions->size() - 1];
    }
    TextSpan span(std::size_t begin, std::size_t end) const {
        return {position(begin), end > begin ? position(end - 1) + 1 : position(begin)};
    }
};

// Gives a value to an operand such as %0 or $1 of inline assembly. No value: an ordinary register.
using BindOperand = std::function<std::optional<ExprId>(std::string_view operand)>;

// PTX: a file, some lines of it, or the text of inline assembly. Every tcgen05, wgmma and mbarrier instruction becomes
// an observation of type `instruction`, with its operands in the order of the text: "[%d]" has the value of the
// address,
// "{a, b}" and predicates have no value (kNone).
// With `bind`, statements that write a bound operand give nothing back to the surrounding code.
void read_ptx(const Source& source, Program& out, const BindOperand& bind = {});

// Whether a word such as ".reg" is a directive of PTX, and whether one such as "mov" is the first word of an opcode.
bool is_ptx_directive(std::string_view word);
bool is_ptx_opcode(std::string_view word);

// Machine code as cuobjdump, nvdisasm, Nsight Compute and debuggers list it, with or without addresses and encodings.
// UTC*MMA, UTCCP and *GMMA instructions become observations of type `instruction`.
void read_sass(const Source& source, Program& out);

// The part of a line that begins with an instruction as debuggers print it, "0x7f2c21565c0 <gemm+448>: ...". Before it
// are the prompt or the text of a script. Empty: the line has no such part.
std::string_view printed_instruction(std::string_view line);

// MLIR and LLVM IR: modules, functions, lit tests or single lines.
void read_ir(const Source& source, Program& out);

// Source code of C, C++, CUDA, Python, Rust and Mojo, whole or in pieces, with inline assembly.
void read_source(const Source& source, Program& out);

// Returns the value of an enumerator of CUTLASS, with '.' for '::':
// known_enumerator("cute.UMMA.LayoutType.SWIZZLE_128B")
// == 2. enumerator_named("SWIZZLE_128B") == 2 needs no type, but has no value if two types give the name different
// values. No value: CUTLASS does not have it, or the path has no type.
std::optional<std::uint64_t> known_enumerator(std::string_view path);
std::optional<std::uint64_t> enumerator_named(std::string_view name);

}  // namespace tilescope::program
