// app/cli/cmd_autopsy.cpp -- autopsy: what a debugger saw of the MMAs of a kernel, and what is wrong. gdb-init.
// SPDX-License-Identifier: MIT
#include "app/autopsy/autopsy.h"
#include "app/autopsy/recording_file.h"
#include "app/autopsy/session_files.h"
#include "app/cli/autopsy_run.h"
#include "app/cli/gpu_verbs.h"
#include "app/cli/json_parts.h"
#include "app/io/npy.h"
#include "app/io/state_line.h"
#include "app/io/temporary_folder.h"
#include "app/publish/pages.h"

#include <tilescope/base/printable.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::cli {
namespace {

namespace fs = std::filesystem;

struct AutopsyArgs {
    DebuggerArgs debugger;
    autopsy::ExpectedFiles expected;
    std::string recording, keep, out;
    bool strict = false, all_kernels = false, script = false;
};

// A recording and what is said of it.
struct Looked {
    fs::path folder;
    autopsy::Autopsy autopsy;
};

constexpr std::size_t kMostKernels = 16;     // of --all-kernels
constexpr std::size_t kMostShownName = 200;  // of a kernel, in text
constexpr std::string_view kAutopsyLines = "recording.jsonl", kPackedAutopsyLines = "recording.jsonl.gz",
                           kKeptRecording = "recording";

// ---- output

// The sentences name the faults and what else is possible. `line` was printed before if it is the verdict of all.
void print_autopsy_chain(const autopsy::Autopsy& autopsy, std::size_t number, std::string_view verdict) {
    const autopsy::Diagnosis& diagnosis = autopsy.diagnoses[number];
    print("\n");
    print_wrapped(0, autopsy::chain_title(autopsy, number), ": ", name_of(diagnosis.verdict));
    if (diagnosis.line != verdict) print_wrapped(2, printable(diagnosis.line));
    for (const std::string& sentence : diagnosis.sentences) print_wrapped(2, printable(sentence));
}

std::string watched_text(const autopsy::Recording& recording) {
    const auto triple = [](const std::array<unsigned, 3>& n) { return say('(', n[0], ',', n[1], ',', n[2], ')'); };
    if (recording.grid[0] == 0) return {};
    return say(", block ", triple(recording.block), " of ", triple(recording.grid), ", ", triple(recording.threads),
               " threads");
}

void print_autopsy(const autopsy::Autopsy& autopsy) {
    const autopsy::Recording& recording = autopsy.recording;
    const std::string verdict = autopsy::headline(autopsy);
    print(printable(verdict), "\n");  // one line, however long
    if (!recording.kernel.empty())
        print_wrapped(0, "Kernel `", excerpt(recording.kernel, kMostShownName), "`, ", recording.arch,
                      recording.arch_known ? "" : " (assumed: no GPU is named)", watched_text(recording), ".");
    for (std::size_t i = 0; i < autopsy.chains.size(); ++i) print_autopsy_chain(autopsy, i, verdict);
    if (!recording.lost.empty()) print("\n");
    for (const std::string& sentence : recording.lost) print_wrapped(0, "Not recorded: ", printable(sentence));
}

int print_autopsies(const std::vector<Looked>& all, const AutopsyArgs& args, const Globals& g) {
    if (g.json && args.all_kernels)
        return print_json(list_json(all, [](const Looked& one) { return autopsy::autopsy_json(one.autopsy); }));
    if (g.json) return print_json(autopsy::autopsy_json(all.front().autopsy));
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i != 0) print("\n");
        print_autopsy(all[i].autopsy);
    }
    return kDone;
}

int autopsy_status(const std::vector<Looked>& all, bool strict) {
    const auto is_bad = [&](const autopsy::Diagnosis& d) {
        return d.verdict == autopsy::Verdict::wrong || d.verdict == autopsy::Verdict::fault ||
               (strict && d.verdict == autopsy::Verdict::unknown);
    };
    const auto any_bad = [&](const Looked& one) {
        const autopsy::Recording& recording = one.autopsy.recording;
        return (strict ? recording.hang.has_value() : autopsy::is_hung(recording)) ||
               std::ranges::any_of(one.autopsy.diagnoses, is_bad);
    };
    return std::ranges::any_of(all, any_bad) ? kWrong : kDone;
}

