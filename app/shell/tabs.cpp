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
void leave_document(App& app) {
    restore_presented(app);
    if (app.results.state == ResultState::running) {
        if (app.jobs) app.jobs->stop();
        app.results.state = app.results.emulation ? ResultState::done : ResultState::none;
        app.results.requested = 0;
    }
    app.pointed = {};
    app.states.player.last = -1;                                  // an animation goes on where it was left
    if (ImGui::GetCurrentContext() != nullptr) leave_text_box();  // a box keeps the text of this document
}

void arrive_in_document(App& app) {
    app.requests = {};
    app.requests.view_state = app.view_state;
    note_presented(app);
    app.redraw.touch();
}

void remove_shown_tab(App& app) {
    leave_document(app);
    for (io::HeldCopy& copy : app.restored) copy.remove();  // its edits are saved, or the user gave them up
    const std::size_t gone = app.tab, next = gone + 1 < app.tabs.size() ? gone + 1 : gone - 1;
    static_cast<Document&>(app) = std::move(*app.tabs[next]);
    app.tabs[next].reset();
    app.tabs.erase(app.tabs.begin() + static_cast<std::ptrdiff_t>(gone));
    app.tab = next > gone ? gone : next;
    arrive_in_document(app);
}

// Asks about the next document with unsaved edits, or lets the window close.
void go_on_closing_window(App& app) {
    for (std::size_t i = 0; i < tab_count(app); ++i) {
        const Document& document = document_of(app, i);
        if (!is_unsaved(document) || std::ranges::find(app.discarded, document.id) != app.discarded.end()) continue;
        show_tab(app, i);
        app.confirms_unsaved = true;
        return;
    }
    app.close_confirmed = true;
}

void go_on_closing(App& app) {
    if (app.closing == Closing::window) return go_on_closing_window(app);
    if (std::exchange(app.closing, Closing::nothing) == Closing::tab) remove_shown_tab(app);
}

}  // namespace

std::size_t tab_of_document(const App& app, std::uint64_t id) {
    std::size_t index = 0;
    while (index < tab_count(app) && document_of(app, index).id != id) ++index;
    return index;
}

bool has_work(const Document& document) {
    return !document.file_path.empty() || is_unsaved(document) || document.history.done() != 0 ||
           !document.paste_text.empty();
}

bool is_untouched(const Document& document) { return !document.lesson && !has_work(document); }

bool add_tab(App& app, Session session) {
    if (tab_count(app) >= kMostTabs) {
        say_now(app, say("The window has ", kMostTabs, " tabs, and no more are possible. Close one first."));
        return false;
    }
    leave_document(app);
    const ViewState view_state{.screen = app.view_state.screen};
    app.tabs[app.tab] = std::make_unique<Document>(std::move(static_cast<Document&>(app)));
    static_cast<Document&>(app) = Document{};
    app.tabs.emplace(app.tabs.begin() + static_cast<std::ptrdiff_t>(++app.tab));
    app.id = ++app.last_id;
    app.view_state = view_state;
    app.revision = app.saved_revision = ++app.last_revision;
    start(app, std::move(session));
    arrive_in_document(app);
    return true;
}

void show_tab(App& app, std::size_t index) {
    if (index == app.tab || index >= tab_count(app)) return;
    leave_document(app);
    app.tabs[app.tab] = std::make_unique<Document>(std::move(static_cast<Document&>(app)));
    static_cast<Document&>(app) = std::move(*app.tabs[index]);
    app.tabs[index].reset();
    app.tab = index;
    arrive_in_document(app);
}

void step_tab(App& app, int by) {
    const auto count = static_cast<int>(tab_count(app));
    show_tab(app, static_cast<std::size_t>((static_cast<int>(app.tab) + by + count) % count));
}

void close_tab(App& app, std::size_t index) {
    if (index >= tab_count(app)) return;
    if (!has_tabs(app)) return close_window(app);
    const std::uint64_t before = app.id;
    show_tab(app, index);  // the question is about the shown document
    app.closing = Closing::tab;
    if (is_unsaved(app)) {
        app.confirms_unsaved = true;
        return;
    }
    go_on_closing(app);
    show_tab(app, tab_of_document(app, before));
}

void close_window(App& app) {
    app.closing = Closing::window;
    app.discarded.clear();
    if (is_saving_file(app)) {
        app.confirms_saving = true;
        return;
    }
    go_on_closing(app);
}

void discard_and_close(App& app) {
    app.confirms_unsaved = false;
    app.discarded.push_back(app.id);
    go_on_closing(app);
}

void save_and_close(App& app) {
    app.confirms_unsaved = false;
    app.closes_once_saved = true;
    save_file(app);
}

void cancel_closing(App& app) {
    app.confirms_unsaved = app.closes_once_saved = app.confirms_saving = app.closes_once_written = false;
    app.closing = Closing::nothing;
    app.discarded.clear();
}

void close_if_saved(App& app) {
    if (std::exchange(app.closes_once_saved, false)) go_on_closing(app);
}

void compare_with_tab(App& app, std::uint64_t id) {
    const std::size_t index = tab_of_document(app, id);
    if (index >= tab_count(app) || index == app.tab) {
        app.reference_source.tab = 0;
        return;
    }
    const std::string name = document_name(document_of(app, index));
    app.reference_source = {.name = say("the tab ", name), .tab = id};
    follow_reference(app);
    raise_drawer(app, "compare");
    app.status = say("Compared with the tab ", name, ". Hold B to see that session.");
}

void follow_reference(App& app) {
    if (app.reference_source.tab == 0) return;
    const std::size_t index = tab_of_document(app, app.reference_source.tab);
    if (index >= tab_count(app)) {  // closed: what it had at the end stays pinned
        app.reference_source.tab = 0;
        return;
    }
    const Document& other = document_of(app, index);
    if (app.reference_source.revision == other.revision && app.reference) return;
    set_reference(app, other.session, {.name = app.reference_source.name, .tab = other.id, .revision = other.revision});
}

}  // namespace tilescope::ui
