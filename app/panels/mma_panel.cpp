// app/panels/mma_panel.cpp -- the whole instruction in one picture: its tools, its words and its canvas.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/sliders.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr double kSecondsOfStep = 0.9;  // while playing
constexpr float kStepsOfSecond = 5;     // how fast the window moves to the next K step
constexpr float kWidestSlider = 300;    // logical pixels

// A bar along the lower edge of the last item.
void draw_progress(const View& view, float part) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float height = 3 * view.scale;
    ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - height}, {low.x + part * (high.x - low.x), high.y},
                                              view.theme.accent);
}

// Both buttons have one size, and the progress is drawn in the button: nothing beside it moves under the pointer.
void draw_emulate(const View& view, Requests& requests) {
    const Results& r = view.results;
    const ImVec2 size{std::max(action_width(Icon::run, "Emulate"), action_width(Icon::stop, "Stop")), 0};
    if (r.state != ResultState::running) {
        if (button("Emulate", "mma.emulate", {.icon = Icon::run, .size = size})) {
            requests.ask("emulate");
            requests.view_state.sums = false;  // the verdicts are the answer to this button
        }
        if (!r.is_of(view.derived.revision))  // else it would cover the result
            tip_below("Computes D on the CPU and compares every element (Ctrl+E).");
        return;
    }
    if (button("Stop", "mma.stop", {.icon = Icon::stop, .size = size})) requests.ask("stop_emulation");
    const unsigned done = std::min(r.rows_done, r.rows);
    if (r.rows != 0) draw_progress(view, static_cast<float>(done) / static_cast<float>(r.rows));
    mark("mma.progress");
    tip_below(r.rows == 0 ? std::string("Emulating ..") : say("Emulating, row ", done, " of ", r.rows));
}

void draw_run_on_gpu(const View& view, Requests& requests) {
    if (!view.live.on) return;
    ImGui::SameLine();
    const bool busy = view.live.activity != LiveActivity::idle;
    if (button("Run on the GPU", busy ? "mma.run_disabled" : "mma.run", {.icon = Icon::run, .disabled = busy}))
        requests.ask("run_live");
}

// Moves to the next step while playing, and the window of the picture to the step.
void move_steps(const View& view, MmaPanelState& state, unsigned steps, Requests& requests) {
    const double now = ImGui::GetTime();
    const unsigned step = std::min(view.view_state.k_step, steps - 1);
    if (state.playing && now - state.stepped >= kSecondsOfStep) {
        requests.view_state.k_step = (step + 1) % steps;
        state.stepped = now;
    }
    const auto goal = static_cast<float>(step);
    const float way = view.reduced_motion ? static_cast<float>(steps) : kStepsOfSecond * ImGui::GetIO().DeltaTime;
    state.shown_step =
        state.shown_step < goal ? std::min(goal, state.shown_step + way) : std::max(goal, state.shown_step - way);
    if (state.playing || state.shown_step != goal) requests.next_frame = true;
}

bool runs_all_steps(const View& view) { return view.session.run.steps == 0 && view.session.run.first_step == 0; }

// The sums of the steps need a result in which all of them run.
void begin_to_play(const View& view, Requests& requests) {
    requests.view_state.sums = true;
    requests.result = true;
    if (runs_all_steps(view)) return;
    emulate_all_steps(view, requests);
    requests.status = "All K steps are emulated now, so that D can be shown after each of them.";
}

// What D shows: its verdicts, or its numbers after the K step.
void draw_what_d_shows(const View& view, Requests& requests) {
    if (mma_steps(view) < 2) return;
    const std::string_view why_not = view.results.emulation ? "" : "D has no numbers yet: Emulate (Ctrl+E).";
    const Segment shown[] = {{"verdicts", "D: verdicts"}, {"sums", "sums", why_not}};
    stay_on_line(button_width("D: verdicts") + button_width("sums"));
    choose_one(view, "mma.shown", shown, view.view_state.sums, requests.view_state.sums);
}

