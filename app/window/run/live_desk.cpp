// app/window/run/live_desk.cpp -- live mode: orders to the job thread, and what panels see.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/runs/run.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::string_view kNoLiveThread =
    "The system could not start a thread for live mode. Close other programs or raise the limit (ulimit -u), then "
    "start tilescope again.";
constexpr std::string_view kLiveIsOff = "Live mode is off, so nothing was run. The screen GPU says what a run needs.";

void show_run_screen(Document& doc) {
    doc.view_state.screen = Screen::run;
    tab_of(doc.view_state, Screen::run) = StageTab::live;
}

// Returns true if an order can go to the job thread now. Else the status line says why not.
bool can_order(Document& doc, const LiveDesk& live, const Prefs& prefs) {
    show_run_screen(doc);
    if (!prefs.live)
        doc.status = kLiveIsOff;
    else if (!live.jobs)
        doc.status = kNoLiveThread;
    else if (live.is_busy())
        doc.status = "The worker is busy. Wait for its end, or stop it.";
    return prefs.live && live.jobs && !live.is_busy();
}

void order(LiveDesk& live, Regions& regions, LiveActivity activity, LiveOrder what) {
    live.view.activity = activity;
    live.view.stage = live.view.step = live.view.steps = 0;
    live.jobs->ask(std::move(what));
    regions.redraw.touch();
}

std::string layout_in_short(const OperandView& o) {
    return o.placed() ? std::string(row_of(o.layout.mode).name) : std::string("elsewhere");
}

std::string words_in_short(const Derived& d) {
    return say(d.session.variant.kind, ' ', d.m_text, " x ", d.n_text, " x ", d.k, ", A ", layout_in_short(d.a), ", B ",
               layout_in_short(d.b));
}

