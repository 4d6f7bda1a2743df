// app/window/frame/palette_places.h -- offers of the palette: sizes of the tile, K steps, operands, words.
// SPDX-License-Identifier: MIT
//
//     "tile K 32"     set tile K to 32
//     "K step 2"      go to K step 2
//     "go to B"       go to the picture of B; show the word B desc
//     "m 70 k 9"      select A[70][9]
//     "dense"         set the strides of a descriptor to those of a tile without gaps
#pragma once

#include "app/window/frame/context.h"
#include "app/window/frame/palette.h"

#include <string>
#include <vector>

namespace tilescope::ui {

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
