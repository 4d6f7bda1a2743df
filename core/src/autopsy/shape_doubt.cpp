// core/src/autopsy/shape_doubt.cpp -- whether D may be another block than it should be.
// SPDX-License-Identifier: MIT
#include "shape_doubt.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::autopsy {
namespace {

// The rows of an operand at which each chain of the kernel begins, and how many it reads.
class Rows {
public:
    Rows(const Reads& reads, const Study& study, Operand o) : reads_(reads), study_(study), o_(o) {}

    std::size_t first(std::size_t chain) const { return study_.chains[chain].block.row[o_]; }
    std::size_t count(std::size_t chain) const { return reads_.chains[chain].known()->rows(o_); }
    std::size_t all() const { return study_.matrices.view[o_].rows; }

    // The first row that no chain reads. No value: all are read, or a chain is not known.
    std::optional<std::size_t> unread() const {
        std::vector<bool> read(all());
        for (std::size_t i = 0; i < reads_.chains.size(); ++i) {
            if (!reads_.chains[i].known()) return std::nullopt;
            for (std::size_t row = first(i); row < std::min(all(), first(i) + count(i)); ++row) read[row] = true;
        }
        const auto found = std::ranges::find(read, false);
        return found == read.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - read.begin()));
    }

    // Whether what a chain reads past the end of the matrix is not zero.
    bool has_bytes_past_end(std::size_t chain) const {
        if (first(chain) + count(chain) <= all()) return false;
        return std::ranges::any_of(reads_.chains[chain].steps, [&](const StepReads& s) {
            const ReadOperand& read = pick(o_, s.step->read.a, s.step->read.b);
            const std::size_t from = (all() - std::min(all(), first(chain))) * read.columns;
            const std::size_t end = std::min<std::size_t>(read.words.size(), count(chain) * read.columns);
            for (std::size_t i = from; i < end; ++i)
                if (read.words[i] != 0) return true;
            return false;
        });
    }

private:
    const Reads& reads_;
    const Study& study_;
    const Operand o_;
};

bool all_was_seen(const Recording& recording) {
    constexpr std::array<unsigned, 3> kOneBlock{1, 1, 1};
    const auto is_seen = [&](const CodeMma& mma) {
        return std::ranges::any_of(recording.events, [&](const Event& event) {
            const auto* seen = std::get_if<SeenMma>(&event);
            return seen != nullptr && seen->at.pc == mma.at.pc;
        });
    };
    const auto skipped = [](const Event& event) {
        const auto* seen = std::get_if<SeenMma>(&event);
        return seen != nullptr && seen->skipped != 0;
    };
    return recording.grid == kOneBlock && recording.ended && std::ranges::all_of(recording.code, is_seen) &&
           std::ranges::none_of(recording.events, skipped);
}

Fault shape_fault(std::uint64_t is, std::string says) {
    return {.part = Part::instruction,
            .field = FaultField::shape,
            .k_steps = {},
            .value = {is, {}},
            .says = std::move(says)};
}

}  // namespace

std::optional<Fault> shape_doubt(const Reads& reads, const Study& study, std::size_t index) {
    const ChainReads& chain = reads.chains[index];
    if (!chain.chain->d_in_tmem || !chain.known()) return std::nullopt;
    for (const Operand o : kBothOperands) {
        const Rows rows(reads, study, o);
        const std::string_view size = pick(o, "M", "N"), name = name_of(o);
        const std::uint64_t is = pick(o, chain.known()->shape().m, chain.known()->shape().n);
        if (rows.has_bytes_past_end(index))
            return shape_fault(is, say(size, " of the instruction descriptor is ", is, ", but ", name, " has ",
                                       rows.all(), " rows, and the bytes behind them are not zero."));
        if (const auto row = rows.unread(); row && all_was_seen(reads.recording()))
            return shape_fault(is, say(size, " of the instruction descriptor is ", is,
                                       ", and no MMA of the only block reads row ", *row, " of ", name, "."));
    }
    return std::nullopt;
}

