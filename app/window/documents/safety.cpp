// app/window/documents/safety.cpp -- keeps a backup copy of unsaved edits and offers it at the next start.
// SPDX-License-Identifier: MIT
#include "app/window/documents/safety.h"

#include "app/io/program.h"
#include "app/ui/ui_probe.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <imgui.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr double kRetry = 5;  // seconds from a failed write to the next attempt

BackupOffer left_over(io::LeftCopy copy) {
    const std::string path = copy.copy.path();
    const std::string age = age_text(std::chrono::duration_cast<std::chrono::seconds>(copy.age));
    if (copy.session)
        return {std::move(copy.copy), *copy.session,
                say("tilescope ended without saving. A backup copy has the edits from ", age, " ago.")};
    return {std::move(copy.copy),
            {},
            say("The backup copy from ", age, " ago cannot be read (", copy.session.why,
                "). The file was not deleted: ", path)};
}

std::string not_kept(const std::string& why) {
    return say("Unsaved edits have no backup copy: ", why, " tilescope will try again.");
}

// Removes the restored copies. Their edits are now saved or in a new backup copy.
void forget_restored(Document& document) {
    for (io::HeldCopy& copy : document.file.restored) copy.remove();
    document.file.restored.clear();
}

}  // namespace

std::string backup_sentence(const Documents& docs) {
    if (docs.backup_offers.empty()) return {};
    const std::size_t count = docs.backup_offers.size();
    return say(docs.backup_offers.front().sentence,
               count > 1 ? say("  (the newest of ", count, " copies)") : std::string());
}

void draw_backup_buttons(Documents& docs) {
    if (docs.backup_offers.empty()) return;
    const auto button = [&](const char* title, const char* id, const WindowCommand& request) {
        if (ImGui::Button(title)) docs.current().requests.commands.push_back(request);
        mark("left_over.", id);
        ImGui::SameLine();
    };
    if (!docs.backup_offers.front().session) return button("OK", "ok", command("hide_left_over"));
    button("Restore", "restore", command("restore_left_over"));
    button("Discard", "discard", command("discard_left_over"));
}

