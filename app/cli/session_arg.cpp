// app/cli/session_arg.cpp -- the argument that names a session: emulate, ptx.
// SPDX-License-Identifier: MIT
#include "app/cli/session_arg.h"
#include "app/io/file.h"

namespace tilescope::cli {

Answer<io::SessionFile> session_named(const std::string& path) {
    if (path != "-") return io::load_session(path);
    const auto text = io::read_standard_input();
    return text ? io::session_from_text(*text) : Answer<io::SessionFile>::refuse(text.why);
}

}  // namespace tilescope::cli
