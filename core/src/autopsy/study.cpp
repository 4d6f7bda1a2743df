// core/src/autopsy/study.cpp -- how the arrays of the user belong to the chains, and what follows for each chain.
// SPDX-License-Identifier: MIT
#include "study.h"

#include "block_votes.h"
#include "doubts.h"
#include "expected_d.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope::autopsy {
namespace {

// What an assumption costs, compared with the faults that it explains. A fault of a word costs less than missing bytes.
constexpr unsigned kWordFault = 10, kMemoryFault = 40, kNothingFound = 20, kKByN = 5, kExchanged = 25, kOutside = 40;
constexpr std::size_t kLeastDistinct = 8;  // chunks, which say where the elements of a step are
constexpr std::size_t kMostPitches = 4;    // of an array without a shape

struct Assumption {
    bool exchanged = false, b_is_k_by_n = false;
    std::size_t a_row_bytes = 0, b_row_bytes = 0;  // of the user's arrays

    unsigned cost() const { return (exchanged ? kExchanged : 0) + (b_is_k_by_n ? kKByN : 0); }
};

// What the chains need of a matrix.
struct Need {
    std::optional<ElementForm> form;
    const SparseGrain* grain = nullptr;     // of a sparse A; then its K columns are the stored ones
    std::size_t k = 0, step = 0, rows = 0;  // K columns of the longest chain and of an instruction, its rows

