// app/window/documents/tabs.cpp -- several sessions in one window: a tab for each document.
// SPDX-License-Identifier: MIT
#include "app/window/documents/tabs.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescope::ui {
namespace {

void leave_document(Context c) {
    run_hooks(&Feature::leave, c);
    c.document().pointed.item = {};
    if (ImGui::GetCurrentContext() != nullptr) leave_text_box();  // a box keeps the text of this document
}

void arrive_in_document(Context c) {
    c.document().requests = {};
    c.document().requests.view_state = c.document().view_state;
    run_hooks(&Feature::show, c);
    c.regions.redraw.touch();
}

}  // namespace

void remove_shown_tab(Context c) {
    leave_document(c);
    Documents& docs = c.documents;
    for (io::HeldCopy& copy : docs.current().file.restored)
        copy.remove();  // its edits are saved, or the user gave them up
    docs.open.erase(docs.open.begin() + static_cast<std::ptrdiff_t>(docs.shown));
    docs.shown = std::min(docs.shown, docs.open.size() - 1);
    arrive_in_document(c);
}

std::size_t tab_of_document(const Documents& docs, std::uint64_t id) {
    std::size_t index = 0;
    while (index < tab_count(docs) && document_of(docs, index).id != id) ++index;
    return index;
}

bool has_work(const Document& document) {
    return !document.file.path.empty() || !document.file.arrays.empty() || is_unsaved(document) ||
           document.history.done() != 0 || !document.paste.text.empty();
}

bool is_untouched(const Document& document) { return !document.lesson && !has_work(document); }

bool add_tab(Context c, Session session) {
    Documents& docs = c.documents;
    if (tab_count(docs) >= kMostTabs) {
        say_now(c.document(), say("The window has ", kMostTabs, " tabs, and no more are possible. Close one first."));
        return false;
    }
    leave_document(c);
    auto added = std::make_unique<Document>();
    added->id = ++docs.last_id;
    added->last_revision = docs.current().last_revision;
    added->view_state = {.screen = docs.current().view_state.screen};
    added->revision = added->file.saved_revision = added->next_revision();
    start(*added, std::move(session));
    docs.open.insert(docs.open.begin() + static_cast<std::ptrdiff_t>(++docs.shown), std::move(added));
    arrive_in_document(c);
    return true;
}

void show_tab(Context c, std::size_t index) {
    if (index == c.documents.shown || index >= tab_count(c.documents)) return;
    leave_document(c);
    c.documents.shown = index;
    arrive_in_document(c);
}

namespace {

// Shows the tab that many places on; after the last one comes the first one.
void step_tab(Context c, int by) {
    const auto count = static_cast<int>(tab_count(c.documents));
    show_tab(c, static_cast<std::size_t>((static_cast<int>(c.documents.shown) + by + count) % count));
}

}  // namespace

void compare_with_tab(Documents& docs, Regions& regions, std::uint64_t id) {
    ReferenceSource& source = docs.current().reference.source;
    const std::size_t index = tab_of_document(docs, id);
    if (index >= tab_count(docs) || index == docs.shown) return void(source.tab = 0);
    const std::string name = document_name(document_of(docs, index));
    source = {.name = say("the tab ", name), .tab = id};
    follow_reference(docs);
    raise_drawer(docs.current(), regions, "compare");
    docs.current().status = say("Compared with the tab ", name, ". Hold B to see that session.");
}

void follow_reference(Documents& docs) {
    Reference& reference = docs.current().reference;
    if (reference.source.tab == 0) return;
    const std::size_t index = tab_of_document(docs, reference.source.tab);
    if (index >= tab_count(docs)) return void(reference.source.tab = 0);  // closed: what it had at the end stays pinned
    const Document& other = document_of(docs, index);
    if (reference.source.revision == other.revision && reference.derived) return;
    set_reference(docs.current(), other.session,
                  {.name = reference.source.name, .tab = other.id, .revision = other.revision});
}

