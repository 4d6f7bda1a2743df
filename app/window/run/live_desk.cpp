// app/window/run/live_desk.cpp -- live mode: orders to the job thread, and what panels see.
// SPDX-License-Identifier: MIT
#include "app/window/run/live_desk.h"

#include "app/io/file.h"
#include "app/runs/run.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::string_view kNoLiveThread =
    "The system could not start a thread for live mode. Close other programs or raise the limit (ulimit -u), then "
    "start tilescope again.";
constexpr std::string_view kLiveIsOff = "Live mode is off, so nothing was run. The Run screen says what a run needs.";

void show_run_screen(Document& doc) {
    doc.view_state.screen = Screen::run;
    tab_of(doc.view_state, Screen::run) = StageTab::live;
}

// Returns true if an order can go to the job thread now. Else the status line says why not.
bool can_order(Context c) {
    show_run_screen(c.document());
    const bool busy = is_live_busy(c.jobs);
    if (!c.prefs.live)
        c.document().status = kLiveIsOff;
    else if (!c.jobs.live.jobs)
        c.document().status = kNoLiveThread;
    else if (busy)
        c.document().status = "The worker is busy. Wait for its end, or stop it.";
    return c.prefs.live && c.jobs.live.jobs && !busy;
}

void order(Context c, LiveActivity activity, LiveOrder what) {
    what.worker = c.prefs.live_worker;
    c.jobs.live.view.activity = activity;
    c.jobs.live.view.stage = c.jobs.live.view.step = c.jobs.live.view.steps = 0;
    c.jobs.live.jobs->ask(std::move(what));
    c.regions.redraw.touch();
}

std::string layout_in_short(const OperandView& o) {
    return o.placed() ? std::string(row_of(o.layout.mode).name) : std::string("elsewhere");
}

std::string words_in_short(const Derived& d) {
    return say(d.session.variant.kind, ' ', d.m_text, " x ", d.n_text, " x ", d.k, ", A ", layout_in_short(d.a), ", B ",
               layout_in_short(d.b));
}

LiveRecord record_of(const LiveReply& reply, unsigned number) {
    const live::RunOutcome& run = *reply.run;
    LiveRecord out{.number = number, .session = reply.order.request.session, .reached = reply.reached};
    out.outcome = row_of(run.ending.outcome).id;
    out.good = run.ending.is_ok();
    out.sentence = run.ending.sentence();
    out.target = out.session.arch;
    out.words = words_in_short(run.derived);
    out.total_us = reply.total_us;
    if (!run.ran) return out;
    out.has_report = true;
    out.out_of_spec = run.out_of_spec;
    if (run.device) out.gpu = say(printable(run.device->name), ", compute capability ", run.device->chip());
    out.instruction = run.kernel.instruction;
    out.compile_us = run.compile_us, out.run_us = run.run_us, out.copy_us = run.copy_us;
    // These two are parts of the run, which lives as long as they do.
    out.model = std::shared_ptr<const Emulation>(reply.run, &run.model);
    if (!run.comparison) return out;
    out.comparison = std::shared_ptr<const LiveComparison>(reply.run, &*run.comparison);
    out.sentences = sentences_of(*run.comparison, run.model);
    return out;
}

void take_run(Document& doc, Jobs& jobs, const LiveReply& reply) {
    LiveDesk& live = jobs.live;
    live.view.runs.push_back(record_of(reply, ++live.last_number));
    live.kept.push_back(reply.run);
    if (live.view.runs.size() > kMostRuns) {
        live.view.runs.erase(live.view.runs.begin());
        live.kept.erase(live.kept.begin());
    }
    const LiveRecord& record = live.view.runs.back();
    doc.states.run.shown = record.number;
    doc.status =
        say("Run ", record.number, ": ", record.sentences.empty() ? record.sentence : record.sentences.front());
}

void take_devices(Document& doc, Jobs& jobs, const live::DeviceList& list) {
    LiveView& view = jobs.live.view;
    jobs.live.devices = list.devices;
    jobs.live.checked.reset();
    view.gpus.clear();
    view.gpus_sentence = list.ending.is_ok() ? std::string() : list.ending.sentence();
    for (const live::Device& d : list.devices)
        view.gpus.push_back({d.index, say(d.index, ": ", printable(d.name), ", ", d.chip())});
    const auto chosen = doc.states.run.device;
    if (chosen && std::ranges::find(view.gpus, *chosen, &LiveGpu::index) == view.gpus.end())
        doc.states.run.device.reset();
}

// Returns the kept run that the user sees. Null: it has no report.
const live::RunOutcome* shown_with_report(const Document& doc, const Jobs& jobs) {
    const auto& runs = jobs.live.view.runs;
    const auto found = std::ranges::find(runs, doc.states.run.shown, &LiveRecord::number);
    if (found == runs.end() || !found->has_report) return nullptr;
    return jobs.live.kept[static_cast<std::size_t>(found - runs.begin())].get();
}

