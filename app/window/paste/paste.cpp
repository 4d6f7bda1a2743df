// app/window/paste/paste.cpp -- reads a pasted text, a long one on a thread, and writes its words to their cards.
// SPDX-License-Identifier: MIT
#include "app/window/paste/paste.h"

#include "app/io/program.h"
#include "app/io/state_line.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/paste_plan.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/study/program_chains.h>

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

// The only MMA in the inline assembly of source code, in its line of the text. Empty: there is none, or there are
// several.
std::string only_mma_in(std::string_view text) {
    std::string out;
    for (const std::string& instruction : instructions_in(text)) {
        const Answer<MmaLine> line = parse_mma_line(instruction);
        if (!line || (line->opcode != Opcode::mma && line->opcode != Opcode::wgmma)) continue;
        if (!out.empty()) return {};
        const std::string_view before = text.substr(0, text.find(name_of(line->opcode)));
        out = say(std::string(static_cast<std::size_t>(std::ranges::count(before, '\n')), '\n'), instruction);
    }
    return out;
}

// Reads a program too, and says first what can be chosen.
void read_program(const std::string& text, const PasteFor& reads_for, ReadText& read) {
    if (!read.result.has_program) return;
    const ProgramContext context{.arch = reads_for.arch, .edition = reads_for.edition};
    read.program = read_chains(text, context);
    if (read.program.chains.empty())
        if (const std::string line = only_mma_in(text); !line.empty()) read.program = read_chains(line, context);
    const std::size_t count = read.program.chains.size();
    if (count != 0)
        read.result.sentence = say("The program has ", count, count == 1 ? " chain" : " chains",
                                   " of MMAs: choose one, and it becomes the session. ", read.result.sentence);
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
    reply.read.result = blocks.result();
    if (!rest.empty())
        reply.read.result.sentence =
            say("The first ", blocks.rows(), " words were read, more than a table shows. The text after ",
                request.text.size() - rest.size(), " bytes was not read. The command tilescope decode reads all.");
    reply.batch = prepare_batch(blocks.table(), blocks.target());
}

void read_whole(const PasteRequest& request, PasteReply& reply, const std::stop_token& stop) {
    const PasteFor& reads_for = request.reads_for;
    reply.read.result = paste(
        request.text,
        {.edition = reads_for.edition, .kind = reads_for.kind, .max_words = PasteBlocks::kMostRows, .stop = stop});
    if (stop.stop_requested()) return;
    read_program(request.text, reads_for, reply.read);
    const std::string& named = reply.read.result.context.arch;
    const std::string& target = named.empty() ? reads_for.arch : named;
    reply.batch = prepare_batch(batch_table(reply.read.result, request.text, target), target);
}

PasteReply read_request(const PasteRequest& request, const WorkTools& tools) {
    PasteReply reply{.document = request.document, .read = {.path = request.path}, .applies = request.applies};
    if (request.text.size() > kMostPasteBytes) {
        reply.why = too_long_to_paste();
        return reply;
    }
    const std::vector<io::StateLine> lines = io::state_lines_in(request.text, tools.stop);
    if (tools.stop.stop_requested()) return reply;
    if (!read_state_line(request.text, lines, reply.read)) {
        if (request.text.size() > kMostWhole)
            read_blocks(request, reply, tools);
        else
            read_whole(request, reply, tools.stop);
        refuse_state_line(request.text, lines, reply.read.result);
    }
    reply.read.text = reply.box = request.text;
    return reply;
}

// The number of pasted words that the panel would put on cards, if that would change anything.
std::size_t waiting_words(const Document& doc) {
    const PastePlan& plan = doc.states.paste.plan;
    if (outcome_of(doc.paste.result, plan, doc.session, &doc.paste.program).edits.empty()) return 0;
    return planned_words(plan);
}

// Whether the document has a lesson whose step does not ask for a paste. What is pasted gets a tab of its own.
bool has_other_lesson(const Document& doc) { return doc.lesson && !doc.lesson->now().paste; }

