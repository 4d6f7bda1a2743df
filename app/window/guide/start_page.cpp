// app/window/guide/start_page.cpp -- when the start page is shown, what its keys do, and what leaves it.
// SPDX-License-Identifier: MIT
#include "app/window/guide/start_page.h"

#include "app/io/lessons.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/presentation.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr unsigned kFirstFrames = 2;     // nothing is read or built in them: the window must be there at once
constexpr std::size_t kNumbered = 9;     // cards with a digit
constexpr ImWchar kFirstVisible = 0x21;  // characters that type something

void note_document(Document& doc, Overlays& overlays) {
    overlays.start_page.document = doc.id;
    overlays.start_page.revision = doc.revision;
    overlays.start_page.paste_number = doc.states.paste_number;
}

bool has_other_document(const Documents& docs, const Jobs& jobs, const Overlays& overlays) {
    const StartPage& page = overlays.start_page;
    return page.document != docs.current().id || page.revision != docs.current().revision ||
           page.paste_number != docs.current().states.paste_number || is_pasting(jobs) || jobs.is_reading() ||
           docs.closing.asks_unsaved;
}

std::vector<LessonCard> lesson_cards(const Prefs& prefs) {
    std::vector<LessonCard> out;
    for (const LessonHead& head : io::lesson_heads()) {
        const Preset* begin = find_preset(head.session);
        out.push_back({.id = head.id,
                       .title = head.title,
                       .minutes = head.minutes,
                       .level = head.level,
                       .done = reached_count(prefs, head.id, head.steps) == head.steps,
                       .session = begin ? std::optional(begin->session()) : std::nullopt});
    }
    return out;
}

// Makes the cards again. The pictures that are built already stay.
void renew_cards(Context c) {
    StartPage& page = c.overlays.start_page;
    const bool moved = page.chosen > 0 && page.chosen < page.cards.size();
    const StartCard chosen = moved ? page.cards[page.chosen] : StartCard{};
    page.lesson_cards = page.layout.in_row;
    std::vector<StartCard> old = std::exchange(page.cards, cards_of(c.document(), c.overlays));
    if (moved)  // the same card stays chosen when another one comes before it
        for (std::size_t i = 0; i < page.cards.size(); ++i)
            if (page.cards[i].kind == chosen.kind && page.cards[i].id == chosen.id) page.chosen = i;
    for (StartCard& card : page.cards)
        for (StartCard& before : old)
            if (before.picture && before.kind == card.kind && before.id == card.id && before.session == card.session)
                card.picture = std::exchange(before.picture, std::nullopt);
    page.chosen = std::min(page.chosen, page.cards.size());
    c.regions.redraw.touch();
}

void take_clipboard_text(Context c) {
    ClipboardText arrived = *std::exchange(c.overlays.start_page.arrived, std::nullopt);
    if (arrived.text.size() > kPasteAtOnce) {
        arrived.text.resize(kPasteAtOnce);
        arrived.text.shrink_to_fit();
        arrived.whole = false;
    }
    if (arrived == c.overlays.start_page.clipboard) return;
    // Read once: the cards are made again whenever something arrives.
    const std::string_view text = arrived.text;
    const std::size_t size = arrived.whole ? text.size() : std::min(text.rfind('\n'), text.size());
    c.overlays.start_page.found = text.empty() ? std::nullopt : peek(c.document(), std::string(text.substr(0, size)));
    c.overlays.start_page.clipboard = std::move(arrived);
    renew_cards(c);
}

// The page stays. If the file is there again, a second click opens it.
void say_missing(Context c, const std::string& path) {
    c.document().status = say("The file ", path, " is missing: it was moved or removed, or its disk is not there.");
    say_first(c.document(), c.document().status);
    if (c.overlays.start_page.reader) c.overlays.start_page.reader->ask(c.prefs.recents);
    c.regions.redraw.touch();
}

void open_palette_with(Context c, std::string text) {
    run_command(c, command("palette"));
    c.overlays.palette.text = std::move(text);
}

