// app/window/documents/chooser.h -- the file chooser: opens a file, or asks where to save one.
// SPDX-License-Identifier: MIT
//
//     open_chooser(app, "svg ");    for the verb of path_verbs() (pictures.h)
//
// A thread reads the folders, so a slow network delays no frame. What the rows are and what Enter does is in
// chooser_list.h; drawing is in chooser_dialog.h.
#pragma once

#include "app/window/documents/chooser_list.h"
#include "app/window/frame/context.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Shows the chooser. It begins in the folder of `path`, with its name in the box; without a path in the folder that it
// showed last, else in the folder of the session. Requires: `verb` is one of path_verbs().
void open_chooser(Context c, std::string_view verb, const std::string& path = {});

// What the keys and the buttons of the chooser do.
void enter_folder(Document& doc, Overlays& overlays, const std::string& folder);
void leave_folder(Document& doc, Overlays& overlays);  // goes to the folder above
void show_recents(Overlays& overlays, bool on);
void next_type(Overlays& overlays);
void move_in_rows(Overlays& overlays, int by);
void confirm(Context c);  // Enter: enters a folder, or does what was asked and closes the chooser

// The box with the typed text completed: what Tab does.
std::string completed_text(const Overlays& overlays);

// The row that Enter takes: the chosen one, or the first one that fits what was typed. -1: none.
int row_of_enter(const ChooserState& state);

// The types that the list offers, and the places beside it: a title and a folder.
std::vector<FileType> types_of(const ChooserState& state);
struct ChooserPlace {
    std::string title, folder;
};
std::vector<ChooserPlace> places_of(const Document& doc, const Prefs& prefs);

// Draws nothing if the chooser is not open.
void draw_chooser(Context c, float scale);

}  // namespace tilescope::ui
