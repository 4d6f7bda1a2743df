// core/src/study/program_tiles.cpp -- chains of a program that are the pieces of one tile.
// SPDX-License-Identifier: MIT
#include "program_tiles.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/layout/tile_map.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

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

// Whether the two are one session but for the start of one operand, which is known.
bool differ_in_start(const ProgramChain& first, const ProgramChain& other, Operand o) {
    if (!first.session || !other.session || first.kernel != other.kernel) return false;
    const Session& s = *first.session;
    if (!family_of(s).pieces || s.unknown_bits(word_of(o)) != 0 || (o == Operand::a && s.variant.a_in_tmem))
        return false;
    Session moved = *other.session;
    const auto word = static_cast<std::size_t>(word_of(o));
    const Field& start = field_in(format_of(s, word_of(o)), "start");
    moved.words[word] = set_field(start, moved.words[word], get_field(start, s.words[word]));
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
    std::string out;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        out += say(i == 0                   ? ""
                   : i + 1 == pieces.size() ? " and "
                                            : ", ",
                   report.instructions[pieces[i]->mmas.front()].line);
    return out;
}

// Says why chains with the same other operand are no tile: a distance that its strides do not have.
void note_apart(const ProgramReport& report, const Pieces& pieces, Operand o) {
    const std::string note =
        say("Lines ", lines_of(report, pieces), " have the same ", name_of(other_operand(o)), ", and their ",
            name_of(o), " is at ", hex(start_of(*pieces[0]->session, o)), " and ",
            hex(start_of(*pieces[1]->session, o)), ". With the strides of ", name_of(o), " that is not the next ",
            pick(o, "row", "column"), " of one tile, so each is a chain of its own.");
    for (ProgramChain* piece : pieces) {
        if (std::ranges::find(piece->notes, note) != piece->notes.end()) continue;
        piece->notes.push_back(note);
        piece->session->notes += say(piece->session->notes.empty() ? "" : "\n", note);
    }
}

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
        const std::string note =
            say("The chains of lines ", lines_of(report, pieces), " are pieces of one tile: their ", name_of(o), " is ",
                session->pieces.distance[o], " bytes apart.");
        whole.notes.push_back(note);
        session->notes += say(session->notes.empty() ? "" : "\n", note);
        whole.session = std::move(*session);
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

void order_as_steps_say(Session& session, Operand operand) {
    if (strides_not_written(session, operand).empty() || has_stride_along_k(session, operand)) return;
    Session other = session;
    AtomOrder& order = other.atom_order[operand];
    order = order == AtomOrder::mn_first ? AtomOrder::k_first : AtomOrder::mn_first;
    if (has_stride_along_k(other, operand)) session = std::move(other);
}

void join_pieces(const ProgramReport& report, std::vector<ProgramChain>& chains) {
    for (const Operand o : kBothOperands) join_along(report, chains, o);
}

}  // namespace tilescope