// Whether words were pasted, not typed into the box, and the lesson of this tab does not ask for them. A state line
// gets a tab as soon as it is opened.
bool leaves_lesson(const Document& doc, const PasteReply& reply) {
    const PasteResult& result = reply.read.result;
    const bool has_words = !result.words.empty() || !result.layout.empty() || !result.tensor_maps.empty() ||
                           !reply.read.program.chains.empty();
    return has_words && (reply.applies || doc.states.paste.arrived) && has_other_lesson(doc);
}

// What is pasted in a lesson is not a part of it, and its next step would throw it away. Shows a new tab with the
// session of the lesson and moves the paste there. Returns false if no tab is possible; the status line then says so.
bool take_paste_out_of_lesson(Context c) {
    Document& lesson = c.document();
    if (!add_tab(c, lesson.session)) return false;
    Document& doc = c.document();
    static_cast<ReadText&>(doc.paste) = std::exchange(static_cast<ReadText&>(lesson.paste), {});
    doc.states.paste = std::exchange(lesson.states.paste, {});
    doc.states.batch = std::exchange(lesson.states.batch, {});
    doc.states.paste_number = lesson.states.paste_number++;
    doc.paste.follower = std::move(lesson.paste.follower);
    return true;
}

// No pasted word waits any more. The panel closes, because it covers the picture, unless it says what was not read.
void end_waiting(Document& doc, Regions& regions) {
    doc.states.paste.waiting = 0;
    doc.paste.unapplied_at = 0;
    if (regions.flyout == "paste" && doc.paste.result.refused.empty()) regions.flyout.clear();
}

// The pasted word is active, on a screen that has words.
void show_word(Document& doc, WordId word) {
    doc.view_state.active = word;
    const Screen now = doc.view_state.screen;
    if (now == Screen::tmem || now == Screen::run) doc.view_state.screen = Screen::mma;
}

// Writes the pasted words to their cards as one edit, as the user chose in the paste panel. The status line then names
// the cards.
void apply_paste(Context c) {
    if (c.document().paste.session) return open_pasted_session(c);
    const bool leaves = has_other_lesson(c.document());
    if (leaves && !take_paste_out_of_lesson(c)) return;
    Document& doc = c.document();
    const PasteOutcome outcome = outcome_of(doc.paste.result, doc.states.paste.plan, doc.session, &doc.paste.program);
    if (outcome.active) show_word(doc, *outcome.active);
    make_edits(c, outcome.edits, doc.states.next_gesture++);
    end_waiting(doc, c.regions);
    // Also if the pointer is on a picture: a paste can change the target.
    say_now(doc, leaves ? say(outcome.sentence, kOutOfLesson) : outcome.sentence);
}

// Shows the choices of a paste that has just been read: the batch, the words without a certain card. `is_plain`: it has
// nothing to choose.
void show_paste(Context c, bool is_plain) {
    Document& doc = c.document();
    const PasteResult& pasted = doc.paste.result;
    const bool has_new_layout = !pasted.layout.empty() && pasted.layout != doc.session.requested_layout;
    if (has_new_layout) make_edits(c, {SetRequestedLayout{pasted.layout}}, doc.states.next_gesture++);
    const Operand operand = doc.view_state.operand;
    const TmaCopy before = doc.session.copy_of(operand).value_or(TmaCopy());
    TmaCopy copy = before;
    if (pasted.tensor_maps.size() == 1 && pasted.words.empty()) copy.map = pasted.tensor_maps[0].map;
    const bool has_map = copy != before;
    if (has_map) make_edits(c, {SetTensorMap{operand, copy}}, doc.states.next_gesture++);
    doc.status =
        doc.paste.session ? say("The text has ", pasted.sentence, " To open it, press Ctrl+Shift+V.") : pasted.sentence;
    if (pasted.words.size() >= kWordsOfABatch) raise_drawer(doc, c.regions, "batch");
    const bool asks = (!pasted.words.empty() || !doc.paste.program.chains.empty()) && !is_plain;
    if (asks || !pasted.refused.empty()) {
        open_flyout(c.regions, c.prefs, "paste");
        if (!c.regions.to_front) c.regions.to_front = Region::rail;  // a batch comes first
    }
    // Enter then applies the words. While the user types into the box, Enter does that anyway.
    doc.states.paste.focus_apply = asks && !(ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput);
    if (!has_new_layout && !has_map) return;
    doc.view_state.screen = Screen::memory;
    tab_of(doc.view_state, Screen::memory) = has_map ? StageTab::tensor_map : StageTab::layout;
    doc.requests.view_state = doc.view_state;  // also if the text came from outside a frame, as from a dropped file
}

