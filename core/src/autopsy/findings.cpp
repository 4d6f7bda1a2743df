// core/src/autopsy/findings.cpp -- what each step read, compared with what it should have read.
// SPDX-License-Identifier: MIT
#include "findings.h"

#include <algorithm>
#include <bit>

namespace tilescope::autopsy {
namespace {

// From so many wrong steps on, the change that repaired the last one is tried before all others.
constexpr std::size_t kSearches = 8;

Finding of_registers(const StepReads& s, const MatrixView& view, SliceStart at) {
    Finding out;
    const ReadOperand& a = s.step->read.a;
    for (std::size_t i = 0; i < a.words.size(); ++i) {
        const std::size_t row = at.row + i / a.columns, column = at.column + i % a.columns;
        if (row >= view.rows || column >= view.columns) continue;
        ++out.count;
        if (view.word(row, column) != view.as_read(a.words[i])) out.wrong.push_back(i);
    }
    if (out.count != 0) out.state = out.wrong.empty() ? ReadState::right : ReadState::registers;
    return out;
}

std::size_t distinct_in(const Slice& slice) {
    std::vector<Chunk> chunks;
    for (std::size_t i = 0; i < slice.chunks.size(); ++i)
        if (slice.known[i] != 0) chunks.push_back(slice.chunks[i]);
    std::ranges::sort(chunks);
    return static_cast<std::size_t>(std::unique(chunks.begin(), chunks.end()) - chunks.begin());
}

class Finder {
public:
    Finder(Reads& reads, Operand o, const MatrixView& view) : reads_(reads), o_(o), view_(view) {}

    SliceStart start(const ChainBlock& block, std::size_t step) const {
        return {block.row[o_], block.column[step] / view_.k_per_column};
    }

    Finding find(const StepReads& s, SliceStart at) {
        if (pick(o_, bool{s.a_in_registers}, false)) return of_registers(s, view_, at);
        if (!s.of[o_]) return {};
        const OperandRead& read = *s.of[o_];
        const Walk& walk = read.walk(read.layout);
        const Slice slice = slice_of(view_, walk, read.layout.major, at);
        Finding out;
        out.count = slice.count;
        if (slice.count == 0) return out;
        out.best = {read.layout, 0, 0};
        out.state = ReadState::right;
        if (wrong_chunks(read, *read.memory, read.layout, slice, 0) == 0) return out;
        look_at(slice, out);
        ++searched_;
        if (searched_ > kSearches && repeated(read, at, out)) return out;
        out.fits = exact_fits(read, view_, at);
        out.state = ReadState::word;
        // Equal chunks can be elsewhere too: an identity matrix. So bytes that arrive where the word reads count first.
        if (!out.fits.empty() && reads_unwritten(read, slice))
            if (const auto late = later_finding(s, read, slice, at)) return *late;
        if (!out.fits.empty()) {
            from_ = read.layout;
            to_ = out.fits.front().layout;
            return out;
        }
        if (const auto late = later_finding(s, read, slice, at)) return *late;
        out.rows = written_rows(read, view_, at);
        out.state = ReadState::rows;
        if (out.rows) return out;
        out.state = ReadState::memory;
        out.best = best_fit(read, view_, at);
        if (out.best.wrong * 4 > out.count) out.best = {read.layout, 0, 0};  // that a part fits says little
        out.wrong = wrong_of(read, out.best.layout, at);
        return out;
    }

    // Tries a change that repairs another step.
    void try_change(const StepReads& s, SliceStart at, const SmemLayout& from, const SmemLayout& to,
                    Finding& finding) const {
        const OperandRead& read = *s.of[o_];
        const SmemLayout layout = with_change(read.layout, from, to);
        const Slice slice = slice_of(view_, read.walk(layout), layout.major, at);
        if (slice.count == 0 || wrong_chunks(read, *read.memory, layout, slice, 0) != 0) return;
        const Fit fit{layout, changed_fields(read.layout, layout), 0};
        if (fit.changed == 0 || std::ranges::any_of(finding.fits, [&](const Fit& f) { return f.layout == layout; }))
            return;
        finding.state = ReadState::word;
        finding.fits.push_back(fit);
    }

private:
    static void look_at(const Slice& slice, Finding& out) {
        out.distinct = distinct_in(slice);
        out.clear = out.distinct * 2 > slice.count;
    }

    bool repeated(const OperandRead& read, SliceStart at, Finding& out) const {
        if (!to_) return false;
        const SmemLayout layout = with_change(read.layout, from_, *to_);
        const Slice slice = slice_of(view_, read.walk(layout), layout.major, at);
        if (slice.count == 0 || wrong_chunks(read, *read.memory, layout, slice, 0) != 0) return false;
        out.fits = {{layout, changed_fields(read.layout, layout), 0}};
        out.state = ReadState::word;
        return true;
    }

