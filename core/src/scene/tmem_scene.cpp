// core/src/scene/tmem_scene.cpp -- Tensor Memory of one CTA: its operands, the codes of a sparse A, scale factors.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/tmem_scene.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kMapColumns = 8, kMapLanes = 4;

Tone tone_of(TmemPlace place) {
    switch (place) {
    case TmemPlace::d: return Tone::d;
    case TmemPlace::a: return Tone::a;
    case TmemPlace::sfa: return Tone::sfa;
    case TmemPlace::sfb: return Tone::sfb;
    case TmemPlace::meta: return Tone::meta;
    }
    return Tone::empty;
}

// Returns the number in a cell: the column for D and A, the row for metadata and scale factors.
std::int32_t number_of(const TmemView& view, TmemPlace place, TmemCell cell) {
    const auto first = [&](const std::optional<TmemLayout>& layout) {
        const auto e = element_at(*layout, cell);
        return e ? e->column : kNoLabel;
    };
    if (place == TmemPlace::d) return first(view.d);
    if (place == TmemPlace::a) {
        cell.bit = packing_of(*view.a->type).first_bit;
        return first(view.a);
    }
    if (place == TmemPlace::meta) {
        const auto e = element_at(*view.meta, cell);
        return e ? e->row : kNoLabel;
    }
    const auto& scales = place == TmemPlace::sfa ? view.sfa : view.sfb;
    for (; cell.bit < kTmem.cell_bits; cell.bit += 8)
        if (const auto f = factor_at(*scales, cell)) return static_cast<std::int32_t>(f->row);
    return kNoLabel;
}

// D and A use the same columns in every lane that they use.
bool fills_lanes(TmemPlace place) { return place == TmemPlace::d || place == TmemPlace::a; }

class Map {
public:
    Map(const TmemView& view, const TmemOptions& options) : view_(view), options_(options) {
        const bool cell = options.grain == TmemGrain::cell;
        lanes_ = cell ? 1 : kMapLanes;
        columns_ = cell ? 1 : kMapColumns;
        prepare();
    }

    Cells draw() {
        for (const TmemRegion& r : view_.regions) add(r);
        return std::move(cells_);
    }
    Area area(const TmemRegion& r) const {
        const unsigned end = std::min(r.end(), view_.columns), first = r.first / columns_;
        return {.grid = 0,
                .row = 0,
                .column = static_cast<int>(first),
                .rows = static_cast<int>(kTmem.lanes / lanes_),
                .columns = static_cast<int>((end + columns_ - 1) / columns_ - first),
                .id = std::string(row_of(r.place).id),
                .label = std::string(row_of(r.place).title)};
    }

private:
    const TmemView& view_;
    const TmemOptions& options_;
    unsigned lanes_ = 1, columns_ = 1;  // size of a drawn cell
    Cells cells_;

    void prepare() {
        cells_ = empty_grid(
            "tmem",
            say("TENSOR MEMORY", view_.ctas == 2 ? say(" of CTA ", options_.cta) : "", "  cell = ",
                columns_ == 1 ? std::string("one column, one lane") : say(columns_, " columns, ", lanes_, " lanes")),
            {"lane", "column"}, {static_cast<int>(kTmem.lanes / lanes_), static_cast<int>(view_.columns / columns_)},
            CellKind::tmem_cell);
        cells_.cell_rows = static_cast<int>(lanes_);
        cells_.cell_columns = static_cast<int>(columns_);
        cells_.key_by_place();
        for (unsigned lane = 0; lane < kTmem.lanes; lane += lanes_)
            cells_.row_labels.push_back(lane % kTmem.warp_lanes == 0 ? say("warp ", lane / kTmem.warp_lanes)
                                                                     : say(lane));
        cells_.column_labels = number_labels(cells_.columns, cells_.cell_columns);
    }

    void put(const TmemRegion& r, unsigned lane, unsigned column) {
        const std::size_t at = cells_.at(static_cast<int>(lane / lanes_), static_cast<int>(column / columns_));
        const Tone tone = tone_of(r.place);
        const TmemCell cell{.cta = options_.cta, .lane = lane, .column = column};
        const bool taken = cells_.tone[at] != Tone::empty && cells_.tone[at] != tone;
        if (taken && cells_.mark[at] != Mark::crossed && has_conflict(view_, cell)) cells_.mark[at] = Mark::crossed;
        if (cells_.tone[at] != Tone::empty) return;
        cells_.tone[at] = tone;
        if (r.grounds.certainty > Certainty::confirmed) cells_.mark[at] = Mark::hatched;
        if (options_.grain == TmemGrain::cell) cells_.label[at] = number_of(view_, r.place, cell);
    }

    void add(const TmemRegion& r) {
        const unsigned end = std::min(r.end(), view_.columns);
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane) {
            const bool whole = fills_lanes(r.place);
            if (whole && !lies_in(view_, r.place, {.cta = options_.cta, .lane = lane, .column = r.first})) continue;
            for (unsigned column = r.first; column < end; ++column)
                if (whole || lies_in(view_, r.place, {.cta = options_.cta, .lane = lane, .column = column}))
                    put(r, lane, column);
        }
    }
};

void add_legend(Scene& scene, const TmemView& view) {
    bool doubtful = false;
    for (const TmemRegion& r : view.regions) {
        scene.legend.push_back({tone_of(r.place), Mark::none, std::string(row_of(r.place).title)});
        doubtful |= r.grounds.certainty > Certainty::confirmed;
    }
    scene.legend.push_back({Tone::empty, Mark::none, "free"});
    if (doubtful) scene.legend.push_back({Tone::empty, Mark::hatched, "[?] not confirmed"});
    scene.legend.push_back({Tone::empty, Mark::crossed, "shared by two operands"});
    drop_absent_marks(scene);
}