    unsigned width() const { return form ? form->width() : 0; }
};

OperandPair<Need> needs_of(const Reads& reads) {
    OperandPair<Need> out;
    for (const ChainReads& chain : reads.chains) {
        const StepReads* first = chain.known();
        if (!first) continue;
        std::size_t k = 0;
        for (const StepReads& s : chain.steps) k += s.is_known() ? s.shape().k : 0;
        for (const Operand o : kBothOperands) {
            const ElementType& type = first->type(o);
            const bool is_sparse = pick(o, bool{first->shape().sparse}, false);
            if (!out[o].form) out[o].form = form_of(type);
            if (is_sparse) out[o].grain = first->shape().rule.grain;
            out[o].k = std::max(out[o].k, k / (is_sparse ? 2 : 1));
            out[o].step = first->shape().k / (is_sparse ? 2 : 1);
            out[o].rows = std::max<std::size_t>(out[o].rows, first->rows(o));
        }
    }
    return out;
}

MatrixView view_of(const ExpectedArray& array, std::size_t row_bytes, bool transposed, const Need& need) {
    MatrixView out{.bytes = array.bytes, .form = need.form.value_or(ElementForm())};
    if (!need.form || row_bytes == 0 || row_bytes % need.width() != 0 || array.bytes.size() % row_bytes != 0)
        return out;
    const std::size_t rows = array.bytes.size() / row_bytes, columns = row_bytes / need.width();
    out.rows = transposed ? columns : rows;
    out.columns = transposed ? rows : columns;
    out.row_stride = transposed ? need.width() : row_bytes;
    out.column_stride = transposed ? row_bytes : need.width();
    return out;
}

// Sizes of a row of an array without a shape, small ones first: multiples of what a chain reads, and then of what an
// MMA reads, because a recording can end before the chain does. All leave `rows` rows.
std::vector<std::size_t> pitches(const ExpectedArray& array, std::size_t least, std::size_t step, std::size_t rows) {
    if (array.bytes.empty()) return {0};
    if (array.row_bytes != 0) return {array.row_bytes};
    const std::size_t most = array.bytes.size() / std::max<std::size_t>(rows, 1);
    std::vector<std::size_t> out;
    for (const std::size_t unit : {least, step})
        for (std::size_t bytes = least, n = 0; unit != 0 && bytes <= most && n < kMostPitches; bytes += unit)
            if (array.bytes.size() % bytes == 0 && std::ranges::find(out, bytes) == out.end())
                out.push_back(bytes), ++n;
    if (out.empty() && least != 0 && array.bytes.size() % least == 0) out.push_back(least);  // TMA fills the other rows
    return out.empty() ? std::vector<std::size_t>{array.bytes.size()} : out;
}

// What is stored of a sparse matrix. Where a group has more zeros than it must have, metadata say which of them is
// stored, so it is not known; nor is the sign of a zero. Returns false if a group has too few zeros.
bool compress(const MatrixView& view, const SparseGrain& grain, std::vector<std::uint8_t>& stored,
              std::vector<std::uint8_t>& known) {
    const std::size_t width = view.form.width(), unit = grain.unit * width, units = grain.group / grain.unit;
    if (view.columns % grain.group != 0 || view.column_stride != width) return false;
    stored.clear(), known.clear();
    for (std::size_t row = 0; row < view.rows; ++row)
        for (std::size_t column = 0; column < view.columns; column += grain.group) {
            const std::uint8_t* at = view.bytes.data() + row * view.row_stride + column * width;
            std::vector<std::uint8_t> kept;
            bool any_signed = false;  // a zero with a sign
            for (std::size_t u = 0; u < units; ++u) {
                bool is_zero = true;
                for (std::size_t i = u * grain.unit; i < (u + 1) * grain.unit; ++i) {
                    const std::uint32_t word = view.word(row, column + i);
                    is_zero = is_zero && view.form.is_zero(word);
                    any_signed = any_signed || (word != 0 && view.form.is_zero(word));
                }
                if (!is_zero) kept.insert(kept.end(), at + u * unit, at + (u + 1) * unit);
            }
            const std::size_t bytes = grain.kept_units * unit;
            if (kept.size() > bytes) return false;
            known.insert(known.end(), bytes / width, (kept.empty() && !any_signed) || kept.size() == bytes ? 1 : 0);
            kept.resize(bytes);
            stored.insert(stored.end(), kept.begin(), kept.end());
        }
    return true;
}

// The bytes of a row of B as K x N, if only A says how many rows it has. A sparse A is M x K or, as it is stored, M x
// K/2.
std::vector<std::size_t> rows_of_k_by_n(const Expected& expected, std::size_t a_pitch, const Need& a) {
    std::vector<std::size_t> out;
    const std::size_t columns = a.width() == 0 ? 0 : a_pitch / a.width();
    for (const std::size_t k : {columns, columns * (a.grain ? 2 : 0)})
        if (expected.b.row_bytes == 0 && k != 0 && expected.b.bytes.size() % k == 0)
            out.push_back(expected.b.bytes.size() / k);
    return out;
}

std::vector<Assumption> assumptions(const Expected& expected, const OperandPair<Need>& needs) {
    std::vector<Assumption> out;
    for (const bool exchanged : {false, true})
        for (const bool k_by_n : {false, true}) {
            const Need &a = exchanged ? needs.b : needs.a, &b = exchanged ? needs.a : needs.b;
            if ((k_by_n && expected.b.bytes.empty()) || (exchanged && (a.form != b.form || a.grain != b.grain)))
                continue;
            for (const std::size_t a_pitch : pitches(expected.a, a.k * a.width(), a.step * a.width(), a.rows)) {
                auto b_pitches = pitches(expected.b, (k_by_n ? b.rows : b.k) * b.width(),
                                         k_by_n ? 0 : b.step * b.width(), k_by_n ? b.k : b.rows);
                for (const std::size_t bytes :
                     k_by_n ? rows_of_k_by_n(expected, a_pitch, a) : std::vector<std::size_t>())
                    if (std::ranges::find(b_pitches, bytes) == b_pitches.end()) b_pitches.push_back(bytes);
                for (const std::size_t b_pitch : b_pitches) out.push_back({exchanged, k_by_n, a_pitch, b_pitch});
            }
        }
    std::ranges::stable_sort(out, {}, &Assumption::cost);
    return out;
}

class Student {
public:
    Student(Reads& reads, const Expected& expected, const std::vector<SeenMap>& maps, const std::stop_token& stop)
        : reads_(reads), expected_(expected), maps_(maps), stop_(stop), needs_(needs_of(reads)) {}

