// app/window/frame/overlays.h -- what lies over the regions: dialogs, palette, start page, presentation.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/folder.h"
#include "app/panels/panels.h"
#include "app/ui/ui_probe.h"
#include "app/ui/window_command.h"
#include "app/widgets/moving_view.h"
#include "app/window/frame/jobs.h"

#include <tilescope/document/session.h>
#include <tilescope/lessons/lesson.h>
#include <tilescope/scene/scene.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

// The command palette. It is drawn over everything else.
struct PaletteState {
    bool open = false, just_opened = false, cursor_to_end = false;
    std::string text;
    std::string verb;  // "open ": the palette was opened to ask for a path
    int chosen = 0;
    std::vector<HelpTopic> topics;    // all help topics, collected once when the palette opens
    std::vector<LessonHead> lessons;  // all lessons, the same
};

struct Presentation {
    bool on = false;
    bool dark = false;   // it has a theme of its own
    bool spot = false;   // a soft ring follows the pointer
    bool blank = false;  // the window is black
    bool keys = true;    // the last line names the keys; the first step hides them
    bool help = false;   // F1: it names all of them, until the next step or Escape
    // What the end brings back, if the document is still the same.
    std::uint64_t document = 0, revision = 0;  // Document::id, Document::revision
    ViewState view_state;
    std::vector<MovingView> views;  // of all pictures: zoom and place
    bool full_screen = false;
    Focus selection;  // when the picture came: it takes its caption only if it is selected after that
};

struct PathVerb;

struct ChooserState {
    bool open = false;
    const PathVerb* verb = nullptr;  // what is done with the chosen path; never null while open
    std::string folder;              // what a typed path is relative to; kept for the next time
    std::string typed;
    bool recents = false;  // the recent files are listed, not a folder
    std::size_t type = 0;  // index into the types of files

    // The entries, and the folder that they were requested for. `serial` counts the lists.
    io::FolderList list;
    std::string requested, refused;
    bool reading = false;
    std::uint64_t serial = 0;

    // The rows, and what they were made for.
    struct Made {
        std::uint64_t serial = 0;
        std::string name;
        std::size_t type = 0;
        friend bool operator==(const Made&, const Made&) = default;
    };
    std::optional<Made> made;
    std::vector<std::size_t> rows;
    int chosen = -1;           // the row that the arrow keys or a click chose; -1: none
    bool reveal = false;       // scroll to the chosen row
    std::string came_from;     // the name of the folder that was left upwards: its row is chosen
    std::string said;          // why Enter did nothing
    bool enter_waits = false;  // Enter was pressed before the list was there

    // Of the text box.
    std::uint64_t box = 0;    // counts the texts that the program put there: each has a box of its own
    bool select_all = false;  // typing replaces the proposed name
    bool cursor_to_end = false;
};

// A recent file, as a thread found it: no frame waits for a disk.
struct RecentFile {
    std::string path;
    bool there = false;
    std::string changed;             // "2026-11-26 01:20"; empty: unknown
    std::optional<Session> session;  // none: it is not a session, or too large to be read for a picture
};
using RecentsJobs = NewestJob<std::vector<std::string>, std::vector<RecentFile>>;

// The small picture of a card: the upper left corners of at most two grids of a scene.
struct CardGrid {
    int columns = 0, rows = 0;
    std::vector<Tone> tone;
    std::vector<Mark> mark;
    friend bool operator==(const CardGrid&, const CardGrid&) = default;
};
struct CardPicture {
    std::vector<CardGrid> grids;
    friend bool operator==(const CardPicture&, const CardPicture&) = default;
};

enum class CardKind : std::uint8_t { door, recent, preset };  // door: what one comes for
inline constexpr std::size_t kCardKinds = 3;

// Where the cards of the start page are.
struct StartLayout {
    std::vector<Rect> cards;                   // in the order of the cards, from the upper left corner of the page
    std::array<Rect, kCardKinds> headings;     // empty: no section
    std::size_t in_row = 1, door_columns = 1;  // of the last section; of the doors
    float height = 0;                          // of all
};

struct StartCard {
    CardKind kind = CardKind::preset;
    std::string id;                  // of the door or preset; the path of a recent file
    std::string title, line;         // a card is high enough for both
    std::string about = {};          // what the status line says of it; empty: the line
    std::optional<Session> session;  // of the picture; none: the card has no picture
    std::string_view digits = {};    // instead of a picture: lines of a word
    std::optional<CardPicture> picture = {};
    bool there = true;  // false: a recent file that is missing
};

struct StartPage {
    bool shown = false;
    bool reads_clipboard = false;  // in the next frame that is not one of the first
    unsigned frames = 0;           // since the page opened
    std::size_t chosen = 0;        // index of a card; cards.size(): the box below them
    bool reveal = false;           // scrolls to the chosen card in this frame
    std::vector<RecentFile> recents;
    std::unique_ptr<RecentsJobs> reader;  // null: the files are not read, and their cards have no picture
    std::vector<StartCard> cards;         // in the order of CardKind
    StartLayout layout;                   // of the last frame
    std::optional<std::size_t> pressed;   // the card that was clicked in the last frame
    std::string note;                     // a sentence below the first line: the preferences cannot be read
    ClipboardText clipboard;
    std::optional<ReadText> found;         // in the whole lines of the clipboard; it has a card
    std::optional<ClipboardText> arrived;  // what System::ask_clipboard asked for
    // The document when the page opened. The page leaves when it changes.
    std::uint64_t document = 0, revision = 0, paste_number = 0;
    std::string path;  // of its file: a session that is opened can be equal to the one before
};

struct Context;

// Why the window asks before a write: another file exists there; or another program changed or removed the file of the
// session; or its contents when it was opened are unknown.
enum class OverwriteReason : std::uint8_t { exists, changed, removed, unknown };
struct OverwriteQuestion {
    std::string path;
    OverwriteReason reason = OverwriteReason::exists;
    std::string_view verb;                            // "save ": of the chooser that asks for another path
    void (*write)(Context, const std::string& path);  // called if the user chooses to overwrite
};

// What lies over the regions of the window.
struct Overlays {
    PaletteState palette;
    ChooserState chooser;
    std::optional<OverwriteQuestion> overwrite;
    bool shows_help = false;
    std::optional<std::vector<LessonHead>> lesson_list;  // while the list of the lessons is open
    std::string lesson_left;                             // id: the list begins at it; empty: at the first one
    std::uint64_t leaves_lesson = 0;                     // document whose lesson the user leaves: asks about it
    StartPage start_page;                                // shown over the regions; start_page.h
    Presentation presentation;                           // one picture fills the window; presentation.h
    bool had_popup = false;                              // in the frame before: Escape is for it
};

}  // namespace tilescope::ui