// A kernel that hangs before its first MMA has no chain, and yet an answer.
bool says_something(const autopsy::Autopsy& autopsy) {
    return !autopsy.chains.empty() || autopsy.recording.hang.has_value();
}

// ---- folders

bool has_recording(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / kAutopsyLines, ignored) || fs::exists(folder / kPackedAutopsyLines, ignored);
}

// Makes the folder for a recording. An older one there would be mixed with it.
void make_empty_folder(const fs::path& folder, std::string_view option) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw refused(option, ": '", excerpt(folder.string()), "' cannot be made: ", failed.message());
    if (!fs::is_empty(folder, failed) || failed)
        throw refused(option, ": '", excerpt(folder.string()), "' is not an empty folder; name a new one");
}

// Ends the verb if the user has stopped it.
void end_if_stopped(const std::stop_token& stop) {
    if (stop.stop_requested()) throw Refused{"stopped", kRunFailed};
}

// The folder of --out. After a stop, nothing half is left in it.
class OutFolder {
public:
    // An empty path: there is none.
    OutFolder(const std::string& path, std::stop_token stop) : folder_(path), stop_(std::move(stop)) {
        std::error_code ignored;
        is_new_ = !fs::exists(folder_, ignored);
        if (!folder_.empty()) make_empty_folder(folder_, "--out");
    }
    ~OutFolder() {
        if (!stop_.stop_requested() || folder_.empty()) return;
        std::error_code failed;
        for (fs::directory_iterator entry(folder_, failed), end; !failed && entry != end; entry.increment(failed))
            if (std::error_code other; !fs::equivalent(entry->path(), kept_, other))
                fs::remove_all(entry->path(), failed);
        if (is_new_) fs::remove(folder_, failed);  // it stays if it is not empty
    }
    OutFolder& operator=(OutFolder&&) = delete;  // nor any other copy

    // What is whole: a recording that was finished.
    void keep(const fs::path& inside) { kept_ = inside; }
    // All is written: it stays, also if a stop comes now.
    void finish() { folder_.clear(); }

private:
    fs::path folder_, kept_;
    std::stop_token stop_;
    bool is_new_ = false;
};

// The folders of a recording: itself, or with --all-kernels those in it.
std::vector<fs::path> recordings_of(const AutopsyArgs& args) {
    fs::path folder = args.recording;
    std::error_code failed;
    if (const std::string file = folder.filename().string(); file == kAutopsyLines || file == kPackedAutopsyLines)
        folder = fs::absolute(folder, failed).parent_path();
    if (!fs::is_directory(folder, failed))
        throw refused("--recording: '", excerpt(args.recording), "' is not a folder");
    if (has_recording(folder)) return {folder};
    if (!args.all_kernels) throw refused("--recording: '", excerpt(args.recording), "' has no recording.jsonl");
    std::vector<fs::path> out;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
        if (has_recording(entry->path())) out.push_back(entry->path());
    std::ranges::sort(out);
    if (out.empty()) throw refused("--recording: no folder in '", excerpt(args.recording), "' has a recording.jsonl");
    return out;
}

autopsy::Autopsy autopsy_in(const fs::path& folder, const AutopsyArgs& args, const std::stop_token& stop) {
    auto recording = need(autopsy::read_recording(folder.string(), stop));
    return need(autopsy::autopsy_of(std::move(recording), args.expected, stop));
}

// What a debugger has just written. It can be anything, which is not the fault of the user.
autopsy::Autopsy recorded_autopsy(const fs::path& folder, const AutopsyArgs& args, const std::stop_token& stop) {
    if (!has_recording(folder)) return {};
    auto recording = autopsy::read_recording(folder.string(), stop);
    if (!recording) throw Refused{recording.why, kRunFailed};
    return need(autopsy::autopsy_of(std::move(*recording), args.expected, stop));
}

