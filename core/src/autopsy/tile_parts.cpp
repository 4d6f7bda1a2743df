// core/src/autopsy/tile_parts.cpp -- which chains are parts of one tile: several warpgroups that share B.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/autopsy/chain.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>

#include <algorithm>
#include <optional>

namespace tilescope::autopsy {
namespace {

// All but the elements, which are many.
bool have_same_word_of_b(const Step& one, const Step& other) {
    const MmaShape &s = one.read.shape, &t = other.read.shape;
    return one.instruction.b_desc == other.instruction.b_desc && s.a == t.a && s.b == t.b && s.m == t.m && s.n == t.n &&
           s.k == t.k && s.a_major == t.a_major && !one.read.b.words.empty();
}

// Whether the rows of A that `other` reads are those behind the rows of `one`, by the word of `one`.
bool has_next_rows(const Step& one, const Step& other) {
    const MmaShape& shape = one.read.shape;
    const MmaInstruction& i = one.instruction;
    const auto& places = other.read.a.first_bit;
    const auto format = find_format(shape.family->smem, {}, i.edition);
    if (!format || shape.sparse || i.variant.a_in_tmem || places.empty()) return false;
    const auto columns = static_cast<int>(shape.k);
    const auto layout =
        layout_of(**format, i.a_desc, shape.a_major, *shape.a, static_cast<int>(shape.m), columns, columns);
    if (!layout) return false;
    for (std::size_t e = 0; e < places.size(); ++e) {
        const auto row = static_cast<int>(shape.m + e / shape.k), column = static_cast<int>(e % shape.k);
        const BitPlace place = place_in_memory(*layout, {row, column});
        if (std::uint64_t{place.byte} * 8 + place.bit != places[e]) return false;
    }
    return true;
}

// By the steps that were seen of both.
bool is_next_part(const Chain& one, const Chain& other) {
    const std::size_t both = std::min(one.steps.size(), other.steps.size());
    if (one.warpgroup == other.warpgroup || one.d_in_tmem || both == 0) return false;
    for (std::size_t i = 0; i < both; ++i)
        if (const Step& s = one.steps[i], &t = other.steps[i];
            !have_same_word_of_b(s, t) || !has_next_rows(s, t) || s.read.b.words != t.read.b.words)
            return false;
    return true;
}

}  // namespace

void note_tiles(std::vector<Chain>& chains, const std::stop_token& stop) {
    std::vector<std::optional<std::size_t>> next(chains.size());
    std::vector<bool> has_before(chains.size());
    const auto take_if_next = [&](std::size_t i, std::size_t j) {
        if (next[i] || j >= chains.size() || has_before[j] || !is_next_part(chains[i], chains[j])) return;
        next[i] = j;
        has_before[j] = true;
    };
    for (std::size_t i = 0; i < chains.size() && !stop.stop_requested(); ++i)
        for (std::size_t far = 1; far < chains.size() && !next[i]; ++far) {  // the one that ran at about the same time
            take_if_next(i, i + far);
            take_if_next(i, i - far);  // below 0, it is past the end
        }
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (has_before[i] || !next[i]) continue;
        std::vector<std::size_t> tile;
        for (std::optional<std::size_t> part = i; part; part = next[*part]) tile.push_back(*part);
        for (std::size_t part = 0; part < tile.size(); ++part) {
            chains[tile[part]].tile = tile;
            chains[tile[part]].part = part;
        }
    }
}

std::string rows_text(const Chain& chain) {
    if (chain.tile.empty()) return {};
    const std::size_t first = chain.part * chain.m;
    return say("rows ", first, " to ", first + chain.m - 1, " of a tile of ", chain.tile.size() * chain.m);
}

std::string tile_text(const Chain& chain) {
    if (chain.tile.empty()) return {};
    return say("Chains ",
               list_of(
                   chain.tile, [](std::size_t one) { return say(one); }, ", ", " and "),
               " are parts of one tile: they read the same B, and A of each one is behind that of the one "
               "before. This chain has ",
               rows_text(chain), '.');
}

}  // namespace tilescope::autopsy
