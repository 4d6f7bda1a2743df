// core/include/tilescope/document/presets.h -- presets: named sessions to start from. There is no empty document.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tilescope {

struct Preset {
    std::string_view id;      // "k_major_128b_f16"
    std::string_view title;   // "K-major, 128B, f16"
    std::string_view story;   // one line: its use, and the interesting detail
    std::string_view lesson;  // id of the lesson that explains it: "mn-major"
    std::string_view kind;
    std::array<std::uint64_t, kWordCount> words;  // in the order of kWords
    unsigned tile_k;
    bool ws = false;
    std::string_view arch = "sm_100a";
    unsigned cta_group = 1;
    bool sparse = false, a_in_tmem = false, b1 = false;

    Session session() const;
};

// What names a preset where a file or a lesson can stand: "preset:sparse_f16".
inline constexpr std::string_view kPresetSign = "preset:";

// All presets are legal and complete. The first one is the default session.
std::span<const Preset> presets();
// Returns null if no preset has this id.
const Preset* find_preset(std::string_view id);

}  // namespace tilescope
