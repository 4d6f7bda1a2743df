// core/src/rules/legality_judge.h -- finds the verdict about one property of an instruction.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/formats/formats.h>
#include <tilescope/hw/operand.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/rules/legality.h>
#include <tilescope/word/codec.h>

#include <span>

namespace tilescope {

// Checks words with the rules and with the assembler's model, for one form and one target.
class Judge {
public:
    // Properties of the line that the query does not contain: a zero-column mask, and a family that the target lacks.
    struct Line {
        bool zero_mask = false;
        const FamilyRow* family = nullptr;  // null: that of the target
    };
    explicit Judge(LegalityQuery query) : Judge(std::move(query), Line()) {}
    Judge(LegalityQuery query, const Line& line);

    const LegalityQuery& query() const { return query_; }
    const Format& format() const { return *format_; }
    const FamilyRow& family() const { return *family_; }

    // The verdict about the form as a whole: from the assembler, then from a descriptor that is chosen to be legal.
    const LegalityCell& form() const { return form_; }

    // Returns a descriptor with these fields. Chooses all other fields so that the descriptor is legal, if possible.
    std::uint64_t word(std::span<const FieldFix> stored = {}) const;

    // The verdict about an instruction descriptor. If the form is refused, the word is refused too. The cell gives the
    // problem of the word first, if there is one.
    LegalityCell idesc(std::uint64_t word) const;
    // The verdict about word(stored). The cell lists the stored fields.
    LegalityCell stores(std::span<const FieldFix> stored) const;

    // The query for the legal M and N with this form and this word.
    ShapeQuery shape(std::uint64_t word) const;

    // A shared-memory descriptor of operand `which`, with this swizzle code (tcgen05 numbering) and this element type.
    struct ModeQuestion {
        LegalityWord which = LegalityWord::b_desc;
        std::uint64_t code = 0;
        Major major = Major::k;
        const ElementType* type = nullptr;
        bool absolute = false;  // lbo holds an absolute address
    };
    LegalityCell mode(const ModeQuestion& question) const;

    // A refusal of a value that no word can store.
    LegalityCell refused(std::string_view rule, std::string why, std::string source) const;

private:
    LegalityCell judged(std::span<const Problem> problems) const;
    std::vector<Problem> problems_of_line(std::uint64_t word) const;
    unsigned doubtless_m(std::span<const FieldFix> stored) const;

    LegalityQuery query_;
    const Format* format_;
    const FamilyRow* family_;  // of the instruction
    MmaLine line_;
    unsigned m_ = 128, m_k96_ = 128;  // M of words that store no M
    LegalityCell form_;
};

// The stored value with this name in the table of the kind.
std::optional<std::uint64_t> own_code(const Format& format, std::string_view field, std::string_view name);

// The stored value with this name in the table of the kind, or else in the table of another kind of the edition (rules
// also report codes of other kinds). Returns nothing if the value does not fit the field.
std::optional<std::uint64_t> any_code(const Format& format, std::string_view field, std::string_view name);

}  // namespace tilescope
