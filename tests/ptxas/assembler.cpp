// tests/ptxas/assembler.cpp -- runs ptxas on many instructions at once.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/assembler.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope::test {
namespace {

constexpr std::string_view kFrozenVersion = "13.0.88";
// The number of lines in one kernel. More would be compiled again too often, because each run can find new errors.
constexpr std::size_t kBatch = 400;

constexpr std::string_view kDeclarations = ".address_size 64\n";
// All registers of the lines, with the types that their operands require.
constexpr std::string_view kRegisters = R"(	.reg .pred %pd;
	.reg .b16 %h<4>;
	.reg .b32 %dt, %at, %mt, %sfat, %sfbt, %idesc, %meta, %lut, %m<12>, %f<8>, %c<256>;
	.reg .b64 %ad, %bd, %zcm;
)";
// ptxas counts the modifiers of a line that it could not parse to the first instruction of the next file.
constexpr std::string_view kFirst = "mov.b64 %zcm, 0;\n";

std::string output_of(const std::string& command, int& status) {
    std::string out;
    FILE* in = popen((command + " 2>&1").c_str(), "r");
    if (!in) return out;
    char part[4096];
    while (const std::size_t n = fread(part, 1, sizeof part, in)) out.append(part, n);
    status = pclose(in);
    return out;
}

}  // namespace

namespace {

// Reads "Cuda compilation tools, release 13.0, V13.0.88". CUDA 13.N supports PTX 9.N.
std::optional<AssemblerProgram> program_at(const std::string& path) {
    int status = 0;
    const std::string text = output_of("'" + path + "' --version", status);
    constexpr std::string_view kRelease = ", V13.";
    const std::size_t at = text.find(kRelease);
    if (status != 0 || at == text.npos) return {};
    const std::size_t begin = at + 3, end = text.find_first_not_of("0123456789.", begin);
    const std::string version = text.substr(begin, end - begin);
    const char minor = version[3];
    if (minor < '0' || minor > '5') return {};
    return AssemblerProgram{path, version, std::string("9.") + minor};
}

std::vector<std::string> places() {
    std::vector<std::string> out = {"ptxas"};
    const char* named = std::getenv("TILESCOPE_PTXAS");
    std::istringstream paths(named ? named : "");
    for (std::string path; std::getline(paths, path, ':');)
        if (!path.empty()) out.push_back(path);
    out.push_back(TILESCOPE_BINARY_DIR "/ptxas/bin/ptxas");
    return out;
}

}  // namespace

std::vector<AssemblerProgram> assemblers() {
    std::vector<AssemblerProgram> out;
    for (const std::string& place : places()) {
        const auto program = program_at(place);
        if (program && std::ranges::find(out, program->version, &AssemblerProgram::version) == out.end())
            out.push_back(*program);
    }
    return out;
}

std::vector<AssemblerProgram> assemblers_for(std::string_view arch) {
    std::vector<AssemblerProgram> out = assemblers();
    std::erase_if(out, [&](const AssemblerProgram& p) { return arch_named(arch)->ptx > p.newest; });
    return out;
}

bool accepts(const AssemblerProgram& program, const Acceptance& a) {
    return a.accepted && a.ptx <= program.newest && a.first <= program.newest &&
           (a.last.empty() || program.newest <= a.last);
}

std::string no_assembler_for(std::string_view arch) {
    return "no installed ptxas supports " + std::string(arch) +
           "; set TILESCOPE_PTXAS to one, or run tests/ptxas/fetch.sh";
}

std::optional<AssemblerProgram> frozen_assembler() {
    for (const AssemblerProgram& p : assemblers())
        if (p.version == kFrozenVersion) return p;
    return {};
}

std::vector<std::string> all_targets() {
    std::vector<std::string> out;
    for (const ArchRow& arch : kArchs) out.emplace_back(arch.id);
    return out;
}

std::vector<std::string> frozen_targets() {
    std::vector<std::string> out;
    for (const ArchRow& arch : kArchs)
        if (arch.ptx <= "9.0") out.emplace_back(arch.id);
    return out;
}

