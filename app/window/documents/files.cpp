// app/window/documents/files.cpp -- opens and saves the files of documents.
// SPDX-License-Identifier: MIT
#include "app/window/documents/files.h"

#include "app/io/other_programs.h"
#include "app/io/prefs_file.h"
#include "app/io/program.h"
#include "app/io/state_line.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/palette.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

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
    const bool is_line = io::is_state_line(request.path);  // it stands where the name of a file could stand
    const Answer<std::string> text =
        is_line ? Answer<std::string>(request.path) : io::read_text(request.path, io::kMostFileBytes, stop);
    if (!text) return {request.path, {}, Refusal(text.why)};
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    if (const std::size_t zero = text->find('\0'); zero != std::string::npos)
        return {request.path, {}, Refusal(not_text(request.path, *text, zero))};
    if (first == std::string::npos || (*text)[first] != '{') {  // not a session file: the paste parser reads it
        const std::size_t most = kMostPasteBytes;
        const std::vector<io::StateLine> lines = io::state_lines_in(*text, stop);
        if (const io::StateLine* line = request.compares ? io::readable_line(lines) : nullptr)
            return {request.path, *text, std::optional(*line->file)};
        if (is_line) return {{}, *text, std::optional<io::SessionFile>()};
        if (text->size() <= most) return {request.path, *text, std::optional<io::SessionFile>()};
        return {request.path,
                {},
                Refusal(request.path, " has ", text->size(), " bytes of text. The window reads at most ", most,
                        " bytes. For a longer text, use the command tilescope decode.")};
    }
    Answer<io::SessionFile> file = io::session_from_text(*text, stop);
    if (!file) return {request.path, {}, Refusal(request.path, ": ", file.why)};
    return {request.path, *text, std::optional(std::move(*file))};
}

// The tab that shows this file without edits of its own, or tab_count(app).
std::size_t tab_with_file(const Documents& docs, const ReadReply& reply) {
    std::size_t index = 0;
    for (; index < tab_count(docs); ++index) {
        const Document& document = document_of(docs, index);
        if (index != docs.shown && !is_unsaved(document) && document.file.path == reply.path &&
            document.file.text == reply.text)
            break;
    }
    return index;
}

void take_session(Context c, ReadReply reply) {
    const io::SessionFile& file = **reply.session;
    if (const std::size_t index = tab_with_file(c.documents, reply); index < tab_count(c.documents)) {
        show_tab(c, index);
        c.document().status = say(reply.path, " is open in this tab.");
        return;
    }
    if (!is_untouched(c.document())) {
        if (!add_tab(c, file.session)) return;
    } else {
        make_edits(c, {LoadSession{file.session, say("opened ", fs::path(reply.path).filename().string())}});
    }
    if (file.view_state) look_as(c, *file.view_state);
    c.document().file.path = reply.path;
    c.document().file.text = std::move(reply.text);
    c.document().file.saved_revision = c.document().revision;
    c.document().file.saved = c.document().session;
    note_opened_memory(c.document().user_memory, c.document().session);
    c.document().status = say("Opened ", reply.path, ".");
    remember(c.prefs, reply.path);
}

void take_file(Context c, ReadReply reply) {
    if (!reply.session)
        say_now(c.document(), reply.session.why);
    else if (*reply.session)
        take_session(c, std::move(reply));
    else if ((!c.jobs.reads_several && !c.document().lesson) || is_untouched(c.document()) ||
             add_tab(c, presets().front().session()))
        read_paste(c, std::move(reply.text), true, reply.path);
    if (c.jobs.to_read.empty()) {
        c.jobs.reads_several = false;
        return;
    }
    const std::string next = c.jobs.to_read.front();
    c.jobs.to_read.erase(c.jobs.to_read.begin());
    open_file(c, next);
}

ReadReply reply_to(const ReadRequest& request, const std::stop_token& stop) {
    ReadReply reply = read_file(request, stop);
    reply.compares = request.compares;
    return reply;
}

