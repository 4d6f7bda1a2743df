// app/autopsy/debugger.cpp -- starts cuda-gdb, reads its recording as it comes, and ends everything that it started.
// SPDX-License-Identifier: MIT
#include "app/autopsy/debugger.h"

#include "app/autopsy/debugger_trouble.h"
#include "app/autopsy/process_group.h"
#include "app/io/file.h"
#include "app/io/follow.h"
#include "app/io/json.h"
#include "app/io/other_programs.h"
#include "tilescope_document_data_embedded.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace tilescope::autopsy {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds, std::chrono::seconds;

constexpr seconds kMostStart{60};  // until the Python file runs: a debugger reads the symbols of the program first
constexpr seconds kGrace{5};       // beyond the time that the Python file has
constexpr milliseconds kEndTime{3000}, kQuitTime{2000}, kLeaveTime{6000}, kTermTime{2000}, kLook{25};
constexpr std::size_t kPiece = 1 << 16, kMostParsed = 1 << 16, kMostLine = 64u << 20, kKeptErrors = 4096;
constexpr std::string_view kScriptName = "tilescope_gdb.py", kConsoleName = "console.txt",
                           kRecordingName = "recording.jsonl", kLinesName = "lines";

std::string in_folder(const std::string& folder, std::string_view name) {
    return (std::filesystem::path(folder) / name).string();
}

std::string settings_of(const DebuggerOrder& order, const DebuggerFolders& folders) {
    io::Json out = {{"out", folders.recording}, {"lines", in_folder(folders.work, kLinesName)},
                    {"launch", order.launch},   {"block", order.block},
                    {"seconds", order.seconds}, {"mma", "all"}};
    if (!order.kernel.empty()) out["kernel"] = order.kernel;
    if (!order.mmas.empty()) out["mma"] = order.mmas;
    if (order.steps != 0) out["steps"] = order.steps;
    if (order.pid != 0) out["pid"] = order.pid;
    if (!order.core.empty()) out["core"] = order.core;
    return say("TILESCOPE_AUTOPSY=", io::line_of_json(out));
}

// By this variable the processes of a run are known. The Python file removes the other one from the program.
std::string mark_of(const DebuggerFolders& folders) { return say("TILESCOPE_AUTOPSY_RUN=", folders.work); }

// Source: gdb's manual, "Logging Output" and "Mode Options". -iex runs before the program is read. What cuda-gdb says
// goes to a file, so that what is left is the output of the program. In batch mode it reads no command from its
// standard input, which is that of the program, too.
std::vector<std::string> arguments_of(const DebuggerOrder& order, const std::string& folder) {
    std::vector<std::string> out = {order.debugger, "-nx", "-batch"};
    for (const std::string& command :
         {std::string("set pagination off"), say("set logging file ", in_folder(folder, kConsoleName)),
          std::string("set logging overwrite on"), std::string("set logging redirect on"),
          std::string("set logging debugredirect on"), std::string("set logging enabled on"),
          std::string("set debuginfod enabled off")}) {
        out.push_back("-iex");
        out.push_back(command);
    }
    for (const std::string& command : {say("source ", in_folder(folder, kScriptName)), std::string("ts record")}) {
        out.push_back("-ex");
        out.push_back(command);
    }
    if (!order.program.empty()) out.push_back("--args");
    out.insert(out.end(), order.program.begin(), order.program.end());
    return out;
}

// The recording while it is written.
class Tail {
public:
    explicit Tail(const std::string& folder) : path_(in_folder(folder, kRecordingName)) {}

    bool has_begun() const { return begun_; }
    bool is_finished() const { return finished_; }
    const DebuggerProgress& progress() const { return progress_; }

    // Reads what is new. Returns whether something is.
    bool look() {
        bool is_new = false;
        if (!file_) {
            std::error_code ignored;
            if (!std::filesystem::exists(path_, ignored)) return false;
            if (auto opened = io::Follower::of(path_)) file_.emplace(std::move(*opened));
        }
        while (file_) {
            const auto piece = file_->next(milliseconds(0), {});
            if (!piece || piece->empty()) break;
            take(*piece);
            is_new = true;
        }
        return is_new;
    }

private:
    void take(std::string_view piece) {
        for (std::size_t end; (end = piece.find('\n')) != piece.npos; piece.remove_prefix(end + 1)) {
            line_ += piece.substr(0, end);
            note(line_);
            line_.clear();
        }
        if (line_.size() < kMostLine) line_ += piece;
    }

