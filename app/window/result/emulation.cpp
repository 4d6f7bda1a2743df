// app/window/result/emulation.cpp -- the emulated D: its thread, and the commands for D, its wrong elements and fixes.
// SPDX-License-Identifier: MIT
#include "app/window/result/emulation.h"

#include "app/io/npy.h"
#include "app/io/program.h"
#include "app/io/row_pool.h"
#include "app/panels/mma_parts.h"
#include "app/publish/emulation_out.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"
#include "app/window/result/file_watch.h"

#include <tilescope/base/say.h>
#include <tilescope/document/repair.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::string_view kNoThread =
    "The system could not start a thread for the emulation. Close other programs or raise the limit (ulimit -u), then "
    "start tilescope again.";

}  // namespace

std::unique_ptr<EmulationJobs> emulation_jobs(std::function<void()> wake) {
    const auto pool = std::make_shared<io::RowPool>();
    const auto work = [pool](const EmulationRequest& request, const WorkTools& tools) {
        const Derived derived = derive(request.session, request.revision);
        Results out =
            io::emulated(derived, request.folder, true,
                         {.loop = pool->loop(), .stop = tools.stop, .rows_done = &tools.rows_done}, &tools.rows);
        const auto job = [&](const Derived& d) { return io::job_with_files(d, request.folder); };
        if (out.emulation && !request.against.empty())
            out.against = io::compared_with(request.against, derived, out,
                                            {.job = job, .loop = pool->loop(), .stop = tools.stop});
        return out;
    };
    const auto failed = [](const EmulationRequest&) {
        return Results{.state = ResultState::refused, .refused = io::shortage()};
    };
    return start_jobs<EmulationJobs>(EmulationJobs::surviving(work, failed), std::move(wake));
}

void emulate_now(Document& doc, Jobs& jobs, Regions& regions) {
    Results& results = doc.results;
    results.requested = doc.revision;
    if (!jobs.emulation) {
        results.state = ResultState::refused;
        results.refused = kNoThread;
        return;
    }
    results.state = ResultState::running;
    results.rows_done = results.rows = 0;
    results.refused.clear();
    results.refused_at.reset();
    jobs.emulation->ask(
        {.revision = doc.revision, .session = doc.session, .folder = doc.file.folder(), .against = doc.against});
    regions.redraw.touch();
}