std::string age_text(std::chrono::seconds age) {
    struct Unit {
        long long seconds;
        const char* name;
    };
    constexpr Unit kUnits[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    for (const Unit& unit : kUnits)
        if (const long long count = age.count() / unit.seconds; count > 0)
            return say(count, ' ', unit.name, count == 1 ? "" : "s");
    return "a moment";
}

Keeper::Keeper(std::uint64_t document, std::string folder, double seconds_after_an_edit, std::function<void()> wake)
    : document_(document),
      file_(std::move(folder)),
      between_(seconds_after_an_edit),
      writer_(decltype(writer_)::surviving([this](const Request& request, const WorkTools&) { return write(request); },
                                           [](const Request& request) -> Reply {
                                               return {io::shortage(), false, request.revision};
                                           }),
              std::move(wake)) {}

Keeper::Reply Keeper::write(const Request& request) {
    if (request.session) {
        const Answer<void> kept = file_.keep(*request.session, request.number);
        return {kept.why, bool{kept}, request.revision};
    }
    file_.drop(request.number);
    return {{}, false, request.revision};
}

void Keeper::ask(const Document& document, bool unsaved) {
    due_.reset();
    requested_ = unsaved ? document.revision : 0;
    writer_.ask({unsaved ? std::optional(document.session) : std::nullopt, ++sequence_, document.revision});
}

// Returns true if there is something new to say.
bool Keeper::process_reply(Document& document, const Reply& reply, double now) {
    const bool failed = !reply.why.empty();
    if (failed) due_ = now + kRetry;
    if (reply.kept && reply.revision == document.revision) forget_restored(document);
    if (failed == failed_) return false;
    failed_ = failed;
    document.file.unprotected = failed ? not_kept(reply.why) : "";
    if (reply.kept) document.status = "Unsaved edits have a backup copy again.";
    return true;
}

double Keeper::keep_copy(Document& document, double now, bool& redraw) {
    if (const auto reply = writer_.take()) redraw |= process_reply(document, *reply, now);
    if (!is_unsaved(document)) {
        forget_restored(document);
        if (requested_ != 0) ask(document, false);
        return -1;
    }
    if (requested_ != document.revision && !due_) due_ = now + between_;
    if (!due_) return -1;
    if (now < *due_) return *due_ - now;
    ask(document, true);
    return -1;
}

std::string Keeper::keep_now(Document& document) {
    if (!is_unsaved(document)) {
        end(document);
        return {};
    }
    const Answer<void> kept = file_.keep(document.session, ++sequence_);
    if (kept) forget_restored(document);
    document.file.unprotected = kept ? "" : not_kept(kept.why);
    return kept ? file_.path() : std::string();
}

void Keeper::end(Document& document) {
    forget_restored(document);
    drop();
}

void Safety::find_backup_copies(Documents& docs) const {
    for (io::LeftCopy& copy : io::adopt_copies(folder_)) docs.backup_offers.push_back(left_over(std::move(copy)));
}

Keeper& Safety::keeper_of(const Document& document) {
    const auto at = std::ranges::find(keepers_, document.id, &Keeper::document);
    if (at != keepers_.end()) return **at;
    return *keepers_.emplace_back(std::make_unique<Keeper>(document.id, folder_, between_, wake_));
}

double Safety::keep_copy(Documents& docs, Regions& regions, double now) {
    double due = -1;
    bool redraw = false;
    for (const auto& document : docs.open) due = sooner(due, keeper_of(*document).keep_copy(*document, now, redraw));
    std::erase_if(keepers_, [&](const std::unique_ptr<Keeper>& keeper) {
        const bool closed = tab_of_document(docs, keeper->document()) == tab_count(docs);
        if (closed) keeper->drop();
        return closed;
    });
    if (redraw) regions.redraw.touch();
    return due;
}

std::string Safety::keep_now(Documents& docs) {
    return list_of(docs.open, [&](const auto& document) { return keeper_of(*document).keep_now(*document); });
}

void Safety::end(Documents& docs) {
    for (const auto& document : docs.open) keeper_of(*document).end(*document);
}

void draw_safety(Documents& docs) {
    const auto failed = [](const auto& document) { return !document->file.unprotected.empty(); };
    const auto first = std::ranges::find_if(docs.open, failed);  // one sentence is enough
    if (first == docs.open.end()) return;
    ImGui::TextWrapped("%s", (*first)->file.unprotected.c_str());
    mark("unprotected");
}

namespace {

// The open file did not contain these edits, so its contents count as unknown.
void restore_left_over(Context c) {
    BackupOffer& first = c.documents.backup_offers.front();
    if ((is_unsaved(c.document()) || c.document().lesson) && !add_tab(c, presets().front().session()))
        return;  // covers up nothing
    make_edits(c, {LoadSession{*first.session, "restored unsaved edits"}});
    c.document().file.restored.push_back(std::move(first.copy));
    c.documents.backup_offers.erase(c.documents.backup_offers.begin());
    c.document().file.text.reset();
    c.documents.status_at_offer.reset();  // the next offer comes at once
    c.document().status = "Restored the unsaved edits. Undo returns to the session that was open before.";
}

void discard_left_over(Documents& docs) {
    docs.backup_offers.front().copy.remove();
    docs.backup_offers.erase(docs.backup_offers.begin());
}

void hide_left_over(Documents& docs) { docs.backup_offers.erase(docs.backup_offers.begin()); }

bool has_left_over(const Documents& docs) { return !docs.backup_offers.empty() && docs.backup_offers.front().session; }

bool has_unreadable(const Documents& docs) {
    return !docs.backup_offers.empty() && !docs.backup_offers.front().session;
}

// clang-format off
constexpr Command kSafetyCommands[] = {
    {.id = "restore_left_over", .title = "Restore the unsaved edits", .place = 240, .when = {with<has_left_over>},
     .act = with<restore_left_over>, .words = "recover crash autosave"},
    {.id = "discard_left_over", .title = "Discard the unsaved edits", .place = 250, .when = {with<has_left_over>},
     .act = with<discard_left_over>, .keeps_start_page = true},
    {.id = "hide_left_over", .title = "Dismiss the message about the backup copy", .place = 260,
     .when = {with<has_unreadable>}, .act = with<hide_left_over>, .keeps_start_page = true},
};
// clang-format on

}  // namespace

const Feature kSafety = {.id = "safety", .commands = kSafetyCommands};

}  // namespace tilescope::ui
