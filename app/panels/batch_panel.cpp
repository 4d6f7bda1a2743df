// app/panels/batch_panel.cpp -- all pasted words as a table: sorted, filtered, compared, copied and saved.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_card.h"
#include "app/panels/batch_info.h"
#include "app/panels/batch_rows.h"
#include "app/panels/panel_parts.h"

namespace tilescope::ui {
namespace {

void draw_empty(const View& view, const BatchPanelState& state, Requests& requests) {
    draw_following(state, requests);
    empty_state(view.theme, "batch.empty",
                state.following.empty() ? "Paste a log. Each descriptor in it becomes a row here."
                                        : "No word has come yet. Each one becomes a row here.");
}

}  // namespace

// Reads: all words of the last paste.   Requests: SetWords for the selected word; the active word; the end of a
// followed file.
void draw_batch_panel(const View& view, PanelStates& states, Requests& requests) {
    BatchPanelState& state = states.batch;
    const auto follow = [&] {
        follow_batch(state, view.pasted, states.paste.text, states.paste_number, view.session.arch);
    };
    const float top = ImGui::GetCursorPosY();
    follow();
    if (shown_sheet(state) == nullptr) return draw_empty(view, state, requests);
    if (draw_batch_info(view, state, requests)) show_next_odd(state);
    follow();  // the next odd word can be on another sheet, and then a filter that hides it goes away
    const BatchSheet& sheet = *shown_sheet(state);
    if (is_narrow_batch()) draw_row_line(view, state, sheet, batch_summary(view, state));
    const float card = card_room(state, sheet);
    const int pointed = state.pointed;
    const float text_from = state.text_from;
    const BatchQuery query = state.query;
    state.pointed = -1;
    // While rows come, nothing may move under the pointer: the table takes all of its room at once.
    const bool grows = !state.following.empty();
    state.needs = grows ? 0 : ImGui::GetCursorPosY() - top + height_of_rows(sheet.rows.size());
    draw_batch_rows(view, state, card);
    draw_batch_card(view, states, requests, sheet, card);
    const bool changed = state.pointed != pointed || state.query != query || state.text_from != text_from;
    if (changed || state.reveals) requests.next_frame = true;
}

}  // namespace tilescope::ui
