// tests/ptxas/assembler.cpp -- ptxas asked about many instructions at once.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/assembler.h"

#include <tilescope/hw/archs.h>

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tilescope::test {
namespace {

constexpr std::string_view kVersion = "V13.0.88";

// Every register that the lines use, with the type that its place wants.
constexpr std::string_view kDeclarations = R"(.address_size 64
.visible .entry k()
{
	.reg .pred %pd;
	.reg .b32 %dt, %at, %mt, %sfat, %sfbt, %idesc, %meta, %m<12>, %f<8>, %c<256>;
	.reg .b64 %ad, %bd, %zcm;
)";

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

std::string no_assembler() {
    int status = 0;
    const std::string version = output_of("ptxas --version", status);
    if (status != 0) return "ptxas is not on PATH";
    if (version.find(kVersion) != std::string::npos) return {};
    return "ptxas is not version 13.0.88: " + version.substr(0, version.find('\n'));
}

std::vector<std::string> assembler_targets() {
    std::vector<std::string> out;
    for (const ArchRow& arch : kArchs)
        if (arch.since == Edition::v9_1) out.emplace_back(arch.id);
    return out;
}

Assembler::Run Assembler::run(const std::vector<std::string>& lines) {
    const std::string path = std::string(TILESCOPE_BINARY_DIR "/ptxas_") + std::to_string(getpid()) + ".ptx";
    std::string head = ".version " + std::string(target_.version) + "\n.target " + std::string(target_.arch) + "\n";
    head += kDeclarations;
    {
        std::ofstream file(path);
        file << head;
        for (const std::string& line : lines) file << line << "\n";
        file << "ret;\n}\n";
    }
    int status = 0;
    const std::string text =
        output_of("ptxas -arch=" + std::string(target_.arch) + " -o /dev/null '" + path + "'", status);
    ++runs_;
    std::filesystem::remove(path);
    Run result{.good = status == 0, .nothing = false, .refused = {}};
    // "ptxas file, line 12; error   : ..."
    const auto first = static_cast<std::size_t>(std::ranges::count(head, '\n')) + 1;
    constexpr std::string_view kLine = ", line ";
    for (std::size_t at = text.find(kLine); at != text.npos; at = text.find(kLine, at + 1)) {
        const auto number = static_cast<std::size_t>(std::atoi(text.c_str() + at + kLine.size()));
        const std::string_view rest = std::string_view(text).substr(at, 40);
        const bool error = rest.find("; error") != rest.npos || rest.find("; fatal") != rest.npos;
        if (error && number > 0 && number < first) result.nothing = true;
        if (error && number >= first && number < first + lines.size()) result.refused.push_back(number - first);
    }
    return result;
}

void Assembler::sort_out(const std::vector<std::string>& lines, std::vector<std::size_t> open,
                         std::vector<bool>& taken) {
    while (!open.empty()) {
        std::vector<std::string> batch;
        for (const std::size_t i : open) batch.push_back(lines[i]);
        const Run result = run(batch);
        if (result.good) {
            for (const std::size_t i : open) taken[i] = true;
            return;
        }
        if (result.nothing) return;
        if (result.refused.empty()) {  // it broke down, and does not say where
            if (open.size() == 1) return;
            const auto middle = open.begin() + static_cast<std::ptrdiff_t>(open.size() / 2);
            sort_out(lines, {open.begin(), middle}, taken);
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

std::vector<bool> Assembler::takes(const std::vector<std::string>& lines) {
    std::vector<bool> taken(lines.size());
    std::vector<std::size_t> groups[2];
    for (std::size_t i = 0; i < lines.size(); ++i)
        groups[lines[i].find("cta_group::2") != std::string::npos].push_back(i);
    for (std::vector<std::size_t>& group : groups) sort_out(lines, std::move(group), taken);
    return taken;
}

bool Assembler::takes_alone(const std::string& line) { return run({line}).good; }

}  // namespace tilescope::test
