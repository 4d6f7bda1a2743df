// app/panels/result_panel.cpp -- the emulated D: its numbers, an overview, its state and counts, what is wrong and why.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/emulator/emulation.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr int kRowsPerNotch = 3;
constexpr float kPatternOpacity = 0.35f;  // low, so that numbers stay readable
constexpr float kRingOfSmallCell = 9;     // logical pixels; ring around a very small cell

// The visible part of D, and the size of a cell.
struct Window {
    ImVec2 corner;        // corner of the first cell
    float width, height;  // size of a cell
    int rows, columns;    // visible rows and columns

    Rect cell(int row, int column) const {
        const ImVec2 low{corner.x + static_cast<float>(column) * width, corner.y + static_cast<float>(row) * height};
        return {low, {low.x + width, low.y + height}};
    }
};

int digits_of(unsigned number) { return static_cast<int>(say(number).size()); }

// All columns have the width of the widest number, so that they do not move while the user scrolls. Measuring all
// numbers takes too long for one frame, so a sample over all rows and columns is measured. A wider number outside of
// the sample widens the columns when it becomes visible.
void measure_sample(const Emulation& e, ResultPanelState& state, const ResultText& text) {
    constexpr std::size_t kSample = 1024;
    const auto notation = static_cast<unsigned>(text.show) * 8 + static_cast<unsigned>(text.format);
    if (state.measured_serial == state.serial && state.measured_view == notation) return;
    state.measured_serial = state.serial;
    state.measured_view = notation;
    state.characters = digits_of(e.n);
    // Rows have an even length, so an odd step covers all columns.
    const std::size_t step = e.d.size() / kSample | 1;
    for (std::size_t i = 0; i < e.d.size(); i += step)
        state.characters = std::max(state.characters, static_cast<int>(text_of_result(e, i, text).size()));
}

// The texts stay until another part of D is visible: making them costs more than drawing them.
void keep_visible_texts(const Emulation& e, const Window& w, ResultPanelState& state, const ResultText& text) {
    const auto n = [](int x) { return static_cast<std::uint64_t>(x); };
    const std::array<std::uint64_t, 6> now{state.measured_serial, state.measured_view, n(state.top),
                                           n(state.left),         n(w.rows),           n(w.columns)};
    if (now == state.texts_of) return;
    state.texts_of = now;
    state.texts.clear();
    for (int r = 0; r < w.rows; ++r)
        for (int c = 0; c < w.columns; ++c) {
            const std::size_t at =
                static_cast<std::size_t>(state.top + r) * e.n + static_cast<std::size_t>(state.left + c);
            state.texts.push_back(text_of_result(e, at, text));
            state.characters = std::max(state.characters, static_cast<int>(state.texts.back().size()));
        }
}

Window window_of(const View& view, const Emulation& e, const ResultPanelState& state, ImVec2 at, ImVec2 size) {
    const Sizes px = sizes_at(view.scale);
    const float advance = ImGui::CalcTextSize("0").x, heads = advance * static_cast<float>(digits_of(e.m)) + px.gap;
    Window w{};
    w.height = std::round(px.mono + px.gap / 2);
    w.width = std::round(advance * static_cast<float>(state.characters) + px.gap);
    w.corner = {at.x + heads, at.y + w.height};
    const auto fit = [](float room, float cell) { return std::max(1, static_cast<int>(room / cell)); };
    w.rows = std::min(fit(size.y - w.height, w.height), static_cast<int>(e.m));
    w.columns = std::min(fit(size.x - heads, w.width), static_cast<int>(e.n));
    return w;
}

void scroll(const Emulation& e, const Window& w, ResultPanelState& state) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
        int& first = io.KeyShift ? state.left : state.top;
        first -= static_cast<int>(std::lround(io.MouseWheel * (io.KeyShift ? 1 : kRowsPerNotch)));
    }
    state.top = std::clamp(state.top, 0, static_cast<int>(e.m) - w.rows);
    state.left = std::clamp(state.left, 0, static_cast<int>(e.n) - w.columns);
}

