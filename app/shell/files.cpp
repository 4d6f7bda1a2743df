// app/shell/files.cpp -- opens and saves files: the shell's side of app/io.
// SPDX-License-Identifier: MIT
#include "app/shell/files.h"

#include "app/io/disassemble.h"
#include "app/io/prefs_file.h"
#include "app/io/program.h"
#include "app/io/state_line.h"
#include "app/shell/chooser.h"
#include "app/shell/clipboard.h"
#include "app/shell/drawer.h"
#include "app/shell/frame.h"
#include "app/shell/paste_jobs.h"
#include "app/shell/player.h"
#include "app/shell/presentation.h"
#include "app/shell/shown_parts.h"
#include "app/shell/tabs.h"

#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>

#include <algorithm>
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

std::string not_text(const std::string& path, const std::string& bytes, std::size_t zero) {
    if (io::is_compiled(bytes))
        return say(path, " is compiled code. The command \"tilescope decode ", path, "\" finds the descriptors in it.");
    return say(path, " is neither a session nor text: byte ", zero, " is 0. Open a session (.json) or a text file.");
}

ReadReply read_file(const ReadRequest& request, const std::stop_token& stop) {
    using Found = decltype(ReadReply::session);
    const bool is_line = io::is_state_line(request.path);  // it stands where the name of a file could stand
    const Answer<std::string> text =
        is_line ? Answer<std::string>(request.path) : io::read_text(request.path, io::kMostFileBytes, stop);
    if (!text) return {request.path, {}, Found::refuse(text.why)};
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    if (const std::size_t zero = text->find('\0'); zero != std::string::npos)
        return {request.path, {}, Found::refuse(not_text(request.path, *text, zero))};
    if (first == std::string::npos || (*text)[first] != '{') {  // not a session file: the paste parser reads it
        const std::size_t most = kMostPasteBytes;
        const std::vector<io::StateLine> lines = io::state_lines_in(*text, stop);
        if (const io::StateLine* line = request.compares ? io::readable_line(lines) : nullptr)
            return {request.path, *text, std::optional(*line->file)};
        if (is_line) return {{}, *text, std::optional<io::SessionFile>()};
        if (text->size() <= most) return {request.path, *text, std::optional<io::SessionFile>()};
        return {request.path,
                {},
                Found::refuse(say(request.path, " has ", text->size(), " bytes of text. The window reads at most ",
                                  most, " bytes. For a longer text, use the command tilescope decode."))};
    }
    Answer<io::SessionFile> file = io::session_from_text(*text, stop);
    if (!file) return {request.path, {}, Found::refuse(say(request.path, ": ", file.why))};
    return {request.path, *text, std::optional(std::move(*file))};
}

// The tab that shows this file without edits of its own, or tab_count(app).
std::size_t tab_with_file(const App& app, const ReadReply& reply) {
    std::size_t index = 0;
    for (; index < tab_count(app); ++index) {
        const Document& document = document_of(app, index);
        if (index != app.tab && !is_unsaved(document) && document.file_path == reply.path &&
            document.file_text == reply.text)
            break;
    }
    return index;
}

void take_session(App& app, ReadReply reply) {
    const io::SessionFile& file = **reply.session;
    if (const std::size_t index = tab_with_file(app, reply); index < tab_count(app)) {
        show_tab(app, index);
        app.status = say(reply.path, " is open in this tab.");
        return;
    }
    if (!is_untouched(app)) {
        if (!add_tab(app, file.session)) return;
    } else {
        make_edits(app, {LoadSession{file.session, say("opened ", fs::path(reply.path).filename().string())}});
    }
    if (file.view_state) look_as(app, *file.view_state);
    app.file_path = reply.path;
    app.file_text = std::move(reply.text);
    app.saved_revision = app.revision;
    app.saved = app.session;
    note_opened_memory(app.user_memory, app.session);
    app.status = say("Opened ", reply.path, ".");
    remember(app.prefs, reply.path);
}

void take_file(App& app, ReadReply reply) {
    if (!reply.session)
        say_now(app, reply.session.why);
    else if (*reply.session)
        take_session(app, std::move(reply));
    else if ((!app.reads_several && !app.lesson) || is_untouched(app) || add_tab(app, presets().front().session()))
        read_paste(app, std::move(reply.text), true, reply.path);
    if (app.to_read.empty()) {
        app.reads_several = false;
        return;
    }
    const std::string next = app.to_read.front();
    app.to_read.erase(app.to_read.begin());
    open_file(app, next);
}

ReadReply reply_to(const ReadRequest& request, const std::stop_token& stop) {
    ReadReply reply = read_file(request, stop);
    reply.compares = request.compares;
    return reply;
}

