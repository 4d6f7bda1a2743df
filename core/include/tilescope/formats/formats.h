// core/include/tilescope/formats/formats.h -- the list of all formats, and functions that find one.
// SPDX-License-Identifier: MIT
//
//     find_format("smem", {}, Edition::v9_1)        the tcgen05 shared-memory descriptor
//     find_format("idesc", "i8", Edition::v9_1)     the instruction descriptor of kind i8
//     for (const Format* f : all_formats(Edition::v9_4)) ...
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <span>
#include <string>
#include <string_view>

namespace tilescope {

// Returns all tables of an edition: smem, wgmma, one instruction descriptor for each kind, zcm, tmem.
std::span<const Format* const> all_formats(Edition edition);

// Returns the table of a format. Instruction descriptors have one table for each kind; `kind` selects it. An empty
// `kind` selects the first table with this id: "idesc" gives f16. "idesc" with a block-scaled kind gives the table of
// that kind, although its id is different ("idesc-mxf4").
// Errors: unknown id or kind. The reason lists the known ones.
Answer<const Format*> find_format(std::string_view id, std::string_view kind, Edition edition);

// Returns the instruction descriptor of a kind, or null if the edition does not have the kind.
const Format* idesc_format(std::string_view kind, Edition edition);

// Returns the kinds of an edition, in the order of the manual.
std::span<const std::string_view> kinds_of(Edition edition);

// Returns the editions for use in a sentence: "9.1 or 9.4". `before_last` is the text between the last two.
std::string edition_list(std::string_view before_last = " or ");

// Returns the edition with this name: "9.1" gives Edition::v9_1.
// Errors: unknown name. The reason lists the editions.
Answer<Edition> find_edition(std::string_view text);

}  // namespace tilescope
