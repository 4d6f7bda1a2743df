// app/window/guide/start_page.h -- what the window shows before there is a document: cards with pictures.
// SPDX-License-Identifier: MIT
//
// The cards are: what the clipboard has, recent files, lessons, presets. A card is chosen by a click, by its digit, or
// with the arrow keys and Enter. Everything else that the user does leaves the page: a key, a paste, a file, Esc.
// Letters open the palette with what was typed, so no input is lost.
#pragma once

#include "app/window/frame/context.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::ui {

// Returns the thread that looks at the recent files; null: no thread can be started.
std::unique_ptr<RecentsJobs> recents_reader(std::function<void()> wake);

// Shows the page over the regions of the window.
void open_start_page(Context c);
// The clipboard may have another text now.
void reread_clipboard(Overlays& overlays);

// Does what a card is for, and leaves the page.
void take_card(Context c, std::size_t index);

// Runs the keys of the page that went down in this frame. Returns true if there was one: no command sees it.
bool run_start_keys(Context c);

// The box of the palette takes the keyboard a frame after it opened. Keeps what is typed before.
void keep_typed_text(Overlays& overlays);

// What the status line says: the whole line of the chosen card.
std::string start_page_sentence(const Overlays& overlays);

// Draws the page into a place of the window.
void draw_start_page(const View& view, Context c, const Rect& place);

// All cards, in the order of CardKind, without pictures.
std::vector<StartCard> cards_of(const Document& doc, const Overlays& overlays);

// The newest of these files, before the thread has looked at them.
std::vector<RecentFile> recents_by_name(const std::vector<std::string>& paths);

// The newest of these files, with the sessions that are in them. Reads the disk: for a thread.
std::vector<RecentFile> look_at_recents(const std::vector<std::string>& paths, const std::stop_token& stop);

// The small picture of a session: its mask, Tensor Memory, or a tile and its memory, whatever is special about it.
CardPicture picture_for_card(const Session& session);

void leave_start_page(Overlays& overlays, Regions& regions);

}  // namespace tilescope::ui