    bool is_later(const StepReads& s, const OperandRead& read, const Slice& slice) const {
        for (const std::size_t index : reads_.later(s.step->event, s.memory))
            if (wrong_chunks(read, reads_.memory(index, view_.form), read.layout, slice, 0) == 0) return true;
        return false;
    }

    std::optional<Finding> later_finding(const StepReads& s, const OperandRead& read, const Slice& slice,
                                         SliceStart at) const {
        if (!is_later(s, read, slice)) return std::nullopt;
        Finding out;
        out.state = ReadState::later;
        out.best = {read.layout, 0, 0};
        out.wrong = wrong_of(read, read.layout, at);
        out.count = slice.count;
        look_at(slice, out);
        return out;
    }

    // Whether most of what the word reads wrongly are equal bytes, as in memory that nothing wrote.
    static bool reads_unwritten(const OperandRead& read, const Slice& slice) {
        const Walk& walk = read.walk(read.layout);
        std::size_t wrong = 0, repeated = 0;
        for (std::size_t i = 0; i < slice.chunks.size(); ++i) {
            const Chunk* chunk = read.memory->at(address_of(walk, read.layout, i));
            if (slice.known[i] == 0 || !chunk || *chunk == slice.chunks[i]) continue;
            ++wrong;
            repeated += is_repeated(*chunk, form_of(*read.layout.type)) ? 1 : 0;
        }
        return repeated * 2 > wrong;
    }

    std::vector<std::size_t> wrong_of(const OperandRead& read, const SmemLayout& layout, SliceStart at) const {
        const Walk& walk = read.walk(layout);
        const Slice slice = slice_of(view_, walk, layout.major, at);
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < slice.chunks.size(); ++i) {
            const Chunk* chunk = read.memory->at(address_of(walk, layout, i));
            if (slice.known[i] != 0 && (!chunk || *chunk != slice.chunks[i])) out.push_back(i);
        }
        return out;
    }

    Reads& reads_;
    const Operand o_;
    const MatrixView& view_;
    std::size_t searched_ = 0;
    SmemLayout from_;
    std::optional<SmemLayout> to_;
};

// Where the same chunks are in many places, one step alone does not say which field is wrong. So each change that
// repairs a step is tried in all others.
void share_changes(const Finder& finder, const ChainReads& chain, Operand o, const ChainBlock& block,
                   std::vector<Finding>& all) {
    constexpr std::size_t kMostChanges = 12;
    std::vector<std::pair<SmemLayout, SmemLayout>> changes;
    for (std::size_t s = 0; s < all.size() && changes.size() < kMostChanges; ++s)
        for (const Fit& fit : all[s].fits) {
            const SmemLayout& from = chain.steps[s].of[o]->layout;
            const auto same = [&](const auto& c) { return with_change(from, c.first, c.second) == fit.layout; };
            if (changes.size() < kMostChanges && std::ranges::none_of(changes, same))
                changes.emplace_back(from, fit.layout);
        }
    if (changes.size() < 2) return;
    for (std::size_t s = 0; s < all.size(); ++s) {
        if (all[s].state != ReadState::word && all[s].state != ReadState::memory) continue;
        for (const auto& [from, to] : changes)
            finder.try_change(chain.steps[s], finder.start(block, s), from, to, all[s]);
        std::ranges::stable_sort(all[s].fits, {}, [](const Fit& f) { return std::popcount(f.changed); });
    }
}

}  // namespace

SmemLayout with_change(SmemLayout layout, const SmemLayout& from, const SmemLayout& to) {
    layout.start += to.start - from.start;
    if (from.lbo != to.lbo) layout.lbo = to.lbo;
    if (from.sbo != to.sbo) layout.sbo = to.sbo;
    if (from.base_offset != to.base_offset) layout.base_offset = to.base_offset;
    layout.mode = to.mode;
    layout.major = to.major;
    return layout;
}

std::vector<Finding> findings_of(Reads& reads, std::size_t chain, Operand o, const Matrices& matrices,
                                 const ChainBlock& block, const std::stop_token& stop) {
    const ChainReads& c = reads.chains[chain];
    std::vector<Finding> out(c.steps.size());
    if (!matrices.given[o]) return out;
    Finder finder(reads, o, matrices.view[o]);
    for (std::size_t s = 0; s < c.steps.size() && !stop.stop_requested(); ++s)
        if (c.steps[s].is_known() && form_of(c.steps[s].type(o)) == matrices.view[o].form)
            out[s] = finder.find(c.steps[s], finder.start(block, s));
    share_changes(finder, c, o, block, out);
    return out;
}

}  // namespace tilescope::autopsy
