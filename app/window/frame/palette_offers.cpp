// app/window/frame/palette_offers.cpp -- what the palette offers for a text, best first.
// SPDX-License-Identifier: MIT
#include "app/window/frame/palette.h"

#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/frame/keys.h"
#include "app/window/guide/start_page.h"
#include "app/window/result/emulation.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/presets.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::size_t kRoomForTopics = 1;  // reserved for topics if a topic matches, even if many names match

// Returns the words of a text without punctuation.
std::vector<std::string> plain_words(std::string_view text) {
    std::string folded(text);
    for (char& c : folded)
        if (std::string_view(",:().\"").find(c) != std::string_view::npos) c = ' ';
    return lower_words(folded);
}

// Returns the words without fillers such as "the". If all words are fillers, returns all of them.
std::vector<std::string> words_without_fillers(std::string_view text) {
    constexpr std::string_view kNothing[] = {"the", "an",  "to", "of", "in",   "as", "for",
                                             "my",  "how", "do", "i",  "with", "go", "jump"};
    std::vector<std::string> all = plain_words(text), expected;
    std::ranges::copy_if(all, std::back_inserter(expected),
                         [&](const auto& w) { return std::ranges::find(kNothing, w) == std::end(kNothing); });
    return expected.empty() ? all : expected;
}

// "steps" also finds "step".
std::string_view without_plural(std::string_view word) {
    return word.size() > 3 && word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
}

// Returns how well a query fits a title and its other words. 0: a word of the query is in neither text. A match in the
// title counts more, and so does a whole word.
int fit(const std::vector<std::string>& query, std::string_view title, std::string_view others) {
    const auto best = [](const std::string& typed, std::string_view text, int whole, int begin, int inside) {
        const std::string_view one = without_plural(typed);
        int found = lower(text).find(one) != std::string::npos ? inside : 0;
        for (const std::string& w : plain_words(text))
            found = std::max(found, w == typed ? whole : w.starts_with(one) ? begin : 0);
        return found;
    };
    int sum = 0;
    for (const std::string& typed : query) {
        const int found = std::max(best(typed, title, 8, 6, 2), best(typed, others, 5, 4, 1));
        if (found == 0) return 0;
        sum += found;
    }
    return sum;
}

// Whether a title begins with the query: "Start page" with "start". The last word can be a part: "Lessons" with
// "lesson". Shorter words mean an operand or a size: "A", "K".
bool begins_with(std::string_view title, const std::vector<std::string>& query) {
    constexpr std::size_t kLeastWord = 3;
    const std::vector<std::string> words = words_without_fillers(title);
    if (query.empty() || query.size() > words.size() || query.front().size() < kLeastWord) return false;
    const std::size_t last = query.size() - 1;
    const bool part = query[last].size() >= kLeastWord && words[last].starts_with(query[last]);
    return std::equal(query.begin(), query.end() - 1, words.begin()) && (part || words[last] == query[last]);
}

// The raw bits of a value as the user types it. Enumerators keep their case ("128B"), the query does not, and it can
// leave out the unit ("128").
Answer<std::uint64_t> raw_of(const Field& f, const std::string& typed) {
    for (const std::string& wanted : {typed, typed + "b"})
        for (const NamedValue& n : f.names)
            if (lower_words(n.name) == std::vector{wanted}) return n.raw;
    return raw_for(f, std::string_view(typed));
}

// "set sbo to 1024" and "sbo=1024" are "sbo 1024", and "tile M 128" is "m 128".
std::vector<std::string> field_and_value(std::string_view text) {
    std::string plain(text);
    std::ranges::replace(plain, '=', ' ');
    std::vector<std::string> out = lower_words(plain);
    std::erase_if(out, [](const std::string& w) { return w == "set" || w == "to" || w == "tile"; });
    return out;
}

// "tile K=32" is "tile k 32".
std::vector<std::string> plain_query(std::string_view text) {
    std::string plain(text);
    std::ranges::replace(plain, '=', ' ');
    return plain_words(plain);
}

// Takes a name of a word, as "b_desc", out of the query, and returns the word.
std::optional<WordId> word_named(std::vector<std::string>& query) {
    for (const WordRow& row : kWords) {
        const auto at = std::ranges::find(query, row.id);
        if (at == query.end()) continue;
        query.erase(at);
        return row.word;
    }
    return {};
}

