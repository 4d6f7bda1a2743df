// app/runs/tally.cpp -- how many jobs ended in which way, and how far many jobs are.
// SPDX-License-Identifier: MIT
#include "app/runs/tally.h"

#include <tilescope/base/say.h>

#include <cstdint>

namespace tilescope::live {
namespace {

std::string time_text(double seconds) {
    const auto s = static_cast<std::uint64_t>(seconds + 0.5);
    if (s < 100) return say(s, " s");
    if (s < 6000) return say((s + 30) / 60, " min");
    return say(s / 3600, " h ", s % 3600 / 60, " min");
}

std::string rate_text(double rate) {
    const auto tenths = static_cast<std::uint64_t>(rate * 10 + 0.5);
    return rate >= 10 ? say(static_cast<std::uint64_t>(rate + 0.5)) : say(tenths / 10, ".", tenths % 10);
}

}  // namespace

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
    std::string out = say(t.jobs(), t.jobs() == 1 ? " job: " : " jobs: ", t.equal, " equal to the model, ", t.different,
                          " different");
    if (t.refused != 0) out += say(", ", t.refused, " refused");
    if (t.lacking != 0) out += say(", ", t.lacking, " not for this machine");
    return out + say(", ", t.failed, " failed");
}

std::string progress_text(const SweepState& state) {
    std::string out = say(state.done, " of ", state.all, state.all == 1 ? " job" : " jobs");
    if (state.tally != nullptr) {
        if (state.tally->different != 0) out += say(", ", state.tally->different, " different");
        if (state.tally->refused != 0) out += say(", ", state.tally->refused, " refused");
        if (state.tally->failed != 0) out += say(", ", state.tally->failed, " failed");
    }
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
