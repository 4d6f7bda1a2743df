// app/runs/experiments.cpp -- runs experiments on a GPU, and finds the answers that agree.
// SPDX-License-Identifier: MIT
#include "app/runs/experiments.h"

#include "app/runs/batch.h"

#include <tilescope/base/say.h>
#include <tilescope/kernel/live_kernel.h>

#include <algorithm>

namespace tilescope::live {
namespace {

// Returns whether the instruction in question failed, not something before it: the phase says that all was ready.
bool is_failed_mma(const Ending& ending) {
    constexpr std::uint32_t kWordsReady = 3;  // of kPhases
    if (!ending.phase || *ending.phase < kWordsReady) return false;
    if (ending.outcome == Outcome::device_timeout) return true;
    const DriverErrorRow* error = driver_error(ending.code);
    return ending.outcome == Outcome::launch_error && error && error->of_mma;
}

class Laboratory {
public:
    Laboratory(const ExperimentsRequest& request, const Device& device, Client& client, const RunTools& tools)
        : request_(request), device_(device), client_(client), tools_(tools) {}

    // `ending` is not ok if no experiment can run.
    ExperimentResult run(const Experiment& experiment, Ending& ending) {
        ExperimentResult out{.experiment = &experiment};
        const auto jobs = experiment_jobs(experiment, device_.chip());
        if (!jobs) {
            const bool has_target = target_of(experiment, device_.chip()) != nullptr;
            out.conclusion = has_target ? Conclusion::failed : Conclusion::lacking;
            out.why = jobs.why;
            return out;
        }
        std::vector<Observation> seen;
        for (const ExperimentJob& job : *jobs) {
            if (!is_controlled(job, out, ending)) return out;
            auto one = observe(experiment, job, out, ending);
            if (!one) return out;
            seen.push_back(std::move(*one));
        }
        out.answers = answers_that_agree(experiment, *jobs, seen);
        out.conclusion = out.answers.size() == 1 ? Conclusion::answered
                         : out.answers.empty()   ? Conclusion::unknown
                                                 : Conclusion::undecided;
        return out;
    }

private:
    void fail(ExperimentResult& out, const Ending& how, Ending& ending) const {
        out.conclusion = Conclusion::failed;
        out.why = how.sentence();
        if (ends_batch(how)) ending = how;
    }

    bool is_controlled(const ExperimentJob& job, ExperimentResult& out, Ending& ending) const {
        auto model = emulate(job.control, {.loop = tools_.loop, .doubts = false, .stop = tools_.stop});
        if (tools_.stop.stop_requested()) return fail(out, {.outcome = Outcome::stopped}, ending), false;
        if (!model) return fail(out, {.outcome = Outcome::no_job, .detail = model.why}, ending), false;
        Job control = prepare(job.control, std::move(*model), device_.index, request_.timeout_ms);
        launch(control, client_, {.stop = tools_.stop});
        const RunOutcome run = finish(std::move(control), tools_.stop);
        if (tools_.stop.stop_requested()) return fail(out, {.outcome = Outcome::stopped}, ending), false;
        if (!run.ran) return fail(out, run.ending, ending), false;
        if (!run.ending.is_ok()) {
            fail(out, run.ending, ending);
            out.why = say("The control of '", job.name, "' failed. ", out.why);
            return false;
        }
        if (run.is_equal()) return true;
        out.conclusion = Conclusion::control;
        out.why = list_of(sentences_of(*run.comparison, run.model), std::identity(), " ");
        return false;
    }

