// app/publish/export_targets.cpp -- all targets of exported texts: those of core, and those that need files or JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/export_targets.h"
#include "app/io/session_file.h"
#include "app/io/state_line.h"
#include "app/publish/reproducer.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::io {

std::vector<CodeTarget> export_targets() {
    const auto core = code_targets();
    std::vector<CodeTarget> out(core.begin(), core.end());
    out.insert(out.end(), std::begin(kFileTargets), std::end(kFileTargets));
    return out;
}

Answer<CodeTarget> export_target(std::string_view id) {
    std::string list;
    for (const CodeTarget& target : export_targets()) {
        if (target.id == id) return target;
        list += say(list.empty() ? "" : ", ", target.id);
    }
    return Answer<CodeTarget>::refuse(say("'", excerpt(id), "' is no target of export; use list, or one of: ", list));
}

Answer<CodeText> json_export(const CodeJob& job) {
    SessionFile file{.session = job.derived.session};
    if (job.view_state != nullptr) file.view_state = *job.view_state;
    return CodeText{session_to_text(file), {}};
}

Answer<CodeText> state_export(const CodeJob& job) {
    SessionFile file{.session = job.derived.session};
    if (job.view_state != nullptr) file.view_state = *job.view_state;
    const Answer<std::string> line = state_line(file);
    if (!line) return Answer<CodeText>::refuse(line.why);
    CodeText out{say(*line, "\n"), {}};
    if (const std::string files = files_beside(job.derived.session); !files.empty()) out.limits.push_back(files);
    return out;
}

Answer<CodeText> reproducer_export(const CodeJob& job) {
    const Answer<std::string> text = reproducer({job.derived.session}, std::string(job.folder));
    if (!text) return Answer<CodeText>::refuse(text.why);
    CodeText out{*text, {}};
    if (const std::string files = files_beside(job.derived.session); !files.empty()) out.limits.push_back(files);
    return out;
}

}  // namespace tilescope::io
