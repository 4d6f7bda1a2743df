// core/src/rules/idesc_rules.cpp -- what is wrong with an instruction descriptor of a dense kind.
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
    return say("N is ", w.value("n"), ", but an MN-major 8-bit B needs N in steps of ",
               group == 2   ? "32 for a pair of CTAs."
               : group == 1 ? "16."
                            : "16 (32 for a pair of CTAs).");
}
// The longer K of a dense kind (K = 64 of f8f6f4 on sm_107) reads its data unpadded.
bool padded(const WordFacts& w) { return kind_of(w).padded && (kind_of(w).block_scaled() || w.raw("k_size") == 0); }
bool padded_fp4(const WordFacts& w, std::string_view id) { return padded(w) && w.text(id) == "e2m1"; }
bool has_types(const WordFacts& w) { return w.means("a_type") && w.means("b_type"); }
bool narrow_mn_major(const WordFacts& w, std::string_view transpose, std::string_view type) {
    return w.raw(transpose) != 0 && narrow(w, type) && !packed_fp4(w);
}
// An f16 D has no room for the exponents of bf16.
bool f16_of_bf16(const WordFacts& w) {
    return w.text("d_type") == "f16" && has_types(w) && (w.text("a_type") == "bf16" || w.text("b_type") == "bf16");
}
bool wgmma_cannot_transpose(const WordFacts& w, std::string_view id) {
    return hopper(w) && !kind_of(w).wgmma_transposes && w.raw(id) != 0;
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

// clang-format off
constexpr WordRule kIdescRules[] = {
    {.id = "L14", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "a_type",
     .effect = Effect::no_such_type,
     .what = "The type code of A is not defined for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("a_type"); },
     .says = [](const WordFacts& w) { return says_undefined(w, "A", "a_type"); },
     .fix = "Choose a type of the kind, or the kind of the type.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},
    {.id = "L14", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "b_type",
     .effect = Effect::no_such_type,
     .what = "The type code of B is not defined for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("b_type"); },
     .says = [](const WordFacts& w) { return says_undefined(w, "B", "b_type"); },
     .fix = "Choose a type of the kind, or the kind of the type.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L15", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "d_type",
     .what = "D is f16 although A or B is bf16.",
     .broken = f16_of_bf16,
     .says = [](const WordFacts& w) {
         return say("D of type f16 needs A and B of type f16; here they are ", w.text("a_type"), " and ",
                    w.text("b_type"), ".");
     },
     .fix = "Set d_type to f32.", .one_click = {"d_type", 1}, .source = "PTX ISA 9.1, Tables 39 and 42"},

    {.id = "L21", .format = "idesc-any", .severity = Severity::info, .certainty = Certainty::confirmed,
     .field = "a_type",
     .what = "A is fp4 under a kind that wants it in padded 8-bit containers.",
     .broken = [](const WordFacts& w) { return padded_fp4(w, "a_type"); },
     .says = [](const WordFacts&) {
         return say(
             "fp4 data of this kind must lie in padded containers: 8 bytes of data and 8 of padding in every 16. "
             "Packed nibbles run and give wrong numbers.");
     },
     .source = "PTX ISA 9.1, 9.7.16.10.4"},
    {.id = "L21", .format = "idesc-any", .severity = Severity::info, .certainty = Certainty::confirmed,
     .field = "b_type",
     .what = "B is fp4 under a kind that wants it in padded 8-bit containers.",
     .broken = [](const WordFacts& w) { return padded_fp4(w, "b_type") && !padded_fp4(w, "a_type"); },
     .says = [](const WordFacts&) {
         return say(
             "fp4 data of this kind must lie in padded containers: 8 bytes of data and 8 of padding in every 16. "
             "Packed nibbles run and give wrong numbers.");
     },
     .source = "PTX ISA 9.1, 9.7.16.10.4"},

    {.id = "L29", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "transpose_a",
     .what = "An A with elements of 4 or 6 bits is read MN-major.",
     .broken = [](const WordFacts& w) { return narrow_mn_major(w, "transpose_a", "a_type"); },
     .says = [](const WordFacts& w) {
         return say("A is ", w.text("a_type"), ": elements of 4 and 6 bits have no MN-major form.");
     },
     .fix = "Store A K-major, or use an 8-bit type.", .source = "PTX ISA 9.1, Table 54"},
    {.id = "L29", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "transpose_b",
     .what = "A B with elements of 4 or 6 bits is read MN-major.",
     .broken = [](const WordFacts& w) { return narrow_mn_major(w, "transpose_b", "b_type"); },
     .says = [](const WordFacts& w) {
         return say("B is ", w.text("b_type"), ": elements of 4 and 6 bits have no MN-major form.");
     },
     .fix = "Store B K-major, or use an 8-bit type.", .source = "PTX ISA 9.1, Table 54"},

    {.id = "L89", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "transpose_a",
     .what = "wgmma reads an A of another type than f16 or bf16 MN-major.",
     .broken = [](const WordFacts& w) { return wgmma_cannot_transpose(w, "transpose_a"); },
     .says = [](const WordFacts&) { return say("wgmma transposes f16 and bf16 only; A is MN-major."); },
     .fix = "Store A K-major.", .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2"},
    {.id = "L89", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "transpose_b",
     .what = "wgmma reads a B of another type than f16 or bf16 MN-major.",
     .broken = [](const WordFacts& w) { return wgmma_cannot_transpose(w, "transpose_b"); },
     .says = [](const WordFacts&) { return say("wgmma transposes f16 and bf16 only; B is MN-major."); },
     .fix = "Store B K-major.", .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2"},

    {.id = "L91", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "b_type",
     .what = "A and B of a wgmma are f16 and bf16 mixed.",
     .broken = [](const WordFacts& w) { return hopper(w) && mixed_types(w); },
     .says = [](const WordFacts& w) {
         return say("A is ", w.text("a_type"), " and B is ", w.text("b_type"), "; wgmma takes one type for both.");
     },
     .fix = "Use one type.", .source = "ptxas 13.0.88"},
    {.id = "L91", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "a_type",
     .what = "wgmma has no elements of 4 or 6 bits.",
     .broken = [](const WordFacts& w) { return hopper(w) && (narrow(w, "a_type") || narrow(w, "b_type")); },
     .says = [](const WordFacts& w) {
         return say("wgmma has no type ", narrow(w, "a_type") ? w.text("a_type") : w.text("b_type"),
                    "; its 8-bit types are e4m3, e5m2, u8 and s8.");
     },
     .fix = "Use a type of wgmma, or select a tcgen05 target.", .source = "PTX ISA 9.1, 9.7.15.2; ptxas 13.0.88"},

    {.id = "L22", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::secondary,
     .field = "max_shift",
     .what = "M = 32 together with a column shift of B is reported to trap on hardware.",
     .broken = [](const WordFacts& w) { return w.value("m") == 32 && w.raw("max_shift") != 0; },
     .says = [](const WordFacts&) {
         return say(
             "M = 32 with a shift of B is reported to trap on hardware, although Table 45 allows up to 16 "
             "(contradiction X20).");
     },
     .fix = "Use max_shift 0 for M = 32.", .source = "sf-tensor/tcgen05; PTX ISA 9.1, Table 45"},

    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd6",
     .what = "The reserved bit above d_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd6") != 0; },
     .says = [](const WordFacts&) { return say("The reserved bit above d_type is set."); },
     .fix = "Clear it.", .one_click = {"rsvd6", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},
    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd23",
     .what = "The reserved bit between n and m is set: often the word is one of a block-scaled kind.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd23") != 0; },
     .says = [](const WordFacts& w) {
         return say(
             "The reserved bit between n and m is set: under the block-scaled kinds it is the scale type, so this may "
             "be such a word and not one of kind ",
             w.kind(), ".");
     },
     .fix = "Clear it, or change the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 42 and 43"},
    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd29",
     .what = "The reserved bit above m is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd29") != 0; },
     .says = [](const WordFacts&) {
         return say("The reserved bit above m is set; only for f8f6f4 in PTX 9.4 it is the K size.");
     },
     .fix = "Clear it.", .one_click = {"rsvd29", 0}, .source = "PTX ISA 9.1 and 9.4, instruction descriptor"},

    {.id = "L62", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 64 of f8f6f4, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && older(w); },
     .says = [](const WordFacts& w) {
         return say("K = 64 of f8f6f4 belongs to sm_107, not to ", w.context().arch, ".");
     },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L41", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "m",
     .what = "M is not legal for the kind in any form that is left open.",
     .broken = [](const WordFacts& w) { return !takes_this_m(w); },
     .says = [](const WordFacts& w) {
         return takes_this_m(w).why;
     },
     .fix = "Choose a legal M.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L42", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is below 8 or above 256.",
     .broken = [](const WordFacts& w) { return !has_n(w); },
     .says = [](const WordFacts& w) {
         return say(says_range_of_n(w), " Above, the hardware reports an illegal instruction.");
     },
     .fix = "Choose N from 8 to 256.", .source = "PTX ISA 9.1, Table 39; triton-lang/triton#8910"},

    {.id = "L23", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is not legal for the kind, M, cta_group and .ws.",
     .broken = [](const WordFacts& w) { return has_n(w) && !eight_bit_step_broken(w) && !takes_this_n(w); },
     .says = [](const WordFacts& w) {
         return takes_this_n(w).why;
     },
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L51", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N has the wrong step for an MN-major B of 8 bits.",
     .broken = [](const WordFacts& w) { return has_n(w) && eight_bit_step_broken(w); },
     .says = says_eight_bit_step,
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 52"},

    {.id = "L43", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "d_type",
     .what = "The type of D is not legal for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("d_type"); },
     .says = [](const WordFacts& w) {
         return say("D type ", w.raw("d_type"), " is not legal for kind ", w.kind(), ".");
     },
     .fix = "tf32: f32; i8: s32; f16 and f8f6f4: f16 or f32.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L44", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::unknown, .field = "b_type",
     .what = "A and B are f16 and bf16 mixed; documents and programs disagree about it.",
     .broken = [](const WordFacts& w) { return !hopper(w) && mixed_types(w); },
     .says = [](const WordFacts& w) {
         return say("A is ", w.text("a_type"), " and B is ", w.text("b_type"),
                    ": CUTLASS and MMA-Sim accept the mix, others refuse it; nobody verified it (contradiction X25).");
     },
     .fix = "Use one type.", .source = "CUTLASS @7107b055 SM100_MMA_F16BF16_SS; MMA-Sim; CuTe DSL"},

    {.id = "L45", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "saturate",
     .what = "Saturation is asked for under a kind other than i8.",
     .broken = saturates_floats,
     .says = [](const WordFacts& w) { return say("Saturation exists for kind i8 only, not for ", w.kind(), "."); },
     .fix = "Clear saturate.", .one_click = {"saturate", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L46", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "negate_a",
     .what = "A is negated under kind i8.",
     .broken = [](const WordFacts& w) { return negates_integers(w, "negate_a"); },
     .says = [](const WordFacts&) { return say("Negation of A does not exist for kind i8."); },
     .fix = "Clear negate_a.", .one_click = {"negate_a", 0}, .source = "PTX ISA 9.1, Table 51"},
    {.id = "L46", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "negate_b",
     .what = "B is negated under kind i8.",
     .broken = [](const WordFacts& w) { return negates_integers(w, "negate_b"); },
     .says = [](const WordFacts&) { return say("Negation of B does not exist for kind i8."); },
     .fix = "Clear negate_b.", .one_click = {"negate_b", 0}, .source = "PTX ISA 9.1, Table 51"},

    {.id = "L47", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "sparsity_selector",
     .what = "The sparsity selector is set where it has to be 0: dense, f8f6f4 or i8.",
     .broken = selector_without_effect,
     .says = [](const WordFacts& w) {
         return say("The sparsity selector is ", w.raw("sparsity_selector"), "; it must be 0 ",
                    sparse(w) ? say("for kind ", w.kind(), " (contradiction X19).") : std::string("when A is dense."));
     },
     .fix = "Set it to 0.", .one_click = {"sparsity_selector", 0}, .source = "PTX ISA 9.1, 9.7.16.10.8.4"},

    {.id = "L48", .format = "idesc", .severity = Severity::info, .certainty = Certainty::unknown,
     .field = "sparsity_selector",
     .what = "A selector whose effect nobody has verified is used.",
     .broken = selector_not_verified,
     .says = [](const WordFacts& w) {
         return say("Selector ", w.raw("sparsity_selector"),
                    " is legal by the table; which sub-columns it picks is not known.");
     },
     .fix = "Use 0 or 1.", .source = "PTX ISA 9.1, Table 42; CUTLASS uses 0 and 1 only"},

    {.id = "L49", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "sparse",
     .what = "The instruction and its descriptor disagree about sparsity.",
     .broken = text_and_word_disagree_on_sparsity,
     .says = [](const WordFacts& w) {
         return say("The instruction ", *w.context().sparse ? "has .sp" : "has no .sp", " and the descriptor says ",
                    sparse(w) ? "sparse" : "dense", "; the assembler does not look.");
     },
     .fix = "Make both agree.", .source = "ptxas 13.0.88 (accepts both)"},

    {.id = "L50", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "max_shift",
     .what = "A maximum shift is given to an instruction without .ws.",
     .broken = [](const WordFacts& w) { return w.context().ws == false && w.raw("max_shift") != 0; },
     .says = [](const WordFacts& w) {
         return say("max_shift is ", w.text("max_shift"), ", but the manual describes it for .ws only.");
     },
     .fix = "Set it to 0.", .one_click = {"max_shift", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L53", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "transpose_a",
     .what = "An A that lies in Tensor Memory is read MN-major.",
     .broken = [](const WordFacts& w) { return w.context().a_in_tmem == true && w.raw("transpose_a") != 0; },
     .says = [](const WordFacts&) { return say("A in Tensor Memory is K-major only."); },
     .fix = "Clear transpose_a.", .source = "CUTLASS @7107b055, the TS operations"},
};
// clang-format on

}  // namespace

std::span<const WordRule> idesc_rules() {
    static constexpr const auto& rules = checked(kIdescRules);
    return rules;
}

}  // namespace tilescope
