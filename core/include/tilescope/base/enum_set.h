// core/include/tilescope/base/enum_set.h -- a set of values of an enumeration, usable in constant expressions.
// SPDX-License-Identifier: MIT
//
//     using Features = EnumSet<Feature>;
//     constexpr Features kBoth = {Feature::tcgen05, Feature::wgmma};
//     kBoth.has(Feature::wgmma)    true
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace tilescope {

// Requires: the values of the enumeration are 0 to 31.
template <class Enum>
class EnumSet {
public:
    constexpr EnumSet() = default;
    constexpr EnumSet(Enum one) : bits_(bit(one)) {}  // NOLINT: one value converts to a set
    constexpr EnumSet(std::initializer_list<Enum> list) {
        for (const Enum e : list) bits_ |= bit(e);
    }

    constexpr bool has(Enum e) const { return (bits_ & bit(e)) != 0; }
    constexpr bool has_all(EnumSet others) const { return (bits_ & others.bits_) == others.bits_; }
    // Requires: the set is not empty.
    constexpr Enum first() const { return static_cast<Enum>(std::countr_zero(bits_)); }

    friend constexpr EnumSet operator|(EnumSet a, EnumSet b) {
        a.bits_ |= b.bits_;
        return a;
    }

private:
    static constexpr std::uint32_t bit(Enum e) { return 1u << static_cast<unsigned>(e); }

    std::uint32_t bits_ = 0;
};

}  // namespace tilescope