LiveRecord live_record_of(const LiveReply& reply, unsigned number) {
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

void take_run(Document& doc, LiveDesk& live, const LiveReply& reply) {
    live.view.runs.push_back(live_record_of(reply, ++live.last_number));
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

void take_devices(Document& doc, LiveDesk& live, const live::DeviceList& list) {
    LiveView& view = live.view;
    live.devices = list.devices;
    live.checked.reset();
    view.gpus.clear();
    view.gpus_sentence = list.ending.is_ok() ? std::string() : list.ending.sentence();
    for (const live::Device& d : list.devices)
        view.gpus.push_back({d.index, say(d.index, ": ", printable(d.name), ", ", d.chip())});
    const auto chosen = doc.states.run.device;
    if (chosen && std::ranges::find(view.gpus, *chosen, &LiveGpu::index) == view.gpus.end())
        doc.states.run.device.reset();
}

// Returns the kept run that the user sees. Null: it has no report.
const live::RunOutcome* shown_with_report(const Document& doc, const LiveDesk& live) {
    const auto& runs = live.view.runs;
    const auto found = std::ranges::find(runs, doc.states.run.shown, &LiveRecord::number);
    if (found == runs.end() || !found->has_report) return nullptr;
    return live.kept[static_cast<std::size_t>(found - runs.begin())].get();
}

void write_or_say(Document& doc, const std::string& path, const Answer<std::string>& text, std::string_view what) {
    const auto written = text ? io::write_text(path, *text) : Refusal(text.why);
    say_now(doc, written ? say("Saved ", what, " as ", path, ".") : written.why);
}

// Updates LiveDesk::view: the progress, and the reply if there is one.
void take_live(Document& doc, LiveDesk& live, Regions& regions, const Prefs& prefs) {
    if (!live.jobs) return;
    const LiveNow now = live.jobs->now();
    live.view.stage = now.stage, live.view.step = now.step, live.view.steps = now.steps;
    const auto reply = live.jobs->take();
    if (!reply) return;
    regions.redraw.touch();
    if (reply->order.ask == LiveAsk::end) return;
    live.view.activity = LiveActivity::idle;
    const bool is_of_worker = reply->order.worker == prefs.live_worker;  // the user can choose another one meanwhile
    if (reply->order.ask == LiveAsk::devices && is_of_worker) take_devices(doc, live, reply->devices);
    if (reply->order.ask == LiveAsk::run && reply->run) take_run(doc, live, *reply);
}

using Kind = LiveCheckKind;

LiveCheck check_model(const Document& doc) {
    const Results& r = doc.results;
    if (r.is_of(doc.revision)) return {Kind::good, "The CPU model has computed D."};
    if (r.state == ResultState::refused && r.requested == doc.revision) return {Kind::prevents, r.refused};
    return {Kind::note, "The CPU model has not computed D yet. A run waits for it."};
}

LiveCheck check_kernel(const Document& doc) {
    const Answer<LiveKernel> kernel = live_kernel(doc.derived);
    if (!kernel) return {Kind::prevents, kernel.why};
    return {Kind::good, say("The kernel is for ", kernel->form.arch, ", PTX ", kernel->ptx, ".")};
}

void check_rules(const Document& doc, std::vector<LiveCheck>& out) {
    const bool known = doc.results.is_of(doc.revision);
    const std::vector<std::string> reasons =
        live::reasons_against(doc.derived, known ? *doc.results.emulation : Emulation{});
    for (const std::string& reason : reasons) out.push_back({Kind::rule, reason});
    if (reasons.empty())
        out.push_back({Kind::good, say("No rule is broken (", doc.derived.rules_checked, " were checked).")});
    if (known && doc.results.emulation->outside == 0)
        out.push_back({Kind::good, "All reads are inside the memory that a launch has."});
}

LiveCheck check_gpu(const Document& doc, LiveDesk& live) {
    LiveView& view = live.view;
    const ArchRow* arch = arch_named(doc.session.arch);
    const std::optional<std::uint32_t> chosen = doc.states.run.device;
    const LiveGpu* fits = nullptr;
    for (std::size_t g = 0; g < view.gpus.size(); ++g) {
        LiveGpu& gpu = view.gpus[g];
        gpu.fits = arch != nullptr && runs_on(*arch, live.devices[g].chip());
        if (fits == nullptr && gpu.fits && (!chosen || gpu.index == *chosen)) fits = &gpu;
    }
    if (!view.on) return {Kind::note, "Live mode is off, so tilescope has not looked for a driver or a GPU."};
    if (!view.gpus_sentence.empty()) return {Kind::note, view.gpus_sentence};
    if (view.gpus.empty()) return {Kind::note, "The GPUs are not listed yet. A run asks for them."};
    if (fits != nullptr) return {Kind::good, say("Code for ", doc.session.arch, " runs on GPU ", fits->text, ".")};
    if (chosen)
        return {Kind::note,
                say("GPU ", *chosen, " does not run code for ", doc.session.arch, ". Choose another GPU or target.")};
    return {Kind::note, say("None of these GPUs runs code for ", doc.session.arch,
                            ". Choose another target, or the worker of a machine with such a GPU.")};
}

// Computes LiveView::checks: those before a launch. The emulation may still run; the checks that need it then say so.
void update_checks(const Document& doc, LiveDesk& live) {
    LiveView& view = live.view;
    std::vector<LiveCheck> checks = {check_model(doc), check_kernel(doc)};
    check_rules(doc, checks);
    checks.push_back(check_gpu(doc, live));
    const auto any = [&](Kind kind) { return std::ranges::find(checks, kind, &LiveCheck::kind) != checks.end(); };
    view.prevented = any(Kind::prevents);
    view.needs_anyway = any(Kind::rule);
    view.checks = std::move(checks);
}

// Updates what follows from the preferences and from the document.
void follow_live(const Document& doc, LiveDesk& live, const Prefs& prefs) {
    LiveView& view = live.view;
    view.on = prefs.live;
    view.worker = prefs.live_worker;
    if (view.stages.empty()) view.stages = live_stages();
    if (doc.view_state.screen != Screen::run) return;
    const LiveDesk::Checked now{doc.revision, doc.results.serial, doc.results.state, view.on, doc.states.run.device};
    if (live.checked == now) return;
    live.checked = now;
    update_checks(doc, live);
}

// What the commands do. Each order opens the screen GPU. If something is missing, the status line says what, and
// nothing runs.
void look_for_gpus(Document& doc, LiveDesk& live, Regions& regions, const Prefs& prefs) {
    if (!can_order(doc, live, prefs)) return;
    live.view.gpus.clear();
    live.view.gpus_sentence.clear();
    order(live, regions, LiveActivity::listing, {.ask = LiveAsk::devices, .worker = prefs.live_worker});
}

void run_on_gpu(Document& doc, LiveDesk& live, Regions& regions, const Prefs& prefs) {
    if (!can_order(doc, live, prefs)) return;
    update_checks(doc, live);
    const RunPanelState& state = doc.states.run;
    const bool anyway = state.anyway_revision == doc.revision;
    const auto stops = [&](const LiveCheck& check) {
        return check.kind == Kind::prevents || (check.kind == Kind::rule && !anyway);
    };
    const auto found = std::ranges::find_if(live.view.checks, stops);
    if (found != live.view.checks.end()) {
        const bool rule = found->kind == Kind::rule;
        doc.status = rule ? say("Nothing was run: ", found->text, " Tick 'Run anyway'.") : found->text;
        return;
    }
    order(live, regions, LiveActivity::running,
          {.ask = LiveAsk::run,
           .worker = prefs.live_worker,
           .request = {.session = doc.session,
                       .folder = doc.file.folder(),
                       .device = state.device.value_or(live::kAnyDevice),
                       .timeout_ms = std::clamp(state.timeout_ms, 1u, kMostTimeoutMs),
                       .anyway = anyway}});
}

void stop_live(LiveDesk& live, Regions& regions) {
    if (!live.jobs || !live.is_busy()) return;
    live.view.activity = LiveActivity::stopping;
    live.jobs->stop();
    regions.redraw.touch();
}

void turn_live(Document& doc, LiveDesk& live, Prefs& prefs) {
    show_run_screen(doc);
    prefs.live = !prefs.live;
    if (prefs.live) {
        doc.status = "Live mode is on. No process was started: Look for GPUs, or run.";
        return;
    }
    if (live.jobs) live.jobs->ask({.ask = LiveAsk::end});
    live.view.activity = LiveActivity::idle;
    doc.status = "Live mode is off. The worker was ended.";
}

void use_worker(Document& doc, LiveDesk& live, Prefs& prefs, std::string command) {
    if (command == prefs.live_worker) return;
    prefs.live_worker = std::move(command);
    live.view.gpus.clear();
    live.view.gpus_sentence.clear();
    live.devices.clear();
    live.checked.reset();
    doc.states.run.device.reset();
}

bool has_report(const Document& doc, const LiveDesk& live) { return shown_with_report(doc, live) != nullptr; }

bool has_kernel(const Document& doc) { return doc.view_state.screen == Screen::run && bool{live_kernel(doc.derived)}; }

void save_report(Document& doc, const LiveDesk& live, const std::string& path,
                 std::string (*text)(const live::RunOutcome&)) {
    const live::RunOutcome* run = shown_with_report(doc, live);
    write_or_say(doc, path,
                 run != nullptr ? Answer<std::string>(text(*run))
                                : Refusal("There is no report: choose a run that had a kernel."),
                 "the report");
}

void save_kernel(Document& doc, const std::string& path) {
    const Answer<LiveKernel> kernel = live_kernel(doc.derived);
    write_or_say(doc, path, kernel ? Answer<std::string>(kernel->text) : Refusal(kernel.why), "the kernel");
}

bool is_live_idle(const LiveDesk& live) { return !live.is_busy(); }

bool is_live_busy(const LiveDesk& live) { return live.is_busy(); }

bool is_live_on(const LiveDesk& live, const Prefs& prefs) { return prefs.live && is_live_idle(live); }

// clang-format off
constexpr PathVerb kLiveVerbs[] = {
    {.verb = "report ", .title = "Save the report as Markdown: ", .act = with<save_report, live::report_markdown>,
     .extension = "md", .type_title = "Markdown", .suffix = "-report", .exports = true},
    {.verb = "report-json ", .title = "Save the report as JSON: ", .act = with<save_report, live::run_json>,
     .extension = "json", .type_title = "JSON", .suffix = "-report", .exports = true},
    {.verb = "kernel ", .title = "Save the kernel as PTX: ", .act = with<save_kernel>, .extension = "ptx",
     .type_title = "PTX", .suffix = "-kernel", .exports = true},
};

constexpr Command kLiveCommands[] = {
    {.id = "run_live", .title = "Run on the GPU", .keys = "Ctrl+Enter", .menu = Menu::compute, .place = 1190,
     .when = {with<is_live_idle>}, .act = with<run_on_gpu>,
     .words = "live launch hardware device execute kernel cuda real"},
    {.id = "stop_live", .title = "Stop the run on the GPU", .menu = Menu::compute, .place = 1200,
     .when = {with<is_live_busy>}, .act = with<stop_live>, .words = "cancel abort kill worker hang live"},
    {.id = "look_for_gpus", .title = "Look for GPUs", .menu = Menu::compute, .place = 1210, .when = {with<is_live_on>},
     .act = with<look_for_gpus>, .words = "devices list driver hardware live nvidia"},
    {.id = "live", .title = "Turn live mode on or off", .menu = Menu::compute, .place = 1220,
     .is_on = is_set<&Prefs::live>, .act = with<turn_live>,
     .words = "gpu hardware worker enable disable"},
    {.id = "save_report", .title = "Save the report of the run as Markdown ...", .menu = Menu::compute, .place = 1230,
     .when = {with<has_report>}, .asks_for = "report ",
     .words = "bug report issue export markdown live gpu"},
    {.id = "save_report_json", .title = "Save the report of the run as JSON ...", .menu = Menu::compute, .place = 1240,
     .when = {with<has_report>}, .asks_for = "report-json ",
     .words = "bug report issue export live gpu"},
    {.id = "save_kernel", .title = "Save the kernel as PTX ...", .menu = Menu::compute, .place = 1250,
     .when = {with<has_kernel>}, .asks_for = "kernel ",
     .words = "code assembly export text gpu"},
    {.id = "use_worker", .act_on = with_request<use_worker>},
};
// clang-format on

News news_of_run(const LiveDesk& live) {
    if (!live.jobs) return News::nothing;
    const LiveNow now = live.jobs->now();
    const bool moved = now.stage != live.view.stage || now.step != live.view.step || now.steps != live.view.steps;
    return live.jobs->has_answer() ? News::answer : now.running && moved ? News::progress : News::nothing;
}

}  // namespace

const Feature kLive = {.id = "live",
                       .commands = kLiveCommands,
                       .verbs = kLiveVerbs,
                       .begin = begins<&LiveDesk::jobs, live_jobs>,
                       .busy = with<is_live_busy>,
                       .news = with<news_of_run>,
                       .halt = ends<&LiveDesk::jobs>,  // ends the worker, also if it hangs
                       .take = with<take_live>,
                       .follow = with<follow_live>};

}  // namespace tilescope::ui
