// app/panels/result_panel.cpp -- the emulated D: its state and counts, how it was computed, what is wrong and why.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/result_grid.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr const char* kCopyPopup = "result_copy";
constexpr unsigned kMostSteps = 1024;

struct CommandButton {
    Icon icon;
    const char* label;
    std::string_view command;  // Command::id
    std::string_view id;
};
constexpr CommandButton kStop{Icon::stop, "Stop", "stop_emulation", "result.stop"},
    kEmulate{Icon::run, "Emulate", "emulate", "result.emulate"};

void command_button(const CommandButton& b, Requests& requests) {
    if (button(b.label, b.id, {.icon = b.icon, .beside = true})) requests.commands.emplace_back(b.command);
}

// Opens the screen of a word, and selects the field if the word's format has it.
void go_to_field(const View& view, WordId word, std::string_view id, Requests& requests) {
    requests.view_state.screen = word == WordId::idesc ? Screen::instruction : Screen::memory;
    requests.view_state.active = word;
    requests.view_state.selection = {};
    const Field* field = find_field(*view.derived.of(word).format, id);
    if (field != nullptr) requests.view_state.selection = BitFocus{word, field->lsb};
}

void draw_refused(const View& view, Requests& requests) {
    sentence_of(view.theme, Severity::error, view.results.refused, "result.refused");
    const std::optional<FieldPlace>& at = view.results.refused_at;
    if (!at || find_field(*view.derived.of(at->word).format, at->field) == nullptr) return;
    const std::string label = say("Go to ", at->field);
    if (button(label.c_str(), "result.go_to_field")) go_to_field(view, at->word, at->field, requests);
}

std::string progress_text(const Results& results) {
    if (results.rows == 0) return "emulating ..";
    return say("emulating, row ", std::min(results.rows_done, results.rows), " of ", results.rows);
}

// A cause names a word of the session, or a Tensor Memory address.
void go_to_cause(const View& view, const Cause& cause, Requests& requests) {
    for (const WordRow& row : kWords) {
        if (row.id != cause.word) continue;
        go_to_field(view, row.word, cause.field, requests);
        return;
    }
    tab_of(requests.view_state, Screen::tmem) = StageTab::tmem;
}

void draw_causes(const View& view, Requests& requests) {
    const std::vector<Cause>& causes = view.results.job.causes;
    for (std::size_t i = 0; i < causes.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const std::string label(causes[i].field.empty() ? causes[i].word : causes[i].field);
        if (ImGui::SmallButton(label.c_str())) go_to_cause(view, causes[i], requests);
        mark("result.cause.", i, ".go");
        ImGui::SameLine();
        wrapped(causes[i].sentence, "result.cause.", say(i));
        ImGui::PopID();
    }
}

// Returns the selected element, or the first wrong element if nothing is selected.
std::optional<ElementFocus> element_to_explain(const View& view) {
    if (const auto selected = selected_element(view)) return selected;
    const Emulation& e = *view.results.emulation;
    const auto wrong = std::ranges::find(e.verdicts, Verdict::wrong);
    if (wrong == e.verdicts.end()) return std::nullopt;
    const auto index = static_cast<std::size_t>(wrong - e.verdicts.begin());
    return ElementFocus{Matrix::d, static_cast<int>(index / e.n), static_cast<int>(index % e.n)};
}

void draw_explanation(const View& view, ResultPanelState& state) {
    const Emulation& e = *view.results.emulation;
    const std::optional<ElementFocus> element = element_to_explain(view);
    const bool inside = element && element->row >= 0 && element->column >= 0 && element->row < static_cast<int>(e.m) &&
                        element->column < static_cast<int>(e.n);
    if (!inside)
        return empty_state(view.theme, "result.hint", "Click an element of D to see which bytes were read for it.");
    if (state.explained != element) {
        state.explained = element;
        state.explanation = explanation_of(view.results.job, e, static_cast<unsigned>(element->row),
                                           static_cast<unsigned>(element->column));
    }
    const std::vector<Cause>& causes = view.results.job.causes;
    for (const std::string& line : state.explanation)
        if (std::ranges::find(causes, line, &Cause::sentence) == causes.end()) wrapped(line);
    mark("result.explanation");
}

void draw_doubts(const View& view) {
    const Emulation& e = *view.results.emulation;
    for (const DoubtRow* row : rows_of(e.possible)) {
        // A doubt that is tested word by word is shown only if it changes a word of D.
        if (row->per_word && (e.present & set_of(row->doubt)) == 0) continue;
        dim_text(view.theme, say("[?]  ", row->sentence), "result.doubt.", row->id);
    }
    if (e.doubtful > 0)
        dim_text(view.theme, say("[?]  For ", e.doubtful, e.doubtful == 1 ? " word" : " words",
                                 " of D, another possible rule gives a different value."));
    for (std::size_t i = 0; i < e.notes.size(); ++i) dim_text(view.theme, e.notes[i], "result.note.", say(i));
}

