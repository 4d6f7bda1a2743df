// app/publish/bug_report.h -- a session as one HTML file: words, problems, pictures, result, state line.
// SPDX-License-Identifier: MIT
//
// The file needs no network, no script and no other file. It is light or dark as the reader's system asks, and can be
// printed.
#pragma once

#include "app/io/recipe_files.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/results.h>
#include <tilescope/view/view_state.h>

#include <string>

namespace tilescope::io {

struct BugReport {
    const Derived& derived;
    const ViewState& view_state;
    const Results& results;  // emulated for the session of `derived`, or refused with a reason
    std::string name;        // of the session: "gemm_tile.json"
};

// Returns the document. A picture that the session does not have is left out.
std::string report_html(const BugReport& report);

}  // namespace tilescope::io
