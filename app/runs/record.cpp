// app/runs/record.cpp -- what is kept of a run among others, and its line of JSON.
// SPDX-License-Identifier: MIT
#include "app/runs/record.h"

#include "app/io/json.h"
#include "app/runs/devices.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/study/variation.h>

#include <algorithm>

namespace tilescope::live {
namespace {

using io::Json;
using io::text_in;

constexpr std::string_view kBegin = "{\"job\":";

// The GPU follows the alternative rule of a question only if no other question explains its words too.
DoubtVote vote_of(const DoubtRow& row, const LiveComparison& c) {
    DoubtVote out{.doubt = std::string(row.id)};
    const bool explains = std::ranges::find(c.explains, &row) != c.explains.end();
    if (c.different == 0) out.side = DoubtVote::Side::model;
    if (explains && c.explains.size() == 1) out.side = DoubtVote::Side::alternative;
    return out;
}

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

}  // namespace

Record record_of(std::size_t job, std::string name, const RunOutcome& run) {
    Record out{.job = job, .name = std::move(name)};
    out.outcome = run.ending.outcome;
    out.sentence = run.ending.sentence();
    out.reason = run.ending.detail;
    if (!run.ran) return out;
    out.device = run.device;
    out.target = run.kernel.form.arch;
    out.out_of_spec = run.out_of_spec;
    out.compile_us = run.compile_us, out.run_us = run.run_us, out.copy_us = run.copy_us;
    if (!run.comparison) return out;
    const LiveComparison& c = *run.comparison;
    out.equal = c.is_equal();
    out.different = c.different;
    out.words = c.d.size();
    out.cells = c.cells;
    out.most_ulps = c.most_ulps;
    out.comparison = sentences_of(c, run.model);
    for (const DoubtRow* row : c.explains) out.explained_by.emplace_back(row->id);
    for (const OtherD& other : run.model.others)
        for (const DoubtRow* row : rows_of(set_of(other.doubt))) out.votes.push_back(vote_of(*row, c));
    return out;
}

Json record_json(const Record& r) {
    return {{"name", r.name},
            {"outcome", row_of(r.outcome).id},
            {"sentence", r.sentence},
            {"equal", r.equal},
            {"different", r.different},
            {"words", r.words},
            {"cells_different", r.cells},
            {"most_ulps", r.most_ulps},
            {"out_of_spec", r.out_of_spec},
            {"comparison", r.comparison},
            {"explained_by", r.explained_by}};
}

std::string line_of(const Record& r) {
    Json values = Json::object();
    for (const auto& [item, value] : r.values) values[item] = value;
    Json out = {
        {"job", r.job}, {"name", r.name}, {"values", std::move(values)}, {"session", r.session}, {"sweep", r.sweep}};
    Json parts = record_json(r);
    for (const auto& [key, value] : parts.items())
        if (!out.contains(key) && !(r.equal && (key == "comparison" || key == "explained_by"))) out[key] = value;
    out["reason"] = r.reason;
    out["device"] = device_json(r.device);
    out["target"] = r.target;
    out["compile_us"] = r.compile_us;
    out["run_us"] = r.run_us;
    out["copy_us"] = r.copy_us;
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Answer<Record> record_in(std::string_view line) {
    using Out = Answer<Record>;
    const auto json = io::read_json(line);
    if (!json) return Out::refuse(json.why);
    const auto outcome = json->is_object() ? outcome_named(text_in(*json, "outcome")) : std::nullopt;
    if (!outcome || !json->contains("job") || !(*json)["job"].is_number_unsigned() || text_in(*json, "name").empty() ||
        text_in(*json, "sweep").empty())
        return Out::refuse("the line is not the result of a job: it has no job, name, sweep or outcome");
    Record out{.job = count_in(*json, "job"),
               .name = text_in(*json, "name"),
               .session = text_in(*json, "session"),
               .sweep = text_in(*json, "sweep"),
               .outcome = *outcome,
               .sentence = text_in(*json, "sentence"),
               .reason = text_in(*json, "reason"),
               .device = device_in(*json),
               .target = text_in(*json, "target"),
               .equal = bool_in(*json, "equal"),
               .out_of_spec = bool_in(*json, "out_of_spec"),
               .different = count_in(*json, "different"),
               .words = count_in(*json, "words"),
               .cells = count_in(*json, "cells_different"),
               .most_ulps = static_cast<std::int64_t>(count_in(*json, "most_ulps")),
               .comparison = texts_in(*json, "comparison"),
               .explained_by = texts_in(*json, "explained_by"),
               .compile_us = count_in(*json, "compile_us"),
               .run_us = count_in(*json, "run_us"),
               .copy_us = count_in(*json, "copy_us")};
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
