// app/ui/imgui_compat.h -- every difference between ImGui 1.86 and 1.92, with its reason.
// SPDX-License-Identifier: MIT
//
// Its parts are imgui_input.h and imgui_drawing.h. All other code of the program is written for 1.86.
#pragma once

#include "app/ui/imgui_input.h"

#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#endif

namespace tilescope::ui {

// Stops an arrow key from moving the focus, if the key has already moved something in this frame. The function is only
// in the internal header.
inline void keep_focus_where_it_is() { ImGui::NavMoveRequestCancel(); }

// Ctrl+Tab shows the next tab of the program. ImGui would use it for a list of its windows; this closes that list
// before it is drawn. Call this after NewFrame. Only the internal header has the list.
inline void keep_tab_key() { GImGui->NavWindowingTarget = GImGui->NavWindowingTargetAnim = nullptr; }

// What a command draws with. Since 1.92 this is a reference to a texture that the renderer makes later.
inline auto texture_of(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
    return command.TexRef;
#else
    return command.TextureId;
#endif
}

// Alt alone shows the menus when it is released. After a chord with Alt it does not. Only the internal header has that.
inline void keep_alt_key() { GImGui->NavWindowingToggleLayer = false; }

// Take the keyboard focus from a text box, and give it to the last submitted item, with a ring. Both need the internal
// header.
inline void leave_text_box() {
    keep_focus_where_it_is();
    ImGui::ClearActiveID();
}
inline void show_focus_ring() {
#if IMGUI_VERSION_NUM >= 19140
    GImGui->NavCursorVisible = true;
#else
    GImGui->NavDisableHighlight = false;
#endif
}
inline void focus_last_item() {
    ImGui::SetFocusID(ImGui::GetItemID(), ImGui::GetCurrentWindowRead());
    show_focus_ring();
}

// Gives the keyboard focus to the item of this window with this label, also if ImGui would move it to another one now.
inline void focus_item(const char* label) {
    keep_focus_where_it_is();
    ImGui::SetFocusID(ImGui::GetID(label), ImGui::GetCurrentWindowRead());
    show_focus_ring();
}

// Draws a ring on the first item of a window that has just received the keyboard focus. Needs the internal header.
inline void focus_first_item() {
    ImGui::NavInitWindow(ImGui::GetCurrentWindowRead(), true);
    show_focus_ring();
}

// Closes the open menu of the bar with all menus in it. ImGui opens a menu again while the pointer is on its line, so
// Esc would close nothing. Needs the internal header.
inline void close_menus() {
    const auto& open = GImGui->OpenPopupStack;
    if (open.Size > 0 && open[0].Window != nullptr && (open[0].Window->Flags & ImGuiWindowFlags_ChildMenu) != 0)
        ImGui::ClosePopupToLevel(0, true);
}

// Hides the tool tips that were begun in this frame. Only the internal header has the windows.
inline void hide_tooltips() {
    for (ImGuiWindow* window : GImGui->Windows)
        if (window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) window->Hidden = true;
}

// Begins a part of a window that scrolls separately. The arrow keys move into and out of it without a stop.
// In 1.90.9 this became a flag of children.
inline bool begin_part(const char* id, ImVec2 size, ImGuiWindowFlags more = 0) {
#if IMGUI_VERSION_NUM >= 19090
    return ImGui::BeginChild(id, size, ImGuiChildFlags_NavFlattened, more);
#else
    return ImGui::BeginChild(id, size, false, ImGuiWindowFlags_NavFlattened | more);
#endif
}

// The same with the padding of a window at its left and right: a part without a border has none of its own. In 1.90
// this became a flag of children.
inline bool begin_padded_part(const char* id, float pad) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, 0});
#if IMGUI_VERSION_NUM >= 19090
    const bool open =
        ImGui::BeginChild(id, {0, 0}, ImGuiChildFlags_NavFlattened | ImGuiChildFlags_AlwaysUseWindowPadding);
#else
    const bool open =
        ImGui::BeginChild(id, {0, 0}, false, ImGuiWindowFlags_NavFlattened | ImGuiWindowFlags_AlwaysUseWindowPadding);
#endif
    ImGui::PopStyleVar();
    return open;
}

// While a button is held, it acts repeatedly. In 1.91.3 this became an item flag.
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

// The keyboard focus never goes to these items. Before 1.92 the flag is only in the internal header.
inline void push_no_nav() { ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true); }
inline void pop_no_nav() { ImGui::PopItemFlag(); }

// Small items over a large item, such as handles over a grid, get the pointer first. 1.89.7 needs a call before the
// large item. Older versions need a call after it. Callers must call both.
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

// New fonts need a new texture. The backend of 1.92 updates it. For older backends, create only the texture again. If
// all objects are created again, 1.86 keeps the old buffer sizes although its new buffers are empty.
#if IMGUI_VERSION_NUM >= 19200
inline void renew_font_texture() {}
#else
inline void renew_font_texture() {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}
#endif

// 1.90.9 renamed the colours of tabs. 1.91.4 renamed the colour of the keyboard cursor.
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
