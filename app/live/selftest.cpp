// app/live/selftest.cpp -- runs the jobs of a self-test on a GPU and collects how each ended.
// SPDX-License-Identifier: MIT
#include "app/live/selftest.h"

#include "app/io/json_text.h"
#include "app/live/devices_out.h"

#include <tilescope/base/say.h>
#include <tilescope/session/emulate.h>

#include <algorithm>
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

SelftestResult run_job(const SelftestJob& job, const Device& device, Client& client, const std::stop_token& stop,
                       const RowLoop& loop) {
    SelftestResult out{.name = job.name};
    const auto refuse = [&](std::string why) {
        out.ending = {.outcome = Outcome::bad_request, .detail = std::move(why)};
        return out;
    };
    const auto made = emulator_job(derive(job.session));
    if (!made) return refuse(made.why);
    auto model = emulate(*made, {.loop = loop, .stop = stop});
    if (!model) {
        if (stop.stop_requested()) return out.ending.outcome = Outcome::stopped, out;
        return refuse(model.why);
    }
    const auto run = run_live({.job = *made, .model = std::move(*model), .device = device.index}, client, stop);
    if (!run) return refuse(run.why);
    out.ending = run->ending;
    if (!run->comparison) return out;
    out.equal = run->comparison->is_equal();
    out.different = run->comparison->different;
    out.words = run->comparison->d.size();
    out.cells = run->comparison->cells;
    out.sentences = sentences_of(*run->comparison, run->model);
    for (const DoubtRow* row : run->comparison->explains) out.explained_by.emplace_back(row->id);
    return out;
}

}  // namespace

SelftestReport run_selftest(const SelftestRequest& request, Client& client, const std::stop_token& stop,
                            const RowLoop& loop,
                            const std::function<void(std::size_t done, std::size_t all)>& progress) {
    SelftestReport out;
    std::vector<SelftestJob> jobs;
    out.ending = choose_jobs(request, client.devices(stop), out, jobs);
    if (!out.ending.is_ok()) return out;
    std::vector<const SelftestJob*> mine;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        if (i % request.shards == request.shard) mine.push_back(&jobs[i]);
    out.jobs = mine.size();
    for (std::size_t i = 0; i < mine.size(); ++i) {
        SelftestResult result = run_job(*mine[i], *out.device, client, stop, loop);
        if (stop.stop_requested()) {
            out.ending.outcome = Outcome::stopped;
            return out;
        }
        const bool ended = result.ending.is_ok();
        ++(!ended ? out.failed : result.equal ? out.equal : out.different);
        if (!ended || !result.equal) out.results.push_back(std::move(result));
        if (progress) progress(i + 1, mine.size());
    }
    return out;
}

std::string selftest_json(const SelftestReport& report) {
    io::Json results = io::Json::array();
    for (const SelftestResult& r : report.results)
        results.push_back({{"name", r.name},
                           {"outcome", row_of(r.ending.outcome).id},
                           {"sentence", r.ending.sentence()},
                           {"different", r.different},
                           {"words", r.words},
                           {"cells_different", r.cells},
                           {"comparison", r.sentences},
                           {"explained_by", r.explained_by}});
    io::Json device = nullptr;
    if (report.device)
        device = {{"index", report.device->index},
                  {"name", report.device->name},
                  {"compute_capability", report.device->chip()},
                  {"driver", driver_version(*report.device)}};
    return io::text_of_json({{"outcome", row_of(report.ending.outcome).id},
                             {"sentence", report.ending.sentence()},
                             {"device", std::move(device)},
                             {"jobs", report.jobs},
                             {"equal", report.equal},
                             {"different", report.different},
                             {"failed", report.failed},
                             {"results", std::move(results)}});
}

}  // namespace tilescope::live
