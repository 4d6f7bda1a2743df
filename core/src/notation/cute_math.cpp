// core/src/notation/cute_math.cpp -- CuTe layouts: offsets, units, the layouts of tiles, and operand fragments.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/cute.h>

#include "text_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/placing.h>

#include <bit>
#include <cstdlib>
#include <utility>

namespace tilescope {
namespace {

constexpr std::int64_t kMostCoordinates = 1 << 24, kMostStride = std::int64_t{1} << 32;
constexpr std::int64_t kTooLarge = std::int64_t{1} << 60;  // replaces a product that overflows; refused later

void collect_names(const CuteTuple& tuple, std::vector<std::string>& out) {
    if (!tuple.name.empty() && !notation::is_in(out, tuple.name)) out.push_back(tuple.name);
    for (const CuteTuple& item : tuple.items) collect_names(item, out);
}

void bind_in(CuteTuple& tuple, std::span<const CuteName> values) {
    for (const CuteName& v : values)
        if (!tuple.name.empty() && tuple.name == v.name) {
            if (__builtin_mul_overflow(tuple.number, v.value, &tuple.number)) tuple.number = kTooLarge;
            tuple.name.clear();
        }
    for (CuteTuple& item : tuple.items) bind_in(item, values);
}

void flatten(const CuteTuple& shape, const CuteTuple& stride, CuteModes& out) {
    if (shape.leaf) out.push_back({shape.number, stride.number});
    for (std::size_t i = 0; i < shape.items.size(); ++i) flatten(shape.items[i], stride.items[i], out);
}

// Calls `change` with shape and stride of every leaf, in order.
template <class Change>
void change_leaves(CuteTuple& shape, CuteTuple& stride, const Change& change) {
    if (shape.leaf) change(shape.number, stride.number);
    for (std::size_t i = 0; i < shape.items.size(); ++i) change_leaves(shape.items[i], stride.items[i], change);
}

// Whether the unit of the layout can be converted to `bits` bits.
Answer<void> can_be_in_unit(const CuteText& text, unsigned bits) {
    if (bits == 0 || bits > 128 || !std::has_single_bit(bits))
        return Refusal("the unit is ", bits, " bits; it must be 1, 2, 4, 8, 16, 32, 64 or 128");
    if (text.unit_bits == 0)
        return Refusal("the layout does not state its unit; write smem_ptr[16b], or give the element type");
    if (!std::has_single_bit(text.unit_bits))
        return Refusal("the unit of ", text.unit_bits, " bits cannot be converted, because ", text.unit_bits,
                       " is not a power of two");
    if (const auto names = names_in(text); !names.empty())
        return Refusal("'", excerpt(names.front()), "' has no value; give it a number first");
    return {};
}

unsigned log2_of(unsigned bits) { return static_cast<unsigned>(std::bit_width(bits)) - 1; }

// A swizzle without a pointer acts on units, so its base changes with the unit.
Answer<void> move_swizzle(CuteText& text, unsigned bits) {
    if (!text.swizzle || text.space != CuteSpace::none) return {};
    const unsigned from = log2_of(text.unit_bits), to = log2_of(bits);
    if (to <= from) {
        text.swizzle->base += from - to;
        return {};
    }
    if (text.swizzle->base < to - from)
        return Refusal("the swizzle would split a unit of ", bits, " bits; the unit can have at most ",
                       text.unit_bits << text.swizzle->base, " bits");
    text.swizzle->base -= to - from;
    return {};
}

// The layout with its swizzle and its offset in another unit. Its modes are still in the old unit.
Answer<CuteText> with_unit(CuteText text, unsigned bits) {
    if (const auto can = can_be_in_unit(text, bits); !can) return Refusal(can.why);
    if (const auto can = move_swizzle(text, bits); !can) return Refusal(can.why);
    const auto all = text.offset * static_cast<std::int64_t>(text.unit_bits);
    if (all % bits != 0) return Refusal("the offset ", text.offset, " is not a multiple of ", bits, " bits");
    text.offset = all / bits;
    text.unit_bits = bits;
    return text;
}

// upcast of CuTe: joins `n` units to one. Reduces the extent of a mode whose stride is less than n units.
Answer<void> upcast(CuteText& text, std::int64_t n) {
    std::string why;
    change_leaves(text.shape, text.stride, [&](std::int64_t& extent, std::int64_t& stride) {
        const std::int64_t step = std::abs(stride);
        if (stride == 0 || !why.empty()) return;
        if (step % n == 0) {
            stride /= n;
            return;
        }
        const std::int64_t group = n / std::max<std::int64_t>(step, 1);
        if (n % step != 0 || (extent % group != 0 && group % extent != 0)) {
            why = say("mode ", extent, ":", stride, " cannot be divided into groups of ", n, " units");
            return;
        }
        extent = std::max<std::int64_t>(extent / group, 1);
        stride = stride < 0 ? -1 : 1;
    });
    return why.empty() ? Answer<void>() : Refusal(why);
}

// downcast of CuTe: splits each unit into n. Only a mode of stride 1 gets coordinates for the new units.
std::string downcast(CuteText& text, std::int64_t n) {
    bool reached = false;
    change_leaves(text.shape, text.stride, [&](std::int64_t& extent, std::int64_t& stride) {
        if (std::abs(stride) == 1 && !reached) {
            extent *= n;
            reached = true;
        } else {
            stride *= n;
        }
    });
    return reached ? std::string()
                   : say("No mode has stride 1, so coordinates reach only the first 1/", n, " of each old unit.");
}

// Whether the modes are a layout that can be evaluated. The limits make sure that no sum overflows.
Answer<void> can_be_evaluated(const CuteText& text, const std::vector<CuteModes>& modes) {
    std::int64_t size = 1, lowest = text.offset;
    for (const CuteModes& list : modes)
        for (const CuteMode& m : list) {
            if (m.extent < 1) return Refusal("a mode of the shape is ", m.extent, "; it must be 1 or more");
            if (m.extent > kMostCoordinates / size)
                return Refusal("the layout has more than ", kMostCoordinates, " coordinates");
            if (std::abs(m.stride) > kMostStride)
                return Refusal("a stride is ", m.stride >= kTooLarge ? std::string("larger than 2^60") : say(m.stride),
                               "; it must be at most 2^32");
            size *= m.extent;
            lowest += std::min<std::int64_t>(0, (m.extent - 1) * m.stride);
        }
    const unsigned unit = std::max(text.unit_bits, 1u);
    const bool deep = text.address.value_or(0) > (std::uint64_t{1} << 56);
    if (deep) return Refusal("the address ", hex(*text.address), " has more than 56 bits");
    const auto below = static_cast<std::uint64_t>(-lowest) * unit;
    if (lowest < 0 && text.address && below > *text.address * 8)
        return Refusal("the layout reaches ", -lowest, " units below its address ", hex(*text.address),
                       ", which is below address 0");
    return {};
}

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

constexpr std::string_view kIteratorWord = "DescriptorIterator";
constexpr std::size_t kKMode = 2;  // after the instruction and M or N

struct IteratorSpace {
    std::string_view name, instruction;
};
constexpr IteratorSpace kIteratorSpaces[] = {{"GMMA::", "wgmma"}, {"UMMA::", "tcgen05"}};

// Returns the smallest step of a mode. Modes of one coordinate and modes that do not move have no step.
CuteMode smallest_step(const CuteModes& modes) {
    CuteMode out{1, 0};
    for (const CuteMode& m : modes) {
        if (m.extent < 2 || m.stride == 0) continue;
        if (out.stride == 0 || std::abs(m.stride) < std::abs(out.stride)) out = m;
    }
    return out;
}

// Returns the name before the colon, if the text before the iterator is a name: "tCrA : " is tCrA.
std::string name_before(std::string_view text) {
    text = trimmed(text);
    if (!text.ends_with(':') || text.ends_with("::")) return {};
    text = trimmed(text.substr(0, text.size() - 1));
    const std::size_t blank = text.find_last_of(" \t=,;(");
    return std::string(blank == text.npos ? text : text.substr(blank + 1));
}

}  // namespace

std::vector<std::string> names_in(const CuteText& text) {
    std::vector<std::string> out;
    collect_names(text.shape, out);
    collect_names(text.stride, out);
    return out;
}

CuteText with_names(const CuteText& text, std::span<const CuteName> values) {
    CuteText out = text;
    bind_in(out.shape, values);
    bind_in(out.stride, values);
    return out;
}

std::int64_t size_of(const CuteModes& modes) {
    std::int64_t size = 1;
    for (const CuteMode& m : modes) size *= m.extent;
    return size;
}

std::int64_t offset_of(const CuteModes& modes, std::int64_t index) {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < modes.size(); ++i) {
        const bool last = i + 1 == modes.size();
        offset += (last ? index : index % modes[i].extent) * modes[i].stride;
        index /= modes[i].extent;
    }
    return offset;
}