// ---- --out

// A page for each session, beside it: chain0.html. A session that the model cannot compute has a page without D.
void write_page(const fs::path& folder, const std::string& name, const std::stop_token& stop) {
    const std::string path = (folder / name).string();
    const auto file = need(io::session_in(need(io::read_file_text(path)), path));
    const Derived derived = derive(file.session);
    const Results results = io::emulated(derived, folder.string(), true, {.stop = stop});
    end_if_stopped(stop);
    const ViewState look = file.view_state.value_or(ViewState{});
    const std::string html = io::report_html({derived, look, results, name});
    need(io::write_text(fs::path(path).replace_extension("html").string(), html));
}

// A recording is only these files; others in its folder are not ours.
bool is_of_recording(const std::string& name) {
    for (const std::string_view begin : {"recording.jsonl", "shared_", "constant_bank_", "sass.txt"})
        if (name.starts_with(begin)) return true;
    return false;
}

void copy_recording(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    if (fs::equivalent(from, to, failed)) return;
    fs::create_directory(to, failed);
    for (fs::directory_iterator entry(from, failed), end; !failed && entry != end; entry.increment(failed))
        if (entry->is_regular_file() && is_of_recording(entry->path().filename().string()))
            fs::copy_file(entry->path(), to / entry->path().filename(), fs::copy_options::overwrite_existing, failed);
    if (failed)
        throw refused("--out: the recording cannot be copied to '", excerpt(to.string()), "': ", failed.message());
}

// Returns what was written, as sentences.
std::string write_autopsy(const fs::path& folder, const fs::path& recording, const autopsy::Autopsy& autopsy,
                          const std::stop_token& stop) {
    const auto sessions =
        need(autopsy::write_sessions(folder.string(), autopsy.recording, autopsy.chains, autopsy.diagnoses, stop));
    std::size_t pages = 0;
    for (const std::string& name : sessions.written) {
        if (!name.ends_with(".json")) continue;
        write_page(folder, name, stop);
        ++pages;
    }
    need(io::write_text((folder / "autopsy.json").string(), io::text_of_json(autopsy::autopsy_json(autopsy))));
    copy_recording(recording, folder / kKeptRecording);
    std::string out =
        say("Written to ", printable(folder.string()), ": autopsy.json, the recording, and ", pages,
            pages == 1 ? " session with its arrays and a page." : " sessions with their arrays and pages.");
    for (const std::string& sentence : sessions.missing) out += say("\nNo session of ", printable(sentence));
    return out;
}

// The folder of --out for the i-th of several kernels.
fs::path out_folder(const AutopsyArgs& args, std::size_t i) {
    return args.all_kernels ? fs::path(args.out) / say("kernel", i) : fs::path(args.out);
}

// ---- the two roads

int finish_autopsy(const std::vector<Looked>& all, const AutopsyArgs& args, const Globals& g, OutFolder& out,
                   const std::stop_token& stop) {
    std::vector<std::string> written;
    for (std::size_t i = 0; i < all.size() && !args.out.empty(); ++i) {
        const fs::path folder = out_folder(args, i);
        fs::create_directory(folder);
        written.push_back(write_autopsy(folder, all[i].folder, all[i].autopsy, stop));
    }
    end_if_stopped(stop);
    out.finish();
    print_autopsies(all, args, g);
    for (std::size_t i = 0; i < written.size() && !g.json; ++i) print("\n", written[i], "\n");
    return autopsy_status(all, args.strict);
}

int autopsy_of_recording(const AutopsyArgs& args, const Globals& g, const std::stop_token& stop) {
    OutFolder out(args.out, stop);
    std::vector<Looked> all;
    for (const fs::path& folder : recordings_of(args)) all.push_back({folder, autopsy_in(folder, args, stop)});
    end_if_stopped(stop);
    if (std::ranges::none_of(all, [](const Looked& one) { return says_something(one.autopsy); }))
        throw Refused{autopsy::headline(all.front().autopsy), kRunFailed};
    return finish_autopsy(all, args, g, out, stop);
}

