// tests/support/ui_harness.cpp -- runs ImGui without a window, for tests.
// SPDX-License-Identifier: MIT
#include "tests/support/ui_harness.h"
#include "app/gui/fonts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// To draw the letters takes longer than most tests, so all tests of a process share them.
struct Letters {
    Letters() {
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    ImFontAtlas atlas;
    Fonts fonts = build_fonts(atlas, 1);
};
Letters& letters() {
    static Letters all;
    return all;
}

// Before 1.87, ImGui needs the numbers of the keys that it uses. The GLFW backend sets them; a test must too.
void name_own_keys() {
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

}  // namespace

UiHarness::UiHarness(std::function<void()> draw, ImVec2 size) : draw_(std::move(draw)) {
    ImGui::CreateContext(&letters().atlas);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.DisplaySize = size;
    io.DeltaTime = 1.0f / 60;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as in the OpenGL backend
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigInputTextCursorBlink = false;
    name_own_keys();
    mono_ = letters().fonts.mono;
    apply_theme(theme(false), 1);
    g_probe = &probe_;
    frames(3);
}

UiHarness::~UiHarness() {
    g_probe = nullptr;
    ImGui::DestroyContext();
}

std::function<void()> UiHarness::in_window(std::function<void()> draw) {
    return [draw = std::move(draw)] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
        ImGui::Begin("test", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        draw();
        ImGui::End();
    };
}

void UiHarness::frames(int count) {
    for (int i = 0; i < count; ++i) {
        probe_.begin_frame();
        let_enter_press();
        ImGui::NewFrame();
        draw_();
        ImGui::Render();
    }
}

Rect UiHarness::rect(std::string_view id) const {
    const std::optional<Rect> found = probe_.find(id);
    if (found) return *found;
    std::string shown;
    for (const auto& [name, place] : probe_.items()) shown += " " + name;
    ADD_FAILURE() << "\"" << id << "\" is not on screen. The screen has:" << shown;
    return {};
}

void UiHarness::point_at(ImVec2 place) {
    feed_mouse(place.x, place.y);
    frames(2);
}

void UiHarness::point_at(std::string_view id) { point_at(rect(id).centre()); }

void UiHarness::press(int button) {
    feed_button(button, true);
    frames(1);
    feed_button(button, false);
    frames(1);
}

void UiHarness::click(std::string_view id, int button) {
    point_at(id);
    // The click comes long after the previous one, so that two clicks are not a double click.
    ImGui::GetIO().DeltaTime = 10;
    frames(1);
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    press(button);
    frames(2);
}

void UiHarness::click(ImVec2 place) {
    point_at(place);
    press(0);
}

void UiHarness::double_click(std::string_view id) {
    point_at(id);
    press(0);
    press(0);
    frames(2);
}

void UiHarness::drag(std::string_view id, float dx, float dy, int button) {
    const ImVec2 from = rect(id).centre();
    point_at(from);
    feed_button(button, true);
    frames(1);
    constexpr int kSteps = 8;
    for (int i = 1; i <= kSteps; ++i) {
        const float part = static_cast<float>(i) / kSteps;
        feed_mouse(from.x + dx * part, from.y + dy * part);
        frames(1);
    }
    feed_button(button, false);
    frames(3);
}

void UiHarness::wheel(std::string_view id, float notches) {
    point_at(id);
    feed_wheel(notches);
    frames(2);
}

void UiHarness::type(std::string_view text) {
    for (const char c : text) {
        feed_char(static_cast<unsigned char>(c));
        frames(1);
    }
    frames(1);
}

void UiHarness::key(Key key, std::initializer_list<Mod> mods) {
    const auto with = [&](Mod mod) { return std::ranges::find(mods, mod) != mods.end(); };
    feed_modifiers(with(Mod::ctrl), with(Mod::shift), with(Mod::alt));
    feed_key(key, true);
    frames(1);
    feed_key(key, false);
    feed_modifiers(false, false, false);
    frames(2);
}

std::string UiHarness::clipboard() const {
    const char* text = ImGui::GetClipboardText();
    return text != nullptr ? text : "";
}

Style UiHarness::style(bool dark) const { return {theme(dark), sizes_at(1), mono_, nullptr}; }

}  // namespace tilescope::ui
