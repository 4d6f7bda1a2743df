// app/runs/selftest.cpp -- runs the jobs of a self-test on a GPU and collects how each ended.
// SPDX-License-Identifier: MIT
#include "app/runs/selftest.h"

#include "app/runs/json_parts.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::live {
namespace {

// The list of a device. The first device with one is chosen if the user names none.
Ending choose_list(const SelftestRequest& request, const DeviceList& list, SelftestReport& report,
                   std::optional<SelftestList>& jobs) {
    if (!list.ending.is_ok()) return list.ending;
    std::string there;
    for (const Device& device : list.devices) {
        if (request.device != kAnyDevice && device.index != request.device) continue;
        there += say(there.empty() ? "" : ", ", "device ", device.index, " has compute capability ", device.chip());
        jobs.emplace(device.chip(), request.size);
        if (jobs->size() == 0) continue;
        report.device = device;
        return {};
    }
    if (there.empty()) return {.outcome = Outcome::no_device, .detail = say("there is no device ", request.device)};
    return {.outcome = Outcome::unsupported_arch, .detail = say("neither wgmma nor tcgen05 is tested there: ", there)};
}

Answer<std::optional<BatchJob>> batch_job(const SelftestList& list, std::size_t i, unsigned device) {
    std::optional<SelftestJob> job = list.job(i);
    if (!job) return std::optional<BatchJob>();
    return std::optional(BatchJob{std::move(job->name), {.session = std::move(job->session), .device = device}});
}

}  // namespace

SelftestReport run_selftest(const SelftestRequest& request, Client& client, const SessionTools& tools,
                            const std::function<void(const ListProgress&)>& progress) {
    SelftestReport out;
    std::optional<SelftestList> list;
    out.ending = choose_list(request, client.devices(tools.stop), out, list);
    if (!out.ending.is_ok()) return out;
    const Shard& shard = request.shard;
    const std::size_t mine = (list->size() + shard.shards - 1 - shard.shard) / shard.shards;
    const Batch batch{.size = list->size(),
                      .job = [&](std::size_t i) { return batch_job(*list, i, out.device->index); },
                      .shard = shard};
    std::vector<DoubtVote> votes;
    ListProgress now{.all = mine};
    const BatchEnd end = run_batch(batch, client, tools, [&](const JobResult& result) {
        votes.insert(votes.end(), result.votes.begin(), result.votes.end());
        if (!result.ending.is_ok() || !result.equal) out.results.push_back(result);
        now.done = result.number / shard.shards + 1;
        now.sum.add(result);
        if (progress) progress(now);
    });
    out.ending = end.ending;
    out.sum = end.sum;
    out.percent = end.ending.is_ok() ? kWholeList : now.percent();
    out.settles = settled_by(votes);
    return out;
}

std::vector<SettledDoubt> settled_by(const std::vector<DoubtVote>& votes) {
    std::vector<SettledDoubt> out;
    for (const DoubtRow& row : all_doubts()) {
        std::size_t model = 0, alternative = 0, all = 0;
        for (const DoubtVote& vote : votes) {
            if (vote.doubt != row.id) continue;
            ++all;
            model += vote.side == DoubtVote::Side::model;
            alternative += vote.side == DoubtVote::Side::alternative;
        }
        if (all != 0 && (model == all || alternative == all))
            out.push_back({std::string(row.id), alternative == all, all});
    }
    return out;
}

std::string selftest_json(const SelftestReport& report) {
    io::Json results = io::Json::array();
    for (const JobResult& r : report.results) results.push_back(job_json(r));
    io::Json settles = io::Json::array();
    for (const SettledDoubt& s : report.settles)
        settles.push_back({{"doubt", s.doubt}, {"rule", s.alternative ? "alternative" : "model"}, {"jobs", s.jobs}});
    return io::text_of_json({{"outcome", row_of(report.ending.outcome).id},
                             {"sentence", report.ending.sentence()},
                             {"device", device_json(report.device)},
                             {"jobs", report.sum.jobs},
                             {"equal", report.sum.equal},
                             {"different", report.sum.different},
                             {"failed", report.sum.failed},
                             {"results", std::move(results)},
                             {"settles", std::move(settles)}});
}

}  // namespace tilescope::live
