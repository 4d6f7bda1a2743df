// app/cli/cmd_run.cpp -- run: sessions on a GPU, compared with the CPU model. summary: the sum of a sweep.
// SPDX-License-Identifier: MIT
#include "app/cli/gpu_verbs.h"
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/row_pool.h"
#include "app/runs/batch.h"
#include "app/runs/run.h"
#include "app/runs/sweep.h"
#include "app/runs/sweep_sum.h"

#include <tilescope/base/printable.h>
#include <tilescope/study/variation.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

// What the user gives to `run`.
struct RunArgs {
    std::vector<std::string> jobs, vary;
    std::string worker, report, out, shard;
    std::uint32_t device = live::kAnyDevice, timeout_ms = LaunchOptions{}.timeout_ms;
    ProgramArgs program = {};
    bool anyway = false, resume = false;

    bool is_sweep() const { return jobs.size() > 1 || !vary.empty() || !out.empty() || !shard.empty() || resume; }
};

using live::Record;
using live::SweepSum;

// Prints the counts, the table and the reasons; with --json one document.
void print_sum(const SweepSum& sum, const Globals& g) {
    if (g.json) return print(live::sum_json(sum));
    for (const std::string& device : sum.devices()) print_wrapped(0, "GPU: ", printable(device));
    const std::string table = live::table_of(sum);
    if (!table.empty()) print("\n", table, "\n");
    std::string reasons = live::reasons_of(sum);
    while (!reasons.empty()) {
        const std::size_t end = std::min(reasons.find('\n'), reasons.size() - 1);
        print(wrapped(reasons.substr(0, end), 2));
        reasons.erase(0, end + 1);
    }
    if (sum.out_of_spec() != 0)
        print_wrapped(0, sum.out_of_spec(), " jobs break rules of the instruction (--anyway). They prove little.");
    print_wrapped(0, live::text_of(sum.all()));
}

// A sweep while it runs: where its lines go, what is done, and why it ended.
class SweepRun {
public:
    SweepRun(const RunArgs& args, const Globals& globals, live::Sweep sweep, live::Shard shard)
        : args_(args), globals_(globals), sweep_(std::move(sweep)), shard_(shard) {}

