// app/window/frame/palette.h -- the command palette, and what it offers for a typed text.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/command.h"
#include "app/window/frame/context.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// One line that the palette offers for a typed text. First: rules and contradictions by id, commands whose title begins
// with the text, fields of the active word ("sbo 1024" sets sbo), element coordinates ("A 3 24"), addresses ("0x580"),
// words. Then: other commands, panels and presets by their names and by the words people use for them. Last: other
// topics.
struct Offer {
    std::string title, keys;
    std::optional<WindowCommand> command = {};  // to run, or
    std::vector<Edit> edits = {};               // to make, or
    std::optional<Focus> focus = {};            // to select, or
    const PathVerb* verb = nullptr;             // to do with `path`
    std::string path = {};
};
// Returns the offers for a text, best first, at most `most`.
std::vector<Offer> offers_for(Context c, std::string_view text, std::size_t most = 5);

// Does what the offer contains: makes its edits, selects its focus, runs its command, passes its path to its verb.
void take_offer(Context c, const Offer& offer);

// Draws the palette over the window if the palette is set.
void draw_palette(Context c, float scale);

//     "tile K 32"     set tile K to 32
//     "K step 2"      go to K step 2
//     "go to B"       go to the picture of B; show the word B desc
//     "m 70 k 9"      select A[70][9]
//     "dense"         set the strides of a descriptor to those of a tile without gaps

// `query` has the typed words in lower case, without punctuation. Each function appends its offers, best first. A value
// that is not possible gives an offer that says why and does nothing.
void offer_tile_k(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out);
void offer_k_step(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out);
void offer_operands_and_words(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out);
void offer_dense_strides(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out);

// "m 70 k 9" is "a 70 9", as "k 9 m 70" is: M and K are the indices of A, N and K of B, M and N of D. Empty: the query
// is no such pair.
std::string element_named(const std::vector<std::string>& query);

// Words with which people ask to be taken somewhere. They say nothing about the place.
bool is_going(std::string_view word);

}  // namespace tilescope::ui
