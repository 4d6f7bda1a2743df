// core/src/study/experiment.cpp -- the list of the experiments, and the answers that agree with what a GPU did.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/study/experiment.h>

#include <algorithm>

namespace tilescope {
namespace {

using namespace experiment;

// ---- what a GPU answered ----

std::size_t changed_cells(const Machine& have, const Machine& want) {
    std::size_t out = 0;
    for (unsigned cta = 0; cta < want.ctas; ++cta) {
        const unsigned columns = std::min(have.tmem[cta].columns(), want.tmem[cta].columns());
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < columns; ++column)
                out += have.tmem[cta].cell(lane, column) != want.tmem[cta].cell(lane, column);
    }
    return out;
}

std::string_view instruction_of(const ArchRow& arch) { return family_of(arch).id; }

std::string_view instruction_of(std::string_view chip) {
    for (const ArchRow& arch : kArchs)
        if (arch.has(Feature::exact) && chip_of(arch) == chip) return instruction_of(arch);
    return {};
}

std::string_view answered_instruction(const Experiment& e) {
    const Measurement* m = e.by.measurement();
    return m == nullptr ? std::string_view() : instruction_of(m->on->chip);
}

// The instructions for which the question is open: "tcgen05".
std::string open_instructions(const Experiment& e) {
    std::string out;
    for (const std::string_view chip : chips_that_are_open(e))
        if (const std::string_view name = instruction_of(chip); out.find(name) == out.npos)
            out += say(out.empty() ? "" : " and ", name);
    return out;
}

}  // namespace

std::span<const Experiment> all_experiments() {
    static const std::vector<Experiment> all = [] {
        std::vector<Experiment> out;
        for (const std::span<const Experiment> part : {word_experiments(), sum_experiments()})
            out.insert(out.end(), part.begin(), part.end());
        return out;
    }();
    return all;
}

std::vector<std::string_view> chips_that_run(const Experiment& e) {
    std::vector<std::string_view> out;
    for (const ArchRow& arch : kArchs)
        if (target_of(e, chip_of(arch)) == &arch) out.push_back(chip_of(arch));
    return out;
}

std::vector<std::string_view> chips_that_are_open(const Experiment& e) {
    std::vector<std::string_view> out = chips_that_run(e);
    std::erase_if(out, [&](std::string_view chip) { return instruction_of(chip) == answered_instruction(e); });
    return out;
}

AskedState asked_of(const Experiment& e) {
    if (e.by.measurement() == nullptr) return AskedState::open;
    return chips_that_are_open(e).empty() ? AskedState::measured : AskedState::in_part;
}

std::string answer_of_gpus(const Experiment& e) {
    const Measurement* m = e.by.measurement();
    const ExperimentAnswer* answer = find_answer(e, e.seen);
    if (m == nullptr || answer == nullptr) return {};
    const std::string open = open_instructions(e);
    return say("Measured for ", answered_instruction(e), ": ", answer->sentence, " (", text_of(*m), ")",
               open.empty() ? "" : say(" Open for ", open, "."));
}

const Experiment* find_experiment(std::string_view id) { return row_with(all_experiments(), id, &Experiment::id); }

const ExperimentAnswer* find_answer(const Experiment& experiment, std::string_view id) {
    return row_with(experiment.answers, id, &ExperimentAnswer::id);
}

const ArchRow* target_of(const Experiment& experiment, std::string_view chip) {
    for (const ArchRow& arch : kArchs) {
        const bool has = std::ranges::any_of(experiment.needs, [&](Feature f) { return arch.has(f); });
        if (has && arch.has(Feature::exact) && chip_of(arch) == chip) return &arch;
    }
    return nullptr;
}

Answer<std::vector<ExperimentJob>> experiment_jobs(const Experiment& experiment, std::string_view chip) {
    const ArchRow* arch = target_of(experiment, chip);
    if (arch) return experiment.make(*arch, experiment.number);
    return Answer<std::vector<ExperimentJob>>::refuse(
        say("No target of compute capability ", chip, " has what the experiment ", experiment.id, " needs."));
}

Answer<Observation> observation_of(const ExperimentJob& job, const Machine& before, const Machine& after) {
    using Out = Answer<Observation>;
    auto read = gather_mma(after, job.reader);
    if (!read) return Out::refuse(read.why);
    Observation out{.words = read->c.words};
    if (read->shape.family->d == Storage::registers) return out;
    Machine want = before;
    read->zeroed.clear();
    read->kept.clear();
    std::vector<std::uint32_t> words = out.words;
    finish_mma(want, job.reader, *read, words);
    out.outside = changed_cells(after, want);
    return out;
}

PredictionDifference difference_from(const ExperimentJob& job, const Prediction& prediction, const Observation& seen) {
    if (prediction.stops && seen.stopped) return {};
    if (prediction.words.size() != seen.words.size() || prediction.stops != seen.stopped)
        return {.words = std::max(prediction.words.size(), seen.words.size()), .first = {}};
    PredictionDifference out;
    for (std::size_t e = 0; e < seen.words.size(); ++e) {
        const std::uint32_t bits = job.care.empty() ? ~0u : job.care[e];
        if (((prediction.words[e] ^ seen.words[e]) & bits) == 0) continue;
        ++out.words;
        if (!out.first) out.first = e;
    }
    return out;
}

bool agrees(const ExperimentJob& job, const Prediction& prediction, const Observation& seen) {
    return prediction.stops == seen.stopped && seen.outside == 0 && difference_from(job, prediction, seen).words == 0;
}

std::vector<std::size_t> answers_that_agree(const Experiment& experiment, std::span<const ExperimentJob> jobs,
                                            std::span<const Observation> observations) {
    std::vector<std::size_t> out;
    for (std::size_t a = 0; a < experiment.answers.size(); ++a) {
        bool all = !jobs.empty() && jobs.size() == observations.size();
        for (std::size_t j = 0; all && j < jobs.size(); ++j)
            all = agrees(jobs[j], jobs[j].predictions[a], observations[j]);
        if (all) out.push_back(a);
    }
    return out;
}

}  // namespace tilescope
