// app/panels/result_parts.cpp -- state, causes, explanation, doubts and copies of a result.
// SPDX-License-Identifier: MIT
#include "app/panels/result_parts.h"
#include "app/panels/panel_parts.h"
#include "app/panels/result_grid.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/scene/result_scene.h>

#include <algorithm>
#include <array>
#include <string_view>

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
    stay_on_line(action_width(b.icon, b.label));
    if (action_button(b.icon, b.label)) requests.commands.emplace_back(b.command);
    mark(b.id);
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
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::error));
    wrapped(say(sign_of(Severity::error), "  ", view.results.refused));
    ImGui::PopStyleColor();
    mark("result.refused");
    const std::optional<FieldPlace>& at = view.results.refused_at;
    if (!at || find_field(*view.derived.of(at->word).format, at->field) == nullptr) return;
    const std::string label = say("Go to ", at->field);
    if (ImGui::Button(label.c_str())) go_to_field(view, at->word, at->field, requests);
    mark("result.go_to_field");
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
        mark("result.cause.", say(i, ".go"));
        ImGui::SameLine();
        wrapped(causes[i].sentence);
        mark("result.cause.", say(i));
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
    if (!inside) {
        empty_state(view.theme, "result.hint", "Click an element of D to see which bytes were read for it.");
        return;
    }
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
        dim_text(view.theme, say("[?]  ", row->sentence));
        mark("result.doubt.", row->id);
    }
    if (e.doubtful > 0)
        dim_text(view.theme, say("[?]  For ", e.doubtful, e.doubtful == 1 ? " word" : " words",
                                 " of D, another possible rule gives a different value."));
    for (std::size_t i = 0; i < e.notes.size(); ++i) {
        dim_text(view.theme, e.notes[i]);
        mark("result.note.", say(i));
    }
}

// A label with the buttons [-] and [+] for a small number. Returns the new number after a click.
struct Stepper {
    std::string_view id;
    std::string label;
    unsigned value, least, most;
};
std::optional<unsigned> stepper(const Stepper& s) {
    std::optional<unsigned> out;
    const float side = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::PushID(s.id.data(), s.id.data() + s.id.size());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(s.label.c_str());
    ImGui::SameLine();
    ImGui::BeginDisabled(s.value <= s.least);
    if (ImGui::Button("-", {side, side})) out = s.value - 1;
    ImGui::EndDisabled();
    mark(s.id, ".minus");
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(s.value >= s.most);
    if (ImGui::Button("+", {side, side})) out = s.value + 1;
    ImGui::EndDisabled();
    mark(s.id, ".plus");
    ImGui::PopID();
    return out;
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
    std::string out;
    for (const Operand o : kBothOperands)
        if (types[o].written != types[o].read)
            out += say(out.empty() ? "" : "; ", name_of(o), " was written as ", types[o].written, " and is read as ",
                       types[o].read);
    return out + ".";
}

unsigned steps_of_tile(const View& view) {
    const unsigned k = std::max(1u, view.derived.k);
    return std::clamp(view.session.tile_k / k, 1u, kMostSteps);
}

}  // namespace

std::string result_title(const View& view) {
    const EmulatorJob& job = view.results.job;
    const bool adds = !job.steps.empty() && job.steps.front().enable_d;
    const std::string product = adds ? "RESULT  D = A x B + D" : "RESULT  D = A x B";
    const unsigned last = job.first_step + static_cast<unsigned>(job.steps.size()) - 1;
    if (job.steps.size() < 2) return say(product, ", K step ", job.first_step);
    return say(product, ", K steps ", job.first_step, " to ", last);
}

void draw_result_state(const View& view, Requests& requests) {
    const Results& r = view.results;
    const bool stale = r.emulation && !r.is_of(view.derived.revision);
    if (r.state == ResultState::running) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(progress_text(r).c_str());
        mark("result.running");
        command_button(kStop, requests);
    }
    if (r.state == ResultState::stopped) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted("Stopped.");
        mark("result.stopped");
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
    dim_text(view.theme, stale_note);
    mark("result.before");
}

void draw_result_copy(const View& view, Requests& requests) {
    const char* label = "Copy as";
    const float width = action_width(Icon::copy, label), right = ImGui::GetWindowContentRegionMax().x - width;
    stay_on_line(width);
    ImGui::SetCursorPosX(std::max(right, ImGui::GetCursorPosX()));
    if (action_button(Icon::copy, label)) ImGui::OpenPopup(kCopyPopup);
    mark("result.copy");
    if (!ImGui::BeginPopup(kCopyPopup)) return;
    for (const NamedValue& row : kResultCopyNames) {
        const auto what = static_cast<ResultCopy>(row.raw);
        if (ImGui::Selectable(row.name.data())) {
            requests.copy = copy_of(*view.results.emulation, what);
            requests.status = say("Copied D: ", row.name, ".");
        }
        mark("result.copy.", say(row.raw));
    }
    ImGui::EndPopup();
}

void draw_result_run(const View& view, Requests& requests) {
    MmaRun run = view.session.run;
    const unsigned tile = steps_of_tile(view), first = std::min(run.first_step, tile - 1);
    const unsigned shown = run.steps == 0 ? tile - first : run.steps;
    if (const auto step = stepper({"result.first", say("first K step ", first), first, 0, tile - 1})) {
        run.first_step = *step;
        run.steps = run.steps == 0 ? 0 : std::min(run.steps, tile - *step);
    }
    const std::string label = say("steps ", shown, " of ", tile - first);
    stay_on_line(ImGui::CalcTextSize(label.c_str()).x + 3 * ImGui::GetFrameHeight());
    if (const auto steps = stepper({"result.steps", label, shown, 1, tile - first})) run.steps = *steps;
    bool all = run.steps == 0, adds = run.enable_d;
    stay_on_line(button_width("all") + ImGui::GetFrameHeight());
    if (ImGui::Checkbox("all", &all)) run.steps = all ? 0 : 1;
    mark("result.all");
    stay_on_line(button_width("D +=") + ImGui::GetFrameHeight());
    if (ImGui::Checkbox("D +=", &adds)) run.enable_d = adds;
    mark("result.enable_d");
    if (run != view.session.run) requests.edits.push_back(SetRun{run});
}

void draw_result_types(const View& view, PanelStates& states, Requests& requests) {
    const auto types = types_of(view);
    std::vector<Edit> edits;
    for (const Operand o : kBothOperands)
        if (const Types& t = types[o]; t.written != t.read) edits.emplace_back(MatchWords{o});
    if (edits.empty()) {
        const std::string same = say("memory types: ", types.a.written, " x ", types.b.written);
        stay_on_line(ImGui::CalcTextSize(same.c_str()).x);
        dim_text(view.theme, same);
        mark("result.types");
        return;
    }
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::warn));
    wrapped(say(sign_of(Severity::warn), "  ", types_that_differ(types)));
    ImGui::PopStyleColor();
    mark("result.types");
    const char* label = "Match memory to the words";
    stay_on_line(button_width(label));
    if (ImGui::SmallButton(label)) {
        requests.edits.insert(requests.edits.end(), edits.begin(), edits.end());
        requests.gesture = states.next_gesture++;
    }
    mark("result.follow");
}

void draw_result_words(const View& view, ResultPanelState& state, Requests& requests) {
    draw_causes(view, requests);
    draw_explanation(view, state);
    draw_doubts(view);
}

}  // namespace tilescope::ui
