// tests/fuzz/stop_test.cpp -- a stop ends each reader at once, however long its text is.
// SPDX-License-Identifier: MIT
#include "app/cli/decode.h"
#include "app/io/session_file.h"
#include "app/io/state_line.h"
#include "tests/fuzz/hostile.h"
#include "tests/support/wait_until.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <pthread.h>
#include <atomic>
#include <chrono>
#include <ctime>
#include <iostream>
#include <stop_token>
#include <string>
#include <thread>

namespace tilescope::fuzz {
namespace {

constexpr double kAtOnce = 0.2, kReads = 0.05;  // seconds of processor time
constexpr std::chrono::milliseconds kPause{1};

void read_session(const std::string& text, const std::stop_token& stop) { (void)io::session_from_text(text, stop); }
void read_lines(const std::string& text, const std::stop_token& stop) { io::state_lines_in(text, stop); }
void read_paste(const std::string& text, const std::stop_token& stop) {
    paste(text, {.max_bytes = text.size(), .max_words = text.size(), .stop = stop});
}
void read_stream(const std::string& text, const std::stop_token& stop) {
    const cli::Globals globals;
    cli::DecodeOutput output(globals, cli::DecodeOutput::How::table, false);
    cli::DecodeStream stream({.stop = stop}, globals, output);
    (void)stream.add(text);
    (void)stream.finish();
}

struct Reading {
    std::string_view name;
    void (*read)(const std::string& text, const std::stop_token& stop);
    std::size_t bytes;
    std::string_view head, part;
};
void PrintTo(const Reading& reading, std::ostream* out) { *out << reading.name; }  // GoogleTest uses it in test names

constexpr std::size_t kLong = std::size_t{1} << 24, kWhole = std::size_t{1} << 20;  // what the window takes, and whole
constexpr Reading kReadings[] = {
    {"session", read_session, kLong, "[", "\"a\","},
    {"state_lines", read_lines, kLong, "", "ts1:AAAA\n"},
    {"decode_stream", read_stream, kLong, "", "k# = 0x40004040000100# v# = 0x4000404000010040\n"},
    {"log", read_paste, kWhole, "", "k# = 0x40004040000100# v# = 0x4000404000010040\n"},
    {"ptx", read_paste, kWhole, "", "mov.b64 %rd#, {%r#, %r@};\n"},
    {"sass", read_paste, kWhole, "", "/*0000*/ UMOV UR#, 0x10040 ;\n"},
    {"ir", read_paste, kWhole, "", "%# = or i64 %@, 4\n"},
    {"source", read_paste, kWhole, "", "x# = x@ | (1 << #);\n"},
};

double seconds_of_thread(pthread_t thread) {
    clockid_t clock{};
    timespec now{};
    pthread_getcpuclockid(thread, &clock);
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Stop : public testing::TestWithParam<Reading> {};

TEST_P(Stop, EndsTheReadingAtOnce) {
    const Reading& reading = GetParam();
    const std::string text = say(reading.head, hostile_text(reading.part, reading.bytes));
    std::stop_source stop;
    std::atomic<bool> ended = false, joins = false;
    double end = 0;
    std::thread reader([&] {
        reading.read(text, stop.get_token());
        end = seconds_of_thread(pthread_self());
        ended = true;
        test::wait_until([&] { return joins.load(); });  // so that the thread still has a clock
    });
    test::wait_until([&] { return ended || seconds_of_thread(reader.native_handle()) >= kReads; });
    EXPECT_FALSE(ended) << "the text is too short to be stopped";
    const double begin = seconds_of_thread(reader.native_handle());
    stop.request_stop();
    joins = true;
    reader.join();
    EXPECT_LT(end - begin, kAtOnce);
    const double before = seconds_of_thread(pthread_self());
    reading.read(text, stop.get_token());
    EXPECT_LT(seconds_of_thread(pthread_self()) - before, kAtOnce) << "if the stop comes before the reading";
    std::cout << reading.name << ": " << end - begin << " s, " << seconds_of_thread(pthread_self()) - before << " s\n";
}

INSTANTIATE_TEST_SUITE_P(Readers, Stop, testing::ValuesIn(kReadings),
                         [](const auto& reading) { return std::string(reading.param.name); });

}  // namespace
}  // namespace tilescope::fuzz
