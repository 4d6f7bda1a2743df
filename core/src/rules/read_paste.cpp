// core/src/rules/read_paste.cpp -- decides which readings of a word break no rule.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/notation/questions.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>

namespace tilescope {
namespace {

// Whether the target has the instruction that the format is for, and all forms of its chip (an exact target).
bool is_target_of(const ArchRow& arch, const Format& format) {
    const FamilyRow* family = family_reading(format.id);
    return arch.has(Feature::exact) && arch.since <= format.edition &&
           arch.has((family != nullptr ? *family : kFamilies[0]).feature);
}

// Drops the problems that some values of the unknown bits do not have. All values are tried only for a problem whose
// rule reads one of these bits.
void keep_sure(std::vector<Problem>& problems, const Decoded& decoded, const WordContext& context,
               std::uint64_t unknown) {
    unknown &= bit_mask(decoded.format->bits);
    if (unknown == 0) return;
    drop_unknown_bits(problems, decoded, unknown);
    const auto is_open = [&](const Problem& p) { return (bits_behind(p, decoded, context) & unknown) != 0; };
    for (const std::uint64_t completion : completions_of(*decoded.format, unknown)) {
        if (std::ranges::none_of(problems, is_open)) return;
        const auto others = check_word(decode(*decoded.format, (decoded.word & ~unknown) | completion), context);
        std::erase_if(problems, [&](const Problem& p) {
            return std::ranges::none_of(others,
                                        [&](const Problem& o) { return o.rule == p.rule && o.field == p.field; });
        });
    }
}

}  // namespace

std::vector<std::uint64_t> completions_of(const Format& format, std::uint64_t unknown) {
    constexpr unsigned kSmallField = 6, kSamples = 16;
    std::vector<std::uint64_t> out = {0, unknown};
    for (const Field& f : format.fields) {
        const std::uint64_t open = get_field(f, unknown);
        if (open == 0) continue;
        const std::uint64_t count = f.width <= kSmallField ? bit_mask(f.width) + 1 : kSamples;
        for (std::uint64_t i = 0; i < count; ++i)
            out.push_back(set_field(f, 0, (f.width <= kSmallField ? i : std::uint64_t{1} << (i % f.width)) & open));
    }
    std::uint64_t sample = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < kSamples; ++i) {
        sample = sample * 6364136223846793005u + 1442695040888963407u;
        out.push_back((sample ^ sample >> 29) & unknown);
    }
    return out;
}

std::vector<Problem> problems_for_sure(const Decoded& decoded, const WordContext& context, std::uint64_t unknown) {
    std::vector<Problem> problems = check_word(decoded, context);
    keep_sure(problems, decoded, context, unknown);
    return problems;
}

std::vector<Problem> problems_of(const FoundWord& found, const PasteContext& context, std::string_view arch) {
    const PasteReading& best = found.readings.front();
    WordContext rules{.arch = arch};
    if (context.cta_group != 0) {
        rules.cta_group = context.cta_group;
        rules.ws = context.ws;
        rules.sparse = context.sparse;
        rules.a_in_tmem = context.a_in_tmem;
    }
    std::vector<Problem> problems = problems_for_sure(decode(*best.format, best.word), rules, best.unknown);
    problems.insert(problems.begin(), found.problems.begin(), found.problems.end());
    // If only the user can decide between readings, the question is a separate problem.
    const auto doubtful = std::ranges::find_if(found.readings, [](const PasteReading& r) { return !r.rule.empty(); });
    if (!found.ask || doubtful == found.readings.end()) return problems;
    const auto* row = std::ranges::find(kQuestions, doubtful->rule, &RuleInfo::id);
    problems.push_back({.rule = doubtful->rule,
                        .field = "",
                        .severity = Severity::ask,
                        .text = say(&*doubtful == &best ? "" : "The word may have another meaning. ", doubtful->why),
                        .fix = std::string(row == std::end(kQuestions) ? "Choose the format with --as." : row->fix),
                        .source = std::string(kReadingsSource),
                        .certainty = Certainty::secondary});
    return problems;
}

bool breaks_no_rule(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    if (wrong_fields(format, word, unknown) != 0) return false;
    Decoded decoded = decode(format, word);
    decoded.problems.clear();  // those of fields with unknown bits
    return std::ranges::any_of(kArchs, [&](const ArchRow& arch) {
        if (!is_target_of(arch, format)) return false;
        const WordContext context{.arch = arch.id};
        std::vector<Problem> problems = check_word(decoded, context);
        std::erase_if(problems, [](const Problem& p) { return p.severity != Severity::error; });
        keep_sure(problems, decoded, context, unknown);  // of a warning, it would try all values in vain
        return problems.empty();
    });
}

}  // namespace tilescope
