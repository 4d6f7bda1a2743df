// tests/live/ssh_test.cpp -- a worker behind a real ssh connection: sshd on the loopback address, with its own keys.
// SPDX-License-Identifier: MIT
#include "app/runs/run.h"
#include "tests/live/live_harness.h"
#include "tests/support/wait_until.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <thread>

namespace tilescope::live_test {
namespace {

namespace fs = std::filesystem;
using live::Client;
using live::Outcome;

bool works(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

// An sshd for one test. It runs as the user of the test, accepts one key, and listens on a port of its own.
class Server {
public:
    Server() {
        char name[] = "/tmp/tilescope-sshd-XXXXXX";
        folder_ = mkdtemp(name);
        if (!works("command -v ssh") || !works("test -x /usr/sbin/sshd") || !works("command -v ssh-keygen")) {
            missing_ = "ssh or sshd is not installed (Debian: openssh-client openssh-server)";
            return;
        }
        // As root, sshd wants this folder of its package. Nobody else needs it.
        if (getuid() == 0) fs::create_directories("/run/sshd");
        for (const char* key : {"host", "user"})
            if (!works(say("ssh-keygen -q -t ed25519 -N '' -f ", folder_, "/", key))) missing_ = "ssh-keygen failed";
        fs::copy_file(folder_ + "/user.pub", folder_ + "/authorized");
        for (int i = 0; i < kTries && !pid_ && missing_.empty(); ++i)
            try_port(kFirstPort + (getpid() * 7 + i) % kPorts);
        if (!pid_ && missing_.empty()) missing_ = "sshd does not start here: " + log();
    }
    ~Server() {
        end();
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    const std::string& missing() const { return missing_; }

    // The command of a worker: `program` on the other side, with the stand-in and its script.
    std::string worker(const std::string& program, const std::string& script = {}) const {
        return say(ssh(port_), " env LD_LIBRARY_PATH=" TILESCOPE_STANDIN_DIR "/standin TILESCOPE_STANDIN='\"", script,
                   "\"' ", program);
    }
    std::string ssh(int port) const {
        return say("ssh -F none -o BatchMode=yes -o StrictHostKeyChecking=no -o LogLevel=ERROR -o UserKnownHostsFile=",
                   folder_, "/known -o IdentitiesOnly=yes -i ", folder_, "/user -p ", port, " 127.0.0.1");
    }
    const std::string& folder() const { return folder_; }
    std::string log() const {
        std::ostringstream out;
        out << std::ifstream(folder_ + "/log").rdbuf();
        return out.str();
    }

    // Ends the processes of all connections. They have process groups of their own.
    void break_connections() const {
        const std::map<pid_t, pid_t> parents = parents_of_all();
        for (const auto& [pid, parent] : parents) {
            pid_t up = parent;
            while (up != *pid_ && parents.contains(up)) up = parents.at(up);
            if (up == *pid_) kill(pid, SIGKILL);
        }
    }

    // Ends the server and every connection.
    void end() {
        if (!pid_) return;
        break_connections();
        kill(-*pid_, SIGKILL);
        int status = 0;
        waitpid(*pid_, &status, 0);
        pid_.reset();
    }

private:
    static constexpr int kTries = 20, kFirstPort = 20000, kPorts = 20000;

    void try_port(int port) {
        std::ofstream(folder_ + "/config")
            << "Port " << port << "\nListenAddress 127.0.0.1\nHostKey " << folder_ << "/host\nAuthorizedKeysFile "
            << folder_ << "/authorized\nStrictModes no\nUsePAM no\nPidFile none\n"
            << "LogLevel VERBOSE\nPasswordAuthentication no\nPermitRootLogin yes\nBanner " << folder_ << "/banner\n";
        std::ofstream(folder_ + "/banner") << "Welcome.\ntilescope-live is not this line\n";
        const pid_t child = fork();
        if (child == 0) {
            setpgid(0, 0);
            const std::string config = folder_ + "/config", output = folder_ + "/log";
            execl("/usr/sbin/sshd", "/usr/sbin/sshd", "-D", "-f", config.c_str(), "-E", output.c_str(), nullptr);
            _exit(127);
        }
        setpgid(child, child);
        bool serves = false, ended = false;
        test::wait_until(
            [&] {
                int status = 0;
                serves = works(ssh(port) + " true");
                ended = !serves && waitpid(child, &status, WNOHANG) == child;  // the port is taken
                return serves || ended;
            },
            std::chrono::seconds(10));
        if (serves) pid_ = child, port_ = port;
        if (serves || ended) return;
        kill(-child, SIGKILL);
        waitpid(child, nullptr, 0);
    }

    static std::map<pid_t, pid_t> parents_of_all() {
        std::map<pid_t, pid_t> out;
        for (const auto& entry : fs::directory_iterator("/proc")) {
            std::string text;
            if (!std::getline(std::ifstream(entry.path() / "stat"), text)) continue;
            const std::size_t name_end = text.rfind(')');  // "123 (name) S 45 ..."
            std::istringstream rest(text.substr(std::min(name_end + 1, text.size())));
            char state = 0;
            pid_t parent = 0;
            if (rest >> state >> parent) out[std::atoi(text.c_str())] = parent;
        }
        return out;
    }

    std::string folder_, missing_;
    std::optional<pid_t> pid_;
    int port_ = 0;
};

// Returns whether a process runs this file.
bool is_running(const std::string& file) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const fs::path exe = fs::read_symlink(entry.path() / "exe", ignored);
        if (!ignored && exe == file) return true;
    }
    return false;
}

class LiveSsh : public testing::Test {
protected:
    void SetUp() override {
        server_.emplace();
        if (!server_->missing().empty()) GTEST_SKIP() << server_->missing();
        // The one file that the other machine needs, at a place of its own.
        copy_ = server_->folder() + "/tilescope";
        fs::copy_file(TILESCOPE_PROGRAM, copy_);
    }
    std::optional<Server> server_;
    std::string copy_;
};

TEST_F(LiveSsh, ACopiedProgramRunsTheSessionAndIsEqual) {
    Client client(server_->worker(copy_), short_times());
    const live::DeviceList list = client.devices({});
    ASSERT_TRUE(list.ending.is_ok()) << list.ending.sentence();
    ASSERT_EQ(list.devices.size(), 1u);
    const live::RunOutcome out = live::run({}, client, {});
    EXPECT_TRUE(out.ending.is_ok()) << out.ending.sentence();
    EXPECT_TRUE(out.is_equal());
}

TEST_F(LiveSsh, TheServersShellMayPrintALongGreetingFirst) {
    const std::string noisy = server_->folder() + "/noisy";
    std::ofstream(noisy) << "#!/bin/sh\nseq 1 2000\necho 'Last login: today'\nexec '" << copy_ << "' \"$@\"\n";
    fs::permissions(noisy, fs::perms::owner_all);
    Client client(server_->worker(noisy), short_times());
    EXPECT_TRUE(live::run({}, client, {}).is_equal());
}

TEST_F(LiveSsh, AStoppedRunLeavesNoWorkerOnTheServer) {
    std::stop_source stop;
    {
        Client client(server_->worker(copy_, "never"), short_times());
        const live::RunOutcome out = live::run({.timeout_ms = kMostTimeoutMs}, client,
                                               {.stop = stop.get_token(), .progress = [&](const auto& p) {
                                                    if (p.now.phase == 4) stop.request_stop();
                                                }});
        EXPECT_EQ(out.ending.outcome, Outcome::stopped) << out.ending.sentence();
    }
    EXPECT_TRUE(test::wait_until([&] { return !is_running(copy_); })) << "the worker still runs on the server";
}

TEST_F(LiveSsh, AConnectionThatBreaksIsNamedInBoundedTime) {
    Client client(server_->worker(copy_, "never"), short_times());
    const Stopwatch watch;
    const live::RunOutcome out = live::run({.timeout_ms = 1000}, client, {.progress = [&](const live::LiveProgress& p) {
                                               if (p.now.phase == 4) server_->break_connections();
                                           }});
    EXPECT_FALSE(out.ending.is_ok());
    EXPECT_TRUE(out.ending.outcome == Outcome::worker_crashed || out.ending.outcome == Outcome::hang_killed)
        << out.ending.sentence();
    EXPECT_LT(watch.seconds(), 15.0);
}

TEST_F(LiveSsh, AServerThatRefusesIsQuoted) {
    Client nobody(server_->ssh(1) + " tilescope", short_times());
    const live::Ending refused = nobody.start({});
    EXPECT_EQ(refused.outcome, Outcome::no_worker);
    EXPECT_NE(refused.sentence().find("Connection refused"), std::string::npos) << refused.sentence();

    Client missing(server_->worker("/nonexistent/tilescope"), short_times());
    const live::Ending not_there = missing.start({});
    EXPECT_EQ(not_there.outcome, Outcome::no_worker);
    EXPECT_NE(not_there.sentence().find("/nonexistent/tilescope"), std::string::npos)
        << not_there.sentence() << server_->log();
}

}  // namespace
}  // namespace tilescope::live_test
