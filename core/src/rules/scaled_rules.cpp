// core/src/rules/scaled_rules.cpp -- the rules for instruction descriptors of the block-scaled kinds.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

// Excludes K = 128 (sm_107): we know no document that lists its legal scale-factor ids.
bool packed(const WordFacts& w) { return packed_fp4(w) && w.raw("k_size_high") == 0; }
// The instruction names the scale size. If the size is not known, scale type ue4m3 means 4X. This is not true on
// sm_107, which has ue4m3 with both sizes.
bool four_x(const WordFacts& w) {
    if (!kind_of(w).ue4m3_factors || !packed(w)) return false;
    if (w.context().scale_block) return w.context().scale_block == 16;
    return older(w) && w.text("scale_type") == "ue4m3";
}
bool four_x_id_broken(const WordFacts& w, std::string_view id) {
    return four_x(w) && (k96(w) ? w.raw(id) % 2 != 0 : w.raw(id) != 0);
}
std::string says_four_x(const WordFacts& w, std::string_view id) {
    return say(id, " is ", w.raw(id),
               w.context().scale_block ? ", but with 4X (block16) the id must be "
                                       : ". ue4m3 is used with 4X (block16), and with 4X the id must be ",
               k96(w) ? "0 or 2." : "0.");
}
bool odd_half_word(const WordFacts& w, std::string_view id) {
    return packed(w) && !k96(w) && !four_x(w) && w.raw(id) % 2 != 0;
}
bool k64_of_8_bits(const WordFacts& w) { return w.raw("k_size") != 0; }
std::string says_two_factors(const WordFacts& w, std::string_view id) {
    return say(id, " is ", w.raw(id),
               ". With K = 64, Triton uses only 0 and 2, so an instruction reads two scale factors of each row. No ",
               "manual says what an odd id selects.");
}
bool ue4m3_not_allowed(const WordFacts& w) { return !kind_of(w).ue4m3_factors && w.raw("scale_type") == 0; }
bool n_not_legal_for_m(const WordFacts& w) {
    return has_n(w) && !eight_bit_step_broken(w) && takes_this_m(w) && !takes_this_n(w);
}
bool ue8m0_missing_in_a_table(const WordFacts& w) {
    return before_94(w) && kind_of(w).ue4m3_factors && w.text("scale_type") == "ue8m0";
}
std::string says_only_sm107(const WordFacts& w, std::string_view what) {
    return say(what, " exists on sm_107, not on ", w.context().arch, ".");
}

// ---- the rules that each operand has ----

constexpr std::string_view kTypeOfKind = "Choose a type that the kind has.",
                           kTables = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44";
constexpr std::string_view id_of_scales(Operand o) { return pick(o, "sfa_id", "sfb_id"); }

// clang-format off
template <Operand o>
constexpr WordRule kOddHalfWord = {
    .id = "L20", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = id_of_scales(o),
    .what = pick(o, "The scale-factor id of A is odd, but the id selects one half of a 32-bit word and must be 0 or 2.",
                    "The scale-factor id of B is odd, but the id selects one half of a 32-bit word and must be 0 or 2."),
    .broken = [](const WordFacts& w) { return odd_half_word(w, id_of_scales(o)); },
    .says = [](const WordFacts& w) {
        return say(id_of_scales(o), " is ", w.raw(id_of_scales(o)), ". With K = 64, ", id_of_scales(o),
                   " selects one half of a 32-bit word and must be 0 or 2 (contradiction X6).");
    },
    .fix = "Use the id 0 or 2.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"};
template <Operand o>
constexpr WordRule kFourXId = {
    .id = "L60", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = id_of_scales(o),
    .what = pick(o, "The scale-factor id of A is not legal with 4X (block16).", "The scale-factor id of B is not legal with 4X (block16)."),
    .broken = [](const WordFacts& w) { return four_x_id_broken(w, id_of_scales(o)); },
    .says = [](const WordFacts& w) { return says_four_x(w, id_of_scales(o)); },
    .fix = pick(o, "Set sfa_id to 0. With K = 96, 2 is legal too.", "Set sfb_id to 0. With K = 96, 2 is legal too."),
    .source = "PTX ISA 9.1, 9.7.16.10.7.2 and Table 57"};
