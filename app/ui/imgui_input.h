// app/ui/imgui_input.h -- the part of imgui_compat.h for input: the names of keys, and how events reach ImGui.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/key.h"

#include <imgui.h>

namespace tilescope::ui {

// 1.87 introduced names for keys. Before 1.87, IsKeyPressed takes the key numbers of the window library, here GLFW.
#if IMGUI_VERSION_NUM >= 18700
using KeyCode = ImGuiKey;
struct KeyRow {
    Key first, last;
    ImGuiKey code;
};
// Runs of keys that have the same order in both lists.
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

// 1.87 and later queue input events. Before 1.87, the owner of the window writes the input state.
#if IMGUI_VERSION_NUM >= 18700
inline void feed_mouse(float x, float y) { ImGui::GetIO().AddMousePosEvent(x, y); }
inline void feed_button(int button, bool down) { ImGui::GetIO().AddMouseButtonEvent(button, down); }
inline void feed_wheel(float up, float right = 0) { ImGui::GetIO().AddMouseWheelEvent(right, up); }
inline void feed_key(Key key, bool down) { ImGui::GetIO().AddKeyEvent(code_of(key), down); }
inline void feed_modifiers(bool ctrl, bool shift, bool alt, bool super = false) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
    io.AddKeyEvent(ImGuiMod_Super, super);
}
// The InputQueue already decides which events a frame gets, so ImGui must not delay them.
inline void take_input_at_once() { ImGui::GetIO().ConfigInputTrickleEventQueue = false; }
#else
inline void feed_mouse(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
inline void feed_button(int button, bool down) { ImGui::GetIO().MouseDown[button] = down; }
inline void feed_wheel(float up, float right = 0) {
    ImGui::GetIO().MouseWheel += up;
    ImGui::GetIO().MouseWheelH += right;
}
inline void feed_key(Key key, bool down) { ImGui::GetIO().KeysDown[code_of(key)] = down; }
inline void feed_modifiers(bool ctrl, bool shift, bool alt, bool super = false) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = ctrl, io.KeyShift = shift, io.KeyAlt = alt, io.KeySuper = super;
}
inline void take_input_at_once() {}
#endif

// ImGui calls `Give` with `user` when the user pastes. 1.91.1 moved the two.
template <const char* (*Give)(void* user)>
void give_clipboard_by(void* user) {
#if IMGUI_VERSION_NUM >= 19110
    ImGui::GetPlatformIO().Platform_ClipboardUserData = user;
    ImGui::GetPlatformIO().Platform_GetClipboardTextFn = [](ImGuiContext*) {
        return Give(ImGui::GetPlatformIO().Platform_ClipboardUserData);
    };
#else
    ImGui::GetIO().ClipboardUserData = user;
    ImGui::GetIO().GetClipboardTextFn = Give;
#endif
}

inline void feed_char(unsigned int character) { ImGui::GetIO().AddInputCharacter(character); }

// Before 1.87, ImGui needs the numbers of the keys that it uses. The GLFW backend sets them; a test must set them too.
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

// Since 1.89, Enter presses the item with the keyboard focus; before 1.89, only Space does. A text box keeps its Enter,
// including the one that ends the typing. Call this before NewFrame.
#if IMGUI_VERSION_NUM >= 18900
inline void let_enter_press() {}
#else
inline void let_enter_press() {
    ImGuiIO& io = ImGui::GetIO();
    const KeyCode enter = code_of(Key::enter);
    const bool went_down = io.KeysDown[enter] && io.KeysDownDuration[enter] < 0;
    if (went_down && !io.WantTextInput) io.NavInputs[ImGuiNavInput_Activate] = 1;
}
#endif

}  // namespace tilescope::ui
