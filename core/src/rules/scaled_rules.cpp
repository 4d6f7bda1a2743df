// core/src/rules/scaled_rules.cpp -- what is wrong with an instruction descriptor of a block-scaled kind.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

// K = 128 (sm_107): which ids its factors take is in no document we know.
bool packed(const WordFacts& w) { return packed_fp4(w) && w.raw("k_size_high") == 0; }
// The instruction names the size; without it the type of the factors tells, but on sm_107, which has ue4m3 with both.
bool four_x(const WordFacts& w) {
    if (!kind_of(w).ue4m3_factors || !packed(w)) return false;
    if (w.context().scale_block) return w.context().scale_block == 16;
    return older(w) && w.text("scale_type") == "ue4m3";
}
bool four_x_id_broken(const WordFacts& w, std::string_view id) {
    return four_x(w) && (k96(w) ? w.raw(id) % 2 != 0 : w.raw(id) != 0);
}
std::string says_four_x(const WordFacts& w, std::string_view id) {
    return say(id, " is ", w.raw(id), ": ", w.context().scale_block ? "" : "ue4m3 goes with ", "4X (block16)",
               w.context().scale_block ? " takes id " : ", whose id is ", k96(w) ? "0 or 2." : "0.");
}
bool odd_half_word(const WordFacts& w, std::string_view id) {
    return packed(w) && !k96(w) && !four_x(w) && w.raw(id) % 2 != 0;
}
bool k64_of_8_bits(const WordFacts& w) { return w.raw("k_size") != 0; }
std::string says_two_factors(const WordFacts& w, std::string_view id) {
    return say(id, " is ", w.raw(id),
               ": with K = 64 Triton uses 0 and 2 alone, so an instruction reads two factors of a row. No manual says ",
               "what an odd id selects.");
}
bool ue4m3_not_taken(const WordFacts& w) { return !kind_of(w).ue4m3_factors && w.raw("scale_type") == 0; }
bool n_not_legal_for_m(const WordFacts& w) {
    return has_n(w) && !eight_bit_step_broken(w) && takes_this_m(w) && !takes_this_n(w);
}
bool ue8m0_missing_in_a_table(const WordFacts& w) {
    return before_94(w) && kind_of(w).ue4m3_factors && w.text("scale_type") == "ue8m0";
}
std::string of_sm107(const WordFacts& w, std::string_view what) {
    return say(what, " belongs to sm_107, not to ", w.context().arch, ".");
}

