// app/cli/run_sweep.cpp -- the verb run with many jobs.
// SPDX-License-Identifier: MIT
#include "app/cli/run_sweep.h"
#include "app/cli/progress_line.h"
#include "app/cli/session_arg.h"
#include "app/cli/stop_on_signal.h"
#include "app/cli/text_out.h"
#include "app/io/row_pool.h"
#include "app/runs/batch.h"
#include "app/runs/sweep.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tilescope::cli {
namespace {

using live::Record;
using live::SweepSum;

// A sweep while it runs: where its lines go, what is done, and why it ended.
class SweepRun {
public:
    SweepRun(const RunArgs& args, const Globals& globals, live::Sweep sweep, live::Shard shard)
        : args_(args), globals_(globals), sweep_(std::move(sweep)), shard_(shard) {}

    int run() {
        done_.resize(sweep_.size());
        if (!args_.out.empty()) {
            auto out = live::SweepOut::open(args_.out, {.resume = args_.resume, .sweep = sweep_.id()},
                                            [&](Record&& record) { return take(record); });
            if (!out) return refuse("run", out.why);
            out_.emplace(std::move(*out));
            if (const std::size_t removed = out_->removed(); removed != 0)
                refuse("run", say(removed, removed == 1 ? " damaged line was" : " damaged lines were", " removed from ",
                                  args_.out, "; jobs without another line run again"));
        }
        before_ = static_cast<std::size_t>(std::ranges::count(done_, true));
        const live::Ending ending = run_jobs();
        if (!write_error_.empty()) return refuse("run", write_error_);
        if (args_.out.empty() ? !globals_.json : true) print_sum(sum_, globals_);
        if (!args_.report.empty())
            if (const auto written = io::write_text(args_.report, live::sum_markdown(sum_)); !written)
                return refuse("run", written.why);
        const int status = exit_of(sum_.all());
        const bool none_ran = status == kUnusable;  // of one shard that is no error: others can have jobs that run
        if (ending.is_ok()) return none_ran && shard_.shards > 1 ? kDone : status;
        refuse("run", ending.sentence());
        refuse("run", how_to_go_on());
        return row_of(ending.outcome).exit;
    }

private:
    Answer<void> take(const Record& record) {
        if (record.job >= done_.size()) return Answer<void>::refuse(say("it has a job with the number ", record.job));
        done_[record.job] = done_[record.job] || !row_of(record.outcome).may_pass;
        return sum_.add(record);
    }

    live::Ending run_jobs() {
        const StopOnSignal signal;
        const std::stop_callback on_signal(signal.token(), [&] { stop_.request_stop(); });
        io::RowPool pool;
        live::Client client(args_.worker);
        const live::Batch batch{.size = sweep_.size(),
                                .order = [&](std::size_t i) { return order(i); },
                                .shard = shard_,
                                .is_done = [&](std::size_t i) { return done_[i]; }};
        for (std::size_t i = 0; i < sweep_.size(); ++i) mine_ += shard_.has(i) && !done_[i] ? 1 : 0;
        return live::run_batch(batch, client, {.loop = pool.loop(), .stop = stop_.get_token()},
                               [&](const Record& record) { add(record); });
    }

    Answer<std::optional<live::Order>> order(std::size_t i) const {
        using Out = Answer<std::optional<live::Order>>;
        auto session = sweep_.session(i);
        if (!session) return Out::refuse(session.why);
        return Out(live::Order{.name = sweep_.name(i),
                               .session = std::move(*session),
                               .folder = folder_of_session(std::string(sweep_.path(i))),
                               .device = args_.device,
                               .timeout_ms = args_.timeout_ms,
                               .anyway = args_.anyway});
    }

    void add(const Record& ended) {
        if (!write_error_.empty()) return;  // it can have left half a line, and these jobs run again
        const std::string line = line_of(sweep_.signed_record(ended));
        if (out_) {
            if (const auto written = out_->append(line); !written) {
                write_error_ = say(written.why, ". ", how_to_go_on());
                return (void)stop_.request_stop();
            }
        }
        if (const auto record = live::record_in(line)) (void)sum_.add(*record);
        ++ran_;
        if (!out_ && globals_.json) {
            progress_.clear();
            print(line);
            std::fflush(stdout);
        }
        if (progress_.is_due())
            progress_.show(live::progress_text({.done = before_ + ran_,
                                                .all = before_ + mine_,
                                                .before = before_,
                                                .seconds = progress_.seconds(),
                                                .tally = &sum_.all()}));
    }

    std::string how_to_go_on() const {
        const std::string done = say(before_ + ran_, " of ", before_ + mine_, " jobs are done. ");
        if (args_.out.empty())
            return say(done, "With --out FILE, a sweep can go on: run the same command with --resume.");
        return say(done, "To go on, run the same command with --resume.");
    }

    const RunArgs& args_;
    const Globals& globals_;
    const live::Sweep sweep_;
    const live::Shard shard_;
    std::optional<live::SweepOut> out_;
    std::vector<bool> done_;
    std::size_t before_ = 0, ran_ = 0, mine_ = 0;  // jobs: of an earlier process, of this one, of this one in all
    SweepSum sum_;
    std::stop_source stop_;
    std::string write_error_;
    ProgressLine progress_;
};

}  // namespace

RunArgs::RunArgs() : device(live::kAnyDevice), timeout_ms(LaunchOptions{}.timeout_ms) {}

Answer<Session> session_to_run(const std::string& path, const Globals& g, const ProgramArgs& program) {
    auto file = session_named(path, g, program);
    return file ? Answer<Session>(std::move(file->session)) : Answer<Session>::refuse(file.why);
}

int run_sweep(const RunArgs& args, const Globals& g) {
    if (args.resume && args.out.empty())
        return refuse("run", "--resume needs --out FILE, the file that it goes on with");
    const auto shard = live::shard_in(args.shard);
    if (!shard) return refuse("run", shard.why);
    std::vector<live::SweepFile> files;
    for (const std::string& path : args.jobs) {
        auto session = session_to_run(path, g);
        if (!session) return refuse("run", session.why);
        files.push_back({path, std::move(*session)});
    }
    auto sweep = live::Sweep::of(std::move(files), args.vary, args.anyway);
    if (!sweep) return refuse("run", say(args.vary.empty() ? "" : "--vary: ", sweep.why));
    return SweepRun(args, g, std::move(*sweep), *shard).run();
}

void print_sum(const SweepSum& sum, const Globals& g) {
    if (g.json) return print(live::sum_json(sum));
    for (const std::string& device : sum.devices()) print(wrapped(say("GPU: ", printable(device)), 0));
    const std::string table = live::table_of(sum);
    if (!table.empty()) print(say("\n", table, "\n"));
    std::string reasons = live::reasons_of(sum);
    while (!reasons.empty()) {
        const std::size_t end = std::min(reasons.find('\n'), reasons.size() - 1);
        print(wrapped(reasons.substr(0, end), 2));
        reasons.erase(0, end + 1);
    }
    if (sum.out_of_spec() != 0)
        print(
            wrapped(say(sum.out_of_spec(), " jobs break rules of the instruction (--anyway). They prove little."), 0));
    print(wrapped(live::text_of(sum.all()), 0));
}

}  // namespace tilescope::cli
