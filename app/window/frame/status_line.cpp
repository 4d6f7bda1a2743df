// app/window/frame/status_line.cpp -- the last line of the window.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/safety.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/regions.h"
#include "app/window/guide/start_page.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {

namespace {

// The offer of a backup copy is here, where it moves nothing. Its buttons are never beside another sentence.
bool shows_offer(const Documents& docs, const Jobs& jobs, const Overlays& overlays, const System& system) {
    const bool busy = is_busy_reading(jobs, system) || is_saving_file(jobs);
    return !docs.backup_offers.empty() && !busy && said_first(docs.current()).empty() &&
           !shows_reference(docs.current(), overlays);
}

// What happens while a copy is offered is said before the offer: a save that failed must be seen.
void note_newer_status(Documents& docs, const Jobs& jobs, const Overlays& overlays, const System& system) {
    Document& doc = docs.current();
    const bool newer = docs.status_at_offer && *docs.status_at_offer != doc.status && !doc.status.empty();
    if (newer && !docs.backup_offers.empty()) say_first(doc, doc.status);
    if (newer || shows_offer(docs, jobs, overlays, system)) docs.status_at_offer = doc.status;
}

}  // namespace

std::string status_sentence(Context c) {
    const Document& doc = c.document();
    if (shows_offer(c.documents, c.jobs, c.overlays, c.system)) return backup_sentence(c.documents);
    if (c.overlays.start_page.shown && said_first(doc).empty() && !is_busy_reading(c.jobs, c.system))
        return start_page_sentence(c.overlays);
    if (shows_reference(doc, c.overlays)) return "This is the pinned session. Release B to return.";
    if (c.jobs.is_reading()) return say("Reading ", c.jobs.reading, " ...");
    if (is_pasting(c.jobs)) return paste_progress_text(c.jobs);
    if (is_slow_clipboard(c.system)) return clipboard_progress_text(c.system);
    if (const std::string first = said_first(doc); !first.empty()) return first;
    if (!doc.trace.sentence.empty()) return doc.trace.sentence;
    return is_saving_file(c.jobs) ? saving_text(c.documents, c.jobs) : doc.status;
}

namespace {

struct ProblemCount {
    std::string text;  // "x 2 problems", "no problems", "x 12 wrong in D", "? unknown", "? assumed"
    ImU32 colour;
    bool of_d = false;  // no rule is broken, but D has wrong elements
    std::string first;  // what the first problem says
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
    // The rules report only what the given bits prove: without them, there is no verdict.
    if (const Basis basis = basis_of(view.derived); count == 0 && basis != Basis::given)
        return {say(sign_of(Severity::ask), ' ', name_of(basis)), colour_of(view.theme, Severity::ask)};
    if (count == 0) return {"no problems", view.theme.dim};
    const Severity worst = problems.front().problem.severity;
    return {say(sign_of(worst), ' ', count, count == 1 ? " problem" : " problems"), colour_of(view.theme, worst), false,
            problems.front().problem.text};
}

}  // namespace

bool shows_reference(const Document& doc, const Overlays& overlays) {
    return doc.reference.derived && doc.view_state.reference && !overlays.presentation.on && key_down(Key::b) &&
           !ImGui::GetIO().WantTextInput && !ImGui::GetIO().KeyCtrl;
}

void draw_status_line(const View& view, Context c) {
    Document& doc = c.document();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const ProblemCount problems = count_of(view);
    const std::string edits = edits_text(doc);
    const float edits_width = ImGui::CalcTextSize(edits.c_str()).x;
    const float button = ImGui::CalcTextSize(problems.text.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float pad = std::round(kRegionPad * view.scale / 2), right = ImGui::GetContentRegionMax().x - pad;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + pad);  // below the texts of the regions
    note_newer_status(c.documents, c.jobs, c.overlays, c.system);
    const bool offers = shows_offer(c.documents, c.jobs, c.overlays, c.system);
    const std::string sentence = status_sentence(c);
    const bool reads = is_busy_reading(c.jobs, c.system);
    if (reads || is_saving_file(c.jobs)) {
        if (action_button(Icon::stop, reads ? "Stop" : "Stop saving"))
            doc.requests.commands.push_back(command(reads ? "stop_reading" : "stop_saving"));
        mark("status.stop");
        ImGui::SameLine();
    }
    if (offers) draw_backup_buttons(c.documents);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        shortened(sentence, right - edits_width - button - 2 * gap - ImGui::GetCursorPosX()).c_str());
    mark(c.jobs.is_reading() ? "status.reading" : "status");
    if (offers) mark("left_over");
    tip(sentence);
    ImGui::SameLine(right - edits_width - gap - button);
    ImGui::PushStyleColor(ImGuiCol_Text, problems.colour);
    if (ImGui::Button(say(problems.text, "###problems").c_str())) {
        if (problems.of_d)
            doc.requests.view_state.screen = Screen::mma;  // its card has the causes and the repair
        else if (view.compact || !drawer_is_open(doc, c.prefs))
            raise_drawer(doc, c.regions, "problems"), c.regions.to_front = Region::drawer;
        else
            toggle_drawer(doc, c.prefs);
    }
    ImGui::PopStyleColor();
    mark("status.problems");
    const std::string why = problems.first.empty() ? basis_sentence(view.derived) : problems.first;
    if (!why.empty()) tip(why);
    ImGui::SameLine(right - edits_width);
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", edits.c_str());
    mark("status.edits");
}

}  // namespace tilescope::ui
