// app/publish/certainty_json.h -- a certainty as JSON, and as facts of a report.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json_text.h"
#include "app/publish/report.h"

#include <tilescope/word/certainty.h>

namespace tilescope::io {

// Adds the key "certainty" and, for a measured fact, the key "measured": the GPU, its driver, the date and the vectors.
void put_certainty(Json& out, Certainty certainty);

void put_certainty(Report& out, Certainty certainty);

}  // namespace tilescope::io
