// app/io/emulated.cpp -- runs the model of a session whose recipes can name files.
// SPDX-License-Identifier: MIT
#include "app/io/emulated.h"
#include "app/io/recipe_files.h"
#include "app/io/row_pool.h"

#include <utility>

namespace tilescope::io {

Results emulated(const Derived& derived, const std::string& folder, bool with_repairs, const std::stop_token& stop) {
    Results out{.state = ResultState::refused};
    auto job = job_with_files(derived, folder);
    if (!job) {
        out.refused = job.why;
        return out;
    }
    RowPool pool;
    auto emulation = emulate(*job, {.loop = pool.loop(), .stop = stop});
    if (!emulation) {
        out.refused = emulation.why;
        return out;
    }
    const auto changed_job = [&](const Derived& changed) { return job_with_files(changed, folder); };
    if (with_repairs)
        out.repairs = repairs_of(derived, *job, *emulation, {.job = changed_job, .loop = pool.loop(), .stop = stop});
    out.state = ResultState::done;
    out.job = std::move(*job.value);
    out.session = derived.session;
    out.emulation = std::move(*emulation.value);
    out.sums = range_of_sums(*out.emulation);
    out.revision = derived.revision;
    return out;
}

}  // namespace tilescope::io
