// core/src/rules/paste_rules.cpp -- words that look like another word.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>

namespace tilescope {
namespace {

std::uint64_t low(const WordFacts& w) { return w.word() & bit_mask(32); }
std::uint64_t high(const WordFacts& w) { return w.word() >> 32; }

// Whether 64 bits read as a faultless shared-memory descriptor with strides.
bool reads_as_smem(std::uint64_t word, Edition edition) {
    const Format& smem = **find_format("smem", {}, edition);
    return decode(smem, word).problems.empty() && get_field(field_in(smem, "sbo"), word) != 0;
}

bool reads_as_idesc(std::uint64_t word, Edition edition) {
    for (const std::string_view kind : kinds_of(edition)) {
        const Format* format = idesc_format(kind, edition);
        const bool shaped =
            get_field(field_in(*format, "n"), word) != 0 && get_field(field_in(*format, "m"), word) != 0;
        if (shaped && decode(*format, word).problems.empty()) return true;
    }
    return false;
}

std::uint64_t swapped(std::uint64_t word) { return word << 32 | word >> 32; }

bool idesc_in_upper_half(const WordFacts& w) {
    if (low(w) != 0 || high(w) == 0) return false;
    return !reads_as_smem(w.word(), w.edition()) && reads_as_idesc(high(w), w.edition());
}
bool halves_swapped(const WordFacts& w) {
    return !reads_as_smem(w.word(), w.edition()) && reads_as_smem(swapped(w.word()), w.edition());
}

// clang-format off
constexpr WordRule kPasteRules[] = {
    {.id = kIdescHighId, .format = "smem", .severity = Severity::ask, .certainty = Certainty::confirmed,
     .field = "version",
     .what = "An instruction descriptor stands in the high half of 64 bits whose low half is 0.",
     .broken = idesc_in_upper_half,
     .says = [](const WordFacts& w) {
         return say("The low half is 0 and the high half, ", hex(high(w), 8),
                    ", reads as an instruction descriptor: is this CUTLASS's run-time form (idescE)?");
     },
     .fix = "Read the high half as idesc.", .source = "CUTLASS make_runtime_instr_desc @7107b055"},

    {.id = kExchangedId, .format = "smem", .severity = Severity::ask, .certainty = Certainty::secondary,
     .field = "version",
     .what = "With its halves exchanged the word is a faultless descriptor.",
     .broken = halves_swapped,
     .says = [](const WordFacts& w) {
         return say("With the halves exchanged, ", hex(swapped(w.word()), 16),
                    ", this is a faultless descriptor: were the words swapped?");
     },
     .fix = "Exchange the halves.", .source = "register pairs in SASS listings; Mojo documentation"},

    {.id = kHighHalfId, .format = "idesc-any", .severity = Severity::ask, .certainty = Certainty::secondary,
     .field = "n",
     .what = "The word reads as the high half of a shared-memory descriptor.",
     .broken = [](const WordFacts& w) { return reads_as_smem(low(w) << 32, w.edition()); },
     .says = [](const WordFacts& w) {
         return say(hex(low(w), 8), " is the high half of a shared-memory descriptor, not an instruction descriptor.");
     },
     .fix = "Paste the instruction descriptor.", .source = "biondizzle/nvfp4-megamoe-kernel"},
};
// clang-format on

}  // namespace

std::span<const WordRule> paste_rules() {
    static constexpr const auto& rules = checked(kPasteRules);
    return rules;
}

}  // namespace tilescope
