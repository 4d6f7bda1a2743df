// app/shell/tabs.cpp -- several sessions in one window: a tab for each document, and the question before one is closed.
// SPDX-License-Identifier: MIT
#include "app/shell/tabs.h"

#include "app/shell/drawer.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"
#include "app/shell/presentation.h"
#include "app/shell/saving.h"
#include "app/shell/shown_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

// The emulation of a document that is no longer shown is stopped. It is requested again when its result is shown again.
void leave_document(Context c) {
    restore_presented(c.document(), c.overlays);
    if (c.document().results.state == ResultState::running) {
        if (c.jobs.emulation) c.jobs.emulation->stop();
        c.document().results.state = c.document().results.emulation ? ResultState::done : ResultState::none;
        c.document().results.requested = 0;
    }
    c.document().pointed.item = {};
    c.document().states.player.last = -1;                         // an animation goes on where it was left
    if (ImGui::GetCurrentContext() != nullptr) leave_text_box();  // a box keeps the text of this document
}

void arrive_in_document(Context c) {
    c.document().requests = {};
    c.document().requests.view_state = c.document().view_state;
    note_presented(c.document(), c.overlays);
    c.regions.redraw.touch();
}

void remove_shown_tab(Context c) {
    leave_document(c);
    Documents& docs = c.documents;
    for (io::HeldCopy& copy : docs.current().file.restored)
        copy.remove();  // its edits are saved, or the user gave them up
    docs.open.erase(docs.open.begin() + static_cast<std::ptrdiff_t>(docs.shown));
    docs.shown = std::min(docs.shown, docs.open.size() - 1);
    arrive_in_document(c);
}

// Asks about the next document with unsaved edits, or lets the window close.
void go_on_closing_window(Context c) {
    for (std::size_t i = 0; i < tab_count(c.documents); ++i) {
        const Document& document = document_of(c.documents, i);
        if (!is_unsaved(document) ||
            std::ranges::find(c.documents.closing.discarded, document.id) != c.documents.closing.discarded.end())
            continue;
        show_tab(c, i);
        c.documents.closing.asks_unsaved = true;
        return;
    }
    c.documents.closing.confirmed = true;
}

void go_on_closing(Context c) {
    if (c.documents.closing.what == Closing::What::window) return go_on_closing_window(c);
    if (std::exchange(c.documents.closing.what, Closing::What::nothing) == Closing::What::tab) remove_shown_tab(c);
}

}  // namespace

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

void step_tab(Context c, int by) {
    const auto count = static_cast<int>(tab_count(c.documents));
    show_tab(c, static_cast<std::size_t>((static_cast<int>(c.documents.shown) + by + count) % count));
}

void close_tab(Context c, std::size_t index) {
    if (index >= tab_count(c.documents)) return;
    if (!has_tabs(c.documents)) return close_window(c);
    const std::uint64_t before = c.document().id;
    show_tab(c, index);  // the question is about the shown document
    c.documents.closing.what = Closing::What::tab;
    if (is_unsaved(c.document())) {
        c.documents.closing.asks_unsaved = true;
        return;
    }
    go_on_closing(c);
    show_tab(c, tab_of_document(c.documents, before));
}

void close_window(Context c) {
    c.documents.closing.what = Closing::What::window;
    c.documents.closing.discarded.clear();
    if (is_saving_file(c.jobs)) {
        c.documents.closing.asks_saving = true;
        return;
    }
    go_on_closing(c);
}

void discard_and_close(Context c) {
    c.documents.closing.asks_unsaved = false;
    c.documents.closing.discarded.push_back(c.document().id);
    go_on_closing(c);
}

void save_and_close(Context c) {
    c.documents.closing.asks_unsaved = false;
    c.documents.closing.once_saved = true;
    save_file(c);
}

void cancel_closing(Documents& docs) {
    docs.closing.asks_unsaved = docs.closing.once_saved = docs.closing.asks_saving = docs.closing.once_written = false;
    docs.closing.what = Closing::What::nothing;
    docs.closing.discarded.clear();
}

void close_if_saved(Context c) {
    if (std::exchange(c.documents.closing.once_saved, false)) go_on_closing(c);
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

}  // namespace tilescope::ui
