// core/src/scene/tmem_scene.cpp -- a map of Tensor Memory of one CTA.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
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
    cells_.id = "tmem";
    cells_.title =
        say("TENSOR MEMORY", view_.ctas == 2 ? say(" of CTA ", options_.cta) : "", "  cell = ",
            columns_ == 1 ? std::string("one column, one lane") : say(columns_, " columns, ", lanes_, " lanes"));
    cells_.row_axis = "lane";
    cells_.column_axis = "column";
    cells_.rows = static_cast<int>(kTmem.lanes / lanes_);
    cells_.columns = static_cast<int>(view_.columns / columns_);
    cells_.kind = CellKind::tmem_cell;
    cells_.cell_rows = static_cast<int>(lanes_);
    cells_.cell_columns = static_cast<int>(columns_);
    const auto count = static_cast<std::size_t>(cells_.rows) * static_cast<std::size_t>(cells_.columns);
    cells_.tone.assign(count, Tone::empty);
    cells_.mark.assign(count, Mark::none);
    cells_.label.assign(count, kNoLabel);
    cells_.lit.assign(count, 0);
    cells_.key.resize(count);
    for (unsigned lane = 0, i = 0; lane < kTmem.lanes; lane += lanes_)
        for (unsigned column = 0; column < view_.columns; column += columns_) cells_.key[i++] = lane << 16 | column;
    for (unsigned lane = 0; lane < kTmem.lanes; lane += lanes_)
        cells_.row_labels.push_back(lane % kTmem.warp_lanes == 0 ? say("warp ", lane / kTmem.warp_lanes) : say(lane));
    for (unsigned column = 0; column < view_.columns; column += columns_) cells_.column_labels.push_back(say(column));
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

}  // namespace tilescope
