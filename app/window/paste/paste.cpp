// app/window/paste/paste.cpp -- reads a long pasted text on a thread, with progress, and can be stopped.
// SPDX-License-Identifier: MIT
#include "app/window/paste/paste.h"

#include "app/io/program.h"
#include "app/io/state_line.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/paste_plan.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/lessons.h"

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

PastePlan& plan_of(Document& doc) {
    return planned_paste(doc.states, doc.paste.result, doc.view_state.active, doc.session);
}

// The number of pasted words that the panel would put on cards, if that would change anything.
std::size_t waiting_words(Document& doc) {
    const PastePlan& plan = plan_of(doc);
    if (outcome_of(doc.paste.result, plan, doc.session).edits.empty()) return 0;
    return planned_words(plan);
}

bool is_plain_paste(Document& doc) {
    return doc.paste.program.chains.empty() && is_plain(doc.paste.result, plan_of(doc));
}

// Whether words were pasted, not typed into the box, and the lesson of this tab does not ask for them. A state line
// gets a tab as soon as it is opened.
bool leaves_lesson(const Document& doc, const PasteReply& reply) {
    const bool has_words = !reply.pasted.words.empty() || !reply.pasted.layout.empty() ||
                           !reply.pasted.tensor_maps.empty() || !reply.program.chains.empty();
    return doc.lesson && has_words && (reply.applies || doc.states.paste.arrived) && !asks_for_paste(doc);
}

