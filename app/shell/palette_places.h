// app/shell/palette_places.h -- what the palette offers for the sizes of the tile, the K steps, operands and words.
// SPDX-License-Identifier: MIT
//
//     "tile K 32"     set tile K to 32
//     "K step 2"      go to K step 2
//     "go to B"       go to the picture of B; show the word B desc
#pragma once

#include "app/shell/commands.h"

#include <string>
#include <vector>

namespace tilescope::ui {

// `query` has the typed words in lower case, without punctuation. Each function appends its offers, best first. A value
// that is not possible gives an offer that says why and does nothing.
void offer_tile_k(const App& app, const std::vector<std::string>& query, std::vector<Offer>& out);
void offer_k_step(const App& app, const std::vector<std::string>& query, std::vector<Offer>& out);
void offer_operands_and_words(const App& app, const std::vector<std::string>& query, std::vector<Offer>& out);

// Words with which people ask to be taken somewhere. They say nothing about the place.
bool is_going(std::string_view word);

}  // namespace tilescope::ui
