// app/runs/sweep_record.cpp -- the result of one job of a sweep, as one line of JSON.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep_record.h"

#include "app/io/json_reader.h"
#include "app/runs/devices_out.h"
#include "app/runs/json_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::live {
namespace {

using io::Json;
using io::text_in;

constexpr std::string_view kBegin = "{\"job\":";

bool bool_in(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

std::size_t count_in(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

std::vector<std::string> texts_in(const Json& json, const char* key) {
    std::vector<std::string> out;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return out;
    for (const Json& text : *found)
        if (text.is_string()) out.push_back(text.get<std::string>());
    return out;
}

std::string device_in(const Json& json) {
    const auto device = json.find("device");
    if (device == json.end() || !device->is_object()) return {};
    return say(text_in(*device, "name"), ", compute capability ", text_in(*device, "compute_capability"), ", CUDA ",
               text_in(*device, "driver"));
}

}  // namespace

std::string line_of(const Sweep& sweep, const JobResult& result) {
    Json values = Json::object();
    for (const auto& [item, value] : sweep.values(result.number)) values[item] = value;
    Json out = {{"job", result.number},
                {"name", sweep.name(result.number)},
                {"values", std::move(values)},
                {"session", sweep.path(result.number)},
                {"sweep", sweep.id()}};
    Json parts = job_json(result);
    for (const auto& [key, value] : parts.items())
        if (!out.contains(key) && !(result.equal && (key == "comparison" || key == "explained_by"))) out[key] = value;
    out["reason"] = result.ending.detail;
    out["device"] = device_json(result.device);
    out["target"] = result.target;
    out["compile_us"] = result.times.compile_us;
    out["run_us"] = result.times.run_us;
    out["copy_us"] = result.times.copy_us;
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Answer<SweepRecord> record_in(std::string_view line) {
    using Out = Answer<SweepRecord>;
    const auto json = io::read_json(line);
    if (!json) return Out::refuse(json.why);
    const auto outcome = json->is_object() ? outcome_named(text_in(*json, "outcome")) : std::nullopt;
    if (!outcome || !json->contains("job") || !(*json)["job"].is_number_unsigned() || text_in(*json, "name").empty() ||
        text_in(*json, "sweep").empty())
        return Out::refuse("the line is not the result of a job: it has no job, name, sweep or outcome");
    SweepRecord out{.job = count_in(*json, "job"),
                    .name = text_in(*json, "name"),
                    .session = text_in(*json, "session"),
                    .sweep = text_in(*json, "sweep"),
                    .outcome = *outcome,
                    .sentence = text_in(*json, "sentence"),
                    .reason = text_in(*json, "reason"),
                    .device = device_in(*json),
                    .equal = bool_in(*json, "equal"),
                    .out_of_spec = bool_in(*json, "out_of_spec"),
                    .different = count_in(*json, "different"),
                    .words = count_in(*json, "words"),
                    .cells = count_in(*json, "cells_different"),
                    .most_ulps = static_cast<std::int64_t>(count_in(*json, "most_ulps")),
                    .comparison = texts_in(*json, "comparison"),
                    .explained_by = texts_in(*json, "explained_by")};
    if (out.job >= kMostVaried) return Out::refuse(say("the number of the job is ", out.job, ", too large"));
    if (const auto values = json->find("values"); values != json->end() && values->is_object())
        for (const auto& [item, value] : values->items())
            if (value.is_string()) out.values.emplace_back(item, value.get<std::string>());
    return out;
}

bool begins_record(std::string_view text) {
    text = text.substr(0, text.find('\0'));  // if the power failed, bytes that did not reach the disk can be zeros
    const std::size_t n = std::min(text.size(), kBegin.size());
    return text.substr(0, n) == kBegin.substr(0, n);
}

}  // namespace tilescope::live