// After a stop, what is in --out is removed.
void refuse_shared_folders(const AutopsyArgs& args) {
    if (args.keep.empty() || args.out.empty()) return;
    const auto plain = [](const std::string& path) { return (fs::absolute(path) / "").lexically_normal(); };
    if (!plain(args.keep).lexically_relative(plain(args.out)).string().starts_with(".."))
        throw refused("--keep is in the folder of --out, which has the recording anyway; name another folder");
}

// Where the recordings go: to the user's folder, or to the temporary one.
fs::path kept_folder(const AutopsyArgs& args, const fs::path& work) {
    if (!args.keep.empty()) return args.keep;
    // Several kernels have a folder each, to which their recordings are copied.
    return args.out.empty() || args.all_kernels ? work / kKeptRecording : fs::path(args.out) / kKeptRecording;
}

// Runs the program once for each kernel: a stop in every kernel of one run would take long, and kernels can be
// launched thousands of times.
int autopsy_of_program(const AutopsyArgs& args, const Globals& g, const std::stop_token& stop) {
    autopsy::DebuggerOrder order = order_of(args.debugger);
    const off_t input_begin = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (args.all_kernels && order.input >= 0 && input_begin < 0)
        throw refused(
            "--all-kernels runs the program once for each kernel, and a pipe can be read only once; give the "
            "program a file (< FILE), or no input (< /dev/null)");
    refuse_shared_folders(args);
    const io::TemporaryFolder temporary = need(io::temporary_folder());
    OutFolder out(args.out, stop);
    const fs::path work = temporary.path(), kept = kept_folder(args, work);
    make_empty_folder(kept, "--keep");
    std::vector<Looked> all;
    std::vector<std::string> names = {{}};  // of the kernels to look at; the first one is whichever has an MMA
    for (std::size_t i = 0; i < names.size() && i < kMostKernels; ++i) {
        const std::string number = say("kernel", i);
        const fs::path folder = args.all_kernels ? kept / number : kept;
        make_empty_folder(folder, "--keep");
        fs::create_directory(work / number);
        if (i != 0) order.kernel = autopsy::exactly(names[i]);
        if (i != 0) lseek(STDIN_FILENO, input_begin, SEEK_SET);
        const auto seen = record(order, {(work / number).string(), folder.string()}, g.json, stop);
        out.keep(kept);
        Looked found{folder, recorded_autopsy(folder, args, stop)};
        end_if_stopped(stop);
        if (autopsy::exception_in(found.autopsy.recording) && found.autopsy.chains.empty())
            throw Refused{autopsy::headline(found.autopsy), kRunFailed};
        if (!says_something(found.autopsy) && i == 0) throw nothing_observed(seen, args.debugger);
        for (const autopsy::LaunchedKernel& kernel : seen.progress.kernels)
            if (args.all_kernels && kernel.mmas != 0 && kernel.name != found.autopsy.recording.kernel &&
                std::ranges::find(names, kernel.name) == names.end())
                names.push_back(kernel.name);
        all.push_back(std::move(found));
    }
    return finish_autopsy(all, args, g, out, stop);
}

int run_autopsy(const AutopsyArgs& args, const Globals& g) {
    has_no_csv("autopsy", g);
    if (args.script) return print(autopsy::debugger_script()), kDone;
    const DebuggerArgs& d = args.debugger;
    const int roads = (args.recording.empty() ? 0 : 1) + (d.program.empty() ? 0 : 1) + (d.pid == 0 ? 0 : 1) +
                      (d.core.empty() ? 0 : 1);
    if (roads == 0)
        throw refused("there is nothing to look at; write -- PROGRAM ARGS, or give --recording DIR, --pid or --core");
    if (roads > 1) throw refused("give only one of -- PROGRAM, --recording, --pid and --core");
    const StopOnSignal stop;
    try {
        return args.recording.empty() ? autopsy_of_program(args, g, stop.token())
                                      : autopsy_of_recording(args, g, stop.token());
    } catch (const Refused& refused) {
        if (stop.token().stop_requested() && refused.status != kRunFailed) end_if_stopped(stop.token());
        throw;
    }
}