void take_comparison(Document& doc, Regions& regions, const ReadReply& reply) {
    if (!reply.session || !*reply.session) {
        return say_now(doc, !reply.session ? reply.session.why
                                           : say(reply.path, " is not a session (.json), so it cannot be compared."));
    }
    set_reference(doc, (*reply.session)->session, {.name = say("the file ", fs::path(reply.path).filename().string())});
    raise_drawer(doc, regions, "compare");
    doc.status = say("Compared with ", reply.path, ". Hold B to see that session.");
}

void take_reply(Context c, ReadReply reply) {
    reply.compares ? take_comparison(c.document(), c.regions, reply) : take_file(c, std::move(reply));
}

// A thread reads the file, if the window has one.
void read_for(Context c, const ReadRequest& request) {
    if (!c.jobs.reader) return take_reply(c, reply_to(request, {}));
    c.jobs.reader->ask(request);
    c.jobs.reading = request.path;
    c.regions.redraw.touch();
}

bool is_open_file(const Document& doc, const std::string& path) {
    std::error_code unreadable;
    return !doc.file.path.empty() && (path == doc.file.path || fs::equivalent(path, doc.file.path, unreadable));
}

// Returns the reason why a write to `path` would destroy data that this window has not seen. Returns nothing if the
// write is safe. A pipe or a device has no contents to lose.
std::optional<OverwriteReason> loss_at(const Document& doc, const std::string& path) {
    std::error_code unreadable;
    const fs::file_status there = fs::status(path, unreadable);
    const bool is_open = is_open_file(doc, path);
    if (there.type() == fs::file_type::not_found && is_open && doc.file.text) return OverwriteReason::removed;
    if (there.type() != fs::file_type::regular) return {};
    if (!is_open) return OverwriteReason::exists;
    if (!doc.file.text) return OverwriteReason::unknown;
    const Answer<std::string> text = io::read_file_text(path, doc.file.text->size());
    return text && *text == *doc.file.text ? std::nullopt : std::optional(OverwriteReason::changed);
}

void write_session(Context c, const std::string& path) {
    std::string text = io::session_to_text({c.document().session, c.document().view_state});
    const Answer<void> saved = io::write_text(path, text);
    if (!saved) return say_now(c.document(), saved.why);
    c.document().file.path = path;
    c.document().file.text = std::move(text);
    c.document().file.saved_revision = c.document().revision;
    c.document().file.saved = c.document().session;
    c.document().status = say("Saved ", path, ".");
    remember(c.prefs, path);
}

}  // namespace

std::unique_ptr<ReadJobs> file_reader(std::function<void()> wake) {
    const auto work = [](const ReadRequest& request, const WorkTools& tools) { return reply_to(request, tools.stop); };
    const auto failed = [](const ReadRequest& request) -> ReadReply {
        return {request.path, {}, Refusal(io::shortage()), request.compares};
    };
    return start_jobs<ReadJobs>(ReadJobs::surviving(work, failed), std::move(wake));
}

void open_files(Context c, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    c.jobs.reads_several = paths.size() > 1;
    c.jobs.to_read.assign(paths.begin() + 1, paths.end());
    open_file(c, paths.front());
}

void drop_files(Context c, const std::vector<std::string>& paths) {
    if (c.documents.closing.asks_unsaved || c.documents.closing.asks_saving || c.overlays.overwrite ||
        c.overlays.leaves_lesson != 0 || paths.empty())
        return;
    std::error_code unreadable;
    c.overlays.lesson_list.reset();
    c.overlays.chooser.open = false;
    if (paths.size() > 1 || !fs::is_directory(paths.front(), unreadable)) return open_files(c, paths);
    open_chooser(c, "open ");
    enter_folder(c.document(), c.overlays, paths.front());
}

void compare_with_file(Context c, const std::string& path) { read_for(c, {path, true}); }

void open_file(Context c, const std::string& path) { read_for(c, {path}); }

