// app/cli/json_parts.h -- the parts of JSON documents that several verbs print.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"
#include "app/io/json.h"

#include <tilescope/rules/program_check.h>

namespace tilescope::cli {

using io::Json, io::list_json, io::put_certainty;

// Prints the document. Returns kDone.
inline int print_json(const Json& document) { return print(io::text_of_json(document)), kDone; }

// `unknown` are bits that are not known. A value that no known bit determines is null.
Json field_json(const Field& f, std::uint64_t raw, std::uint64_t unknown = 0);

Json problem_json(const Problem& p);
Json problems_json(std::span<const Problem> problems);

// The starts of the operands of an MMA as base + offset. null: the program does not determine it.
Json start_json(const OperandPair<std::optional<StartSum>>& start);

}  // namespace tilescope::cli
