// core/src/layout/tensor_map_check.cpp -- the rules of cuTensorMapEncodeTiled.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/tensor_map.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::string_view kEncodeTiled = "cuda.h 13.0, cuTensorMapEncodeTiled";
constexpr std::uint64_t kMostDim = 1ull << 32, kStrideEnd = 1ull << 40;
constexpr std::uint32_t kMostStep = 8, kPaddedBox = 128;

using Problems = std::vector<TmaProblem>;

template <class... Parts>
void refuse(Problems& out, const Parts&... parts) {
    out.push_back({say(parts...), kEncodeTiled});
}

void check_tensor(const TensorMap& map, unsigned rank, Problems& out) {
    const bool wide = map.type->padded() || map.interleave == TmaInterleave::b32;
    const unsigned unit = wide ? 32 : 16;
    if (map.address % unit != 0)
        refuse(out, "the tensor's address must be a multiple of ", unit, ", not ", hex(map.address));
    for (unsigned d = 0; d < rank; ++d)
        if (map.dims[d] == 0 || map.dims[d] > kMostDim)
            refuse(out, "dimension ", d, " must have 1 to ", kMostDim, " elements, not ", map.dims[d]);
    if (map.type->padded() && map.dims[0] % kPaddedBox != 0)
        refuse(out, map.type->name, " tensors must have a multiple of ", kPaddedBox,
               " elements along dimension 0, not ", map.dims[0]);
    if (map.type->bits < 8 && !map.type->padded() && map.dims[0] % 2 != 0)
        refuse(out, map.type->name, " tensors must have an even number of elements along dimension 0, not ",
               map.dims[0]);
    for (unsigned d = 1; d < rank; ++d) {
        const std::uint64_t stride = map.strides[d - 1];
        if (stride % unit != 0)
            refuse(out, "the stride of dimension ", d, " must be a multiple of ", unit, " bytes, not ", stride);
        if (stride >= kStrideEnd)
            refuse(out, "the stride of dimension ", d, " must be below ", kStrideEnd, " bytes, not ", stride);
    }
}

void check_box(const TensorMap& map, unsigned rank, Problems& out) {
    for (unsigned d = 0; d < rank; ++d) {
        if (map.box[d] == 0 || map.box[d] > kTmaMostBox)
            refuse(out, "the box must have 1 to ", kTmaMostBox, " elements along dimension ", d, ", not ", map.box[d]);
        if (map.steps[d] == 0 || map.steps[d] > kMostStep)
            refuse(out, "the element stride of dimension ", d, " must be 1 to ", kMostStep, ", not ", map.steps[d]);
    }
    if (map.type->padded()) {
        if (map.box[0] != kPaddedBox)
            refuse(out, map.type->name, " boxes must have ", kPaddedBox, " elements along dimension 0, not ",
                   map.box[0]);
        return;
    }
    const std::uint64_t inner_bits = std::uint64_t{map.box[0]} * map.type->bits;
    if (map.interleave == TmaInterleave::none && inner_bits % 128 != 0)
        refuse(out, "the inner dimension of the box must be a multiple of 16 bytes, not ", map.box[0], " elements of ",
               map.type->bits, " bits");
}

void check_swizzle(const TensorMap& map, Problems& out) {
    const std::uint64_t inner = std::uint64_t{map.box[0]} * map.type->container_bits / 8;
    const TmaSwizzle& s = *map.swizzle;
    if (map.interleave == TmaInterleave::none && s.width_bytes != 0 && inner > s.width_bytes)
        refuse(out, "the inner dimension of a box must be at most ", s.width_bytes, " bytes with swizzle ", s.name,
               ", not ", inner);
    if (map.interleave == TmaInterleave::b32 && s.name != "32B")
        refuse(out, "interleave 32B requires swizzle 32B, not ", s.name);
    if (map.interleave != TmaInterleave::none && map.type->name == "16U6_ALIGN16B")
        refuse(out, map.type->name, " tensors cannot be interleaved");
    if (s.code == kNoCode)
        out.push_back(
            {say("only tensormap.replace can set swizzle ", s.name, "; cuTensorMapEncodeTiled has no name for it"),
             s.source, Certainty::confirmed});
    if (!map.type->padded()) return;
    constexpr std::string_view kAllowed[] = {"NONE", "128B", "128B_ATOM_32B"};
    if (std::ranges::find(kAllowed, s.name) == std::end(kAllowed))
        refuse(out, map.type->name, " requires swizzle NONE, 128B or 128B_ATOM_32B, not ", s.name);
}

}  // namespace

std::vector<TmaProblem> check(const TensorMap& map) {
    Problems out;
    if (map.rank < 1 || map.rank > kTmaMostRank) {
        refuse(out, "a tensor must have 1 to ", kTmaMostRank, " dimensions, not ", map.rank);
        return out;
    }
    if (map.interleave != TmaInterleave::none && map.rank < 3)
        refuse(out, "an interleaved tensor must have 3 to ", kTmaMostRank, " dimensions, not ", map.rank);
    check_tensor(map, map.rank, out);
    check_box(map, map.rank, out);
    check_swizzle(map, out);
    return out;
}

}  // namespace tilescope
