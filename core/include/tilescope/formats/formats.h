// core/include/tilescope/formats/formats.h -- all hardware words: what everything loops over.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <span>
#include <string>
#include <string_view>

namespace tilescope {

// Every table of an edition: smem, wgmma, the instruction descriptors (one a kind), zcm, tmem.
std::span<const Format* const> all_formats(Edition edition);

// The table of a format id. Instruction descriptors have one per kind: `kind` picks it, and where it is empty the first
// one of that id is meant ("idesc" -> f16); "idesc" with a block-scaled kind is that kind's. A refusal lists what there
// is.
//   find_format("idesc", "i8", Edition::v9_1)
Answer<const Format*> find_format(std::string_view id, std::string_view kind, Edition edition);

// The instruction descriptor of a kind, whatever its id; null for a kind that the edition does not have.
const Format* idesc_format(std::string_view kind, Edition edition);

// The kinds an edition has, in the order of the manual.
std::span<const std::string_view> kinds_of(Edition edition);

// "9.1 or 9.4": for sentences. `before_last` stands between the last two.
std::string edition_list(std::string_view before_last = " or ");

// "9.1" -> Edition::v9_1.
Answer<Edition> find_edition(std::string_view text);

}  // namespace tilescope
