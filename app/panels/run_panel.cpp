// app/panels/run_panel.cpp -- the screen GPU: D of the model and of a GPU, the runs, the GPU, the checks.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kDeadlineBox = 64;  // logical pixels

void draw_deadline(const View& view, RunPanelState& state) {
    const char* label = "ms for the MMA";
    stay_on_line(kDeadlineBox * view.scale + ImGui::CalcTextSize(label).x + ImGui::GetStyle().ItemSpacing.x);
    ImGui::SetNextItemWidth(kDeadlineBox * view.scale);
    ImGui::InputScalar("##deadline", ImGuiDataType_U32, &state.timeout_ms);
    mark("live.deadline");
    tip(say("The longest wait on the GPU, in milliseconds: 1 to ", kMostTimeoutMs,
            ". A tcgen05 kernel that waits longer stops itself. For wgmma the worker is ended."));
    if (!ImGui::IsItemActive()) state.timeout_ms = std::clamp(state.timeout_ms, 1u, kMostTimeoutMs);
    ImGui::SameLine();
    beside_boxes(label);
}

std::string milliseconds(std::uint64_t us) { return say(us / 1000, '.', us / 100 % 10, " ms"); }

// Returns the run that the user chose to see. Null: none, so the panels show the model of this session.
const LiveRecord* shown_run(const View& view, const RunPanelState& state) {
    const auto found = std::ranges::find(view.live.runs, state.shown, &LiveRecord::number);
    return found == view.live.runs.end() ? nullptr : &*found;
}

// Returns a few words about how a run ended: "equal", "96 words differ", "device_timeout".
std::string ending_in_short(const LiveRecord& run) {
    if (!run.good || !run.comparison) return run.outcome;
    const LiveComparison& c = *run.comparison;
    if (c.is_equal()) return "equal";
    if (c.different == 0) return say(c.cells, c.cells == 1 ? " other cell differs" : " other cells differ");
    return say(c.different, c.different == 1 ? " word differs" : " words differ");
}

// Draws what a run is, what it needs, what is missing, and how a GPU of another machine is used, with the button that
// turns live mode on.
void draw_live_off(const View& view, Requests& requests) {
    wrapped("Live mode is off.", "live.off");
    if (button("Turn live mode on", "live.turn_on")) requests.ask("live");
    const std::string needs = say("An NVIDIA GPU that runs code for ", view.session.arch,
                                  ", and its driver (libcuda.so.1). No CUDA Toolkit.");
    const std::pair<std::string_view, std::string_view> parts[] = {
        {"What a run does",
         "It starts a process of its own, the worker. The worker fills the memory of a GPU as the emulator does, runs "
         "this instruction once for each K step, and copies D and Tensor Memory back. Then every word is compared with "
         "the CPU model. A wrong descriptor can end or block the worker, but never this window."},
        {"What it needs", needs},
        {"What is missing", "Until live mode is on, tilescope does not look for a driver or a GPU."},
        {"A GPU of another machine",
         "Install the same version of tilescope there. Write the command that starts it into the box 'Worker': ssh "
         "HOST "
         "tilescope. ssh must not ask for a password."},
        {"What works without a GPU", "D of the CPU model, the checks at the right, and the text of the kernel."}};
    for (const auto& [title, text] : parts) {
        ImGui::Spacing();
        wrapped(title);
        dim_text(view.theme, text);
    }
    mark("live.off_text");
}

// Draws [Run] [Stop], the deadline, and what goes on.
void draw_run_bar(const View& view, PanelStates& states, Requests& requests) {
    const LiveView& live = view.live;
    const bool busy = live.activity != LiveActivity::idle;
    const bool ticked = states.run.anyway_revision == view.derived.revision;
    const bool can = !busy && !live.prevented && (!live.needs_anyway || ticked);
    if (button("Run   Ctrl+Enter", can ? "live.run" : "live.run_disabled", {.icon = Icon::run, .disabled = !can}))
        requests.ask("run_live");
    ImGui::SameLine();
    if (button("Stop", busy ? "live.stop" : "live.stop_disabled",
               {.icon = Icon::stop, .disabled = !busy || live.activity == LiveActivity::stopping}))
        requests.ask("stop_live");
    draw_deadline(view, states.run);
    constexpr std::string_view kNow[] = {"", "Asking the worker for its GPUs ...", "Running ...", "Stopping ..."};
    if (const std::string_view now = kNow[static_cast<std::size_t>(live.activity)]; !now.empty()) {
        stay_on_line(ImGui::CalcTextSize(now.data()).x);
        beside_boxes(now.data(), "live.now");
    }
}

