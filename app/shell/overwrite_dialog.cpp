// app/shell/overwrite_dialog.cpp -- the question before a file is written over that this window has not seen.
// SPDX-License-Identifier: MIT
#include "app/shell/overwrite_dialog.h"

#include "app/shell/files.h"
#include "app/shell/question.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

std::string sentence_of(const OverwriteQuestion& question) {
    switch (question.reason) {
    case OverwriteReason::exists: return say(question.path, " is there already, with other contents.");
    case OverwriteReason::changed:
        return say(question.path, " was changed by another program since it was opened or saved here.");
    case OverwriteReason::removed: return say(question.path, " was removed since it was opened or saved here.");
    case OverwriteReason::unknown:
        return say(question.path, " may hold other work: the edits here were restored from a copy.");
    }
    return {};
}

}  // namespace

void draw_overwrite(App& app, float scale) {
    if (!app.overwrite) return;
    enum : std::size_t { elsewhere, here, none };
    const bool removed = app.overwrite->reason == OverwriteReason::removed;
    const Choice choices[] = {{"Save as ...", "overwrite.elsewhere"},
                              {removed ? "Save again" : "Overwrite", "overwrite.overwrite"},
                              {"Cancel", "overwrite.cancel"}};
    const auto answer = ask("Overwrite?", sentence_of(*app.overwrite), choices, scale);
    if (answer == here)
        overwrite(app);
    else if (answer == elsewhere)
        save_elsewhere(app);
    else if (answer == none)
        app.overwrite.reset();
}

}  // namespace tilescope::ui
