// tests/fuzz/expression_fuzz.cpp -- integer expressions: a printed value reads back as the same value.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/expression.h>

namespace tilescope::fuzz {
namespace {

std::optional<Bits> lookup(std::string_view name) {
    if (name == "lo") return Bits{.value = 0x00010040, .width = 32};
    if (name == "hi") return Bits{.value = 0x40000000, .unknown = 0xffff, .width = 32};
    return std::nullopt;
}

// Checks that `text` evaluates to `bits`.
std::string wrong_in(const std::string& text, const Bits& bits) {
    const auto again = evaluate(text, lookup);
    if (!again) return say("'", text, "' is refused: ", again.why);
    if (again->bits.value != bits.value || again->bits.unknown != bits.unknown)
        return say("'", text, "' is ", hex(again->bits.value), " with unknown bits ", hex(again->bits.unknown),
                   "; expected ", hex(bits.value), " with unknown bits ", hex(bits.unknown));
    return {};
}

}  // namespace

std::string check_expression(std::string_view bytes) {
    std::size_t where = 0;
    const auto out = evaluate(bytes, lookup, &where);
    if (!out && where > bytes.size())
        return say("the refusal is at offset ", where, ", but the text has ", bytes.size(), " bytes");
    if (!out) return wrong_sentence(out.why);
    const Bits& bits = out->bits;
    if ((bits.value & bits.unknown) != 0)
        return say(hex(bits.value), " has bits set among the unknown bits ", hex(bits.unknown));
    if (bits.width != 0 && bits.width != 32 && bits.width != 64)
        return say("the width is ", bits.width, "; expected 0, 32 or 64");
    if (bits.unknown != 0) return {};
    return wrong_in(hex(bits.value), bits);
}

}  // namespace tilescope::fuzz