// A label with the buttons [-] and [+] for a small number. Returns the new number.
unsigned stepper(std::string_view id, const std::string& label, unsigned value, unsigned least, unsigned most) {
    beside_boxes(label);
    const int by = step_buttons(id, value > least, value < most, -1, ImGui::GetStyle().ItemInnerSpacing.x);
    return value + static_cast<unsigned>(by);
}

// The types that A and B were written with and are read as. If the instruction descriptor has no valid type, both are
// the written type: the refusal already reports the invalid type.
struct Types {
    std::string written, read;
    friend bool operator==(const Types&, const Types&) = default;
};

OperandPair<Types> types_of(const View& view) {
    OperandPair<Types> out;
    for (const Operand o : kBothOperands) {
        Types& types = out[o];
        const bool named = pick(o, view.derived.a_type, view.derived.b_type) != "?";
        types.written = types.read = view.session.image_of(o).type;
        if (named) types.read = image_from_words(view.session, o).type;
        if (types.written.empty()) types.written = types.read;
    }
    return out;
}

// "A and B were written as bf16 and are read as f16."
std::string types_that_differ(const OperandPair<Types>& types) {
    if (types.a == types.b)
        return say("A and B were written as ", types.a.written, " and are read as ", types.a.read, ".");
    const auto text = [&](Operand o) {
        const Types& t = types[o];
        return t.written == t.read ? "" : say(name_of(o), " was written as ", t.written, " and is read as ", t.read);
    };
    return list_of(kBothOperands, text, "; ") + ".";
}

unsigned steps_of_tile(const View& view) {
    const unsigned k = std::max(1u, view.derived.k);
    return std::clamp(view.session.tile_k / k, 1u, kMostSteps);
}

// Returns the title of the shown result: "RESULT  D = A x B, K steps 0 to 3".
std::string result_title(const View& view) {
    const EmulatorJob& job = view.results.job;
    const bool adds = !job.steps.empty() && job.steps.front().enable_d;
    const std::string product = adds ? "RESULT  D = A x B + D" : "RESULT  D = A x B";
    const unsigned last = job.first_step + static_cast<unsigned>(job.steps.size()) - 1;
    if (job.steps.size() < 2) return say(product, ", K step ", job.first_step);
    return say(product, ", K steps ", job.first_step, " to ", last);
}

// Draws the state of the result, or nothing if the result belongs to the current document. States: running with [Stop],
// stopped or never run with [Emulate], refused with [Go to <field>] if the field is known, older than the last edit.
void draw_result_state(const View& view, Requests& requests) {
    const Results& r = view.results;
    const bool stale = r.emulation && !r.is_of(view.derived.revision);
    if (r.state == ResultState::running) {
        beside_boxes(progress_text(r), "result.running");
        command_button(kStop, requests);
    }
    if (r.state == ResultState::stopped) {
        beside_boxes("Stopped.", "result.stopped");
        command_button(kEmulate, requests);
    }
    if (r.state == ResultState::refused) draw_refused(view, requests);
    if (r.state == ResultState::none) {
        empty_state(view.theme, "result.none", "No emulation has run yet.");
        command_button(kEmulate, requests);
    }
    if (!stale) return;
    const std::string stale_note = "This result was computed before the last edit.";
    if (r.state != ResultState::refused) stay_on_line(ImGui::CalcTextSize(stale_note.c_str()).x);
    dim_text(view.theme, stale_note, "result.before");
}

// Draws [Copy as], with the choices values, hexadecimal, CSV, and differences only.
void draw_result_copy(const View& view, Requests& requests) {
    const char* label = "Copy as";
    const float width = action_width(Icon::copy, label), right = ImGui::GetWindowContentRegionMax().x - width;
    stay_on_line(width);
    ImGui::SetCursorPosX(std::max(right, ImGui::GetCursorPosX()));
    if (button(label, "result.copy", {.icon = Icon::copy})) ImGui::OpenPopup(kCopyPopup);
    if (!ImGui::BeginPopup(kCopyPopup)) return;
    for (const NamedValue& row : kResultCopyNames) {
        if (!list_line(std::string(row.name), false, "result.copy.", row.raw)) continue;
        requests.copy = copy_of(*view.results.emulation, static_cast<ResultCopy>(row.raw));
        requests.status = say("Copied D: ", row.name, ".");
    }
    ImGui::EndPopup();
}

