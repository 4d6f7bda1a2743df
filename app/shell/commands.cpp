// app/shell/commands.cpp -- what the commands of the window do; their rows are in app/ui/commands.inc.
// SPDX-License-Identifier: MIT
#include "app/shell/commands.h"
#include "app/io/lessons.h"
#include "app/io/licenses.h"
#include "app/io/picture_formats.h"
#include "app/panels/help_topics.h"
#include "app/panels/memory_scene.h"
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"
#include "app/shell/batch_file.h"
#include "app/shell/chooser.h"
#include "app/shell/clipboard.h"
#include "app/shell/code_texts.h"
#include "app/shell/drawer.h"
#include "app/shell/emulation.h"
#include "app/shell/explain_commands.h"
#include "app/shell/files.h"
#include "app/shell/fixed_text.h"
#include "app/shell/frame.h"
#include "app/shell/lessons.h"
#include "app/shell/live_desk.h"
#include "app/shell/move_selection.h"
#include "app/shell/paste_jobs.h"
#include "app/shell/pictures.h"
#include "app/shell/player.h"
#include "app/shell/preferences.h"
#include "app/shell/presentation.h"
#include "app/shell/region_commands.h"
#include "app/shell/result_commands.h"
#include "app/shell/saving.h"
#include "app/shell/shown_parts.h"
#include "app/shell/start_page.h"
#include "app/shell/state_lines.h"
#include "app/shell/tabs.h"

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

void next_cell_label(App& app, LabelStep step) {
    const auto picture = labelled_picture(app);
    if (!picture) return;
    CellLabel& label = label_of(app.view_state, *picture);
    label = next_label(*picture, label, step);
}

void go_to_screen(App& app, Screen screen) {
    app.view_state.screen = screen;
    app.view_state.active = row_of(screen).word.value_or(word_of(app.view_state.operand));
}

void change_scale(App& app, int steps) {
    const auto nearest = std::ranges::min_element(
        kScales, {}, [&](float s) { return s > app.prefs.scale ? s - app.prefs.scale : app.prefs.scale - s; });
    const auto index = nearest - std::begin(kScales) + steps;
    app.prefs.scale = kScales[std::clamp<std::ptrdiff_t>(index, 0, std::ssize(kScales) - 1)];
}

void next_problem(App& app, int step) {
    const auto count = static_cast<int>(app.derived.problems.size());
    if (count == 0) return;
    int& current = app.states.problems.current;
    current = ((current < 0 ? (step > 0 ? -1 : 0) : current) + step + count) % count;
    const PlacedProblem& p = app.derived.problems[static_cast<std::size_t>(current)];
    go_to_problem(app.derived, p, app.view_state);
    app.states.problems.hidden &= ~(1u << static_cast<unsigned>(p.problem.severity));
    app.status = p.problem.text;
    raise_drawer(app, "problems");
}

void keep_memory(App& app) { make_edits(app, {SetKeepMemory{!app.session.keep_memory}}); }

void step_k(App& app, int steps) {
    const OperandView& o = app.derived.of(app.view_state.operand);
    const unsigned per_step = std::max(o.mma_k, 1u);
    const unsigned last = app.session.tile_k > per_step ? app.session.tile_k / per_step - 1 : 0;
    const int requested = static_cast<int>(app.view_state.k_step) + steps;
    app.view_state.k_step = static_cast<unsigned>(std::clamp(requested, 0, static_cast<int>(last)));
    if (app.view_state.screen == Screen::mma) app.view_state.sums = true;  // as the slider of that screen does
}

void swap_operand(App& app) {
    app.view_state.operand = other_operand(app.view_state.operand);
    app.view_state.active = word_of(app.view_state.operand);
    app.view_state.k_step = 0;
}

void copy_active(App& app) {
    const WordView& word = app.derived.of(app.view_state.active);
    app.requests.copy = hex_word(*word.format, word.decoded.word, word.unknown);
    app.status = say("Copied ", *app.requests.copy, ".");
}

void copy_explanation(App& app) {
    if (app.trace.sentence.empty()) {
        app.status = "Nothing was copied. First point at an item or select an item.";
        return;
    }
    std::string text = app.trace.sentence;
    for (const std::string& line : app.trace.details) text += say('\n', line);
    app.requests.copy = std::move(text);
    app.status = "Copied the explanation.";
}

