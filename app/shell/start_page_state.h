// app/shell/start_page_state.h -- what the start page stores between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/clipboard_job.h"
#include "app/shell/newest_job.h"
#include "app/shell/paste_reading.h"
#include "app/shell/start_layout.h"
#include "app/ui/window_command.h"

#include <tilescope/scene/scene.h>
#include <tilescope/session/session.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

// A lesson that the page offers.
struct LessonCard {
    std::string id, title;
    unsigned minutes = 0, level = 1;
    bool done = false;               // all its steps were reached
    std::optional<Session> session;  // that it begins with, for the picture
};

// A recent file, as a thread found it: no frame waits for a disk.
struct RecentFile {
    std::string path;
    bool there = false;
    std::string changed;             // "2026-11-26 01:20"; empty: unknown
    std::optional<Session> session;  // none: it is no session, or too large to be read for a picture
};
using RecentsJobs = NewestJob<std::vector<std::string>, std::vector<RecentFile>>;

// The small picture of a card: the upper left corners of at most two grids of a scene.
struct CardGrid {
    int columns = 0, rows = 0;
    std::vector<Tone> tone;
    std::vector<Mark> mark;
};
struct CardPicture {
    std::vector<CardGrid> grids;
};

struct StartCard {
    CardKind kind = CardKind::preset;
    std::string id;                  // of the preset or lesson ("all": their list); the path of a recent file
    std::string title, line;         // one line each; the line may be cut, and the status line then shows all of it
    std::optional<Session> session;  // of the picture; none: the card has no picture
    std::optional<CardPicture> picture;
    WindowCommand command = {};  // of a lesson, or of the list of the lessons
    bool there = true;           // false: a recent file that is missing
};

struct StartPage {
    bool shown = false;
    bool reads_clipboard = false, lists_lessons = false;  // in the next frame that is not one of the first
    unsigned frames = 0;                                  // since the page opened
    std::size_t chosen = 0;                               // index of a card; cards.size(): the box below them
    bool reveal = false;                                  // scrolls to the chosen card in this frame
    std::vector<LessonCard> lessons;
    std::vector<RecentFile> recents;
    std::unique_ptr<RecentsJobs> reader;  // null: the files are not read, and their cards have no picture
    std::vector<StartCard> cards;         // in the order of CardKind
    std::size_t lesson_cards = 0;         // at most so many of them: one row
    StartLayout layout;                   // of the last frame
    std::optional<std::size_t> pressed;   // the card that was clicked in the last frame
    std::string note;                     // a sentence below the first line: the preferences cannot be read
    ClipboardText clipboard;
    std::optional<PasteReply> found;       // in the whole lines of the clipboard; it has a card
    std::optional<ClipboardText> arrived;  // what System::ask_clipboard asked for
    // The document when the page opened. The page leaves when it changes.
    std::uint64_t document = 0, revision = 0, paste_number = 0;
};

}  // namespace tilescope::ui
