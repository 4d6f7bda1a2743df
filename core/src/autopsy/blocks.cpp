// core/src/autopsy/blocks.cpp -- which block of A and B each step should read.
// SPDX-License-Identifier: MIT
#include "blocks.h"
#include "block_votes.h"

#include <algorithm>
#include <functional>
#include <map>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kMostRivals = 3;  // of one kind
constexpr std::int64_t kGroup = 8;      // rows of a core matrix: blocks begin at multiples of it

std::int64_t to_nearest(std::int64_t value, std::int64_t step) {
    return std::max<std::int64_t>((value + step / 2 + step * 1024) / step - 1024, 0) * step;
}

template <class Key>
std::optional<std::pair<Key, std::size_t>> most_of_votes(const std::map<Key, std::size_t>& votes) {
    std::optional<std::pair<Key, std::size_t>> out;
    for (const auto& [key, count] : votes)
        if (!out || count > out->second) out = {key, count};
    return out;
}

bool has_twice(std::vector<std::size_t> columns) {
    std::ranges::sort(columns);
    return std::ranges::adjacent_find(columns) != columns.end();
}

class ChainVoter {
public:
    ChainVoter(const ChainReads& chain, const Matrices& matrices) : chain_(chain), matrices_(matrices) {
        for (const StepReads& s : chain.steps) {
            votes_.emplace_back();
            for (const Operand o : kBothOperands)
                if (matrices.given[o] && s.is_known()) votes_.back()[o] = votes_of(s, o, matrices);
        }
    }

    ChainBlock block() {
        ChainBlock out;
        for (const Operand o : kBothOperands)
            if (matrices_.given[o]) out.row[o] = row_of_block(o, out.known[o]);
        out.column = columns(out);
        look_for_order(out);
        for (const Operand o : kBothOperands)
            if (matrices_.given[o]) look_for(o, out);
        look_for_order(out);
        for (const Operand o : kBothOperands)
            out.doubtful[o] = matrices_.given[o] && !is_clear(o) && !is_read(o, out.row[o], out.column);
        return out;
    }

    // Plans for which as many steps vote as for the best one, and that of which most is in memory.
    std::vector<std::vector<std::size_t>> other_columns(const ChainBlock& block) const {
        std::vector<std::vector<std::size_t>> out;
        columns(block, &out);
        std::erase(out, block.column);
        if (out.size() > kMostRivals) out.resize(kMostRivals);
        return out;
    }

    // Rows of which more steps are read rightly than of those of the block. 0: the block has most.
    std::vector<std::size_t> other_rows(Operand o, const ChainBlock& block) const {
        constexpr std::size_t kMostBlocks = 64;
        std::vector<std::size_t> out;
        const StepReads* first = chain_.known();
        if (!first || block.column.empty() || is_clear(o)) return out;
        const std::size_t rows = first->rows(o), right = steps_read(o, block.row[o], block.column);
        for (std::size_t row = 0; row + rows <= matrices_.view[o].rows && row / rows < kMostBlocks; row += rows)
            if (row != block.row[o] && out.size() < kMostRivals && steps_read(o, row, block.column) > right)
                out.push_back(row);
        return out;
    }

    bool reads(Operand o, const ChainBlock& block) const { return is_read(o, block.row[o], block.column); }

    // How many rows of a block have no chunk in memory.
    std::size_t absent_rows(Operand o, std::size_t row, std::size_t rows) const {
        return absent_in(present_rows(o), row, rows);
    }

private:
    // Whether most chunks have few places in the matrix, and most of these only one, so that the votes say something.
    bool is_clear(Operand o) const {
        std::size_t chunks = 0, voters = 0, found = 0, count = 0;
        for (const auto& votes : votes_) {
            chunks += votes[o].chunks, voters += votes[o].voters, found += votes[o].found;
            count += count_of(votes[o]);
        }
        return voters * 2 > chunks && count * 2 <= found * 3;
    }

