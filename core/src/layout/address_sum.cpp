// core/src/layout/address_sum.cpp -- the address of an element as a sum, and then the XOR.
// SPDX-License-Identifier: MIT
#include "placing.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/address_sum.h>

namespace tilescope {
namespace {

constexpr std::uint32_t kLine = 128;

void add_steps(std::vector<AddressTerm>& terms, const placing::Half& half, int index) {
    // Largest unit first: the group, then the row inside it.
    for (unsigned s = half.count; s-- > 0;) {
        const placing::Step& step = half.steps[s];
        const std::uint32_t whole = static_cast<std::uint32_t>(index) / step.divisor;
        const std::uint32_t n = step.modulus ? whole % step.modulus : whole;
        if (n != 0) terms.push_back({step.field, say(n, " x ", step.bytes), n * step.bytes});
    }
}

std::string sum_line(const AddressSum& sum) {
    std::string out;
    for (const AddressTerm& t : sum.terms) {
        const std::string text = t.field == "start" ? hex(t.bytes) : t.label;
        out += say(out.empty() ? "" : " + ", text);
    }
    return out;
}

void write_lines(const SmemLayout& layout, AddressSum& sum) {
    const Swizzle s = row_of(layout.mode).swizzle;
    const char* unit = s.base == 5 ? "32-byte pair " : "chunk ";
    sum.lines.push_back(sum_line(sum));
    if (s.bits == 0) {
        sum.lines.push_back(say("= ", hex(sum.linear), "  line ", sum.line, ", no swizzle"));
        return;
    }
    sum.lines.push_back(say("= ", hex(sum.linear), "  line ", sum.line, ", ", unit, sum.unit_before));
    sum.lines.push_back(say(unit, sum.unit_before, " xor ", sum.phase, " = ", sum.unit_after));
    sum.lines.push_back(say("= ", hex(sum.address)));
}

}  // namespace

AddressSum explain(const SmemLayout& layout, Element element) {
    const placing::Halves h = placing::halves_of(layout);
    AddressSum sum;
    sum.linear = placing::linear_address(layout, element);
    sum.address = placing::swizzled(layout, sum.linear);
    sum.bit = placing::bits_in_chunk(layout, element) % 8;
    sum.terms.push_back({"start", "start", layout.start});
    add_steps(sum.terms, h.row, element.row);
    add_steps(sum.terms, h.column, element.column);
    if (const unsigned inside = placing::bits_in_chunk(layout, element) / 8)
        sum.terms.push_back({"", say(inside), inside});
    std::uint32_t total = 0;
    for (const AddressTerm& t : sum.terms) total += t.bytes;
    if (layout.absolute_lbo && total != sum.linear)
        sum.terms.push_back({"lbo", say("continued at ", hex(layout.lbo)), sum.linear - total});

    const Swizzle s = row_of(layout.mode).swizzle;
    sum.line = sum.linear / kLine;
    sum.unit_before = sum.linear % kLine >> s.base;
    sum.unit_after = sum.address % kLine >> s.base;
    sum.phase = sum.unit_before ^ sum.unit_after;
    write_lines(layout, sum);
    return sum;
}

}  // namespace tilescope
