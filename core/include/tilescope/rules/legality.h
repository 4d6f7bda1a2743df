// core/include/tilescope/rules/legality.h -- what a kind on a target allows: types, shapes, majors, modes, scale sizes.
// SPDX-License-Identifier: MIT
//
// Nothing here is a fact. Each cell is an instruction that is legal but for the one thing the cell is about, and its
// verdict is what the rules and the assembler's model say of it: a table cannot contradict the list of problems.
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
    std::string arch = "sm_100a";  // a Hopper target: the instruction is wgmma
    Variant variant;
    friend bool operator==(const LegalityQuery&, const LegalityQuery&) = default;
};

// absent: there is no such choice, so nothing to allow or refuse.
enum class LegalityVerdict : std::uint8_t { allowed, doubtful, refused, absent };
inline constexpr NamedValue kLegalityVerdictNames[] = {{0, "allowed"}, {1, "doubtful"}, {2, "refused"}, {3, "absent"}};
constexpr std::string_view name_of(LegalityVerdict v) {
    return name_in(kLegalityVerdictNames, static_cast<std::uint64_t>(v));
}

// A stored value that makes up a cell, and the word that holds it.
enum class LegalityWord : std::uint8_t { idesc, a_desc, b_desc };
struct WordFix {
    LegalityWord word = LegalityWord::idesc;
    FieldFix store;
};

struct LegalityCell {
    LegalityVerdict verdict = LegalityVerdict::absent;
    std::string text;  // what the cell stands for, where that is no yes or no: "96"
    // Why it is doubtful or refused; of an allowed one, what is worth knowing. Empty where nothing is.
    std::string rule, why, fix, source;
    Certainty certainty = Certainty::confirmed;
    // What brings a session here: fields to store, else another form or target. `idesc` is a whole legal word for a
    // session of another kind.
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
    LegalityCell form;  // of the query as a whole; where it is refused, so is every cell
    std::vector<LegalityTable> tables;
};

// The subjects that can be asked about one by one; a subject is a table or a few: "types" is one for each type of D.
std::span<const std::string_view> legality_subjects();

// The tables of these subjects in the order of legality_subjects(); of all where none is named.
Legality legality(const LegalityQuery& query, std::span<const std::string_view> subjects = {});

}  // namespace tilescope
