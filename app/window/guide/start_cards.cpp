// app/window/guide/start_cards.cpp -- the cards of the start page: what each of them says, and its small picture.
// SPDX-License-Identifier: MIT
#include "app/window/guide/start_page.h"

#include "app/io/file.h"
#include "app/io/session_file.h"
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/scene/word_scene.h>

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr int kMostCells = 16;                       // of a card's picture, in a row or column of one grid
constexpr std::size_t kMostRecentCards = 6;          // the menu "Recent" has all
constexpr std::uint64_t kMostRecentBytes = 1 << 16;  // of a file that is read for a picture

// The corner of a grid, or all of it with every so many cells.
CardGrid small_grid(const Cells& cells, bool map) {
    CardGrid out{.columns = std::min(cells.columns, map ? 2 * kMostCells : kMostCells),
                 .rows = std::min(cells.rows, kMostCells),
                 .tone = {},
                 .mark = {}};
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

Scene scene_for_card(const Derived& derived) {
    const OperandView &a = derived.of(Operand::a), &b = derived.of(Operand::b);
    if (derived.of(WordId::zcm).used && derived.mask.asks.empty() && derived.mask.word.nonzero)
        return mask_scene(derived.mask.examples);
    if (derived.tmem.sfa || (!a.placed() && (derived.tmem.d || !b.placed()))) return tmem_scene(derived.tmem, {});
    if (derived.tmem.meta) return sparse_scene(derived.tmem, 0);
    const OperandView& drawn = a.placed() ? a : b;  // Hopper: A can be in registers, which have no picture
    return tile_scene(drawn.layout, drawn.bytes, {.mma_k = drawn.mma_k});
}

std::string when_changed(std::time_t time) {
    std::tm local{};
    char text[32] = {};
    if (localtime_r(&time, &local) == nullptr) return {};
    return std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local) > 0 ? std::string(text) : std::string();
}

RecentFile look_at(const std::string& path) {
    RecentFile out{.path = path, .there = false, .changed = {}, .session = {}};
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

StartCard state_line_card(const PasteReply& reply) {
    return {.kind = CardKind::clipboard,
            .id = "clipboard",
            .title = "Open the session of the state line",
            .line = reply.pasted.sentence,
            .session = reply.session->session,
            .picture = {}};
}

// What a paste of the clipboard would give: a session, or words on their cards.
StartCard clipboard_card(const Document& doc, const Overlays& overlays, const PasteReply& reply) {
    if (reply.session) return state_line_card(reply);
    const PasteResult& found = reply.pasted;
    const PastePlan plan = plan_paste(found, doc.view_state.active, doc.session);
    Session session = doc.session;
    for (const Edit& edit : outcome_of(found, plan, doc.session).edits) session = apply_edit(session, edit);
    const std::size_t count = words_in_text(found);
    const std::string title = !reply.program.chains.empty() ? std::string("Paste the program")
                              : found.words.empty()         ? std::string("Paste the layout")
                                                            : say("Paste ", count, count == 1 ? " word" : " words");
    return {.kind = CardKind::clipboard,
            .id = "clipboard",
            .title = say(title, overlays.start_page.clipboard.whole ? "" : " and more"),
            .line = found.sentence,
            .session = std::move(session),
            .picture = {}};
}

StartCard recent_card(const RecentFile& file) {
    const std::filesystem::path path(file.path);
    std::string when = file.there ? file.changed : "missing";
    return {.kind = CardKind::recent,
            .id = file.path,
            .title = path.filename().string(),
            .line = say(when, when.empty() ? "" : "  ", path.parent_path().string()),
            .session = file.session,
            .picture = {},
            .there = file.there};
}

StartCard lesson_card(const LessonCard& lesson) {
    return {.kind = CardKind::lesson,
            .id = lesson.id,
            .title = lesson.title,
            .line = say(lesson.done ? "Done. " : "", level_text(lesson.level), ", ", lesson.minutes, " min"),
            .session = lesson.session,
            .picture = {},
            .command = command("open_lesson", lesson.id)};
}

StartCard all_lessons_card(std::size_t count) {
    return {.kind = CardKind::lesson,
            .id = "all",
            .title = say("All ", count, " lessons"),
            .line = "The list of the lessons, with what each is about and your progress (Ctrl+L).",
            .session = {},
            .picture = {},
            .command = command("lessons")};
}

// One row. Those that are not done come first, and the last card lists all.
void add_lessons(const StartPage& page, std::vector<StartCard>& cards) {
    const bool all = page.lessons.size() <= page.lesson_cards;
    const std::size_t most = all ? page.lessons.size() : std::max<std::size_t>(page.lesson_cards, 2) - 1;
    std::size_t count = 0;
    for (const bool done : {false, true})
        for (const LessonCard& lesson : page.lessons)
            if (lesson.done == done && count < most) cards.push_back(lesson_card(lesson)), ++count;
    if (!all) cards.push_back(all_lessons_card(page.lessons.size()));
}

}  // namespace

CardPicture picture_for_card(const Session& session) {
    CardPicture out;
    for (const Cells& cells : scene_for_card(derive(session)).grids)
        if (out.grids.size() < 2 && cells.columns > 0 && cells.rows > 0) out.grids.push_back(card_grid(cells));
    return out;
}

std::vector<RecentFile> recents_by_name(const std::vector<std::string>& paths) {
    std::vector<RecentFile> out;
    for (std::size_t i = 0; i < std::min(paths.size(), kMostRecentCards); ++i)
        out.push_back({.path = paths[i], .there = true, .changed = {}, .session = {}});
    return out;
}

std::vector<RecentFile> look_at_recents(const std::vector<std::string>& paths, const std::stop_token& stop) {
    std::vector<RecentFile> out;
    for (const std::string& path : paths)
        if (!stop.stop_requested() && out.size() < kMostRecentCards) out.push_back(look_at(path));
    return out;
}

std::vector<StartCard> cards_of(const Document& doc, const Overlays& overlays) {
    const StartPage& page = overlays.start_page;
    std::vector<StartCard> out;
    if (page.found) out.push_back(clipboard_card(doc, overlays, *page.found));
    for (const RecentFile& file : page.recents) out.push_back(recent_card(file));
    add_lessons(page, out);
    for (const Preset& p : presets())
        out.push_back({.kind = CardKind::preset,
                       .id = std::string(p.id),
                       .title = std::string(p.title),
                       .line = std::string(p.story),
                       .session = p.session(),
                       .picture = {}});
    return out;
}

void leave_start_page(Overlays& overlays, Regions& regions) {
    if (!std::exchange(overlays.start_page.shown, false)) return;
    overlays.start_page.cards.clear();  // and their pictures
    overlays.start_page.found.reset();
    regions.redraw.touch();
}

}  // namespace tilescope::ui
