// app/window/guide/start_page.h -- what the window shows before there is a document: cards with pictures.
// SPDX-License-Identifier: MIT
//
// The cards are: what the clipboard has, recent files, lessons, presets. A card is chosen by a click, by its digit, or
// with the arrow keys and Enter. Everything else that the user does leaves the page: a key, a paste, a file, Esc.
// Letters open the palette with what was typed, so no input is lost.
#pragma once

#include "app/window/frame/context.h"

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace tilescope::ui {

// Returns the thread that looks at the recent files; null: no thread can be started.
std::unique_ptr<RecentsJobs> recents_reader(std::function<void()> wake);

// Shows the page over the regions of the window.
void open_start_page(Context c);
// The clipboard may have another text now.
void reread_clipboard(Overlays& overlays);

// Runs the keys of the page that went down in this frame. Returns true if there was one: no command sees it.
bool run_start_keys(Context c);

// The box of the palette takes the keyboard a frame after it opened. Keeps what is typed before.
void keep_typed_text(Overlays& overlays);

// What the status line says: the whole line of the chosen card.
std::string start_page_sentence(const Overlays& overlays);

// Draws the page into a place of the window.
void draw_start_page(const View& view, Document& doc, StartPage& page, const Prefs& prefs, const Rect& place);

// The small picture of a session: its mask, Tensor Memory, or a tile and its memory, whatever is special about it.
CardPicture picture_for_card(const Session& session);

void leave_start_page(Overlays& overlays, Regions& regions);

// Where the cards are: a pure function of the room.
//
//     const StartLayout layout = lay_out_start({1400, 700}, {1, 0, 0, 14}, units);
//     layout.cards[0]              the card of the clipboard
//     card_beside(layout, 0, 0, 1) the card below it

// Logical pixels. The cards get higher if there is room, so that their lines are not cut.
inline constexpr float kLeastStartCard = 268, kLeastStartHeight = 92, kMostStartHeight = 152;

struct StartUnits {
    float scale = 1;    // window pixels for one logical pixel
    float gap = 0;      // between two cards
    float heading = 0;  // height of the title of a section
};
// How many cards each kind has. A kind without cards has no section.
using CardCounts = std::array<std::size_t, kCardKinds>;

// `room` is what the window has for the cards. They may need more: the page then scrolls.
StartLayout lay_out_start(ImVec2 room, const CardCounts& counts, const StartUnits& units);

// The card that an arrow key goes to from `at`: the nearest one in this direction. `at` itself if there is none.
std::size_t card_beside(const StartLayout& layout, std::size_t at, int right, int down);

}  // namespace tilescope::ui
