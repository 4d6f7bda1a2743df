// tests/ptxas/assembler.h -- ptxas asked about many instructions at once.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

// Empty where ptxas 13.0.88 is on PATH, else why not: other versions may decide otherwise.
std::string no_assembler();

// The targets that ptxas 13.0.88 knows and kArchs has.
std::vector<std::string> assembler_targets();

struct Target {
    std::string_view arch;
    std::string_view version = "9.0";
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
