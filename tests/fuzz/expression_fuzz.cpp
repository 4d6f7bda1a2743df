// tests/fuzz/expression_fuzz.cpp -- integer expressions: a value is the same when it is read again, in any dress.
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

// `dress` holds the text and means the same.
std::string wrong_in(const std::string& dress, const Bits& bits) {
    const auto again = evaluate(dress, lookup);
    if (!again) return say("'", dress, "' is refused: ", again.why);
    if (again->bits.value != bits.value || again->bits.unknown != bits.unknown)
        return say("'", dress, "' is ", hex(again->bits.value), " without ", hex(again->bits.unknown), ", want ",
                   hex(bits.value), " without ", hex(bits.unknown));
    return {};
}

}  // namespace

std::string check_expression(std::string_view bytes) {
    std::size_t where = 0;
    const auto out = evaluate(bytes, lookup, &where);
    if (!out && where > bytes.size()) return say("refused at place ", where, " of ", bytes.size());
    if (!out) return wrong_sentence(out.why);
    const Bits& bits = out->bits;
    if ((bits.value & bits.unknown) != 0) return say(hex(bits.value), " has ones in holes ", hex(bits.unknown));
    if (bits.width != 0 && bits.width != 32 && bits.width != 64) return say("a width of ", bits.width);
    if (bits.unknown != 0) return {};
    return wrong_in(hex(bits.value), bits);
}

}  // namespace tilescope::fuzz
