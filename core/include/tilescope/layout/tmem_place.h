// core/include/tilescope/layout/tmem_place.h -- the operands that an instruction can have in Tensor Memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/operand.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tilescope {

// An operand in Tensor Memory. The instruction has an address for each of them. `id` is the key in session files and
// edits.
enum class TmemPlace : std::uint8_t { d, a, sfa, sfb, meta };
inline constexpr std::size_t kTmemPlaceCount = 5;
struct TmemPlaceRow {
    TmemPlace place;
    std::string_view id, title;
};
inline constexpr TmemPlaceRow kTmemPlaces[kTmemPlaceCount] = {{TmemPlace::d, "tmem_d", "D"},
                                                              {TmemPlace::a, "tmem_a", "A"},
                                                              {TmemPlace::sfa, "tmem_sfa", "SFA"},
                                                              {TmemPlace::sfb, "tmem_sfb", "SFB"},
                                                              {TmemPlace::meta, "tmem_meta", "metadata"}};
constexpr const TmemPlaceRow& row_of(TmemPlace place) { return kTmemPlaces[static_cast<std::size_t>(place)]; }
constexpr TmemPlace scales_place(Operand o) { return pick(o, TmemPlace::sfa, TmemPlace::sfb); }

}  // namespace tilescope
