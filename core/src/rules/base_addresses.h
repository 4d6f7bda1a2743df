// core/src/rules/base_addresses.h -- the names of a program without their scopes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace tilescope {

// The part of a name after its scope: "global_smem" of "f1 global_smem". No name of PTX has a blank or a colon.
inline std::string_view own_name(std::string_view name) {
    const std::size_t end = name.find_last_of(" :");
    return end == name.npos ? name : name.substr(end + 1);
}

}  // namespace tilescope
