// app/publish/json_out.h -- prints the JSON documents of the command line.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json.h"
#include "app/publish/report.h"

#include <tilescope/hw/contradictions.h>
#include <tilescope/kernel/live_kernel.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/lessons/step.h>
#include <tilescope/notation/paste.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/study/program_chains.h>
#include <tilescope/word/codec.h>
#include <tilescope/word/problem.h>

namespace tilescope::io {

// One word that was found in the input, its most likely reading, and its problems.
struct DecodedWord {
    const FoundWord* found = nullptr;
    const PasteReading* reading = nullptr;  // the most likely of found->readings
    Decoded decoded;
    std::vector<Problem> problems;
    std::uint64_t line = 1;  // of the input, counted from 1

    std::uint64_t unknown() const { return reading->unknown; }  // 1 for each unknown bit of decoded.word
};

// The list of what `one` makes of each item.
//   list_json(forms, &Format::id) is ["smem", "wgmma"]
Json list_json(const auto& items, auto one) {
    Json out = Json::array();
    for (const auto& item : items) out.push_back(std::invoke(one, item));
    return out;
}

// One element of the array of `decode --json`.
std::string decoded_json(const DecodedWord& word);

// An element of this array for a tensor map. `source` is its text, which begins in line `line`.
std::string tensor_map_json(const FoundTensorMap& found, std::string_view source, std::uint64_t line,
                            std::span<const Problem> problems);
// The report of `check --tensor-map --json`.
std::string tensor_map_verdict_json(const TensorMap& map, std::string_view arch, std::span<const Problem> problems);

// The report of `check --ptx --json`.
std::string program_json(const ProgramReport& report);

// The kernel of `ptx --json`: target, .version, form of the launch, parameters and text.
std::string kernel_json(const LiveKernel& kernel);

std::string word_json(const Format& format, std::uint64_t word);
std::string diff_json(const Format& format, std::uint64_t from, std::uint64_t to);
std::string formats_json(std::span<const Format* const> formats);
std::string mask_json(const MaskPicture& picture, std::span<const Problem> problems);

// The verdict of the assembler for one target.
struct TargetVerdict {
    std::string_view arch;
    Acceptance verdict;
};
// Returns an instruction with its verdicts for the target `arch` and for all targets. Each problem names the part that
// it is about.
std::string check_json(const MmaLine& line, std::string_view arch, const MmaReport& report,
                       std::span<const TargetVerdict> targets);

// Returns one document unchanged, and several documents as a list.
std::string json_list(std::span<const std::string> documents);

// Returns the properties of the tile and one row for each element. Requires: `bytes` is tile_map(layout).
Report layout_report(const SmemLayout& layout, std::vector<std::uint32_t> bytes);
// The properties of the tile, the address, and one row for each element that has bits in this byte.
Report locate_report(const SmemLayout& layout, std::uint32_t byte, std::span<const Element> elements);

// The list of `session --json`. `first` is the number of the first one of `chains`.
std::string chains_json(const ProgramReport& report, std::span<const ProgramChain> chains, std::size_t first);

// ---- what explains: explanations, rules, contradictions, lessons

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
