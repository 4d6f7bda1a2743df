// core/src/study/program_chains.cpp -- a session for each chain of MMAs of a program.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace tilescope {
namespace {

// The MMAs of a chain, in their order.
template <class Chain>
class Mmas {
protected:
    Mmas(const ProgramReport& report, Chain& chain) : report_(report), chain_(chain) {}

    const ProgramInstruction& at(std::size_t i) const { return report_.instructions[chain_.mmas[i]]; }
    const ProgramMma& mma(std::size_t i) const { return *at(i).as_mma; }
    const MmaLine& line(std::size_t i) const { return at(i).mma; }
    const std::optional<KnownWord>& word(std::size_t i, WordId id) const {
        return mma(i).first[static_cast<std::size_t>(id)];
    }

    const ProgramReport& report_;
    Chain& chain_;
};

// ---- which MMAs are the K steps of one tile ----

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

// The first MMA that is not the next K step of the tile.
struct OtherStep {
    std::size_t step = 0;
    std::string why;  // a sentence
};

// Compares the MMAs of the chain with the K steps of the session's tile: their form, their words, and their addresses
// in Tensor Memory. What the program does not determine is not compared. No value: all chain.steps of them are.
class Steps : Mmas<const ProgramChain> {
public:
    Steps(const Session& s, const ProgramReport& report, const ProgramChain& chain)
        : Mmas(report, chain), s_(s), shape_(shape_of(instruction_of(s))) {}

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
        const auto& word = this->word(i, id);
        if (!word || !view.placed() || s_.unknown_bits(id) != 0) return {};
        const Format& format = format_of(s_, id);
        const auto there =
            with_start(format, s_.word(id), k_step_slice(view.layout, static_cast<unsigned>(i), view.mma_k));
        if (word->unknown() == 0 && there && *there == word->value) return {};
        const Field& start = field_in(format, "start");
        const auto start_of = [&](std::uint64_t w) { return hex(value_of(start, get_field(start, w))); };
        std::string is = word->unknown() != 0 ? std::string("is not known") : say("is at ", start_of(word->value));
        for (std::size_t j = 0; j < i && word->unknown() == 0; ++j)
            if (const auto& before = this->word(j, id); before && before->value == word->value) {
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
    const Answer<MmaShape> shape_;
};

// ---- a chain as a session ----

// The pieces of a tile are near each other in a program, and the time is bounded.
constexpr std::size_t kNear = 16;

std::uint64_t start_of(const Session& s, Operand o) {
    const Field& start = field_in(format_of(s, word_of(o)), "start");
    return value_of(start, get_field(start, s.word(word_of(o))));
}

bool has_stride_along_k(const Session& s, Operand o) {
    const OperandView view = operand_from_words(s, o);
    const bool sbo = view.layout.major == Major::mn && view.layout.mode != SwizzleMode::none;
    return std::ranges::none_of(strides_not_written(s, o),
                                [&](const StrideDifference& d) { return d.field == (sbo ? "sbo" : "lbo"); });
}

// Chooses the order of the atoms that has the stride along K of the word, if no order has both strides: the K steps of
// a program prove this stride, and nothing proves the other one.
void order_as_steps_say(Session& session, Operand operand) {
    if (strides_not_written(session, operand).empty() || has_stride_along_k(session, operand)) return;
    Session other = session;
    AtomOrder& order = other.atom_order[operand];
    order = order == AtomOrder::mn_first ? AtomOrder::k_first : AtomOrder::mn_first;
    if (has_stride_along_k(other, operand)) session = std::move(other);
}

constexpr unsigned kMostChainK = 1024;  // of a session

OperandRole role_of(WordId word) { return kRoleOfWord[static_cast<std::size_t>(word)]; }

class Builder : Mmas<ProgramChain> {
public:
    Builder(const ProgramReport& report, ProgramChain& chain) : Mmas(report, chain) {}

    void run(std::string_view arch, Edition edition) {
        chain_.kernel = mma(0).kernel;
        Session session;  // all of it is of the program, or asked for
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
        session.notes = list_of(chain_.notes, std::identity(), "\n");
        chain_.session = std::move(session);
    }

private:
    void refuse(std::string_view why) {
        chain_.steps = 1;
        chain_.session = Refusal("line ", at(0).line, ": ", printable(why));
    }
    void note(std::string text) { chain_.notes.push_back(std::move(text)); }
    void ask(std::string name, std::string says) { chain_.asks.push_back({std::move(name), std::move(says)}); }