template <Operand o>
constexpr WordRule kScaledMnMajor = {
    .id = "L55", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = transpose_bit(o),
    .what = pick(o, "A of mxf4 or mxf4nvf4 is MN-major.", "B of mxf4 or mxf4nvf4 is MN-major."),
    .broken = [](const WordFacts& w) { return w.raw(transpose_bit(o)) != 0; },
    .says = [](const WordFacts& w) {
        return say(transpose_bit(o), " is set, but ", w.kind(),
                   " supports only K-major operands. The encoder of CUTLASS does not refuse this bit.");
    },
    .fix = pick(o, "Clear transpose_a.", "Clear transpose_b."), .source = "PTX ISA 9.1, Tables 44 and 51"};
template <Operand o>
constexpr WordRule kOddIdOf8Bits = {
    .id = "L106", .format = "idesc-mxf8f6f4", .severity = Severity::warn, .certainty = Certainty::secondary, .field = id_of_scales(o),
    .what = pick(o, "The scale-factor id of A is odd with K = 64. Triton uses only 0 and 2 with K = 64.",
                    "The scale-factor id of B is odd with K = 64. Triton uses only 0 and 2 with K = 64."),
    .broken = [](const WordFacts& w) { return k64_of_8_bits(w) && w.raw(id_of_scales(o)) % 2 != 0; },
    .says = [](const WordFacts& w) { return says_two_factors(w, id_of_scales(o)); },
    .fix = "Use the id 0 or 2.", .source = "Triton 3.9: the ids in PTX that it compiles for sm_107a"};

