// core/src/layout/tensor_map_check.cpp -- the rules of cuTensorMapEncodeTiled.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/tensor_map.h>
#include <tilescope/layout/tensor_map_rules.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint64_t kMostDim = 1ull << 32, kStrideEnd = 1ull << 40, kAddressEnd = 1ull << 57;
constexpr std::uint32_t kMostStep = 8, kPaddedBox = 128;

using Problems = std::vector<Problem>;

template <class... Parts>
void refuse(Problems& out, const RuleInfo& rule, const Parts&... parts) {
    out.push_back(problem_of(rule, say(parts..., ".")));
}

void check_tensor(const TensorMap& map, Problems& out) {
    const bool wide = map.type->padded() || map.interleave == TmaInterleave::b32;
    const unsigned unit = wide ? 32 : 16;
    if (map.address % unit != 0)
        refuse(out, kTmaAddress, "the tensor's address must be a multiple of ", unit, ", not ", hex(map.address));
    if (map.address >= kAddressEnd)
        refuse(out, kTmaFarAddress, "the tensor's address must be below 2^57, not ", hex(map.address));
    for (unsigned d = 0; d < map.rank; ++d)
        if (map.dims[d] == 0 || map.dims[d] > kMostDim)
            refuse(out, kTmaDimension, "dimension ", d, " must have 1 to ", kMostDim, " elements, not ", map.dims[d]);
    for (unsigned d = 1; d < map.rank; ++d) {
        const std::uint64_t stride = map.strides[d - 1];
        if (stride % unit != 0)
            refuse(out, kTmaStride, "the stride of dimension ", d, " must be a multiple of ", unit, " bytes, not ",
                   stride);
        if (stride >= kStrideEnd)
            refuse(out, kTmaFarStride, "the stride of dimension ", d, " must be below ", kStrideEnd, " bytes, not ",
                   stride);
    }
    if (map.nan_fill && !map.type->floats)
        refuse(out, kTmaNanFill, map.type->name,
               " elements outside of the tensor cannot be NaN; the fill must be none");
}

void check_box(const TensorMap& map, std::string_view arch, Problems& out) {
    const std::size_t before = out.size();
    for (unsigned d = 0; d < map.rank; ++d) {
        if (map.box[d] == 0 || map.box[d] > kTmaMostBox)
            refuse(out, kTmaBox, "the box must have 1 to ", kTmaMostBox, " elements along dimension ", d, ", not ",
                   map.box[d]);
        if (map.steps[d] == 0 || map.steps[d] > kMostStep)
            refuse(out, kTmaStep, "the element stride of dimension ", d, " must be 1 to ", kMostStep, ", not ",
                   map.steps[d]);
    }
    const ArchRow* target = arch_named(arch);
    const std::uint64_t most = target ? target->smem->usable_bytes : kSmem.usable_bytes;
    if (out.size() == before && counted_bytes(map) > most)
        refuse(out, kTmaLargeBox, "a box must have at most ", most, " bytes, not ", counted_bytes(map));
    const std::uint64_t inner_bits = std::uint64_t{map.box[0]} * map.type->bits;
    if (!map.type->padded() && inner_bits % 128 != 0)
        refuse(out, kTmaInnerBox, "the inner dimension of the box must be a multiple of 16 bytes, not ", map.box[0],
               " elements of ", map.type->bits, " bits");
}