// What was typed in this frame, if it types something.
std::string typed_text() {
    const ImGuiIO& io = ImGui::GetIO();
    std::string out;
    if (io.KeyCtrl || io.KeyAlt) return out;
    for (const ImWchar c : io.InputQueueCharacters)
        if (c >= kFirstVisible && c < 0x7f) out += static_cast<char>(c);
    return out;
}

// The card with this digit.
std::optional<std::size_t> numbered(const StartPage& page, char digit) {
    const auto index = static_cast<std::size_t>(digit - '1');
    return digit >= '1' && index < std::min(page.cards.size(), kNumbered) ? std::optional(index) : std::nullopt;
}

void press_chosen(Context c) {
    if (c.overlays.start_page.chosen < c.overlays.start_page.cards.size())
        return take_card(c, c.overlays.start_page.chosen);
    run_command(c, command("start_page_at_start"));
}

// Where an arrow key goes. The box is below the last row.
std::size_t beside(const StartPage& page, int right, int down) {
    const std::size_t box = page.cards.size();
    if (page.layout.cards.size() != box || box == 0) return page.chosen;
    if (page.chosen == box) return down < 0 ? box - 1 : box;
    const std::size_t to = card_beside(page.layout, page.chosen, right, down);
    return down > 0 && to == page.chosen ? box : to;
}

bool move_choice(StartPage& page) {
    const bool shift = ImGui::GetIO().KeyShift;
    const int right = key_pressed(Key::right) - key_pressed(Key::left);
    const int down = key_pressed(Key::down) - key_pressed(Key::up);
    const std::size_t count = page.cards.size() + 1;  // with the box below the cards
    std::size_t to = page.chosen;
    if (key_pressed(Key::tab)) to = (page.chosen + (shift ? count - 1 : 1)) % count;
    if (right != 0 || down != 0) to = beside(page, right, down);
    if (right == 0 && down == 0 && to == page.chosen) return false;
    page.chosen = to;
    page.reveal = true;
    keep_focus_where_it_is();
    return true;
}

}  // namespace

std::unique_ptr<RecentsJobs> recents_reader(std::function<void()> wake) {
    using Paths = std::vector<std::string>;
    const auto work = [](const Paths& paths, const WorkTools& tools) { return look_at_recents(paths, tools.stop); };
    const auto failed = [](const Paths&) { return std::vector<RecentFile>(); };
    return start_jobs<RecentsJobs>(RecentsJobs::surviving(work, failed), std::move(wake));
}

void open_start_page(Context c) {
    end_presentation(c);
    StartPage& page = c.overlays.start_page;
    page.shown = true;
    page.reads_clipboard = true;
    page.lists_lessons = true;
    page.frames = 0;
    page.chosen = 0;
    page.pressed.reset();
    page.note.clear();
    page.clipboard = {};
    page.found.reset();
    page.arrived.reset();
    page.recents = recents_by_name(c.prefs.recents);
    c.regions.flyout.clear();
    if (page.reader && !c.prefs.recents.empty()) page.reader->ask(c.prefs.recents);
    note_document(c.document(), c.overlays);
    renew_cards(c);
}

void reread_clipboard(Overlays& overlays) { overlays.start_page.reads_clipboard = overlays.start_page.shown; }

void take_card(Context c, std::size_t index) {
    const StartCard card = c.overlays.start_page.cards[index];
    if (!card.there) return say_missing(c, card.id);
    // Runs in the next frame: the key that chose the card must not act in the lesson, too.
    if (card.kind == CardKind::lesson)
        return c.document().requests.commands.push_back(card.command), c.regions.redraw.touch();
    ClipboardText clipboard = std::exchange(c.overlays.start_page.clipboard, {});
    leave_start_page(c.overlays, c.regions);
    switch (card.kind) {
    case CardKind::clipboard:
        return clipboard.whole ? read_paste(c, std::move(clipboard.text), true) : run_command(c, command("paste"));
    case CardKind::recent: return open_file(c, card.id);
    case CardKind::lesson: return;
    case CardKind::preset: return make_edits(c, {LoadSession{*card.session, say("preset ", card.title)}});
    }
}

