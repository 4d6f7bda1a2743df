// app/runs/json_parts.h -- parts of the JSON documents about GPUs and runs.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json_text.h"
#include "app/runs/batch.h"

#include <optional>

namespace tilescope::live {

// {"index": 0, "name": ..., "compute_capability": "9.0", "driver": "13.0"}; null without a device.
io::Json device_json(const std::optional<Device>& device);

// {"name": ..., "outcome": "ok", "sentence": ..., "different": 0, "words": 8192, ...}.
io::Json job_json(const JobResult& result);

}  // namespace tilescope::live
