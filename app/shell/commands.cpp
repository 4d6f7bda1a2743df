// app/shell/commands.cpp -- the rows of everything a key, a menu or the palette can do.
// SPDX-License-Identifier: MIT
#include "app/shell/commands.h"
#include "app/panels/help_topics.h"
#include "app/panels/memory_scene.h"
#include "app/panels/panel_parts.h"
#include "app/shell/emulation.h"
#include "app/shell/explain_commands.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"
#include "app/ui/paste_plan.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/session/fixes.h>
#include <tilescope/session/presets.h>

#include <imgui.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kScales[] = {0.75f, 1, 1.25f, 1.5f, 1.75f, 2};

// Requires: `names` is a table of consecutive values from 0.
template <class Enum, std::size_t N>
Enum next_of(Enum now, const NamedValue (&)[N]) {
    return static_cast<Enum>((static_cast<std::size_t>(now) + 1) % N);
}

void go_to_screen(App& app, Screen screen, WordId word) {
    app.look.screen = screen;
    app.look.active = word;
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
    go_to_problem(app.derived, p, app.look);
    app.states.problems.hidden &= ~(1u << static_cast<unsigned>(p.problem.severity));
    app.status = p.problem.text;
    app.prefs.drawer_folded = false;
    app.drawer_tab = "problems";
}

// Of the current problem, else of the worst.
std::optional<Edit> fix_at_hand(const App& app) {
    const auto& problems = app.derived.problems;
    const auto at = static_cast<std::size_t>(std::max(app.states.problems.current, 0));
    return at < problems.size() ? fix_of(app.derived, problems[at]) : std::nullopt;
}

void apply_fix(App& app) {
    if (const auto fix = fix_at_hand(app)) make_edits(app, {*fix});
}

void step_k(App& app, int steps) {
    const OperandView& o = app.derived.of(app.look.operand);
    const unsigned per_step = std::max(o.mma_k, 1u);
    const unsigned last = app.session.tile_k > per_step ? app.session.tile_k / per_step - 1 : 0;
    const int wanted = static_cast<int>(app.look.k_step) + steps;
    app.look.k_step = static_cast<unsigned>(std::clamp(wanted, 0, static_cast<int>(last)));
}

