// app/worker/messages.cpp -- the members and the limits of each message.
// SPDX-License-Identifier: MIT
#include "app/worker/messages.h"
#include "app/worker/wire.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <array>

namespace tilescope::live {
namespace {

constexpr std::size_t kMostName = 256, kMostDetail = 1024, kMostStatusWords = 1024, kMostEntryBytes = 128;
constexpr std::uint32_t kNoPhase = 0xffffffff;

constexpr auto kOutcomeIds = [] {
    std::array<std::string_view, std::size(kOutcomes)> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kOutcomes[i].id;
    return out;
}();

}  // namespace

// WireWriter and WireReader find these functions by their arguments, so they are in this namespace itself.

static void members(auto& wire, Of<Hello> auto& m) { wire.text("tilescope", m.tilescope, kMostName); }

static void members(auto&, Of<DevicesRequest> auto&) {}

static void members(auto&, Of<Bye> auto&) {}

static void members(auto& wire, Of<SettleRequest> auto& m) { wire.number("device", m.device, kMostDevices); }

template <class Wire>
static void members(Wire& wire, Of<Ending> auto& m) {
    wire.one_of("outcome", m.outcome, kOutcomeIds);
    wire.code("code", m.code);
    wire.text("call", m.call, kMostName);
    wire.text("own", m.own, kMostDetail);
    wire.text("detail", m.detail, kMostDetail);
    std::uint32_t phase = m.phase.value_or(kNoPhase);
    wire.number("phase", phase, kNoPhase);
    if constexpr (Wire::kReads) m.phase = phase == kNoPhase ? std::nullopt : std::optional(phase);
}

static void members(auto& wire, Of<LaunchBuffer> auto& m) {
    wire.number("parameter", m.parameter, kMostParameterBytes);
    wire.number("bytes", m.bytes, kMostFrameBytes);
    wire.bytes("in", m.in, kMostFrameBytes);
    wire.flag("read_back", m.read_back);
    wire.flag("host_visible", m.host_visible);
}

static void members(auto& wire, Of<CompileAhead> auto& m) {
    wire.number("device", m.device, kMostDevices);
    wire.text("entry", m.entry, kMostEntryBytes);
    wire.list("ptx", m.ptx, kMostAhead, [](auto& item, auto& text) { item.bytes("ptx", text, kMostFrameBytes); });
}

static void members(auto& wire, Of<BufferPair> auto& m) {
    wire.number("first", m.first, kMostParameterBytes);
    wire.number("second", m.second, kMostParameterBytes);
}

static void members(auto& wire, Of<Launch> auto& m) {
    wire.bytes("ptx", m.ptx, kMostFrameBytes);
    wire.text("entry", m.entry, kMostEntryBytes);
    wire.number("threads", m.threads, kMostThreads);
    wire.number("ctas", m.ctas, kMostCtas);
    wire.number("shared_bytes", m.shared_bytes, kMostSharedBytes);
    wire.number("timeout_ms", m.timeout_ms, kMostTimeoutMs);
    wire.bytes("parameters", m.parameters, kMostParameterBytes);
    wire.list("more_steps", m.more_steps, kMostLaunchSteps - 1,
              [](auto& step, auto& block) { step.bytes("parameters", block, kMostParameterBytes); });
    wire.part("exchanged", m.exchanged);
    wire.list("buffers", m.buffers, kMostBuffers);
}

static void members(auto& wire, Of<LaunchRequest> auto& m) {
    wire.number("device", m.device, kMostDevices);
    wire.part("launch", m.launch);
}

static void members(auto& wire, Of<Device> auto& m) {
    wire.number("index", m.index, kMostDevices);
    wire.text("name", m.name, kMostName);
    wire.number("major", m.major, 1000);
    wire.number("minor", m.minor, 1000);
    wire.number("driver", m.driver, 10'000'000);
    wire.number("memory_bytes", m.memory_bytes, ~std::uint64_t{0});
    wire.number("shared_bytes", m.shared_bytes, 0xffffffff);
}

static void members(auto& wire, Of<DeviceList> auto& m) {
    wire.part("ending", m.ending);
    wire.list("devices", m.devices, kMostDevices);
}

static void members(auto& wire, Of<Settled> auto& m) { wire.part("ending", m.ending); }

static void members(auto& wire, Of<Progress> auto& m) {
    wire.one_of("stage", m.stage, kStages);
    wire.number("step", m.step, kMostLaunchSteps - 1);
    wire.number("phase", m.phase, 0xffffffff);
}

static void members(auto& wire, Of<RunResult> auto& m) {
    wire.part("ending", m.ending);
    wire.flag("worker_ends", m.worker_ends);
    wire.text("log", m.log, kMostLogBytes);
    wire.number("steps", m.steps, kMostLaunchSteps);
    wire.words("status", m.status, kMostStatusWords);
    wire.list("buffers", m.buffers, kMostBuffers,
              [](auto& buffer, auto& bytes) { buffer.bytes("bytes", bytes, kMostFrameBytes); });
    wire.number("compile_us", m.compile_us, ~std::uint64_t{0});
    wire.number("run_us", m.run_us, ~std::uint64_t{0});
    wire.number("copy_us", m.copy_us, ~std::uint64_t{0});
}

namespace {

bool is_entry(std::string_view name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; };
    return !name.empty() && name.size() <= kMostEntryBytes && letter(name[0]) &&
           std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

Answer<void> check_buffer(const LaunchBuffer& buffer, const Launch& launch) {
    const auto refuse = [&](std::string_view what) {
        return Refusal("The buffer at parameter byte ", buffer.parameter, " ", what);
    };
    if (buffer.parameter + 8 > launch.parameters.size()) return refuse("lies past the parameter block");
    if (buffer.bytes == 0) return refuse("has no bytes");
    if (!buffer.in.empty() && buffer.in.size() != buffer.bytes) return refuse("has another size than its contents");
    if (buffer.host_visible && (buffer.bytes % 4 != 0 || buffer.bytes > 4 * kMostStatusWords))
        return refuse("is visible to the host and has a size that a status block cannot have");
    return {};
}

// The steps after the first one: each has a block of the same size, and the two buffers can change places.
Answer<void> check_steps(const Launch& launch) {
    if (launch.more_steps.empty()) return {};
    for (const std::vector<std::uint8_t>& block : launch.more_steps)
        if (block.size() != launch.parameters.size())
            return Refusal("more_steps: a block has another size than the first one");
    const LaunchBuffer *first = buffer_at(launch, launch.exchanged.first),
                       *second = buffer_at(launch, launch.exchanged.second);
    const bool can = first && second && first != second && first->bytes == second->bytes && !first->host_visible &&
                     !second->host_visible;
    if (can) return {};
    return Refusal("exchanged: these are not two buffers of one size in the memory of the GPU");
}

// What the worker relies on, and what keeps its memory bounded.
Answer<void> check_limits(const LaunchRequest& request) {
    const Launch& launch = request.launch;
    if (!is_entry(launch.entry)) return Refusal("entry: '", excerpt(launch.entry), "' is not a name");
    if (launch.ptx.find('\0') != std::string::npos) return Refusal("The kernel has a byte 0");
    if (launch.threads == 0 || launch.ctas == 0) return Refusal("The launch has no thread");
    std::size_t bytes = 0, status_words = 0;
    for (const LaunchBuffer& buffer : launch.buffers) {
        if (const auto can = check_buffer(buffer, launch); !can) return can;
        bytes += buffer.bytes;
        status_words += buffer.host_visible ? buffer.bytes / 4 : 0;
    }
    if (bytes > kMostBufferBytes) return Refusal(too_many("buffers: bytes", bytes, kMostBufferBytes));
    if (status_words > kMostStatusWords) return Refusal(too_many("status words", status_words, kMostStatusWords));
    return check_steps(launch);
}

Answer<void> check_limits(const CompileAhead& request) {
    if (!is_entry(request.entry)) return Refusal("entry: '", excerpt(request.entry), "' is not a name");
    for (const std::string& ptx : request.ptx)
        if (ptx.find('\0') != std::string::npos) return Refusal("A kernel has a byte 0");
    return {};
}

template <class Message>
Answer<void> check_limits(const Message&) {
    return {};
}

template <class Messages>
Answer<Frame> frame_of_any(const Messages& messages) {
    return std::visit(
        [](const auto& message) -> Answer<Frame> {
            if (const auto can = check_limits(message); !can) return Refusal(can.why);
            Frame frame;
            WireWriter wire(frame.blob);
            members(wire, message);
            if (!wire.why().empty()) return Refusal(wire.why());
            frame.type = message.kType;
            frame.json = io::line_of_json(wire.json());
            const std::size_t size = frame.json.size() + frame.blob.size();
            if (size > kMostFrameBytes) return Refusal(too_many("bytes", size, kMostFrameBytes));
            return frame;
        },
        messages);
}

// Reads `frame` as the message `Message` of the list `Messages`.
template <class Messages, class Message>
Answer<Messages> read_message(const Frame& frame) {
    const auto refuse = [&](std::string_view why) {
        return Refusal("The message '", frame.type,
                       "' has another form (use the same version of tilescope on both machines): ", excerpt(why, 200));
    };
    const auto json = io::read_json(frame.json);
    if (!json) return refuse(json.why);
    Message message;
    std::string_view blob = frame.blob;
    WireReader wire(*json, blob);
    members(wire, message);
    wire.finish();
    if (!wire.why().empty()) return refuse(wire.why());
    if (!blob.empty()) return refuse("it has too many raw bytes");
    if (const auto can = check_limits(message); !can) return refuse(can.why);
    return Messages(std::move(message));
}

template <class Messages, class... Message>
Answer<Messages> message_of(const Frame& frame, std::variant<Message...>*) {
    std::optional<Answer<Messages>> out;
    ((frame.type == Message::kType ? void(out = read_message<Messages, Message>(frame)) : void()), ...);
    if (out) return std::move(*out);
    return Refusal("A message of the type '", excerpt(frame.type), "' is not expected here");
}

}  // namespace

std::string Device::chip() const { return say(major, ".", minor); }

Answer<Frame> frame_of(const ToWorker& message) { return frame_of_any(message); }
Answer<Frame> frame_of(const FromWorker& message) { return frame_of_any(message); }

Answer<ToWorker> to_worker(const Frame& frame) { return message_of<ToWorker>(frame, static_cast<ToWorker*>(nullptr)); }
Answer<FromWorker> from_worker(const Frame& frame) {
    return message_of<FromWorker>(frame, static_cast<FromWorker*>(nullptr));
}

}  // namespace tilescope::live
