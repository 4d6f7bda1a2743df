// app/live/selftest.cpp -- runs the jobs of a self-test on a GPU and collects how each ended.
// SPDX-License-Identifier: MIT
#include "app/live/selftest.h"

#include "app/live/json_parts.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::live {
namespace {

// The jobs of a device. The first device with jobs is chosen if the user names none.
Ending choose_jobs(const SelftestRequest& request, const DeviceList& list, SelftestReport& report,
                   std::vector<SelftestJob>& jobs) {
    if (!list.ending.is_ok()) return list.ending;
    std::string there;
    for (const Device& device : list.devices) {
        if (request.device != kAnyDevice && device.index != request.device) continue;
        there += say(there.empty() ? "" : ", ", "device ", device.index, " has compute capability ", device.chip());
        jobs = selftest_jobs(device.chip(), request.size);
        if (jobs.empty()) continue;
        report.device = device;
        return {};
    }
    if (there.empty()) return {.outcome = Outcome::no_device, .detail = say("there is no device ", request.device)};
    return {.outcome = Outcome::unsupported_arch, .detail = say("neither wgmma nor tcgen05 is tested there: ", there)};
}

}  // namespace

SelftestReport run_selftest(const SelftestRequest& request, Client& client, const SessionTools& tools,
                            const std::function<void(std::size_t done, std::size_t all)>& progress) {
    SelftestReport out;
    std::vector<SelftestJob> jobs;
    out.ending = choose_jobs(request, client.devices(tools.stop), out, jobs);
    if (!out.ending.is_ok()) return out;
    std::size_t done = 0, mine = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) mine += request.shard.has(i) ? 1 : 0;
    const Batch batch{.size = jobs.size(),
                      .job =
                          [&](std::size_t i) {
                              SessionRequest run{.session = std::move(jobs[i].session), .device = out.device->index};
                              return Answer(BatchJob{std::move(jobs[i].name), std::move(run)});
                          },
                      .shard = request.shard};
    const BatchEnd end = run_batch(batch, client, tools, [&](const JobResult& result) {
        if (!result.ending.is_ok() || !result.equal) out.results.push_back(result);
        if (progress) progress(++done, mine);
    });
    out.ending = end.ending;
    out.sum = end.sum;
    return out;
}

std::string selftest_json(const SelftestReport& report) {
    io::Json results = io::Json::array();
    for (const JobResult& r : report.results) results.push_back(job_json(r));
    return io::text_of_json({{"outcome", row_of(report.ending.outcome).id},
                             {"sentence", report.ending.sentence()},
                             {"device", device_json(report.device)},
                             {"jobs", report.sum.jobs},
                             {"equal", report.sum.equal},
                             {"different", report.sum.different},
                             {"failed", report.sum.failed},
                             {"results", std::move(results)}});
}

}  // namespace tilescope::live
