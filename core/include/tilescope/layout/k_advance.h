// core/include/tilescope/layout/k_advance.h -- the start address of each instruction along K.
// SPDX-License-Identifier: MIT
//
// A dense MMA reads 32 bytes of K per row. A kernel loops over K; the descriptors of the loop differ only in their
// start address. Example: K-major 128B f16 at 0x400, 16 columns per instruction:
//
//     K step     0      1      2      3      4
//     start    0x400  0x420  0x440  0x460  the next atom
//
// A K-major swizzled descriptor does not contain the place of the next atom: see assumption_of() in smem_layout.h.
//
// Source: CUTLASS DescriptorIterator @7107b055 and PTX ISA 9.1, 9.7.16.3.
#pragma once

#include <tilescope/layout/smem_layout.h>

namespace tilescope {

// Returns the columns of K that one dense instruction reads: 8 of 32-bit types, 16 of 16-bit types, 32 of 8-bit types
// and of padded 4-bit and 6-bit types, 64 of packed fp4.
constexpr unsigned dense_k(const ElementType& type) { return 256 / type.container_bits; }

// Returns the columns of K that B of one sparse instruction has: 64 bytes of each row.
constexpr int sparse_b_k(const ElementType& type) { return static_cast<int>(2 * dense_k(type)); }

// Returns the stored columns of A or B that one instruction with K = `k` reads. A sparse A stores half of the columns.
// These columns are 32 bytes of each row, except for B of a sparse instruction (64 bytes) and for K = 96 (48 bytes).
constexpr unsigned stored_k(unsigned k, bool is_a, bool sparse) { return is_a && sparse ? k / 2 : k; }

// Returns the start address of K step `step`: the linear address (before the swizzle) of column `step * columns`. Step
// 0 is the start of the layout. The start is never swizzled, because the hardware applies the XOR to the whole sum.
// `columns` are those of one instruction. 0: those that the layout states, or else dense_k().
std::uint32_t k_step_start(const SmemLayout& layout, unsigned step, unsigned columns = 0);

// Returns the difference of the starts of step + 1 and step, in units of 16 bytes. A kernel adds this number to the low
// 32 bits of the descriptor. For a 128B tile of 128 rows with two columns of atoms: 2, 2, 2, 1018.
int k_step_units(const SmemLayout& layout, unsigned step, unsigned columns = 0);

// Returns the layout of one instruction: with the start of the step, and `columns` and `mma_columns` of it. In the
// absolute-address mode (bit 52) its lbo is the address of the column of atoms after the one that contains the start.
SmemLayout k_step_slice(const SmemLayout& layout, unsigned step, unsigned columns = 0);

}  // namespace tilescope
