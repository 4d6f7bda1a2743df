// core/src/rules/idesc_rules.cpp -- what is wrong with an instruction descriptor of a dense kind.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

bool has_n(const WordFacts& w) { return w.value("n") >= 8 && w.value("n") <= 256; }
bool narrow(const WordFacts& w, std::string_view id) {
    const std::string type = w.text(id);
    return type == "e2m1" || type == "e2m3" || type == "e3m2";
}
std::string says_range_of_n(const WordFacts& w) { return say("N is ", w.value("n"), "; it must be 8 to 256."); }
std::string says_undefined(const WordFacts& w, std::string_view operand, std::string_view field) {
    return say(operand, " type ", w.raw(field), " is not defined for kind ", w.kind(), ".");
}
std::string says_eight_bit_step(const WordFacts& w) {
    const unsigned group = w.context().cta_group;
    return say("N is ", w.value("n"), ", but an MN-major 8-bit B needs N in steps of ",
               group == 2   ? "32 for a pair of CTAs."
               : group == 1 ? "16."
                            : "16 (32 for a pair of CTAs).");
}
// Dense K = 64 of f8f6f4 reads its data unpadded (sm_107).
bool padded(const WordFacts& w) { return w.kind() == "f8f6f4" ? w.raw("k_size") == 0 : w.kind() == "mxf8f6f4"; }

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
     .broken = [](const WordFacts& w) { return w.kind() == "f16" && w.raw("d_type") == 0 && w.means("a_type") && w.means("b_type") && (w.text("a_type") != "f16" || w.text("b_type") != "f16"); },
     .says = [](const WordFacts& w) { return say("D of type f16 needs A and B of type f16; here they are ", w.text("a_type"), " and ", w.text("b_type"), "."); },
     .fix = "Set d_type to f32.", .one_click = {"d_type", 1}, .source = "PTX ISA 9.1, Tables 39 and 42"},

    {.id = "L21", .format = "idesc-any", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "a_type",
     .what = "A is fp4 under a kind that wants it in padded 8-bit containers.",
     .broken = [](const WordFacts& w) { return padded(w) && w.text("a_type") == "e2m1"; },
     .says = [](const WordFacts&) { return say("fp4 data of this kind must lie in padded containers: 8 bytes of data and 8 of padding in every 16. Packed nibbles run and give wrong numbers."); },
     .source = "PTX ISA 9.1, 9.7.16.10.4"},
    {.id = "L21", .format = "idesc-any", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "b_type",
     .what = "B is fp4 under a kind that wants it in padded 8-bit containers.",
     .broken = [](const WordFacts& w) { return padded(w) && w.text("b_type") == "e2m1" && w.text("a_type") != "e2m1"; },
     .says = [](const WordFacts&) { return say("fp4 data of this kind must lie in padded containers: 8 bytes of data and 8 of padding in every 16. Packed nibbles run and give wrong numbers."); },
     .source = "PTX ISA 9.1, 9.7.16.10.4"},

    {.id = "L29", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_a",
     .what = "An A with elements of 4 or 6 bits is read MN-major.",
     .broken = [](const WordFacts& w) { return w.raw("transpose_a") != 0 && narrow(w, "a_type") && w.format().id != "idesc-mxf4"; },
     .says = [](const WordFacts& w) { return say("A is ", w.text("a_type"), ": elements of 4 and 6 bits have no MN-major form."); },
     .fix = "Store A K-major, or use an 8-bit type.", .source = "PTX ISA 9.1, Table 54"},
    {.id = "L29", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_b",
     .what = "A B with elements of 4 or 6 bits is read MN-major.",
     .broken = [](const WordFacts& w) { return w.raw("transpose_b") != 0 && narrow(w, "b_type") && w.format().id != "idesc-mxf4"; },
     .says = [](const WordFacts& w) { return say("B is ", w.text("b_type"), ": elements of 4 and 6 bits have no MN-major form."); },
     .fix = "Store B K-major, or use an 8-bit type.", .source = "PTX ISA 9.1, Table 54"},

    {.id = "L89", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_a",
     .what = "wgmma reads an A of another type than f16 or bf16 MN-major.",
     .broken = [](const WordFacts& w) { return hopper(w) && w.kind() != "f16" && w.raw("transpose_a") != 0; },
     .says = [](const WordFacts&) { return say("wgmma transposes f16 and bf16 only; A is MN-major."); },
     .fix = "Store A K-major.", .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2"},
    {.id = "L89", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_b",
     .what = "wgmma reads a B of another type than f16 or bf16 MN-major.",
     .broken = [](const WordFacts& w) { return hopper(w) && w.kind() != "f16" && w.raw("transpose_b") != 0; },
     .says = [](const WordFacts&) { return say("wgmma transposes f16 and bf16 only; B is MN-major."); },
     .fix = "Store B K-major.", .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2"},

    {.id = "L91", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "b_type",
     .what = "A and B of a wgmma are f16 and bf16 mixed.",
     .broken = [](const WordFacts& w) { return hopper(w) && w.kind() == "f16" && w.means("a_type") && w.means("b_type") && w.raw("a_type") != w.raw("b_type"); },
     .says = [](const WordFacts& w) { return say("A is ", w.text("a_type"), " and B is ", w.text("b_type"), "; wgmma takes one type for both."); },
     .fix = "Use one type.", .source = "ptxas 13.0.88"},
    {.id = "L91", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "a_type",
     .what = "wgmma has no elements of 4 or 6 bits.",
     .broken = [](const WordFacts& w) { return hopper(w) && (narrow(w, "a_type") || narrow(w, "b_type")); },
     .says = [](const WordFacts& w) { return say("wgmma has no type ", narrow(w, "a_type") ? w.text("a_type") : w.text("b_type"), "; its 8-bit types are e4m3, e5m2, u8 and s8."); },
     .fix = "Use a type of wgmma, or select a tcgen05 target.", .source = "PTX ISA 9.1, 9.7.15.2; ptxas 13.0.88"},

    {.id = "L22", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "max_shift",
     .what = "M = 32 together with a column shift of B is reported to trap on hardware.",
     .broken = [](const WordFacts& w) { return w.value("m") == 32 && w.raw("max_shift") != 0; },
     .says = [](const WordFacts&) { return say("M = 32 with a shift of B is reported to trap on hardware, although Table 45 allows up to 16 (contradiction X20)."); },
     .fix = "Use max_shift 0 for M = 32.", .source = "sf-tensor/tcgen05; PTX ISA 9.1, Table 45"},

    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd6",
     .what = "The reserved bit above d_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd6") != 0; },
     .says = [](const WordFacts&) { return say("The reserved bit above d_type is set."); },
     .fix = "Clear it.", .one_click = {"rsvd6", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},
    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd23",
     .what = "The reserved bit between n and m is set: often the word is one of a block-scaled kind.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd23") != 0; },
     .says = [](const WordFacts& w) { return say("The reserved bit between n and m is set: under the block-scaled kinds it is the scale type, so this may be such a word and not one of kind ", w.kind(), "."); },
     .fix = "Clear it, or change the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 42 and 43"},
    {.id = "L40", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd29",
     .what = "The reserved bit above m is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd29") != 0; },
     .says = [](const WordFacts&) { return say("The reserved bit above m is set; only for f8f6f4 in PTX 9.4 it is the K size."); },
     .fix = "Clear it.", .one_click = {"rsvd29", 0}, .source = "PTX ISA 9.1 and 9.4, instruction descriptor"},

    {.id = "L62", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 64 of f8f6f4, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && older(w); },
     .says = [](const WordFacts& w) { return say("K = 64 of f8f6f4 belongs to sm_107, not to ", w.context().arch, "."); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L41", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "m",
     .what = "M is not legal for the kind in any form that is left open.",
     .broken = [](const WordFacts& w) { return !why_not_this_m(w).empty(); },
     .says = [](const WordFacts& w) { return why_not_this_m(w); }, .fix = "Choose a legal M.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L42", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is below 8 or above 256.",
     .broken = [](const WordFacts& w) { return !has_n(w); },
     .says = [](const WordFacts& w) { return say(says_range_of_n(w), " Above, the hardware reports an illegal instruction."); },
     .fix = "Choose N from 8 to 256.", .source = "PTX ISA 9.1, Table 39; triton-lang/triton#8910"},

    {.id = "L23", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is not legal for the kind, M, cta_group and .ws.",
     .broken = [](const WordFacts& w) { return has_n(w) && !eight_bit_step_broken(w) && !why_not_this_n(w).empty(); },
     .says = [](const WordFacts& w) { return why_not_this_n(w); }, .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L51", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N has the wrong step for an MN-major B of 8 bits.",
     .broken = [](const WordFacts& w) { return has_n(w) && eight_bit_step_broken(w); },
     .says = says_eight_bit_step,
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 52"},

    {.id = "L43", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "d_type",
     .what = "The type of D is not legal for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("d_type"); },
     .says = [](const WordFacts& w) { return say("D type ", w.raw("d_type"), " is not legal for kind ", w.kind(), "."); },
     .fix = "tf32: f32; i8: s32; f16 and f8f6f4: f16 or f32.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L44", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::unknown, .field = "b_type",
     .what = "A and B are f16 and bf16 mixed; documents and programs disagree about it.",
     .broken = [](const WordFacts& w) { return !hopper(w) && w.kind() == "f16" && w.means("a_type") && w.means("b_type") && w.raw("a_type") != w.raw("b_type"); },
     .says = [](const WordFacts& w) { return say("A is ", w.text("a_type"), " and B is ", w.text("b_type"), ": CUTLASS and MMA-Sim accept the mix, others refuse it; nobody verified it (contradiction X25)."); },
     .fix = "Use one type.", .source = "CUTLASS @7107b055 SM100_MMA_F16BF16_SS; MMA-Sim; CuTe DSL"},

    {.id = "L45", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "saturate",
     .what = "Saturation is asked for under a kind other than i8.",
     .broken = [](const WordFacts& w) { return w.kind() != "i8" && w.raw("saturate") != 0; },
     .says = [](const WordFacts& w) { return say("Saturation exists for kind i8 only, not for ", w.kind(), "."); },
     .fix = "Clear saturate.", .one_click = {"saturate", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L46", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "negate_a",
     .what = "A is negated under kind i8.",
     .broken = [](const WordFacts& w) { return w.kind() == "i8" && w.raw("negate_a") != 0; },
     .says = [](const WordFacts&) { return say("Negation of A does not exist for kind i8."); },
     .fix = "Clear negate_a.", .one_click = {"negate_a", 0}, .source = "PTX ISA 9.1, Table 51"},
    {.id = "L46", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "negate_b",
     .what = "B is negated under kind i8.",
     .broken = [](const WordFacts& w) { return w.kind() == "i8" && w.raw("negate_b") != 0; },
     .says = [](const WordFacts&) { return say("Negation of B does not exist for kind i8."); },
     .fix = "Clear negate_b.", .one_click = {"negate_b", 0}, .source = "PTX ISA 9.1, Table 51"},

    {.id = "L47", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sparsity_selector",
     .what = "The sparsity selector is set where it has to be 0: dense, f8f6f4 or i8.",
     .broken = [](const WordFacts& w) { return w.raw("sparsity_selector") != 0 && (!sparse(w) || w.kind() == "f8f6f4" || w.kind() == "i8"); },
     .says = [](const WordFacts& w) { return say("The sparsity selector is ", w.raw("sparsity_selector"), "; it must be 0 ", sparse(w) ? say("for kind ", w.kind(), " (contradiction X19).") : std::string("when A is dense.")); },
     .fix = "Set it to 0.", .one_click = {"sparsity_selector", 0}, .source = "PTX ISA 9.1, 9.7.16.10.8.4"},

    {.id = "L48", .format = "idesc", .severity = Severity::info, .certainty = Certainty::unknown, .field = "sparsity_selector",
     .what = "A selector whose effect nobody has verified is used.",
     .broken = [](const WordFacts& w) { return sparse(w) && w.raw("sparsity_selector") >= 2 && (w.kind() == "f16" || w.kind() == "tf32"); },
     .says = [](const WordFacts& w) { return say("Selector ", w.raw("sparsity_selector"), " is legal by the table; which sub-columns it picks is not known."); },
     .fix = "Use 0 or 1.", .source = "PTX ISA 9.1, Table 42; CUTLASS uses 0 and 1 only"},

    {.id = "L49", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sparse",
     .what = "The instruction and its descriptor disagree about sparsity.",
     .broken = [](const WordFacts& w) { return w.context().sparse && *w.context().sparse != sparse(w); },
     .says = [](const WordFacts& w) { return say("The instruction ", *w.context().sparse ? "has .sp" : "has no .sp", " and the descriptor says ", sparse(w) ? "sparse" : "dense", "; the assembler does not look."); },
     .fix = "Make both agree.", .source = "ptxas 13.0.88 (accepts both)"},

    {.id = "L50", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "max_shift",
     .what = "A maximum shift is given to an instruction without .ws.",
     .broken = [](const WordFacts& w) { return w.context().ws == false && w.raw("max_shift") != 0; },
     .says = [](const WordFacts& w) { return say("max_shift is ", w.text("max_shift"), ", but the manual describes it for .ws only."); },
     .fix = "Set it to 0.", .one_click = {"max_shift", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},

    {.id = "L53", .format = "idesc-any", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_a",
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

namespace {

// K = 128 (sm_107): which ids its factors take is in no document we know.
bool packed(const WordFacts& w) { return packed_fp4(w) && w.raw("k_size_high") == 0; }
// The instruction names the size; without it the type of the factors tells, but on sm_107, which has ue4m3 with both.
bool four_x(const WordFacts& w) {
    if (w.kind() != "mxf4nvf4" || !packed(w)) return false;
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
std::string of_sm107(const WordFacts& w, std::string_view what) {
    return say(what, " belongs to sm_107, not to ", w.context().arch, ".");
}

// clang-format off
constexpr WordRule kScaledRules[] = {
    {.id = "L17", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd24",
     .what = "Reserved bits below m are set: M was written where the dense kinds have it.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd24") != 0; },
     .says = [](const WordFacts&) { return say("Reserved bits below m are set: M counts 128 here and begins three bits higher than under the dense kinds. M = 64 does not exist."); },
     .fix = "Use M 128 or 256.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44; NVIDIA/TensorRT-LLM#19183"},

    {.id = "L18", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd0",
     .what = "The two lowest bits are set: a scale-factor id without its shift, or CUTLASS's sparsity selector.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd0") != 0; },
     .says = [](const WordFacts& w) { return say("The lowest two bits hold ", w.raw("rsvd0"), sparse(w) ? "; PTX reserves them, CUTLASS keeps the sparsity selector there (contradiction X24)." : ": a scale-factor id of B stored without its shift?"); },
     .fix = "Store the id in sfb_id, four bits higher, and clear them.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},

    {.id = "L14", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "a_type",
     .effect = Effect::no_such_type,
     .what = "The type code of A is not defined for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("a_type"); },
     .says = [](const WordFacts& w) { return says_undefined(w, "A", "a_type"); },
     .fix = "Choose a type of the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L14", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "b_type",
     .effect = Effect::no_such_type,
     .what = "The type code of B is not defined for the kind.",
     .broken = [](const WordFacts& w) { return !w.means("b_type"); },
     .says = [](const WordFacts& w) { return says_undefined(w, "B", "b_type"); },
     .fix = "Choose a type of the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},

    {.id = "L19", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "mxf4 is given scale factors of type ue4m3.",
     .broken = [](const WordFacts& w) { return w.kind() == "mxf4" && w.raw("scale_type") == 0; },
     .says = [](const WordFacts&) { return say("mxf4 needs scale factors of type ue8m0; ue4m3 belongs to mxf4nvf4."); },
     .fix = "Set scale_type to ue8m0, or change the kind.", .source = "PTX ISA 9.1, Tables 44 and 57"},

    {.id = "L20", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sfa_id",
     .what = "The scale-factor id of A is odd where it selects a half word.",
     .broken = [](const WordFacts& w) { return packed(w) && !k96(w) && !four_x(w) && w.raw("sfa_id") % 2 != 0; },
     .says = [](const WordFacts& w) { return say("sfa_id is ", w.raw("sfa_id"), ": with K = 64 it selects a half word, 0 or 2 (contradiction X6)."); },
     .fix = "Use 0 or 2.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},
    {.id = "L20", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sfb_id",
     .what = "The scale-factor id of B is odd where it selects a half word.",
     .broken = [](const WordFacts& w) { return packed(w) && !k96(w) && !four_x(w) && w.raw("sfb_id") % 2 != 0; },
     .says = [](const WordFacts& w) { return say("sfb_id is ", w.raw("sfb_id"), ": with K = 64 it selects a half word, 0 or 2 (contradiction X6)."); },
     .fix = "Use 0 or 2.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L42", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is below 8 or above 256.",
     .broken = [](const WordFacts& w) { return !has_n(w); },
     .says = says_range_of_n,
     .fix = "Choose N from 8 to 256.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L23", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is not legal for the block-scaled kind, M and cta_group.",
     .broken = [](const WordFacts& w) { return has_n(w) && !eight_bit_step_broken(w) && why_not_this_m(w).empty() && !why_not_this_n(w).empty(); },
     .says = [](const WordFacts& w) { return why_not_this_n(w); }, .fix = "Choose a legal N.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L60", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sfa_id",
     .what = "The scale-factor id of A selects a part although 4X (block16) takes the whole word.",
     .broken = [](const WordFacts& w) { return four_x_id_broken(w, "sfa_id"); },
     .says = [](const WordFacts& w) { return says_four_x(w, "sfa_id"); },
     .fix = "Set it to 0.", .source = "PTX ISA 9.1, 9.7.16.10.7.2 and Table 57"},
    {.id = "L60", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "sfb_id",
     .what = "The scale-factor id of B selects a part although 4X (block16) takes the whole word.",
     .broken = [](const WordFacts& w) { return four_x_id_broken(w, "sfb_id"); },
     .says = [](const WordFacts& w) { return says_four_x(w, "sfb_id"); },
     .fix = "Set it to 0.", .source = "PTX ISA 9.1, 9.7.16.10.7.2 and Table 57"},

    {.id = "L55", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_a",
     .what = "A of mxf4 or mxf4nvf4 is read MN-major.",
     .broken = [](const WordFacts& w) { return w.raw("transpose_a") != 0; },
     .says = [](const WordFacts& w) { return say(w.kind(), " takes K-major operands only; transpose_a is set (CUTLASS's encoder does not refuse it)."); },
     .fix = "Clear transpose_a.", .source = "PTX ISA 9.1, Tables 44 and 51"},
    {.id = "L55", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "transpose_b",
     .what = "B of mxf4 or mxf4nvf4 is read MN-major.",
     .broken = [](const WordFacts& w) { return w.raw("transpose_b") != 0; },
     .says = [](const WordFacts& w) { return say(w.kind(), " takes K-major operands only; transpose_b is set (CUTLASS's encoder does not refuse it)."); },
     .fix = "Clear transpose_b.", .source = "PTX ISA 9.1, Tables 44 and 51"},

    {.id = "L56", .format = "idesc-mxf8f6f4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd31",
     .what = "The highest bit, reserved for mxf8f6f4, is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd31") != 0; },
     .says = [](const WordFacts&) { return say("The highest bit is reserved for mxf8f6f4; it is a K size from PTX 9.4 on sm_107 only."); },
     .fix = "Clear it.", .one_click = {"rsvd31", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 43"},

    {.id = "L56", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd3",
     .what = "The reserved bit above sparse is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd3") != 0; },
     .says = [](const WordFacts&) { return say("The reserved bit above sparse is set; it saturates under the dense kinds only."); },
     .fix = "Clear it.", .one_click = {"rsvd3", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L56", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd6",
     .what = "The reserved bit between sfb_id and a_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd6") != 0; },
     .says = [](const WordFacts&) { return say("The reserved bit between sfb_id and a_type is set."); },
     .fix = "Clear it.", .one_click = {"rsvd6", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Tables 43 and 44"},
    {.id = "L56", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd12",
     .what = "The reserved bit above b_type is set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd12") != 0; },
     .says = [](const WordFacts&) { return say("The reserved bit above b_type is set: the types of this kind are narrower than those of the others."); },
     .fix = "Clear it.", .one_click = {"rsvd12", 0}, .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L57", .format = "idesc-scaled", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "m",
     .effect = Effect::no_such_m,
     .what = "M is not legal for the block-scaled kind.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd24") == 0 && !why_not_this_m(w).empty(); },
     .says = [](const WordFacts& w) { return why_not_this_m(w); }, .fix = "Choose a legal M.", .source = "PTX ISA 9.1, Table 39"},

    {.id = "L58", .format = "idesc-mxf8f6f4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "mxf8f6f4 is given scale factors of another type than ue8m0.",
     .broken = [](const WordFacts& w) { return w.raw("scale_type") == 0; },
     .says = [](const WordFacts&) { return say("mxf8f6f4 has scale factors of type ue8m0 only (CUTLASS accepts ue4m3)."); },
     .fix = "Set scale_type to ue8m0.", .one_click = {"scale_type", 1}, .source = "PTX ISA 9.1, Tables 43 and 57"},

    {.id = "L61", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 96 is asked for together with a sparse A.",
     .broken = [](const WordFacts& w) { return w.edition() == Edition::v9_1 && k96(w) && sparse(w); },
     .says = [](const WordFacts&) { return say("K = 96 is dense only before PTX 9.4."); },
     .fix = "Clear sparse or choose K = 64.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 44"},

    {.id = "L12", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 96 is asked for on a target that does not have it.",
     .broken = [](const WordFacts& w) { return k96(w) && w.arch() && !w.target_has(Feature::k96); },
     .says = [](const WordFacts& w) { return say("K = 96 is not on ", w.context().arch, "; it is on ", targets_with(Feature::k96, w.edition()), "."); },
     .fix = "Choose K = 64 or select sm_103a.", .source = "PTX ISA 9.1, 9.7.16.3.1.2"},

    {.id = "L62", .format = "idesc-scaled", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sfa_layout",
     .what = "sfa_layout, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("sfa_layout") != 0 && older(w); },
     .says = [](const WordFacts& w) { return say("sfa_layout 128 belongs to sm_107, not to ", w.context().arch, "."); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L62", .format = "idesc-scaled", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size_high",
     .what = "K = 128, which came with sm_107, is asked for on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size_high") != 0 && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "K = 128"); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "metadata_version",
     .what = "Version 1 of the metadata, which came with sm_107, is asked for on another target.",
     .broken = [](const WordFacts& w) { return w.raw("metadata_version") != 0 && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "metadata version 1"); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "Scale factors of type ue5m3, which came with sm_107, are used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("scale_type") == 2 && w.means("scale_type") && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "scale type ue5m3"); },
     .fix = "Use ue4m3 or ue8m0, or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},
    {.id = "L62", .format = "idesc-mxf8f6f4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 64 of mxf8f6f4, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && older(w); },
     .says = [](const WordFacts& w) { return of_sm107(w, "K = 64"); },
     .fix = "Clear it or select sm_107a.", .source = "PTX ISA 9.4, instruction descriptor"},

    {.id = "L63", .format = "idesc-mxf4", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "mxf4nvf4 with ue8m0: legal, though one table of 9.0 and 9.1 does not list it.",
     .broken = [](const WordFacts& w) { return w.edition() == Edition::v9_1 && w.kind() == "mxf4nvf4" && w.raw("scale_type") == 1; },
     .says = [](const WordFacts&) { return say("ue8m0 is missing in Table 44 of 9.0 and 9.1, but legal by Table 57 and from 9.3 on (contradiction X5)."); },
     .source = "PTX ISA 9.1, Table 57; PTX ISA 9.3"},
};
// clang-format on

}  // namespace

std::span<const WordRule> scaled_rules() {
    static constexpr const auto& rules = checked(kScaledRules);
    return rules;
}

}  // namespace tilescope
