// core/src/rules/mask_rules.cpp -- the rules for zero-column mask descriptors.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/layout/zero_mask.h>

namespace tilescope {
namespace {

constexpr unsigned kShiftM32 = 16, kShift = 32;

unsigned most_shift(const WordFacts& w) { return w.context().mask_m == 32 ? kShiftM32 : kShift; }

// The maximum shift in columns that the instruction descriptor allows. All dense tables have this field at the same
// bits.
std::uint64_t allowed_shift(const WordFacts& w) {
    const Format* format = idesc_format("f16", w.edition());
    const Field* f = find_field(*format, "max_shift");
    const std::uint64_t code = get_field(*f, *w.context().idesc);
    return code == 0 ? 0 : 4ull << code;
}

unsigned first_span(const WordFacts& w, unsigned submask) {
    const bool zeroed = w.raw(say("fs", submask)) != 0;
    return static_cast<unsigned>(zeroed ? w.value("skip_span") : w.value("use_span"));
}

// If M is not known, all four sub-masks count as used.
bool past_its_span(const WordFacts& w, unsigned i) {
    const unsigned count = w.context().mask_m ? submasks_of(w.context().mask_m) : 4;
    return i < count && w.raw("nonzero") && w.raw(say("sc", i)) >= first_span(w, i);
}
std::string says_past(const WordFacts& w, unsigned i) {
    return say("sc", i, " is ", w.raw(say("sc", i)), ", but the first span of this sub-mask has ", first_span(w, i),
               " columns, so this start is past the end of the span. In the picture, the sub-mask begins with the last "
               "column of the span. The PTX manual does not describe this case (contradiction X3).");
}

bool uses_absent_submask(const WordFacts& w) {
    if (w.context().mask_m == 0) return false;
    for (unsigned i = submasks_of(w.context().mask_m); i < 4; ++i)
        if (w.raw(say("sc", i)) != 0 || w.raw(say("fs", i)) != 0) return true;
    return false;
}

bool above_max_shift(const WordFacts& w) {
    const std::uint64_t shift = w.raw("column_shift");
    return w.context().idesc && shift <= most_shift(w) && shift > allowed_shift(w);
}
bool spans_without_mask(const WordFacts& w) {
    return w.raw("nonzero") == 0 && (w.raw("skip_span") != 0 || w.raw("use_span") != 0);
}

// clang-format off
constexpr std::string_view kStartCounts[] = {"sc0", "sc1", "sc2", "sc3"},
                           kIsLate[] = {"The start count sc0 is not below the length of the first span of sub-mask 0.",
                                        "The start count sc1 is not below the length of the first span of sub-mask 1.",
                                        "The start count sc2 is not below the length of the first span of sub-mask 2.",
                                        "The start count sc3 is not below the length of the first span of sub-mask 3."};
template <unsigned i>
constexpr WordRule kLateStart = {
    .id = "L74", .format = "zcm", .severity = Severity::warn, .certainty = Certainty::unknown, .field = kStartCounts[i],
    .what = kIsLate[i],
    .broken = [](const WordFacts& w) { return past_its_span(w, i); },
    .says = [](const WordFacts& w) { return says_past(w, i); },
    .fix = "Use a start count below the length of the first span.", .source = "a third-party simulator; CUTLASS never makes such a word"};

constexpr WordRule kMaskRules[] = {
    {.id = "L24", .format = "zcm", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd36",
     .what = "The reserved bits between the fields 'fs3' and 'nonzero' are set.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd36") != 0; },
     .says = [](const WordFacts& w) {
         return say("The reserved bits between the fields 'fs3' and 'nonzero' are ", w.raw("rsvd36"),
                    ", but these bits must be 0.");
     },
     .fix = "Clear the bits.", .one_click = {"rsvd36", 0}, .source = "PTX ISA 9.1, 9.7.16.4.3, Table 45"},
    {.id = "L24", .format = "zcm", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "column_shift",
     .what = "The column shift is larger than the limit for this M.",
     .broken = [](const WordFacts& w) { return w.raw("column_shift") > most_shift(w); },
     .says = [](const WordFacts& w) {
         return say("column_shift is ", w.raw("column_shift"), ", but it must be at most ", most_shift(w),
                    w.context().mask_m == 32 ? " for M = 32." : ".");
     },
     .fix = "Use a smaller column_shift.", .source = "PTX ISA 9.1, 9.7.16.4.3, Table 45"},
    {.id = "L24", .format = "zcm", .severity = Severity::error, .certainty = Certainty::secondary, .field = "column_shift",
     .what = "The column shift is larger than the limit in max_shift of the instruction descriptor.",
     .broken = above_max_shift,
     .says = [](const WordFacts& w) {
         return say("column_shift is ", w.raw("column_shift"), ", but the limit in max_shift of the instruction "
                    "descriptor is ", allowed_shift(w), ".");
     },
     .fix = "Use a larger max_shift in the instruction descriptor, or a smaller column_shift.", .source = "a third-party simulator's model of Tables 42 and 45"},

    {.id = "L73", .format = "zcm", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "rsvd62",
     .what = "The two highest bits are set, but the PTX manual does not list them.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd62") != 0; },
     .fix = "Clear the bits.", .one_click = {"rsvd62", 0}, .source = "PTX ISA 9.1, 9.7.16.4.3, Table 45"},

    kLateStart<0>, kLateStart<1>, kLateStart<2>, kLateStart<3>,

    {.id = "L75", .format = "zcm", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "nonzero",
     .what = "Span fields are set, but the field 'nonzero' is not set, so there is no mask.",
     .broken = spans_without_mask,
     .text = "The field 'nonzero' is not set, so every span field is ignored and no column is zeroed.",
     .fix = "Set the field 'nonzero' if you want a mask.", .source = "PTX ISA 9.1, 9.7.16.4.3, Table 45"},

    {.id = "L76", .format = "zcm", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "sc1",
     .what = "Start counts or first spans are set for sub-masks that this M does not have.",
     .broken = uses_absent_submask,
     .says = [](const WordFacts& w) {
         return say("M = ", w.context().mask_m, " has ", submasks_of(w.context().mask_m),
                    submasks_of(w.context().mask_m) == 1 ? " sub-mask" : " sub-masks",
                    ". The other start counts and first spans are not used.");
     },
     .source = "PTX ISA 9.1, 9.7.16.4.3, Table 45"},

    {.id = "L77", .format = "zcm", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "skip_span",
     .what = "The mask is active. The PTX manual contradicts itself about which of the two spans zeroes columns.",
     .broken = [](const WordFacts& w) { return w.raw("nonzero") != 0; },
     .text = "The table in the PTX manual swaps the meanings of skip_span and use_span, compared with the examples in the manual and with CUTLASS. The picture follows the examples (contradiction X1).",
     .source = "PTX ISA 9.1, 9.7.16.4.3; CUTLASS mma_sm100_desc.hpp MaskAndShiftB @7107b055"},
};
// clang-format on
static_assert(&checked(kMaskRules) == &kMaskRules);

}  // namespace

std::span<const WordRule> mask_rules() { return kMaskRules; }

}  // namespace tilescope
