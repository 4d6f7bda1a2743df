// core/src/rules/legality_judge.h -- an instruction that is legal but for one thing, and what is said of that thing.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/formats/formats.h>
#include <tilescope/hw/major.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/rules/legality.h>
#include <tilescope/word/codec.h>

#include <span>

namespace tilescope {

// Asks rules and assembler about words under one form and one target.
class Judge {
public:
    // What the query does not say of the line: a zero-column mask, and wgmma although the target is no Hopper.
    struct Line {
        bool zero_mask = false;
        std::optional<bool> wgmma;
    };
    explicit Judge(LegalityQuery query) : Judge(std::move(query), Line()) {}
    Judge(LegalityQuery query, const Line& line);

    const LegalityQuery& query() const { return query_; }
    const Format& format() const { return *format_; }
    bool hopper() const { return hopper_; }

    // The form as a whole: the assembler's verdict, then that of a descriptor chosen to be legal.
    const LegalityCell& form() const { return form_; }

    // A descriptor with these fields stored and everything else chosen so that it is legal, if anything is.
    std::uint64_t word(std::span<const FieldFix> stored = {}) const;

    // Where the form is refused, so is the word; what is wrong with the word itself comes first.
    LegalityCell idesc(std::uint64_t word) const;
    // The same for fields of word(), which the cell then names.
    LegalityCell stores(std::span<const FieldFix> stored) const;

    // What the form and these fields leave of M and N.
    ShapeQuery shape(std::uint64_t word) const;

    // A shared-memory descriptor of `which` with this code in the tcgen05 numbering, over an operand of that type.
    struct ModeQuestion {
        LegalityWord which = LegalityWord::b_desc;
        std::uint64_t code = 0;
        Major major = Major::k;
        const ElementType* type = nullptr;
        bool absolute = false;  // lbo holds an absolute address
    };
    LegalityCell mode(const ModeQuestion& question) const;

    // A refusal in words of something that no word can say.
    LegalityCell refused(std::string_view rule, std::string why, std::string source) const;

private:
    LegalityCell judged(std::span<const Problem> problems) const;
    std::vector<Problem> problems_on_hopper(std::uint64_t word) const;
    unsigned doubtless_m(std::span<const FieldFix> stored) const;

    LegalityQuery query_;
    const Format* format_;
    bool hopper_;  // the instruction is wgmma
    MmaLine line_;
    unsigned m_ = 128, m_k96_ = 128;  // of words that do not choose one
    LegalityCell form_;
};

// The stored value with that name in the kind's own table.
std::optional<std::uint64_t> own_code(const Format& format, std::string_view field, std::string_view name);

// The same, or of the same field under another kind of the edition: rules know the codes of other kinds. Nothing where
// it would not fit.
std::optional<std::uint64_t> any_code(const Format& format, std::string_view field, std::string_view name);

}  // namespace tilescope
