// core/src/notation/cute_print.cpp -- prints CuTe layouts.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>

#include <array>

namespace tilescope {
namespace {

void print(const CuteTuple& t, bool constants, std::string& out) {
    if (t.leaf) {
        if (constants && t.name.empty()) out += '_';
        if (t.name.empty() || t.number != 1) out += say(t.number);
        out += t.name;
        return;
    }
    out += '(';
    for (std::size_t i = 0; i < t.items.size(); ++i) {
        if (i > 0) out += ',';
        print(t.items[i], constants, out);
    }
    out += ')';
}

std::string pointer_text(const CuteText& text) {
    constexpr std::array<std::string_view, 5> kNames = {"", "smem_ptr", "gmem_ptr", "tmem_",
                                                        "UMMA::DescriptorIterator"};
    if (text.space == CuteSpace::descriptor) return std::string(kNames[4]);
    std::string out(kNames[static_cast<std::size_t>(text.space)]);
    if (text.unit_bits != 0) out += say("[", text.unit_bits, "b]");
    if (text.address && text.space == CuteSpace::tmem)  // lane and column: 0x0010.0020
        return say(out, "(", hex(*text.address >> 16, 4), ".", hex(*text.address & 0xffff, 4).substr(2), ")");
    if (text.address) return say(out, "(", hex(*text.address), ")");
    return text.unit_bits != 0 && text.space == CuteSpace::smem ? out + "(unset)" : out;
}

// Whether the swizzle acts on addresses, and the text has an offset instead of an address, as in CuTe DSL.
bool has_dsl_offset(const CuteText& text) {
    return text.swizzle && text.space == CuteSpace::smem && text.offset != 0 && !text.address;
}

std::string swizzle_text(std::string_view name, const Swizzle& s) {
    return say(name, "<", s.bits, ",", s.base, ",", s.shift, "> o ");
}

}  // namespace

std::string to_text(const CuteText& text, bool constants) {
    const std::int64_t offset_bits = text.offset * text.unit_bits;
    const bool dsl = has_dsl_offset(text);
    if (dsl && offset_bits != 0 && offset_bits % 8 == 0) {
        CuteText placed = text;
        placed.address = static_cast<std::uint64_t>(offset_bits / 8);
        placed.offset = 0;
        return to_text(placed, constants);
    }
    std::string out;
    if (text.swizzle) out = swizzle_text(dsl ? "S" : "Sw", *text.swizzle);
    if (text.space != CuteSpace::none && !dsl)
        out += pointer_text(text) + " o ";
    else if (text.swizzle)
        out += say(constants ? "_" : "", text.offset, " o ");
    print(text.shape, constants, out);
    out += ':';
    print(text.stride, constants, out);
    return out;
}

}  // namespace tilescope
