// tests/ptxas/assembler.h -- runs ptxas on many instructions at once.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/temporary_folder.h"

#include <tilescope/ptx/accept.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

// A ptxas on this machine. Versions 13.0 to 13.5 are supported. ptxas 13.N accepts .version 9.N and older.
struct AssemblerProgram {
    std::string path, version;  // "13.0.88"
    std::string newest;         // the highest .version that it accepts: "9.0"
};

// Returns the ptxas programs on PATH, in TILESCOPE_PTXAS (separated by ':') and in the build tree (from
// tests/ptxas/fetch.sh). Each version is in the list once.
std::vector<AssemblerProgram> assemblers();
std::vector<AssemblerProgram> assemblers_for(std::string_view arch);  // those that support the target

// Whether this program accepts the line, according to the result of accept(). For targets of ptxas 13.0.88, accept()
// gives the result of 13.0.88, and adds what is known about later versions.
bool accepts(const AssemblerProgram& program, const Acceptance& acceptance);

// The reason for skipping a test of this target: no program supports it.
std::string no_assembler_for(std::string_view arch);

// Returns ptxas 13.0.88, the source of the stored forms; no value if it is not installed.
std::optional<AssemblerProgram> frozen_assembler();

// All targets of kArchs, and the targets that ptxas 13.0.88 supports.
std::vector<std::string> all_targets();
std::vector<std::string> frozen_targets();

struct Target {
    AssemblerProgram program;
    std::string_view arch;
    std::string_view version = {};  // .version; empty: the highest that the program accepts
    std::string_view code = {};     // -arch; empty: the target of the text
};

// Finds for each line whether the assembler accepts it. All lines are in one kernel. If that is refused, each line is
// in a file of its own, because a line that cannot be parsed hides the errors of all others in its file. The assembler
// reports the number of each line that it refuses. The remaining lines are compiled again until there is no error;
// these lines are accepted. Lines with one CTA and lines with two CTAs are in separate kernels, because one kernel must
// not have both. A line that crashes the assembler counts as refused.
class Assembler {
public:
    explicit Assembler(const Target& target) : target_(target) {}

    // Keeps the answer in the build tree, and gives it again without a run.
    std::vector<bool> accepts(const std::vector<std::string>& lines);
    bool accepts_alone(const std::string& line);
    unsigned runs() const { return runs_; }

private:
    struct Run {
        bool good = false;
        bool nothing = false;              // the assembler does not support the target with this .version
        std::vector<std::size_t> refused;  // indices of lines
    };
    std::vector<bool> ask(const std::vector<std::string>& lines);
    Run run(const std::vector<std::string>& lines, std::size_t in_a_file);
    void find_accepted(const std::vector<std::string>& lines, std::vector<std::size_t> open,
                       std::vector<bool>& accepted);

    Target target_;
    TemporaryFolder folder_;  // files that exist are written anew faster than new ones
    unsigned runs_ = 0;
    bool was_killed_ = false;
};

}  // namespace tilescope::test
