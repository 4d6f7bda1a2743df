// app/cli/session_arg.cpp -- the argument that names a session: emulate, ptx.
// SPDX-License-Identifier: MIT
#include "app/cli/session_arg.h"
#include "app/io/file.h"
#include "app/io/state_line.h"

#include <tilescope/base/say.h>

namespace tilescope::cli {

Answer<io::SessionFile> session_named(const std::string& path) {
    if (io::is_state_line(path)) return io::session_in(path);
    const auto text = path == "-" ? io::read_standard_input() : io::read_text(path);
    if (!text) return Answer<io::SessionFile>::refuse(text.why);
    const Answer<io::SessionFile> file = io::session_in(*text);
    if (file || path == "-") return file;
    return Answer<io::SessionFile>::refuse(say(path, ": ", file.why, file.why.ends_with('.') ? "" : "."));
}

std::string folder_of_session(const std::string& path) { return io::is_state_line(path) ? "." : io::folder_of(path); }

}  // namespace tilescope::cli
