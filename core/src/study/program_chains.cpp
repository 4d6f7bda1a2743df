// core/src/study/program_chains.cpp -- a session for each chain of MMAs of a program.
// SPDX-License-Identifier: MIT
#include "program_steps.h"
#include "program_tiles.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction_edits.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tilescope {
namespace {

constexpr unsigned kMostChainK = 1024;  // of a session

OperandRole role_of(WordId word) {
    constexpr OperandRole kRoles[kWordCount] = {OperandRole::a, OperandRole::b, OperandRole::idesc,
                                                OperandRole::zero_mask};
    return kRoles[static_cast<std::size_t>(word)];
}

class Builder {
public:
    Builder(const ProgramReport& report, ProgramChain& chain) : report_(report), chain_(chain) {}

    void run(std::string_view arch, Edition edition) {
        chain_.kernel = mma(0).kernel;
        Session session;
        session.edition = edition_of(report_.target, edition);
        session.arch = find_arch(report_.target, session.edition) ? report_.target : arch;
        const auto edits = edits_of_instruction(line(0), session);
        if (!edits) return refuse(edits.why);
        const auto kinds = kinds_of(session.edition);
        if (line(0).opcode == Opcode::mma && std::ranges::find(kinds, line(0).kind) == kinds.end())
            return refuse(say("PTX ", name_of(session.edition), " has no kind '", line(0).kind, "'."));
        for (const Edit& edit : *edits) session = apply_edit(session, edit);
        session.arch = target_with(family_of(line(0).opcode), session.arch);
        set_words(session);
        set_addresses(session);
        set_warpgroups(session);
        set_steps(session);
        set_places(session);
        note_memory(session);
        set_inputs(session);
        note_bases();
        if (!report_.unread.empty())
            note(say("Line ", report_.unread.front(), report_.unread.size() == 1 ? " has" : " and others have",
                     " an MMA that is not understood: this chain may lack it."));
        for (const std::string& note : chain_.notes) session.notes += say(session.notes.empty() ? "" : "\n", note);
        chain_.session = std::move(session);
    }

private:
    const ProgramInstruction& at(std::size_t i) const { return report_.instructions[chain_.mmas[i]]; }
    const ProgramMma& mma(std::size_t i) const { return *at(i).as_mma; }
    const MmaLine& line(std::size_t i) const { return at(i).mma; }

    void refuse(std::string_view why) {
        chain_.steps = 1;
        chain_.session = Answer<Session>::refuse(say("line ", at(0).line, ": ", printable(why)));
    }
    void note(std::string text) { chain_.notes.push_back(std::move(text)); }
    void ask(std::string name, std::string says) { chain_.asks.push_back({std::move(name), std::move(says)}); }

    void set_words(Session& s) {
        for (const WordRow& row : kWords) {
            const auto index = static_cast<std::size_t>(row.word);
            const auto& word = mma(0).first[index];
            if (!word) {
                if (row.word == WordId::zcm) s.words[index] = 0;
                ask_for_word(row);
                continue;
            }
            s.words[index] = word->value;
            s.unknown[row.word] = word->unknown();
            const MmaOperand* operand = line(0).operand(role_of(row.word));
            const bool is_ptx = line(0).text.starts_with(name_of(line(0).opcode));  // it has the names of the operands
            const std::string from =
                say("line ", at(0).line, " takes ", row.id, " from ",
                    operand == nullptr || !is_ptx ? std::string("a register") : excerpt(operand->text));
            if (word->known == 0) {
                ask(std::string(row.id), say(from, ", of which the program determines nothing."));
                continue;
            }
            for (const Field& f : format_of(s, row.word).fields)
                if (get_field(f, word->unknown()) != 0 && f.encoding != Encoding::fixed)
                    ask(say(row.id, '.', f.id), say(from, ", and the program does not determine these bits."));
        }
    }

    // "[smem_b]" in the place of a descriptor.
    void ask_for_word(const WordRow& row) {
        const MmaOperand* operand = line(0).operand(role_of(row.word));
        const bool is_a = row.word == WordId::a_desc;
        if (operand == nullptr || operand->form == OperandForm::list || (is_a && line(0).a_in_tmem)) return;
        if (is_a || row.word == WordId::b_desc)
            ask(std::string(row.id), say("line ", at(0).line, " has ", excerpt(operand->text), " in the place of ",
                                         row.id, ", which is a register or a number."));
    }

