// app/window/guide/start_page.h -- what the window shows before there is a document: cards with pictures.
// SPDX-License-Identifier: MIT
//
// The cards are: three doors (the clipboard, the lessons, a tile), recent files, presets. A card is chosen by a click,
// by its digit, or with the arrow keys and Enter. Everything else that the user does leaves the page: a key, a paste, a
// file, Esc. Letters open the palette with what was typed, so no input is lost.
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
// Another look is one of a few other pictures, for a session whose picture another card has. Requires: look <
// kCardLooks.
inline constexpr unsigned kCardLooks = 16;
CardPicture picture_for_card(const Session& session, unsigned look = 0);

void leave_start_page(Overlays& overlays, Regions& regions);

// Where the cards are: a pure function of the room.
//
//     const StartLayout layout = lay_out_start(1400, {3, 0, 14}, units);
//     layout.cards[0]              the first door
//     card_beside(layout, 0, 0, 1) the card below it

inline constexpr float kLeastStartCard = 224;  // logical pixels

struct StartUnits {
    float scale = 1;                            // window pixels for one logical pixel
    float gap = 0;                              // between two cards
    float heading = 0;                          // height of the title of a section; the doors have none
    std::array<float, kCardKinds> height = {};  // of a card: all of its text fits
};
// How many cards each kind has. A kind without cards has no section.
using CardCounts = std::array<std::size_t, kCardKinds>;

// How many cards of a kind are side by side, and how wide each is. The doors are in one row or one column.
std::size_t cards_in_row(float width, CardKind kind, const StartUnits& units);
float width_of_card(float width, CardKind kind, const StartUnits& units);

// `width` is that of the page, which scrolls.
StartLayout lay_out_start(float width, const CardCounts& counts, const StartUnits& units);

// The card that an arrow key goes to from `at`: the nearest one in this direction. `at` itself if there is none.
std::size_t card_beside(const StartLayout& layout, std::size_t at, int right, int down);

}  // namespace tilescope::ui
