// core/src/notation/triton_tiles.cpp -- the tiles of Triton's layouts in shared memory and in Tensor Memory.
// SPDX-License-Identifier: MIT
//
// Triton compares a layout that is given as bits with its core matrices, one swizzle after the other. So does this
// file: for each mode and major, the strides are the offsets of the elements one atom away, and then the place of each
// bit must agree.
//
// Source: Triton third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/DotOpToLLVM/MMAHelpers.h DotOpMmaSmemLoader::build
// @04d9389f. Tests compare with the PTX that Triton 3.9.0 makes.
#include <tilescope/notation/triton_layout.h>

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/tile.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace tilescope {
namespace {

constexpr unsigned kMostBoxRows = 256;     // the layout repeats boxes of a TMA copy, which have at most 256 rows
constexpr unsigned kRowsOfPattern = 8;     // rows of a swizzle pattern
constexpr unsigned kMostExtent = 1 << 16;  // larger extents and numbers of stages are refused

const SwizzleRow* mode_of_bytes(unsigned bytes) {
    const SwizzleMode modes[] = {SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128};
    for (const SwizzleMode mode : modes)
        if (row_of(mode).width_bytes == bytes) return &row_of(mode);
    return bytes == 0 ? &row_of(SwizzleMode::none) : nullptr;
}

// Whether the elements of `type` have the width of the encoding. Two packed fp4 elements have one element of 8 bits.
bool type_fits(const TritonShared& encoding, const ElementType& type) {
    if (encoding.fp4_padded) return encoding.element_bits == 8 && type.bits == 4 && type.container_bits == 8;
    return type.container_bits == encoding.element_bits || (type.container_bits == 4 && encoding.element_bits == 8);
}

// How many elements of `type` one element of the memdesc has.
unsigned elements_in_one(const TritonShared& encoding, const ElementType& type) {
    return encoding.fp4_padded || type.container_bits < encoding.element_bits ? 2 : 1;
}

// The last two extents of a memdesc in one CTA, in elements of the memdesc.
struct Extents {
    std::array<unsigned, 2> shape{}, allocation{};
};
// Errors: fewer than two extents; an encoding of another rank; an extent that is not a power of two or too large.
Answer<Extents> extents_of(const TritonMemdesc& memory, const std::vector<unsigned>& parts, std::size_t rank) {
    if (memory.shape.size() < 2 || memory.allocation.size() < 2)
        return Refusal("an operand needs a shape of two extents");
    if (rank != 2) return Refusal("the encoding has rank ", rank, "; an operand has 2");
    if (!parts.empty() && (parts.size() != 2 || std::ranges::count(parts, 0u) != 0))
        return Refusal("the CTAs cut two extents, each into at least one part");
    for (const unsigned extent : memory.allocation)
        if (extent > kMostExtent) return Refusal("the extent ", extent, " is larger than 65536");
    Extents out;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto cut = [&](const std::vector<unsigned>& shape) {
            const unsigned extent = shape[shape.size() - 2 + i];
            return extent == 0 || parts.empty() ? extent : extent / std::min(parts[i], extent);
        };
        out.shape[i] = cut(memory.shape), out.allocation[i] = cut(memory.allocation);
        for (const unsigned extent : {out.shape[i], out.allocation[i]})
            if (!std::has_single_bit(extent)) return Refusal("the extent ", extent, " is not a power of two");
        if (out.shape[i] > out.allocation[i]) return Refusal("the shape is larger than its allocation");
    }
    return out;
}

// Whether Triton's order of the swizzle rows is one that a descriptor can read.
Answer<void> can_be_read(unsigned rows, const SwizzleRow& mode, unsigned row_bytes) {
    if (row_bytes < mode.width_bytes)
        return Refusal("Triton refuses swizzlingByteWidth = ", mode.width_bytes, " for rows of ", row_bytes, " bytes");
    if (rows < kRowsOfPattern) return Refusal("Triton refuses a swizzled layout of ", rows, " rows; it needs 8");
    if (rows > kMostBoxRows && row_bytes > mode.width_bytes)
        return Refusal(
            "the order of the swizzle atoms is not known for a tile of more than 256 rows that are wider "
            "than the swizzle");
    return {};
}

// Triton stores an unswizzled tile row by row. Only rows of one chunk are the core matrices of a descriptor.
Answer<void> can_be_read_unswizzled(const TritonShared& encoding, Major major, unsigned row_bytes) {
    if (row_bytes != row_of(SwizzleMode::none).width_bytes)
        return Refusal("Triton stores swizzlingByteWidth = 0 row by row, here in rows of ", row_bytes,
                       " bytes; a descriptor without swizzle reads separate rows of 16 bytes");
    if (encoding.transposed)
        return Refusal("swizzlingByteWidth = 0 with transposed = true differs between versions of Triton");
    if (major == Major::k) return Refusal("a row has 16 bytes of K, but an instruction reads 32");
    return {};
}

// Stores the stages and their distance.
Answer<TritonTile> with_stages(TritonTile tile, const TritonMemdesc& memory, std::uint64_t stage_bytes) {
    for (const unsigned n : std::span(memory.shape).first(memory.shape.size() - 2)) {
        if (n > kMostExtent / tile.stages) return Refusal("the type has more than 65536 stages");
        tile.stages *= n;
    }
    tile.stage_bytes = stage_bytes;
    return tile;
}

// ---- layouts that are given as bits ----

unsigned bits_of(unsigned extent) { return static_cast<unsigned>(std::countr_zero(extent)); }

// From both indices to the offset in elements: the inverse of the vectors.
class Offsets {
public:
    static Answer<Offsets> of(const TritonLinear& linear, const Extents& extents) {
        const auto [rows, columns] = extents.allocation;
        const std::size_t bits = bits_of(rows) + bits_of(columns);
        if (linear.offsets.size() != bits)
            return Refusal("shared_linear has ", linear.offsets.size(), " vectors for an allocation of ", rows, " x ",
                           columns, ", which needs ", bits);
        LinearMap map{.inputs = static_cast<unsigned>(bits), .outputs = static_cast<unsigned>(bits)};
        for (std::size_t i = 0; i < bits; ++i) {
            const auto& vector = linear.offsets[i];
            if (vector[0] >= rows || vector[1] >= columns)
                return Refusal("the vector [", vector[0], ", ", vector[1], "] is outside of ", rows, " x ", columns);
            map.basis[i] = vector[0] << bits_of(columns) | vector[1];
        }
        const auto inverse = inverse_of(map);
        if (!inverse) return Refusal("two offsets of shared_linear have the same element");
        Offsets out;
        out.map_ = *inverse, out.column_bits_ = bits_of(columns);
        return out;
    }
    std::uint32_t at(unsigned first, unsigned second) const { return map_(first << column_bits_ | second); }

private:
    LinearMap map_;
    unsigned column_bits_ = 0;
};

// Where a tile has its elements, as rows (M or N) and columns (K), in bytes from its start.
struct Places {
    Offsets offsets;
    Operand operand;
    unsigned rows, columns, bytes;  // extents of the allocation; bytes of an element

    std::uint32_t at(unsigned row, unsigned column) const {
        return bytes * pick(operand, offsets.at(row, column), offsets.at(column, row));
    }
};

// The only layout of this mode and major that can have these places: its strides are those to the next atoms.
SmemLayout with_strides(SmemLayout l, const Places& places) {
    const AtomSize atom = atom_of(l.mode, l.major, *l.type);
    const auto rows = static_cast<unsigned>(atom.rows), columns = static_cast<unsigned>(atom.columns);
    const std::uint32_t row_step = places.rows > rows ? places.at(rows, 0) : 0,
                        column_step = places.columns > columns ? places.at(0, columns) : 0;
    const bool swizzled = l.mode != SwizzleMode::none;
    l.sbo = row_step, l.lbo = column_step;
    if (swizzled && l.major == Major::k) l.k_atom = column_step, l.lbo = 0;
    if (swizzled && l.major == Major::mn) l.sbo = column_step, l.lbo = row_step;
    return l;
}

// Whether the layout has these places. If each bit of a row or column adds another bit to the address, nothing carries,
// so the places of these elements give all others.
bool has_places(const SmemLayout& l, const Places& places) {
    std::uint32_t used = 0;
    const auto fits = [&](unsigned row, unsigned column) {
        const Element e{static_cast<int>(row), static_cast<int>(column)};
        const std::uint32_t byte = place_in_memory(l, e).byte, plain = placing::swizzled(l, byte);
        const bool separate = std::has_single_bit(plain) && (used & plain) == 0;
        used |= plain;
        return separate && byte == places.at(row, column);
    };
    for (unsigned row = 1; row < places.rows; row *= 2)
        if (!fits(row, 0)) return false;
    for (unsigned column = 1; column < places.columns; column *= 2)
        if (!fits(0, column)) return false;
    return true;
}

// Returns the layout of a tile whose offsets are bits, with start 0.
// Errors: the vectors do not fill the allocation; no descriptor reads the layout; `type` is packed or padded.
Answer<SmemLayout> layout_of(const TritonLinear& linear, const TritonMemdesc& memory, Operand operand,
                             const ElementType& type) {
    if (type.container_bits != memory.element_bits || type.bits < 8)
        return Refusal("tilescope reads shared_linear only if an element of ", memory.element,
                       " is one element of the operand, not for ", type.id);
    const auto extents = extents_of(memory, linear.parts, linear.offsets.front().size());
    if (!extents) return Refusal(extents.why);
    const auto offsets = Offsets::of(linear, *extents);
    if (!offsets) return Refusal(offsets.why);
    const auto [first, second] = extents->allocation;
    const Places places{*offsets, operand, pick(operand, first, second), pick(operand, second, first),
                        memory.element_bits / 8};
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            if (mode.mode == SwizzleMode::b128_32 || (major == Major::mn && type.container_bits == 32)) continue;
            SmemLayout l = with_strides({.mode = mode.mode, .major = major, .type = &type}, places);
            if (!has_places(l, places)) continue;
            const auto [rows, columns] = extents->shape;
            l.rows = static_cast<int>(pick(operand, rows, columns));
            l.columns = static_cast<int>(pick(operand, columns, rows));
            return l;
        }
    return Refusal("no descriptor has the offsets of this shared_linear layout");
}

