// app/shell/files.cpp -- opens and saves files: the shell's side of app/io.
// SPDX-License-Identifier: MIT
#include "app/shell/files.h"

#include "app/io/prefs_file.h"
#include "app/io/program.h"
#include "app/shell/frame.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

namespace tilescope::ui {
namespace {

namespace fs = std::filesystem;

void remember(Prefs& prefs, const std::string& path) {
    std::error_code unreadable;
    const fs::path absolute = fs::absolute(path, unreadable);
    const std::string name = unreadable ? path : absolute.string();
    std::erase(prefs.recents, name);
    prefs.recents.insert(prefs.recents.begin(), name);
    if (prefs.recents.size() > io::kMostRecents) prefs.recents.resize(io::kMostRecents);
}

// Restores the view state that is stored in the file, from the next frame on.
void look_as(App& app, const ViewState& view_state) {
    app.view_state = app.requests.view_state = view_state;
    app.reference.reset();
    if (view_state.reference) app.reference = derive(*view_state.reference, app.revision);
}

ReadReply read_file(const ReadRequest& request, const std::stop_token& stop) {
    using Found = decltype(ReadReply::session);
    const Answer<std::string> text = io::read_text(request.path, io::kMostFileBytes, stop);
    if (!text) return {request.path, {}, Found::refuse(text.why)};
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    if (first == std::string::npos || (*text)[first] != '{') {  // not a session file: the paste parser reads it
        const std::size_t most = PasteOptions{}.max_bytes;
        if (text->size() <= most) return {request.path, *text, std::optional<io::SessionFile>()};
        return {request.path,
                {},
                Found::refuse(say(request.path, " has ", text->size(), " bytes of text. The window reads at most ",
                                  most, " bytes. For a longer text, use the command tilescope decode."))};
    }
    Answer<io::SessionFile> file = io::session_from_text(*text);
    if (!file) return {request.path, {}, Found::refuse(say(request.path, ": ", file.why))};
    return {request.path, *text, std::optional(std::move(*file))};
}

void take_file(App& app, ReadReply reply) {
    if (!reply.session) {
        app.status = reply.session.why;
        return;
    }
    if (!*reply.session) return read_paste(app, std::move(reply.text));
    const io::SessionFile& file = **reply.session;
    make_edits(app, {LoadSession{file.session, say("opened ", fs::path(reply.path).filename().string())}});
    if (file.view_state) look_as(app, *file.view_state);
    app.file_path = reply.path;
    app.file_text = std::move(reply.text);
    app.saved_revision = app.revision;
    app.status = say("opened ", reply.path);
    remember(app.prefs, reply.path);
}

bool is_open_file(const App& app, const std::string& path) {
    std::error_code unreadable;
    return !app.file_path.empty() && (path == app.file_path || fs::equivalent(path, app.file_path, unreadable));
}

// Returns the reason why a write to `path` would destroy data that this window has not seen. Returns nothing if the
// write is safe. A pipe or a device has no contents to lose.
std::optional<OverwriteReason> loss_at(const App& app, const std::string& path) {
    std::error_code unreadable;
    const fs::file_status there = fs::status(path, unreadable);
    const bool is_open = is_open_file(app, path);
    if (there.type() == fs::file_type::not_found && is_open && app.file_text) return OverwriteReason::removed;
    if (there.type() != fs::file_type::regular) return {};
    if (!is_open) return OverwriteReason::exists;
    if (!app.file_text) return OverwriteReason::unknown;
    const Answer<std::string> text = io::read_file_text(path, app.file_text->size());
    return text && *text == *app.file_text ? std::nullopt : std::optional(OverwriteReason::changed);
}

void write_session(App& app, const std::string& path) {
    std::string text = io::session_to_text({app.session, app.view_state});
    const Answer<void> saved = io::write_text(path, text);
    if (!saved) {
        app.status = saved.why;
        return;
    }
    app.file_path = path;
    app.file_text = std::move(text);
    app.saved_revision = app.revision;
    app.status = say("saved ", path);
    remember(app.prefs, path);
    if (std::exchange(app.closes_once_saved, false)) app.close_confirmed = true;
}

void request_path(App& app, std::string text) {
    app.palette = {.open = true, .just_opened = true, .text = std::move(text), .chosen = 0};
}

}  // namespace

std::unique_ptr<ReadJobs> file_reader(std::function<void()> wake) {
    return std::make_unique<ReadJobs>(
        [](const ReadRequest& request, const WorkTools& tools) -> ReadReply {
            try {
                return read_file(request, tools.stop);
            } catch (const std::exception&) {  // out of memory: the window must not end
                return {request.path, {}, decltype(ReadReply::session)::refuse(io::shortage())};
            }
        },
        std::move(wake));
}

void open_file(App& app, const std::string& path) {
    if (!app.reader) return take_file(app, read_file({path}, {}));
    app.reader->ask({path});
    app.reading = path;
    app.redraw.touch();
}

void take_opened(App& app) {
    if (!app.reader) return;
    std::optional<ReadReply> reply = app.reader->take();
    if (!reply) return;
    app.reading.clear();
    take_file(app, std::move(*reply));
    app.redraw.touch();
}

bool is_reading(const App& app) { return !app.reading.empty(); }

void stop_reading(App& app) {
    if (!is_reading(app)) return;
    app.reader->stop();
    app.reading.clear();
}

void save_file(App& app) {
    if (app.file_path.empty()) {
        request_path(app, "save ");
        return;
    }
    save_file_as(app, app.file_path);
}

void save_file_as(App& app, const std::string& path) {
    const auto loss = loss_at(app, path);
    if (!loss) return write_session(app, path);
    app.overwrite = OverwriteQuestion{path, *loss, "save ", write_session};
    app.redraw.touch();
}

void export_file(App& app, const std::string& path, std::string_view verb, void (*write)(App&, const std::string&)) {
    std::error_code unreadable;
    if (!fs::is_regular_file(path, unreadable)) return write(app, path);
    app.overwrite = OverwriteQuestion{path, OverwriteReason::exists, verb, write};
    app.redraw.touch();
}

void overwrite(App& app) {
    const OverwriteQuestion question = *std::exchange(app.overwrite, std::nullopt);
    question.write(app, question.path);
}

void save_elsewhere(App& app) {
    const OverwriteQuestion question = *std::exchange(app.overwrite, std::nullopt);
    request_path(app, say(question.verb, question.path));
}

bool is_unsaved(const App& app) { return app.revision != app.saved_revision; }

std::string document_name(const App& app) {
    const std::string name = app.file_path.empty() ? "untitled" : fs::path(app.file_path).filename().string();
    return say(name, is_unsaved(app) ? " *" : "");
}

}  // namespace tilescope::ui
