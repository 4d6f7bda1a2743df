// core/src/rules/read_paste.cpp -- decides which readings of a word break no rule.
// SPDX-License-Identifier: MIT
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/rule.h>

#include <algorithm>

namespace tilescope {
namespace {

// Whether the target has the instruction that the format is for, and all forms of its chip (an exact target).
bool is_target_of(const ArchRow& arch, const Format& format) {
    return arch.has(Feature::exact) && arch.since <= format.edition &&
           arch.has(format.id == "wgmma" ? Feature::wgmma : Feature::tcgen05);
}

}  // namespace

bool breaks_no_rule(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    Decoded decoded = decode(format, word);
    drop_unknown_bits(decoded.problems, decoded, unknown);
    if (!decoded.problems.empty()) return false;
    return std::ranges::any_of(kArchs, [&](const ArchRow& arch) {
        if (!is_target_of(arch, format)) return false;
        std::vector<Problem> problems = check_word(decoded, {.arch = arch.id});
        drop_unknown_bits(problems, decoded, unknown);
        return std::ranges::find(problems, Severity::error, &Problem::severity) == problems.end();
    });
}

}  // namespace tilescope
