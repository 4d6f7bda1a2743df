// core/include/tilescope/layout/k_advance.h -- the start address of each instruction along K.
// SPDX-License-Identifier: MIT
//
// A dense MMA consumes 32 bytes of K per row, so along K it is a loop of instructions that differ in their start
// address alone. K-major 128B f16 (16 columns an instruction): 0x400, 0x420, 0x440, 0x460, then the next atom. Where
// that one is, K-major swizzled descriptors do not say: assumption_of() in smem_layout.h.
//
// Source: CUTLASS DescriptorIterator @7107b055 and PTX ISA 9.1, 9.7.16.3.
#pragma once

#include <tilescope/layout/smem_layout.h>

namespace tilescope {

// Columns one dense instruction reads: 8 of 32 bits, 16 of 16, 32 of 8 (also padded 4- and 6-bit types), 64 packed fp4.
constexpr unsigned dense_k(const ElementType& type) { return 256 / type.container_bits; }

// Stored columns of A or B that one instruction of K `k` reads: a sparse A keeps half of them. For B of a sparse
// instruction that is 64 bytes a row, for K = 96 48 bytes, else 32.
constexpr unsigned stored_k(unsigned k, bool is_a, bool sparse) { return is_a && sparse ? k / 2 : k; }

// The start address of step `step`, 0 being the layout's own: the linear address (before the swizzle) of column
// step x columns. The XOR of the hardware acts on the sum, so start is never swizzled. `columns` of 0 is dense_k.
std::uint32_t k_step_start(const SmemLayout& layout, unsigned step, unsigned columns = 0);

// What the low word of the descriptor gains from step `step` to the next one, in the 16-byte units of its start field:
// 2, 2, 2, 1018 for two atoms of 128 rows.
int k_step_units(const SmemLayout& layout, unsigned step, unsigned columns = 0);

// The layout with the start of that step and one instruction's columns. In the absolute mode (bit 52) its lbo is the
// address of the column of atoms after the one it starts in.
SmemLayout k_step_slice(const SmemLayout& layout, unsigned step, unsigned columns = 0);

}  // namespace tilescope
