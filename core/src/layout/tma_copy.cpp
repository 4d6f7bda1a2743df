// core/src/layout/tma_copy.cpp -- TMA copies: the place of each element, and the copy that matches a layout.
// SPDX-License-Identifier: MIT
#include "tma_image.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint64_t kWindow = 1u << 20;  // bytes; larger than every shared memory

// Returns the tensor type that kernels use for these elements. Only its sizes matter for the places. Returns null if no
// tensor type has this size.
const TmaType* tma_type_of(const ElementType& type) {
    struct Row {
        std::string_view element, tensor;
    };
    constexpr Row rows[] = {{"f16", "FLOAT16"}, {"bf16", "BFLOAT16"}, {"tf32", "TFLOAT32"}};
    for (const Row& row : rows)
        if (row.element == type.id) return find_tma_type(row.tensor);
    for (const TmaType& t : kTmaTypes)
        if (t.bits == type.bits && t.container_bits == type.container_bits) return &t;
    return nullptr;
}

// Returns the largest box size that divides `count`.
int divisor_of(int count) {
    for (int d = std::min(count, static_cast<int>(kTmaMostBox)); d > 1; --d)
        if (count % d == 0) return d;
    return 1;
}

// The sizes of a tile along the contiguous index and along the other index.
struct Sides {
    int inner, outer, wide;  // `wide`: elements in a row of a box
};

// Returns the copy whose boxes have `lines` rows: all rows of the tile, or the rows of one atom.
TmaCopy copy_with(const SmemLayout& layout, const Sides& sides, int lines) {
    TmaCopy out{.smem = layout.start};
    if (const TmaType* type = tma_type_of(*layout.type)) out.map.type = type;
    out.map.swizzle = &tma_swizzle_of(layout.mode);
    const auto inner = static_cast<std::uint64_t>(sides.inner), outer = static_cast<std::uint64_t>(sides.outer);
    const auto wide = static_cast<std::uint32_t>(sides.wide), tall = static_cast<std::uint32_t>(lines);
    const std::uint64_t pitch = inner * out.map.type->bits / 8;
    const int blocks = sides.inner / sides.wide;
    out.map.dims = {inner, outer};
    out.map.strides = {pitch};
    out.map.box = {wide, tall};
    const bool plain = layout.mode != SwizzleMode::none && lines == divisor_of(sides.outer);
    if (plain || blocks < 2 || sides.inner % sides.wide != 0) return out;
    out.map.rank = 3;
    out.map.dims = {wide, outer, static_cast<std::uint64_t>(blocks)};
    out.map.strides = {pitch, std::uint64_t{wide} * out.map.type->bits / 8};
    out.map.box = {wide, tall, static_cast<std::uint32_t>(divisor_of(blocks))};
    return out;
}

}  // namespace

Answer<void> can_be_copied(const ElementType& type) {
    if (tma_type_of(type)) return {};
    return Answer<void>::refuse(say("no tensor map has elements of ", type.bits, type.bits == 1 ? " bit" : " bits",
                                    "; kernels copy ", type.id,
                                    " as bytes: describe its layout as a tile or a CuTe layout"));
}

TmaTile covered(const TmaCopy& copy, Major major, int rows, int columns) {
    return covered(copy.map, {major, copy.first, rows, columns, copy.smem});
}

std::vector<std::uint64_t> written_bits(const TmaTile& tile, int rows, int columns) {
    const TensorMap& map = tile.map;
    const auto counts = box_counts(map);
    const std::uint64_t box_rows = box_bytes(map) / std::max(box_row_bytes(map), 1u);
    const bool steps_inside = map.interleave != TmaInterleave::none;
    std::vector<std::uint64_t> out(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), kNotWritten);
    const auto write = [&](const BoxLoad& load, const TmaCoordinates& in_box) {
        TmaCoordinates at = load.origin;
        for (unsigned d = 0; d < kTmaMostRank; ++d)
            at[d] += in_box[d] * (d == 0 && !steps_inside ? 1 : static_cast<int>(map.steps[d]));
        const Element e = element_of(tile, at);
        if (e.row < 0 || e.row >= rows || e.column < 0 || e.column >= columns) return;
        const BitPlace place = tma_place(map, load.smem, in_box);
        std::uint64_t& bit = out[static_cast<std::size_t>(e.row) * static_cast<std::size_t>(columns) +
                                 static_cast<std::size_t>(e.column)];
        if (bit == kNotWritten) bit = std::uint64_t{place.byte} * 8 + place.bit;
    };
    for (const BoxLoad& load : tile.loads)
        for (std::uint64_t row = 0; row < box_rows && load.smem + row * box_row_bytes(map) < kWindow; ++row) {
            TmaCoordinates in_box{};
            std::uint64_t rest = row;
            for (unsigned d = 1; d < kTmaMostRank; rest /= counts[d++]) in_box[d] = static_cast<int>(rest % counts[d]);
            for (; in_box[0] < static_cast<int>(counts[0]); ++in_box[0]) write(load, in_box);
        }
    return out;
}

TmaCopy copy_for(const SmemLayout& layout) {
    const bool k = layout.major == Major::k;
    const unsigned width = layout.mode == SwizzleMode::none ? 16 : row_of(layout.mode).width_bytes;
    const int inner = std::max(k ? layout.columns : layout.rows, 1),
              outer = std::max(k ? layout.rows : layout.columns, 1);
    const auto wide = static_cast<int>(width * 8 / layout.type->container_bits);
    const Sides sides{inner, outer, std::min(wide, inner)};
    const int atom = k ? 8 : static_cast<int>(row_of(layout.mode).k_rows);
    TmaCopy best = copy_with(layout, sides, divisor_of(outer));
    std::size_t most = 0;
    for (const int lines : {divisor_of(outer), std::min(atom, outer)}) {
        const TmaCopy copy = copy_with(layout, sides, lines);
        const tma::Image image(covered(copy, layout.major, layout.rows, layout.columns), layout.type->bits);
        const std::size_t equal = tma::compare(image, layout).equal;
        if (equal <= most) continue;
        most = equal;
        best = copy;
    }
    return best;
}

}  // namespace tilescope
