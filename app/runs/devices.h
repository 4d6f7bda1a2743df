// app/runs/devices.h -- the GPUs that a worker lists: one of them for many jobs, and as text and JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json.h"
#include "app/worker/messages.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::live {

inline constexpr std::uint32_t kAnyDevice = ~std::uint32_t{0};  // the first that can do what is asked

// Chooses the device with the number `wanted`, or the first one, that `fits`. Sets `out` if there is one; else the
// ending says which GPUs are there, after `none_fits`.
Ending choose_device(const DeviceList& list, std::uint32_t wanted, const std::function<bool(const Device&)>& fits,
                     std::string_view none_fits, std::optional<Device>& out);

// {"devices": [{"index": 0, "name": ..., "targets": ["sm_90a"], ...}], "outcome": "ok", "sentence": ...}. Ends with a
// newline.
std::string devices_json(const DeviceList& list);

// {"index": 0, "name": ..., "compute_capability": "9.0", "driver": "13.0"}; null without a device.
io::Json device_json(const std::optional<Device>& device);

// Reads the member "device" of a document, as device_json() writes it. No value: it is null, or cannot be read.
std::optional<Device> device_in(const io::Json& document);

// "NVIDIA H100, compute capability 9.0, CUDA 13.0". The name may contain anything.
std::string device_text(const Device& device);

// "GPU 0: NVIDIA H100, compute capability 9.0, CUDA 13.0". Printable.
std::string device_line(const Device& device);

// "13.0" for 13000.
std::string driver_version(const Device& device);

}  // namespace tilescope::live
