// core/include/tilescope/study/variation.h -- a grid of sessions: one session, and lists of values for items of it.
// SPDX-License-Identifier: MIT
//
//     const auto grid = Grid::of(session, {"idesc.n=8..256:8", "swizzle=all"});
//     grid->size()               160: 32 values of N, 5 swizzle modes
//     grid->name(1)              "idesc.n=8 swizzle=32B"; the last item changes fastest
//     grid->session(1)           the session with these values, or the reason why there is none
//
// An item is a field of a word (`idesc.n`, `a_desc.sbo`) or one of session_items() (`swizzle`, `tile_k`). A field of a
// word is edited as in the window: the word changes and memory stays. Two groups of items also change memory:
//
//   - M and N of the instruction descriptor, and tile_k: A and B are written with their new sizes. If the words read
//     memory right before, they do so after: a stride that is wrong for the new size is corrected.
//   - swizzle, major, type and kind, and an arch of the other unit (wgmma, tcgen05): A and B are written again, and
//   their
//     descriptors are set to read them.
//
// Addresses in Tensor Memory always stay. Fields of words are edited after all other items, so the words of a grid over
// `swizzle` and `a_desc.sbo` have the values of `a_desc.sbo`.
#pragma once

#include <tilescope/document/session.h>

#include <tilescope/base/answer.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr std::size_t kMostVaried = 1'000'000;  // jobs of a grid, values of an item

// Reads a list of values: "8..256:8" (first..last:step), "16,32,64", "8,16..64:16", "128B,none", "raw:0..7", "all".
// A range that begins with 0x gives hexadecimal numbers. `all` gives the values of "all".
//   read_values("8,16..32:8", ...)      "8", "16", "24", "32"
// Errors: an empty or repeated value, text that is not a range, more than kMostVaried values.
using AllValues = std::function<Answer<std::vector<std::string>>()>;
Answer<std::vector<std::string>> read_values(std::string_view text, const AllValues& all);

// One item and its values, as the user writes them.
struct Variation {
    std::string item;  // "idesc.n"
    std::vector<std::string> values;
};

// An item that is not a field of a word, and what it changes: for help.
struct SessionItem {
    std::string_view id, doc;
};
std::span<const SessionItem> session_items();

class Grid {
public:
    // `vary` has texts of the form ITEM=VALUES. Empty: the grid has one session, the base.
    // Errors: an unknown item or name (the reason has the close ones), a value list that cannot be read, an item that
    // is given twice, more than kMostVaried sessions.
    static Answer<Grid> of(Session base, std::span<const std::string> vary);

    std::size_t size() const { return size_; }
    std::span<const Variation> items() const { return items_; }
    // Requires for these: i < size().
    std::string_view value(std::size_t i, std::size_t item) const;
    std::string name(std::size_t i) const;  // "idesc.n=8 swizzle=128B"; empty for a grid without items
    // Errors: a field cannot store its value, or no layout has the values. The reason names the item.
    Answer<Session> session(std::size_t i) const;

private:
    Session base_;
    std::vector<Variation> items_;    // as the user orders them
    std::vector<std::size_t> order_;  // as they are applied: indices of items_
    bool words_fit_ = false;          // the words of the base read its memory right
    std::size_t size_ = 1;
};

}  // namespace tilescope