namespace {

// Updates Document::results with the progress of the current request, and with the reply if there is one.
void take_result(Document& doc, Jobs& jobs, Regions& regions) {
    if (!jobs.emulation) return;
    Results& results = doc.results;
    const JobProgress progress = jobs.emulation->progress();
    results.rows_done = progress.rows_done;
    results.rows = progress.rows;
    std::optional<Results> reply = jobs.emulation->take();
    if (!reply) return;
    regions.redraw.touch();  // the reply may have come in a frame that was drawn only for the progress
    if (reply->state == ResultState::refused) {  // the last result stays
        results.state = ResultState::refused;
        results.refused = std::move(reply->refused);
        results.refused_at = reply->refused_at;
        return;
    }
    reply->requested = results.requested;
    reply->rows_done = results.rows_done, reply->rows = results.rows;
    reply->serial = results.serial + 1;
    if (reply->against.path != doc.against) reply->against = {};  // the user has removed it
    const bool first = reply->against.path != results.against.path && reply->against.first.has_value();
    results = std::move(*reply);
    if (first && results.shows_kernel())
        if (const auto* words = std::get_if<SetWords>(&results.against.offers.front().edit))
            doc.view_state.active = doc.requests.view_state.active = words->words.front().word;
    // The first difference shows its arrows.
    if (first && std::holds_alternative<std::monostate>(doc.view_state.selection))
        doc.view_state.selection = doc.requests.view_state.selection =
            ElementFocus{Matrix::d, results.against.first->row, results.against.first->column};
}

// Watches the file with the D of a kernel. If it was written again, it is compared again.
void watch_d(Document& doc, Jobs& jobs, Regions& regions) {
    std::unique_ptr<FileWatch>& watch = doc.kept.get<std::unique_ptr<FileWatch>>();
    if (doc.against.empty()) return watch.reset();
    if (!watch || watch->path() != doc.against) return void(watch = watch_file(doc.against, jobs.wake));
    if (!watch->take_change()) return;
    doc.status = say(doc.against, " has changed, and is compared again.");
    emulate_now(doc, jobs, regions);
}

// Requests the result if a panel shows it or a lesson needs it, unless this revision was requested before.
void follow_result(Document& doc, Jobs& jobs, Regions& regions) {
    const bool lesson = doc.lesson && jobs.emulation && doc.lesson->needs_result(doc.revision);
    const bool before = doc.results.requested == doc.revision;
    if ((doc.result_requested || lesson) && !before) emulate_now(doc, jobs, regions);
}

void stop_emulation(Document& doc, Jobs& jobs, Regions& regions) {
    if (!jobs.emulation || doc.results.state != ResultState::running) return;
    jobs.emulation->stop();
    doc.results.state = ResultState::stopped;
    regions.redraw.touch();
}

// Stops the emulation of a document that is no longer shown: it is requested again when its result is shown again.
void leave_result(Document& doc, Jobs& jobs) {
    if (doc.results.state != ResultState::running) return;
    if (jobs.emulation) jobs.emulation->stop();
    doc.results.state = doc.results.emulation ? ResultState::done : ResultState::none;
    doc.results.requested = 0;
}

bool is_working(const Jobs& jobs) { return jobs.emulation && jobs.emulation->progress().running; }

void end_watches(Documents& docs) {
    for (const auto& document : docs.open) document->kept.get<std::unique_ptr<FileWatch>>().reset();
}

News news_of_result(const Document& doc, const Jobs& jobs) {
    const std::unique_ptr<FileWatch>& watch = doc.kept.get<std::unique_ptr<FileWatch>>();
    if (watch && watch->has_changed()) return News::answer;
    return news_of(jobs.emulation.get(), {is_working(jobs), doc.results.rows_done, doc.results.rows});
}

// Returns the fix of the current problem. If no problem is current, returns the fix of the worst one.
std::optional<Edit> current_fix(const Document& doc) {
    const auto& problems = doc.derived.problems;
    const auto at = static_cast<std::size_t>(std::max(doc.states.problems.current, 0));
    return at < problems.size() ? fix_of(doc.derived, problems[at]) : std::nullopt;
}

// The selected element of D, if the result has it.
const ElementFocus* selected_in(const Document& doc, const Emulation& e) {
    const auto* at = std::get_if<ElementFocus>(&doc.view_state.selection);
    const bool inside = at != nullptr && at->matrix == Matrix::d && at->row >= 0 && at->column >= 0 &&
                        at->row < static_cast<int>(e.m) && at->column < static_cast<int>(e.n);
    return inside ? at : nullptr;
}

// Opens the MMA screen, unless a picture of D is shown.
void show_d(Document& doc) {
    const StageTab tab = tab_of(doc.view_state, Screen::tmem);
    const bool in_tmem = doc.view_state.screen == Screen::tmem && (tab == StageTab::tmem || tab == StageTab::result);
    if (!in_tmem) doc.view_state.screen = Screen::mma;
    doc.states.tmem.reveal = true;
}

bool can_emulate(const Jobs& jobs) { return jobs.emulation != nullptr; }

bool is_emulating(const Document& doc, const Jobs& jobs) {
    return jobs.emulation && doc.results.state == ResultState::running;
}

// Emulates the instruction, or all of the tile, and shows the result: on the MMA screen in its picture, from any other
// screen as numbers.
void emulate_and_show(Document& doc, Jobs& jobs, Regions& regions) {
    emulate_now(doc, jobs, regions);
    if (doc.view_state.screen == Screen::mma) return;
    doc.view_state.screen = Screen::tmem;
    tab_of(doc.view_state, Screen::tmem) = StageTab::result;
}

// more than one instruction along K can be emulated
bool has_k_steps(const Document& doc, const Jobs& jobs) {
    return can_emulate(jobs) && doc.session.tile_k >= 2 * std::max(doc.derived.k, 1u);
}

bool has_d(const Document& doc) { return !doc.against.empty(); }

void forget_d(Document& doc) {
    doc.status = say("D is not compared with ", std::exchange(doc.against, {}), " any more.");
    doc.results.against = {};
    ++doc.results.serial;  // pictures showed what the kernel did
}

void emulate_all_k_steps(Context c) {
    make_edits(c, {SetRun{with_steps(c.document().session.run, true)}});
    emulate_and_show(c.document(), c.jobs, c.regions);
}

}  // namespace

const Repair* current_repair(const Document& doc) {
    const Results& r = doc.results;
    if (r.repairs.empty() || !r.is_of(doc.revision) || r.state == ResultState::refused) return nullptr;
    const ElementFocus* at = selected_in(doc, *r.emulation);
    const Repair* own = at == nullptr ? nullptr : repair_for(r.repairs, *r.emulation, at->row, at->column);
    return own != nullptr ? own : &r.repairs.front();
}

void compare_with_d(Context c, const std::string& path) {
    Document& doc = c.document();
    std::error_code unreadable;
    const std::filesystem::path absolute = std::filesystem::absolute(path, unreadable);
    doc.against = unreadable ? path : absolute.string();
    watch_d(doc, c.jobs, c.regions);  // from before it is read
    ViewState shown = doc.view_state;
    shown.screen = Screen::mma, shown.sums = false;
    set_view_state(doc, std::move(shown));
    doc.status = is_untouched(doc)
                     ? say("This session is the example. Open the session of the kernel, or paste its words: then D is "
                           "compared with ",
                           path, " again.")
                     : say("Comparing D with ", path, '.');
    run_command(c, command("emulate"));  // as the user: it also ends what lies over the picture
}

