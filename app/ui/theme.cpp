// app/ui/theme.cpp -- the only file with colour literals: light and dark are two columns of one table.
// SPDX-License-Identifier: MIT
#include "app/ui/theme.h"

#include "app/ui/imgui_compat.h"

#include <tilescope/export/palette.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// Converts the usual notation 0xRRGGBB to the packing of ImGui; opaque.
constexpr ImU32 rgb(std::uint32_t hex) { return IM_COL32((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff, 0xff); }

constexpr ImU32 packed(Rgb c) { return IM_COL32(c.r, c.g, c.b, 0xff); }

constexpr Palette palette_of(bool dark) { return dark ? Palette::dark : Palette::screen; }

// A field has the colour of the cells that show what it says.
constexpr std::array<ImU32, kRoleCount> roles_of(bool dark, ImU32 mode, ImU32 shape) {
    const auto fill = [dark](Tone tone) { return packed(ink_of(tone, palette_of(dark)).fill); };
    return {fill(Tone::d),    fill(Tone::sfb), mode,
            fill(Tone::a),    shape,           fill(Tone::used),     // address, stride, ..., sign
            fill(Tone::meta), fill(Tone::sfa), fill(Tone::zeroed)};  // sparse, scale, fixed
}

// clang-format off
constexpr Theme kLight = {
    .dark = false,
    .window = rgb(0xFFFFFF), .panel = rgb(0xF4F6F8), .text = rgb(0x14171A), .dim = rgb(0x5A6370), .line = rgb(0xC5CBD3),
    .accent = rgb(0x1268C3), .arrow = packed(inks_of(Palette::screen).accent), .good = rgb(0x0E7456), .warn = rgb(0x946200), .error = rgb(0x8A1010), .live = rgb(0x5B1F87),
    .roles = roles_of(false, rgb(0x7ED0AC), rgb(0xF3EC8A)),
    .text_on_role = rgb(0x14171A),
    .wrong = rgb(0xC0322B),
    .hatch = rgb(0x5A6370), .ring_halo = rgb(0xFFFFFF),
};

constexpr Theme kDark = {
    .dark = true,
    .window = rgb(0x16181C), .panel = rgb(0x1E2126), .text = rgb(0xF2F4F7), .dim = rgb(0xA3ADBA), .line = rgb(0x3C434D),
    .accent = rgb(0x5AA7F0), .arrow = packed(inks_of(Palette::dark).accent), .good = rgb(0x4FC29B), .warn = rgb(0xF4C86A), .error = rgb(0xF07A6E), .live = rgb(0xE2C9FA),
    .roles = roles_of(true, rgb(0x146449), rgb(0x5B7264)),
    .text_on_role = rgb(0xF2F4F7),
    .wrong = rgb(0xE8685E),
    .hatch = rgb(0xA3ADBA), .ring_halo = rgb(0x16181C),
};
// clang-format on

void set_colours(ImGuiStyle& style, const Theme& t) {
    // Maps a colour of ImGui to a colour of the theme, with an opacity.
    struct Row {
        int what;
        ImU32 colour;
        float opacity = 1;
    };
    const ImU32 none = faded(t.window, 0);
    // clang-format off
    const Row rows[] = {
        {ImGuiCol_Text, t.text}, {ImGuiCol_TextDisabled, t.dim}, {ImGuiCol_WindowBg, t.window},
        {ImGuiCol_ChildBg, none, 0}, {ImGuiCol_PopupBg, t.panel}, {ImGuiCol_Border, t.line},
        {ImGuiCol_BorderShadow, none, 0}, {ImGuiCol_FrameBg, t.window}, {ImGuiCol_FrameBgHovered, t.accent, 0.16f},
        {ImGuiCol_FrameBgActive, t.accent, 0.28f}, {ImGuiCol_TitleBg, t.panel}, {ImGuiCol_TitleBgActive, t.panel},
        {ImGuiCol_TitleBgCollapsed, t.panel}, {ImGuiCol_MenuBarBg, t.panel}, {ImGuiCol_ScrollbarBg, none, 0},
        {ImGuiCol_ScrollbarGrab, t.line}, {ImGuiCol_ScrollbarGrabHovered, t.dim},
        {ImGuiCol_ScrollbarGrabActive, t.accent}, {ImGuiCol_CheckMark, t.accent}, {ImGuiCol_SliderGrab, t.accent},
        {ImGuiCol_SliderGrabActive, t.accent}, {ImGuiCol_Button, t.panel}, {ImGuiCol_ButtonHovered, t.accent, 0.16f},
        {ImGuiCol_ButtonActive, t.accent, 0.28f}, {ImGuiCol_Header, t.accent, 0.20f},
        {ImGuiCol_HeaderHovered, t.accent, 0.16f}, {ImGuiCol_HeaderActive, t.accent, 0.28f},
        {ImGuiCol_Separator, t.line}, {ImGuiCol_SeparatorHovered, t.accent}, {ImGuiCol_SeparatorActive, t.accent},
        {ImGuiCol_ResizeGrip, t.line}, {ImGuiCol_ResizeGripHovered, t.accent}, {ImGuiCol_ResizeGripActive, t.accent},
        {ImGuiCol_Tab, t.panel}, {ImGuiCol_TabHovered, t.accent, 0.16f}, {kColourTabSelected, t.accent, 0.20f},
        {kColourTabDimmed, t.panel}, {kColourTabDimmedSelected, t.accent, 0.20f}, {kColourNavCursor, t.accent},
        {ImGuiCol_PlotLines, t.accent}, {ImGuiCol_PlotLinesHovered, t.accent}, {ImGuiCol_PlotHistogram, t.accent},
        {ImGuiCol_PlotHistogramHovered, t.accent}, {ImGuiCol_TableHeaderBg, t.panel},
        {ImGuiCol_TableBorderStrong, t.line}, {ImGuiCol_TableBorderLight, t.line, 0.6f},
        {ImGuiCol_TableRowBg, none, 0}, {ImGuiCol_TableRowBgAlt, t.panel}, {ImGuiCol_TextSelectedBg, t.accent, 0.32f},
        {ImGuiCol_DragDropTarget, t.accent}, {ImGuiCol_NavWindowingHighlight, t.accent},
        {ImGuiCol_NavWindowingDimBg, t.window, 0.5f}, {ImGuiCol_ModalWindowDimBg, t.text, 0.3f},
    };
    // clang-format on
    for (const Row& row : rows) style.Colors[row.what] = as_vec4(faded(row.colour, row.opacity));
}

void set_sizes(ImGuiStyle& style, const Sizes& px) {
    style.WindowPadding = {px.pad, px.pad};
    style.FramePadding = {std::round(px.gap), std::max(0.0f, std::floor((px.row - px.text) / 2))};
    style.ItemSpacing = {px.gap, std::round(px.gap * 0.75f)};
    style.ItemInnerSpacing = {std::round(px.gap / 2), std::round(px.gap / 2)};
    style.CellPadding = {std::round(px.gap / 2), std::round(px.gap / 4)};
    style.IndentSpacing = px.row;
    style.ScrollbarSize = px.handle;
    style.GrabMinSize = px.handle;
    style.WindowBorderSize = 0;  // regions fill the window and touch each other
    style.ChildBorderSize = style.PopupBorderSize = style.FrameBorderSize = px.line;
    style.TabBorderSize = px.line;
    style.WindowRounding = style.ChildRounding = 0;
    style.FrameRounding = style.PopupRounding = style.GrabRounding = style.TabRounding = std::round(3 * px.scale);
    style.ScrollbarRounding = px.handle / 2;
}

}  // namespace

