// core/src/layout/tensor_map.cpp -- the shared-memory places of the elements of a TMA box, and back.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/memory.h>
#include <tilescope/layout/tensor_map.h>

#include <algorithm>

namespace tilescope {
namespace {

std::uint32_t per_chunk(const TensorMap& map) { return 8 * kChunkBytes / map.type->container_bits; }

// Returns the bytes from the start of a row to the end of the container of its last element.
std::uint32_t inner_bytes(const TensorMap& map) { return (box_counts(map)[0] * map.type->container_bits + 7) / 8; }

}  // namespace

std::array<std::uint32_t, kTmaMostRank> box_counts(const TensorMap& map) {
    std::array<std::uint32_t, kTmaMostRank> out{1, 1, 1, 1, 1};
    for (unsigned d = 0; d < std::min(map.rank, kTmaMostRank); ++d) {
        // TMA has no step along the inner dimension unless the tensor is interleaved.
        const bool steps = d != 0 || map.interleave != TmaInterleave::none;
        const std::uint32_t step = steps ? std::max(map.steps[d], 1u) : 1;
        out[d] = (map.box[d] + step - 1) / step;
    }
    return out;
}

std::uint32_t box_row_bytes(const TensorMap& map) { return std::max(inner_bytes(map), map.swizzle->width_bytes); }

std::uint64_t box_bytes(const TensorMap& map) {
    const auto counts = box_counts(map);
    std::uint64_t rows = 1;
    for (unsigned d = 1; d < kTmaMostRank; ++d) rows *= counts[d];
    return rows * box_row_bytes(map);
}

std::uint64_t counted_bytes(const TensorMap& map) {
    std::uint64_t elements = 1;
    for (unsigned d = 0; d < std::min(map.rank, kTmaMostRank); ++d) elements *= map.box[d] / map.steps[d];
    return elements * map.type->bits / 8;
}

BitPlace tma_place(const TensorMap& map, std::uint32_t smem, const TmaCoordinates& in_box) {
    const auto counts = box_counts(map);
    std::uint32_t row = 0;
    for (unsigned d = kTmaMostRank - 1; d > 0; --d) row = row * counts[d] + static_cast<std::uint32_t>(in_box[d]);
    const auto inner = static_cast<std::uint32_t>(in_box[0]);
    const std::uint32_t bits = inner % per_chunk(map) * map.type->bits;
    const std::uint32_t linear = smem + row * box_row_bytes(map) + inner / per_chunk(map) * kChunkBytes + bits / 8;
    return {(*map.swizzle)(linear), bits % 8};
}

std::optional<TmaCoordinates> tma_element_at(const TensorMap& map, std::uint32_t smem, BitPlace place) {
    const auto counts = box_counts(map);
    const std::uint32_t offset = (*map.swizzle)(place.byte) - smem;
    if (offset >= box_bytes(map)) return {};
    const std::uint32_t in_row = offset % box_row_bytes(map);
    const std::uint32_t in_chunk = (in_row % kChunkBytes * 8 + place.bit) / map.type->bits;
    const std::uint32_t inner = in_row / kChunkBytes * per_chunk(map) + in_chunk;
    if (in_chunk >= per_chunk(map) || inner >= counts[0]) return {};
    TmaCoordinates out{static_cast<int>(inner)};
    std::uint32_t row = offset / box_row_bytes(map);
    for (unsigned d = 1; d < kTmaMostRank; ++d) {
        out[d] = static_cast<int>(row % counts[d]);
        row /= counts[d];
    }
    return out;
}

}  // namespace tilescope