    std::unique_ptr<Study> run() {
        std::unique_ptr<Study> best;
        std::array<unsigned, 2> costs{~0u, ~0u};  // of B as N x K, and as K x N
        for (const Assumption& assumption : assumptions(expected_, needs_)) {
            if (best && best->cost <= assumption.cost()) break;
            auto study = try_one(assumption);
            if (stop_.stop_requested()) return nullptr;
            if (!study) continue;
            unsigned& cost = costs[assumption.b_is_k_by_n ? 1 : 0];
            cost = std::min(cost, study->cost);
            if (!best || study->cost < best->cost) best = std::move(study);
        }
        const auto [least, most] = std::minmax(costs[0], costs[1]);
        if (best && expected_.a.bytes.empty() && most / 2 < least && has_fault(*best))
            for (ChainStudy& chain : best->chains) chain.doubt = {Doubt::n_by_k, Doubt::n_by_k};
        if (best) return best;
        best = std::make_unique<Study>();
        best->why_not = what_is_missing();
        best->chains.resize(reads_.chains.size());
        for (std::size_t i = 0; i < best->chains.size(); ++i)
            for (const Operand o : kBothOperands) best->chains[i].findings[o].resize(reads_.chains[i].steps.size());
        return best;
    }

private:
    static bool has_fault(const Study& study) {
        return std::ranges::any_of(study.chains,
                                   [](const ChainStudy& c) { return !c.faults.a.empty() || !c.faults.b.empty(); });
    }

    std::string what_is_missing() const {
        if (std::ranges::none_of(reads_.chains, [](const ChainReads& c) { return c.known() != nullptr; }))
            return "no MMA has a form that is known";
        return shapes_text();
    }

    // What was given, and what would be right.
    std::string shapes_text() const {
        const auto given = [&](Operand o) {
            const ExpectedArray& array = pick(o, expected_.a, expected_.b);
            const unsigned width = std::max(needs_[o].width(), 1u);
            return array.bytes.empty() ? std::string()
                   : array.row_bytes == 0
                       ? say(name_of(o), " has ", array.bytes.size(), " bytes")
                       : say(name_of(o), " is ", array.bytes.size() / array.row_bytes, " x ", array.row_bytes / width);
        };
        std::vector<std::string> parts{given(Operand::a), given(Operand::b)};
        std::erase(parts, std::string());
        return say(list_of(parts, std::identity(), ", ", " and "), ", which does not fit: A must be M x K",
                   needs_.a.grain ? " (or M x K/2, as it is stored)" : "",
                   ", and B N x K or K x N, with the same K; the MMAs read ", needs_.a.rows, " rows of A, ",
                   needs_.b.rows, " rows of B and K columns in steps of ", needs_.b.step);
    }

    std::unique_ptr<Study> try_one(const Assumption& assumption) {
        auto out = std::make_unique<Study>();
        out->exchanged = assumption.exchanged;
        out->b_is_k_by_n = assumption.b_is_k_by_n;
        for (const Operand user : kBothOperands) {
            const Operand o = assumption.exchanged ? other_operand(user) : user;
            const ExpectedArray& array = pick(user, expected_.a, expected_.b);
            const bool transposed = pick(user, false, bool{assumption.b_is_k_by_n});
            out->array[o] = &array;
            out->matrices.view[o] =
                view_of(array, pick(user, assumption.a_row_bytes, assumption.b_row_bytes), transposed, needs_[o]);
            out->matrices.given[o] = !out->matrices.view[o].empty();
            if (!array.bytes.empty() && !out->matrices.given[o]) return nullptr;
            // Only the plain understanding may have rows outside of the matrix, which TMA fills.
            if (assumption.cost() != 0 && out->matrices.given[o] && out->matrices.view[o].rows < needs_[o].rows)
                return nullptr;
        }
        if (needs_.a.grain && out->matrices.given.a && !take_sparse(*out)) return nullptr;
        const auto& [a, b] = out->matrices.view;
        if (!a.empty() && !b.empty() && a.k_columns() != b.k_columns()) return nullptr;
        const auto memories = reads_.memories();
        for (const Operand o : kBothOperands) {
            if (out->matrices.given[o]) out->index[o] = index_of(out->matrices.view[o], memories, stop_);
            out->matrices.index[o] = &out->index[o];
        }
        out->cost = assumption.cost();
        study_chains(*out);
        // Of one matrix alone, that it is the other operand is believed only if it is read rightly as that one.
        const bool both = out->matrices.given.a && out->matrices.given.b;
        return assumption.exchanged && !both && has_fault(*out) ? nullptr : std::move(out);
    }

