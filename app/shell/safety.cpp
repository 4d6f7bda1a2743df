// app/shell/safety.cpp -- unsaved edits survive a crash: a copy at most once a minute, offered at the next start.
// SPDX-License-Identifier: MIT
#include "app/shell/safety.h"

#include "app/shell/files.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <imgui.h>

namespace tilescope::ui {

std::string age_text(std::chrono::seconds age) {
    struct Unit {
        long long seconds;
        const char* name;
    };
    constexpr Unit kUnits[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    for (const Unit& unit : kUnits)
        if (const long long count = age.count() / unit.seconds; count > 0)
            return say(count, ' ', unit.name, count == 1 ? "" : "s");
    return "a moment";
}

void Safety::look_for_copy(App& app) const {
    if (!file_.found()) return;
    const auto copy = file_.load();
    if (copy)
        app.left_over = {copy->session, age_text(copy->age)};
    else
        app.status = copy.why;
}

double Safety::keep_copy(App& app, double now) {
    // A copy that is on offer is not written over.
    if (!file_.is_ours() || failed_ || app.left_over) return -1;
    if (!is_unsaved(app)) {
        if (kept_revision_ != 0) file_.drop();
        kept_revision_ = 0;
        return -1;
    }
    if (kept_revision_ == app.revision) return -1;
    if (now < kept_at_ + between_) return kept_at_ + between_ - now;
    const Answer<bool> kept = file_.keep(app.session);
    failed_ = !kept;
    if (failed_) {
        app.status = say("Unsaved edits cannot be kept for a crash: ", kept.why);
        app.redraw.touch();
    }
    kept_at_ = now;
    kept_revision_ = app.revision;
    return -1;
}

void Safety::end(const App& app) const {
    if (!app.left_over) file_.drop();
}

void draw_left_over(App& app) {
    if (!app.left_over) return;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        say("The program ended without saving. Its edits of ", app.left_over->age, " ago were kept.").c_str());
    mark("left_over");
    ImGui::SameLine();
    if (ImGui::Button("Restore")) app.asks.commands.emplace_back("restore_left_over");
    mark("left_over.restore");
    ImGui::SameLine();
    if (ImGui::Button("Discard")) app.asks.commands.emplace_back("discard_left_over");
    mark("left_over.discard");
}

}  // namespace tilescope::ui
