// app/ui/imgui_input.h -- the part of imgui_compat.h for input: the names of keys, and how events reach ImGui.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <imgui.h>

namespace tilescope::ui {

// The numbers are those of GLFW. If a key has a character, its number is the ASCII code.
// clang-format off
enum class Key : std::uint16_t {
    none = 0, space = 32, apostrophe = 39, comma = 44, minus = 45, period = 46, slash = 47,
    n0 = 48, n1, n2, n3, n4, n5, n6, n7, n8, n9, semicolon = 59, equal = 61,
    a = 65, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    left_bracket = 91, backslash = 92, right_bracket = 93,
    escape = 256, enter, tab, backspace, insert, del, right, left, down, up, page_up, page_down, home, end,
    f1 = 290, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
};

struct KeyName { std::string_view name; Key key; };
// The keys whose name is not a character. The name of a letter, digit or sign is its character.
inline constexpr KeyName kKeyNames[] = {
    {"Space", Key::space}, {"Esc", Key::escape}, {"Enter", Key::enter}, {"Tab", Key::tab},
    {"Backspace", Key::backspace}, {"Ins", Key::insert}, {"Del", Key::del},
    {"Right", Key::right}, {"Left", Key::left}, {"Down", Key::down}, {"Up", Key::up},
    {"PageUp", Key::page_up}, {"PageDown", Key::page_down}, {"Home", Key::home}, {"End", Key::end},
    {"F1", Key::f1}, {"F2", Key::f2}, {"F3", Key::f3}, {"F4", Key::f4}, {"F5", Key::f5}, {"F6", Key::f6},
    {"F7", Key::f7}, {"F8", Key::f8}, {"F9", Key::f9}, {"F10", Key::f10}, {"F11", Key::f11}, {"F12", Key::f12},
};
// clang-format on

// key_named("Z") is Key::z, key_named("F2") is Key::f2, key_named("[") is Key::left_bracket.
constexpr std::optional<Key> key_named(std::string_view name) {
    for (const KeyName& row : kKeyNames)
        if (row.name == name) return row.key;
    constexpr std::string_view signs = "',-./;=[\\]";
    if (name.size() != 1) return std::nullopt;
    const char c = name[0];
    const bool known = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || signs.find(c) != std::string_view::npos;
    return known ? std::optional(static_cast<Key>(c)) : std::nullopt;
}

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
