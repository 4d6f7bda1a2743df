// app/widgets/field_text.h -- lines that describe a field, for tooltips and the inspector.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string>

namespace tilescope::ui {

// "stored 12, means 96 columns"
std::string stored_text(const Field& field, std::uint64_t raw);

// The same for a field with unknown bits: "The stored value is 0b00??: bits 30:29 are unknown."
std::string stored_text(const Field& field, std::uint64_t raw, std::uint64_t unknown);

// The reason why a field with unknown bits has no next value: "start has no value yet: bits 13:0 are unknown. ..."
std::string no_step_text(const Field& field, std::uint64_t unknown);

// The value as it stands in a box in which the user types: "1024", and an address as "0x400".
std::string typed_text(const Field& field, std::uint64_t raw, std::uint64_t unknown);

// "0 to 504 columns in steps of 8", "none (0), 32B (6)", "no or yes", "always 1"
std::string legal_text(const Field& field);

// "PTX ISA 9.1, 9.7.16.4.1 (confirmed)"
std::string source_text(const Field& field);

}  // namespace tilescope::ui
