// core/include/tilescope/hw/operand.h -- A and B, the two operands of an MMA, and which index is contiguous in them.
// SPDX-License-Identifier: MIT
//
//     OperandPair<SmemLayout> layouts;
//     layouts[Operand::a] = ...;
//     for (const Operand o : kBothOperands) draw(layouts[o]);
//
// D is not an Operand: it has no descriptor, no image and no scale factors. Code that can also refer to D uses Matrix
// (document/focus.h). operand_of() converts a Matrix to an Operand.
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace tilescope {

enum class Operand : std::uint8_t { a, b };
inline constexpr Operand kBothOperands[] = {Operand::a, Operand::b};

constexpr std::string_view name_of(Operand o) { return o == Operand::a ? "A" : "B"; }

constexpr Operand other_operand(Operand o) { return o == Operand::a ? Operand::b : Operand::a; }

// One value for A and one for B. The index must be an Operand; a number or a bool does not compile.
template <class T>
struct OperandPair {
    T a{}, b{};

    constexpr T& operator[](Operand o) { return o == Operand::a ? a : b; }
    constexpr const T& operator[](Operand o) const { return o == Operand::a ? a : b; }
    friend bool operator==(const OperandPair&, const OperandPair&) = default;
};

// Returns the first value for A and the second for B: pick(o, shape.sfa_id, shape.sfb_id), pick(o, "a_type", "b_type").
// Use it for values that are not in an OperandPair.
template <class T>
requires(!std::is_array_v<T>) constexpr T& pick(Operand o, T& a, T& b) { return o == Operand::a ? a : b; }
template <class T>
requires(!std::is_reference_v<T>) constexpr T pick(Operand o, T&& a, T&& b) {
    return o == Operand::a ? static_cast<T&&>(a) : static_cast<T&&>(b);
}
constexpr std::string_view pick(Operand o, std::string_view a, std::string_view b) { return o == Operand::a ? a : b; }

// Which index of an operand is contiguous in memory.
// K-major: K is contiguous, transpose bit 0.  MN-major: M (for A) or N (for B) is contiguous, transpose bit 1.
enum class Major : std::uint8_t { k, mn };
inline constexpr NamedValue kMajorNames[] = {{0, "k"}, {1, "mn"}};

constexpr std::string_view name_of(Major m) { return m == Major::k ? "K-major" : "MN-major"; }

}  // namespace tilescope