bool has_fix(const Document& doc) { return current_fix(doc).has_value() || current_repair(doc) != nullptr; }

namespace {

// Applies that fix; without one, the repair.
void apply_fix(Context c) {
    if (const auto fix = current_fix(c.document())) return make_edits(c, {*fix});
    const Repair* repair = current_repair(c.document());
    if (repair == nullptr) return;
    const std::string label = repair->label;
    make_edits(c, {repair->edit}, c.document().states.next_gesture++);
    say_first(c.document(), say(label, "."));
    c.document().requests.result = true;  // to see what it does to D
}

// Selects the next wrong element of D (by 1) or the previous one (by -1), row by row. Shows the MMA screen unless D is
// shown. Without one, the status line says why.
void next_wrong(Document& doc, int by) {
    const Results& r = doc.results;
    if (!r.emulation || r.state == ResultState::refused)
        return say_first(doc, "D is not computed yet, so no element is wrong. Press Ctrl+E to emulate.");
    const Emulation& e = r.shown();
    const std::size_t wrong = e.count[static_cast<std::size_t>(Verdict::wrong)], all = e.verdicts.size();
    if (wrong == 0) return say_first(doc, "D has no wrong element.");
    const ElementFocus* from = selected_in(doc, e);
    std::size_t at = by > 0 ? all - 1 : 0;
    if (from != nullptr) at = static_cast<std::size_t>(from->row) * e.n + static_cast<std::size_t>(from->column);
    do at = (at + (by > 0 ? 1 : all - 1)) % all;
    while (e.verdicts[at] != Verdict::wrong);
    const int row = static_cast<int>(at / e.n), column = static_cast<int>(at % e.n);
    const auto end = e.verdicts.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    doc.view_state.selection = ElementFocus{Matrix::d, row, column};
    show_d(doc);
    say_first(doc, say("D[", row, "][", column, "] is wrong: number ",
                       std::count(e.verdicts.begin(), end, Verdict::wrong), " of ", wrong, "."));
}

constexpr std::string_view kNoFix = "found no fix: no problem has exactly one correct value, and no edit repairs D.";

// clang-format off
constexpr PathVerb kResultVerbs[] = {{"against ", "Compare D with the .npy of a kernel: ", compare_with_d}};

constexpr Command kResultCommands[] = {
    {.id = "emulate", .title = "Emulate now", .keys = "Ctrl+E", .menu = Menu::compute, .place = 970,
     .when = {with<can_emulate>}, .act = with<emulate_and_show>,
     .words = "run on cpu emulator emulation simulate simulation execute compute calculate multiply mma result"},
    {.id = "all_steps", .title = "Emulate all K steps", .menu = Menu::compute, .place = 980, .when = {with<has_k_steps>},
     .act = with<emulate_all_k_steps>, .words = "every step whole tile sum instructions"},
    {.id = "compare_d", .title = "Explain a wrong result (D.npy) ...", .menu = Menu::compute, .place = 984,
     .when = {with<can_emulate>}, .asks_for = "against ",
     .words = "compare npy npz numpy array wrong result against dump output difference debug verify check"},
    {.id = "forget_d", .title = "End the comparison with D of the kernel", .place = 986,
     .when = {with<has_d>, "has nothing to end: D is compared with no file."}, .act = with<forget_d>,
     .words = "npy remove close against"},
    {.id = "stop_emulation", .title = "Stop the emulation", .menu = Menu::compute, .place = 990,
     .when = {with<is_emulating>}, .act = with<stop_emulation>, .words = "cancel abort simulation"},
    {.id = "next_wrong", .title = "Next wrong element of D", .keys = "W", .menu = Menu::view, .place = 810,
     .act = with<next_wrong, 1>,
     .words = "error verdict mismatch differs result incorrect"},
    {.id = "last_wrong", .title = "Previous wrong element of D", .keys = "Shift+W", .menu = Menu::view, .place = 820,
     .act = with<next_wrong, -1>,
     .words = "error verdict mismatch differs result incorrect"},
    {.id = "apply_fix", .title = "Apply the fix of the problem", .keys = "Ctrl+.", .menu = Menu::edit, .place = 410,
     .when = {with<has_fix>, kNoFix}, .act = with<apply_fix>, .words = "repair correct quick solve"},
};
// clang-format on

}  // namespace

const Feature kEmulation = {.id = "emulation",
                            .commands = kResultCommands,
                            .verbs = kResultVerbs,
                            .begin = begins<&Jobs::emulation, emulation_jobs>,
                            .busy = with<is_working>,
                            .news = with<news_of_result>,
                            .halt = ends<&Jobs::emulation>,
                            .end = with<end_watches>,
                            .take = with<take_result>,
                            .arrive = with<watch_d>,
                            .follow = with<follow_result>,
                            .leave = with<leave_result>};

}  // namespace tilescope::ui