// Draws the stages of the run that goes on; they light up in the colour of values that hardware measured. After a run
// that failed, draws its stages, and the last one is red. After a good run there is nothing to say.
void draw_stages(const View& view, const LiveRecord* shown) {
    const LiveView& live = view.live;
    const bool runs = live.activity == LiveActivity::running || live.activity == LiveActivity::stopping;
    if (!runs && (shown == nullptr || shown->good)) return;
    const unsigned reached = runs ? live.stage : shown->reached;
    dim_text(view.theme, runs && live.steps > 1 ? say("K step ", live.step + 1, " of ", live.steps) : "Stages");
    for (std::size_t s = 0; s < live.stages.size(); ++s) {
        const bool was_reached = s <= reached, failed = !runs && s == reached;
        const ImU32 colour = failed ? view.theme.error : was_reached ? view.theme.live : faded(view.theme.dim, 0.6f);
        const std::string text = say(live.stages[s], s + 1 == live.stages.size() ? "" : "  >");
        stay_on_line(ImGui::CalcTextSize(text.c_str()).x);
        coloured_line(colour, text);
        mark(was_reached ? "live.reached." : "live.stage.", s);
    }
}

// Draws how a run ended: the sentence, the times, and what the comparison found.
void draw_ending(const View& view, const LiveRecord& run) {
    const bool equal = run.comparison && run.comparison->is_equal();
    const ImU32 colour = !run.good ? view.theme.error : equal ? view.theme.good : view.theme.warn;
    const bool compared = run.good && !run.sentences.empty();
    result_text(view.lead, colour, say("Run ", run.number, ": ", compared ? run.sentences.front() : run.sentence),
                !run.good ? "live.failed"
                : equal   ? "live.equal"
                          : "live.different");
    std::string rest;
    for (std::size_t i = 1; i < run.sentences.size(); ++i) rest += say(i == 1 ? "" : " ", run.sentences[i]);
    if (!rest.empty()) wrapped(rest);
    if (run.out_of_spec)
        coloured(view.theme.warn,
                 "OUT OF SPEC: the words break rules of the instruction, so this result proves little.",
                 "live.out_of_spec");
    if (run.session != view.session)
        dim_text(view.theme, "This run is of another session: it was made before the last edit.", "live.before");
    if (run.has_report)
        dim_text(view.theme, say(run.gpu.empty() ? "" : say(run.gpu, ":   "), "compile ", milliseconds(run.compile_us),
                                 "   run ", milliseconds(run.run_us), "   copies ", milliseconds(run.copy_us),
                                 "   all together ", milliseconds(run.total_us)));
    mark("live.times");
}

constexpr float kLeastLiveGrid = 140;

// The D that the picture shows: of the shown run, else of this session, beside the D that it has as it was read.
struct Shown {
    const Emulation* model = nullptr;
    const LiveComparison* comparison = nullptr;
    bool of_run = false;

    std::span<const std::uint32_t> gpu() const {
        return comparison != nullptr ? std::span<const std::uint32_t>(comparison->d) : std::span<const std::uint32_t>();
    }
    std::span<const std::uint8_t> unknown() const {
        return comparison != nullptr ? std::span<const std::uint8_t>(comparison->unknown)
                                     : std::span<const std::uint8_t>();
    }
};

Shown shown_d(const View& view, const LiveRecord* run) {
    const Results& r = view.results;
    if (run != nullptr && run->model != nullptr) return {run->model.get(), run->comparison.get(), true};
    return {r.emulation ? &*r.emulation : nullptr, run == nullptr && r.recorded ? &*r.recorded : nullptr};
}

// Without a choice of the user, values are shown if nothing differs: differences would be one grey area.
LiveColouring colouring_of(const RunPanelState& state, const Shown& d) {
    const bool differs = d.comparison != nullptr && d.comparison->different != 0;
    return state.colouring.value_or(differs ? LiveColouring::difference : LiveColouring::value);
}

void update_scene(const View& view, RunPanelState& state, const LiveRecord* run, const Shown& d) {
    if (d.model == nullptr || d.model->m == 0 || d.model->n == 0) {
        state.drawn.reset();
        state.scene = {};
        return;
    }
    const RunPanelState::Key key{.run = d.of_run ? run->number : 0,
                                 .serial = d.of_run ? 0 : view.results.serial,
                                 .colouring = colouring_of(state, d)};
    if (state.drawn == key) return;
    if (!state.drawn || state.drawn->run != key.run) state.grid.fits = true;  // another size: show all of it
    state.drawn = key;
    state.scene = live_scene(*d.model, d.gpu(), key.colouring, d.unknown());
}

