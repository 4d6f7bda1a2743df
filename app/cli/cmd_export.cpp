// app/cli/cmd_export.cpp -- export: prints a session as source text for other programs.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/session_arg.h"
#include "app/cli/text_out.h"
#include "app/io/file.h"
#include "app/publish/export_targets.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <memory>

namespace tilescope::cli {
namespace {

struct ExportArgs {
    std::string job, target, out;
    ProgramArgs program;
};

constexpr std::string_view kList = "list";

// The table of targets, as JSON, as CSV or as text.
int list_targets(const Globals& g) {
    io::Report report;
    report.rows_name = "targets";
    report.columns = {"id", "language", "extension", "paste", "help"};
    if (g.json) report.columns.emplace_back("source");
    for (const CodeTarget& t : io::export_targets()) {
        report.rows.push_back({io::cell(t.id), io::cell(t.language), io::cell(t.extension),
                               io::cell(name_of(t.returns)), io::cell(t.help)});
        if (g.json) report.rows.back().push_back(io::cell(t.source));
    }
    return print_report(report, g);
}

// The targets of core write their limits as comments. Of the others, a state line has no comments.
bool has_comments(const CodeTarget& target) {
    return std::ranges::any_of(code_targets(), [&](const CodeTarget& own) { return own.id == target.id; });
}

int print_code(const CodeText& code, const CodeTarget& target, const ExportArgs& args, const Globals& g) {
    std::string text = code.text;
    if (!g.json && !has_comments(target))
        for (const std::string& limit : code.limits) refuse("export", limit);
    if (g.json) {
        io::Report report;
        report.fact("target", io::cell(target.id));
        report.fact("language", io::cell(target.language));
        report.fact("source", io::cell(target.source));
        report.fact("text", io::cell(code.text));
        report.rows_name = "limits";
        report.columns = {"text"};
        for (const std::string& limit : code.limits) report.rows.push_back({io::cell(limit)});
        text.clear();
        io::write_json(report, [&](std::string_view part) { text += part; });
    }
    if (args.out.empty()) return print(text), kDone;
    const auto written = io::write_text(args.out, text);
    return written ? kDone : refuse("export", written.why);
}

int run_export(const ExportArgs& args, const Globals& g) {
    if (args.target == kList && !args.out.empty())
        return refuse("export", "the list is printed to standard output; remove --out, or name a target");
    if (args.target == kList) return list_targets(g);
    if (g.csv) return refuse("export", "export has no --csv; use --json, or remove --csv to get text");
    const Answer<CodeTarget> target = io::export_target(args.target);
    if (!target) return refuse("export", target.why);
    if (args.job.empty()) return refuse("export", "export needs a session: name a file, or - for standard input");
    const auto file = session_named(args.job, g, args.program);
    if (!file) return refuse_job("export", args.job, file.why);
    const Derived derived = derive(file->session);
    const std::string folder = folder_of_session(args.job);
    const ViewState* const seen = file->view_state ? &*file->view_state : nullptr;
    const Answer<CodeText> code = target->text({.derived = derived, .view_state = seen, .folder = folder});
    if (!code) return refuse("export", say(target->title, ": ", code.why));
    print_notes_of_program(args.job, args.program, file->session);
    return print_code(*code, *target, args, g);
}

}  // namespace

void declare_export(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<ExportArgs>();
    verb.add_option("job", args->job, kSessionOrProgramHelp);
    verb.add_option("--to", args->target, "The target: a program or a language. list prints all of them").required();
    verb.add_option("--out", args->out, "Write to this file, not to standard output").writes();
    add_program_options(verb, args->program);
    verb.set_footer(
        "Each text names what its target cannot express, as comments at its start. --json also lists these\n"
        "sentences. A field with unknown bits becomes a parameter with the name of the field. 'tilescope\n"
        "decode -' reads the texts back; the column 'paste' of the list says what it finds.\n");
    verb.on_run([args, &globals] { return run_export(*args, globals); });
}

}  // namespace tilescope::cli
