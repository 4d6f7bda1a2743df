// app/shell/palette_offers.cpp -- what the palette offers for a text, best first.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/shell/commands.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/session/presets.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::ui {
namespace {

// Every word of the query stands somewhere in the title, in any order.
bool matches(const std::vector<std::string>& query, std::string_view title) {
    const std::string folded = lower(title);
    return std::ranges::all_of(query, [&](const std::string& w) { return folded.find(w) != std::string::npos; });
}

// "sbo 1024": the field of the active word, or of the first used word that has it.
void offer_field(const App& app, const std::vector<std::string>& query, std::vector<Offer>& out) {
    if (query.empty() || query.size() > 2) return;
    std::vector<WordId> order = {app.look.active};
    for (const WordRow& row : kWords) order.push_back(row.word);
    for (const WordId id : order) {
        const WordView& word = app.derived.of(id);
        const Field* f = find_field(*word.format, query[0]);
        if (!f) continue;
        const std::string name = say(row_of(id).title, ": ", f->id);
        if (query.size() == 1) {
            out.push_back(
                {say(name, " is ", meaning_of(*f, get(*f, word.decoded.word))), "", "", {}, BitFocus{id, f->lsb}});
            return;
        }
        // Enumerators keep their case ("128B"), the query does not.
        Answer<std::uint64_t> raw = raw_for(*f, std::string_view(query[1]));
        for (const NamedValue& n : f->names)
            if (lower_words(n.name) == std::vector{query[1]}) raw = n.raw;
        if (raw)
            out.push_back({say("Set ", name, " to ", meaning_of(*f, *raw)), "", "", {SetField{id, f, *raw}}, {}});
        else
            out.push_back({raw.why, "", "", {}, BitFocus{id, f->lsb}});
        return;
    }
}

// "a 3 24", "0x580", "mask 5", "idesc 17": what lies there is said beside it.
void offer_place(const App& app, std::string_view text, std::vector<Offer>& out) {
    const Answer<Focus> place = focus_from(text);
    if (!place || std::holds_alternative<std::monostate>(*place)) return;
    out.push_back({say("Point at ", trace(app.derived, *place).sentence), "", "", {}, *place});
}

void offer_number(const App& app, std::string_view text, std::vector<Offer>& out) {
    const Answer<Number> number = read_number(text);
    if (!number) return;
    const PasteResult read = paste(text, {.edition = app.session.edition, .kind = app.session.variant.kind});
    for (const FoundWord& found : read.words)
        for (const PasteReading& reading : found.readings) {
            if (out.size() >= 4) return;
            for (const WordRow& row : kWords)
                if (app.derived.of(row.word).format->id == reading.format->id && row.word != WordId::b_desc)
                    out.push_back({say("Set ", row.title, " to ", hex_word(*reading.format, reading.word)),
                                   "",
                                   "",
                                   {SetWord{row.word, reading.word}},
                                   {}});
        }
}

// "open " and a part of the name of a file that was open before.
void offer_recents(const App& app, const std::vector<std::string>& query, std::vector<Offer>& out) {
    if (query.empty() || query.front() != "open") return;
    const std::vector<std::string> rest(query.begin() + 1, query.end());
    for (const std::string& path : app.prefs.recents)
        if (matches(rest, path)) out.push_back({say("Open ", path), "", say("open ", path), {}, {}});
}

Offer explaining(const HelpTopic& topic) {
    return {say(topic.topic, topic.line.empty() ? "" : ": ", topic.line), "", say("explain ", topic.topic), {}, {}};
}

// "L35", "X14": the very rule or contradiction.
void offer_id(const std::vector<std::string>& query, std::vector<Offer>& out) {
    if (query.size() != 1) return;
    if (const auto topic = topic_with_id(query[0])) out.push_back(explaining(*topic));
}

// Everything else that has an explanation, by words; only where what is done by name leaves room.
void offer_topics(const App& app, std::vector<std::string> query, std::size_t room, std::vector<Offer>& out) {
    if (!query.empty() && query.front() == "explain") query.erase(query.begin());
    if (query.empty()) return;
    for (const HelpTopic& topic : app.palette.topics) {
        if (room == 0) return;
        Offer offer = explaining(topic);
        const bool there = std::ranges::find(out, offer.command, &Offer::command) != out.end();
        if (!there && matches(topic, query)) out.push_back(std::move(offer)), --room;
    }
}

void offer_path(std::string_view text, std::vector<Offer>& out) {
    for (const std::string_view verb : {"open ", "save "})
        if (text.starts_with(verb) && text.size() > verb.size())
            out.push_back({say(verb == "open " ? "Open " : "Save as ", text.substr(verb.size())),
                           "Enter",
                           std::string(text),
                           {},
                           {}});
}

// What lies in tensor memory: cells, D, an A that is read from there; scale factors have a picture of their own.
bool show_in_tmem(App& app, const Focus& place) {
    const auto* element = std::get_if<ElementFocus>(&place);
    const auto* factor = std::get_if<ScaleFocus>(&place);
    const bool a_is_there = element && element->operand == Operand::a && app.derived.tmem.a;
    const bool has_cell = std::holds_alternative<CellFocus>(place) || (element && element->operand == Operand::d);
    if (!factor && !has_cell && !a_is_there) return false;
    run_command(app, "screen_4");
    app.look.tmem_tab = factor ? StageTab::scales : StageTab::tmem;
    if (factor) app.look.operand = factor->operand;
    const Trace at = trace(app.derived, place);
    if (!at.cells.empty()) app.look.tmem_cta = at.cells.front().cta;
    app.states.tmem.reveal = true;
    return true;
}

// Selected, on the screen that has it, and panned to.
void show(App& app, const Focus& place) {
    app.look.selection = place;
    if (const auto* bit = std::get_if<BitFocus>(&place)) app.look.active = bit->word;
    if (std::holds_alternative<MaskFocus>(place)) run_command(app, "screen_3");
    if (show_in_tmem(app, place)) return;
    const auto* element = std::get_if<ElementFocus>(&place);
    if (!element && !std::holds_alternative<ByteFocus>(place)) return;
    if (element) app.look.operand = element->operand;
    run_command(app, "screen_1");
    app.states.memory.reveal = true;
}

}  // namespace

