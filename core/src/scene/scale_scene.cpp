// core/src/scene/scale_scene.cpp -- scale factors: an atom in shared memory, its cells, its matrix.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/tmem_scene.h>

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

Cells empty_bytes(const Window& w, std::string_view id, std::string title, const GridAxes& axes, unsigned rows,
                  unsigned columns) {
    return empty_grid(std::string(id), std::move(title), axes, {static_cast<int>(rows), static_cast<int>(columns)},
                      pick(w.options.operand, CellKind::factor_a, CellKind::factor_b));
}
constexpr GridAxes kByteAxes{"byte", "byte of the line"};

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
    Cells out =
        empty_bytes(w, "scales_smem", say("SHARED MEMORY  16 bytes per line, atom of ", kScaleAtom.rows, " rows"),
                    kByteAxes, kAtomLines, kAtomLineBytes * w.atoms);
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
    Cells out =
        empty_bytes(w, "scales_tmem",
                    say("TENSOR MEMORY  four bytes per column", w.scales.ctas == 2 ? say(", CTA ", w.options.cta) : ""),
                    {"lane", "column"}, kTmem.lanes, kAtomLineBytes * w.atoms);
    out.row_labels = number_labels(out.rows);
    const unsigned left = first_column(w);
    const auto column_of = [&](unsigned byte) {
        return left + (w.first_atom + byte / kAtomLineBytes) * group_columns(w.scales.first) +
               byte % kAtomLineBytes / kFactorsPerCell;
    };
    for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
        for (unsigned byte = 0; byte < kAtomLineBytes * w.atoms; ++byte) {
            const TmemCell cell{.cta = w.options.cta,
                                .lane = lane,
                                .column = column_of(byte),
                                .bit = byte % kFactorsPerCell * kFactorBits};
            if (const auto f = factor_at(w.scales, cell))
                put(out, w, out.at(static_cast<int>(lane), static_cast<int>(byte)), *f);
        }
    for (unsigned byte = 0; byte < kAtomLineBytes * w.atoms; ++byte)
        out.column_labels.push_back(byte % kFactorsPerCell == 0 ? say(column_of(byte)) : std::string());
    return out;
}

// The blocks of the matrix that are drawn.
struct DrawnBlocks {
    std::uint64_t in_row, rows;  // blocks of the matrix along K, and along the rows
    std::uint64_t first_k = 0, first_row = 0;
    unsigned across = 0, down = 0;
    bool all() const { return across == in_row && down == rows; }
};

DrawnBlocks drawn_blocks(const ScaleMatrix& m) {
    DrawnBlocks out{.in_row = padded_factors(m.factors) / kScaleAtom.factors,
                    .rows = padded_rows(m.rows) / kScaleAtom.rows};
    if (out.in_row * out.rows > kMostDrawnBlocks) {
        constexpr unsigned kMostAcross = 16;
        out.first_k = std::min<std::uint64_t>(m.first_factor / kScaleAtom.factors, out.in_row - 1);
        out.first_row = std::min<std::uint64_t>(m.first_row / kScaleAtom.rows, out.rows - 1);
        out.across = static_cast<unsigned>(std::min<std::uint64_t>(out.in_row - out.first_k, kMostAcross));
        out.down =
            static_cast<unsigned>(std::min<std::uint64_t>(out.rows - out.first_row, kMostDrawnBlocks / kMostAcross));
    } else {
        out.across = static_cast<unsigned>(out.in_row);
        out.down = static_cast<unsigned>(out.rows);
    }
    return out;
}

// A byte of the tile gets its colour and key, and all others only the row.
void put_global(Cells& cells, const Window& w, std::size_t at, const ScaleMatrix& matrix, const ScaleFactor& f) {
    if (const auto in_tile = factor_in_tile(matrix, w.scales, f)) put(cells, w, at, *in_tile);
    cells.label[at] = static_cast<std::int32_t>(f.row);
    if (!is_padding(matrix, f)) return;
    cells.tone[at] = Tone::empty;
    cells.mark[at] = Mark::hatched;
    cells.label[at] = kNoLabel;
}

}  // namespace

