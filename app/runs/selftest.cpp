// app/runs/selftest.cpp -- runs the jobs of a self-test on a GPU and collects how each ended.
// SPDX-License-Identifier: MIT
#include "app/runs/selftest.h"
#include "app/io/json.h"

#include <tilescope/base/say.h>

namespace tilescope::live {
namespace {

Answer<std::optional<Order>> order_of(const SelftestList& list, std::size_t i, unsigned device) {
    std::optional<SelftestJob> job = list.job(i);
    if (!job) return std::optional<Order>();
    return std::optional(Order{.name = std::move(job->name), .session = std::move(job->session), .device = device});
}

}  // namespace

SelftestReport run_selftest(const SelftestRequest& request, Client& client, const RunTools& tools,
                            const std::function<void(const ListProgress&)>& progress) {
    SelftestReport out;
    std::optional<SelftestList> list;
    const auto has_list = [&](const Device& device) { return list.emplace(device.chip(), request.size).size() != 0; };
    out.ending = choose_device(client.devices(tools.stop), request.device, has_list,
                               "neither wgmma nor tcgen05 is tested there:", out.device);
    if (!out.ending.is_ok()) return out;
    const Shard& shard = request.shard;
    const std::size_t mine = (list->size() + shard.shards - 1 - shard.shard) / shard.shards;
    const Batch batch{.size = list->size(),
                      .order = [&](std::size_t i) { return order_of(*list, i, out.device->index); },
                      .shard = shard};
    std::vector<DoubtVote> votes;
    ListProgress now{.all = mine};
    out.ending = run_batch(batch, client, tools, [&](const Record& record) {
        votes.insert(votes.end(), record.votes.begin(), record.votes.end());
        if (!record.equal) out.results.push_back(record);
        now.done = record.job / shard.shards + 1;
        now.sum.add(record);
        if (progress) progress(now);
    });
    out.sum = now.sum;
    out.percent = out.ending.is_ok() ? kWholeList : now.percent();
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
    const auto settled = [](const SettledDoubt& s) -> io::Json {
        return {{"doubt", s.doubt}, {"rule", s.alternative ? "alternative" : "model"}, {"jobs", s.jobs}};
    };
    return io::text_of_json({{"outcome", row_of(report.ending.outcome).id},
                             {"sentence", report.ending.sentence()},
                             {"device", device_json(report.device)},
                             {"jobs", report.sum.jobs()},
                             {"equal", report.sum.equal},
                             {"different", report.sum.different},
                             {"failed", report.sum.not_run()},
                             {"results", io::list_json(report.results, record_json)},
                             {"settles", io::list_json(report.settles, settled)}});
}

}  // namespace tilescope::live
