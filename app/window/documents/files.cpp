// app/window/documents/files.cpp -- opens and saves the files of documents.
// SPDX-License-Identifier: MIT
#include "app/window/documents/files.h"

#include "app/io/npy.h"
#include "app/io/other_programs.h"
#include "app/io/prefs_file.h"
#include "app/io/program.h"
#include "app/io/state_line.h"
#include "app/widgets/buttons.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <algorithm>
#include <filesystem>
#include <set>
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
    ReadReply reply{.path = request.path, .compares = request.compares, .document = request.document};
    const auto refuse = [&](const auto&... parts) {
        reply.session = Refusal(parts...);
        return reply;
    };
    if (reply.is_d = io::is_array_name(request.path); reply.is_d) return reply;
    const bool is_line = io::is_state_line(request.path);  // it stands where the name of a file could stand
    Answer<std::string> text =
        is_line ? Answer<std::string>(request.path) : io::read_text(request.path, io::kMostFileBytes, stop);
    if (!text) return refuse(text.why);
    if (const std::size_t zero = text->find('\0'); zero != std::string::npos)
        return refuse(not_text(request.path, *text, zero));
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    if (first != std::string::npos && (*text)[first] == '{') {
        Answer<io::SessionFile> file = io::session_from_text(*text, stop);
        if (!file) return refuse(request.path, ": ", file.why);
        reply.session = std::optional(std::move(*file));
    } else {  // not a session file: the paste parser reads it
        const std::vector<io::StateLine> lines = io::state_lines_in(*text, stop);
        if (const io::StateLine* line = request.compares ? io::readable_line(lines) : nullptr)
            reply.session = std::optional(*line->file);
        else if (is_line)
            reply.path.clear();
        else if (text->size() > kMostPasteBytes)
            return refuse(request.path, " has ", text->size(), " bytes of text. The window reads at most ",
                          kMostPasteBytes, " bytes. For a longer text, use the command tilescope decode.");
    }
    reply.text = std::move(*text);
    return reply;
}

// The tab that shows this file without edits of its own, or tab_count(docs).
std::size_t tab_with_file(const Documents& docs, const ReadReply& reply) {
    const auto has_it = [&](const std::unique_ptr<Document>& other) {
        return other.get() != &docs.current() && !is_unsaved(*other) && other->file.path == reply.path &&
               other->file.text == reply.text;
    };
    return static_cast<std::size_t>(std::ranges::find_if(docs.open, has_it) - docs.open.begin());
}

// Returns whether the session is shown now.
bool take_session(Context c, ReadReply reply) {
    const io::SessionFile& file = **reply.session;
    if (const std::size_t index = tab_with_file(c.documents, reply); index < tab_count(c.documents)) {
        show_tab(c, index);
        c.document().status = say(reply.path, " is open in this tab.");
        return true;
    }
    if (is_untouched(c.document()))
        make_edits(c, {LoadSession{file.session, say("opened ", fs::path(reply.path).filename().string())}});
    else if (!add_tab(c, file.session))
        return false;
    if (file.view_state) look_as(c, *file.view_state);
    Document& doc = c.document();
    doc.file.path = reply.path;
    doc.file.text = std::move(reply.text);
    note_saved(doc);
    note_opened_memory(doc);
    doc.status = say("Opened ", reply.path, ".");
    remember(c.prefs, reply.path);
    return true;
}

void take_comparison(Document& doc, Regions& regions, const ReadReply& reply) {
    if (!reply.session) return say_now(doc, reply.session.why);
    if (!*reply.session) return say_now(doc, say(reply.path, " is not a session (.json), so it cannot be compared."));
    set_reference(doc, (*reply.session)->session, {.name = say("the file ", fs::path(reply.path).filename().string())});
    raise_drawer(doc, regions, "compare");
    doc.status = say("Compared with ", reply.path, ". Hold B to see that session.");
}

// The shown tab can be another one than that for which the D is meant.
void take_d(Context c, const ReadReply& reply) {
    const std::size_t tab = tab_of_document(c.documents, reply.document);
    if (tab < tab_count(c.documents)) {
        if (c.document().id != reply.document) show_tab(c, tab);
        return compare_with_d(c, reply.path);
    }
    // What the status line says about that session stays.
    const std::string& said = c.document().status;
    const std::string why = reply.document != 0 || said.empty() ? "" : say(said, said.ends_with('.') ? " " : ". ");
    say_now(c.document(),
            say(why, reply.path, " is compared with nothing: the session that it came with is not open."));
}

void read_for(Context c, const ReadRequest& request);

