// app/window/frame/top_bar.cpp -- menus, session name, edition, arch and the screens.
// SPDX-License-Identifier: MIT
#include "app/io/lessons.h"
#include "app/ui/ui_probe.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/keys.h"
#include "app/window/frame/regions.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/hw/archs.h>

#include <imgui.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::ui {
namespace {

void draw_presets(Document& doc) {
    if (!ImGui::BeginMenu("New from")) return;
    for (const Preset& p : presets()) {
        if (ImGui::MenuItem(p.title.data())) doc.requests.commands.push_back(command("new_from", std::string(p.id)));
        mark("menu.preset.", p.id);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s\n%s", p.story.data(), io::lesson_of(p).c_str());
    }
    ImGui::EndMenu();
}

void draw_recents(Context c) {
    if (!ImGui::BeginMenu("Recent", !c.prefs.recents.empty())) return;
    for (const std::string& path : c.prefs.recents) {
        std::error_code unreadable;
        const bool there = std::filesystem::exists(path, unreadable);
        if (ImGui::MenuItem(say(path, there ? "" : "  (missing)").c_str(), nullptr, false, there)) {
            open_file(c, path);
            break;  // the list has changed
        }
    }
    ImGui::EndMenu();
}

void draw_menus(Context c) {
    for (const NamedValue& menu : kMenuNames) {
        const bool open = ImGui::BeginMenu(menu.name.data());
        mark("menu.", menu.name);
        if (!open) continue;
        const auto which = static_cast<Menu>(menu.raw);
        if (which == Menu::file) {
            draw_presets(c.document());
            draw_recents(c);
        }
        for (const Command* row : all_commands()) {
            if (row->menu != which) continue;
            std::string_view chords = row->keys;
            const std::string title(row->title), keys(take_chord(chords));
            if (ImGui::MenuItem(title.c_str(), keys.c_str(), row->is_on && row->is_on(c), is_possible(*row, c)))
                c.document().requests.commands.push_back(command(row->id));
            mark("menu.", row->id);
        }
        ImGui::EndMenu();
    }
}

// Width of a menu's title with its padding.
float menu_width(const std::string& title) {
    const ImGuiStyle& style = ImGui::GetStyle();
    return ImGui::CalcTextSize(title.c_str()).x + 2 * std::max(style.ItemSpacing.x, style.FramePadding.x);
}

std::string edition_title(const Document& doc) { return say("PTX ", name_of(doc.session.edition)); }

void draw_edition(Document& doc) {
    const bool open = ImGui::BeginMenu(say(edition_title(doc), "###edition").c_str());
    mark("top.edition");
    if (!open) return;
    for (const NamedValue& e : kEditionNames) {
        if (ImGui::MenuItem(e.name.data(), nullptr, e.raw == static_cast<std::uint64_t>(doc.session.edition)))
            doc.requests.edits.push_back(SetEdition{static_cast<Edition>(e.raw)});
        mark("top.edition.", e.name);
    }
    ImGui::EndMenu();
}

void draw_arch(Document& doc) {
    const bool open = ImGui::BeginMenu(say(doc.session.arch, "###arch").c_str());
    mark("top.arch");
    if (!open) return;
    for (const TargetView& target : doc.derived.targets) {
        const std::string name(target.arch);
        if (ImGui::MenuItem(name.c_str(), nullptr, name == doc.session.arch))
            doc.requests.edits.push_back(SetArch{name});
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
void draw_screen(Document& doc, const Theme& theme, float scale, std::size_t i) {
    const bool chosen = doc.view_state.screen == static_cast<Screen>(i);
    const Sizes px = sizes_at(scale);
    const std::string title(kScreens[i].title);
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? faded(theme.accent, 0.20f) : faded(theme.panel, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    // A menu may have the same title.
    if (ImGui::Button(say(title, "###screen.", i).c_str(), {menu_width(title), 0}))
        doc.requests.commands.push_back(screen_command(static_cast<Screen>(i)));
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (chosen) ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - px.ring}, high, theme.accent);
    mark("top.screen.", say(i + 1));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Ctrl+%d", static_cast<int>(i) + 1);
}

// The screens as a menu, for a window without room for their titles.
void draw_screen_menu(Document& doc) {
    const bool open = ImGui::BeginMenu(say(row_of(doc.view_state.screen).title, " v###screens").c_str());
    mark("top.screens");
    if (!open) return;
    for (std::size_t i = 0; i < kScreenCount; ++i) {
        const auto screen = static_cast<Screen>(i);
        if (ImGui::MenuItem(std::string(kScreens[i].title).c_str(), say("Ctrl+", i + 1).c_str(),
                            doc.view_state.screen == screen))
            doc.requests.commands.push_back(screen_command(screen));
        mark("top.screen.", say(i + 1));
    }
    ImGui::EndMenu();
}

// The name of the session, if it has room between the screens and the lists at the right end.
void draw_name(const Document& doc, float room) {
    const std::string name = document_name(doc);
    if (ImGui::CalcTextSize(name.c_str()).x > room) return;
    ImGui::TextUnformatted(name.c_str());
    mark("top.name");
}

}  // namespace

void draw_top_bar(Context c, const Theme& theme, float scale) {
    if (!ImGui::BeginMenuBar()) return;
    draw_menus(c);
    Document& doc = c.document();  // a menu can have opened another one
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const float lists = menu_width(edition_title(doc)) + menu_width(doc.session.arch) + gap;
    const float right = ImGui::GetWindowWidth() - lists;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gap);
    if (ImGui::GetCursorPosX() + screens_width() + gap > right) {
        draw_screen_menu(doc);
    } else {
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ImGui::GetStyle().ItemSpacing.y});
        for (std::size_t i = 0; i < kScreenCount; ++i) draw_screen(doc, theme, scale, i);
        ImGui::PopStyleVar();
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gap);
    draw_name(doc, right - ImGui::GetCursorPosX() - gap);
    ImGui::SetCursorPosX(right);
    draw_edition(doc);
    draw_arch(doc);
    ImGui::EndMenuBar();
}

}  // namespace tilescope::ui