std::vector<Offer> offers_for(const App& app, std::string_view text, std::size_t most) {
    std::vector<Offer> out;
    const std::vector<std::string> query = lower_words(text);
    // A path that is there comes before names that were used before; one that is not may be a part of one of them.
    std::error_code unreadable;
    const bool to_open = text.starts_with("open ");
    const bool is_there = to_open && std::filesystem::exists(text.substr(5), unreadable);
    if (!to_open || is_there) offer_path(text, out);
    offer_recents(app, query, out);
    if (to_open && !is_there) offer_path(text, out);
    if (!query.empty()) {
        offer_id(query, out);
        offer_field(app, query, out);
        offer_place(app, text, out);
        offer_number(app, text, out);
    }
    for (const Command& c : all_commands())
        if (is_possible(c, app) && matches(query, c.title))
            out.push_back({std::string(c.title), std::string(c.keys), std::string(c.id), {}, {}});
    for (const Preset& p : presets())
        if (!query.empty() && matches(query, say("New from ", p.title, " ", p.id)))
            out.push_back(
                {say("New from: ", p.title), "", "", {LoadSession{p.session(), say("preset ", p.title)}}, {}});
    if (out.size() < most) offer_topics(app, query, most - out.size(), out);
    if (out.size() > most) out.resize(most);
    return out;
}

void take_offer(App& app, const Offer& offer) {
    make_edits(app, offer.edits);
    if (offer.focus) show(app, *offer.focus);
    if (offer.command.starts_with("open "))
        open_file(app, offer.command.substr(5));
    else if (offer.command.starts_with("save "))
        save_file_as(app, offer.command.substr(5));
    else
        run_command(app, offer.command);
}

}  // namespace tilescope::ui
