// app/cli/cmd_ptx.cpp -- ptx: prints the kernel that runs the instruction of a session on a GPU.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/session_arg.h"
#include "app/publish/json_out.h"

#include <tilescope/hw/archs.h>
#include <tilescope/session/kernel_form.h>

#include <memory>

namespace tilescope::cli {
namespace {

struct PtxArgs {
    std::string job, target, out;
};

// Returns the kernel for the target that the user chose, else for the target of the session.
Answer<LiveKernel> kernel_for(Session session, const PtxArgs& args) {
    const std::string target = !args.target.empty() ? args.target : session.arch;
    if (const auto known = find_arch(target, kNewestEdition); !known) return Answer<LiveKernel>::refuse(known.why);
    session.arch = target;
    session.edition = edition_of(target, session.edition);
    const Answer<KernelForm> form = kernel_form(derive(session));
    return form ? live_kernel(*form) : Answer<LiveKernel>::refuse(form.why);
}

int run_ptx(const PtxArgs& args, const Globals& g) {
    if (g.csv) return refuse("ptx", "ptx has no --csv; use --json, or remove --csv to get text");
    if (g.arch_given && !args.target.empty())
        return refuse("ptx", "--target and --arch cannot be used together; remove one of them");
    const auto file = session_named(args.job, g);
    if (!file) return refuse("ptx", file.why);
    const Answer<LiveKernel> kernel = kernel_for(file->session, args);
    if (!kernel) return refuse("ptx", kernel.why);
    const std::string text = g.json ? io::kernel_json(*kernel) : kernel->text;
    if (args.out.empty()) return print(text), kDone;
    const auto written = io::write_text(args.out, text);
    return written ? kDone : refuse("ptx", written.why);
}

}  // namespace

void declare_ptx(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<PtxArgs>();
    verb.add_option("job", args->job, kSessionHelp).required();
    verb.add_option("--target", args->target, "Print the kernel for this target, not for the one of the session");
    verb.add_option("--out", args->out, "Write to this file, not to standard output").writes();
    verb.set_footer(
        "The kernel fills shared memory and Tensor Memory (wgmma: registers) from buffers, runs one\n"
        "instruction, and copies Tensor Memory (wgmma: D) back. All numbers, also the words, are in a block\n"
        "of parameters, so the text depends only on the target and on the form of the instruction. --json\n"
        "also lists the parameters. No GPU is needed to print the kernel.\n");
    verb.on_run([args, &globals] { return run_ptx(*args, globals); });
}

}  // namespace tilescope::cli
