// core/src/autopsy/memory_faults.cpp -- what is in memory where an operand should be.
// SPDX-License-Identifier: MIT
#include "memory_faults.h"

#include <tilescope/base/say.h>
#include <tilescope/solver/solve_mask.h>

#include <algorithm>
#include <map>
#include <set>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kMostRanges = 4;  // that a sentence lists

// What wrong chunks hold.
enum class Holds : std::uint8_t { zeros, pattern, other_operand, other_part, other_bytes, outside };

struct Hole {
    std::vector<unsigned> steps;
    std::set<unsigned> rows, columns;  // of the matrix
    std::set<unsigned> used;           // columns that the steps read
    std::map<Holds, std::size_t> holds;
    std::map<unsigned, std::size_t> bytes;                 // repeated bytes
    std::size_t chunks = 0, all = 0, shared = 0, own = 0;  // own: also read rightly by a step with another start
    std::uint32_t first = ~0u, last = 0;                   // addresses
    bool later = false, registers = false;
    std::size_t part_column = 0;  // other_part: the K column that is there instead, of the first such chunk
    std::size_t part_row = 0;
};

std::string ranges(const std::set<unsigned>& numbers) {
    const std::vector<unsigned> list(numbers.begin(), numbers.end());
    return list_columns(list, kMostRanges);
}

// The addresses from which an operand is read rightly, also by words that would be right.
std::set<std::uint32_t> places_of(const OperandCase& c) {
    std::set<std::uint32_t> out;
    for (std::size_t s = 0; s < c.findings->size(); ++s) {
        const Finding& f = (*c.findings)[s];
        const auto& read = c.chain->steps[s].of[c.operand];
        if (!read || f.state == ReadState::unknown) continue;
        const SmemLayout& layout = f.state == ReadState::word ? f.fits.front().layout : f.best.layout;
        const Walk& walk = read->walk(layout);
        for (std::size_t i = 0; i < walk.first.size(); ++i) out.insert(address_of(walk, layout, i));
    }
    return out;
}

// The addresses that the steps of an operand read rightly, each with the start of its word.
std::set<std::pair<std::uint32_t, std::uint32_t>> starts_at(const OperandCase& c) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> out;
    for (std::size_t s = 0; s < c.findings->size(); ++s) {
        const auto& read = c.chain->steps[s].of[c.operand];
        if (!read || (*c.findings)[s].state != ReadState::right) continue;
        const Walk& walk = read->walk(read->layout);
        for (std::size_t i = 0; i < walk.first.size(); ++i)
            out.emplace(address_of(walk, read->layout, i), read->layout.start);
    }
    return out;
}

class HoleReader {
public:
    HoleReader(const OperandCase& c, const OperandCase& other, const Matrices& matrices)
        : c_(c), other_(other), matrices_(matrices), other_places_(places_of(other)), own_places_(starts_at(c)) {}

    void add(unsigned step, Hole& hole) const {
        const Finding& f = (*c_.findings)[step];
        const StepReads& s = c_.chain->steps[step];
        hole.steps.push_back(step);
        hole.all += f.count;
        hole.chunks += f.wrong.size();
        hole.later |= f.state == ReadState::later;
        for (unsigned k = 0; k < s.shape().k; ++k) hole.used.insert(static_cast<unsigned>(c_.block->column[step]) + k);
        if (f.state == ReadState::registers) return add_registers(step, hole);
        const OperandRead& read = *s.of[c_.operand];
        const Walk& walk = read.walk(f.best.layout);
        for (const std::size_t i : f.wrong) {
            const std::uint32_t address = address_of(walk, f.best.layout, i);
            add_elements(walk.first[i], f.best.layout, step, hole);
            hole.first = std::min(hole.first, address);
            hole.last = std::max(hole.last, address + kChunkBytes - 1);
            hole.shared += other_places_.contains(address) ? 1 : 0;
            const auto own = own_places_.lower_bound({address, 0});
            hole.own += own != own_places_.end() && own->first == address && own->second != f.best.layout.start ? 1 : 0;
            ++hole.holds[kind_of(read.memory->at(address), hole)];
        }
    }

private:
    void add_registers(unsigned step, Hole& hole) const {
        hole.registers = true;
        const unsigned columns = c_.chain->steps[step].step->read.a.columns;
        for (const std::size_t i : (*c_.findings)[step].wrong) {
            hole.rows.insert(static_cast<unsigned>(c_.block->row[c_.operand] + i / columns));
            hole.columns.insert(static_cast<unsigned>(c_.block->column[step] + i % columns));
        }
    }

