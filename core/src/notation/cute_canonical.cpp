// core/src/notation/cute_canonical.cpp -- prints the layout of a descriptor as CuTe text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/placing.h>
#include <tilescope/notation/cute.h>

#include <algorithm>

namespace tilescope {
namespace {

struct CanonicalRow {
    SwizzleMode mode;
    Major major;
    std::string_view text;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};

// clang-format off
constexpr CanonicalRow kCanonical[] = {
    {SwizzleMode::none,    Major::mn, "Sw<0,4,3> o smem_ptr o ((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))",  "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b32,     Major::mn, "Sw<1,4,3> o smem_ptr o ((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))",  "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b64,     Major::mn, "Sw<2,4,3> o smem_ptr o ((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))",  "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b128,    Major::mn, "Sw<3,4,3> o smem_ptr o ((T,8,m),(8,k)):((1,T,LBO),(8T,SBO))",  "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b128_32, Major::mn, "Sw<2,5,2> o smem_ptr o ((T,8,m),(4,k)):((1,T,LBO),(8T,SBO))",  "CUTLASS mma_traits_sm100.hpp Layout_MN_SW128_32B_Atom @7107b055"},
    {SwizzleMode::none,    Major::k,  "Sw<0,4,3> o smem_ptr o ((8,m),(T,2k)):((1T,SBO),(1,LBO))",     "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b32,     Major::k,  "Sw<1,4,3> o smem_ptr o ((8,m),(T,2k)):((2T,SBO),(1,T))",       "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b64,     Major::k,  "Sw<2,4,3> o smem_ptr o ((8,m),(T,2k)):((4T,SBO),(1,T))",       "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b128,    Major::k,  "Sw<3,4,3> o smem_ptr o ((8,m),(T,2k)):((8T,SBO),(1,T))",       "PTX ISA 9.1, 9.7.16.3.3"},
    {SwizzleMode::b128_32, Major::k,  "Sw<2,5,2> o smem_ptr o ((8,m),(T,2k)):((8T,SBO),(1,T))",       "not in any document: this is the K-major 128B layout with Sw<2,5,2> instead of Sw<3,4,3>", Certainty::unknown},
};
// clang-format on

// Adds one index of a layout. A single mode has no parentheses.
void add_index(CuteText& text, const CuteModes& modes) {
    CuteTuple shape, stride;
    shape.leaf = stride.leaf = text.shape.leaf = text.stride.leaf = false;
    for (const CuteMode& m : modes) {
        shape.items.push_back({.number = m.extent, .items = {}});
        stride.items.push_back({.number = m.stride, .items = {}});
    }
    const bool single = modes.size() == 1;
    text.shape.items.push_back(single ? shape.items[0] : shape);
    text.stride.items.push_back(single ? stride.items[0] : stride);
}

// The modes of one operand index: the chunk, the steps inside an atom, and the atoms. Omits a mode of extent 1, but
// keeps at least one mode.
CuteModes modes_of(const placing::Walk& walk, int extent, unsigned container_bits) {
    CuteModes out;
    const auto add = [&](unsigned count, std::uint64_t bytes) {
        out.push_back({count, static_cast<std::int64_t>(bytes * 8 / container_bits)});
    };
    const auto count = static_cast<unsigned>(std::max(extent, 1));
    const unsigned steps = walk.step_of(static_cast<int>(count) - 1) + 1;
    if (walk.chunk > 1) out.push_back({std::min(count, walk.chunk), 1});
    const unsigned inner = std::min(steps, walk.inner), outer = (steps + walk.inner - 1) / walk.inner;
    if (inner > 1) add(inner, walk.inner_bytes);
    const unsigned in_one = std::min(outer, walk.group > 1 ? walk.group : outer);
    if (in_one > 1) add(in_one, walk.outer_bytes);
    if (outer > in_one) add((outer + in_one - 1) / in_one, walk.group_bytes);
    if (out.empty()) out.push_back({1, 0});
    return out;
}

}  // namespace

std::string_view canonical_text(SwizzleMode mode, Major major) {
    const auto* row =
        std::ranges::find_if(kCanonical, [&](const CanonicalRow& r) { return r.mode == mode && r.major == major; });
    return row == std::end(kCanonical) ? std::string_view() : row->text;
}

Answer<CuteText> cute_of(const SmemLayout& layout) {
    const placing::Walks walks = placing::walks_of(layout);
    if (walks.column.jumps && walks.column.outers_of(layout.columns) > 1)
        return Answer<CuteText>::refuse(
            "in absolute mode (bit 52), a tile wider than a 128-byte line continues at an address; a CuTe layout has "
            "only strides");
    CuteText out;
    out.swizzle = row_of(layout.mode).swizzle;
    out.space = CuteSpace::smem;
    out.unit_bits = layout.type->container_bits;
    out.address = layout.start;
    add_index(out, modes_of(walks.row, layout.rows, out.unit_bits));
    add_index(out, modes_of(walks.column, layout.columns, out.unit_bits));
    return out;
}

CuteText cute_of(const TmemLayout& layout) {
    const DataPathRow& path = *layout.path;
    const bool is_a = layout.operand == TmemOperand::a;
    const unsigned unit = is_a ? packing_of(*layout.type).container_bits : kTmem.cell_bits;
    const std::int64_t lane = (std::int64_t{1} << 16) * kTmem.cell_bits / unit;
    const unsigned in_cta = rows_per_cta(path), banks = is_a ? 1 : path.banks;
    CuteText out;
    out.space = CuteSpace::tmem;
    out.unit_bits = unit;
    out.address = tmem_address(layout.lane_half, layout.base_column);
    if (path.half)
        add_index(out, {{kHalfLanes, lane}, {in_cta / kHalfLanes, kTmem.warp_lanes * lane}});
    else
        add_index(out, {{in_cta, lane}});
    if (banks > 1)
        add_index(out, {{layout.columns / banks, 1}, {banks, in_cta * lane}});
    else
        add_index(out, {{layout.columns, 1}});
    return out;
}

CuteText cute_of(const ScaleMemory& memory) {
    constexpr std::int64_t kLanes = 32, kGroups = 4;
    const std::int64_t row_atoms = padded_rows(memory.rows) / kScaleAtom.rows;
    const std::int64_t factor_atoms = padded_factors(memory.factors) / kScaleAtom.factors;
    const bool rows_first = memory.order == ScaleOrder::rows_first;
    const std::int64_t atom = kScaleAtom.bytes;
    const std::string text =
        say("((", kLanes, ",", kGroups, ",", row_atoms, "),(", kScaleAtom.factors, ",", factor_atoms, ")):((",
            kChunkBytes, ",", kScaleAtom.factors, ",", rows_first ? atom : atom * factor_atoms, "),(1,",
            rows_first ? atom * row_atoms : atom, "))");
    CuteText out = *parse_cute(text);
    out.unit_bits = 8;
    return out;
}

}  // namespace tilescope
