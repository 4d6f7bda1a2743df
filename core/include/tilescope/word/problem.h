// core/include/tilescope/word/problem.h -- something wrong with a word, in a sentence.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

// error: the hardware or the assembler refuses it, or the result is surely wrong.  warn: legal, seldom meant, or not
// verified.  ask: the program cannot decide alone.  info: worth knowing.
enum class Severity : std::uint8_t { error, warn, ask, info };
inline constexpr NamedValue kSeverityNames[] = {{0, "error"}, {1, "warn"}, {2, "ask"}, {3, "info"}};
inline constexpr NamedValue kCertaintyNames[] = {{0, "confirmed"}, {1, "secondary"}, {2, "unknown"}};

constexpr std::string_view name_of(Severity s) { return name_in(kSeverityNames, static_cast<std::uint64_t>(s)); }
constexpr std::string_view name_of(Certainty c) { return name_in(kCertaintyNames, static_cast<std::uint64_t>(c)); }
constexpr std::string_view name_of(Edition e) { return name_in(kEditionNames, static_cast<std::uint64_t>(e)); }

// The one right answer to a problem, where there is one: store `raw` in `field`.
struct FieldFix {
    std::string_view field = {};
    std::uint64_t raw = 0;
};

// What other code has to know of a problem besides its text: a column of the rows of rules. Ids are for people.
enum class Effect : std::uint8_t {
    none,
    rows_overlap,  // a stride is too small: groups of rows share bytes
    lbo_unset,     // lbo, walked or not, was never set
    past_the_end,  // of shared memory
    shared_cells,  // of Tensor Memory, by two operands
    not_drawn,     // a place is not known; the form is not in doubt
    no_such_type,  // for the kind
    no_such_m      // for the block-scaled kind
};

struct Problem {
    std::string rule;   // "L3"; "F1" and "F2" are what the table itself finds
    std::string field;  // where it is shown; empty: the word as a whole
    Severity severity = Severity::error;
    std::string text;  // what is wrong, then what would be right
    std::string fix;   // what to do, in words; empty where nothing is to be done
    std::optional<FieldFix> one_click = {};
    std::string source = {};
    Certainty certainty = Certainty::confirmed;
    Effect effect = Effect::none;
};

}  // namespace tilescope