void choose_live_colouring(const View& view, RunPanelState& state, const Shown& d) {
    const std::string_view why_not = d.gpu().empty() ? "There is no D of a GPU to compare with." : "";
    const Segment colourings[] = {{"difference", "difference", why_not}, {"value", "value"}};
    if (view.live.on) stay_on_line(button_width("difference") + button_width("value"));
    const auto now = static_cast<std::size_t>(d.gpu().empty() ? LiveColouring::value : colouring_of(state, d));
    if (const auto i = segmented("live.colouring", colourings, now, style_of(view)))
        state.colouring = static_cast<LiveColouring>(*i);
}

std::vector<std::size_t> cells_at(const Cells& cells, const std::optional<ElementFocus>& e) {
    if (!e || e->row < 0 || e->column < 0 || e->row >= cells.rows || e->column >= cells.columns) return {};
    return {cells.at(e->row, e->column)};
}

std::optional<ElementFocus> element_in(const Focus& focus) {
    const auto* e = std::get_if<ElementFocus>(&focus);
    if (e == nullptr || e->matrix != Matrix::d) return {};
    return *e;
}

// The selected element, else the first that differs.
std::optional<ElementFocus> chosen_element(const View& view, const Shown& d) {
    if (const auto element = element_in(view.view_state.selection)) return element;
    if (d.comparison == nullptr || !d.comparison->first) return {};
    return ElementFocus{Matrix::d, d.comparison->first->row, d.comparison->first->column};
}

void draw_one(const View& view, RunPanelState& state, Requests& requests, const Shown& d, std::size_t g, ImVec2 size) {
    const Cells& cells = state.scene.grids[g];
    const auto selected = cells_at(cells, chosen_element(view, d));
    const auto pointed = cells_at(cells, element_in(view.focus));
    const GridReply reply = moving_grid(
        view, requests, cells,
        {.id = g == 0 ? "live.model" : "live.gpu", .size = size, .pointed = pointed, .selected = selected}, state.grid);
    if (reply.hovered) requests.point(element_of_cell(cells, *reply.hovered), reply.clicked.has_value());
}

// What stands in the place of D of the GPU while there is none.
void draw_no_gpu(const View& view, Requests& requests, const LiveRecord* run, ImVec2 size) {
    if (begin_part("live.no_gpu", size)) {
        if (run == nullptr && !view.results.not_recorded.empty())
            coloured(view.theme.warn, view.results.not_recorded, "live.not_recorded");
        if (!view.live.on) draw_live_off(view, requests);
        if (run != nullptr)
            draw_ending(view, *run);
        else if (view.live.on && view.live.activity == LiveActivity::idle)
            empty_state(view.theme, "live.no_run", "No GPU has run this yet. D of the GPU will be here.");
    }
    ImGui::EndChild();
}

// What stands in the place of D of the model while there is none.
void draw_no_model(const View& view, ImVec2 size) {
    const Results& r = view.results;
    if (begin_part("live.no_model", size))
        empty_state(view.theme, "live.none",
                    r.state == ResultState::refused ? r.refused : "The CPU model computes D ...");
    ImGui::EndChild();
}

// Both grids have one view, so that they zoom and pan together. Each half keeps its place also without a grid.
void draw_pair(const View& view, RunPanelState& state, Requests& requests, const LiveRecord* run, const Shown& d,
               float height) {
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    const float line = ImGui::GetTextLineHeightWithSpacing(), left = ImGui::GetCursorPosX();
    const ImVec2 size{std::floor((room - gap) / 2), height - line};
    const std::size_t grids = state.scene.grids.size();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    mark_picture(at, {at.x + room, at.y + height});
    dim_text(view.theme, grids > 0 ? state.scene.grids[0].title : "MODEL");
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + size.x + gap);
    dim_text(view.theme, grids > 1 ? state.scene.grids[1].title : "GPU");
    grids > 0 ? draw_one(view, state, requests, d, 0, size) : draw_no_model(view, size);
    ImGui::SameLine(0, gap);
    grids > 1 ? draw_one(view, state, requests, d, 1, size) : draw_no_gpu(view, requests, run, size);
}

