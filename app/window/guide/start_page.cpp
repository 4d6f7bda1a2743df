// app/window/guide/start_page.cpp -- the start page: its cards, when it is shown, what its keys do, and what leaves it.
// SPDX-License-Identifier: MIT
#include "app/window/guide/start_page.h"

#include "app/io/file.h"
#include "app/io/session_file.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/paste_plan.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/presentation.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/scene/word_scene.h>

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr unsigned kFirstFrames = 2;  // nothing is read or built in them: the window must be there at once
constexpr std::size_t kNumbered = 9;  // cards with a digit

constexpr int kMostCells = 16;                       // of a card's picture, in a row or column of one grid
constexpr std::size_t kMostRecentCards = 6;          // the menu "Recent" has all
constexpr std::uint64_t kMostRecentBytes = 1 << 16;  // of a file that is read for a picture

// The corner of a grid, or all of it with every so many cells.
CardGrid small_grid(const Cells& cells, bool map) {
    CardGrid out{.columns = std::min(cells.columns, map ? 2 * kMostCells : kMostCells),
                 .rows = std::min(cells.rows, kMostCells)};
    for (int r = 0; r < out.rows; ++r)
        for (int c = 0; c < out.columns; ++c) {
            const std::size_t at =
                map ? cells.at(r * cells.rows / out.rows, c * cells.columns / out.columns) : cells.at(r, c);
            out.tone.push_back(cells.tone[at]);
            out.mark.push_back(cells.mark[at]);
        }
    return out;
}

// A pattern repeats, so its corner shows it, unless the corner has a single tone. A map is shown as a whole.
CardGrid card_grid(const Cells& cells) {
    const bool map = cells.kind == CellKind::tmem_cell || cells.kind == CellKind::mask_column;
    CardGrid out = small_grid(cells, map);
    const bool plain = std::ranges::all_of(out.tone, [&](Tone tone) { return tone == out.tone.front(); });
    return plain && !map ? small_grid(cells, true) : out;
}

Scene tile_for_card(const OperandView& drawn, const TileOptions& options) {
    return tile_scene(drawn.layout, drawn.bytes, options);
}

Scene scene_for_card(const Derived& derived, unsigned look) {
    const OperandView &a = derived.of(Operand::a), &b = derived.of(Operand::b);
    const bool other = look >= kCardLooks / 2;
    const OperandView& drawn = (other && b.placed()) || !a.placed() ? b : a;  // Hopper: A can be in registers
    if (look > 0 && drawn.placed())
        return tile_for_card(drawn, {.grain = look / 4 % 2 == 0 ? Grain::element : Grain::chunk,
                                     .colouring = static_cast<Colouring>(look % std::size(kColouringNames)),
                                     .mma_k = drawn.mma_k});
    if (derived.of(WordId::zcm).used && derived.mask.asks.empty() && derived.mask.word.nonzero)
        return mask_scene(derived.mask.examples);
    if (derived.tmem.sfa || (!a.placed() && (derived.tmem.d || !b.placed()))) return tmem_scene(derived.tmem, {});
    if (derived.tmem.meta) return sparse_scene(derived.tmem, 0);
    return tile_for_card(drawn, {.mma_k = drawn.mma_k});
}

std::string when_changed(std::time_t time) {
    std::tm local{};
    char text[32] = {};
    if (localtime_r(&time, &local) == nullptr) return {};
    return std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local) > 0 ? std::string(text) : std::string();
}

