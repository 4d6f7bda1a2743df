// app/runs/json_parts.cpp -- parts of the JSON documents about GPUs and runs.
// SPDX-License-Identifier: MIT
#include "app/runs/json_parts.h"

#include "app/runs/devices_out.h"

namespace tilescope::live {

io::Json device_json(const std::optional<Device>& device) {
    if (!device) return nullptr;
    return {{"index", device->index},
            {"name", device->name},
            {"compute_capability", device->chip()},
            {"driver", driver_version(*device)}};
}

io::Json job_json(const JobResult& r) {
    return {{"name", r.name},
            {"outcome", row_of(r.ending.outcome).id},
            {"sentence", r.ending.sentence()},
            {"equal", r.equal},
            {"different", r.different},
            {"words", r.words},
            {"cells_different", r.cells},
            {"most_ulps", r.most_ulps},
            {"out_of_spec", r.out_of_spec},
            {"comparison", r.sentences},
            {"explained_by", r.explained_by}};
}

}  // namespace tilescope::live
