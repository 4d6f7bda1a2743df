// core/src/rules/idesc_rules.cpp -- the rules for instruction descriptors of the dense kinds.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

bool narrow(const WordFacts& w, std::string_view id) {
    const ElementType* type = find_type(w.text(id));
    return type && type->bits < 8;
}
std::string says_eight_bit_step(const WordFacts& w) {
    const unsigned group = w.context().cta_group;
    return say("N is ", w.value("n"), ", but with an 8-bit MN-major B, N must be a multiple of ",
               group == 2   ? "32 for a CTA pair."
               : group == 1 ? "16."
                            : "16 (32 for a CTA pair).");
}
// With the longer K of a dense kind (K = 64 of f8f6f4 on sm_107), the data has no padding.
bool padded(const WordFacts& w) { return kind_of(w).padded && (kind_of(w).block_scaled() || w.raw("k_size") == 0); }
bool padded_fp4(const WordFacts& w, std::string_view id) { return padded(w) && w.text(id) == "e2m1"; }
bool has_types(const WordFacts& w) { return w.means("a_type") && w.means("b_type"); }
bool narrow_mn_major(const WordFacts& w, Operand o) {
    return w.raw(transpose_bit(o)) != 0 && narrow(w, idesc_type(o)) && !packed_fp4(w);
}
// An f16 D has no room for the exponents of bf16.
bool f16_of_bf16(const WordFacts& w) {
    return w.text("d_type") == "f16" && has_types(w) && (w.text("a_type") == "bf16" || w.text("b_type") == "bf16");
}
bool wgmma_cannot_transpose(const WordFacts& w, std::string_view id) {
    return is_in_name(w) && !(kind_of(w).*family_of(w).transposes) && w.raw(id) != 0;
}
bool mixed_types(const WordFacts& w) {
    return !kind_of(w).mixes_types && has_types(w) && w.raw("a_type") != w.raw("b_type");
}
bool saturates_floats(const WordFacts& w) { return !kind_of(w).saturates && w.raw("saturate") != 0; }
bool negates_integers(const WordFacts& w, std::string_view id) { return !kind_of(w).negates && w.raw(id) != 0; }
bool selector_without_effect(const WordFacts& w) {
    return w.raw("sparsity_selector") != 0 && (!sparse(w) || kind_of(w).selectors == 1);
}
bool selector_not_verified(const WordFacts& w) {
    const unsigned known = kind_of(w).selectors;
    return sparse(w) && known > 1 && w.raw("sparsity_selector") >= known;
}
bool text_and_word_disagree_on_sparsity(const WordFacts& w) {
    return w.context().sparse && *w.context().sparse != sparse(w);
}

// ---- the rules that each operand has ----

constexpr std::string_view kOtherType = "Choose a type that the kind has, or a kind that has the type.",
                           kTable42 = "PTX ISA 9.1, 9.7.16.4.2, Table 42";

// clang-format off
template <Operand o>
constexpr WordRule kPaddedFp4 = {
    .id = "L21", .format = "idesc-any", .severity = Severity::info, .certainty = Certainty::confirmed, .field = idesc_type(o),
    .what = pick(o, "A is fp4. This kind requires padded fp4 data: 8 bits of memory for each 4-bit element.",
                    "B is fp4. This kind requires padded fp4 data: 8 bits of memory for each 4-bit element."),
    .broken = [](const WordFacts& w) {
        return padded_fp4(w, idesc_type(o)) && (o == Operand::a || !padded_fp4(w, "a_type")); },
    .text = "This kind requires padded fp4 data: each block of 16 bytes has 8 bytes of data and 8 bytes of padding. The instruction also runs with packed fp4 data (without padding), but the results are wrong.",
    .source = "PTX ISA 9.1, 9.7.16.10.4"};
