// app/shell/frame.cpp -- one frame: the program between "input arrived" and "draw data is ready".
// SPDX-License-Identifier: MIT
#include "app/shell/frame.h"
#include "app/shell/chooser.h"
#include "app/shell/clipboard.h"
#include "app/shell/code_texts.h"
#include "app/shell/commands.h"
#include "app/shell/emulation.h"
#include "app/shell/files.h"
#include "app/shell/lessons.h"
#include "app/shell/live_desk.h"
#include "app/shell/paste_jobs.h"
#include "app/shell/player.h"
#include "app/shell/regions.h"
#include "app/shell/saving.h"
#include "app/shell/start_page.h"
#include "app/shell/tabs.h"
#include "app/ui/imgui_compat.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {

namespace {

// Derives the session again. If A is shown and this session does not read it from shared memory, B is shown.
void derive_session(Document& doc, bool a_was_used) {
    doc.derived = derive(doc.session, doc.revision);
    if (doc.view_state.active == WordId::a_desc && a_was_used && !doc.derived.of(WordId::a_desc).used)
        doc.view_state.active = WordId::b_desc;
}

}  // namespace

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

void make_edits(Context c, const std::vector<Edit>& edits, std::uint64_t gesture) {
    const auto opens = [](const Edit& edit) { return std::holds_alternative<LoadSession>(edit); };
    if (const auto load = std::ranges::find_if(edits, opens); load != edits.end()) {
        stop_reading(c.jobs);
        // The session of a lesson belongs to its text, so another one gets a tab of its own.
        if (c.document().lesson && !add_tab(c, apply_edit(c.document().session, *load))) return;
    }
    const Session before = c.document().session;
    for (const Edit& edit : edits) c.document().history.record_and_apply(c.document().session, edit, gesture);
    if (c.document().session != before) begin_revision(c.document());
    note_paste(c.document(), c.regions, edits, before);
    note_memory(c.document().user_memory, edits, before, c.document().session);
}

namespace {

// Updates all derived data after a change of the document or the view state, before anything is drawn.
void follow(Context c) {
    if (c.document().derived.revision != c.document().revision)
        derive_session(c.document(), c.document().derived.of(WordId::a_desc).used);
    // The memory picture shows the operand of the newly active word.
    if (c.document().view_state.active != c.document().active_before &&
        c.document().view_state.active == WordId::a_desc)
        c.document().view_state.operand = Operand::a;
    if (c.document().view_state.active != c.document().active_before &&
        c.document().view_state.active == WordId::b_desc)
        c.document().view_state.operand = Operand::b;
    c.document().active_before = c.document().view_state.active;
    const bool pointing = !std::holds_alternative<std::monostate>(c.document().pointed.item);
    c.document().trace =
        trace(c.document().derived, pointing ? c.document().pointed.item : c.document().view_state.selection,
              c.document().view_state.k_step);
    follow_reference(c.documents);
    c.document().requests.view_state = c.document().view_state;
    follow_lesson(c);
    if (c.document().result_requested || lesson_needs_result(c.document(), c.jobs)) request_result(c);
    follow_live(c);
}

}  // namespace

void apply_requests(Context c) {
    const Requests requested = std::exchange(c.document().requests, {});
    c.document().view_state = requested.view_state;
    make_edits(c, requested.edits, requested.gesture);
    if (requested.paste_text) read_paste(c, *requested.paste_text);
    if (requested.open_chain) open_chain(c, *requested.open_chain);
    if (requested.copy) ImGui::SetClipboardText(requested.copy->c_str());
    if (requested.status) c.document().status = *requested.status;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    if (c.document().pointed.resting &&
        (c.document().pointed.resting->x != pointer.x || c.document().pointed.resting->y != pointer.y))
        c.document().pointed.resting.reset();
    c.document().pointed.item = c.document().pointed.resting ? Focus{} : requested.focus.value_or(Focus{});
    c.document().pointed.topic = requested.topic;
    c.document().result_requested = requested.result;
    c.document().code_requested = requested.code;
    for (const WindowCommand& command : requested.commands) run_command(c, command);
    follow(c);
}

void frame(Context c, const FrameTools& tools) {
    keep_tab_key();
    take_result(c);
    take_live(c);
    follow_code(c);
    apply_requests(c);
    take_saved_file(c);  // it can show another tab, which drops the requests of this one
    take_opened(c);
    take_clipboard(c);
    take_paste(c);
    take_follow(c);
    follow_chooser(c);
    run_pressed_keys(c);
    follow_player(c.document());
    follow_start_page(c);
    follow(c);
    list_code_targets(c.document());
    draw_window(c, tools);
    note_closed_paste(c.document(), c.regions);
    // The next frame applies these requests.
    const bool more = !c.document().requests.edits.empty() || !c.document().requests.commands.empty() ||
                      c.document().requests.paste_text || c.document().requests.status ||
                      c.document().requests.next_frame;
    if (more) c.regions.redraw.touch();
}

}  // namespace tilescope::ui
