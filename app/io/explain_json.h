// app/io/explain_json.h -- explanations, rules and contradictions as JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/contradictions.h>
#include <tilescope/rules/explain.h>
#include <tilescope/session/focus.h>
#include <tilescope/word/rule_info.h>

#include <span>
#include <string>

namespace tilescope::io {

// An array: {"topic","title","paragraphs","facts":{...},"source","certainty","see"}. Facts of one name are a list.
std::string explanations_json(std::span<const Explanation> explanations);

// What the inspector says about a place of a session, and the problems of the field that it is in.
struct PlaceText {
    std::string place, sentence;
    std::vector<std::string> details;
    std::vector<Problem> problems;
};
std::string places_json(std::span<const PlaceText> places);

// {"rules": [...], "contradictions": [...]}; a list that is empty is left out.
std::string rules_json(std::span<const RuleInfo> rules, std::span<const Contradiction> contradictions);

}  // namespace tilescope::io
