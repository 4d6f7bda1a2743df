// app/window/documents/tabs.cpp -- several sessions in one window: a tab for each document.
// SPDX-License-Identifier: MIT
#include "app/window/documents/tabs.h"

#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <algorithm>
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
    return !document.file.path.empty() || is_unsaved(document) || document.history.done() != 0 ||
           !document.paste.text.empty();
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

void make_edits(Context c, const std::vector<Edit>& edits, std::uint64_t gesture) {
    const auto opens = [](const Edit& edit) { return std::holds_alternative<LoadSession>(edit); };
    if (const auto load = std::ranges::find_if(edits, opens); load != edits.end()) {
        c.jobs.stop_reading();
        // The session of a lesson belongs to its text, so another one gets a tab of its own.
        if (c.document().lesson && !add_tab(c, apply_edit(c.document().session, *load))) return;
    }
    const Session before = c.document().session;
    for (const Edit& edit : edits) c.document().history.record_and_apply(c.document().session, edit, gesture);
    if (c.document().session != before) begin_revision(c.document());
    for (const Feature* feature : all_features())
        if (feature->edited) feature->edited(c, edits, before);
    note_memory(c.document().user_memory, edits, before, c.document().session);
}

void compare_with_tab(Documents& docs, Regions& regions, std::uint64_t id) {
    const std::size_t index = tab_of_document(docs, id);
    if (index >= tab_count(docs) || index == docs.shown) {
        docs.current().reference.source.tab = 0;
        return;
    }
    const std::string name = document_name(document_of(docs, index));
    docs.current().reference.source = {.name = say("the tab ", name), .tab = id};
    follow_reference(docs);
    raise_drawer(docs.current(), regions, "compare");
    docs.current().status = say("Compared with the tab ", name, ". Hold B to see that session.");
}

void follow_reference(Documents& docs) {
    if (docs.current().reference.source.tab == 0) return;
    const std::size_t index = tab_of_document(docs, docs.current().reference.source.tab);
    if (index >= tab_count(docs)) {  // closed: what it had at the end stays pinned
        docs.current().reference.source.tab = 0;
        return;
    }
    const Document& other = document_of(docs, index);
    if (docs.current().reference.source.revision == other.revision && docs.current().reference.derived) return;
    set_reference(docs.current(), other.session,
                  {.name = docs.current().reference.source.name, .tab = other.id, .revision = other.revision});
}

namespace {

void new_tab(Context c) { add_tab(c, presets().front().session()); }

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
    {.id = "close_tab", .title = "Close the tab", .keys = "Ctrl+W", .menu = Menu::file, .place = 270,
     .act_on = [](Context c, const WindowCommand& w) {
         close_tab(c, w.number == 0 ? c.documents.shown : tab_of_document(c.documents, w.number)); },
     .words = "session document"},
    {.id = "compare_tab", .title = "Compare with the next tab", .menu = Menu::edit, .place = 440,
     .when = {with<has_tabs>}, .act = with<compare_next_tab>,
     .words = "difference diff two sessions documents reference"},
    {.id = "next_tab", .title = "Next tab", .keys = "Ctrl+Tab, Ctrl+PageDown", .menu = Menu::view, .place = 570,
     .when = {with<has_tabs>}, .act = [](Context c) { step_tab(c, 1); }, .words = "switch session document"},
    {.id = "last_tab", .title = "Previous tab", .keys = "Ctrl+Shift+Tab, Ctrl+PageUp", .menu = Menu::view,
     .place = 580, .when = {with<has_tabs>}, .act = [](Context c) { step_tab(c, -1); },
     .words = "switch session document"},
    {.id = "go_to_tab",
     .act_on = [](Context c, const WindowCommand& w) { show_tab(c, tab_of_document(c.documents, w.number)); }},
    {.id = "compare_with_tab",
     .act_on = [](Context c, const WindowCommand& w) { compare_with_tab(c.documents, c.regions, w.number); }},
};
// clang-format on

}  // namespace

const Feature kTabs = {.id = "tabs", .commands = kTabCommands, .follow = with<follow_reference>};

}  // namespace tilescope::ui
