// app/cli/session_arg.cpp -- the argument that names a session, for all verbs that have one.
// SPDX-License-Identifier: MIT
#include "app/cli/session_arg.h"
#include "app/io/file.h"
#include "app/io/state_line.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>

#include <filesystem>

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
    if (io::is_state_line(path)) return io::session_in(path);
    const auto text = path == "-" ? io::read_standard_input() : io::read_text(path);
    if (!text) return Answer<io::SessionFile>::refuse(text.why);
    const Answer<io::SessionFile> file = io::session_in(*text);
    if (file || path == "-") return file;
    return Answer<io::SessionFile>::refuse(say(path, ": ", file.why, file.why.ends_with('.') ? "" : "."));
}

Answer<void> has_own_target(const Globals& globals) {
    const std::string_view option = globals.arch_given ? "--arch" : globals.edition_given ? "--edition" : "";
    if (option.empty()) return {};
    return Answer<void>::refuse(say("the session has its own ", option.substr(2), "; remove ", option,
                                    ", or change the field ", option.substr(2), " of the session"));
}

std::string folder_of_session(const std::string& path) { return io::is_state_line(path) ? "." : io::folder_of(path); }

std::string name_of_session(const std::string& path) {
    if (path == "-") return "standard input";
    return io::is_state_line(path) ? "a state line" : printable(std::filesystem::path(path).filename().string());
}

}  // namespace tilescope::cli
