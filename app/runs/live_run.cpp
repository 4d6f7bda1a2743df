// app/runs/live_run.cpp -- runs the job of a session on a GPU, step by step, and compares the result with the model.
// SPDX-License-Identifier: MIT
#include "app/runs/live_run.h"

#include "app/publish/emulation_out.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
#include <span>
#include <utility>

namespace tilescope::live {
namespace {

// Chooses the GPU. The reason of a refusal names the GPUs that are there.
Ending choose(const DeviceList& list, const ArchRow& arch, std::uint32_t wanted, std::optional<Device>& out) {
    if (!list.ending.is_ok()) return list.ending;
    const auto fits = [&](const Device& d) { return runs_on(arch, d.chip()); };
    const auto found = std::ranges::find_if(
        list.devices, [&](const Device& d) { return wanted == kAnyDevice ? fits(d) : d.index == wanted; });
    if (found != list.devices.end() && fits(*found)) {
        out = *found;
        return {};
    }
    std::string there;
    for (const Device& d : list.devices)
        there += say(there.empty() ? "" : ", ", d.index, " has compute capability ", d.chip());
    if (found == list.devices.end() && wanted != kAnyDevice)
        return {.outcome = Outcome::no_device, .detail = say("there is no device ", wanted, "; device ", there)};
    return {.outcome = Outcome::unsupported_arch, .detail = say("the target is ", arch.id, ", but device ", there)};
}

std::vector<std::uint8_t>& bytes_in(Launch& launch, Param param) {
    const LaunchBuffer* found = buffer_at(launch, row_of(param).offset);
    return launch.buffers[static_cast<std::size_t>(found - launch.buffers.data())].in;
}

// Runs the launches of a prepared run.
class Launcher {
public:
    Launcher(PreparedRun& run, Client& client, const std::stop_token& stop,
             const std::function<void(const LiveProgress&)>& progress)
        : run_(run), out_(run.out), client_(client), stop_(stop), progress_(progress) {}

    void run() {
        begin();
        const MmaInstruction& first = run_.request.job.steps.front();
        out_.ending = choose(client_.known_devices(stop_), *arch_named(first.arch), run_.request.device, out_.device);
        for (std::size_t i = 0; i < run_.launches.size() && out_.ending.is_ok(); ++i) {
            if (!cells_.empty() && !hand_on(run_.launches[i - 1], run_.launches[i])) return;
            launch(run_.launches[i]);
        }
        if (!out_.ending.is_ok()) return;
        if (const auto taken = take_cells(out_.kernel, run_.launches.back(), cells_, run_.memory); !taken)
            out_.ending = {.outcome = Outcome::bad_protocol, .detail = taken.why};
    }

private:
    // Also a run that was launched before: then a later launch has the image.
    void begin() {
        out_.ending = {};
        out_.times = {};
        out_.steps_done = 0;
        for (std::size_t i = 1; i < run_.launches.size(); ++i)
            if (auto& image = bytes_in(run_.launches[i], Param::image); !image.empty())
                bytes_in(run_.launches.front(), Param::image) = std::exchange(image, {});
    }

    bool hand_on(Launch& before, Launch& next) {
        bytes_in(next, Param::image) = std::exchange(bytes_in(before, Param::image), {});
        const auto passed = pass_on_d(out_.kernel.form, cells_, next);
        if (!passed) out_.ending = {.outcome = Outcome::bad_protocol, .detail = passed.why};
        return static_cast<bool>(passed);
    }

    void launch(const Launch& launch) {
        const unsigned first = out_.steps_done;
        const auto count = static_cast<std::uint32_t>(1 + launch.more_steps.size());
        const auto report = [&](const Progress& progress) {
            if (progress_) progress_({first + progress.step, out_.steps, progress});
        };
        RunResult result = client_.launch(launch, out_.device->index, stop_, report);
        out_.ending = std::move(result.ending);
        out_.log = std::move(result.log);
        out_.status = std::move(result.status);
        out_.times.compile_us += result.compile_us;
        out_.times.run_us += result.run_us;
        out_.times.copy_us += result.copy_us;
        out_.steps_done += std::min(result.steps, count);
        if (!out_.ending.is_ok()) return name_step(result.steps, count);
        const std::vector<std::uint8_t>* cells = cells_in(launch, result);
        if (result.steps != count)
            out_.ending = {.outcome = Outcome::bad_protocol, .detail = "the worker did not run all steps"};
        else if (cells == nullptr)
            out_.ending = {.outcome = Outcome::bad_protocol, .detail = "the result has no D"};
        else
            cells_ = *cells;
    }

