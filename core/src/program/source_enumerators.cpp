// core/src/program/source_enumerators.cpp -- values of enumerators that much source code uses and does not define.
// SPDX-License-Identifier: MIT
#include <tilescope/program/readers.h>

#include <algorithm>
#include <iterator>

namespace tilescope::program {
namespace {

struct Enumerator {
    std::string_view type, name;
    std::uint64_t value;
};
// CUTLASS, include/cute/arch/mma_sm100_desc.hpp (UMMA) and mma_sm90_desc.hpp (GMMA). Its two enumerations LayoutType
// have different names.
constexpr Enumerator kEnumerators[] = {{"LayoutType", "SWIZZLE_NONE", 0},
                                       {"LayoutType", "SWIZZLE_128B_BASE32B", 1},
                                       {"LayoutType", "SWIZZLE_128B", 2},
                                       {"LayoutType", "SWIZZLE_64B", 4},
                                       {"LayoutType", "SWIZZLE_32B", 6},
                                       {"LayoutType", "INTERLEAVE", 0},
                                       {"LayoutType", "B128", 1},
                                       {"LayoutType", "B64", 2},
                                       {"LayoutType", "B32", 3},
                                       {"UMMA.Major", "K", 0},
                                       {"UMMA.Major", "MN", 1},
                                       {"UMMA.ScaleIn", "One", 0},
                                       {"UMMA.ScaleIn", "Neg", 1},
                                       {"UMMA.Saturate", "False", 0},
                                       {"UMMA.Saturate", "True", 1},
                                       {"MaxShift", "NoShift", 0},
                                       {"MaxShift", "MaxShift8", 1},
                                       {"MaxShift", "MaxShift16", 2},
                                       {"MaxShift", "MaxShift32", 3},
                                       {"CFormat", "F16", 0},
                                       {"CFormat", "F32", 1},
                                       {"CFormat", "S32", 2},
                                       {"F16F32Format", "F16", 0},
                                       {"F16F32Format", "BF16", 1},
                                       {"F16F32Format", "TF32", 2},
                                       {"S8Format", "UINT8", 0},
                                       {"S8Format", "INT8", 1},
                                       {"MXF8F6F4Format", "E4M3", 0},
                                       {"MXF8F6F4Format", "E5M2", 1},
                                       {"MXF8F6F4Format", "E2M3", 3},
                                       {"MXF8F6F4Format", "E3M2", 4},
                                       {"MXF8F6F4Format", "E2M1", 5},
                                       {"MXF4Format", "E2M1", 1},
                                       {"ScaleFormat", "UE4M3", 0},
                                       {"ScaleFormat", "UE8M0", 1}};

}  // namespace

std::optional<std::uint64_t> known_enumerator(std::string_view path) {
    const std::size_t dot = path.find_last_of('.');
    if (dot == path.npos) return std::nullopt;
    const std::string_view type = path.substr(0, dot), name = path.substr(dot + 1);
    const auto* const found = std::ranges::find_if(kEnumerators, [&](const Enumerator& e) {
        const bool whole = type.size() == e.type.size() ||
                           (type.size() > e.type.size() && type[type.size() - e.type.size() - 1] == '.');
        return e.name == name && type.ends_with(e.type) && whole;
    });
    return found == std::end(kEnumerators) ? std::nullopt : std::optional(found->value);
}

std::optional<std::uint64_t> enumerator_named(std::string_view name) {
    std::optional<std::uint64_t> out;
    for (const Enumerator& e : kEnumerators) {
        if (e.name != name) continue;
        if (out && *out != e.value) return std::nullopt;
        out = e.value;
    }
    return out;
}

}  // namespace tilescope::program