std::int64_t shown_offset(const CuteText& text, std::int64_t offset) {
    const std::int64_t all = offset + text.offset;
    if (text.space != CuteSpace::none || !text.swizzle) return all;
    return static_cast<std::int64_t>(text.swizzle->wide(static_cast<std::uint64_t>(all)));
}

Answer<std::vector<CuteModes>> modes_of(const CuteText& text) {
    if (const auto names = names_in(text); !names.empty())
        return Refusal("'", excerpt(names.front()), "' has no value; give it a number");
    std::vector<CuteModes> out;
    const std::size_t count = text.shape.leaf ? 1 : text.shape.items.size();
    for (std::size_t i = 0; i < count; ++i)
        flatten(text.shape.leaf ? text.shape : text.shape.items[i],
                text.shape.leaf ? text.stride : text.stride.items[i], out.emplace_back());
    if (const auto can = can_be_evaluated(text, out); !can) return Refusal(can.why);
    return out;
}

Answer<CuteMatrix> matrix_of(const CuteText& text) {
    const auto modes = modes_of(text);
    if (!modes) return Refusal(modes.why);
    const auto is_list = [&](std::size_t i) { return !text.shape.leaf && !text.shape.items[i].leaf; };
    const bool paired = modes->size() >= 3 && is_list(0) && text.shape.items[0].items.size() == 2 && !is_list(1);
    if (!paired && (modes->size() == 2 || modes->size() == 3))
        return CuteMatrix{(*modes)[0], (*modes)[1], modes->size() == 3 ? (*modes)[2] : CuteModes{}};
    if (!paired || modes->size() > 4)
        return Refusal("the layout has ", modes->size(), modes->size() == 1 ? " mode" : " modes",
                       "; expected rows and columns, with optional stages, or a partition by instructions: "
                       "((M,K),rows,columns)");
    CuteMatrix out;
    flatten(text.shape.items[0].items[0], text.stride.items[0].items[0], out.rows);
    flatten(text.shape.items[0].items[1], text.stride.items[0].items[1], out.columns);
    out.rows.insert(out.rows.end(), (*modes)[1].begin(), (*modes)[1].end());
    out.columns.insert(out.columns.end(), (*modes)[2].begin(), (*modes)[2].end());
    if (modes->size() == 4) out.stages = (*modes)[3];
    return out;
}