RecentFile look_at(const std::string& path) {
    RecentFile out{.path = path};
    struct stat about {};
    if (stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return out;
    out.there = true;
    out.changed = when_changed(about.st_mtime);
    if (static_cast<std::uint64_t>(about.st_size) > kMostRecentBytes) return out;
    const Answer<std::string> text = io::read_file_text(path, kMostRecentBytes);
    if (!text || text->find_first_not_of(" \t\r\n") == text->npos) return out;
    if (const auto file = io::session_from_text(*text)) out.session = file->session;
    return out;
}

// What a paste of the clipboard would give: a session, or words on their cards. `whole`: of all its text.
StartCard clipboard_card(const Document& doc, const ReadText& read, bool whole) {
    const PasteResult& found = read.result;
    if (read.session)
        return {.kind = CardKind::door,
                .id = "clipboard",
                .title = "Open the session of the state line",
                .line = found.sentence,
                .session = read.session->session};
    const PastePlan plan = plan_paste(found, doc.view_state.active, doc.session);
    Session session = doc.session;
    for (const Edit& edit : outcome_of(found, plan, doc.session, &read.program).edits)
        session = apply_edit(session, edit);
    const std::size_t count = words_in_text(found);
    const std::string title = !read.program.chains.empty() ? std::string("Paste the program")
                              : found.words.empty()        ? std::string("Paste the layout")
                                                           : say("Paste ", count, count == 1 ? " word" : " words");
    return {.kind = CardKind::door,
            .id = "clipboard",
            .title = say(title, whole ? "" : " and more"),
            .line = found.sentence,
            .session = std::move(session)};
}

StartCard recent_card(const RecentFile& file) {
    const std::filesystem::path path(file.path);
    std::string when = file.there ? file.changed : "missing";
    return {.kind = CardKind::recent,
            .id = file.path,
            .title = path.filename().string(),
            .line = when,
            .about = say(when, when.empty() ? "" : "  ", path.parent_path().string()),
            .session = file.session,
            .there = file.there};
}

// What people come for. The first door becomes the card of the clipboard if that has something to paste.
struct Door {
    std::string_view id, title, line;
    std::string_view preset = {}, digits = {};  // its picture
    WindowCommand (*command)() = nullptr;
};
constexpr Door kDoors[] = {
    {"paste",
     "Paste a word or a kernel",
     "From a debugger, a log, PTX, SASS, C++ or Python: see what the words say and what is wrong with them.",
     {},
     "4000\n4040\n0001\n0080",
     [] { return command("show_panel", "paste"); }},
    {"learn",
     "Learn",
     "Short lessons beside the live picture: the first descriptor, swizzles, bank conflicts, wrong numbers.",
     "k_major_128b_f16",
     {},
     [] { return command("lessons"); }},
    {"build",
     "Build a tile",
     "Choose a layout: see its bytes in memory, and get the words that read it.",
     "mn_major_128b_bf16",
     {},
     [] { return command("new_tile"); }},
};

StartCard door_card(const Door& door) {
    const Preset* preset = find_preset(door.preset);
    return {.kind = CardKind::door,
            .id = std::string(door.id),
            .title = std::string(door.title),
            .line = std::string(door.line),
            .session = preset ? std::optional(preset->session()) : std::nullopt,
            .digits = door.digits};
}

// The newest of these files, before the thread has looked at them.
std::vector<RecentFile> recents_by_name(const std::vector<std::string>& paths) {
    std::vector<RecentFile> out;
    for (std::size_t i = 0; i < std::min(paths.size(), kMostRecentCards); ++i)
        out.push_back({.path = paths[i], .there = true});
    return out;
}

// The newest of these files, with the sessions that are in them. Reads the disk: for a thread.
std::vector<RecentFile> look_at_recents(const std::vector<std::string>& paths, const std::stop_token& stop) {
    std::vector<RecentFile> out;
    for (const std::string& path : paths)
        if (!stop.stop_requested() && out.size() < kMostRecentCards) out.push_back(look_at(path));
    return out;
}

// All cards, in the order of CardKind, without pictures.
std::vector<StartCard> cards_of(const Document& doc, const StartPage& page) {
    std::vector<StartCard> out;
    for (const Door& door : kDoors) out.push_back(door_card(door));
    if (page.found) out.front() = clipboard_card(doc, *page.found, page.clipboard.whole);
    for (const RecentFile& file : page.recents) out.push_back(recent_card(file));
    for (const Preset& p : presets())
        out.push_back({.kind = CardKind::preset,
                       .id = std::string(p.id),
                       .title = std::string(p.title),
                       .line = say(p.kind, ", ", p.arch),
                       .about = std::string(p.story),
                       .session = p.session()});
    return out;
}

bool has_other_document(const Documents& docs, const Jobs& jobs, const StartPage& page) {
    const Document& doc = docs.current();
    return page.document != doc.id || page.revision != doc.revision || page.path != doc.file.path ||
           page.paste_number != doc.states.paste_number || is_pasting(jobs) || jobs.is_reading() ||
           docs.closing.asks_unsaved;
}

// Makes the cards again. The pictures that are built already stay.
void renew_cards(const Document& doc, StartPage& page, Regions& regions) {
    const auto is_same = [](const StartCard& a, const StartCard& b) { return a.kind == b.kind && a.id == b.id; };
    const bool moved = page.chosen > 0 && page.chosen < page.cards.size();
    const StartCard chosen = moved ? page.cards[page.chosen] : StartCard{};
    std::vector<StartCard> old = std::exchange(page.cards, cards_of(doc, page));
    if (moved)  // the same card stays chosen when another one comes before it
        for (std::size_t i = 0; i < page.cards.size(); ++i)
            if (is_same(page.cards[i], chosen)) page.chosen = i;
    for (StartCard& card : page.cards)
        for (StartCard& before : old)
            if (before.picture && is_same(before, card) && before.session == card.session)
                card.picture = std::exchange(before.picture, std::nullopt);
    page.chosen = std::min(page.chosen, page.cards.size());
    regions.redraw.touch();
}

void take_clipboard_text(const Document& doc, StartPage& page, Regions& regions) {
    ClipboardText arrived = *std::exchange(page.arrived, std::nullopt);
    if (arrived.text.size() > kPasteAtOnce) {
        arrived.text.resize(kPasteAtOnce);
        arrived.text.shrink_to_fit();
        arrived.whole = false;
    }
    if (arrived == page.clipboard) return;
    // Read once: the cards are made again whenever something arrives.
    const std::string_view text = arrived.text;
    const std::size_t size = arrived.whole ? text.size() : std::min(text.rfind('\n'), text.size());
    page.found = text.empty() ? std::nullopt : peek(doc, std::string(text.substr(0, size)));
    page.clipboard = std::move(arrived);
    renew_cards(doc, page, regions);
}

// The page stays. If the file is there again, a second click opens it.
void say_missing(Document& doc, const StartPage& page, Regions& regions, const Prefs& prefs, const std::string& path) {
    say_now(doc, say("The file ", path, " is missing: it was moved or removed, or its disk is not there."));
    if (page.reader) page.reader->ask(prefs.recents);
    regions.redraw.touch();
}

// The card with this digit.
std::optional<std::size_t> numbered(const StartPage& page, char digit) {
    const auto index = static_cast<std::size_t>(digit - '1');
    return digit >= '1' && index < std::min(page.cards.size(), kNumbered) ? std::optional(index) : std::nullopt;
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

// Does what a card is for, and leaves the page.
void take_card(Context c, std::size_t index) {
    const StartCard card = c.overlays.start_page.cards[index];
    if (!card.there) return say_missing(c.document(), c.overlays.start_page, c.regions, c.prefs, card.id);
    if (const auto* door = row_with(kDoors, std::string_view(card.id), &Door::id)) {
        c.document().states.paste.focus_box = card.id == kDoors[0].id;
        // Runs in the next frame: the key that chose the card must not act in what opens.
        return c.document().requests.commands.push_back(door->command()), c.regions.redraw.touch();
    }
    ClipboardText clipboard = std::exchange(c.overlays.start_page.clipboard, {});
    leave_start_page(c.overlays, c.regions);
    if (card.kind == CardKind::recent) return open_file(c, card.id);
    if (card.kind == CardKind::preset) return run_command(c, command("new_from", card.id));
    clipboard.whole ? read_paste(c, std::move(clipboard.text), true) : run_command(c, command("paste"));
}

}  // namespace

CardPicture picture_for_card(const Session& session, unsigned look) {
    CardPicture out;
    for (const Cells& cells : scene_for_card(derive(session), look).grids)
        if (out.grids.size() < 2 && cells.columns > 0 && cells.rows > 0) out.grids.push_back(card_grid(cells));
    return out;
}

void leave_start_page(Overlays& overlays, Regions& regions) {
    if (!std::exchange(overlays.start_page.shown, false)) return;
    overlays.start_page.cards.clear();  // and their pictures
    overlays.start_page.found.reset();
    regions.redraw.touch();
}

std::unique_ptr<RecentsJobs> recents_reader(std::function<void()> wake) {
    using Paths = std::vector<std::string>;
    const auto work = [](const Paths& paths, const WorkTools& tools) { return look_at_recents(paths, tools.stop); };
    const auto failed = [](const Paths&) { return std::vector<RecentFile>(); };
    return start_jobs<RecentsJobs>(RecentsJobs::surviving(work, failed), std::move(wake));
}

void open_start_page(Context c) {
    const Document& doc = c.document();
    end_presentation(c.document(), c.overlays, c.regions);
    StartPage& page = c.overlays.start_page;
    page.shown = page.reads_clipboard = true;
    page.frames = 0, page.chosen = 0;
    page.pressed.reset(), page.found.reset(), page.arrived.reset();
    page.note.clear();
    page.clipboard = {};
    page.recents = recents_by_name(c.prefs.recents);
    c.regions.flyout.clear();
    if (page.reader && !c.prefs.recents.empty()) page.reader->ask(c.prefs.recents);
    page.document = doc.id, page.revision = doc.revision, page.paste_number = doc.states.paste_number;
    page.path = doc.file.path;
    renew_cards(doc, page, c.regions);
}

void reread_clipboard(Overlays& overlays) { overlays.start_page.reads_clipboard = overlays.start_page.shown; }

void keep_typed_text(Overlays& overlays) {
    if (overlays.palette.open && !ImGui::GetIO().WantTextInput) overlays.palette.text += typed_text();
}

bool run_start_keys(Context c) {
    StartPage& page = c.overlays.start_page;
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl && !io.KeyAlt) {
        if (move_choice(page)) return true;
        if (key_pressed(Key::enter, false) || key_pressed(Key::space, false)) {
            const bool box = page.chosen >= page.cards.size();
            box ? run_command(c, command("start_page_at_start")) : take_card(c, page.chosen);
            return true;
        }
        if (key_pressed(Key::escape, false)) return leave_start_page(c.overlays, c.regions), true;
    }
    const std::string typed = typed_text();
    if (typed.empty()) return false;
    if (const auto card = numbered(page, typed.front())) return take_card(c, *card), true;
    leave_start_page(c.overlays, c.regions);
    run_command(c, command("palette"));
    c.overlays.palette.text = typed;
    return true;
}

