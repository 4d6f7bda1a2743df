// app/io/other_programs.cpp -- other programs: where they are, what they print, and the disassemblers of compiled code.
// SPDX-License-Identifier: MIT
#include "app/io/other_programs.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

namespace tilescope::io {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kOutputPiece = 1 << 16;
constexpr std::size_t kMostMessages = 4096, kMostShownMessages = 300;
constexpr milliseconds kOutputLook{50};  // the interval at which the stop, the deadline and the end are looked at

// Appends what is there now, at most `most`. Returns the number of bytes, 0 at the end, -1 if there is nothing yet.
ssize_t append_what_is_there(int file, std::string& text, std::size_t most) {
    const std::size_t before = text.size();
    text.resize(before + most);
    const ssize_t got = uninterrupted([&] { return read(file, text.data() + before, most); });
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return got;
}

// ELF, sections 1 and 2 of its specification; the fat binary's header as nvcc's fatbinary tool writes it,
// little-endian.
constexpr std::string_view kElf =
                               "\x7f"
                               "ELF",
                           kFatBinary = "\x50\xed\x55\xba";

// The two ends of a pipe. Other programs that this one starts do not get them.
struct Pipe {
    Descriptor read, write;
};
Answer<Pipe> new_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return Refusal(reason());
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

// A launch and its result have half a mebibyte. A pipe of 64 KiB would wake both sides eight times. If the system
// refuses, the pipe stays as it is.
void make_large(const Descriptor& end) { fcntl(end.number(), F_SETPIPE_SZ, 1 << 20); }

void do_not_block(const Descriptor& end) { fcntl(end.number(), F_SETFL, fcntl(end.number(), F_GETFL) | O_NONBLOCK); }

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
    out.push_back(nullptr);
    return out;
}

bool is_set_in(const std::vector<std::string>& variables, std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('='));
    return std::ranges::any_of(variables, [&](std::string_view set) { return set.substr(0, set.find('=')) == name; });
}

// Returns the number of the process. `in` is -1: it gets no input.
Answer<int> start_program(const std::string& file, const std::vector<std::string>& arguments,
                          const std::vector<std::string>& variables, int in, int out, int err) {
    std::vector<char*> words = pointers_to(arguments), all = pointers_to(variables);
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (!is_set_in(variables, *variable)) all.insert(all.end() - 1, *variable);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (in < 0)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, defaults;  // Signals blocks signals, but the program must end if it gets one
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    int process = 0;
    const int error = posix_spawn(&process, file.c_str(), &actions, &attributes, words.data(), all.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? Answer<int>(process) : Refusal(std::strerror(error));
}

std::optional<std::string> tool_named(const std::string& name) {
    std::vector<std::string> others;
    if (const char* cuda = std::getenv("CUDA_HOME")) others.push_back(say(cuda, "/bin"));
    others.emplace_back("/usr/local/cuda/bin");
    return program_on_path(name, others);
}

}  // namespace

std::optional<std::string> program_on_path(const std::string& name, std::span<const std::string> others) {
    std::vector<std::string> folders;
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path ? path : ""; !rest.empty();) {
        const std::size_t end = rest.find(':');
        folders.emplace_back(rest.substr(0, end));
        rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    }
    folders.insert(folders.end(), others.begin(), others.end());
    for (const std::string& folder : folders) {
        if (!folder.starts_with('/')) continue;
        const std::string file = say(folder, "/", name);
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

Answer<Child> Child::start(const std::string& file, const std::vector<std::string>& arguments, bool has_input,
                           const std::vector<std::string>& variables, int input) {
    auto in = new_pipe(), out = new_pipe(), err = new_pipe();
    for (const auto* pipe : {&in, &out, &err})
        if (!*pipe) return Refusal(pipe->why);
    for (const auto* end : {&in->write, &out->read}) make_large(*end);
    const auto process = start_program(file, arguments, variables, has_input ? in->read.number() : input,
                                       out->write.number(), err->write.number());
    if (!process) return Refusal(process.why);
    Child child;
    child.process_ = *process;
    child.in_ = std::move(in->write);
    child.out_ = std::move(out->read);
    child.err_ = std::move(err->read);
    for (const auto* end : {&child.in_, &child.out_, &child.err_}) do_not_block(*end);
    return child;
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, 0)),
      status_(std::exchange(other.status_, std::nullopt)),
      in_(std::move(other.in_)),
      out_(std::move(other.out_)),
      err_(std::move(other.err_)) {}

// The group is killed even if the shell has ended, because what it started may still run.
Child::~Child() {
    if (process_ == 0) return;
    kill();
    wait(kReapTime);
}

// While the process is not reaped, no other group can have its number. Afterwards its group may be empty, and then
// nothing happens; a new group gets the number only if the system has used all others meanwhile.
void Child::kill() {
    if (process_ > 1) ::kill(-process_, SIGKILL);
}

