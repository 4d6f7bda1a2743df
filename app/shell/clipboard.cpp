// app/shell/clipboard.cpp -- pastes the text that another program has on the clipboard. No frame waits for it.
// SPDX-License-Identifier: MIT
#include "app/shell/clipboard.h"

#include "app/shell/frame.h"
#include "app/shell/shown_parts.h"
#include "app/shell/tabs.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <utility>

namespace tilescope::ui {
namespace {

constexpr double kInputWaits = 0.5;  // seconds

void put_into_box(App& app, const std::string& text) {
    if (!app.states.paste.text.empty() || text.empty()) return;
    if (text.size() <= kPasteAtOnce && !peek(app, text)) return;
    app.states.paste.from_clipboard = text;
    app.requests.paste_text = text;
}

void use_text(App& app, ClipboardText got, bool applies) {
    if (!applies) {
        if (!got.late) put_into_box(app, got.text);
        return;
    }
    if (got.late || got.text.empty()) {
        app.status = not_pasted_text(got);
        return say_first(app, app.status);
    }
    read_paste(app, std::move(got.text), true);  // it refuses a text that is too long
}

void request_text(App& app, bool applies) {
    ClipboardDesk& desk = app.clipboard;
    if (!desk.jobs) {
        const char* text = ImGui::GetClipboardText();
        return use_text(app, {.text = text == nullptr ? "" : text}, applies);
    }
    desk.document = app.id, desk.applies = applies;
    desk.late = false, desk.asked.reset(), desk.arrived.reset();
    desk.jobs->ask({.bytes = kMostPasteBytes + 1});
    app.redraw.touch();
}

}  // namespace

void paste_clipboard(App& app) { request_text(app, true); }

void fill_paste_box(App& app) {
    if (!is_awaiting_clipboard(app)) request_text(app, false);
}

void take_clipboard(App& app) {
    ClipboardDesk& desk = app.clipboard;
    if (!desk.jobs) return;
    desk.progress = desk.jobs->progress();
    if (auto text = desk.jobs->take()) {
        desk.arrived = std::move(*text);
        app.redraw.touch();
    }
    if (!desk.arrived) return;
    // The text of another tab waits until that tab is shown.
    if (desk.document != app.id && tab_of_document(app, desk.document) < tab_count(app)) return;
    ClipboardText text = *std::exchange(desk.arrived, std::nullopt);
    if (std::exchange(desk.document, 0) == app.id) use_text(app, std::move(text), desk.applies);
}

bool is_awaiting_clipboard(const App& app) { return app.clipboard.document != 0 && !app.clipboard.arrived; }

bool has_new_clipboard(const App& app) {
    const ClipboardDesk& desk = app.clipboard;
    return desk.jobs && (desk.jobs->has_answer() || desk.jobs->progress() != desk.progress);
}

void follow_clipboard(App& app, double now) {
    ClipboardDesk& desk = app.clipboard;
    if (!is_awaiting_clipboard(app) || desk.late) return;
    if (!desk.asked) desk.asked = now;
    desk.late = now - *desk.asked >= kInputWaits;
    if (desk.late) app.redraw.touch();
}

bool holds_input(const App& app) { return is_awaiting_clipboard(app) && !app.clipboard.late; }

bool is_slow_clipboard(const App& app) {
    return is_awaiting_clipboard(app) && app.clipboard.late && app.clipboard.applies;
}

void stop_clipboard(App& app) {
    if (!is_awaiting_clipboard(app)) return;
    app.clipboard.jobs->stop();
    app.clipboard.document = 0;
    app.redraw.touch();
}

std::string clipboard_progress_text(const App& app) {
    const unsigned bytes = app.clipboard.progress.rows_done;
    if (bytes == 0) return "Waiting for the program that has the text of the clipboard. Esc stops it.";
    return say("Reading the clipboard: ", bytes, " bytes. Esc stops it.");
}

std::string not_pasted_text(const ClipboardText& text) {
    if (!text.late && !text.whole) return too_long_to_paste();
    if (!text.late)
        return "Nothing was pasted. The clipboard has no text, or the program that offered it does not answer.";
    if (text.text.empty()) return "Nothing was pasted. The program that has the text of the clipboard does not answer.";
    return say("Nothing was pasted: only the first ", text.text.size(),
               " bytes of the clipboard arrived. Try again, or ", "save the text as a file and open that.");
}

}  // namespace tilescope::ui
