// tests/support/test_main.cpp -- main() of every test program.
// SPDX-License-Identifier: MIT
//
// A program runs many tests: gtest prints only what fails, each test has a time limit of its own
// (TILESCOPE_TEST_SECONDS), and a test that crashes or takes too long is named. TILESCOPE_TEST_LOG names a file that
// gets one line for each test, for tests/report.sh: "ok 0.012 Suite.Name", "failed ...", or "skipped 0.000 Suite.Name
// reason".
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace tilescope::test {
namespace {

// The line of the running test if it never ends. A signal handler may read it: it needs no memory.
char unended[256] = "";
int log_file = -1;
pid_t test_process = 0;

void write_line(int file, std::string_view line) {
    if (file >= 0 && write(file, line.data(), line.size()) < 0) file = -1;
}

void name_the_test(int signal) {
    if (getpid() == test_process) {  // a child may crash: a test can want that
        write_line(STDERR_FILENO, "This test crashed, or took too long: ");
        write_line(STDERR_FILENO, unended);
        write_line(log_file, unended);
    }
    ::signal(signal, SIG_DFL);
    raise(signal);
}

class Record : public testing::EmptyTestEventListener {
public:
    Record(std::string program, unsigned seconds) : program_(std::move(program)), seconds_(seconds) {}

    void OnTestStart(const testing::TestInfo& info) override {
        reason_.clear();
        const std::string line = "failed 0.000 " + name_of(info) + "\n";
        std::strncpy(unended, line.c_str(), sizeof unended - 1);
        alarm(seconds_);
    }
    void OnTestPartResult(const testing::TestPartResult& part) override {
        if (part.skipped()) reason_ = std::string(" ") + part.message();
    }
    void OnTestEnd(const testing::TestInfo& info) override {
        alarm(0);
        const testing::TestResult& result = *info.result();
        char seconds[32];
        std::snprintf(seconds, sizeof seconds, "%.3f ", static_cast<double>(result.elapsed_time()) / 1000);
        std::replace(reason_.begin(), reason_.end(), '\n', ' ');
        write_line(log_file, (result.Failed()    ? "failed "
                              : result.Skipped() ? "skipped "
                                                 : "ok ") +
                                 (seconds + name_of(info)) + reason_ + "\n");
        if (result.Failed())
            std::printf("Run it alone: %s --gtest_filter=%s\n", program_.c_str(), name_of(info).c_str());
    }

private:
    static std::string name_of(const testing::TestInfo& info) {
        return std::string(info.test_suite_name()) + "." + info.name();
    }
    std::string program_, reason_;
    unsigned seconds_;
};

}  // namespace
}  // namespace tilescope::test

int main(int argc, char** argv) {
    using namespace tilescope::test;
    testing::GTEST_FLAG(brief) = true;
    testing::InitGoogleTest(&argc, argv);
    if (const char* path = std::getenv("TILESCOPE_TEST_LOG"))
        log_file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const char* seconds = std::getenv("TILESCOPE_TEST_SECONDS");
    testing::UnitTest::GetInstance()->listeners().Append(
        new Record(argv[0], seconds ? static_cast<unsigned>(std::atoi(seconds)) : 0));
    test_process = getpid();
    // A shell starts jobs in the background without SIGINT, nohup without SIGHUP, and our programs would inherit that.
    for (const int ignored : {SIGINT, SIGHUP}) signal(ignored, SIG_DFL);
    signal(SIGALRM, name_the_test);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // a sanitizer says more
    for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) signal(crash, name_the_test);
#endif
    return RUN_ALL_TESTS();
}
