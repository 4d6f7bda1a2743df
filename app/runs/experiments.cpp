// app/runs/experiments.cpp -- runs experiments on a GPU, finds the answers that agree; their report.
// SPDX-License-Identifier: MIT
#include "app/runs/experiments.h"
#include "app/runs/client.h"

#include "app/io/json.h"
#include "app/runs/batch.h"

#include <tilescope/base/printable.h>
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

// ---- the report, written and read again

using io::Json;
using io::list_json, io::member, io::text_in;

Json distance_json(const AnswerDistance& d) {
    Json out = {{"answer", d.answer}, {"agrees", d.agrees}, {"words_different", d.words}};
    if (d.first)
        out["first"] = {{"row", d.first->row},
                        {"col", d.first->column},
                        {"device", hex(d.device, 8)},
                        {"predicted", hex(d.predicted, 8)}};
    return out;
}

Json one_run_json(const ExperimentRun& run) {
    return {{"name", run.name},
            {"outcome", row_of(run.ending.outcome).id},
            {"sentence", run.ending.sentence()},
            {"code", run.ending.code},
            {"out_of_spec", !run.broken.empty()},
            {"broken_rules", run.broken},
            {"cells_different", run.outside},
            {"first_words", list_json(run.words, [](std::uint32_t word) { return hex(word, 8); })},
            {"answers", list_json(run.distances, distance_json)}};
}

Json result_json(const ExperimentResult& r) {
    const bool answered = r.conclusion == Conclusion::answered;
    const ExperimentAnswer* answer = answered ? &r.experiment->answers[r.answers.front()] : nullptr;
    return {{"id", r.experiment->id},
            {"question", r.experiment->question},
            {"conclusion", row_of(r.conclusion).id},
            {"answer", answer ? Json(answer->id) : Json(nullptr)},
            {"sentence", r.sentence()},
            {"settles", r.experiment->settles},
            {"reading", answer ? Json(answer->reading) : Json("")},
            {"runs", list_json(r.runs, one_run_json)}};
}

Json experiment_json(const Experiment* experiment) {
    const Experiment& e = *experiment;
    const auto answer = [](const ExperimentAnswer& a) -> Json {
        return {{"id", a.id}, {"sentence", a.sentence}, {"reading", a.reading}};
    };
    Json out = {{"id", e.id},
                {"question", e.question},
                {"settles", e.settles},
                {"source", e.source},
                {"state", name_of(asked_of(e))},
                {"answers", list_json(e.answers, answer)},
                {"can_ask", chips_that_run(e)},
                {"open_for", chips_that_are_open(e)}};
    if (e.by.measurement() == nullptr) return out;
    io::put_certainty(out, e.by);
    out["seen"] = e.seen;
    return out;
}

// "differs in 12 words; the first is D[0][3]: ...".
std::string far_in_words(const ExperimentRun& run, const AnswerDistance& d) {
    if (d.agrees) return "agrees";
    if (d.first)
        return say("differs in ", d.words, d.words == 1 ? " word" : " words", "; the first is D[", d.first->row, "][",
                   d.first->column, "]: the GPU has `", hex(d.device, 8), "`, the answer predicts `",
                   hex(d.predicted, 8), "`");
    if (d.words == 0) return "agrees with D, but other cells changed";
    return run.ending.is_ok() ? "differs: the instruction ran" : "differs: the instruction failed";
}

// What the GPU did, so that a person can find a new answer.
std::string evidence(const ExperimentResult& r) {
    std::string out;
    for (const ExperimentRun& run : r.runs) {
        out += say("- ", run.name, ": ", run.ending.is_ok() ? "the instruction ran." : run.ending.sentence());
        if (run.outside != 0) out += say(" Cells of Tensor Memory outside D that changed: ", run.outside, ".");
        if (!run.words.empty()) out += " The first words of D:";
        for (const std::uint32_t word : run.words) out += say(" `", hex(word, 8), "`");
        out += "\n";
        for (const AnswerDistance& d : run.distances) out += say("  - `", d.answer, "` ", far_in_words(run, d), "\n");
    }
    return out;
}

bool breaks_rules(const ExperimentResult& r) {
    for (const ExperimentRun& run : r.runs)
        if (!run.broken.empty()) return true;
    return false;
}

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
    out.ending = choose_device(client.devices(tools.stop), all.device, has_target,
                               "no chosen experiment runs there:", out.device);
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

// ---- the report, written and read again

