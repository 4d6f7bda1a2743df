// tests/faults/program.cpp -- runs the command line under the shim, on the files of one folder.
// SPDX-License-Identifier: MIT
#include "tests/faults/program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope::faults {

namespace fs = std::filesystem;

const std::vector<Writer> kWriters = {
    {"report", "report tests/data/jobs/wrong_sbo.json -o {}", "report.html"},
    {"export", "export preset:sparse_f16 --to cuda --out {}", "kernel.cu"},
    {"ptx", "ptx preset:sparse_f16 --out {}", "kernel.ptx"},
    {"npy", "emulate tests/data/jobs/mxf4_ue8m0.json --npy {}", "d.npy"},
    {"svg", "render tests/data/jobs/wrong_sbo.json --view memory -o {}", "picture.svg"},
    {"png", "render tests/data/jobs/wrong_sbo.json --view memory -o {}", "picture.png"},
    {"pdf", "render tests/data/jobs/wrong_sbo.json --view memory -o {}", "picture.pdf"},
    {"summary", "summary tests/data/sweeps/swizzle.jsonl --report {}", "sum.md"},
    {"gif", "render tests/data/jobs/wrong_sbo.json --animate swizzle --frames 1 --fps 2 --scale 0.25 -o {}", "a.gif"},
    {"apng", "render tests/data/jobs/wrong_sbo.json --animate swizzle --frames 1 --fps 2 --scale 0.25 -o {}", "a.apng"},
    {"sweep", "run tests/data/jobs/wrong_sbo.json --vary swizzle=128B_32B --shard 1/2 --report {}", "run.md"},
    {"lesson", "learn lbo-and-sbo --step 1 --save {}", "lesson.json"},
};

namespace {

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find('\t', at), line.size());
        out.emplace_back(line.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

std::string replaced(std::string text, std::string_view mark, const std::string& by) {
    const std::size_t at = text.find(mark);
    return at == std::string::npos ? text : text.replace(at, mark.size(), by);
}

}  // namespace

std::vector<Event> events_in(const std::string& log) {
    std::vector<Event> out;
    for (std::size_t at = 0; at < log.size();) {
        const std::size_t end = log.find('\n', at);
        Event event{split(std::string_view(log).substr(at, end - at)), {}};
        at = end + 1;
        const bool writes = event.words.size() == 5 && event.words[1] == "write";
        if (writes || event.kind() == "copy") {
            const std::size_t size = std::stoul(event.words.back());
            event.bytes = log.substr(at, size);
            at += size + (writes ? 1 : 0);  // the line end after the bytes of a write
        }
        out.push_back(std::move(event));
    }
    return out;
}

Ran run(const Writer& writer, const std::string& folder, const std::string& plan) {
    const test::TemporaryFolder own;
    const std::string log = own.path() + "/log", err = own.path() + "/err";
    const std::string arguments =
        replaced(replaced(writer.arguments, "{folder}", folder), "{}", say("'", folder, "/", writer.file, "'"));
    const std::string command =
        say("cd '" TILESCOPE_SOURCE_DIR "' && exec env LD_PRELOAD='" TILESCOPE_SHIM "' TILESCOPE_FAULTS='", plan,
            " log=", log, " folder=", folder, "' '" TILESCOPE_PROGRAM "' ", arguments, " >/dev/null 2>'", err, "'");
    const int ended = std::system(command.c_str());
    Ran out{.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -WTERMSIG(ended),
            .err = text_of(err),
            .log = events_in(text_of(log)),
            .failed = {}};
    for (const Event& event : out.log)
        if (event.kind() == "failed" && out.failed.empty()) out.failed = event.words.at(1);
    return out;
}

std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

void set_text(const std::string& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path().filename().string());
    std::ranges::sort(out);
    return out;
}

std::size_t lines_in(std::string_view text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

}  // namespace tilescope::faults
