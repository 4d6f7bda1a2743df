// app/shell/live_desk.cpp -- live mode in the window: orders to the job thread, and what the panels see of the replies.
// SPDX-License-Identifier: MIT
#include "app/shell/live_desk.h"

#include "app/io/file.h"
#include "app/live/run_out.h"
#include "app/shell/app.h"
#include "app/shell/live_checks.h"
#include "app/shell/shown_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/session/kernel_form.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::string_view kNoLiveThread =
    "The system could not start a thread for live mode. Close other programs or raise the limit (ulimit -u), then "
    "start tilescope again.";
constexpr std::string_view kLiveIsOff = "Live mode is off, so nothing was run. The Run screen says what a run needs.";

void show_run_screen(App& app) {
    app.view_state.screen = Screen::run;
    tab_of(app.view_state, Screen::run) = StageTab::live;
}

// Returns true if an order can go to the job thread now. Else the status line says why not.
bool can_order(App& app) {
    show_run_screen(app);
    const bool busy = is_live_busy(app);
    if (!app.prefs.live)
        app.status = kLiveIsOff;
    else if (!app.live.jobs)
        app.status = kNoLiveThread;
    else if (busy)
        app.status = "The worker is busy. Wait for its end, or stop it.";
    return app.prefs.live && app.live.jobs && !busy;
}

void order(App& app, LiveActivity activity, LiveOrder what) {
    what.worker = app.prefs.live_worker;
    app.live.view.activity = activity;
    app.live.view.stage = app.live.view.step = app.live.view.steps = 0;
    app.live.jobs->ask(std::move(what));
    app.redraw.touch();
}

std::string layout_in_short(const OperandView& o) {
    return o.placed() ? std::string(row_of(o.layout.mode).name) : std::string("elsewhere");
}

std::string words_in_short(const Derived& d) {
    return say(d.session.variant.kind, ' ', d.m_text, " x ", d.n_text, " x ", d.k, ", A ", layout_in_short(d.a), ", B ",
               layout_in_short(d.b));
}

LiveRecord record_of(const LiveReply& reply, unsigned number) {
    const live::SessionRun& done = *reply.run;
    LiveRecord out{.number = number, .session = reply.order.request.session, .reached = reply.reached};
    out.outcome = row_of(done.ending.outcome).id;
    out.good = done.ending.is_ok();
    out.sentence = done.ending.sentence();
    out.target = out.session.arch;
    out.words = words_in_short(done.derived);
    out.total_us = reply.total_us;
    if (!done.run) return out;
    const live::LiveRun& run = *done.run;
    out.has_report = true;
    out.out_of_spec = run.out_of_spec;
    if (run.device) out.gpu = say(printable(run.device->name), ", compute capability ", run.device->chip());
    out.instruction = run.kernel.instruction;
    out.compile_us = run.times.compile_us, out.run_us = run.times.run_us, out.copy_us = run.times.copy_us;
    // These two are parts of the run, which lives as long as they do.
    out.model = std::shared_ptr<const Emulation>(reply.run, &run.model);
    if (!run.comparison) return out;
    out.comparison = std::shared_ptr<const LiveComparison>(reply.run, &*run.comparison);
    out.sentences = sentences_of(*run.comparison, run.model);
    return out;
}

void take_run(App& app, const LiveReply& reply) {
    LiveDesk& live = app.live;
    live.view.runs.push_back(record_of(reply, ++live.last_number));
    live.kept.push_back(reply.run);
    if (live.view.runs.size() > kMostRuns) {
        live.view.runs.erase(live.view.runs.begin());
        live.kept.erase(live.kept.begin());
    }
    const LiveRecord& record = live.view.runs.back();
    app.states.run.shown = record.number;
    app.status =
        say("Run ", record.number, ": ", record.sentences.empty() ? record.sentence : record.sentences.front());
}

void take_devices(App& app, const live::DeviceList& list) {
    LiveView& view = app.live.view;
    app.live.devices = list.devices;
    app.live.checked.reset();
    view.gpus.clear();
    view.gpus_sentence = list.ending.is_ok() ? std::string() : list.ending.sentence();
    for (const live::Device& d : list.devices)
        view.gpus.push_back({d.index, say(d.index, ": ", printable(d.name), ", ", d.chip())});
    const auto chosen = app.states.run.device;
    if (chosen && std::ranges::find(view.gpus, *chosen, &LiveGpu::index) == view.gpus.end())
        app.states.run.device.reset();
}

// Returns the kept run that the user sees. Null: it has no report.
const live::SessionRun* shown_with_report(const App& app) {
    const auto& runs = app.live.view.runs;
    const auto found = std::ranges::find(runs, app.states.run.shown, &LiveRecord::number);
    if (found == runs.end() || !found->has_report) return nullptr;
    return app.live.kept[static_cast<std::size_t>(found - runs.begin())].get();
}

void write_or_say(App& app, const std::string& path, const Answer<std::string>& text, std::string_view what) {
    const auto written = text ? io::write_text(path, *text) : Answer<void>::refuse(text.why);
    say_now(app, written ? say("Saved ", what, " as ", path, ".") : written.why);
}

}  // namespace

