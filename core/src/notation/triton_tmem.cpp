// core/src/notation/triton_tmem.cpp -- the Tensor Memory of Triton's IR.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/notation/triton_layout.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

constexpr unsigned kMostMatrix = 1 << 16;  // larger extents and numbers of stages are refused

// The matrix of a memdesc in one CTA, and the number of its stages.
struct TritonMatrix {
    unsigned rows = 0, columns = 0, stages = 1;
};

Answer<TritonMatrix> matrix_in_cta(const TritonMemdesc& memory, const std::array<unsigned, 2>& parts) {
    using Matrix = Answer<TritonMatrix>;
    const std::size_t rank = memory.shape.size();
    if (memory.element_bits == 0 || parts[0] == 0 || parts[1] == 0)
        return Matrix::refuse("the type has elements of 0 bits or 0 parts");
    if (rank != 2 && rank != 3)
        return Matrix::refuse("a type in Tensor Memory needs two extents, or three with stages");
    // A view of a larger allocation starts at a column that the type does not tell.
    const std::vector<unsigned>& shape = memory.shape;
    TritonMatrix out{shape[rank - 2], shape[rank - 1], rank == 3 ? shape[0] : 1};
    for (const unsigned extent : shape)
        if (extent > kMostMatrix) return Matrix::refuse(say("the extent ", extent, " is larger than 65536"));
    if (std::ranges::find(shape, 0u) != shape.end()) return Matrix::refuse("an extent of the shape is 0");
    if (out.rows % parts[0] != 0 || out.columns % parts[1] != 0)
        return Matrix::refuse("the CTAs cannot cut the shape into equal parts");
    out.rows /= parts[0];
    out.columns /= parts[1];
    return out;
}

// Stores which matrix the elements are: D has one element for each cell, A is packed.
Answer<void> set_operand(const TritonMemdesc& memory, unsigned stride, TmemLayout& layout) {
    using Can = Answer<void>;
    constexpr unsigned kHalf = 16;
    if (stride * memory.element_bits == kTmem.cell_bits && memory.element_bits >= kHalf) {
        layout.operand = TmemOperand::d;
        layout.bits = memory.element_bits;
        return {};
    }
    const ElementType* type = triton_type(memory);
    const bool packed = stride == 1 && memory.element_bits < kTmem.cell_bits;
    if (packed && type != nullptr) {
        layout.operand = TmemOperand::a;
        layout.type = type;
        return {};
    }
    if (packed) return Can::refuse(say("the type ", memory.element, " does not tell the element type of A"));
    return Can::refuse(say("elements of ", memory.element, " at a distance of ", stride,
                           " elements are neither packed, as A is, nor one for each cell, as D is"));
}

Answer<TritonTmemTile> refuse_tmem(std::string why) { return Answer<TritonTmemTile>::refuse(std::move(why)); }

}  // namespace

Answer<TritonTmemTile> triton_tmem(const TritonMemdesc& memory) {
    const auto* encoding = std::get_if<TritonTmem>(&memory.encoding);
    if (encoding == nullptr) return refuse_tmem("the type is no matrix in Tensor Memory");
    if (encoding->fp4_padded) return refuse_tmem("padded fp4 elements in Tensor Memory are not read");
    if (encoding->block_n == 0) return refuse_tmem("blockN is 0");
    if (encoding->block_m != 64 && encoding->block_m != 128)
        return refuse_tmem(say("blockM is ", encoding->block_m, "; it must be 64 or 128"));
    const auto matrix = matrix_in_cta(memory, encoding->parts);
    if (!matrix) return refuse_tmem(matrix.why);
    const unsigned stride =
        encoding->column_stride.value_or(encoding->unpacked ? kTmem.cell_bits / memory.element_bits : 1);
    TritonTmemTile out;
    if (const auto can = set_operand(memory, stride, out.layout); !can) return refuse_tmem(can.why);
    const unsigned ctas = encoding->two_ctas ? 2 : 1;
    out.m = encoding->block_m * ctas;
    const auto path = data_path_of({.m = out.m, .cta_group = ctas});
    if (!path) return refuse_tmem(path.why);
    out.layout.path = *path;
    out.layout.columns = std::min(encoding->block_n, matrix->columns);
    if (matrix->rows % encoding->block_m != 0 || matrix->columns % out.layout.columns != 0)
        return refuse_tmem("the shape is not a whole number of blocks");
    out.blocks_m = matrix->rows / encoding->block_m;
    out.blocks_n = matrix->columns / out.layout.columns;
    out.stages = matrix->stages;
    // Two blocks of 64 rows share columns: one has the lower, the other the upper 16 lanes of each 32.
    const unsigned blocks = out.blocks_m * out.blocks_n, together = out.layout.path->half ? 2 : 1;
    if (together > 1 && blocks > 1 && memory.allocation != memory.shape)
        return refuse_tmem("the type is a view, and which of its blocks share columns depends on its place");
    out.columns = (blocks + together - 1) / together * columns_used(out.layout);
    return out;
}

Answer<TritonScaleTile> triton_scales(const TritonMemdesc& memory) {
    using Scales = Answer<TritonScaleTile>;
    const auto* encoding = std::get_if<TritonScales>(&memory.encoding);
    if (encoding == nullptr) return Scales::refuse("the type has no scale factors in Tensor Memory");
    if (memory.element_bits != 8) return Scales::refuse("a scale factor has 8 bits");
    const auto matrix = matrix_in_cta(memory, encoding->parts);
    if (!matrix) return Scales::refuse(matrix.why);
    constexpr unsigned kRows = 64, kFactors = 4, kColumns = 2;
    const auto groups = [](unsigned extent, unsigned of) { return (extent + of - 1) / of; };
    return TritonScaleTile{matrix->rows, matrix->columns,
                           groups(matrix->rows, kRows) * groups(matrix->columns, kFactors) * kColumns};
}

}  // namespace tilescope
