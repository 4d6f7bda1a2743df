// app/ui/imgui_compat.h -- every difference between ImGui 1.86 and 1.92, each with its sentence; input: imgui_input.h.
// SPDX-License-Identifier: MIT
//
// Everything else of the program is written to 1.86.
#pragma once

#include "app/ui/imgui_input.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#endif

namespace tilescope::ui {

// An arrow key that has moved something in this frame moves no focus from item to item. Only the internal header has
// it.
inline void keep_focus_where_it_is() { ImGui::NavMoveRequestCancel(); }

// The keyboard leaves a text box, and the item that was submitted last gets it, with a ring. Only the internal header
// has it.
inline void leave_text_box() {
    keep_focus_where_it_is();
    ImGui::ClearActiveID();
}
inline void focus_last_item() {
    ImGui::SetFocusID(ImGui::GetItemID(), ImGui::GetCurrentWindowRead());
#if IMGUI_VERSION_NUM >= 19140
    GImGui->NavCursorVisible = true;
#else
    GImGui->NavDisableHighlight = false;
#endif
}

// In a window that has just got the keyboard: a ring on its first item. Only the internal header has it.
inline void focus_first_item() {
    ImGui::NavInitWindow(ImGui::GetCurrentWindowRead(), true);
#if IMGUI_VERSION_NUM >= 19140
    GImGui->NavCursorVisible = true;
#else
    GImGui->NavDisableHighlight = false;
#endif
}

// A part of a window that scrolls by itself. The arrow keys go in and out as if it were not there: 1.90.9 made that a
// flag of children.
inline bool begin_part(const char* id, ImVec2 size) {
#if IMGUI_VERSION_NUM >= 19090
    return ImGui::BeginChild(id, size, ImGuiChildFlags_NavFlattened);
#else
    return ImGui::BeginChild(id, size, false, ImGuiWindowFlags_NavFlattened);
#endif
}

// A button that is held acts again and again. 1.91.3 made it an item flag.
inline void push_repeat() {
#if IMGUI_VERSION_NUM >= 19130
    ImGui::PushItemFlag(ImGuiItemFlags_ButtonRepeat, true);
#else
    ImGui::PushButtonRepeat(true);
#endif
}
inline void pop_repeat() {
#if IMGUI_VERSION_NUM >= 19130
    ImGui::PopItemFlag();
#else
    ImGui::PopButtonRepeat();
#endif
}

// Items that Tab passes by. 1.91.3 made it an item flag, and turned its meaning around.
inline void push_no_tab_stop() {
#if IMGUI_VERSION_NUM >= 19130
    ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
#else
    ImGui::PushAllowKeyboardFocus(false);
#endif
}
inline void pop_no_tab_stop() {
#if IMGUI_VERSION_NUM >= 19130
    ImGui::PopItemFlag();
#else
    ImGui::PopAllowKeyboardFocus();
#endif
}

// Items drawn over a large one, as handles over a grid, get the pointer before it. 1.89.7 wants to know before the
// large item, older ones after it: call both.
inline void before_item_below() {
#if IMGUI_VERSION_NUM >= 18970
    ImGui::SetNextItemAllowOverlap();
#endif
}
inline void after_item_below() {
#if IMGUI_VERSION_NUM < 18970
    ImGui::SetItemAllowOverlap();
#endif
}

// FreeType draws sharper small text than the built-in rasterizer. 1.92 renamed builders to loaders.
inline void use_freetype(ImFontAtlas& atlas) {
#if !__has_include(<imgui_freetype.h>)
    (void)atlas;
#elif IMGUI_VERSION_NUM >= 19200
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
    atlas.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#else
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}

// New fonts need a new texture. The backend of 1.92 keeps it up to date by itself. Older ones have to be told, and only
// that: to make all their objects anew leaves 1.86 with buffers of no size whose sizes it believes it knows.
#if IMGUI_VERSION_NUM >= 19200
inline void renew_font_texture() {}
#else
inline void renew_font_texture() {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}
#endif

// 1.92 makes glyphs on demand, so that a font no longer lists those it has.
inline bool has_glyph(ImFont& font, ImWchar character) {
#if IMGUI_VERSION_NUM >= 19200
    return font.IsGlyphInFont(character);
#else
    return font.FindGlyphNoFallback(character) != nullptr;
#endif
}

// 1.90.9 renamed the colours of tabs, 1.91.4 that of the keyboard's cursor.
#if IMGUI_VERSION_NUM >= 19090
inline constexpr int kColourTabSelected = ImGuiCol_TabSelected, kColourTabDimmed = ImGuiCol_TabDimmed,
                     kColourTabDimmedSelected = ImGuiCol_TabDimmedSelected;
#else
inline constexpr int kColourTabSelected = ImGuiCol_TabActive, kColourTabDimmed = ImGuiCol_TabUnfocused,
                     kColourTabDimmedSelected = ImGuiCol_TabUnfocusedActive;
#endif
#if IMGUI_VERSION_NUM >= 19140
inline constexpr int kColourNavCursor = ImGuiCol_NavCursor;
#else
inline constexpr int kColourNavCursor = ImGuiCol_NavHighlight;
#endif

}  // namespace tilescope::ui
