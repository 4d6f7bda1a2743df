// app/window/run/live_desk.h -- live mode: what its commands do, and what panels see.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string>

namespace tilescope::ui {

bool is_live_busy(const Jobs& jobs);

// What the commands do. Each opens the Run screen. If something is missing, the status line says what, and nothing
// runs.
void look_for_gpus(Context c);
void stop_live(Jobs& jobs, Regions& regions);
void use_worker(Context c, std::string command);

// Writes the report of the shown run, or the kernel of the session. A refusal appears in the status line.
void save_report(Context c, const std::string& path);
void save_report_json(Context c, const std::string& path);
void save_kernel(Context c, const std::string& path);
bool has_report(const Document& doc, const Jobs& jobs);

// Computes LiveDesk::view.checks. The emulation may still run; the checks that need it then say so.
void update_checks(Document& doc, Jobs& jobs);

}  // namespace tilescope::ui
