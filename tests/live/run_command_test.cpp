// tests/live/run_command_test.cpp -- tilescope run from outside, with the stand-in driver in place of a GPU.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "app/runs/run.h"
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope::live_test {
namespace {

using Json = nlohmann::json;

struct Finished {
    int status = -1;
    std::string out;
};

// Runs the real program and returns its exit status and standard output.
Finished finished(const std::string& arguments) {
    Finished done;
    FILE* pipe = popen((program() + " " + arguments + " 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return done;
    char text[4096];
    while (const std::size_t n = std::fread(text, 1, sizeof text, pipe)) done.out.append(text, n);
    const int status = pclose(pipe);
    done.status = status >> 8;
    return done;
}

std::string job_path(const std::string& name) { return std::string(TILESCOPE_SOURCE_DIR) + "/tests/data/jobs/" + name; }

// The live run of a session on the stand-in.
Answer<live::RunOutcome> run_of(const Session& session) {
    const Derived d = derive(session);
    const auto steps = emulator_job(d);
    if (!steps) return Refusal(steps.why);
    auto model = emulate(*steps);
    if (!model) return Refusal(model.why);
    live::Client client(program());
    live::Job job = live::prepare(*steps, std::move(*model));
    live::launch(job, client, {});
    return live::finish(std::move(job));
}

TEST(RunCommand, AStandInThatIsTheModelIsEqual) {
    const Standin standin;
    for (const char* job : {"wrong_sbo.json", "mxf4_ue8m0.json"}) {
        const Finished done = finished("run " + job_path(job) + " --json");
        ASSERT_EQ(done.status, 0) << job << done.out;
        const Json run = Json::parse(done.out);
        EXPECT_EQ(run["outcome"], "ok");
        EXPECT_TRUE(run["equal"]);
        EXPECT_EQ(run["different"], 0);
        EXPECT_EQ(run["cells_different"], 0);
        EXPECT_EQ(run["d"].size(), run["m"]);
        EXPECT_EQ(run["steps_done"], run["steps"]);
    }
}

TEST(RunCommand, AFailureNamesItsStepAndOnlyWhatIsKnown) {
    const Standin standin("cuLaunchKernel@3:719");
    const Finished done = finished("run " + job_path("mxf4_ue8m0.json") + " --json");
    EXPECT_EQ(done.status, 4);
    const Json run = Json::parse(done.out);
    EXPECT_EQ(run["steps"], 4);
    EXPECT_EQ(run["steps_done"], 2);
    EXPECT_TRUE(run["a_desc_used"].is_null() && run["b_desc_used"].is_null() && run["clocks"].is_null()) << done.out;
    const std::string sentence = run["sentence"];
    EXPECT_NE(sentence.find("in step 3 of 4 along K"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("the kernel did not start"), std::string::npos) << sentence;
}

// After the last step D is copied, and that can fail too.
TEST(RunCommand, AFailureAfterTheLastStepIsInNoStep) {
    for (const char* what : {"abort:cuMemcpyDtoH", "cuMemcpyDtoH:719"}) {
        const Standin standin(what);
        const Finished done = finished("run " + job_path("mxf4_ue8m0.json") + " --json");
        EXPECT_EQ(done.status, 4);
        const Json run = Json::parse(done.out);
        const std::string sentence = run["sentence"];
        EXPECT_EQ(run["steps_done"], 4) << sentence;
        EXPECT_EQ(sentence.find("step 5"), std::string::npos) << sentence;
        EXPECT_NE(sentence.find("after step 4 of 4 along K"), std::string::npos) << sentence;
    }
}

TEST(RunCommand, FindsOutBeforeTheRunThatItCannotWriteTheReport) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    for (const std::string& job : {job_path("wrong_sbo.json"), job_path("wrong_sbo.json") + " --vary seed=1,2"})
        EXPECT_EQ(finished("run " + job + " --report " + folder.path() + "/none/report.md").status, 2);
    for (const char* option : {"--out", "--report"})
        EXPECT_EQ(finished(std::string("experiments run zero-columns ") + option + " " + folder.path()).status, 2);
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/calls")) << "no worker was asked";
}

TEST(RunCommand, EveryPresetRunsOnItsTarget) {
    unsigned runs = 0;
    for (const Preset& preset : presets()) {
        const std::string chip(chip_of(*arch_named(preset.session().arch)));
        const Standin standin;
        const Setting gpu("TILESCOPE_STANDIN_CHIP", chip);
        const auto run = run_of(preset.session());
        ASSERT_TRUE(run) << preset.title << ": " << run.why;
        ASSERT_TRUE(run->ending.is_ok()) << preset.title << ": " << run->ending.sentence();
        EXPECT_TRUE(run->is_equal()) << preset.title;
        EXPECT_EQ(run->steps_done, run->steps);
        ++runs;
    }
    EXPECT_GT(runs, 5u);
}

TEST(RunCommand, AnotherGpuIsRefusedWithItsComputeCapability) {
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    const Finished done = finished("run " + job_path("wrong_sbo.json") + " --json");
    EXPECT_EQ(done.status, 3);
    const Json run = Json::parse(done.out);
    EXPECT_EQ(run["outcome"], "unsupported_arch");
    EXPECT_NE(run["sentence"].get<std::string>().find("compute capability 9.0"), std::string::npos) << run["sentence"];
    EXPECT_FALSE(run.contains("equal"));
}

TEST(RunCommand, ErrorsOfTheGpuHaveStatusFour) {
    const Standin standin("cuStreamQuery:715");
    const Finished done = finished("run " + job_path("wrong_sbo.json") + " --json");
    EXPECT_EQ(done.status, 4) << done.out;
    EXPECT_EQ(Json::parse(done.out)["outcome"], "launch_error");
}

TEST(RunCommand, WordsThatBreakARuleNeedAnyway) {
    const Standin standin;
    const test::TemporaryFolder folder;
    Session session;
    session.words[static_cast<std::size_t>(WordId::a_desc)] |= std::uint64_t{1} << 14;  // a bit that must be 0
    const std::string path = folder.path() + "/job.json", report = folder.path() + "/report.md";
    ASSERT_TRUE(io::save_session(path, {session}));
    EXPECT_EQ(finished("run " + path).status, 2);
    const Finished done = finished("run " + path + " --anyway --json --report " + report);
    ASSERT_EQ(done.status, 0) << done.out;
    EXPECT_TRUE(Json::parse(done.out)["out_of_spec"]);
    std::ifstream in(report);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_NE(text.str().find("requested anyway"), std::string::npos);
    EXPECT_NE(text.str().find("tcgen05.mma"), std::string::npos);
    const std::size_t begin = text.str().find("{\n  \"tilescope\"");
    ASSERT_NE(begin, std::string::npos) << "the session is in the report";
    const auto again = io::session_from_text(text.str().substr(begin, text.str().find("```", begin) - begin));
    ASSERT_TRUE(again) << again.why;
    EXPECT_EQ(again->session, session);
}

TEST(RunCommand, SaysWhatTheUserCannotSeeElsewhere) {
    const auto all_of = [](const std::string& arguments) {
        const test::TemporaryFolder folder;
        const std::string out = folder.path() + "/out";
        finished(arguments + " > '" + out + "' 2>&1; true");
        std::ifstream in(out);
        std::stringstream text;
        text << in.rdbuf();
        return text.str();
    };
    {
        const Standin standin("cuModuleLoadDataEx:218");
        const std::string text = all_of("run " + job_path("wrong_sbo.json"));
        EXPECT_NE(text.find("The driver's log:\nptxas application ptx input, line 7"), std::string::npos) << text;
    }
    const Standin standin;
    const std::string text = all_of("run " + job_path("unknown_start.json") + " --anyway");
    EXPECT_NE(text.find("--anyway does not help"), std::string::npos) << text;
}

TEST(RunCommand, WithoutADriverItSaysHowToUseAnotherMachine) {
    const Standin standin("", "standin_none");
    const Finished done = finished("run " + job_path("wrong_sbo.json") + " --json");
    EXPECT_EQ(done.status, 3);
    const Json run = Json::parse(done.out);
    EXPECT_EQ(run["outcome"], "no_driver");
    EXPECT_NE(run["sentence"].get<std::string>().find("ssh HOST"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::live_test
