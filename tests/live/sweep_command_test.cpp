// tests/live/sweep_command_test.cpp -- tilescope run with many jobs, with the stand-in driver in place of a GPU.
// SPDX-License-Identifier: MIT
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace tilescope::live_test {
namespace {

using Json = nlohmann::json;
using test::TemporaryFolder;

const std::string kJob = std::string(TILESCOPE_SOURCE_DIR) + "/tests/data/jobs/wrong_sbo.json";
const std::string kGrid = "'" + kJob + "' --vary idesc.n=8..32:8 --vary swizzle=none,128B,128B_32B";  // 12 jobs
const std::string kTwo = "'" + kJob + "' --vary idesc.n=8,16";

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

// Runs a shell command. `{}` is the program.
Ended shell(const std::string& command) {
    const TemporaryFolder folder;
    const std::string err = folder.path() + "/err", all = command + " > '" + folder.path() + "/out' 2> '" + err + "'";
    const int status = std::system(all.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(folder.path() + "/out"), content_of(err)};
}
Ended sweep(const std::string& arguments) { return shell(program() + " run " + arguments); }

// The lines without what differs from run to run.
std::multiset<std::string> stable_lines(const std::string& text) {
    std::multiset<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        Json json = Json::parse(line);
        for (const char* key : {"compile_us", "run_us", "copy_us"}) json.erase(key);
        out.insert(json.dump());
    }
    return out;
}

std::size_t lines_in(const std::string& path) { return stable_lines(content_of(path)).size(); }

// Starts a sweep, sends a signal when its file has some lines, and waits until it ends.
// The seventh launch hangs, so the sweep cannot end before the signal.
Ended interrupted_sweep(const std::string& out, int signal) {
    const Standin standin("hang:cuLaunchKernel@7");
    return interrupted("run " + kGrid + " --out '" + out + "'", signal,
                       [&] { return std::ranges::count(content_of(out), '\n') >= 2; });
}

TEST(SweepCommand, EveryJobIsALineAndTheGpuEqualsTheModel) {
    const Standin standin;
    const Ended done = sweep(kGrid + " --json");
    ASSERT_EQ(done.status, 0) << done.err;
    std::istringstream in(done.out);
    std::size_t number = 0;
    for (std::string line; std::getline(in, line); ++number) {
        const Json job = Json::parse(line);
        EXPECT_EQ(job["job"], number);
        EXPECT_EQ(job["session"], kJob);
        EXPECT_EQ(job["name"], "idesc.n=" + job["values"]["idesc.n"].get<std::string>() +
                                   " swizzle=" + job["values"]["swizzle"].get<std::string>());
        const bool has_layout = job["values"]["swizzle"] != "128B_32B";
        EXPECT_EQ(job["outcome"], has_layout ? "ok" : "no_job");
        EXPECT_EQ(job["equal"], has_layout);
        const int n = std::stoi(job["values"]["idesc.n"].get<std::string>());
        EXPECT_EQ(job["words"], has_layout ? 128 * n : 0);
        EXPECT_EQ(job["reason"].get<std::string>().find("K-major atom") != std::string::npos, !has_layout);
    }
    EXPECT_EQ(number, 12u);
}

TEST(SweepCommand, SeveralFilesAreAListAndTheTableHasThem) {
    const Standin standin;
    const TemporaryFolder folder;
    const std::string other = std::string(TILESCOPE_SOURCE_DIR) + "/tests/data/jobs/mxf4_ue8m0.json",
                      report = folder.path() + "/report.md";
    const Ended done = sweep("'" + kJob + "' '" + other + "' --report '" + report + "'");
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.out.find("2 jobs: 2 equal to the model"), std::string::npos) << done.out;
    EXPECT_NE(done.out.find("session"), std::string::npos);
    EXPECT_NE(content_of(report).find("2 jobs: 2 equal"), std::string::npos);
}

TEST(SweepCommand, DifferencesHaveStatusOneAndTheirCountInTheTable) {
    const Standin standin("flip");
    const Ended done = sweep("'" + kJob + "' --vary idesc.n=8,16");
    EXPECT_EQ(done.status, 1) << done.err;
    EXPECT_NE(done.out.find("8        1\n16       1\n"), std::string::npos) << done.out;
    EXPECT_NE(done.out.find("idesc.n=8: 1 of 1024 words of D differ"), std::string::npos) << done.out;
}