    // Whether a step reads the block rightly. Takes what it compared from `budget`; false where nothing is left.
    bool is_step_read(Operand o, std::size_t step, std::size_t row, std::size_t column, std::size_t& budget) const {
        const MatrixView& view = matrices_.view[o];
        const OperandRead& read = *chain_.steps[step].of[o];
        const Walk& walk = read.walk(read.layout);
        for (std::size_t i = 0; i < walk.first.size(); ++i, --budget) {
            Chunk right;
            const Chunk* chunk = budget == 0 ? nullptr : read.memory->at(address_of(walk, read.layout, i));
            if (!chunk || column >= view.k_columns() ||
                !view.chunk(row + static_cast<std::size_t>(walk.first[i].row),
                            column / view.k_per_column + static_cast<std::size_t>(walk.first[i].column),
                            read.layout.major, right) ||
                *chunk != right)
                return false;
        }
        return true;
    }

    // Whether all steps read it rightly.
    bool is_read(Operand o, std::size_t row, const std::vector<std::size_t>& columns, std::size_t& budget) const {
        bool any = false;
        for (std::size_t s = 0; s < chain_.steps.size(); ++s) {
            if (!chain_.steps[s].of[o]) continue;
            if (!is_step_read(o, s, row, columns[s], budget)) return false;
            any = true;
        }
        return any;
    }
    bool is_read(Operand o, std::size_t row, const std::vector<std::size_t>& columns) const {
        std::size_t budget = ~std::size_t{0};
        return !columns.empty() && is_read(o, row, columns, budget);
    }
    std::size_t steps_read(Operand o, std::size_t row, const std::vector<std::size_t>& columns) const {
        std::size_t out = 0, budget = ~std::size_t{0};
        for (std::size_t s = 0; s < chain_.steps.size(); ++s)
            out += chain_.steps[s].of[o] && is_step_read(o, s, row, columns[s], budget) ? 1 : 0;
        return out;
    }
    bool is_read_or_absent(Operand o, const ChainBlock& block, const std::vector<std::size_t>& columns) const {
        return !matrices_.given[o] || is_read(o, block.row[o], columns);
    }

    // The steps may take their columns in any order, which an operand that is constant along K does not show: takes the
    // order of one operand if both are read rightly in it.
    void look_for_order(ChainBlock& block) const {
        const auto fits = [&](const std::vector<std::size_t>& columns) {
            return is_read_or_absent(Operand::a, block, columns) && is_read_or_absent(Operand::b, block, columns);
        };
        if (block.column.empty() || fits(block.column)) return;
        for (const Operand o : kBothOperands) {
            std::vector<std::size_t> columns;
            for (std::size_t s = 0; s < chain_.steps.size(); ++s)
                if (const auto column = column_of(s, o, block)) columns.push_back(*column);
            if (columns.size() != block.column.size() || has_twice(columns) || !fits(columns)) continue;
            block.column = std::move(columns);
            return;
        }
    }

    // The blocks that all steps read rightly, those at a multiple of their size first: they have the rarest chunk that
    // the first step reads. Columns go on as in `columns`; `fixed`: they are these.
    std::vector<SliceStart> exact_blocks(Operand o, const std::vector<std::size_t>& columns, bool fixed) const {
        constexpr std::size_t kMostBlocks = 64, kMostCompared = 200'000;
        std::vector<SliceStart> out;
        std::size_t step = 0;
        while (step < chain_.steps.size() && !chain_.steps[step].of[o]) ++step;
        if (step == chain_.steps.size()) return out;
        const OperandRead& read = *chain_.steps[step].of[o];
        const Walk& walk = read.walk(read.layout);
        const std::size_t unit = chain_.steps[step].shape().k;
        std::span<const MatrixPlace> rarest;
        Element first{};
        for (std::size_t i = 0; i < walk.first.size(); ++i) {
            const Chunk* chunk = read.memory->at(address_of(walk, read.layout, i));
            if (!chunk) return out;
            const auto places = matrices_.index[o]->along(read.layout.major).of(*chunk);
            if (places.empty()) return out;
            if (rarest.empty() || places.size() < rarest.size()) rarest = places, first = walk.first[i];
        }
        std::size_t budget = kMostCompared;
        for (const bool aligned : {true, false})
            for (const MatrixPlace& at : rarest) {
                const std::int64_t row = std::int64_t{at.row} - first.row,
                                   column = std::int64_t{at.column} - first.column;
                if (row < 0 || column < 0 || row % kGroup != 0 || (row % read.layout.rows == 0) != aligned) continue;
                const SliceStart start{static_cast<std::size_t>(row),
                                       static_cast<std::size_t>(column) * matrices_.view[o].k_per_column +
                                           columns.front() - columns[step]};
                if ((fixed && start.column != columns.front()) || start.column % unit != 0 ||
                    out.size() == kMostBlocks || budget == 0)
                    continue;
                if (is_read(o, start.row, moved(columns, start.column), budget)) out.push_back(start);
            }
        return out;
    }

