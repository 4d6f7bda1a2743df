// core/src/scene/scale_scene.cpp -- scale factors: one atom in shared memory, and its cells.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/scale_scene.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kAtomLineBytes = 16, kAtomLines = 32;

// The part that is drawn: one block of 128 rows, and one or two atoms along K.
struct Window {
    const TileScales& scales;
    ScaleOptions options;
    unsigned first_factor, end_factor;  // factors of the K step, counted in memory (with the id)
    unsigned first_atom, atoms;         // along K
};

Window window_of(const TileScales& s, const ScaleOptions& options) {
    const unsigned in_one = s.first.vector->factors;
    Window w{.scales = s, .options = options, .first_factor = 0, .end_factor = 0, .first_atom = 0, .atoms = 1};
    w.options.k_step = std::min(options.k_step, s.blocks - 1);
    w.options.row_atom = std::min(options.row_atom, row_atoms(s) - 1);
    w.options.cta = std::min(options.cta, s.ctas - 1);
    w.first_factor = s.first.id + w.options.k_step * in_one;
    w.end_factor = w.first_factor + in_one;
    w.first_atom = w.first_factor / kScaleAtom.factors;
    w.atoms = (w.end_factor - 1) / kScaleAtom.factors - w.first_atom + 1;
    return w;
}

Cells blank(const Window& w, unsigned rows, unsigned columns) {
    Cells out;
    out.rows = static_cast<int>(rows);
    out.columns = static_cast<int>(columns);
    out.kind = pick(w.options.operand, CellKind::factor_a, CellKind::factor_b);
    const std::size_t count = std::size_t{rows} * columns;
    out.tone.assign(count, Tone::empty);
    out.mark.assign(count, Mark::none);
    out.label.assign(count, kNoLabel);
    out.key.assign(count, kNoKey);
    out.lit.assign(count, 0);
    return out;
}

// Fills a cell. Four factors of a row are always adjacent, so the tone is the index within the four. `f` counts rows
// and factors in the same way as ScaleFocus.
void put(Cells& cells, const Window& w, std::size_t at, const ScaleFactor& f) {
    const unsigned in_memory = w.scales.first.id + f.factor;
    cells.tone[at] = static_cast<Tone>(in_memory % kScaleAtom.factors * 2);
    cells.label[at] = static_cast<std::int32_t>(f.row);
    cells.key[at] = f.row << 16 | f.factor;
    cells.lit[at] = in_memory >= w.first_factor && in_memory < w.end_factor;
}

Cells memory_grid(const Window& w) {
    Cells out = blank(w, kAtomLines, kAtomLineBytes * w.atoms);
    out.id = "scales_smem";
    out.title = say("SHARED MEMORY  16 bytes per line, atom of ", kScaleAtom.rows, " rows");
    out.row_axis = "byte";
    out.column_axis = "byte of the line";
    const ScaleMemory memory = memory_of(w.scales);
    const unsigned rows_here = pick(w.options.operand, w.scales.first.rows * w.options.cta, 0u);
    const ScaleFactor corner{.row = w.options.row_atom * kScaleAtom.rows, .factor = w.first_atom * kScaleAtom.factors};
    for (unsigned line = 0; line < kAtomLines; ++line) {
        out.row_labels.push_back(say(place_in_memory(memory, corner) + std::uint64_t{line} * kAtomLineBytes));
        for (unsigned byte = 0; byte < kAtomLineBytes * w.atoms; ++byte) {
            const ScaleFactor next{.row = corner.row,
                                   .factor = corner.factor + byte / kAtomLineBytes * kScaleAtom.factors};
            const auto f = factor_at(
                memory, place_in_memory(memory, next) + std::uint64_t{line} * kAtomLineBytes + byte % kAtomLineBytes);
            if (!f || f->factor < w.scales.first.id) continue;
            put(out, w, out.at(static_cast<int>(line), static_cast<int>(byte)),
                {.row = f->row + rows_here, .factor = f->factor - w.scales.first.id});
        }
    }
    for (unsigned byte = 0; byte < kAtomLineBytes * w.atoms; ++byte)
        out.column_labels.push_back(say(byte % kAtomLineBytes));
    return out;
}

// Returns the first of the four columns of the atom. Both halves of N are in the same columns, but in different lanes.
unsigned first_column(const Window& w) {
    const ScaleLayout& first = w.scales.first;
    const unsigned part = first.halves ? (first.rows + 1) / 2 : first.rows;
    const unsigned row = w.options.row_atom * kScaleAtom.rows % std::max(part, 1u);
    return first.base_column + row / kScaleAtom.rows * kScaleCopy.columns;
}

Cells cell_grid(const Window& w) {
    Cells out = blank(w, kTmem.lanes, kAtomLineBytes * w.atoms);
    out.id = "scales_tmem";
    out.title = say("TENSOR MEMORY  four bytes per column", w.scales.ctas == 2 ? say(", CTA ", w.options.cta) : "");
    out.row_axis = "lane";
    out.column_axis = "column";
    const unsigned left = first_column(w);
    const auto column_of = [&](unsigned byte) {
        return left + (w.first_atom + byte / kAtomLineBytes) * group_columns(w.scales.first) +
               byte % kAtomLineBytes / kFactorsPerCell;
    };
    for (unsigned lane = 0; lane < kTmem.lanes; ++lane) {
        out.row_labels.push_back(say(lane));
        for (unsigned byte = 0; byte < kAtomLineBytes * w.atoms; ++byte) {
            const TmemCell cell{.cta = w.options.cta,
                                .lane = lane,
                                .column = column_of(byte),
                                .bit = byte % kFactorsPerCell * kFactorBits};
            if (const auto f = factor_at(w.scales, cell))
                put(out, w, out.at(static_cast<int>(lane), static_cast<int>(byte)), *f);
        }
    }
    for (unsigned byte = 0; byte < kAtomLineBytes * w.atoms; ++byte)
        out.column_labels.push_back(byte % kFactorsPerCell == 0 ? say(column_of(byte)) : std::string());
    return out;
}

}  // namespace

unsigned row_atoms(const TileScales& scales) { return std::max(padded_rows(scales.first.rows) / kScaleAtom.rows, 1u); }

Scene scale_scene(const TmemView& view, const ScaleOptions& options) {
    Scene scene;
    const auto& scales = view.scales(options.operand);
    if (!scales || scales->first.rows == 0) {
        scene.sentence = view.missing(TmemPlace::sfa);
        return scene;
    }
    const Window w = window_of(*scales, options);
    scene.grids.push_back(memory_grid(w));
    scene.grids.push_back(cell_grid(w));
    for (unsigned byte = 0; byte < kScaleAtom.factors; ++byte)
        scene.legend.push_back({static_cast<Tone>(byte * 2), Mark::none, say("byte ", byte)});
    scene.legend.push_back({Tone::empty, Mark::none, "number = row"});
    const unsigned in_one = scales->first.vector->factors;
    scene.sentence = say(scales->first.vector->name, ": K step ", w.options.k_step, " reads ", in_one,
                         in_one == 1 ? " factor per row" : " factors per row", ", starting at byte ",
                         w.first_factor % kScaleAtom.factors, " of the cells (scale factor ID ",
                         at_k_block(scales->first, w.options.k_step).id, ").");
    return scene;
}

}  // namespace tilescope