    // Says in which of several steps a run failed. Without a phase, no step had begun. The worker said that `done` of
    // the steps of its launch had run: all of them if it fails while it copies D, more if it is out of order.
    void name_step(std::size_t done, std::size_t in_launch) {
        if (out_.steps < 2 || !out_.ending.phase) return;
        std::string& detail = out_.ending.detail;
        detail += detail.empty() ? "" : ", ";
        if (done > in_launch)
            detail += say("in a step along K that cannot be counted: the worker says that ", done, " of ", in_launch,
                          " had run");
        else
            detail += done < in_launch ? say("in step ", out_.steps_done + 1, " of ", out_.steps, " along K")
                                       : say("after step ", out_.steps_done, " of ", out_.steps, " along K");
    }

    PreparedRun& run_;
    LiveRun& out_;
    Client& client_;
    const std::stop_token& stop_;
    const std::function<void(const LiveProgress&)>& progress_;
    std::vector<std::uint8_t> cells_;  // cells_out of the launch before
};

// Makes the launches of all steps: their memory is that before the first step, and pass_on_d() gives them their D.
Answer<void> make_launches(PreparedRun& run) {
    const auto steps = std::span<const MmaInstruction>(run.request.job.steps);
    const std::size_t most = most_steps(run.out.kernel.form);
    for (std::size_t first = 0; first < steps.size(); first += most) {
        load_registers(run.memory, run.request.job, static_cast<unsigned>(first));
        const auto now = steps.subspan(first, std::min(most, steps.size() - first));
        auto launch = launch_of(run.out.kernel, now, run.memory, {.timeout_ms = run.request.timeout_ms});
        if (!launch) return Answer<void>::refuse(launch.why);
        if (first != 0) bytes_in(*launch, Param::image) = {};
        run.launches.push_back(std::move(*launch));
    }
    return {};
}

}  // namespace

Answer<PreparedRun> prepare_run(LiveRequest request) {
    using Out = Answer<PreparedRun>;
    const auto form = kernel_form(request.job.steps.front());
    if (!form) return Out::refuse(form.why);
    auto kernel = live_kernel(*form);
    if (!kernel) return Out::refuse(kernel.why);
    auto memory = filled(request.job);
    if (!memory) return Out::refuse(memory.why);
    PreparedRun run{.request = std::move(request), .out = {}, .memory = std::move(*memory), .launches = {}};
    run.out.kernel = std::move(*kernel);
    run.out.out_of_spec = run.request.out_of_spec;
    run.out.steps = static_cast<unsigned>(run.request.job.steps.size());
    if (const auto made = make_launches(run); !made) return Out::refuse(made.why);
    return run;
}

void launch_prepared(PreparedRun& run, Client& client, const std::stop_token& stop,
                     const std::function<void(const LiveProgress&)>& progress) {
    Launcher(run, client, stop, progress).run();
}

Answer<LiveRun> finish_run(PreparedRun run) {
    if (run.out.ending.is_ok()) {
        auto compared = compare_live(run.request.job, run.request.model, run.memory);
        if (!compared) return Answer<LiveRun>::refuse(compared.why);
        run.out.comparison = std::move(*compared);
    }
    run.out.model = std::move(run.request.model);
    return std::move(run.out);
}

Answer<LiveRun> run_live(LiveRequest request, Client& client, const std::stop_token& stop,
                         const std::function<void(const LiveProgress&)>& progress) {
    auto run = prepare_run(std::move(request));
    if (!run) return Answer<LiveRun>::refuse(run.why);
    launch_prepared(*run, client, stop, progress);
    return finish_run(std::move(*run));
}

// The buffers of a result are those with read_back, in order.
const std::vector<std::uint8_t>* cells_in(const Launch& launch, const RunResult& result) {
    std::size_t at = 0;
    for (const LaunchBuffer& buffer : launch.buffers) {
        if (!buffer.read_back) continue;
        if (buffer.parameter == row_of(Param::cells_out).offset)
            return at < result.buffers.size() ? &result.buffers[at] : nullptr;
        ++at;
    }
    return nullptr;
}

std::vector<std::string> broken_rules(const Derived& derived) {
    std::vector<std::string> out;
    for (const Problem& p : io::problems_of(derived, Severity::error)) out.push_back(say(p.rule, ": ", p.text));
    return out;
}

std::vector<std::string> reasons_against(const Derived& derived, const Emulation& model) {
    std::vector<std::string> out = broken_rules(derived);
    if (model.outside != 0)
        out.push_back(say("The instruction reads ", model.outside, model.outside == 1 ? " element" : " elements",
                          " past the end of memory. A GPU ends such a kernel with an error."));
    return out;
}

}  // namespace tilescope::live
