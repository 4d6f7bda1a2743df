// app/publish/export_targets.cpp -- all targets of exported texts: those of core, and those that need files or JSON.
// SPDX-License-Identifier: MIT
#include "app/publish/export_targets.h"
#include "app/io/state_line.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::io {
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

Answer<CodeText> json_export(const CodeJob& job) { return CodeText{session_to_text(file_of(job)), {}}; }

Answer<CodeText> state_export(const CodeJob& job) { return beside_files(state_line(file_of(job)), "\n", job); }

Answer<CodeText> reproducer_export(const CodeJob& job) {
    return beside_files(reproducer({job.derived.session}, std::string(job.folder)), "", job);
}

// To add a target: its function and its row. The verb `export`, the panel and the palette follow. The rows of core are
// in core/src/code/targets.cpp.
// clang-format off
constexpr CodeTarget kFileTargets[] = {
    {.id = "json", .title = "Session file", .extension = "json", .language = "JSON",
     .help = "The whole session, as every verb and the window read it",
     .words = "save file document",
     .source = "tilescope: core/include/tilescope/document/describe.h",
     .returns = CodeReturns::session, .of_view = true, .text = json_export},
    {.id = "state", .title = "State line", .extension = "txt", .language = "ts1",
     .help = "The whole session and the view as one line of text: ts1:...",
     .words = "share link url one line chat bug report",
     .source = "tilescope: app/io/state_line.h",
     .returns = CodeReturns::session, .of_view = true, .text = state_export},
    {.id = "reproducer", .title = "Reproducer", .extension = "cu", .language = "CUDA",
     .help = "One file that runs the MMA on a GPU and stores D as .npy; nvcc -lcuda builds it",
     .words = "share bug report gpu run kernel nvcc standalone repro npy",
     .source = "CUDA Driver API 13.0; PTX ISA 9.1, 9.7.15 and 9.7.16",
     .returns = CodeReturns::session, .reads_files = true, .text = reproducer_export},
};
// clang-format on

}  // namespace

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

}  // namespace tilescope::io
