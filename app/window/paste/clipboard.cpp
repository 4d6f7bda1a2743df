// app/window/paste/clipboard.cpp -- pastes the text that another program has on the clipboard. No frame waits for it.
// SPDX-License-Identifier: MIT
#include "app/window/paste/paste.h"

#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <utility>

namespace tilescope::ui {
namespace {

constexpr double kInputWaits = 0.5;  // seconds

void put_into_box(Document& doc, const std::string& text) {
    if (!doc.states.paste.text.empty() || text.empty()) return;
    if (text.size() <= kPasteAtOnce && !peek(doc, text)) return;
    doc.states.paste.from_clipboard = text;
    doc.requests.paste_text = text;
}

void use_text(Context c, ClipboardText got, bool applies) {
    if (applies && (got.late || got.text.empty())) return say_now(c.document(), not_pasted_text(got));
    if (applies) return read_paste(c, std::move(got.text), true);  // it refuses a text that is too long
    if (!got.late) put_into_box(c.document(), got.text);
}

void request_text(Context c, bool applies) {
    ClipboardDesk& desk = c.system.clipboard;
    if (!desk.jobs) {
        const char* text = ImGui::GetClipboardText();
        return use_text(c, {.text = text == nullptr ? "" : text}, applies);
    }
    desk.document = c.document().id, desk.applies = applies;
    desk.late = false, desk.asked.reset(), desk.arrived.reset();
    desk.jobs->ask({.bytes = kMostPasteBytes + 1});
    c.regions.redraw.touch();
}

}  // namespace

void fill_paste_box(Context c) {
    if (!is_awaiting_clipboard(c.system)) request_text(c, false);
}

namespace {

// Takes the text if it is there.
void take_clipboard(Context c) {
    ClipboardDesk& desk = c.system.clipboard;
    if (!desk.jobs) return;
    desk.progress = desk.jobs->progress();
    if (auto text = desk.jobs->take()) {
        desk.arrived = std::move(*text);
        c.regions.redraw.touch();
    }
    if (!desk.arrived) return;
    // The text of another tab waits until that tab is shown.
    if (desk.document != c.document().id && tab_of_document(c.documents, desk.document) < tab_count(c.documents))
        return;
    ClipboardText text = *std::exchange(desk.arrived, std::nullopt);
    if (std::exchange(desk.document, 0) == c.document().id) use_text(c, std::move(text), desk.applies);
}

}  // namespace

bool is_awaiting_clipboard(const System& system) { return system.clipboard.document != 0 && !system.clipboard.arrived; }

double follow_clipboard(Regions& regions, System& system, double now) {
    ClipboardDesk& desk = system.clipboard;
    if (!is_awaiting_clipboard(system) || desk.late) return -1;
    if (!desk.asked) desk.asked = now;
    desk.late = now - *desk.asked >= kInputWaits;
    if (desk.late) regions.redraw.touch();
    return -1;  // the loop runs anyway while input waits
}

bool holds_input(const System& system) { return is_awaiting_clipboard(system) && !system.clipboard.late; }

bool is_slow_clipboard(const System& system) {
    return is_awaiting_clipboard(system) && system.clipboard.late && system.clipboard.applies;
}

void stop_clipboard(Regions& regions, System& system) {
    if (!is_awaiting_clipboard(system)) return;
    system.clipboard.jobs->stop();
    system.clipboard.document = 0;
    regions.redraw.touch();
}

std::string clipboard_progress_text(const System& system) {
    const unsigned bytes = system.clipboard.progress.rows_done;
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

bool is_busy_reading(const Jobs& jobs, const System& system) {
    return jobs.is_reading() || is_pasting(jobs) || is_slow_clipboard(system);
}

namespace {

void stop_all_reading(Documents& docs, Jobs& jobs, Regions& regions, System& system) {
    stop_clipboard(regions, system);
    stop_paste(docs, jobs, regions);
    jobs.stop_reading();
    docs.current().status = "Stopped. Nothing has changed.";
}

// clang-format off
constexpr Command kClipboardCommands[] = {
    {.id = "paste", .title = "Paste anything", .keys = "Ctrl+V", .menu = Menu::edit, .place = 360,
     .act = with<request_text, true>, .words = "clipboard import decode read descriptor log"},
    {.id = "stop_reading", .title = "Stop reading the file, the clipboard or the pasted text", .place = 80,
     .when = {with<is_busy_reading>}, .act = with<stop_all_reading>, .words = "cancel abort paste open"},
};
// clang-format on

}  // namespace

const Feature kClipboard = {
    .id = "clipboard",
    .commands = kClipboardCommands,
    .busy = with<is_awaiting_clipboard>,
    .news = with<[](const System& system) { return news_of(system.clipboard.jobs.get(), system.clipboard.progress); }>,
    .due = with<follow_clipboard>,
    .end = with<[](System& system) { system.clipboard.jobs.reset(); }>,
    .arrive = with<take_clipboard>};

}  // namespace tilescope::ui
