// app/cli/cmd_export.cpp -- export, report, ptx: a session as a text, a page or a kernel for others.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/npy.h"
#include "app/publish/export_targets.h"
#include "app/publish/pages.h"

#include <tilescope/document/instruction.h>
#include <tilescope/hw/archs.h>
#include <tilescope/kernel/live_kernel.h>
#include <tilescope/kernel/parameters.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

struct ExportArgs {
    std::string job, target, out;
    ProgramArgs program;
};

constexpr std::string_view kList = "list";

int list_targets(const Globals& g) {
    io::Report report{.rows_name = "targets", .columns = {"id", "language", "extension", "paste", "help"}};
    if (g.json) report.columns.emplace_back("source");
    for (const CodeTarget& t : io::export_targets()) {
        report.rows.push_back({t.id, t.language, t.extension, name_of(t.returns), t.help});
        if (g.json) report.rows.back().push_back(t.source);
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
        io::Report report{.facts = {{"target", target.id},
                                    {"language", target.language},
                                    {"source", target.source},
                                    {"text", code.text}},
                          .rows_name = "limits",
                          .columns = {"text"}};
        for (const std::string& limit : code.limits) report.rows.push_back({limit});
        text.clear();
        io::write_json(report, [&](std::string_view part) { text += part; });
    }
    return write_or_print(args.out, text);
}

int run_export(const ExportArgs& args, const Globals& g) {
    if (args.target == kList && !args.out.empty())
        throw refused("the list is printed to standard output; remove --out, or name a target");
    if (args.target == kList) return list_targets(g);
    has_no_csv("export", g);
    const auto target = need(io::export_target(args.target));
    if (args.job.empty()) throw refused("export needs a session: name a file, or - for standard input");
    const auto file = session_named(args.job, g, args.program);
    const Derived derived = derive(file.session);
    const std::string folder = folder_of_session(args.job);
    const ViewState* const seen = file.view_state ? &*file.view_state : nullptr;
    const auto code = need(target.text({.derived = derived, .view_state = seen, .folder = folder}), target.title);
    print_notes_of_program(args.job, args.program, file.session);
    return print_code(code, target, args, g);
}

struct ReportArgs {
    std::string job, out;
    ProgramArgs program;
};

int run_report(const ReportArgs& args, const Globals& g) {
    if (g.json || g.csv) throw refused("report writes HTML; remove --json and --csv");
    const auto file = session_named(args.job, g, args.program);
    need(args.out == "-" ? Answer<void>() : io::can_write(args.out));
    const Derived d = derive(file.session);
    const Results results = io::emulated(d, folder_of_session(args.job));
    const ViewState look = file.view_state.value_or(ViewState{});
    const std::string html = io::report_html({d, look, results, name_of_session(args.job)});
    print_notes_of_program(args.job, args.program, file.session);
    return write_or_print(args.out == "-" ? "" : args.out, html);
}

struct PtxArgs {
    std::string job, target, out;
};

// Returns the kernel for the target that the user chose, else for the target of the session.
LiveKernel kernel_for(Session session, const PtxArgs& args) {
    const std::string target = !args.target.empty() ? args.target : session.arch;
    need(find_arch(target, kNewestEdition));
    session.arch = target;
    session.edition = edition_of(target, session.edition);
    return need(live_kernel(need(kernel_form(derive(session)))));
}

// Target, .version, form of the launch, parameters and text.
Json kernel_json(const LiveKernel& kernel) {
    const auto parameter = [](const ParamRow& row) -> Json {
        return {{"id", row.id}, {"offset", row.offset}, {"bytes", row.bytes}};
    };
    return {{"target", kernel.form.arch},
            {"version", kernel.ptx},
            {"entry", kLiveEntry},
            {"instruction", kernel.instruction},
            {"ctas", kernel.ctas},
            {"threads", kLiveThreads},
            {"parameters", list_json(kParams, parameter)},
            {"text", kernel.text}};
}

int run_ptx(const PtxArgs& args, const Globals& g) {
    has_no_csv("ptx", g);
    if (g.arch_given && !args.target.empty())
        throw refused("--target and --arch cannot be used together; remove one of them");
    const auto file = session_named(args.job, g);
    const auto kernel = kernel_for(file.session, args);
    return write_or_print(args.out, g.json ? io::text_of_json(kernel_json(kernel)) : kernel.text);
}

}  // namespace

void declare_export(Verb& verb) {
    ExportArgs& args = verb.runs(run_export);
    verb.add_option("job", args.job, kSessionOrProgramHelp);
    verb.add_option("--to", args.target, "The target: a program or a language. list prints all of them").required();
    verb.add_option("--out", args.out, "Write to this file, not to standard output").writes();
    add_program_options(verb, args.program);
    verb.set_footer(
        "Each text names what its target cannot express, as comments at its start. --json also lists these\n"
        "sentences. A field with unknown bits becomes a parameter with the name of the field. 'tilescope\n"
        "decode -' reads the texts back; the column 'paste' of the list says what it finds.\n");
}

void declare_report(Verb& verb) {
    ReportArgs& args = verb.runs(run_report);
    verb.add_option("job", args.job, kSessionOrProgramHelp).required();
    verb.add_option("-o,--output", args.out, "Write to this file. Use - for standard output.").required().writes();
    add_program_options(verb, args.program);
    verb.set_footer(
        "The file has the instruction, the words with all fields, the broken rules, the result of the CPU\n"
        "model with causes and repairs, the pictures of the window and the state line. It needs no network,\n"
        "no script and no other file. It can be printed. Large pictures are simplified; the file has the\n"
        "command that draws all of each.\n");
}

void declare_ptx(Verb& verb) {
    PtxArgs& args = verb.runs(run_ptx);
    verb.add_option("job", args.job, kSessionHelp).required();
    verb.add_option("--target", args.target, "Print the kernel for this target, not for the one of the session");
    verb.add_option("--out", args.out, "Write to this file, not to standard output").writes();
    verb.set_footer(
        "The kernel fills shared memory and Tensor Memory (wgmma: registers) from buffers, runs one\n"
        "instruction, and copies Tensor Memory (wgmma: D) back. All numbers, also the words, are in a block\n"
        "of parameters, so the text depends only on the target and on the form of the instruction. --json\n"
        "also lists the parameters. No GPU is needed to print the kernel.\n");
}

}  // namespace tilescope::cli
