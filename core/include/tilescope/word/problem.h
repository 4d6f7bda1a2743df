// core/include/tilescope/word/problem.h -- a problem of a word or of a combination of words, and its fix.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

// error: the hardware or the assembler refuses the input, or the result is certainly wrong.
// warn:  legal, but usually a mistake, or not verified.
// ask:   the program cannot decide; the user must.
// info:  useful to know.
enum class Severity : std::uint8_t { error, warn, ask, info };
inline constexpr NamedValue kSeverityNames[] = {{0, "error"}, {1, "warn"}, {2, "ask"}, {3, "info"}};

constexpr std::string_view name_of(Severity s) { return name_in(kSeverityNames, static_cast<std::uint64_t>(s)); }
constexpr std::string_view name_of(Edition e) { return name_in(kEditionNames, static_cast<std::uint64_t>(e)); }

// The fix of a problem with exactly one fix: store `raw` in `field`.
struct FieldFix {
    std::string_view field = {};
    std::uint64_t raw = 0;
};

// The effect of a problem, for code that must react to it. Each row of a rule states its effect. Code compares effects,
// never rule ids: rule ids are for the user.
enum class Effect : std::uint8_t {
    none,
    rows_overlap,  // a stride is too small: groups of rows share bytes
    lbo_unset,     // lbo was never set (the MMA may or may not use it)
    past_the_end,  // an address is past the end of shared memory
    shared_cells,  // two operands share cells of Tensor Memory
    shared_bytes,  // A and B share bytes of shared memory
    not_drawn,     // the form is legal, but a place in memory is not known
    no_such_type,  // the kind does not have this element type
    no_such_m      // the block-scaled kind does not have this M
};

struct Problem {
    std::string rule;   // "L3"; "F1" and "F2" are the rules of the table
    std::string field;  // the field that shows the problem; empty: the whole word
    Severity severity = Severity::error;
    std::string text;  // what is wrong, then what would be right
    std::string fix;   // what to do; empty if there is nothing to do
    std::optional<FieldFix> one_click = {};
    std::string source = {};
    Certainty certainty = Certainty::confirmed;
    Effect effect = Effect::none;
};

}  // namespace tilescope
