// app/cli/cmd_run.cpp -- run: runs the instruction of a session on a GPU and compares the result with the CPU model.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/run_sweep.h"
#include "app/cli/session_arg.h"
#include "app/cli/stop_on_signal.h"
#include "app/cli/text_out.h"
#include "app/cli/worker_option.h"
#include "app/io/file.h"
#include "app/io/row_pool.h"
#include "app/runs/run_report.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/session/variation.h>

#include <memory>
#include <utility>

namespace tilescope::cli {
namespace {

void print_run(const live::RunOutcome& run) {
    if (run.device) print(wrapped(live::device_line(*run.device), 0));
    if (run.device) print(wrapped(run.kernel.instruction, 0));
    if (run.out_of_spec) print("This run breaks rules of the instruction (--anyway). Its result proves little.\n");
    if (run.comparison) {
        for (const std::string& sentence : sentences_of(*run.comparison, run.model)) print(wrapped(sentence, 0));
        const auto count = [&](Verdict v) { return run.model.count[static_cast<std::size_t>(v)]; };
        if (count(Verdict::wrong) != 0)
            print(wrapped(say("In the model, the instruction reads wrong elements for ", count(Verdict::wrong),
                              " words of D. tilescope emulate explains them."),
                          0));
    }
    if (!run.ending.is_ok() && !run.log.empty()) print(say("The driver's log:\n", live::printable_lines(run.log)));
    if (run.ending.is_ok())
        print(say("compile ", run.compile_us, " us, run ", run.run_us, " us, copies ", run.copy_us, " us\n"));
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

// The items of --vary that are not fields, in lines of less than 100 columns.
std::string item_lines() {
    std::string out, line = " ";
    for (const SessionItem& item : session_items()) {
        if (line.size() + 2 + item.id.size() > 98) out += line + "\n", line = " ";
        line += say(" ", item.id);
    }
    return out + line + "\n";
}

int run_run(const RunArgs& args, const Globals& g) {
    if (g.csv) return refuse("run", "run has no --csv; use --json, or remove --csv to get text");
    if (const auto can = check_timeout(args.timeout_ms); !can) return refuse("run", can.why);
    if (const auto can = args.report.empty() ? Answer<void>() : io::can_write(args.report); !can)
        return refuse("run", can.why);
    if (args.is_sweep() && args.program.is_given())
        return refuse("run", "a sweep has sessions, not programs; make them with tilescope session PROGRAM -o DIR");
    if (args.is_sweep()) return run_sweep(args, g);
    const std::string& path = args.jobs.front();
    auto session = session_to_run(path, g, args.program);
    if (!session) return refuse_job("run", path, session.why);
    const StopOnSignal stop;  // Ctrl+C ends the worker; the session is as it was
    io::RowPool pool;
    live::Client client(args.worker);
    const live::RunOutcome out = live::run({.session = std::move(*session),
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

}  // namespace

void declare_run(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<RunArgs>();
    verb.add_option("job", args->jobs,
                    "Session files, or one PTX program (see --chain). Use - to read\nstandard input.")
        .required();
    verb.add_option("--vary", args->vary, "Run the job with each value: ITEM=VALUES; several make a grid").once_each();
    verb.add_option("--shard", args->shard, "Run every N-th job, from job I on. Write I/N, such as 2/8");
    verb.add_option("--out", args->out, "Write the result of each job to this file, as one line of JSON").writes();
    verb.add_flag("--resume", args->resume, "Go on with the file of --out: skip the jobs that it has (see below)");
    add_program_options(verb, args->program);
    add_worker_option(verb, args->worker);
    verb.add_option("--device", args->device, "Number of the GPU. Default: the first that runs code for the target");
    add_timeout_option(verb, args->timeout_ms);
    verb.add_option("--report", args->report, "Write a report as Markdown to this file").writes();
    verb.add_flag("--anyway", args->anyway, "Run even if the rules say that the words are wrong");
    verb.set_footer(
        say("A process of its own fills the memory of a GPU as emulate does, runs the instruction of each K\n"
            "step, and copies D and all of Tensor Memory back. Every word is compared with the CPU model.\n"
            "tilescope ptx prints the kernel, tilescope devices lists the GPUs.\n"
            "\n"
            "Several jobs or --vary are a sweep. An item is a field of a word (idesc.n, a_desc.sbo) or:\n",
            item_lines(),
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
    verb.on_run([args, &globals] { return run_run(*args, globals); });
}

}  // namespace tilescope::cli
