// app/shell/top_bar.cpp -- menus, session name, edition, arch and the screens.
// SPDX-License-Identifier: MIT
#include "app/shell/top_bar.h"

#include "app/io/lessons.h"
#include "app/shell/commands.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"
#include "app/shell/keys.h"
#include "app/shell/shown_parts.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/session/presets.h>

#include <imgui.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::ui {
namespace {

void draw_menu_items(App& app, Menu menu) {
    for (const Command& c : all_commands()) {
        if (c.menu != menu) continue;
        std::string_view chords = c.keys;
        const std::string title(c.title), keys(take_chord(chords));
        if (ImGui::MenuItem(title.c_str(), keys.c_str(), is_on(c, app), is_possible(c, app)))
            app.requests.commands.emplace_back(&c);
        mark("menu.", c.id);
    }
}

void draw_presets(App& app) {
    if (!ImGui::BeginMenu("New from")) return;
    for (const Preset& p : presets()) {
        if (ImGui::MenuItem(p.title.data()))
            app.requests.edits.push_back(LoadSession{p.session(), say("preset ", p.title)});
        mark("menu.preset.", p.id);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s\n%s", p.story.data(), io::lesson_of(p).c_str());
    }
    ImGui::EndMenu();
}

void draw_recents(App& app) {
    if (!ImGui::BeginMenu("Recent", !app.prefs.recents.empty())) return;
    for (const std::string& path : app.prefs.recents) {
        std::error_code unreadable;
        const bool there = std::filesystem::exists(path, unreadable);
        if (ImGui::MenuItem(say(path, there ? "" : "  (missing)").c_str(), nullptr, false, there)) {
            open_file(app, path);
            break;  // the list has changed
        }
    }
    ImGui::EndMenu();
}

void draw_menus(App& app) {
    for (const NamedValue& menu : kMenuNames) {
        const bool open = ImGui::BeginMenu(menu.name.data());
        mark("menu.", menu.name);
        if (!open) continue;
        const auto which = static_cast<Menu>(menu.raw);
        if (which == Menu::file) {
            draw_presets(app);
            draw_recents(app);
        }
        draw_menu_items(app, which);
        ImGui::EndMenu();
    }
}

// Width of a menu's title with its padding.
float menu_width(const std::string& title) {
    const ImGuiStyle& style = ImGui::GetStyle();
    return ImGui::CalcTextSize(title.c_str()).x + 2 * std::max(style.ItemSpacing.x, style.FramePadding.x);
}

std::string edition_title(const App& app) { return say("PTX ", name_of(app.session.edition)); }

void draw_edition(App& app) {
    const bool open = ImGui::BeginMenu(say(edition_title(app), "###edition").c_str());
    mark("top.edition");
    if (!open) return;
    for (const NamedValue& e : kEditionNames) {
        if (ImGui::MenuItem(e.name.data(), nullptr, e.raw == static_cast<std::uint64_t>(app.session.edition)))
            app.requests.edits.push_back(SetEdition{static_cast<Edition>(e.raw)});
        mark("top.edition.", e.name);
    }
    ImGui::EndMenu();
}

void draw_arch(App& app) {
    const bool open = ImGui::BeginMenu(say(app.session.arch, "###arch").c_str());
    mark("top.arch");
    if (!open) return;
    for (const TargetView& target : app.derived.targets) {
        const std::string name(target.arch);
        if (ImGui::MenuItem(name.c_str(), nullptr, name == app.session.arch))
            app.requests.edits.push_back(SetArch{name});
        mark("top.arch.", target.arch);
        if (ImGui::IsItemHovered() && !target.why.empty()) ImGui::SetTooltip("%s", target.why.c_str());
    }
    ImGui::EndMenu();
}

float screens_width() {
    float width = 0;
    for (const ScreenRow& row : kScreens) width += menu_width(std::string(row.title));
    return width;
}

// The selected screen is filled and underlined, so that colour is not the only sign.
void draw_screen(App& app, const Theme& theme, float scale, std::size_t i) {
    const bool chosen = app.view_state.screen == static_cast<Screen>(i);
    const Sizes px = sizes_at(scale);
    const std::string title(kScreens[i].title);
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? faded(theme.accent, 0.20f) : faded(theme.panel, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    // A menu may have the same title.
    if (ImGui::Button(say(title, "###screen.", i).c_str(), {menu_width(title), 0}))
        app.requests.commands.emplace_back(GoToScreen{static_cast<Screen>(i)});
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (chosen) ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - px.ring}, high, theme.accent);
    mark("top.screen.", say(i + 1));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Ctrl+%d", static_cast<int>(i) + 1);
}

// The screens as a menu, for a window without room for their titles.
void draw_screen_menu(App& app) {
    const bool open = ImGui::BeginMenu(say(row_of(app.view_state.screen).title, " v###screens").c_str());
    mark("top.screens");
    if (!open) return;
    for (std::size_t i = 0; i < kScreenCount; ++i) {
        const auto screen = static_cast<Screen>(i);
        if (ImGui::MenuItem(std::string(kScreens[i].title).c_str(), say("Ctrl+", i + 1).c_str(),
                            app.view_state.screen == screen))
            app.requests.commands.emplace_back(GoToScreen{screen});
        mark("top.screen.", say(i + 1));
    }
    ImGui::EndMenu();
}

// The name of the session, if it has room between the screens and the lists at the right end.
void draw_name(const App& app, float room) {
    const std::string name = document_name(app);
    if (ImGui::CalcTextSize(name.c_str()).x > room) return;
    ImGui::TextUnformatted(name.c_str());
    mark("top.name");
}

}  // namespace

void draw_top_bar(App& app, const Theme& theme, float scale) {
    if (!ImGui::BeginMenuBar()) return;
    draw_menus(app);
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const float lists = menu_width(edition_title(app)) + menu_width(app.session.arch) + gap;
    const float right = ImGui::GetWindowWidth() - lists;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gap);
    if (ImGui::GetCursorPosX() + screens_width() + gap > right) {
        draw_screen_menu(app);
    } else {
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ImGui::GetStyle().ItemSpacing.y});
        for (std::size_t i = 0; i < kScreenCount; ++i) draw_screen(app, theme, scale, i);
        ImGui::PopStyleVar();
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gap);
    draw_name(app, right - ImGui::GetCursorPosX() - gap);
    ImGui::SetCursorPosX(right);
    draw_edition(app);
    draw_arch(app);
    ImGui::EndMenuBar();
}

}  // namespace tilescope::ui