Cells scale_matrix_grid(const TileScales& scales, const ScaleMatrix& matrix, const ScaleOptions& options) {
    const Window w = window_of(scales, options);
    const DrawnBlocks blocks = drawn_blocks(matrix);
    const unsigned lines = kAtomLines * blocks.down, bytes = kAtomLineBytes * blocks.across;
    const std::uint64_t first = blocks.first_row * blocks.in_row + blocks.first_k;
    Cells out =
        empty_bytes(w, "scales_gmem",
                    say("GLOBAL MEMORY  ", blocks.rows, " x ", blocks.in_row, " blocks of a ", matrix.rows, " x ",
                        matrix.factors, " matrix", blocks.all() ? std::string() : say(", from block ", first)),
                    kByteAxes, lines, bytes);
    ScaleMemory padded = memory_of(matrix);
    padded.rows = padded_rows(matrix.rows), padded.factors = padded_factors(matrix.factors);
    for (unsigned line = 0; line < lines; ++line) {
        const std::uint64_t start = (first + line / kAtomLines * blocks.in_row) * kScaleAtom.bytes +
                                    std::uint64_t{line % kAtomLines} * kAtomLineBytes;
        out.row_labels.push_back(say(start));
        for (unsigned byte = 0; byte < bytes; ++byte) {
            const std::uint64_t block = byte / kAtomLineBytes;
            const auto f = factor_at(padded, start + block * kScaleAtom.bytes + byte % kAtomLineBytes);
            if (f) put_global(out, w, out.at(static_cast<int>(line), static_cast<int>(byte)), matrix, *f);
        }
    }
    for (unsigned byte = 0; byte < bytes; ++byte) {
        const bool next_block = byte != 0 && byte % kAtomLineBytes == 0;
        out.column_labels.push_back(next_block ? say("+", byte / kAtomLineBytes * kScaleAtom.bytes)
                                               : say(byte % kAtomLineBytes));
    }
    return out;
}

std::string scale_copy_words(const TileScales& scales, const ScaleMatrix& matrix, const ScaleOptions& options) {
    const Window w = window_of(scales, options);
    const auto copies = block_copies(matrix, scales, w.options.cta);
    if (!copies) return say("No copy of whole blocks fills shared memory: ", copies.why, ".");
    const auto block = [](std::uint64_t first) {
        return say("block ", first / kScaleAtom.bytes, " (bytes ", first, " to ", first + kScaleAtom.bytes - 1, ")");
    };
    std::string out;
    for (unsigned atom = w.first_atom; atom < w.first_atom + w.atoms; ++atom) {
        const ScaleFactor corner{.row = w.options.row_atom * kScaleAtom.rows, .factor = atom * kScaleAtom.factors};
        const std::uint64_t to = place_in_memory(memory_of(scales), corner);
        const auto copy = std::ranges::find(*copies, to, &ScaleBlockCopy::tile_byte);
        out += out.empty() ? "" : " ";
        if (copy == copies->end())
            out += say("The matrix has no block for ", block(to), " of shared memory.");
        else
            out += say("Copy: ", block(copy->matrix_byte), " of global memory to ", block(to),
                       " of shared memory, then to columns ", copy->column, " to ",
                       copy->column + kScaleCopy.columns - 1, " of Tensor Memory.");
    }
    return out;
}

unsigned row_atoms(const TileScales& scales) { return std::max(padded_rows(scales.first.rows) / kScaleAtom.rows, 1u); }

Scene scale_scene(const TmemView& view, const ScaleOptions& options) {
    const auto& scales = view.scales(options.operand);
    if (scales && scales->first.rows != 0) return scale_scene(*scales, view.scale_matrix[options.operand], options);
    Scene scene;
    scene.sentence = view.missing(TmemPlace::sfa);
    return scene;
}

Scene scale_scene(const TileScales& scales, const ScaleMatrix& matrix, const ScaleOptions& options) {
    Scene scene;
    const Window w = window_of(scales, options);
    scene.grids.push_back(memory_grid(w));
    scene.grids.push_back(cell_grid(w));
    scene.grids.push_back(scale_matrix_grid(scales, matrix, options));
    for (unsigned byte = 0; byte < kScaleAtom.factors; ++byte)
        scene.legend.push_back({static_cast<Tone>(byte * 2), Mark::none, say("byte ", byte)});
    scene.legend.push_back({Tone::empty, Mark::none, "number = row"});
    scene.legend.push_back({Tone::empty, Mark::hatched, "padding in global memory"});
    const unsigned in_one = scales.first.vector->factors;
    scene.sentence = say(scales.first.vector->name, ": K step ", w.options.k_step, " reads ", in_one,
                         in_one == 1 ? " factor per row" : " factors per row", ", starting at byte ",
                         w.first_factor % kScaleAtom.factors, " of the cells (scale factor ID ",
                         at_k_block(scales.first, w.options.k_step).id, ").");
    return scene;
}

}  // namespace tilescope
