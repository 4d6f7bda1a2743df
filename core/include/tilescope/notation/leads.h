// core/include/tilescope/notation/leads.h -- what to do with a text that has no descriptor but tells of a problem.
// SPDX-License-Identifier: MIT
//
//     lead_in("CUDA error: misaligned address")->says   ->   "The GPU reported a misaligned address (716). ..."
#pragma once

#include <array>
#include <string_view>

namespace tilescope {

struct Lead {
    std::string_view topic;                 // as `explain` names it
    std::array<std::string_view, 4> signs;  // in lower case; the text has one of them
    std::string_view says;                  // what it means, and what to do
    std::string_view source;
    bool no_descriptor = false;  // it says so: not of a text that names wgmma or tcgen05 too
};

// The instructions come first, because a log of one can also have an error.
// clang-format off
inline constexpr Lead kLeads[] = {
    {"mma.sync", {"mma.sync", "mma.sp::", "ldmatrix", "wmma."},
     "mma.sync and ldmatrix have no descriptor: each thread has its part of the operands in registers. tilescope does not check them. wgmma (sm_90a) and tcgen05.mma (sm_100 to sm_110) have descriptors.",
     "PTX ISA 9.1, 9.7.14 (warp-level matrix instructions)", true},
    {"sm_120", {"sm_120", "sm_121", "", ""},
     "sm_120 and sm_121 have neither wgmma nor tcgen05, so they have no matrix descriptor. Their MMA is mma.sync, with operands in registers and with block scaling as a qualifier.",
     "PTX ISA 9.1, target notes of 9.7.14 to 9.7.16; ptxas 13.0.88 refuses every form of tcgen05 on sm_120a and sm_121a"},
    {"illegal instruction", {"illegal instruction", "illegal_instruction", "", ""},
     "The GPU reported an illegal instruction (715). If the kernel uses tcgen05 or wgmma, the GPU refuses the shape, the types or the form. Give the line and its words to tilescope check --mma 'LINE' --idesc WORD.",
     "CUDA Driver API 13.0, CUresult; triton-lang/triton#8910 (N above 256)"},
    {"misaligned address", {"misaligned address", "misaligned_address", "", ""},
     "The GPU reported a misaligned address (716). At tcgen05.mma or tcgen05.cp, a start address, a stride or a Tensor Memory address is wrong. Print the descriptors of the instruction, and decode them here.",
     "CUDA Driver API 13.0, CUresult; triton-lang/triton#10309, NVIDIA/cutlass#2968"},
    {"illegal memory access", {"illegal memory access", "illegal address", "illegal_address", "invalid __shared__ read"},
     "The GPU reported an access outside memory (700). A wgmma ends so if an operand reaches past the shared memory of its CTA. Give the line and its words to tilescope check --mma 'LINE' --adesc WORD --bdesc WORD.",
     "CUDA Driver API 13.0, CUresult; measured on an H100 (wgmma); triton-lang/triton#11366"},
    {"tensor memory leak", {"tensor_memory_leak", "tensor memory leak", "", ""},
     "A kernel ended before it freed its Tensor Memory (721). Each tcgen05.alloc needs a tcgen05.dealloc with the same number of columns before the kernel ends.",
     "CUDA Driver API 13.0, CUresult; PTX ISA 9.1, 9.7.16.7"},
    {"im2col", {"smem_box_channel", "tensormapencodeim2col", "", ""},
     "The text has a tensor map of cuTensorMapEncodeIm2col, and tilescope reads only tiled maps. Without interleave, the driver refuses one whose channels of a pixel have more bytes than the swizzle: 128B takes 64 channels of f16.",
     "CUDA Driver API 13.0, cuTensorMapEncodeIm2col, swizzle; tile-ai/tilelang (128 channels of FLOAT16 with 128B)"},
    {"tensor map refused", {"failed to initialize the tma descriptor", "tensormapencodetiled", "", ""},
     "The driver refused a tensor map (cuTensorMapEncodeTiled, CUDA_ERROR_INVALID_VALUE). Paste the members that the program prints with this message (format, dim, globalDim, ...), or give them to tilescope check --tensor-map as JSON: it names the rule that is broken.",
     "CUDA Driver API 13.0, cuTensorMapEncodeTiled; CUTLASS copy_sm90_desc.hpp @7107b055"},
    {"printed layout", {"sw<0,", "sw<1,", "sw<2,", "sw<3,"},
     "The text has a printed CuTe layout and no descriptor. tilescope cute 'LAYOUT' reads the layout, for example 'Sw<3,4,3> o (64,64):(64,1)'. tilescope solve 'LAYOUT' --type bf16 gives the words for it.",
     "CuTe's print_layout; NVIDIA/cutlass#1396"},
    {"function without values", {"instr_desc", "smem_desc", "umma_desc", "idesc"},
     "The text names a function or a variable that has a descriptor, but no value of its fields. Paste a call with values, for example make_instr_desc(..., M=128, N=64, ...), or the number that the program prints for it.",
     "the names of CUTLASS, CuTe DSL and DeepGEMM"},
};
// clang-format on

// Returns the first row with a sign in the text, or nullptr. Reads the first 256 KiB.
const Lead* lead_in(std::string_view text);

}  // namespace tilescope
