// app/panels/result_panel.cpp -- the emulated D, compared with the expected D.
// SPDX-License-Identifier: MIT
#include "app/panels/covering.h"
#include "app/panels/panel_parts.h"
#include "app/panels/result_grid.h"
#include "app/panels/result_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/legend.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope::ui {
namespace {

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
    const auto now = static_cast<std::size_t>(view.view_state.result_show);
    if (const auto i = segmented("result.show", kShows, now, style_of(view)))
        requests.view_state.result_show = static_cast<ResultShow>(*i);
}

void choose_format(const View& view, const ResultPanelState& state, Requests& requests) {
    const std::string_view why_not = view.view_state.result_show == ResultShow::difference
                                         ? "Differences are shown only in units in the last place (ULP)."
                                         : "";
    const std::array<Segment, 3> formats = {
        Segment{"number", "number", why_not}, Segment{"hexadecimal", "hexadecimal", why_not},
        Segment{"coordinates", "coordinates", why_not.empty() ? std::string_view(state.why_no_codes) : why_not}};
    stay_on_line(button_width("number") + button_width("hexadecimal") + button_width("coordinates"));
    const auto now = static_cast<std::size_t>(view.view_state.result_format);
    if (const auto i = segmented("result.format", formats, now, style_of(view)))
        requests.view_state.result_format = static_cast<ResultFormat>(*i);
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
    dim_text(view.theme, say(e.profile, "   [", text_of(e.certainty), "]"));
    mark("result.profile");
    const std::string covered = steps_in_words(view.results.job);
    wrapped(say(counts_in_words(e), covered.empty() ? "" : ".  ", covered));
    mark("result.counts");
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
    dim_text(view.theme, say("Each code has ", state.codes->digits.digits, " digits in base ", state.codes->digits.base,
                             ". The picture shows only one digit. If it is digit 0, the picture shows the nearest "
                             "element with this digit, marked with ?."));
    mark("result.digits");
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
