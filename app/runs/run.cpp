// app/runs/run.cpp -- a run of a session on a GPU: from an order to its outcome, and its reports.
// SPDX-License-Identifier: MIT
#include "app/runs/run.h"

#include "app/io/json.h"
#include "app/io/npy.h"
#include "app/io/session_file.h"
#include "app/publish/emulation_out.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/hw/archs.h>

#include <algorithm>

namespace tilescope::live {
namespace {

// ---- before the first launch

std::vector<std::string> broken_rules(const Derived& derived) {
    std::vector<std::string> out;
    for (const Problem& p : io::problems_of(derived, Severity::error)) out.push_back(say(p.rule, ": ", p.text));
    return out;
}

Ending refused_for(const std::vector<std::string>& reasons) {
    const std::size_t more = reasons.size() - 1;
    return {.outcome = Outcome::refused_by_rules,
            .detail = more == 0 ? reasons[0] : say(reasons[0], " (and ", more, " more)")};
}

Ending no_job(std::string why) { return {.outcome = Outcome::no_job, .detail = std::move(why)}; }

// A stop is the reason of whatever it has interrupted.
void prefer_stop(Ending& ending, const std::stop_token& stop) {
    if (ending.outcome == Outcome::no_job && stop.stop_requested()) ending = {.outcome = Outcome::stopped};
}

std::vector<std::uint8_t>& bytes_in(Launch& launch, Param param) {
    const LaunchBuffer* found = buffer_at(launch, row_of(param).offset);
    return launch.buffers[static_cast<std::size_t>(found - launch.buffers.data())].in;
}

// Makes the launches of all steps: their memory is that before the first step, and pass_on_d() gives them their D.
Answer<void> make_launches(Job& job, std::uint32_t timeout_ms) {
    const auto steps = std::span<const MmaInstruction>(job.steps.steps);
    const std::size_t most = most_steps(job.out.kernel.form);
    for (std::size_t first = 0; first < steps.size(); first += most) {
        load_registers(*job.memory, job.steps, static_cast<unsigned>(first));
        const auto now = steps.subspan(first, std::min(most, steps.size() - first));
        auto launch = launch_of(job.out.kernel, now, *job.memory, {.timeout_ms = timeout_ms});
        if (!launch) return Refusal(launch.why);
        if (first != 0) bytes_in(*launch, Param::image) = {};
        job.launches.push_back(std::move(*launch));
    }
    return {};
}

Answer<void> add_kernel(Job& job, std::uint32_t timeout_ms) {
    const auto form = kernel_form(job.steps.steps.front());
    if (!form) return Refusal(form.why);
    auto kernel = live_kernel(*form);
    if (!kernel) return Refusal(kernel.why);
    job.out.kernel = std::move(*kernel);
    auto memory = filled(job.steps);
    if (!memory) return Refusal(memory.why);
    job.memory = std::move(*memory);
    job.out.steps = static_cast<unsigned>(job.steps.steps.size());
    return make_launches(job, timeout_ms);
}

// What can refuse an order, from the cheapest to the most expensive: the rules come before the model.
Job prepared(const Order& order, const RunTools& tools) {
    Job out{.out = {.derived = derive(order.session)}};
    const auto refused = [&](Ending why) {
        out.out.ending = std::move(why);
        return std::move(out);
    };
    auto steps = io::job_with_files(out.out.derived, order.folder);
    if (!steps) return refused(no_job(steps.why));
    out.out.reasons = broken_rules(out.out.derived);
    if (!out.out.reasons.empty() && !order.anyway) return refused(refused_for(out.out.reasons));
    auto model = emulate(*steps, {.loop = tools.loop, .doubts = tools.doubts, .stop = tools.stop});
    if (!model) return refused(no_job(model.why));
    out.out.reasons = reasons_against(out.out.derived, *model);
    if (!out.out.reasons.empty() && !order.anyway) return refused(refused_for(out.out.reasons));
    Job job = prepare(std::move(*steps), std::move(*model), order.device, order.timeout_ms);
    job.out.derived = std::move(out.out.derived);
    job.out.reasons = std::move(out.out.reasons);
    job.out.out_of_spec = !job.out.reasons.empty();
    return job;
}

// ---- on the GPU

class Launcher {
public:
    Launcher(Job& job, Client& client, const RunTools& tools)
        : job_(job), out_(job.out), client_(client), tools_(tools) {}