    // A sparse A is given as it is stored, or with its zeros. Returns false if it has too few zeros.
    bool take_sparse(Study& out) const {
        MatrixView& a = out.matrices.view.a;
        const bool fits_b = out.matrices.given.b && a.columns * 2 == out.matrices.view.b.columns;
        const bool is_dense = !fits_b && compress(a, *needs_.a.grain, out.stored, out.known);
        if (!is_dense && out.matrices.given.b && !fits_b) return false;
        if (is_dense) {
            out.with_zeros = a;
            a.bytes = out.stored, a.known = out.known;
            a.columns /= 2, a.row_stride /= 2;
        }
        a.k_per_column = 2;
        return true;
    }

    void study_chains(Study& out) {
        std::vector<ChainBlock> blocks = blocks_of(reads_, out.matrices, stop_);
        for (std::size_t i = 0; i < blocks.size() && !stop_.stop_requested(); ++i) {
            ChainStudy best = study_chain(out, i, blocks[i]);
            if (!best.faults.a.empty() || !best.faults.b.empty())
                for (const ChainBlock& rival : rivals_of(reads_, out.matrices, blocks, i))
                    compete(best, study_chain(out, i, rival));
            blocks[i] = best.block;
            out.cost += best.cost;
            out.chains.push_back(std::move(best));
        }
        if (out.chains.size() == reads_.chains.size()) share_doubts(out);  // else it was stopped
    }

    // Parts of a tile read the same B, and rows of one block of A.
    void share_doubts(Study& out) const {
        for (std::size_t i = 0; i < out.chains.size(); ++i)
            for (const std::size_t other : reads_.chains[i].chain->tile)
                for (const Operand o : kBothOperands) {
                    const Doubt its = out.chains[other].doubt[o];
                    Doubt& mine = out.chains[i].doubt[o];
                    if (mine == Doubt::none && !out.chains[i].faults[o].empty() &&
                        (o == Operand::b || its == Doubt::foreign))
                        mine = its;
                }
    }

    // Takes the block that needs fewer faults, and of two such ones that with more steps that are right. Neither is
    // certain if they are equal, or if the other one has more such steps.
    static void compete(ChainStudy& best, ChainStudy rival) {
        const auto right = [](const ChainStudy& c) {
            const auto is = [](const Finding& f) { return f.state == ReadState::right; };
            return std::ranges::count_if(c.findings.a, is) + std::ranges::count_if(c.findings.b, is);
        };
        if (rival.cost < best.cost || (rival.cost == best.cost && right(rival) > right(best))) std::swap(best, rival);
        const bool doubtful = right(rival) > right(best) || (rival.cost == best.cost && right(rival) == right(best));
        for (const Operand o : kBothOperands)
            if (doubtful && !best.faults[o].empty() && best.doubt[o] == Doubt::none) best.doubt[o] = Doubt::rival;
    }

    Doubt doubt_of(const Study& study, std::size_t i, const ChainStudy& chain, const OperandCase& mine,
                   const OperandCase& other, bool by_map) const {
        const Operand o = mine.operand;
        const Matrices& matrices = study.matrices;
        if (chain.faults[o].empty()) return Doubt::none;
        if (can_be_another(study, i, o)) {
            if (has_open_shape(study, o) && are_other_parts(HowMany::most, mine, other, matrices)) return Doubt::n_by_k;
            if (are_other_parts(HowMany::all, mine, other, matrices)) return Doubt::other_block;
        }
        if (is_uneven(mine, chain.faults[o])) return Doubt::uneven;
        if (!by_map && is_foreign(mine, other, matrices)) return Doubt::foreign;
        return fits_elsewhere(mine, other) || is_doubtful(chain, mine) ? Doubt::equal_elements : Doubt::none;
    }

