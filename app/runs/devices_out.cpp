// app/runs/devices_out.cpp -- the JSON document of tilescope devices.
// SPDX-License-Identifier: MIT
#include "app/runs/devices_out.h"
#include "app/runs/json_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <utility>

namespace tilescope::live {
namespace {

io::Json targets_json(const Device& device) {
    io::Json out = io::Json::array();
    for (const ArchRow& arch : kArchs)
        if (runs_on(arch, device.chip())) out.push_back(arch.id);
    return out;
}

}  // namespace

// CUDA has 1000 for each major version and 10 for each minor one. Source: cuDriverGetVersion.
std::string driver_version(const Device& device) { return say(device.driver / 1000, ".", device.driver % 1000 / 10); }

std::string device_line(const Device& device) {
    return say("GPU ", device.index, ": ", printable(device.name), ", compute capability ", device.chip(), ", CUDA ",
               driver_version(device));
}

std::string devices_json(const DeviceList& list) {
    io::Json devices = io::Json::array();
    for (const Device& d : list.devices) {
        io::Json device = device_json(d);
        device["memory_bytes"] = d.memory_bytes;
        device["shared_bytes"] = d.shared_bytes;
        device["targets"] = targets_json(d);
        devices.push_back(std::move(device));
    }
    return io::text_of_json({{"devices", std::move(devices)},
                             {"outcome", row_of(list.ending.outcome).id},
                             {"sentence", list.ending.sentence()}});
}

}  // namespace tilescope::live
