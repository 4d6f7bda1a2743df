// app/window/documents/safety.h -- keeps a backup copy of unsaved edits and offers it at the next start.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/autosave.h"
#include "app/window/frame/context.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tilescope::ui {

// Keeps the backup copy of one document.
class Keeper {
public:
    Keeper(std::uint64_t document, std::string folder, double seconds_after_an_edit, std::function<void()> wake);

    std::uint64_t document() const { return document_; }
    // What Safety does for each document; see there. Returns true in `redraw` if there is a new sentence.
    double keep_copy(Document& document, double now, bool& redraw);
    std::string keep_now(Document& document);
    void end(Document& document);
    // The document was closed: removes its copy.
    void drop() { file_.drop(++sequence_); }

private:
    struct Request {
        std::optional<Session> session;  // none: remove the copy
        std::uint64_t number, revision;
    };
    struct Reply {
        std::string why;  // why no copy could be written; empty: no error
        bool kept;
        std::uint64_t revision;
    };
    Reply write(const Request& request);  // runs in the thread
    bool process_reply(Document& document, const Reply& reply, double now);
    void ask(const Document& document, bool unsaved);

    std::uint64_t document_;  // Document::id
    io::Autosave file_;
    double between_;
    std::optional<double> due_;    // when to request the next copy; none: no copy is due
    std::uint64_t requested_ = 0;  // revision of the last request; 0: there is no copy
    std::uint64_t sequence_ = 0;   // number of the last request, so that an older one never replaces a newer one
    bool failed_ = false;
    NewestJob<Request, Reply> writer_;  // must be last: it uses file_
};

// Keeps the copies of all documents of a window: one file and one thread for each tab.
class Safety {
public:
    // A thread calls `wake` when it has a reply. The next keep_copy() processes the reply.
    Safety(std::string folder, double seconds_after_an_edit, std::function<void()> wake = {})
        : folder_(std::move(folder)), between_(seconds_after_an_edit), wake_(std::move(wake)) {}

    // Call this at the start. Adds the copies of programs that ended without saving to app.backup_offers.
    void find_backup_copies(Documents& docs) const;

    // Call this before the loop sleeps; `now` is in seconds. A thread writes a copy if one is due. Returns the seconds
    // until the next necessary call. Below 0: no call is necessary before the next event.
    double keep_copy(Documents& docs, Regions& regions, double now);

    // Call this when the program ends and cannot ask the user. Writes a copy of all unsaved edits before it returns,
    // and returns the paths, with ", " between them. An empty text means: there are no unsaved edits, or
    // Document::unprotected has the error.
    std::string keep_now(Documents& docs);

    // Call this when the program ends normally. Removes the copies, so that the next start offers nothing.
    void end(Documents& docs);

private:
    Keeper& keeper_of(const Document& document);

    std::string folder_;
    double between_;
    std::function<void()> wake_;
    std::vector<std::unique_ptr<Keeper>> keepers_;
};

// Returns an age in the largest unit whose count is at least 1: "3 minutes".
std::string age_text(std::chrono::seconds age);

// Draws the line under the top bar that warns if edits have no copy. Usually draws nothing.
void draw_safety(Documents& docs);

// What is offered: the newest copy of a program that ended without saving. Empty: nothing. The status line shows it,
// with its buttons, so that the offer and its end move nothing in the window.
std::string backup_sentence(const Documents& docs);
void draw_backup_buttons(Documents& docs);

}  // namespace tilescope::ui
