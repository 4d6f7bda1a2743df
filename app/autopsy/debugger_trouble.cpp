// app/autopsy/debugger_trouble.cpp -- rows: a text that a debugger prints, and what the user can do.
// SPDX-License-Identifier: MIT
#include "app/autopsy/debugger_trouble.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kMostShownLine = 200;

struct TroubleRow {
    std::string_view text, sentence, source;
    bool quote = false;       // the line says more than the sentence
    bool is_of_user = false;  // as in Trouble
};
// The first row whose text occurs counts.
constexpr TroubleRow kTroubles[] = {
    {"Python scripting is not supported",
     "it has no Python, which the recording needs; use the cuda-gdb of the CUDA toolkit, and install the Python for "
     "which it was built",
     "gdb, python/python.c"},
    {"Scripting in the \"Python\" language is not supported",
     "it has no Python, which the recording needs; use the cuda-gdb of the CUDA toolkit, and install the Python for "
     "which it was built",
     "gdb, cli/cli-cmds.c"},
    {"Undefined command: \"python\"", "it has no Python, which the recording needs; use a newer cuda-gdb",
     "gdb before 7.0"},
    {"ptrace: Operation not permitted",
     "the system does not let it trace a program; in a container, add --cap-add=SYS_PTRACE; to attach to a program, "
     "set kernel.yama.ptrace_scope to 0",
     "gdb, nat/linux-ptrace.c; ptrace(2)"},
    {"Could not trace the inferior process",
     "the system does not let it trace a program; in a container, add --cap-add=SYS_PTRACE",
     "gdb, nat/fork-inferior.c"},
    {"CUDBG_ERROR_ALL_DEVICES_WATCHDOGGED",
     "the GPU also draws the screen, and then the driver does not allow debugging; end the desktop, or use another GPU",
     "CUDA-GDB manual, Supported Platforms"},
    {"CUDBG_ERROR_", "the driver does not allow debugging", "CUDA, cudadebugger.h: the results of its API", true},
    {"not in executable format",
     "it can start only a program, not another file; give the program that runs it first, such as: python FILE",
     "gdb, BFD", true, true},
    {"The regular expression for the kernel cannot be read", "--kernel is not a regular expression",
     "assets/debugger/tilescope_gdb.py", true, true},
    {"No such process", "there is no process with this number", "gdb, attach", true, true},
};

std::string_view line_around(std::string_view said, std::size_t at) {
    const std::size_t before = said.substr(0, at).rfind('\n');
    const std::size_t begin = before == said.npos ? 0 : before + 1;
    return trimmed(said.substr(begin, said.find('\n', at) - begin));
}

}  // namespace

std::optional<Trouble> trouble_in(std::string_view said) {
    for (const TroubleRow& row : kTroubles) {
        const std::size_t at = said.find(row.text);
        if (at == said.npos) continue;
        const std::string line = excerpt(line_around(said, at), kMostShownLine);
        return Trouble{row.quote ? say(row.sentence, ". It says: ", line) : std::string(row.sentence), row.is_of_user};
    }
    return std::nullopt;
}

std::string last_line_of(std::string_view said) {
    while (!said.empty()) {
        const std::size_t before = said.rfind('\n');
        const std::string_view line = trimmed(before == said.npos ? said : said.substr(before + 1));
        if (!line.empty()) return excerpt(line, kMostShownLine);
        said = said.substr(0, before == said.npos ? 0 : before);
    }
    return {};
}

}  // namespace tilescope::autopsy
