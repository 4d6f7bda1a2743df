// core/include/tilescope/hw/operand.h -- the two operands that an instruction multiplies, and what there is one of for
// each.
// SPDX-License-Identifier: MIT
//
// D is no Operand: it has no descriptor, no image and no scale factors. Whatever can also be of D says Matrix
// (session/focus.h), and operand_of() is the way from there.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace tilescope {

enum class Operand : std::uint8_t { a, b };
inline constexpr Operand kBothOperands[] = {Operand::a, Operand::b};

constexpr std::string_view name_of(Operand o) { return o == Operand::a ? "A" : "B"; }

constexpr Operand other_operand(Operand o) { return o == Operand::a ? Operand::b : Operand::a; }

// One of each. Nothing but an Operand is an index: no number, no comparison.
template <class T>
struct OperandPair {
    T a{}, b{};

    constexpr T& operator[](Operand o) { return o == Operand::a ? a : b; }
    constexpr const T& operator[](Operand o) const { return o == Operand::a ? a : b; }
    friend bool operator==(const OperandPair&, const OperandPair&) = default;
};

// Of two that do not stand in a pair, A's first: pick(o, shape.sfa_id, shape.sfb_id), pick(o, "a_type", "b_type").
template <class T>
requires(!std::is_array_v<T>) constexpr T& pick(Operand o, T& a, T& b) { return o == Operand::a ? a : b; }
template <class T>
requires(!std::is_reference_v<T>) constexpr T pick(Operand o, T&& a, T&& b) {
    return o == Operand::a ? static_cast<T&&>(a) : static_cast<T&&>(b);
}
constexpr std::string_view pick(Operand o, std::string_view a, std::string_view b) { return o == Operand::a ? a : b; }

}  // namespace tilescope
