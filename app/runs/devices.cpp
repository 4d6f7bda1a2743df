// app/runs/devices.cpp -- the GPUs that a worker lists.
// SPDX-License-Identifier: MIT
#include "app/runs/client.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

namespace tilescope::live {
namespace {

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

Ending choose_device(const DeviceList& list, std::uint32_t wanted, const std::function<bool(const Device&)>& fits,
                     std::string_view none_fits, std::optional<Device>& out) {
    if (!list.ending.is_ok()) return list.ending;
    const auto is_wanted = [&](const Device& d) { return wanted == kAnyDevice || d.index == wanted; };
    const auto found = std::ranges::find_if(list.devices, [&](const Device& d) { return is_wanted(d) && fits(d); });
    if (found != list.devices.end()) return out = *found, Ending();
    const std::string there = list_of(list.devices, [&](const Device& d) {
        return is_wanted(d) ? say("device ", d.index, " has compute capability ", d.chip()) : std::string();
    });
    if (there.empty()) return {.outcome = Outcome::no_device, .detail = say("there is no device ", wanted)};
    return {.outcome = Outcome::unsupported_arch, .detail = say(none_fits, ": ", there)};
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