    // Only the short lines are read: the others have the registers of a warpgroup, and begin with the event.
    void note(std::string_view line) {
        const auto is = [&](std::string_view name) {
            const std::string_view head = line.substr(0, kMostParsed);
            return head.find(say("\"event\": \"", name, '"')) != head.npos ||
                   head.find(say("\"event\":\"", name, '"')) != head.npos;
        };
        begun_ = begun_ || is("session");
        finished_ = finished_ || is("finished");
        progress_.stops += is("stop") ? 1 : 0;
        progress_.mmas += is("mma") ? 1 : 0;
        progress_.waits += is("wait") ? 1 : 0;
        progress_.exceptions += is("exception") ? 1 : 0;
        progress_.launches += is("launch") ? 1 : 0;
        const bool has_more = is("kernels") || is("end") || is("error");
        const auto json = has_more && line.size() < kMostLine ? io::read_json(line) : Answer<io::Json>(Refusal("none"));
        if (!json) return;
        if (is("end")) {
            progress_.reason = io::text_in(*json, "reason");
            io::MemberReader{*json}("children", progress_.children);
        }
        if (is("error")) progress_.error = io::text_in(*json, "text");
        if (const io::Json* kernels = io::member(*json, "seen"); kernels && kernels->is_array()) take_kernels(*kernels);
    }

    void take_kernels(const io::Json& kernels) {
        progress_.kernels.clear();
        for (const io::Json& one : kernels) {
            LaunchedKernel kernel{.name = io::text_in(one, "name")};
            const io::MemberReader in{one};
            in("launches", kernel.launches);
            in("mmas", kernel.mmas);
            progress_.kernels.push_back(std::move(kernel));
        }
    }

    std::string path_, line_;
    std::optional<io::Follower> file_;
    bool begun_ = false, finished_ = false;
    DebuggerProgress progress_;
};

class Run {
public:
    Run(const DebuggerOrder& order, const DebuggerFolders& folders, const DebuggerWatch& watch, io::Descriptor lines,
        io::Child child)
        : order_(order),
          mark_(mark_of(folders)),
          folders_(folders),
          watch_(watch),
          child_(std::move(child)),
          leader_(child_.process()),
          lines_(std::move(lines)),
          was_stopped_(order.pid != 0 && is_stopped(static_cast<int>(order.pid))),
          tail_(folders.recording) {}

    DebuggerRan until_end(const std::stop_token& stop) {
        DebuggerRan ran = watch_it(stop);
        end_all();
        tail_.look();
        ran.progress = tail_.progress();
        ran.said = what_it_said();
        return ran;
    }

private:
    DebuggerRan watch_it(const std::stop_token& stop) {
        auto begin = Clock::now();  // once it has begun to record, since then: it counts its seconds from there
        const auto all = seconds(order_.seconds) + kGrace;
        auto start_by = begin + std::min<Clock::duration>(kMostStart, all);
        std::optional<Clock::time_point> end_by;  // the recording is finished
        for (;;) {
            if (stop.stop_requested())
                return {DebuggerEnd::stopped,
                        order_.pid == 0 ? "stopped; the program was ended" : "stopped; the process goes on"};
            const bool is_open = pass_output();
            drop_lines();
            if (!passed_) return {DebuggerEnd::stopped, "the output of the program cannot be passed on"};
            const bool had_begun = tail_.has_begun();
            if (tail_.look() && watch_.progress) watch_.progress(tail_.progress());
            const auto now = Clock::now();
            if (!had_begun && tail_.has_begun()) begin = now;
            if (tail_.is_finished() && !end_by) end_by = now + kEndTime;
            if (const auto status = child_.wait(milliseconds(0))) {
                while (passed_ && pass_some()) continue;
                tail_.look();
                return ended(*status);
            }
            if (end_by && now >= *end_by) return {};
            if (!tail_.has_begun() && now >= start_by)
                return {DebuggerEnd::late, late("it has not started to record after ", now - begin)};
            if (now >= begin + all && !end_by)
                return {DebuggerEnd::late, late("it has not finished after ", now - begin)};
            wait_for_output(is_open);
        }
    }