const Theme& theme(bool dark) { return dark ? kDark : kLight; }

ImU32 faded(ImU32 colour, float opacity) {
    const auto alpha = static_cast<ImU32>(std::lround(std::clamp(opacity, 0.0f, 1.0f) * 255));
    return (colour & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT);
}

ImU32 colour_of(const Theme& theme, Role role) { return theme.roles[static_cast<std::size_t>(role)]; }

ImU32 colour_of(const Theme& theme, Severity severity) {
    switch (severity) {
    case Severity::error: return theme.error;
    case Severity::warn: return theme.warn;
    case Severity::ask: return theme.accent;
    case Severity::info: return theme.dim;
    }
    return theme.dim;
}

ImU32 colour_of(const Theme& theme, Tone tone) {
    return tone == Tone::empty ? theme.panel : packed(ink_of(tone, palette_of(theme.dark)).fill);
}

ImU32 text_on(const Theme& theme, Tone tone) {
    return tone == Tone::empty ? theme.text : packed(ink_of(tone, palette_of(theme.dark)).ink);
}

ImU32 line_on(const Theme& theme, Tone tone) { return packed(pattern_on(ink_of(tone, palette_of(theme.dark)))); }

const char* sign_of(Severity severity) {
    constexpr const char* kSigns[] = {"x", "!", "?", "i"};  // error, warn, ask, info
    return kSigns[static_cast<std::size_t>(severity)];
}

Sizes sizes_at(float scale) {
    const auto px = [scale](float logical) { return std::max(1.0f, std::round(logical * scale)); };
    return {.scale = scale,
            .line = scale > 1.5f ? 2.0f : 1.0f,
            .ring = px(2),
            .text = px(kTextSizes[static_cast<std::size_t>(TextSize::text)]),
            .mono = px(kTextSizes[static_cast<std::size_t>(TextSize::mono)]),
            .small = px(kTextSizes[static_cast<std::size_t>(TextSize::small)]),
            .lead = px(kTextSizes[static_cast<std::size_t>(TextSize::lead)]),
            .title = px(kTextSizes[static_cast<std::size_t>(TextSize::title)]),
            .row = px(24),
            .gap = px(8),
            .pad = px(10),
            .handle = px(12),
            .handle_margin = px(4),
            .label_cell = px(9),
            .line_cell = px(4),
            .hatch = px(6)};
}

void apply_theme(const Theme& theme, float scale) {
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    // Newer versions of ImGui have more colours than the table in set_colours(). They get the defaults of ImGui.
    theme.dark ? ImGui::StyleColorsDark(&style) : ImGui::StyleColorsLight(&style);
    set_colours(style, theme);
    set_sizes(style, sizes_at(scale));
}

}  // namespace tilescope::ui