namespace {

constexpr float kLeastTab = 72, kMostTab = 220;  // logical pixels

struct TabSizes {
    float width, close;  // of a whole tab; of its button "x"
    std::size_t first, count;
};

// All tabs have one width. If not even the smallest ones fit, only those around the shown one are drawn.
TabSizes sizes_of_tabs(const Documents& docs, float scale, float room) {
    const std::size_t all = tab_count(docs);
    const float each = std::floor(room / static_cast<float>(all));
    const float width = std::clamp(each, kLeastTab * scale, kMostTab * scale);
    const auto fitting = static_cast<std::size_t>(std::max(room / width, 1.0f));
    const std::size_t count = std::min(all, fitting);
    const std::size_t first = docs.shown < count / 2 ? 0 : std::min(docs.shown - count / 2, all - count);
    return {width, ImGui::GetFrameHeight(), first, count};
}

// The shown tab is filled and underlined, so that colour is not the only sign.
void draw_tab(Documents& docs, const Theme& theme, float scale, const TabSizes& sizes, std::size_t index) {
    const Document& document = document_of(docs, index);
    const bool shown = index == docs.shown;
    const std::string name = document_name(document);
    const auto ask = [&](std::string_view id) { docs.current().requests.commands.push_back(command(id, document.id)); };
    ImGui::PushID(static_cast<int>(document.id));
    ImGui::PushStyleColor(ImGuiCol_Button, shown ? faded(theme.accent, 0.20f) : faded(theme.panel, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 0);
    const float pad = ImGui::GetStyle().FramePadding.x, title = sizes.width - sizes.close;
    if (ImGui::Button(say(shortened(name, title - 2 * pad), "###tab").c_str(), {title, 0})) ask("go_to_tab");
    const ImVec2 low = ImGui::GetItemRectMin();
    if (g_probe != nullptr) mark(say("tab.", index + 1));
    if (ImGui::IsItemHovered()) {
        const std::string& path = document.file.path.empty() ? document.paste.path : document.file.path;
        tip(path.empty() ? name : path);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) ask("close_tab");
    }
    ImGui::SameLine(0, 0);
    if (ImGui::Button("x###close", {sizes.close, 0})) ask("close_tab");
    const ImVec2 high = ImGui::GetItemRectMax();
    if (g_probe != nullptr) mark(say("tab.", index + 1, ".close"));
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
    if (shown) ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - sizes_at(scale).ring}, high, theme.accent);
    ImGui::PopID();
}

}  // namespace

void draw_tabs(Documents& docs, const Theme& theme, float scale) {
    if (!has_tabs(docs)) return;
    const float plus = ImGui::GetFrameHeight();
    const TabSizes sizes = sizes_of_tabs(docs, scale, ImGui::GetContentRegionAvail().x - plus);
    for (std::size_t i = sizes.first; i < sizes.first + sizes.count; ++i) {
        if (i > sizes.first) ImGui::SameLine(0, 0);
        draw_tab(docs, theme, scale, sizes, i);
    }
    ImGui::SameLine(0, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_Button, faded(theme.panel, 0));
    if (ImGui::Button("+###new_tab", {plus, 0})) docs.current().requests.commands.push_back(command("new_tab"));
    mark("tab.new");
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

namespace {

void new_tab(Context c) { add_tab(c, presets().front().session()); }

// The form of a tile, and its picture: of a new session, or of this one if nobody has used it.
void new_tile(Context c) {
    if (!is_untouched(c.document()) && !add_tab(c, presets().front().session())) return;
    Document& doc = c.document();
    doc.view_state.screen = Screen::memory;
    doc.view_state.operand = Operand::a;
    doc.view_state.active = WordId::a_desc;
    *tab_of(doc.view_state) = StageTab::memory;
    doc.requests.view_state = doc.view_state;
    run_command(c, command("show_panel", "tile"));
}

// Compares with each of the other tabs in turn.
void compare_next_tab(Documents& docs, Regions& regions) {
    const std::size_t now = tab_of_document(docs, docs.current().reference.source.tab);
    std::size_t next = (now >= tab_count(docs) ? docs.shown : now) + 1;
    if (next % tab_count(docs) == docs.shown) ++next;
    compare_with_tab(docs, regions, document_of(docs, next % tab_count(docs)).id);
}

// clang-format off
constexpr Command kTabCommands[] = {
    {.id = "new_tab", .title = "New tab", .keys = "Ctrl+T", .menu = Menu::file, .place = 40, .act = with<new_tab>,
     .words = "another session document window"},
    {.id = "new_tile", .title = "New tile and its K steps", .menu = Menu::file, .place = 22, .act = with<new_tile>,
     .words = "build make list of steps every k step words descriptors table form operand layout swizzle address"},
    {.id = "close_tab", .title = "Close the tab", .keys = "Ctrl+W", .menu = Menu::file, .place = 270,
     .act_on = [](Context c, const WindowCommand& w) {
         close_tab(c, w.number == 0 ? c.documents.shown : tab_of_document(c.documents, w.number)); },
     .words = "session document"},
    {.id = "compare_tab", .title = "Compare with the next tab", .menu = Menu::edit, .place = 440,
     .when = {with<has_tabs>}, .act = with<compare_next_tab>,
     .words = "difference diff two sessions documents reference"},
    {.id = "next_tab", .title = "Next tab", .keys = "Ctrl+Tab, Ctrl+PageDown", .menu = Menu::view, .place = 570,
     .when = {with<has_tabs>}, .act = with<step_tab, 1>, .words = "switch session document"},
    {.id = "last_tab", .title = "Previous tab", .keys = "Ctrl+Shift+Tab, Ctrl+PageUp", .menu = Menu::view,
     .place = 580, .when = {with<has_tabs>}, .act = with<step_tab, -1>,
     .words = "switch session document"},
    {.id = "go_to_tab",
     .act_on = [](Context c, const WindowCommand& w) { show_tab(c, tab_of_document(c.documents, w.number)); }},
    {.id = "compare_with_tab", .act_on = with_request<compare_with_tab>},
};
// clang-format on

}  // namespace

const Feature kTabs = {.id = "tabs", .commands = kTabCommands, .follow = with<follow_reference>};

}  // namespace tilescope::ui