std::uint64_t bit_of(const CuteText& text, std::int64_t offset, std::uint64_t start) {
    const unsigned address_bits = text.space == CuteSpace::tmem ? kTmem.cell_bits : 8;
    const std::uint64_t origin = text.address.value_or(start) * address_bits;
    auto at = static_cast<std::uint64_t>(offset + text.offset);
    if (text.space == CuteSpace::none) {
        if (text.swizzle) at = text.swizzle->wide(at);
        return origin + at * text.unit_bits;
    }
    const std::uint64_t bit = origin + at * text.unit_bits;
    if (!text.swizzle) return bit;
    return text.swizzle->wide(bit / 8) * 8 + bit % 8;
}

Answer<CuteText> in_unit(const CuteText& text, unsigned unit_bits) {
    Answer<CuteText> out = with_unit(text, unit_bits);
    if (!out) return out;
    std::string why;
    change_leaves(out->shape, out->stride, [&](const std::int64_t& extent, std::int64_t& stride) {
        const std::int64_t bits = stride * static_cast<std::int64_t>(text.unit_bits);
        if (extent > 1 && bits % unit_bits != 0 && why.empty())
            why = say("stride ", stride, " is ", bits, " bits, not a multiple of ", unit_bits, " bits");
        stride = bits / unit_bits;
    });
    return why.empty() ? out : Refusal(why);
}

