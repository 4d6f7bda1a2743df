// core/src/rules/paste_rules.cpp -- rules that find a word which looks like a different word.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>

namespace tilescope {
namespace {

std::uint64_t low(const WordFacts& w) { return w.word() & bit_mask(32); }
std::uint64_t high(const WordFacts& w) { return w.word() >> 32; }

// Whether the 64 bits are a valid shared-memory descriptor with an sbo other than 0.
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
    {.id = kIdescHighId, .format = "smem", .severity = Severity::ask, .certainty = Certainty::confirmed, .field = "version",
     .what = "The low 32 bits are 0, and the high 32 bits are a valid instruction descriptor.",
     .broken = idesc_in_upper_half,
     .says = [](const WordFacts& w) {
         return say("The low 32 bits are 0, and the high 32 bits (", hex(high(w), 8),
                    ") are a valid instruction descriptor. Is this word the run-time instruction descriptor of CUTLASS (idescE)?");
     },
     .fix = "Decode the high 32 bits as an instruction descriptor (idesc).", .source = "CUTLASS make_runtime_instr_desc @7107b055"},

    {.id = kSwappedHalvesId, .format = "smem", .severity = Severity::ask, .certainty = Certainty::secondary, .field = "version",
     .what = "The word is a valid descriptor if its two 32-bit halves are swapped.",
     .broken = halves_swapped,
     .says = [](const WordFacts& w) {
         return say("If the two 32-bit halves are swapped, this is a valid descriptor: ", hex(swapped(w.word()), 16),
                    ". Is the order of the halves wrong?");
     },
     .fix = "Swap the halves.", .source = "register pairs in SASS listings; Mojo documentation"},

    {.id = kHighHalfId, .format = "idesc-any", .severity = Severity::ask, .certainty = Certainty::secondary, .field = "n",
     .what = "The word is the high half of a valid shared-memory descriptor.",
     .broken = [](const WordFacts& w) { return reads_as_smem(low(w) << 32, w.edition()); },
     .says = [](const WordFacts& w) {
         return say(hex(low(w), 8), " is the high half of a shared-memory descriptor, not an instruction descriptor.");
     },
     .fix = "Paste the instruction descriptor.", .source = "biondizzle/nvfp4-megamoe-kernel"},
};
// clang-format on
static_assert(&checked(kPasteRules) == &kPasteRules);

}  // namespace

std::span<const WordRule> paste_rules() { return kPasteRules; }

}  // namespace tilescope