void take_file(Context c, ReadReply reply) {
    if (reply.compares && !reply.is_d) return take_comparison(c.document(), c.regions, reply);
    bool opens = false;
    const std::uint64_t document = reply.document;
    if (reply.is_d)
        take_d(c, reply);
    else if (!reply.session)
        say_now(c.document(), reply.session.why);
    else if (*reply.session)
        opens = take_session(c, std::move(reply));
    else if ((!c.jobs.reads_several && !c.document().lesson) || is_untouched(c.document()) ||
             add_tab(c, presets().front().session()))
        read_paste(c, std::move(reply.text), true, reply.path), opens = true;
    if (c.jobs.to_read.empty()) return void(c.jobs.reads_several = false);
    const std::string next = c.jobs.to_read.front();
    c.jobs.to_read.erase(c.jobs.to_read.begin());
    read_for(c, {next, false, opens ? c.document().id : document});
}

// A thread reads the file, if the window has one.
void read_for(Context c, const ReadRequest& request) {
    if (!c.jobs.reader) return take_file(c, read_file(request, {}));
    c.jobs.reader->ask(request);
    c.jobs.reading = request.path;
    c.regions.redraw.touch();
}

// An empty path is of no file.
bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code unreadable;
    return !b.empty() && (a == b || fs::equivalent(a, b, unreadable));
}

// Returns the reason why a write to `path` would destroy data that this window has not seen. Returns nothing if the
// write is safe. A pipe or a device has no contents to lose.
std::optional<OverwriteReason> loss_at(const Document& doc, const std::string& path) {
    std::error_code unreadable;
    const fs::file_status there = fs::status(path, unreadable);
    const bool is_open = is_same_file(path, doc.file.path);
    if (there.type() == fs::file_type::not_found && is_open && doc.file.text) return OverwriteReason::removed;
    if (there.type() != fs::file_type::regular) return {};
    if (!is_open) return OverwriteReason::exists;
    if (!doc.file.text) return OverwriteReason::unknown;
    const Answer<std::string> text = io::read_file_text(path, doc.file.text->size());
    return text && *text == *doc.file.text ? std::nullopt : std::optional(OverwriteReason::changed);
}

// The array files that a session names.
std::set<std::string> arrays_of(const Session& session) {
    std::set<std::string> out = {session.recorded.d, session.recorded.memory};
    for (const Recipe& recipe : session.recipe)
        if (recipe.kind == RecipeKind::file) out.insert(io::file_of_array(recipe.file));
    out.erase(std::string());
    return out;
}

// Copies them from the folder of the session to that of its new file, and says what it copied. They replace no other
// file. A name that leads out of the folder stays what it is.
Answer<void> copy_arrays(const Document& doc, const std::string& path, std::vector<std::string>& copied) {
    const fs::path from = doc.file.folder(), to = io::folder_of(path);
    if (from.empty() || is_same_file(to.string(), from.string())) return {};
    if (const auto can = io::can_write(path); !can) return can;
    std::error_code unreadable;
    for (const std::string& name : arrays_of(doc.session)) {
        const fs::path inside = fs::path(name).lexically_normal();
        if (inside.is_absolute() || *inside.begin() == ".." || !fs::exists(from / inside, unreadable)) continue;
        const std::string target = (to / inside).string();
        const auto bytes = io::read_file_text((from / inside).string(), io::kMostNpyBytes);
        if (!bytes) return Refusal(bytes.why);
        if (fs::exists(target, unreadable)) {
            const auto there = io::read_file_text(target, io::kMostNpyBytes);
            if (there && *there == *bytes) continue;
            return Refusal("The session needs its array ", name, ", but ", target,
                           " is another file. Save the session in another folder.");
        }
        fs::create_directories(fs::path(target).parent_path(), unreadable);
        if (const auto done = io::write_text(target, *bytes); !done) return done;
        copied.push_back(target);
    }
    return {};
}

void write_session(Document& doc, Prefs& prefs, const std::string& path) {
    std::vector<std::string> copied;
    std::string text = io::session_to_text({doc.session, doc.view_state});
    Answer<void> saved = copy_arrays(doc, path, copied);
    if (saved) saved = io::write_text(path, text);
    if (!saved) {
        std::error_code stays;
        for (const std::string& array : copied) fs::remove(array, stays);
        return say_now(doc, saved.why);
    }
    doc.file.path = path;
    doc.file.text = std::move(text);
    note_saved(doc);
    doc.status = say("Saved ", path, ".");
    remember(prefs, path);
}

}  // namespace

std::unique_ptr<ReadJobs> file_reader(std::function<void()> wake) {
    const auto work = [](const ReadRequest& request, const WorkTools& tools) { return read_file(request, tools.stop); };
    const auto failed = [](const ReadRequest& request) -> ReadReply {
        return {request.path, {}, Refusal(io::shortage()), request.compares, request.document};
    };
    return start_jobs<ReadJobs>(ReadJobs::surviving(work, failed), std::move(wake));
}