    // Launches the instruction in question. No value: `out` has the reason.
    std::optional<Observation> observe(const Experiment& experiment, const ExperimentJob& job, ExperimentResult& out,
                                       Ending& ending) const {
        const auto refuse = [&](const std::string& why) {
            fail(out, {.outcome = Outcome::no_job, .detail = why}, ending);
            return std::nullopt;
        };
        auto before = filled(job.memory);
        if (!before) return refuse(before.why);
        load_registers(*before, job.memory, 0);
        const auto form = kernel_form(job.launched);
        const auto kernel = form ? live_kernel(*form) : Refusal(form.why);
        if (!kernel) return refuse(kernel.why);
        const auto launch = launch_of(*kernel, job.launched, *before, {.timeout_ms = request_.timeout_ms});
        if (!launch) return refuse(launch.why);
        RunResult result = client_.launch(*launch, device_.index, tools_.stop);
        ExperimentRun& run = out.runs.emplace_back();
        run = {.name = job.name, .ending = result.ending, .broken = job.broken};
        Observation seen;
        if (result.ending.is_ok()) {
            const std::vector<std::uint8_t>* cells = cells_in(*launch, result);
            if (cells == nullptr)
                return fail(out, {.outcome = Outcome::bad_protocol, .detail = "the result has no D"}, ending),
                       std::nullopt;
            Machine after = *before;
            if (const auto taken = take_cells(*kernel, *launch, *cells, after); !taken) return refuse(taken.why);
            auto read = observation_of(job, *before, after);
            if (!read) return refuse(read.why);
            seen = std::move(*read);
        } else if (is_failed_mma(result.ending)) {
            seen.stopped = true;
        } else {
            fail(out, result.ending, ending);
            return std::nullopt;
        }
        describe(experiment, job, seen, run);
        return seen;
    }

    static void describe(const Experiment& experiment, const ExperimentJob& job, const Observation& seen,
                         ExperimentRun& run) {
        run.outside = seen.outside;
        run.words.assign(seen.words.begin(), seen.words.begin() + static_cast<std::ptrdiff_t>(
                                                                      std::min(seen.words.size(), kMostFirstWords)));
        for (std::size_t a = 0; a < experiment.answers.size(); ++a) {
            const Prediction& prediction = job.predictions[a];
            const PredictionDifference far = difference_from(job, prediction, seen);
            AnswerDistance& out = run.distances.emplace_back();
            out = {.answer = experiment.answers[a].id, .agrees = agrees(job, prediction, seen), .words = far.words};
            if (!far.first) continue;
            const unsigned n = job.memory.expected.n;
            out.first = Element{static_cast<int>(*far.first / n), static_cast<int>(*far.first % n)};
            out.device = seen.words[*far.first];
            out.predicted = prediction.words[*far.first];
        }
    }

    const ExperimentsRequest& request_;
    const Device& device_;
    Client& client_;
    const RunTools& tools_;
};

}  // namespace

std::string ExperimentResult::sentence() const {
    if (conclusion == Conclusion::answered) return std::string(experiment->answers[answers.front()].sentence);
    std::string out(row_of(conclusion).sentence);
    for (std::size_t i = 0; i < answers.size(); ++i)
        out += say(i == 0 ? " They are: " : " ", experiment->answers[answers[i]].sentence);
    return why.empty() ? out : say(out, " ", why);
}

ExperimentsReport run_experiments(const ExperimentsRequest& request, Client& client, const RunTools& tools,
                                  const std::function<void(const ExperimentResult&)>& on_result,
                                  const std::function<void(const Experiment&, std::size_t, std::size_t)>& on_start) {
    ExperimentsRequest all = request;
    if (all.chosen.empty())
        for (const Experiment& e : all_experiments()) all.chosen.push_back(&e);
    ExperimentsReport out{.date = request.date};
    const auto has_target = [&](const Device& device) {
        return std::ranges::any_of(all.chosen,
                                   [&](const Experiment* e) { return target_of(*e, device.chip()) != nullptr; });
    };
    out.ending = choose_device(client.devices(tools.stop), all.device, has_target, "no chosen experiment runs there",
                               out.device);
    if (!out.ending.is_ok()) return out;
    Laboratory laboratory(all, *out.device, client, tools);
    out.chosen = all.chosen.size();
    for (const Experiment* experiment : all.chosen) {
        if (on_start) on_start(*experiment, out.results.size(), out.chosen);
        ExperimentResult result = laboratory.run(*experiment, out.ending);
        if (!out.ending.is_ok()) return out;
        if (on_result) on_result(result);
        out.results.push_back(std::move(result));
    }
    return out;
}

}  // namespace tilescope::live