    void add_elements(Element e, const SmemLayout& layout, unsigned step, Hole& hole) const {
        const unsigned count = elements_per_chunk(*layout.type), per = c_.view->k_per_column;
        const auto row = static_cast<unsigned>(c_.block->row[c_.operand]) + static_cast<unsigned>(e.row);
        const auto column = static_cast<unsigned>(c_.block->column[step]) + static_cast<unsigned>(e.column) * per;
        const bool k = layout.major == Major::k;
        for (unsigned i = 0; i < count; ++i) {
            hole.rows.insert(row + (k ? 0 : i));
            for (unsigned j = 0; j < per; ++j) hole.columns.insert(column + (k ? i : 0) * per + j);
        }
    }

    Holds kind_of(const Chunk* chunk, Hole& hole) const {
        if (!chunk) return Holds::outside;
        if (*chunk == kZeroChunk) return Holds::zeros;
        if (is_repeated(*chunk, c_.view->form)) {
            ++hole.bytes[static_cast<unsigned>(chunk->low >> 56)];  // all types read these bits
            return Holds::pattern;
        }
        const auto in = [&](Operand o) -> const MatrixPlace* {
            if (!matrices_.given[o]) return nullptr;
            for (const Major major : {Major::k, Major::mn})
                if (const auto places = matrices_.index[o]->along(major).of(*chunk); !places.empty())
                    return &places.front();
            return nullptr;
        };
        // What both matrices have says nothing of the other one.
        if (const MatrixPlace* at = in(c_.operand)) {
            if (!hole.holds.contains(Holds::other_part))
                hole.part_column = at->column * c_.view->k_per_column, hole.part_row = at->row;
            return Holds::other_part;
        }
        if (in(other_.operand)) return Holds::other_operand;
        return Holds::other_bytes;
    }

    const OperandCase& c_;
    const OperandCase& other_;
    const Matrices& matrices_;
    const std::set<std::uint32_t> other_places_;
    const std::set<std::pair<std::uint32_t, std::uint32_t>> own_places_;
};

Holds most_common(const Hole& hole) {
    Holds out = Holds::other_bytes;
    std::size_t most = 0;
    for (const auto& [holds, count] : hole.holds)
        if (count > most) most = count, out = holds;
    return out;
}

// "rows 48 to 63 of A", "K columns 0 to 15 of A", "all of A that these steps read".
std::string which_elements(const Hole& hole, std::string_view name) {
    if (hole.chunks == hole.all)
        return say("rows ", ranges(hole.rows), " of ", name, " (K columns ", ranges(hole.columns), ")");
    if (hole.columns.size() == hole.used.size()) return say("rows ", ranges(hole.rows), " of ", name);
    return say("rows ", ranges(hole.rows), " of ", name, " in K columns ", ranges(hole.columns));
}

std::string holds_text(const Hole& hole, std::string_view name) {
    switch (most_common(hole)) {
    case Holds::zeros: return "are zero";
    case Holds::pattern: {
        const auto most = std::ranges::max_element(hole.bytes, {}, [](const auto& b) { return b.second; });
        return say("hold ", hex(most->first), " in every byte");
    }
    case Holds::other_part:
        return say("hold other elements of ", name, " (row ", hole.part_row, ", K column ", hole.part_column, ")");
    case Holds::outside: return "lie outside of the shared memory of the block";
    case Holds::other_operand: return say("hold elements of ", name == "A" ? "B" : "A");
    default: return "hold other bytes";
    }
}

// Whether another stage of the same operand lies over this one.
bool is_own_overlap(const Hole& hole) { return !hole.later && hole.own * 2 > hole.chunks && hole.chunks < hole.all; }

