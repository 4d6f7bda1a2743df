// app/shell/status_line.cpp -- the last line of the window: what is pointed at, the number of problems, the edits.
// SPDX-License-Identifier: MIT
#include "app/shell/status_line.h"

#include "app/shell/clipboard.h"
#include "app/shell/drawer.h"
#include "app/shell/files.h"
#include "app/shell/paste_jobs.h"
#include "app/shell/safety.h"
#include "app/shell/saving.h"
#include "app/shell/shown_parts.h"
#include "app/shell/start_page.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {

namespace {

// The offer of a backup copy is here, where it moves nothing. Its buttons are never beside another sentence.
bool shows_offer(const App& app) {
    const bool busy = is_busy_reading(app) || is_saving_file(app);
    return !app.backup_offers.empty() && !busy && said_first(app).empty() && !shows_reference(app);
}

// What happens while a copy is offered is said before the offer: a save that failed must be seen.
void note_newer_status(App& app) {
    const bool newer = app.status_at_offer && *app.status_at_offer != app.status && !app.status.empty();
    if (newer && !app.backup_offers.empty()) say_first(app, app.status);
    if (newer || shows_offer(app)) app.status_at_offer = app.status;
}

}  // namespace

std::string status_sentence(const App& app) {
    if (shows_offer(app)) return backup_sentence(app);
    if (app.start_page.shown && said_first(app).empty() && !is_busy_reading(app)) return start_page_sentence(app);
    if (shows_reference(app)) return "This is the pinned session. Release B to return.";
    if (is_reading(app)) return say("Reading ", app.reading, " ...");
    if (is_pasting(app)) return paste_progress_text(app);
    if (is_slow_clipboard(app)) return clipboard_progress_text(app);
    if (const std::string first = said_first(app); !first.empty()) return first;
    if (!app.trace.sentence.empty()) return app.trace.sentence;
    return is_saving_file(app) ? saving_text(app) : app.status;
}

namespace {

struct ProblemCount {
    std::string text;  // "x 2 problems", "no problems", "x 12 wrong in D"
    ImU32 colour;
    bool of_d = false;  // no rule is broken, but D has wrong elements
};

// Notes (severity info) are no problems, as on the cards of the words.
ProblemCount count_of(const View& view) {
    const auto& problems = view.derived.problems;
    const auto count =
        std::ranges::count_if(problems, [](const PlacedProblem& p) { return p.problem.severity < Severity::info; });
    const Results& r = view.results;
    const std::size_t wrong =
        r.is_of(view.derived.revision) ? r.emulation->count[static_cast<std::size_t>(Verdict::wrong)] : 0;
    if (count == 0 && wrong != 0)
        return {say(sign_of(Severity::error), ' ', wrong, " wrong in D"), view.theme.wrong, true};
    if (count == 0) return {"no problems", view.theme.dim};
    const Severity worst = problems.front().problem.severity;
    return {say(sign_of(worst), ' ', count, count == 1 ? " problem" : " problems"), colour_of(view.theme, worst)};
}

}  // namespace

bool shows_reference(const App& app) {
    return app.reference && app.view_state.reference && !app.presentation.on && key_down(Key::b) &&
           !ImGui::GetIO().WantTextInput && !ImGui::GetIO().KeyCtrl;
}

void draw_status_line(const View& view, App& app) {
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const ProblemCount problems = count_of(view);
    const std::size_t count = app.history.edits();
    const std::string edits = say(count, count == 1 ? " edit" : " edits");
    const float edits_width = ImGui::CalcTextSize(edits.c_str()).x;
    const float button = ImGui::CalcTextSize(problems.text.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float right = ImGui::GetContentRegionMax().x;
    note_newer_status(app);
    const std::string sentence = status_sentence(app);
    const bool reads = is_busy_reading(app);
    if (reads || is_saving_file(app)) {
        if (action_button(Icon::stop, reads ? "Stop" : "Stop saving"))
            app.requests.commands.emplace_back(reads ? CommandId::do_stop_reading : CommandId::do_stop_saving);
        mark("status.stop");
        ImGui::SameLine();
    }
    if (shows_offer(app)) draw_backup_buttons(app);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        shortened(sentence, right - edits_width - button - 2 * gap - ImGui::GetCursorPosX()).c_str());
    mark(is_reading(app) ? "status.reading" : "status");
    if (shows_offer(app)) mark("left_over");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", sentence.c_str());
    ImGui::SameLine(right - edits_width - gap - button);
    ImGui::PushStyleColor(ImGuiCol_Text, problems.colour);
    if (ImGui::Button(say(problems.text, "###problems").c_str())) {
        if (problems.of_d)
            app.requests.view_state.screen = Screen::mma;  // its card has the causes and the repair
        else
            drawer_is_open(app) ? toggle_drawer(app) : raise_drawer(app, "problems");
    }
    ImGui::PopStyleColor();
    mark("status.problems");
    ImGui::SameLine(right - edits_width);
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", edits.c_str());
    mark("status.edits");
}

}  // namespace tilescope::ui
