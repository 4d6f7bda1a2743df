// app/runs/client.cpp -- the requests to a worker, with their deadlines; the GPUs that it lists.
// SPDX-License-Identifier: MIT
#include "app/runs/client.h"
#include "app/io/json.h"
#include "app/worker/protocol.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <filesystem>
#include <system_error>

namespace tilescope::live {
namespace {

namespace fs = std::filesystem;

std::string quoted_for_shell(const std::string& text) {
    std::string out = "'";
    for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
    return out + "'";
}

// tilescope-gui has no worker: tilescope is in its folder, or in the neighbouring folder of the build tree.
Answer<fs::path> program_with_worker(const fs::path& self) {
    if (self.filename() != "tilescope-gui") return self;
    const fs::path folder = self.parent_path();
    std::error_code ignored;
    for (const fs::path& program : {folder / "tilescope", folder.parent_path() / "cli" / "tilescope"})
        if (fs::exists(program, ignored)) return program;
    return Refusal("the window needs the program tilescope as its worker, but ", folder.string(),
                   " does not have it; install both programs in one folder");
}

template <class Message>
const Message* message_in(const Link::Next& next) {
    return next.message ? std::get_if<Message>(&*next.message) : nullptr;
}

// ---- the GPUs that a worker lists

using io::Json;

Json targets_json(const Device& device) {
    Json out = Json::array();
    for (const ArchRow& arch : kArchs)
        if (runs_on(arch, device.chip())) out.push_back(arch.id);
    return out;
}

// The two numbers of a version such as "9.0".
std::optional<std::pair<unsigned, unsigned>> version_in(std::string_view text) {
    const std::size_t point = text.find('.');
    if (point == text.npos) return {};
    constexpr std::uint64_t kMost = 1'000'000;
    const auto first = parse_number(text.substr(0, point)), second = parse_number(text.substr(point + 1));
    if (!first || !second || *first > kMost || *second > kMost) return {};
    return std::pair(static_cast<unsigned>(*first), static_cast<unsigned>(*second));
}

}  // namespace

Answer<std::string> worker_command(const std::string& command, const std::string& self) {
    if (!command.empty()) return say(command, " ", kWorkerOption);
    std::error_code unreadable;
    const fs::path path = self.empty() ? fs::read_symlink("/proc/self/exe", unreadable) : fs::path(self);
    if (unreadable) return Refusal("/proc/self/exe: ", unreadable.message());
    const Answer<fs::path> program = program_with_worker(path);
    if (!program) return Refusal(program.why);
    return say("exec ", quoted_for_shell(program->string()), " ", kWorkerOption);
}

Client::Client(std::string command, ClientTimes times) : command_(std::move(command)), times_(times) {}

void Client::end() {
    if (link_) link_->end();
    forget();
}

// Ends what this client knows of its worker.
void Client::forget() {
    link_.reset();
    listed_.reset();
    works_ = false;
    ahead_.clear();
    used_.clear();
}

// Says how a worker ended that did not answer as it should, and ends it.
Ending Client::failed(const Link::Next& next, bool had_hello) {
    Ending out;
    switch (next.event) {
    case Link::Event::message: out = unexpected(); break;
    case Link::Event::refused: out = {.outcome = next.outcome, .detail = next.why}; break;
    case Link::Event::stopped: out = {.outcome = Outcome::stopped}; break;
    case Link::Event::late: out = {.outcome = had_hello ? Outcome::hang_killed : Outcome::no_worker}; break;
    case Link::Event::ended:
        out.outcome = had_hello ? Outcome::worker_crashed : Outcome::no_worker;
        out.detail = link_->last_words();
        if (link_->ended_inside() && !link_->was_killed())
            out = {.outcome = Outcome::bad_protocol, .detail = say("it ended in a message: ", out.detail)};
        break;
    }
    forget();
    return out;
}

Ending Client::unexpected() {
    return {.outcome = Outcome::bad_protocol, .detail = "the worker sent a message that answers no request"};
}

Ending Client::start_process() {
    const Answer<std::string> command = worker_command(command_);
    if (!command) return {.outcome = Outcome::no_worker, .detail = command.why};
    Answer<io::Child> child = io::Child::start("/bin/sh", {"sh", "-c", *command}, true);
    if (!child) return {.outcome = Outcome::no_worker, .detail = child.why};
    link_.emplace(std::move(*child));
    return {};
}

Ending Client::start(const std::stop_token& stop) {
    if (link_ && link_->is_alive()) return {};
    forget();
    if (Ending ending = start_process(); !ending.is_ok()) return ending;
    if (const auto sent = link_->send(Hello{.tilescope = TILESCOPE_VERSION}); !sent)
        return {.outcome = Outcome::bad_request, .detail = sent.why};
    const auto most = command_.empty() ? times_.hello : times_.remote_hello;
    const Link::Next next = link_->next(LiveClock::now() + most, stop);
    const Hello* hello = message_in<Hello>(next);
    if (!hello) {
        Ending ending = failed(next, false);
        if (next.event == Link::Event::late) ending.detail = say("it sent nothing within ", most.count(), " ms");
        return ending;
    }
    version_ = hello->tilescope;
    return settle(stop);
}

// See SettleRequest. A device that cannot be opened is reported by the request that follows.
Ending Client::settle(const std::stop_token& stop) {
    if (!unsettled_) return {};
    if (const auto sent = link_->send(SettleRequest{.device = *unsettled_}); !sent) return {};
    const Link::Next next = link_->next(LiveClock::now() + times_.open, stop);
    if (!message_in<Settled>(next)) {
        Ending ending = failed(next, true);
        if (next.event == Link::Event::late)
            ending = {.outcome = Outcome::device_stuck, .detail = say("device ", *unsettled_)};
        return ending;
    }
    unsettled_.reset();
    return {};
}

DeviceList Client::devices(const std::stop_token& stop) {
    DeviceList out{.ending = start(stop), .devices = {}};
    if (!out.ending.is_ok()) return out;
    if (const auto sent = link_->send(DevicesRequest{}); !sent)
        return {.ending = {.outcome = Outcome::bad_request, .detail = sent.why}, .devices = {}};
    const Link::Next next = link_->next(LiveClock::now() + times_.open, stop);
    if (const DeviceList* list = message_in<DeviceList>(next)) {
        if (list->ending.is_ok()) listed_ = *list;
        return *list;
    }
    out.ending = failed(next, true);
    if (next.event == Link::Event::late)
        out.ending.detail = say("the driver did not list its devices within ", times_.open.count(), " ms");
    return out;
}

DeviceList Client::known_devices(const std::stop_token& stop) {
    return link_ && link_->is_alive() && listed_ ? *listed_ : devices(stop);
}

void Client::compile_ahead(unsigned device, std::string_view entry, const std::vector<std::string_view>& ptx) {
    if (!link_ || !works_) return;
    CompileAhead request{.device = device, .entry = std::string(entry), .ptx = {}};
    for (const std::string_view one : ptx) {
        const std::size_t hash = std::hash<std::string_view>()(one);
        if (request.ptx.size() < kMostAhead && !used_.contains(hash) && ahead_.insert(hash).second)
            request.ptx.emplace_back(one);
    }
    if (!request.ptx.empty()) (void)link_->send(request);
}

RunResult Client::launch(const Launch& launch, unsigned device, const std::stop_token& stop,
                         const OnProgress& progress) {
    RunResult result;
    result.ending = start(stop);
    if (!result.ending.is_ok()) return result;
    if (const auto sent = link_->send(LaunchRequest{.device = device, .launch = launch}); !sent) {
        result.ending = {.outcome = Outcome::bad_request, .detail = sent.why};
        return result;
    }
    unsettled_ = device;
    result = watch(launch, stop, progress);
    if (link_) {  // else the worker ended or was ended, perhaps while the kernel ran
        unsettled_.reset();
        works_ = works_ || result.ending.is_ok();
        const std::size_t hash = std::hash<std::string_view>()(launch.ptx);
        ahead_.erase(hash);
        used_.insert(hash);
    }
    if (result.worker_ends) end();
    return result;
}

// Waits for the result. The deadline is that of the stage in which the worker is.
RunResult Client::watch(const Launch& launch, const std::stop_token& stop, const OnProgress& progress) {
    const auto begin = LiveClock::now();
    const auto running = std::chrono::milliseconds(launch.timeout_ms) + times_.margin;
    auto deadline = begin + times_.open + transfer_time(link_->unsent());
    std::optional<std::uint32_t> phase;
    std::optional<std::pair<std::uint32_t, Stage>> at;  // nothing: the worker has not read the request
    for (;;) {
        Link::Next next = link_->next(deadline, stop);
        if (next.message && std::holds_alternative<RunResult>(*next.message))
            return std::get<RunResult>(*std::move(next.message));
        if (const Progress* now = message_in<Progress>(next)) {
            if (now->step > launch.more_steps.size()) return {.ending = failed(next, true)};
            // Only the first message of a stage of a step moves the deadline, so no worker can move it for ever.
            if (const auto there = std::pair(now->step, now->stage); there > at) {
                deadline = LiveClock::now() + (now->stage < Stage::running ? times_.open : running);
                at = there;
            }
            if (now->stage == Stage::running) phase = now->phase;
            if (progress) progress(*now);
            continue;
        }
        RunResult result;
        result.ending = failed(next, true);
        result.ending.phase = phase;
        // The steps before the one in which it ended.
        if (at) result.steps = at->first + (at->second > Stage::running ? 1 : 0);
        if (next.event == Link::Event::late)
            result.ending.detail = at && at->second == Stage::running
                                       ? say("the kernel did not end within ", launch.timeout_ms, " ms")
                                   : at ? say("it was in the stage ", kStages[static_cast<std::size_t>(at->second)])
                                        : std::string("it did not read the request");
        return result;
    }
}

// ---- the GPUs that a worker lists

Ending choose_device(const DeviceList& list, std::uint32_t wanted, const std::function<bool(const Device&)>& fits,
                     std::string_view none_fits, std::optional<Device>& out) {
    if (!list.ending.is_ok()) return list.ending;
    const auto is_wanted = [&](const Device& d) { return wanted == kAnyDevice || d.index == wanted; };
    const auto found = std::ranges::find_if(list.devices, [&](const Device& d) { return is_wanted(d) && fits(d); });
    if (found != list.devices.end()) return out = *found, Ending();
    const bool is_there = std::ranges::any_of(list.devices, is_wanted);
    const std::string there = list_of(list.devices, [&](const Device& d) {
        return is_there && !is_wanted(d) ? std::string() : say(d.index, " has compute capability ", d.chip());
    });
    if (!is_there)
        return {.outcome = Outcome::no_device, .detail = say("there is no device ", wanted, "; device ", there)};
    return {.outcome = Outcome::unsupported_arch, .detail = say(none_fits, " device ", there)};
}

// CUDA has 1000 for each major version and 10 for each minor one. Source: cuDriverGetVersion.
std::string driver_version(const Device& device) { return say(device.driver / 1000, ".", device.driver % 1000 / 10); }

std::string device_text(const Device& device) {
    return say(device.name, ", compute capability ", device.chip(), ", CUDA ", driver_version(device));
}

std::string device_line(const Device& device) {
    return say("GPU ", device.index, ": ", printable(device_text(device)));
}

Json device_json(const std::optional<Device>& device) {
    if (!device) return nullptr;
    return {{"index", device->index},
            {"name", device->name},
            {"compute_capability", device->chip()},
            {"driver", driver_version(*device)}};
}

std::optional<Device> device_in(const Json& document) {
    const Json* json = io::member(document, "device");
    if (!json) return {};
    const auto chip = version_in(io::text_in(*json, "compute_capability"));
    const auto driver = version_in(io::text_in(*json, "driver"));
    if (!chip || !driver) return {};
    return Device{.name = io::text_in(*json, "name"),
                  .major = chip->first,
                  .minor = chip->second,
                  .driver = driver->first * 1000 + driver->second * 10};
}

std::string devices_json(const DeviceList& list) {
    const auto listed = [](const Device& d) {
        Json device = device_json(d);
        device["memory_bytes"] = d.memory_bytes;
        device["shared_bytes"] = d.shared_bytes;
        device["targets"] = targets_json(d);
        return device;
    };
    return io::text_of_json({{"devices", io::list_json(list.devices, listed)},
                             {"outcome", row_of(list.ending.outcome).id},
                             {"sentence", list.ending.sentence()}});
}

}  // namespace tilescope::live