void copy_licenses(App& app) {
    app.requests.copy = io::licenses_text();
    app.status = "Copied the licenses of tilescope and of the works that it contains.";
}

void new_session(App& app) {
    if (app.lesson) return void(add_tab(app, presets().front().session()));
    make_edits(app, {LoadSession{presets().front().session(), "new session"}});
    app.file_path.clear();
    app.text_path.clear();
    app.status.clear();
    app.file_text.reset();
}

// The current session becomes the reference. The drawer then shows the differences.
void pin(App& app) {
    set_reference(app, app.session);
    raise_drawer(app, "compare");
    app.status = "The session is pinned. Hold B to see the pinned session. Press Ctrl+Shift+P to unpin it.";
}
void unpin(App& app) {
    set_reference(app, std::nullopt);
    app.status = "The pinned session was unpinned.";
}

bool has_undo(const App& app) { return app.history.can_undo(); }
// The open file did not contain these edits, so its contents count as unknown.
void restore_left_over(App& app) {
    BackupOffer& first = app.backup_offers.front();
    if ((is_unsaved(app) || app.lesson) && !add_tab(app, presets().front().session())) return;  // covers up nothing
    make_edits(app, {LoadSession{*first.session, "restored unsaved edits"}});
    app.restored.push_back(std::move(first.copy));
    app.backup_offers.erase(app.backup_offers.begin());
    app.file_text.reset();
    app.status_at_offer.reset();  // the next offer comes at once
    app.status = "Restored the unsaved edits. Undo returns to the session that was open before.";
}
void discard_left_over(App& app) {
    app.backup_offers.front().copy.remove();
    app.backup_offers.erase(app.backup_offers.begin());
}
void hide_left_over(App& app) { app.backup_offers.erase(app.backup_offers.begin()); }

bool has_recents(const App& app) { return !app.prefs.recents.empty(); }
bool has_left_over(const App& app) { return !app.backup_offers.empty() && app.backup_offers.front().session; }
bool has_unreadable(const App& app) { return !app.backup_offers.empty() && !app.backup_offers.front().session; }
bool has_pinned(const App& app) { return app.view_state.reference.has_value(); }
bool has_redo(const App& app) { return app.history.can_redo(); }
bool has_problems(const App& app) { return !app.derived.problems.empty(); }
bool has_paste(const App& app) { return !app.pasted.words.empty() || app.pasted_session.has_value(); }
bool has_rewritten(const App& app) {
    const RewrittenMemory* rewritten = rewritten_memory(app);
    return rewritten != nullptr && !rewritten->example;
}

void undo(App& app) {
    app.history.undo(app.session);
    begin_revision(app);
}
void redo(App& app) {
    app.history.redo(app.session);
    begin_revision(app);
}
void stop_all_reading(App& app) {
    stop_clipboard(app);
    stop_paste(app);
    stop_reading(app);
    app.status = "Stopped. Nothing has changed.";
}
bool is_live_idle(const App& app) { return !is_live_busy(app); }
bool is_live_on(const App& app) { return app.prefs.live && is_live_idle(app); }
void new_tab(App& app) { add_tab(app, presets().front().session()); }
void close_shown_tab(App& app) { close_tab(app, app.tab); }
// Compares with each of the other tabs in turn.
void compare_next_tab(App& app) {
    const std::size_t now = tab_of_document(app, app.reference_source.tab);
    std::size_t next = (now >= tab_count(app) ? app.tab : now) + 1;
    if (next % tab_count(app) == app.tab) ++next;
    compare_with_tab(app, document_of(app, next % tab_count(app)).id);
}
void open_palette(App& app) {
    const Session& s = app.session;
    app.palette = {.open = true,
                   .just_opened = true,
                   .text = {},
                   .chosen = 0,
                   .topics = help_topics({s.edition, s.variant.kind, s.arch}),
                   .lessons = io::lesson_heads()};
}
void open_palette_for_path(App& app, std::string verb) {
    open_palette(app);
    app.palette.text = std::move(verb);
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
void choose_picture_file(App& app) {
    open_chooser(app, kPictureText<Format>.verb.view());
}
constexpr auto kPictureCommands = []<std::size_t... Format>(std::index_sequence<Format...>) {
    return std::to_array<Command>({{kPictureText<Format>.id.view(), kPictureText<Format>.title.view(), "", Menu::file,
                                    nullptr, choose_picture_file<Format>, io::kPictureFormats[Format].words}...});
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
void go_to_numbered_screen(App& app) {
    go_to_screen(app, static_cast<Screen>(S));
}
constexpr auto kScreenCommands = []<std::size_t... S>(std::index_sequence<S...>) {
    return std::to_array<Command>({{kScreenText<S>.id.view(), kScreenText<S>.title.view(), kScreenText<S>.key.view(),
                                    Menu::view, nullptr, go_to_numbered_screen<S>, kScreens[S].words}...});
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
#define TILESCOPE_COMMAND(id, title, keys, menu, when, act, words) {#id, title, keys, Menu::menu, when, act, words},
#define TILESCOPE_PICTURE_COMMANDS }), kPictureCommands, std::to_array<Command>({
#define TILESCOPE_SCREEN_COMMANDS }), kScreenCommands, std::to_array<Command>({
#define TILESCOPE_ANIMATION_COMMANDS }), kAnimationCommands, std::to_array<Command>({
#include "app/ui/commands.inc"
#undef TILESCOPE_COMMAND
#undef TILESCOPE_PICTURE_COMMANDS
#undef TILESCOPE_SCREEN_COMMANDS
#undef TILESCOPE_ANIMATION_COMMANDS
}));

