// core/include/tilescope/notation/mma_line.h -- splits one PTX instruction into its qualifiers and operands.
// SPDX-License-Identifier: MIT
//
// Reads the text of tcgen05, wgmma.mma_async and mbarrier instructions. The reader accepts instructions that are
// illegal but well-formed: for example .ws with two CTAs, a mask of the wrong length, or a size that the kind does not
// have. The rules and accept() report these errors with their positions.
//
//     tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;
//     |           qualifiers             operands: d, a, b, idesc, enable_d
//     opcode
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/base/text_span.h>
#include <tilescope/notation/reading.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// An opcode is the fixed first part of an instruction name. tcgen05.ld.red is an opcode. tcgen05.mma.ws is not: .ws is
// a qualifier of tcgen05.mma.
// clang-format off
enum class Opcode : std::uint8_t {
    mma, cp, wgmma, shift, ld_red, ld, ld_compress, ld_red_compress, st, wait_ld, wait_st, fence_before, fence_after,
    alloc, dealloc, relinquish, commit,
    bar_init, bar_inval, bar_expect_tx, bar_complete_tx, bar_arrive, bar_arrive_tx, bar_drop, bar_drop_tx, bar_test,
    bar_test_parity, bar_try, bar_try_parity, bar_pending
};
inline constexpr auto kOpcodeNames = numbered(
    "tcgen05.mma", "tcgen05.cp", "wgmma.mma_async", "tcgen05.shift",
    "tcgen05.ld.red", "tcgen05.ld", "tcgen05.ld.spcompress", "tcgen05.ld.red.spcompress",
    "tcgen05.st", "tcgen05.wait::ld", "tcgen05.wait::st",
    "tcgen05.fence::before_thread_sync", "tcgen05.fence::after_thread_sync",
    "tcgen05.alloc", "tcgen05.dealloc", "tcgen05.relinquish_alloc_permit", "tcgen05.commit",
    "mbarrier.init", "mbarrier.inval", "mbarrier.expect_tx", "mbarrier.complete_tx",
    "mbarrier.arrive", "mbarrier.arrive.expect_tx",
    "mbarrier.arrive_drop", "mbarrier.arrive_drop.expect_tx",
    "mbarrier.test_wait", "mbarrier.test_wait.parity",
    "mbarrier.try_wait", "mbarrier.try_wait.parity", "mbarrier.pending_count");
// clang-format on
constexpr std::string_view name_of(Opcode o) { return name_in(kOpcodeNames, static_cast<std::uint64_t>(o)); }

// The syntax of an operand.
enum class OperandForm : std::uint8_t { name, address, number, list, sink };  // sink: "_", an unused result
// The meaning of an operand, from its position in the instruction.
enum class OperandRole : std::uint8_t {
    unknown,  // a surplus operand: the form of the instruction has fewer operands
    d,
    a,
    b,
    metadata,
    lut,  // tcgen05.mma with .decompress::lut::b: address of the table
    idesc,
    scale_a,
    scale_b,
    lane_mask,
    enable_d,  // the predicate (wgmma: the operand scale-d)
    scale_d,   // tcgen05: the immediate after the predicate
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
    reduced,      // .red: one register with the minimum or maximum of the thread's values
    load_from,    // Tensor Memory address
    half_offset,  // immHalfSplitoff: columns between the halves of .16x32bx2
    store_to,     // tcgen05.st: Tensor Memory address, list of registers
    stored,
    alloc_to,   // tcgen05.alloc: the shared-memory location that receives the address
    allocated,  // tcgen05.dealloc: Tensor Memory address
    columns,
    cta_mask,  // tcgen05.commit: the CTAs whose mbarriers are signaled
    barrier,   // address of the mbarrier
    arrived,   // mbarrier.arrive: returned state of the phase; mbarrier.test_wait and try_wait: the state to wait for
    count,     // the number of arrivals
    bytes,     // the number of bytes of the transactions
    done,      // predicate: the phase is complete
    parity,
    hint  // the longest time to wait, in nanoseconds
};

// Text of a list that somebody has left out: "{...}" or "{ ... }". It has as many names as the instruction
// needs: MmaOperand::count is 1, and of a lane mask what cta_group says.
inline constexpr std::string_view kElidedList = "{...}";