// Returns what to do with a field: show its value, or set it to the second word of the query.
Offer offer_of(const WordView& word, const Field& f, const std::vector<std::string>& query) {
    const std::string name = say(row_of(word.id).title, ": ", f.id);
    const BitFocus place{word.id, f.lsb};
    if (query.size() == 1)
        return {.title = say(name, " is ", meaning_of(f, get_field(f, word.decoded.word), word.unknown_in(f))),
                .focus = place};
    const Answer<std::uint64_t> raw = raw_of(f, query[1]);
    if (!raw) return {.title = raw.why, .focus = place};
    return {.title = say("Set ", name, " to ", meaning_of(f, *raw)), .edits = {SetField{word.id, &f, *raw}}};
}

// "sbo 1024", "1024 sbo", "b_desc sbo 1024": the field of the named word, or of each word that is used and has it, the
// active one first. A field without a value is shown in one word.
void offer_field(const Document& doc, std::vector<std::string> query, std::vector<Offer>& out) {
    const std::optional<WordId> named = word_named(query);
    if (query.empty() || query.size() > 2) return;
    std::vector<WordId> order = {named.value_or(doc.view_state.active)};
    for (const WordRow& row : kWords)
        if (!named && row.word != order.front() && doc.derived.of(row.word).used) order.push_back(row.word);
    const auto some_word_has = [&](const std::string& field) {
        return std::ranges::any_of(order, [&](WordId id) { return find_field(*doc.derived.of(id).format, field); });
    };
    const bool swapped = query.size() == 2 && !some_word_has(query[0]) && some_word_has(query[1]);
    if (swapped) std::swap(query[0], query[1]);
    for (const WordId id : order) {
        const Field* f = find_field(*doc.derived.of(id).format, query[0]);
        // A word before the name of a field that is not a value of it means something else: "play swizzle".
        if (!f || (swapped && !raw_of(*f, query[1]))) continue;
        out.push_back(offer_of(doc.derived.of(id), *f, query));
        if (query.size() == 1) return;
    }
}

// "bank conflict": where the answer is, without an edit.
void offer_answer(Context c, std::string_view text, std::vector<Offer>& out) {
    const Question* found = question_in(text);
    const Command* row = found ? find_command(found->command) : nullptr;
    if (row == nullptr) return;
    if (!is_possible(*row, c)) {
        std::string_view keys = row->keys;
        if (!row->when.where.empty())
            out.push_back({say(row->title, ": ", take_chord(keys), ' ', row->when.where), std::string(row->keys)});
        return;
    }
    const WindowCommand answer = found->text.empty() ? command(row->id) : command(row->id, std::string(found->text));
    if (std::ranges::find(out, answer, &Offer::command) != out.end()) return;  // its title begins with the text
    out.push_back({std::string(found->title), std::string(row->keys), answer});
}

// "repair", "set sbo to 1024": the edits that make wrong elements of D right.
void offer_repairs(const Document& doc, std::string_view text, std::vector<Offer>& out) {
    const std::vector<std::string> query = words_without_fillers(text);
    if (current_repair(doc) == nullptr) return;  // the result is of other words
    for (const Repair& r : doc.results.repairs)
        if (fit(query, r.label, "repair fix correct") > 0)
            out.push_back({say("Repair D: ", r.label, " (", r.effect, ")"), "", {}, {r.edit}});
}

using Words = std::vector<std::string>;

constexpr std::string_view kGoing[] = {"go", "goto", "jump", "to", "show", "the", "view"};

// Words with which people ask to be taken somewhere say nothing about the place.
Words without_going(Words query) {
    std::erase_if(query, [](const std::string& w) { return std::ranges::find(kGoing, w) != std::end(kGoing); });
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
    const auto text = [](const StrideDifference& d) { return say(d.field, " to ", d.in_memory, " bytes"); };
    return list_of(strides, text, " and ");
}

