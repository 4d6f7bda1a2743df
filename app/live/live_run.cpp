// app/live/live_run.cpp -- runs the job of a session on a GPU, step by step, and compares the result with the model.
// SPDX-License-Identifier: MIT
#include "app/live/live_run.h"

#include "app/io/emulation_out.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
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

class Runner {
public:
    Runner(LiveRequest request, Client& client, const std::stop_token& stop,
           const std::function<void(const LiveProgress&)>& progress)
        : request_(std::move(request)), client_(client), stop_(stop), progress_(progress) {}

    Answer<LiveRun> run() {
        using Out = Answer<LiveRun>;
        const MmaInstruction& first = request_.job.steps.front();
        const auto form = kernel_form(first);
        if (!form) return Out::refuse(form.why);
        auto kernel = live_kernel(*form);
        if (!kernel) return Out::refuse(kernel.why);
        auto memory = filled(request_.job);
        if (!memory) return Out::refuse(memory.why);
        out_.kernel = std::move(*kernel);
        out_.out_of_spec = request_.out_of_spec;
        out_.steps = static_cast<unsigned>(request_.job.steps.size());
        out_.ending = choose(client_.devices(stop_), *arch_named(first.arch), request_.device, out_.device);
        const std::size_t most = most_steps(out_.kernel.form);
        while (out_.steps_done < out_.steps && out_.ending.is_ok())
            if (const auto done = steps(most, *memory); !done) return Out::refuse(done.why);
        if (out_.ending.is_ok()) {
            auto compared = compare_live(request_.job, request_.model, *memory);
            if (!compared) return Out::refuse(compared.why);
            out_.comparison = std::move(*compared);
        }
        out_.model = std::move(request_.model);
        return std::move(out_);
    }

private:
    // Runs the next steps in one launch, at most `most` of them.
    Answer<void> steps(std::size_t most, Machine& memory) {
        const unsigned first = out_.steps_done;
        load_registers(memory, request_.job, first);
        const auto left = std::span<const MmaInstruction>(request_.job.steps).subspan(first);
        const auto now = left.first(std::min(most, left.size()));
        const auto launch = launch_of(out_.kernel, now, memory, {.timeout_ms = request_.timeout_ms});
        if (!launch) return Answer<void>::refuse(launch.why);
        const auto report = [&](const Progress& progress) {
            if (progress_) progress_({first + progress.step, out_.steps, progress});
        };
        RunResult result = client_.launch(*launch, out_.device->index, stop_, report);
        out_.ending = std::move(result.ending);
        out_.log = std::move(result.log);
        out_.status = std::move(result.status);
        out_.times.compile_us += result.compile_us;
        out_.times.run_us += result.run_us;
        out_.times.copy_us += result.copy_us;
        out_.steps_done += std::min<std::uint32_t>(result.steps, static_cast<std::uint32_t>(now.size()));
        if (!out_.ending.is_ok()) return name_step(result.steps, now.size());
        if (result.steps != now.size()) {
            out_.ending = {.outcome = Outcome::bad_protocol, .detail = "the worker did not run all steps"};
            return {};
        }
        const std::vector<std::uint8_t>* cells = cells_in(*launch, result);
        if (cells == nullptr) {
            out_.ending = {.outcome = Outcome::bad_protocol, .detail = "the result has no D"};
            return {};
        }
        if (const auto taken = take_cells(out_.kernel, *launch, *cells, memory); !taken)
            out_.ending = {.outcome = Outcome::bad_protocol, .detail = taken.why};
        return {};
    }

    // Says in which of several steps a run failed. Without a phase, no step had begun. The worker said that `done` of
    // the steps of its launch had run: all of them if it fails while it copies D, more if it is out of order.
    Answer<void> name_step(std::size_t done, std::size_t in_launch) {
        if (out_.steps < 2 || !out_.ending.phase) return {};
        std::string& detail = out_.ending.detail;
        detail += detail.empty() ? "" : ", ";
        if (done > in_launch)
            detail += say("in a step along K that cannot be counted: the worker says that ", done, " of ", in_launch,
                          " had run");
        else
            detail += done < in_launch ? say("in step ", out_.steps_done + 1, " of ", out_.steps, " along K")
                                       : say("after step ", out_.steps_done, " of ", out_.steps, " along K");
        return {};
    }

    LiveRequest request_;
    Client& client_;
    const std::stop_token& stop_;
    const std::function<void(const LiveProgress&)>& progress_;
    LiveRun out_;
};

}  // namespace

Answer<LiveRun> run_live(LiveRequest request, Client& client, const std::stop_token& stop,
                         const std::function<void(const LiveProgress&)>& progress) {
    return Runner(std::move(request), client, stop, progress).run();
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