// The selected cell of tensor memory, or the element of D, moves by one; it stops at the border.
bool move_in_tmem(App& app, int down, int right) {
    if (app.look.screen != Screen::tmem) return false;
    const auto moved = [](unsigned from, int by, unsigned count) {
        return static_cast<unsigned>(std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
    };
    app.states.tmem.reveal = true;
    if (const auto* c = std::get_if<CellFocus>(&app.look.selection)) {
        app.look.selection =
            CellFocus{c->cta, moved(c->lane, down, kTmem.lanes), moved(c->column, right, app.derived.tmem.columns)};
        return true;
    }
    const auto* e = std::get_if<ElementFocus>(&app.look.selection);
    const auto& d = app.derived.tmem.d;
    const auto& result = app.results.emulation;  // wgmma has a D, but none in Tensor Memory
    const unsigned m = d ? row_count(*d) : result ? result->m : 0, n = d ? d->columns : result ? result->n : 0;
    if (!e || e->matrix != Matrix::d || m == 0 || n == 0) return false;
    app.look.selection = ElementFocus{Matrix::d, static_cast<int>(moved(static_cast<unsigned>(e->row), down, m)),
                                      static_cast<int>(moved(static_cast<unsigned>(e->column), right, n))};
    return true;
}

// Moves the selection from cell to cell of the grid it stands in, or from column to column of the mask.
void move_cell(App& app, int down, int right) {
    if (move_in_tmem(app, down, right)) return;
    const MaskPicture& mask = app.derived.mask_examples;
    if (const auto* column = std::get_if<MaskFocus>(&app.look.selection)) {
        const int wanted = static_cast<int>(column->column) + static_cast<int>(mask.submask_columns) * down + right;
        if (wanted >= 0 && wanted < static_cast<int>(mask.n))
            app.look.selection = MaskFocus{static_cast<unsigned>(wanted)};
        return;
    }
    for (const Operand operand : {app.look.operand, Operand::a, Operand::b}) {
        const auto* element = std::get_if<ElementFocus>(&app.look.selection);
        if (element && element->matrix != matrix_of(operand)) continue;
        for (const Cells& cells : app.states.memory.cache[operand].scene.grids)
            if (const auto place = focus_beside(cells, app.look.selection, down, right)) {
                app.look.selection = *place;
                app.states.memory.reveal = true;
                return;
            }
    }
}

void swap_operand(App& app) {
    app.look.operand = other_operand(app.look.operand);
    app.look.active = word_of(app.look.operand);
    app.look.k_step = 0;
}

void copy_active(App& app) {
    const WordView& word = app.derived.of(app.look.active);
    app.asks.copy = hex_word(*word.format, word.decoded.word);
    app.status = say("copied ", *app.asks.copy);
}

void copy_explanation(App& app) {
    if (app.trace.sentence.empty()) {
        app.status = "Nothing is pointed at or selected: there is no explanation to copy.";
        return;
    }
    std::string text = app.trace.sentence;
    for (const std::string& line : app.trace.details) text += say('\n', line);
    app.asks.copy = std::move(text);
    app.status = "Copied the explanation.";
}

void paste_clipboard(App& app) {
    const char* text = ImGui::GetClipboardText();
    read_paste(app, text ? text : "");
    if (is_plain(app.pasted, plan_paste(app.pasted, app.look.active))) apply_paste(app);
}

void new_session(App& app) {
    make_edits(app, {LoadSession{presets().front().session(), "new session"}});
    app.file_path.clear();
    app.status.clear();
    app.file_text.reset();
}

// The session as it is becomes the reference; the drawer shows what differs from then on.
void pin(App& app) {
    app.look.reference = app.session;
    app.reference = derive(app.session, app.revision);
    app.drawer_tab = "compare";
    app.status = "Pinned. Hold B to see this session again; Ctrl+Shift+P lets it go.";
}
void unpin(App& app) {
    app.look.reference.reset();
    app.reference.reset();
    app.status = "The pinned session was let go.";
}

// Its screen, unless it is on the one that is shown; its tab; and what hides it.
void go_to_panel(App& app, const Panel& panel) {
    if (!(panel.screens & on(app.look.screen))) app.look.screen = static_cast<Screen>(std::countr_zero(panel.screens));
    if (panel.tab) *tab_of(app.look) = *panel.tab;
    if (panel.region == Region::rail) app.prefs.rail_folded = false;
    if (panel.region == Region::over_side) open_help(app.states.help, {});
    if (panel.region == Region::drawer) {
        app.prefs.drawer_folded = false;
        app.drawer_tab = panel.id;
    }
}

bool is_drawn(const App& app, std::string_view region) {
    if (region == "rail") return !app.prefs.rail_folded;
    if (region.starts_with("side_")) return !app.states.help.open;
    return region != "over_side" || app.states.help.open;
}

void go_to_region(App& app, int step) {
    constexpr std::string_view kOrder[] = {"rail", "stage", "side_top", "side_bottom", "over_side", "drawer"};
    constexpr auto kCount = static_cast<int>(std::size(kOrder));
    auto at = static_cast<int>(std::ranges::find(kOrder, app.region) - std::begin(kOrder)) % kCount;
    do at = (at + step + kCount) % kCount;
    while (!is_drawn(app, kOrder[at]));
    app.region = kOrder[at];
    app.wanted_region = app.region;
    app.region_ring = true;
}

bool has_undo(const App& app) { return app.history.can_undo(); }
// What is in the open file, if one is, had no part in these edits.
void restore_left_over(App& app) {
    LeftOver& first = app.left_overs.front();
    make_edits(app, {LoadSession{*first.session, "restored unsaved edits"}});
    app.restored.push_back(std::move(first.copy));
    app.left_overs.erase(app.left_overs.begin());
    app.file_text.reset();
    app.status = "Restored the unsaved edits. Undo returns to the session that was open before.";
}
void discard_left_over(App& app) {
    app.left_overs.front().copy.remove();
    app.left_overs.erase(app.left_overs.begin());
}
void hide_left_over(App& app) { app.left_overs.erase(app.left_overs.begin()); }

bool has_recents(const App& app) { return !app.prefs.recents.empty(); }
bool has_left_over(const App& app) { return !app.left_overs.empty() && app.left_overs.front().session; }
bool has_unreadable(const App& app) { return !app.left_overs.empty() && !app.left_overs.front().session; }
bool has_pinned(const App& app) { return app.look.reference.has_value(); }
bool has_redo(const App& app) { return app.history.can_redo(); }
bool on_memory(const App& app) { return app.look.screen == Screen::memory; }
bool has_cell(const App& app) {
    const Focus& at = app.look.selection;
    const bool in_memory = std::holds_alternative<ElementFocus>(at) || std::holds_alternative<ByteFocus>(at);
    const auto* element = std::get_if<ElementFocus>(&at);
    const bool in_tmem = std::holds_alternative<CellFocus>(at) || (element && element->matrix == Matrix::d);
    if (in_tmem && app.look.screen == Screen::tmem) return true;
    return (in_memory && on_memory(app)) || (std::holds_alternative<MaskFocus>(at) && app.look.screen == Screen::mask);
}
bool has_problems(const App& app) { return !app.derived.problems.empty(); }
bool has_paste(const App& app) { return !app.pasted.words.empty(); }
bool has_fix(const App& app) { return fix_at_hand(app).has_value(); }

void undo(App& app) {
    app.history.undo(app.session);
    begin_revision(app);
}
void redo(App& app) {
    app.history.redo(app.session);
    begin_revision(app);
}
bool can_emulate(const App& app) { return app.jobs != nullptr; }
bool is_emulating(const App& app) { return app.jobs && app.results.state == ResultState::running; }
// Whatever screen one is on: the result is what is wanted.
void emulate_and_show(App& app) {
    app.look.screen = Screen::tmem;
    app.look.tmem_tab = StageTab::result;
    emulate_now(app);
}
void quit(App& app) {
    if (is_unsaved(app))
        app.asks_unsaved = true;
    else
        app.wants_close = true;
}
void release(App& app) {
    bool* const layers[] = {&app.palette.open, &app.shows_help, &app.states.help.open};  // topmost first
    for (bool* layer : layers)
        if (std::exchange(*layer, false)) return;
    app.look.selection = {};
}
void open_palette(App& app) {
    const Session& s = app.session;
    app.palette = {.open = true,
                   .just_opened = true,
                   .text = {},
                   .chosen = 0,
                   .topics = help_topics({s.edition, s.variant.kind, s.arch})};
}
void open_palette_for_path(App& app, std::string verb) {
    open_palette(app);
    app.palette.text = std::move(verb);
}

// clang-format off
constexpr Command kCommands[] = {
    {"new",           "New session",                      "Ctrl+N",       Menu::file, nullptr, new_session,
     "start over reset clear empty blank document"},
    {"open",          "Open a session or text file ...",  "Ctrl+O",       Menu::file, nullptr,
     [](App& a) { open_palette_for_path(a, "open "); }, "load file import read json"},
    {"recents",       "Recent files",                     "Ctrl+R",       Menu::none, has_recents,
     [](App& a) { open_palette_for_path(a, "open "); }, "history last reopen load open"},
    {"save",          "Save",                             "Ctrl+S",       Menu::file, nullptr, save_file,
     "write store keep file"},
    {"save_as",       "Save as ...",                      "Ctrl+Shift+S", Menu::file, nullptr,
     [](App& a) { open_palette_for_path(a, "save "); }, "write store rename file json export session"},
    {"save_svg",      "Save the picture as SVG ...",        "",             Menu::file, nullptr,
     [](App& a) { open_palette_for_path(a, "svg "); }, "export vector figure image drawing"},
    {"save_tikz",     "Save the picture as TikZ ...",       "",             Menu::file, nullptr,
     [](App& a) { open_palette_for_path(a, "tikz "); }, "export latex tex figure image drawing"},
    {"save_png",      "Save the picture as PNG ...",        "",             Menu::file, nullptr,
     [](App& a) { open_palette_for_path(a, "png "); }, "export screenshot figure image drawing"},
    {"restore_left_over", "Restore the unsaved edits",    "",             Menu::none, has_left_over, restore_left_over,
     "recover crash autosave"},
    {"discard_left_over", "Discard the unsaved edits",    "",             Menu::none, has_left_over, discard_left_over, {}},
    {"hide_left_over", "Put away what was said about a copy", "",         Menu::none, has_unreadable, hide_left_over, {}},
    {"quit",          "Quit",                             "Ctrl+Q",       Menu::file, nullptr, quit,
     "exit leave close window program"},
    {"undo",          "Undo",                             "Ctrl+Z",       Menu::edit, has_undo, undo,
     "back revert take back history"},
    {"redo",          "Redo",                             "Ctrl+Shift+Z", Menu::edit, has_redo, redo,
     "again forward repeat history"},
    {"copy",          "Copy the active word",             "Ctrl+C",       Menu::edit, nullptr, copy_active,
     "clipboard hexadecimal descriptor"},
    {"copy_explanation", "Copy the explanation",          "Ctrl+Shift+C", Menu::edit, nullptr, copy_explanation,
     "clipboard text sentence"},
    {"paste",         "Paste anything",                   "Ctrl+V",       Menu::edit, nullptr, paste_clipboard,
     "clipboard import decode read descriptor log"},
    {"apply_paste",   "Put the pasted words on their cards", "",          Menu::edit, has_paste, apply_paste, {}},
    {"apply_fix",     "Apply the problem's fix",          "Ctrl+.",       Menu::edit, has_fix, apply_fix,
     "repair correct quick solve"},
    {"pin",           "Pin this session as the reference", "Ctrl+P",      Menu::edit, nullptr, pin,
     "compare baseline difference snapshot bookmark"},
    {"unpin",         "Let the reference go",             "Ctrl+Shift+P", Menu::edit, has_pinned, unpin,
     "compare baseline difference unpin"},
    {"palette",       "Command palette",                  "Ctrl+K",       Menu::edit, nullptr, open_palette,
     "search find commands"},
    {"screen_1",      "Screen: shared memory",            "Ctrl+1",       Menu::view, nullptr,
     [](App& a) { go_to_screen(a, Screen::memory, word_of(a.look.operand)); }, "smem swizzle tile picture operand"},
    {"screen_2",      "Screen: instruction",              "Ctrl+2",       Menu::view, nullptr,
     [](App& a) { go_to_screen(a, Screen::instruction, WordId::idesc); }, "idesc kind descriptor form"},
    {"screen_3",      "Screen: zero mask",                "Ctrl+3",       Menu::view, nullptr,
     [](App& a) { go_to_screen(a, Screen::mask, WordId::zcm); }, "zcm columns padding zero-column"},
    {"screen_4",      "Screen: tensor memory",            "Ctrl+4",       Menu::view, nullptr,
     [](App& a) { go_to_screen(a, Screen::tmem, WordId::idesc); }, "tmem accumulator lanes columns"},
    {"operand",       "Next operand",                     "A",            Menu::view, on_memory, swap_operand,
     "switch matrix a b"},
    {"swizzle",       "Swizzle in the picture on, off",   "S",            Menu::view, on_memory,
     [](App& a) { a.look.swizzle = !a.look.swizzle; }, "xor pattern unswizzled linear"},
    {"colouring",     "Next colouring",                   "C",            Menu::view, on_memory,
     [](App& a) { a.look.colouring = next_of(a.look.colouring, kColouringNames); }, "colors coloring"},
    {"grain",         "Cells as elements, chunks, lines", "G",            Menu::view, on_memory,
     [](App& a) { a.look.grain = next_of(a.look.grain, kGrainNames); }, "bytes granularity"},
    {"k_up",          "K step up",                        "]",            Menu::view, on_memory,
     [](App& a) { step_k(a, 1); }, "next instruction advance"},
    {"k_down",        "K step down",                      "[",            Menu::view, on_memory,
     [](App& a) { step_k(a, -1); }, "previous instruction"},
    {"k_first",       "First K step",                     "Home",         Menu::view, on_memory,
     [](App& a) { a.look.k_step = 0; }, {}},
    {"k_last",        "Last K step",                      "End",          Menu::view, on_memory,
     [](App& a) { step_k(a, 1 << 20); }, {}},
    {"cell_up",       "Select the cell above",            "Up",           Menu::none, has_cell,
     [](App& a) { move_cell(a, -1, 0); }, {}},
    {"cell_down",     "Select the cell below",            "Down",         Menu::none, has_cell,
     [](App& a) { move_cell(a, 1, 0); }, {}},
    {"cell_left",     "Select the cell to the left",      "Left",         Menu::none, has_cell,
     [](App& a) { move_cell(a, 0, -1); }, {}},
    {"cell_right",    "Select the cell to the right",     "Right",        Menu::none, has_cell,
     [](App& a) { move_cell(a, 0, 1); }, {}},
    {"raw",           "Fields by value or raw bits",      "/",            Menu::view, nullptr,
     [](App& a) { a.look.raw_values = !a.look.raw_values; }, "hexadecimal decimal binary stored"},
    {"reading",       "The mask's other reading on, off", "",             Menu::view, nullptr,
     [](App& a) { a.look.other_reading = !a.look.other_reading; }, {}},
    {"next_problem",  "Next problem",                     "F2",           Menu::view, has_problems,
     [](App& a) { next_problem(a, 1); }, "errors warnings issues"},
    {"last_problem",  "Previous problem",                 "Shift+F2",     Menu::view, has_problems,
     [](App& a) { next_problem(a, -1); }, "errors warnings issues"},
    {"next_region",   "Next region",                      "F6",           Menu::view, nullptr,
     [](App& a) { go_to_region(a, 1); }, {}},
    {"last_region",   "Previous region",                  "Shift+F6",     Menu::view, nullptr,
     [](App& a) { go_to_region(a, -1); }, {}},
    {"rail",          "Fold the rail",                    "Ctrl+\\",      Menu::view, nullptr,
     [](App& a) { a.prefs.rail_folded = !a.prefs.rail_folded; }, "sidebar left hide show collapse toggle"},
    {"drawer",        "Fold the drawer",                  "Ctrl+J",       Menu::view, nullptr,
     [](App& a) { a.prefs.drawer_folded = !a.prefs.drawer_folded; },
     "bottom hide show collapse toggle problems history"},
    {"full_screen",   "Full screen on, off",              "F11",          Menu::view, nullptr,
     [](App& a) { a.full_screen = !a.full_screen; }, "fullscreen maximize"},
    {"larger",        "Larger",                           "Ctrl+=",       Menu::view, nullptr,
     [](App& a) { change_scale(a, 1); }, "zoom in font text bigger size scale dpi increase"},
    {"smaller",       "Smaller",                          "Ctrl+-",       Menu::view, nullptr,
     [](App& a) { change_scale(a, -1); }, "zoom out font text size scale dpi decrease"},
    {"normal_size",   "Normal size",                      "Ctrl+0",       Menu::view, nullptr,
     [](App& a) { a.prefs.scale = 1; }, "zoom reset font text scale dpi 100% default"},
    {"theme",         "Light, dark",                      "Ctrl+T",       Menu::view, nullptr,
     [](App& a) { a.prefs.theme = a.prefs.theme == ThemeChoice::dark ? ThemeChoice::light : ThemeChoice::dark; },
     "theme appearance dark mode night light bright colours colors black white"},
    {"motion",        "Reduced motion on, off",           "",             Menu::view, nullptr,
     [](App& a) { a.prefs.reduced_motion = !a.prefs.reduced_motion; }, "animations reduce"},
    {"emulate",       "Emulate now",                      "Ctrl+E",       Menu::run, can_emulate, emulate_and_show,
     "run on cpu emulator emulation simulate simulation execute compute calculate multiply mma result"},
    {"stop_emulation", "Stop the emulation",              "",             Menu::run, is_emulating, stop_emulation,
     "cancel abort simulation"},
    {"release",       "Release the selection",            "Esc",       Menu::none, nullptr, release,
     "deselect unselect clear"},
    {"explain_this",  "Explain what is pointed at",       "F1",           Menu::help, nullptr, explain_this,
     "why what is this documentation"},
    {"topics",        "Everything that can be explained", "",             Menu::help, nullptr,
     [](App& a) { open_help(a.states.help, {}); }, "manual documentation reference glossary"},
    {"rules",         "Rules that look at this word",     "",             Menu::help, nullptr,
     [](App& a) { open_help(a.states.help, say(kRulesOf, row_of(a.look.active).id)); }, "checks lint verify"},
    {"help",          "Keys and help",                    "",             Menu::help, nullptr,
     [](App& a) { a.shows_help = !a.shows_help; }, "keyboard shortcuts hotkeys keymap manual about"},
};
// clang-format on

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

const Command* find_command(std::string_view id) {
    for (const Command& c : kCommands)
        if (c.id == id) return &c;
    return nullptr;
}

bool is_possible(const Command& command, const App& app) { return !command.when || command.when(app); }

void run_command(App& app, std::string_view text) {
    constexpr std::string_view kGoTo = "go_to_step ";
    if (text.starts_with(kGoTo)) {
        if (const auto step = parse_number(text.substr(kGoTo.size()))) {
            app.history.go_to(app.session, static_cast<std::size_t>(*step));
            begin_revision(app);
        }
        return;
    }
    constexpr std::string_view kExplain = "explain ";
    if (text.starts_with(kExplain)) {
        open_help(app.states.help, std::string(text.substr(kExplain.size())));
        return;
    }
    constexpr std::string_view kShow = "show ";
    if (text.starts_with(kShow)) {
        for (const Panel& panel : all_panels())
            if (panel.id == text.substr(kShow.size())) go_to_panel(app, panel);
        return;
    }
    const Command* command = find_command(text);
    if (command && is_possible(*command, app)) command->act(app);
}

}  // namespace tilescope::ui
