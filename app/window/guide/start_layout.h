// app/window/guide/start_layout.h -- where the cards of the start page are: a pure function of the room.
// SPDX-License-Identifier: MIT
//
//     const StartLayout layout = lay_out_start({1400, 700}, {1, 0, 0, 14}, units);
//     layout.cards[0]              the card of the clipboard
//     card_beside(layout, 0, 0, 1) the card below it
#pragma once

#include "app/ui/ui_probe.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescope::ui {

enum class CardKind : std::uint8_t { clipboard, recent, lesson, preset };
inline constexpr std::size_t kCardKinds = 4;

// Logical pixels. The cards get higher if there is room, so that their lines are not cut.
inline constexpr float kLeastStartCard = 268, kLeastStartHeight = 92, kMostStartHeight = 152;

struct StartUnits {
    float scale = 1;    // window pixels for one logical pixel
    float gap = 0;      // between two cards
    float heading = 0;  // height of the title of a section
};
// How many cards each kind has. A kind without cards has no section.
using CardCounts = std::array<std::size_t, kCardKinds>;

struct StartLayout {
    std::vector<Rect> cards;                // in the order of the cards, from the upper left corner of the page
    std::array<Rect, kCardKinds> headings;  // empty: no section
    std::size_t in_row = 1;
    float height = 0;  // of all
};
// `room` is what the window has for the cards. They may need more: the page then scrolls.
StartLayout lay_out_start(ImVec2 room, const CardCounts& counts, const StartUnits& units);

// The card that an arrow key goes to from `at`: the nearest one in this direction. `at` itself if there is none.
std::size_t card_beside(const StartLayout& layout, std::size_t at, int right, int down);

}  // namespace tilescope::ui
