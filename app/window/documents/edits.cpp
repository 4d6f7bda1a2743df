// app/window/documents/edits.cpp -- edits of the shown document, and what follows: its revision, view and reference.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"

#include "app/window/documents/tabs.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tilescope::ui {

void make_edits(Context c, const std::vector<Edit>& edits, std::uint64_t gesture) {
    const auto opens = [](const Edit& edit) { return std::holds_alternative<LoadSession>(edit); };
    if (const auto load = std::ranges::find_if(edits, opens); load != edits.end()) {
        c.jobs.stop_reading();
        // The session of a lesson belongs to its text, so another one gets a tab of its own.
        if (c.document().lesson && !add_tab(c, apply_edit(c.document().session, *load))) return;
    }
    Document& doc = c.document();
    const Session before = doc.session;
    for (const Edit& edit : edits) doc.history.record_and_apply(doc.session, edit, gesture);
    if (doc.session != before) begin_revision(doc);
    for (const Feature* feature : all_features())
        if (feature->edited) feature->edited(c, edits, before);
    note_memory(doc.user_memory, edits, before, doc.session);
}

void derive_session(Document& doc, bool a_was_used) {
    doc.derived = derive(doc.session, doc.revision);
    if (doc.view_state.active == WordId::a_desc && a_was_used && !doc.derived.of(WordId::a_desc).used)
        doc.view_state.active = WordId::b_desc;
}

void start(Document& doc, Session session) {
    doc.session = std::move(session);
    doc.file.saved = doc.session;
    derive_session(doc, true);
    doc.requests.view_state = doc.view_state;
}

void set_reference(Document& doc, std::optional<Session> session, ReferenceSource source) {
    doc.reference.derived.reset();
    if (session) doc.reference.derived = derive(*session, doc.next_revision());
    doc.view_state.reference = doc.requests.view_state.reference = std::move(session);
    doc.reference.source = std::move(source);
}

void set_view_state(Document& doc, ViewState view_state) {
    const bool same = view_state.reference == doc.view_state.reference;
    if (!same || view_state.reference.has_value() != doc.reference.derived.has_value())
        set_reference(doc, view_state.reference);
    doc.view_state = doc.requests.view_state = std::move(view_state);
}

void restore_view_state(Document& doc, ViewState before) {
    before.reference = doc.view_state.reference;
    set_view_state(doc, std::move(before));
}

void begin_revision(Document& doc) {
    doc.revision = doc.next_revision();
    doc.status.clear();
    doc.first_said = {};
    forget_refusals(doc.states);
}

void look_as(Context c, const ViewState& view_state) {
    if (const StageShow* show = show_on_stage(c.document())) show->forget(c.document());
    set_view_state(c.document(), view_state);
    run_hooks(&Feature::show, c);
}

bool is_unsaved(const Document& document) {
    if (document.revision == document.file.saved_revision) return false;
    // What a learner tries in a lesson is not work to keep, unless the user saved it as a file.
    if (document.lesson && document.file.path.empty() && document.file.restored.empty()) return false;
    // Undo can lead back to what is saved. A restored copy must not be removed then: it has edits of another program.
    return document.session != document.file.saved || !document.file.restored.empty();
}

void note_saved(Document& doc) {
    doc.file.saved = doc.session;
    doc.file.saved_revision = doc.revision;
}

void detach_file(Document& doc) {
    doc.file.path.clear();
    doc.file.name.clear();
    doc.file.arrays.clear();
    doc.file.text.reset();
}

const Focus& focus_of(const Document& doc) {
    return std::holds_alternative<std::monostate>(doc.pointed.item) ? doc.view_state.selection : doc.pointed.item;
}

std::string document_name(const Document& document) {
    const std::string& path = document.file.path.empty() ? document.paste.path : document.file.path;
    // Several new sessions differ by the number of their tab.
    if (document.lesson && path.empty()) return say("Lesson: ", document.lesson->lesson.title);
    const std::string& own = document.file.name;
    const std::string untitled = !own.empty() ? own : document.id == 1 ? "untitled" : say("untitled ", document.id);
    return say(path.empty() ? untitled : std::filesystem::path(path).filename().string(),
               is_unsaved(document) ? " *" : "");
}

std::string edits_text(const Document& document) {
    const std::size_t count = document.history.edits();
    if (count == 0 && is_unsaved(document)) return "not saved";
    return say(count, count == 1 ? " edit" : " edits");
}

void say_first(Document& doc, std::string sentence) {
    if (ImGui::GetCurrentContext() == nullptr) return;  // nothing is pointed at yet
    doc.first_said = {std::move(sentence), doc.view_state.selection, doc.pointed.item, ImGui::GetIO().MousePos};
}

void say_now(Document& doc, const std::string& sentence) {
    doc.status = sentence;
    say_first(doc, sentence);
}

std::string said_first(const Document& doc) {
    const FirstSaid& said = doc.first_said;
    const ImVec2 now = ImGui::GetIO().MousePos;
    const bool rests = said.pointed == doc.pointed.item || (said.pointer.x == now.x && said.pointer.y == now.y);
    return said.selection == doc.view_state.selection && rests ? said.sentence : std::string();
}

