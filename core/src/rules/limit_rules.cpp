// core/src/rules/limit_rules.cpp -- warnings for sizes that are legal in the PTX manual but that CUTLASS refuses.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

bool a_in_tmem(const WordFacts& w) { return w.context().a_in_tmem == true; }

// If cta_group is not known, M decides: 256 is for a CTA pair.
bool pair(const WordFacts& w) { return w.context().cta_group ? w.context().cta_group == 2 : w.value("m") == 256; }

// CUTLASS has no .ws operation. Other rules report the sizes that the PTX manual forbids.
bool legal(const WordFacts& w) {
    return !is_in_name(w) && w.context().ws != true && has_n(w) && takes_this_m(w) && takes_this_n(w) &&
           !eight_bit_step_broken(w);
}
bool off_step(const WordFacts& w, unsigned step) { return legal(w) && w.value("n") % step != 0; }

// The steps of N are larger in CUTLASS than in the PTX manual: `step` for one CTA with M = 128, and twice `step` for a
// CTA pair.
bool off_one_cta(const WordFacts& w, unsigned step) {
    return step > 8 && !pair(w) && w.value("m") == 128 && off_step(w, step);
}
bool off_pair(const WordFacts& w, unsigned step) { return step > 8 && pair(w) && off_step(w, 2 * step); }
unsigned step_with_a_in_tmem(const WordFacts& w) { return a_in_tmem(w) ? kind_of(w).cutlass.a_in_tmem : 8; }
unsigned step_of_sparse(const WordFacts& w) { return sparse(w) && !a_in_tmem(w) ? kind_of(w).cutlass.sparse : 8; }
bool off_dense(const WordFacts& w) {
    const unsigned step = kind_of(w).cutlass.dense;
    return step > 8 && !pair(w) && w.value("n") != 8 && off_step(w, step);
}
bool one_cta_k96(const WordFacts& w) { return before_94(w) && k96(w) && w.value("m") == 128 && !pair(w); }

std::string says_step(const WordFacts& w, std::string_view form, unsigned step) {
    return say("N is ", w.value("n"), ". Table 39 allows this, but for ", form, " CUTLASS accepts only multiples of ",
               step, " (contradiction X11).");
}

constexpr std::string_view kCutlass = "CUTLASS include/cute/arch/mma_sm100_umma.hpp @7107b055; PTX ISA 9.1, Table 39";

// clang-format off
constexpr WordRule kLimitRules[] = {
    {.id = "L52", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is legal, but CUTLASS refuses it with A in Tensor Memory.",
     .broken = [](const WordFacts& w) { return off_one_cta(w, step_with_a_in_tmem(w)); },
     .says = [](const WordFacts& w) { return says_step(w, "M = 128 with A in Tensor Memory", 16); },
     .fix = "Prefer a multiple of 16.", .source = kCutlass},
    {.id = "L52", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is legal, but CUTLASS refuses it for a CTA pair with A in Tensor Memory.",
     .broken = [](const WordFacts& w) { return off_pair(w, step_with_a_in_tmem(w)); },
     .says = [](const WordFacts& w) { return says_step(w, "a CTA pair with A in Tensor Memory", 32); },
     .fix = "Prefer a multiple of 32.", .source = kCutlass},
    {.id = "L52", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is legal, but CUTLASS refuses it for i8.",
     .broken = off_dense,
     .says = [](const WordFacts& w) {
         return say("N is ", w.value("n"),
                    ". Table 39 allows this, but for i8 CUTLASS accepts only 8 and multiples of 16 (contradiction "
                    "X11).");
     },
     .fix = "Prefer N = 16 or 32.", .source = kCutlass},
    {.id = "L52", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is legal, but CUTLASS refuses it for sparse f8f6f4.",
     .broken = [](const WordFacts& w) { return off_one_cta(w, step_of_sparse(w)); },
     .says = [](const WordFacts& w) { return says_step(w, "sparse f8f6f4 with M = 128", 16); },
     .fix = "Prefer a multiple of 16.", .source = kCutlass},
    {.id = "L52", .format = "idesc", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is legal, but CUTLASS refuses it for sparse f8f6f4 with a CTA pair.",
     .broken = [](const WordFacts& w) { return off_pair(w, step_of_sparse(w)); },
     .says = [](const WordFacts& w) { return says_step(w, "sparse f8f6f4 with a CTA pair", 32); },
     .fix = "Prefer a multiple of 32.", .source = kCutlass},
    {.id = "L52", .format = "idesc-mxf8f6f4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "m",
     .what = "M = 128 is legal for a CTA pair, but CUTLASS refuses it for mxf8f6f4.",
     .broken = [](const WordFacts& w) { return w.context().cta_group == 2 && !sparse(w) && w.value("m") == 128; },
     .text = "M is 128. Table 39 allows this for a CTA pair, but for mxf8f6f4 CUTLASS accepts only 256 (contradiction X23).",
     .fix = "Prefer M = 256.", .source = kCutlass},
    {.id = "L52", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is legal, but CUTLASS refuses it with K = 96.",
     .broken = [](const WordFacts& w) { return k96(w) && off_step(w, 16); },
     .says = [](const WordFacts& w) { return says_step(w, "K = 96", 16); },
     .fix = "Prefer a multiple of 16.", .source = kCutlass},

    {.id = "L57", .format = "idesc-mxf4", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "k_size",
     .what = "K = 96 is used with one CTA. Table 39 of PTX 9.1 does not list this form.",
     .broken = one_cta_k96,
     .text = "K = 96 with M = 128 is for one CTA. Table 39 of PTX 9.1 lists K = 96 only for a CTA pair with M = 256. CUTLASS and PTX 9.4 also have K = 96 for one CTA (contradiction X17).",
     .fix = "No change is needed. You can also use a CTA pair with M = 256.",
     .source = "PTX ISA 9.1, Table 39; CUTLASS SM103_MXF4_ULTRA_SS_VS @7107b055; PTX ISA 9.4"},
};
// clang-format on
static_assert(&checked(kLimitRules) == &kLimitRules);

}  // namespace

std::span<const WordRule> limit_rules() { return kLimitRules; }

}  // namespace tilescope