Answer<Recast> recast(const CuteText& text, unsigned bits) {
    Answer<CuteText> moved = with_unit(text, bits);
    if (!moved) return Refusal(moved.why);
    Recast out{std::move(*moved), {}};
    if (bits > text.unit_bits) {
        if (const auto can = upcast(out.text, bits / text.unit_bits); !can) return Refusal(can.why);
    } else if (bits < text.unit_bits) {
        out.note = downcast(out.text, text.unit_bits / bits);
    }
    return out;
}

std::string_view canonical_text(SwizzleMode mode, Major major) {
    const auto* row =
        std::ranges::find_if(kCanonical, [&](const CanonicalRow& r) { return r.mode == mode && r.major == major; });
    return row == std::end(kCanonical) ? std::string_view() : row->text;
}

Answer<CuteText> cute_of(const SmemLayout& layout) {
    const placing::Walks walks = placing::walks_of(layout);
    if (walks.column.jumps && walks.column.outers_of(layout.columns) > 1)
        return Refusal(
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

Answer<CuteFragment> parse_fragment(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    const std::size_t found = text.find(kIteratorWord);
    if (found == text.npos) return Refusal("'", excerpt(text), "' has no DescriptorIterator");
    std::size_t begin = found;
    CuteFragment out;
    for (const IteratorSpace& space : kIteratorSpaces)
        if (text.substr(0, found).ends_with(space.name)) {
            begin = found - space.name.size();
            out.instruction = space.instruction;
        }
    out.name = name_before(text.substr(0, begin));
    std::string_view rest = trimmed(text.substr(begin));
    if (rest.ends_with(':')) rest.remove_suffix(1);
    auto layout = parse_cute(rest);
    if (!layout) return Refusal(layout.why);
    auto modes = modes_of(*layout);
    if (!modes) return Refusal(modes.why);
    out.layout = std::move(*layout);
    out.modes = std::move(*modes);
    if (out.modes.size() == kKMode + 1 || out.modes.size() == kKMode + 2) {
        out.k_mode = kKMode;
        out.k_is_certain = out.modes.size() == kKMode + 2;
        out.k_step = smallest_step(out.modes[kKMode]);
    }
    return out;
}

std::vector<CuteFragment> fragments_in(std::string_view text) {
    std::vector<CuteFragment> out;
    for (const std::string_view line : notation::Lines(text))
        if (auto one = parse_fragment(line)) out.push_back(std::move(*one));
    return out;
}

std::string sentence_of(const CuteFragment& fragment) {
    std::string out = say(fragment.name.empty() ? "This" : fragment.name, " is a layout of ", fragment.instruction,
                          fragment.instruction.empty() ? "" : " ", "descriptors: it has strides, but no words. ");
    if (!fragment.k_mode) return out + say("It has ", fragment.modes.size(), " modes, so its K mode is not known.");
    const std::int64_t units = fragment.k_step.stride;
    if (units == 0) return out + "It has only one K step.";
    out += say("A K step adds ", units, " units of 16 bytes = ", units * kFragmentUnitBytes, " bytes");
    return out + (fragment.k_is_certain ? "." : ", if the third mode is K.");
}

}  // namespace tilescope