namespace {

using Images = std::vector<OperandImage>;

bool has_image(const Images& images, const OperandImage& image) {
    return std::ranges::find(images, image) != images.end();
}

void add_image(Images& images, const OperandImage& image) {
    constexpr std::size_t kMost = 256;  // a drag of the start says many
    if (has_image(images, image)) return;
    if (images.size() == kMost) images.erase(images.begin());
    images.push_back(image);
}

// Whether the edit says how the operand is written: a panel or a command of the user says it, or words from elsewhere
// mean it.
bool is_about(const Edit& edit, Operand operand) {
    if (const auto* image = std::get_if<SetImage>(&edit)) return image->operand == operand;
    if (const auto* match = std::get_if<MatchWords>(&edit)) return match->operand == operand;
    const auto* words = std::get_if<SetWords>(&edit);
    return words != nullptr && words->image_follows &&
           std::ranges::find(words->words, word_of(operand), &SetWord::word) != words->words.end();
}

}  // namespace

void note_memory(UserMemory& memory, const std::vector<Edit>& edits, const Session& before, const Session& after) {
    const auto loads = [](const Edit& edit) { return std::holds_alternative<LoadSession>(edit); };
    if (std::ranges::any_of(edits, loads)) memory = {};
    for (const Operand o : kBothOperands) {
        const bool about = std::ranges::any_of(edits, [&](const Edit& edit) { return is_about(edit, o); });
        // A paste that keeps the memory says nothing about it.
        const bool said = about && (!before.keep_memory || before.image[o] != after.image[o]);
        // An instruction descriptor changes the type of a memory that stays whose it was.
        if (said || is_own(memory, o, before.image[o])) add_image(memory.own[o], after.image[o]);
        const auto sets = [&](const Edit& edit) {
            const auto* image = std::get_if<SetImage>(&edit);
            return image != nullptr && image->operand == o;
        };
        if (std::ranges::any_of(edits, sets)) add_image(memory.said[o], after.image[o]);
    }
}

void note_opened_memory(Document& doc, bool said) {
    const Session& session = doc.session;
    for (const Operand o : kBothOperands) {
        add_image(doc.user_memory.own[o], session.image[o]);
        // A memory that is as the words read it can have been made from them.
        if (said || session.image[o] != image_from_words(session, o))
            add_image(doc.user_memory.said[o], session.image[o]);
    }
}

bool is_said(const UserMemory& memory, const Session& session) {
    return std::ranges::all_of(kBothOperands, [&](Operand o) {
        const bool elsewhere = o == Operand::a && session.variant.a_in_tmem;
        return elsewhere || has_image(memory.said[o], session.image[o]);
    });
}

bool is_own(const UserMemory& memory, Operand operand, const OperandImage& image) {
    return has_image(memory.own[operand], image);
}

namespace {

// What was done last can be a paste that is not applied.
bool undoes_paste(Context c) { return is_possible(*find_command("drop_paste"), c); }

// Says which step was undone or redone: the digits of the word can be the same.
void say_step(Document& doc, std::string_view what, std::size_t step) {
    const auto& steps = doc.history.steps();
    if (step < steps.size()) say_now(doc, say(what, steps[step].what, "."));
}

void undo(Context c) {
    if (undoes_paste(c)) return run_command(c, command("drop_paste"));
    Document& doc = c.document();
    doc.history.undo(doc.session);
    begin_revision(doc);
    say_step(doc, "Undone: ", doc.history.done());
}

void redo(Document& doc) {
    doc.history.redo(doc.session);
    begin_revision(doc);
    say_step(doc, "Done again: ", doc.history.done() - 1);
}

bool has_undo(Context c) { return c.document().history.can_undo() || undoes_paste(c); }

bool has_redo(const Document& doc) { return doc.history.can_redo(); }

// The current session becomes the reference. The drawer then shows the differences.
void pin(Document& doc, Regions& regions) {
    set_reference(doc, doc.session);
    raise_drawer(doc, regions, "compare");
    doc.status = "The session is pinned. Hold B to see the pinned session. Press Ctrl+Shift+P to unpin it.";
}

void unpin(Document& doc) {
    set_reference(doc, std::nullopt);
    doc.status = "The pinned session was unpinned.";
}

bool has_pinned(const Document& doc) { return doc.view_state.reference.has_value(); }

// Undoes or redoes until so many steps are in effect.
void go_to_step(Document& doc, std::size_t step) {
    doc.history.go_to(doc.session, step);
    begin_revision(doc);
}

// clang-format off
constexpr Command kEditCommands[] = {
    {.id = "undo", .title = "Undo", .keys = "Ctrl+Z", .menu = Menu::edit, .place = 290, .when = {with<has_undo>, "undoes nothing, because nothing was edited."},
     .act = with<undo>, .words = "back revert take back history"},
    {.id = "redo", .title = "Redo", .keys = "Ctrl+Shift+Z", .menu = Menu::edit, .place = 300,
     .when = {with<has_redo>, "does nothing again, because nothing was undone."},
     .act = with<redo>, .words = "again forward repeat history"},
    {.id = "pin", .title = "Pin this session as the reference", .keys = "Ctrl+P", .menu = Menu::edit, .place = 420,
     .act = with<pin>, .words = "compare baseline difference snapshot bookmark"},
    {.id = "unpin", .title = "Unpin the reference", .keys = "Ctrl+Shift+P", .menu = Menu::edit, .place = 430,
     .when = {with<has_pinned>}, .act = with<unpin>, .words = "compare baseline difference unpin"},
    {.id = "go_to_step", .act_on = with_request<go_to_step>},
};
// clang-format on

}  // namespace

const Feature kEdits = {.id = "edits", .commands = kEditCommands};

}  // namespace tilescope::ui
