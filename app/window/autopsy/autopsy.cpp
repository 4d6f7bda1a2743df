// app/window/autopsy/autopsy.cpp -- asks for the autopsy of a recording or a program, and opens its chains as tabs.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tilescope::ui {
namespace {

namespace fs = std::filesystem;

void show_panel_of_autopsy(Document& doc, Regions& regions) {
    raise_drawer(doc, regions, "autopsy");
    regions.to_front = Region::drawer;
    regions.redraw.touch();
}

bool is_looking(const AutopsyDesk& desk) { return desk.jobs && desk.jobs->progress().running; }
bool can_look(const AutopsyDesk& desk) { return !is_looking(desk); }

// What the panel says while the thread works.
std::string text_of_now(const AutopsyDesk& desk) {
    const JobProgress& now = desk.progress;
    const auto count = [](unsigned n, const char* one) { return say(n, ' ', one, n == 1 ? "" : "s"); };
    if (now.rows == 0 && now.rows_done == 0) return say("Looking at ", desk.view.of, " ...");
    return say("Looking at ", desk.view.of, ": ", count(now.rows, "stop"), ", ", count(now.rows_done, "MMA"),
               " recorded ...");
}

void ask_autopsy(Document& doc, AutopsyDesk& desk, Regions& regions, AutopsyOrder order) {
    show_panel_of_autopsy(doc, regions);
    if (!desk.jobs) return say_now(doc, "The system could not start a thread for an autopsy. Close other programs.");
    if (is_looking(desk)) return say_now(doc, "An autopsy goes on. Wait for its end, or stop it.");
    AutopsyView& view = desk.view;
    view = {.of = printable(order.program.empty() ? order.recording : order.program),
            .program = order.program.empty() ? std::move(view.program) : order.program,
            .arrays = order.arrays};
    order.debugger = desk.debugger;
    desk.last = order;
    desk.jobs->ask(std::move(order));
    desk.progress = {};
    view.now = text_of_now(desk);
}

// A and B that were given for something else would accuse right kernels.
void look_with_arrays(Document& doc, AutopsyDesk& desk, Regions& regions, AutopsyOrder order) {
    const AutopsyOrder& last = desk.last;
    const bool is_same = order.program == last.program && (!order.program.empty() || order.recording == last.recording);
    if (is_same || desk.view.arrays != last.arrays) order.arrays = desk.view.arrays;
    ask_autopsy(doc, desk, regions, std::move(order));
}

// A path of a recording: its folder, or a file in it.
void look_at_recording(Document& doc, AutopsyDesk& desk, Regions& regions, const std::string& path) {
    std::error_code unreadable;
    const bool is_folder = fs::is_directory(path, unreadable);
    look_with_arrays(doc, desk, regions, {.recording = is_folder ? path : io::folder_of(path)});
}

void run_autopsy(Document& doc, AutopsyDesk& desk, Regions& regions, std::string program) {
    look_with_arrays(doc, desk, regions, {.program = std::move(program)});
}

// With other arrays. A program that was recorded does not run again.
void look_again(Document& doc, AutopsyDesk& desk, Regions& regions) {
    if (!desk.last.recording.empty() || !desk.last.program.empty()) look_with_arrays(doc, desk, regions, desk.last);
}

// The panel with its box for the program.
void ask_for_program(Document& doc, Regions& regions) {
    show_panel_of_autopsy(doc, regions);
    doc.states.autopsy.takes_keyboard = true;
}

void use_arrays(AutopsyDesk& desk, std::string path) { desk.view.arrays = std::move(path); }
void use_arrays_file(Document& doc, AutopsyDesk& desk, Regions& regions, const std::string& path) {
    desk.view.arrays = path;
    show_panel_of_autopsy(doc, regions);
    if (!is_looking(desk)) look_again(doc, desk, regions);
}

void take_autopsy(Document& doc, AutopsyDesk& desk, Regions& regions) {
    if (!desk.jobs) return;
    desk.progress = desk.jobs->progress();
    if (is_looking(desk)) desk.view.now = text_of_now(desk);
    auto reply = desk.jobs->take();
    if (!reply) return;
    desk.last = std::move(reply->order);
    AutopsyView& view = desk.view;
    reply->view.of = std::move(view.of);
    reply->view.program = std::move(view.program);
    reply->view.arrays = std::move(view.arrays);  // it may have been changed meanwhile
    view = std::move(reply->view);
    if (reply->folder) desk.folders.push_back(std::move(reply->folder));
    doc.status = view.said;
    regions.redraw.touch();
}

// The tab that shows this session of the last autopsy, or tab_count(docs).
std::size_t tab_with_chain(const Documents& docs, const std::string& folder, const Session& session) {
    const auto has_it = [&](const auto& doc) { return doc->file.arrays == folder && doc->session == session; };
    return static_cast<std::size_t>(std::ranges::find_if(docs.open, has_it) - docs.open.begin());
}

// Opens a session by its name: "chain0-written".
void open_chain(Context c, const std::string& name) {
    if (c.jobs.autopsy.folders.empty()) return;
    const std::string folder = c.jobs.autopsy.folders.back()->path();
    const auto file = io::load_session((fs::path(folder) / (name + ".json")).string());
    if (!file) return say_now(c.document(), file.why);
    if (const std::size_t index = tab_with_chain(c.documents, folder, file->session); index < tab_count(c.documents))
        return show_tab(c, index);
    if (is_untouched(c.document()))
        make_edits(c, {LoadSession{file->session, say("opened ", name)}});
    else if (!add_tab(c, file->session))
        return;
    Document& doc = c.document();
    doc.file.name = name;
    doc.file.arrays = folder;
    doc.file.saved.reset();  // its folder is removed at the end
    doc.file.saved_revision = 0;
    note_opened_memory(doc);
    doc.requests.result = true;  // D of the model stands beside the one that was read
    show_panel_of_autopsy(doc, c.regions);
    doc.status = say("Opened ", name, " of ", c.jobs.autopsy.view.of, ".");
}

// clang-format off
constexpr PathVerb kAutopsyVerbs[] = {
    {"autopsy ", "Look at the recording ", with<look_at_recording>},
    {"autopsy-arrays ", "Take A and B from ", with<use_arrays_file>},
};

constexpr Command kAutopsyCommands[] = {
    {.id = "autopsy", .title = "Look at an autopsy ...", .menu = Menu::compute, .place = 1252, .when = {with<can_look>},
     .asks_for = "autopsy ", .words = "recording cuda-gdb debugger wrong numbers diagnose chain open"},
    {.id = "autopsy_program", .title = "Run a program under cuda-gdb ...", .menu = Menu::compute, .place = 1254,
     .when = {with<can_look>}, .act = with<ask_for_program>,
     .words = "autopsy debugger wrong numbers diagnose stops record"},
    {.id = "stop_autopsy", .title = "Stop the autopsy", .menu = Menu::compute, .place = 1256,
     .when = {with<is_looking>}, .act = with<stop_autopsy>, .words = "cancel abort debugger cuda-gdb kill"},
    {.id = "autopsy_arrays", .title = "Choose A and B for the autopsy ...", .place = 1258,
     .asks_for = "autopsy-arrays ", .words = "npz expected arrays matrices"},
    {.id = "run_autopsy", .act_on = with_request<run_autopsy>},
    {.id = "look_again", .act = with<look_again>},
    {.id = "use_autopsy_arrays", .act_on = with_request<use_arrays>},
    {.id = "open_chain", .act_on = with_request<open_chain>},
};
// clang-format on

News news_of_autopsy(const AutopsyDesk& desk) { return news_of(desk.jobs.get(), desk.progress); }

}  // namespace

void stop_autopsy(AutopsyDesk& desk, Regions& regions) {
    if (!is_looking(desk)) return;
    desk.jobs->stop();
    desk.view.now.clear();
    desk.view.said = say("Stopped looking at ", desk.view.of, ".");
    desk.view.severity = Severity::warn;
    regions.redraw.touch();
}

const Feature kAutopsy = {.id = "autopsy",
                          .commands = kAutopsyCommands,
                          .verbs = kAutopsyVerbs,
                          .begin = begins<&AutopsyDesk::jobs, autopsy_jobs>,
                          .busy = with<is_looking>,
                          .news = with<news_of_autopsy>,
                          .halt = ends<&AutopsyDesk::jobs>,  // ends the debugger and the program
                          .take = with<take_autopsy>};

}  // namespace tilescope::ui
