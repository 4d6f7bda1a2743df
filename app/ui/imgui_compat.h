// app/ui/imgui_compat.h -- every difference between ImGui 1.86 and 1.92, each in one place and with its sentence.
// SPDX-License-Identifier: MIT
//
// Everything else of the program is written to 1.86.
#pragma once

#include "app/ui/key.h"

#include <imgui.h>
#include <imgui_internal.h>
#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#endif

namespace tilescope::ui {

// 1.87 named the keys; before that, IsKeyPressed took the numbers of whoever made the window, here GLFW's.
#if IMGUI_VERSION_NUM >= 18700
using KeyCode = ImGuiKey;
struct KeyRow {
    Key first, last;
    ImGuiKey code;
};
// Runs of keys that stand in the same order in both lists.
// clang-format off
inline constexpr KeyRow kKeyRows[] = {
    {Key::a, Key::z, ImGuiKey_A}, {Key::n0, Key::n9, ImGuiKey_0}, {Key::f1, Key::f12, ImGuiKey_F1},
    {Key::space, Key::space, ImGuiKey_Space}, {Key::apostrophe, Key::apostrophe, ImGuiKey_Apostrophe},
    {Key::comma, Key::comma, ImGuiKey_Comma}, {Key::minus, Key::minus, ImGuiKey_Minus},
    {Key::period, Key::period, ImGuiKey_Period}, {Key::slash, Key::slash, ImGuiKey_Slash},
    {Key::semicolon, Key::semicolon, ImGuiKey_Semicolon}, {Key::equal, Key::equal, ImGuiKey_Equal},
    {Key::left_bracket, Key::left_bracket, ImGuiKey_LeftBracket}, {Key::backslash, Key::backslash, ImGuiKey_Backslash},
    {Key::right_bracket, Key::right_bracket, ImGuiKey_RightBracket}, {Key::escape, Key::escape, ImGuiKey_Escape},
    {Key::enter, Key::enter, ImGuiKey_Enter}, {Key::tab, Key::tab, ImGuiKey_Tab},
    {Key::backspace, Key::backspace, ImGuiKey_Backspace}, {Key::insert, Key::insert, ImGuiKey_Insert},
    {Key::del, Key::del, ImGuiKey_Delete}, {Key::right, Key::right, ImGuiKey_RightArrow},
    {Key::left, Key::left, ImGuiKey_LeftArrow}, {Key::down, Key::down, ImGuiKey_DownArrow},
    {Key::up, Key::up, ImGuiKey_UpArrow}, {Key::page_up, Key::page_down, ImGuiKey_PageUp},
    {Key::home, Key::end, ImGuiKey_Home},
};
// clang-format on
constexpr KeyCode code_of(Key key) {
    for (const KeyRow& row : kKeyRows)
        if (key >= row.first && key <= row.last)
            return static_cast<ImGuiKey>(row.code + (static_cast<int>(key) - static_cast<int>(row.first)));
    return ImGuiKey_None;
}
#else
using KeyCode = int;
constexpr KeyCode code_of(Key key) { return static_cast<int>(key); }
#endif

inline bool key_pressed(Key key, bool repeat = true) { return ImGui::IsKeyPressed(code_of(key), repeat); }
inline bool key_released(Key key) { return ImGui::IsKeyReleased(code_of(key)); }
inline bool key_down(Key key) { return ImGui::IsKeyDown(code_of(key)); }

// An arrow key that has moved something in this frame moves no focus from item to item. Only the internal header has
// it.
inline void keep_focus_where_it_is() { ImGui::NavMoveRequestCancel(); }

// In a window that has just got the keyboard: a ring on its first item. Only the internal header has it.
inline void focus_first_item() {
    ImGui::NavInitWindow(ImGui::GetCurrentWindowRead(), true);
#if IMGUI_VERSION_NUM >= 19140
    GImGui->NavCursorVisible = true;
#else
    GImGui->NavDisableHighlight = false;
#endif
}

// 1.87 queues input events; before that, whoever owned the window wrote the state. For tests, which own none.
#if IMGUI_VERSION_NUM >= 18700
inline void feed_mouse(float x, float y) { ImGui::GetIO().AddMousePosEvent(x, y); }
inline void feed_button(int button, bool down) { ImGui::GetIO().AddMouseButtonEvent(button, down); }
inline void feed_wheel(float notches) { ImGui::GetIO().AddMouseWheelEvent(0, notches); }
inline void feed_key(Key key, bool down) { ImGui::GetIO().AddKeyEvent(code_of(key), down); }
inline void feed_modifiers(bool ctrl, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
}
#else
inline void feed_mouse(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
inline void feed_button(int button, bool down) { ImGui::GetIO().MouseDown[button] = down; }
inline void feed_wheel(float notches) { ImGui::GetIO().MouseWheel += notches; }
inline void feed_key(Key key, bool down) { ImGui::GetIO().KeysDown[code_of(key)] = down; }
inline void feed_modifiers(bool ctrl, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = ctrl, io.KeyShift = shift, io.KeyAlt = alt;
}
#endif
inline void feed_char(unsigned int character) { ImGui::GetIO().AddInputCharacter(character); }

// Before 1.87 ImGui had to be told which numbers its own keys have; the GLFW backend does, a test has to.
inline void name_own_keys() {
#if IMGUI_VERSION_NUM < 18700
    struct Row {
        ImGuiKey_ name;
        Key key;
    };
    // clang-format off
    constexpr Row rows[] = {
        {ImGuiKey_Tab, Key::tab}, {ImGuiKey_LeftArrow, Key::left}, {ImGuiKey_RightArrow, Key::right},
        {ImGuiKey_UpArrow, Key::up}, {ImGuiKey_DownArrow, Key::down}, {ImGuiKey_PageUp, Key::page_up},
        {ImGuiKey_PageDown, Key::page_down}, {ImGuiKey_Home, Key::home}, {ImGuiKey_End, Key::end},
        {ImGuiKey_Insert, Key::insert}, {ImGuiKey_Delete, Key::del}, {ImGuiKey_Backspace, Key::backspace},
        {ImGuiKey_Space, Key::space}, {ImGuiKey_Enter, Key::enter}, {ImGuiKey_Escape, Key::escape},
        {ImGuiKey_A, Key::a}, {ImGuiKey_C, Key::c}, {ImGuiKey_V, Key::v}, {ImGuiKey_X, Key::x}, {ImGuiKey_Y, Key::y},
        {ImGuiKey_Z, Key::z},
    };
    // clang-format on
    for (const Row& row : rows) ImGui::GetIO().KeyMap[row.name] = code_of(row.key);
#endif
}

// 1.90 turned the border flag of a child into an enum; 1.91 renamed its bit 0 from Border to Borders.
inline bool begin_child(const char* id, ImVec2 size, bool border, ImGuiWindowFlags flags = 0) {
#if IMGUI_VERSION_NUM >= 19000
    return ImGui::BeginChild(id, size, static_cast<ImGuiChildFlags>(border), flags);
#else
    return ImGui::BeginChild(id, size, border, flags);
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