    static std::vector<std::size_t> moved(std::vector<std::size_t> columns, std::size_t to) {
        const std::size_t from = columns.front();
        for (std::size_t& column : columns) column += to - from;
        return columns;
    }

    // In a matrix with many equal chunks, as an identity matrix, or with rows of zeros, which do not vote: takes a
    // block that is read rightly, if there is one. Both operands have the same columns, so one that the other operand
    // can also have comes first.
    void look_for(Operand o, ChainBlock& block) const {
        if (block.column.empty() || is_read(o, block.row[o], block.column)) return;
        const Operand other = other_operand(o);
        const bool fixed = matrices_.given[other] && is_clear(other);
        const std::vector<SliceStart> found = exact_blocks(o, block.column, fixed);
        if (found.empty()) return;
        SliceStart best = found.front();
        if (!fixed && matrices_.given[other]) {
            // What the other operand reads rightly stays right, there or in rows of its own.
            const bool is_right = is_read(other, block.row[other], block.column);
            const auto same = std::ranges::find_if(found, [&](const SliceStart& at) {
                return is_right && is_read(other, block.row[other], moved(block.column, at.column));
            });
            const auto others =
                same == found.end() ? exact_blocks(other, block.column, false) : std::vector<SliceStart>();
            const auto both = std::ranges::find_first_of(found, others, {}, &SliceStart::column, &SliceStart::column);
            if (is_right && same == found.end() && both == found.end()) return;
            best = same != found.end() ? *same : both != found.end() ? *both : best;
            const auto its = std::ranges::find(others, best.column, &SliceStart::column);
            if (its != others.end()) block.row[other] = its->row;
        }
        block.row[o] = best.row;
        block.column = moved(block.column, best.column);
        block.known[o] = block.known[o] || found.size() == 1;
    }

    // Where a wrong word reads only the first rows rightly, their votes are few. But they are right if all rows behind
    // them are in memory, and of the block at a multiple of its size some are not.
    std::optional<std::size_t> whole_block(Operand o, const std::map<std::int64_t, std::size_t>& votes,
                                           std::size_t best, std::size_t rows) const {
        constexpr std::size_t kMostTries = 8;
        const std::vector<bool> present = present_rows(o);
        if (absent_in(present, best, rows) == 0) return std::nullopt;
        std::map<std::int64_t, std::size_t> groups;
        for (const auto& [row, count] : votes) groups[to_nearest(row, kGroup)] += count;
        std::vector<std::pair<std::size_t, std::int64_t>> tried;
        for (const auto& [row, count] : groups)
            if (static_cast<std::size_t>(row) + rows <= matrices_.view[o].rows) tried.emplace_back(count, row);
        std::sort(tried.begin(), tried.end(), std::greater<>());
        if (tried.size() > kMostTries) tried.resize(kMostTries);
        for (const auto& [count, row] : tried)
            if (absent_in(present, static_cast<std::size_t>(row), rows) == 0) return static_cast<std::size_t>(row);
        // A start that is whole groups of rows off reads rows of a block beside the right one, which alone is in
        // memory.
        const auto is_there = [&](std::size_t row) { return row < present.size() && present[row]; };
        for (const auto& [count, row] : tried)
            for (std::size_t first = static_cast<std::size_t>(row) - std::min<std::size_t>(row, rows / kGroup * kGroup);
                 first < static_cast<std::size_t>(row) + rows; first += kGroup)
                if (absent_in(present, first, rows) == 0 && (first == 0 || !is_there(first - 1)) &&
                    !is_there(first + rows))
                    return first;
        return std::nullopt;
    }