void open_files(Context c, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    std::vector<std::string> order = paths;  // a D is compared with the session that comes with it
    std::stable_partition(order.begin(), order.end(), [](const auto& path) { return !io::is_array_name(path); });
    c.jobs.reads_several = order.size() > 1;
    c.jobs.to_read.assign(order.begin() + 1, order.end());
    read_for(c, {order.front(), false, io::is_array_name(order.front()) ? c.document().id : 0});
}

void drop_files(Context c, const std::vector<std::string>& paths) {
    if (has_question(c.documents, c.overlays) || paths.empty()) return;
    std::error_code unreadable;
    c.overlays.lesson_list.reset();
    c.overlays.chooser.open = false;
    if (paths.size() > 1 || !fs::is_directory(paths.front(), unreadable)) return open_files(c, paths);
    open_chooser(c, "open ");
    enter_folder(c.document(), c.overlays.chooser, paths.front());
}

void compare_with_file(Context c, const std::string& path) { read_for(c, {path, true, c.document().id}); }

void open_file(Context c, const std::string& path) { read_for(c, {path, false, c.document().id}); }

void save_file(Context c) {
    if (c.document().file.path.empty()) return open_chooser(c, "save ");
    save_file_as(c, c.document().file.path);
}

void save_file_as(Context c, const std::string& path) {
    const Document& doc = c.document();
    if (is_same_file(path, doc.paste.path)) {
        open_chooser(c, "save ");
        c.overlays.chooser.said = say(path, " is the text that is open, and it stays as it is. Choose another name.");
        return;
    }
    const auto loss = loss_at(doc, path);
    if (!loss) return write_session(c.document(), c.prefs, path);
    c.overlays.overwrite = OverwriteQuestion{path, *loss, "save ", with<write_session>};
    c.regions.redraw.touch();
}

namespace {

void take_opened(Context c) {
    if (!c.jobs.reader) return;
    std::optional<ReadReply> reply = c.jobs.reader->take();
    if (!reply) return;
    c.jobs.reading.clear();
    take_file(c, std::move(*reply));
    c.regions.redraw.touch();
}

void new_session(Context c) {
    if (c.document().lesson) return void(add_tab(c, presets().front().session()));
    make_edits(c, {LoadSession{presets().front().session(), "new session"}});
    detach_file(c.document());
    c.document().against.clear();
    c.document().paste.path.clear();
    c.document().status.clear();
}

// An example takes the place of a session without work, and gets a tab of its own beside another: it is no step of it.
void new_from(Context c, std::string_view id) {
    const Preset* preset = find_preset(id);
    if (preset == nullptr) return;
    if (!is_untouched(c.document())) return void(add_tab(c, preset->session()));
    make_edits(c, {LoadSession{preset->session(), say("preset ", preset->title)}});
    c.document().history = {};
    note_saved(c.document());
}

std::string sentence_of(const OverwriteQuestion& question) {
    switch (question.reason) {
    case OverwriteReason::exists: return say(question.path, " already exists. \"Overwrite\" replaces its contents.");
    case OverwriteReason::changed:
        return say("Another program changed ", question.path, " after this window opened or saved it.");
    case OverwriteReason::removed: return say(question.path, " was removed after this window opened or saved it.");
    case OverwriteReason::unknown:
        return say(question.path, " may contain different edits. The edits in this window come from a backup copy.");
    }
    return {};
}

// Asked before the window overwrites file contents that it has not read. "Save as ..." is the first button because it
// destroys nothing.
void ask_about_overwriting(Context c, const FrameTools& tools) {
    if (!c.overlays.overwrite) return;
    enum : std::size_t { elsewhere, here, cancel };
    const OverwriteQuestion question = *c.overlays.overwrite;
    const QuestionButton choices[] = {
        {"Save as ...", "overwrite.elsewhere"},
        {question.reason == OverwriteReason::removed ? "Save again" : "Overwrite", "overwrite.overwrite"},
        {"Cancel", "overwrite.cancel"}};
    const auto answer = ask_question("Overwrite?", sentence_of(question), choices, tools.scale);
    if (answer) c.overlays.overwrite.reset();
    if (answer == elsewhere) open_chooser(c, question.verb, question.path);
    if (answer == here) question.write(c, question.path);
}

// clang-format off
constexpr PathVerb kFileVerbs[] = {
    {"open ", "Open ", open_file},
    {"compare ", "Compare with the session of ", compare_with_file},
    {"save ", "Save as ", save_file_as, "json", "Sessions (.json)"},
};

constexpr Command kFileCommands[] = {
    {.id = "new", .title = "New session", .keys = "Ctrl+N", .menu = Menu::file, .place = 10, .act = with<new_session>,
     .words = "start over reset clear empty blank document"},
    {.id = "new_from", .act_on = with_request<new_from>},
    {.id = "open", .title = "Open a session or text file ...", .keys = "Ctrl+O", .menu = Menu::file, .place = 50,
     .asks_for = "open ", .words = "load file import read json",
     .keeps_start_page = true},
    {.id = "save", .title = "Save", .keys = "Ctrl+S", .menu = Menu::file, .place = 100, .act = with<save_file>,
     .words = "write store keep file"},
    {.id = "save_as", .title = "Save as ...", .keys = "Ctrl+Shift+S", .menu = Menu::file, .place = 110,
     .asks_for = "save ", .words = "write store rename file json export session"},
    {.id = "compare_file", .title = "Compare with a file ...", .menu = Menu::edit, .place = 450,
     .asks_for = "compare ", .words = "difference diff session reference"},
};
// clang-format on

}  // namespace