    std::string late(std::string_view what, Clock::duration time) const {
        const auto trouble = trouble_in(what_it_said());
        return say(order_.debugger, ": ", what, std::chrono::round<seconds>(time).count(), " s, and was ended. ",
                   trouble ? trouble->sentence
                           : std::string("--seconds N gives the program more time to its first MMA, and to the last"));
    }

    // The debugger has ended by itself.
    DebuggerRan ended(int status) {
        if (tail_.is_finished()) return {};
        const std::string said = what_it_said();
        if (const auto trouble = trouble_in(said))
            return {trouble->is_of_user ? DebuggerEnd::unusable : DebuggerEnd::cannot,
                    say(order_.debugger, ": ", trouble->sentence)};
        const std::string how =
            WIFSIGNALED(status) ? say("signal ", WTERMSIG(status)) : say("exit status ", WEXITSTATUS(status));
        return {DebuggerEnd::ended_early,
                say(order_.debugger, ": it ended ",
                    tail_.has_begun() ? "before its recording was finished (" : "without a recording (", how, ")",
                    said.empty() ? std::string(".") : say(". It says: ", last_line_of(said)))};
    }

    // Its console, then what came on its standard error, which the program also uses.
    std::string what_it_said() const {
        const auto console = io::read_file_text(in_folder(folders_.work, kConsoleName));
        std::string out = console ? console->substr(console->size() - std::min(console->size(), kKeptErrors)) : "";
        if (!errors_.empty()) out += say(out.empty() ? "" : "\n", errors_);
        return out;
    }

    bool pass(int file, bool& open, const std::function<bool(std::string_view)>& to, bool is_error) {
        if (!open) return false;
        std::string piece(kPiece, '\0');
        const ssize_t got = io::uninterrupted([&] { return read(file, piece.data(), piece.size()); });
        if (got == 0 || (got < 0 && errno != EAGAIN)) open = false;
        if (got <= 0) return false;
        piece.resize(static_cast<std::size_t>(got));
        if (is_error) errors_ += piece;
        if (errors_.size() > kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
        if (to && !to(piece)) passed_ = false;
        return true;
    }
    bool pass_some() {
        const bool out = pass(child_.out(), out_open_, watch_.out, false);
        const bool err = pass(child_.err(), err_open_, watch_.err, true);
        return out || err;
    }
    // A program that prints without end must not keep us from the deadlines.
    bool pass_output() {
        for (int i = 0; i < 16 && passed_ && pass_some(); ++i) continue;
        return out_open_ || err_open_;
    }
    // What they say is read from the file.
    void drop_lines() {
        std::string piece(kPiece, '\0');
        while (lines_ && read(lines_.number(), piece.data(), piece.size()) > 0) continue;
    }
    void wait_for_output(bool is_open) {
        pollfd files[] = {{out_open_ ? child_.out() : -1, POLLIN, 0}, {err_open_ ? child_.err() : -1, POLLIN, 0}};
        poll(files, is_open ? 2 : 0, static_cast<int>(kLook.count()));
    }

    // The Python file sees that its lines are not read any more. So it ends the program, or leaves one to which the
    // debugger was attached. A debugger that does not do so is ended.
    void end_all() {
        lines_ = io::Descriptor();
        const bool listens = tail_.has_begun() && !tail_.is_finished();
        if (listens) ends_in(order_.pid == 0 ? kQuitTime : kLeaveTime);
        if (!child_.wait(milliseconds(0))) ::kill(leader_, SIGTERM);
        ends_in(kTermTime);
        child_.kill();
        end_processes(leader_, mark_, io::kReapTime);
        child_.wait(io::kReapTime);
        child_.let_go();
        if (order_.pid != 0 && !was_stopped_) continue_process(static_cast<int>(order_.pid));
    }
    void ends_in(milliseconds most) {
        const auto deadline = Clock::now() + most;
        while (!child_.wait(milliseconds(10)) && Clock::now() < deadline) (void)(passed_ && pass_some());
    }

    const DebuggerOrder& order_;
    const std::string mark_;
    const DebuggerFolders& folders_;
    const DebuggerWatch& watch_;
    io::Child child_;
    int leader_;
    io::Descriptor lines_;  // that the Python file sees that we live
    bool was_stopped_;      // the process to which the debugger attaches
    Tail tail_;
    std::string errors_;
    bool out_open_ = true, err_open_ = true, passed_ = true;
};

}  // namespace

