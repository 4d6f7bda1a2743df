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

Prefs from_file(const io::PrefsFile& file) {
    return {.theme = file.theme == "dark" ? ThemeChoice::dark : ThemeChoice::light,
            .scale = static_cast<float>(file.scale),
            .rail = static_cast<float>(file.rail),
            .side = static_cast<float>(file.side),
            .drawer = static_cast<float>(file.drawer),
            .batch_drawer = static_cast<float>(file.batch_drawer),
            .rail_pinned = file.rail_pinned,
            .side_folded = file.side_folded,
            .strip_folded = file.strip_folded,
            .all_fields = file.all_fields,
            .drawer_open = file.drawer_open,
            .reduced_motion = file.reduced_motion,
            .live = file.live,
            .live_worker = file.live_worker,
            .start_page = file.start_page,
            .recents = file.recents,
            .lesson = std::clamp(static_cast<float>(file.lesson), kLessonLeast, kLessonMost),
            .lessons = file.lessons};
}

io::PrefsFile to_file(const Prefs& prefs) {
    return {.theme = prefs.theme == ThemeChoice::dark ? "dark" : "light",
            .scale = prefs.scale,
            .rail = prefs.rail,
            .side = prefs.side,
            .drawer = prefs.drawer,
            .batch_drawer = prefs.batch_drawer,
            .rail_pinned = prefs.rail_pinned,
            .side_folded = prefs.side_folded,
            .strip_folded = prefs.strip_folded,
            .all_fields = prefs.all_fields,
            .drawer_open = prefs.drawer_open,
            .reduced_motion = prefs.reduced_motion,
            .live = prefs.live,
            .live_worker = prefs.live_worker,
            .start_page = prefs.start_page,
            .recents = prefs.recents,
            .lesson = prefs.lesson,
            .lessons = prefs.lessons};
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

void PrefsKeeper::process_reply(Context c, const Reply& reply) {
    requested_.reset();
    written_ = reply.requested;  // also after a failed write: the error is reported once, not every second
    if (!reply.written) {
        c.document().status = say("Preferences are not saved: ", reply.written.why);
        c.regions.redraw.touch();
        return;
    }
    if (c.prefs.recents != reply.requested.recents) return;  // a file was opened meanwhile: the next write adds it
    c.prefs.recents = written_.recents = reply.written->recents;
}

double PrefsKeeper::keep(Context c, double now) {
    if (const auto reply = writer_.take()) process_reply(c, *reply);
    if (unreadable_) return -1;
    const io::PrefsFile current = to_file(c.prefs);
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