void draw_steps(const View& view, MmaPanelState& state, Requests& requests) {
    const unsigned steps = mma_steps(view);
    if (steps < 2) {
        state.playing = false;
        state.shown_step = 0;
        return;
    }
    move_steps(view, state, steps, requests);
    stay_on_line(button_width("Play K steps") + kWidestSlider * view.scale);
    if (button(state.playing ? "Pause###play" : "Play K steps###play", "mma.play",
               {.size = {button_width("Play K steps"), 0}})) {
        state.playing = !state.playing;
        state.stepped = ImGui::GetTime();
        if (state.playing) begin_to_play(view, requests);
    }
    tip_below("Shows D after each instruction along K. Each one adds to D.");
    ImGui::SameLine();
    const std::vector<int> units(steps - 1, 0);
    const KSlider slider{"mma.k_step", std::min(view.view_state.k_step, steps - 1), units, kWidestSlider * view.scale};
    if (const auto chosen = k_slider(slider, style_of(view)).chosen) {
        requests.view_state.k_step = *chosen;
        requests.view_state.sums = true;
        state.playing = false;
    }
    stay_on_line(button_width("all K steps") + ImGui::GetFrameHeight());
    bool all = runs_all_steps(view);
    if (tick_box("all K steps", all, "mma.all_steps")) requests.edit(SetRun{with_steps(view.session.run, all)});
    tip_below("On: Emulate runs all K steps. Off: only the first one.");
}

Severity worst_of(const WordView& word) {
    return word.problems.empty() ? Severity::info : word.problems.front().severity;
}

// Draws [Emulate] or its progress with [Stop], [Run on the GPU], the K steps with [Play], and how many K steps run.
void draw_mma_tools(const View& view, MmaPanelState& state, Requests& requests) {
    if (view.presenting) return move_steps(view, state, std::max(mma_steps(view), 1u), requests);
    draw_emulate(view, requests);
    draw_run_on_gpu(view, requests);
    draw_steps(view, state, requests);
    choose_label(view, LabelPicture::mma, requests, "mma.labels");
    stay_on_line(button_width("keep memory") + ImGui::GetFrameHeight());
    keep_memory_box(view, requests, "mma.keep_memory");
    draw_what_d_shows(view, requests);
}

// Draws the instruction and its words. A click on a word makes it active.
void draw_mma_words(const View& view, Requests& requests) {
    if (view.presenting || view.compact) return;  // of a small window: the tab Words, and the screen Instruction
    ImGui::PushFont(view.mono);
    ImGui::TextUnformatted(shortened(view.derived.instruction, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopFont();
    mark("mma.line");
    bool first = true;
    for (const WordRow& row : kWords) {
        const WordView& word = view.derived.of(row.word);
        if (!word.used) continue;
        const bool active = view.view_state.active == row.word, bad = !word.problems.empty();
        const bool assumed = basis_of(view.derived, row.word) == Basis::assumed;
        const std::string text =
            say(row.title, " ", hex_word(*word.format, word.decoded.word, word.unknown), "  ", word.summary,
                assumed ? "  (assumed)" : "", bad ? say("  ", sign_of(worst_of(word))) : "");
        if (!std::exchange(first, false)) stay_on_line(button_width(text.c_str()));
        ImGui::PushID(row.id.data());
        ImGui::PushStyleColor(ImGuiCol_Text, active ? view.theme.accent : assumed ? view.theme.dim : view.theme.text);
        if (bad) ImGui::PushStyleColor(ImGuiCol_Border, colour_of(view.theme, worst_of(word)));
        if (ImGui::SmallButton(shortened(text, ImGui::GetContentRegionAvail().x).c_str()))
            requests.view_state.active = row.word;
        if (bad) ImGui::PopStyleColor();
        ImGui::PopStyleColor();
        mark("mma.word.", row.id);
        tip_below("Click: its bits and fields. Right click: copy it.");
        if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("copies");
        copy_menu_of(view, word, say("mma.word.", row.id), requests);
        ImGui::PopID();
    }
}

constexpr const char* kFitButton = "Show all";

constexpr float kMostZoom = 40;
constexpr float kLeastCanvas = 160;  // logical pixels

void update_picture(const View& view, MmaPanelState& state) {
    // The slide about D emulates. Where no element is wrong, this one looks the same before and after it.
    const auto has = [&](Verdict v) { return view.results.shown().count[static_cast<std::size_t>(v)] != 0; };
    const bool plain = view.presenting && view.results.emulation && !view.view_state.sums && !has(Verdict::wrong) &&
                       !has(Verdict::requested);
    const bool judged = !plain && shows_verdicts(view.view_state, view.results);
    const MmaPanelState::Key key{.revision = view.derived.revision,
                                 .serial = judged ? view.results.serial : 0,
                                 .judged = judged,
                                 .look = mma_look(view.view_state, view.results)};
    if (state.drawn == key) return;
    state.drawn = key;
    state.picture = mma_picture_of(view.derived, judged ? &view.results.shown() : nullptr, key.look);
}

// The size of an element of D, or else of any matrix, in pixels at zoom 1.
float element_size(const MmaPicture& picture, const MmaPlacing& placing) {
    for (const PicturePart p : {PicturePart::d, PicturePart::a, PicturePart::b})
        if (const auto& r = placing.of(p); r && picture.of(p) && picture.of(p)->rows > 0)
            return (r->max.y - r->min.y) / static_cast<float>(picture.of(p)->rows);
    return 1;
}

PanZoomRoom room_of(const MmaPicture& picture, const MmaPlacing& placing, ImVec2 size, float scale) {
    return {.pane = size,
            .unit = {1, 1},
            .picture = size,
            .least = 1,
            .most = kMostZoom,
            .one = kOneCell * scale / std::max(element_size(picture, placing), 0.01f)};
}

void select(const Focus& focus, Requests& requests) {
    requests.view_state.selection = focus;
    const auto* e = std::get_if<ElementFocus>(&focus);
    const auto operand = e ? operand_of(e->matrix) : std::nullopt;
    if (!operand) return;
    requests.view_state.operand = *operand;
    requests.view_state.active = word_of(*operand);
}

void point_and_click(const MmaFrame& f, const MoveReply& move, Requests& requests) {
    if (!ImGui::IsItemHovered() || move.over_map || !f.area.contains(ImGui::GetIO().MousePos)) return;
    const Focus focus = focus_at(f, ImGui::GetIO().MousePos);
    const bool nothing = std::holds_alternative<std::monostate>(focus);
    if (!nothing) requests.focus = focus;
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left) || key_down(Key::space)) return;
    if (nothing)
        requests.view_state.selection = {};  // a click beside the matrices ends the selection
    else
        select(focus, requests);
}

