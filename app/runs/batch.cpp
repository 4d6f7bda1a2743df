// app/runs/batch.cpp -- what a batch counts: shards, results, and what ends it.
// SPDX-License-Identifier: MIT
#include "app/runs/batch.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::live {
namespace {

// The GPU follows the alternative rule of a question only if no other question explains its words too.
DoubtVote vote_of(const DoubtRow& row, const LiveComparison& c) {
    DoubtVote out{.doubt = std::string(row.id)};
    const bool explains = std::ranges::find(c.explains, &row) != c.explains.end();
    if (c.different == 0) out.side = DoubtVote::Side::model;
    if (explains && c.explains.size() == 1) out.side = DoubtVote::Side::alternative;
    return out;
}

}  // namespace

Answer<Shard> shard_in(std::string_view text) {
    if (text.empty()) return Shard();
    constexpr std::uint64_t kMost = 1'000'000;
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto number = parse_number(text.substr(0, slash));
    const auto all = parse_number(text.substr(std::min(slash + 1, text.size())));
    if (!number || !all || *number == 0 || *number > *all || *all > kMost)
        return Answer<Shard>::refuse(say("--shard is '", text, "'; write I/N with I from 1 to N, such as 2/8"));
    return Shard{static_cast<std::size_t>(*number - 1), static_cast<std::size_t>(*all)};
}

JobResult result_of(std::size_t number, std::string name, const SessionRun& run) {
    JobResult out{.number = number, .name = std::move(name), .ending = run.ending};
    if (!run.run) return out;
    const LiveRun& live = *run.run;
    out.device = live.device;
    out.target = live.kernel.form.arch;
    out.out_of_spec = live.out_of_spec;
    out.times = live.times;
    if (!live.comparison) return out;
    const LiveComparison& c = *live.comparison;
    out.equal = c.is_equal();
    out.different = c.different;
    out.words = c.d.size();
    out.cells = c.cells;
    out.most_ulps = c.most_ulps;
    out.sentences = sentences_of(c, live.model);
    for (const DoubtRow* row : c.explains) out.explained_by.emplace_back(row->id);
    for (const OtherD& other : live.model.others)
        for (const DoubtRow* row : rows_of(set_of(other.doubt))) out.votes.push_back(vote_of(*row, c));
    return out;
}

void BatchSum::add(const JobResult& result) {
    ++jobs;
    ++(!result.ending.is_ok() ? failed : result.equal ? equal : different);
}

bool ends_batch(const Ending& ending) {
    constexpr Outcome kForAll[] = {Outcome::no_worker,     Outcome::no_driver,   Outcome::no_device,
                                   Outcome::driver_failed, Outcome::no_compiler, Outcome::wrong_version,
                                   Outcome::device_stuck,  Outcome::stopped};
    return std::ranges::find(kForAll, ending.outcome) != std::end(kForAll);
}

}  // namespace tilescope::live