std::string order_doubt(const Reads& reads, const Study& study, std::size_t index) {
    const Chain& chain = *reads.chains[index].chain;
    if (chain.tile.empty() || !study.matrices.given.a || study.exchanged) return {};
    const auto row = [&](std::size_t i) { return study.chains[i].block.row.a; };
    if (!std::ranges::all_of(chain.tile, [&](std::size_t i) { return study.chains[i].all_right(Operand::a); }))
        return {};
    for (std::size_t part = 0; part < chain.tile.size(); ++part)
        if (row(chain.tile[part]) != row(chain.tile.front()) + part * chain.m)
            return say(
                "the warpgroups of a tile have the rows of A in another order than they lie in memory: this one "
                "has ",
                rows_text(chain), " and reads rows ", row(index), " to ", row(index) + chain.m - 1,
                " of A, which is right only if D is stored so");
    return {};
}

std::string block_doubt(const Reads& reads, const Study& study, std::size_t index) {
    const Chain& chain = *reads.chains[index].chain;
    const std::size_t parts = std::max<std::size_t>(chain.tile.size(), 1);
    for (const Operand o : kBothOperands) {
        const Rows rows(reads, study, o);
        if (!study.matrices.given[o] || !reads.chains[index].known()) continue;
        const std::size_t count = rows.count(index) * pick(o, std::size_t{parts}, std::size_t{1});
        const std::size_t before = pick(o, chain.part * rows.count(index), std::size_t{0});
        const std::size_t first = rows.first(index) - std::min(rows.first(index), before);
        if (first % count != 0 && first + count > rows.all())
            return say("the rows of ", name_of(o), " that are read begin at row ", first, ", between two tiles of ",
                       count, " rows, and end past the last row of ", name_of(o), ", which is row ", rows.all() - 1);
    }
    return {};
}

std::string doubt_text(const Reads& reads, const Study& study, std::size_t index) {
    const ChainStudy& result = study.chains[index];
    if (std::string why = block_doubt(reads, study, index); !why.empty()) return why;
    const auto has = [&](Doubt d) { return result.doubt.a == d || result.doubt.b == d; };
    const auto first = [&](Doubt d) { return result.doubt.a == d ? Operand::a : Operand::b; };
    const auto given_as = [&](Doubt d) {  // the name of the user's array
        return name_of(study.exchanged ? other_operand(first(d)) : first(d));
    };
    if (has(Doubt::foreign))
        return say("most of what was given as ", given_as(Doubt::foreign),
                   " is nowhere in the memory that these MMAs read: it may be of another run or of another chain");
    if (has(Doubt::n_by_k) && study.matrices.given.a)
        return say("the file of ", given_as(Doubt::n_by_k),
                   " does not say its shape, and in no shape that was tried are its elements where they are read: give "
                   "a .npy file that is not square");
    if (has(Doubt::n_by_k)) return "B alone can be N x K or K x N, and neither is read rightly: give A too";
    if (has(Doubt::other_block))
        return say("all that is read as ", name_of(first(Doubt::other_block)),
                   " are other elements of it, so another block may be meant");
    if (has(Doubt::rival)) return "another block of A and B needs as few faults, and nothing says which one is meant";
    if (has(Doubt::uneven))
        return "K steps with the same words would need different layouts: other bytes, or several faults, explain "
               "what was read";
    if (has(Doubt::metadata))
        return "A is sparse, and what is stored of it is not as its elements follow each other, but metadata can "
               "order them otherwise, and were not read";
    if (has(Doubt::map_or_word))
        return say("the tensor map of ", name_of(first(Doubt::map_or_word)),
                   " writes another swizzle than its words read, and each of them can be meant");
    return "many elements are equal, so that several words explain what was read";
}

}  // namespace tilescope::autopsy
