// core/include/tilescope/ptx/mma_text.h -- one instruction as PTX text, and its variant back from text.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/variant.h>
#include <tilescope/notation/mma_line.h>

#include <string>
#include <string_view>

namespace tilescope {

// "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;": PTX ISA 9.1, 9.7.16.10.9. `zero_mask` adds the operand
// that .ws alone takes. What does not exist is written all the same: it is for rules to say so.
std::string mma_text(const Variant& variant, bool zero_mask);

// What a line of tcgen05.mma says: variant_of(*parse_mma_line(mma_text(v, zero_mask))) == v for every variant that is
// spelled out. A size that no kind has counts as none.
Variant variant_of(const MmaLine& line);

// What wgmma has in its name and behind its predicate, where tcgen05 has an instruction descriptor.
struct WgmmaShape {
    unsigned n = 8, k = 16;
    std::string_view d_type = "f32", a_type = "f16", b_type = "f16";
    bool saturate = false, negate_a = false, negate_b = false, transpose_a = false, transpose_b = false;
};

// Registers of a thread for D of 64 rows over 128 threads, two f16 in one: PTX ISA 9.1, 9.7.15.5.1.
unsigned d_registers(unsigned n, std::string_view d_type);
inline constexpr unsigned kWgmmaARegisters = 4;

// "{d0, d1, d2, d3}"
std::string register_list(std::string_view name, unsigned count);

// "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d}, a, b, p, 1, 1, 0, 0;": PTX ISA 9.1, 9.7.15.5.2. Integers have
// no negation, b1 names its operation, .and.popc; f16 and bf16 alone have transposition, and A in registers has none.
// `all_registers` writes the lists of D and A out, as an assembler wants them; without it they are one name, for
// people.
std::string wgmma_text(const Variant& variant, const WgmmaShape& shape, bool all_registers = false);

}  // namespace tilescope
