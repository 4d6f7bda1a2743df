// app/window/code/code_texts.cpp -- the session as source text: shown, copied, or written to a file.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/program.h"
#include "app/publish/export_targets.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tilescope::ui {
namespace {

CodeToMake code_to_make(const Document& doc) {
    return {.document = doc.id,
            .revision = doc.revision,
            .target = doc.states.code.target,
            .session = doc.session,
            .folder = doc.file.folder()};
}

Answer<CodeText> text_of(const CodeToMake& asked) {
    const Answer<CodeTarget> target = io::export_target(asked.target);
    if (!target) return Refusal(target.why);
    return target->text({.derived = derive(asked.session, asked.revision), .folder = asked.folder});
}

MadeCode make_code(const CodeToMake& asked) {
    try {
        return {asked, text_of(asked)};
    } catch (const std::exception&) {  // out of memory: the window must not end
        return {asked, Refusal(io::shortage())};
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

bool is_making(const Jobs& jobs) { return jobs.coder && jobs.coder->progress().running; }

// Whether a text is being made that goes to the clipboard. What panels show waits for it.
bool is_copying(const Jobs& jobs) { return is_making(jobs) && jobs.asked_code.copies; }

// Puts the text on the clipboard, or says why there is none: in its document, and in the one that is shown now.
void copy_text(Documents& docs, const CodeToMake& asked, const Answer<CodeText>& code) {
    const Answer<CodeTarget> target = io::export_target(asked.target);
    const std::string_view title = target ? target->title : std::string_view(asked.target);
    const std::size_t tab = tab_of_document(docs, asked.document);
    const bool shown = tab == docs.shown, there = tab < tab_count(docs);
    if (code) docs.current().requests.copy = code->text;
    const std::string here = code ? say("Copied the session as ", title, '.') : code.why;
    if (there) document_of(docs, tab).status = here;
    if (shown) return;
    const std::string from = there ? say("the tab ", document_name(document_of(docs, tab))) : "a tab that was closed";
    docs.current().status = code ? say("Copied the session of ", from, " as ", title, '.')
                                 : say("The session of ", from, " was not copied. ", code.why);
}

void take_made(Documents& docs, Regions& regions, MadeCode made) {
    if (made.asked.copies) copy_text(docs, made.asked, made.code);
    const std::size_t tab = tab_of_document(docs, made.asked.document);
    regions.redraw.touch();
    if (tab >= tab_count(docs)) return;
    CodePanelState& state = document_of(docs, tab).states.code;
    if (state.target != made.asked.target) return;
    const bool same = made.code && state.why.empty() && made.code->text == state.code.text;
    if (same && is_there(state, made.asked)) return;  // the lines that the last edit changed stay marked
    show_code(state, std::move(made.code), made.asked.revision);
    state.folder = made.asked.folder;
}

// Makes the text on the thread; without a thread, at once.
void make_on_thread(Documents& docs, Jobs& jobs, Regions& regions, CodeToMake asked) {
    if (!jobs.coder) jobs.coder = code_jobs(jobs.wake);
    jobs.asked_code = asked;
    jobs.coder ? jobs.coder->ask(std::move(asked)) : take_made(docs, regions, make_code(asked));
}

// Makes the text anew: the files that it contains may have changed.
void copy_from_files(Documents& docs, Jobs& jobs, Regions& regions) {
    Document& doc = docs.current();
    const std::size_t tab = tab_of_document(docs, is_copying(jobs) ? jobs.asked_code.document : doc.id);
    if (tab != docs.shown && tab < tab_count(docs))
        document_of(docs, tab).status = "This session was not copied: another one was copied before it was ready.";
    CodeToMake asked = code_to_make(doc);
    asked.copies = true;
    doc.status = say("Making the text for ", chosen_target(doc.states.code).title, " ...");
    make_on_thread(docs, jobs, regions, std::move(asked));
}

// Requires: the target reads no files.
Answer<CodeText> text_of_chosen(const Document& doc) {
    const Answer<CodeTarget> target = io::export_target(doc.states.code.target);
    if (!target) return Refusal(target.why);
    return target->text({.derived = doc.derived, .view_state = &doc.view_state});
}

bool reads_files(std::string_view id) {
    const Answer<CodeTarget> target = io::export_target(id);
    return target && target->reads_files;
}

// Gives the code panel of the document the targets of app/publish too.
void list_code_targets(Document& doc) {
    if (doc.states.code.targets.empty()) doc.states.code.targets = io::export_targets();
}

// Copies the text of a target (CodeTarget::id), or says why there is none. A text that reads files is copied as soon
// as the thread has made it.
void copy_code(Documents& docs, Jobs& jobs, Regions& regions, std::string_view target) {
    Document& doc = docs.current();
    list_code_targets(doc);
    doc.states.code.target = target;
    if (reads_files(target)) return copy_from_files(docs, jobs, regions);
    const Answer<CodeText> code = text_of_chosen(doc);
    say_now(doc, code ? say("Copied the session as ", chosen_target(doc.states.code).title, '.') : code.why);
    if (code) doc.requests.copy = code->text;
}

// Asks for a file, and writes the text of the target to it.
void ask_to_save_code(Context c, std::string_view target) {
    c.document().states.code.target = target;
    if (!reads_files(target))
        if (const Answer<CodeText> code = text_of_chosen(c.document()); !code) return say_now(c.document(), code.why);
    run_command(c, command("choose_path", "code "));
}

void save_code(Document& doc, Jobs& jobs, const std::string& path) {
    list_code_targets(doc);
    const CodeTarget& target = chosen_target(doc.states.code);
    const std::string what = say("the code (", target.title, ')');
    if (target.reads_files) {
        const auto write = [asked = code_to_make(doc), path](const WorkTools& tools) {
            const Answer<CodeText> code = text_of(asked);
            if (tools.stop.stop_requested()) return Answer<void>();
            return code ? io::write_text(path, code->text) : Refusal(code.why);
        };
        return save_on_thread(doc, jobs, {.what = what, .path = path, .write = write});
    }
    const Answer<CodeText> code = text_of_chosen(doc);
    const Answer<void> written = code ? io::write_text(path, code->text) : Refusal(code.why);
    say_now(doc, written ? say("Saved ", what, " as ", path, ".") : written.why);
}

// Of the file of the chosen target: "cuh".
std::string_view code_extension(const Document& doc) { return chosen_target(doc.states.code).extension; }

// Takes the text that a thread made, and asks for the next one if the panel shows it.
void follow_code(Documents& docs, Jobs& jobs, Regions& regions) {
    if (auto made = jobs.coder ? jobs.coder->take() : std::nullopt) take_made(docs, regions, std::move(*made));
    const Document& doc = docs.current();
    if (!doc.code_requested || !chosen_target(doc.states.code).reads_files || is_copying(jobs)) return;
    CodeToMake asked = code_to_make(doc);
    const bool asked_before = is_same(jobs.asked_code, asked);
    if (asked_before && (is_making(jobs) || is_there(doc.states.code, asked))) return;
    make_on_thread(docs, jobs, regions, std::move(asked));
}

// clang-format off
constexpr Command kCodeCommands[] = {
    {.id = "copy_code", .act_on = with_request<copy_code>},
    {.id = "save_code", .act_on = with_request<ask_to_save_code>},
};
// clang-format on

constexpr PathVerb kCodeVerbs[] = {
    {.verb = "code ",
     .title = "Save the code as: ",
     .act = with<save_code>,
     .extension = "txt",
     .type_title = "Code",
     .suffix = "-mma",
     .extension_of = code_extension,
     .exports = true},
};

}  // namespace

const Feature kCode = {.id = "code",
                       .commands = kCodeCommands,
                       .verbs = kCodeVerbs,
                       .busy = with<is_making>,
                       .news = news_in<&Jobs::coder>,
                       .end = ends<&Jobs::coder>,
                       .take = with<follow_code>,
                       .draws = with<list_code_targets>};

}  // namespace tilescope::ui