// The matrix of a memdesc in one CTA, and the number of its stages.
struct TritonMatrix {
    unsigned rows = 0, columns = 0, stages = 1;
};

Answer<TritonMatrix> matrix_in_cta(const TritonMemdesc& memory, const std::array<unsigned, 2>& parts) {
    const std::size_t rank = memory.shape.size();
    if (memory.element_bits == 0 || parts[0] == 0 || parts[1] == 0)
        return Refusal("the type has elements of 0 bits or 0 parts");
    if (rank != 2 && rank != 3) return Refusal("a type in Tensor Memory needs two extents, or three with stages");
    // A view of a larger allocation starts at a column that the type does not tell.
    const std::vector<unsigned>& shape = memory.shape;
    TritonMatrix out{shape[rank - 2], shape[rank - 1], rank == 3 ? shape[0] : 1};
    for (const unsigned extent : shape)
        if (extent > kMostExtent) return Refusal("the extent ", extent, " is larger than 65536");
    if (std::ranges::find(shape, 0u) != shape.end()) return Refusal("an extent of the shape is 0");
    if (out.rows % parts[0] != 0 || out.columns % parts[1] != 0)
        return Refusal("the CTAs cannot cut the shape into equal parts");
    out.rows /= parts[0];
    out.columns /= parts[1];
    return out;
}