    ChainStudy study_chain(const Study& study, std::size_t i, const ChainBlock& block) {
        ChainStudy chain;
        chain.block = block;
        const Matrices& matrices = study.matrices;
        for (const Operand o : kBothOperands)
            chain.findings[o] = findings_of(reads_, i, o, matrices, chain.block, stop_);
        const auto metadata = has_right_metadata(reads_.chains[i], study, chain);
        if (metadata.value_or(false))
            for (Finding& f : chain.findings.a) f.state = ReadState::right;
        const auto case_of = [&](Operand o) {
            return OperandCase{o, &reads_.chains[i], &matrices.view[o], &chain.block, &chain.findings[o]};
        };
        for (const Operand o : kBothOperands) {
            const OperandCase mine = case_of(o), other = case_of(other_operand(o));
            WordFaults words = word_faults(mine, other, maps_);
            const bool by_map = !words.all.empty() && words.all[0].field == FaultField::tensor_map;
            chain.faults[o] = std::move(words.all);
            if (!by_map)
                for (Fault& f : memory_faults(mine, other, matrices)) chain.faults[o].push_back(std::move(f));
            chain.doubt[o] =
                words.map_or_word ? Doubt::map_or_word
                : pick(o, !metadata && !study.with_zeros.empty(), false) && has_fault_of_bytes(chain.faults[o])
                    ? Doubt::metadata
                    : doubt_of(study, i, chain, mine, other, by_map);
            chain.cost += cost_of(chain, o, matrices.given[o]) +
                          (is_outside(reads_.chains[i], chain, matrices.view[o]) ? kOutside : 0);
        }
        // That A and B are exchanged is a guess. If it does not explain one of them, or one says nothing, it explains
        // nothing. And equal elements do not say which K columns a step reads, so that both operands can seem wrong.
        const bool in_both = !chain.faults.a.empty() && !chain.faults.b.empty();
        const bool unclear = !is_clear(chain, Operand::a) || !is_clear(chain, Operand::b);
        const bool explains = chain.doubt.a != Doubt::equal_elements && chain.doubt.b != Doubt::equal_elements &&
                              has_rare_chunks(matrices, Operand::a) && has_rare_chunks(matrices, Operand::b);
        if ((study.exchanged && !explains) || (unclear && (in_both || is_between(reads_.chains[i], chain))))
            chain.doubt = {Doubt::equal_elements, Doubt::equal_elements};
        return chain;
    }

    // Whether a chunk of a matrix is in few places of it. Zeros, or an identity matrix, fit everywhere.
    static bool has_rare_chunks(const Matrices& matrices, Operand o) {
        return !matrices.given[o] || !matrices.index[o]->along_k.rare(kMostVotes).empty() ||
               !matrices.index[o]->along_mn.rare(kMostVotes).empty();
    }

    static bool is_clear(const ChainStudy& chain, Operand o) {
        return !chain.block.doubtful[o] &&
               std::ranges::all_of(chain.findings[o], [](const Finding& f) { return !is_wrong(f) || f.clear; });
    }

    // Where many elements are equal, a place can be right by chance: only the one fault that explains every step is
    // believed. If the elements of each wrong step differ from each other, it need not be in the right steps too, and
    // it can be that all arrive later.
    static bool is_doubtful(const ChainStudy& chain, const OperandCase& c) {
        const Operand o = c.operand;
        const std::vector<Finding>& findings = chain.findings[o];
        const std::vector<Fault>& faults = chain.faults[o];
        if (is_clear(chain, o) || faults.empty()) return false;
        if (faults.size() != 1 || has_other_explanation(c)) return true;
        const auto are = [&](const auto& test) { return std::ranges::all_of(findings, test); };
        if (are([](const Finding& f) { return !is_wrong(f) || f.distinct < kLeastDistinct; })) return true;
        const bool each_clear = are([](const Finding& f) { return f.state != ReadState::unknown && f.clear; });
        const std::size_t explained = faults.front().k_steps.size();
        const bool is_whole =
            explained == findings.size() ||
            (each_clear && explained == static_cast<std::size_t>(std::ranges::count_if(findings, is_wrong)));
        const bool is_late =
            each_clear && are([](const Finding& f) { return !is_wrong(f) || f.state == ReadState::later; });
        return !is_whole || (is_of_bytes(faults.front()) && !is_late);
    }

    static bool is_of_bytes(const Fault& f) { return f.field == FaultField::memory || f.field == FaultField::overlap; }

    static bool has_fault_of_bytes(const std::vector<Fault>& faults) {
        return std::ranges::any_of(faults, is_of_bytes);
    }

