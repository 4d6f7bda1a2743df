// app/window/frame/commands.cpp -- what the commands of the window do; their rows are in app/ui/commands.inc.
// SPDX-License-Identifier: MIT
#include "app/io/lessons.h"
#include "app/panels/help_topics.h"
#include "app/panels/memory_scene.h"
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"
#include "app/publish/licenses.h"
#include "app/publish/picture_formats.h"
#include "app/window/code/code_texts.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/closing.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/preferences.h"
#include "app/window/documents/saving.h"
#include "app/window/documents/state_lines.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/context.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/fixed_text.h"
#include "app/window/frame/move_selection.h"
#include "app/window/frame/pictures.h"
#include "app/window/frame/region_commands.h"
#include "app/window/frame/said.h"
#include "app/window/frame/shown_parts.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/player.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_cards.h"
#include "app/window/guide/start_page.h"
#include "app/window/help/explain_commands.h"
#include "app/window/paste/batch_file.h"
#include "app/window/paste/clipboard.h"
#include "app/window/paste/follow_job.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"
#include "app/window/result/result_commands.h"
#include "app/window/run/live_desk.h"

#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kScales[] = {0.75f, 1, 1.25f, 1.5f, 1.75f, 2};

// Requires: `names` is a table of consecutive values from 0.
template <class Enum, std::size_t N>
Enum next_of(Enum now, const NamedValue (&)[N]) {
    return static_cast<Enum>((static_cast<std::size_t>(now) + 1) % N);
}

void next_cell_label(Document& doc, LabelStep step) {
    const auto picture = labelled_picture(doc);
    if (!picture) return;
    CellLabel& label = label_of(doc.view_state, *picture);
    label = next_label(*picture, label, step);
}

void go_to_screen(Document& doc, Screen screen) {
    doc.view_state.screen = screen;
    doc.view_state.active = row_of(screen).word.value_or(word_of(doc.view_state.operand));
}

void change_scale(Prefs& prefs, int steps) {
    const auto nearest = std::ranges::min_element(
        kScales, {}, [&](float s) { return s > prefs.scale ? s - prefs.scale : prefs.scale - s; });
    const auto index = nearest - std::begin(kScales) + steps;
    prefs.scale = kScales[std::clamp<std::ptrdiff_t>(index, 0, std::ssize(kScales) - 1)];
}

void next_problem(Document& doc, Regions& regions, int step) {
    const auto count = static_cast<int>(doc.derived.problems.size());
    if (count == 0) return;
    int& current = doc.states.problems.current;
    current = ((current < 0 ? (step > 0 ? -1 : 0) : current) + step + count) % count;
    const PlacedProblem& p = doc.derived.problems[static_cast<std::size_t>(current)];
    go_to_problem(doc.derived, p, doc.view_state);
    doc.states.problems.hidden &= ~(1u << static_cast<unsigned>(p.problem.severity));
    doc.status = p.problem.text;
    raise_drawer(doc, regions, "problems");
}

void keep_memory(Context c) { make_edits(c, {SetKeepMemory{!c.document().session.keep_memory}}); }

void step_k(Document& doc, int steps) {
    const OperandView& o = doc.derived.of(doc.view_state.operand);
    const unsigned per_step = std::max(o.mma_k, 1u);
    const unsigned last = doc.session.tile_k > per_step ? doc.session.tile_k / per_step - 1 : 0;
    const int requested = static_cast<int>(doc.view_state.k_step) + steps;
    doc.view_state.k_step = static_cast<unsigned>(std::clamp(requested, 0, static_cast<int>(last)));
    if (doc.view_state.screen == Screen::mma) doc.view_state.sums = true;  // as the slider of that screen does
}

void swap_operand(Document& doc) {
    doc.view_state.operand = other_operand(doc.view_state.operand);
    doc.view_state.active = word_of(doc.view_state.operand);
    doc.view_state.k_step = 0;
}

void copy_active(Document& doc) {
    const WordView& word = doc.derived.of(doc.view_state.active);
    doc.requests.copy = hex_word(*word.format, word.decoded.word, word.unknown);
    doc.status = say("Copied ", *doc.requests.copy, ".");
}

void copy_explanation(Document& doc) {
    if (doc.trace.sentence.empty()) {
        doc.status = "Nothing was copied. First point at an item or select an item.";
        return;
    }
    std::string text = doc.trace.sentence;
    for (const std::string& line : doc.trace.details) text += say('\n', line);
    doc.requests.copy = std::move(text);
    doc.status = "Copied the explanation.";
}

void copy_licenses(Document& doc) {
    doc.requests.copy = io::licenses_text();
    doc.status = "Copied the licenses of tilescope and of the works that it contains.";
}

void new_session(Context c) {
    if (c.document().lesson) return void(add_tab(c, presets().front().session()));
    make_edits(c, {LoadSession{presets().front().session(), "new session"}});
    c.document().file.path.clear();
    c.document().paste.path.clear();
    c.document().status.clear();
    c.document().file.text.reset();
}

