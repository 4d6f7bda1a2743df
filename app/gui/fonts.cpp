// app/gui/fonts.cpp -- the embedded fonts, rebuilt when the scale changes.
// SPDX-License-Identifier: MIT
#include "app/gui/fonts.h"
#include "app/ui/icons.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/theme.h"

#include "tilescope_font_data_embedded.h"

#include <cmath>

namespace tilescope::ui {
namespace {

// clang-format off
constexpr ImWchar kRanges[] = {
    0x0020, 0x00ff,                  // Basic Latin, Latin-1
    0x2013, 0x2014, 0x2022, 0x2022, 0x2026, 0x2026,                  // dashes, bullet, ellipsis
    0x2190, 0x2199,                  // arrows
    0x2212, 0x2212, 0x2260, 0x2260, 0x2264, 0x2265,                  // minus, not equal, at most, at least
    0x25a0, 0x25a1, 0x25b2, 0x25b3, 0x25b6, 0x25b7, 0x25bc, 0x25bd, 0x25c0, 0x25c1, 0x25c6, 0x25c7, 0x25cf, 0x25cf,
    0x2713, 0x2713, 0x2717, 0x2717,  // tick, cross
    0};
// clang-format on

// Every icon as a range of one character, ended by 0.
constexpr auto kIconRanges = [] {
    std::array<ImWchar, 2 * kIconCodes.size() + 1> out{};
    for (std::size_t i = 0; i < kIconCodes.size(); ++i) out[2 * i] = out[2 * i + 1] = kIconCodes[i];
    return out;
}();

// `merge`: adds its characters to the font that was added last.
ImFont* add_font(ImFontAtlas& atlas, std::span<const unsigned char> file, float pixels, const ImWchar* ranges = kRanges,
                 bool merge = false) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.MergeMode = merge;
    // ImGui does not write to the bytes, but its signature has no const.
    auto* bytes = const_cast<unsigned char*>(file.data());
    return atlas.AddFontFromMemoryTTF(bytes, static_cast<int>(file.size()), pixels, &config, ranges);
}

}  // namespace

Fonts build_fonts(ImFontAtlas& atlas, float scale, bool presented) {
    const Sizes px = sizes_at(scale);
    atlas.Clear();
    use_freetype(atlas);
    ImFont* text = add_font(atlas, embedded::inter_regular(), px.text);
    // The letters of Inter are smaller than their square; the icons fill it.
    add_font(atlas, embedded::fork_awesome(), std::round(px.text * 0.875f), kIconRanges.data(), true);
    return {.text = text,
            .mono = add_font(atlas, embedded::jetbrains_mono_regular(), px.mono),
            .lead = add_font(atlas, embedded::inter_regular(), px.lead),
            .title = presented ? add_font(atlas, embedded::inter_regular(), px.title) : nullptr};
}

std::span<const ImWchar> glyph_ranges() { return kRanges; }

}  // namespace tilescope::ui
