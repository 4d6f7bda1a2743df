// app/io/prefs_file.cpp -- reads and writes the preferences on the user's disk.
// SPDX-License-Identifier: MIT
#include "app/io/prefs_file.h"

#include "app/io/descriptor.h"
#include "app/io/file.h"
#include "app/io/folder.h"
#include "app/io/json.h"
#include "app/io/lessons.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace tilescope::io {
namespace {

constexpr const char* kNoHome = "There is no home folder for the preferences.";
constexpr double kMostPixels = 16384;  // the limit for sizes in the window

// The only list of the preferences. Calls io(key, member) for each member.
template <class Io, class P>
void describe_prefs(Io& io, P& prefs) {
    io("theme", prefs.theme);
    io("scale", prefs.scale);
    io("rail", prefs.rail);
    io("side", prefs.side);
    io("drawer", prefs.drawer);
    io("batch_drawer", prefs.batch_drawer);
    io("rail_pinned", prefs.rail_pinned);
    io("side_folded", prefs.side_folded);
    io("strip_folded", prefs.strip_folded);
    io("all_fields", prefs.all_fields);
    io("drawer_open", prefs.drawer_open);
    io("reduced_motion", prefs.reduced_motion);
    io("live", prefs.live);
    io("live_worker", prefs.live_worker);
    io("start_page", prefs.start_page);
    io("picture_slide", prefs.picture_slide);
    io("picture_column", prefs.picture_column);
    io("picture_caption", prefs.picture_caption);
    io("picture_rows", prefs.picture_rows);
    io("recents", prefs.recents);
    io("lesson", prefs.lesson);
    io("lessons", prefs.lessons);
}

// Returns the files that were opened since `before`, followed by the recent files of the file.
std::vector<std::string> merged(const std::vector<std::string>& before, const std::vector<std::string>& now,
                                const std::vector<std::string>& in_file) {
    std::vector<std::string> old = before, out;
    for (const std::string& path : now) {
        if (!old.empty() && old.front() == path) break;  // the rest is unchanged
        std::erase(old, path);
        out.push_back(path);
    }
    for (const std::string& path : in_file)
        if (std::ranges::find(out, path) == out.end() && out.size() < kMostRecents) out.push_back(path);
    return out;
}

// Each lesson with the steps that either of both reached.
std::vector<std::string> merged_lessons(const std::vector<std::string>& now, const std::vector<std::string>& in_file) {
    std::vector<std::string> out;
    for (const auto* list : {&now, &in_file})
        for (const std::string& entry : *list) {
            const LessonProgress progress = lesson_progress(entry);
            const auto same = std::ranges::find_if(
                out, [&](const std::string& other) { return lesson_progress(other).id == progress.id; });
            if (same != out.end())
                *same = progress_text({progress.id, progress.steps | lesson_progress(*same).steps});
            else if (!progress.id.empty())
                out.push_back(progress_text(progress));
        }
    return out;
}

// A lock while a file is read, changed and written. The system releases the lock when the program ends.
class Lock {
public:
    explicit Lock(const std::string& path)
        : file_(open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600)) {
        // Waits for at most one second, because a stopped program that holds the lock must not block the others.
        for (int i = 0; file_ && i < 100 && flock(file_.number(), LOCK_EX | LOCK_NB) != 0; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }

private:
    Descriptor file_;
};

Json to_json(const PrefsFile& prefs) {
    MemberWriter writer;
    describe_prefs(writer, prefs);
    return writer.out;
}

PrefsFile from_json(const Json& json) {
    PrefsFile prefs;
    const MemberReader reader{json};
    describe_prefs(reader, prefs);
    prefs.scale = std::clamp(prefs.scale, 0.75, 2.0);
    prefs.recents.resize(std::min(prefs.recents.size(), kMostRecents));
    prefs.lessons.resize(std::min(prefs.lessons.size(), kMostLessons));
    for (double* pixels : {&prefs.rail, &prefs.side, &prefs.lesson}) *pixels = std::clamp(*pixels, 0.0, kMostPixels);
    prefs.drawer = std::clamp(prefs.drawer, 0.0, 1.0);
    prefs.batch_drawer = std::clamp(prefs.batch_drawer, 0.0, 1.0);
    return prefs;
}

}  // namespace

std::string prefs_path() {
    const std::string folder = config_folder();
    return folder.empty() ? std::string() : say(folder, "/prefs.json");
}

Answer<PrefsFile> load_prefs(const std::string& path) {
    std::error_code unreadable;
    if (path.empty() || !std::filesystem::exists(path, unreadable)) return PrefsFile{};
    const Answer<std::string> text = read_file_text(path);
    if (!text) return Refusal(text.why, " The defaults are used.");
    const auto json = read_json(*text);
    if (!json || !json->is_object())
        return Refusal(path, ": ", json ? "the preferences must be a JSON object" : json.why,
                       ". The defaults are used.");
    return from_json(*json);
}

Answer<void> save_prefs(const std::string& path, const PrefsFile& prefs) {
    if (path.empty()) return Refusal(kNoHome);
    make_user_folder(std::filesystem::path(path).parent_path());  // write_text() reports a missing folder
    return write_text(path, text_of_json(to_json(prefs)));
}

Answer<PrefsFile> update_prefs(const std::string& path, const PrefsFile& before, const PrefsFile& now) {
    if (path.empty()) return Refusal(kNoHome);
    make_user_folder(std::filesystem::path(path).parent_path());
    const Lock lock(say(path, ".lock"));
    const Answer<PrefsFile> in_file = load_prefs(path);
    if (!in_file) return in_file;
    const Json old = to_json(before), changed = to_json(now);
    Json out = to_json(*in_file);
    for (const auto& [key, value] : changed.items())
        if (value != old[key]) out[key] = value;
    PrefsFile written = from_json(out);
    written.lessons = merged_lessons(now.lessons, in_file->lessons);
    written.recents = merged(before.recents, now.recents, in_file->recents);
    const Answer<void> saved = save_prefs(path, written);
    return saved ? Answer<PrefsFile>(written) : Refusal(saved.why);
}

}  // namespace tilescope::io
