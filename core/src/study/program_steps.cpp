// core/src/study/program_steps.cpp -- which MMAs of a chain are the K steps of one tile.
// SPDX-License-Identifier: MIT
#include "program_steps.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

// All of an instruction that the K steps of a tile have in common. A buffer that keeps A or B changes no value.
std::string form_text(const MmaLine& line) {
    constexpr OperandRole kSame[] = {OperandRole::scale_d, OperandRole::negate_a, OperandRole::negate_b,
                                     OperandRole::transpose_a, OperandRole::transpose_b};
    std::string out = say(name_of(line.opcode), line.a_in_tmem ? " A is not in shared memory" : "");
    for (const Qualifier& q : line.qualifiers)
        if (!q.text.starts_with("collector::")) out += say('.', q.text);
    for (const MmaOperand& o : line.operands)
        if (std::ranges::find(kSame, o.role) != std::end(kSame)) out += say(' ', o.text);
    return out;
}

class Steps {
public:
    Steps(const Session& s, const ProgramReport& report, const ProgramChain& chain)
        : s_(s), report_(report), chain_(chain), shape_(shape_of(instruction_of(s))) {}

    std::optional<OtherStep> run() const {
        const OperandPair<OperandView> views = {operand_from_words(s_, Operand::a), operand_from_words(s_, Operand::b)};
        for (std::size_t i = 1; i < chain_.steps; ++i) {
            std::string why = other_form(i);
            for (const Operand o : kBothOperands)
                if (why.empty()) why = other_word(views[o], o, i);
            if (why.empty()) why = other_in_tmem(i);
            if (why.empty()) why = other_warpgroups(i);
            if (!why.empty()) return OtherStep{i, std::move(why)};
        }
        return std::nullopt;
    }

private:
    const ProgramInstruction& at(std::size_t i) const { return report_.instructions[chain_.mmas[i]]; }
    const ProgramMma& mma(std::size_t i) const { return *at(i).as_mma; }
    const MmaLine& line(std::size_t i) const { return at(i).mma; }
    const std::optional<KnownWord>& word(std::size_t i, WordId id) const {
        return mma(i).first[static_cast<std::size_t>(id)];
    }

    std::string does_not_go_on(std::size_t i, std::string_view is, std::string_view expected) const {
        return say("Line ", at(i).line, " does not go on with the tile of line ", at(0).line, ": ", is,
                   expected.empty() ? "" : ", and ", expected, ". The session ends before it.");
    }

    std::string other_form(std::size_t i) const {
        const auto &mask = word(0, WordId::zcm), &other = word(i, WordId::zcm);
        const bool same_mask = mask.has_value() == other.has_value() &&
                               (!mask || (mask->value == other->value && mask->known == other->known));
        if (same_mask && form_text(line(i)) == form_text(line(0))) return {};
        return say("Line ", at(i).line, " is another instruction than line ", at(0).line,
                   ": the session ends before it.");
    }

    std::string other_warpgroups(std::size_t i) const {
        if (mma(i).warpgroups == mma(0).warpgroups) return {};
        return say("In line ", at(i).line, " the warpgroups are not as far apart as in line ", at(0).line,
                   ", or the program does not determine it: the session ends before it.");
    }

    // Why this word of MMA `i` is not that of K step `i`. Empty: it is, or it cannot be known.
    std::string other_word(const OperandView& view, Operand o, std::size_t i) const {
        const WordId id = word_of(o);
        const auto& word = mma(i).first[static_cast<std::size_t>(id)];
        if (!word || !view.placed() || s_.unknown_bits(id) != 0) return {};
        const Format& format = format_of(s_, id);
        const auto there =
            with_start(format, s_.word(id), k_step_slice(view.layout, static_cast<unsigned>(i), view.mma_k));
        if (word->unknown() == 0 && there && *there == word->value) return {};
        const Field& start = field_in(format, "start");
        const auto start_of = [&](std::uint64_t w) { return hex(value_of(start, get_field(start, w))); };
        std::string is = word->unknown() != 0 ? std::string("is not known") : say("is at ", start_of(word->value));
        for (std::size_t j = 0; j < i && word->unknown() == 0; ++j)
            if (const auto& before = mma(j).first[static_cast<std::size_t>(id)];
                before && before->value == word->value) {
                is += say(" again, as in line ", at(j).line);
                break;
            }
        return does_not_go_on(i, say(name_of(o), " ", is),
                              there ? say("K step ", i, " of the tile at ", start_of(*there)) : std::string());
    }

    // The instruction descriptor, whose ids can change from step to step, and the columns of A, of the scale factors
    // and of the metadata.
    std::string other_in_tmem(std::size_t i) const {
        const auto& idesc = word(i, WordId::idesc);
        if (!idesc) return {};
        MmaInstruction expected = instruction_of(s_);
        const Format& format = format_of(s_, WordId::idesc);
        if (shape_ && !advance_in_tmem(format, *shape_, static_cast<unsigned>(i), expected)) return {};
        for (const TmemPlaceRow& row : kTmemPlaces)
            if (row.place != TmemPlace::d)
                if (std::string why = other_column(row, i, expected); !why.empty()) return why;
        const std::uint64_t compared = idesc->known & ~s_.unknown_bits(WordId::idesc);
        if (((idesc->value ^ expected.idesc) & compared) == 0) return {};
        const auto& before = word(0, WordId::idesc);
        const bool again = before && before->value == idesc->value && before->known == idesc->known;
        return does_not_go_on(i, say("its instruction descriptor is ", text_of(*idesc), again ? " again" : ""),
                              say("that of K step ", i, " is ", hex(expected.idesc, 8)));
    }

    std::string other_column(const TmemPlaceRow& row, std::size_t i, const MmaInstruction& expected) const {
        const auto place = static_cast<std::size_t>(row.place);
        const auto column = [&](std::size_t step) {
            return mma(step).tmem[place] ? mma(step).tmem[place] : mma(step).tmem_distance[place];
        };
        const auto from = column(0), to = column(i);
        if (!from || !to) return {};
        const std::uint32_t there =
            tmem_column(*from) + tmem_column(expected.tmem[place]) - tmem_column(s_.address(row.place));
        if (tmem_column(*to) == there) return {};
        const std::string_view unit = mma(0).tmem[place] ? "column " : "+ ";
        return does_not_go_on(i, say(row.title, " is at ", unit, tmem_column(*to), *to == *from ? " again" : ""),
                              say("that of K step ", i, " at ", unit, there));
    }

    const Session& s_;
    const ProgramReport& report_;
    const ProgramChain& chain_;
    const Answer<MmaShape> shape_;
};

}  // namespace

std::optional<OtherStep> first_other_step(const Session& session, const ProgramReport& report,
                                          const ProgramChain& chain) {
    return Steps(session, report, chain).run();
}

}  // namespace tilescope