void keep_typed_text(Overlays& overlays) {
    if (overlays.palette.open && !ImGui::GetIO().WantTextInput) overlays.palette.text += typed_text();
}

bool run_start_keys(Context c) {
    StartPage& page = c.overlays.start_page;
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl && !io.KeyAlt) {
        if (move_choice(page)) return true;
        if (key_pressed(Key::enter, false) || key_pressed(Key::space, false)) return press_chosen(c), true;
        if (key_pressed(Key::escape, false)) return leave_start_page(c.overlays, c.regions), true;
    }
    const std::string typed = typed_text();
    if (typed.empty()) return false;
    if (const auto card = numbered(page, typed.front())) return take_card(c, *card), true;
    leave_start_page(c.overlays, c.regions);
    open_palette_with(c, typed);
    return true;
}

namespace {

// Takes what the threads have found, asks for the clipboard, and leaves the page if the document has changed. Call it
// in each frame before the window is drawn.
void follow_start_page(Context c) {
    StartPage& page = c.overlays.start_page;
    if (!page.shown) return;
    if (has_other_document(c.documents, c.jobs, c.overlays)) return leave_start_page(c.overlays, c.regions);
    if (const auto pressed = std::exchange(page.pressed, std::nullopt); pressed && *pressed < page.cards.size())
        return take_card(c, *pressed);
    if (page.reader)
        if (auto found = page.reader->take()) {
            page.recents = std::move(*found);
            renew_cards(c);
        }
    if (page.arrived) take_clipboard_text(c);
    if (page.lesson_cards != page.layout.in_row && !page.lessons.empty()) renew_cards(c);
    if (++page.frames <= kFirstFrames) return c.regions.redraw.touch();
    if (std::exchange(page.reads_clipboard, false)) {
        if (c.system.ask_clipboard) c.system.ask_clipboard(kPasteAtOnce);
        return c.regions.redraw.touch();
    }
    if (std::exchange(page.lists_lessons, false)) {
        page.lessons = lesson_cards(c.prefs);
        return renew_cards(c);
    }
    // One picture a frame: each takes a few milliseconds.
    const auto missing = [](const StartCard& card) { return card.session && !card.picture; };
    const auto next = std::ranges::find_if(page.cards, missing);
    if (next == page.cards.end()) return;
    next->picture = picture_for_card(*next->session);
    c.regions.redraw.touch();
}

}  // namespace

std::string start_page_sentence(const Overlays& overlays) {
    const StartPage& page = overlays.start_page;
    if (page.chosen >= page.cards.size()) return {};
    const StartCard& card = page.cards[page.chosen];
    return say(card.title, ": ", card.line);
}

namespace {

void leave_for(Context c, const Command& row) {
    if (c.overlays.start_page.shown && !row.keeps_start_page) leave_start_page(c.overlays, c.regions);
}

// clang-format off
constexpr Command kStartPageCommands[] = {
    {.id = "start_page", .title = "Start page", .menu = Menu::file, .place = 20, .act = with<open_start_page>,
     .words = "home welcome cards examples begin first", .keeps_start_page = true},
    {.id = "start_page_at_start", .title = "Show the start page when the window opens", .place = 30,
     .is_on = [](Context c) { return c.prefs.start_page; },
     .act = with<[](Prefs& prefs) { prefs.start_page = !prefs.start_page; }>,
     .words = "welcome home preference launch startup", .keeps_start_page = true},
};
// clang-format on

}  // namespace

const Feature kStartPage = {.id = "startpage",
                            .commands = kStartPageCommands,
                            .begin = [](Context c) { c.overlays.start_page.reader = recents_reader(c.jobs.wake); },
                            .news = [](Context c) { return news_of(c.overlays.start_page.reader.get()); },
                            .end = [](Context c) { c.overlays.start_page.reader.reset(); },
                            .react = with<follow_start_page>,
                            .commanded = leave_for};

}  // namespace tilescope::ui
