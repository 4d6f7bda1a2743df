// app/runs/record.cpp -- what is kept of a run among others, and its line of JSON.
// SPDX-License-Identifier: MIT
#include "app/runs/record.h"

#include "app/io/json.h"
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

// What a line and a report say of a run besides how it ended.
void result_members(auto& io, auto& r) {
    io("sentence", r.sentence);
    io("equal", r.equal);
    io("different", r.different);
    io("words", r.words);
    io("cells_different", r.cells);
    io("most_ulps", r.most_ulps);
    io("out_of_spec", r.out_of_spec);
    io("comparison", r.comparison);
    io("explained_by", r.explained_by);
}

// The end of a line.
void target_members(auto& io, auto& r) {
    io("target", r.target);
    io("compile_us", r.compile_us);
    io("run_us", r.run_us);
    io("copy_us", r.copy_us);
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
    io::MemberWriter out{{{"name", r.name}, {"outcome", row_of(r.outcome).id}}};
    result_members(out, r);
    return std::move(out.out);
}

std::string line_of(const Record& r) {
    Json values = Json::object();
    for (const auto& [item, value] : r.values) values[item] = value;
    io::MemberWriter line{{{"job", r.job},
                           {"name", r.name},
                           {"values", std::move(values)},
                           {"session", r.session},
                           {"sweep", r.sweep},
                           {"outcome", row_of(r.outcome).id}}};
    result_members(line, r);
    if (r.equal)
        for (const char* key : {"comparison", "explained_by"}) line.out.erase(key);
    line("reason", r.reason);
    line("device", device_json(r.device));
    target_members(line, r);
    return io::line_of_json(line.out) + "\n";
}

Answer<Record> record_in(std::string_view line) {
    const auto json = io::read_json(line);
    if (!json) return Refusal(json.why);
    const auto outcome = outcome_named(text_in(*json, "outcome"));
    const Json* job = member(*json, "job");
    Record out{.name = text_in(*json, "name"), .session = text_in(*json, "session"), .sweep = text_in(*json, "sweep")};
    if (!outcome || !job || !job->is_number_unsigned() || out.name.empty() || out.sweep.empty())
        return Refusal("the line is not the result of a job: it has no job, name, sweep or outcome");
    out.job = job->get<std::size_t>();
    if (out.job >= kMostVaried) return Refusal("the number of the job is ", out.job, ", too large");
    out.outcome = *outcome;
    out.reason = text_in(*json, "reason");
    out.device = device_in(*json);
    const io::MemberReader in{*json};
    result_members(in, out);
    target_members(in, out);
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
