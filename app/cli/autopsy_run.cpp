// app/cli/autopsy_run.cpp -- runs a program under the user's cuda-gdb, and says what could not be recorded.
// SPDX-License-Identifier: MIT
#include "app/cli/autopsy_run.h"

#include "app/autopsy/debugger_trouble.h"
#include "app/cli/gpu_verbs.h"
#include "app/io/descriptor.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::cli {
namespace {

using autopsy::DebuggerEnd, autopsy::DebuggerOrder, autopsy::DebuggerProgress, autopsy::LaunchedKernel;

constexpr std::uint32_t kMostSeconds = 24 * 3600;
constexpr std::uint64_t kMostNumber = 1'000'000'000;  // of launches, of a block

std::uint32_t count_given(std::string_view option, std::string_view text, std::uint64_t least, std::string_view right) {
    const auto number = parse_number(text);
    if (!number || *number < least || *number > kMostNumber)
        throw refused(option, ": '", excerpt(text), "' is not ", right);
    return static_cast<std::uint32_t>(*number);
}

std::array<unsigned, 3> block_given(const std::string& text) {
    std::array<unsigned, 3> out{};
    const auto parts = split_at(text, ',');
    if (parts.size() > out.size()) throw refused("--block: '", excerpt(text), "' has more than three numbers");
    for (std::size_t i = 0; i < parts.size(); ++i)
        out[i] = count_given("--block", parts[i], 0, "the place of a block; write X,Y,Z, such as 0,2,0");
    return out;
}

std::vector<unsigned> mmas_given(const std::string& text) {
    std::vector<unsigned> out;
    if (text == "all") return out;
    for (const std::string_view part : split_at(text, ','))
        out.push_back(count_given("--mma", part, 0, "the number of an MMA; write all, or numbers from 0, such as 0,3"));
    return out;
}

std::string kernels_text(const std::vector<LaunchedKernel>& kernels, bool with_mma) {
    constexpr std::size_t kMostShown = 8;
    std::size_t shown = 0;
    return list_of(kernels, [&](const LaunchedKernel& kernel) {
        if ((kernel.mmas != 0) != with_mma || shown > kMostShown) return std::string();
        return ++shown > kMostShown ? std::string("...") : say('`', excerpt(kernel.name, 100), '`');
    });
}

// Ends of a recording in which no kernel was looked at, whatever the kernels are.
struct EndRow {
    std::string_view reason, sentence;
    int status;
};
constexpr EndRow kEnds[] = {
    {"no cuda", "this debugger is not a cuda-gdb, so it does not see kernels", kLacking},
    {"no such block", "the grid of the kernel has no such block as --block names", kUnusable},
    {"no core", "the debugger cannot read the core dump", kUnusable},
    {"not started", "the debugger does not start the program", kUnusable},
    {"signal", "the program died before its first MMA", kRunFailed},
    {"interrupted", "the program was interrupted", kRunFailed},
    {"lost", "the debugger failed", kRunFailed},
};
const EndRow* end_named(std::string_view reason) {
    const auto found = std::ranges::find(kEnds, reason, &EndRow::reason);
    return found == std::end(kEnds) ? nullptr : &*found;
}

bool has_driver() {
    std::error_code ignored;
    return std::filesystem::exists("/dev/nvidiactl", ignored) || std::filesystem::exists("/dev/dxg", ignored) ||
           std::filesystem::exists("/dev/nvhost-ctrl", ignored) || std::filesystem::exists("/dev/nvmap", ignored);
}

// While it exists, a write to a closed output fails, and does not end this process: the debugger must be ended first.
class IgnoredSigpipe {
public:
    IgnoredSigpipe() {
        struct sigaction ignored {};
        ignored.sa_handler = SIG_IGN;
        sigaction(SIGPIPE, &ignored, &before_);
    }
    ~IgnoredSigpipe() { sigaction(SIGPIPE, &before_, nullptr); }
    IgnoredSigpipe& operator=(IgnoredSigpipe&&) = delete;  // nor any other copy

private:
    struct sigaction before_ {};
};

std::string recording_text(const DebuggerProgress& progress, double seconds) {
    return say(static_cast<std::uint64_t>(seconds), " s: ", progress.launches, " kernels looked at, ", progress.stops,
               " stops, ", progress.mmas, " MMAs and ", progress.waits, " waits recorded");
}

}  // namespace

void add_debugger_options(Verb& verb, DebuggerArgs& args) {
    verb.add_option("program", args.program, "After --: a program, run under cuda-gdb; not yet tried with tcgen05");
    verb.add_option("--pid", args.pid, "Attach to this process instead");
    verb.add_option("--core", args.core, "Read this core dump of a GPU instead").reads();
    verb.add_option("--debugger", args.debugger, "The cuda-gdb. Default: that on PATH");
    verb.add_option("--kernel", args.kernel,
                    "A regular expression: kernels whose name has it. Default:\nthe first one with an MMA");
    verb.add_option("--launch", args.launch, "The N-th launch of such a kernel, from 1. Default: 1");
    verb.add_option("--block", args.block, "The block of the grid that is watched: X,Y,Z. Default: 0,0,0");
    verb.add_option("--mma", args.mma, "all, or the numbers of MMAs in the machine code: 0,3. Default: all");
    verb.add_option("--steps", args.steps,
                    "The most MMAs of a warpgroup that are recorded. Of a longer loop,\nthe last trip is kept too")
        .at_least_one();
    verb.add_option(
            "--seconds", args.seconds,
            say("What the program may take, up to ", kMostSeconds, ". Default: ", autopsy::DebuggerOrder{}.seconds))
        .at_least_one();
}

