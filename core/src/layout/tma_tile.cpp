// core/src/layout/tma_tile.cpp -- boxes that cover an operand tile, and the element at each coordinate.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/tensor_map_rules.h>
#include <tilescope/layout/tma_tile.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint32_t kLoadAlignment = 128;

// The direction and the distance in the matrix for one step along a dimension.
struct Axis {
    bool inner;         // along the contiguous index
    std::int64_t step;  // in elements
};

Axis axis_of(const TensorMap& map, unsigned dimension) {
    if (dimension == 0) return {true, 1};
    const std::uint64_t stride = map.strides[dimension - 1], pitch = std::max<std::uint64_t>(map.strides[0], 1);
    if (dimension == 1 || stride % pitch == 0) return {false, static_cast<std::int64_t>(stride / pitch)};
    return {true, static_cast<std::int64_t>(stride * 8 / map.type->bits)};
}

unsigned rank_of(const TensorMap& map) { return std::clamp(map.rank, 1u, kTmaMostRank); }

// Returns how many indices of the matrix a box spans along one of the two axes.
std::int64_t reach(const TensorMap& map, bool inner) {
    std::int64_t out = 1;
    for (unsigned d = 0; d < rank_of(map); ++d) {
        const Axis axis = axis_of(map, d);
        if (axis.inner == inner) out += axis.step * (std::int64_t{std::max(map.box[d], 1u)} - 1);
    }
    return out;
}

// Sets the coordinates for an index, from the widest step to the narrowest.
void set_coordinates(const TensorMap& map, bool inner, std::int64_t index, TmaCoordinates& out) {
    std::vector<unsigned> dimensions;
    for (unsigned d = 0; d < rank_of(map); ++d)
        if (axis_of(map, d).inner == inner && axis_of(map, d).step > 0) dimensions.push_back(d);
    std::ranges::sort(dimensions, [&](unsigned a, unsigned b) { return axis_of(map, a).step > axis_of(map, b).step; });
    for (const unsigned d : dimensions) {
        const std::int64_t step = axis_of(map, d).step;
        out[d] = static_cast<int>(index / step);
        index %= step;
    }
}

}  // namespace

Element element_of(const TmaTile& tile, const TmaCoordinates& coordinates) {
    std::int64_t inner = 0, outer = 0;
    for (unsigned d = 0; d < rank_of(tile.map); ++d) {
        const Axis axis = axis_of(tile.map, d);
        (axis.inner ? inner : outer) += axis.step * coordinates[d];
    }
    const bool k = tile.major == Major::k;
    return {static_cast<int>((k ? outer : inner) - tile.first.row),
            static_cast<int>((k ? inner : outer) - tile.first.column)};
}

TmaTile covered(const TensorMap& map, const TmaBlock& block) {
    TmaTile out{.map = map, .major = block.major, .first = block.first, .loads = {}};
    const bool k = block.major == Major::k;
    const std::int64_t inner = k ? block.columns : block.rows, outer = k ? block.rows : block.columns;
    const std::int64_t inner_first = k ? block.first.column : block.first.row;
    const std::int64_t outer_first = k ? block.first.row : block.first.column;
    const std::int64_t inner_step = reach(map, true), outer_step = reach(map, false);
    std::uint32_t smem = block.smem;
    for (std::int64_t i = 0; i < inner; i += inner_step)
        for (std::int64_t o = 0; o < outer; o += outer_step) {
            BoxLoad load{.smem = smem};
            set_coordinates(map, true, inner_first + i, load.origin);
            set_coordinates(map, false, outer_first + o, load.origin);
            out.loads.push_back(load);
            smem += static_cast<std::uint32_t>(box_bytes(map));
        }
    return out;
}

std::vector<Problem> check(const TmaTile& tile, std::string_view arch) {
    std::vector<Problem> out = check(tile.map, arch);
    for (const BoxLoad& load : tile.loads)
        if (load.smem % kLoadAlignment != 0)
            out.push_back(problem_of(kTmaSmemAddress, say("the shared-memory address of a box must be a multiple of ",
                                                          kLoadAlignment, ", not ", hex(load.smem), ".")));
    return out;
}

}  // namespace tilescope