// Scrolls once to a selection made in another view, and centres it. After that the user can scroll freely.
void reveal(const Window& w, const std::optional<ElementFocus>& element, ResultPanelState& state) {
    if (element == state.revealed) return;
    state.revealed = element;
    if (!element) return;
    const bool row_visible = element->row >= state.top && element->row < state.top + w.rows;
    const bool column_visible = element->column >= state.left && element->column < state.left + w.columns;
    if (!row_visible) state.top = element->row - w.rows / 2;
    if (!column_visible) state.left = element->column - w.columns / 2;
}

void draw_text_right(const Rect& cell, ImU32 colour, const std::string& text, const Sizes& px) {
    const float x = cell.max.x - px.gap / 2 - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::GetWindowDrawList()->AddText({std::round(x), std::round(cell.min.y + px.gap / 4)}, colour, text.c_str());
}

void draw_heads(const View& view, const Window& w, const ResultPanelState& state, ImVec2 at) {
    const Sizes px = sizes_at(view.scale);
    for (int c = 0; c < w.columns; ++c) draw_text_right(w.cell(-1, c), view.theme.dim, say(state.left + c), px);
    for (int r = 0; r < w.rows; ++r) {
        const Rect cell{{at.x, w.cell(r, 0).min.y}, {w.corner.x, w.cell(r, 0).max.y}};
        draw_text_right(cell, view.theme.dim, say(state.top + r), px);
    }
}

struct DrawnCell {
    Rect place;
    std::size_t index;
    bool pointed, selected;
};

void draw_number(const View& view, const Style& style, MonoPen& pen, const Cells& cells, const DrawnCell& cell,
                 const std::string& text, bool filled) {
    const Sizes& px = style.px;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto [low, high] = cell.place;
    const Tone tone = cells.tone[cell.index];
    const Mark mark = cells.mark[cell.index];
    if (filled) list.AddRectFilled(low, high, colour_of(view.theme, tone));
    if (mark != Mark::none) {
        list.PushClipRect(low, high, true);
        const bool crossed = mark == Mark::crossed;
        const ImU32 colour =
            filled ? line_on(view.theme, tone) : faded(crossed ? view.theme.error : view.theme.hatch, kPatternOpacity);
        hatch_rect(list, low, high, {.colour = colour, .step = px.hatch, .crossed = crossed});
        list.PopClipRect();
    }
    const float x = high.x - px.gap / 2 - mono_width(style, TextSize::mono, "0") * static_cast<float>(text.size());
    pen.draw({std::round(x), std::round(low.y + px.gap / 4)}, filled ? text_on(view.theme, tone) : view.theme.text,
             text);
    if (!cell.pointed && !cell.selected) return;
    draw_ring_rect(list, low, high, ring_of(view.theme, px, !cell.selected));
}

// Returns the element under the pointer.
std::optional<ElementFocus> element_at(const Window& w, const ResultPanelState& state) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int row = static_cast<int>(std::floor((mouse.y - w.corner.y) / w.height));
    const int column = static_cast<int>(std::floor((mouse.x - w.corner.x) / w.width));
    if (row < 0 || column < 0 || row >= w.rows || column >= w.columns) return std::nullopt;
    return ElementFocus{Matrix::d, state.top + row, state.left + column};
}

void draw_window_frame(const View& view, const ResultPanelState& state, const GridPlaces& places) {
    const ImVec2 low = places.corner(static_cast<float>(state.top), static_cast<float>(state.left));
    const ImVec2 high =
        places.corner(static_cast<float>(state.top + state.rows), static_cast<float>(state.left + state.columns));
    ImGui::GetWindowDrawList()->AddRect(low, high, view.theme.dim, 0, 0, sizes_at(view.scale).line);
}

void draw_ring_of_small_cell(const View& view, const GridPlaces& places, const ElementFocus& element) {
    const Sizes px = sizes_at(view.scale);
    const ImVec2 centre = places.cell(element.row, element.column).centre();
    const float half = std::max(kRingOfSmallCell * view.scale, places.width + 2 * px.ring) / 2;
    draw_ring_rect(*ImGui::GetWindowDrawList(), {centre.x - half, centre.y - half}, {centre.x + half, centre.y + half},
                   ring_of(view.theme, px));
}