namespace {

// A picture that no other card of this kind has, if one of the looks is such a picture.
CardPicture own_picture(const std::vector<StartCard>& cards, const StartCard& card) {
    for (unsigned look = 0; look < kCardLooks; ++look) {
        CardPicture picture = picture_for_card(*card.session, look);
        const auto same = [&](const StartCard& other) { return other.kind == card.kind && other.picture == picture; };
        if (std::ranges::none_of(cards, same)) return picture;
    }
    return picture_for_card(*card.session);
}

// Takes what the threads have found, asks for the clipboard, and leaves the page if the document has changed. Call it
// in each frame before the window is drawn.
void follow_start_page(Context c) {
    StartPage& page = c.overlays.start_page;
    if (!page.shown) return;
    if (has_other_document(c.documents, c.jobs, page)) return leave_start_page(c.overlays, c.regions);
    if (const auto pressed = std::exchange(page.pressed, std::nullopt); pressed && *pressed < page.cards.size())
        return take_card(c, *pressed);
    const Document& doc = c.document();
    if (page.reader)
        if (auto found = page.reader->take()) {
            page.recents = std::move(*found);
            renew_cards(doc, page, c.regions);
        }
    if (page.arrived) take_clipboard_text(doc, page, c.regions);
    if (++page.frames <= kFirstFrames) return c.regions.redraw.touch();
    if (std::exchange(page.reads_clipboard, false)) {
        if (c.system.ask_clipboard) c.system.ask_clipboard(kPasteAtOnce);
        return c.regions.redraw.touch();
    }
    // One picture a frame: each takes a few milliseconds.
    const auto missing = [](const StartCard& card) { return card.session && !card.picture; };
    const auto next = std::ranges::find_if(page.cards, missing);
    if (next == page.cards.end()) return;
    next->picture = own_picture(page.cards, *next);
    c.regions.redraw.touch();
}

}  // namespace

