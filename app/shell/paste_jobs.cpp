// app/shell/paste_jobs.cpp -- reads a long pasted text on a thread, with progress, and can be stopped.
// SPDX-License-Identifier: MIT
#include "app/shell/paste_jobs.h"

#include "app/io/program.h"
#include "app/io/state_line.h"
#include "app/shell/drawer.h"
#include "app/shell/follow_job.h"
#include "app/shell/frame.h"
#include "app/shell/lessons.h"
#include "app/shell/rail.h"
#include "app/shell/shown_parts.h"
#include "app/shell/state_lines.h"
#include "app/shell/tabs.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::size_t kWordsOfABatch = 4;  // a paste with so many words is a batch
// A program must be read as a whole. paste() reads that many bytes of a log in 0.2 s and of PTX in 0.15 s, which is too
// short for a percentage to be read; the status line says that the text is being read, and Esc stops it.
constexpr std::size_t kMostWhole = std::size_t{1} << 20;

std::string_view take_block(std::string_view& text) {
    const std::string_view block = text.substr(0, PasteBlocks::first_block(text, true));
    text.remove_prefix(block.size());
    return block;
}

// Reads a program too, and says first what can be chosen.
void read_program(const std::string& text, const PasteFor& reads_for, PasteReply& reply) {
    reply.program = read_chains(text, {.arch = reads_for.arch, .edition = reads_for.edition});
    const std::size_t count = reply.program.chains.size();
    if (count != 0)
        reply.pasted.sentence = say("The program has ", count, count == 1 ? " chain" : " chains",
                                    " of MMAs: choose one, and it becomes the session. ", reply.pasted.sentence);
}

void read_blocks(const PasteRequest& request, PasteReply& reply, const WorkTools& tools) {
    PasteBlocks blocks(request.reads_for);
    tools.rows = static_cast<unsigned>(request.text.size());
    std::string_view rest = request.text;
    while (!rest.empty() && blocks.rows() < PasteBlocks::kMostRows && !tools.stop.stop_requested()) {
        blocks.add(take_block(rest), tools.stop);
        tools.rows_done = static_cast<unsigned>(request.text.size() - rest.size());
    }
    if (tools.stop.stop_requested()) return;
    reply.pasted = blocks.result();
    if (!rest.empty())
        reply.pasted.sentence =
            say("The first ", blocks.rows(), " words were read, more than a table shows. The text after ",
                request.text.size() - rest.size(), " bytes was not read. The command tilescope decode reads all.");
    reply.batch = prepare_batch(blocks.table(), blocks.target());
}

PasteReply read_request(const PasteRequest& request, const WorkTools& tools) {
    PasteReply reply{.document = request.document, .applies = request.applies, .path = request.path};
    if (request.text.size() > kMostPasteBytes) {
        reply.why = too_long_to_paste();
        return reply;
    }
    const std::vector<io::StateLine> lines = io::state_lines_in(request.text, tools.stop);
    if (tools.stop.stop_requested() || read_state_line(request.text, lines, reply)) return reply;
    if (request.text.size() > kMostWhole) {
        read_blocks(request, reply, tools);
    } else {
        const PasteFor& reads_for = request.reads_for;
        reply.pasted = paste(request.text, {.edition = reads_for.edition,
                                            .kind = reads_for.kind,
                                            .max_words = PasteBlocks::kMostRows,
                                            .stop = tools.stop});
        if (tools.stop.stop_requested()) return reply;
        read_program(request.text, reads_for, reply);
        const std::string& named = reply.pasted.context.arch;
        const std::string& target = named.empty() ? reads_for.arch : named;
        reply.batch = prepare_batch(batch_table(reply.pasted, request.text, target), target);
    }
    refuse_state_line(request.text, lines, reply);
    reply.text = reply.box = request.text;
    return reply;
}

// The number of pasted words that the panel would put on cards, if that would change anything.
std::size_t waiting_words(const App& app) {
    const PastePlan plan = plan_paste(app.pasted, app.view_state.active, app.session);
    if (outcome_of(app.pasted, plan, app.session).edits.empty()) return 0;
    return planned_words(plan);
}

// A long text is not plain, and a plan for all of its words would only be made to say so.
bool is_plain_paste(const App& app) {
    return app.program.chains.empty() && app.pasted.words.size() == 1 &&
           is_plain(app.pasted, plan_paste(app.pasted, app.view_state.active, app.session));
}

