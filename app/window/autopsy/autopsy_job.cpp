// app/window/autopsy/autopsy_job.cpp -- looks at a program or a recording, and writes the sessions of its chains.
// SPDX-License-Identifier: MIT
#include "app/autopsy/autopsy.h"
#include "app/autopsy/debugger.h"
#include "app/autopsy/debugger_trouble.h"
#include "app/autopsy/recording_file.h"
#include "app/autopsy/session_files.h"
#include "app/io/npy.h"
#include "app/io/program.h"
#include "app/window/autopsy/autopsy_desk.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tilescope::ui {
namespace {

namespace fs = std::filesystem;
using autopsy::DebuggerEnd, autopsy::DebuggerRan;

Severity severity_of(autopsy::Verdict verdict) {
    constexpr Severity kSeverities[] = {Severity::info, Severity::error, Severity::error, Severity::warn};
    return kSeverities[static_cast<std::size_t>(verdict)];
}

constexpr std::size_t kKeptErrors = 400;

// What a program said, in one line.
std::string in_one_line(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    return printable(trimmed(text));
}

// Why a run of the debugger shows nothing. Empty: look at its recording.
std::string trouble_of(const DebuggerRan& ran) {
    const autopsy::DebuggerProgress& p = ran.progress;
    if (p.mmas + p.exceptions != 0) return {};
    const auto trouble = autopsy::trouble_in(say(p.error, "\n", ran.said));
    if (trouble && p.kernels.empty()) return say("Nothing was observed: ", trouble->sentence, ".");
    if (ran.end != DebuggerEnd::finished) return say("Nothing was observed: ", ran.why, ".");
    if (p.kernels.empty()) return "Nothing was observed: the program launched no kernel.";
    return {};
}

// Runs the program under the debugger. Returns the folder of the recording.
Answer<std::string> recorded(const AutopsyOrder& order, const std::string& folder, const WorkTools& tools) {
    const auto words = words_of_command(order.program);
    if (!words) return Refusal(words.why);
    auto command = autopsy::debugged_command(*words);
    if (!command) return Refusal(command.why, ".");
    const auto debugger = autopsy::find_debugger(order.debugger);
    if (!debugger && !order.debugger.empty()) return Refusal(debugger.why, ".");
    if (!debugger)
        return Refusal(
            "cuda-gdb is neither on PATH nor in /usr/local/cuda/bin. Install it (it is a part of the CUDA "
            "toolkit), or open a recording that was made where it is.");
    const autopsy::DebuggerFolders folders{folder + "/work", folder + "/recording"};
    std::error_code failed;
    for (const std::string& path : {folders.work, folders.recording})
        if (fs::create_directory(path, failed); failed) return Refusal(path, ": ", failed.message(), ".");
    std::string errors;
    const autopsy::DebuggerWatch watch{.out = [](std::string_view) { return true; },
                                       .err =
                                           [&](std::string_view bytes) {
                                               errors += bytes;
                                               if (errors.size() > kKeptErrors)
                                                   errors.erase(0, errors.size() - kKeptErrors);
                                               return true;
                                           },
                                       .progress =
                                           [&](const autopsy::DebuggerProgress& now) {
                                               tools.rows_done = now.mmas;
                                               tools.rows = now.stops;
                                           }};
    autopsy::DebuggerOrder what{.debugger = *debugger, .program = std::move(*command)};
    const DebuggerRan ran = autopsy::run_debugger(what, folders, watch, tools.stop);
    std::string why = trouble_of(ran);
    if (why.empty()) return folders.recording;
    if (const std::string said = in_one_line(errors); !said.empty()) why += say(" The program said: ", said);
    return Refusal(why);
}

// The names of the sessions of a chain, the one to look at first is first.
std::vector<std::string> sessions_of_chain(const autopsy::SessionFiles& files, std::size_t number) {
    constexpr std::string_view kEnd = ".json", kWritten = "-written";
    const std::string name = say("chain", number);
    std::vector<std::string> out;
    for (const std::string& file : files.written) {
        if (!file.ends_with(kEnd)) continue;
        const std::string stem = file.substr(0, file.size() - kEnd.size());
        if (stem == name || stem.starts_with(name + '-'))
            out.insert(stem.ends_with(kWritten) ? out.begin() : out.end(), stem);
    }
    return out;
}

std::string without_session(const autopsy::SessionFiles& files, std::size_t number) {
    const std::string begin = say("chain ", number, ": ");
    const auto found = std::ranges::find_if(files.missing, [&](const auto& s) { return s.starts_with(begin); });
    return found == files.missing.end() ? std::string() : printable(found->substr(begin.size()));
}

void show_autopsy(const autopsy::Autopsy& autopsy, const autopsy::SessionFiles& files, AutopsyView& view) {
    view.said = printable(autopsy::headline(autopsy));
    view.severity = autopsy.worst() != nullptr ? severity_of(autopsy.worst()->verdict) : Severity::warn;
    if (autopsy::is_hung(autopsy.recording)) view.severity = Severity::error;
    if (autopsy.recording.hang && view.severity != Severity::error) view.severity = Severity::warn;
    for (const std::string& sentence : autopsy.recording.lost) view.lost.push_back(printable(sentence));
    for (std::size_t i = 0; i < autopsy.chains.size(); ++i) {
        const autopsy::Diagnosis& diagnosis = autopsy.diagnoses[i];
        view.chains.push_back({.title = autopsy::chain_title(autopsy, i),
                               .verdict = std::string(name_of(diagnosis.verdict)),
                               .severity = severity_of(diagnosis.verdict),
                               .line = printable(diagnosis.line),
                               .text = list_of(
                                   diagnosis.sentences, [](const auto& s) { return printable(s); }, "\n"),
                               .sessions = sessions_of_chain(files, i),
                               .no_session = without_session(files, i)});
    }
}

AutopsyReply refused_autopsy(const AutopsyOrder& order, std::string why) {
    return {order, {.said = printable(why), .severity = Severity::error}, nullptr};
}

// Fills the reply, whose order has a recording. Errors: why there is no verdict.
Answer<void> look_at_recording_of(AutopsyReply& reply, const std::stop_token& stop) {
    auto recording = autopsy::read_recording(reply.order.recording, stop);
    if (!recording) return Refusal(recording.why);
    const auto autopsy = autopsy::autopsy_of(std::move(*recording), {.archive = reply.order.arrays}, stop);
    if (!autopsy) return Refusal(autopsy.why);
    const auto files =
        autopsy::write_sessions(reply.folder->path(), autopsy->recording, autopsy->chains, autopsy->diagnoses, stop);
    if (!files) return Refusal(files.why);
    show_autopsy(*autopsy, *files, reply.view);
    return {};
}

AutopsyReply look_at(const AutopsyOrder& order, const WorkTools& tools) {
    if (!order.arrays.empty())  // a name that is wrong is said before the program runs
        if (const auto found = io::array_in(order.arrays, 'a'); !found) return refused_autopsy(order, found.why);
    auto made = io::temporary_folder();
    if (!made) return refused_autopsy(order, made.why);
    AutopsyReply reply{order, {}, std::make_shared<const io::TemporaryFolder>(std::move(*made))};
    if (order.recording.empty()) {
        auto place = recorded(order, reply.folder->path(), tools);
        if (!place) return refused_autopsy(order, place.why);
        reply.order.recording = std::move(*place);
    }
    if (const auto done = look_at_recording_of(reply, tools.stop); !done)
        reply.view = {.said = printable(done.why), .severity = Severity::error};
    return reply;
}

}  // namespace

std::unique_ptr<AutopsyJobs> autopsy_jobs(std::function<void()> wake) {
    const auto failed = [](const AutopsyOrder& order) { return refused_autopsy(order, io::shortage()); };
    return start_jobs<AutopsyJobs>(AutopsyJobs::surviving(look_at, failed), std::move(wake));
}

Answer<std::vector<std::string>> words_of_command(std::string_view text) {
    std::vector<std::string> out;
    char quote = 0;
    bool in_word = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool blank = c == ' ' || c == '\t' || c == '\n';
        if (quote == 0 && blank) {
            in_word = false;
            continue;
        }
        if (!std::exchange(in_word, true)) out.emplace_back();
        if (c == quote)
            quote = 0;
        else if (quote == 0 && (c == '\'' || c == '"'))
            quote = c;
        else if (c == '\\' && quote != '\'' && i + 1 < text.size())
            out.back() += text[++i];
        else
            out.back() += c;
    }
    if (quote != 0) return Refusal("The command has a ", quote, " that is not closed.");
    if (out.empty() || out.front().empty()) return Refusal("There is no program; write it and its arguments.");
    return out;
}

}  // namespace tilescope::ui