bool is_live_busy(const App& app) { return app.live.view.activity != LiveActivity::idle; }

void take_live(App& app) {
    if (!app.live.jobs) return;
    LiveView& view = app.live.view;
    const LiveNow now = app.live.jobs->now();
    view.stage = now.stage, view.step = now.step, view.steps = now.steps;
    const auto reply = app.live.jobs->take();
    if (!reply) return;
    app.redraw.touch();
    if (reply->order.ask == LiveAsk::end) return;
    view.activity = LiveActivity::idle;
    const bool is_of_worker =
        reply->order.worker == app.prefs.live_worker;  // the user can choose another one meanwhile
    if (reply->order.ask == LiveAsk::devices && is_of_worker) take_devices(app, reply->devices);
    if (reply->order.ask == LiveAsk::run && reply->run) take_run(app, *reply);
}

bool has_new_live_output(const App& app) {
    if (!app.live.jobs) return false;
    const LiveNow now = app.live.jobs->now();
    const LiveView& view = app.live.view;
    const bool moved = now.stage != view.stage || now.step != view.step || now.steps != view.steps;
    return app.live.jobs->has_answer() || (now.running && moved);
}

void follow_live(App& app) {
    LiveView& view = app.live.view;
    view.on = app.prefs.live;
    view.worker = app.prefs.live_worker;
    if (view.stages.empty()) view.stages = live_stages();
    if (app.view_state.screen != Screen::run) return;
    const LiveDesk::Checked now{app.revision, app.results.serial, app.results.state, view.on, app.states.run.device};
    if (app.live.checked == now) return;
    app.live.checked = now;
    update_checks(app);
}

void look_for_gpus(App& app) {
    if (!can_order(app)) return;
    app.live.view.gpus.clear();
    app.live.view.gpus_sentence.clear();
    order(app, LiveActivity::listing, {.ask = LiveAsk::devices});
}

void run_on_gpu(App& app) {
    if (!can_order(app)) return;
    update_checks(app);
    const LiveView& view = app.live.view;
    const RunPanelState& state = app.states.run;
    const bool anyway = state.anyway_revision == app.revision;
    const auto stops = [&](const LiveCheck& c) {
        return c.kind == LiveCheckKind::prevents || (c.kind == LiveCheckKind::rule && !anyway);
    };
    if (const auto found = std::ranges::find_if(view.checks, stops); found != view.checks.end()) {
        app.status = found->kind == LiveCheckKind::rule ? say("Nothing was run: ", found->text, " Tick 'Run anyway'.")
                                                        : found->text;
        return;
    }
    order(app, LiveActivity::running,
          {.ask = LiveAsk::run,
           .request = {.session = app.session,
                       .folder = io::folder_of(app.file_path),
                       .device = state.device.value_or(live::kAnyDevice),
                       .timeout_ms = std::clamp(state.timeout_ms, 1u, kMostTimeoutMs),
                       .anyway = anyway}});
}

void stop_live(App& app) {
    if (!app.live.jobs || !is_live_busy(app)) return;
    app.live.view.activity = LiveActivity::stopping;
    app.live.jobs->stop();
    app.redraw.touch();
}

void turn_live(App& app) {
    show_run_screen(app);
    app.prefs.live = !app.prefs.live;
    if (app.prefs.live) {
        app.status = "Live mode is on. No process was started: Look for GPUs, or run.";
        return;
    }
    if (app.live.jobs) app.live.jobs->ask({.ask = LiveAsk::end});
    app.live.view.activity = LiveActivity::idle;
    app.status = "Live mode is off. The worker was ended.";
}

void use_worker(App& app, std::string command) {
    if (command == app.prefs.live_worker) return;
    app.prefs.live_worker = std::move(command);
    app.live.view.gpus.clear();
    app.live.view.gpus_sentence.clear();
    app.live.devices.clear();
    app.live.checked.reset();
    app.states.run.device.reset();
}

bool has_report(const App& app) { return shown_with_report(app) != nullptr; }

bool has_kernel(const App& app) { return app.view_state.screen == Screen::run && bool{live_kernel(app.derived)}; }

void save_report(App& app, const std::string& path) {
    const live::SessionRun* run = shown_with_report(app);
    write_or_say(app, path,
                 run ? Answer<std::string>(live::report_markdown(*run->run, run->derived))
                     : Answer<std::string>::refuse("There is no report: choose a run that had a kernel."),
                 "the report");
}

void save_report_json(App& app, const std::string& path) {
    const live::SessionRun* run = shown_with_report(app);
    write_or_say(app, path,
                 run ? Answer<std::string>(live::run_json(*run->run))
                     : Answer<std::string>::refuse("There is no report: choose a run that had a kernel."),
                 "the report");
}

void save_kernel(App& app, const std::string& path) {
    const Answer<LiveKernel> kernel = live_kernel(app.derived);
    write_or_say(app, path, kernel ? Answer<std::string>(kernel->text) : Answer<std::string>::refuse(kernel.why),
                 "the kernel");
}

}  // namespace tilescope::ui