// "tile K 32": sets tile K. A value that is not possible gives an offer that says why and does nothing.
void offer_tile_k(const Document& doc, const Words& query, std::vector<Offer>& out) {
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

// "K step 2"
void offer_k_step(const Document& doc, const Words& query, std::vector<Offer>& out) {
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

// "go to B": the picture of B, and the word B desc
void offer_operands_and_words(const Document& doc, const Words& query, std::vector<Offer>& out) {
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

// "dense": sets the strides of a descriptor to those of a tile without gaps
void offer_dense_strides(const Document& doc, const Words& query, std::vector<Offer>& out) {
    constexpr std::string_view kDense[] = {"dense",  "pack",    "packed",     "packing",
                                           "stride", "strides", "contiguous", "compact"};
    if (question_in(list_of(query, std::identity(), " "))) return;  // "stride" alone
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
        const SetWord set{row.word, word, doc.session.unknown_bits(row.word)};
        out.push_back({.title = say("Set ", strides_in_words(strides), " in ", row.title, ": a tile without gaps"),
                       .edits = {SetWords{{set}, "dense strides", false}}});
    }
}

// "m 70 k 9" is "a 70 9", as "k 9 m 70" is: M and K are the indices of A, N and K of B, M and N of D. Empty: the query
// is no such pair.
std::string element_named(const Words& query) {
    const Words words = without_going(query);
    if (words.size() != 4) return {};
    for (const IndexPair& pair : kIndexPairs) {
        if (words[0] == pair.row && words[2] == pair.column) return say(pair.matrix, ' ', words[1], ' ', words[3]);
        if (words[0] == pair.column && words[2] == pair.row) return say(pair.matrix, ' ', words[3], ' ', words[1]);
    }
    return {};
}

// "a 3 24", "m 3 k 24", "D[18][48]", "0x580", "mask 5", "idesc 17". The offer shows the explanation of that place.
void offer_place(const Document& doc, std::string_view text, std::vector<Offer>& out) {
    std::string plain = element_named(plain_query(text));
    if (plain.empty()) plain = text;
    for (char& c : plain)
        if (std::string_view("[](),").find(c) != std::string_view::npos) c = ' ';
    const Answer<Focus> place = focus_from(plain);
    if (!place || std::holds_alternative<std::monostate>(*place)) return;
    out.push_back({say("Select ", trace(doc.derived, *place).sentence), "", {}, {}, *place});
}

void offer_number(const Document& doc, std::string_view text, std::vector<Offer>& out) {
    const Answer<Number> number = read_number(text);
    if (!number) return;
    const PasteResult read = paste(text, {.edition = doc.session.edition, .kind = doc.session.variant.kind});
    for (const FoundWord& found : read.words)
        for (const PasteReading& reading : found.readings) {
            if (out.size() >= 4) return;
            for (const WordRow& row : kWords)
                if (doc.derived.of(row.word).format->id == reading.format->id && row.word != WordId::b_desc)
                    out.push_back({.title = say("Set ", row.title, " to ",
                                                hex_word(*reading.format, reading.word, reading.unknown)),
                                   .edits = {SetWord{row.word, reading.word, reading.unknown}}});
        }
}

// Offers recent files by a part of their name.
void offer_recents(const Prefs& prefs, std::string_view part, std::vector<Offer>& out) {
    const std::vector<std::string> words = lower_words(part);
    for (const std::string& path : prefs.recents) {
        const std::string folded = lower(path);
        const bool fits = std::ranges::all_of(words, [&](const auto& w) { return folded.find(w) != folded.npos; });
        if (fits) out.push_back({say("Open ", path), "", {}, {}, {}, find_verb("open "), path});
    }
}

Offer explaining(const HelpTopic& topic) {
    return {say(topic.topic, topic.line.empty() ? "" : ": ", topic.line), "", command("explain", topic.topic)};
}

// "L35", "X14": offers this rule or contradiction.
void offer_id(const std::vector<std::string>& query, std::vector<Offer>& out) {
    if (query.size() != 1) return;
    if (const auto topic = topic_with_id(query[0])) out.push_back(explaining(*topic));
}

// Offers other help topics by their words.
void offer_topics(const Overlays& overlays, std::vector<std::string> query, std::size_t room, std::vector<Offer>& out) {
    if (!query.empty() && query.front() == "explain") query.erase(query.begin());
    if (query.empty()) return;
    for (const HelpTopic& topic : overlays.palette.topics) {
        if (room == 0) return;
        Offer offer = explaining(topic);
        const bool there = std::ranges::find(out, offer.command, &Offer::command) != out.end();
        if (!there && matches(topic, query)) out.push_back(std::move(offer)), --room;
    }
}

// "open job.json": offers the path if the palette was opened for a path, if the text looks like a path, or if such a
// file is there. "open file" and "save picture" are words.
struct PathOffers {
    std::vector<Offer> offers;
    bool only = false;  // only the verb was typed: offer nothing but paths
};
PathOffers offer_paths(const Overlays& overlays, const Prefs& prefs, std::string_view text) {
    PathOffers out;
    const PathVerb* verb = verb_of(text);
    if (verb == nullptr) return out;
    const std::string path(text.substr(verb->verb.size()));
    const bool to_open = verb->verb == "open ";
    out.only = path.empty();
    std::error_code unreadable;
    const bool is_there = to_open && !path.empty() && std::filesystem::exists(path, unreadable);
    const bool is_path = is_there || overlays.palette.verb == verb->verb || path.find_first_of("/.~") != path.npos;
    if (!path.empty() && is_path) out.offers.push_back({say(verb->title, path), "Enter", {}, {}, {}, verb, path});
    if (!to_open) return out;
    // An existing path comes before recent names. A path that does not exist may be a part of a recent name.
    std::vector<Offer> recents;
    offer_recents(prefs, path, recents);
    out.offers.insert(is_there ? out.offers.end() : out.offers.begin(), recents.begin(), recents.end());
    return out;
}

// "copy as cutlass", "export python": a name alone can mean much else.
bool asks_for_code(const std::vector<std::string>& query) {
    constexpr std::string_view kAsking[] = {"copy", "export", "code", "source"};
    return std::ranges::any_of(
        query, [&](const std::string& w) { return std::ranges::find(kAsking, w) != std::end(kAsking); });
}

// Whether it is a command itself, not one for a panel, a target or a lesson.
bool is_row(const Offer& offer) { return offer.command && offer.command->text.empty(); }

// Offers by name, the best match first. Who types the beginning of the title of a command means the command.
struct NamedOffers {
    std::vector<Offer> begun, others;
};

// Offers commands, panels and presets by title and other words.
NamedOffers offers_by_name(Context c, std::string_view text) {
    struct Ranked {
        int fit;
        Offer offer;
    };
    const std::vector<std::string> query = words_without_fillers(text);
    std::vector<Ranked> found;
    const auto add = [&](Offer offer, std::string_view others) {
        const int fits = query.empty() ? 1 : fit(query, offer.title, others);
        if (fits > 0) found.push_back({fits, std::move(offer)});
    };
    for (const Command* row : all_commands())
        if (is_possible(*row, c)) add({std::string(row->title), std::string(row->keys), command(row->id)}, row->words);
    if (!query.empty()) {
        for (const Panel& p : all_panels())
            add({say("Show: ", p.title), "", command("show_panel", std::string(p.id))}, p.words);
        if (asks_for_code(query))
            for (const CodeTarget& t : c.document().states.code.targets)
                add({say("Copy as ", t.title), "", command("copy_code", std::string(t.id))},
                    say("code export source text ", t.id, ' ', t.language, ' ', t.words));
        for (const LessonHead& l : c.overlays.palette.lessons)
            add({say("Lesson: ", l.title), "", command("open_lesson", l.id)}, say("learn tutorial ", l.about));
        for (const Preset& p : presets())
            add({say("New from: ", p.title), "", command("new_from", std::string(p.id))},
                say("preset example sample template ", p.id, ' ', p.kind, ' ', p.arch));
    }
    std::ranges::stable_sort(found, std::greater{}, &Ranked::fit);
    NamedOffers out;
    for (Ranked& r : found) {
        const bool begun = is_row(r.offer) && begins_with(r.offer.title, query);
        (begun ? out.begun : out.others).push_back(std::move(r.offer));
    }
    return out;
}

void append(std::vector<Offer>& out, std::vector<Offer>& more) { std::ranges::move(more, std::back_inserter(out)); }

// Shows a place in Tensor Memory: a cell, D, an A in Tensor Memory, or a scale factor (on its tab). Returns false for
// other places.
bool show_in_tmem(Document& doc, const Focus& place) {
    const auto* element = std::get_if<ElementFocus>(&place);
    const auto* factor = std::get_if<ScaleFocus>(&place);
    const bool code = std::holds_alternative<CodeFocus>(place);
    const bool a_is_there = element && element->matrix == Matrix::a && doc.derived.tmem.a;
    const bool has_cell = std::holds_alternative<CellFocus>(place) || (element && element->matrix == Matrix::d);
    if (!factor && !code && !has_cell && !a_is_there) return false;
    go_to_screen(doc, Screen::tmem);
    tab_of(doc.view_state, Screen::tmem) = factor ? StageTab::scales : code ? StageTab::sparse : StageTab::tmem;
    if (factor) doc.view_state.operand = factor->operand;
    const Trace at = trace(doc.derived, place);
    if (!at.cells.empty()) doc.view_state.tmem_cta = at.cells.front().cta;
    doc.states.tmem.reveal = true;
    return true;
}

// Selects a place, opens its screen and pans to it.
void show(Document& doc, const Focus& place) {
    ViewState& view = doc.view_state;
    view.selection = place;
    if (const auto* bit = std::get_if<BitFocus>(&place)) view.active = bit->word;
    if (std::holds_alternative<MaskFocus>(place)) go_to_screen(doc, Screen::mask);
    const auto* element = std::get_if<ElementFocus>(&place);
    const auto operand = element ? operand_of(element->matrix) : std::nullopt;
    if (element && view.screen == Screen::mma) {  // that screen has all three matrices, so it stays
        doc.states.mma.revealed = {};
        if (operand) view.operand = *operand, view.active = word_of(*operand);
        return;
    }
    if (show_in_tmem(doc, place)) return;
    if (!element && !std::holds_alternative<ByteFocus>(place)) return;
    if (operand) view.operand = *operand;
    go_to_screen(doc, Screen::memory);
    doc.states.memory.reveal = true;
}

}  // namespace

std::vector<Offer> offers_for(Context c, std::string_view text, std::size_t most) {
    PathOffers paths = offer_paths(c.overlays, c.prefs, text);
    std::vector<Offer> out = std::move(paths.offers);
    const std::vector<std::string> query = lower_words(text);
    NamedOffers named = paths.only ? NamedOffers{} : offers_by_name(c, text);
    if (!query.empty() && !paths.only) {
        offer_id(query, out);
        append(out, named.begun);
        const bool asks = question_in(text) != nullptr;
        if (!asks) offer_repairs(c.document(), text, out);
        offer_field(c.document(), field_and_value(text), out);
        offer_answer(c, text, out);
        if (asks) offer_repairs(c.document(), text, out);  // who asks gets no edit first
        offer_tile_k(c.document(), plain_query(text), out);
        offer_k_step(c.document(), plain_query(text), out);
        offer_operands_and_words(c.document(), plain_query(text), out);
        offer_place(c.document(), text, out);
        offer_dense_strides(c.document(), plain_query(text), out);
        offer_number(c.document(), text, out);
    }
    for (Offer& offer : named.others)  // an answer may be a command or a panel too
        if (!offer.command || std::ranges::find(out, offer.command, &Offer::command) == out.end())
            out.push_back(std::move(offer));
    const std::size_t before = out.size();
    if (!paths.only) offer_topics(c.overlays, query, most, out);
    const std::size_t room = std::min(out.size() - before, kRoomForTopics);
    if (before + room > most)
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(most - room),
                  out.begin() + static_cast<std::ptrdiff_t>(before));
    if (out.size() > most) out.resize(most);
    return out;
}

void take_offer(Context c, const Offer& offer) {
    if (!offer.command) leave_start_page(c.overlays, c.regions);
    make_edits(c, offer.edits);
    if (offer.focus) show(c.document(), *offer.focus);
    if (offer.command) run_command(c, *offer.command);
    if (offer.verb) run_verb(c, *offer.verb, offer.path);
}

}  // namespace tilescope::ui
