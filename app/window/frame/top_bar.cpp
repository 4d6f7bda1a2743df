// app/window/frame/top_bar.cpp -- menus, session name, edition, arch and the screens.
// SPDX-License-Identifier: MIT
#include "app/io/lessons.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/keys.h"
#include "app/window/frame/regions.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::ui {
namespace {

// A menu that is higher than the window scrolls in it.
bool begin_menu(const char* title) {
    ImGui::SetNextWindowSizeConstraints({0, 0}, ImGui::GetMainViewport()->Size);
    return ImGui::BeginMenu(title);
}

void draw_presets(Context c) {
    for (const Preset& p : presets()) {
        if (ImGui::MenuItem(p.title.data()))
            c.document().requests.commands.push_back(command("new_from", std::string(p.id)));
        mark("menu.preset.", p.id);
        tip(say(p.story, '\n', io::lesson_of(p)));
    }
}

void draw_recents(Context c) {
    if (c.prefs.recents.empty()) ImGui::TextDisabled("No recent files.");
    for (const std::string& path : c.prefs.recents) {
        std::error_code unreadable;
        const bool there = std::filesystem::exists(path, unreadable);
        if (ImGui::MenuItem(say(path, there ? "" : "  (missing)").c_str(), nullptr, false, there)) {
            open_file(c, path);
            break;  // the list has changed
        }
    }
}

// A part of a menu has its commands from this place on, up to the next part. With a title it is a menu of its own.
struct MenuPart {
    Menu menu;
    unsigned from;
    bool below_line = false;
    const char* title = nullptr;
    void (*draw)(Context) = nullptr;  // what it has before the commands
};
constexpr bool kBelowLine = true, kNoLine = false;
// clang-format off
constexpr MenuPart kMenuParts[] = {
    {Menu::file, 0},
    {Menu::file, 25, kNoLine, "New from", draw_presets},
    {Menu::file, 35},
    {Menu::file, 45, kBelowLine},
    {Menu::file, 55, kNoLine, "Recent", draw_recents},
    {Menu::file, 60, kNoLine, "Follow"},
    {Menu::file, 100, kBelowLine},
    {Menu::file, 120, kNoLine, "Export"},
    {Menu::file, 270, kBelowLine},
    {Menu::edit, 0},
    {Menu::edit, 310, kBelowLine},
    {Menu::edit, 320, kNoLine, "Copy more"},
    {Menu::edit, 360},
    {Menu::edit, 380, kNoLine, "Pasted text"},
    {Menu::edit, 410, kBelowLine},
    {Menu::edit, 420, kNoLine, "Compare"},
    {Menu::edit, 460},
    {Menu::view, 0, kNoLine, "Screens and tabs"},
    {Menu::view, 590, kNoLine, "Picture"},
    {Menu::view, 660, kNoLine, "K step"},
    {Menu::view, 765, kNoLine, "Fields"},
    {Menu::view, 790, kNoLine, "Problems"},
    {Menu::view, 840, kNoLine, "Columns and areas"},
    {Menu::view, 1000, kNoLine, "Animations"},
    {Menu::view, 910, kBelowLine},
    {Menu::view, 920, kNoLine, "Size"},
    {Menu::view, 950},
    {Menu::compute, 0},
    {Menu::compute, 1000, kBelowLine},
    {Menu::compute, 1230, kNoLine, "Save"},
    {Menu::compute, 1252, kBelowLine},
    {Menu::help, 0},
    {Menu::help, 1300, kBelowLine},
    {Menu::help, 1310, kNoLine, "This lesson"},
    {Menu::help, 1365, kBelowLine},
};
// clang-format on

// The place at which the part ends: the next higher one of its menu.
constexpr unsigned end_of(const MenuPart& part) {
    unsigned end = ~0u;
    for (const MenuPart& other : kMenuParts)
        if (other.menu == part.menu && other.from > part.from) end = std::min(end, other.from);
    return end;
}

bool has(const MenuPart& part, const Command* row) {
    return row->menu == part.menu && row->place >= part.from && row->place < end_of(part);
}

void draw_commands(Context c, const MenuPart& part) {
    const float room = ImGui::GetMainViewport()->Size.x - 4 * ImGui::GetFrameHeight();  // without tick and scroll bar
    for (const Command* row : all_commands()) {
        if (!has(part, row)) continue;
        std::string_view chords = row->keys;
        const std::string keys(take_chord(chords)), title = shortened(row->title, room);
        const bool whole =
            ImGui::CalcTextSize(say(title, keys).c_str()).x <= room;  // a small window has no room for keys
        if (ImGui::MenuItem(say(title, "###", row->id).c_str(), whole ? keys.c_str() : nullptr,
                            row->is_on && row->is_on(c), is_possible(*row, c)))
            c.document().requests.commands.push_back(command(row->id));
        mark("menu.", row->id);
        if (!whole) tip(say(row->title, "   ", keys));
    }
}

void draw_part(Context c, const MenuPart& part) {
    const bool empty = std::ranges::none_of(all_commands(), [&](const Command* row) { return has(part, row); });
    if (empty && part.draw == nullptr) return;
    if (part.below_line) ImGui::Separator();
    if (part.title == nullptr) return draw_commands(c, part);
    const bool open = begin_menu(part.title);
    mark("menu.", part.title);
    if (!open) return;
    if (part.draw != nullptr) part.draw(c);
    draw_commands(c, part);
    ImGui::EndMenu();
}

void draw_menus(Context c) {
    for (const NamedValue& menu : kMenuNames) {
        const bool open = begin_menu(menu.name.data());
        mark("menu.", menu.name);
        if (!open) continue;
        for (const MenuPart& part : kMenuParts)
            if (part.menu == static_cast<Menu>(menu.raw)) draw_part(c, part);
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
    const bool open = begin_menu(say(edition_title(doc), "###edition").c_str());
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
    const bool open = begin_menu(say(doc.session.arch, "###arch").c_str());
    mark("top.arch");
    if (!open) return;
    for (const TargetView& target : doc.derived.targets) {
        const std::string name(target.arch);
        if (ImGui::MenuItem(name.c_str(), nullptr, name == doc.session.arch))
            doc.requests.edits.push_back(SetArch{name});
        mark("top.arch.", target.arch);
        if (!target.why.empty()) tip(target.why);
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
    tip(say("Ctrl+", i + 1));
}

std::string screen_menu_title(const Document& doc) { return say(row_of(doc.view_state.screen).title, " v"); }

// The screens as a menu, for a window without room for their titles. `lists`: edition and target have no room either.
void draw_screen_menu(Document& doc, bool lists) {
    const bool open = begin_menu(say(screen_menu_title(doc), "###screens").c_str());
    mark("top.screens");
    if (!open) return;
    for (std::size_t i = 0; i < kScreenCount; ++i) {
        const auto screen = static_cast<Screen>(i);
        if (ImGui::MenuItem(std::string(kScreens[i].title).c_str(), say("Ctrl+", i + 1).c_str(),
                            doc.view_state.screen == screen))
            doc.requests.commands.push_back(screen_command(screen));
        mark("top.screen.", say(i + 1));
    }
    if (lists) {
        ImGui::Separator();
        draw_edition(doc);
        draw_arch(doc);
    }
    ImGui::EndMenu();
}

// All menus in one if the bar has no room for them and the screens.
void draw_menus_in(Context c, float room) {
    float width = 0;
    for (const NamedValue& menu : kMenuNames) width += menu_width(std::string(menu.name));
    if (width <= room) return draw_menus(c);
    const bool open = begin_menu("Menu");
    mark("menu.all");
    if (!open) return;
    draw_menus(c);
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
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    draw_menus_in(c, ImGui::GetWindowWidth() - menu_width(screen_menu_title(c.document())) - gap);
    if (key_pressed(Key::escape, false)) close_menus();
    Document& doc = c.document();  // a menu can have opened another one
    const float lists = menu_width(edition_title(doc)) + menu_width(doc.session.arch) + gap;
    const float right = ImGui::GetWindowWidth() - lists;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gap);
    if (ImGui::GetCursorPosX() + menu_width(screen_menu_title(doc)) + gap > right) {
        draw_screen_menu(doc, true);
        return ImGui::EndMenuBar();
    }
    if (ImGui::GetCursorPosX() + screens_width() + gap > right) {
        draw_screen_menu(doc, false);
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
