// app/runs/experiment_report.cpp -- the report of experiments, as JSON and Markdown: written, and read again.
// SPDX-License-Identifier: MIT
#include "app/runs/experiments.h"

#include "app/runs/client.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::live {
namespace {

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