    int run() {
        done_.resize(sweep_.size());
        if (!args_.out.empty()) {
            out_.emplace(need(live::SweepOut::open(args_.out, {.resume = args_.resume, .sweep = sweep_.id()},
                                                   [&](Record&& record) { return take(record); })));
            if (const std::size_t removed = out_->removed(); removed != 0)
                refuse("run", removed, removed == 1 ? " damaged line was" : " damaged lines were", " removed from ",
                       args_.out, "; jobs without another line run again");
        }
        before_ = static_cast<std::size_t>(std::ranges::count(done_, true));
        const live::Ending ending = run_jobs();
        if (!write_error_.empty()) throw refused(write_error_);
        if (args_.out.empty() ? !globals_.json : true) print_sum(sum_, globals_);
        if (!args_.report.empty()) need(io::write_text(args_.report, live::sum_markdown(sum_)));
        const int status = exit_of(sum_.all());
        const bool none_ran = status == kUnusable;  // of one shard that is not an error: others can have jobs that run
        if (ending.is_ok()) return none_ran && shard_.shards > 1 ? kDone : status;
        refuse("run", ending.sentence());
        refuse("run", how_to_go_on());
        return row_of(ending.outcome).exit;
    }

private:
    Answer<void> take(const Record& record) {
        if (record.job >= done_.size()) return Refusal("it has a job with the number ", record.job);
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
        auto session = sweep_.session(i);
        if (!session) return Refusal(session.why);
        return Answer<std::optional<live::Order>>(live::Order{.name = sweep_.name(i),
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
                                                .tally = sum_.all()}));
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

int run_sweep(const RunArgs& args, const Globals& g) {
    if (args.resume && args.out.empty()) throw refused("--resume needs --out FILE, the file that it goes on with");
    const auto shard = need(live::shard_in(args.shard));
    std::vector<live::SweepFile> files;
    for (const std::string& path : args.jobs) files.push_back({path, session_named(path, g).session});
    auto sweep = need(live::Sweep::of(std::move(files), args.vary, args.anyway), args.vary.empty() ? "" : "--vary");
    return SweepRun(args, g, std::move(sweep), shard).run();
}

void print_run(const live::RunOutcome& run) {
    if (run.device) print_wrapped(0, live::device_line(*run.device));
    if (run.device) print_wrapped(0, run.kernel.instruction);
    if (run.out_of_spec) print("This run breaks rules of the instruction (--anyway). Its result proves little.\n");
    if (run.comparison) {
        for (const std::string& sentence : sentences_of(*run.comparison, run.model)) print_wrapped(0, sentence);
        const auto count = [&](Verdict v) { return run.model.count[static_cast<std::size_t>(v)]; };
        if (count(Verdict::wrong) != 0)
            print_wrapped(0, "In the model, the instruction reads wrong elements for ", count(Verdict::wrong),
                          " words of D. tilescope emulate explains them.");
    }
    if (!run.ending.is_ok() && !run.log.empty())
        print("The driver's log:\n", run.log, run.log.ends_with('\n') ? "" : "\n");
    if (run.ending.is_ok())
        print("compile ", run.compile_us, " us, run ", run.run_us, " us, copies ", run.copy_us, " us\n");
}

// Says why nothing was run. Returns the exit status.
int refuse_run(const live::RunOutcome& out, bool anyway) {
    live::Ending ending = out.ending;
    for (const std::string& reason : out.reasons) refuse("run", reason);
    if (!out.reasons.empty()) ending.detail.clear();  // it repeats the first reason
    refuse("run", ending.sentence());
    if (anyway && ending.outcome == live::Outcome::no_job)
        refuse("run", "--anyway does not help: the model needs a layout and sizes to fill memory and to compute D");
    return row_of(ending.outcome).exit;
}

int run_run(const RunArgs& args, const Globals& g) {
    has_no_csv("run", g);
    check_timeout(args.timeout_ms);
    need(args.report.empty() ? Answer<void>() : io::can_write(args.report));
    if (args.is_sweep() && args.program.is_given())
        throw refused("a sweep has sessions, not programs; make them with tilescope session PROGRAM -o DIR");
    if (args.is_sweep()) return run_sweep(args, g);
    const std::string& path = args.jobs.front();
    io::SessionFile file = session_named(path, g, args.program);
    const StopOnSignal stop;  // Ctrl+C ends the worker; the session is as it was
    io::RowPool pool;
    live::Client client(args.worker);
    const live::RunOutcome out = live::run({.session = std::move(file.session),
                                            .folder = folder_of_session(path),
                                            .device = args.device,
                                            .timeout_ms = args.timeout_ms,
                                            .anyway = args.anyway},
                                           client, {.loop = pool.loop(), .stop = stop.token()});
    if (!out.ran) return refuse_run(out, args.anyway);
    print_notes_of_program(path, args.program, out.derived.session);
    if (g.json)
        print(live::run_json(out));
    else
        print_run(out);
    int status = row_of(out.ending.outcome).exit;
    if (!out.ending.is_ok())
        refuse("run", out.ending.sentence());
    else if (!out.is_equal())
        status = kWrong;
    if (!args.report.empty())
        if (const auto written = io::write_text(args.report, live::report_markdown(out)); !written)
            status = refuse("run", written.why);
    return status;
}

struct SummaryArgs {
    std::vector<std::string> files;
    std::string report;
};

int run_summary(const SummaryArgs& args, const Globals& g) {
    has_no_csv("summary", g);
    live::SweepSum sum;
    std::size_t unreadable = 0;
    for (const std::string& file : args.files) {
        unreadable += need(live::read_sweep(file, [&](live::Record&& record) { return sum.add(record); })).damaged();
    }
    if (sum.all().jobs() == 0) throw refused("the files have no results");
    print_sum(sum, g);
    if (!args.report.empty()) need(io::write_text(args.report, live::sum_markdown(sum)));
    if (unreadable != 0)
        refuse("summary", "damaged lines, left out of the table: ", unreadable,
               "; run --resume removes them, and runs each job of theirs that has no other line");
    if (sum.repeated() != 0)
        refuse("summary", sum.repeated(), " results are of a job that was there before; the first one counts");
    return exit_of(sum.all());
}

}  // namespace