const Feature kFiles = {.id = "files",
                        .commands = kFileCommands,
                        .verbs = kFileVerbs,
                        .begin = begins<&Jobs::reader, file_reader>,
                        .busy = with<[](const Jobs& jobs) { return jobs.is_reading(); }>,
                        .news = news_in<&Jobs::reader>,
                        .end = ends<&Jobs::reader>,
                        .arrive = with<take_opened>,
                        .draws_over = ask_about_overwriting};

// Writing files on a thread, one at a time.

namespace {

std::unique_ptr<SaveJobs> save_jobs(std::function<void()> wake) {
    const auto work = [](const FileToSave& file, const WorkTools& tools) { return file.write(tools); };
    const auto failed = [](const FileToSave&) -> Answer<void> { return Refusal(io::shortage()); };
    return start_jobs<SaveJobs>(SaveJobs::surviving(work, failed), std::move(wake));
}

}  // namespace

void save_on_thread(Document& doc, Jobs& jobs, FileToSave file) {
    if (is_saving_file(jobs)) {
        const SavingFile& now = jobs.saving;
        return say_now(doc, say("Wait until ", now.what, " is saved as ", now.path, ", or stop that. Then save ",
                                file.what, " again."));
    }
    if (!jobs.saver) jobs.saver = save_jobs(jobs.wake);
    if (!jobs.saver)
        return say_now(doc, say("The system cannot start a thread that writes ", file.what, ". End other programs."));
    jobs.saving = {file.what, file.counts, file.path, false};
    jobs.saver->ask(std::move(file));
}

bool is_saving_file(const Jobs& jobs) { return jobs.saver && jobs.saver->progress().running; }

namespace {

// Takes the reply of the thread.
void take_saved_file(Document& doc, Jobs& jobs) {
    if (!jobs.saver) return;
    jobs.save_progress = jobs.saver->progress();
    const auto saved = jobs.saver->take();
    if (!saved) return;
    SavingFile& file = jobs.saving;
    file.written = bool{*saved};
    say_now(doc, file.written ? say("Saved ", file.what, " as ", file.path, ".") : saved->why);
}

}  // namespace

void stop_saving(Documents& docs, Jobs& jobs) {
    if (!is_saving_file(jobs)) return;
    const char* const stays = std::exchange(docs.closing.once_written, false) ? " The window stays open." : "";
    if (jobs.saver->has_answer())
        return take_saved_file(docs.current(), jobs);  // the file is written, or the thread says why not
    jobs.saver->stop();
    say_now(docs.current(), say("Stopped saving ", jobs.saving.what, ". No file was written.", stays));
}

std::string saving_text(const Documents& docs, const Jobs& jobs) {
    const JobProgress progress = jobs.saver->progress();
    const SavingFile& now = jobs.saving;
    const char* const closes = docs.closing.once_written ? " Then the window closes." : "";
    if (progress.rows == 0 || now.counts.empty()) return say("Saving ", now.what, " ...", closes);
    return say("Saving ", now.what, ": ", now.counts, ' ', progress.rows_done, " of ", progress.rows, " ...", closes);
}

namespace {

// clang-format off
constexpr Command kSavingCommands[] = {
    {.id = "stop_saving", .title = "Stop saving the file", .place = 1180, .when = {with<is_saving_file>},
     .act = with<stop_saving>, .words = "cancel abort gif animation report code"},
};
// clang-format on

}  // namespace

const Feature kSaving = {.id = "saving",
                         .commands = kSavingCommands,
                         .busy = with<is_saving_file>,
                         .news = with<[](const Jobs& jobs) { return news_of(jobs.saver.get(), jobs.save_progress); }>,
                         .end = ends<&Jobs::saver>,
                         .arrive = with<take_saved_file>};

}  // namespace tilescope::ui