// Draws the choice of the emulated instructions: first K step, number of steps, D added or not.
void draw_result_run(const View& view, Requests& requests) {
    MmaRun run = view.session.run;
    const unsigned tile = steps_of_tile(view), first = std::min(run.first_step, tile - 1);
    const unsigned shown = run.steps == 0 ? tile - first : run.steps;
    if (const unsigned to = stepper("result.first", say("first K step ", first), first, 0, tile - 1); to != first) {
        run.first_step = to;
        run.steps = run.steps == 0 ? 0 : std::min(run.steps, tile - to);
    }
    const std::string label = say("steps ", shown, " of ", tile - first);
    stay_on_line(ImGui::CalcTextSize(label.c_str()).x + 3 * ImGui::GetFrameHeight());
    if (const unsigned to = stepper("result.steps", label, shown, 1, tile - first); to != shown) run.steps = to;
    bool all = run.steps == 0, adds = run.enable_d;
    if (checkbox("all", "result.all", all)) run.steps = all ? 0 : 1;
    if (checkbox("D +=", "result.enable_d", adds)) run.enable_d = adds;
    if (run != view.session.run) requests.edits.push_back(SetRun{run});
}

// Draws the types that memory was written with. If the instruction reads other types, draws a warning with
// [Match memory to the words].
void draw_result_types(const View& view, PanelStates& states, Requests& requests) {
    const auto types = types_of(view);
    std::vector<Edit> edits;
    for (const Operand o : kBothOperands)
        if (const Types& t = types[o]; t.written != t.read) edits.emplace_back(MatchWords{o});
    if (edits.empty()) {
        const std::string same = say("memory types: ", types.a.written, " x ", types.b.written);
        stay_on_line(ImGui::CalcTextSize(same.c_str()).x);
        dim_text(view.theme, same, "result.types");
        return;
    }
    sentence_of(view.theme, Severity::warn, types_that_differ(types), "result.types");
    const char* label = "Match memory to the words";
    if (button(label, "result.follow", {.beside = true, .small = true})) {
        request_step(states, requests, edits);
    }
}

// Draws the causes with a button to their field, the explanation of the selected element, doubts and notes.
void draw_result_words(const View& view, ResultPanelState& state, Requests& requests) {
    draw_causes(view, requests);
    draw_explanation(view, state);
    draw_doubts(view);
}

constexpr float kLeastResultGrid = 120, kWordsShare = 0.34f, kOverviewShare = 0.32f;
constexpr float kLeastOverview = 60, kMostOverview = 340;
constexpr float kDimmed = 0.55f;  // opacity of a result that is older than the document

// Computes the values that stay the same for one result.
void update_for_result(const View& view, ResultPanelState& state) {
    const Results& r = view.results;
    if (state.serial == r.serial) return;
    state.serial = r.serial;
    state.overview = result_scene(*r.emulation);
    state.explained = {};
    const Answer<CodeReader> codes =
        code_reader(r.session.recipe_of(RecipeOf::a), r.session.recipe_of(RecipeOf::b), r.job, *r.emulation);
    state.codes = codes.value;
    state.why_no_codes = codes.why;
}

void choose_show(const View& view, Requests& requests) {
    constexpr std::array<Segment, 3> kShows = {Segment{"emulated", "emulated"}, Segment{"expected", "expected"},
                                               Segment{"difference", "difference"}};
    choose_one(view, "result.show", kShows, view.view_state.result_show, requests.view_state.result_show);
}

void choose_format(const View& view, const ResultPanelState& state, Requests& requests) {
    const std::string_view why_not = view.view_state.result_show == ResultShow::difference
                                         ? "Differences are shown only in units in the last place (ULP)."
                                         : "";
    const std::array<Segment, 3> formats = {
        Segment{"number", "number", why_not}, Segment{"hexadecimal", "hexadecimal", why_not},
        Segment{"coordinates", "coordinates", why_not.empty() ? std::string_view(state.why_no_codes) : why_not}};
    stay_on_line(button_width("number") + button_width("hexadecimal") + button_width("coordinates"));
    choose_one(view, "result.format", formats, view.view_state.result_format, requests.view_state.result_format);
}

// An equal element proves nothing if its values cannot show a wrong read. The button fills A and B with values for
// which every element of D shows a wrong read.
void draw_sight(const View& view, PanelStates& states, Requests& requests) {
    const Emulation& e = *view.results.emulation;
    const std::string text = sight_grouped(e);
    if (!text.empty()) dim_text(view.theme, text);
    if (!text.empty()) mark("result.sight");
    draw_covering(view, states, requests, "result.cover");
}

