// core/src/rules/pair_rules.cpp -- shared-memory descriptors against what the instruction does with them.
// SPDX-License-Identifier: MIT
#include "smem_facts.h"
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/rules/place_rules.h>

namespace tilescope {
namespace {

std::string_view letter(MmaPart part) { return part == MmaPart::a_desc ? "A" : "B"; }
std::string_view transpose_bit(MmaPart part) { return part == MmaPart::a_desc ? "transpose_a" : "transpose_b"; }

// MN-major by the instruction, but with strides that only a K-major tile has: one atom of rows, and no distance between
// two swizzle widths although the operand is wider than one.
bool looks_k_major(const MmaFacts& f, MmaPart part) {
    const WordFacts& w = f.word(part);
    return walks_lbo(w) && w.raw("lbo") <= 1 && w.value("sbo") == group_bytes(w);
}
std::string says_k_major(const MmaFacts& f, MmaPart part) {
    return say(transpose_bit(part), " makes ", letter(part),
               " MN-major, but the strides of its descriptor are those of a K-major ", name(f.word(part)),
               " tile: no step between two swizzle widths, one atom between groups of 8 rows.");
}

// The reverse has no rule: a K-major swizzled operand ignores lbo, so a large one there tells nothing (L6 says that),
// and some compilers store the distance to the next atom in it.

// Strides that let two elements share bytes, where no rule of the word has named one.
bool overlaps(const MmaFacts& f, MmaPart part) {
    const auto slice = f.slice(part);
    if (!slice) return false;
    for (const Effect named : {Effect::rows_overlap, Effect::lbo_unset})
        if (f.said(part, named)) return false;
    return overlap_of(*slice).any;
}
std::string says_overlap(const MmaFacts& f, MmaPart part) {
    return say("Strides overlap: ", overlap_of(*f.slice(part)).sentence, ".");
}

bool leaves_memory(const MmaFacts& f, MmaPart part) {
    const auto slice = f.slice(part);
    return slice && f.arch() && extent(*slice).last >= smem_end(*f.arch());
}
std::string says_memory(const MmaFacts& f, MmaPart part) {
    return say("What one instruction reads of ", letter(part), " reaches to ", hex(extent(*f.slice(part)).last), "; ",
               says_smem_end(*f.arch()), ".");
}

bool scale_copy(const MmaFacts& f) { return f.line().shape == "32x128b"; }

constexpr std::string_view kLooks = "TVM tirx tests; PTX ISA 9.1, 9.7.16.3 and 9.7.15.5.1 (canonical layouts)";
constexpr std::string_view kLooksFix = "Change the transpose bit, or build the descriptor for the other majorness.";

bool scale_copy_with_other_sbo(const MmaFacts& f) {
    return scale_copy(f) && f.word(MmaPart::a_desc).value("sbo") != kScaleCopy.sbo;
}

// clang-format off
constexpr MmaRule kPairRules[] = {
    {.id = "L16", .part = MmaPart::a_desc, .opcode = {}, .needs = kNeedsA, .severity = Severity::warn,
     .certainty = Certainty::secondary, .field = "lbo",
     .what = "A is MN-major by its transpose bit, and its descriptor looks K-major.",
     .broken = [](const MmaFacts& f) { return looks_k_major(f, MmaPart::a_desc); },
     .says = [](const MmaFacts& f) { return says_k_major(f, MmaPart::a_desc); },
     .fix = kLooksFix, .source = kLooks},
    {.id = "L16", .part = MmaPart::b_desc, .opcode = {}, .needs = kNeedsB, .severity = Severity::warn,
     .certainty = Certainty::secondary, .field = "lbo",
     .what = "B is MN-major by its transpose bit, and its descriptor looks K-major.",
     .broken = [](const MmaFacts& f) { return looks_k_major(f, MmaPart::b_desc); },
     .says = [](const MmaFacts& f) { return says_k_major(f, MmaPart::b_desc); },
     .fix = kLooksFix, .source = kLooks},

    {.id = "L35", .part = MmaPart::a_desc, .opcode = {}, .needs = kNeedsA, .severity = Severity::warn,
     .certainty = Certainty::confirmed, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "Two elements of A share bytes.",
     .broken = [](const MmaFacts& f) { return overlaps(f, MmaPart::a_desc); },
     .says = [](const MmaFacts& f) { return says_overlap(f, MmaPart::a_desc); },
     .fix = kSharedBytes.fix, .source = kSharedBytes.source},
    {.id = "L35", .part = MmaPart::b_desc, .opcode = {}, .needs = kNeedsB, .severity = Severity::warn,
     .certainty = Certainty::confirmed, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "Two elements of B share bytes.",
     .broken = [](const MmaFacts& f) { return overlaps(f, MmaPart::b_desc); },
     .says = [](const MmaFacts& f) { return says_overlap(f, MmaPart::b_desc); },
     .fix = kSharedBytes.fix, .source = kSharedBytes.source},

    {.id = "L37", .part = MmaPart::a_desc, .opcode = {}, .needs = kNeedsA, .severity = Severity::error,
     .certainty = kPastTheEnd.certainty, .field = "start",
     .effect = Effect::past_the_end,
     .what = "What one instruction reads of A reaches past the end of shared memory.",
     .broken = [](const MmaFacts& f) { return leaves_memory(f, MmaPart::a_desc); },
     .says = [](const MmaFacts& f) { return says_memory(f, MmaPart::a_desc); },
     .fix = kPastTheEnd.fix, .source = kPastTheEnd.source},
    {.id = "L37", .part = MmaPart::b_desc, .opcode = {}, .needs = kNeedsB, .severity = Severity::error,
     .certainty = kPastTheEnd.certainty, .field = "start",
     .effect = Effect::past_the_end,
     .what = "What one instruction reads of B reaches past the end of shared memory.",
     .broken = [](const MmaFacts& f) { return leaves_memory(f, MmaPart::b_desc); },
     .says = [](const MmaFacts& f) { return says_memory(f, MmaPart::b_desc); },
     .fix = kPastTheEnd.fix, .source = kPastTheEnd.source},

    {.id = "L83", .part = MmaPart::a_desc, .opcode = Opcode::cp, .needs = kNeedsA, .severity = Severity::warn,
     .certainty = Certainty::secondary, .field = "swizzle",
     .what = "The source of scale factors is swizzled.",
     .broken = [](const MmaFacts& f) { return scale_copy(f) && swizzled(f.word(MmaPart::a_desc)); },
     .says = [](const MmaFacts& f) {
         return say("Scale factors are copied from an unswizzled block; this source is ", name(f.word(MmaPart::a_desc)),
                    ".");
     },
     .fix = "Use swizzle none.", .one_click = {"swizzle", 0}, .source = kScaleCopy.source},
    {.id = "L83", .part = MmaPart::a_desc, .opcode = Opcode::cp, .needs = kNeedsA, .severity = Severity::warn,
     .certainty = Certainty::secondary, .field = "sbo",
     .what = "The source of scale factors has another sbo than 128.",
     .broken = scale_copy_with_other_sbo,
     .says = [](const MmaFacts& f) {
         return say("sbo is ", f.word(MmaPart::a_desc).value("sbo"),
                    "; the 32 rows of a block of scale factors lie together, with ", kScaleCopy.sbo,
                    " bytes between groups of 8.");
     },
     .fix = "Use sbo 128.", .one_click = {"sbo", kScaleCopy.sbo >> 4}, .source = kScaleCopy.source},
};
// clang-format on

}  // namespace

std::span<const MmaRule> pair_rules() {
    static constexpr const auto& rules = checked(kPairRules);
    return rules;
}

}  // namespace tilescope
