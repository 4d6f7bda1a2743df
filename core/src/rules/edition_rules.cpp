// core/src/rules/edition_rules.cpp -- rules for combinations of the fields that PTX 9.4 added for sm_107.
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

// clang-format off
template <Operand o>
constexpr WordRule kUnclearTranspose = {
    .id = "L55", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::unknown, .field = transpose_bit(o),
    .what = pick(o, "A of kind ti16 is transposed. The PTX manual contradicts itself about this.",
                    "B of kind ti16 is transposed. The PTX manual contradicts itself about this."),
    .broken = [](const WordFacts& w) { return kind_of(w).transposes_unclear && w.raw(transpose_bit(o)) != 0; },
    .text = "One table of PTX 9.4 allows transposed operands for ti16, another table does not (contradiction X13).",
    .fix = pick(o, "Prefer a K-major A.", "Prefer a K-major B."), .source = "PTX ISA 9.4, the tables of majorness and of kinds"};

constexpr WordRule kEditionRules[] = {
    {.id = "L56", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size_high",
     .what = "k_size_high and k_size are both set. This combination has no meaning.",
     .broken = both_k_bits,
     .text = "k_size_high and k_size are both set. Together, the two bits are code 3, which has no meaning.",
     .fix = "For K = 64, clear both. For K = 96, set only k_size. For K = 128, set only k_size_high.", .source = kSource},

    {.id = "L61", .format = "idesc-mxf4", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "The sparse form of K = 96 is used on a target older than sm_107.",
     .broken = sparse_k96_on_older,
     .says = [](const WordFacts& w) {
         return say("On ", w.context().arch, ", K = 96 is dense only. The sparse form (K = 192) exists on sm_107.");
     },
     .fix = "Clear the field 'sparse', choose K = 64, or select a target that has this form.", .source = kSource},
    {.id = "L61", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::unknown, .field = "k_size_high",
     .what = "K = 128 is used with a sparse A. No document lists this combination.",
     .broken = [](const WordFacts& w) { return k128(w) && sparse(w); },
     .text = "PTX 9.4 lists K = 128 without a sparse form. We know no document that describes K = 128 with a sparse A.",
     .fix = "Clear the field 'sparse', or choose K = 64: its sparse form has K = 128.", .source = kSource},
    {.id = "L61", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "The dense K = 64 of f8f6f4 is used with a sparse A.",
     .broken = [](const WordFacts& w) { return w.raw("k_size") != 0 && sparse(w); },
     .text = "In f8f6f4, k_size code 1 is for the dense K = 64. A sparse instruction has K = 64 with code 0.",
     .fix = "Clear k_size.", .one_click = {"k_size", 0}, .source = kSource},

    {.id = "L62", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "metadata_version",
     .what = "metadata_version is 0 (the older version), but the target is sm_107.",
     .broken = old_metadata,
     .says = [](const WordFacts& w) {
         return say("metadata_version is 0, but the sparsity metadata of ", w.context().arch, " has version 1 (2:4).");
     },
     .fix = "Set metadata_version to 1.", .one_click = {"metadata_version", 1}, .source = kSource},
    {.id = "L62", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "a_type",
     .what = "A kind of PTX 9.4 (sm_107) is used on an older target.",
     .broken = kind_is_later,
     .says = [](const WordFacts& w) {
         return say("Kind ", w.kind(), " does not exist on ", w.context().arch, ", only on ",
                    targets_with(find_kind(w.kind())->needs, w.edition()), ".");
     },
     .fix = "Select a target that has the kind, or another kind.", .source = "PTX ISA 9.4, dense kinds"},

    kUnclearTranspose<Operand::a>, kUnclearTranspose<Operand::b>,
};
// clang-format on
static_assert(&checked(kEditionRules) == &kEditionRules);

}  // namespace

std::span<const WordRule> edition_rules() { return kEditionRules; }

}  // namespace tilescope