void draw_focus(const MmaFrame& f) {
    const View& view = f.view;
    const bool selected = is_something(view.view_state.selection);
    if (const std::optional<Trace> pinned = pinned_trace(view))
        draw_mma_lights(f, lights_of(f.state.picture, view.derived, view.view_state.selection, *pinned), true);
    const bool same = selected && view.focus == view.view_state.selection;
    if (is_something(view.focus))
        draw_mma_lights(f, lights_of(f.state.picture, view.derived, view.focus, view.trace), same);
    const auto at = selected_of_result(view);
    if (at && view.results.is_of(view.derived.revision))
        draw_mma_arrows(f, wrong_reads(f.state.picture, view.results.shown_job(), view.results.shown(), *at));
}

// The cell of the selected object in the picture at zoom 1, not what it is made of.
std::optional<Rect> place_of_selection(const View& view, const MmaPanelState& state, const MmaPlacing& placing,
                                       const PanZoomRoom& room) {
    const std::optional<Trace> pinned = pinned_trace(view);
    const std::vector<MmaLight> lights =
        lights_of(state.picture, view.derived, view.view_state.selection, pinned ? *pinned : view.trace);
    if (lights.empty()) return std::nullopt;
    const MmaFrame whole{view, state, placing, {{0, 0}, room.pane}, style_of(view), {}};
    return whole.cells(*std::ranges::min_element(lights, {}, [](const MmaLight& l) { return l.rows * l.columns; }));
}

// Brings the selected object into view when it is another one, or when a key asks for it.
void reveal_selection(const View& view, MmaPanelState& state, const MmaPlacing& placing, const PanZoomRoom& room) {
    const bool asked = view.zoom_to == ZoomTo::selection;
    state.canvas.selected = asked ? place_of_selection(view, state, placing, room) : std::nullopt;
    if (asked || view.view_state.selection == state.revealed) return;
    state.revealed = view.view_state.selection;
    if (state.canvas.zoom <= 1.001f || ImGui::IsItemActive()) return;
    const std::optional<Rect> place = place_of_selection(view, state, placing, room);
    if (place) state.canvas.glide(showing(state.canvas.goal(), room, place->min, place->max), view.reduced_motion);
}

