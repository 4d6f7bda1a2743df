// tests/window/window_driver.cpp -- runs the real program under a virtual X server, with real pointer and key events.
// SPDX-License-Identifier: MIT
#include "tests/window/window_driver.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

namespace tilescope::window {
namespace {

bool have(const std::string& tool) { return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0; }

pid_t start(const std::vector<std::string>& command,
            const std::vector<std::pair<std::string, std::string>>& environment, int keep_fd = -1) {
    const pid_t pid = fork();
    if (pid != 0) return pid;
    for (const auto& [key, value] : environment) setenv(key.c_str(), value.c_str(), 1);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 0);
    dup2(nowhere, 1);
    if (keep_fd >= 0) fcntl(keep_fd, F_SETFD, 0);
    std::vector<char*> argv;
    for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
}

int wait_for_end(pid_t pid) {
    int status = 0;
    if (test::wait_until([&] { return waitpid(pid, &status, WNOHANG) == pid; }))
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return 137;
}

// "file:///tmp/a%20b": all bytes but letters, digits and a few signs as numbers.
std::string uri_of(const std::string& path) {
    constexpr std::string_view kPlain = "/-._~", kDigits = "0123456789ABCDEF";
    std::string out = "file://";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (is_letter || kPlain.find(c) != kPlain.npos)
            out += c;
        else
            out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    return out;
}

}  // namespace

std::string missing_tools(const std::vector<std::string>& more) {
    std::string out;
    std::vector<std::string> tools = {"Xvfb", "xdotool"};
    tools.insert(tools.end(), more.begin(), more.end());
    for (const std::string& tool : tools)
        if (!have(tool)) out += std::string(out.empty() ? "" : ", ") + tool;
    return out.empty() ? "" : "not installed: " + out + " (Debian: xvfb xdotool libgl1-mesa-dri)";
}

VirtualDisplay::VirtualDisplay(int width, int height) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) return;
    const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
    char folder[] = "/tmp/tilescope-display-XXXXXX";
    if (mkdtemp(folder) == nullptr) return;
    folder_ = folder;
    server_ = start({"Xvfb", "-displayfd", std::to_string(pipe_ends[1]), "-screen", "0", screen, "-nolisten", "tcp",
                     "-noreset", "-fbdir", folder_},
                    {}, pipe_ends[1]);
    close(pipe_ends[1]);
    char text[16] = {};
    const ssize_t got = read(pipe_ends[0], text, sizeof text - 1);  // returns when the server writes its number or ends
    close(pipe_ends[0]);
    if (got > 0) name_ = ":" + std::to_string(std::atoi(text));
}

VirtualDisplay::~VirtualDisplay() {
    if (server_ > 0) {
        kill(server_, SIGTERM);
        wait_for_end(server_);
    }
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

// The file is an X window dump: a header of big-endian numbers, then colours of 12 bytes, then pixels (blue, green,
// red).
io::Image VirtualDisplay::picture() const {
    std::ifstream in(folder_ + "/Xvfb_screen0", std::ios::binary);
    const std::string dump(std::istreambuf_iterator<char>(in), {});
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(dump.at(i)); };
    const auto number = [&](std::size_t i) {
        std::size_t out = 0;
        for (std::size_t at = 4 * i; at < 4 * i + 4; ++at) out = out << 8 | byte(at);
        return out;
    };
    enum : std::size_t { header_size = 0, image_width = 4, image_height = 5, bytes_per_line = 12, colours = 19 };
    io::Image out{static_cast<int>(number(image_width)), static_cast<int>(number(image_height)), {}};
    const std::size_t first = number(header_size) + 12 * number(colours), width = number(image_width);
    for (std::size_t y = 0; y < number(image_height); ++y)
        for (std::size_t x = 0; x < width; ++x)
            for (const std::size_t channel : {2u, 1u, 0u})
                out.rgb.push_back(byte(first + y * number(bytes_per_line) + 4 * x + channel));
    return out;
}

Program::Program(const VirtualDisplay& display, std::vector<std::string> arguments, const std::string& home)
    : display_(display.name()) {
    char folder[] = "/tmp/tilescope-window-XXXXXX";
    if (!mkdtemp(folder)) return;
    folder_ = folder;
    probe_ = folder_ + "/probe.txt";
    for (std::string& argument : arguments)
        if (const auto at = argument.find("%F"); at != std::string::npos) argument.replace(at, 2, folder_);
    // A test of the start page asks for it, or for what the preference says.
    if (std::erase(arguments, kAsPreferred) == 0 && std::ranges::find(arguments, "--start") == arguments.end())
        arguments.insert(arguments.begin(), "--no-start");
    arguments.insert(arguments.begin(), {TILESCOPE_GUI_PROGRAM, "--probe-file", probe_});
    const std::string& user_home = home.empty() ? folder_ : home;
    pid_ = start(arguments, {{"DISPLAY", display_},
                             {"HOME", user_home},
                             {"XDG_CONFIG_HOME", user_home + "/config"},
                             {"XDG_STATE_HOME", user_home + "/state"},
                             {"LIBGL_ALWAYS_SOFTWARE", "1"}});
    wait_for(0);
    if (pid_ > 0) focus();
}

// There is no window manager, so the test sets the focus.
void Program::focus() {
    input("search --sync --all --onlyvisible --pid " + std::to_string(pid_) +
          " --class tilescope windowraise windowfocus --sync");
}

Program::~Program() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        int status = 0;
        waitpid(pid_, &status, 0);
    }
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