// The words of a reply become those of the shown document.
void show_reply(Context c, PasteReply reply) {
    Document& shown = c.document();
    shown.states.paste.reading = false;
    if (!reply.why.empty()) {
        shown.states.paste.text = shown.paste.text;
        return say_now(shown, reply.why);  // also if the pointer is on something that has a sentence of its own
    }
    end_follow(shown, c.regions);
    const bool leaves = leaves_lesson(shown, reply);
    if (leaves && !take_paste_out_of_lesson(c)) return;
    Document& doc = c.document();
    // While the user types into the box, each letter is a new text.
    const std::size_t dropped = reply.applies && reply.read.text != doc.paste.text ? doc.states.paste.waiting : 0;
    OldPaste old{.read = std::exchange(static_cast<ReadText&>(doc.paste), std::move(reply.read)),
                 .box = std::exchange(doc.states.paste.text, std::move(reply.box))};
    ++doc.states.paste_number;
    old.batch = give_batch(doc.states.batch, std::move(reply.batch), doc.states.paste_number);
    discard(c.jobs, std::move(old));
    const std::uint64_t before = doc.revision;
    plan_words(doc);
    const bool plain = is_plain(doc.paste.result, doc.states.paste.plan, &doc.paste.program);
    show_paste(c, plain);
    const bool pasted = reply.applies || doc.states.paste.arrived;  // not typed, and not taken by the program
    const bool applies =
        doc.paste.session ? reply.applies || std::exchange(doc.states.paste.arrived, false) : reply.applies && plain;
    doc.paste.unapplied_at = pasted && !applies ? before : 0;
    doc.states.paste.waiting = applies ? 0 : waiting_words(doc);
    if (applies) apply_paste(c);
    if (dropped != 0) c.document().status += say(" ", not_applied_text(dropped), ": this text replaced them.");
    // A paste that was applied has said its sentence: it is said anew, with what follows.
    if (dropped != 0 || leaves) say_now(c.document(), say(c.document().status, leaves ? kOutOfLesson : ""));
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

PasteFor paste_for(const Session& session) { return {session.edition, session.variant.kind, session.arch}; }

void read_paste(Context c, std::string text, bool applies, std::string path) {
    stop_paste(c.documents, c.jobs, c.regions);
    Document& doc = c.document();
    PasteRequest request{doc.id, std::move(text), paste_for(doc.session), applies, std::move(path)};
    if (c.jobs.paster && request.text.size() > kPasteAtOnce) {
        c.jobs.pasting = doc.id;
        doc.states.paste.reading = true;
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

void forget_paste(Documents& docs, Jobs& jobs, Regions& regions) {
    Document& doc = docs.current();
    if (jobs.pasting == doc.id) stop_paste(docs, jobs, regions);
    doc.paste.follower.reset();
    const bool typing = doc.states.paste.typing;
    OldPaste old{.read = std::exchange(static_cast<ReadText&>(doc.paste), {}),
                 .box = std::exchange(doc.states.paste.text, {}),
                 .batch = give_batch(doc.states.batch, {}, ++doc.states.paste_number)};
    doc.states.paste = {};
    doc.states.batch = {};
    doc.paste.arrived.reset();
    doc.paste.unapplied_at = 0;
    if (typing) leave_text_box();  // a box keeps its text while it has the keyboard
    discard(jobs, std::move(old));
}

std::optional<ReadText> peek(const Document& doc, const std::string& text) {
    ReadText read;
    if (read_state_line(text, io::state_lines_in(text), read)) return read;
    read.result = paste(text, {.edition = doc.session.edition, .kind = doc.session.variant.kind});
    read_program(text, paste_for(doc.session), read);
    if (read.result.words.empty() && read.result.layout.empty() && read.program.chains.empty()) return std::nullopt;
    return read;
}

void plan_words(Document& doc) {
    PastePanelState& panel = doc.states.paste;
    panel.plan = plan_paste(doc.paste.result, doc.view_state.active, doc.session);
    panel.several_of.clear();
    panel.chosen = panel.misfit_of = -1;
}

bool is_pasting(const Jobs& jobs) { return jobs.pasting != 0; }

void stop_paste(Documents& docs, Jobs& jobs, Regions& regions) {
    if (!is_pasting(jobs)) return;
    jobs.paster->stop();
    const std::size_t index = tab_of_document(docs, std::exchange(jobs.pasting, 0));
    if (index >= tab_count(docs)) return;
    Document& document = document_of(docs, index);
    document.states.paste.reading = false;
    document.states.paste.text = document.paste.text;
    if (index == docs.shown && ImGui::GetCurrentContext() != nullptr) leave_text_box();  // the box has the new text
    regions.redraw.touch();
}

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

void open_chain(Context c, std::size_t number) {
    Document& doc = c.document();
    const ProgramChain& chain = doc.paste.program.chains[number];
    const std::string name = chain_name(doc.paste.program, number);
    const std::string open = list_of(chain.asks, &ChainAsk::name);
    const std::string sentence =
        say("The session is now ", name, " of the program: ", tile_text(doc.paste.program, number), '.',
            open.empty() ? "" : say(" The program does not say: ", open, '.'), " Ctrl+Z undoes it.");
    make_edits(c, {LoadSession{session_with_asks(chain), name}}, doc.states.next_gesture++);
    detach_file(c.document());
    note_opened_memory(c.document());
    end_waiting(c.document(), c.regions);
    say_now(c.document(), sentence);
}

const RewrittenMemory* rewritten_memory(const Document& doc) {
    return doc.paste.rewritten && doc.paste.rewritten->after == doc.session.image ? &*doc.paste.rewritten : nullptr;
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

// Remembers what edits mean for pastes: the words do not wait any more, and the memory is rewritten. `before` is the
// session before the edits.
void note_edits_of_pastes(Document& doc, Regions& regions, const std::vector<Edit>& edits, const Session& before) {
    const auto follows = [](const Edit& edit) {
        const auto* words = std::get_if<SetWords>(&edit);
        return words != nullptr && words->image_follows;
    };
    // The step with the words that kept the memory was undone, and another one has taken its place.
    if (doc.paste.rewritten && doc.session != before && doc.history.done() <= doc.paste.rewritten->kept_at)
        doc.paste.rewritten->kept_at = 0;
    if (std::ranges::none_of(edits, follows)) return;
    end_waiting(doc, regions);
    if (doc.session.image == before.image) {
        if (doc.paste.rewritten && doc.session.keep_memory && doc.session != before)
            doc.paste.rewritten->kept_at = doc.history.done();
        return;
    }
    // One operand is enough: words that read its example are blamed for what nobody said.
    const bool example = std::ranges::any_of(kBothOperands, [&](Operand o) {
        return doc.session.image[o] != before.image[o] && !is_own(doc.user_memory, o, before.image[o]);
    });
    doc.paste.rewritten = RewrittenMemory{before.image, doc.session.image, example};
}

// Gives the session the memory that it had before the last paste, and keeps it from now on: the pasted words are judged
// against it.
void judge_old_memory(Context c) {
    Document& doc = c.document();
    const OperandPair<OperandImage> old = doc.paste.rewritten->before;
    std::vector<Edit> edits = {SetKeepMemory{true}};
    for (const Operand o : kBothOperands)  // an operand that the paste left alone is not said to be right
        if (old[o] != doc.session.image[o]) edits.emplace_back(SetImage{o, old[o]});
    make_edits(c, edits, doc.states.next_gesture++);
    doc.status = "The memory is again as it was before these words. The words are now judged against it.";
}

// The memory that the paste made is right: the words are judged against it from now on.
void say_written(Context c) {
    Document& doc = c.document();
    note_opened_memory(doc, true);
    doc.paste.rewritten.reset();
    make_edits(c, {SetKeepMemory{true}}, doc.states.next_gesture++);
    doc.status = "The memory is what your program wrote. The words are judged against it, and a paste keeps it.";
}

// Says that pasted words wait if the paste panel has just closed.
void note_closed_paste(Document& doc, Regions& regions) {
    const bool closed = regions.last_flyout == "paste" && regions.flyout != "paste";
    regions.last_flyout = regions.flyout;
    if (closed) doc.states.paste.typing = false;
    const std::size_t count = doc.states.paste.waiting;
    if (!closed || count == 0) return;
    doc.status = say(not_applied_text(count), ". Press Ctrl+Shift+V to apply ", count == 1 ? "it." : "them.");
}

bool has_paste(const Document& doc) {
    return !doc.paste.result.words.empty() || is_plain(doc.paste.result, {}, &doc.paste.program) ||
           doc.paste.session.has_value();
}

bool has_rewritten(const Document& doc) {
    const RewrittenMemory* rewritten = rewritten_memory(doc);
    return rewritten != nullptr && !rewritten->example;
}

bool has_made_memory(const Document& doc) { return rewritten_memory(doc) != nullptr; }

bool is_reading_paste(Context c) {
    return c.jobs.pasting == c.document().id ||
           (is_slow_clipboard(c.system) && c.system.clipboard.document == c.document().id);
}

// Whether a paste that is not applied was done last: undo takes it back.
bool has_newest_paste(Context c) {
    const PastedText& paste = c.document().paste;
    return is_reading_paste(c) || (paste.unapplied_at == c.document().revision && !paste.follower);
}

void drop_paste(Context c) {
    if (is_reading_paste(c)) return run_command(c, command("stop_reading"));
    forget_paste(c.documents, c.jobs, c.regions);
    Document& doc = c.document();
    if (c.regions.flyout == "paste") c.regions.flyout.clear();
    c.regions.last_flyout = c.regions.flyout;
    if (c.regions.drawer_shown == "batch") doc.drawer.raised = false;
    say_now(doc, "The pasted text was taken back. Nothing of it was applied.");
}

bool keeps_memory(const Document& doc) { return doc.session.keep_memory; }
void keep_memory(Context c) { make_edits(c, {SetKeepMemory{!keeps_memory(c.document())}}); }

// clang-format off
constexpr Command kPasteCommands[] = {
    {.id = "apply_paste", .title = "Apply the pasted words to their cards", .keys = "Ctrl+Shift+V",
     .menu = Menu::edit,
     .place = 380, .when = {with<has_paste>}, .act = with<apply_paste>, .words = "waiting enter"},
    {.id = "drop_paste", .title = "Take back the pasted text that is not applied", .menu = Menu::edit, .place = 385,
     .when = {with<has_newest_paste>}, .act = with<drop_paste>, .words = "undo forget clear waiting"},
    {.id = "judge_old_memory", .title = "Judge the words against the memory before the paste", .menu = Menu::edit,
     .place = 390, .when = {with<has_rewritten>}, .act = with<judge_old_memory>,
     .words = "keep old memory written wrong kernel producer image undo"},
    {.id = "say_written", .title = "My program wrote the memory as it is shown", .menu = Menu::edit, .place = 395,
     .when = {with<has_made_memory>}, .act = with<say_written>, .words = "right yes confirm written memory image"},
    {.id = "keep_memory", .title = "Keep the memory when words are pasted, or rewrite it", .menu = Menu::edit,
     .place = 400, .is_on = with<keeps_memory>, .act = with<keep_memory>,
     .words = "producer written image follow match judge words"},
};
// clang-format on

News news_of_paste(const Jobs& jobs) {
    if (!jobs.paster) return News::nothing;
    return news_of(jobs.paster.get(), is_pasting(jobs) ? jobs.paste_progress : jobs.paster->progress());
}

}  // namespace

const Feature kPaste = {.id = "paste",
                        .commands = kPasteCommands,
                        .begin = begins<&Jobs::paster, paste_jobs>,
                        .busy = with<is_pasting>,
                        .news = with<news_of_paste>,
                        .end = ends<&Jobs::paster>,
                        .arrive = with<take_paste>,
                        .drawn = with<note_closed_paste>,
                        .edited = with<note_edits_of_pastes>};

}  // namespace tilescope::ui