// Stores which matrix the elements are: D has one element for each cell, A is packed.
Answer<void> set_operand(const TritonMemdesc& memory, unsigned stride, TmemLayout& layout) {
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
    if (packed) return Refusal("the type ", memory.element, " does not tell the element type of A");
    return Refusal("elements of ", memory.element, " at a distance of ", stride,
                   " elements are neither packed, as A is, nor one for each cell, as D is");
}

}  // namespace

Answer<TritonTile> triton_tile(const TritonMemdesc& memory, Operand operand, const ElementType& type) {
    if (const auto* linear = std::get_if<TritonLinear>(&memory.encoding)) {
        const auto layout = layout_of(*linear, memory, operand, type);
        if (!layout) return Refusal(layout.why);
        return with_stages({.layout = *layout}, memory,
                           (std::uint64_t{1} << linear->offsets.size()) * memory.element_bits / 8);
    }
    const auto* encoding = std::get_if<TritonShared>(&memory.encoding);
    if (encoding == nullptr) return Refusal("the type is in Tensor Memory, not in shared memory");
    if (memory.element_bits != encoding->element_bits)
        return Refusal("the elements of ", memory.element, " have ", memory.element_bits,
                       " bits, but elementBitWidth is ", encoding->element_bits);
    if (!type_fits(*encoding, type))
        return Refusal("elements of ", type.id, " have containers of ", type.container_bits,
                       " bits, which do not fit elementBitWidth = ", encoding->element_bits,
                       encoding->fp4_padded ? " with fp4Padded; use e2m1" : "");
    const auto extents = extents_of(memory, encoding->parts, encoding->rank);
    if (!extents) return Refusal(extents.why);
    const std::size_t contiguous = encoding->transposed ? 0 : 1, other = 1 - contiguous;
    const unsigned rows = extents->allocation[other];                         // contiguous ones
    const bool rows_first = (operand == Operand::a) == encoding->transposed;  // the contiguous index is M or N
    const Major major = rows_first ? Major::mn : Major::k;
    const unsigned unit_bytes = encoding->element_bits / 8 * (encoding->fp4_padded ? 2 : 1);
    const unsigned row_bytes = extents->allocation[contiguous] * unit_bytes;
    const SwizzleRow* const row = mode_of_bytes(encoding->swizzle_bytes);
    if (row == nullptr) return Refusal("swizzlingByteWidth = ", encoding->swizzle_bytes, " is not a swizzle");
    const SwizzleRow& mode = *row;
    const bool plain = mode.mode == SwizzleMode::none;
    const auto can = plain ? can_be_read_unswizzled(*encoding, major, row_bytes) : can_be_read(rows, mode, row_bytes);
    if (!can) return Refusal(can.why);
    if (major == Major::mn && type.container_bits == 32) return Refusal("Triton has no MN-major operands of 32 bits");
    const auto along = static_cast<int>(extents->shape[contiguous] * elements_in_one(*encoding, type));
    const auto across = static_cast<int>(extents->shape[other]);
    const std::uint32_t atom_step = rows * mode.width_bytes, pattern = kRowsOfPattern * mode.width_bytes;
    TritonTile out;
    out.layout = {.mode = mode.mode, .major = major, .type = &type};
    out.layout.rows = major == Major::k ? across : along;
    out.layout.columns = major == Major::k ? along : across;
    (plain ? out.layout.lbo : out.layout.sbo) = pattern;  // a plain tile is MN-major: see can_be_read_unswizzled()
    if (!plain && row_bytes > mode.width_bytes) (major == Major::k ? out.layout.k_atom : out.layout.lbo) = atom_step;
    return with_stages(out, memory, std::uint64_t{row_bytes} * rows);
}

