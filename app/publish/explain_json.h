// app/publish/explain_json.h -- what explains, as JSON: explanations, rules, contradictions, lessons.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json.h"

#include <tilescope/document/focus.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/lessons/shown_step.h>
#include <tilescope/rules/explain.h>
#include <tilescope/word/problem.h>

#include <cstddef>
#include <span>
#include <string>

namespace tilescope::io {

// Adds the key "certainty" and, for a measured fact, the key "measured": the GPU, its driver, the date and the vectors.
void put_certainty(Json& out, Certainty certainty);

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

// An array of {"id", "title", "level", "minutes", "keep", "about"}.
std::string lesson_list_json(std::span<const LessonHead> heads);

// The steps of a lesson from `first` on: their text as blocks, task, hints, and the sentence of the picture.
// Requires: shown[i] is step first + i of the lesson.
std::string lesson_json(const Lesson& lesson, std::size_t first, std::span<const ShownStep> shown);

// What a reply or a session of a learner is: {"right", "hint"} or {"right", "done"}.
std::string lesson_answer_json(bool right, const std::string& sentence);

}  // namespace tilescope::io