// The words of a reply become those of the shown document.
void show_reply(Context c, PasteReply reply) {
    c.document().states.paste.reading = false;
    if (!reply.why.empty()) {
        c.document().states.paste.text = c.document().paste.text;
        return say_now(c.document(), reply.why);  // also if the pointer is on something that has a sentence of its own
    }
    end_follow(c.document(), c.regions);
    const bool leaves = leaves_lesson(c.document(), reply);
    if (leaves && !take_paste_out_of_lesson(c)) return;
    // While the user types into the box, each letter is a new text.
    const std::size_t dropped =
        reply.applies && reply.text != c.document().paste.text ? c.document().states.paste.waiting : 0;
    OldPaste old{.pasted = std::exchange(c.document().paste.result, std::move(reply.pasted)),
                 .program = std::exchange(c.document().paste.program, std::move(reply.program)),
                 .text = std::exchange(c.document().paste.text, std::move(reply.text)),
                 .box = std::exchange(c.document().states.paste.text, std::move(reply.box)),
                 .batch = {}};
    c.document().paste.path = std::move(reply.path);
    c.document().paste.session = std::move(reply.session);
    ++c.document().states.paste_number;
    c.document().states.paste.waiting = waiting_words(c.document());
    old.batch = give_batch(c.document().states.batch, std::move(reply.batch), c.document().states.paste_number);
    discard(c.jobs, std::move(old));
    show_paste(c);
    const bool applies = c.document().paste.session
                             ? reply.applies || std::exchange(c.document().states.paste.arrived, false)
                             : reply.applies && is_plain_paste(c.document());
    if (applies) apply_paste(c);
    if (dropped != 0) c.document().status += say(" ", not_applied_text(dropped), ": this text replaced them.");
    if (leaves) say_now(c.document(), say(c.document().status, kOutOfLesson));
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

void read_paste(Context c, std::string text, bool applies, std::string path) {
    stop_paste(c);
    PasteRequest request{c.document().id,
                         std::move(text),
                         {c.document().session.edition, c.document().session.variant.kind, c.document().session.arch},
                         applies,
                         std::move(path)};
    if (c.jobs.paster && request.text.size() > kPasteAtOnce) {
        c.jobs.pasting = c.document().id;
        c.document().states.paste.reading = true;
        c.jobs.paster->ask(std::move(request));
        c.regions.redraw.touch();
        return;
    }
    std::atomic<unsigned> done = 0, all = 0;
    show_reply(c, read_request(request, {{}, done, all}));
}

void discard(Jobs& jobs, OldPaste old) {
    if (jobs.paster) jobs.paster->discard(std::make_shared<OldPaste>(std::move(old)));
}

void forget_paste(Context c) {
    if (c.jobs.pasting == c.document().id) stop_paste(c);
    c.document().paste.follower.reset();
    const bool typing = c.document().states.paste.typing;
    OldPaste old{.pasted = std::exchange(c.document().paste.result, {}),
                 .program = std::exchange(c.document().paste.program, {}),
                 .text = std::exchange(c.document().paste.text, {}),
                 .box = std::exchange(c.document().states.paste.text, {}),
                 .batch = give_batch(c.document().states.batch, {}, ++c.document().states.paste_number)};
    c.document().states.paste = {};
    c.document().states.batch = {};
    c.document().paste.path.clear();
    c.document().paste.session.reset();
    c.document().paste.arrived.reset();
    if (typing) leave_text_box();  // a box keeps its text while it has the keyboard
    discard(c.jobs, std::move(old));
}

bool take_paste_out_of_lesson(Context c) {
    const std::size_t tab = c.documents.shown;
    const WordId active = c.document().view_state.active;
    const Operand operand = c.document().view_state.operand;
    if (!add_tab(c, c.document().session)) return false;
    c.document().view_state.active = c.document().active_before = active;
    c.document().view_state.operand = operand;
    c.document().requests.view_state = c.document().view_state;
    Document& lesson = document_of(c.documents, tab);
    c.document().paste.result = std::exchange(lesson.paste.result, {});
    c.document().paste.program = std::exchange(lesson.paste.program, {});
    c.document().paste.text = std::exchange(lesson.paste.text, {});
    c.document().paste.path = std::exchange(lesson.paste.path, {});
    c.document().paste.session = std::exchange(lesson.paste.session, {});
    c.document().states.paste = std::exchange(lesson.states.paste, {});
    c.document().states.batch = std::exchange(lesson.states.batch, {});
    c.document().states.paste_number = lesson.states.paste_number++;
    c.document().paste.follower = std::move(lesson.paste.follower);
    return true;
}

std::optional<PasteReply> peek(const Document& doc, const std::string& text) {
    PasteReply reply;
    if (read_state_line(text, io::state_lines_in(text), reply)) return reply;
    reply.pasted = paste(text, {.edition = doc.session.edition, .kind = doc.session.variant.kind});
    read_program(text, {doc.session.edition, doc.session.variant.kind, doc.session.arch}, reply);
    if (reply.pasted.words.empty() && reply.pasted.layout.empty() && reply.program.chains.empty()) return std::nullopt;
    return reply;
}

void show_paste(Context c) {
    const PasteResult& pasted = c.document().paste.result;
    const bool has_new_layout = !pasted.layout.empty() && pasted.layout != c.document().session.requested_layout;
    if (has_new_layout) make_edits(c, {SetRequestedLayout{pasted.layout}}, c.document().states.next_gesture++);
    const Operand operand = c.document().view_state.operand;
    TmaCopy copy = c.document().session.copy_of(operand).value_or(TmaCopy());
    if (pasted.tensor_maps.size() == 1 && pasted.words.empty()) copy.map = pasted.tensor_maps[0].map;
    const bool has_map = copy != c.document().session.copy_of(operand).value_or(TmaCopy());
    if (has_map) make_edits(c, {SetTensorMap{operand, copy}}, c.document().states.next_gesture++);
    c.document().status = c.document().paste.session
                              ? say("The text has ", pasted.sentence, " To open it, press Ctrl+Shift+V.")
                              : pasted.sentence;
    if (pasted.words.size() >= kWordsOfABatch) raise_drawer(c.document(), c.regions, "batch");
    const bool asks =
        (!pasted.words.empty() || !c.document().paste.program.chains.empty()) && !is_plain_paste(c.document());
    if (asks || !pasted.refused.empty()) open_flyout(c.regions, c.prefs, "paste");
    // Enter then applies the words. While the user types into the box, Enter does that anyway.
    c.document().states.paste.focus_apply =
        asks && !(ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput);
    if (!has_new_layout && !has_map) return;
    c.document().view_state.screen = Screen::memory;
    tab_of(c.document().view_state, Screen::memory) = has_map ? StageTab::tensor_map : StageTab::layout;
    c.document().requests.view_state =
        c.document().view_state;  // also if the text came from outside a frame, as from a dropped file
}

bool is_pasting(const Jobs& jobs) { return jobs.pasting != 0; }

void stop_paste(Context c) {
    if (!is_pasting(c.jobs)) return;
    c.jobs.paster->stop();
    const std::size_t index = tab_of_document(c.documents, std::exchange(c.jobs.pasting, 0));
    if (index >= tab_count(c.documents)) return;
    Document& document = document_of(c.documents, index);
    document.states.paste.reading = false;
    document.states.paste.text = document.paste.text;
    if (index == c.documents.shown && ImGui::GetCurrentContext() != nullptr)
        leave_text_box();  // the box has the new text
    c.regions.redraw.touch();
}

namespace {

// Takes the words if they are there.
void take_paste(Context c) {
    if (c.jobs.paster) {
        c.jobs.paste_progress = c.jobs.paster->progress();
        if (std::optional<PasteReply> reply = c.jobs.paster->take()) {
            c.jobs.pasting = 0;
            const std::size_t index = tab_of_document(c.documents, reply->document);
            if (index < tab_count(c.documents)) document_of(c.documents, index).paste.arrived = std::move(*reply);
            c.regions.redraw.touch();
        }
    }
    // The words of another tab wait until it is shown.
    if (c.document().paste.arrived) show_reply(c, *std::exchange(c.document().paste.arrived, std::nullopt));
}

}  // namespace

std::string paste_progress_text(const Jobs& jobs) {
    const JobProgress& p = jobs.paste_progress;
    const std::uint64_t percent = p.rows == 0 ? 0 : std::uint64_t{100} * p.rows_done / p.rows;
    return say("Reading the pasted text", p.rows == 0 ? std::string(" ...") : say(": ", percent, " %."),
               " Esc stops it.");
}

void end_follow(Document& doc, Regions& regions) {
    if (!doc.paste.follower) return;
    doc.paste.follower.reset();
    doc.states.batch.following.clear();
    doc.status = "The file is not followed any more. The rows stay.";
    regions.redraw.touch();
}

bool is_following(const Document& doc) { return doc.paste.follower != nullptr; }

namespace {

bool has_paste(const Document& doc) { return !doc.paste.result.words.empty() || doc.paste.session.has_value(); }

bool has_rewritten(const Document& doc) {
    const RewrittenMemory* rewritten = rewritten_memory(doc);
    return rewritten != nullptr && !rewritten->example;
}

// clang-format off
void keep_memory(Context c) { make_edits(c, {SetKeepMemory{!c.document().session.keep_memory}}); }

// clang-format off
constexpr Command kPasteCommands[] = {
    {.id = "apply_paste", .title = "Apply the pasted words to their cards", .keys = "Ctrl+Shift+V",
     .menu = Menu::edit,
     .place = 380, .when = {with<has_paste>}, .act = with<apply_paste>, .words = "waiting enter"},
    {.id = "judge_old_memory", .title = "Judge the words against the memory before the paste", .menu = Menu::edit,
     .place = 390, .when = {with<has_rewritten>}, .act = with<judge_old_memory>,
     .words = "keep old memory written wrong kernel producer image undo"},
    {.id = "keep_memory", .title = "Keep the memory when words are pasted, or rewrite it", .menu = Menu::edit,
     .place = 400, .is_on = [](Context c) { return c.document().session.keep_memory; }, .act = with<keep_memory>,
     .words = "producer written image follow match judge words"},
};
// clang-format on

News news_of_paste(Context c) {
    const PasteJobs* jobs = c.jobs.paster.get();
    if (jobs == nullptr) return News::nothing;
    return news_of(jobs, is_pasting(c.jobs) ? c.jobs.paste_progress : jobs->progress());
}

}  // namespace

const Feature kPaste = {.id = "paste",
                        .commands = kPasteCommands,
                        .begin = [](Context c) { c.jobs.paster = paste_jobs(c.jobs.wake); },
                        .busy = with<is_pasting>,
                        .news = news_of_paste,
                        .end = [](Context c) { c.jobs.paster.reset(); },
                        .arrive = with<take_paste>,
                        .drawn = with<note_closed_paste>,
                        .edited = note_edits_of_pastes};

}  // namespace tilescope::ui
