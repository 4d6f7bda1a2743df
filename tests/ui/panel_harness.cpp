// tests/ui/panel_harness.cpp -- drives one panel frame by frame; items are found by their marks.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include "app/ui/theme.h"

#include <tilescope/document/emulate.h>
#include <tilescope/document/repair.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr int kSettle = 3;

}  // namespace

void draw_batch_tab(const View& view, PanelStates& states, Requests& requests) {
    draw_batch_tools(view, states, requests);
    draw_batch_panel(view, states, requests);
}

PanelHarness::PanelHarness(Draw draw, ImVec2 size) : draw_(draw) {
    ui_.emplace(UiHarness::in_window([this] { draw_frame(); }), size);
    frames(kSettle);
}

void PanelHarness::apply_requests() {
    for (const Edit& edit : requests.edits) history.record_and_apply(session, edit, requests.gesture);
    if (requests.status) status = *requests.status;
    if (requests.open_chain) opened_chain = requests.open_chain;
    if (requests.copy) copied = *requests.copy;
    if (requests.paste_text) paste_text = *requests.paste_text, ++states.paste_number;
    commands.insert(commands.end(), requests.commands.begin(), requests.commands.end());
    requests = {};
    requests.view_state = view_state;
}

// Reads a text once and not once per frame, as the program does.
void PanelHarness::read_paste() {
    const PasteOptions options{.edition = session.edition, .kind = session.variant.kind};
    if (read_ == Read{paste_text, options.edition, session.variant.kind}) return;
    read_ = {paste_text, options.edition, session.variant.kind};
    pasted_ = tilescope::paste(paste_text, options);
    states.paste.plan = plan_paste(pasted_, view_state.active, session);
    program_ = read_chains(paste_text, {.arch = session.arch, .edition = session.edition});
}

void PanelHarness::draw_frame() {
    if (!ui_) return;  // the first frames run during construction, before the fonts exist
    apply_requests();
    // Derives once per change and not once per frame, as the program does.
    if (!derived_ || derived_->session != session) {
        derived_ = derive(session, ++revision_);
        forget_refusals(states);
    }
    const Derived& derived = *derived_;
    const Focus focus = pointed.value_or(view_state.selection);
    const Trace lit = trace(derived, focus);
    read_paste();
    const View view{.session = session,
                    .derived = derived,
                    .results = results,
                    .live = live,
                    .view_state = view_state,
                    .focus = focus,
                    .trace = lit,
                    .history = history,
                    .pasted = pasted_,
                    .theme = theme(false),
                    .program = &program_,
                    .scale = 1,
                    .mono = ui_->style().mono,
                    .painter = &painter_,
                    .wide = wide,
                    .compact = compact,
                    .all_fields = all_fields,
                    .tall = tall,
                    .reduced_motion = reduced_motion};
    draw_(view, states, requests);
    result_requested = requests.result;
    view_state = requests.view_state;
    pointed = requests.focus;
}

void PanelHarness::point_at(std::string_view id) {
    ui_->point_at(id);
    frames(kSettle);
}

void PanelHarness::press(std::string_view id) {
    point_at(id);
    feed_button(0, true);
    frames(1);
}

void PanelHarness::release() {
    feed_button(0, false);
    frames(kSettle);
}

void PanelHarness::click(std::string_view id) {
    ui_->click(id);
    frames(kSettle);
}

void PanelHarness::ctrl_click(std::string_view id) {
    feed_modifiers(true, false, false);
    click(id);
    feed_modifiers(false, false, false);
    frames(1);
}

void PanelHarness::double_click(std::string_view id) {
    ui_->double_click(id);
    frames(kSettle);
}

void PanelHarness::move_by(float x, float y) {
    const ImVec2 now = ImGui::GetIO().MousePos;
    ui_->point_at(ImVec2(now.x + x, now.y + y));
    frames(kSettle);
}

void PanelHarness::wheel(float notches) {
    feed_wheel(notches);
    frames(kSettle);
}

void PanelHarness::key(Key key) {
    ui_->key(key);
    frames(kSettle);
}

void PanelHarness::type(std::string_view text) {
    ui_->type(text);
    frames(kSettle);
}

void PanelHarness::type_into(std::string_view id, std::string_view text) {
    click(id);
    type(text);
    key(Key::enter);
}

std::uint64_t PanelHarness::field(std::string_view id) const {
    const Format& format = *derive(session).of(view_state.active).format;
    const Field* f = find_field(format, id);
    EXPECT_NE(f, nullptr) << id;
    return f == nullptr ? 0 : get_field(*f, session.word(view_state.active));
}

bool PanelHarness::has_requested(const WindowCommand& command) const {
    return std::ranges::find(commands, command) != commands.end();
}

void PanelHarness::emulate() {
    frames(1);
    const Answer<EmulatorJob> job = emulator_job(derive(session));
    ASSERT_TRUE(job) << job.why;
    Answer<Emulation> emulation = tilescope::emulate(*job);
    ASSERT_TRUE(emulation) << emulation.why;
    results.state = ResultState::done;
    results.requested = results.revision = revision_;
    results.emulation = std::move(*emulation);
    results.job = *job;
    results.repairs = repairs_of(derive(session), results.job, *results.emulation);
    results.session = session;
    results.sums = range_of_sums(*results.emulation);
    ++results.serial;
    frames(kSettle);
}

void PanelHarness::undo() {
    history.undo(session);
    frames(kSettle);
}

void PanelHarness::redo() {
    history.redo(session);
    frames(kSettle);
}

void PanelHarness::paste(std::string_view text) {
    paste_text = std::string(text);
    states.paste.text = paste_text;
    ++states.paste_number;
    frames(kSettle);
}

}  // namespace tilescope::ui