    // An address in Tensor Memory is a number, or a distance from a value that the program loads: the first column that
    // it has allocated, for which the session has column 0.
    void set_addresses(Session& s) {
        std::string sums;
        for (const TmemPlaceRow& row : kTmemPlaces) {
            const auto index = static_cast<std::size_t>(row.place);
            if (const auto known = address_of(row.place)) s.tmem[index] = *known;
            if (const auto distance = mma(0).tmem_distance[index]; distance && !mma(0).tmem[index])
                sums += say(sums.empty() ? "" : ", ", row.title, " at + ", *distance);
        }
        if (line(0).opcode != Opcode::mma || mma(0).tmem[0]) return;
        note(say("The program loads an address in Tensor Memory at run time: the session has column 0 (assumed)",
                 sums.empty() ? "" : ", with ", sums, "."));
    }
    std::optional<std::uint32_t> address_of(TmemPlace place) const {
        const auto index = static_cast<std::size_t>(place);
        return mma(0).tmem[index] ? mma(0).tmem[index] : mma(0).tmem_distance[index];
    }

    // Operands whose addresses are not known get columns of their own.
    void set_places(Session& s) const {
        const Derived d = derive(s);
        const auto shares = [](const PlacedProblem& p) { return p.problem.effect == Effect::shared_cells; };
        if (std::ranges::none_of(d.problems, shares)) return;
        const auto is_known = [&](const TmemRegion& r) { return address_of(r.place).has_value(); };
        unsigned next = 0;
        for (const TmemRegion& r : d.tmem.regions)
            if (is_known(r)) next = std::max(next, r.end());
        for (const TmemRegion& r : d.tmem.regions) {
            if (is_known(r)) continue;
            next = (next + kTmem.granule - 1) / kTmem.granule * kTmem.granule;
            s.tmem[static_cast<std::size_t>(r.place)] = tmem_address(0, next);
            next += r.columns;
        }
    }

    // Warpgroups that run the MMA with their own rows of A, or their own rows of B.
    void set_warpgroups(Session& s) {
        const Warpgroups& groups = mma(0).warpgroups;
        if (groups.count == 1) return;
        const Operand o = groups.distance.a != 0 ? Operand::a : Operand::b;
        const std::string apart =
            say(name_of(o), " of line ", at(0).line, " is ", groups.distance[o], " bytes further in each warpgroup");
        if (groups.distance[other_operand(o)] != 0)
            return note(say(apart, ", and so is ", name_of(other_operand(o)), " (", groups.distance[other_operand(o)],
                            " bytes): each computes a tile of its own. The session has that of the first one."));
        if (groups.count == 0)
            return ask("threads", say(apart, ", and the program does not state how many threads a block has. The ",
                                      "session has the first warpgroup."));
        if (groups.count > kMostPieces)
            note(say("The session has ", kMostPieces, " of ", groups.count, " warpgroups."));
        s.pieces.count[o] = std::min(groups.count, kMostPieces);
        s.pieces.distance[o] = groups.distance[o];
        if (operand_from_words(s, o).apart) {
            s.pieces = {};
            return note(say(apart, ", and with its strides that is not the next row of one tile. The session has the ",
                            "first warpgroup."));
        }
        note(say(apart, ": D has the ", pick(o, "rows", "columns"), " of ", s.pieces.count[o],
                 " warpgroups, in the order of their addresses (assumed)."));
    }

    void set_steps(Session& s) {
        const unsigned k = mma(0).k;
        chain_.steps = chain_.mmas.size();
        if (k == 0) return follow(s);
        if (const std::size_t most = std::max(kMostChainK / k, 1u); chain_.steps > most) {
            note(say("The session has the first ", most, " K steps: a session has at most ", kMostChainK,
                     " columns of K."));
            chain_.steps = most;
        }
        s.tile_k = static_cast<unsigned>(chain_.steps) * k;
        follow(s);
        for (const Operand o : kBothOperands) set_atom_step(s, o);
        follow(s);
        std::optional<OtherStep> other = first_other_step(s, report_, chain_);
        if (!other) return;
        note(std::move(other->why));
        const std::size_t tile = chain_.steps = other->step;
        s.tile_k = static_cast<unsigned>(tile) * k;
        for (const Operand o : kBothOperands)
            if (tile <= steps_of_atom(operand_from_words(s, o))) s.atom_step[o] = 0;
        follow(s);
    }

    void follow(Session& s) const {
        for (const Operand o : kBothOperands) {
            follow_words(s, o);
            if (chain_.mmas.size() > 1) order_as_steps_say(s, o);
        }
    }

    // How many K steps read one column of atoms, in a layout whose word does not say where the next one is; else 0.
    static std::size_t steps_of_atom(const OperandView& view) {
        const SmemLayout& l = view.layout;
        if ((!view.placed() && !view.apart) || l.major != Major::k || l.mode == SwizzleMode::none || view.mma_k == 0)
            return 0;
        if (l.start % row_of(l.mode).width_bytes != 0) return 0;
        return static_cast<unsigned>(atom_of(l.mode, l.major, *l.type).columns) / view.mma_k;
    }

