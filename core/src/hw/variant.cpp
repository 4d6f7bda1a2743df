// core/src/hw/variant.cpp -- the collector names and the scale vector sizes of an MMA variant.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/variant.h>

#include <algorithm>

namespace tilescope {
namespace {

bool scaled(const Variant& v) { return kind_or_none(v.kind).block_scaled(); }

}  // namespace

bool multiplies_bits(const Variant& v, std::string_view arch) {
    return v.b1 && kind_or_none(v.kind).saturates && family_of(arch).single_bits;
}

unsigned scale_block_of(const Variant& v) {
    if (!scaled(v)) return 0;
    return v.scale_block != 0 ? v.scale_block : kind_or_none(v.kind).default_block;
}

bool is_collector(std::string_view text) {
    const std::size_t colons = text.find("::");
    if (colons == text.npos) return false;
    const std::string_view buffer = text.substr(0, colons), op = text.substr(colons + 2);
    const auto has = [](std::span<const std::string_view> all, std::string_view one) {
        return std::ranges::find(all, one) != all.end();
    };
    return has(kCollectorOps, op) && (has(kCollectorsOfA, buffer) || has(kCollectorsOfB, buffer));
}

std::string scale_size_text(const Variant& v) {
    if (!scaled(v)) return {};
    const KindRow& kind = kind_or_none(v.kind);
    if (v.scale_block == 0 && !v.scale_vec && !kind.block_named) return {};
    const unsigned block = scale_block_of(v);
    // The number of scale factors of a row for this block size. Source: PTX ISA 9.1, Table 55, for the shortest K.
    return v.scale_vec ? say("scale_vec::", kind.dense_k / block, "X") : say("block", block);
}

}  // namespace tilescope
