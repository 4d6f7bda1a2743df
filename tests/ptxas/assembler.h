// tests/ptxas/assembler.h -- ptxas asked about many instructions at once.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/ptx/accept.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

// A ptxas on this machine. Versions 13.0 to 13.5 are known, of which each takes .version 9.0 to 9.5 and older.
struct AssemblerProgram {
    std::string path, version;  // "13.0.88"
    std::string newest;         // .version: "9.0"
};

// ptxas on PATH, those that TILESCOPE_PTXAS names (with ':' between them), and what tests/ptxas/fetch.sh put into the
// build tree; each version once.
std::vector<AssemblerProgram> assemblers();
std::vector<AssemblerProgram> assemblers_for(std::string_view arch);  // that know the target

// Whether accept() says that this assembler takes a line: of targets that 13.0.88 knows it tells what that one says,
// and beside it what is known of later ones.
bool takes(const AssemblerProgram& program, const Acceptance& acceptance);

// Why a test about the target has nobody to ask.
std::string no_assembler_for(std::string_view arch);

// ptxas 13.0.88, of which the frozen forms are; nothing where it is not here.
std::optional<AssemblerProgram> frozen_assembler();

// The targets of kArchs; those that ptxas 13.0.88 knows.
std::vector<std::string> all_targets();
std::vector<std::string> frozen_targets();

struct Target {
    AssemblerProgram program;
    std::string_view arch;
    std::string_view version = {};  // .version; empty: the newest that the program takes
    std::string_view code = {};     // -arch; empty: that of the text
};

// For each line whether the assembler takes it. All lines stand in one kernel: the assembler reports every line it
// refuses by its number, so the rest is compiled again until nothing is refused; what is left was taken. Lines of one
// and of two CTAs go into kernels of their own, because a kernel must not have both. A line on which the assembler
// itself breaks down counts as refused.
class Assembler {
public:
    explicit Assembler(const Target& target) : target_(target) {}

    std::vector<bool> takes(const std::vector<std::string>& lines);
    bool takes_alone(const std::string& line);
    unsigned runs() const { return runs_; }

private:
    struct Run {
        bool good = false;
        bool nothing = false;              // the .version does not have the target
        std::vector<std::size_t> refused;  // indices of lines
    };
    Run run(const std::vector<std::string>& lines);
    void sort_out(const std::vector<std::string>& lines, std::vector<std::size_t> open, std::vector<bool>& taken);

    Target target_;
    unsigned runs_ = 0;
};

}  // namespace tilescope::test
