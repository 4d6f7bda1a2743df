// app/runs/measurements.cpp -- reads reports of experiments.
// SPDX-License-Identifier: MIT
#include "app/runs/measurements.h"

#include "app/io/json_reader.h"
#include "app/runs/experiments_out.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::live {
namespace {

using io::Json;
using io::text_in;

const Json* member(const Json& object, std::string_view key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(std::string(key));
    return found == object.end() ? nullptr : &*found;
}

}  // namespace

Answer<std::vector<Measurement>> measurements_in(std::string_view text) {
    using Out = Answer<std::vector<Measurement>>;
    const auto json = io::read_json(text);
    if (!json) return Out::refuse(json.why);
    const Json *version = member(*json, "tilescope_experiments"), *all = member(*json, "experiments");
    if (!version || !all || !all->is_array())
        return Out::refuse("it is not a report of experiments; write one with tilescope experiments run --out FILE");
    if (*version != kExperimentsVersion)
        return Out::refuse(say("it has version ", io::shown(*version), " of the report; this program reads version ",
                               kExperimentsVersion));
    const Json* device = member(*json, "device");
    std::vector<Measurement> out;
    for (const Json& row : *all) {
        const std::string id = text_in(row, "id"), answer = text_in(row, "answer");
        if (text_in(row, "conclusion") != row_of(Conclusion::answered).id) continue;
        Measurement m{.experiment = find_experiment(id)};
        if (!m.experiment)
            return Out::refuse(say("it has the experiment '", io::clipped(id), "', which does not exist"));
        m.answer = find_answer(*m.experiment, answer);
        if (!m.answer)
            return Out::refuse(
                say("it has the answer '", io::clipped(answer), "', which the experiment ", id, " does not have"));
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