SmemLayout triton_slice(const TritonTile& tile, unsigned step, unsigned rows) {
    constexpr unsigned kMostRows = 256;  // the largest N
    SmemLayout out = k_step_slice(tile.layout, step);
    const auto all = static_cast<unsigned>(tile.layout.rows);
    out.rows = static_cast<int>(std::min(all, rows == 0 ? kMostRows : rows));
    const AtomSize atom = atom_of(out.mode, out.major, *out.type);
    out.k_atom = 0;
    if (out.major == Major::k || out.mode == SwizzleMode::none) {
        if (out.major == Major::k && out.rows <= atom.rows) out.sbo = 0;
        return out;
    }
    if (out.rows <= atom.rows) out.lbo = 0;
    if (out.columns <= atom.columns) out.sbo = 0;
    return out;
}

Answer<std::uint32_t> triton_high_half(const TritonShared& encoding, const Format& format) {
    if (encoding.swizzle_bytes == 0)
        return Refusal(
            "swizzlingByteWidth is 0: the strides, and whether a descriptor reads the layout, depend on "
            "the shape");
    const SwizzleRow* mode = mode_of_bytes(encoding.swizzle_bytes);
    if (mode == nullptr) return Refusal("swizzlingByteWidth = ", encoding.swizzle_bytes, " is not a swizzle");
    const SmemLayout layout{.mode = mode->mode, .sbo = kRowsOfPattern * mode->width_bytes};
    const auto word = descriptor_of(format, layout);
    if (!word) return Refusal(word.why);
    return static_cast<std::uint32_t>(*word >> 32);
}

