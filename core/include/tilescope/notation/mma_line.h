// core/include/tilescope/notation/mma_line.h -- one PTX instruction -> its qualifiers and operands.
// SPDX-License-Identifier: MIT
//
// tcgen05, wgmma.mma_async and mbarrier, as text. Reading judges nothing that an assembler judges: a .ws with two CTAs,
// a mask of the wrong length, a size that the kind does not have are all read, so that rules and accept() can say what
// is wrong with them and where.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/notation/opcodes.h>
#include <tilescope/notation/paste.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// How an operand is written, and what it is by its place in the instruction.
enum class OperandForm : std::uint8_t { name, address, number, list, sink };  // sink: "_", a result that nobody wants
enum class OperandRole : std::uint8_t {
    unknown,  // more operands than the form has, or none where one is wanted
    d,
    a,
    b,
    metadata,
    lut,  // tcgen05.mma with .decompress::lut::b: address of the table
    idesc,
    scale_a,
    scale_b,
    lane_mask,
    enable_d,  // the predicate; scale-d in wgmma
    scale_d,   // tcgen05: the immediate behind the predicate
    zero_mask,
    sparsity_selector,  // wgmma.sp
    negate_a,           // wgmma: imm-scale-a, imm-scale-b, 1 or -1
    negate_b,
    transpose_a,  // wgmma: imm-trans-a, imm-trans-b, 0 or 1
    transpose_b,
    cp_to,  // tcgen05.cp: Tensor Memory address, shared-memory descriptor
    cp_from,
    shifted,      // tcgen05.shift: Tensor Memory address
    loaded,       // tcgen05.ld: list of registers
    compressed,   // .spcompress: list of registers with the metadata
    reduced,      // .red: one register: least or greatest of a thread's values
    load_from,    // Tensor Memory address
    half_offset,  // immHalfSplitoff: columns between the halves of .16x32bx2
    store_to,     // tcgen05.st: Tensor Memory address, list of registers
    stored,
    alloc_to,   // tcgen05.alloc: where in shared memory the address is written
    allocated,  // tcgen05.dealloc: Tensor Memory address
    columns,
    cta_mask,  // tcgen05.commit: the CTAs whose mbarriers hear of it
    barrier,   // address of the mbarrier
    arrived,   // mbarrier.arrive: state of the phase; of mbarrier.test_wait and try_wait it is the one waited for
    count,     // of arrivals
    bytes,     // of transactions
    done,      // predicate: the phase is complete
    parity,
    hint  // nanoseconds to wait at most
};

struct MmaOperand {
    OperandRole role = OperandRole::unknown;
    OperandForm form = OperandForm::name;
    TextSpan span;
    std::string text;                   // "%ad", "[%dt+4]", "{%m0, %m1, %m2, %m3}", "7", "!%p"
    std::optional<std::int64_t> value;  // of a number
    unsigned count = 1;                 // elements of a list
};

struct Qualifier {
    std::string text;  // without its dot: "kind::f16", "collector::a::fill"
    TextSpan span;     // with its dot
};

struct MmaLine {
    std::string text;  // the instruction alone: no guard, no comment, ends in ';'
    Opcode opcode = Opcode::mma;
    std::vector<Qualifier> qualifiers;  // all of them, as written
    bool guarded = false;               // @p in front
    bool ws = false, sparse = false;

    // tcgen05.mma; what a line does not say stays empty.
    unsigned cta_group = 0;
    std::string kind;  // "f16", also one that does not exist
    bool block_scale = false;
    std::string scale_size;   // "scale_vec::1X", "block32"
    std::string collector;    // "a::fill", with .ws "b2::use"
    std::string collector_b;  // "b::use": the buffer of B without .ws
    bool lut_b = false;       // .decompress::lut::b
    bool ashift = false;
    bool a_in_tmem = false;  // A is an address; wgmma: a list of registers

    // tcgen05.cp
    std::string shape, multicast, source_format;  // "32x128b", "warpx4", "b8x16.b6x16_p32"

    // tcgen05.ld and .st; their shape stands above, their type in d_type
    unsigned repeats = 0;   // 4 of "x4"
    std::string reduction;  // "min", "max"
    bool absolute = false, nan = false;

    // wgmma.mma_async; tcgen05.mma has these in the instruction descriptor
    unsigned m = 0, n = 0, k = 0;
    std::string d_type, a_type, b_type, bit_op;  // bit_op: "and" of b1
    bool satfinite = false;

    std::vector<MmaOperand> operands;

    const MmaOperand* operand(OperandRole role) const {
        for (const MmaOperand& o : operands)
            if (o.role == role) return &o;
        return nullptr;
    }
    // Words of the lane mask; 0: none.
    unsigned lane_mask() const {
        const MmaOperand* o = operand(OperandRole::lane_mask);
        return o ? o->count : 0;
    }
    const Qualifier* qualifier(std::string_view beginning) const {
        for (const Qualifier& q : qualifiers)
            if (std::string_view(q.text).starts_with(beginning)) return &q;
        return nullptr;
    }
};

// The instruction in `text`: a guard, comments, line breaks and the surroundings of inline assembly (quotes, "\n\t")
// are passed over. Refused: text without one of these instructions, or with a part that no assembler could read
// (unbalanced brackets, an empty operand); the sentence says what, where and what would be right.
Answer<MmaLine> parse_mma_line(std::string_view text);

// Every such instruction in `text`, in order, each as parse_mma_line() takes it: a kernel has several.
std::vector<std::string> instructions_in(std::string_view text);

// Names of tcgen05, wgmma and mbarrier instructions in `text` that are not among kOpcodeNames, each once, in order:
// nothing is known of them here.
std::vector<std::string> strange_instructions_in(std::string_view text);

}  // namespace tilescope