// The selected element of D, or the element of D in the selected Tensor Memory cell.
std::optional<ElementFocus> selected_element(const View& view) {
    const std::optional<Trace> pinned = pinned_trace(view);
    return element_of_d(view.view_state.selection, pinned ? *pinned : view.trace);
}

// Draws the numbers with row and column headings, in the mono font. The wheel scrolls rows; Shift and the wheel scroll
// columns. A click selects an element.
void draw_result_numbers(const View& view, ResultPanelState& state, Requests& requests, const ResultText& text,
                         ImVec2 size) {
    const Emulation& e = *view.results.emulation;
    const Cells& cells = state.overview.grids.front();
    ImGui::PushFont(view.mono);
    measure_sample(e, state, text);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    Window w = window_of(view, e, state, at, size);
    ImGui::InvisibleButton("result.numbers", size);
    mark("result.numbers");
    const std::optional<ElementFocus> selected = selected_element(view), pointed = element_of_d(view.focus, view.trace);
    reveal(w, selected, state);
    scroll(e, w, state);
    keep_visible_texts(e, w, state, text);
    const int kept_columns = w.columns;
    w = window_of(view, e, state, at, size);  // again, because the columns may be wider now
    state.rows = w.rows, state.columns = w.columns;
    if (const auto element = ImGui::IsItemHovered() ? element_at(w, state) : std::nullopt)
        requests.point(*element, ImGui::IsMouseClicked(ImGuiMouseButton_Left));
    ImGui::GetWindowDrawList()->PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    draw_heads(view, w, state, at);
    const Style style = style_of(view);
    MonoPen pen(*ImGui::GetWindowDrawList(), style, TextSize::mono);
    for (int r = 0; r < w.rows; ++r)
        for (int c = 0; c < w.columns; ++c) {
            const int row = state.top + r, column = state.left + c;
            const DrawnCell cell{.place = w.cell(r, c),
                                 .index = cells.at(row, column),
                                 .pointed = pointed == ElementFocus{Matrix::d, row, column},
                                 .selected = selected == ElementFocus{Matrix::d, row, column}};
            draw_number(view, style, pen, cells, cell, state.texts[static_cast<std::size_t>(r * kept_columns + c)],
                        text.show == ResultShow::difference);
            mark_rect(cell.place, "result.cell.", row, '.', column);
        }
    ImGui::GetWindowDrawList()->PopClipRect();
    ImGui::PopFont();
}

// Draws each element of D as a cell. A click or a drag selects an element. A frame shows the part that the numbers
// show.
void draw_result_overview(const View& view, ResultPanelState& state, Requests& requests, ImVec2 size) {
    const Cells& cells = state.overview.grids.front();
    const GridReply reply = moving_grid(view, requests, cells, {.id = "result.overview", .size = size}, state.whole);
    state.dragging = reply.clicked.has_value() || (state.dragging && ImGui::IsMouseDown(ImGuiMouseButton_Left));
    if (reply.hovered) requests.point(element_of_cell(cells, *reply.hovered), state.dragging);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(reply.places.area.min, reply.places.area.max, true);
    draw_window_frame(view, state, reply.places);
    const std::optional<ElementFocus> selected = selected_element(view);
    if (selected) draw_ring_of_small_cell(view, reply.places, *selected);
    list.PopClipRect();
}

constexpr const char* kCopyPopup = "result_copy";
constexpr unsigned kMostSteps = 1024;

