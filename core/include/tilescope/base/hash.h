// core/include/tilescope/base/hash.h -- the FNV-1a hash: finds equal pasted words, and makes digests in tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace tilescope {

constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325ull) {
    for (const char c : bytes) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return seed;
}

}  // namespace tilescope