// ---- sparsity metadata ----

// Draws one dot for each kept position. Its number is the index among the stored elements of the group.
Cells code_grid(const SparseGrain& grain) {
    const std::vector<CodeMeaning> meanings = code_meanings(grain);
    Cells out = empty_grid("codes", say("CODES  ", grain.name), {"code", "position in the group"},
                           {static_cast<int>(meanings.size()), static_cast<int>(grain.group)});
    for (const CodeMeaning& m : meanings) {
        out.row_labels.push_back(m.bits);
        const auto row = static_cast<int>(m.code);
        for (int c = 0; c < out.columns && !m.legal; ++c)
            out.tone[out.at(row, c)] = Tone::zeroed, out.mark[out.at(row, c)] = Mark::hatched;
        for (unsigned i = 0; i < m.kept.count; ++i) {
            const std::size_t at = out.at(row, static_cast<int>(m.kept.at[i]));
            out.tone[at] = Tone::used;
            out.label[at] = static_cast<std::int32_t>(i);
        }
    }
    out.column_labels = number_labels(out.columns);
    return out;
}

Cells meta_grid(const TmemView& view, const TmemRegion& region, unsigned cta) {
    const unsigned group = view.meta->kind->grain->group;
    Cells out = empty_grid(
        "meta", say("TENSOR MEMORY  four bits per code", view.ctas == 2 ? say(", CTA ", cta) : ""), {"lane", "column"},
        {static_cast<int>(kTmem.lanes), static_cast<int>(kCodesPerCell * region.columns)}, CellKind::code);
    out.row_labels = number_labels(out.rows);
    out.cell_columns = static_cast<int>(stored_per_code(*view.meta));
    for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
        for (unsigned i = 0; i < kCodesPerCell * region.columns; ++i) {
            const TmemCell cell{.cta = cta,
                                .lane = lane,
                                .column = region.first + i / kCodesPerCell,
                                .bit = i % kCodesPerCell * kCodeBits};
            const auto e = element_at(*view.meta, cell);
            if (!e) continue;
            const std::size_t at = out.at(static_cast<int>(lane), static_cast<int>(i));
            const unsigned code = static_cast<unsigned>(e->column) / group;
            out.tone[at] = step_tone(code);
            out.label[at] = e->row;
            out.key[at] = static_cast<std::uint32_t>(e->row) % view.a_rows << 16 | code;
        }
    for (unsigned i = 0; i < kCodesPerCell * region.columns; ++i)
        out.column_labels.push_back(i % kCodesPerCell == 0 ? say(region.first + i / kCodesPerCell) : std::string());
    return out;
}

}  // namespace

Scene tmem_scene(const TmemView& view, const TmemOptions& options) {
    Scene scene;
    if (!view.none.empty()) {
        scene.sentence = view.none;
        return scene;
    }
    TmemOptions settled = options;
    settled.cta = std::min(options.cta, view.ctas - 1);
    Map map(view, settled);
    scene.grids.push_back(map.draw());
    for (const TmemRegion& r : view.regions) {
        const bool one = r.columns == 1;
        scene.sentence += say(row_of(r.place).title, one ? " column " : " columns ", r.first,
                              one ? "" : say(" to ", r.end() - 1), ", ");
        if (r.columns != 0 && r.first < view.columns) scene.areas.push_back(map.area(r));
    }
    scene.sentence += view.next_free < view.columns ? say("next free column ", view.next_free, ".")
                                                    : std::string("no column is free after them.");
    add_legend(scene, view);
    return scene;
}

Scene sparse_scene(const TmemView& view, unsigned cta) {
    Scene scene;
    const TmemRegion* region = view.region(TmemPlace::meta);
    if (!view.meta || !region) {
        scene.sentence = view.missing(TmemPlace::meta);
        return scene;
    }
    const MetaRow& kind = *view.meta->kind;
    scene.grids.push_back(code_grid(*kind.grain));
    scene.legend = {{Tone::used, Mark::none, "kept; number = index in storage"},
                    {Tone::empty, Mark::none, "dropped"},
                    {Tone::zeroed, Mark::hatched, "invalid code"}};
    drop_absent_marks(scene);
    if (region->grounds.certainty == Certainty::unknown) {
        scene.sentence = say("The location of the codes is not known. ", region->grounds.note);
        return scene;
    }
    scene.legend.push_back({Tone::empty, Mark::none, "in memory: number = row of A, colour = code mod 8"});
    scene.grids.push_back(meta_grid(view, *region, std::min(cta, view.ctas - 1)));
    scene.sentence =
        say(row_count(*view.meta), " rows of A with ", kind.k / kind.grain->group, " codes each, for the ", kind.k,
            " logical elements of one instruction", kind.paired ? "; rows r and r + 8 share cells." : ".");
    return scene;
}

// ---- scale factors: an atom in shared memory, its cells, its matrix ----

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
    drop_absent_marks(scene);
    const unsigned in_one = scales.first.vector->factors;
    scene.sentence = say(scales.first.vector->name, ": K step ", w.options.k_step, " reads ", in_one,
                         in_one == 1 ? " factor per row" : " factors per row", ", starting at byte ",
                         w.first_factor % kScaleAtom.factors, " of the cells (scale factor ID ",
                         at_k_block(scales.first, w.options.k_step).id, ").");
    return scene;
}

}  // namespace tilescope