void draw_canvas(const View& view, PanelStates& states, Requests& requests) {
    MmaPanelState& state = states.mma;
    const Style style = style_of(view);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float below = view.presenting ? legend_height(states.mma.picture.scene.legend, style) : 0;
    const ImVec2 size{std::max(room.x, 1.0f), std::max(room.y - below, kLeastCanvas * view.scale)};
    const Rect area{at, {at.x + size.x, at.y + size.y}};
    before_item_below();
    ImGui::InvisibleButton("mma.canvas", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    after_item_below();
    mark("mma.canvas");
    // A small window has the card only if it says something about an element. The picture makes no room for it there,
    // so that a click moves nothing.
    const bool card = !view.presenting && (!view.compact || selected_of_result(view).has_value());
    const MmaPlacing placing = place_mma(state.picture, size, style, !view.presenting && !view.compact);
    const PanZoomRoom picture_room =
        beside_map(room_of(state.picture, placing, size, view.scale), state.canvas.zoom, style);
    reveal_selection(view, state, placing, picture_room);
    const MoveReply move = move_view(state.canvas, picture_room, area, style, false);
    if (move.moving || move.led) requests.next_frame = true;
    const ImVec2 pane = picture_room.pane;
    const MmaFrame f{view, state, placing, {at, {at.x + pane.x, at.y + pane.y}}, style, state.canvas.now()};
    point_and_click(f, move, requests);
    ImGui::GetWindowDrawList()->PushClipRect(f.area.min, f.area.max, true);
    draw_mma_bands(f);
    draw_mma_cells(f, state.labels);
    draw_mma_step(f);
    draw_mma_captions(f);
    draw_focus(f);
    ImGui::GetWindowDrawList()->PopClipRect();
    if (move.map) draw_mma_map(f, *move.map);
    mark_picture(area.min, area.max);
    const bool whole = state.canvas.zoom <= 1.001f;
    if ((whole && !card) || view.presenting) return;
    if (whole) {
        const Rect corner{{at.x + placing.corner.min.x, at.y + placing.corner.min.y},
                          {at.x + placing.corner.max.x, at.y + placing.corner.max.y}};
        draw_mma_card(view, states, requests, corner);
        return;
    }
    ImGui::SetCursorScreenPos(at);
    if (button(kFitButton, "mma.fit", {.icon = Icon::fit}))
        state.canvas.glide({}, style.still), requests.next_frame = true;
}

}  // namespace

unsigned mma_steps(const View& view) {
    return view.derived.k == 0 ? 1 : std::clamp(view.session.tile_k / view.derived.k, 1u, 256u);
}

bool has_emulated_step(const View& view) { return has_emulated_step(view.view_state, view.results); }

MmaRun with_steps(MmaRun run, bool all) {
    run.first_step = 0, run.steps = all ? 0 : 1;
    return run;
}

void emulate_all_steps(const View& view, Requests& requests) {
    requests.edit(SetRun{with_steps(view.session.run, true)});
    requests.result = true;
}

float fit_button_width() { return action_width(Icon::fit, kFitButton); }

// Reads: the document, results, live, the trace, the view state.
// Requests: focus, selection, active word, K step; emulate, stop, run; SetRun, the repair, covering values. After the
// first emulation, a result of each new document.
void draw_mma_panel(const View& view, PanelStates& states, Requests& requests) {
    const CellLabel labels = label_of(view.view_state, LabelPicture::mma);
    const bool asked = view.view_state.sums || labels == CellLabel::value || labels == CellLabel::verdict;
    if (view.results.state != ResultState::none || asked) requests.result = true;
    update_picture(view, states.mma);
    draw_mma_words(view, requests);
    draw_mma_tools(view, states.mma, requests);
    if (!view.presenting) draw_mma_verdict(view, states, requests);
    draw_canvas(view, states, requests);
    if (view.presenting) legend(states.mma.picture.scene.legend, style_of(view));
}

std::optional<Scene> picture_of_mma(const PictureSource& source) {
    Scene scene = source.states.mma.picture.scene;
    for (const Operand o : kBothOperands) scene = with_note(std::move(scene), source.derived.of(o));
    return scene_with_cells(scene);
}

}  // namespace tilescope::ui