void write_or_say(Document& doc, const std::string& path, const Answer<std::string>& text, std::string_view what) {
    const auto written = text ? io::write_text(path, *text) : Refusal(text.why);
    say_now(doc, written ? say("Saved ", what, " as ", path, ".") : written.why);
}

}  // namespace

bool is_live_busy(const Jobs& jobs) { return jobs.live.view.activity != LiveActivity::idle; }

namespace {

// Updates LiveDesk::view: the progress, and the reply if there is one.
void take_live(Context c) {
    if (!c.jobs.live.jobs) return;
    LiveView& view = c.jobs.live.view;
    const LiveNow now = c.jobs.live.jobs->now();
    view.stage = now.stage, view.step = now.step, view.steps = now.steps;
    const auto reply = c.jobs.live.jobs->take();
    if (!reply) return;
    c.regions.redraw.touch();
    if (reply->order.ask == LiveAsk::end) return;
    view.activity = LiveActivity::idle;
    const bool is_of_worker = reply->order.worker == c.prefs.live_worker;  // the user can choose another one meanwhile
    if (reply->order.ask == LiveAsk::devices && is_of_worker) take_devices(c.document(), c.jobs, reply->devices);
    if (reply->order.ask == LiveAsk::run && reply->run) take_run(c.document(), c.jobs, *reply);
}

// Updates what follows from the preferences and from the document.
void follow_live(Context c) {
    LiveView& view = c.jobs.live.view;
    view.on = c.prefs.live;
    view.worker = c.prefs.live_worker;
    if (view.stages.empty()) view.stages = live_stages();
    if (c.document().view_state.screen != Screen::run) return;
    const LiveDesk::Checked now{c.document().revision, c.document().results.serial, c.document().results.state, view.on,
                                c.document().states.run.device};
    if (c.jobs.live.checked == now) return;
    c.jobs.live.checked = now;
    update_checks(c.document(), c.jobs);
}

}  // namespace

void look_for_gpus(Context c) {
    if (!can_order(c)) return;
    c.jobs.live.view.gpus.clear();
    c.jobs.live.view.gpus_sentence.clear();
    order(c, LiveActivity::listing, {.ask = LiveAsk::devices});
}

namespace {

void run_on_gpu(Context c) {
    if (!can_order(c)) return;
    update_checks(c.document(), c.jobs);
    const LiveView& view = c.jobs.live.view;
    const RunPanelState& state = c.document().states.run;
    const bool anyway = state.anyway_revision == c.document().revision;
    const auto stops = [&](const LiveCheck& check) {
        return check.kind == LiveCheckKind::prevents || (check.kind == LiveCheckKind::rule && !anyway);
    };
    if (const auto found = std::ranges::find_if(view.checks, stops); found != view.checks.end()) {
        c.document().status = found->kind == LiveCheckKind::rule
                                  ? say("Nothing was run: ", found->text, " Tick 'Run anyway'.")
                                  : found->text;
        return;
    }
    order(c, LiveActivity::running,
          {.ask = LiveAsk::run,
           .request = {.session = c.document().session,
                       .folder = io::folder_of(c.document().file.path),
                       .device = state.device.value_or(live::kAnyDevice),
                       .timeout_ms = std::clamp(state.timeout_ms, 1u, kMostTimeoutMs),
                       .anyway = anyway}});
}

}  // namespace

void stop_live(Jobs& jobs, Regions& regions) {
    if (!jobs.live.jobs || !is_live_busy(jobs)) return;
    jobs.live.view.activity = LiveActivity::stopping;
    jobs.live.jobs->stop();
    regions.redraw.touch();
}

namespace {

void turn_live(Context c) {
    show_run_screen(c.document());
    c.prefs.live = !c.prefs.live;
    if (c.prefs.live) {
        c.document().status = "Live mode is on. No process was started: Look for GPUs, or run.";
        return;
    }
    if (c.jobs.live.jobs) c.jobs.live.jobs->ask({.ask = LiveAsk::end});
    c.jobs.live.view.activity = LiveActivity::idle;
    c.document().status = "Live mode is off. The worker was ended.";
}

}  // namespace

void use_worker(Context c, std::string command) {
    if (command == c.prefs.live_worker) return;
    c.prefs.live_worker = std::move(command);
    c.jobs.live.view.gpus.clear();
    c.jobs.live.view.gpus_sentence.clear();
    c.jobs.live.devices.clear();
    c.jobs.live.checked.reset();
    c.document().states.run.device.reset();
}

bool has_report(const Document& doc, const Jobs& jobs) { return shown_with_report(doc, jobs) != nullptr; }

