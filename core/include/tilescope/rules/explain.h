// core/include/tilescope/rules/explain.h -- explains everything that has a name, with sentences from the tables.
// SPDX-License-Identifier: MIT
//
// A topic is a name that a user can type: a field ("smem.swizzle"), one of its values ("smem.swizzle=128B"), a rule
// ("L35"), a contradiction ("X14"), a kind, an element type, a target, a swizzle mode, a qualifier of the instruction,
// a layout of Tensor Memory, or a severity, certainty or role ("certainty secondary"). Each family of topics loops over
// its table, so a new row in the table is a new topic.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope {

// A lesson that teaches a topic: its id and its title.
struct LessonLink {
    std::string_view id, title;
};

struct Explanation {
    std::string topic;  // explanation_of(topic) returns this explanation
    std::string title;
    std::vector<std::string> paragraphs;                     // whole sentences
    std::vector<std::pair<std::string, std::string>> facts;  // "bits" -> "63:61", "default" -> "B"
    std::string source;
    Certainty certainty = Certainty::confirmed;
    std::vector<std::string> see;  // related topics
    std::vector<LessonLink> lessons = {};
};

struct ExplainOptions {
    Edition edition = Edition::v9_1;
    std::string_view kind = {};  // of instruction descriptors; empty: the first kind whose table has the field
    std::string_view arch = "sm_100a";
};

// Returns every explanation that the text can mean: first the topic with this id, then the topics for which the text
// is another name.
// Only letters, digits and '=' are compared, without letter case.
//   explanation_of("smem.swizzle=128B")   explanation_of("L35")   explanation_of("swizzle")   explanation_of(".ws")
// Errors: an unknown topic, with the most similar topics; a number, because the command `decode` reads numbers.
Answer<std::vector<Explanation>> explanation_of(std::string_view topic, const ExplainOptions& options = {});

// The ids of all topics, for completion, the palette and the help panel.
std::vector<std::string> explain_topics(const ExplainOptions& options = {});

// Returns how many letters to change, add or remove, to find the names that a wrong one is close to:
//   edit_distance("swizle", "swizzle")   1
std::size_t edit_distance(std::string_view from, std::string_view to);

// Explains one stored value of a field, for a tooltip.
// Requires: the format has the field.
Explanation explain_value(const Format& format, std::string_view field, std::uint64_t raw);

// Says how the operands of an instruction use lbo or sbo in a swizzle mode, if they are K-major and if they are
// MN-major.
//   stride_use(kWgmma, "lbo", 1)   "K-major 128B layouts ignore lbo. In MN-major 128B layouts, lbo is the distance ..."
// `swizzle`: the raw value. Empty: another field, or no such mode.
std::string stride_use(const Format& format, std::string_view field, std::uint64_t swizzle);

// The same for a field of which some bits are unknown: it has no value, so this explains the field.
Explanation explain_value(const Format& format, std::string_view field, std::uint64_t raw, std::uint64_t unknown);

}  // namespace tilescope
