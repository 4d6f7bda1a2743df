// core/src/view/animation_before_after.cpp -- eight rows cross over from their places without the XOR, row by row.
// SPDX-License-Identifier: MIT

#include "animation_parts.h"

#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/before_after_scene.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::animated {
namespace {

constexpr std::size_t kBefore = 0, kAfter = 1, kBanksBefore = 2, kBanksAfter = 3;  // grids of before_after_scene()
constexpr std::string_view kBanksTitle = "BANKS";  // until the read: what it takes follows then
constexpr double kIdeaHolds = 3;

// The chunks of the read go down from memory into their banks.
AnimationStep falls_into_banks(const Scene& whole, std::size_t memory, std::size_t banks, std::string sentence) {
    AnimationStep out{.sentence = std::move(sentence), .titles = {{banks, whole.grids[banks].title}}};
    const CellsByKey in_banks = cells_by_key(whole.grids[banks]);
    for (std::size_t i = 0; i < whole.grids[memory].key.size(); ++i)
        if (const auto to = in_banks.find(whole.grids[memory].key[i]); to != in_banks.end())
            out.movements.push_back(movement_of(whole.grids[banks], to->second, spot_of(whole, memory, i),
                                                spot_of(whole, banks, to->second)));
    return out;
}

std::string banks_text(std::uint32_t byte) {
    const std::uint32_t first = byte % kLineBytes / kBanks.word_bytes;
    return say("banks ", first, " to ", first + kChunkBytes / kBanks.word_bytes - 1);
}

std::string row_text(const SmemLayout& layout, const CrossedChunk& read) {
    const AddressSum sum = explanation_of(layout, read.first);
    const std::string row = say(layout.major == Major::k ? "Row " : "Column ", read.line);
    if (sum.phase == 0) return say(row, ": the XOR is with 0, so this ", sum.unit, " stays.");
    return say(row, ": the XOR with ", sum.phase, " takes ", sum.unit, ' ', sum.unit_before, " of the line to ",
               sum.unit_after, ", from ", banks_text(read.before), " to ", banks_text(read.after), '.');
}

}  // namespace

Animation before_after_animation(const Derived& derived, const ViewState& view_state) {
    const SmemLayout& layout = derived.of(view_state.operand).layout;
    const Element from = access_begin(derived, view_state);
    Animation out;
    const Scene shown = out.start = *before_after_picture(derived, view_state);
    for (const std::size_t grid : {kAfter, kBanksBefore, kBanksAfter}) empty_cells(out.start.grids[grid]);
    for (const std::size_t grid : {kBanksBefore, kBanksAfter}) out.start.grids[grid].title = kBanksTitle;

    const std::vector<CrossedChunk> chunks = crossed_chunks(layout, from);
    const auto read = std::ranges::find(chunks, true, &CrossedChunk::read);
    const std::string rows =
        say(layout.major == Major::k ? "rows " : "columns ", chunks.front().line, " to ", chunks.back().line);
    const auto banks_say = [&](std::size_t grid) { return shown.grids[grid].title.substr(kBanksTitle.size() + 2); };
    out.steps.push_back({.sentence = say("A read takes chunk ", read->chunk, " of ", rows, " of ",
                                         name_of(view_state.operand), ". A column of memory is in four banks."),
                         .holds = 2});
    out.steps.push_back(
        falls_into_banks(shown, kBefore, kBanksBefore, say("Without the XOR: ", banks_say(kBanksBefore), '.')));
    const CellsByKey in_before = cells_by_key(shown.grids[kBefore]), in_after = cells_by_key(shown.grids[kAfter]);
    for (std::size_t i = 0; i < chunks.size();) {
        AnimationStep step;
        const int line = chunks[i].line;
        for (; i < chunks.size() && chunks[i].line == line; ++i) {
            const std::size_t at = in_before.at(chunks[i].after), to = in_after.at(chunks[i].after);
            step.movements.push_back(
                movement_of(shown.grids[kBefore], at, spot_of(shown, kBefore, at), spot_of(shown, kAfter, to)));
            if (chunks[i].read) step.sentence = row_text(layout, chunks[i]);
        }
        out.steps.push_back(std::move(step));
    }
    AnimationStep idea{.holds = kIdeaHolds};
    for (const CrossedChunk& c : chunks)
        if (c.read) idea.lit.push_back(spot_of(shown, kAfter, in_after.at(c.after)));
    const auto moves = [](const CrossedChunk& c) { return c.read && banks_text(c.before) != banks_text(c.after); };
    idea.sentence =
        say("Chunk ", read->chunk, " is now in other banks in ", std::ranges::count_if(chunks, moves), " of ",
            std::ranges::count(chunks, true, &CrossedChunk::read), layout.major == Major::k ? " rows." : " columns.");
    const auto now = idea.lit;
    out.steps.push_back(std::move(idea));
    AnimationStep end = falls_into_banks(shown, kAfter, kBanksAfter,
                                         say("With ", row_of(layout.mode).name, ": ", banks_say(kBanksAfter),
                                             ". Without it: ", banks_say(kBanksBefore), '.'));
    end.lit = now;  // the conclusion is about these chunks
    out.steps.push_back(std::move(end));
    return out;
}

}  // namespace tilescope::animated