    void run() {
        begin();
        const ArchRow& arch = *arch_named(job_.steps.steps.front().arch);
        const auto fits = [&](const Device& d) { return runs_on(arch, d.chip()); };
        out_.ending = choose_device(client_.known_devices(tools_.stop), job_.device, fits,
                                    say("the target is ", arch.id, ", but"), out_.device);
        for (std::size_t i = 0; i < job_.launches.size() && out_.ending.is_ok(); ++i) {
            if (!cells_.empty() && !hand_on(job_.launches[i - 1], job_.launches[i])) return;
            launch(job_.launches[i]);
        }
        if (!out_.ending.is_ok()) return;
        if (const auto taken = take_cells(out_.kernel, job_.launches.back(), cells_, *job_.memory); !taken)
            out_.ending = {.outcome = Outcome::bad_protocol, .detail = taken.why};
    }

private:
    // Also a job that was launched before: then a later launch has the image.
    void begin() {
        out_.ran = true;
        out_.ending = {};
        out_.compile_us = out_.run_us = out_.copy_us = 0;
        out_.steps_done = 0;
        for (std::size_t i = 1; i < job_.launches.size(); ++i)
            if (auto& image = bytes_in(job_.launches[i], Param::image); !image.empty())
                bytes_in(job_.launches.front(), Param::image) = std::exchange(image, {});
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
            if (tools_.progress) tools_.progress({first + progress.step, out_.steps, progress});
        };
        RunResult result = client_.launch(launch, out_.device->index, tools_.stop, report);
        out_.ending = std::move(result.ending);
        out_.log = std::move(result.log);
        out_.status = std::move(result.status);
        out_.compile_us += result.compile_us;
        out_.run_us += result.run_us;
        out_.copy_us += result.copy_us;
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

