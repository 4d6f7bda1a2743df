// app/runs/devices_out.h -- prints the list of GPUs as JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/worker/messages.h"

#include <string>

namespace tilescope::live {

// {"devices": [{"index": 0, "name": ..., "targets": ["sm_90a"], ...}], "outcome": "ok", "sentence": ...}. Ends with a
// newline.
std::string devices_json(const DeviceList& list);

// "GPU 0: NVIDIA H100, compute capability 9.0, CUDA 13.0". Printable.
std::string device_line(const Device& device);

// "13.0" for 13000.
std::string driver_version(const Device& device);

}  // namespace tilescope::live
