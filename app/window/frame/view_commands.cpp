// app/window/frame/view_commands.cpp -- the commands that change what is shown, and copy it.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/window/documents/preferences.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/keys.h"

#include <tilescope/base/say.h>

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

void go_to_operand(Document& doc, Operand operand) {
    doc.view_state.operand = operand;
    go_to_screen(doc, Screen::memory);
    tab_of(doc.view_state, Screen::memory) = StageTab::memory;
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

void step_k(Document& doc, const Overlays& overlays, int steps) {
    const OperandView& o = doc.derived.of(doc.view_state.operand);
    const unsigned per_step = std::max(doc.derived.k != 0 ? doc.derived.k : o.mma_k, 1u);  // o: half of it, if sparse
    const unsigned last = doc.session.tile_k > per_step ? doc.session.tile_k / per_step - 1 : 0;
    const int requested = static_cast<int>(doc.view_state.k_step) + steps;
    doc.view_state.k_step = static_cast<unsigned>(std::clamp(requested, 0, static_cast<int>(last)));
    // As the slider of that screen does. While it is presented D keeps its look: a class would take it for news.
    if (doc.view_state.screen == Screen::mma && !overlays.presentation.on) doc.view_state.sums = true;
}

void go_to_k_step(Document& doc, const Overlays& overlays, int step) {
    step_k(doc, overlays, step - static_cast<int>(doc.view_state.k_step));
}

void zoom_to(Regions& regions, ZoomTo what) { regions.zoom_to = what; }

void swap_operand(Document& doc) {
    doc.view_state.operand = other_operand(doc.view_state.operand);
    doc.view_state.active = word_of(doc.view_state.operand);
    doc.view_state.k_step = 0;
}

// What the keys Left and Right move.
bool has_cell_or_show(const Document& doc) { return show_on_stage(doc) != nullptr || has_cell(doc); }
void step_or_move(Document& doc, const Prefs& prefs, int by) {
    const StageShow* show = show_on_stage(doc);
    show != nullptr ? void(show->step(doc, prefs, by)) : move_cell(doc, 0, by);
}

void copy_active(Document& doc) {
    const WordView& word = doc.derived.of(doc.view_state.active);
    doc.requests.copy = hex_word(*word.format, word.decoded.word, word.unknown);
    const std::string step_0 = step_0_note(doc.derived, doc.view_state, word.id);
    doc.status = say("Copied ", *doc.requests.copy, step_0.empty() ? "" : ", the word of ", step_0, ".");
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

bool has_problems(const Document& doc) { return !doc.derived.problems.empty(); }

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
    return std::to_array<Command>({{.id = kScreenText<S>.id.view(),
                                    .title = kScreenText<S>.title.view(),
                                    .keys = kScreenText<S>.key.view(),
                                    .menu = Menu::view,
                                    .place = 470 + S,
                                    .act = with<go_to_numbered_screen<S>>,
                                    .words = kScreens[S].words}...});
}
(std::make_index_sequence<kScreenCount>());

// clang-format off
constexpr auto kViewCommands = joined_rows(kScreenCommands, std::to_array<Command>({
    {.id = "copy", .title = "Copy the active word", .keys = "Ctrl+C", .menu = Menu::edit, .place = 310,
     .act = with<copy_active>, .words = "clipboard hexadecimal descriptor"},
    {.id = "copy_explanation", .title = "Copy the explanation", .keys = "Ctrl+Shift+C", .menu = Menu::edit,
     .place = 340, .act = with<copy_explanation>, .words = "clipboard text sentence"},
    {.id = "operand", .title = "Go to the other operand", .keys = "A", .menu = Menu::view, .place = 590,
     .when = kOnMemory, .act = with<swap_operand>, .words = "switch swap matrix a b"},
    {.id = "swizzle", .title = "Turn the swizzle in the picture on or off", .keys = "S", .menu = Menu::view,
     .place = 600, .when = kOnSwizzle, .is_on = is_set<&ViewState::swizzle>, .act = turn<&ViewState::swizzle>,
     .words = "xor pattern unswizzled linear"},
    {.id = "colouring", .title = "Next colouring (meaning of the cell colours)", .keys = "C", .menu = Menu::view,
     .place = 610, .when = kOnTile,
    .act = with<[](Document& doc) { doc.view_state.colouring = next_of(doc.view_state.colouring, kColouringNames); }>,
     .words = "colors coloring"},
    {.id = "labels", .title = "Next label of the cells", .keys = "L", .menu = Menu::view, .place = 620,
     .when = kOnLabels, .act = with<next_cell_label, LabelStep::next>,
     .words = "cell labels coordinate byte value bank lane thread register verdict text caption"},
    {.id = "last_label", .title = "Previous label of the cells", .keys = "Shift+L", .menu = Menu::view, .place = 630,
     .when = kOnLabels, .act = with<next_cell_label, LabelStep::previous>,
     .words = "cell labels coordinate byte value bank lane thread register verdict text caption back"},
    {.id = "grain", .title = "Next cell size: elements, chunks, lines", .keys = "G", .menu = Menu::view, .place = 640,
     .when = kOnGrain,
     .act = with<[](Document& doc) { doc.view_state.grain = next_of(doc.view_state.grain, kGrainNames); }>,
     .words = "bytes granularity"},
    {.id = "all_fields", .title = "Show all fields, or only those that matter", .menu = Menu::view, .place = 765,
     .is_on = is_set<&Prefs::all_fields>, .act = turn<&Prefs::all_fields>,
     .words = "side table reserved fixed defaults hidden more fewer"},
    {.id = "k_up", .title = "Next K step", .keys = "]", .menu = Menu::view, .place = 660, .when = kOnKSteps,
     .act = with<step_k, 1>, .words = "next instruction advance up"},
    {.id = "k_down", .title = "Previous K step", .keys = "[", .menu = Menu::view, .place = 670, .when = kOnKSteps,
     .act = with<step_k, -1>, .words = "previous instruction down"},
    {.id = "k_first", .title = "First K step", .keys = "Home", .menu = Menu::view, .place = 680, .when = kOnKSteps,
     .act = with<[](ViewState& view) { view.k_step = 0; }>},
    {.id = "k_last", .title = "Last K step", .keys = "End", .menu = Menu::view, .place = 690, .when = kOnKSteps,
     .act = with<step_k, 1 << 20>},
    {.id = "cell_up", .title = "Select the cell above", .keys = "Up", .place = 700, .when = {with<has_cell>},
     .act = with<move_cell, -1, 0>},
    {.id = "cell_down", .title = "Select the cell below", .keys = "Down", .place = 710, .when = {with<has_cell>},
     .act = with<move_cell, 1, 0>},
    {.id = "cell_left", .title = "Select the cell to the left", .keys = "Left", .place = 720,
     .when = {with<has_cell_or_show>}, .act = with<step_or_move, -1>},
    {.id = "cell_right", .title = "Select the cell to the right", .keys = "Right", .place = 730,
     .when = {with<has_cell_or_show>}, .act = with<step_or_move, 1>},
    {.id = "fit_all", .title = "Fit: show the whole picture", .keys = "0", .menu = Menu::view, .place = 642,
     .act = with<zoom_to, ZoomTo::all>,
     .words = "all overview reset canvas everything"},
    {.id = "fit_one", .title = "1:1: show cells as high as a line of text", .keys = "1", .menu = Menu::view,
     .place = 644, .act = with<zoom_to, ZoomTo::one>,
     .words = "actual size one canvas readable cells"},
    {.id = "fit_selection", .title = "Show the selection large", .keys = "2", .menu = Menu::view, .place = 646,
     .when = kOnSelection, .act = with<zoom_to, ZoomTo::selection>,
     .words = "zoom to selected element cell closer magnify find centre center"},
    {.id = "raw", .title = "Switch between values and raw bits", .keys = "/", .menu = Menu::view, .place = 770,
     .is_on = is_set<&ViewState::raw_values>, .act = turn<&ViewState::raw_values>,
     .words = "hexadecimal decimal binary stored"},
    {.id = "reading", .title = "Show or hide the other interpretation of the mask", .menu = Menu::view, .place = 780,
     .is_on = is_set<&ViewState::other_reading>, .act = turn<&ViewState::other_reading>,
     .words = "reading switch"},
    {.id = "next_problem", .title = "Next problem", .keys = "F2", .menu = Menu::view, .place = 790,
     .when = {with<has_problems>}, .act = with<next_problem, 1>,
     .words = "errors warnings issues"},
    {.id = "last_problem", .title = "Previous problem", .keys = "Shift+F2", .menu = Menu::view, .place = 800,
     .when = {with<has_problems>}, .act = with<next_problem, -1>,
     .words = "errors warnings issues"},
    {.id = "larger", .title = "Larger", .keys = "Ctrl+=", .menu = Menu::view, .place = 920,
     .act = with<change_scale, 1>,
     .words = "zoom in font text bigger size scale dpi increase", .keeps_start_page = true},
    {.id = "smaller", .title = "Smaller", .keys = "Ctrl+-", .menu = Menu::view, .place = 930,
    .act = with<change_scale, -1>, .words = "zoom out font text size scale dpi decrease",
     .keeps_start_page = true},
    {.id = "normal_size", .title = "Normal size", .keys = "Ctrl+0", .menu = Menu::view, .place = 940,
     .act = with<[](Prefs& prefs) { prefs.scale = 1; }>, .words = "zoom reset font text scale dpi 100% default",
     .keeps_start_page = true},
    {.id = "theme", .title = "Switch between light and dark theme", .keys = "Ctrl+D", .menu = Menu::view,
     .place = 950,
     .act = with<switch_theme>, .words = "theme appearance dark mode night light bright colours colors black white",
     .keeps_start_page = true},
    {.id = "motion", .title = "Turn reduced motion on or off", .menu = Menu::view, .place = 960,
     .is_on = is_set<&Prefs::reduced_motion>, .act = turn<&Prefs::reduced_motion>, .words = "animations reduce",
     .keeps_start_page = true},
    {.id = "go_to_screen", .act_on = with_request<go_to_screen>},
    {.id = "go_to_operand", .act_on = with_request<go_to_operand>},
    {.id = "go_to_k_step", .act_on = with_request<go_to_k_step>},
}));
// clang-format on

}  // namespace

const Feature kView = {.id = "view", .commands = kViewCommands};

}  // namespace tilescope::ui
