// tests/oracle/cutlass_names.h -- the names of swizzle modes and element sizes in the vector files.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/families.h>
#include <tilescope/hw/types.h>

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace tilescope {

inline SwizzleMode mode_of(const std::string& name) {
    using enum SwizzleMode;
    const std::map<std::string, SwizzleMode> modes = {
        {"INTER", none}, {"SW32", b32}, {"SW64", b64}, {"SW128", b128}, {"SW128_32B", b128_32}};
    EXPECT_TRUE(modes.contains(name)) << name;
    return modes.contains(name) ? modes.at(name) : none;
}

inline const ElementType* type_of_bits(std::uint64_t bits) {
    return find_type(bits == 4 ? "e2m1x2" : bits == 8 ? "e4m3" : bits == 16 ? "f16" : "tf32");
}

}  // namespace tilescope