// ---- gdb-init

struct GdbInitArgs {};

// In an installation, the file is in ../share/tilescope. A program that was copied alone prints the file itself.
int run_gdb_init(const GdbInitArgs&, const Globals& g) {
    has_no_csv("gdb-init", g);
    if (g.json) throw refused("gdb-init has no --json");
    std::error_code failed;
    const fs::path self = fs::read_symlink("/proc/self/exe", failed);
    const fs::path file = self.parent_path().parent_path() / "share" / "tilescope" / "tilescope_gdb.py";
    if (fs::is_regular_file(file, failed)) return print("source ", file.string(), "\n"), kDone;
    const std::string program = io::line_of_json(io::Json(self.string()));
    print("python import os, subprocess as s; p = os.environ.setdefault('TILESCOPE', ", program,
          "); exec(compile(s.run([p, 'autopsy', '--script'], stdout=s.PIPE).stdout, 'tilescope_gdb.py', 'exec'))\n");
    return kDone;
}

}  // namespace

void declare_autopsy(Verb& verb) {
    AutopsyArgs& args = verb.runs(run_autopsy);
    verb.add_option("--recording", args.recording,
                    "Read this recording (a folder with recording.jsonl); no GPU needed");
    verb.add_option("--a", args.expected.a,
                    "A as it should be (M x K): .npy, .npz:NAME, or .bin (raw words);\na sparse A with its zeros, or M "
                    "x K/2 as stored")
        .reads();
    verb.add_option("--b", args.expected.b, "B as it should be (N x K, or K x N)").reads();
    verb.add_option("--expect", args.expected.d, "D as it should be (M x N)").reads();
    verb.add_option("--arrays", args.expected.archive, "A .npz file with a, b and d").reads();
    verb.add_option("--keep", args.keep, "Keep the recording in this new folder");
    verb.add_option("--out", args.out,
                    "Write a session for each chain, with memory as it was, a page\nand the recording to this folder");
    verb.add_flag("--strict", args.strict, "Return exit status 1 also if it is not known what is wrong");
    verb.add_flag("--all-kernels", args.all_kernels, "Look at each kernel that has an MMA; runs the program for each");
    verb.add_flag("--script", args.script, "Print the Python file that runs inside cuda-gdb");
    add_debugger_options(verb, args.debugger);
    verb.set_footer(
        "The program runs under your cuda-gdb. It stops before every MMA of one block of one kernel, and\n"
        "after every wait. Words, shared memory, machine code and D are recorded there. Then the model\n"
        "computes D with exactly these words and bytes, and what differs from a right kernel is named. With\n"
        "--a and --b the elements are found in memory. Those of e2m1, e2m3 and e3m2 are float32 numbers, or\n"
        "uint8 with a code in each byte, or two of e2m1; a sparse A has its zeros, or is M x K/2 as stored.\n"
        "The program reads standard input if that is a file or a pipe; a terminal gives it none. Its output\n"
        "is passed on, with --json to standard error. Ctrl+C ends both, and leaves nothing half in --out.\n"
        "Exit status: 0 all right, or not known; 1 something is wrong, or the program faulted or hangs;\n"
        "2 bad input; 3 no debugger, no Python in it, no right to debug, or no GPU; 4 nothing was observed.\n");
}

void declare_gdb_init(Verb& verb) {
    verb.runs(run_gdb_init);
    verb.set_footer(
        "Put the line in ~/.cuda-gdbinit, or type it in cuda-gdb or gdb. Then these commands are there:\n"
        "  ts word, ts idesc, ts regs, ts mma, ts tile, ts why; help ts describes them.\n");
}

}  // namespace tilescope::cli
