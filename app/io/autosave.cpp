// app/io/autosave.cpp -- a copy of unsaved edits, for the start after a crash.
// SPDX-License-Identifier: MIT
#include "app/io/autosave.h"

#include "app/io/session_file.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace tilescope::io {

namespace fs = std::filesystem;

std::string state_folder() {
    const char* state = std::getenv("XDG_STATE_HOME");
    const char* home = std::getenv("HOME");
    if (state && *state) return say(state, "/tilescope");
    return home && *home ? say(home, "/.local/state/tilescope") : std::string();
}

// The lock is on the folder: the file itself is replaced with every copy. It ends with the process, however that ends.
Autosave::Autosave(std::string folder) : path_(say(folder, "/autosave.json")) {
    std::error_code ignored;
    if (folder.empty() || (!fs::exists(folder, ignored) && !fs::create_directories(folder, ignored))) return;
    const int lock = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0) return;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0)
        lock_ = lock;
    else
        close(lock);
}

Autosave::~Autosave() {
    if (lock_ >= 0) close(lock_);
}

bool Autosave::found() const {
    std::error_code ignored;
    return is_ours() && fs::exists(path_, ignored);
}

Answer<Autosave::Copy> Autosave::load() const {
    const Answer<SessionFile> file = load_session(path_);
    if (!file) return Answer<Copy>::refuse(file.why);
    std::error_code unreadable;
    const auto written = fs::last_write_time(path_, unreadable);
    const auto age = unreadable ? fs::file_time_type::duration{} : fs::file_time_type::clock::now() - written;
    return Copy{file->session, std::chrono::duration_cast<std::chrono::seconds>(age)};
}

Answer<bool> Autosave::keep(const Session& session) const { return save_session(path_, {session}); }

void Autosave::drop() const {
    std::error_code ignored;
    if (is_ours()) fs::remove(path_, ignored);
}

}  // namespace tilescope::io
