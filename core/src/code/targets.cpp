// core/src/code/targets.cpp -- the targets of exported texts, and the lines in which two texts differ.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <algorithm>

namespace tilescope {
namespace {

template <auto Text>
Answer<CodeText> made_by(const CodeJob& job) {
    return Text(job.derived);
}

// The text of a target that has one instruction.
template <auto Text>
Answer<CodeText> one_by(const CodeJob& job) {
    const TilePieces& pieces = job.derived.session.pieces;
    if (pieces.all() == 1) return Text(job.derived);
    return Refusal("This text has one instruction, and the tile of the session has ", pieces.count.a, " x ",
                   pieces.count.b, ". Export a session of one piece, or CUDA C++ or PTX.");
}

// For a target that is a library: it has names for some families only.
template <auto Text, auto Name>
Answer<CodeText> named_by(const CodeJob& job) {
    const Session& session = job.derived.session;
    if (!(code::names_of_family(session).*Name).empty()) return one_by<Text>(job);
    return Refusal("No text for ", family_of(session).instruction, " is known here.");
}

// clang-format off
constexpr CodeTarget kTargets[] = {
    {.id = "cutlass", .title = "CUTLASS", .extension = "cuh", .language = "C++",
     .help = "The descriptors by named members, the layouts of the tiles, the MMA atom and the tiled MMA",
     .words = "c++ cute nvidia smemdescriptor instrdescriptor gmma tiledmma",
     .source = "NVIDIA/cutlass @7107b055 (4.7): include/cute/arch/mma_sm100_desc.hpp UMMA::SmemDescriptor, InstrDescriptor, MaskAndShiftB; mma_sm90_desc.hpp GmmaDescriptor; include/cute/arch/mma_sm100_umma.hpp; include/cute/atom/mma_traits_sm100.hpp, mma_traits_sm90_gmma.hpp",
     .text = named_by<code::cutlass::text, &code::FamilyNames::cutlass>},
    {.id = "cute-dsl", .title = "CuTe DSL", .extension = "py", .language = "Python",
     .help = "The words, the layouts of the tiles and the tiled MMA",
     .words = "cutlass python nvidia",
     .source = "nvidia-cutlass-dsl 4.8.1 (PyPI): cutlass/cute/nvgpu/tcgen05 and warpgroup, helpers.py make_smem_layout_atom, mma.py; cutlass/cute/core.py tile_to_shape",
     .text = named_by<code::cute_dsl::text, &code::FamilyNames::cute_dsl>},
    {.id = "triton", .title = "Triton", .extension = "py", .language = "Python",
     .help = "Gluon's layouts, and the encodings of Triton's IR. They say places, not words",
     .words = "gluon ttgir nvmma_shared tensor_memory_encoding mlir",
     .source = "triton 3.9.0 (PyPI): triton/experimental/gluon/language/_layouts.py NVMMASharedLayout; gluon/language/nvidia/blackwell TensorMemoryLayout, tcgen05_mma; triton-lang/triton @04d9389f include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td",
     .returns = CodeReturns::high_half, .text = named_by<code::triton::text, &code::FamilyNames::gluon>},
    {.id = "tilelang", .title = "TileLang", .extension = "py", .language = "Python",
     .help = "Macros that make the descriptors and issue the MMA",
     .words = "tvm",
     .source = "tile-ai/tilelang @a35008a4: tilelang/language/builtin.py initialize_tcgen05_descriptor, initialize_wgmma_descriptor; tilelang/cuda/language/tir.py ptx_tcgen05_mma_ss; tilelang/layout/swizzle.py",
     .returns = CodeReturns::no_start, .text = named_by<code::tilelang::text, &code::FamilyNames::tilelang>},
    {.id = "deepgemm", .title = "DeepGEMM", .extension = "cuh", .language = "C++",
     .help = "The descriptors with make_smem_desc, the MMA, and the step along K",
     .words = "deepseek",
     .source = "deepseek-ai/DeepGEMM @54e22612: deep_gemm/include/deep_gemm/mma/sm100.cuh and sm90.cuh make_smem_desc, advance_umma_desc_lo; ptx/tcgen05.cuh SM100_MMA_F16BF16_SS and its rows",
     .returns = CodeReturns::no_start, .text = named_by<code::deepgemm::text, &code::FamilyNames::deepgemm>},
    {.id = "thunderkittens", .title = "ThunderKittens", .extension = "cuh", .language = "C++",
     .help = "The descriptors, the shared tiles and the instruction descriptor",
     .words = "hazyresearch tk kittens",
     .source = "HazyResearch/ThunderKittens @0b55588d: include/types/shared/descriptor.cuh matrix_descriptor_raw, st_descriptor; include/types/shared/st.cuh; include/ops/thread/mma/tcgen05.cuh instruction_descriptor",
     .returns = CodeReturns::no_start, .text = named_by<code::kittens::text, &code::FamilyNames::kittens>},
    {.id = "cuda", .title = "CUDA C++", .extension = "cuh", .language = "CUDA C++",
     .help = "Functions that make the words for buffers at run time, the steps along K, and inline PTX",
     .words = "inline ptx asm nvcc kernel",
     .source = "PTX ISA 9.1, 9.7.15 and 9.7.16; CUDA C++ Programming Guide, address space conversion functions",
     .returns = CodeReturns::no_start, .text = made_by<code::cuda::text>},
    {.id = "tensor-map", .title = "Tensor maps", .extension = "h", .language = "C",
     .help = "The calls of cuTensorMapEncodeTiled that fill A and B",
     .words = "tma cutensormapencodetiled copy box",
     .source = "cuda.h 13.0, cuTensorMapEncodeTiled",
     .returns = CodeReturns::copies, .text = made_by<code::tensor_map::text>},
    {.id = "ptx", .title = "PTX", .extension = "ptx", .language = "PTX",
     .help = "A module with the words and the instruction, as ptxas takes it",
     .words = "assembler mov instruction",
     .source = "PTX ISA 9.1, 9.7.15 and 9.7.16",
     .text = made_by<code::ptx::text>},
    {.id = "c-header", .title = "C header", .extension = "h", .language = "C",
     .help = "The words and sizes as constants",
     .words = "define macro constants",
     .source = "ISO C99, <stdint.h>",
     .text = one_by<code::constants::c_header>},
    {.id = "python", .title = "Python", .extension = "py", .language = "Python",
     .help = "The words as constants, and functions that move or complete them",
     .words = "constants module numpy",
     .source = "the field tables of tilescope; no library",
     .text = one_by<code::constants::python>},
    {.id = "markdown", .title = "Markdown", .extension = "md", .language = "Markdown",
     .help = "A report: the instruction, the words field by field, and the problems",
     .words = "report table issue notes",
     .source = "the field tables and rules of tilescope",
     .text = made_by<code::markdown::text>},
};
// clang-format on

}  // namespace

std::span<const CodeTarget> code_targets() { return kTargets; }

const CodeTarget* find_code_target(std::string_view id) { return row_with(kTargets, id, &CodeTarget::id); }

// ---- the lines in which two texts differ ----

namespace {

constexpr std::size_t kMostCells = 1 << 20;  // of the table of common lengths

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace

std::vector<std::size_t> changed_lines(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> from = lines_of(before), to = lines_of(after);
    std::size_t head = 0, tail = 0;
    const std::size_t least = std::min(from.size(), to.size());
    while (head < least && from[head] == to[head]) ++head;
    while (tail < least - head && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
    const std::size_t rows = from.size() - head - tail, columns = to.size() - head - tail;
    std::vector<std::size_t> out;
    if (rows == 0 || columns == 0 || rows > kMostCells / columns) {
        for (std::size_t i = 0; i < columns; ++i) out.push_back(head + i);
        return out;
    }
    // longest[r][c]: the length of the longest common subsequence of the lines from r and from c on.
    std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t r, std::size_t c) -> std::uint32_t& { return longest[r * (columns + 1) + c]; };
    for (std::size_t r = rows; r-- > 0;)
        for (std::size_t c = columns; c-- > 0;)
            at(r, c) = from[head + r] == to[head + c] ? at(r + 1, c + 1) + 1 : std::max(at(r + 1, c), at(r, c + 1));
    for (std::size_t r = 0, c = 0; c < columns;) {
        if (r < rows && from[head + r] == to[head + c]) {
            ++r, ++c;
        } else if (r < rows && at(r + 1, c) >= at(r, c + 1)) {
            ++r;
        } else {
            out.push_back(head + c);
            ++c;
        }
    }
    return out;
}

}  // namespace tilescope