    // Whether a file does not say the shape of a matrix: it has none, or is that of B with as many rows as columns.
    static bool has_open_shape(const Study& study, Operand o) {
        const MatrixView& view = study.matrices.view[o];
        const bool is_b = (o == Operand::b) != study.exchanged;
        return study.array[o] && (study.array[o]->row_bytes == 0 || (is_b && view.rows == view.columns));
    }

    // Whether the block may be another one, because the matrix is larger.
    bool can_be_another(const Study& study, std::size_t i, Operand o) const {
        const ChainReads& reads = reads_.chains[i];
        const MatrixView& view = study.matrices.view[o];
        const std::size_t parts = std::max(pick(o, reads.chain->tile.size(), std::size_t{1}), std::size_t{1});
        std::size_t k = 0;
        for (const StepReads& s : reads.steps) k += s.is_known() ? s.shape().k : 0;
        return view.k_columns() > k || (reads.known() && view.rows > reads.known()->rows(o) * parts);
    }

    // Whether the K columns are not those of the first, second, third ... so many that the chain reads.
    static bool is_between(const ChainReads& reads, const ChainStudy& chain) {
        std::size_t k = 0;
        for (const StepReads& s : reads.steps) k += s.is_known() ? s.shape().k : 0;
        return !chain.block.column.empty() && k != 0 && chain.block.column.front() % k != 0;
    }

    // Whether steps have K columns that a matrix does not have, although it has enough of them.
    static bool is_outside(const ChainReads& reads, const ChainStudy& chain, const MatrixView& view) {
        if (view.empty()) return false;
        std::size_t k = 0, end = 0;
        for (std::size_t s = 0; s < chain.block.column.size(); ++s) {
            if (!reads.steps[s].is_known()) continue;
            k += reads.steps[s].shape().k;
            end = std::max(end, chain.block.column[s] + reads.steps[s].shape().k);
        }
        return end > view.k_columns() && (k <= view.k_columns() || k - view.k_columns() >= reads.known()->shape().k);
    }

    // Whether nothing of an operand is where it should be, or anywhere that a word reads.
    static bool explains_nothing(const std::vector<Finding>& findings) {
        const auto is_known = [](const Finding& f) { return f.state != ReadState::unknown; };
        return std::ranges::any_of(findings, is_known) && std::ranges::all_of(findings, [&](const Finding& f) {
                   return !is_known(f) || (f.state == ReadState::memory && f.wrong.size() == f.count);
               });
    }

    static unsigned cost_of(const ChainStudy& chain, Operand o, bool given) {
        unsigned out = given && !chain.block.known[o] ? kNothingFound : 0;
        if (chain.doubt[o] == Doubt::map_or_word) return out + kWordFault;
        if (explains_nothing(chain.findings[o])) out += kMemoryFault;
        for (const Fault& f : chain.faults[o]) out += is_of_bytes(f) ? kMemoryFault : kWordFault;
        return out;
    }

    Reads& reads_;
    const Expected& expected_;
    const std::vector<SeenMap>& maps_;
    const std::stop_token& stop_;
    const OperandPair<Need> needs_;
};

// Puts the right elements in place of those that were read. Returns false if the matrix does not have them all.
bool set_right(ReadOperand& read, const MatrixView& view, SliceStart at) {
    for (std::size_t i = 0; i < read.words.size(); ++i) {
        const std::size_t row = at.row + i / read.columns, column = at.column + i % read.columns;
        if (row >= view.rows || column >= view.columns) return false;
        read.words[i] = view.word(row, column);
    }
    return true;
}

}  // namespace

bool ChainStudy::all_right(Operand o) const {
    return !findings[o].empty() &&
           std::ranges::all_of(findings[o], [](const Finding& f) { return f.state == ReadState::right; });
}
bool ChainStudy::any_known(Operand o) const {
    return std::ranges::any_of(findings[o], [](const Finding& f) { return f.state != ReadState::unknown; });
}