namespace {

bool has_kernel(const Document& doc) { return doc.view_state.screen == Screen::run && bool{live_kernel(doc.derived)}; }

}  // namespace

void save_report(Context c, const std::string& path) {
    const live::RunOutcome* run = shown_with_report(c.document(), c.jobs);
    write_or_say(c.document(), path,
                 run ? Answer<std::string>(live::report_markdown(*run))
                     : Refusal("There is no report: choose a run that had a kernel."),
                 "the report");
}

void save_report_json(Context c, const std::string& path) {
    const live::RunOutcome* run = shown_with_report(c.document(), c.jobs);
    write_or_say(c.document(), path,
                 run ? Answer<std::string>(live::run_json(*run))
                     : Refusal("There is no report: choose a run that had a kernel."),
                 "the report");
}

void save_kernel(Context c, const std::string& path) {
    const Answer<LiveKernel> kernel = live_kernel(c.document().derived);
    write_or_say(c.document(), path, kernel ? Answer<std::string>(kernel->text) : Refusal(kernel.why), "the kernel");
}

namespace {

bool is_live_idle(const Jobs& jobs) { return !is_live_busy(jobs); }

bool is_live_on(const Jobs& jobs, const Prefs& prefs) { return prefs.live && is_live_idle(jobs); }

constexpr PathVerb kLiveVerbs[] = {
    {"report ", "Save the report as Markdown: ",
     [](Context c, const std::string& path) { export_file(c, path, "report ", save_report); }, "md", "Markdown",
     "-report"},
    {"report-json ", "Save the report as JSON: ",
     [](Context c, const std::string& path) { export_file(c, path, "report-json ", save_report_json); }, "json", "JSON",
     "-report"},
    {"kernel ", "Save the kernel as PTX: ",
     [](Context c, const std::string& path) { export_file(c, path, "kernel ", save_kernel); }, "ptx", "PTX", "-kernel"},
};

// clang-format off
constexpr Command kLiveCommands[] = {
    {.id = "run_live", .title = "Run on the GPU", .keys = "Ctrl+Enter", .menu = Menu::run, .place = 1190,
     .when = {with<is_live_idle>}, .act = with<run_on_gpu>,
     .words = "live launch hardware device execute kernel cuda real"},
    {.id = "stop_live", .title = "Stop the run on the GPU", .menu = Menu::run, .place = 1200,
     .when = {with<is_live_busy>}, .act = with<stop_live>, .words = "cancel abort kill worker hang live"},
    {.id = "look_for_gpus", .title = "Look for GPUs", .menu = Menu::run, .place = 1210, .when = {with<is_live_on>},
     .act = with<look_for_gpus>, .words = "devices list driver hardware live nvidia"},
    {.id = "live", .title = "Turn live mode on or off", .menu = Menu::run, .place = 1220,
     .is_on = [](Context c) { return c.prefs.live; }, .act = with<turn_live>,
     .words = "gpu hardware worker enable disable"},
    {.id = "save_report", .title = "Save the report of the run as Markdown ...", .menu = Menu::run, .place = 1230,
     .when = {with<has_report>}, .act = [](Context c) { open_chooser(c, "report "); },
     .words = "bug report issue export markdown live gpu"},
    {.id = "save_report_json", .title = "Save the report of the run as JSON ...", .menu = Menu::run, .place = 1240,
     .when = {with<has_report>}, .act = [](Context c) { open_chooser(c, "report-json "); },
     .words = "bug report issue export live gpu"},
    {.id = "save_kernel", .title = "Save the kernel as PTX ...", .menu = Menu::run, .place = 1250,
     .when = {with<has_kernel>}, .act = [](Context c) { open_chooser(c, "kernel "); },
     .words = "code assembly export text gpu"},
    {.id = "use_worker", .act_on = [](Context c, const WindowCommand& w) { use_worker(c, w.text); }},
};
// clang-format on

News news_of_run(Context c) {
    const LiveDesk& desk = c.jobs.live;
    if (!desk.jobs) return News::nothing;
    const LiveNow now = desk.jobs->now();
    const bool moved = now.stage != desk.view.stage || now.step != desk.view.step || now.steps != desk.view.steps;
    return desk.jobs->has_answer() ? News::answer : now.running && moved ? News::progress : News::nothing;
}

}  // namespace

const Feature kLive = {.id = "live",
                       .commands = kLiveCommands,
                       .verbs = kLiveVerbs,
                       .begin = [](Context c) { c.jobs.live.jobs = live_jobs(c.jobs.wake); },
                       .busy = with<is_live_busy>,
                       .news = news_of_run,
                       .halt = [](Context c) { c.jobs.live.jobs.reset(); },  // ends the worker, also if it hangs
                       .take = with<take_live>,
                       .follow = with<follow_live>};

}  // namespace tilescope::ui