    std::size_t row_of_block(Operand o, bool& known) const {
        const StepReads* first = chain_.known();
        if (!first) return 0;
        const std::int64_t rows = first->rows(o);
        const auto all = static_cast<std::int64_t>(matrices_.view[o].rows);
        std::map<std::int64_t, std::size_t> exact, rounded;
        std::size_t chunks = 0, found = 0;
        for (const auto& votes : votes_) {
            chunks += votes[o].chunks, found += votes[o].found;
            for (const auto& [at, count] : votes[o].all) {
                exact[at.first] += count;
                // Only what is read exactly there may leave the matrix.
                std::int64_t block = to_nearest(at.first, rows);
                if (block + rows > all && block != at.first)
                    block = std::max<std::int64_t>((all - rows) / rows, 0) * rows;
                rounded[block] += count;
            }
        }
        const auto best = most_of_votes(rounded);
        const auto as_read = most_of_votes(exact);
        known = best.has_value();
        if (!best) return row_in_memory(o, static_cast<std::size_t>(rows));
        // A block can begin anywhere if everything agrees with it: not if the rows of a core matrix are others. One
        // chunk can vote twice for it.
        const std::size_t others = chunks - std::min(chunks, as_read->second);
        const bool agrees = as_read->second * 10 >= found * 9 && found * 2 >= chunks && as_read->first >= 0 &&
                            as_read->first + rows <= all && others * static_cast<std::size_t>(rows) < chunks * kGroup;
        if (agrees && (as_read->first % kGroup == 0 || !has_row_before(o, as_read->first)))
            return static_cast<std::size_t>(as_read->first);
        const auto block = static_cast<std::size_t>(best->first);
        if (const auto whole = whole_block(o, exact, block, static_cast<std::size_t>(rows))) return *whole;
        // Nothing in memory is elsewhere: the other rows are not there.
        const bool alone = as_read->second * 10 >= found * 9 && as_read->first >= 0 && as_read->first % kGroup == 0 &&
                           as_read->first + rows <= all && absent_rows(o, block, static_cast<std::size_t>(rows)) != 0;
        return alone ? static_cast<std::size_t>(as_read->first) : block;
    }

    // Of each row of a matrix, whether a chunk of it is in memory.
    std::vector<bool> present_rows(Operand o) const {
        const std::size_t length = is_more_along_k(o) ? 1 : matrices_.view[o].form.in_chunk;
        std::vector<bool> out(matrices_.view[o].rows);
        for (const MatrixPlace& at : in_memory(o))
            for (std::size_t i = at.row; i < std::min(at.row + length, out.size()); ++i) out[i] = true;
        return out;
    }
    static std::size_t absent_in(const std::vector<bool>& present, std::size_t row, std::size_t rows) {
        std::size_t out = 0;
        for (std::size_t i = row; i < row + rows; ++i) out += i < present.size() && present[i] ? 0 : 1;
        return out;
    }

    bool is_more_along_k(Operand o) const {
        return matrices_.index[o]->along_k.rare(kMostVotes).size() >=
               matrices_.index[o]->along_mn.rare(kMostVotes).size();
    }

    // The chunks of a matrix that are in memory, in the majorness of which there are more.
    std::vector<MatrixPlace> in_memory(Operand o) const {
        std::vector<MatrixPlace> k = matrices_.index[o]->along_k.rare(kMostVotes),
                                 mn = matrices_.index[o]->along_mn.rare(kMostVotes);
        return k.size() >= mn.size() ? k : mn;
    }

