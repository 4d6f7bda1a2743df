// app/window/frame/frame.cpp -- one frame: the program between "input arrived" and "draw data is ready".
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/app.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/keys.h"
#include "app/window/frame/regions.h"
#include "app/window/paste/paste.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {

namespace {

void derive_if_edited(Document& doc) {
    if (doc.derived.revision != doc.revision) derive_session(doc, doc.derived.of(WordId::a_desc).used);
}

// Updates all derived data after a change of the document or the view state, before anything is drawn.
void follow(Context c) {
    Document& doc = c.document();
    ViewState& view = doc.view_state;
    derive_if_edited(doc);
    // The memory picture shows the operand of the newly active word.
    for (const Operand operand : kBothOperands)
        if (view.active != doc.active_before && view.active == word_of(operand)) view.operand = operand;
    doc.active_before = view.active;
    doc.trace = trace(doc.derived, focus_of(doc), view.k_step);
    if (!doc.pointed.about.empty()) doc.trace.sentence = doc.pointed.about;
    doc.requests.view_state = view;
    run_hooks(&Feature::follow, c);
}

}  // namespace

void apply_requests(Context c) {
    const Requests requested = std::exchange(c.document().requests, {});
    c.document().view_state = requested.view_state;
    make_edits(c, requested.edits, requested.gesture);
    if (requested.paste_text) read_paste(c, *requested.paste_text);
    if (requested.open_chain) open_chain(c, *requested.open_chain);
    if (requested.copy) ImGui::SetClipboardText(requested.copy->c_str());
    Document& doc = c.document();
    if (requested.status) doc.status = *requested.status;
    Pointed& pointed = doc.pointed;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    if (pointed.resting && (pointed.resting->x != pointer.x || pointed.resting->y != pointer.y))
        pointed.resting.reset();
    pointed.item = pointed.resting ? Focus{} : requested.focus.value_or(Focus{});
    pointed.topic = requested.topic;
    pointed.about = pointed.resting ? std::string() : requested.about;
    doc.result_requested = requested.result;
    doc.code_requested = requested.code;
    for (const WindowCommand& command : requested.commands) {
        derive_if_edited(c.document());  // a command can be about a number that has just been typed
        run_command(c, command);
    }
    follow(c);
}

void frame(Context c, const FrameTools& tools) {
    keep_tab_key();
    run_hooks(&Feature::take, c);
    apply_requests(c);
    run_hooks(&Feature::arrive, c);
    derive_if_edited(c.document());
    run_pressed_keys(c);
    run_hooks(&Feature::react, c);
    follow(c);
    run_hooks(&Feature::draws, c);
    draw_window(c, tools);
    c.regions.drawn_revision = c.document().revision;
    run_hooks(&Feature::drawn, c);
    // The next frame applies these requests.
    const Requests& next = c.document().requests;
    if (!next.edits.empty() || !next.commands.empty() || next.paste_text || next.status || next.next_frame)
        c.regions.redraw.touch();
}

}  // namespace tilescope::ui