constexpr std::string_view kCommandIds[] = {
#define TILESCOPE_COMMAND(id, ...) #id,
#define TILESCOPE_PICTURE_COMMANDS
#define TILESCOPE_SCREEN_COMMANDS
#define TILESCOPE_ANIMATION_COMMANDS
#include "app/ui/commands.inc"
#undef TILESCOPE_COMMAND
#undef TILESCOPE_PICTURE_COMMANDS
#undef TILESCOPE_SCREEN_COMMANDS
#undef TILESCOPE_ANIMATION_COMMANDS
};
// clang-format on

struct CommandRunner {
    App& app;

    void operator()(CommandId id) const { (*this)(find_command(kCommandIds[static_cast<std::size_t>(id)])); }
    void operator()(const Command* command) const {
        if (is_possible(*command, app)) command->act(app);
    }
    void operator()(GoToScreen to) const { go_to_screen(app, to.screen); }
    void operator()(GoToOperand to) const {
        app.view_state.operand = to.operand;
        go_to_screen(app, Screen::memory);
        tab_of(app.view_state, Screen::memory) = StageTab::memory;
    }
    void operator()(GoToKStep to) const {
        step_k(app, static_cast<int>(to.step) - static_cast<int>(app.view_state.k_step));
    }
    void operator()(GoToStep to) const {
        app.history.go_to(app.session, to.step);
        begin_revision(app);
    }
    void operator()(const ExplainTopic& topic) const { open_help(app.states.help, topic.topic); }
    void operator()(ShowPanel to) const { go_to_panel(app, *to.panel); }
    void operator()(GoToTab to) const { show_tab(app, tab_of_document(app, to.id)); }
    void operator()(CloseTab which) const { close_tab(app, tab_of_document(app, which.id)); }
    void operator()(CompareWithTab other) const { compare_with_tab(app, other.id); }
    void operator()(const CopyCode& what) const { copy_code(app, what.target); }
    void operator()(const SaveCode& what) const { ask_to_save_code(app, what.target); }
    void operator()(const GoToLesson& lesson) const { open_lesson_named(app, lesson.id); }
    void operator()(GoToLessonStep to) const { go_to_lesson_step(app, to.step); }
    void operator()(const UseWorker& worker) const { use_worker(app, worker.command); }
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

const Command* find_command(std::string_view id) {
    for (const Command& c : kCommands)
        if (c.id == id) return &c;
    return nullptr;
}

std::string_view id_of(const WindowCommand& command) {
    if (const auto* id = std::get_if<CommandId>(&command)) return kCommandIds[static_cast<std::size_t>(*id)];
    const auto* row = std::get_if<const Command*>(&command);
    return row != nullptr ? (*row)->id : std::string_view();
}

bool is_possible(const Command& command, const App& app) { return !command.when || command.when(app); }

void run_command(App& app, const WindowCommand& command) {
    if (app.start_page.shown && leaves_start_page(command)) leave_start_page(app);
    std::visit(CommandRunner{app}, command);
}

}  // namespace tilescope::ui
