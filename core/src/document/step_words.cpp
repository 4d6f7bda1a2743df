// core/src/document/step_words.cpp -- the descriptor of A or B for each instruction of its tile.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/step_words.h>
#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope {
namespace {

SmemLayout layout_of_step(const Derived& d, Operand operand, unsigned step, unsigned piece) {
    const OperandView& o = d.of(operand);
    SmemLayout layout = k_step_slice(o.layout, step, o.mma_k);
    layout.start += piece * d.session.pieces.distance[operand];
    return layout;
}

}  // namespace

unsigned k_steps_of(const OperandView& operand) {
    return std::max(static_cast<unsigned>(std::max(operand.layout.columns, 0)) / std::max(operand.mma_k, 1u), 1u);
}

Answer<std::uint64_t> word_of_step(const Derived& d, Operand operand, unsigned step, unsigned piece) {
    const WordView& word = d.of(word_of(operand));
    return with_start(*word.format, word.decoded.word, layout_of_step(d, operand, step, piece));
}

Answer<std::vector<StepWord>> step_words(const Derived& d, Operand operand) {
    const OperandView& o = d.of(operand);
    if (!o.placed() && !o.apart) return Refusal(o.unplaced);
    if (unknown_start(d, operand) != 0) return Refusal(o.assumed);
    std::vector<StepWord> out;
    for (unsigned piece = 0; piece < d.session.pieces.count[operand]; ++piece)
        for (unsigned step = 0; step < k_steps_of(o); ++step) {
            const auto word = word_of_step(d, operand, step, piece);
            if (!word) return Refusal(name_of(operand), " at K step ", step, ": ", word.why, ".");
            out.push_back({piece, step, layout_of_step(d, operand, step, piece).start, *word});
        }
    return out;
}

}  // namespace tilescope
