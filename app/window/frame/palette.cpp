// app/window/frame/palette.cpp -- the command palette: the keyboard reaches everything that the mouse can reach.
// SPDX-License-Identifier: MIT
#include "app/window/frame/palette.h"

#include "app/io/lessons.h"
#include "app/panels/help_topics.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kWidth = 620, kTop = 72;
constexpr float kLeastRows = 5, kMostRows = 12;

// The number of offers that fit under the box.
std::size_t rows_of(float window_height, float scale) {
    const float rows = (window_height - kTop * scale) / ImGui::GetTextLineHeightWithSpacing() - 4;
    return static_cast<std::size_t>(std::clamp(rows, kLeastRows, kMostRows));
}

// The arrow keys move the choice alone. ImGui would move its own focus too, from the box into the list.
void move_choice(PaletteState& palette, int count) {
    const bool down = key_pressed(Key::down), up = key_pressed(Key::up);
    palette.chosen += (down ? 1 : 0) - (up ? 1 : 0);
    if (down || up) keep_focus_where_it_is();
    palette.chosen = count == 0 ? 0 : (palette.chosen + count) % count;
}

// Moves the cursor to the end of the text, once. ImGui selects all text of a box that gets the keyboard focus, but here
// the user types a path after the verb that is already in the box.
int cursor_to_end(ImGuiInputTextCallbackData* data) {
    bool& pending = *static_cast<bool*>(data->UserData);
    if (!pending) return 0;
    data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    pending = false;
    return 0;
}

// Returns the offer that was clicked, or -1.
int draw_offers(const std::vector<Offer>& offers, int chosen) {
    int clicked = -1;
    push_no_nav();
    for (int i = 0; i < static_cast<int>(offers.size()); ++i) {
        const Offer& offer = offers[static_cast<std::size_t>(i)];
        ImGui::PushID(i);
        const float keys_width = ImGui::CalcTextSize(offer.keys.c_str()).x;
        if (ImGui::Selectable("##offer", i == chosen, ImGuiSelectableFlags_AllowItemOverlap)) clicked = i;
        mark("palette.", say(i));
        ImGui::SameLine(ImGui::GetStyle().ItemSpacing.x);
        const float room = ImGui::GetContentRegionAvail().x - keys_width - ImGui::GetStyle().ItemSpacing.x;
        ImGui::TextUnformatted(shortened(offer.title, room).c_str());
        ImGui::SameLine(ImGui::GetContentRegionMax().x - keys_width);
        ImGui::TextDisabled("%s", offer.keys.c_str());
        ImGui::PopID();
    }
    pop_no_nav();
    return clicked;
}

// Draws the palette over the window if it is open.
void draw_palette(Context c, const FrameTools& tools) {
    PaletteState& palette = c.overlays.palette;
    if (!palette.open) return;
    const float scale = tools.scale;
    const ImGuiViewport* viewport = ImGui::GetMainViewport();
    const float width = std::min(kWidth * scale, viewport->Size.x * 0.9f);
    ImGui::SetNextWindowPos({(viewport->Size.x - width) / 2, kTop * scale});
    ImGui::SetNextWindowSize({width, 0});
    if (palette.just_opened) {
        ImGui::SetNextWindowFocus();
        if (palette.text.ends_with(' ')) palette.verb = palette.text;
    }
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    const bool seen = ImGui::Begin("palette", nullptr, kFlags);
    ImGui::PopStyleVar();
    if (seen) {
        if (std::exchange(palette.just_opened, false)) {
            ImGui::SetKeyboardFocusHere();
            palette.cursor_to_end = true;
        }
        ImGui::SetNextItemWidth(-1);
        const std::string before = palette.text;
        const bool entered = ImGui::InputTextWithHint(
            "##query", "command, field (sbo 1024), size (tile K 32), place (B, D[18][48], 0x580), rule (L35), or word",
            &palette.text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways, cursor_to_end,
            &palette.cursor_to_end);
        mark("palette.box");
        if (palette.text != before) palette.chosen = 0;  // the best match of the new text
        const std::vector<Offer> offers = offers_for(c, palette.text, rows_of(viewport->Size.y, scale));
        move_choice(palette, static_cast<int>(offers.size()));
        const int clicked = draw_offers(offers, palette.chosen);
        const bool path_expected = !palette.verb.empty() && palette.text == palette.verb;
        if (offers.empty()) ImGui::TextDisabled(path_expected ? "Type the path of a file." : "Nothing matches.");
        const int taken = clicked >= 0 ? clicked : entered && !offers.empty() ? palette.chosen : -1;
        if (taken >= 0 || key_pressed(Key::escape)) palette.open = false;
        if (entered && offers.empty()) palette.just_opened = true;  // Enter has removed the focus from the box
        if (taken >= 0) {
            take_offer(c, offers[static_cast<std::size_t>(taken)]);
            c.document().requests.view_state = c.document().view_state;  // the panels had the old one in their requests
        }
    }
    ImGui::End();
}

void open_palette(Document& doc, Overlays& overlays) {
    const Session& s = doc.session;
    overlays.palette = {.open = true,
                        .just_opened = true,
                        .chosen = 0,
                        .topics = help_topics({s.edition, s.variant.kind, s.arch}),
                        .lessons = io::lesson_heads()};
}

void open_palette_for_open(Document& doc, Overlays& overlays) {
    open_palette(doc, overlays);
    overlays.palette.text = "open ";
}

bool has_recents(const Prefs& prefs) { return !prefs.recents.empty(); }

// clang-format off
constexpr Command kPaletteCommands[] = {
    {.id = "palette", .title = "Command palette", .keys = "Ctrl+K", .menu = Menu::edit, .place = 460,
     .act = with<open_palette>, .words = "search find commands", .keeps_start_page = true},
    {.id = "recents", .title = "Recent files", .keys = "Ctrl+R", .place = 90, .when = {with<has_recents>},
     .act = with<open_palette_for_open>,
     .words = "history last reopen load open", .keeps_start_page = true},
};
// clang-format on

}  // namespace

const Feature kPalette = {.id = "palette", .commands = kPaletteCommands, .draws_over = draw_palette};

}  // namespace tilescope::ui
