// app/publish/export_targets.cpp -- all targets of exported texts: those of core, and those that need files or JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/export_targets.h"
#include "app/io/state_line.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::io {

std::vector<CodeTarget> export_targets() {
    const auto core = code_targets();
    std::vector<CodeTarget> out(core.begin(), core.end());
    out.insert(out.end(), std::begin(kFileTargets), std::end(kFileTargets));
    return out;
}

Answer<CodeTarget> export_target(std::string_view id) {
    const std::vector<CodeTarget> all = export_targets();
    if (const auto found = std::ranges::find(all, id, &CodeTarget::id); found != all.end()) return *found;
    return Refusal("'", excerpt(id), "' is no target of export; use list, or one of: ", list_of(all, &CodeTarget::id));
}

namespace {

SessionFile file_of(const CodeJob& job) {
    return {.session = job.derived.session,
            .view_state = job.view_state == nullptr ? std::nullopt : std::optional(*job.view_state)};
}

// The text of a target, and what it lacks: the files that the session names.
Answer<CodeText> beside_files(const Answer<std::string>& text, std::string_view end, const CodeJob& job) {
    if (!text) return Refusal(text.why);
    CodeText out{say(*text, end), {}};
    if (const std::string files = files_beside(job.derived.session); !files.empty()) out.limits.push_back(files);
    return out;
}

}  // namespace

Answer<CodeText> json_export(const CodeJob& job) { return CodeText{session_to_text(file_of(job)), {}}; }

Answer<CodeText> state_export(const CodeJob& job) { return beside_files(state_line(file_of(job)), "\n", job); }

Answer<CodeText> reproducer_export(const CodeJob& job) {
    return beside_files(reproducer({job.derived.session}, std::string(job.folder)), "", job);
}

}  // namespace tilescope::io
