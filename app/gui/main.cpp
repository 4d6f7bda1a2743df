// app/gui/main.cpp -- tilescope-gui.
// SPDX-License-Identifier: MIT
#include "app/gui/app_client.h"
#include "app/gui/loop.h"
#include "app/gui/options.h"
#include "app/gui/shots.h"
#include "app/gui/window.h"
#include "app/io/program.h"
#include "app/ui/ui_probe.h"

#include <csignal>
#include <thread>

namespace {

int run(int argc, char** argv) {
    using namespace tilescope::ui;
    const ParsedOptions parsed = parse_options(argc, argv);
    if (parsed.exit) return *parsed.exit;
    const Options& options = parsed.options;

    std::thread([] {}).join();  // fails here if there are no threads; a graphics driver would wait forever for its own
    const WindowSystem windows;
    if (!options.shots.empty()) return take_all_pictures(windows, options);

    Probe probe;
    if (!options.probe_file.empty()) g_probe = &probe;

    AppClient client(options);
    const auto window = windows.open(options.window, client);
    if (!window) {
        tilescope::io::print_error(window.why + "\n");
        return 3;
    }
    if (!options.shot.empty()) return take_picture(**window, client, options);
    client.protect();
    const int status = run_window(**window, client, options);
    tilescope::io::print_error(client.finish());
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);  // a pipe without a reader is an error to report, not the end of the process
    return tilescope::io::run_program("tilescope-gui", [&] { return run(argc, argv); });
}
