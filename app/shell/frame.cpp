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
void derive_session(App& app, bool a_was_used) {
    app.derived = derive(app.session, app.revision);
    if (app.view_state.active == WordId::a_desc && a_was_used && !app.derived.of(WordId::a_desc).used)
        app.view_state.active = WordId::b_desc;
}

}  // namespace

void start(App& app, Session session) {
    app.session = std::move(session);
    app.saved = app.session;
    derive_session(app, true);
    app.requests.view_state = app.view_state;
}

void set_reference(App& app, std::optional<Session> session, ReferenceSource source) {
    app.reference.reset();
    if (session) app.reference = derive(*session, ++app.last_revision);
    app.view_state.reference = app.requests.view_state.reference = std::move(session);
    app.reference_source = std::move(source);
}

void set_view_state(App& app, ViewState view_state) {
    const bool same = view_state.reference == app.view_state.reference;
    if (!same || view_state.reference.has_value() != app.reference.has_value())
        set_reference(app, view_state.reference);
    app.view_state = app.requests.view_state = std::move(view_state);
}

void restore_view_state(App& app, ViewState before) {
    before.reference = app.view_state.reference;
    set_view_state(app, std::move(before));
}

void begin_revision(App& app) {
    app.revision = ++app.last_revision;
    app.status.clear();
    app.first_said = {};
    forget_refusals(app.states);
}

void make_edits(App& app, const std::vector<Edit>& edits, std::uint64_t gesture) {
    const auto opens = [](const Edit& edit) { return std::holds_alternative<LoadSession>(edit); };
    if (const auto load = std::ranges::find_if(edits, opens); load != edits.end()) {
        stop_reading(app);
        // The session of a lesson belongs to its text, so another one gets a tab of its own.
        if (app.lesson && !add_tab(app, apply_edit(app.session, *load))) return;
    }
    const Session before = app.session;
    for (const Edit& edit : edits) app.history.record_and_apply(app.session, edit, gesture);
    if (app.session != before) begin_revision(app);
    note_paste(app, edits, before);
    note_memory(app.user_memory, edits, before, app.session);
}

namespace {

// Updates all derived data after a change of the document or the view state, before anything is drawn.
void follow(App& app) {
    if (app.derived.revision != app.revision) derive_session(app, app.derived.of(WordId::a_desc).used);
    // The memory picture shows the operand of the newly active word.
    if (app.view_state.active != app.active_before && app.view_state.active == WordId::a_desc)
        app.view_state.operand = Operand::a;
    if (app.view_state.active != app.active_before && app.view_state.active == WordId::b_desc)
        app.view_state.operand = Operand::b;
    app.active_before = app.view_state.active;
    const bool pointing = !std::holds_alternative<std::monostate>(app.pointed);
    app.trace = trace(app.derived, pointing ? app.pointed : app.view_state.selection, app.view_state.k_step);
    follow_reference(app);
    app.requests.view_state = app.view_state;
    follow_lesson(app);
    if (app.result_requested || lesson_needs_result(app)) request_result(app);
    follow_live(app);
}

}  // namespace

void apply_requests(App& app) {
    const Requests requested = std::exchange(app.requests, {});
    app.view_state = requested.view_state;
    make_edits(app, requested.edits, requested.gesture);
    if (requested.paste_text) read_paste(app, *requested.paste_text);
    if (requested.open_chain) open_chain(app, *requested.open_chain);
    if (requested.copy) ImGui::SetClipboardText(requested.copy->c_str());
    if (requested.status) app.status = *requested.status;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    if (app.resting_pointer && (app.resting_pointer->x != pointer.x || app.resting_pointer->y != pointer.y))
        app.resting_pointer.reset();
    app.pointed = app.resting_pointer ? Focus{} : requested.focus.value_or(Focus{});
    app.pointed_topic = requested.topic;
    app.result_requested = requested.result;
    app.code_requested = requested.code;
    for (const WindowCommand& command : requested.commands) run_command(app, command);
    follow(app);
}

void frame(App& app, const FrameTools& tools) {
    keep_tab_key();
    take_result(app);
    take_live(app);
    follow_code(app);
    apply_requests(app);
    take_saved_file(app);  // it can show another tab, which drops the requests of this one
    take_opened(app);
    take_clipboard(app);
    take_paste(app);
    take_follow(app);
    follow_chooser(app);
    run_pressed_keys(app);
    follow_player(app);
    follow_start_page(app);
    follow(app);
    list_code_targets(app);
    draw_window(app, tools);
    note_closed_paste(app);
    // The next frame applies these requests.
    const bool more = !app.requests.edits.empty() || !app.requests.commands.empty() || app.requests.paste_text ||
                      app.requests.status || app.requests.next_frame;
    if (more) app.redraw.touch();
}

}  // namespace tilescope::ui
