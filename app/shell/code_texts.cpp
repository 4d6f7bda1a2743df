// app/shell/code_texts.cpp -- the session as source text: shown, copied, or written to a file.
// SPDX-License-Identifier: MIT
#include "app/shell/code_texts.h"

#include "app/io/export_targets.h"
#include "app/io/file.h"
#include "app/io/program.h"
#include "app/shell/chooser.h"
#include "app/shell/saving.h"
#include "app/shell/tabs.h"

#include <tilescope/base/say.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tilescope::ui {
namespace {

CodeToMake code_to_make(const App& app) {
    return {.document = app.id,
            .revision = app.revision,
            .target = app.states.code.target,
            .session = app.session,
            .folder = io::folder_of(app.file_path)};
}

Answer<CodeText> text_of(const CodeToMake& asked) {
    const Answer<CodeTarget> target = io::export_target(asked.target);
    if (!target) return Answer<CodeText>::refuse(target.why);
    return target->text({.derived = derive(asked.session, asked.revision), .folder = asked.folder});
}

MadeCode make_code(const CodeToMake& asked) {
    MadeCode made{.document = asked.document, .revision = asked.revision, .target = asked.target, .code = CodeText()};
    try {
        made.code = text_of(asked);
    } catch (const std::exception&) {  // out of memory: the window must not end
        made.code = Answer<CodeText>::refuse(io::shortage());
    }
    return made;
}

std::unique_ptr<CodeJobs> code_jobs(std::function<void()> wake) {
    return start_jobs<CodeJobs>([](const CodeToMake& asked, const WorkTools&) { return make_code(asked); },
                                std::move(wake));
}

bool is_there(const App& app) {
    return app.states.code.revision == app.revision && app.states.code.made_for == app.states.code.target;
}

bool is_same(const CodeToMake& a, const CodeToMake& b) {
    return a.document == b.document && a.revision == b.revision && a.target == b.target && a.folder == b.folder;
}

// Begins to make the text on the thread, unless it is being made or is there. Without a thread it is made at once.
void ask_for_code(App& app) {
    CodeToMake asked = code_to_make(app);
    const bool runs = app.coder && app.coder->progress().running;
    if (is_same(app.asked_code, asked) && (runs || is_there(app))) return;
    if (!app.coder) app.coder = code_jobs(app.wake);
    app.asked_code = asked;
    if (app.coder) return app.coder->ask(std::move(asked));
    show_code(app.states.code, make_code(asked).code, app.revision);
}

// Returns the text of the shown target, or why there is none. Nothing: a thread makes it, because it reads files.
std::optional<Answer<CodeText>> text_of_chosen(App& app) {
    CodePanelState& state = app.states.code;
    const Answer<CodeTarget> target = io::export_target(state.target);
    if (!target) return Answer<CodeText>::refuse(target.why);
    if (!target->reads_files) return target->text({.derived = app.derived, .view_state = &app.view_state});
    ask_for_code(app);
    if (!is_there(app)) return std::nullopt;
    return state.why.empty() ? Answer<CodeText>(state.code) : Answer<CodeText>::refuse(state.why);
}

void put_on_clipboard(App& app, Answer<CodeText> code) {
    app.status = code ? say("Copied the session as ", chosen_target(app.states.code).title, '.') : code.why;
    if (code) app.requests.copy = std::move(code->text);
}

}  // namespace

void list_code_targets(App& app) {
    if (app.states.code.targets.empty()) app.states.code.targets = io::export_targets();
}

void copy_code(App& app, std::string_view target) {
    app.states.code.target = target;
    app.copied_code.clear();
    if (auto code = text_of_chosen(app)) return put_on_clipboard(app, std::move(*code));
    app.copied_code = target;
    app.status = say("Making the text for ", chosen_target(app.states.code).title, " ...");
}

void ask_to_save_code(App& app, std::string_view target) {
    app.states.code.target = target;
    if (const auto code = text_of_chosen(app); code && !*code) {
        app.status = code->why;
        return;
    }
    open_chooser(app, "code ");
}

void save_code(App& app, const std::string& path) {
    list_code_targets(app);
    const CodeTarget& target = chosen_target(app.states.code);
    const std::string what = say("the code (", target.title, ')');
    if (target.reads_files) {
        const auto write = [asked = code_to_make(app), path](const WorkTools& tools) {
            const Answer<CodeText> code = text_of(asked);
            if (tools.stop.stop_requested()) return Answer<void>();
            return code ? io::write_text(path, code->text) : Answer<void>::refuse(code.why);
        };
        return save_on_thread(app, {.what = what, .counts = {}, .path = path, .write = write});
    }
    const auto code = text_of_chosen(app);
    const auto written = *code ? io::write_text(path, (*code)->text) : Answer<void>::refuse(code->why);
    app.status = written ? say("Saved ", what, " as ", path, ".") : written.why;
}

std::string_view code_extension(const App& app) { return chosen_target(app.states.code).extension; }

void follow_code(App& app) {
    std::optional<MadeCode> made = app.coder ? app.coder->take() : std::nullopt;
    if (made) {
        const std::size_t index = tab_of_document(app, made->document);
        if (index < tab_count(app))
            if (CodePanelState& state = document_of(app, index).states.code; state.target == made->target)
                show_code(state, std::move(made->code), made->revision);
        const std::string copied = std::exchange(app.copied_code, {});
        if (!copied.empty() && made->document == app.id) copy_code(app, copied);
        app.redraw.touch();
    }
    if (app.code_requested && chosen_target(app.states.code).reads_files) ask_for_code(app);
}

bool has_new_code(const App& app) { return app.coder && app.coder->has_answer(); }

}  // namespace tilescope::ui
