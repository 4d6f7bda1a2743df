// app/io/autosave.cpp -- a copy of unsaved edits, for the start after a crash.
// SPDX-License-Identifier: MIT
#include "app/io/autosave.h"

#include "app/io/session_file.h"
#include "app/io/user_folders.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

namespace tilescope::io {

namespace fs = std::filesystem;

// The lock is on the folder: the file itself is replaced with every copy. It ends with the process, however that ends.
Autosave::Autosave(std::string folder) : path_(say(folder, "/autosave.json")) {
    if (!make_user_folder(folder)) return;
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
    const Answer<std::string> text = read_file_text(path_);
    if (!text) return Answer<Copy>::refuse(text.why);
    const Answer<SessionFile> file = session_from_text(*text);
    if (!file) return Answer<Copy>::refuse(say(path_, ": ", file.why, "."));
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