    void set_words(Session& s) {
        for (const WordRow& row : kWords) {
            std::uint64_t& stored = s.word(row.word);
            const auto& word = this->word(0, row.word);
            if (!word) {
                if (row.word == WordId::zcm) stored = 0;
                ask_for_word(s, row);
                continue;
            }
            stored = word->value;
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
    void ask_for_word(Session& s, const WordRow& row) {
        const MmaOperand* operand = line(0).operand(role_of(row.word));
        const bool is_a = row.word == WordId::a_desc;
        if (operand == nullptr || operand->form == OperandForm::list || (is_a && line(0).a_in_tmem)) return;
        if (!is_a && row.word != WordId::b_desc) return;
        s.word(row.word) = 0;
        s.unknown[row.word] = bit_mask(format_of(s, row.word).bits);
        ask(std::string(row.id), say("line ", at(0).line, " has ", excerpt(operand->text), " in the place of ", row.id,
                                     ", which is a register or a number."));
    }

    // An address in Tensor Memory is a number, or a distance from a value that the program loads: the first column that
    // it has allocated, for which the session has column 0.
    void set_addresses(Session& s) {
        for (const TmemPlaceRow& row : kTmemPlaces)
            if (const auto known = address_of(row.place)) s.address(row.place) = *known;
        const std::string sums = list_of(kTmemPlaces, [&](const TmemPlaceRow& row) {
            const auto index = static_cast<std::size_t>(row.place);
            const auto distance = mma(0).tmem_distance[index];
            return distance && !mma(0).tmem[index] ? say(row.title, " at + ", *distance) : std::string();
        });
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
            s.address(r.place) = tmem_address(0, next);
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
        s.assumed.tile_k = k == 0;
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
        std::optional<OtherStep> other = Steps(s, report_, chain_).run();
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
        const OperandView view = operand_from_words(s, o);
        const std::size_t steps = steps_of_atom(view);
        if (steps == 0 || steps >= chain_.steps) return;
        const auto &first = word(0, word_of(o)), &next = word(steps, word_of(o));
        if (!first || !next || first->unknown() != 0 || next->unknown() != 0) return;
        const Field& start = field_in(format_of(s, word_of(o)), "start");
        const std::uint64_t from = value_of(start, get_field(start, first->value)),
                            to = value_of(start, get_field(start, next->value));
        if (to <= from) return;
        const auto distance = static_cast<std::uint32_t>(to - from);
        const std::uint32_t without_gaps =
            k_step_start(view.layout, static_cast<unsigned>(steps), view.mma_k) - view.layout.start;
        if (distance != without_gaps && distance % row_of(view.layout.mode).pattern_bytes == 0)
            s.atom_step[o] = distance;
    }

    // What the memory of the session does not have of the words, because a tile is written without gaps, and with the
    // pattern of its addresses.
    void note_memory(const Session& s) {
        for (const Operand o : kBothOperands) {
            if (!word(0, word_of(o))) continue;
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
        s.assumed.scale_d = !adds;
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
};

// ---- chains that are the pieces of one tile ----

// Whether the two are one session but for the start of one operand, which is known.
bool differ_in_start(const ProgramChain& first, const ProgramChain& other, Operand o) {
    if (!first.session || !other.session || first.kernel != other.kernel) return false;
    const Session& s = *first.session;
    if (!family_of(s).pieces || s.unknown_bits(word_of(o)) != 0 || (o == Operand::a && s.variant.a_in_tmem))
        return false;
    Session moved = *other.session;
    const WordId word = word_of(o);
    const Field& start = field_in(format_of(s, word), "start");
    moved.word(word) = set_field(start, moved.word(word), get_field(start, s.word(word)));
    moved.image[o].start = s.image[o].start;
    moved.notes = s.notes;
    return moved == s && start_of(*other.session, o) != start_of(s, o);
}

using Pieces = std::vector<ProgramChain*>;

// The session of all pieces. No value: they are not rows of one tile.
std::optional<Session> joined(const Pieces& pieces, Operand o) {
    Session s = *pieces.front()->session;
    const auto distance = start_of(*pieces[1]->session, o) - start_of(s, o);
    for (std::size_t i = 1; i < pieces.size(); ++i)
        if (start_of(*pieces[i]->session, o) - start_of(*pieces[i - 1]->session, o) != distance) return std::nullopt;
    TilePieces& tile = s.pieces;
    if (tile.count[o] > 1 && distance != std::uint64_t{tile.count[o]} * tile.distance[o]) return std::nullopt;
    if (tile.count[o] == 1) tile.distance[o] = static_cast<std::uint32_t>(distance);
    tile.count[o] *= static_cast<unsigned>(pieces.size());
    if (tile.count[o] > kMostPieces) return std::nullopt;
    if (!operand_from_words(s, o).placed()) return std::nullopt;
    follow_words(s, o);
    order_as_steps_say(s, o);
    // An order of atoms without gaps says the same as their distance.
    Session plain = s;
    plain.atom_step[o] = 0;
    if (tile_map(operand_from_words(plain, o).layout) == tile_map(operand_from_words(s, o).layout))
        s = std::move(plain);
    return s;
}

std::string lines_of(const ProgramReport& report, const Pieces& pieces) {
    const auto line = [&](const ProgramChain* c) { return report.instructions[c->mmas.front()].line; };
    return list_of(pieces, line, ", ", " and ");
}

void add_note(ProgramChain& chain, const std::string& note) {
    chain.notes.push_back(note);
    chain.session->notes += say(chain.session->notes.empty() ? "" : "\n", note);
}

// Says why chains with the same other operand are no tile: a distance that its strides do not have.
void note_apart(const ProgramReport& report, const Pieces& pieces, Operand o) {
    const std::string note =
        say("Lines ", lines_of(report, pieces), " have the same ", name_of(other_operand(o)), ", and their ",
            name_of(o), " is at ", hex(start_of(*pieces[0]->session, o)), " and ",
            hex(start_of(*pieces[1]->session, o)), ". With the strides of ", name_of(o), " that is not the next ",
            pick(o, "row", "column"), " of one tile, so each is a chain of its own.");
    for (ProgramChain* piece : pieces)
        if (std::ranges::find(piece->notes, note) == piece->notes.end()) add_note(*piece, note);
}

// Makes one chain of the chains whose sessions differ only in the start of this operand, if the starts are equally far
// apart and the pieces are rows of one tile.
void join_along(const ProgramReport& report, std::vector<ProgramChain>& chains, Operand o) {
    std::vector<bool> gone(chains.size());
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (gone[i]) continue;
        Pieces pieces = {&chains[i]};
        for (std::size_t j = i + 1; j < std::min(chains.size(), i + kNear); ++j)
            if (!gone[j] && differ_in_start(chains[i], chains[j], o)) pieces.push_back(&chains[j]);
        if (pieces.size() == 1) continue;
        std::ranges::sort(pieces, {}, [&](const ProgramChain* c) { return start_of(*c->session, o); });
        auto session = joined(pieces, o);
        if (!session) {
            if (pieces.size() == 2) note_apart(report, pieces, o);
            continue;
        }
        ProgramChain whole = *pieces.front();
        whole.session = std::move(*session);
        add_note(whole, say("The chains of lines ", lines_of(report, pieces), " are pieces of one tile: their ",
                            name_of(o), " is ", whole.session->pieces.distance[o], " bytes apart."));
        for (std::size_t p = 1; p < pieces.size(); ++p) {
            whole.joined.push_back(pieces[p]->mmas);
            whole.joined.insert(whole.joined.end(), pieces[p]->joined.begin(), pieces[p]->joined.end());
        }
        for (const ProgramChain* piece : pieces)
            if (piece != &chains[i]) gone[static_cast<std::size_t>(piece - chains.data())] = true;
        chains[i] = std::move(whole);
    }
    std::vector<ProgramChain> left;
    for (std::size_t i = 0; i < chains.size(); ++i)
        if (!gone[i]) left.push_back(std::move(chains[i]));
    chains = std::move(left);
}

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
    for (const Operand o : kBothOperands) join_along(report, out, o);  // first along M, then along N
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
