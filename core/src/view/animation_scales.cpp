// core/src/view/animation_scales.cpp -- scale factors: global memory, shared memory, Tensor Memory, the elements.
// SPDX-License-Identifier: MIT

#include "animation_parts.h"

#include <tilescope/hw/memory.h>
#include <tilescope/scene/tmem_scene.h>

#include <algorithm>
#include <set>

namespace tilescope::animated {
namespace {

constexpr std::size_t kScaleGlobal = 0, kScaleShared = 1, kScaleTmem = 2, kScaleElements = 3;
constexpr int kSingleRows = 4;  // so many lines, lanes and rows go one by one, the rest together

struct ScalePlay {
    const TileScales& scales;
    const ScaleMatrix& matrix;
    ScaleOptions options;
    Scene full;  // with all cells
    Animation out;

    std::string name(std::uint32_t key) const {
        return say(pick(options.operand, "SFA", "SFB"), "[", key >> 16, "][", key & 0xffff, "]");
    }
};

// Keeps only the blocks of global memory that the shown part of shared memory gets.
void keep_copied_blocks(Cells& global, const Cells& shared) {
    constexpr int kBlockBytes = 16;  // of one line
    const CellsByKey copied = cells_by_key(shared);
    std::vector<int> columns;
    for (int first = 0; first < global.columns; first += kBlockBytes) {
        bool any = false;
        for (int r = 0; r < global.rows && !any; ++r)
            for (int c = first; c < first + kBlockBytes; ++c)
                any = any || (global.key[global.at(r, c)] != kNoKey && copied.contains(global.key[global.at(r, c)]));
        for (int c = first; any && c < first + kBlockBytes; ++c) columns.push_back(c);
    }
    Cells out = global;
    out.columns = static_cast<int>(columns.size());
    out.make_empty();
    out.column_labels.clear();
    for (const int c : columns) out.column_labels.push_back(global.column_labels[static_cast<std::size_t>(c)]);
    for (int r = 0; r < out.rows; ++r)
        for (int c = 0; c < out.columns; ++c) {
            const std::size_t to = out.at(r, c), from = global.at(r, columns[static_cast<std::size_t>(c)]);
            out.tone[to] = global.tone[from], out.mark[to] = global.mark[from];
            out.label[to] = global.label[from], out.key[to] = global.key[from];
        }
    global = std::move(out);
}

// The elements that the drawn factors scale: a row for each row of the operand, a column for each factor along K.
Cells scaled_grid(const ScalePlay& p) {
    std::set<std::uint32_t> rows, factors;
    for (const std::uint32_t key : p.full.grids[kScaleTmem].key)
        if (key != kNoKey) rows.insert(key >> 16), factors.insert(key & 0xffff);
    const auto which = p.options.operand;
    Cells out =
        empty_grid(say("scaled_", pick(which, "a", "b")),
                   say("ELEMENTS OF ", name_of(which), "  cell = ", p.scales.k_per_factor, " k of one row"),
                   {pick(which, "m", "n"), "k"}, {static_cast<int>(rows.size()), static_cast<int>(factors.size())},
                   pick(which, CellKind::factor_a, CellKind::factor_b));
    std::size_t at = 0;
    for (const std::uint32_t row : rows) {
        out.row_labels.push_back(say(row));
        for (const std::uint32_t factor : factors) out.key[at++] = row << 16 | factor;
    }
    for (const std::uint32_t factor : factors) out.column_labels.push_back(say(factor * p.scales.k_per_factor));
    return out;
}

// The cells of rows [first, end) of grid `to` come from the cells of grid `from` that have the same factor.
AnimationStep rows_from(const ScalePlay& p, std::size_t from, std::size_t to, int first, int end) {
    AnimationStep step;
    const Cells &source = p.full.grids[from], &target = p.full.grids[to];
    const CellsByKey where = cells_by_key(source);
    for (std::size_t i = target.at(first, 0); i < target.at(end, 0); ++i) {
        const auto found = target.key[i] == kNoKey ? where.end() : where.find(target.key[i]);
        if (found == where.end()) continue;
        step.movements.push_back(
            movement_of(source, found->second, spot_of(p.full, from, found->second), spot_of(p.full, to, i)));
    }
    return step;
}

template <class Add>
void single_then_rest(int rows, const Add& add) {
    for (int row = 0; row < std::min(kSingleRows, rows); ++row) add(row, row + 1);
    if (rows > kSingleRows) add(kSingleRows, rows);
}

const std::string& row_label(const ScalePlay& p, std::size_t grid, int row) {
    return p.full.grids[grid].row_labels[static_cast<std::size_t>(row)];
}

void add_copies_to_shared(ScalePlay& p) {
    p.out.steps.push_back({.sentence = scale_copy_words(p.scales, p.matrix, p.options)});
    single_then_rest(p.full.grids[kScaleShared].rows, [&](int first, int end) {
        AnimationStep step = rows_from(p, kScaleGlobal, kScaleShared, first, end);
        if (step.movements.empty()) return;
        const Movement& head = step.movements.front();
        const std::string bytes = say("byte ", row_label(p, kScaleShared, first));
        if (end - first == 1)
            step.sentence =
                say("Line ", first, " of the block, 16 bytes, goes to ", bytes, " of shared memory. Its first byte is ",
                    p.name(head.key), "; its four groups of 4 bytes are rows with a distance of 32.");
        else
            step.sentence = say("The other ", end - first, " lines of the block follow from ", bytes,
                                " on. A block of ", kScaleAtom.bytes, " bytes keeps its order.");
        p.out.steps.push_back(std::move(step));
    });
}

// The lanes in which the movements of a step end: "0, 32, 64 and 96".
std::string lanes_of(const ScalePlay& p, const AnimationStep& step) {
    std::set<int> lanes;
    for (const Movement& m : step.movements) lanes.insert(m.to.row);
    return list_of(
        lanes, [&](int lane) { return row_label(p, kScaleTmem, lane); }, ", ", " and ");
}

void add_copies_to_tensor_memory(ScalePlay& p) {
    const Cells& lanes = p.full.grids[kScaleTmem];
    const int lines = p.full.grids[kScaleShared].rows;
    single_then_rest(lines, [&](int first, int end) {
        AnimationStep step;
        for (int copy = 0; copy * lines < lanes.rows; ++copy) {
            AnimationStep part =
                rows_from(p, kScaleShared, kScaleTmem, copy * lines + first, std::min(copy * lines + end, lanes.rows));
            step.movements.insert(step.movements.end(), part.movements.begin(), part.movements.end());
        }
        if (step.movements.empty()) return;
        if (end - first == 1)
            step.sentence = say("tcgen05.cp.32x128b.warpx4 copies line ", first, " to lanes ", lanes_of(p, step),
                                " of Tensor Memory. 4 bytes fill one column: factors of one row.");
        else
            step.sentence = say("The other ", end - first, " lines go to the lanes after these in the same way.");
        p.out.steps.push_back(std::move(step));
    });
}

// The copy of a factor that is drawn as the source: in the lane of its row, if that lane has it.
std::size_t lane_of(const ScalePlay& p, const CellsByKey& first_of, std::uint32_t key) {
    const Cells& lanes = p.full.grids[kScaleTmem];
    const std::size_t first = first_of.at(key);
    const auto columns = static_cast<std::size_t>(lanes.columns);
    const std::size_t same = (key >> 16) % kTmem.lanes * columns + first % columns;
    return same < lanes.key.size() && lanes.key[same] == key ? same : first;
}

std::string scale_text(const ScalePlay& p, const Movement& m) {
    const unsigned row = m.key >> 16, factor = m.key & 0xffff, k = factor * p.scales.k_per_factor;
    const auto cells = places(p.scales, {.row = row, .factor = factor});
    const std::string lane = cells.empty() ? std::string()
                                           : say(", in lane ", row_label(p, kScaleTmem, m.from.row), ", column ",
                                                 cells.front().column, ", byte ", cells.front().bit / 8, ",");
    return say(p.name(m.key), lane, " scales ", name_of(p.options.operand), "[", row, "][", k, "..",
               k + p.scales.k_per_factor - 1, "]");
}

void add_k_step(ScalePlay& p, unsigned k_step) {
    const Cells& scaled = p.full.grids[kScaleElements];
    const CellsByKey in_lanes = cells_by_key(p.full.grids[kScaleTmem]);
    const unsigned in_one = p.scales.first.vector->factors;
    const auto add = [&](int first, int end) {
        AnimationStep step;
        for (std::size_t i = scaled.at(first, 0); i < scaled.at(end, 0); ++i) {
            if ((scaled.key[i] & 0xffff) / in_one != k_step || !in_lanes.contains(scaled.key[i])) continue;
            const std::size_t from = lane_of(p, in_lanes, scaled.key[i]);
            step.movements.push_back(movement_of(p.full.grids[kScaleTmem], from, spot_of(p.full, kScaleTmem, from),
                                                 spot_of(p.full, kScaleElements, i)));
            step.lit.push_back(spot_of(p.full, kScaleTmem, from));
        }
        if (step.movements.empty()) return;
        step.sentence = say("K step ", k_step, ": ", scale_text(p, step.movements.front()),
                            end - first != 1 ? say(", and so on for ", end - first, " rows.")
                            : in_one == 1    ? std::string(".")
                                             : say("; its ", in_one - 1, in_one == 2 ? " neighbour" : " neighbours",
                                                   " the elements after these."));
        p.out.steps.push_back(std::move(step));
    };
    if (k_step == p.options.k_step)
        single_then_rest(scaled.rows, add);
    else
        add(0, scaled.rows);
}

}  // namespace

Animation scales_animation(const Derived& derived, const ViewState& view_state) {
    const auto& scales = *derived.tmem.scales(view_state.operand);
    const ScaleMatrix& matrix = derived.tmem.scale_matrix[view_state.operand];
    ScalePlay p{scales,
                matrix,
                {.operand = view_state.operand,
                 .cta = view_state.tmem_cta,
                 .k_step = std::min(view_state.k_step, scales.blocks - 1)},
                scale_scene(scales, matrix, {}),
                {}};
    p.full = scale_scene(scales, matrix, p.options);
    std::rotate(p.full.grids.begin(), p.full.grids.begin() + 2, p.full.grids.begin() + 3);
    keep_copied_blocks(p.full.grids[kScaleGlobal], p.full.grids[kScaleShared]);
    p.full.grids.push_back(scaled_grid(p));
    for (Cells& cells : p.full.grids) cells.lit.assign(cells.lit.size(), 0);
    p.out.start = p.full;
    for (const std::size_t grid : {kScaleShared, kScaleTmem, kScaleElements}) empty_cells(p.out.start.grids[grid]);
    add_copies_to_shared(p);
    add_copies_to_tensor_memory(p);
    for (unsigned k_step = 0; k_step < scales.blocks; ++k_step) add_k_step(p, k_step);
    p.out.steps.push_back({.sentence = say("Each factor that these ", counted(scales.blocks, "K step"), " read scales ",
                                           scales.k_per_factor, " elements of one row.")});
    return p.out;
}

}  // namespace tilescope::animated
