// core/include/tilescope/rules/explain.h -- anything that has a name, in plain words, from the tables.
// SPDX-License-Identifier: MIT
//
// A topic is what a person would type: a field ("smem.swizzle"), one of its values ("smem.swizzle=128B"), a rule
// ("L35"), a contradiction ("X14"), a kind, an element type, a target, a swizzle mode, a qualifier of the instruction,
// a placement in Tensor Memory, a word of the house ("certainty secondary"). Each family loops over its table, so a new
// row there is a new topic here.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope {

struct Explanation {
    std::string topic;  // explanation_of(topic) gives it again
    std::string title;
    std::vector<std::string> paragraphs;                     // whole sentences
    std::vector<std::pair<std::string, std::string>> facts;  // "bits" -> "63:61", "default" -> "B"
    std::string source;
    Certainty certainty = Certainty::confirmed;
    std::vector<std::string> see;  // topics
};

struct ExplainOptions {
    Edition edition = Edition::v9_1;
    std::string_view kind = {};  // of instruction descriptors; empty: the first kind whose table has the field
    std::string_view arch = "sm_100a";
};

// Everything that the text may mean: the topic of that name, then those that are also called so. Letter case and all
// but letters and digits do not count. Refused with the nearest topics, and for a word: those are for decoding.
//   explanation_of("smem.swizzle=128B")   explanation_of("L35")   explanation_of("swizzle")   explanation_of(".ws")
Answer<std::vector<Explanation>> explanation_of(std::string_view topic, const ExplainOptions& options = {});

// All canonical topics: for completion, the palette, the help panel.
std::vector<std::string> explain_topics(const ExplainOptions& options = {});

// One stored value of a field, for a tooltip.
// Requires: the field is one of the format's.
Explanation explain_value(const Format& format, std::string_view field, std::uint64_t raw);

}  // namespace tilescope
