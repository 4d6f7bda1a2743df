// app/cli/cmd_summary.cpp -- summary: sums up the results of a sweep from its files.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/run_sweep.h"
#include "app/runs/sweep.h"

#include <tilescope/base/say.h>

#include <memory>
#include <utility>

namespace tilescope::cli {
namespace {

struct SummaryArgs {
    std::vector<std::string> files;
    std::string report;
};

int run_summary(const SummaryArgs& args, const Globals& g) {
    if (g.csv) return refuse("summary", "summary has no --csv; use --json, or remove --csv to get text");
    live::SweepSum sum;
    std::size_t unreadable = 0;
    for (const std::string& file : args.files) {
        const auto lines = live::read_sweep(file, [&](live::Record&& record) { return sum.add(record); });
        if (!lines) return refuse("summary", lines.why);
        unreadable += lines->damaged();
    }
    if (sum.all().jobs() == 0) return refuse("summary", "the files have no results");
    print_sum(sum, g);
    if (!args.report.empty())
        if (const auto written = io::write_text(args.report, live::sum_markdown(sum)); !written)
            return refuse("summary", written.why);
    if (unreadable != 0)
        refuse("summary", say("damaged lines, left out of the table: ", unreadable,
                              "; run --resume removes them, and runs each job of theirs that has no other line"));
    if (sum.repeated() != 0)
        refuse("summary", say(sum.repeated(), " results are of a job that was there before; the first one counts"));
    return exit_of(sum.all());
}

}  // namespace

void declare_summary(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<SummaryArgs>();
    verb.add_option("file", args->files, "Files of run --out, or their concatenation. Use - for standard input.")
        .required();
    verb.add_option("--report", args->report, "Write a report as Markdown to this file").writes();
    verb.set_footer(
        "The files can be those of several machines, each with a part of one sweep (run --shard). In the\n"
        "table, = is equal, a number is how many words of D differ, an id is the first rule that refuses\n"
        "the job. Exit status, as of run: 0 all equal; 1 some differ; 2 no job ran, or a file is no result of\n"
        "a sweep; 3 some cannot run on their machine; 4 some failed.\n");
    verb.on_run([args, &globals] { return run_summary(*args, globals); });
}

}  // namespace tilescope::cli