std::string start_page_sentence(const Overlays& overlays) {
    const StartPage& page = overlays.start_page;
    if (page.chosen >= page.cards.size()) return {};
    const StartCard& card = page.cards[page.chosen];
    return say(card.title, ": ", card.about.empty() ? card.line : card.about);
}

namespace {

void leave_for(Overlays& overlays, Regions& regions, const Command& row) {
    if (!row.keeps_start_page) leave_start_page(overlays, regions);
}

// clang-format off
constexpr Command kStartPageCommands[] = {
    {.id = "start_page", .title = "Start page", .menu = Menu::help, .place = 20, .act = with<open_start_page>,
     .words = "home welcome cards examples begin first", .keeps_start_page = true},
    {.id = "start_page_at_start", .title = "Show the start page when the window opens", .place = 30,
     .is_on = is_set<&Prefs::start_page>, .act = turn<&Prefs::start_page>,
     .words = "welcome home preference launch startup", .keeps_start_page = true},
};
// clang-format on

}  // namespace

const Feature kStartPage = {.id = "startpage",
                            .commands = kStartPageCommands,
                            .begin = begins<&StartPage::reader, recents_reader>,
                            .news = news_in<&StartPage::reader>,
                            .end = ends<&StartPage::reader>,
                            .react = with<follow_start_page>,
                            .commanded = with<leave_for>};

}  // namespace tilescope::ui