namespace {

void take_opened(Context c) {
    if (!c.jobs.reader) return;
    std::optional<ReadReply> reply = c.jobs.reader->take();
    if (!reply) return;
    c.jobs.reading.clear();
    take_reply(c, std::move(*reply));
    c.regions.redraw.touch();
}

}  // namespace

void save_file(Context c) {
    if (c.document().file.path.empty()) {
        open_chooser(c, "save ");
        return;
    }
    save_file_as(c, c.document().file.path);
}

void save_file_as(Context c, const std::string& path) {
    std::error_code unreadable;
    if (!c.document().paste.path.empty() &&
        (path == c.document().paste.path || fs::equivalent(path, c.document().paste.path, unreadable))) {
        open_chooser(c, "save ");
        c.overlays.chooser.said = say(path, " is the text that is open, and it stays as it is. Choose another name.");
        return;
    }
    const auto loss = loss_at(c.document(), path);
    if (!loss) return write_session(c, path);
    c.overlays.overwrite = OverwriteQuestion{path, *loss, "save ", write_session};
    c.regions.redraw.touch();
}

void export_file(Context c, const std::string& path, std::string_view verb,
                 void (*write)(Context, const std::string&)) {
    std::error_code unreadable;
    if (!fs::is_regular_file(path, unreadable)) return write(c, path);
    c.overlays.overwrite = OverwriteQuestion{path, OverwriteReason::exists, verb, write};
    c.regions.redraw.touch();
}

void overwrite(Context c) {
    const OverwriteQuestion question = *std::exchange(c.overlays.overwrite, std::nullopt);
    question.write(c, question.path);
}

void save_elsewhere(Context c) {
    const OverwriteQuestion question = *std::exchange(c.overlays.overwrite, std::nullopt);
    open_chooser(c, question.verb, question.path);
}

namespace {

void new_session(Context c) {
    if (c.document().lesson) return void(add_tab(c, presets().front().session()));
    make_edits(c, {LoadSession{presets().front().session(), "new session"}});
    c.document().file.path.clear();
    c.document().paste.path.clear();
    c.document().status.clear();
    c.document().file.text.reset();
}

constexpr PathVerb kFileVerbs[] = {
    {"open ", "Open ", open_file},
    {"compare ", "Compare with the session of ", compare_with_file},
    {"save ", "Save as ", save_file_as, "json", "Sessions (.json)"},
};

// clang-format off
constexpr Command kFileCommands[] = {
    {.id = "new", .title = "New session", .keys = "Ctrl+N", .menu = Menu::file, .place = 10, .act = with<new_session>,
     .words = "start over reset clear empty blank document"},
    {.id = "open", .title = "Open a session or text file ...", .keys = "Ctrl+O", .menu = Menu::file, .place = 50,
     .act = [](Context c) { open_chooser(c, "open "); }, .words = "load file import read json",
     .keeps_start_page = true},
    {.id = "save", .title = "Save", .keys = "Ctrl+S", .menu = Menu::file, .place = 100, .act = with<save_file>,
     .words = "write store keep file"},
    {.id = "save_as", .title = "Save as ...", .keys = "Ctrl+Shift+S", .menu = Menu::file, .place = 110,
     .act = [](Context c) { open_chooser(c, "save "); }, .words = "write store rename file json export session"},
    {.id = "compare_file", .title = "Compare with a file ...", .menu = Menu::edit, .place = 450,
     .act = [](Context c) { open_chooser(c, "compare "); }, .words = "difference diff session reference"},
};
// clang-format on

}  // namespace

const Feature kFiles = {.id = "files",
                        .commands = kFileCommands,
                        .verbs = kFileVerbs,
                        .begin = [](Context c) { c.jobs.reader = file_reader(c.jobs.wake); },
                        .busy = [](Context c) { return c.jobs.is_reading(); },
                        .news = [](Context c) { return news_of(c.jobs.reader.get()); },
                        .end = [](Context c) { c.jobs.reader.reset(); },
                        .arrive = with<take_opened>};

}  // namespace tilescope::ui