constexpr WordRule kScaledRules[] = {
    {.id = "L17", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd24",
     .what = "Reserved bits below the field 'm' are set: M was stored at the bit position that the dense kinds use.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd24") != 0; },
     .text = "Reserved bits below the field 'm' are set. In block-scaled kinds, this field counts units of 128 and begins three bits higher than in dense kinds. These kinds do not have M = 64.",
     .fix = "Use M = 128 or 256.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44; NVIDIA/TensorRT-LLM#19183"},

    {.id = "L18", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd0",
     .what = "The two lowest bits are not 0. These bits may be a scale-factor id stored without its shift, or the sparsity selector of CUTLASS.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd0") != 0; },
     .says = [](const WordFacts& w) {
         return say("The two lowest bits are ", w.raw("rsvd0"),
                    sparse(w) ? ". PTX reserves these bits, but CUTLASS stores the sparsity selector there "
                                "(contradiction X24)."
                              : ". Perhaps a scale-factor id of B was stored without its shift.");
     },
     .fix = "Store the id in the field 'sfb_id' (bits 4 and 5), and set bits 0 and 1 to 0.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},

    no_such_type<Operand::a>("L14", "idesc-scaled", kTypeOfKind, kTables),
    no_such_type<Operand::b>("L14", "idesc-scaled", kTypeOfKind, kTables),

    {.id = "L19", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "The kind is mxf4, but the scale factors have type ue4m3.",
     .broken = ue4m3_not_allowed,
     .text = "The scale factors have type ue4m3, but mxf4 requires ue8m0. ue4m3 belongs to mxf4nvf4.",
     .fix = "Set scale_type to ue8m0, or change the kind.", .source = "PTX ISA 9.1, Tables 44 and 57"},

    kOddHalfWord<Operand::a>, kOddHalfWord<Operand::b>,

    {.id = "L42", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is below 8 or above 256.",
     .broken = [](const WordFacts& w) { return !has_n(w); }, .says = says_range_of_n,
     .fix = "Choose N from 8 to 256.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L23", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is not legal for the block-scaled kind, M and cta_group.",
     .broken = n_not_legal_for_m, .says = says_no_such_n,
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 39"},

    kFourXId<Operand::a>, kFourXId<Operand::b>,

    kScaledMnMajor<Operand::a>, kScaledMnMajor<Operand::b>,

    {.id = "L56", .format = "idesc-mxf8f6f4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd31",
     .what = "The highest bit is set, but it is reserved for mxf8f6f4.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd31") != 0; },
     .text = "The highest bit is set, but it is reserved for mxf8f6f4. Only on sm_107, from PTX 9.4, this bit is the field 'k_size'.",
     .fix = "Clear the bit.", .one_click = {"rsvd31", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 43"},

    {.id = "L56", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd3",
     .what = "The reserved bit above the field 'sparse' is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd3") != 0; },
     .text = "The reserved bit above the field 'sparse' is set. Only in the dense kinds, this bit is the field 'saturate'.",
     .fix = "Clear the bit.", .one_click = {"rsvd3", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L56", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd6",
     .what = "The reserved bit between sfb_id and a_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd6") != 0; },
     .fix = "Clear the bit.", .one_click = {"rsvd6", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L56", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd12",
     .what = "The reserved bit above b_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd12") != 0; },
     .text = "The reserved bit above b_type is set. The type fields of this kind are narrower than the type fields of the other kinds.",
     .fix = "Clear the bit.", .one_click = {"rsvd12", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L57", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "m", .effect = Effect::no_such_m,
     .what = "M is not legal for the block-scaled kind.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd24") == 0 && !takes_this_m(w); }, .says = says_no_such_m,
     .fix = "Choose a legal M.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L58", .format = "idesc-mxf8f6f4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "The kind is mxf8f6f4, but the type of the scale factors is not ue8m0.",
     .broken = ue4m3_not_allowed,
     .text = "mxf8f6f4 supports only scale factors of type ue8m0. CUTLASS also accepts ue4m3.",
     .fix = "Set scale_type to ue8m0.", .one_click = {"scale_type", 1}, .source = "PTX ISA 9.1, Tables 43 and 57"},

    {.id = "L61", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 96 is used with a sparse A.",
     .broken = [](const WordFacts& w) { return before_94(w) && k96(w) && sparse(w); },
     .text = "K is 96 and A is sparse. Before PTX 9.4, K = 96 is dense only.",
     .fix = "Clear the field 'sparse', or choose K = 64.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L12", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 96 is used on a target that does not have it.",
     .broken = [](const WordFacts& w) { return k96(w) && w.arch() && !w.target_has(Feature::k96); },
     .says = [](const WordFacts& w) {
         return say("K = 96 does not exist on ", w.context().arch, ", only on ",
                    targets_with(Feature::k96, w.edition()), ".");
     },
     .fix = "Choose K = 64, or select a target with K = 96.", .source = "PTX ISA 9.1, 9.7.16.3.1.2"},

    {.id = "L62", .format = "idesc-scaled", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sfa_layout",
     .what = "sfa_layout, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("sfa_layout") != 0 && older(w); },
     .says = [](const WordFacts& w) { return says_only_sm107(w, "The value 128 of sfa_layout"); },
     .fix = "Clear sfa_layout, or select a target that has this field.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L62", .format = "idesc-scaled", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size_high",
     .what = "K = 128 exists on sm_107, but not on this target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size_high") != 0 && older(w); },
     .says = [](const WordFacts& w) { return says_only_sm107(w, "K = 128"); },
     .fix = "Clear k_size_high, or select a target with K = 128.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "metadata_version",
     .what = "Version 1 of the sparsity metadata exists on sm_107, but not on this target.",
     .broken = [](const WordFacts& w) { return w.raw("metadata_version") != 0 && older(w); },
     .says = [](const WordFacts& w) { return says_only_sm107(w, "Version 1 of the sparsity metadata"); },
     .fix = "Clear metadata_version, or select a target that has version 1.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "Scale type ue5m3 exists on sm_107, but not on this target.",
     .broken = [](const WordFacts& w) { return w.text("scale_type") == "ue5m3" && older(w); },
     .says = [](const WordFacts& w) { return says_only_sm107(w, "Scale type ue5m3"); },
     .fix = "Use ue4m3 or ue8m0, or select a target that has ue5m3.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf8f6f4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 64 of mxf8f6f4 exists on sm_107, but not on this target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && older(w); },
     .says = [](const WordFacts& w) { return says_only_sm107(w, "K = 64 of mxf8f6f4"); },
     .fix = "Clear k_size, or select a target that has this K.", .source = "PTX ISA 9.4, instruction descriptor"},

    kOddIdOf8Bits<Operand::a>, kOddIdOf8Bits<Operand::b>,

    {.id = "L63", .format = "idesc-mxf4", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "The kind is mxf4nvf4 and the scale type is ue8m0. This is legal, but one table of PTX 9.0 and 9.1 does not list it.",
     .broken = ue8m0_missing_in_a_table,
     .text = "Table 44 of PTX 9.0 and 9.1 does not list ue8m0 for mxf4nvf4. ue8m0 is legal according to Table 57, and in PTX 9.3 and later (contradiction X5).",
     .source = "PTX ISA 9.1, Table 57; PTX ISA 9.3"},
};
// clang-format on
static_assert(&checked(kScaledRules) == &kScaledRules);

}  // namespace

std::span<const WordRule> scaled_rules() { return kScaledRules; }

}  // namespace tilescope