void offer_emulate(Requests& requests) {
    if (button("Emulate", "result.emulate", {.icon = Icon::run, .beside = true})) requests.ask("emulate");
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
        if (button(label.c_str(), say("result.cause.", i, ".go"), {.small = true}))
            go_to_cause(view, causes[i], requests);
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
    draw_element_explanation(view, state.explained, *element, "result.explanation");
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
        if (named) types.read = image_from_words(view.derived, o).type;
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

// Returns the title of the shown result: "RESULT  D = A x B, K steps 0 to 3".
std::string result_title(const View& view) {
    const EmulatorJob& job = view.results.job;
    const bool adds = !job.steps.empty() && job.steps.front().enable_d;
    const std::string product = adds ? "RESULT  D = A x B + D" : "RESULT  D = A x B";
    const unsigned last = job.first_step + static_cast<unsigned>(job.steps.size()) - 1;
    if (job.steps.size() < 2) return say(product, ", K step ", job.first_step);
    return say(product, ", K steps ", job.first_step, " to ", last);
}

// Draws the verdict, or the state in its place: running with [Stop], stopped or never run with [Emulate], refused with
// [Go to <field>] if the field is known, older than the last edit.
void draw_result_state(const View& view, PanelStates& states, Requests& requests) {
    const Results& r = view.results;
    if (r.state == ResultState::done) return verdict_line(view, states, requests, "result");
    const bool stale = r.emulation && !r.is_of(view.derived.revision);
    if (r.state == ResultState::running) {
        if (!view.compact) ImGui::AlignTextToFramePadding();  // as high as a verdict
        coloured_line(view.theme.text, progress_text(r));
        mark("result.running");
        if (button("Stop", "result.stop", {.icon = Icon::stop, .beside = true, .small = view.compact}))
            requests.ask("stop_emulation");
    }
    if (r.state == ResultState::stopped) {
        beside_boxes("Stopped.", "result.stopped");
        offer_emulate(requests);
    }
    if (r.state == ResultState::refused) draw_refused(view, requests);
    if (r.state == ResultState::none) {
        beside_boxes("No emulation has run yet.", "result.none");
        offer_emulate(requests);
    }
    if (!stale) return;
    const std::string stale_note = "This result was computed before the last edit.";
    if (r.state != ResultState::refused) stay_on_line(view.scale);
    coloured_line(view.theme.dim, shortened(stale_note, ImGui::GetContentRegionAvail().x));
    mark("result.before");
}

// Draws [Copy as], with the choices values, hexadecimal, CSV, and differences only.
void draw_result_copy(const View& view, Requests& requests) {
    const char* label = "Copy as";
    const float width = action_width(Icon::copy, label), right = ImGui::GetWindowContentRegionMax().x - width;
    stay_on_line(width);
    ImGui::SetCursorPosX(std::max(right, ImGui::GetCursorPosX()));
    if (button(label, "result.copy", {.icon = Icon::copy})) ImGui::OpenPopup(kCopyPopup);
    if (!begin_popup(kCopyPopup)) return;
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
    const unsigned tile = std::clamp(view.session.tile_k / std::max(1u, view.derived.k), 1u, kMostSteps);
    const unsigned first = std::min(run.first_step, tile - 1);
    const unsigned shown = run.steps == 0 ? tile - first : run.steps;
    const std::string begin = say("first K step ", first);
    if (!view.tall) stay_on_line(ImGui::CalcTextSize(begin.c_str()).x + 3 * ImGui::GetFrameHeight());
    if (const unsigned to = stepper("result.first", begin, first, 0, tile - 1); to != first) {
        run.first_step = to;
        run.steps = run.steps == 0 ? 0 : std::min(run.steps, tile - to);
    }
    const std::string label = say("steps ", shown, " of ", tile - first);
    stay_on_line(ImGui::CalcTextSize(label.c_str()).x + 3 * ImGui::GetFrameHeight());
    if (const unsigned to = stepper("result.steps", label, shown, 1, tile - first); to != shown) run.steps = to;
    bool all = run.steps == 0, adds = run.enable_d;
    if (checkbox("all", "result.all", all)) run.steps = all ? 0 : 1;
    if (checkbox("D +=", "result.enable_d", adds)) run.enable_d = adds;
    if (run != view.session.run) requests.edit(SetRun{run});
}

// Draws the types that memory was written with. If the instruction reads other types, draws a warning with
// [Match memory to the words].
void draw_result_types(const View& view, PanelStates& states, Requests& requests) {
    const auto types = types_of(view);
    std::vector<Edit> edits;
    for (const Operand o : kBothOperands)
        if (const Types& t = types[o]; t.written != t.read) edits.emplace_back(MatchWords{o});
    if (edits.empty()) {
        ImGui::SameLine();
        const std::string same =
            shortened(say("memory types: ", types.a.written, " x ", types.b.written), ImGui::GetContentRegionAvail().x);
        coloured_line(view.theme.dim, same);
        mark("result.types");
        return;
    }
    sentence_of(view.theme, Severity::warn, types_that_differ(types), "result.types");
    const char* label = "Match memory to the words";
    if (button(label, "result.follow", {.beside = true, .small = true})) request_step(states, requests, edits);
}

constexpr float kLeastResultGrid = 120, kWordsShare = 0.22f, kOverviewShare = 0.32f;
constexpr float kLeastOverview = 60, kMostOverview = 340;
constexpr float kDimmed = 0.55f;  // opacity of a result that is older than the document

// Computes the values that stay the same for one result.
void update_for_result(const View& view, ResultPanelState& state) {
    const Results& r = view.results;
    if (state.serial == r.serial) return;
    state.serial = r.serial;
    state.overview = result_scene(*r.emulation);
    const Answer<CodeReader> codes =
        code_reader(r.session.recipe_of(RecipeOf::a), r.session.recipe_of(RecipeOf::b), r.job, *r.emulation);
    state.codes = codes.value;
    state.why_no_codes = codes.why;
}

void choose_format(const View& view, const ResultPanelState& state, Requests& requests) {
    const std::string_view why_not = view.view_state.result_show == ResultShow::difference
                                         ? "Differences are shown only in units in the last place (ULP)."
                                         : "";
    const Segment formats[] = {
        {"number", "number", why_not},
        {"hexadecimal", "hexadecimal", why_not},
        {"coordinates", "coordinates", why_not.empty() ? std::string_view(state.why_no_codes) : why_not}};
    stay_on_line(button_width("number") + button_width("hexadecimal") + button_width("coordinates"));
    choose_one(view, "result.format", formats, view.view_state.result_format, requests.view_state.result_format);
}

// An equal element proves nothing if its values cannot show a wrong read. The button fills A and B with values for
// which every element of D shows a wrong read.
void draw_sight(const View& view, PanelStates& states, Requests& requests) {
    const Emulation& e = *view.results.emulation;
    const std::string text = sight_grouped(e);
    if (!text.empty()) dim_text(view.theme, text, "result.sight");
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
    constexpr Segment kShows[] = {{"emulated", "emulated"}, {"expected", "expected"}, {"difference", "difference"}};
    choose_one(view, "result.show", kShows, view.view_state.result_show, requests.view_state.result_show);
    choose_format(view, state, requests);
    draw_result_copy(view, requests);
    const bool old = !r.is_of(view.derived.revision);
    if (old) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, kDimmed);
    if (states.counts_open) draw_facts(view, states, requests);
    const ImGuiStyle& style = ImGui::GetStyle();
    // One height for every legend and explanation: the numbers stay where they are when another element is selected.
    const float line = ImGui::GetTextLineHeightWithSpacing(), room = ImGui::GetContentRegionAvail().y;
    const float words = std::floor(std::clamp(room * kWordsShare, 2 * line, 6 * line));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_grids(view, state, requests, std::max(room - words - 2 * style.ItemSpacing.y, kLeastResultGrid * view.scale));
    mark_picture(at, {ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y});
    if (begin_part("result.words", {0, words})) {
        legend(state.overview.legend, style_of(view));
        if (view.view_state.result_format == ResultFormat::coordinates) draw_digit_note(view, state);
        if (!view.asked) draw_causes(view, requests);
        draw_explanation(view, state);
        draw_doubts(view);
    }
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
    if (view.tall) {  // below the map; alone, it follows the tabs
        const std::string aside =
            r.state == ResultState::done ? say("emulated in ", static_cast<long>(r.milliseconds + 0.5), " ms") : "";
        heading(r.emulation ? result_title(view) : "RESULT", style_of(view), aside);
    }
    draw_result_run(view, requests);
    draw_result_types(view, states, requests);
    draw_result_state(view, states, requests);
    against_line(view, states, requests, "result");
    waiting_words_line(view, states, requests, "result.waiting");
    if (r.emulation && r.emulation->m > 0 && r.emulation->n > 0) draw_result(view, states, requests);
}

std::optional<Scene> picture_of_result(const PictureSource& source) {
    return source.results.emulation ? scene_with_cells(result_scene(*source.results.emulation)) : std::nullopt;
}

}  // namespace tilescope::ui
