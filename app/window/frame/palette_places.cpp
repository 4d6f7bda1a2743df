// app/window/frame/palette_places.cpp -- offers of the palette: sizes of the tile, K steps, operands, words.
// SPDX-License-Identifier: MIT
#include "app/window/frame/palette.h"

#include "app/panels/panel_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tilescope::ui {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kGoing[] = {"go", "goto", "jump", "to", "show", "the", "view"};

Words without_going(Words query) {
    std::erase_if(query, [](const std::string& word) { return is_going(word); });
    return query;
}

// The panel with the box of tile K.
const Panel& panel_of_tile_k() { return *std::ranges::find(all_panels(), "operands", &Panel::id); }

unsigned last_k_step(const Document& doc) {
    const unsigned k = std::max(doc.derived.k, 1u);
    return std::max(doc.session.tile_k / k, 1u) - 1;
}

// "a", "a_desc", "a desc", "a descriptor": some word names the row, and no word names anything else.
bool names_word(const WordRow& row, const Words& query) {
    const Words title = lower_words(row.title);
    bool named = false;
    for (const std::string& word : query) {
        const bool names = word == row.id || word == lower(row.letter) || word == title.front();
        const bool fits = std::ranges::find(title, word) != title.end() || word == "word" || word == "descriptor";
        if (!names && !fits) return false;
        named |= names;
    }
    return named;
}

// An element is named by two of the letters M, N and K.
struct IndexPair {
    std::string_view row, column, matrix;
};
constexpr IndexPair kIndexPairs[] = {{"m", "k", "a"}, {"n", "k", "b"}, {"m", "n", "d"}};

// "sbo to 1024 bytes and lbo to 2048 bytes"
std::string strides_in_words(const std::vector<StrideDifference>& strides) {
    std::string out;
    for (const StrideDifference& d : strides)
        out += say(out.empty() ? "" : " and ", d.field, " to ", d.in_memory, " bytes");
    return out;
}

}  // namespace

bool is_going(std::string_view word) { return std::ranges::find(kGoing, word) != std::end(kGoing); }

void offer_tile_k(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out) {
    constexpr std::string_view kAlso[] = {"set", "to", "tile", "size", "of", "the", "tiles"};
    Words words;
    std::ranges::copy_if(query, std::back_inserter(words),
                         [&](const auto& w) { return std::ranges::find(kAlso, w) == std::end(kAlso); });
    if (words.empty() || words.size() > 2) return;
    if (words.size() == 2 && words[0] != "k" && words[0] != "tile_k") std::swap(words[0], words[1]);
    if (words[0] != "k" && words[0] != "tile_k") return;
    if (words.size() == 1) {
        out.push_back({say("Tile K is ", doc.session.tile_k, ": show its box"), "",
                       command("show_panel", std::string(panel_of_tile_k().id))});
        return;
    }
    if (!read_number(words[1])) return;  // "K step": another request
    const Answer<unsigned> tile_k = tile_k_for(words[1]);
    if (!tile_k)
        out.push_back({tile_k.why, ""});
    else
        out.push_back({say("Set tile K to ", *tile_k), "", {}, {SetTileK{*tile_k}}});
}

void offer_k_step(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out) {
    Words words = without_going(query);
    if (!words.empty() && words.front() == "k") words.erase(words.begin());
    if (words.size() != 2 || words[0] != "step") return;
    const Answer<std::uint64_t> step = parse_number(words[1]);
    const unsigned last = last_k_step(doc);
    if (!step) return;
    if (*step > last)
        out.push_back({last == 0 ? std::string("The tile has one K step: 0. A greater tile K has more.")
                                 : say("The tile has the K steps 0 to ", last, ". A greater tile K has more."),
                       ""});
    else
        out.push_back({say("Go to K step ", *step, " of 0 to ", last), "",
                       command("go_to_k_step", static_cast<unsigned>(*step))});
}

void offer_operands_and_words(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out) {
    const Words words = without_going(query);
    if (words.empty()) return;
    for (const Operand operand : kBothOperands)
        if (words == Words{lower(name_of(operand))} || words == Words{"operand", lower(name_of(operand))})
            out.push_back({say("Go to the picture of ", name_of(operand)), "",
                           command("go_to_operand", static_cast<unsigned>(operand))});
    for (const WordRow& row : kWords) {
        if (!names_word(row, words)) continue;
        const std::string summary = doc.derived.of(row.word).summary;
        out.push_back({say("Show ", row.title, ": ", summary), "", {}, {}, BitFocus{row.word, 0}});
    }
}

void offer_dense_strides(const Document& doc, const std::vector<std::string>& query, std::vector<Offer>& out) {
    constexpr std::string_view kDense[] = {"dense",  "pack",    "packed",     "packing",
                                           "stride", "strides", "contiguous", "compact"};
    const auto is_dense = [&](const std::string& word) { return std::ranges::find(kDense, word) != std::end(kDense); };
    const Words words = without_going(query);
    if (words.empty() || !std::ranges::all_of(words, is_dense)) return;
    for (const Operand o : kBothOperands) {
        const WordRow& row = row_of(word_of(o));
        const Format& format = *doc.derived.of(row.word).format;
        const std::vector<StrideDifference> strides = strides_not_written(doc.session, o);
        if (strides.empty()) continue;
        std::uint64_t word = doc.session.word(row.word);
        for (const StrideDifference& d : strides) {
            const Field& f = *find_field(format, d.field);
            word = set_field(f, word, (d.in_memory >> f.scale) - f.bias);
        }
        out.push_back({say("Set ", strides_in_words(strides), " in ", row.title, ": a tile without gaps"),
                       "",
                       {},
                       {SetWords{{{row.word, word, doc.session.unknown_bits(row.word)}}, "dense strides", false}}});
    }
}

std::string element_named(const std::vector<std::string>& query) {
    const Words words = without_going(query);
    if (words.size() != 4) return {};
    for (const IndexPair& pair : kIndexPairs) {
        if (words[0] == pair.row && words[2] == pair.column) return say(pair.matrix, ' ', words[1], ' ', words[3]);
        if (words[0] == pair.column && words[2] == pair.row) return say(pair.matrix, ' ', words[3], ' ', words[1]);
    }
    return {};
}

}  // namespace tilescope::ui