std::optional<bool> has_right_metadata(const ChainReads& chain, const Study& study, const ChainStudy& result) {
    const MatrixView& a = study.with_zeros;
    if (a.empty()) return std::nullopt;
    const auto number = [&](std::uint32_t word) { return a.form.is_zero(word) ? 0 : word; };  // -0 is pruned too
    for (std::size_t s = 0; s < chain.steps.size(); ++s) {
        const GatheredMma& read = chain.steps[s].step->read;
        const SparseGrain* grain = read.shape.rule.grain;
        if (!chain.steps[s].step->why.empty() || !grain || read.a.words.empty()) return std::nullopt;
        const std::size_t groups = read.shape.k / grain->group, kept = grain->group / 2;
        for (std::size_t i = 0; i < read.codes.size(); ++i) {
            const std::size_t row = result.block.row.a + i / groups,
                              column = result.block.column[s] + i % groups * grain->group;
            if (row >= a.rows || column + grain->group > a.columns) return std::nullopt;
            const auto positions = kept_by(*grain, read.codes[i]);
            std::vector<std::uint32_t> right(grain->group), is(grain->group);
            for (unsigned k = 0; k < grain->group; ++k) right[k] = number(a.word(row, column + k));
            for (unsigned j = 0; positions && j < positions->count; ++j)
                is[positions->at[j]] = number(a.as_read(read.a.words[i * kept + j]));
            if (is != right) return false;
        }
    }
    return true;
}

std::unique_ptr<Study> study_of(Reads& reads, const Expected& expected, const std::vector<SeenMap>& maps,
                                const std::stop_token& stop) {
    return Student(reads, expected, maps, stop).run();
}

bool has_other_order(const ChainReads& chain, const Study& study, const ChainStudy& result) {
    constexpr std::size_t kMostCompared = 256;
    std::vector<std::vector<std::uint32_t>> is, right;  // each K column, of all rows that were given
    if (chain.steps.size() > kMostCompared) return false;
    for (std::size_t s = 0; s < chain.steps.size(); ++s) {
        const GatheredMma& read = chain.steps[s].step->read;
        if (!chain.steps[s].step->why.empty() || read.shape.sparse || chain.steps[s].ctas != 1) return false;
        for (std::size_t k = 0; k < read.shape.k; ++k) {
            is.emplace_back(), right.emplace_back();
            for (const Operand o : kBothOperands) {
                const MatrixView& view = study.matrices.view[o];
                const ReadOperand& from = pick(o, read.a, read.b);
                const std::size_t row = result.block.row[o], column = result.block.column[s] + k;
                if (!study.matrices.given[o]) continue;
                if (from.columns != read.shape.k || row + from.rows > view.rows || column >= view.columns) return false;
                for (std::size_t r = 0; r < from.rows; ++r) {
                    is.back().push_back(view.as_read(from.words[r * from.columns + k]));
                    right.back().push_back(view.word(row + r, column));
                }
            }
        }
    }
    std::ranges::sort(is);
    std::ranges::sort(right);
    return is == right;
}

RightD has_right_d(const ChainReads& chain, const Study& study, const ChainStudy& result) {
    const Chain& c = *chain.chain;
    if (c.seen.empty() || !c.why.empty() || c.last <= c.first || !study.matrices.given.a || !study.matrices.given.b)
        return RightD::unknown;
    const StepReads* known = chain.known();
    if (!known) return RightD::unknown;
    const auto d = product_of(c, {known->shape().a, known->shape().b}, [&](std::size_t s, GatheredMma& g) {
        return std::ranges::all_of(kBothOperands, [&](Operand o) {
            return set_right(pick(o, g.a, g.b), study.matrices.view[o], {result.block.row[o], result.block.column[s]});
        });
    });
    if (!d || d->size() != c.seen.size()) return RightD::unknown;
    // NaN hides what was added.
    const FloatFormat* format = find_float(known->shape().d_type);
    const auto is_nan = [&](std::uint32_t word) { return format && std::isnan(value_of_word(*format, word)); };
    if (std::ranges::any_of(c.seen, is_nan)) return RightD::unknown;
    bool proves = true;
    for (std::size_t i = 0; i < c.seen.size(); ++i) {
        if (!c.known.empty() && c.known[i] == 0)
            proves = proves && i < c.model.size() && (*d)[i] == c.model[i];
        else if ((*d)[i] != c.seen[i])
            return RightD::no;
    }
    return proves ? RightD::all : RightD::as_read;
}

}  // namespace tilescope::autopsy