std::string_view debugger_script() {
    const auto bytes = embedded::debugger_py();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Answer<std::string> find_debugger(const std::string& given) {
    constexpr std::string_view kUsual = "cuda-gdb";
    if (given.find('/') != given.npos) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(given, ignored) && access(given.c_str(), X_OK) == 0)
            return std::filesystem::absolute(given).string();
        return Refusal("--debugger: '", excerpt(given), "' is not a program that can be started");
    }
    std::vector<std::string> others;
    if (const char* cuda = std::getenv("CUDA_HOME")) others.push_back(say(cuda, "/bin"));
    others.emplace_back("/usr/local/cuda/bin");
    const std::string name = given.empty() ? std::string(kUsual) : given;
    if (const auto found = io::program_on_path(name, others)) return *found;
    if (!given.empty()) return Refusal("--debugger: '", excerpt(given), "' is not on PATH");
    return Refusal(
        "cuda-gdb is neither on PATH nor in /usr/local/cuda/bin; install it (it is a part of the CUDA toolkit), or "
        "give "
        "its file with --debugger");
}

Answer<std::vector<std::string>> debugged_command(const std::vector<std::string>& program) {
    std::vector<std::string> out = program;
    const bool is_path = out[0].find('/') != std::string::npos;
    std::error_code ignored;
    const auto found = is_path ? std::optional(out[0]) : io::program_on_path(out[0]);
    if (!found || !std::filesystem::is_regular_file(*found, ignored))
        return Refusal("'", excerpt(program[0]), "' is not a program", is_path ? "" : " on PATH",
                       "; give its file, such as ./", excerpt(std::filesystem::path(program[0]).filename().string()));
    out[0] = std::filesystem::absolute(*found).string();
    // Source: execve(2), "Interpreter scripts". A debugger starts only what the system itself can load.
    auto pieces = io::Pieces::of(out[0]);
    const auto first = pieces ? pieces->next() : Answer<std::string>(Refusal(pieces.why));
    if (!first) return Refusal(first.why);
    if (!first->starts_with("#!")) return out;
    const std::string_view line = trimmed(std::string_view(*first).substr(2, first->find('\n') - 2));
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    std::vector<std::string> head = {std::string(line.substr(0, blank))};
    const std::string_view rest = trimmed(line.substr(blank));
    // /usr/bin/env starts a program in its own place, so the debugger can begin with that program.
    if (std::filesystem::path(head[0]).filename() == "env" && !rest.empty() && rest[0] != '-') {
        const auto real = io::program_on_path(std::string(rest));
        head[0] = real ? *real : std::string(rest);
    } else if (!rest.empty()) {
        head.emplace_back(rest);
    }
    out.insert(out.begin(), head.begin(), head.end());
    return out;
}

std::string exactly(std::string_view name) {
    std::string out = "^";
    for (const char c : name) {
        if (std::string_view("\\.^$*+?{}[]|()").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out + "$";
}

DebuggerRan run_debugger(const DebuggerOrder& order, const DebuggerFolders& folders, const DebuggerWatch& watch,
                         const std::stop_token& stop) {
    const auto absolute = [](const std::string& path) { return std::filesystem::absolute(path).string(); };
    const DebuggerFolders places{absolute(folders.work), absolute(folders.recording)};
    const std::string fifo = in_folder(places.work, kLinesName);
    if (const auto written = io::write_text(in_folder(places.work, kScriptName), debugger_script()); !written)
        return {DebuggerEnd::cannot, written.why};
    if (mkfifo(fifo.c_str(), 0600) != 0) return {DebuggerEnd::cannot, say(fifo, ": ", io::reason())};
    io::Descriptor lines(open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    auto child = io::Child::start(order.debugger, arguments_of(order, places.work), false,
                                  {settings_of(order, places), mark_of(places)}, order.input);
    if (!child) return {DebuggerEnd::cannot, say(order.debugger, ": cannot be started: ", child.why)};
    return Run(order, places, watch, std::move(lines), std::move(*child)).until_end(stop);
}

}  // namespace tilescope::autopsy
