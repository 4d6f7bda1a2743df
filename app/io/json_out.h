// app/io/json_out.h -- all JSON that the command line prints.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/report.h"

#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/notation/paste.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/word/codec.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

// One decoded word as the command line knows it.
struct DecodedWord {
    const FoundWord* found = nullptr;
    const PasteReading* reading = nullptr;  // the likeliest of found->readings
    Decoded decoded;
    std::vector<Problem> problems;
};

// The array of `decode --json`.
void write_decoded(std::span<const DecodedWord> words, const Sink& sink);

std::string word_json(const Format& format, std::uint64_t word);
std::string diff_json(const Format& format, std::uint64_t from, std::uint64_t to);
std::string formats_json(std::span<const Format* const> formats);
std::string mask_json(const MaskPicture& picture, std::span<const Problem> problems);

// What one target's assembler says.
struct TargetVerdict {
    std::string_view arch;
    Acceptance verdict;
};
// An instruction, the verdict on the chosen target and on all of them, and every problem with its part.
std::string check_json(const MmaLine& line, std::string_view arch, const MmaReport& report,
                       std::span<const TargetVerdict> targets);

// One document as it is, several as a list.
std::string json_list(std::span<const std::string> documents);

// What the tile is, and every element of it; `bytes` are those of its tile_map().
Report layout_report(const SmemLayout& layout, std::vector<std::uint32_t> bytes);
std::string locate_json(const SmemLayout& layout, std::uint32_t byte, std::span<const Element> elements);

}  // namespace tilescope::io