// The current session becomes the reference. The drawer then shows the differences.
void pin(Document& doc, Regions& regions) {
    set_reference(doc, doc.session);
    raise_drawer(doc, regions, "compare");
    doc.status = "The session is pinned. Hold B to see the pinned session. Press Ctrl+Shift+P to unpin it.";
}
void unpin(Document& doc) {
    set_reference(doc, std::nullopt);
    doc.status = "The pinned session was unpinned.";
}

bool has_undo(const Document& doc) { return doc.history.can_undo(); }
// The open file did not contain these edits, so its contents count as unknown.
void restore_left_over(Context c) {
    BackupOffer& first = c.documents.backup_offers.front();
    if ((is_unsaved(c.document()) || c.document().lesson) && !add_tab(c, presets().front().session()))
        return;  // covers up nothing
    make_edits(c, {LoadSession{*first.session, "restored unsaved edits"}});
    c.document().file.restored.push_back(std::move(first.copy));
    c.documents.backup_offers.erase(c.documents.backup_offers.begin());
    c.document().file.text.reset();
    c.documents.status_at_offer.reset();  // the next offer comes at once
    c.document().status = "Restored the unsaved edits. Undo returns to the session that was open before.";
}
void discard_left_over(Documents& docs) {
    docs.backup_offers.front().copy.remove();
    docs.backup_offers.erase(docs.backup_offers.begin());
}
void hide_left_over(Documents& docs) { docs.backup_offers.erase(docs.backup_offers.begin()); }

bool has_recents(const Prefs& prefs) { return !prefs.recents.empty(); }
bool has_left_over(const Documents& docs) { return !docs.backup_offers.empty() && docs.backup_offers.front().session; }
bool has_unreadable(const Documents& docs) {
    return !docs.backup_offers.empty() && !docs.backup_offers.front().session;
}
bool has_pinned(const Document& doc) { return doc.view_state.reference.has_value(); }
bool has_redo(const Document& doc) { return doc.history.can_redo(); }
bool has_problems(const Document& doc) { return !doc.derived.problems.empty(); }
bool has_paste(const Document& doc) { return !doc.paste.result.words.empty() || doc.paste.session.has_value(); }
bool has_rewritten(const Document& doc) {
    const RewrittenMemory* rewritten = rewritten_memory(doc);
    return rewritten != nullptr && !rewritten->example;
}

void undo(Document& doc) {
    doc.history.undo(doc.session);
    begin_revision(doc);
}
void redo(Document& doc) {
    doc.history.redo(doc.session);
    begin_revision(doc);
}
void stop_all_reading(Context c) {
    stop_clipboard(c.regions, c.system);
    stop_paste(c);
    c.jobs.stop_reading();
    c.document().status = "Stopped. Nothing has changed.";
}
bool is_live_idle(const Jobs& jobs) { return !is_live_busy(jobs); }
bool is_live_on(const Jobs& jobs, const Prefs& prefs) { return prefs.live && is_live_idle(jobs); }
void new_tab(Context c) { add_tab(c, presets().front().session()); }
void close_shown_tab(Context c) { close_tab(c, c.documents.shown); }
// Compares with each of the other tabs in turn.
void compare_next_tab(Documents& docs, Regions& regions) {
    const std::size_t now = tab_of_document(docs, docs.current().reference.source.tab);
    std::size_t next = (now >= tab_count(docs) ? docs.shown : now) + 1;
    if (next % tab_count(docs) == docs.shown) ++next;
    compare_with_tab(docs, regions, document_of(docs, next % tab_count(docs)).id);
}
void open_palette(Document& doc, Overlays& overlays) {
    const Session& s = doc.session;
    overlays.palette = {.open = true,
                        .just_opened = true,
                        .text = {},
                        .chosen = 0,
                        .topics = help_topics({s.edition, s.variant.kind, s.arch}),
                        .lessons = io::lesson_heads()};
}
void open_palette_for_path(Document& doc, Overlays& overlays, std::string verb) {
    open_palette(doc, overlays);
    overlays.palette.text = std::move(verb);
}

// A command for each picture format: save_svg, ...
struct PictureText {
    FixedText id, title, verb;
};
template <std::size_t Format>
constexpr PictureText kPictureText = {{"save_", io::kPictureFormats[Format].id},
                                      {"Save the picture as ", io::kPictureFormats[Format].title, " ..."},
                                      {io::kPictureFormats[Format].id, " "}};
template <std::size_t Format>
void choose_picture_file(Context c) {
    open_chooser(c, kPictureText<Format>.verb.view());
}
constexpr auto kPictureCommands = []<std::size_t... Format>(std::index_sequence<Format...>) {
    return std::to_array<Command>({{kPictureText<Format>.id.view(), kPictureText<Format>.title.view(), "", Menu::file,
                                    nullptr, with<choose_picture_file<Format>>, io::kPictureFormats[Format].words}...});
}
(std::make_index_sequence<io::kPictureFormatCount>());