// clang-format off
constexpr WordRule kScaledRules[] = {
    {.id = "L17", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "rsvd24",
     .what = "Reserved bits below m are set: M was written where the dense kinds have it.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd24") != 0; },
     .says = [](const WordFacts&) {
         return say(
             "Reserved bits below m are set: M counts 128 here and begins three bits higher than under the dense "
             "kinds. M = 64 does not exist.");
     },
     .fix = "Use M 128 or 256.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44; NVIDIA/TensorRT-LLM#19183"},

    {.id = "L18", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "rsvd0",
     .what = "The two lowest bits are set: a scale-factor id without its shift, or CUTLASS's sparsity selector.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd0") != 0; },
     .says = [](const WordFacts& w) {
         return say("The lowest two bits hold ", w.raw("rsvd0"),
                    sparse(w) ? "; PTX reserves them, CUTLASS keeps the sparsity selector there (contradiction X24)."
                              : ": a scale-factor id of B stored without its shift?");
     },
     .fix = "Store the id in sfb_id, four bits higher, and clear them.",
     .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},

    {.id = "L14", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "a_type",
     .effect = Effect::no_such_type,
     .what = "The type code of A is not defined for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("a_type"); },
     .says = [](const WordFacts& w) { return says_undefined(w, "A", "a_type"); },
     .fix = "Choose a type of the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L14", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "b_type",
     .effect = Effect::no_such_type,
     .what = "The type code of B is not defined for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("b_type"); },
     .says = [](const WordFacts& w) { return says_undefined(w, "B", "b_type"); },
     .fix = "Choose a type of the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},

    {.id = "L19", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "scale_type",
     .what = "mxf4 is given scale factors of type ue4m3.",
     .broken = ue4m3_not_taken,
     .says = [](const WordFacts&) { return say("mxf4 needs scale factors of type ue8m0; ue4m3 belongs to mxf4nvf4."); },
     .fix = "Set scale_type to ue8m0, or change the kind.", .source = "PTX ISA 9.1, Tables 44 and 57"},

    {.id = "L20", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "sfa_id",
     .what = "The scale-factor id of A is odd where it selects a half word.",
     .broken = [](const WordFacts& w) { return odd_half_word(w, "sfa_id"); },
     .says = [](const WordFacts& w) {
         return say("sfa_id is ", w.raw("sfa_id"), ": with K = 64 it selects a half word, 0 or 2 (contradiction X6).");
     },
     .fix = "Use 0 or 2.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},
    {.id = "L20", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "sfb_id",
     .what = "The scale-factor id of B is odd where it selects a half word.",
     .broken = [](const WordFacts& w) { return odd_half_word(w, "sfb_id"); },
     .says = [](const WordFacts& w) {
         return say("sfb_id is ", w.raw("sfb_id"), ": with K = 64 it selects a half word, 0 or 2 (contradiction X6).");
     },
     .fix = "Use 0 or 2.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L42", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "n",
     .what = "N is below 8 or above 256.",
     .broken = [](const WordFacts& w) { return !has_n(w); },
     .says = says_range_of_n,
     .fix = "Choose N from 8 to 256.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L23", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "n",
     .what = "N is not legal for the block-scaled kind, M and cta_group.",
     .broken = n_not_legal_for_m,
     .says = [](const WordFacts& w) {
         return takes_this_n(w).why;
     },
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L60", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "sfa_id",
     .what = "The scale-factor id of A selects a part although 4X (block16) takes the whole word.",
     .broken = [](const WordFacts& w) { return four_x_id_broken(w, "sfa_id"); },
     .says = [](const WordFacts& w) { return says_four_x(w, "sfa_id"); },
     .fix = "Set it to 0.", .source = "PTX ISA 9.1, 9.7.16.10.7.2 and Table 57"},
    {.id = "L60", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "sfb_id",
     .what = "The scale-factor id of B selects a part although 4X (block16) takes the whole word.",
     .broken = [](const WordFacts& w) { return four_x_id_broken(w, "sfb_id"); },
     .says = [](const WordFacts& w) { return says_four_x(w, "sfb_id"); },
     .fix = "Set it to 0.", .source = "PTX ISA 9.1, 9.7.16.10.7.2 and Table 57"},

    {.id = "L55", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "transpose_a",
     .what = "A of mxf4 or mxf4nvf4 is read MN-major.",
     .broken = [](const WordFacts& w) { return w.raw("transpose_a") != 0; },
     .says = [](const WordFacts& w) {
         return say(w.kind(),
                    " takes K-major operands only; transpose_a is set (CUTLASS's encoder does not refuse it).");
     },
     .fix = "Clear transpose_a.", .source = "PTX ISA 9.1, Tables 44 and 51"},
    {.id = "L55", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "transpose_b",
     .what = "B of mxf4 or mxf4nvf4 is read MN-major.",
     .broken = [](const WordFacts& w) { return w.raw("transpose_b") != 0; },
     .says = [](const WordFacts& w) {
         return say(w.kind(),
                    " takes K-major operands only; transpose_b is set (CUTLASS's encoder does not refuse it).");
     },
     .fix = "Clear transpose_b.", .source = "PTX ISA 9.1, Tables 44 and 51"},

    {.id = "L56", .format = "idesc-mxf8f6f4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "rsvd31",
     .what = "The highest bit, reserved for mxf8f6f4, is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd31") != 0; },
     .says = [](const WordFacts&) {
         return say("The highest bit is reserved for mxf8f6f4; it is a K size from PTX 9.4 on sm_107 only.");
     },
     .fix = "Clear it.", .one_click = {"rsvd31", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 43"},

    {.id = "L56", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "rsvd3",
     .what = "The reserved bit above sparse is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd3") != 0; },
     .says = [](const WordFacts&) {
         return say("The reserved bit above sparse is set; it saturates under the dense kinds only.");
     },
     .fix = "Clear it.", .one_click = {"rsvd3", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L56", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "rsvd6",
     .what = "The reserved bit between sfb_id and a_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd6") != 0; },
     .says = [](const WordFacts&) { return say("The reserved bit between sfb_id and a_type is set."); },
     .fix = "Clear it.", .one_click = {"rsvd6", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L56", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "rsvd12",
     .what = "The reserved bit above b_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd12") != 0; },
     .says = [](const WordFacts&) {
         return say(
             "The reserved bit above b_type is set: the types of this kind are narrower than those of the others.");
     },
     .fix = "Clear it.", .one_click = {"rsvd12", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L57", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "m",
     .effect = Effect::no_such_m,
     .what = "M is not legal for the block-scaled kind.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd24") == 0 && !takes_this_m(w); },
     .says = [](const WordFacts& w) {
         return takes_this_m(w).why;
     },
     .fix = "Choose a legal M.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L58", .format = "idesc-mxf8f6f4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "scale_type",
     .what = "mxf8f6f4 is given scale factors of another type than ue8m0.",
     .broken = ue4m3_not_taken,
     .says = [](const WordFacts&) {
         return say("mxf8f6f4 has scale factors of type ue8m0 only (CUTLASS accepts ue4m3).");
     },
     .fix = "Set scale_type to ue8m0.", .one_click = {"scale_type", 1}, .source = "PTX ISA 9.1, Tables 43 and 57"},

    {.id = "L61", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "k_size",
     .what = "K = 96 is asked for together with a sparse A.",
     .broken = [](const WordFacts& w) { return before_94(w) && k96(w) && sparse(w); },
     .says = [](const WordFacts&) { return say("K = 96 is dense only before PTX 9.4."); },
     .fix = "Clear sparse or choose K = 64.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L12", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "k_size",
     .what = "K = 96 is asked for on a target that does not have it.",
     .broken = [](const WordFacts& w) { return k96(w) && w.arch() && !w.target_has(Feature::k96); },
     .says = [](const WordFacts& w) {
         return say("K = 96 is not on ", w.context().arch, "; it is on ", targets_with(Feature::k96, w.edition()), ".");
     },
     .fix = "Choose K = 64 or select sm_103a.", .source = "PTX ISA 9.1, 9.7.16.3.1.2"},

    {.id = "L62", .format = "idesc-scaled", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "sfa_layout",
     .what = "sfa_layout, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("sfa_layout") != 0 && older(w); },
     .says = [](const WordFacts& w) { return say("sfa_layout 128 belongs to sm_107, not to ", w.context().arch, "."); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L62", .format = "idesc-scaled", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "k_size_high",
     .what = "K = 128, which came with sm_107, is asked for on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size_high") != 0 && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "K = 128"); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "metadata_version",
     .what = "Version 1 of the metadata, which came with sm_107, is asked for on another target.",
     .broken = [](const WordFacts& w) { return w.raw("metadata_version") != 0 && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "metadata version 1"); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "scale_type",
     .what = "Scale factors of type ue5m3, which came with sm_107, are used on another target.",
     .broken = [](const WordFacts& w) { return w.text("scale_type") == "ue5m3" && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "scale type ue5m3"); },
     .fix = "Use ue4m3 or ue8m0, or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf8f6f4", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "k_size",
     .what = "K = 64 of mxf8f6f4, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "K = 64"); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L106", .format = "idesc-mxf8f6f4", .severity = Severity::warn, .certainty = Certainty::secondary,
     .field = "sfa_id",
     .what = "The scale-factor id of A is odd with K = 64, where Triton uses 0 and 2 alone.",
     .broken = [](const WordFacts& w) { return k64_of_8_bits(w) && w.raw("sfa_id") % 2 != 0; },
     .says = [](const WordFacts& w) { return says_two_factors(w, "sfa_id"); },
     .fix = "Use 0 or 2.", .source = "Triton 3.9: the ids in PTX that it compiles for sm_107a"},
    {.id = "L106", .format = "idesc-mxf8f6f4", .severity = Severity::warn, .certainty = Certainty::secondary,
     .field = "sfb_id",
     .what = "The scale-factor id of B is odd with K = 64, where Triton uses 0 and 2 alone.",
     .broken = [](const WordFacts& w) { return k64_of_8_bits(w) && w.raw("sfb_id") % 2 != 0; },
     .says = [](const WordFacts& w) { return says_two_factors(w, "sfb_id"); },
     .fix = "Use 0 or 2.", .source = "Triton 3.9: the ids in PTX that it compiles for sm_107a"},

    {.id = "L63", .format = "idesc-mxf4", .severity = Severity::info, .certainty = Certainty::confirmed,
     .field = "scale_type",
     .what = "mxf4nvf4 with ue8m0: legal, though one table of 9.0 and 9.1 does not list it.",
     .broken = ue8m0_missing_in_a_table,
     .says = [](const WordFacts&) {
         return say(
             "ue8m0 is missing in Table 44 of 9.0 and 9.1, but legal by Table 57 and from 9.3 on (contradiction X5).");
     },
     .source = "PTX ISA 9.1, Table 57; PTX ISA 9.3"},
};
// clang-format on

}  // namespace

std::span<const WordRule> scaled_rules() {
    static constexpr const auto& rules = checked(kScaledRules);
    return rules;
}

}  // namespace tilescope
