// app/cli/cmd_report.cpp -- report: writes a session as one HTML file for a bug report.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/session_arg.h"
#include "app/publish/bug_report.h"

#include <filesystem>
#include <memory>

namespace tilescope::cli {
namespace {

struct ReportArgs {
    std::string job, out;
    ProgramArgs program;
};

int run_report(const ReportArgs& args, const Globals& g) {
    if (g.json || g.csv) return refuse("report", "report writes HTML; remove --json and --csv");
    const auto file = session_named(args.job, g, args.program);
    if (!file) return refuse_job("report", args.job, file.why);
    if (const auto can = args.out == "-" ? Answer<void>() : io::can_write(args.out); !can)
        return refuse("report", can.why);
    const Derived d = derive(file->session);
    const Results results = io::emulated(d, folder_of_session(args.job));
    const ViewState look = file->view_state.value_or(ViewState{});
    const std::string html = io::report_html({d, look, results, name_of_session(args.job)});
    print_notes_of_program(args.job, args.program, file->session);
    if (args.out == "-") return print(html), kDone;
    const auto written = io::write_text(args.out, html);
    return written ? kDone : refuse("report", written.why);
}

}  // namespace

void declare_report(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<ReportArgs>();
    verb.add_option("job", args->job, kSessionOrProgramHelp).required();
    Option out = verb.add_option("-o,--output", args->out, "Write to this file. Use - for standard output.");
    out.required();
    out.writes();
    add_program_options(verb, args->program);
    verb.set_footer(
        "The file has the instruction, the words with all fields, the broken rules, the result of the CPU\n"
        "model with causes and repairs, the pictures of the window and the state line. It needs no network,\n"
        "no script and no other file. It can be printed. Large pictures are simplified; the file has the\n"
        "command that draws all of each.\n");
    verb.on_run([args, &globals] { return run_report(*args, globals); });
}

}  // namespace tilescope::cli