    Job& job_;
    RunOutcome& out_;
    Client& client_;
    const RunTools& tools_;
    std::vector<std::uint8_t> cells_;  // cells_out of the launch before
};

// ---- as JSON and Markdown

using io::Json;

Json differences_json(const RunOutcome& run) {
    const LiveComparison& c = *run.comparison;
    Json out = Json::array();
    for (std::size_t e = 0; e < c.d.size() && out.size() < kMostListed; ++e)
        if (c.differs[e] != 0)
            out.push_back({{"row", e / c.n},
                           {"col", e % c.n},
                           {"device", io::d_word(run.model, c.d[e])},
                           {"model", io::d_word(run.model, run.model.d[e])}});
    return out;
}

Json cells_json(const LiveComparison& c) {
    return io::list_json(c.first_cells, [](const CellDifference& cell) -> Json {
        return {{"cta", cell.cta},
                {"lane", cell.lane},
                {"column", cell.column},
                {"device", hex(cell.device, 8)},
                {"model", hex(cell.model, 8)}};
    });
}

void add_comparison(const RunOutcome& run, Json& out) {
    const LiveComparison& c = *run.comparison;
    out.update({{"equal", c.is_equal()},
                {"m", c.m},
                {"n", c.n},
                {"different", c.different},
                {"most_ulps", c.most_ulps},
                {"explained_by", io::list_json(c.explains, &DoubtRow::id)},
                {"differences", differences_json(run)},
                {"cells_different", c.cells},
                {"cells", cells_json(c)},
                {"comparison", sentences_of(c, run.model)},
                {"d", io::d_json(run.model, c.d)}});
}

std::uint64_t pair_of(const RunOutcome& run, Status low) {
    const auto at = static_cast<std::size_t>(low);
    return std::uint64_t{run.status[at + 1]} << 32 | run.status[at];
}

// Returns whether the kernel of the last step came as far as this phase.
bool has_reached(const RunOutcome& run, std::uint32_t phase) {
    return run.status.size() >= kStatusWords && run.status[static_cast<std::size_t>(Status::phase)] >= phase;
}

// The descriptor that the instruction of the last step got. null: it got none, or nobody knows.
Json used_desc(const RunOutcome& run, Status low, bool in_memory) {
    constexpr std::uint32_t kWordsReady = 3;  // of kPhases
    return in_memory && has_reached(run, kWordsReady) ? Json(hex(pair_of(run, low), 16)) : Json();
}

Json clocks_json(const RunOutcome& run) {
    constexpr std::uint32_t kWaited = 5;  // of kPhases
    return has_reached(run, kWaited) ? Json(pair_of(run, Status::clocks)) : Json();
}

}  // namespace

Job prepare(const Order& order, const RunTools& tools) {
    Job out = prepared(order, tools);
    prefer_stop(out.out.ending, tools.stop);
    return out;
}

Job prepare(EmulatorJob steps, Emulation model, std::uint32_t device, std::uint32_t timeout_ms) {
    Job out{.out = {.model = std::move(model)}, .steps = std::move(steps), .device = device};
    if (const auto can = add_kernel(out, timeout_ms); !can) {
        out.launches.clear();
        out.out.ending = no_job(can.why);
    }
    return out;
}

void launch(Job& job, Client& client, const RunTools& tools) {
    if (!job.launches.empty()) Launcher(job, client, tools).run();
}

RunOutcome finish(Job job, const std::stop_token& stop) {
    RunOutcome out = std::move(job.out);
    if (!out.ran || !out.ending.is_ok()) return out;
    auto compared = compare_live(job.steps, out.model, *job.memory);
    if (compared) {
        out.comparison = std::move(*compared);
        return out;
    }
    out.ran = false;
    out.ending = no_job(compared.why);
    prefer_stop(out.ending, stop);
    return out;
}

RunOutcome run(const Order& order, Client& client, const RunTools& tools) {
    Job job = prepare(order, tools);
    launch(job, client, tools);
    return finish(std::move(job), tools.stop);
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

std::vector<std::string> reasons_against(const Derived& derived, const Emulation& model) {
    std::vector<std::string> out = broken_rules(derived);
    if (model.outside != 0)
        out.push_back(say("The instruction reads ", model.outside, model.outside == 1 ? " element" : " elements",
                          " past the end of memory. A GPU ends such a kernel with an error."));
    return out;
}

// ---- as JSON and Markdown

std::string run_json(const RunOutcome& run) {
    Json out = {{"outcome", row_of(run.ending.outcome).id},
                {"sentence", run.ending.sentence()},
                {"code", run.ending.code},
                {"out_of_spec", run.out_of_spec},
                {"device", device_json(run.device)},
                {"target", run.kernel.form.arch},
                {"instruction", run.kernel.instruction},
                {"steps", run.steps},
                {"steps_done", run.steps_done},
                {"a_desc_used", used_desc(run, Status::a_desc, !run.kernel.form.variant.a_in_tmem)},
                {"b_desc_used", used_desc(run, Status::b_desc, true)},
                {"clocks", clocks_json(run)},
                {"compile_us", run.compile_us},
                {"run_us", run.run_us},
                {"copy_us", run.copy_us},
                {"log", run.log}};
    if (run.comparison) add_comparison(run, out);
    return io::text_of_json(out);
}

std::string report_markdown(const RunOutcome& run) {
    const Derived& derived = run.derived;
    const Session& s = derived.session;
    std::string out = "# A tensor-core instruction on a GPU and on the model of tilescope\n\n";
    if (run.device) out += say("- GPU: ", printable(device_text(*run.device)), "\n");
    out += say("- tilescope: ", TILESCOPE_VERSION, "\n- shape: ", derived.m_text, " x ", derived.n_text, " x ",
               derived.k, " in each step, ", kind_text(derived), "\n");
    out += say("- target: ", run.kernel.form.arch, ", PTX ", run.kernel.ptx, "\n- instruction: `",
               run.kernel.instruction, "`\n- steps along K: ", run.steps_done, " of ", run.steps, "\n");
    for (const WordRow& row : kWords) {
        const WordView& word = derived.of(row.word);
        if (is_read(derived, row.word))
            out += say("- ", row.id, ": `", hex(s.word(row.word), word.format->bits / 4), "`\n");
    }
    if (run.out_of_spec) out += "- The words break rules of the instruction. The run was requested anyway.\n";
    out += say("- outcome: ", run.ending.sentence(), "\n\n");
    if (run.comparison) {
        for (const std::string& sentence : sentences_of(*run.comparison, run.model)) out += sentence + "\n";
        constexpr std::size_t kMostRows = 20;
        std::size_t rows = 0;
        for (std::size_t e = 0; e < run.comparison->d.size() && rows < kMostRows; ++e) {
            if (run.comparison->differs[e] == 0) continue;
            if (rows++ == 0) out += "\n| row | column | GPU | model |\n|---|---|---|---|\n";
            out += say("| ", e / run.comparison->n, " | ", e % run.comparison->n, " | `",
                       io::d_word(run.model, run.comparison->d[e]), "` | `", io::d_word(run.model, run.model.d[e]),
                       "` |\n");
        }
    }
    if (!run.log.empty())
        out += say("\nThe driver's log:\n\n```\n", io::printable_lines(run.log), run.log.ends_with('\n') ? "" : "\n",
                   "```\n");
    out += say("\nThe session. To run it again, save it as job.json: tilescope run job.json\n\n```\n",
               io::session_to_text({.session = s}), "```\n");
    return out + say("\nThe kernel of one step:\n\n```\n", run.kernel.text, "```\n");
}

}  // namespace tilescope::live
