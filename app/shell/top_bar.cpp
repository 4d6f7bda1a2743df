// app/shell/top_bar.cpp -- menus, session name, edition, arch and the screens.
// SPDX-License-Identifier: MIT
#include "app/shell/top_bar.h"

#include "app/shell/commands.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/session/presets.h>

#include <imgui.h>

#include <filesystem>

namespace tilescope::ui {
namespace {

void draw_menu_items(App& app, Menu menu) {
    for (const Command& c : all_commands()) {
        if (c.menu != menu) continue;
        const std::string title(c.title), keys(c.keys);
        if (ImGui::MenuItem(title.c_str(), keys.c_str(), false, is_possible(c, app)))
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
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", p.story.data());
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

void draw_edition(App& app, float scale) {
    ImGui::TextDisabled("PTX");
    ImGui::SetNextItemWidth(72 * scale);
    const Edition now = app.session.edition;
    const bool open = ImGui::BeginCombo("##edition", name_of(now).data());
    mark("top.edition");
    if (!open) return;
    for (const NamedValue& e : kEditionNames) {
        if (ImGui::Selectable(e.name.data(), e.raw == static_cast<std::uint64_t>(now)))
            app.requests.edits.push_back(SetEdition{static_cast<Edition>(e.raw)});
        mark("top.edition.", e.name);
    }
    ImGui::EndCombo();
}

void draw_arch(App& app, float scale) {
    ImGui::TextDisabled("arch");
    ImGui::SetNextItemWidth(110 * scale);
    const bool open = ImGui::BeginCombo("##arch", app.session.arch.c_str(), ImGuiComboFlags_HeightLarge);
    mark("top.arch");
    if (!open) return;
    for (const TargetView& target : app.derived.targets) {
        const std::string name(target.arch);
        if (ImGui::Selectable(name.c_str(), name == app.session.arch)) app.requests.edits.push_back(SetArch{name});
        mark("top.arch.", target.arch);
        if (ImGui::IsItemHovered() && !target.why.empty()) ImGui::SetTooltip("%s", target.why.c_str());
    }
    ImGui::EndCombo();
}

}  // namespace

void draw_top_bar(App& app, float scale, bool compact) {
    if (ImGui::BeginMenuBar()) {
        if (!compact) ImGui::TextUnformatted("tilescope");
        draw_menus(app);
        ImGui::SameLine(0, 24 * scale);
        ImGui::TextUnformatted(document_name(app).c_str());
        mark("top.name");
        const float right = (compact ? 0 : 300) * scale;
        if (right > 0) {
            ImGui::SetCursorPosX(ImGui::GetWindowWidth() - right);
            draw_edition(app, scale);
            ImGui::SameLine(0, 16 * scale);
            draw_arch(app, scale);
        }
        ImGui::EndMenuBar();
    }
    for (std::size_t i = 0; i < kScreenCount; ++i) {
        if (i > 0) ImGui::SameLine(0, 4 * scale);
        const std::string title = say(i + 1, "  ", kScreens[i].title);
        const auto screen = static_cast<Screen>(i);
        const ImGuiCol colour = app.view_state.screen == screen ? ImGuiCol_ButtonActive : ImGuiCol_Button;
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(colour));
        if (ImGui::Button(title.c_str())) app.requests.commands.emplace_back(GoToScreen{screen});
        ImGui::PopStyleColor();
        mark("top.screen.", say(i + 1));
    }
}

}  // namespace tilescope::ui
