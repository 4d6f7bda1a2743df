// tests/live/outcomes_test.cpp -- every way in which a live run can end: its sentence, and its time.
// SPDX-License-Identifier: MIT
#include "app/runs/batch.h"
#include "app/runs/run.h"
#include "tests/live/live_harness.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <thread>

namespace tilescope::live_test {
namespace {

using live::Client;
using live::Ending;
using live::Outcome;

constexpr std::size_t kLongestSentence = 900;

// Runs the launch of made_launch() with a stand-in.
Ending ending_with(const std::string& script, const std::string& folder = "standin", const std::string& command = {}) {
    const Standin standin(script, folder);
    Client client(command.empty() ? program() : command, command.empty() ? short_times() : impatient_times());
    return client.launch(made_launch().launch, 0, {}).ending;
}

Ending ending_of_command(const std::string& command) { return ending_with("", "standin", command); }

Ending ending_of_wrong_device() {
    const Standin standin;
    Client client(program(), short_times());
    return client.launch(made_launch().launch, 5, {}).ending;
}

Ending ending_of_wrong_chip() {
    const Standin standin;
    const Setting chip("TILESCOPE_STANDIN_CHIP", "9.0");
    Client client(program(), short_times());
    return client.launch(made_launch().launch, 0, {}).ending;
}

Ending ending_of_stop() {
    const Standin standin("never");
    Client client(program(), short_times());
    Launch launch = made_launch().launch;
    launch.timeout_ms = kMostTimeoutMs;
    std::stop_source stop;
    return client
        .launch(launch, 0, stop.get_token(),
                [&](const live::Progress& p) {
                    if (p.phase == 4) stop.request_stop();
                })
        .ending;
}

// An outcome that needs no worker: the session decides it.
Ending ending_of_session(const Session& session) {
    const Standin standin;
    Client client(program(), short_times());
    return live::run({.session = session}, client, {}).ending;
}

Ending ending_of_wrong_words() {
    Session session;
    session.words[static_cast<std::size_t>(WordId::a_desc)] = 0;  // not even the constant bits
    return ending_of_session(session);
}

Ending ending_of_missing_file() {
    Session session;
    session.recipe[0] = {.kind = RecipeKind::file, .file = "nothing.npy"};
    return ending_of_session(session);
}

// After a kernel that never ends.
Ending ending_of_stuck_device() {
    const MadeLaunch made = made_launch();
    Client client(program(), short_times());
    {
        const Standin standin("never");
        EXPECT_EQ(client.launch(made.launch, 0, {}).ending.outcome, Outcome::hang_killed);
    }
    const Standin standin("hang:cuDevicePrimaryCtxRetain");
    return client.launch(made.launch, 0, {}).ending;
}

struct Way {
    Outcome outcome;
    std::function<Ending()> run;
    std::string_view says;  // a part of the sentence
};

std::vector<Way> ways() {
    return {
        {Outcome::ok, [] { return ending_with(""); }, "without an error"},
        {Outcome::ok, [] { return ending_with("noise"); }, "without an error"},
        {Outcome::no_worker, [] { return ending_of_command("/nonexistent/tilescope"); }, "not found"},
        {Outcome::no_worker, [] { return ending_of_command("echo hello; exit 3 #"); }, "hello (exit status 3)"},
        {Outcome::no_worker, [] { return ending_of_command("sleep 60 #"); }, "sent nothing within"},
        {Outcome::no_worker, [] { return ending_of_command("echo 'ssh: no such host' >&2; false #"); },
         "ssh: no such host"},
        {Outcome::no_driver, [] { return ending_with("", "standin_none"); }, "libcuda.so.1"},
        {Outcome::no_driver, [] { return ending_with("cuInit:34"); }, "stub"},
        {Outcome::no_device, [] { return ending_with("cuInit:100"); }, "no GPU"},
        {Outcome::no_device, [] { return ending_with("empty"); }, "no GPU"},
        {Outcome::driver_failed, [] { return ending_with("cuInit:999"); }, "cuInit returned 999 (CUDA_ERROR_STANDIN"},
        {Outcome::driver_failed, [] { return ending_with("cuInit:100000"); }, "an error that the driver does not name"},
        {Outcome::driver_too_old, [] { return ending_with("", "standin_old"); }, "no function cu"},
        {Outcome::driver_too_old, [] { return ending_with("cuModuleLoadDataEx:222"); }, "newer than the driver"},
        {Outcome::no_compiler, [] { return ending_with("cuModuleLoadDataEx:221"); }, "ptxjitcompiler"},
        {Outcome::unsupported_arch, [] { return ending_of_wrong_chip(); }, "runs code for sm_90a"},
        {Outcome::jit_error, [] { return ending_with("cuModuleLoadDataEx:218"); }, "refused the text"},
        {Outcome::limit_exceeded, [] { return ending_with("cuFuncSetAttribute:701"); }, "more shared memory"},
        {Outcome::limit_exceeded, [] { return ending_with("cuMemAlloc:2"); }, "too little free memory"},
        {Outcome::launch_error, [] { return ending_with("cuStreamQuery:715"); }, "Check the instruction descriptor"},
        {Outcome::launch_error, [] { return ending_with("cuMemcpyDtoH:700"); }, "outside memory"},
        {Outcome::device_timeout, [] { return ending_with("timeout"); }, "The last phase was: the wait for the MMA"},
        {Outcome::hang_killed, [] { return ending_with("never"); }, "The last phase was: the MMA was issued"},
        {Outcome::hang_killed, [] { return ending_with("hang:cuModuleLoadDataEx"); }, "compiling"},
        {Outcome::hang_killed, [] { return ending_with("hang:cuInit"); }, "opening"},
        {Outcome::device_stuck, [] { return ending_of_stuck_device(); }, "device 0"},
        {Outcome::worker_crashed, [] { return ending_with("abort:cuLaunchKernel"); }, "signal 6"},
        {Outcome::bad_request, [] { return ending_of_wrong_device(); }, "there is no device 5"},
        {Outcome::bad_protocol, [] { return ending_of_command("head -c 100000 /dev/zero #"); }, "65536"},
        {Outcome::wrong_version, [] { return ending_of_command("echo tilescope-live 7 hello #"); },
         "its tilescope is newer"},
        {Outcome::wrong_version, [] { return ending_of_command("echo tilescope-live 1 hello #"); },
         "its tilescope is older"},
        {Outcome::stopped, [] { return ending_of_stop(); }, "stopped"},
        {Outcome::refused_by_rules, [] { return ending_of_wrong_words(); }, "L2: The field 'version'"},
        {Outcome::no_job, [] { return ending_of_missing_file(); }, "nothing.npy"},
    };
}

TEST(Outcomes, EachIsReachedWithItsSentenceInTime) {
    std::map<Outcome, int> reached;
    for (const Way& way : ways()) {
        const Stopwatch watch;
        const Ending ending = way.run();
        const std::string sentence = ending.sentence();
        SCOPED_TRACE(say(row_of(way.outcome).id, ": ", sentence));
        EXPECT_EQ(row_of(ending.outcome).id, row_of(way.outcome).id);
        EXPECT_NE(sentence.find(way.says), std::string::npos) << "expected: " << way.says;
        EXPECT_NE(sentence.find(row_of(way.outcome).sentence), std::string::npos);
        EXPECT_EQ(printable(sentence), sentence);
        EXPECT_LT(sentence.size(), kLongestSentence);
        EXPECT_TRUE(sentence.ends_with('.'));
        EXPECT_LT(watch.seconds(), 10.0);
        ++reached[way.outcome];
    }
    for (const live::OutcomeRow& row : live::kOutcomes) EXPECT_GT(reached[row.outcome], 0) << row.id;
}

TEST(Outcomes, WhatNoFurtherJobCanPassEndsABatch) {
    EXPECT_TRUE(live::ends_batch({.outcome = Outcome::device_stuck})) << "each further job would wait for it again";
    EXPECT_TRUE(live::ends_batch({.outcome = Outcome::no_driver}));
    EXPECT_FALSE(live::ends_batch({.outcome = Outcome::hang_killed}));
    EXPECT_FALSE(live::ends_batch({.outcome = Outcome::launch_error}));
}

TEST(Outcomes, EachRowIsAtItsPlaceAndSaysWhatToDo) {
    for (std::size_t i = 0; i < std::size(live::kOutcomes); ++i) {
        const live::OutcomeRow& row = live::kOutcomes[i];
        EXPECT_EQ(static_cast<std::size_t>(row.outcome), i) << row.id;
        EXPECT_EQ(live::outcome_named(row.id), row.outcome);
        EXPECT_FALSE(row.sentence.empty() || row.sentence.ends_with('.')) << row.id;
        // The reason of a missing job says what to do.
        constexpr Outcome kNothingToDo[] = {Outcome::ok, Outcome::stopped, Outcome::no_job};
        const bool nothing_to_do = std::ranges::find(kNothingToDo, row.outcome) != std::end(kNothingToDo);
        EXPECT_EQ(row.advice.empty(), nothing_to_do) << row.id;
        EXPECT_TRUE(row.advice.empty() || row.advice.ends_with('.')) << row.id;
        EXPECT_TRUE(row.exit == io::kDone || row.exit == io::kLacking || row.exit == io::kRunFailed ||
                    row.exit == io::kUnusable)
            << row.id;
        EXPECT_EQ(row.exit == io::kDone, row.outcome == Outcome::ok) << row.id;
    }
    EXPECT_FALSE(live::outcome_named("nothing"));
}

// Each code comes from the call that returns it, goes through the worker and the pipe, and keeps its row.
TEST(Outcomes, EveryErrorOfTheDriverHasItsNameItsMeaningAndAdvice) {
    const std::map<Outcome, std::string> calls = {{Outcome::jit_error, "cuModuleLoadDataEx"},
                                                  {Outcome::no_compiler, "cuModuleLoadDataEx"},
                                                  {Outcome::driver_too_old, "cuModuleLoadDataEx"},
                                                  {Outcome::unsupported_arch, "cuModuleLoadDataEx"},
                                                  {Outcome::launch_error, "cuStreamQuery"},
                                                  {Outcome::limit_exceeded, "cuLaunchKernel"},
                                                  {Outcome::bad_request, "cuDeviceGet"}};
    for (const live::DriverErrorRow& row : live::driver_errors()) {
        const auto call = calls.find(row.outcome);
        const std::string name = call == calls.end() ? "cuInit" : call->second;
        const Ending ending = ending_with(say(name, ":", row.code));
        const std::string sentence = ending.sentence();
        EXPECT_EQ(ending.code, row.code);
        EXPECT_EQ(row_of(ending.outcome).id, row_of(row.outcome).id) << row.name;
        EXPECT_NE(sentence.find(say(name, " returned ", row.code, " (", row.name, ": ", row.meaning)),
                  std::string::npos)
            << sentence;
        const std::string_view advice = row.advice.empty() ? row_of(row.outcome).advice : row.advice;
        EXPECT_NE(sentence.find(advice), std::string::npos) << sentence;
        EXPECT_FALSE(row.source.empty()) << row.name;
    }
}

}  // namespace
}  // namespace tilescope::live_test