// Both words of the element under the pointer, else of the chosen one.
void draw_element(const View& view, const Shown& d) {
    auto element = element_in(view.focus);
    if (!element) element = chosen_element(view, d);
    const auto lines = d.model != nullptr && element && element->row >= 0 && element->column >= 0
                           ? live_element_lines(*d.model, d.gpu(), static_cast<unsigned>(element->row),
                                                static_cast<unsigned>(element->column))
                           : std::vector<std::string>();
    if (lines.empty() && d.comparison != nullptr) return;
    if (lines.empty()) return empty_state(view.theme, "live.hint", "Point at an element to see its words.");
    std::string all = say("D[", element->row, "][", element->column, "]");
    for (const std::string& line : lines) all += say("   ", line);
    mono_text(view, all, "live.element");
}

void draw_picture(const View& view, RunPanelState& state, Requests& requests, const LiveRecord* run) {
    const Shown d = shown_d(view, run);
    if (!view.presenting) choose_live_colouring(view, state, d);
    if (view.live.on && !view.presenting) draw_stages(view, run);
    update_scene(view, state, run, d);
    // Lines for every element, and for every run: what is longer scrolls.
    const float lines = run != nullptr ? 6 : 3, room = ImGui::GetContentRegionAvail().y;
    const float words = std::min(lines * ImGui::GetTextLineHeightWithSpacing(), room / 2);
    draw_pair(view, state, requests, run, d,
              std::max(room - words - ImGui::GetStyle().ItemSpacing.y, kLeastLiveGrid * view.scale));
    if (begin_part("live.words", {0, words})) {
        legend(state.scene.legend, style_of(view));
        if (!state.scene.grids.empty()) draw_element(view, d);
        if (run != nullptr && d.comparison != nullptr) draw_ending(view, *run);
        if (run == nullptr && d.comparison != nullptr) draw_recorded_d(view, "live.recorded");
    }
    ImGui::EndChild();
}

void draw_buttons(const LiveRecord& run, Requests& requests) {
    if (button("Restore", "runs.restore", {.icon = Icon::restore})) {
        requests.edit(LoadSession{run.session, say("session of run ", run.number)});
        requests.status = say("This is the session of run ", run.number, ". Undo returns to the one before.");
    }
    ImGui::BeginDisabled(!run.has_report);
    if (button("Report ...", "runs.report", {.icon = Icon::save, .beside = true})) requests.ask("save_report");
    if (button("JSON ...", "runs.json", {.icon = Icon::save, .beside = true})) requests.ask("save_report_json");
    ImGui::EndDisabled();
}

// "3  equal   sm_100a", and below it the words in short.
void draw_line(const View& view, const LiveRecord& run, RunPanelState& state) {
    const bool equal = run.comparison && run.comparison->is_equal();
    const ImU32 colour = equal ? view.theme.good : run.good ? view.theme.warn : view.theme.error;
    const std::string title =
        say(run.number, "  ", ending_in_short(run), "   ", run.target, run.out_of_spec ? "   out of spec" : "");
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    if (ImGui::Selectable(shortened(title, ImGui::GetContentRegionAvail().x).c_str(), state.shown == run.number))
        state.shown = run.number;
    ImGui::PopStyleColor();
    mark("runs.line.", run.number);
    tip(run.sentence);
    dim_text(view.theme, run.words);
}

void draw_worker(const View& view, RunPanelState& state, Requests& requests) {
    if (!state.editing) state.worker = view.live.worker;
    dim_text(view.theme, "Worker (empty: this machine)");
    ImGui::PushFont(view.mono);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##worker", "ssh HOST ./tilescope", &state.worker);
    mark("run.worker");
    ImGui::PopFont();
    state.editing = ImGui::IsItemActive();
    tip("The command that starts tilescope where the GPU is. A shell runs it when you look for GPUs or run.");
    if (ImGui::IsItemDeactivatedAfterEdit()) requests.ask("use_worker", state.worker);
}

void choose_gpu(const View& view, RunPanelState& state) {
    const LiveView& live = view.live;
    const std::string any = say("The first that runs code for ", view.session.arch);
    const auto chosen = std::ranges::find_if(live.gpus, [&](const LiveGpu& g) { return state.device == g.index; });
    ImGui::SetNextItemWidth(-1);
    if (!begin_list("##gpu", chosen == live.gpus.end() ? any : chosen->text, "run.gpu")) return;
    if (list_line(any, !state.device, "run.gpu.any")) state.device.reset();
    for (const LiveGpu& gpu : live.gpus) {
        const std::string text = gpu.fits ? gpu.text : say(gpu.text, "  (not for ", view.session.arch, ")");
        if (list_line(text, state.device == gpu.index, "run.gpu.", gpu.index)) state.device = gpu.index;
    }
    ImGui::EndCombo();
}

