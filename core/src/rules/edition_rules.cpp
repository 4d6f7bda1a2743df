// core/src/rules/edition_rules.cpp -- combinations of the fields that came with PTX 9.4 and sm_107.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

constexpr std::string_view kSource = "PTX ISA 9.4, instruction descriptor";

bool both_k_bits(const WordFacts& w) { return w.raw("k_size_high") != 0 && w.raw("k_size") != 0; }
bool k128(const WordFacts& w) { return w.raw("k_size_high") != 0 && w.raw("k_size") == 0; }
bool kind_is_later(const WordFacts& w) {
    const KindRow* kind = find_kind(w.kind());
    return kind && w.arch() && kind->since > w.arch()->since && !w.target_has(kind->needs);
}
bool sparse_k96_on_older(const WordFacts& w) { return w.has("k_size_high") && older(w) && k96(w) && sparse(w); }
bool old_metadata(const WordFacts& w) {
    return w.has("metadata_version") && !older(w) && sparse(w) && w.raw("metadata_version") == 0;
}
bool transposed(const WordFacts& w) { return w.raw("transpose_a") != 0 || w.raw("transpose_b") != 0; }

// clang-format off
constexpr WordRule kEditionRules[] = {
    {.id = "L56", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "k_size_high",
     .what = "The two bits of K hold the one code that has no meaning.",
     .broken = both_k_bits,
     .says = [](const WordFacts&) {
         return say("k_size_high and k_size are both set: together they are K code 3, which has no meaning.");
     },
     .fix = "K = 64: clear both; K = 96: k_size alone; K = 128: k_size_high alone.", .source = kSource},

    {.id = "L61", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "k_size",
     .what = "The sparse form of K = 96 is used on a target below sm_107.",
     .broken = sparse_k96_on_older,
     .says = [](const WordFacts& w) {
         return say("K = 96 is dense only on ", w.context().arch, "; its sparse form (K = 192) is sm_107's.");
     },
     .fix = "Clear sparse, choose K = 64, or select sm_107a.", .source = kSource},
    {.id = "L61", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::unknown,
     .field = "k_size_high",
     .what = "K = 128 is used with a sparse A, which no document lists.",
     .broken = [](const WordFacts& w) { return k128(w) && sparse(w); },
     .says = [](const WordFacts&) {
         return say("K = 128 is listed without a sparse form; what sparse does with it is in no document we know.");
     },
     .fix = "Clear sparse, or use K = 64, whose sparse form is 128.", .source = kSource},
    {.id = "L61", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "The dense K = 64 of f8f6f4 is used with a sparse A.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && sparse(w); },
     .says = [](const WordFacts&) {
         return say("K code 1 of f8f6f4 is the dense K = 64; a sparse instruction has K = 64 with code 0.");
     },
     .fix = "Clear k_size.", .one_click = {"k_size", 0}, .source = kSource},

    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "metadata_version",
     .what = "The older version of the sparsity metadata is named on sm_107.",
     .broken = old_metadata,
     .says = [](const WordFacts& w) {
         return say("metadata_version is 0, and sparse metadata of ", w.context().arch, " is version 1 (2:4).");
     },
     .fix = "Set metadata_version to 1.", .one_click = {"metadata_version", 1}, .source = kSource},
    {.id = "L62", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "a_type",
     .what = "A kind of PTX 9.4 (sm_107) is used on an older target.",
     .broken = kind_is_later,
     .says = [](const WordFacts& w) {
         return say("Kind ", w.kind(), " is not on ", w.context().arch, "; it is on ",
                    targets_with(find_kind(w.kind())->needs, w.edition()), ".");
     },
     .fix = "Select sm_107a, or another kind.", .source = "PTX ISA 9.4, dense kinds"},

    {.id = "L55", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::unknown,
     .field = "transpose_a",
     .what = "An operand of ti16 is transposed, on which the manual contradicts itself.",
     .broken = [](const WordFacts& w) { return kind_of(w).transposes_unclear && transposed(w); },
     .says = [](const WordFacts&) {
         return say("One table of PTX 9.4 lets ti16 transpose, another does not (contradiction X13).");
     },
     .fix = "Prefer K-major operands.", .source = "PTX ISA 9.4, the tables of majorness and of kinds"},
};
// clang-format on

}  // namespace

std::span<const WordRule> edition_rules() {
    static constexpr const auto& rules = checked(kEditionRules);
    return rules;
}

}  // namespace tilescope