template <Operand o>
constexpr WordRule kNarrowMnMajor = {
    .id = "L29", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = transpose_bit(o),
    .what = pick(o, "A has 4-bit or 6-bit elements and is MN-major.", "B has 4-bit or 6-bit elements and is MN-major."),
    .broken = [](const WordFacts& w) { return narrow_mn_major(w, o); },
    .says = [](const WordFacts& w) {
        return say(name_of(o), " is ", w.text(idesc_type(o)), ". 4-bit and 6-bit elements have no MN-major form.");
    },
    .fix = pick(o, "Store A K-major, or use an 8-bit type.", "Store B K-major, or use an 8-bit type."), .source = "PTX ISA 9.1, Table 54"};
template <Operand o>
constexpr WordRule kWgmmaMnMajor = {
    .id = "L89", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = transpose_bit(o),
    .what = pick(o, "A of a wgmma is MN-major, but its type is not f16 or bf16.", "B of a wgmma is MN-major, but its type is not f16 or bf16."),
    .broken = [](const WordFacts& w) { return wgmma_cannot_transpose(w, transpose_bit(o)); },
    .text = pick(o, "A is MN-major. wgmma supports this for f16 and bf16 only.", "B is MN-major. wgmma supports this for f16 and bf16 only."),
    .fix = pick(o, "Store A K-major.", "Store B K-major."), .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2"};
template <Operand o>
constexpr WordRule kNarrowForWgmma = {
    .id = "L91", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = idesc_type(o),
    .what = pick(o, "A of a wgmma has 4-bit or 6-bit elements, but wgmma does not support these types.",
                    "B of a wgmma has 4-bit or 6-bit elements, but wgmma does not support these types."),
    .broken = [](const WordFacts& w) { return is_in_name(w) && narrow(w, idesc_type(o)); },
    .says = [](const WordFacts& w) {
        return say(name_of(o), " is ", w.text(idesc_type(o)), ", but wgmma has no such type. Its 8-bit types are e4m3, e5m2, u8 and s8.");
    },
    .fix = "Use a type that wgmma supports, or select a tcgen05 target.", .source = "PTX ISA 9.1, 9.7.15.2; ptxas 13.0.88"};
template <Operand o>
constexpr WordRule kNoNegation = {
    .id = "L46", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = pick(o, "negate_a", "negate_b"),
    .what = pick(o, "negate_a is set, but kind i8 has no negation.", "negate_b is set, but kind i8 has no negation."),
    .broken = [](const WordFacts& w) { return negates_integers(w, pick(o, "negate_a", "negate_b")); },
    .text = pick(o, "negate_a is set, but kind i8 has no negation of A.", "negate_b is set, but kind i8 has no negation of B."),
    .fix = pick(o, "Clear negate_a.", "Clear negate_b."), .one_click = {pick(o, "negate_a", "negate_b"), 0}, .source = "PTX ISA 9.1, Table 51"};

constexpr WordRule kIdescRules[] = {
    no_such_type<Operand::a>("L14", "idesc", kOtherType, kTable42),
    no_such_type<Operand::b>("L14", "idesc", kOtherType, kTable42),

    {.id = "L15", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "d_type",
     .what = "D is f16, but A or B is bf16.",
     .broken = f16_of_bf16,
     .says = [](const WordFacts& w) {
         return say("D is f16, so A and B must be f16 too. In this word, A is ", w.text("a_type"), " and B is ",
                    w.text("b_type"), ".");
     },
     .fix = "Set d_type to f32.", .one_click = {"d_type", 1}, .source = "PTX ISA 9.1, Tables 39 and 42"},

    kPaddedFp4<Operand::a>, kPaddedFp4<Operand::b>,

    kNarrowMnMajor<Operand::a>, kNarrowMnMajor<Operand::b>,

    kWgmmaMnMajor<Operand::a>, kWgmmaMnMajor<Operand::b>,

    {.id = "L91", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "b_type",
     .what = "A and B of a wgmma have different types (f16 and bf16).",
     .broken = [](const WordFacts& w) { return is_in_name(w) && mixed_types(w); },
     .says = [](const WordFacts& w) {
         return say("A is ", w.text("a_type"), " and B is ", w.text("b_type"),
                    ". wgmma requires the same type for both.");
     },
     .fix = "Use the same type for A and B.", .source = "ptxas 13.0.88"},
    kNarrowForWgmma<Operand::a>, kNarrowForWgmma<Operand::b>,

    {.id = "L22", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "max_shift",
     .what = "M is 32 and max_shift is not 0. There is a report that this combination causes a trap on hardware.",
     .broken = [](const WordFacts& w) { return w.value("m") == 32 && w.raw("max_shift") != 0; },
     .text = "There is a report that M = 32 with a column shift of B causes a trap on hardware. But Table 45 allows a shift of up to 16 (contradiction X20).",
     .fix = "Use max_shift 0 for M = 32.", .source = "sf-tensor/tcgen05; PTX ISA 9.1, Table 45"},

    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd6",
     .what = "The reserved bit above d_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd6") != 0; },
     .fix = "Clear the bit.", .one_click = {"rsvd6", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},
    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd23",
     .what = "The reserved bit between the fields 'n' and 'm' is set. Often such a word is for a block-scaled kind.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd23") != 0; },
     .says = [](const WordFacts& w) {
         return say(
             "The reserved bit between the fields 'n' and 'm' is set. For block-scaled kinds, this bit is the scale type. "
             "So the word may be for a block-scaled kind and not for kind ",
             w.kind(), ".");
     },
     .fix = "Clear the bit, or change the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 42 and 43"},
    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd29",
     .what = "The reserved bit above the field 'm' is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd29") != 0; },
     .text = "The reserved bit above the field 'm' is set. This bit is the field 'k_size' only for kind f8f6f4, and only in PTX 9.4.",
     .fix = "Clear the bit.", .one_click = {"rsvd29", 0}, .source = "PTX ISA 9.1 and 9.4, instruction descriptor"},

    {.id = "L62", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 64 of f8f6f4 exists on sm_107, but not on this target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && older(w); },
     .says = [](const WordFacts& w) {
         return say("K = 64 of f8f6f4 exists on sm_107, not on ", w.context().arch, ".");
     },
     .fix = "Clear k_size, or select a target that has this K.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L41", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "m",
     .what = "M is not legal for the kind, cta_group and .ws. If cta_group or .ws is not known, M is not legal with any value of them.",
     .broken = [](const WordFacts& w) { return !takes_this_m(w); }, .says = says_no_such_m,
     .fix = "Choose a legal M.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L42", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is below 8 or above 256.",
     .broken = [](const WordFacts& w) { return !has_n(w); },
     .says = [](const WordFacts& w) {
         return say(says_range_of_n(w), " With a larger N, the hardware reports an illegal instruction.");
     },
     .fix = "Choose N from 8 to 256.", .source = "PTX ISA 9.1, Table 39; triton-lang/triton#8910"},

    {.id = "L23", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is not legal for the kind, M, cta_group and .ws.",
     .broken = [](const WordFacts& w) { return has_n(w) && !eight_bit_step_broken(w) && !takes_this_n(w); },
     .says = says_no_such_n,
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L51", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "With an 8-bit MN-major B, N must be a multiple of 16 (32 for a CTA pair).",
     .broken = [](const WordFacts& w) { return has_n(w) && eight_bit_step_broken(w); }, .says = says_eight_bit_step,
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 52"},

    {.id = "L43", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "d_type",
     .what = "The type of D is not legal for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("d_type"); },
     .says = [](const WordFacts& w) {
         return say("The type code ", w.raw("d_type"), " of D is not legal for kind ", w.kind(), ".");
     },
     .fix = "Choose type f32 for kind tf32, s32 for kind i8, and f16 or f32 for the kinds f16 and f8f6f4.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L44", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::unknown, .field = "b_type",
     .what = "A and B have different types (f16 and bf16). Documents and programs disagree about this mix.",
     .broken = [](const WordFacts& w) { return !is_in_name(w) && mixed_types(w); },
     .says = [](const WordFacts& w) {
         return say("A is ", w.text("a_type"), " and B is ", w.text("b_type"),
                    ". CUTLASS and MMA-Sim accept this mix, but other programs refuse it. The mix is not verified "
                    "(contradiction X25).");
     },
     .fix = "Use the same type for A and B.", .source = "CUTLASS @7107b055 SM100_MMA_F16BF16_SS; MMA-Sim; CuTe DSL"},

    {.id = "L45", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "saturate",
     .what = "The saturate bit is set, but the kind is not i8.",
     .broken = saturates_floats,
     .says = [](const WordFacts& w) {
         return say("The saturate bit is set. Saturation exists for kind i8 only, not for kind ", w.kind(), ".");
     },
     .fix = "Clear the field 'saturate'.", .one_click = {"saturate", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    kNoNegation<Operand::a>, kNoNegation<Operand::b>,

    {.id = "L47", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sparsity_selector",
     .what = "The sparsity selector is not 0, but it must be 0 for a dense A and for kinds f8f6f4 and i8.",
     .broken = selector_without_effect,
     .says = [](const WordFacts& w) {
         return say("The sparsity selector is ", w.raw("sparsity_selector"), ", but it must be 0 ",
                    sparse(w) ? say("for kind ", w.kind(), " (contradiction X19).") : std::string("if A is dense."));
     },
     .fix = "Set sparsity_selector to 0.", .one_click = {"sparsity_selector", 0}, .source = "PTX ISA 9.1, 9.7.16.10.8.4"},

    {.id = "L48", .format = "idesc", .severity = Severity::info, .certainty = Certainty::unknown, .field = "sparsity_selector",
     .what = "The sparsity selector has a value whose effect is not verified.",
     .broken = selector_not_verified,
     .says = [](const WordFacts& w) {
         return say("Sparsity selector ", w.raw("sparsity_selector"),
                    " is legal according to Table 42, but it is not known which sub-columns this value selects.");
     },
     .fix = "Use selector 0 or 1.", .source = "PTX ISA 9.1, Table 42; CUTLASS uses 0 and 1 only"},

    {.id = "L49", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sparse",
     .what = "The instruction and its descriptor disagree about sparsity.",
     .broken = text_and_word_disagree_on_sparsity,
     .says = [](const WordFacts& w) {
         return say("The instruction ", *w.context().sparse ? "has .sp" : "has no .sp", ", but its descriptor is ",
                    sparse(w) ? "sparse" : "dense", ". The assembler does not check this.");
     },
     .fix = "Make the instruction and the descriptor agree.", .source = "ptxas 13.0.88 (accepts both)"},

    {.id = "L50", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "max_shift",
     .what = "max_shift is set, but the instruction has no .ws.",
     .broken = [](const WordFacts& w) { return w.context().ws == false && w.raw("max_shift") != 0; },
     .says = [](const WordFacts& w) {
         return say("max_shift is ", w.text("max_shift"), ", but the PTX manual describes it for .ws only.");
     },
     .fix = "Set max_shift to 0.", .one_click = {"max_shift", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L53", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_a",
     .what = "A is in Tensor Memory and is MN-major.",
     .broken = [](const WordFacts& w) { return w.context().a_in_tmem == true && w.raw("transpose_a") != 0; },
     .text = "transpose_a is set, but A in Tensor Memory must be K-major.",
     .fix = "Clear transpose_a.", .source = "CUTLASS @7107b055, the TS operations"},
};
// clang-format on
static_assert(&checked(kIdescRules) == &kIdescRules);

}  // namespace

std::span<const WordRule> idesc_rules() { return kIdescRules; }

}  // namespace tilescope
