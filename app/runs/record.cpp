// app/runs/record.cpp -- what is kept of a run among others, and its line of JSON.
// SPDX-License-Identifier: MIT
#include "app/runs/record.h"

#include "app/runs/client.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/study/variation.h>

#include <algorithm>

namespace tilescope::live {
namespace {

using io::Json;
using io::member, io::text_in;

constexpr std::string_view kBegin = "{\"job\":";

// The GPU follows the alternative rule of a question only if no other question explains its words too.
DoubtVote vote_of(const DoubtRow& row, const LiveComparison& c) {
    DoubtVote out{.doubt = std::string(row.id)};
    const bool explains = std::ranges::find(c.explains, &row) != c.explains.end();
    if (c.different == 0) out.side = DoubtVote::Side::model;
    if (explains && c.explains.size() == 1) out.side = DoubtVote::Side::alternative;
    return out;
}

bool bool_in(const Json& json, std::string_view key) {
    const Json* found = member(json, key);
    return found && found->is_boolean() && found->get<bool>();
}

std::size_t count_in(const Json& json, std::string_view key) {
    const Json* found = member(json, key);
    return found && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

std::vector<std::string> texts_in(const Json& json, std::string_view key) {
    std::vector<std::string> out;
    const Json* found = member(json, key);
    for (const Json& text : found && found->is_array() ? *found : Json::array())
        if (text.is_string()) out.push_back(text.get<std::string>());
    return out;
}

std::string time_text(double seconds) {
    const auto s = static_cast<std::uint64_t>(seconds + 0.5);
    if (s < 100) return say(s, " s");
    if (s < 6000) return say((s + 30) / 60, " min");
    return say(s / 3600, " h ", s % 3600 / 60, " min");
}

// ", 2 different"
std::string unless_none(std::size_t count, std::string_view what) {
    return count == 0 ? std::string() : say(", ", count, " ", what);
}

std::string rate_text(double rate) {
    const auto tenths = static_cast<std::uint64_t>(rate * 10 + 0.5);
    return rate >= 10 ? say(static_cast<std::uint64_t>(rate + 0.5)) : say(tenths / 10, ".", tenths % 10);
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
    return io::line_of_json(out) + "\n";
}

Answer<Record> record_in(std::string_view line) {
    const auto json = io::read_json(line);
    if (!json) return Refusal(json.why);
    const auto outcome = outcome_named(text_in(*json, "outcome"));
    const Json* job = member(*json, "job");
    if (!outcome || !job || !job->is_number_unsigned() || text_in(*json, "name").empty() ||
        text_in(*json, "sweep").empty())
        return Refusal("the line is not the result of a job: it has no job, name, sweep or outcome");
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
    if (out.job >= kMostVaried) return Refusal("the number of the job is ", out.job, ", too large");
    if (const Json* values = member(*json, "values"); values && values->is_object())
        for (const auto& [item, value] : values->items())
            if (value.is_string()) out.values.emplace_back(item, value.get<std::string>());
    return out;
}

bool begins_record(std::string_view text) {
    text = text.substr(0, text.find('\0'));  // if the power failed, bytes that did not reach the disk can be zeros
    const std::size_t n = std::min(text.size(), kBegin.size());
    return text.substr(0, n) == kBegin.substr(0, n);
}

// ---- many jobs

void Tally::add(const Record& record) {
    const int exit = row_of(record.outcome).exit;
    if (record.outcome == Outcome::ok)
        ++(record.equal ? equal : different);
    else
        ++(exit == io::kUnusable ? refused : exit == io::kLacking ? lacking : failed);
}

int exit_of(const Tally& t) {
    if (t.failed != 0) return io::kRunFailed;
    if (t.different != 0) return io::kWrong;
    if (t.lacking != 0) return io::kLacking;
    return t.equal == 0 ? io::kUnusable : io::kDone;
}

std::string text_of(const Tally& t) {
    return say(t.jobs(), t.jobs() == 1 ? " job: " : " jobs: ", t.equal, " equal to the model, ", t.different,
               " different", unless_none(t.refused, "refused"), unless_none(t.lacking, "not for this machine"), ", ",
               t.failed, " failed");
}

std::string progress_text(const SweepState& state) {
    const Tally& t = state.tally;
    const std::string out =
        say(state.done, " of ", state.all, state.all == 1 ? " job" : " jobs", unless_none(t.different, "different"),
            unless_none(t.refused, "refused"), unless_none(t.failed, "failed"));
    const std::size_t ran = state.done - state.before;
    if (ran == 0 || state.seconds <= 0) return out;
    const double rate = static_cast<double>(ran) / state.seconds;
    return say(out, "; ", rate_text(rate), " jobs/s, ", time_text(static_cast<double>(state.all - state.done) / rate),
               " left");
}

unsigned ListProgress::percent() const {
    return all == 0 ? kWholeList : static_cast<unsigned>(kWholeList * done / all);
}

std::string list_progress_text(const ListProgress& now) {
    const std::string out =
        say(now.sum.jobs(), now.sum.jobs() == 1 ? " job (" : " jobs (", now.percent(), " %): ", now.sum.equal,
            " equal, ", now.sum.different, " different, ", now.sum.not_run(), " failed");
    if (now.done == 0 || now.seconds <= 0) return out;
    const double left = now.seconds / static_cast<double>(now.done) * static_cast<double>(now.all - now.done);
    return say(out, "; ", rate_text(static_cast<double>(now.sum.jobs()) / now.seconds), " jobs/s, ", time_text(left),
               " left");
}

std::string place_text(std::size_t done, std::size_t all, std::string_view things, std::string_view now) {
    return say(done, " of ", all, " ", things, ": ", now);
}

}  // namespace tilescope::live
