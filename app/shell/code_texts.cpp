// app/shell/code_texts.cpp -- the session as source text: copied, or written to a file.
// SPDX-License-Identifier: MIT
#include "app/shell/code_texts.h"

#include "app/io/export_targets.h"
#include "app/io/file.h"
#include "app/shell/chooser.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

// The target that the panel shows, as text.
Answer<CodeText> text_of_chosen(const App& app) {
    const Answer<CodeTarget> target = io::export_target(app.states.code.target);
    if (!target) return Answer<CodeText>::refuse(target.why);
    return target->text({.derived = app.derived, .view_state = &app.view_state});
}

}  // namespace

void list_code_targets(App& app) {
    if (app.states.code.targets.empty()) app.states.code.targets = io::export_targets();
}

void copy_code(App& app, std::string_view target) {
    app.states.code.target = target;
    Answer<CodeText> code = text_of_chosen(app);
    app.status = code ? say("Copied the session as ", chosen_target(app.states.code).title, '.') : code.why;
    if (code) app.requests.copy = std::move(code->text);
}

void ask_to_save_code(App& app, std::string_view target) {
    app.states.code.target = target;
    const Answer<CodeText> code = text_of_chosen(app);
    if (!code) {
        app.status = code.why;
        return;
    }
    open_chooser(app, "code ");
}

void save_code(App& app, const std::string& path) {
    const Answer<CodeText> code = text_of_chosen(app);
    const auto written = code ? io::write_text(path, code->text) : Answer<void>::refuse(code.why);
    app.status = written ? say("saved the session as ", chosen_target(app.states.code).title, ": ", path) : written.why;
}

std::string_view code_extension(const App& app) { return chosen_target(app.states.code).extension; }

}  // namespace tilescope::ui