std::optional<int> Child::wait(std::chrono::milliseconds most) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + most;
    for (auto pause = std::chrono::microseconds(100); process_ != 0 && !status_;
         pause = std::min(2 * pause, std::chrono::microseconds(20'000))) {
        int status = 0;
        const pid_t ended = waitpid(process_, &status, WNOHANG);
        if (ended == process_) status_ = status;
        if (ended < 0 && errno != EINTR) break;  // somebody else waited for it
        if (status_ || Clock::now() >= deadline) break;
        std::this_thread::sleep_for(pause);
    }
    return status_;
}

Answer<CommandOutput> CommandOutput::of(const std::vector<std::string>& command, const CommandLimits& limits) {
    auto child = Child::start(command[0], command, false);
    if (!child) return Refusal(command[0], ": cannot be started: ", child.why, ".");
    return CommandOutput(command[0], limits, std::move(*child));
}

Answer<std::string> CommandOutput::next(const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const auto refuse = [&](const auto&... why) { return Refusal(name_, ": ", why..., "."); };
    const auto past_limit = [&](const auto&... what) {
        return refuse("has printed ", what..., " and was ended. Run it yourself, and give its output");
    };
    const auto deadline = Clock::now() + limits_.quiet;
    std::string piece;
    while (!has_ended_) {
        if (stop.stop_requested()) return refuse("its output was not read to the end: stopped");
        const ssize_t got = append_what_is_there(child_.out(), piece, kOutputPiece);
        const int error = errno;
        take_messages();
        errno = error;
        if (got > 0) printed_ += static_cast<std::uint64_t>(got);
        if (printed_ > limits_.most_bytes) return past_limit("more than ", limits_.most_bytes, " bytes");
        if (got > 0) return piece;
        const auto status = got == 0 ? child_.wait(milliseconds(0)) : std::nullopt;
        if (status) return ended(*status);
        if (got < 0 && errno != EAGAIN) return refuse("cannot be read: ", reason());
        if (Clock::now() >= deadline)
            return past_limit("nothing for ", std::chrono::ceil<std::chrono::seconds>(limits_.quiet).count(), " s");
        pollfd waits{.fd = child_.out(), .events = POLLIN, .revents = 0};
        if (got == 0) waits.fd = -1;  // the output has ended, and the process has not yet
        poll(&waits, 1, static_cast<int>(got == 0 ? 1 : kOutputLook.count()));
    }
    return piece;
}

Answer<std::string> CommandOutput::ended(int status) {
    has_ended_ = true;
    child_.let_go();
    take_messages();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::string();
    const std::string how =
        WIFSIGNALED(status) ? say("signal ", WTERMSIG(status)) : say("status ", WEXITSTATUS(status));
    const std::string said = messages();
    return Refusal(name_, ": ended with an error (", how,
                   said.empty() ? "), without a message." : "). It says: ", said);
}

// The program must not wait for a reader of its messages, so what is not kept is read too.
void CommandOutput::take_messages() {
    constexpr int kMostPieces = 16;  // then the stop and the deadline are looked at again
    std::string piece;
    for (int i = 0; i < kMostPieces && append_what_is_there(child_.err(), piece, kOutputPiece) > 0; ++i) {
        messages_ += piece.substr(0, kMostMessages - std::min(kMostMessages, messages_.size()));
        piece.clear();
    }
}

std::string CommandOutput::messages() const {
    std::string line = messages_;
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return excerpt(trimmed(line), kMostShownMessages);
}

bool is_compiled(std::string_view first_bytes) {
    return first_bytes.starts_with(kElf) || first_bytes.starts_with(kFatBinary);
}

Answer<std::vector<std::string>> disassembler_for(const std::string& path) {
    if (const auto tool = tool_named("cuobjdump")) return Answer<std::vector<std::string>>({*tool, "-sass", path});
    if (const auto tool = tool_named("nvdisasm")) return Answer<std::vector<std::string>>({*tool, path});
    return Refusal(path,
                   ": is compiled code, and neither cuobjdump nor nvdisasm is installed; install one of "
                   "them (both are in the CUDA toolkit), or give the output of cuobjdump -sass");
}

std::uint64_t most_disassembly(const std::string& path) {
    // An instruction has 16 bytes, and about 250 as text. The rest is for compression.
    constexpr std::uint64_t kTimes = 1000, kLeast = 16u << 20, kMostBytes = std::uint64_t{1} << 50;
    std::error_code ignored;
    const std::uint64_t bytes = std::filesystem::file_size(path, ignored);
    return kLeast + kTimes * std::min(bytes, kMostBytes);
}

}  // namespace tilescope::io
