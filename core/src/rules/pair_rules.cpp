// core/src/rules/pair_rules.cpp -- rules that compare shared-memory descriptors with the instruction that uses them.
// SPDX-License-Identifier: MIT
#include "smem_facts.h"
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/rules/place_rules.h>

namespace tilescope {
namespace {

std::string_view letter(MmaPart part) { return part == MmaPart::a_desc ? "A" : "B"; }
std::string_view transpose_bit(MmaPart part) { return part == MmaPart::a_desc ? "transpose_a" : "transpose_b"; }

// The instruction makes the operand MN-major, but the strides are those of a K-major tile: sbo is one atom, and lbo is
// not set although the operand is wider than one swizzle width.
bool looks_k_major(const MmaFacts& f, MmaPart part) {
    const WordFacts& w = f.word(part);
    return walks_lbo(w) && w.raw("lbo") <= 1 && w.value("sbo") == group_bytes(w);
}
std::string says_k_major(const MmaFacts& f, MmaPart part) {
    return say(transpose_bit(part), " makes ", letter(part), " MN-major, but the descriptor of ", letter(part),
               " has the strides of a K-major ", name(f.word(part)),
               " tile: lbo is not set, and sbo (the step between groups of 8 rows) is the size of one atom.");
}

// There is no rule for the opposite case. A K-major swizzled operand ignores lbo, so a large lbo proves nothing (L6
// reports it), and some compilers store the distance to the next atom in lbo.

// Whether two elements share bytes. Returns false if a rule of the word alone has already reported the stride.
bool overlaps(const MmaFacts& f, MmaPart part) {
    const auto slice = f.slice(part);
    if (!slice) return false;
    for (const Effect named : {Effect::rows_overlap, Effect::lbo_unset})
        if (f.stated(part, named)) return false;
    return overlap_of(*slice).any;
}
std::string says_overlap(const MmaFacts& f, MmaPart part) {
    return say("Elements overlap: ", overlap_of(*f.slice(part)).sentence, ".");
}

// A rule of the word alone reports a start that is past the end.
bool leaves_memory(const MmaFacts& f, MmaPart part) {
    const auto slice = f.slice(part);
    return slice && f.arch() && !f.stated(part, Effect::past_the_end) && extent(*slice).last >= smem_end(*f.arch());
}
std::string says_memory(const MmaFacts& f, MmaPart part) {
    return say("One instruction reads ", letter(part), " up to address ", hex(extent(*f.slice(part)).last), ", but ",
               smem_end_text(*f.arch()), ". There, ", family_of(*f.arch()).outside->past, '.');
}

std::string memory_begins(const MmaFacts& f) {
    return say("the shared memory of a CTA begins at ", hex(smem_begin(*f.arch())),
               ", after the part of the system. Below, ", family_of(*f.arch()).outside->below, '.');
}

// The table of wgmma words has a rule for the other starts below the memory of the CTA. A start of 0 is mostly a
// descriptor whose address is added later.
bool starts_at_0(const MmaFacts& f, MmaPart part) {
    const auto slice = f.slice(part);
    return slice && f.arch() && slice->start == 0;
}
std::string says_starts_at_0(const MmaFacts& f, MmaPart part) {
    return say("The start of ", letter(part), " is 0: the address must be added later, because ", memory_begins(f));
}

bool begins_below(const MmaFacts& f, MmaPart part) {
    const auto slice = f.slice(part);
    return slice && f.arch() && slice->start != 0 && extent(*slice).first < smem_begin(*f.arch());
}
std::string says_below(const MmaFacts& f, MmaPart part) {
    return say("One instruction reads ", letter(part), " from address ", hex(extent(*f.slice(part)).first), ", but ",
               memory_begins(f), " If the address of the buffer is added later, nothing is wrong.");
}

// Whether the operand begins later than the other one, in bytes that both read. A start of 0 is a descriptor whose
// address is added later: the first KiB of shared memory belongs to the system. Two equal descriptors are a matrix that
// is multiplied with itself.
bool begins_inside(const MmaFacts& f, MmaPart part) {
    const WordFacts &a = f.word(MmaPart::a_desc), &b = f.word(MmaPart::b_desc);
    if (a.raw("start") == 0 || b.raw("start") == 0 || a.word() == b.word()) return false;
    const auto of_a = f.slice(MmaPart::a_desc), of_b = f.slice(MmaPart::b_desc);
    if (!of_a || !of_b) return false;
    const MmaPart later = of_a->start <= of_b->start ? MmaPart::b_desc : MmaPart::a_desc;
    return part == later && shared_bytes(*of_a, *of_b).count != 0;
}
std::string says_inside(const MmaFacts& f, MmaPart part) {
    const MmaPart other = part == MmaPart::a_desc ? MmaPart::b_desc : MmaPart::a_desc;
    const SmemLayout before = *f.slice(other);
    const SharedBytes common = shared_bytes(before, *f.slice(part));
    return say("One instruction reads ", common.count, " bytes both as A and as B, the first one at ",
               hex(common.first), ". Both operands cannot have their own values there. This instruction reads ",
               letter(other), " up to ", hex(extent(before).last), "; ", letter(part),
               " must begin after all K steps of ", letter(other), '.');
}

bool scale_copy(const MmaFacts& f) { return f.line().shape == "32x128b"; }

bool scale_copy_with_other_sbo(const MmaFacts& f) {
    return scale_copy(f) && f.word(MmaPart::a_desc).value("sbo") != kScaleCopy.sbo;
}

using Broken = bool (*)(const MmaFacts&, MmaPart);
using Says = std::string (*)(const MmaFacts&, MmaPart);

// A rule about the operands, asked of one of them. Without an opcode, it holds for all.
template <MmaPart part, Broken broken, Says says>
constexpr MmaRule of_operand(const RuleInfo& r, std::optional<Opcode> opcode = {}) {
    return {.id = r.id,
            .part = part,
            .opcode = opcode,
            .needs = need_of(part),
            .severity = r.severity,
            .certainty = r.certainty,
            .field = r.field,
            .effect = r.effect,
            .what = r.what,
            .broken = [](const MmaFacts& f) { return broken(f, part); },
            .says = [](const MmaFacts& f) { return says(f, part); },
            .fix = r.fix,
            .source = r.source};
}
constexpr MmaRule of_both(MmaRule rule) {
    rule.needs = kNeedsA | kNeedsB;
    return rule;
}
constexpr MmaPart kA = MmaPart::a_desc, kB = MmaPart::b_desc;

constexpr RuleInfo read_past(RuleInfo of_the_tile) {
    of_the_tile.what = "One instruction reads bytes past the end of shared memory.";
    return of_the_tile;
}

// clang-format off
constexpr RuleInfo kLooksKMajor = {
    .id = "L16", .applies_to = "instruction", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
    .what = "The transpose bit makes an operand MN-major, but its descriptor looks like a K-major descriptor.",
    .fix = "Change the transpose bit, or build the descriptor for the other majorness.",
    .source = "TVM tirx tests; PTX ISA 9.1, 9.7.16.3 and 9.7.15.5.1 (canonical layouts)"};
constexpr RuleInfo kInside = {
    .id = "L111", .applies_to = "instruction", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "start", .effect = Effect::shared_bytes,
    .what = "A and B share bytes of shared memory, and their descriptors differ.",
    .fix = "Move one of the operands. If they share data on purpose, nothing is wrong.",
    .source = "PTX ISA 9.1, 9.7.16.3, applied to every element of both operands"};
constexpr RuleInfo kStartOf0 = {
    .id = "L113", .applies_to = "instruction", .severity = Severity::info, .certainty = kOutsideWgmma.certainty, .field = "start",
    .what = "An operand starts at 0, below the shared memory of the CTA. wgmma reads 0 there.",
    .fix = "Make sure that the kernel adds the address of the buffer.", .source = kOutsideWgmma.source};
constexpr RuleInfo kBelow = {
    .id = "L113", .applies_to = "instruction", .severity = Severity::warn, .certainty = kOutsideTcgen05.certainty, .field = "start",
    .what = "One instruction reads bytes below the shared memory of the CTA. Nobody knows what tcgen05 reads there.",
    .fix = "Let the operand begin at or after the first byte of the CTA, 0x400.", .source = kOutsideTcgen05.source};

constexpr MmaRule kPairRules[] = {
    of_operand<kA, looks_k_major, says_k_major>(kLooksKMajor), of_operand<kB, looks_k_major, says_k_major>(kLooksKMajor),
    of_operand<kA, overlaps, says_overlap>(kSharedBytes), of_operand<kB, overlaps, says_overlap>(kSharedBytes),

    of_both(of_operand<kA, begins_inside, says_inside>(kInside)), of_both(of_operand<kB, begins_inside, says_inside>(kInside)),

    // What happens past the end, and below the first byte, differs between wgmma and tcgen05.
    of_operand<kA, leaves_memory, says_memory>(read_past(kPastTheEndOfWgmma), Opcode::wgmma),
    of_operand<kB, leaves_memory, says_memory>(read_past(kPastTheEndOfWgmma), Opcode::wgmma),
    of_operand<kA, leaves_memory, says_memory>(read_past(kPastTheEnd), Opcode::mma),
    of_operand<kB, leaves_memory, says_memory>(read_past(kPastTheEnd), Opcode::mma),
    of_operand<kA, leaves_memory, says_memory>(read_past(kPastTheEnd), Opcode::cp),
    of_operand<kA, starts_at_0, says_starts_at_0>(kStartOf0, Opcode::wgmma),
    of_operand<kB, starts_at_0, says_starts_at_0>(kStartOf0, Opcode::wgmma),
    of_operand<kA, begins_below, says_below>(kBelow, Opcode::mma),
    of_operand<kB, begins_below, says_below>(kBelow, Opcode::mma),

    {.id = "L83", .part = MmaPart::a_desc, .opcode = Opcode::cp, .needs = kNeedsA, .severity = Severity::warn, .certainty = Certainty::secondary,
     .field = "swizzle",
     .what = "The source of a scale-factor copy is swizzled.",
     .broken = [](const MmaFacts& f) { return scale_copy(f) && swizzled(f.word(MmaPart::a_desc)); },
     .says = [](const MmaFacts& f) {
         return say("Scale factors are copied from a block without a swizzle, but this source has swizzle ",
                    name(f.word(MmaPart::a_desc)), ".");
     },
     .fix = "Set the swizzle to none.", .one_click = {"swizzle", 0}, .source = kScaleCopy.source},
    {.id = "L83", .part = MmaPart::a_desc, .opcode = Opcode::cp, .needs = kNeedsA, .severity = Severity::warn, .certainty = Certainty::secondary,
     .field = "sbo",
     .what = "The source of a scale-factor copy has an sbo other than 128.",
     .broken = scale_copy_with_other_sbo,
     .says = [](const MmaFacts& f) {
         return say("sbo is ", f.word(MmaPart::a_desc).value("sbo"),
                    ", but the 32 rows of a scale-factor block are contiguous, with ", kScaleCopy.sbo,
                    " bytes from one group of 8 rows to the next.");
     },
     .fix = "Use sbo 128.", .one_click = {"sbo", kScaleCopy.sbo >> 4}, .source = kScaleCopy.source},
};
// clang-format on
static_assert(&checked(kPairRules) == &kPairRules);
static_assert(need_what_they_fix(kPairRules));

}  // namespace

std::span<const MmaRule> pair_rules() { return kPairRules; }

}  // namespace tilescope