Assembler::Run Assembler::run(const std::vector<std::string>& lines, std::size_t in_a_file) {
    const std::filesystem::path folder = folder_.path();
    const std::string_view version = target_.version.empty() ? target_.program.newest : target_.version;
    const std::string head = say(".version ", version, "\n.target ", target_.arch, '\n', kDeclarations);
    std::string command = say("cd '", folder.string(), "' && '", target_.program.path,
                              "' -o /dev/null -arch=", target_.code.empty() ? target_.arch : target_.code);
    for (std::size_t at = 0, number = 0; at == 0 || at < lines.size(); at += in_a_file, ++number) {
        command += say(" k", number, ".ptx");
        std::ofstream file(folder / say('k', number, ".ptx"));
        file << head << ".visible .entry k" << number << "()\n{\n" << kRegisters << kFirst;
        for (std::size_t i = at; i < std::min(at + in_a_file, lines.size()); ++i) file << lines[i] << "\n";
        file << "ret;\n}\n";
    }
    int status = 0;
    const std::string text = output_of(command, status);
    ++runs_;
    was_killed_ |= status == -1 || WIFSIGNALED(status) || WEXITSTATUS(status) == 128 + SIGKILL;
    Run result{.good = status == 0, .nothing = false, .refused = {}};
    // "ptxas k7.ptx, line 12; error   : ..."
    const auto first =
        4 + static_cast<std::size_t>(std::ranges::count(head, '\n') + std::ranges::count(kRegisters, '\n'));
    constexpr std::string_view kLine = ".ptx, line ";
    for (std::size_t at = text.find(kLine); at != text.npos; at = text.find(kLine, at + 1)) {
        const auto number = static_cast<std::size_t>(std::atoi(text.c_str() + at + kLine.size())),
                   file = static_cast<std::size_t>(std::atoi(text.c_str() + text.rfind('k', at) + 1));
        const std::string_view rest = std::string_view(text).substr(at, 40);
        const bool error = rest.find("; error") != rest.npos || rest.find("; fatal") != rest.npos;
        if (error && number > 0 && number + 1 < first) result.nothing = true;
        const std::size_t line = file * in_a_file + number - first;
        if (error && number >= first && number < first + in_a_file && line < lines.size())
            result.refused.push_back(line);
    }
    return result;
}

void Assembler::find_accepted(const std::vector<std::string>& lines, std::vector<std::size_t> open,
                              std::vector<bool>& accepted) {
    while (!open.empty()) {
        std::vector<std::string> batch;
        for (const std::size_t i : open) batch.push_back(lines[i]);
        Run result = run(batch, batch.size());
        if (!result.good && batch.size() > 1)
            if (Run alone = run(batch, 1); !alone.nothing && !alone.refused.empty()) result = std::move(alone);
        if (result.good) {
            for (const std::size_t i : open) accepted[i] = true;
            return;
        }
        // The assembler crashed, or it reports a line number outside the lines. Splits the lines in two halves.
        if (result.nothing || result.refused.empty()) {
            if (open.size() == 1) return;
            const auto middle = open.begin() + static_cast<std::ptrdiff_t>(open.size() / 2);
            find_accepted(lines, {open.begin(), middle}, accepted);
            open.erase(open.begin(), middle);
            continue;
        }
        std::vector<bool> refused(open.size());
        for (const std::size_t i : result.refused) refused[i] = true;
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < open.size(); ++i)
            if (!refused[i]) rest.push_back(open[i]);
        open = std::move(rest);
    }
}

std::vector<bool> Assembler::ask(const std::vector<std::string>& lines) {
    std::vector<bool> accepted(lines.size());
    if (!run({}, 1).good) return accepted;  // the assembler does not support the target with this .version
    std::vector<std::size_t> groups[2];
    for (std::size_t i = 0; i < lines.size(); ++i)
        groups[lines[i].find("cta_group::2") != std::string::npos].push_back(i);
    for (const std::vector<std::size_t>& group : groups)
        for (std::size_t at = 0; at < group.size(); at += kBatch) {
            const auto begin = group.begin() + static_cast<std::ptrdiff_t>(at);
            find_accepted(lines, {begin, begin + static_cast<std::ptrdiff_t>(std::min(kBatch, group.size() - at))},
                          accepted);
        }
    return accepted;
}

// The answer is kept in the build tree, in a file that the question names: the same program answers the same again. An
// answer of a program that somebody killed is not kept, nor is that to one line; the tests compare such runs with the
// answers.
std::vector<bool> Assembler::accepts(const std::vector<std::string>& lines) {
    std::uint64_t question = fnv1a({});
    for (const std::string_view part :
         {std::string_view(target_.program.version), target_.arch, target_.version, target_.code})
        question = fnv1a(say(part, '\n'), question);
    for (const std::string& line : lines) question = fnv1a(say(line, '\n'), question);
    const std::filesystem::path folder = TILESCOPE_BINARY_DIR "/ptxas_answers", path = folder / hex(question);
    std::string kept;
    if (std::ifstream in(path); std::getline(in, kept) && kept.size() == lines.size()) {
        std::vector<bool> accepted;
        for (const char sign : kept) accepted.push_back(sign == '+');
        return accepted;
    }
    const std::vector<bool> accepted = ask(lines);
    if (was_killed_) return accepted;
    kept.clear();
    for (const bool yes : accepted) kept += yes ? '+' : '-';
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    const std::string made = say(path.string(), '.', getpid());  // a test that is killed leaves no half answer
    if (std::ofstream(made) << kept << '\n') std::filesystem::rename(made, path, ignored);
    return accepted;
}

bool Assembler::accepts_alone(const std::string& line) { return run({line}, 1).good; }

}  // namespace tilescope::test
