// core/include/tilescope/ptx/mma_text.h -- prints an instruction variant as PTX text, and reads the variant back.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/variant.h>
#include <tilescope/notation/mma_line.h>

#include <string>
#include <string_view>

namespace tilescope {

// The names of the operands. `lane_mask` and, with all registers, `d` and `a` of wgmma are the names of lists:
// "m" gives {m0, m1, m2, m3}.
struct MmaNames {
    std::string_view d = "d", a = "a", b = "b", meta = "meta", idesc = "idesc", sfa = "sfa", sfb = "sfb",
                     lane_mask = "m", enable_d = "p", zcm = "zcm";
};

// Prints a tcgen05.mma: "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;" (PTX ISA 9.1, 9.7.16.10.9).
// `zero_mask` adds the zero-column mask, an operand that only .ws has. Prints illegal variants too: the rules report
// them.
std::string mma_text(const Variant& variant, bool zero_mask, const MmaNames& names = {});

// Returns the variant of a tcgen05.mma line. For every variant that mma_text() prints completely:
// variant_of(*parse_mma_line(mma_text(v, zero_mask))) == v. A scale-vector size that no kind has is ignored.
Variant variant_of(const MmaLine& line);

// The properties that wgmma has in its qualifiers and last operands. tcgen05 has them in the instruction descriptor.
struct WgmmaShape {
    std::string_view opcode = "wgmma.mma_async";
    unsigned n = 8, k = 16;
    std::string_view d_type = "f32", a_type = "f16", b_type = "f16";
    bool saturate = false, negate_a = false, negate_b = false, transpose_a = false, transpose_b = false;
    friend bool operator==(const WgmmaShape&, const WgmmaShape&) = default;
};

// Returns the number of registers per thread for D: 64 rows, 128 threads, two f16 per register (PTX ISA 9.1,
// 9.7.15.5.1).
unsigned d_registers(unsigned n, std::string_view d_type);
inline constexpr unsigned kWgmmaARegisters = 4;

// Prints a list of registers: register_list("d", 4) is "{d0, d1, d2, d3}".
std::string register_list(std::string_view name, unsigned count);

// Prints a wgmma: "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d}, a, b, p, 1, 1, 0, 0;" (PTX ISA 9.1,
// 9.7.15.5.2). Integer types have no negation. b1 has the operation .and.popc. Only f16 and bf16 have transposition,
// but not for A in registers. With `all_registers`, prints all registers of D and A, as the assembler requires. Without
// it, prints one name for each list, which is easier to read.
std::string wgmma_text(const Variant& variant, const WgmmaShape& shape, bool all_registers = false,
                       const MmaNames& names = {});

}  // namespace tilescope