Answer<TritonTmemTile> triton_tmem(const TritonMemdesc& memory) {
    const auto* encoding = std::get_if<TritonTmem>(&memory.encoding);
    if (encoding == nullptr) return Refusal("the type is not a matrix in Tensor Memory");
    if (encoding->fp4_padded) return Refusal("padded fp4 elements in Tensor Memory are not read");
    if (encoding->block_n == 0) return Refusal("blockN is 0");
    if (encoding->block_m != 64 && encoding->block_m != 128)
        return Refusal("blockM is ", encoding->block_m, "; it must be 64 or 128");
    const auto matrix = matrix_in_cta(memory, encoding->parts);
    if (!matrix) return Refusal(matrix.why);
    const unsigned stride =
        encoding->column_stride.value_or(encoding->unpacked ? kTmem.cell_bits / memory.element_bits : 1);
    TritonTmemTile out;
    if (const auto can = set_operand(memory, stride, out.layout); !can) return Refusal(can.why);
    const unsigned ctas = encoding->two_ctas ? 2 : 1;
    out.m = encoding->block_m * ctas;
    const auto path = data_path_of({.m = out.m, .cta_group = ctas});
    if (!path) return Refusal(path.why);
    out.layout.path = *path;
    out.layout.columns = std::min(encoding->block_n, matrix->columns);
    if (matrix->rows % encoding->block_m != 0 || matrix->columns % out.layout.columns != 0)
        return Refusal("the shape is not a whole number of blocks");
    out.blocks_m = matrix->rows / encoding->block_m;
    out.blocks_n = matrix->columns / out.layout.columns;
    out.stages = matrix->stages;
    // Two blocks of 64 rows share columns: one has the lower, the other the upper 16 lanes of each 32.
    const unsigned blocks = out.blocks_m * out.blocks_n, together = out.layout.path->half ? 2 : 1;
    if (together > 1 && blocks > 1 && memory.allocation != memory.shape)
        return Refusal("the type is a view, and which of its blocks share columns depends on its place");
    out.columns = (blocks + together - 1) / together * columns_used(out.layout);
    return out;
}

Answer<TritonScaleTile> triton_scales(const TritonMemdesc& memory) {
    const auto* encoding = std::get_if<TritonScales>(&memory.encoding);
    if (encoding == nullptr) return Refusal("the type has no scale factors in Tensor Memory");
    if (memory.element_bits != 8) return Refusal("a scale factor has 8 bits");
    const auto matrix = matrix_in_cta(memory, encoding->parts);
    if (!matrix) return Refusal(matrix.why);
    constexpr unsigned kRows = 64, kFactors = 4, kColumns = 2;
    const auto groups = [](unsigned extent, unsigned of) { return (extent + of - 1) / of; };
    return TritonScaleTile{matrix->rows, matrix->columns,
                           groups(matrix->rows, kRows) * groups(matrix->columns, kFactors) * kColumns};
}

}  // namespace tilescope