TEST(SweepCommand, AfterAJobThatFailsTheOthersRun) {
    const Standin standin;
    const TemporaryFolder folder;
    const std::string script = folder.path() + "/worker", out = folder.path() + "/out.jsonl";
    // The second worker is the one after the error.
    std::ofstream(script) << "#!/bin/sh\nif [ ! -e '" << folder.path() << "/started' ]; then touch '" << folder.path()
                          << "/started'; export TILESCOPE_STANDIN=cuStreamQuery:715; fi\nexec " << program()
                          << " \"$@\"\n";
    ASSERT_EQ(chmod(script.c_str(), 0755), 0);
    const Ended done = sweep(kGrid + " --worker '" + script + "' --out '" + out + "'");
    EXPECT_EQ(done.status, 4) << done.err;
    EXPECT_NE(done.out.find("launch_error, 1 job, idesc.n=8 swizzle=none"), std::string::npos) << done.out;
    EXPECT_NE(done.out.find("12 jobs: 7 equal to the model, 0 different, 4 refused, 1 failed"), std::string::npos)
        << done.out;
    EXPECT_EQ(lines_in(out), 12u);
}

TEST(SweepCommand, ResumeRunsJobsAgainWhoseWorkerFailedAndTheLaterResultCounts) {
    const TemporaryFolder folder;
    const std::string out = folder.path() + "/out.jsonl",
                      jobs = "'" + kJob + "' --vary idesc.n=8,16 --out '" + out + "'";
    {
        const Standin standin("abort:cuLaunchKernel@1");
        const Ended done = sweep(jobs);
        EXPECT_EQ(done.status, 4) << done.err;
        EXPECT_NE(done.out.find("2 failed"), std::string::npos) << done.out;
    }
    const Standin standin;
    const Ended again = sweep(jobs + " --resume");
    EXPECT_EQ(again.status, 0) << again.err << again.out;
    EXPECT_NE(again.out.find("8        =\n16       =\n"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("2 jobs: 2 equal to the model, 0 different, 0 failed"), std::string::npos) << again.out;
    EXPECT_EQ(again.out.find("worker_crashed"), std::string::npos) << again.out;
    EXPECT_EQ(lines_in(out), 4u) << "nothing was removed";
    EXPECT_EQ(shell(program() + " summary '" + out + "'").out, again.out);
    EXPECT_EQ(sweep(jobs + " --resume").out, again.out);
    EXPECT_EQ(lines_in(out), 4u) << "nothing was left to do";
}

TEST(SweepCommand, ARefusedJobRunsOnlyAnyway) {
    const Standin standin;
    const std::string jobs = "'" + kJob + "' --vary a_desc.rsvd14=raw:0..1 --json";
    const Ended refused = sweep(jobs);
    if (refused.err.find("no item") != std::string::npos) GTEST_SKIP() << refused.err;
    EXPECT_EQ(refused.status, 0) << refused.err;
    EXPECT_NE(refused.out.find("\"outcome\":\"refused_by_rules\""), std::string::npos) << refused.out;
    const Ended anyway = sweep(jobs + " --anyway");
    EXPECT_EQ(anyway.status, 0);
    EXPECT_NE(anyway.out.find("\"out_of_spec\":true"), std::string::npos) << anyway.out;
    EXPECT_EQ(anyway.out.find("refused_by_rules"), std::string::npos);
}

TEST(SweepCommand, AnInterruptedSweepGoesOn) {
    const Standin standin;
    for (const int signal : {SIGINT, SIGKILL}) {
        const TemporaryFolder folder;
        const std::string whole = folder.path() + "/whole.jsonl", part = folder.path() + "/part.jsonl";
        ASSERT_EQ(sweep(kGrid + " --out '" + whole + "'").status, 0);
        const Ended stopped = interrupted_sweep(part, signal);
        if (signal == SIGINT) {
            EXPECT_EQ(stopped.status, 4);
            EXPECT_NE(stopped.err.find("of 12 jobs are done. To go on, run the same command with --resume"),
                      std::string::npos)
                << stopped.err;
        }
        const std::string before = content_of(part);
        const std::size_t lines = lines_in(part);
        ASSERT_GE(lines, 2u);
        ASSERT_LT(lines, 12u) << "the sweep ended before the signal";
        // What a killed process or a full disk can leave: a part of the last line.
        ASSERT_EQ(truncate(part.c_str(), static_cast<off_t>(before.size() - 9)), 0);
        const Ended done = sweep(kGrid + " --resume --out '" + part + "'");
        EXPECT_EQ(done.status, 0) << done.err;
        const std::string kept = before.substr(0, before.rfind('\n', before.size() - 2) + 1);
        EXPECT_EQ(content_of(part).substr(0, kept.size()), kept);
        EXPECT_EQ(stable_lines(content_of(part)), stable_lines(content_of(whole)));
        const Ended again = sweep(kGrid + " --resume --out '" + part + "'");
        EXPECT_EQ(again.status, 0);
        EXPECT_EQ(again.out, done.out);
    }
}

// A disk, or another program, can damage a line in the middle.
TEST(SweepCommand, ADamagedLineIsRemovedWhenTheSweepGoesOn) {
    const Standin standin;
    const TemporaryFolder folder;
    const std::string out = folder.path() + "/out.jsonl";
    const Ended whole = sweep(kGrid + " --out '" + out + "'");
    ASSERT_EQ(whole.status, 0) << whole.err;
    const auto lines = stable_lines(content_of(out));
    std::string damaged = content_of(out);
    const std::size_t second = damaged.find('\n') + 1, third = damaged.find('\n', second) + 1;
    damaged.replace(second + 5, 10, std::string("\0\xff{{\n~~~~~", 10));  // it is two lines now
    damaged[damaged.rfind('\n', damaged.size() - 2) + 1] = '?';           // and the last line is not a result
    ASSERT_LT(second, third);
    std::ofstream(out, std::ios::binary) << damaged;
    EXPECT_NE(shell(program() + " summary '" + out + "'").err.find("damaged lines, left out of the table: 3;"),
              std::string::npos);
    const Ended again = sweep(kGrid + " --resume --out '" + out + "'");
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(again.err,
              "tilescope run: 3 damaged lines were removed from " + out + "; jobs without another line run again\n");
    EXPECT_EQ(stable_lines(content_of(out)), lines) << "each line is JSON, and each job is there once";
    const Ended summary = shell(program() + " summary '" + out + "'");
    EXPECT_EQ(summary.err, "");
    EXPECT_EQ(summary.out, whole.out);
    EXPECT_EQ(sweep(kGrid + " --resume --out '" + out + "'").out, whole.out) << "nothing was left to do";
}

TEST(SweepCommand, ADamagedFirstLineIsRemovedLikeAnyOther) {
    const Standin standin;
    const TemporaryFolder folder;
    const std::string out = folder.path() + "/out.jsonl", jobs = kTwo + " --out '" + out + "'";
    const Ended whole = sweep(jobs);
    ASSERT_EQ(whole.status, 0) << whole.err;
    const std::string before = content_of(out), last = before.substr(before.find('\n') + 1);
    for (const std::string& damaged : {"{\n" + last, "{\"a\": 1}\n" + last, last + "garbage", std::string("{\n"),
                                       std::string("{\"job\":0,\"na"), std::string(9, '\0') + "\n"}) {
        std::ofstream(out, std::ios::binary) << damaged;
        const Ended again = sweep(jobs + " --resume");
        EXPECT_EQ(again.status, 0) << again.err;
        EXPECT_NE(again.err.find("1 damaged line was removed from " + out), std::string::npos) << again.err;
        EXPECT_EQ(stable_lines(content_of(out)), stable_lines(before)) << damaged;
    }
    std::ofstream(out, std::ios::binary) << "{\n" << last;
    const Ended summary = shell(program() + " summary '" + out + "'");
    EXPECT_EQ(summary.status, 0);
    EXPECT_NE(summary.err.find("damaged lines, left out of the table: 1;"), std::string::npos) << summary.err;
    // The job of the damaged line can have another line, so neither may say that its result is missing.
    std::ofstream(out, std::ios::binary) << "{\n" << before;
    EXPECT_EQ(
        shell(program() + " summary '" + out + "'").err,
        "tilescope summary: damaged lines, left out of the table: 1; run --resume removes them, and runs each job of "
        "theirs that has no other line\n");
    EXPECT_EQ(sweep(jobs + " --resume").err,
              "tilescope run: 1 damaged line was removed from " + out + "; jobs without another line run again\n");
    EXPECT_EQ(content_of(out), before);
}

TEST(SweepCommand, ShardsTogetherAreTheWhole) {
    const Standin standin;
    const TemporaryFolder folder;
    const std::string at = folder.path();
    const Ended whole = sweep(kGrid + " --out '" + at + "/whole.jsonl'");
    ASSERT_EQ(whole.status, 0) << whole.err;
    for (const char* shard : {"1", "2", "3"})
        // No job of the third shard has a layout. That is not an error of the shard.
        ASSERT_EQ(sweep(kGrid + " --shard " + shard + "/3 --out '" + at + "/part" + shard + "'").status, 0);
    std::ofstream(at + "/all.jsonl") << shell("cat '" + at + "'/part?").out;
    EXPECT_EQ(stable_lines(content_of(at + "/all.jsonl")), stable_lines(content_of(at + "/whole.jsonl")));
    for (const std::string& files : {"'" + at + "/all.jsonl'", "'" + at + "'/part?", "- < '" + at + "/all.jsonl'"}) {
        const Ended summary = shell(program() + " summary " + files);
        EXPECT_EQ(summary.status, 0) << summary.err;
        EXPECT_EQ(summary.out, whole.out);
    }
}

TEST(SweepCommand, GnuParallelSpreadsASweep) {
    if (std::system("parallel --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "GNU parallel is not installed";
    const Standin standin;
    const TemporaryFolder folder;
    const std::string at = folder.path();
    const Setting home("PARALLEL_HOME", at);  // no files in the user's home
    ASSERT_EQ(sweep(kGrid + " --out '" + at + "/whole.jsonl'").status, 0);
    const std::string one = program() + " run " + kGrid + " --shard {}/4 --out '" + at + "'/part{}.jsonl --resume";
    const Ended done = shell("parallel \"" + one + "\" ::: 1 2 3 4");
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(stable_lines(shell("cat '" + at + "'/part?.jsonl").out), stable_lines(content_of(at + "/whole.jsonl")));
}

TEST(SweepCommand, AFileOfAnotherSweepOrOfNoneStaysAsItIs) {
    const Standin standin;
    const TemporaryFolder folder;
    const std::string file = folder.path() + "/out.jsonl", one = "'" + kJob + "' --vary idesc.n=8 --out '" + file + "'";
    ASSERT_EQ(sweep(one).status, 0);
    const std::string before = content_of(file);
    const auto refused = [&](const std::string& arguments, std::string_view why, const std::string& content) {
        std::ofstream(file, std::ios::binary) << content;
        const Ended done = sweep(arguments + " --out '" + file + "'");
        EXPECT_EQ(done.status, 2);
        EXPECT_NE(done.err.find(why), std::string::npos) << done.err;
        EXPECT_EQ(content_of(file), content);
    };
    refused("'" + kJob + "' --vary idesc.n=8", "exists already; add --resume", before);
    refused("'" + kJob + "' --vary idesc.n=16 --resume", "results of another sweep", before);
    for (const char* other :
         {"a text without a line end", "{\n  \"job\": 1\n}\n", "{\"job\":1}\n", "{\"job\":{\"id\":2}}"})
        refused("'" + kJob + "' --vary idesc.n=8 --resume",
                "is not the result of a sweep: none of its lines is the result of a job; give a file of run --out",
                other);
    EXPECT_EQ(shell(program() + " summary '" + kJob + "'").status, 2);
}

TEST(SweepCommand, ADiskThatIsFullEndsTheSweep) {
    const Standin standin;
    const Ended done = sweep(kGrid + " --out /dev/full");
    EXPECT_EQ(done.status, 2);
    EXPECT_NE(done.err.find("/dev/full cannot be written"), std::string::npos) << done.err;
}

TEST(SweepCommand, WithoutADriverNoJobHasALine) {
    const Standin standin("", "standin_none");
    const Ended done = sweep(kGrid + " --json");
    EXPECT_EQ(done.status, 3);
    EXPECT_EQ(done.out, "");
    EXPECT_NE(done.err.find("no NVIDIA driver"), std::string::npos) << done.err;
}

TEST(SweepCommand, ATerminalShowsHowFarItIs) {
    const Standin standin;
    const Ended ended = on_terminal("run " + kGrid);
    EXPECT_EQ(ended.status, 0);
    const std::string& shown = ended.err;
    EXPECT_NE(shown.find(" of 12 jobs"), std::string::npos) << shown;
    EXPECT_NE(shown.find("jobs/s, "), std::string::npos) << shown;
    EXPECT_TRUE(shown.ends_with("\r\x1b[K")) << shown;
}

}  // namespace
}  // namespace tilescope::live_test
