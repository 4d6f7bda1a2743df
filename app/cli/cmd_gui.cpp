// app/cli/cmd_gui.cpp -- gui: starts tilescope-gui, found beside this program or on PATH.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"

#include <tilescope/base/say.h>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

namespace tilescope::cli {
namespace {

int run_gui(const std::string& job) {
    std::error_code unreadable;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", unreadable);
    std::vector<std::string> places;
    // Installed, both lie in one folder; in the build tree, each in its own.
    if (!unreadable)
        places = {self.parent_path() / "tilescope-gui", self.parent_path().parent_path() / "gui" / "tilescope-gui"};
    places.emplace_back("tilescope-gui");
    std::string file = job;
    for (const std::string& program : places) {
        char* const argv[] = {const_cast<char*>(program.c_str()), file.empty() ? nullptr : file.data(), nullptr};
        execvp(program.c_str(), argv);  // returns only where the program is not there
    }
    std::fprintf(stderr, "tilescope gui: tilescope-gui was found neither beside this program nor on PATH (%s).\n",
                 std::strerror(errno));
    return kLacking;
}

}  // namespace

void declare_gui(CLI::App& app, const Globals&, int& status) {
    const auto job = std::make_shared<std::string>();
    app.add_option("job", *job, "A session file");
    app.callback([job, &status] { status = run_gui(*job); });
}

}  // namespace tilescope::cli
