// core/src/kernel/launch_bytes.h -- buffers of a launch: words in bytes, and the memory of a machine as words.
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel_parts.h"

#include <tilescope/hw/archs.h>
#include <tilescope/kernel/launch.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tilescope::kernel {

inline constexpr std::size_t kBufferWordBytes = 4;

inline bool d_in_registers(const KernelForm& form) { return family_of(form.arch).d == Storage::registers; }
inline unsigned ctas_of(const KernelForm& form) { return family_of(form.arch).ctas(form.variant.cta_group); }

// A field of a descriptor that has an address, and the bit that makes the kernel move it.
struct Moved {
    std::uint32_t bit;
    Operand operand;
    std::string_view field;
};
inline constexpr Moved kMoved[] = {{kRelocateA, Operand::a, "start"},
                                   {kRelocateB, Operand::b, "start"},
                                   {kRelocateLboOfA, Operand::a, "lbo"},
                                   {kRelocateLboOfB, Operand::b, "lbo"}};

// Where the block has the Tensor Memory address of an operand.
struct PlaceParam {
    TmemPlace place;
    Param param;
};
inline constexpr PlaceParam kPlaceParams[kTmemPlaceCount] = {{TmemPlace::d, Param::tmem_d},
                                                             {TmemPlace::a, Param::tmem_a},
                                                             {TmemPlace::sfa, Param::tmem_sfa},
                                                             {TmemPlace::sfb, Param::tmem_sfb},
                                                             {TmemPlace::meta, Param::tmem_meta}};

// The sizes of the buffers.
std::size_t words_in(const KernelForm& form, unsigned columns);   // of cells_in
std::size_t words_out(const KernelForm& form, unsigned columns);  // of cells_out

// The words of cells_in or of cells_out. Cells past the columns are left out.
// Errors: wgmma, and the registers do not have the size that the instruction reads.
Answer<std::vector<std::uint8_t>> cells_before(const KernelForm& form, const Machine& machine, unsigned columns);
std::vector<std::uint8_t> cells_after(const KernelForm& form, const Machine& machine, unsigned columns);

// The other direction. `cells` has the words of cells_in (`before`) or of cells_out.
// Errors: the number of bytes is wrong.
Answer<void> put_cells(const KernelForm& form, std::span<const std::uint8_t> cells, unsigned columns, bool before,
                       Machine& machine);

}  // namespace tilescope::kernel
