// core/src/autopsy/block_votes.cpp -- what the chunks of one operand of one step say of its block.
// SPDX-License-Identifier: MIT
#include "block_votes.h"

#include <algorithm>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kMostTimes = 8;  // that a step reads a chunk for each place of it in the matrix

// How many elements of a slice are in the registers of A, of every `stride`-th one.
std::size_t equal_in_registers(const ReadOperand& a, const MatrixView& view, SliceStart at, std::size_t count,
                               std::size_t stride) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < count; i += stride)
        out += view.word(at.row + i / a.columns, at.column + i % a.columns) == view.as_read(a.words[i]) ? 1 : 0;
    return out;
}

// The slices of which the registers of A hold most, where A is in registers.
Votes votes_of_registers(const StepReads& s, const MatrixView& view) {
    constexpr std::size_t kStride = 7;
    Votes out;
    const ReadOperand& a = s.step->read.a;
    if (a.words.size() != std::size_t{a.rows} * a.columns || a.words.empty()) return out;
    // A slice begins at a multiple of its size.
    for (std::size_t row = 0; row < view.rows; row += a.rows)
        for (std::size_t column = 0; column + a.columns <= view.columns; column += a.columns) {
            const std::size_t count = std::min<std::size_t>(a.words.size(), (view.rows - row) * a.columns);
            out.chunks = out.voters = std::max(out.chunks, count);
            if (equal_in_registers(a, view, {row, column}, count, kStride) * kStride * 2 <= count) continue;
            const std::size_t equal = equal_in_registers(a, view, {row, column}, count, 1);
            if (equal * 2 <= count || equal < out.found) continue;
            if (equal > out.found) out.all.clear();
            out.all[{static_cast<std::int64_t>(row), static_cast<std::int64_t>(column)}] = out.found = equal;
        }
    return out;
}

Votes votes_of_layout(const OperandRead& read, const SmemLayout& layout, const MatrixIndex& index) {
    Votes out;
    const Walk& walk = read.walk(layout);
    out.chunks = walk.first.size();
    std::map<Chunk, std::size_t> times;
    for (std::size_t i = 0; i < walk.first.size(); ++i)
        if (const Chunk* chunk = read.memory->at(address_of(walk, layout, i))) ++times[*chunk];
    for (std::size_t i = 0; i < walk.first.size(); ++i) {
        const Chunk* chunk = read.memory->at(address_of(walk, layout, i));
        if (!chunk) continue;
        const auto places = index.along(layout.major).of(*chunk);
        if (places.size() > kMostVotes) continue;
        ++out.voters;
        // Zeros of something else can also be somewhere in the matrix.
        if (times[*chunk] > places.size() * kMostTimes) continue;
        out.found += places.empty() ? 0 : 1;
        for (const MatrixPlace& at : places)
            ++out.all[{std::int64_t{at.row} - walk.first[i].row, std::int64_t{at.column} - walk.first[i].column}];
    }
    return out;
}

}  // namespace

std::size_t count_of(const Votes& votes) {
    std::size_t out = 0;
    for (const auto& [at, count] : votes.all) out += count;
    return out;
}

Votes votes_of(const StepReads& s, Operand o, const Matrices& matrices) {
    if (pick(o, bool{s.a_in_registers}, false)) return votes_of_registers(s, matrices.view.a);
    if (!s.of[o]) return {};
    const OperandRead& read = *s.of[o];
    Votes out = votes_of_layout(read, read.layout, *matrices.index[o]);
    if (count_of(out) * 2 > out.chunks) return out;
    // The instruction may read the other majorness than the bytes have.
    SmemLayout other = read.layout;
    other.major = other.major == Major::k ? Major::mn : Major::k;
    Votes turned = votes_of_layout(read, other, *matrices.index[o]);
    return count_of(turned) > count_of(out) ? turned : out;
}

}  // namespace tilescope::autopsy