void take_comparison(App& app, const ReadReply& reply) {
    if (!reply.session || !*reply.session) {
        return say_now(app, !reply.session ? reply.session.why
                                           : say(reply.path, " is not a session (.json), so it cannot be compared."));
    }
    set_reference(app, (*reply.session)->session, {.name = say("the file ", fs::path(reply.path).filename().string())});
    raise_drawer(app, "compare");
    app.status = say("Compared with ", reply.path, ". Hold B to see that session.");
}

void take_reply(App& app, ReadReply reply) {
    reply.compares ? take_comparison(app, reply) : take_file(app, std::move(reply));
}

// A thread reads the file, if the window has one.
void read_for(App& app, const ReadRequest& request) {
    if (!app.reader) return take_reply(app, reply_to(request, {}));
    app.reader->ask(request);
    app.reading = request.path;
    app.redraw.touch();
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
    if (!saved) return say_now(app, saved.why);
    app.file_path = path;
    app.file_text = std::move(text);
    app.saved_revision = app.revision;
    app.saved = app.session;
    app.status = say("Saved ", path, ".");
    remember(app.prefs, path);
    close_if_saved(app);
}

}  // namespace

std::unique_ptr<ReadJobs> file_reader(std::function<void()> wake) {
    const auto work = [](const ReadRequest& request, const WorkTools& tools) { return reply_to(request, tools.stop); };
    const auto failed = [](const ReadRequest& request) -> ReadReply {
        return {request.path, {}, decltype(ReadReply::session)::refuse(io::shortage()), request.compares};
    };
    return start_jobs<ReadJobs>(ReadJobs::surviving(work, failed), std::move(wake));
}

void open_files(App& app, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    app.reads_several = paths.size() > 1;
    app.to_read.assign(paths.begin() + 1, paths.end());
    open_file(app, paths.front());
}

void drop_files(App& app, const std::vector<std::string>& paths) {
    if (app.confirms_unsaved || app.confirms_saving || app.overwrite || app.leaves_lesson != 0 || paths.empty()) return;
    std::error_code unreadable;
    app.lesson_list.reset();
    app.chooser.open = false;
    if (paths.size() > 1 || !fs::is_directory(paths.front(), unreadable)) return open_files(app, paths);
    open_chooser(app, "open ");
    enter_folder(app, paths.front());
}

void compare_with_file(App& app, const std::string& path) { read_for(app, {path, true}); }

void look_as(App& app, const ViewState& view_state) {
    drop_player(app);
    set_view_state(app, view_state);
    note_presented(app);
}

void open_file(App& app, const std::string& path) { read_for(app, {path}); }

void take_opened(App& app) {
    if (!app.reader) return;
    std::optional<ReadReply> reply = app.reader->take();
    if (!reply) return;
    app.reading.clear();
    take_reply(app, std::move(*reply));
    app.redraw.touch();
}

bool is_reading(const App& app) { return !app.reading.empty(); }

bool is_busy_reading(const App& app) { return is_reading(app) || is_pasting(app) || is_slow_clipboard(app); }

void stop_reading(App& app) {
    if (!is_reading(app)) return;
    app.reader->stop();
    app.reading.clear();
    app.to_read.clear();
}

void save_file(App& app) {
    if (app.file_path.empty()) {
        open_chooser(app, "save ");
        return;
    }
    save_file_as(app, app.file_path);
}

void save_file_as(App& app, const std::string& path) {
    std::error_code unreadable;
    if (!app.text_path.empty() && (path == app.text_path || fs::equivalent(path, app.text_path, unreadable))) {
        open_chooser(app, "save ");
        app.chooser.said = say(path, " is the text that is open, and it stays as it is. Choose another name.");
        return;
    }
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
    open_chooser(app, question.verb, question.path);
}

bool is_unsaved(const Document& document) {
    if (document.revision == document.saved_revision) return false;
    // What a learner tries in a lesson is not work to keep, unless the user saved it as a file.
    if (document.lesson && document.file_path.empty() && document.restored.empty()) return false;
    // Undo can lead back to what is saved. A restored copy must not be removed then: it has edits of another program.
    return document.session != document.saved || !document.restored.empty();
}

std::string document_name(const Document& document) {
    const std::string& path = document.file_path.empty() ? document.text_path : document.file_path;
    // Several new sessions differ by the number of their tab.
    if (document.lesson && path.empty()) return say("Lesson: ", document.lesson->lesson.title);
    const std::string untitled = document.id == 1 ? "untitled" : say("untitled ", document.id);
    return say(path.empty() ? untitled : fs::path(path).filename().string(), is_unsaved(document) ? " *" : "");
}

}  // namespace tilescope::ui
