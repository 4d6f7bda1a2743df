// core/src/scene/tmem_scene.cpp -- Tensor Memory of one CTA: a map of the operands, and the codes of a sparse A.
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
    Area area(const TmemRegion& r) const;

private:
    const TmemView& view_;
    const TmemOptions& options_;
    unsigned lanes_ = 1, columns_ = 1;  // size of a drawn cell
    Cells cells_;

    void prepare();
    void add(const TmemRegion& r);
    void put(const TmemRegion& r, unsigned lane, unsigned column);
};

void Map::prepare() {
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
        cells_.row_labels.push_back(lane % kTmem.warp_lanes == 0 ? say("warp ", lane / kTmem.warp_lanes) : say(lane));
    cells_.column_labels = number_labels(cells_.columns, cells_.cell_columns);
}

void Map::put(const TmemRegion& r, unsigned lane, unsigned column) {
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

void Map::add(const TmemRegion& r) {
    const unsigned end = std::min(r.end(), view_.columns);
    for (unsigned lane = 0; lane < kTmem.lanes; ++lane) {
        const bool whole = fills_lanes(r.place);
        if (whole && !lies_in(view_, r.place, {.cta = options_.cta, .lane = lane, .column = r.first})) continue;
        for (unsigned column = r.first; column < end; ++column)
            if (whole || lies_in(view_, r.place, {.cta = options_.cta, .lane = lane, .column = column}))
                put(r, lane, column);
    }
}

Area Map::area(const TmemRegion& r) const {
    const unsigned end = std::min(r.end(), view_.columns), first = r.first / columns_;
    return {.grid = 0,
            .row = 0,
            .column = static_cast<int>(first),
            .rows = static_cast<int>(kTmem.lanes / lanes_),
            .columns = static_cast<int>((end + columns_ - 1) / columns_ - first),
            .id = std::string(row_of(r.place).id),
            .label = std::string(row_of(r.place).title)};
}

void add_legend(Scene& scene, const TmemView& view) {
    bool doubtful = false;
    for (const TmemRegion& r : view.regions) {
        scene.legend.push_back({tone_of(r.place), Mark::none, std::string(row_of(r.place).title)});
        doubtful |= r.grounds.certainty > Certainty::confirmed;
    }
    scene.legend.push_back({Tone::empty, Mark::none, "free"});
    if (doubtful) scene.legend.push_back({Tone::empty, Mark::hatched, "[?] not confirmed"});
    const auto& marks = scene.grids[0].mark;
    if (std::ranges::find(marks, Mark::crossed) != marks.end())
        scene.legend.push_back({Tone::empty, Mark::crossed, "shared by two operands"});
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

}  // namespace tilescope
