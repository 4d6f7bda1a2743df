// tests/support/live_record.h -- a run of a GPU that never ran, for panels that show runs.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"

#include <memory>

namespace tilescope::ui {

// A run whose D of the GPU has one other word than the model's.
inline LiveRecord run_with_one_difference(const Emulation& model) {
    LiveComparison c{.m = model.m, .n = model.n, .d = model.d, .has_cells = true};
    c.differs.assign(c.d.size(), 0);
    c.d[3] ^= 1, c.differs[3] = 1, c.different = 1, c.most_ulps = 1, c.first = Element{0, 3};
    return {.number = 1,
            .outcome = "ok",
            .good = true,
            .model = std::make_shared<const Emulation>(model),
            .comparison = std::make_shared<const LiveComparison>(std::move(c))};
}

}  // namespace tilescope::ui
