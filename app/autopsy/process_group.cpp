// app/autopsy/process_group.cpp -- finds the processes of a session in /proc, and kills them.
// SPDX-License-Identifier: MIT
#include "app/autopsy/process_group.h"

#include "app/io/descriptor.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kMostProcText = 1 << 20;  // of an environment

std::string proc_text(int process, std::string_view name) {
    const io::Descriptor file(open(say("/proc/", process, "/", name).c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    for (std::size_t at = 0; file && at < kMostProcText;) {
        text.resize(at + 4096);
        const ssize_t got = io::uninterrupted([&] { return read(file.number(), text.data() + at, 4096); });
        at += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        text.resize(at);
        if (got <= 0) break;
    }
    return text;
}

// Source: proc(5): the state and then the parent, the group and the session stand behind the name, which is in
// parentheses and can contain any character.
struct ProcessState {
    char letter = 'X';
    std::string session;
};
ProcessState state_of(int process) {
    const std::string text = proc_text(process, "stat");
    const std::size_t name_end = text.rfind(") ");
    if (name_end == text.npos) return {};
    const auto words = split_at(std::string_view(text).substr(name_end + 2), ' ');
    return words.size() > 3 && !words[0].empty() ? ProcessState{words[0][0], std::string(words[3])} : ProcessState{};
}

bool is_in_session(int process, int leader) {
    const ProcessState state = state_of(process);
    return state.letter != 'Z' && state.letter != 'X' && state.session == say(leader);
}

// Lines of an environment end with a zero. That of a process that has ended is empty.
bool has_mark(int process, const std::string& mark) {
    const std::string text = std::string(1, '\0') + proc_text(process, "environ");
    return text.find(std::string(1, '\0') + mark + std::string(1, '\0')) != text.npos;
}

std::vector<int> processes_of(int leader, const std::string& mark) {
    std::vector<int> out;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry("/proc", failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        int process = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), process);
        if (read.ec != std::errc() || read.ptr != name.data() + name.size() || process <= 1) continue;
        if (process == static_cast<int>(getpid())) continue;
        if (is_in_session(process, leader) || has_mark(process, mark)) out.push_back(process);
    }
    return out;
}

}  // namespace

bool end_processes(int leader, const std::string& mark, std::chrono::milliseconds most) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + most;
    for (;;) {
        const std::vector<int> left = processes_of(leader, mark);
        if (left.empty()) return true;
        if (Clock::now() >= deadline) return false;
        for (const int process : left) kill(process, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

bool is_stopped(int process) { return state_of(process).letter == 'T'; }

void continue_process(int process) {
    if (is_stopped(process)) kill(process, SIGCONT);
}

}  // namespace tilescope::autopsy