    // Where nothing that is read is in the matrix: a block of which most chunks are in memory. Warpgroups have one
    // after the other.
    std::size_t row_in_memory(Operand o, std::size_t rows) const {
        std::map<std::size_t, std::size_t> counts;
        std::size_t most = 0;
        for (const MatrixPlace& at : in_memory(o)) most = std::max(most, ++counts[at.row / rows]);
        std::vector<std::size_t> blocks;
        for (const auto& [block, count] : counts)
            if (count * 2 > most) blocks.push_back(block * rows);
        if (!blocks.empty())
            return blocks[std::min<std::size_t>(pick(o, unsigned{chain_.chain->warpgroup}, 0u), blocks.size() - 1)];
        const std::size_t row = pick(o, rows * chain_.chain->warpgroup, std::size_t{0});
        return row + rows <= matrices_.view[o].rows ? row : 0;
    }

    // Whether the row of the matrix before the block is in memory, where the row before the first one would be: then
    // the tile does not begin where the word says.
    bool has_row_before(Operand o, std::int64_t row) const {
        if (row == 0) return false;
        for (std::size_t s = 0; s < votes_.size(); ++s) {
            if (!chain_.steps[s].of[o] || votes_[s][o].all.empty()) continue;
            const OperandRead& read = *chain_.steps[s].of[o];
            const auto column = most_of_votes(votes_[s][o].all)->first.second;
            Chunk before;
            if (column < 0 || read.layout.major != Major::k ||
                !matrices_.view[o].chunk(static_cast<std::size_t>(row - 1), static_cast<std::size_t>(column), Major::k,
                                         before))
                return true;
            return read.memory->places().has(before) && !is_repeated(before, matrices_.view[o].form);
        }
        return false;
    }

    // The K column for which most chunks of a step vote, if it can be one.
    std::optional<std::size_t> column_of(std::size_t step, Operand o, const ChainBlock& block) const {
        const StepReads& s = chain_.steps[step];
        if (!s.is_known() || !matrices_.given[o]) return std::nullopt;
        const std::int64_t rows = s.rows(o), row = static_cast<std::int64_t>(block.row[o]);
        std::map<std::int64_t, std::size_t> columns;
        for (const auto& [at, count] : votes_[step][o].all)
            if (at.first == row || to_nearest(at.first, rows) == to_nearest(row, rows)) columns[at.second] += count;
        const auto best = most_of_votes(columns);
        const std::int64_t column = best ? best->first * matrices_.view[o].k_per_column : -1;
        if (column < 0 || column % s.shape().k != 0 || best->second * 4 < votes_[step][o].chunks) return std::nullopt;
        return static_cast<std::size_t>(column);
    }

    // `others`: gets the plans that can be right too.
    std::vector<std::size_t> columns(const ChainBlock& block,
                                     std::vector<std::vector<std::size_t>>* others = nullptr) const;

    // The K column, a multiple of `k`, from which on so many columns of the block are in memory most.
    std::size_t first_column_in_memory(const ChainBlock& block, std::size_t k, std::size_t columns) const {
        std::map<std::size_t, std::size_t> counts;
        const StepReads* first = chain_.known();
        for (const Operand o : kBothOperands)
            if (matrices_.given[o] && first)
                for (const MatrixPlace& at : in_memory(o))
                    if (at.row >= block.row[o] && at.row < block.row[o] + first->rows(o))
                        ++counts[at.column * matrices_.view[o].k_per_column / k * k];
        std::size_t out = 0, most = 0;
        for (const auto& [from, of_first] : counts) {
            std::size_t here = 0;
            for (auto at = counts.find(from); at != counts.end() && at->first < from + columns; ++at)
                here += at->second;
            if (here > most) most = here, out = from;
        }
        return out;
    }

    const ChainReads& chain_;
    const Matrices& matrices_;
    std::vector<OperandPair<Votes>> votes_;
};

using Columns = std::vector<std::optional<std::size_t>>;

