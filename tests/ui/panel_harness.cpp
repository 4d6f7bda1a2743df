// tests/ui/panel_harness.cpp -- frames of one panel, driven by marks.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include "app/ui/theme.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr int kSettle = 3;

}  // namespace

PanelHarness::PanelHarness(Draw draw, ImVec2 size) : draw_(draw), context_(ImGui::CreateContext()), size_(size) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
    io.DeltaTime = 1.0f / 60;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    name_own_keys();
    io.Fonts->AddFontDefault();
    io.Fonts->Build();
    g_probe = &probe;
    feed_mouse(mouse_.x, mouse_.y);
    frames(kSettle);
}

PanelHarness::~PanelHarness() {
    g_probe = nullptr;
    ImGui::DestroyContext(context_);
}

void PanelHarness::frames(int count) {
    for (int i = 0; i < count; ++i) one_frame();
}

void PanelHarness::one_frame() {
    for (const Edit& edit : asks.edits) history.record_and_apply(session, edit, asks.gesture);
    const Derived derived = derive(session);
    const Focus focus = pointed.value_or(look.selection);
    const Trace lit = trace(derived, focus);
    const PasteResult pasted = parse_paste(paste_text, session.edition);
    const View view{.session = session,
                    .derived = derived,
                    .look = look,
                    .focus = focus,
                    .trace = lit,
                    .history = history,
                    .pasted = pasted,
                    .theme = theme(false),
                    .scale = scale,
                    .mono = nullptr,
                    .painter = &painter_,
                    .narrow_rail = narrow_rail,
                    .wide = false};
    asks = {};
    asks.look = look;
    apply_theme(theme(false), scale);
    probe.begin_frame();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size_);
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
    draw_(view, states, asks);
    ImGui::End();
    ImGui::Render();
    look = asks.look;
    pointed = asks.focus;
    commands.insert(commands.end(), asks.commands.begin(), asks.commands.end());
    if (asks.copy) copied = *asks.copy;
    if (asks.paste_text) paste_text = *asks.paste_text;
}

void PanelHarness::point_at(std::string_view id) {
    const std::optional<Rect> rect = probe.find(id);
    ASSERT_TRUE(rect) << id << " is not on screen; have:\n" << probe.to_text();
    mouse_ = rect->centre();
    feed_mouse(mouse_.x, mouse_.y);
    frames(kSettle);
}

void PanelHarness::press(std::string_view id) {
    point_at(id);
    feed_button(0, true);
    frames(1);
}

void PanelHarness::release() {
    feed_button(0, false);
    frames(kSettle);
}

void PanelHarness::click(std::string_view id) {
    press(id);
    release();
    // Two clicks in a row are not meant as a double click.
    frames(60);
}

void PanelHarness::double_click(std::string_view id) {
    press(id);
    feed_button(0, false);
    frames(1);
    feed_button(0, true);
    frames(1);
    release();
}

void PanelHarness::move_by(float x, float y) {
    mouse_ = {mouse_.x + x, mouse_.y + y};
    feed_mouse(mouse_.x, mouse_.y);
    frames(kSettle);
}

void PanelHarness::wheel(float notches) {
    feed_wheel(notches);
    frames(kSettle);
}

void PanelHarness::key(Key key) {
    feed_key(key, true);
    frames(1);
    feed_key(key, false);
    frames(kSettle);
}

void PanelHarness::type(std::string_view text) {
    for (const char c : text) feed_char(static_cast<unsigned char>(c));
    frames(kSettle);
}

void PanelHarness::type_into(std::string_view id, std::string_view text) {
    click(id);
    type(text);
    key(Key::enter);
}

std::uint64_t PanelHarness::field(std::string_view id) const {
    const Format& format = *derive(session).of(look.active).format;
    const Field* f = find_field(format, id);
    EXPECT_NE(f, nullptr) << id;
    return f == nullptr ? 0 : get(*f, session.word(look.active));
}

bool PanelHarness::asked_for(std::string_view command) const {
    return std::ranges::find(commands, command) != commands.end();
}

void PanelHarness::undo() {
    history.undo(session);
    frames(kSettle);
}

void PanelHarness::redo() {
    history.redo(session);
    frames(kSettle);
}

void PanelHarness::paste(std::string_view text) {
    paste_text = std::string(text);
    states.paste.text = paste_text;
    frames(kSettle);
}

}  // namespace tilescope::ui
