// app/gui/main.cpp -- tilescope-gui: reads its options, and opens its window or writes pictures.
// SPDX-License-Identifier: MIT
#include "app/gui/app_client.h"
#include "app/io/program.h"
#include "app/io/state_line.h"
#include "app/publish/licenses.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <CLI/CLI.hpp>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

namespace tilescope::ui {
namespace {

constexpr double kDay = 86400;  // seconds

// Reads "1440x900" as two numbers. Both must be from 1 to the limit of graphics cards.
bool read_size(const std::string& text, int& width, int& height) {
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != 'x') return false;
    const auto second = std::from_chars(first.ptr + 1, end, height);
    const auto fits = [](int n) { return n >= 1 && n <= 16384; };
    return second.ec == std::errc{} && second.ptr == end && fits(width) && fits(height);
}

// Returns the check of an option with an amount. The check stores the amount or returns the reason for a refusal.
template <class Number>
std::function<std::string(const std::string&)> amount(Number& to, double least, double most) {
    return [&to, least, most](const std::string& text) {
        const auto read = io::read_amount(text, least, most);
        if (read) to = *read;
        return read.why;
    };
}

// Checks the name of a file or folder.
std::string not_empty(const std::string& text) {
    return text.empty() ? "the name is empty; give the name of a file or folder" : "";
}

// Prints the text of --help, --version or --licenses, or one sentence that refuses the call. Returns the exit status.
int answer(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
        std::ostringstream text;
        app.exit(error, text, text);
        io::print(text.str());
        return io::kDone;
    }
    const std::string_view what = error.what();
    const std::string_view line = what.substr(0, what.find('\n'));
    io::print_error(say("tilescope-gui: ", line, "\n"));
    return io::kUnusable;
}

// Two flags with functions: for one flag with a negation, CLI11 stores false in the optional if neither was given.
void add_start_flags(CLI::App& app, std::optional<bool>& start) {
    CLI::Option* with = app.add_flag_callback(
        "--start", [&start] { start = true; }, "Open with the start page, whatever the preference says");
    app.add_flag_callback(
           "--no-start", [&start] { start = false; }, "Open without the start page, whatever the preference says")
        ->excludes(with);
}

// The options. `exit` has the exit status if the program must end now: after --help or --version, or after a refusal.
struct ParsedOptions {
    Options options;
    std::optional<int> exit;
};
ParsedOptions parse_options(int argc, char** argv) {
    ParsedOptions parsed;
    Options& o = parsed.options;
    CLI::App app(
        "Decodes, edits and draws matrix descriptors of the NVIDIA instructions tcgen05 and wgmma in a window.",
        "tilescope-gui");
    app.set_version_flag("--version", "tilescope-gui " TILESCOPE_VERSION);
    app.add_flag_callback(
        "--licenses", [] { throw CLI::CallForVersion(io::licenses_text(), 0); },
        "Print the licenses of tilescope-gui and of the works that it contains");
    app.add_option("FILE", o.file, "The session file or text file to open, or a state line")->check(not_empty, "");

    std::string size, scale, other_scale, idle, copies;
    const auto size_is_right = [&](const std::string& text) -> std::string {
        const bool good = read_size(text, o.window.width, o.window.height);
        return good ? "" : "\"" + text + "\" is not a window size; give width and height in pixels, as in 1440x900";
    };
    app.add_option("--size", size, "Window size in pixels [1440x900, or less on a smaller screen]")
        ->check(size_is_right)
        ->type_name("WxH");
    app.add_option("--scale", scale, "Display scale, instead of the scale of the monitor")
        ->check(amount(o.window.monitor_scale, 0.5, 4), "")
        ->type_name("0.5 .. 4");
    app.add_option("--other-scale", other_scale)->check(amount(o.window.other_scale, 0.5, 4), "")->group("");
    std::string theme;
    app.add_option("--theme", theme, "Theme, instead of the one in the preferences")
        ->check(CLI::IsMember({"light", "dark"}));
    app.add_option("--shot", o.shot, "Write a picture to this PNG file and exit; no window appears")
        ->check(not_empty, "");
    app.add_option("--shots", o.shots,
                   "Write pictures of every screen to this folder and exit: both themes, three sizes, three scales")
        ->check(not_empty, "");
    app.add_option("--probe-file", o.probe_file, "Write the position of every item to this file, for scripts")
        ->check(not_empty, "");
    app.add_option("--idle-exit", idle, "Exit after this many seconds without input")
        ->check(amount(o.idle_exit, 0, kDay), "")
        ->type_name("SECONDS");
    app.add_option("--autosave", copies, "Seconds from an edit to the backup copy of unsaved edits (0: no copies) [1]")
        ->check(amount(o.autosave, 0, kDay), "")
        ->type_name("SECONDS");
    add_start_flags(app, o.start);
    app.add_flag("--frames", o.count_frames, "Print the number of drawn frames on exit");
    app.add_flag("--one-frame", o.one_frame)->group("");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        parsed.exit = answer(app, error);
    }
    std::error_code unreadable;
    if (!parsed.exit && !o.file.empty() && !std::filesystem::exists(o.file, unreadable) && !io::is_state_line(o.file)) {
        io::print_error(say("tilescope-gui: the file ", o.file,
                            " does not exist; give a session file, a text file with words, or a state line.\n"));
        parsed.exit = 2;
    }
    if (!theme.empty()) o.dark = theme == "dark";
    o.window.sized = !size.empty();
    o.window.hidden = !o.shot.empty();
    return parsed;
}

}  // namespace
}  // namespace tilescope::ui

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