void draw_gpus(const View& view, RunPanelState& state, Requests& requests) {
    const LiveView& live = view.live;
    if (button("Look for GPUs", "run.look", {.disabled = !live.on || live.activity != LiveActivity::idle}))
        requests.ask("look_for_gpus");
    const char* label = live.on ? "Turn live mode off" : "Turn live mode on";
    if (button(label, "run.live", {.beside = true})) requests.ask("live");
    if (!live.gpus.empty()) choose_gpu(view, state);
    if (!live.gpus_sentence.empty()) dim_text(view.theme, live.gpus_sentence, "run.no_gpu");
}

// The sign shows the kind without the colour.
std::pair<const char*, ImU32> sign_of_check(const Theme& theme, LiveCheckKind kind) {
    if (kind == LiveCheckKind::good) return {"ok", theme.good};
    if (kind == LiveCheckKind::note) return {"i", theme.dim};
    return {sign_of(Severity::error), theme.error};
}

void draw_checks(const View& view, RunPanelState& state) {
    const float indent = ImGui::CalcTextSize("ok").x + ImGui::GetStyle().ItemSpacing.x;
    for (std::size_t c = 0; c < view.live.checks.size(); ++c) {
        const LiveCheck& check = view.live.checks[c];
        const auto [sign, colour] = sign_of_check(view.theme, check.kind);
        const float left = ImGui::GetCursorPosX();
        coloured_line(colour, sign);
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + indent);
        wrapped(check.text);
        mark("run.check.", c);
    }
    if (!view.live.needs_anyway || view.live.prevented) return;
    bool ticked = state.anyway_revision == view.derived.revision;
    if (tick_box("Run anyway, out of spec", ticked, "run.anyway"))
        state.anyway_revision = ticked ? view.derived.revision : 0;
    tip("The GPU may stop the kernel or never answer. The tick ends with the next edit.");
}

}  // namespace

// Reads: results, live, the selection.   Requests: a result of the current document; run, stop, live; focus, selection.
void draw_live_panel(const View& view, PanelStates& states, Requests& requests) {
    requests.result = true;
    const LiveRecord* run = shown_run(view, states.run);
    if (view.presenting) return draw_picture(view, states.run, requests, run);
    heading("D OF THE CPU MODEL AND OF A GPU", style_of(view),
            run == nullptr ? std::string(view.results.recorded ? "D as it was read" : "no run yet")
                           : say("run ", run->number, ": ", ending_in_short(*run)));
    if (view.live.on) draw_run_bar(view, states, requests);
    waiting_words_line(view, states, requests, "live.waiting");
    draw_picture(view, states.run, requests, run);
}

std::optional<Scene> picture_of_live(const PictureSource& source) {
    return source.states.run.drawn ? scene_with_cells(source.states.run.scene) : std::nullopt;
}

// Reads: live.   Requests: LoadSession, the commands that save a report.
void draw_runs_panel(const View& view, PanelStates& states, Requests& requests) {
    const std::size_t count = view.live.runs.size();
    heading("RUNS", style_of(view), count == 0 ? std::string() : say(count));
    const LiveRecord* shown = shown_run(view, states.run);
    if (count == 0)
        return empty_state(view.theme, "runs.empty", "No run yet. Each run stays here until the window closes.");
    if (shown != nullptr) draw_buttons(*shown, requests);
    for (std::size_t i = count; i-- > 0;) {
        const LiveRecord& run = view.live.runs[i];
        ImGui::PushID(static_cast<int>(run.number));
        draw_line(view, run, states.run);
        ImGui::PopID();
    }
    if (list_line("no run: D of this session in the model", states.run.shown == 0, "runs.none")) states.run.shown = 0;
}

// Reads: live, the target.   Requests: the worker; the commands "look_for_gpus" and "live".
void draw_run_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("GPU", style_of(view), say("target ", view.session.arch));
    draw_worker(view, states.run, requests);
    draw_gpus(view, states.run, requests);
    heading("BEFORE THE LAUNCH", style_of(view));
    draw_checks(view, states.run);
}

}  // namespace tilescope::ui
