// core/src/rules/word_forms.h -- the forms of the instruction that a descriptor and its context leave open.
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
inline bool hopper(const WordFacts& w) { return w.target_has(Feature::wgmma); }
inline const KindRow& kind_of(const WordFacts& w) { return kind_or_none(w.kind()); }
inline bool packed_fp4(const WordFacts& w) { return is_packed(w.kind()); }
// The target is older than the descriptor fields that PTX 9.4 added.
inline bool older(const WordFacts& w) { return !w.target_has(Feature::fields_94); }
// The word is read by a manual from before PTX 9.4.
inline bool before_94(const WordFacts& w) { return w.edition() < Edition::v9_4; }
inline bool k96(const WordFacts& w) { return w.text("k_size") == "96" && w.raw("k_size_high") == 0; }

inline bool has_n(const WordFacts& w) { return w.value("n") >= 8 && w.value("n") <= 256; }

// Sentences of rules about dense and block-scaled kinds alike.
std::string says_range_of_n(const WordFacts& w);
std::string says_undefined(const WordFacts& w, std::string_view operand, std::string_view field);

// Where cta_group or .ws is not known, any of them will do.
std::vector<ShapeQuery> open_forms(const WordFacts& w);

// Whether every type field of the word holds a value that the table has a name for.
bool types_have_meaning(const Format& format, std::uint64_t word);

// Whether one of the open forms takes this M; yes where there is no open form, which another rule reports.
Answer<void> takes_this_m(const WordFacts& w);

// N is judged in the forms that take this M, if there are any. Hopper's own N has a rule of its own.
Answer<void> takes_this_n(const WordFacts& w);
Answer<void> wgmma_takes_this_n(const WordFacts& w);

// An MN-major B of 8 bits whose N is not in steps of 16.
bool eight_bit_step_broken(const WordFacts& w);

}  // namespace tilescope
