// core/src/rules/word_forms.h -- the instruction forms that are possible for a descriptor and its context.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/rules/rule.h>

#include <string>
#include <vector>

namespace tilescope {

inline bool sparse(const WordFacts& w) { return w.raw("sparse") != 0; }
inline bool b_mn_major(const WordFacts& w) { return w.raw("transpose_b") != 0; }
// The family of the target. Without a target, the one whose instruction descriptor the word is.
inline const FamilyRow& family_of(const WordFacts& w) { return w.arch() ? family_of(*w.arch()) : kFamilies[0]; }
// The fields stand for the types and the shape in the name of the instruction.
inline bool is_in_name(const WordFacts& w) { return !family_of(w).idesc; }
inline const KindRow& kind_of(const WordFacts& w) { return kind_or_none(w.kind()); }
inline bool packed_fp4(const WordFacts& w) { return is_packed(w.kind()); }
// The target is older than the descriptor fields that PTX 9.4 added.
inline bool older(const WordFacts& w) { return !w.target_has(Feature::fields_94); }
// The word is decoded with an edition before PTX 9.4.
inline bool before_94(const WordFacts& w) { return w.edition() < Edition::v9_4; }
inline bool k96(const WordFacts& w) { return w.text("k_size") == "96" && w.raw("k_size_high") == 0; }

inline bool has_n(const WordFacts& w) { return w.value("n") >= 8 && w.value("n") <= 256; }

// Sentences that the rules of dense kinds and of block-scaled kinds share.
std::string says_range_of_n(const WordFacts& w);
std::string says_undefined(const WordFacts& w, std::string_view operand, std::string_view field);

// The fields of an operand in the instruction descriptor.
constexpr std::string_view idesc_type(Operand o) { return pick(o, "a_type", "b_type"); }
constexpr std::string_view transpose_bit(Operand o) { return pick(o, "transpose_a", "transpose_b"); }

// The type of an operand is not one of its kind.
template <Operand o>
constexpr WordRule no_such_type(std::string_view id, std::string_view format, std::string_view fix,
                                std::string_view source) {
    return {.id = id,
            .format = format,
            .severity = Severity::error,
            .certainty = Certainty::confirmed,
            .field = idesc_type(o),
            .effect = Effect::no_such_type,
            .what = pick(o, "The type code of A is not defined for the kind.",
                         "The type code of B is not defined for the kind."),
            .broken = [](const WordFacts& w) { return !w.means(idesc_type(o)); },
            .says = [](const WordFacts& w) { return says_undefined(w, name_of(o), idesc_type(o)); },
            .fix = fix,
            .source = source};
}

// Returns every form that the word can belong to. If cta_group or .ws is not known, all its values are possible.
std::vector<ShapeQuery> open_forms(const WordFacts& w);

// Whether the table has a name for the value of every type field of the word.
bool types_have_meaning(const Format& format, std::uint64_t word);

// Whether one of the possible forms accepts this M. Succeeds if no form is possible: another rule reports that.
Answer<void> takes_this_m(const WordFacts& w);

// Whether one of the possible forms accepts this N. Looks only at the forms that accept M, if there are any. The first
// function always succeeds for wgmma: rule L90 calls the second one.
Answer<void> takes_this_n(const WordFacts& w);
Answer<void> wgmma_takes_this_n(const WordFacts& w);

// The reasons of their refusals, for the rules that report them.
inline std::string says_no_such_m(const WordFacts& w) { return takes_this_m(w).why; }
inline std::string says_no_such_n(const WordFacts& w) { return takes_this_n(w).why; }

// Whether B is 8-bit and MN-major, and N is not a multiple of 16.
bool eight_bit_step_broken(const WordFacts& w);

}  // namespace tilescope
