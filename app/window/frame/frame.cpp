// app/window/frame/frame.cpp -- one frame: the program between "input arrived" and "draw data is ready".
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/app.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/keys.h"
#include "app/window/frame/regions.h"
#include "app/window/paste/paste.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {

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
    c.document().requests.view_state = c.document().view_state;
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
    run_hooks(&Feature::take, c);
    apply_requests(c);
    run_hooks(&Feature::arrive, c);
    run_pressed_keys(c);
    run_hooks(&Feature::react, c);
    follow(c);
    run_hooks(&Feature::draws, c);
    draw_window(c, tools);
    run_hooks(&Feature::drawn, c);
    // The next frame applies these requests.
    const bool more = !c.document().requests.edits.empty() || !c.document().requests.commands.empty() ||
                      c.document().requests.paste_text || c.document().requests.status ||
                      c.document().requests.next_frame;
    if (more) c.regions.redraw.touch();
}

}  // namespace tilescope::ui
