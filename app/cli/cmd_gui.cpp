// app/cli/cmd_gui.cpp -- gui: starts tilescope-gui from the folder of this program or from PATH.
// SPDX-License-Identifier: MIT
#include "app/cli/verb.h"
#include "app/io/other_programs.h"

#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace tilescope::cli {
namespace {

int run_gui(const std::string& job, const Globals&) {
    std::error_code unreadable;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", unreadable);
    std::vector<std::string> places;
    // Installed programs are in one folder. In the build tree each program has a separate folder.
    if (!unreadable)
        places = {self.parent_path() / "tilescope-gui", self.parent_path().parent_path() / "gui" / "tilescope-gui"};
    if (const auto found = io::program_on_path("tilescope-gui")) places.push_back(*found);
    std::string file = job;
    for (const std::string& program : places) {
        char* const argv[] = {const_cast<char*>(program.c_str()), file.empty() ? nullptr : file.data(), nullptr};
        execv(program.c_str(), argv);  // returns only if the program cannot be started
    }
    refuse("gui", "tilescope-gui is neither in the folder of this program nor on PATH (", std::strerror(errno), ").");
    return kLacking;
}

}  // namespace

void declare_gui(Verb& verb) {
    std::string& job = verb.runs(run_gui);
    verb.add_option("job", job, "A session file, or a state line");
}

}  // namespace tilescope::cli