bool is_overlap(const Hole& hole) {
    if (hole.registers || hole.later) return false;
    const auto found = hole.holds.find(Holds::other_operand);
    const std::size_t foreign = found == hole.holds.end() ? 0 : found->second;
    const bool somewhere = hole.shared != 0 || hole.chunks < hole.all;  // else it is only a likeness
    return (foreign * 2 > hole.chunks && somewhere) || is_own_overlap(hole) ||
           (hole.shared * 2 > hole.chunks && hole.chunks < hole.all);
}

std::string text_of(const Hole& hole, const OperandCase& c, const OperandCase& other) {
    const std::string_view name = name_of(c.operand);
    const std::string which = which_elements(hole, name);
    if (hole.registers)
        return say(which, " are other numbers in the registers of the warpgroup. Look at what loads A into registers.");
    const std::string bytes = say(hex(hole.first), " to ", hex(hole.last));
    if (hole.later)
        return say(which,
                   " are not yet in memory when the MMA begins, but at a later stop they are. A wait or a barrier"
                   " is missing before the MMA.");
    if (is_own_overlap(hole))
        return say(which, " (", bytes, ") are overwritten with another part of ", name,
                   ", which other steps read there: the stages of ", name, " overlap. Place them further apart.");
    if (is_overlap(hole))
        return say(which, " (", bytes, ") are overwritten with bytes of ", name_of(other.operand),
                   ": the tiles of A and B", " overlap. Move one of them.");
    return say("The word of ", name, " reads where ", name, " was written, but ", which, " (", bytes, ") ",
               holds_text(hole, name), ". Look at what writes ", name, ", and at the wait before the MMA.");
}

}  // namespace

namespace {

// What the steps read that other bytes, or registers, should be.
Hole missing_of(const OperandCase& c, const OperandCase& other, const Matrices& matrices) {
    const HoleReader reader(c, other, matrices);
    Hole out;
    for (unsigned s = 0; s < c.findings->size(); ++s) {
        const Finding& f = (*c.findings)[s];
        if ((f.state == ReadState::memory && !f.wrong.empty()) || f.state == ReadState::registers) reader.add(s, out);
    }
    return out;
}

std::size_t count_of(const OperandCase& c) {
    std::size_t out = 0;
    for (const Finding& f : *c.findings) out += f.count;
    return out;
}

}  // namespace

bool is_foreign(const OperandCase& c, const OperandCase& other, const Matrices& matrices) {
    Hole missing = missing_of(c, other, matrices);
    return missing.chunks * 2 > count_of(c) &&
           (missing.registers || missing.holds[Holds::other_bytes] * 2 > missing.chunks);
}

bool are_other_parts(HowMany how_many, const OperandCase& c, const OperandCase& other, const Matrices& matrices) {
    const Hole missing = missing_of(c, other, matrices);
    const std::size_t all = count_of(c);
    const bool enough = how_many == HowMany::all ? missing.chunks == all : missing.chunks * 2 > all;
    return missing.chunks != 0 && enough && most_common(missing) == Holds::other_part;
}

std::vector<Fault> memory_faults(const OperandCase& c, const OperandCase& other, const Matrices& matrices) {
    const HoleReader reader(c, other, matrices);
    // Bytes that arrive later are one fault, bytes that are not there another one.
    Hole later, missing, registers;
    for (unsigned s = 0; s < c.findings->size(); ++s) {
        const Finding& f = (*c.findings)[s];
        if (f.state == ReadState::later) reader.add(s, later);
        if (f.state == ReadState::memory && !f.wrong.empty()) reader.add(s, missing);
        if (f.state == ReadState::registers) reader.add(s, registers);
    }
    std::vector<Fault> out;
    for (const Hole* hole : {&missing, &later, &registers}) {
        if (hole->steps.empty()) continue;
        const std::string steps = steps_text(hole->steps, c.findings->size()), text = text_of(*hole, c, other);
        out.push_back({.part = part_of(c.operand),
                       .field = is_overlap(*hole) ? FaultField::overlap : FaultField::memory,
                       .k_steps = hole->steps,
                       .says = steps.empty() ? text : say(steps, ": ", text)});
    }
    return out;
}

}  // namespace tilescope::autopsy
