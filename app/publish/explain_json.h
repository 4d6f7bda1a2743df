// app/publish/explain_json.h -- explanations, rules and contradictions as JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json_text.h"

#include <tilescope/hw/contradictions.h>
#include <tilescope/rules/explain.h>
#include <tilescope/session/focus.h>
#include <tilescope/word/rule_info.h>

#include <span>
#include <string>

namespace tilescope::io {

// Returns an array of {"topic","title","paragraphs","facts":{...},"source","certainty","see"}. Facts with the same name
// become a list.
std::string explanations_json(std::span<const Explanation> explanations);

// The inspector's text about a place in a session, and the problems of the field that contains the place.
struct PlaceText {
    std::string place, sentence;
    std::vector<std::string> details;
    std::vector<Problem> problems;
    std::optional<Certainty> certainty = {};
};
std::string places_json(std::span<const PlaceText> places);

// Returns {"rules": [...], "contradictions": [...], "measured": [...]} without empty lists. `measured` has what GPUs
// answered.
std::string rules_json(std::span<const RuleInfo> rules, std::span<const Contradiction> contradictions,
                       const Json& measured = Json::array());

}  // namespace tilescope::io