// A command for each screen: screen_1, ...
constexpr std::string_view kDigits = "123456789";
static_assert(kScreenCount <= kDigits.size());
// A title that is an abbreviation ("MMA") keeps its first letter.
constexpr char lower_first(std::string_view text) {
    const bool word = text[1] < 'A' || text[1] > 'Z';
    return static_cast<char>(word ? text[0] + ('a' - 'A') : text[0]);
}

struct ScreenText {
    char first;
    FixedText id, title, key;
};
template <std::size_t S>
constexpr char kFirstLetter[1] = {lower_first(kScreens[S].title)};
template <std::size_t S>
constexpr ScreenText kScreenText = {kFirstLetter<S>[0],
                                    { "screen_", kDigits.substr(S, 1) },
                                    {"Screen: ", std::string_view(kFirstLetter<S>, 1), kScreens[S].title.substr(1)},
                                    {"Ctrl+", kDigits.substr(S, 1)}};
template <std::size_t S>
void go_to_numbered_screen(Document& doc) {
    go_to_screen(doc, static_cast<Screen>(S));
}
constexpr auto kScreenCommands = []<std::size_t... S>(std::index_sequence<S...>) {
    return std::to_array<Command>({{kScreenText<S>.id.view(), kScreenText<S>.title.view(), kScreenText<S>.key.view(),
                                    Menu::view, nullptr, with<go_to_numbered_screen<S>>, kScreens[S].words}...});
}
(std::make_index_sequence<kScreenCount>());

template <std::size_t... N>
constexpr auto joined(const std::array<Command, N>&... parts) {
    std::array<Command, (N + ...)> out{};
    std::size_t at = 0;
    (std::ranges::for_each(parts, [&](const Command& c) { out[at++] = c; }), ...);
    return out;
}

// The rows of commands.inc; the three families end one array and begin the next.
// clang-format off
constexpr auto kCommands = joined(std::to_array<Command>({
#define TILESCOPE_COMMAND(id, title, keys, menu, when, act, words) {#id, title, keys, Menu::menu, with<when>, with<act>, words},
#define TILESCOPE_PICTURE_COMMANDS }), kPictureCommands, std::to_array<Command>({
#define TILESCOPE_SCREEN_COMMANDS }), kScreenCommands, std::to_array<Command>({
#define TILESCOPE_ANIMATION_COMMANDS }), kAnimationCommands, std::to_array<Command>({
#include "app/ui/commands.inc"
#undef TILESCOPE_COMMAND
#undef TILESCOPE_PICTURE_COMMANDS
#undef TILESCOPE_SCREEN_COMMANDS
#undef TILESCOPE_ANIMATION_COMMANDS
}));

// clang-format on

struct CommandRunner {
    Context c;

    void operator()(CommandId id) const { (*this)(find_command(id)); }
    void operator()(const Command* command) const {
        if (is_possible(*command, c)) command->act(c);
    }
    void operator()(GoToScreen to) const { go_to_screen(c.document(), to.screen); }
    void operator()(GoToOperand to) const {
        c.document().view_state.operand = to.operand;
        go_to_screen(c.document(), Screen::memory);
        tab_of(c.document().view_state, Screen::memory) = StageTab::memory;
    }
    void operator()(GoToKStep to) const {
        step_k(c.document(), static_cast<int>(to.step) - static_cast<int>(c.document().view_state.k_step));
    }
    void operator()(GoToStep to) const {
        c.document().history.go_to(c.document().session, to.step);
        begin_revision(c.document());
    }
    void operator()(const ExplainTopic& topic) const { open_help(c.document().states.help, topic.topic); }
    void operator()(ShowPanel to) const { go_to_panel(c, *to.panel); }
    void operator()(GoToTab to) const { show_tab(c, tab_of_document(c.documents, to.id)); }
    void operator()(CloseTab which) const { close_tab(c, tab_of_document(c.documents, which.id)); }
    void operator()(CompareWithTab other) const { compare_with_tab(c.documents, c.regions, other.id); }
    void operator()(const CopyCode& what) const { copy_code(c, what.target); }
    void operator()(const SaveCode& what) const { ask_to_save_code(c, what.target); }
    void operator()(const GoToLesson& lesson) const { open_lesson_named(c, lesson.id); }
    void operator()(GoToLessonStep to) const { go_to_lesson_step(c, to.step); }
    void operator()(const UseWorker& worker) const { use_worker(c, worker.command); }
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

void run_command(Context c, const WindowCommand& command) {
    if (c.overlays.start_page.shown && leaves_start_page(command)) leave_start_page(c.overlays, c.regions);
    std::visit(CommandRunner{c}, command);
}

}  // namespace tilescope::ui
