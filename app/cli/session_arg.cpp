// app/cli/session_arg.cpp -- the argument that names a session: emulate, ptx.
// SPDX-License-Identifier: MIT
#include "app/cli/session_arg.h"
#include "app/io/file.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>

namespace tilescope::cli {
namespace {

constexpr std::string_view kPresetSign = "preset:";

Answer<io::SessionFile> session_of_preset(std::string_view id) {
    if (const Preset* preset = find_preset(id)) return io::SessionFile{.session = preset->session()};
    std::string known;
    for (const Preset& p : presets()) known += say(known.empty() ? "" : ", ", p.id);
    return Answer<io::SessionFile>::refuse(say("'", excerpt(id), "' is no preset; use one of: ", known));
}

}  // namespace

Answer<io::SessionFile> session_named(const std::string& path) {
    if (path.starts_with(kPresetSign)) return session_of_preset(std::string_view(path).substr(kPresetSign.size()));
    if (path != "-") return io::load_session(path);
    const auto text = io::read_standard_input();
    return text ? io::session_from_text(*text) : Answer<io::SessionFile>::refuse(text.why);
}

}  // namespace tilescope::cli