void declare_run(Verb& verb) {
    RunArgs& args = verb.runs(run_run);
    verb.add_option("job", args.jobs, "Session files, or one PTX program (see --chain). Use - to read\nstandard input.")
        .required();
    verb.add_option("--vary", args.vary, "Run the job with each value: ITEM=VALUES; several make a grid").once_each();
    verb.add_option("--shard", args.shard, "Run every N-th job, from job I on. Write I/N, such as 2/8");
    verb.add_option("--out", args.out, "Write the result of each job to this file, as one line of JSON").writes();
    verb.add_flag("--resume", args.resume, "Go on with the file of --out: skip the jobs that it has (see below)");
    add_program_options(verb, args.program);
    add_worker_option(verb, args.worker);
    verb.add_option("--device", args.device, "Number of the GPU. Default: the first that runs code for the target");
    add_timeout_option(verb, args.timeout_ms);
    verb.add_option("--report", args.report, "Write a report as Markdown to this file").writes();
    verb.add_flag("--anyway", args.anyway, "Run even if the rules say that the words are wrong");
    verb.set_footer(
        say("A process of its own fills the memory of a GPU as emulate does, runs the instruction of each K\n"
            "step, and copies D and all of Tensor Memory back. Every word is compared with the CPU model.\n"
            "tilescope ptx prints the kernel, tilescope devices lists the GPUs.\n"
            "\n"
            "Several jobs or --vary are a sweep. An item is a field of a word (idesc.n, a_desc.sbo) or:\n",
            "  ", wrapped(list_of(session_items(), &SessionItem::id, " "), 2),
            "Values: 8..256:8 (first..last:step), 16,32,64, names, raw:0..7, all (every name; every number that\n"
            "no rule of the word refuses). A field of a word is edited as in the window: memory stays, so words\n"
            "can become wrong. M and N of idesc and tile_k give A and B their new sizes, and words that read\n"
            "memory right still do. swizzle, major, type and kind write A and B and their descriptors again; so\n"
            "does an arch of the other unit. Without --out, --json prints the lines of the jobs.\n"
            "--resume runs jobs again whose worker crashed or hung. Then their later result counts.\n"
            "\n"
            "Many machines: each runs a part, and tilescope summary sums up all parts.\n"
            "  parallel tilescope run job.json --vary swizzle=all --shard {}/4 --out {}.jsonl ::: 1 2 3 4\n"
            "  #SBATCH --array=1-8 --gpus=1 --requeue\n"
            "  tilescope run job.json --vary idesc.n=8..256:8 --shard $SLURM_ARRAY_TASK_ID/8 \\\n"
            "    --out part$SLURM_ARRAY_TASK_ID.jsonl --resume\n"
            "\n"
            "Exit status: 0 all equal; 1 the GPU and the model differ; 2 bad input, or no job can be run; 3 there\n"
            "is no driver, no GPU or none for the target; 4 a run on the GPU failed. A job that the rules refuse\n"
            "changes the status of a sweep only if no job ran.\n"));
}

void declare_summary(Verb& verb) {
    SummaryArgs& args = verb.runs(run_summary);
    verb.add_option("file", args.files, "Files of run --out, or their concatenation. Use - for standard input.")
        .required();
    verb.add_option("--report", args.report, "Write a report as Markdown to this file").writes();
    verb.set_footer(
        "The files can be those of several machines, each with a part of one sweep (run --shard). In the\n"
        "table, = is equal, a number is how many words of D differ, an id is the first rule that refuses\n"
        "the job. Exit status, as of run: 0 all equal; 1 some differ; 2 no job ran, or a file is not a\n"
        "result of a sweep; 3 some cannot run on their machine; 4 some failed.\n");
}

}  // namespace tilescope::cli
