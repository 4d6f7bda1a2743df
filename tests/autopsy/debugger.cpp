// tests/autopsy/debugger.cpp -- runs Debian's gdb with our Python file, and with the stand-in that makes it a cuda-gdb.
// SPDX-License-Identifier: MIT
#include "tests/autopsy/debugger.h"

#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope::autopsy_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBeside = TILESCOPE_SOURCE_DIR "/../shared/vectors/silicon/autopsy";
constexpr std::string_view kOurs = TILESCOPE_SOURCE_DIR "/tests/data/autopsy";
constexpr std::string_view kScript = TILESCOPE_SOURCE_DIR "/assets/debugger/tilescope_gdb.py";
constexpr std::string_view kHere = TILESCOPE_SOURCE_DIR "/tests/autopsy/";

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string in_quotes(std::string_view text) { return say('\'', text, '\''); }  // no text of these tests has a quote

}  // namespace

Ran shell(const std::string& command) {
    const test::TemporaryFolder folder;
    const std::string whole = say("cd '" TILESCOPE_SOURCE_DIR "' && export NO_COLOR=1 LC_ALL=C.UTF-8 && { ", command,
                                  "\n} </dev/null >'", folder.path(), "/out' 2>'", folder.path(), "/err'");
    const int status = std::system(whole.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, contents(folder.path() + "/out"),
            contents(folder.path() + "/err")};
}

std::string missing(bool runs_programs) {
    const Ran python = shell("gdb -nx -batch -ex 'python print(\"yes\")'");
    if (python.status == 127) return "gdb is not installed";
    if (python.out != "yes\n") return "this gdb has no Python";
    if (!runs_programs) return {};
    const Ran started = shell("gdb -nx -batch -ex run --args true");
    return started.out.find("exited normally") == std::string::npos ? "this machine lets no debugger start a program"
                                                                    : "";
}

std::vector<std::string> recordings() {
    std::vector<std::string> out;
    const auto add = [&out](const fs::path& folder) {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(folder, ignored))
            if (fs::exists(entry.path() / "recording.jsonl.gz")) out.push_back(entry.path().string());
    };
    add(kBeside);
    add(fs::path(kBeside) / "large");
    if (out.empty())
        add(kOurs);
    else
        out.push_back(say(kOurs, "/tcgen05_right"));
    std::ranges::sort(out);
    return out;
}

std::string recording(std::string_view name) {
    for (const std::string_view folder : {kBeside, kOurs})
        if (fs::exists(fs::path(folder) / name)) return (fs::path(folder) / name).string();
    ADD_FAILURE() << "no recording " << name;
    return {};
}

std::string standin_settings(const std::string& json) { return say("TILESCOPE_STANDIN_GDB=", in_quotes(json), ' '); }

std::string write_debugger(const std::string& folder) {
    const std::string path = folder + "/cuda-gdb";
    std::ofstream(path) << "#!/bin/sh\nexec gdb -iex 'source " << kHere << "standin.py' \"$@\"\n";
    fs::permissions(path, fs::perms::owner_all);
    return path;
}

Ran gdb(const std::string& environment, const std::vector<std::string>& commands, const std::string& program) {
    std::string line = say(environment, "TILESCOPE='" TILESCOPE_PROGRAM "' timeout 120 gdb -nx -batch");
    if (environment.find("TILESCOPE_STANDIN_GDB=") != environment.npos)
        line += say(" -ex ", in_quotes(say("source ", kHere, "standin.py")));
    line += say(" -ex ", in_quotes(say("source ", kScript)));
    for (const std::string& command : commands) line += say(" -ex ", in_quotes(command));
    if (!program.empty()) line += say(" --args ", program);
    return shell(line);
}

Ran Play::into(const std::string& folder) const {
    const std::string more = standin.empty() ? "" : ", " + standin, with = settings.empty() ? "" : ", " + settings;
    return gdb(standin_settings(say(R"({"recording": ")", recording, '"', more, '}')) +
                   say("TILESCOPE_AUTOPSY=", in_quotes(say(R"({"out": ")", folder, '"', with, '}')), ' '),
               {"ts record"});
}

std::string difference(const std::string& old_folder, const std::string& new_folder, unsigned shift) {
    const std::string arguments =
        say(R"(python import sys; sys.argv = ["", ")", old_folder, "\", \"", new_folder, "\", \"", shift, "\"]");
    const Ran ran = shell(say("gdb -nx -batch -ex ", in_quotes(arguments), " -x ", kHere, "same_recording.py"));
    return ran.out.starts_with("same ") ? "" : ran.out + ran.err;
}

std::vector<std::string> lines_with(const std::string& folder, std::string_view text) {
    std::vector<std::string> out;
    std::ifstream in(folder + "/recording.jsonl");
    for (std::string line; std::getline(in, line);)
        if (line.find(text) != line.npos) out.push_back(line);
    return out;
}

}  // namespace tilescope::autopsy_test