    // The distance of the columns of atoms, if the K steps of the program have another one than a tile without gaps. It
    // is a multiple of the pattern, or the columns would overlap.
    void set_atom_step(Session& s, Operand o) {
        const std::size_t word = static_cast<std::size_t>(word_of(o));
        const OperandView view = operand_from_words(s, o);
        const std::size_t steps = steps_of_atom(view);
        if (steps == 0 || steps >= chain_.steps || !mma(0).first[word] || !mma(steps).first[word]) return;
        const Field& start = field_in(format_of(s, word_of(o)), "start");
        const auto start_of = [&](std::size_t i) {
            return value_of(start, get_field(start, mma(i).first[word]->value));
        };
        if (mma(0).first[word]->unknown() != 0 || mma(steps).first[word]->unknown() != 0) return;
        if (start_of(steps) <= start_of(0)) return;
        const auto distance = static_cast<std::uint32_t>(start_of(steps) - start_of(0));
        const std::uint32_t without_gaps =
            k_step_start(view.layout, static_cast<unsigned>(steps), view.mma_k) - view.layout.start;
        if (distance != without_gaps && distance % row_of(view.layout.mode).pattern_bytes == 0)
            s.atom_step[o] = distance;
    }

    // What the memory of the session does not have of the words, because a tile is written without gaps, and with the
    // pattern of its addresses.
    void note_memory(const Session& s) {
        for (const Operand o : kBothOperands) {
            if (!mma(0).first[static_cast<std::size_t>(word_of(o))]) continue;
            for (const StrideDifference& d : strides_not_written(s, o))
                note(say(d.field, " of ", name_of(o), " is ", d.in_word, " in the word and ", d.in_memory,
                         " in the memory of the session, which is a tile without gaps."));
            const Field* offset = find_field(format_of(s, word_of(o)), "base_offset");
            if (offset != nullptr && get_field(*offset, s.word(word_of(o))) != 0)
                note(say("base_offset of ", name_of(o), " is ", get_field(*offset, s.word(word_of(o))),
                         " in the word, and the memory of the session is written without one."));
        }
    }

    void set_inputs(Session& s) {
        const std::optional<bool> adds = mma(0).first_scale_d;
        s.run.steps = 0;
        s.run.enable_d = adds.value_or(true);
        if (!adds)
            ask("scale_d",
                say("the program computes whether line ", at(0).line, " adds to the old D; the session does."));
        if (s.run.enable_d && !mma(0).d_is_zero)
            ask("c", say("line ", at(0).line, " adds to D, and the program does not state its values before; the ",
                         "session has zeros."));
        for (const Operand o : kBothOperands)
            if (line(0).block_scale)
                ask(std::string(pick(o, "sfa", "sfb")), say("the scale factors of ", name_of(o),
                                                            " are not in the program; they are 1 ", "in the session."));
        if (line(0).sparse)
            ask("meta", say("line ", at(0).line, " takes the codes of the sparse A at run time; the session has the ",
                            "lowest legal ones."));
    }

    void note_bases() {
        std::set<std::string> used;
        for (std::size_t i = 0; i < chain_.mmas.size(); ++i)
            for (const Operand o : kBothOperands)
                if (mma(i).start[o]) used.insert(mma(i).start[o]->base);
        for (const BaseAddress& base : report_.bases)
            if (used.contains(base.name))
                note(say(base.name, " is at ", hex(base.address),
                         base.given ? " (given)." : " (assumed: the program does not say it)."));
    }

    const ProgramReport& report_;
    ProgramChain& chain_;
};

}  // namespace

std::vector<ProgramChain> chains_of(const ProgramReport& report, std::string_view arch, Edition edition) {
    std::map<std::uint32_t, ProgramChain> chains;
    for (std::size_t i = 0; i < report.instructions.size(); ++i)
        if (const auto& mma = report.instructions[i].as_mma) chains[mma->chain].mmas.push_back(i);
    std::vector<ProgramChain> out;
    for (auto& [number, chain] : chains) {
        Builder(report, chain).run(arch, edition);
        out.push_back(std::move(chain));
    }
    join_pieces(report, out);
    return out;
}

ProgramChains read_chains(std::string_view text, const ProgramContext& c) {
    ProgramChains out{check_program(text, c.arch, c.edition, c.user_chose_arch, c.bases, c.threads), {}};
    out.chains = chains_of(out.report, c.arch, c.edition);
    if (!out.chains.empty()) return out;
    out.report = read_machine_program(text, c.edition, c.threads);
    out.chains = chains_of(out.report, c.arch, c.edition);
    return out;
}

}  // namespace tilescope