const Program::Picture& Program::picture() {
    struct stat now {};
    if (stat(probe_.c_str(), &now) != 0) return picture_;
    const std::pair written(now.st_ino, now.st_mtim.tv_sec * 1'000'000'000 + now.st_mtim.tv_nsec);
    if (written == read_) return picture_;
    read_ = written;
    picture_ = {};
    std::ifstream in(probe_);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("frame ")) picture_.frame = std::atol(line.c_str() + 6);
        if (line.starts_with("key ")) picture_.key = std::atol(line.c_str() + 4);
        std::istringstream words(line);
        std::string name;
        Rect r;
        if (words >> name >> r.x >> r.y >> r.width >> r.height) picture_.items.emplace(name, r);
    }
    return picture_;
}

long Program::frames() { return picture().frame; }

// The program rewrites the probe file each time a picture has settled.
void Program::wait_for(int last_key) {
    if (pid_ <= 0) return;  // the program has ended, and this was reported
    int status = 0;
    const bool settled = test::wait_until([&] {
        if (waitpid(pid_, &status, WNOHANG) == pid_) pid_ = -1;
        if (pid_ < 0) return true;
        if (waits_for_files_ && find("status.reading")) return false;
        return picture().key == last_key && picture().frame > 0;
    });
    EXPECT_GT(pid_, 0) << "the program ended, status " << (WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    EXPECT_TRUE(settled) << "no settled picture after key " << last_key;
}

std::optional<Rect> Program::find(const std::string& id) {
    const auto& items = picture().items;
    const auto found = items.find(id);
    return found == items.end() ? std::nullopt : std::optional(found->second);
}

Rect Program::item(const std::string& id) {
    if (const auto found = find(id)) return *found;
    ADD_FAILURE() << "no item on the screen has the id " << id;
    return {};
}

void Program::send(const std::string& arguments) {
    const std::string command = "DISPLAY=" + display_ + " xdotool " + arguments;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

// One xdotool command sends several events, and a picture may settle between two of them. X keeps the order of events.
// So the test sends a key without an effect: when this key has arrived, all earlier events have arrived too.
void Program::input(const std::string& arguments) {
    send(arguments);
    wait_for_all();
}

void Program::wait_for_all() {
    constexpr int kScrollLock = 281, kPause = 284;  // key numbers of GLFW
    odd_ = !odd_;
    send(odd_ ? "key Pause" : "key Scroll_Lock");
    wait_for(odd_ ? kPause : kScrollLock);
}

void Program::move_to(const std::string& id, double across, double down) {
    const Rect r = item(id);
    const auto x = static_cast<long>(r.x + across * r.width), y = static_cast<long>(r.y + down * r.height);
    input("mousemove " + std::to_string(x) + " " + std::to_string(y));
}

// The click is one command. With two commands, the button would be held between them. On a slow machine it would
// repeat, and no picture would settle.
void Program::click(const std::string& id, double across, double down) {
    move_to(id, across, down);
    input("click 1");
}

void Program::double_click(const std::string& id) {
    move_to(id);
    input("click --repeat 2 --delay 60 1");
}

void Program::wheel(const std::string& id, int notches) {
    move_to(id);
    input("click --repeat " + std::to_string(std::abs(notches)) + (notches > 0 ? " 4" : " 5"));
}

void Program::drag(const std::string& id, double right_pixels, double down_pixels) {
    move_to(id);
    input("mousedown 1");
    constexpr int kSteps = 4;  // a real pointer also moves in several steps
    for (int i = 0; i < kSteps; ++i)
        input("mousemove_relative -- " + std::to_string(static_cast<long>(right_pixels / kSteps)) + " " +
              std::to_string(static_cast<long>(down_pixels / kSteps)));
    input("mouseup 1");
}

void Program::key(const std::string& keys) { input("key --clearmodifiers " + keys); }

void Program::type(const std::string& text) { input("type --delay 15 -- '" + text + "'"); }

void Program::resize(int width, int height) {
    input("search --onlyvisible --class tilescope windowsize " + std::to_string(width) + " " + std::to_string(height));
}

// xdotool cannot do this: the program that drags answers the window's questions.
void Program::drag_files(const std::string& id, const std::vector<std::string>& paths, const std::string& end) {
    const Rect r = item(id);
    std::string command = "DISPLAY=" + display_ + " '" TILESCOPE_DROP_SOURCE "' " + std::to_string(pid_) + " " +
                          std::to_string(static_cast<long>(r.x + r.width / 2)) + " " +
                          std::to_string(static_cast<long>(r.y + r.height / 2)) + " " + end;
    for (const std::string& path : paths) command += " '" + uri_of(path) + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    wait_for_all();
}

void Program::drop(const std::string& id, const std::vector<std::string>& paths) { drag_files(id, paths, "drop"); }

void Program::drag_over(const std::string& id, const std::vector<std::string>& paths) {
    drag_files(id, paths, "leave");
}

void Program::freeze() { kill(pid_, SIGSTOP); }

void Program::thaw() {
    kill(pid_, SIGCONT);
    wait_for_all();
}

bool Program::rests(std::chrono::seconds period) {
    const long before = frames();
    return before > 0 && !test::wait_until([&] { return frames() != before; }, period);
}

bool Program::waits_for(const std::string& id) {
    return test::wait_until([&] { return find(id).has_value(); });
}

int Program::stop(int signal) {
    if (pid_ > 0) kill(pid_, signal);
    return end();
}

int Program::end() {
    if (pid_ <= 0) return -1;
    const int status = wait_for_end(pid_);
    pid_ = -1;
    return status;
}

}  // namespace tilescope::window
