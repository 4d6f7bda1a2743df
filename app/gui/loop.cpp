// app/gui/loop.cpp -- the only code that decides between drawing and sleeping.
// SPDX-License-Identifier: MIT
#include "app/gui/app_client.h"
#include "app/io/file.h"
#include "app/io/program.h"
#include "app/publish/picture_formats.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cstdio>

namespace tilescope::ui {
namespace {

constexpr int kGood = 0, kRefused = 3, kSignal = 128;

// The picture is taken after this number of frames, even if an animation never ends.
constexpr int kMostFramesOfAPicture = 600;

// The write is atomic, because a script may read the file at any time.
bool write_probe(const std::string& path) {
    if (path.empty() || g_probe == nullptr) return true;
    return bool{io::write_text(path, g_probe->to_text())};
}

int finish(const Window& window, const Options& options, bool written) {
    const auto drawn = window.frames_drawn();
    if (options.count_frames)
        std::printf("frames %llu\nframes after the last input %llu\n", static_cast<unsigned long long>(drawn),
                    static_cast<unsigned long long>(drawn - window.frames_at_last_input()));
    if (!written) io::print_error(say("cannot write ", options.probe_file, "\n"));
    return written ? kGood : kRefused;
}

// Returns how long to sleep now. 0: do not sleep. Below 0: until an event.
double sleep_for(const Window& window, double seconds, const Options& options) {
    if (!options.idle_exit || seconds == 0) return seconds;
    const double left = std::max(0.001, window.last_input() + *options.idle_exit - window.now());
    return seconds < 0 ? left : std::min(seconds, left);
}

}  // namespace

int run_window(Window& window, AppClient& client, const Options& options) {
    bool reported = false, written = true;
    while (!client.close_confirmed() && written && client.end_signal() == 0) {
        client.check_background_jobs();
        const double due = client.do_what_is_due(window.now());
        const bool unseen = window.is_unseen();
        const double sleep = unseen ? -1 : client.redraw().sleep(client.run_in_progress());
        if (sleep == 0) {
            window.wait(0);
            window.draw();
            if (options.one_frame) break;
            reported = false;
            continue;
        }
        if (!reported) written = write_probe(options.probe_file);
        reported = true;
        if (options.idle_exit && window.now() - window.last_input() >= *options.idle_exit) break;
        window.wait(sooner(sleep_for(window, sleep, options), due));
    }
    const int status = finish(window, options, written);
    return client.end_signal() != 0 ? kSignal + client.end_signal() : status;
}

io::Image settled_picture(Window& window, AppClient& client) {
    for (int i = 0; i < kMostFramesOfAPicture; ++i) {
        client.check_background_jobs();
        const double sleep = client.redraw().sleep(client.run_in_progress());
        if (sleep < 0) break;
        sleep == 0 ? window.draw() : window.wait(sleep);
    }
    return window.picture();
}

int take_picture(Window& window, AppClient& client, const Options& options) {
    if (const auto done = io::write_png(options.shot, settled_picture(window, client)); !done) {
        io::print_error(done.why + "\n");
        return kRefused;
    }
    return finish(window, options, write_probe(options.probe_file));
}

}  // namespace tilescope::ui