// Whether words were pasted, not typed into the box, and the lesson of this tab does not ask for them. A state line
// gets a tab as soon as it is opened.
bool leaves_lesson(const App& app, const PasteReply& reply) {
    const bool has_words = !reply.pasted.words.empty() || !reply.pasted.layout.empty() ||
                           !reply.pasted.tensor_maps.empty() || !reply.program.chains.empty();
    return app.lesson && has_words && (reply.applies || app.states.paste.arrived) && !asks_for_paste(app);
}

// The words of a reply become those of the shown document.
void show_reply(App& app, PasteReply reply) {
    app.states.paste.reading = false;
    if (!reply.why.empty()) {
        app.states.paste.text = app.paste_text;
        return say_now(app, reply.why);  // also if the pointer is on something that has a sentence of its own
    }
    end_follow(app);
    const bool leaves = leaves_lesson(app, reply);
    if (leaves && !take_paste_out_of_lesson(app)) return;
    // While the user types into the box, each letter is a new text.
    const std::size_t dropped = reply.applies && reply.text != app.paste_text ? app.states.paste.waiting : 0;
    OldPaste old{.pasted = std::exchange(app.pasted, std::move(reply.pasted)),
                 .program = std::exchange(app.program, std::move(reply.program)),
                 .text = std::exchange(app.paste_text, std::move(reply.text)),
                 .box = std::exchange(app.states.paste.text, std::move(reply.box)),
                 .batch = {}};
    app.text_path = std::move(reply.path);
    app.states.paste.planned_for.clear();
    app.pasted_session = std::move(reply.session);
    app.states.paste.waiting = waiting_words(app);
    ++app.states.paste_number;
    old.batch = give_batch(app.states.batch, std::move(reply.batch), app.states.paste_number);
    discard(app, std::move(old));
    show_paste(app);
    const bool applies = app.pasted_session ? reply.applies || std::exchange(app.states.paste.arrived, false)
                                            : reply.applies && is_plain_paste(app);
    if (applies) apply_paste(app);
    if (dropped != 0) app.status += say(" ", not_applied_text(dropped), ": this text replaced them.");
    if (leaves) say_now(app, say(app.status, kOutOfLesson));
}

}  // namespace

std::string too_long_to_paste() {
    return say("The text has more than ", kMostPasteBytes, " bytes, and the window reads no more. For a longer text, ",
               "use the command tilescope decode.");
}

std::unique_ptr<PasteJobs> paste_jobs(std::function<void()> wake) {
    const auto failed = [](const PasteRequest& request) -> PasteReply {
        return {.document = request.document, .why = io::shortage()};
    };
    return start_jobs<PasteJobs>(PasteJobs::surviving(read_request, failed), std::move(wake));
}

void read_paste(App& app, std::string text, bool applies, std::string path) {
    stop_paste(app);
    PasteRequest request{app.id,
                         std::move(text),
                         {app.session.edition, app.session.variant.kind, app.session.arch},
                         applies,
                         std::move(path)};
    if (app.paster && request.text.size() > kPasteAtOnce) {
        app.pasting = app.id;
        app.states.paste.reading = true;
        app.paster->ask(std::move(request));
        app.redraw.touch();
        return;
    }
    std::atomic<unsigned> done = 0, all = 0;
    show_reply(app, read_request(request, {{}, done, all}));
}

void discard(App& app, OldPaste old) {
    if (app.paster) app.paster->discard(std::make_shared<OldPaste>(std::move(old)));
}

void forget_paste(App& app) {
    if (app.pasting == app.id) stop_paste(app);
    app.follower.reset();
    const bool typing = app.states.paste.typing;
    OldPaste old{.pasted = std::exchange(app.pasted, {}),
                 .program = std::exchange(app.program, {}),
                 .text = std::exchange(app.paste_text, {}),
                 .box = std::exchange(app.states.paste.text, {}),
                 .batch = give_batch(app.states.batch, {}, ++app.states.paste_number)};
    app.states.paste = {};
    app.states.batch = {};
    app.text_path.clear();
    app.pasted_session.reset();
    app.arrived_paste.reset();
    if (typing) leave_text_box();  // a box keeps its text while it has the keyboard
    discard(app, std::move(old));
}

