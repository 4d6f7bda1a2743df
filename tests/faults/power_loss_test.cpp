// tests/faults/power_loss_test.cpp -- a disk has the old file or the new one after a power failure.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep.h"
#include "tests/faults/disk.h"
#include "tests/faults/in_process.h"
#include "tests/faults/sweep_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

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

struct Start {
    const char *name, *lines;  // see sweep_text()
};
class PowerLossOfASweep : public testing::TestWithParam<Start> {};

// The lines of a sweep are not flushed one by one: jobs that are lost run again. Those that were in the file stay.
TEST_P(PowerLossOfASweep, LeavesAFileWithWhichItGoesOn) {
    const test::TemporaryFolder folder, own;
    const std::string path = folder.path() + "/sweep.jsonl", log = own.path() + "/log", line = sweep_line(),
                      id = live::record_in(line)->sweep, before = sweep_text(GetParam().lines);
    std::size_t taken = 0;
    const auto open = [&] {
        taken = 0;
        const auto take = [&](live::Record&&) { return ++taken, Answer<void>(); };
        auto out = live::SweepOut::open(path, {.resume = true, .sweep = id}, take);
        EXPECT_TRUE(out) << out.why;
        return out;
    };
    if (!before.empty()) set_text(path, before);
    {
        const Faults faults(folder.path(), say("log=", log));
        auto out = open();
        ASSERT_TRUE(out);
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(out->append(line));
    }
    const auto had = std::ranges::count(std::string_view(GetParam().lines), 'L');
    const std::vector<Event> events = events_in(text_of(log));
    const Files files_before = before.empty() ? Files() : Files{{path, before}};
    std::set<std::string> states;
    for (std::size_t count = 0; count <= events.size(); ++count)
        each_state_after(events, count, files_before, [&](const Files& files) {
            ASSERT_EQ(files.contains(path) || before.empty(), true) << count;
            states.insert(files.contains(path) ? files.at(path) : std::string());
        });
    for (const std::string& state : states) {
        set_text(path, state);
        if (auto out = open()) {
            EXPECT_GE(static_cast<long>(taken), had) << state;
            EXPECT_TRUE(out->append(line));
        }
        std::string whole;
        for (std::size_t i = 0; i <= taken; ++i) whole += line;
        EXPECT_EQ(text_of(path), whole) << "only the lines that reached the disk, and the new one: " << state;
    }
    EXPECT_GT(states.size(), 6u);
}

INSTANTIATE_TEST_SUITE_P(Of, PowerLossOfASweep,
                         testing::Values(Start{"new", ""}, Start{"damaged_inside", "LDLDL"}, Start{"cut_off", "LLC"}),
                         [](const auto& start) { return std::string(start.param.name); });

}  // namespace
}  // namespace tilescope::faults