void draw_facts(const View& view, PanelStates& states, Requests& requests) {
    const Emulation& e = *view.results.emulation;
    dim_text(view.theme, say(e.profile, "   [", text_of(e.certainty), "]"), "result.profile");
    const std::string covered = steps_in_words(view.results.job);
    wrapped(say(counts_in_words(e), covered.empty() ? "" : ".  ", covered), "result.counts");
    draw_sight(view, states, requests);
}

// Draws the numbers, and the overview of all of D beside them.
void draw_grids(const View& view, ResultPanelState& state, Requests& requests, float height) {
    const ResultText text{
        .show = view.view_state.result_show, .format = view.view_state.result_format, .codes = state.codes};
    const float room = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x;
    const Cells& cells = state.overview.grids.front();
    const float as_high = height * static_cast<float>(cells.columns) / static_cast<float>(cells.rows);
    const float overview = std::floor(
        std::clamp(as_high, kLeastOverview * view.scale, std::min(room * kOverviewShare, kMostOverview * view.scale)));
    draw_result_numbers(view, state, requests, text, {room - overview - gap, height});
    ImGui::SameLine(0, gap);
    draw_result_overview(view, state, requests, {overview, height});
}

void draw_digit_note(const View& view, const ResultPanelState& state) {
    if (!state.codes || state.codes->digits.digits < 2) return;
    dim_text(view.theme,
             say("Each code has ", state.codes->digits.digits, " digits in base ", state.codes->digits.base,
                 ". The picture shows only one digit. If it is digit 0, the picture shows the nearest "
                 "element with this digit, marked with ?."),
             "result.digits");
}

void draw_result(const View& view, PanelStates& states, Requests& requests) {
    ResultPanelState& state = states.result;
    const Results& r = view.results;
    update_for_result(view, state);
    choose_show(view, requests);
    choose_format(view, state, requests);
    draw_result_copy(view, requests);
    const bool old = !r.is_of(view.derived.revision);
    if (old) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, kDimmed);
    draw_facts(view, states, requests);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float line = ImGui::GetTextLineHeightWithSpacing(), room = ImGui::GetContentRegionAvail().y;
    const float words = std::floor(std::clamp(state.words_height, line, std::max(room * kWordsShare, line)));
    const float rest = words + state.legend_height + 3 * style.ItemSpacing.y;
    draw_grids(view, state, requests, std::max(room - rest, kLeastResultGrid * view.scale));
    const float legend_at = ImGui::GetCursorPosY();
    legend(state.overview.legend, style_of(view));
    state.legend_height = ImGui::GetCursorPosY() - legend_at;
    if (begin_part("result.words", {0, words})) {
        if (view.view_state.result_format == ResultFormat::coordinates) draw_digit_note(view, state);
        draw_result_words(view, state, requests);
    }
    // The next frame uses this height, as far as the window has room.
    state.words_height = ImGui::GetCursorPosY();
    ImGui::EndChild();
    if (old) ImGui::PopStyleVar();
}

// Only the numbers, the overview and the legend.
void draw_presented(const View& view, PanelStates& states, Requests& requests) {
    update_for_result(view, states.result);
    const float below = legend_height(states.result.overview.legend, style_of(view));
    draw_grids(view, states.result, requests, ImGui::GetContentRegionAvail().y - below);
    legend(states.result.overview.legend, style_of(view));
}

}  // namespace

// Reads: results, the selection.   Requests: a result of the current document; selection, focus, SetRun, MatchWords,
// covering values, view state, copies.
void draw_result_panel(const View& view, PanelStates& states, Requests& requests) {
    requests.result = true;
    const Results& r = view.results;
    if (view.presenting) {
        if (r.emulation && r.emulation->m > 0 && r.emulation->n > 0) draw_presented(view, states, requests);
        return;
    }
    const std::string aside =
        r.state == ResultState::done ? say("emulated in ", static_cast<long>(r.milliseconds + 0.5), " ms") : "";
    heading(r.emulation ? result_title(view) : "RESULT", style_of(view), aside);
    draw_result_run(view, requests);
    draw_result_types(view, states, requests);
    draw_result_state(view, requests);
    waiting_words_line(view, states, requests, "result.waiting");
    if (r.emulation && r.emulation->m > 0 && r.emulation->n > 0) draw_result(view, states, requests);
}

std::optional<Scene> picture_of_result(const PictureSource& source) {
    return source.results.emulation ? scene_with_cells(result_scene(*source.results.emulation)) : std::nullopt;
}

}  // namespace tilescope::ui