bool take_paste_out_of_lesson(App& app) {
    const std::size_t tab = app.tab;
    const WordId active = app.view_state.active;
    const Operand operand = app.view_state.operand;
    if (!add_tab(app, app.session)) return false;
    app.view_state.active = app.active_before = active;
    app.view_state.operand = operand;
    app.requests.view_state = app.view_state;
    Document& lesson = document_of(app, tab);
    app.pasted = std::exchange(lesson.pasted, {});
    app.program = std::exchange(lesson.program, {});
    app.paste_text = std::exchange(lesson.paste_text, {});
    app.text_path = std::exchange(lesson.text_path, {});
    app.pasted_session = std::exchange(lesson.pasted_session, {});
    app.states.paste = std::exchange(lesson.states.paste, {});
    app.states.batch = std::exchange(lesson.states.batch, {});
    app.states.paste_number = lesson.states.paste_number++;
    app.follower = std::move(lesson.follower);
    return true;
}

std::optional<PasteReply> peek(const App& app, const std::string& text) {
    PasteReply reply;
    if (read_state_line(text, io::state_lines_in(text), reply)) return reply;
    reply.pasted = paste(text, {.edition = app.session.edition, .kind = app.session.variant.kind});
    read_program(text, {app.session.edition, app.session.variant.kind, app.session.arch}, reply);
    if (reply.pasted.words.empty() && reply.pasted.layout.empty() && reply.program.chains.empty()) return std::nullopt;
    return reply;
}

void show_paste(App& app) {
    const PasteResult& pasted = app.pasted;
    const bool has_new_layout = !pasted.layout.empty() && pasted.layout != app.session.requested_layout;
    if (has_new_layout) make_edits(app, {SetRequestedLayout{pasted.layout}}, app.states.next_gesture++);
    const Operand operand = app.view_state.operand;
    TmaCopy copy = app.session.copy_of(operand).value_or(TmaCopy());
    if (pasted.tensor_maps.size() == 1 && pasted.words.empty()) copy.map = pasted.tensor_maps[0].map;
    const bool has_map = copy != app.session.copy_of(operand).value_or(TmaCopy());
    if (has_map) make_edits(app, {SetTensorMap{operand, copy}}, app.states.next_gesture++);
    app.status = app.pasted_session ? say("The text has ", pasted.sentence, " To open it, press Ctrl+Shift+V.")
                                    : pasted.sentence;
    if (pasted.words.size() >= kWordsOfABatch) raise_drawer(app, "batch");
    const bool asks = (!pasted.words.empty() || !app.program.chains.empty()) && !is_plain_paste(app);
    if (asks || !pasted.refused.empty()) open_flyout(app, "paste");
    // Enter then applies the words. While the user types into the box, Enter does that anyway.
    app.states.paste.focus_apply = asks && !(ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput);
    if (!has_new_layout && !has_map) return;
    app.view_state.screen = Screen::memory;
    tab_of(app.view_state, Screen::memory) = has_map ? StageTab::tensor_map : StageTab::layout;
    app.requests.view_state = app.view_state;  // also if the text came from outside a frame, as from a dropped file
}

bool is_pasting(const App& app) { return app.pasting != 0; }

void stop_paste(App& app) {
    if (!is_pasting(app)) return;
    app.paster->stop();
    const std::size_t index = tab_of_document(app, std::exchange(app.pasting, 0));
    if (index >= tab_count(app)) return;
    Document& document = document_of(app, index);
    document.states.paste.reading = false;
    document.states.paste.text = document.paste_text;
    if (index == app.tab && ImGui::GetCurrentContext() != nullptr) leave_text_box();  // the box has the new text
    app.redraw.touch();
}

void take_paste(App& app) {
    if (app.paster) {
        app.paste_progress = app.paster->progress();
        if (std::optional<PasteReply> reply = app.paster->take()) {
            app.pasting = 0;
            const std::size_t index = tab_of_document(app, reply->document);
            if (index < tab_count(app)) document_of(app, index).arrived_paste = std::move(*reply);
            app.redraw.touch();
        }
    }
    // The words of another tab wait until it is shown.
    if (app.arrived_paste) show_reply(app, *std::exchange(app.arrived_paste, std::nullopt));
}

bool has_new_paste_output(const App& app) {
    return app.paster &&
           (app.paster->has_answer() || (is_pasting(app) && app.paster->progress() != app.paste_progress));
}

std::string paste_progress_text(const App& app) {
    const JobProgress& p = app.paste_progress;
    const std::uint64_t percent = p.rows == 0 ? 0 : std::uint64_t{100} * p.rows_done / p.rows;
    return say("Reading the pasted text", p.rows == 0 ? std::string(" ...") : say(": ", percent, " %."),
               " Esc stops it.");
}

}  // namespace tilescope::ui