// How many operands of steps read the columns of a plan.
std::size_t support_of(const OperandPair<Columns>& seen, const std::vector<std::size_t>& plan) {
    std::size_t out = 0;
    for (const Operand o : kBothOperands)
        for (std::size_t s = 0; s < plan.size(); ++s) out += seen[o][s] == plan[s] ? 1 : 0;
    return out;
}

// The steps go on from one to the next; a chain of which steps were not seen can jump, where both operands do.
std::vector<std::size_t> ChainVoter::columns(const ChainBlock& block,
                                             std::vector<std::vector<std::size_t>>* others) const {
    const std::size_t count = chain_.steps.size();
    OperandPair<Columns> seen;
    std::vector<std::size_t> offset(count + 1);
    for (std::size_t s = 0; s < count; ++s) {
        for (const Operand o : kBothOperands) seen[o].push_back(column_of(s, o, block));
        offset[s + 1] = offset[s] + (chain_.steps[s].is_known() ? chain_.steps[s].shape().k : 0);
    }
    std::vector<std::size_t> best(offset.begin(), offset.end() - 1);
    const std::size_t end = std::max(matrices_.view.a.k_columns(), matrices_.view.b.k_columns());
    const auto has = [](const std::optional<std::size_t>& column) { return column.has_value(); };
    std::size_t most = support_of(seen, best);
    std::vector<std::vector<std::size_t>> equal;
    const auto add = [&](std::vector<std::size_t> plan) {
        if (others && std::ranges::find(equal, plan) == equal.end()) equal.push_back(std::move(plan));
    };
    add(best);
    for (const Operand o : kBothOperands)
        for (std::size_t s = 0; s < count; ++s) {
            if (!seen[o][s] || *seen[o][s] < offset[s] || offset[count] > end) continue;
            const auto moved_by = [&](std::size_t by) {
                std::vector<std::size_t> plan(offset.begin(), offset.end() - 1);
                for (std::size_t& column : plan) column += by;
                return plan;
            };
            const std::size_t first = *seen[o][s] - offset[s], last = end - offset[count];
            const std::size_t support = support_of(seen, moved_by(first));
            // Steps that all read too far should read the last columns.
            if (support == most && support != 0) add(moved_by(std::min(first, last)));
            if (support <= most) continue;
            most = support, best = moved_by(std::min(first, last));
            equal.clear();
        }
    const bool none_seen = std::ranges::none_of(seen.a, has) && std::ranges::none_of(seen.b, has);
    if (others || (most == 0 && count != 0 && none_seen)) {
        const std::size_t unit = chain_.known() ? chain_.known()->shape().k : 1;
        const std::size_t from = first_column_in_memory(block, unit, offset[count]);
        std::vector<std::size_t> plan(offset.begin(), offset.end() - 1);
        if (from + offset[count] <= end)
            for (std::size_t& column : plan) column += from;
        add(plan);
        if (equal.size() > 1) std::swap(equal.front(), equal.back());  // that of memory comes first
        if (others) *others = std::move(equal);
        if (most == 0 && count != 0 && none_seen) return plan;
    }
    std::vector<std::size_t> jumping;
    for (std::size_t s = 0; s < count; ++s) {
        const std::size_t next = s == 0 ? best[0] : jumping[s - 1] + offset[s] - offset[s - 1];
        const bool both = seen.a[s] && (seen.a[s] == seen.b[s] || !matrices_.given.b);
        const bool only_b = seen.b[s] && !matrices_.given.a;
        jumping.push_back(both ? *seen.a[s] : only_b ? *seen.b[s] : next);
    }
    return support_of(seen, jumping) > most && !has_twice(jumping) ? jumping : best;
}

// Whether the first words of B are equal: else the chains have other columns of D.
bool have_one_b(const ChainReads& one, const ChainReads& two) {
    const auto &a = one.steps.front().of.b, &b = two.steps.front().of.b;
    return a && b && a->word == b->word;
}

