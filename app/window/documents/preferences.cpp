// app/window/documents/preferences.cpp -- reads and writes the file of the user's preferences.
// SPDX-License-Identifier: MIT
#include "app/window/documents/preferences.h"

#include "app/io/program.h"
#include "app/window/frame/arrangement.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr double kPause = 1;  // seconds from a change to its write: a dragged splitter makes many changes

// Calls copy(value of the window, value of the file) for all but the theme.
void copy_values(auto& prefs, auto& file, auto copy) {
    copy(prefs.scale, file.scale);
    copy(prefs.rail, file.rail);
    copy(prefs.side, file.side);
    copy(prefs.drawer, file.drawer);
    copy(prefs.batch_drawer, file.batch_drawer);
    copy(prefs.rail_pinned, file.rail_pinned);
    copy(prefs.side_folded, file.side_folded);
    copy(prefs.strip_folded, file.strip_folded);
    copy(prefs.all_fields, file.all_fields);
    copy(prefs.drawer_open, file.drawer_open);
    copy(prefs.reduced_motion, file.reduced_motion);
    copy(prefs.live, file.live);
    copy(prefs.live_worker, file.live_worker);
    copy(prefs.start_page, file.start_page);
    copy(prefs.picture_slide, file.picture_slide);
    copy(prefs.picture_column, file.picture_column);
    copy(prefs.picture_caption, file.picture_caption);
    copy(prefs.picture_rows, file.picture_rows);
    copy(prefs.recents, file.recents);
    copy(prefs.lesson, file.lesson);
    copy(prefs.lessons, file.lessons);
}

Prefs from_file(const io::PrefsFile& file) {
    Prefs out{.theme = file.theme == "dark" ? ThemeChoice::dark : ThemeChoice::light};
    copy_values(out, file, []<class Value>(Value& to, const auto& from) { to = static_cast<Value>(from); });
    out.lesson = std::clamp(out.lesson, kLessonLeast, kLessonMost);
    return out;
}

io::PrefsFile to_file(const Prefs& prefs) {
    io::PrefsFile out{.theme = prefs.theme == ThemeChoice::dark ? "dark" : "light"};
    copy_values(prefs, out, [](const auto& from, auto& to) { to = from; });
    return out;
}

}  // namespace

bool is_dark(const Regions& regions, const Prefs& prefs) {
    return regions.asked_dark.value_or(prefs.theme == ThemeChoice::dark);
}

void switch_theme(Regions& regions, Prefs& prefs) {
    prefs.theme = is_dark(regions, prefs) ? ThemeChoice::light : ThemeChoice::dark;
    regions.asked_dark.reset();
}

PrefsKeeper::PrefsKeeper(std::string path, std::function<void()> wake)
    : path_(std::move(path)),
      writer_(decltype(writer_)::surviving(
                  [this](const Request& request, const WorkTools&) -> Reply {
                      return {request.now, io::update_prefs(path_, request.before, request.now)};
                  },
                  [](const Request& request) -> Reply {
                      return {request.now, Refusal(io::shortage())};
                  }),
              std::move(wake)) {}

std::string PrefsKeeper::load(Prefs& prefs) {
    const Answer<io::PrefsFile> file = io::load_prefs(path_);
    unreadable_ = !file;
    if (file) prefs = from_file(*file);
    written_ = to_file(prefs);
    return file.why;
}

void PrefsKeeper::process_reply(Document& doc, Regions& regions, Prefs& prefs, const Reply& reply) {
    requested_.reset();
    written_ = reply.requested;  // also after a failed write: the error is reported once, not every second
    if (!reply.written) {
        doc.status = say("Preferences are not saved: ", reply.written.why);
        regions.redraw.touch();
        return;
    }
    if (prefs.recents != reply.requested.recents) return;  // a file was opened meanwhile: the next write adds it
    prefs.recents = written_.recents = reply.written->recents;
}

double PrefsKeeper::keep(Document& doc, Regions& regions, Prefs& prefs, double now) {
    if (const auto reply = writer_.take()) process_reply(doc, regions, prefs, *reply);
    if (unreadable_) return -1;
    const io::PrefsFile current = to_file(prefs);
    if (current == requested_.value_or(written_)) {
        due_.reset();
        return -1;
    }
    if (!due_) due_ = now + kPause;
    if (now < *due_) return *due_ - now;
    due_.reset();
    requested_ = current;
    writer_.ask({written_, current});
    return -1;
}

std::string PrefsKeeper::keep_now(const Prefs& prefs) {
    const io::PrefsFile current = to_file(prefs);
    if (unreadable_ || current == written_) return {};
    return io::update_prefs(path_, written_, current).why;
}

}  // namespace tilescope::ui
