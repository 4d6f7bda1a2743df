// core/include/tilescope/rules/legality.h -- what a kind on a target allows: types, shapes, majors, modes, scale sizes.
// SPDX-License-Identifier: MIT
//
// The tables contain no separate facts. For each cell, the program builds an instruction in which all other properties
// are legal. The verdict of the cell comes from the rules and the assembler's model, so a table cannot contradict the
// list of problems.
//
//     LegalityQuery q;
//     q.variant.kind = "f16";
//     legality(q).tables   all tables of kind::f16 on sm_100a
#pragma once

#include <tilescope/hw/variant.h>
#include <tilescope/word/problem.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct LegalityQuery {
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a";  // for a Hopper target, the instruction is wgmma
    Variant variant;
    friend bool operator==(const LegalityQuery&, const LegalityQuery&) = default;
};

// absent: the choice does not exist, so there is no verdict.
enum class LegalityVerdict : std::uint8_t { allowed, doubtful, refused, absent };
inline constexpr NamedValue kLegalityVerdictNames[] = {{0, "allowed"}, {1, "doubtful"}, {2, "refused"}, {3, "absent"}};
constexpr std::string_view name_of(LegalityVerdict v) {
    return name_in(kLegalityVerdictNames, static_cast<std::uint64_t>(v));
}

// One stored value of a cell, and the word in which it is stored.
enum class LegalityWord : std::uint8_t { idesc, a_desc, b_desc };
struct WordFix {
    LegalityWord word = LegalityWord::idesc;
    FieldFix store;
};

struct LegalityCell {
    LegalityVerdict verdict = LegalityVerdict::absent;
    std::string text;  // the value of the cell, if it is not just yes or no: "96"
    // The reason for doubtful or refused. For allowed: useful information. Empty if there is none.
    std::string rule, why, fix, source;
    Certainty certainty = Certainty::confirmed;
    // The changes that bring a session to this cell: fields to store, or else another form or target. `idesc` is a
    // complete legal word for a session of another kind.
    std::vector<WordFix> fields;
    std::optional<Variant> variant;
    std::string_view arch;
    std::uint64_t idesc = 0;
};

struct LegalityRow {
    std::string id;     // without blanks: "bf16", "m128", "acc_f32"
    std::string title;  // "M 128"
    std::vector<LegalityCell> cells;
};

struct LegalityTable {
    std::string id;  // "types_f32", "shape", ...
    std::string title, rows_are;
    std::vector<std::string> columns;
    std::vector<LegalityRow> rows;
};

struct Legality {
    LegalityCell form;  // the verdict about the whole query; if it is refused, every cell is refused
    std::vector<LegalityTable> tables;
};

// The subjects that a caller can select. A subject is one or more tables: "types" has one table for each type of D.
std::span<const std::string_view> legality_subjects();

// Returns the tables of these subjects, in the order of legality_subjects(). Returns all tables if `subjects` is empty.
Legality legality(const LegalityQuery& query, std::span<const std::string_view> subjects = {});

}  // namespace tilescope
