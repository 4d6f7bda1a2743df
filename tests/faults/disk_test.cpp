// tests/faults/disk_test.cpp -- the model of a disk finds writers that are not safe.
// SPDX-License-Identifier: MIT
#include "tests/faults/disk.h"

#include <gtest/gtest.h>

#include <set>

namespace tilescope::faults {
namespace {

const Event kCreate{{"call", "create", "7", "0", "0", "/d/new"}, {}}, kWrite{{"call", "write", "7", "0", "4"}, "NEW!"},
    kFlush{{"call", "fsync", "7", "0", "0"}, {}}, kRename{{"call", "rename", "0", "0", "0", "/d/new", "/d/file"}, {}},
    kFlushFolder{{"call", "flush_folder", "3", "0", "0"}, {}};

// What can be under the name, at any time. "-" means that there is no file.
std::set<std::string> seen(const std::vector<Event>& log, bool at_the_end = false) {
    std::set<std::string> out;
    for (std::size_t events = at_the_end ? log.size() : 0; events <= log.size(); ++events)
        each_state_after(log, events, {{"/d/file", "old"}}, [&](const Files& files) {
            const auto found = files.find("/d/file");
            out.insert(found == files.end() ? "-" : found->second);
        });
    return out;
}

using Seen = std::set<std::string>;

TEST(DiskModel, ASafeWriterHasTheOldFileOrTheNewOneAtAnyTime) {
    EXPECT_EQ(seen({kCreate, kWrite, kFlush, kRename, kFlushFolder}), (Seen{"old", "NEW!"}));
    EXPECT_EQ(seen({kCreate, kWrite, kFlush, kRename, kFlushFolder}, true), Seen{"NEW!"});
}

TEST(DiskModel, WithoutAFlushOfTheFolderTheNewFileIsNotCertain) {
    EXPECT_EQ(seen({kCreate, kWrite, kFlush, kRename}, true), (Seen{"old", "NEW!"}));
}

TEST(DiskModel, WithoutAFlushOfTheFileItCanBeEmptyTornOrZeros) {
    const Seen all = seen({kCreate, kWrite, kRename, kFlushFolder});
    for (const std::string& text : {std::string(), std::string("NE"), std::string(4, '\0'), std::string("NE\0\0", 4)})
        EXPECT_TRUE(all.contains(text)) << text;
}

TEST(DiskModel, AWriteIntoTheOldFileCanTearIt) {
    const Event write{{"call", "write", "9", "0", "6"}, "newer!"};
    const Seen all = seen({write});
    EXPECT_TRUE(all.contains("new"));
    EXPECT_TRUE(all.contains(std::string("old\0\0\0", 6)));
}

TEST(DiskModel, ACutTakesNothingOfWhatStays) {
    EXPECT_EQ(seen({Event{{"call", "cut", "9", "1", "0"}, {}}}), (Seen{"old", "o", "ol"}));
}

TEST(DiskModel, ARemovedFileCanBeThereStill) {
    EXPECT_EQ(seen({Event{{"call", "unlink", "0", "0", "0", "/d/file"}, {}}}), (Seen{"-", "old"}));
}

}  // namespace
}  // namespace tilescope::faults
