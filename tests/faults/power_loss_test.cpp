// tests/faults/power_loss_test.cpp -- a disk has the old file or the new one after a power failure.
// SPDX-License-Identifier: MIT
#include "app/live/sweep_file.h"
#include "tests/faults/disk.h"
#include "tests/faults/in_process.h"

#include <gtest/gtest.h>

#include <set>

namespace tilescope::faults {
namespace {

class PowerLoss : public testing::TestWithParam<Writer> {};

TEST_P(PowerLoss, AtAnyMomentLeavesTheOldFileOrTheNewOne) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/" + GetParam().file, old = "the old text\n";
    set_text(path, old);
    const Ran ran = run(GetParam(), folder.path(), "");
    ASSERT_EQ(ran.status, 0) << ran.err;
    const std::string fresh = text_of(path);
    std::set<std::string> seen;
    for (std::size_t events = 0; events <= ran.log.size(); ++events)
        each_state_after(ran.log, events, {{path, old}}, [&](const Files& files) {
            ASSERT_TRUE(files.contains(path)) << events;
            const std::string& text = files.at(path);
            ASSERT_TRUE(text == old || text == fresh) << "after " << events << " events: " << text.substr(0, 100);
            seen.insert(text);
        });
    EXPECT_EQ(seen.size(), 2u) << "the model has seen both";
    each_state_after(ran.log, ran.log.size(), {{path, old}}, [&](const Files& files) {
        EXPECT_EQ(files.at(path), fresh) << "the command said that it is done";
    });
}

INSTANTIATE_TEST_SUITE_P(Of, PowerLoss, testing::ValuesIn(kWriters),
                         [](const auto& writer) { return std::string(writer.param.name); });

// The lines of a sweep are not flushed one by one: jobs that are lost run again.
TEST(PowerLossOfASweep, LeavesAFileWithWhichItGoesOn) {
    const test::TemporaryFolder folder, own;
    const std::string path = folder.path() + "/sweep.jsonl", log = own.path() + "/log";
    const std::string lines = text_of(TILESCOPE_SOURCE_DIR "/tests/data/sweeps/swizzle.jsonl");
    const std::string line = lines.substr(0, lines.find('\n') + 1);
    const auto none = [](live::SweepRecord&&) { return Answer<void>(); };
    {
        const Faults faults(folder.path(), say("log=", log));
        auto out = live::SweepOut::open(path, {}, none);
        ASSERT_TRUE(out) << out.why;
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(out->append(line));
    }
    const auto id = live::record_in(line)->sweep;
    const std::vector<Event> events = events_in(text_of(log));
    int states = 0;
    for (std::size_t count = 0; count <= events.size(); ++count)
        each_state_after(events, count, {}, [&](const Files& files) {
            ++states;
            set_text(path, files.contains(path) ? files.at(path) : std::string());
            const std::size_t whole = lines_in(text_of(path));
            std::size_t taken = 0;
            const auto take = [&](live::SweepRecord&&) { return ++taken, Answer<void>(); };
            auto out = live::SweepOut::open(path, {.resume = true, .sweep = id}, take);
            EXPECT_TRUE(out) << out.why;
            EXPECT_EQ(taken, whole) << "the lines that reached the disk";
            if (!out) return;
            EXPECT_TRUE(out->append(line));
            EXPECT_EQ(text_of(path).size() % line.size(), 0u) << "the cut line is gone";
        });
    EXPECT_GT(states, 10);
}

}  // namespace
}  // namespace tilescope::faults
