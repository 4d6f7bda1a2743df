// app/window/documents/closing.cpp -- closes a tab or the window, and asks before anything is lost.
// SPDX-License-Identifier: MIT
#include "app/window/documents/tabs.h"

#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

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

std::string closing_question(const Jobs& jobs) {
    return say("The window is still saving ", jobs.saving.what, " as ", jobs.saving.path,
               ". Close the window when the file is written, or stop and write no file?");
}

void close_once_written(Documents& docs) {
    docs.closing.asks_saving = false;
    docs.closing.what = Closing::What::nothing;
    docs.closing.once_written = true;
}

void give_up_and_close(Context c) {
    c.documents.closing.asks_saving = c.documents.closing.once_written = false;
    stop_saving(c);
    close_window(c);
}

namespace {

// Goes on with closing once the document is saved, or the file is written.
void follow_closing(Context c) {
    Closing& closing = c.documents.closing;
    if (closing.once_saved) {
        if (!is_unsaved(c.document())) {
            closing.once_saved = false;
            return go_on_closing(c);
        }
        // The write failed, or the question for a path was cancelled.
        if (!c.overlays.chooser.open && !c.overlays.overwrite) cancel_closing(c.documents);
    }
    if ((!closing.asks_saving && !closing.once_written) || is_saving_file(c.jobs)) return;
    closing.asks_saving = closing.once_written = false;
    c.jobs.saving.written ? close_window(c) : cancel_closing(c.documents);
}

// clang-format off
constexpr Command kClosingCommands[] = {
    {.id = "quit", .title = "Quit", .keys = "Ctrl+Q", .menu = Menu::file, .place = 280, .act = with<close_window>,
     .words = "exit leave close window program", .keeps_start_page = true},
};
// clang-format on

}  // namespace

const Feature kClosing = {
    .id = "closing", .commands = kClosingCommands, .arrive = with<follow_closing>, .drawn = with<follow_closing>};

}  // namespace tilescope::ui
