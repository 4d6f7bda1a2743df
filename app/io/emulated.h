// app/io/emulated.h -- runs the model of a session whose recipes can name files.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/derive.h>
#include <tilescope/session/results.h>

#include <stop_token>
#include <string>

namespace tilescope::io {

// Runs the model and, if asked, looks for repairs; returns when it is done. Relative names of recipe files begin at
// `folder`. Results::refused has the reason if the model cannot run. After a stop, nobody may use the results.
Results emulated(const Derived& derived, const std::string& folder, bool with_repairs = true,
                 const std::stop_token& stop = {});

}  // namespace tilescope::io