// Two chains never compute the same block. One of which nothing was found has the rows behind those of the other. Of
// two warpgroups, the one whose rows are not in memory reads those of the other; else the one whose rows are not 64 x
// warpgroup further.
void tell_chains_apart(const Reads& reads, const Matrices& matrices, std::vector<ChainBlock>& blocks) {
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::size_t j = 0; j < blocks.size(); ++j) {
            const Chain &one = *reads.chains[i].chain, &two = *reads.chains[j].chain;
            const bool unseen = !blocks[j].known.a, same = one.warpgroup == two.warpgroup && i < j && unseen;
            if ((one.warpgroup >= two.warpgroup && !same) || blocks[i].row != blocks[j].row || !blocks[i].known.a ||
                blocks[i].column != blocks[j].column || blocks[i].column.empty())
                continue;
            const StepReads* known = reads.chains[i].known();
            if (!known || !matrices.given.a || one.d_in_tmem || !have_one_b(reads.chains[i], reads.chains[j])) continue;
            const std::size_t rows = known->shape().m, row = blocks[i].row.a;
            const std::size_t apart = same ? rows : rows * (two.warpgroup - one.warpgroup);
            const ChainVoter voter(reads.chains[j], matrices);
            const auto absent = [&](std::size_t at) { return voter.absent_rows(Operand::a, at, rows); };
            const bool can_go_up = row + apart < matrices.view.a.rows, can_go_down = !same && row >= apart;
            bool goes_up = unseen || row / rows % 2 == one.warpgroup % 2;
            if (can_go_up && can_go_down && !unseen && absent(row + apart) != absent(row - apart))
                goes_up = absent(row + apart) < absent(row - apart);
            if (can_go_up && goes_up)
                blocks[j].row.a = row + apart;
            else if (can_go_down)
                blocks[i].row.a = row - apart;
        }
}

// Of a part of a tile in which nothing of A was found, the rows follow from those of another part, or of the first.
void take_row_of_tile(const Reads& reads, const Matrices& matrices, std::size_t chain,
                      std::vector<ChainBlock>& blocks) {
    const MatrixView& a = matrices.view.a;
    const Chain& mine = *reads.chains[chain].chain;
    if (!matrices.given.a || blocks[chain].known.a || mine.tile.empty()) return;
    if (ChainVoter(reads.chains[chain], matrices).reads(Operand::a, blocks[chain])) return;
    const auto found = std::ranges::find_if(mine.tile, [&](std::size_t i) { return blocks[i].known.a; });
    const std::size_t from = found != mine.tile.end() ? *found : mine.tile.front();
    const std::size_t row = blocks[from].row.a + mine.part * mine.m, before = reads.chains[from].chain->part * mine.m;
    if (row >= before && row - before < a.rows) blocks[chain].row.a = row - before;
}

}  // namespace

std::vector<ChainBlock> blocks_of(const Reads& reads, const Matrices& matrices, const std::stop_token& stop) {
    std::vector<ChainBlock> out;
    for (const ChainReads& chain : reads.chains) {
        if (stop.stop_requested()) return out;
        out.push_back(ChainVoter(chain, matrices).block());
    }
    tell_chains_apart(reads, matrices, out);
    for (std::size_t i = 0; i < out.size(); ++i) take_row_of_tile(reads, matrices, i, out);
    return out;
}

std::vector<ChainBlock> rivals_of(const Reads& reads, const Matrices& matrices, const std::vector<ChainBlock>& blocks,
                                  std::size_t chain) {
    const ChainVoter voter(reads.chains[chain], matrices);
    const ChainBlock& block = blocks[chain];
    std::vector<ChainBlock> out;
    for (auto& columns : voter.other_columns(block)) {
        out.push_back(block);
        out.back().column = std::move(columns);
    }
    for (const Operand o : kBothOperands)
        for (const std::size_t row : matrices.given[o] ? voter.other_rows(o, block) : std::vector<std::size_t>()) {
            out.push_back(block);
            out.back().row[o] = row;
        }
    std::erase_if(out, [&](const ChainBlock& rival) {
        return std::ranges::any_of(blocks, [&](const ChainBlock& other) {
            return &other != &block && other.row == rival.row && other.column == rival.column;
        });
    });
    return out;
}

}  // namespace tilescope::autopsy
