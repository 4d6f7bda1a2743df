// app/window/documents/closing.cpp -- closes a tab or the window, and asks before anything is lost.
// SPDX-License-Identifier: MIT
#include "app/window/documents/tabs.h"

#include "app/widgets/buttons.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

// Asks about the next document with unsaved edits, or lets the window close.
void go_on_closing_window(Context c) {
    Closing& closing = c.documents.closing;
    for (std::size_t i = 0; i < tab_count(c.documents); ++i) {
        const Document& document = document_of(c.documents, i);
        const bool discarded = std::ranges::find(closing.discarded, document.id) != closing.discarded.end();
        if (discarded || !is_unsaved(document)) continue;
        show_tab(c, i);
        closing.asks_unsaved = true;
        return;
    }
    closing.confirmed = true;
}

void go_on_closing(Context c) {
    if (c.documents.closing.what == Closing::What::window) return go_on_closing_window(c);
    if (std::exchange(c.documents.closing.what, Closing::What::nothing) == Closing::What::tab) remove_shown_tab(c);
}

// Closes the window; asks about each document with unsaved edits.
void close_window(Context c) {
    Closing& closing = c.documents.closing;
    closing.what = Closing::What::window;
    closing.discarded.clear();
    if (is_saving_file(c.jobs)) return void(closing.asks_saving = true);
    go_on_closing(c);
}

void cancel_closing(Closing& closing) {
    closing.asks_unsaved = closing.once_saved = closing.asks_saving = closing.once_written = false;
    closing.what = Closing::What::nothing;
    closing.discarded.clear();
}

}  // namespace

void close_tab(Context c, std::size_t index) {
    if (index >= tab_count(c.documents)) return;
    if (!has_tabs(c.documents)) return close_window(c);
    const std::uint64_t before = c.document().id;
    show_tab(c, index);  // the question is about the shown document
    c.documents.closing.what = Closing::What::tab;
    if (is_unsaved(c.document())) return void(c.documents.closing.asks_unsaved = true);
    go_on_closing(c);
    show_tab(c, tab_of_document(c.documents, before));
}

void discard_and_close(Context c) {
    c.documents.closing.asks_unsaved = false;
    c.documents.closing.discarded.push_back(c.document().id);
    go_on_closing(c);
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
        if (!c.overlays.chooser.open && !c.overlays.overwrite) cancel_closing(closing);
    }
    if ((!closing.asks_saving && !closing.once_written) || is_saving_file(c.jobs)) return;
    closing.asks_saving = closing.once_written = false;
    c.jobs.saving.written ? close_window(c) : cancel_closing(closing);
}

// Asked before a tab or the window closes with unsaved edits. "Save" is the first button because it loses nothing.
void ask_about_edits(Context c, float scale) {
    Closing& closing = c.documents.closing;
    enum : std::size_t { save, discard, cancel };
    constexpr QuestionButton kChoices[] = {
        {"Save", "unsaved.save"}, {"Discard", "unsaved.discard"}, {"Cancel", "unsaved.cancel"}};
    const Document& doc = c.document();
    const std::string shown = document_name(doc), tab = shown.substr(0, shown.rfind(" *"));
    const std::string path = doc.file.path.empty() ? std::string() : say(" (", doc.file.path, ")");
    const auto answer =
        ask_question("Unsaved edits", say("The edits in the tab ", tab, path, " are not saved."), kChoices, scale);
    if (answer == save) {
        closing.asks_unsaved = false;
        closing.once_saved = true;
        save_file(c);
    }
    if (answer == discard) discard_and_close(c);
    if (answer == cancel) cancel_closing(closing);
}

// Asked before the window closes while a thread writes a file. The first button loses nothing.
void ask_about_file(Context c, float scale) {
    Closing& closing = c.documents.closing;
    enum : std::size_t { wait, stop, cancel };
    constexpr QuestionButton kChoices[] = {
        {"Wait, then close", "saving.wait"}, {"Stop and close", "saving.stop"}, {"Cancel", "saving.cancel"}};
    const std::string text = say("The window is still saving ", c.jobs.saving.what, " as ", c.jobs.saving.path,
                                 ". Close the window when the file is written, or stop and write no file?");
    const auto answer = ask_question("A file is being saved", text, kChoices, scale);
    if (answer == wait || answer == stop) closing.asks_saving = false;
    if (answer == wait) {
        closing.what = Closing::What::nothing;
        closing.once_written = true;
    }
    if (answer == stop) {
        closing.once_written = false;
        stop_saving(c.documents, c.jobs);
        close_window(c);
    }
    if (answer == cancel) cancel_closing(closing);
}

void ask_before_closing(Context c, const FrameTools& tools) {
    if (c.documents.closing.asks_unsaved) ask_about_edits(c, tools.scale);
    if (c.documents.closing.asks_saving) ask_about_file(c, tools.scale);
}

// clang-format off
constexpr Command kClosingCommands[] = {
    {.id = "quit", .title = "Quit", .keys = "Ctrl+Q", .menu = Menu::file, .place = 280, .act = with<close_window>,
     .words = "exit leave close window program", .keeps_start_page = true},
};
// clang-format on

}  // namespace

const Feature kClosing = {.id = "closing",
                          .commands = kClosingCommands,
                          .arrive = with<follow_closing>,
                          .draws_over = ask_before_closing,
                          .drawn = with<follow_closing>};

}  // namespace tilescope::ui
