// app/ui/theme.cpp -- the only file with colour literals: light and dark are two columns of one table.
// SPDX-License-Identifier: MIT
#include "app/ui/theme.h"

#include "app/ui/imgui_compat.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// Converts the usual notation 0xRRGGBB to the packing of ImGui; opaque.
constexpr ImU32 rgb(std::uint32_t hex) { return IM_COL32((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff, 0xff); }

// clang-format off
constexpr std::array<ImU32, kStepCount> kSteps = {rgb(0x12306B), rgb(0x424671), rgb(0x635E77), rgb(0x7C7177),
                                                  rgb(0xA09181), rgb(0xBEAC85), rgb(0xDDC888), rgb(0xFBE58A)};
// The same hues for a dark window: no step is as bright as the text beside it.
constexpr std::array<ImU32, kStepCount> kDarkSteps = {rgb(0x002D6E), rgb(0x3A3F6B), rgb(0x554F6A), rgb(0x6C6066),
                                                      rgb(0x827261), rgb(0x948259), rgb(0xA89551), rgb(0xBBA947)};
constexpr ImU32 kWhite = rgb(0xFFFFFF), kInk = rgb(0x14171A);
constexpr std::array<ImU32, kStepCount> kOnSteps = {kWhite, kWhite, kWhite, kWhite, kInk, kInk, kInk, kInk};
constexpr std::array<ImU32, kStepCount> kOnDarkSteps = {kWhite, kWhite, kWhite, kWhite, kWhite, kInk, kInk, kInk};

constexpr Theme kLight = {
    .dark = false,
    .window = rgb(0xFFFFFF), .panel = rgb(0xF4F6F8), .text = rgb(0x14171A), .dim = rgb(0x5A6370), .line = rgb(0xC5CBD3),
    .accent = rgb(0x1268C3), .good = rgb(0x0E7456), .warn = rgb(0x946200), .error = rgb(0x8A1010), .live = rgb(0x5B1F87),
    //         address        stride         mode           type           shape          sign           sparse
    .roles = {rgb(0xB1DBF6), rgb(0xF0B74A), rgb(0x7ED0AC), rgb(0xDF90BF), rgb(0xF3EC8A), rgb(0xB9B0ED), rgb(0xDE7F5C),
    //         scale          fixed
              rgb(0x5E8FD0), rgb(0xDBDDE1)},
    .text_on_role = rgb(0x14171A),
    .steps = kSteps, .text_on_steps = kOnSteps,
    .below = rgb(0x2B6CB0), .equal = rgb(0xE9ECEF), .above = rgb(0xD9822B), .text_on_below = kWhite, .text_on_equal = kInk,
    .rounding = rgb(0xF6E3B4), .wrong = rgb(0xC0322B), .text_on_wrong = kWhite,
    .hatch = rgb(0x5A6370), .ring_halo = rgb(0xFFFFFF),
};

constexpr Theme kDark = {
    .dark = true,
    .window = rgb(0x16181C), .panel = rgb(0x1E2126), .text = rgb(0xF2F4F7), .dim = rgb(0xA3ADBA), .line = rgb(0x3C434D),
    .accent = rgb(0x5AA7F0), .good = rgb(0x4FC29B), .warn = rgb(0xF4C86A), .error = rgb(0xF07A6E), .live = rgb(0xE2C9FA),
    //         address        stride         mode           type           shape          sign           sparse
    .roles = {rgb(0x436F90), rgb(0x8C6836), rgb(0x146449), rgb(0x953C72), rgb(0x64590F), rgb(0x6253AD), rgb(0x713C2D),
    //         scale          fixed
              rgb(0x1A4289), rgb(0x3B3F44)},
    .text_on_role = rgb(0xF2F4F7),
    .steps = kDarkSteps, .text_on_steps = kOnDarkSteps,
    .below = rgb(0x2B6CB0), .equal = rgb(0x2C3138), .above = rgb(0x9C5A16), .text_on_below = kWhite, .text_on_equal = kWhite,
    .rounding = rgb(0x52471E), .wrong = rgb(0xE8685E), .text_on_wrong = kInk,
    .hatch = rgb(0xA3ADBA), .ring_halo = rgb(0x16181C),
};
// clang-format on

bool is_step(Tone tone) { return static_cast<std::size_t>(tone) < kStepCount; }

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
        {ImGuiCol_BorderShadow, none, 0}, {ImGuiCol_FrameBg, t.panel}, {ImGuiCol_FrameBgHovered, t.accent, 0.16f},
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
    if (is_step(tone)) return theme.steps[static_cast<std::size_t>(tone)];
    switch (tone) {
    case Tone::used: return colour_of(theme, Role::mode);
    case Tone::zeroed: return colour_of(theme, Role::fixed);
    // The pictures also show a letter for each of these tones.
    case Tone::d: return colour_of(theme, Role::address);
    case Tone::a: return colour_of(theme, Role::type);
    case Tone::sfa: return colour_of(theme, Role::scale);
    case Tone::sfb: return colour_of(theme, Role::stride);
    case Tone::meta: return colour_of(theme, Role::sparse);
    case Tone::below: return theme.below;
    case Tone::equal: return theme.equal;
    case Tone::above: return theme.above;
    case Tone::rounding: return theme.rounding;
    case Tone::wrong: return theme.wrong;
    default: return theme.panel;
    }
}

ImU32 text_on(const Theme& theme, Tone tone) {
    if (is_step(tone)) return theme.text_on_steps[static_cast<std::size_t>(tone)];
    if (tone == Tone::below) return theme.text_on_below;
    if (tone == Tone::wrong) return theme.text_on_wrong;
    if (tone == Tone::equal || tone == Tone::above || tone == Tone::rounding) return theme.text_on_equal;
    return tone == Tone::empty ? theme.text : theme.text_on_role;
}

ImU32 line_on(const Theme& theme, Tone tone) { return text_on(theme, tone) == kWhite ? kInk : kWhite; }

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
