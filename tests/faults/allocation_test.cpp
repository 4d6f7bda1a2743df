// tests/faults/allocation_test.cpp -- each place of a command that allocates gets no memory, in turn.
// SPDX-License-Identifier: MIT
//
// The shim visits each place once: the first allocation from each chain of callers. So all ways out of the program are
// taken, in seconds.
#include "tests/faults/program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::faults {
namespace {

struct Copies {
    int ended = 0;      // refused with one sentence
    int survived = 0;   // the program went on, and wrote the same bytes
    std::string wrong;  // the first copy that did neither
    int wrong_ones = 0;
};

// The lines of a copy without those of the shim, and the hash that it says.
std::pair<std::string, std::string> parts_of(const std::string& bytes) {
    std::string said, hash;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', at), bytes.size() - 1);
        const std::string line = bytes.substr(at, end + 1 - at);
        if (line.front() == '\1')
            hash = line.substr(1, line.size() - 2);
        else
            said += line;
        at = end + 1;
    }
    return {said, hash};
}

Copies judged(const Ran& ran) {
    std::string hash;
    for (const Event& event : ran.log)
        if (event.kind() == "hash") hash = event.words.at(1);
    EXPECT_NE(hash, "");
    Copies out;
    bool has_written = false;  // the file had its name before the copy was made
    for (const Event& event : ran.log) {
        has_written |= event.kind() == "hash";
        if (event.kind() != "copy") continue;
        const int status = std::stoi(event.words.at(2));
        const auto [said, renamed] = parts_of(event.bytes);
        const bool refused = status == 2 && renamed.empty() && lines_in(said) == 1 && said.starts_with("tilescope");
        const bool went_on = status == 0 && (has_written ? renamed.empty() : renamed == hash) && said.empty();
        out.ended += refused;
        out.survived += went_on;
        if (refused || went_on) continue;
        if (out.wrong_ones++ == 0)
            out.wrong = "allocation=" + event.words.at(1) + ": status " + event.words.at(2) + ", " + event.bytes;
    }
    return out;
}

// A job in the folder, whose reading begins the visits ("each=2"): all commands start in the same way.
struct Visited {
    Writer writer;
    const char* job;  // in tests/data; empty: all places are visited, from the start on
};

class EachAllocation : public testing::TestWithParam<Visited> {};

TEST_P(EachAllocation, ThatFailsEndsTheCommandWithOneSentenceAndNoFile) {
    const auto& [writer, job] = GetParam();
    const test::TemporaryFolder folder;
    const bool from_start = std::string_view(job).empty();
    if (!from_start) set_text(folder.path() + "/job.json", text_of(say(TILESCOPE_SOURCE_DIR "/tests/data/", job)));
    const Ran ran = run(writer, folder.path(), from_start ? "each=1" : "each=2");
    ASSERT_EQ(ran.status, 0) << ran.err;
    const Copies copies = judged(ran);
    EXPECT_EQ(copies.wrong_ones, 0) << copies.wrong;
    EXPECT_GT(copies.ended, 100) << "the shim did its work";
    RecordProperty("ended", copies.ended);
    RecordProperty("survived", copies.survived);
}

// What makes the files of the others is made by the report too: words, rules, pictures, state lines, D.
INSTANTIATE_TEST_SUITE_P(
    Of, EachAllocation,
    testing::Values(
        Visited{kWriters[7], ""},
        Visited{{"report", "report {folder}/job.json -o {}", "report.html"}, "jobs/wrong_sbo.json"},
        Visited{{"export", "export {folder}/job.json --to cuda --out {}", "kernel.cu"}, "jobs/wrong_sbo.json"},
        Visited{{"png", "render {folder}/job.json --view banks --scale 0.5 -o {}", "p.png"}, "jobs/wrong_sbo.json"},
        Visited{{"pdf", "render {folder}/job.json --view banks -o {}", "p.pdf"}, "jobs/wrong_sbo.json"}),
    [](const auto& visited) { return std::string(visited.param.writer.name); });

}  // namespace
}  // namespace tilescope::faults
