// core/src/layout/address_sum.cpp -- explains the address of an element as a sum and an XOR.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>

namespace tilescope {
namespace {

using placing::kLine;

void add_steps(std::vector<AddressTerm>& terms, std::string_view field, std::uint32_t count, std::uint32_t each,
               const placing::Unit& unit) {
    if (count == 0) return;
    const std::string label = say(count, " ", count == 1 ? unit.one : unit.many, " x ", each);
    terms.push_back({field, label, count * each, count, each});
}

// Along the contiguous index, the inner steps and the place inside the chunk are one term: the bytes along the row.
void add_bytes(std::vector<AddressTerm>& terms, std::uint32_t bytes) {
    if (bytes != 0) terms.push_back({"", say(bytes, bytes == 1 ? " more byte" : " more bytes"), bytes});
}

// Largest unit first: the group, then the row inside it.
void add_walk(std::vector<AddressTerm>& terms, const placing::Walk& walk, int index, std::uint32_t in_chunk) {
    const unsigned step = walk.step_of(index), outer = step / walk.inner;
    // If the walk jumps, the first term already contains the first outer step and the steps before index 0.
    const unsigned walked = walk.jumps && outer != 0 ? outer - 1 : outer;
    if (walk.group > 1) {
        constexpr placing::Unit kInstruction{"instruction along K", "instructions along K"};
        add_steps(terms, "", walked / walk.group, walk.group_bytes, kInstruction);
    }
    add_steps(terms, walk.field, walked % (walk.group > 1 ? walk.group : ~0u), walk.outer_bytes, walk.outer_unit);
    const unsigned inner = step % walk.inner - (outer == 0 ? walk.skew : 0);
    if (walk.chunk == 1) return add_steps(terms, "", inner, walk.inner_bytes, walk.inner_unit);
    add_bytes(terms, inner * walk.inner_bytes + in_chunk);
}

std::vector<AddressTerm> terms_of(const SmemLayout& layout, Element e) {
    const placing::Walks w = placing::walks_of(layout);
    const bool elsewhere = w.column.jumps && w.column.step_of(e.column) >= w.column.inner;
    const std::uint32_t first = elsewhere ? layout.lbo : layout.start;
    std::vector<AddressTerm> terms;
    terms.push_back({elsewhere ? "lbo" : "start", elsewhere ? "second chunk" : "start", first});
    const std::uint32_t in_chunk = placing::bits_in_chunk(layout, e) / 8;
    add_walk(terms, w.row, e.row, in_chunk);
    add_walk(terms, w.column, e.column, in_chunk);
    return terms;
}

std::string sum_line(const AddressSum& sum) {
    std::string out = hex(sum.terms.front().bytes);
    for (std::size_t i = 1; i < sum.terms.size(); ++i) {
        const AddressTerm& t = sum.terms[i];
        out += t.each == 0 ? say(" + ", t.bytes) : say(" + ", t.count, " x ", t.each);
    }
    return out;
}

void write_lines(const SmemLayout& layout, AddressSum& sum) {
    const Swizzle s = row_of(layout.mode).swizzle;
    sum.unit = s.base == 5 ? "32-byte unit" : "chunk";
    const std::string bit = sum.bit == 0 ? "" : say(", bit ", sum.bit);
    sum.lines.push_back(sum_line(sum));
    if (s.bits == 0) {
        sum.lines.push_back(say("= ", hex(sum.linear), "  line ", sum.line, ", no swizzle", bit));
        return;
    }
    sum.lines.push_back(say("= ", hex(sum.linear), "  line ", sum.line, ", ", sum.unit, ' ', sum.unit_before));
    sum.lines.push_back(say(sum.unit, ' ', sum.unit_before, " xor ", sum.phase, " = ", sum.unit_after));
    sum.lines.push_back(say("= ", hex(sum.address), bit));
}

}  // namespace

AddressSum explanation_of(const SmemLayout& layout, Element element) {
    AddressSum sum;
    sum.terms = terms_of(layout, element);
    sum.linear = placing::linear_address(layout, element);
    sum.address = placing::swizzled(layout, sum.linear);
    sum.bit = placing::bits_in_chunk(layout, element) % 8;
    const Swizzle s = row_of(layout.mode).swizzle;
    sum.line = sum.linear / kLine;
    sum.unit_before = sum.linear % kLine >> s.base;
    sum.unit_after = sum.address % kLine >> s.base;
    sum.phase = sum.unit_before ^ sum.unit_after;
    write_lines(layout, sum);
    return sum;
}

}  // namespace tilescope