std::string experiments_json(const ExperimentsReport& report) {
    return io::text_of_json({{"tilescope_experiments", kExperimentsVersion},
                             {"outcome", row_of(report.ending.outcome).id},
                             {"sentence", report.ending.sentence()},
                             {"date", report.date},
                             {"device", device_json(report.device)},
                             {"experiments", list_json(report.results, result_json)}});
}

std::string experiments_markdown(const ExperimentsReport& report) {
    std::string out = "# Open questions about tensor cores, asked to a GPU\n\n";
    if (report.device) out += say("- GPU: ", printable(device_text(*report.device)), "\n");
    out += say("- date: ", report.date, "\n- outcome: ", report.ending.is_ok() ? "ok" : report.ending.sentence(), "\n");
    for (const ExperimentResult& r : report.results) {
        out += say("\n## ", r.experiment->id, "\n\n", r.experiment->question, "\n\n**", r.sentence(), "**\n");
        if (r.conclusion == Conclusion::answered && !r.experiment->settles.empty()) {
            const std::string_view reading = r.experiment->answers[r.answers.front()].reading;
            out += say("\nFor ", r.experiment->settles, ": ", in_words(reading), ".\n");
        }
        if (breaks_rules(r)) out += "\nThe words break rules of the instruction, because the question is about them.\n";
        if (!r.runs.empty()) out += say("\n", evidence(r));
    }
    return out;
}

std::string experiment_list_json(std::span<const Experiment* const> experiments) {
    return io::text_of_json({{"experiments", list_json(experiments, experiment_json)}});
}

Answer<std::vector<Measurement>> measurements_in(std::string_view text) {
    const auto json = io::read_json(text);
    if (!json) return Refusal(json.why);
    const Json *version = member(*json, "tilescope_experiments"), *all = member(*json, "experiments");
    if (!version || !all || !all->is_array())
        return Refusal("it is not a report of experiments; write one with tilescope experiments run --out FILE");
    if (*version != kExperimentsVersion)
        return Refusal("it has version ", io::shown(*version), " of the report; this program reads version ",
                       kExperimentsVersion);
    const Json* device = member(*json, "device");
    std::vector<Measurement> out;
    for (const Json& row : *all) {
        const std::string id = text_in(row, "id"), answer = text_in(row, "answer");
        if (text_in(row, "conclusion") != row_of(Conclusion::answered).id) continue;
        Measurement m{.experiment = find_experiment(id)};
        if (!m.experiment) return Refusal("it has the experiment '", io::clipped(id), "', which does not exist");
        m.answer = find_answer(*m.experiment, answer);
        if (!m.answer)
            return Refusal("it has the answer '", io::clipped(answer), "', which the experiment ", id,
                           " does not have");
        m.date = text_in(*json, "date");
        if (device) {
            m.gpu = text_in(*device, "name");
            m.chip = text_in(*device, "compute_capability");
            m.driver = text_in(*device, "driver");
        }
        out.push_back(std::move(m));
    }
    return out;
}

std::string in_words(std::string_view reading) {
    constexpr std::pair<std::string_view, std::string_view> kWords[] = {
        {"both", "both readings"}, {"model", "the rule of the emulator"}, {"alternative", "the alternative rule"}};
    for (const auto& [id, words] : kWords)
        if (id == reading) return std::string(words);
    return reading.empty() ? "neither reading" : say("reading ", reading);
}

std::string sentence_of(const Measurement& m) {
    const std::string gpu = m.gpu.empty() ? "a GPU without a name" : excerpt(m.gpu, 80);
    const std::string where = say(gpu, " (", excerpt(m.chip, 16), ", CUDA ", excerpt(m.driver, 16),
                                  m.date.empty() ? "" : ", ", excerpt(m.date, 16), ")");
    const Experiment& e = *m.experiment;
    if (e.settles.empty()) return say("Experiment ", e.id, " on ", where, ": ", m.answer->sentence);
    return say(m.answer->reading.empty() ? "Experiment " : "Answered by experiment ", e.id, " on ", where, ": ",
               in_words(m.answer->reading), ". ", m.answer->sentence);
}

io::Json measurement_json(const Measurement& m) {
    return {{"settles", m.experiment->settles}, {"reading", m.answer->reading}, {"sentence", sentence_of(m)},
            {"experiment", m.experiment->id},   {"answer", m.answer->id},       {"gpu", m.gpu},
            {"compute_capability", m.chip},     {"driver", m.driver},           {"date", m.date}};
}

}  // namespace tilescope::live