void check_swizzle(const TensorMap& map, std::string_view arch, Problems& out) {
    const std::uint64_t inner = std::uint64_t{map.box[0]} * map.type->container_bits / 8;
    const TmaSwizzle& s = *map.swizzle;
    if (map.interleave == TmaInterleave::none && s.width_bytes != 0 && inner > s.width_bytes)
        refuse(out, kTmaWideBox, "the inner dimension of a box must be at most ", s.width_bytes, " bytes with swizzle ",
               s.name, ", not ", inner);
    if (map.interleave == TmaInterleave::b32 && s.name != "32B")
        refuse(out, kTmaInterleave32, "interleave 32B requires swizzle 32B by cuda.h, not ", s.name,
               "; the driver that was measured takes it");
    const auto can = [&](Features needs) {
        const ArchRow* target = arch_named(arch);
        return (target ? target->features : Features()).has_all(needs);
    };
    const auto others = [](Features needs) { return targets_with(needs, kNewestEdition); };
    if (s.code == kNoCode)
        refuse(out, kTmaReplaceOnly, "only tensormap.replace can set swizzle ", s.name,
               "; cuTensorMapEncodeTiled has no name for it");
    if (!can(s.needs))
        refuse(out, kTmaNoSwizzle, arch, " has no swizzle ", s.name, "; these targets have it: ", others(s.needs));
    if (!can(map.type->needs()))
        refuse(out, kTmaNoType, arch, " cannot copy ", map.type->name,
               "; these targets can: ", others(map.type->needs()));
}

// What cuda.h demands of the 4- and 6-bit types. No GPU that has them was asked.
void check_packed(const TensorMap& map, Problems& out) {
    const std::string_view name = map.type->name;
    if (!map.type->padded()) {
        if (map.type->bits < 8 && map.dims[0] % 2 != 0)
            refuse(out, kTmaPackedType, name, " tensors must have an even number of elements along dimension 0, not ",
                   map.dims[0]);
        return;
    }
    if (map.dims[0] % kPaddedBox != 0)
        refuse(out, kTmaPackedType, name, " tensors must have a multiple of ", kPaddedBox,
               " elements along dimension 0, not ", map.dims[0]);
    if (map.box[0] != kPaddedBox)
        refuse(out, kTmaPackedType, name, " boxes must have ", kPaddedBox, " elements along dimension 0, not ",
               map.box[0]);
    if (map.interleave != TmaInterleave::none && map.type->bits == 6)
        refuse(out, kTmaPackedType, name, " tensors cannot be interleaved");
    constexpr std::string_view kAllowed[] = {"NONE", "128B", "128B_ATOM_32B"};
    if (std::ranges::find(kAllowed, map.swizzle->name) == std::end(kAllowed))
        refuse(out, kTmaPackedType, name, " requires swizzle NONE, 128B or 128B_ATOM_32B, not ", map.swizzle->name);
}

}  // namespace

std::vector<Problem> check(const TensorMap& map, std::string_view arch) {
    Problems out;
    if (map.rank < 1 || map.rank > kTmaMostRank) {
        refuse(out, kTmaRank, "a tensor must have 1 to ", kTmaMostRank, " dimensions, not ", map.rank);
        return out;
    }
    if (map.interleave != TmaInterleave::none && map.rank < 3)
        refuse(out, kTmaInterleavedRank, "an interleaved tensor must have 3 to ", kTmaMostRank, " dimensions, not ",
               map.rank);
    check_tensor(map, out);
    check_box(map, arch, out);
    check_swizzle(map, arch, out);
    check_packed(map, out);
    std::ranges::stable_sort(out, {}, &Problem::severity);
    return out;
}

Certainty verdict_certainty(std::string_view arch) {
    const ArchRow* target = arch_named(arch);
    return target && chip_of(*target) == kTmaMeasured.measurement()->on->chip ? kTmaMeasured : Certainty::confirmed;
}

bool is_accepted(std::span<const Problem> problems) {
    return std::ranges::find(problems, Severity::error, &Problem::severity) == problems.end();
}

std::optional<Problem> null_address(const TensorMap& map) {
    if (map.address != 0) return {};
    return problem_of(kTmaNullAddress,
                      "the tensor's address is null: some drivers refuse such a map (CUDA_ERROR_INVALID_VALUE, 1), and "
                      "with the others each copy of it fails.");
}

std::optional<Problem> rounding_note(const TensorMap& map) {
    if (!map.type->rounds) return {};
    return problem_of(kTmaRounds, say(map.type->name,
                                      " rounds each f32 to the nearest tf32 while it copies (ties to even). "
                                      "An MMA that reads f32 words, as FLOAT32 copies them, cuts the 13 low "
                                      "bits: the same data gives other products."));
}

}  // namespace tilescope