namespace {

// A terminal belongs to the user, and the debugger would take lines of it.
bool is_readable_input() {
    struct stat input = {};
    return fstat(STDIN_FILENO, &input) == 0 &&
           (S_ISREG(input.st_mode) || S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode));
}

}  // namespace

DebuggerOrder order_of(const DebuggerArgs& args) {
    if (args.seconds > kMostSeconds) throw refused("--seconds is ", args.seconds, "; it is at most ", kMostSeconds);
    DebuggerOrder order{.debugger = {}, .program = {}, .pid = args.pid, .core = args.core, .kernel = args.kernel};
    order.steps = args.steps;
    order.seconds = args.seconds;
    if (!args.launch.empty()) order.launch = count_given("--launch", args.launch, 1, "a number from 1") - 1;
    if (!args.block.empty()) order.block = block_given(args.block);
    if (!args.mma.empty()) order.mmas = mmas_given(args.mma);
    if (!args.program.empty()) order.program = need(autopsy::debugged_command(args.program));
    if (!args.program.empty() && is_readable_input()) order.input = STDIN_FILENO;
    if (!order.core.empty()) {
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(order.core, ignored))
            throw refused("--core: '", excerpt(order.core), "' is not a file");
        order.core = std::filesystem::absolute(order.core).string();
    }
    const auto debugger = autopsy::find_debugger(args.debugger);
    if (!debugger) throw Refused{debugger.why, kLacking};
    order.debugger = *debugger;
    return order;
}

autopsy::DebuggerRan record(const DebuggerOrder& order, const autopsy::DebuggerFolders& folders, bool prints_json,
                            const std::stop_token& stop) {
    const IgnoredSigpipe ignored;
    ProgressLine line;
    const auto pass_to = [&](int file) {
        return [&line, file](std::string_view bytes) {
            line.clear();
            return io::write_all(file, bytes);
        };
    };
    const autopsy::DebuggerWatch watch{
        .out = pass_to(prints_json ? STDERR_FILENO : STDOUT_FILENO),
        .err = pass_to(STDERR_FILENO),
        .progress = [&](const DebuggerProgress& progress) { line.show(recording_text(progress, line.seconds())); }};
    const auto ran = autopsy::run_debugger(order, folders, watch, stop);
    line.clear();
    switch (ran.end) {
    case DebuggerEnd::finished: break;
    case DebuggerEnd::cannot: throw Refused{ran.why, kLacking};
    case DebuggerEnd::unusable: throw Refused{ran.why};
    case DebuggerEnd::stopped: throw Refused{ran.why, kRunFailed};
    case DebuggerEnd::ended_early:
    case DebuggerEnd::late:
        if (ran.progress.mmas + ran.progress.exceptions == 0) throw Refused{ran.why, kRunFailed};
        refuse("autopsy", say(ran.why, ". What was recorded before is used"));
    }
    return ran;
}

Refused nothing_observed(const autopsy::DebuggerRan& ran, const DebuggerArgs& args) {
    const DebuggerProgress& progress = ran.progress;
    const bool any_mma = std::ranges::any_of(progress.kernels, [](const LaunchedKernel& k) { return k.mmas != 0; });
    const std::string without = kernels_text(progress.kernels, false), with = kernels_text(progress.kernels, true);
    const std::string block = args.block.empty() ? "0,0,0" : args.block;
    const std::string children =
        progress.children == 0
            ? std::string()
            : say("; it started ", progress.children, progress.children == 1 ? " process" : " processes",
                  ", which autopsy does not watch: run the one that launches the kernel, or attach to it with --pid");
    const std::string in_time = progress.reason == "late" ? say(" in ", args.seconds, " s") : std::string();
    const auto observed_none = [](int status, const auto&... why) {
        return Refused{say("nothing was observed: ", why...), status};
    };
    const auto trouble = autopsy::trouble_in(say(progress.error, "\n", ran.said));
    if (trouble && progress.kernels.empty())
        return observed_none(trouble->is_of_user ? kUnusable : kLacking, trouble->sentence);
    if (const EndRow* row = end_named(progress.reason))
        return observed_none(row->status, row->sentence,
                             progress.error.empty() ? "" : ". It says: ", excerpt(progress.error, 200));
    if (progress.reason == "no such mma")
        return observed_none(kUnusable, "the kernel has no MMA with the numbers of --mma; ", with);
    if (any_mma && progress.launches == 0)
        return observed_none(kRunFailed, "no launch is the one that --kernel and --launch name; these kernels have an ",
                             "MMA: ", with);
    if (any_mma)
        return observed_none(kRunFailed, "block ", block, " came to no MMA of ", with,
                             "; choose another block or launch, or give more --seconds");
    if (!progress.kernels.empty())
        return observed_none(kRunFailed, "no kernel of the program has a wgmma or tcgen05.mma; it launched ", without,
                             in_time, children);
    if (!has_driver())
        return observed_none(kLacking, "this machine has no NVIDIA driver, so the program launched no kernel; record ",
                             "on a machine with a GPU (--keep DIR), and read the recording here (--recording DIR)");
    if (progress.reason == "late")
        return observed_none(kRunFailed, "the program launched no kernel", in_time,
                             "; give it more time with --seconds", children);
    return observed_none(kRunFailed, "the program launched no kernel, and ended", children);
}

}  // namespace tilescope::cli
