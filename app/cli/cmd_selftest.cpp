// app/cli/cmd_selftest.cpp -- devices: lists the GPUs. selftest: compares one with the model on many jobs.
// SPDX-License-Identifier: MIT
#include "app/cli/gpu_verbs.h"
#include "app/cli/verb.h"
#include "app/io/row_pool.h"
#include "app/runs/client.h"
#include "app/runs/selftest.h"

#include <tilescope/base/printable.h>
#include <tilescope/hw/archs.h>

namespace tilescope::cli {
namespace {

constexpr std::uint64_t kMebibyte = 1 << 20;

void print_device(const live::Device& d) {
    const std::string targets = targets_for_chip(d.chip());
    print(wrapped(say(d.index, "  ", printable(d.name), ": compute capability ", d.chip(), ", ",
                      targets.empty() ? "no target that tilescope knows" : say("targets ", targets), ", ",
                      d.memory_bytes / kMebibyte, " MiB, ", d.shared_bytes, " bytes of shared memory for a CTA, CUDA ",
                      live::driver_version(d)),
                  3));
}

int run_devices(const std::string& worker, const Globals& g) {
    has_no_csv("devices", g);
    live::Client client(worker);
    const live::DeviceList list = client.devices({});
    client.end();
    const int status = row_of(list.ending.outcome).exit;
    if (g.json) return print(live::devices_json(list)), status;
    for (const live::Device& device : list.devices) print_device(device);
    if (status != kDone) refuse("devices", list.ending.sentence());
    return status;
}

struct SelftestArgs {
    std::string size, worker, shard;
    std::uint32_t device = live::kAnyDevice;
};

SelftestSize size_named(const std::string& text) {
    for (const NamedValue& row : kSelftestSizes)
        if (row.name == text) return static_cast<SelftestSize>(row.raw);
    throw refused("--gpu is '", text, "'; write ", list_of(kSelftestSizes, &NamedValue::name, " or "));
}

void print_report(const live::SelftestReport& report) {
    if (report.device) print_wrapped(0, live::device_line(*report.device));
    for (const live::Record& r : report.results) {
        print(r.name, "\n");
        if (r.outcome != live::Outcome::ok) print_wrapped(2, r.sentence);
        for (const std::string& sentence : r.comparison) print_wrapped(2, sentence);
    }
    for (const live::SettledDoubt& s : report.settles)
        print("The open question ", s.doubt, ": the GPU follows ",
              s.alternative ? "the alternative rule" : "the rule of the model", " in every job that tells them apart (",
              s.jobs, s.jobs == 1 ? " job" : " jobs", ").\n");
    const live::Tally& sum = report.sum;
    print(sum.jobs(), sum.jobs() == 1 ? " job: " : " jobs: ", sum.equal, " equal to the model, ", sum.different,
          " different, ", sum.not_run(), " failed\n");
}

int run_selftest(const SelftestArgs& args, const Globals& g) {
    has_no_csv("selftest", g);
    const auto size = size_named(args.size);
    const auto shard = need(live::shard_in(args.shard));
    const StopOnSignal stop;
    io::RowPool pool;
    live::Client client(args.worker);
    ProgressLine progress;
    const live::SelftestReport report =
        live::run_selftest({.size = size, .device = args.device, .shard = shard}, client,
                           {.loop = pool.loop(), .stop = stop.token()}, [&](live::ListProgress now) {
                               now.seconds = progress.seconds();
                               if (progress.is_due()) progress.show(live::list_progress_text(now));
                           });
    progress.clear();
    if (g.json)
        print(live::selftest_json(report));
    else if (report.device)
        print_report(report);
    if (!report.ending.is_ok()) {
        const std::size_t jobs = report.sum.jobs();
        refuse("selftest", report.device ? say(report.ending.sentence(), " ", jobs, jobs == 1 ? " job is" : " jobs are",
                                               " done, ", report.percent, " % of the list.")
                                         : report.ending.sentence());
        return row_of(report.ending.outcome).exit;
    }
    return report.sum.not_run() != 0 ? io::kRunFailed : report.sum.different != 0 ? kWrong : kDone;
}

}  // namespace

void declare_devices(Verb& verb) {
    std::string& worker = verb.runs(run_devices);
    add_worker_option(verb, worker);
    verb.set_footer(
        "A process of its own opens the NVIDIA driver (libcuda.so.1), on this machine or on another one.\n"
        "The other machine needs the same version of tilescope, and no CUDA Toolkit. ssh must not ask\n"
        "for a password. --json prints {\"devices\": [...], \"outcome\": ...}. The exit status is 3 if there\n"
        "is no GPU, no driver or no worker, and 4 if the worker failed.\n");
}

void declare_selftest(Verb& verb) {
    SelftestArgs& args = verb.runs(run_selftest);
    verb.add_option("--gpu", args.size, "smoke: the presets. full: all types, forms, layouts and sizes too").required();
    add_worker_option(verb, args.worker);
    verb.add_option("--device", args.device, "Number of the GPU. Default: the first with wgmma or tcgen05");
    verb.add_option("--shard", args.shard, "Run every N-th job, from job I on. Write I/N, such as 2/8");
    verb.set_footer(
        "Each job has words that no rule refuses and memory that matches them. Every word of D and every\n"
        "other cell of Tensor Memory are compared with the model. Jobs that differ are listed with the\n"
        "first difference, and with the open question that explains it, if one does. An open question\n"
        "that every job answers in the same way is listed too. Exit status: 0 all equal; 1 some differ; 3\n"
        "there is no driver or no GPU with wgmma or tcgen05; 4 a job failed, or it was stopped. Ctrl+C prints\n"
        "what is done. While it runs, standard error says how far it is.\n");
}

}  // namespace tilescope::cli
