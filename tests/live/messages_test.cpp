// tests/live/messages_test.cpp -- messages: each member survives the way through a frame, and wrong ones are refused.
// SPDX-License-Identifier: MIT
#include "app/worker/messages.h"
#include "app/io/json.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/say.h>

#include <gtest/gtest.h>

namespace tilescope::live_test {
namespace {

using namespace live;

LaunchRequest sample_request() {
    Launch launch{.ptx = ".version 8.6\n",
                  .entry = "tilescope_mma",
                  .threads = 128,
                  .ctas = 2,
                  .shared_bytes = 231'000,
                  .timeout_ms = 1500,
                  .parameters = std::vector<std::uint8_t>(144, 7),
                  .more_steps = {std::vector<std::uint8_t>(144, 8), std::vector<std::uint8_t>(144, 9)},
                  .exchanged = {8, 16},
                  .buffers = {}};
    launch.buffers.push_back({.parameter = 0, .bytes = 5, .in = {1, 2, 0, 255, 10}});
    launch.buffers.push_back({.parameter = 8, .bytes = 1 << 20, .in = {}, .read_back = true});
    launch.buffers.push_back({.parameter = 16, .bytes = 1 << 20, .in = {}, .read_back = true});
    launch.buffers.push_back({.parameter = 136, .bytes = 64, .in = {}, .read_back = true, .host_visible = true});
    return {.device = 3, .launch = std::move(launch)};
}

Ending sample_ending() {
    return {.outcome = Outcome::launch_error,
            .code = 715,
            .call = "cuStreamQuery",
            .own = "CUDA_ERROR_X: \"x\"\n",
            .detail = "caf\xc3\xa9",
            .phase = 4};
}

std::vector<ToWorker> to_worker_samples() {
    return {Hello{.tilescope = "0.4.0"},
            DevicesRequest{},
            SettleRequest{.device = 2},
            CompileAhead{.device = 1, .entry = "tilescope_mma", .ptx = {".version 8.6\n", ".version 8.7\n"}},
            sample_request(),
            Bye{}};
}

std::vector<FromWorker> from_worker_samples() {
    const Device device{.index = 1,
                        .name = "H100",
                        .major = 9,
                        .minor = 0,
                        .driver = 13000,
                        .memory_bytes = 85'899'345'920,
                        .shared_bytes = 232'448};
    return {Hello{.tilescope = "0.4.0"}, DeviceList{.ending = {}, .devices = {device, {}}},
            Settled{.ending = sample_ending()}, Progress{.stage = Stage::running, .step = 2, .phase = 4},
            RunResult{.ending = sample_ending(),
                      .worker_ends = true,
                      .log = "line 1\nline 2",
                      .steps = 3,
                      .status = {1, 0xffffffff},
                      .buffers = {{1, 2, 3}, {}, {0}},
                      .compile_us = 1,
                      .run_us = 2,
                      .copy_us = ~std::uint64_t{0}}};
}

TEST(Messages, SurviveTheWayThroughAFrame) {
    for (const ToWorker& message : to_worker_samples()) {
        const auto frame = frame_of(message);
        ASSERT_TRUE(frame) << frame.why;
        const auto back = to_worker(*frame);
        ASSERT_TRUE(back) << back.why;
        EXPECT_EQ(*back, message) << frame->json;
    }
    for (const FromWorker& message : from_worker_samples()) {
        const auto frame = frame_of(message);
        ASSERT_TRUE(frame) << frame.why;
        const auto back = from_worker(*frame);
        ASSERT_TRUE(back) << back.why;
        EXPECT_EQ(*back, message) << frame->json;
    }
    EXPECT_EQ(to_worker_samples().size(), std::variant_size_v<ToWorker>);
    EXPECT_EQ(from_worker_samples().size(), std::variant_size_v<FromWorker>);
}

// A worker of another version must be refused before it gets a message that it does not know.
TEST(Messages, HaveTheFormOfThisVersionOfTheProtocol) {
    std::string form;
    const auto add = [&](const auto& samples) {
        for (const auto& message : samples) {
            const auto frame = frame_of(message);
            ASSERT_TRUE(frame) << frame.why;
            form += say(frame->type, "\n");
            const io::Json members = io::read_json(frame->json)->flatten();
            for (const auto& member : members.items()) form += say(member.key(), "\n");
        }
    };
    add(to_worker_samples());
    add(from_worker_samples());
    EXPECT_EQ(say("version ", kProtocolVersion, ", form ", hex(fnv1a(form))), "version 2, form 0x156dec9577ea995e")
        << "if a message has changed, raise kProtocolVersion\n"
        << form;
}

// Removes, renames and changes each member of each message.
template <class Messages, class Read>
void expect_strict(const Messages& message, Read read) {
    const auto frame = frame_of(message);
    ASSERT_TRUE(frame) << frame.why;
    const auto json = io::read_json(frame->json);
    ASSERT_TRUE(json) << json.why;
    const auto refuses = [&](const io::Json& changed, std::string_view blob) {
        const auto got = read(Frame{.type = frame->type, .json = changed.dump(), .blob = std::string(blob)});
        EXPECT_FALSE(got) << frame->type << " " << changed.dump();
    };
    for (const auto& [key, value] : json->items()) {
        io::Json without = *json, other = *json;
        without.erase(key);
        refuses(without, frame->blob);
        other[key] = nullptr;
        refuses(other, frame->blob);
        other[key] = "nothing that exists";
        if (!value.is_string()) refuses(other, frame->blob);
    }
    io::Json more = *json;
    more["more"] = 1;
    refuses(more, frame->blob);
    refuses(*json, frame->blob + "x");
    if (!frame->blob.empty()) refuses(*json, std::string_view(frame->blob).substr(1));
    refuses(io::Json::array(), frame->blob);
    EXPECT_FALSE(read(Frame{.type = "other", .json = frame->json, .blob = frame->blob}));
    EXPECT_FALSE(read(Frame{.type = frame->type, .json = "{", .blob = frame->blob}));
}

TEST(Messages, WithAMissingOrAnotherMemberAreRefused) {
    for (const ToWorker& message : to_worker_samples()) expect_strict(message, to_worker);
    for (const FromWorker& message : from_worker_samples()) expect_strict(message, from_worker);
}

void expect_outside(const std::function<void(Launch&)>& change, std::string_view part) {
    LaunchRequest request = sample_request();
    change(request.launch);
    const auto frame = frame_of(ToWorker(request));
    ASSERT_FALSE(frame) << part;
    EXPECT_NE(frame.why.find(part), std::string::npos) << frame.why;
}

TEST(Messages, KeepALaunchInsideItsLimits) {
    expect_outside([](Launch& l) { l.entry = "a b"; }, "is not a name");
    expect_outside([](Launch& l) { l.entry.clear(); }, "is not a name");
    expect_outside([](Launch& l) { l.ptx += '\0'; }, "byte 0");
    expect_outside([](Launch& l) { l.threads = 0; }, "no thread");
    expect_outside([](Launch& l) { l.threads = 2048; }, "threads");
    expect_outside([](Launch& l) { l.ctas = 17; }, "ctas");
    expect_outside([](Launch& l) { l.timeout_ms = kMostTimeoutMs + 1; }, "timeout_ms");
    expect_outside([](Launch& l) { l.shared_bytes = 2u << 20; }, "shared_bytes");
    expect_outside([](Launch& l) { l.parameters.resize(5000), l.more_steps.clear(); }, "parameters");
    expect_outside([](Launch& l) { l.buffers[0].parameter = 137; }, "past the parameter block");
    expect_outside([](Launch& l) { l.buffers[0].bytes = 4; }, "another size");
    expect_outside([](Launch& l) { l.buffers[1].bytes = 0; }, "no bytes");
    expect_outside([](Launch& l) { l.buffers[1].bytes = kMostBufferBytes; }, "buffers");
    expect_outside([](Launch& l) { l.buffers[3].bytes = 63; }, "visible to the host");
    expect_outside([](Launch& l) { l.buffers.resize(17, l.buffers[0]); }, "buffers");
}

TEST(Messages, KeepTheStepsOfALaunchInsideTheirLimits) {
    expect_outside([](Launch& l) { l.more_steps[1].pop_back(); }, "another size than the first one");
    expect_outside([](Launch& l) { l.more_steps.resize(kMostLaunchSteps, l.parameters); }, "more_steps");
    for (const BufferPair pair : {BufferPair{8, 8}, {8, 24}, {0, 8}, {8, 136}, {136, 8}})
        expect_outside([&](Launch& l) { l.exchanged = pair; }, "exchanged");
    LaunchRequest one = sample_request();
    one.launch.more_steps.clear();
    one.launch.exchanged = {};
    EXPECT_TRUE(frame_of(ToWorker(one))) << "one step exchanges nothing";
}

TEST(Messages, OfWorkersWithNamesThatAreNoTextStayReadable) {
    const Device device{.index = 0, .name = "\xff\xfe\x1b[31m", .major = 9};
    const auto frame = frame_of(FromWorker(DeviceList{.ending = {}, .devices = {device}}));
    ASSERT_TRUE(frame);
    EXPECT_TRUE(from_worker(*frame));
}

}  // namespace
}  // namespace tilescope::live_test
