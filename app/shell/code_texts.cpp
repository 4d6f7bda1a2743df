// app/shell/code_texts.cpp -- the session as source text: shown, copied, or written to a file.
// SPDX-License-Identifier: MIT
#include "app/shell/code_texts.h"

#include "app/io/export_targets.h"
#include "app/io/file.h"
#include "app/io/program.h"
#include "app/shell/chooser.h"
#include "app/shell/files.h"
#include "app/shell/saving.h"
#include "app/shell/shown_parts.h"
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
    try {
        return {asked, text_of(asked)};
    } catch (const std::exception&) {  // out of memory: the window must not end
        return {asked, Answer<CodeText>::refuse(io::shortage())};
    }
}

std::unique_ptr<CodeJobs> code_jobs(std::function<void()> wake) {
    return start_jobs<CodeJobs>([](const CodeToMake& asked, const WorkTools&) { return make_code(asked); },
                                std::move(wake));
}

bool is_there(const CodePanelState& state, const CodeToMake& asked) {
    return state.revision == asked.revision && state.made_for == asked.target && state.folder == asked.folder;
}

bool is_same(const CodeToMake& a, const CodeToMake& b) {
    return a.document == b.document && a.revision == b.revision && a.target == b.target && a.folder == b.folder;
}

bool is_making(const App& app) { return app.coder && app.coder->progress().running; }

// Whether a text is being made that goes to the clipboard. What panels show waits for it.
bool is_copying(const App& app) { return is_making(app) && app.asked_code.copies; }

// Puts the text on the clipboard, or says why there is none: in its document, and in the one that is shown now.
void copy_text(App& app, const CodeToMake& asked, const Answer<CodeText>& code) {
    const Answer<CodeTarget> target = io::export_target(asked.target);
    const std::string_view title = target ? target->title : std::string_view(asked.target);
    const std::size_t tab = tab_of_document(app, asked.document);
    const bool shown = tab == app.tab, there = tab < tab_count(app);
    if (code) app.requests.copy = code->text;
    const std::string here = code ? say("Copied the session as ", title, '.') : code.why;
    if (there) document_of(app, tab).status = here;
    if (shown) return;
    const std::string from = there ? say("the tab ", document_name(document_of(app, tab))) : "a tab that was closed";
    app.status = code ? say("Copied the session of ", from, " as ", title, '.')
                      : say("The session of ", from, " was not copied. ", code.why);
}

void take_made(App& app, MadeCode made) {
    if (made.asked.copies) copy_text(app, made.asked, made.code);
    const std::size_t tab = tab_of_document(app, made.asked.document);
    app.redraw.touch();
    if (tab >= tab_count(app)) return;
    CodePanelState& state = document_of(app, tab).states.code;
    if (state.target != made.asked.target) return;
    const bool same = made.code && state.why.empty() && made.code->text == state.code.text;
    if (same && is_there(state, made.asked)) return;  // the lines that the last edit changed stay marked
    show_code(state, std::move(made.code), made.asked.revision);
    state.folder = made.asked.folder;
}

// Makes the text on the thread; without a thread, at once.
void make_on_thread(App& app, CodeToMake asked) {
    if (!app.coder) app.coder = code_jobs(app.wake);
    app.asked_code = asked;
    app.coder ? app.coder->ask(std::move(asked)) : take_made(app, make_code(asked));
}

// For the panel: begins to make the text, unless it is being made or is there.
void ask_for_code(App& app) {
    CodeToMake asked = code_to_make(app);
    if (is_same(app.asked_code, asked) && (is_making(app) || is_there(app.states.code, asked))) return;
    make_on_thread(app, std::move(asked));
}

// Makes the text anew: the files that it contains may have changed.
void copy_from_files(App& app) {
    const std::size_t tab = tab_of_document(app, is_copying(app) ? app.asked_code.document : app.id);
    if (tab != app.tab && tab < tab_count(app))
        document_of(app, tab).status = "This session was not copied: another one was copied before it was ready.";
    CodeToMake asked = code_to_make(app);
    asked.copies = true;
    app.status = say("Making the text for ", chosen_target(app.states.code).title, " ...");
    make_on_thread(app, std::move(asked));
}

// Requires: the target reads no files.
Answer<CodeText> text_of_chosen(const App& app) {
    const Answer<CodeTarget> target = io::export_target(app.states.code.target);
    if (!target) return Answer<CodeText>::refuse(target.why);
    return target->text({.derived = app.derived, .view_state = &app.view_state});
}

bool reads_files(std::string_view id) {
    const Answer<CodeTarget> target = io::export_target(id);
    return target && target->reads_files;
}

}  // namespace

void list_code_targets(App& app) {
    if (app.states.code.targets.empty()) app.states.code.targets = io::export_targets();
}

void copy_code(App& app, std::string_view target) {
    list_code_targets(app);
    app.states.code.target = target;
    if (reads_files(target)) return copy_from_files(app);
    const Answer<CodeText> code = text_of_chosen(app);
    say_now(app, code ? say("Copied the session as ", chosen_target(app.states.code).title, '.') : code.why);
    if (code) app.requests.copy = code->text;
}

void ask_to_save_code(App& app, std::string_view target) {
    app.states.code.target = target;
    if (!reads_files(target)) {
        if (const Answer<CodeText> code = text_of_chosen(app); !code) {
            say_now(app, code.why);
            return;
        }
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
    const Answer<CodeText> code = text_of_chosen(app);
    const Answer<void> written = code ? io::write_text(path, code->text) : Answer<void>::refuse(code.why);
    say_now(app, written ? say("Saved ", what, " as ", path, ".") : written.why);
}

std::string_view code_extension(const App& app) { return chosen_target(app.states.code).extension; }

void follow_code(App& app) {
    if (auto made = app.coder ? app.coder->take() : std::nullopt) take_made(app, std::move(*made));
    const bool shows_files = app.code_requested && chosen_target(app.states.code).reads_files;
    if (shows_files && !is_copying(app)) ask_for_code(app);
}

bool has_new_code(const App& app) { return app.coder && app.coder->has_answer(); }

}  // namespace tilescope::ui