struct MmaOperand {
    OperandRole role = OperandRole::unknown;
    OperandForm form = OperandForm::name;
    TextSpan span;
    std::string text;                   // "%ad", "[%dt+4]", "{%m0, %m1, %m2, %m3}", "7", "!%p"
    std::optional<std::int64_t> value;  // the value, if the operand is a number
    unsigned count = 1;                 // the number of elements of a list
};

struct Qualifier {
    std::string text;  // without its dot: "kind::f16", "collector::a::fill"
    TextSpan span;     // with its dot
};

struct MmaLine {
    std::string text;  // the instruction without guard and comments; ends with ';'
    Opcode opcode = Opcode::mma;
    std::vector<Qualifier> qualifiers;  // all of them, as written
    bool guarded = false;               // a guard @p is before the instruction
    bool ws = false, sparse = false;

    // tcgen05.mma. A property that the line does not have stays empty or 0.
    unsigned cta_group = 0;
    std::string kind;  // "f16"; can be a kind that does not exist
    bool block_scale = false;
    std::string scale_size;   // "scale_vec::1X", "block32"
    std::string collector;    // "a::fill"; with .ws "b2::use"
    std::string collector_b;  // "b::use": the buffer of B without .ws
    bool lut_b = false;       // .decompress::lut::b
    bool ashift = false;
    bool a_in_tmem = false;  // A is an address; wgmma: a list of registers

    // tcgen05.cp
    std::string shape, multicast, source_format;  // "32x128b", "warpx4", "b8x16.b6x16_p32"

    // tcgen05.ld and .st. Their shape is in `shape`, their type in `d_type`.
    unsigned repeats = 0;   // 4 for "x4"
    std::string reduction;  // "min", "max"
    bool absolute = false, nan = false;

    // wgmma.mma_async. tcgen05.mma has these properties in the instruction descriptor.
    unsigned m = 0, n = 0, k = 0;
    std::string d_type, a_type, b_type, bit_op;  // bit_op: "and" for b1
    bool satfinite = false;

    std::vector<MmaOperand> operands;

    // Returns the first operand with this role, or null.
    const MmaOperand* operand(OperandRole role) const { return row_with(operands, role, &MmaOperand::role); }
    // Returns the number of words of the lane mask; 0 if there is no lane mask.
    unsigned lane_mask() const {
        const MmaOperand* o = operand(OperandRole::lane_mask);
        return o ? o->count : 0;
    }
    // Returns the first qualifier that starts with this text, or null.
    const Qualifier* qualifier(std::string_view beginning) const {
        for (const Qualifier& q : qualifiers)
            if (std::string_view(q.text).starts_with(beginning)) return &q;
        return nullptr;
    }
};

// Reads the first instruction of `text`. Skips a guard, comments, line breaks and the parts of inline assembly around
// it (quotes, "\n\t").
// Errors: the text has none of these instructions, or a part that no assembler can read (unbalanced brackets, an empty
// operand). The reason says what is wrong, where, and what is right.
Answer<MmaLine> parse_mma_line(std::string_view text);

// Returns all such instructions of `text` in order, each in a form that parse_mma_line() accepts.
std::vector<std::string> instructions_in(std::string_view text);

// Returns the names of the tcgen05, wgmma and mbarrier instructions of `text` that are not in kOpcodeNames. Each name
// is in the list once, in the order of the text. This program cannot check these instructions.
std::vector<std::string> unknown_instructions_in(std::string_view text);

// ---- machine code ----

// Properties of a tcgen05.mma or wgmma, and the kinds that its mnemonic can have. More than one kind: its instruction
// descriptor decides.
struct MachineForm {
    PasteContext context;
    std::vector<std::string> kinds;
};

// `opcode`: the mnemonic with its modifiers. No value: another instruction.
//     machine_form("UTCQMMA.2CTA", operands)->kinds     {"f8f6f4"}, or {"mxf8f6f4"} if it has scale factors
// Source: machine code of ptxas 13.0 for every kind.
std::optional<MachineForm> machine_form(std::string_view opcode, const std::vector<std::string_view>& operands);

}  // namespace tilescope
