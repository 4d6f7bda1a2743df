// app/cli/cmd_run.cpp -- run: runs the instruction of a session on a GPU and compares the result with the CPU model.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/session_arg.h"
#include "app/cli/stop_on_signal.h"
#include "app/cli/text_out.h"
#include "app/io/file.h"
#include "app/io/row_pool.h"
#include "app/live/run_out.h"
#include "app/live/session_run.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <memory>
#include <utility>

namespace tilescope::cli {
namespace {

struct RunArgs {
    std::string job, worker, report;
    std::uint32_t device = live::kAnyDevice, timeout_ms = LaunchOptions{}.timeout_ms;
    bool anyway = false;
};

void print_run(const live::LiveRun& run) {
    if (run.device)
        print(wrapped(say("GPU ", run.device->index, ": ", printable(run.device->name), ", compute capability ",
                          run.device->chip(), ", CUDA ", live::driver_version(*run.device)),
                      0));
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
    if (run.ending.is_ok())
        print(say("compile ", run.times.compile_us, " us, run ", run.times.run_us, " us, copies ", run.times.copy_us,
                  " us\n"));
}

int run_run(const RunArgs& args, const Globals& g) {
    if (g.csv) return refuse("run", "run has no --csv; use --json, or remove --csv to get text");
    if (args.timeout_ms == 0 || args.timeout_ms > kMostTimeoutMs)
        return refuse("run", say("--timeout is ", args.timeout_ms, " ms; it is 1 to ", kMostTimeoutMs, " ms"));
    const auto file = session_named(args.job);
    if (!file) return refuse("run", file.why);
    Session session = file->session;
    if (g.arch_given) session.arch = g.arch;
    const StopOnSignal stop;  // Ctrl+C ends the worker; the session is as it was
    io::RowPool pool;
    live::Client client(args.worker);
    const live::SessionRun out = live::run_session({.session = std::move(session),
                                                    .folder = io::folder_of(args.job),
                                                    .device = args.device,
                                                    .timeout_ms = args.timeout_ms,
                                                    .anyway = args.anyway},
                                                   client, {.loop = pool.loop(), .stop = stop.token()});
    if (!out.run) {
        for (const std::string& reason : out.reasons) refuse("run", reason);
        refuse("run", out.ending.sentence());
        return row_of(out.ending.outcome).exit;
    }
    const live::LiveRun* run = &*out.run;
    if (!args.report.empty())
        if (const auto written = io::write_text(args.report, live::report_markdown(*run, out.derived)); !written)
            return refuse("run", written.why);
    if (g.json)
        print(live::run_json(*run));
    else
        print_run(*run);
    if (!run->ending.is_ok()) {
        refuse("run", run->ending.sentence());
        return row_of(run->ending.outcome).exit;
    }
    return run->comparison->is_equal() ? kDone : kWrong;
}

}  // namespace

void declare_run(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<RunArgs>();
    verb.add_option("job", args->job, kSessionHelp).required();
    verb.add_option("--worker", args->worker, "Command that starts tilescope where the GPU is: 'ssh HOST tilescope'");
    verb.add_option("--device", args->device, "Number of the GPU. Default: the first that runs code for the target");
    verb.add_option("--timeout", args->timeout_ms, "Longest wait for the MMA on the GPU, in milliseconds");
    verb.add_option("--report", args->report, "Write a report as Markdown to this file");
    verb.add_flag("--anyway", args->anyway, "Run even if the rules say that the words are wrong");
    verb.set_footer(
        "A process of its own fills the memory of a GPU as emulate does, runs the instruction of each K\n"
        "step, and copies D and all of Tensor Memory back. Every word is compared with the CPU model.\n"
        "Exit status: 0 all equal; 1 the GPU and the model differ; 2 the session cannot be run; 3 there is\n"
        "no driver, no GPU or none for the target; 4 the run on the GPU failed. tilescope ptx prints the\n"
        "kernel, tilescope devices lists the GPUs.\n");
    verb.on_run([args, &globals] { return run_run(*args, globals); });
}

}  // namespace tilescope::cli
