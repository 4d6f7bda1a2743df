// core/src/rules/smem_findings.h -- what tables of tcgen05's and of Hopper's descriptors both find, and its sentences.
// SPDX-License-Identifier: MIT
#pragma once

#include "smem_facts.h"

#include <tilescope/base/say.h>

namespace tilescope {

// L4: a swizzled tile begins inside its pattern, and base_offset does not say so.
inline bool starts_inside_pattern(const WordFacts& w) {
    return swizzled(w) && w.raw("base_offset") == 0 &&
           (w.value("start") & (mode(w)->pattern_bytes - 1)) >= mode(w)->width_bytes;
}
inline std::string says_starts_inside_pattern(const WordFacts& w) {
    return say("The start is ", w.value("start") & (mode(w)->pattern_bytes - 1), " bytes into a ", name(w),
               " pattern of ", mode(w)->pattern_bytes,
               " bytes: rows do not change phase where those of an aligned tile do.");
}

// L5: what it does on hardware is not verified.
inline bool uses_base_offset(const WordFacts& w) { return w.raw("base_offset") != 0; }

// L6: wider than one swizzle width, with an lbo of nothing or of a K-major tile.
inline bool lbo_never_set(const WordFacts& w) { return walks_lbo(w) && w.raw("lbo") <= 1; }
inline std::string says_lbo_never_set(const WordFacts& w) {
    return say("MN-major ", name(w), " with ", w.context().rows,
               " rows walks lbo from one swizzle width to the next; with ", w.value("lbo"),
               " every row beyond the first ", mode(w)->width_bytes * 8 / w.context().type->container_bits,
               " reads wrong bytes.");
}

// L7: bytes stored as units, or units as bytes.
inline bool sbo_off_by_16(const WordFacts& w) {
    return swizzled(w) && !mn_major(w) && w.raw("sbo") != 0 &&
           (w.value("sbo") * 16 == group_bytes(w) || w.value("sbo") == group_bytes(w) * 16);
}
inline std::string says_sbo_off_by_16(const WordFacts& w) {
    return say("sbo is ", w.value("sbo"), " bytes where one atom of ", name(w), " takes ", group_bytes(w),
               ": it looks ", w.value("sbo") > group_bytes(w) ? "not shifted" : "shifted twice", ".");
}

// L35. What L7 names is left to it.
inline bool groups_overlap(const WordFacts& w) {
    return swizzled(w) && w.raw("sbo") != 0 && w.value("sbo") < group_bytes(w) && w.value("sbo") * 16 != group_bytes(w);
}
inline std::string says_groups_overlap(const WordFacts& w) {
    return say("sbo is ", w.value("sbo"), " bytes, but one atom of ", name(w), " takes ", group_bytes(w),
               ": groups overlap.");
}

// L36: no step between groups of 8 rows.
inline bool one_group_for_all(const WordFacts& w) { return k_major(w) && w.raw("sbo") == 0 && w.context().rows > 8; }
inline std::string says_one_group_for_all(const WordFacts& w) {
    return say("sbo is 0: all groups of 8 of the ", w.context().rows, " rows read the same bytes.");
}

// L39: no step between the two columns without a swizzle.
inline bool columns_coincide(const WordFacts& w) {
    return k_major(w) && w.raw("swizzle") == 0 && w.raw("lbo") == 0 && w.context().columns > 0;
}
inline std::string says_columns_coincide(const WordFacts&) {
    return say("lbo is 0: both 16-byte columns of the instruction read the same bytes.");
}

// L102: a stride that is walked and is no whole number of patterns, so that the XOR meets the next group in another
// phase. Groups that overlap are left to L35, an lbo that nobody set to L6.
inline bool no_whole_patterns(const WordFacts& w, std::string_view stride) {
    return w.value(stride) % mode(w)->pattern_bytes != 0;
}
inline bool has_one_group(const WordFacts& w) {
    const WordContext& c = w.context();
    return (k_major(w) && c.rows > 0 && c.rows <= 8) ||
           (mn_major(w) && c.columns > 0 && static_cast<unsigned>(c.columns) <= mode(w)->k_rows);
}
inline bool sbo_changes_phase(const WordFacts& w) {
    return swizzled(w) && w.value("sbo") >= group_bytes(w) && no_whole_patterns(w, "sbo") && !has_one_group(w);
}
inline bool lbo_changes_phase(const WordFacts& w) {
    return walks_lbo(w) && w.raw("lbo") > 1 && w.raw("lbo_mode") == 0 && no_whole_patterns(w, "lbo");
}
inline std::string says_phase(const WordFacts& w, std::string_view stride, std::string_view groups) {
    return say(stride, " is ", w.value(stride), " bytes, no multiple of the ", name(w), " pattern of ",
               mode(w)->pattern_bytes, ": from one ", groups, " to the next the pattern begins elsewhere.");
}
inline std::string says_sbo_changes_phase(const WordFacts& w) {
    return says_phase(w, "sbo",
                      k_major(w)    ? "group of 8 rows"
                      : mn_major(w) ? say("group of ", mode(w)->k_rows, " k")
                                    : "group");
}
inline std::string says_lbo_changes_phase(const WordFacts& w) {
    return says_phase(w, "lbo", "swizzle width of M or N");
}

}  // namespace tilescope
