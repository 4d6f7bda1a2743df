// core/src/scene/sparse_scene.cpp -- sparsity metadata: the codes, and their location in Tensor Memory.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/sparse_scene.h>

#include <algorithm>

namespace tilescope {
namespace {

Cells blank(unsigned rows, unsigned columns) {
    Cells out;
    out.rows = static_cast<int>(rows);
    out.columns = static_cast<int>(columns);
    out.make_empty();
    return out;
}

// Draws one dot for each kept position. Its number is the index among the stored elements of the group.
Cells code_grid(const SparseGrain& grain) {
    const std::vector<CodeMeaning> meanings = code_meanings(grain);
    Cells out = blank(static_cast<unsigned>(meanings.size()), grain.group);
    out.id = "codes";
    out.title = say("CODES  ", grain.name);
    out.row_axis = "code";
    out.column_axis = "position in the group";
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
    for (unsigned c = 0; c < grain.group; ++c) out.column_labels.push_back(say(c));
    return out;
}

Cells meta_grid(const TmemView& view, const TmemRegion& region, unsigned cta) {
    const unsigned group = view.meta->kind->grain->group;
    Cells out = blank(kTmem.lanes, kCodesPerCell * region.columns);
    out.id = "meta";
    out.title = say("TENSOR MEMORY  four bits per code", view.ctas == 2 ? say(", CTA ", cta) : "");
    out.row_axis = "lane";
    out.column_axis = "column";
    out.kind = CellKind::code;
    out.cell_columns = static_cast<int>(stored_per_code(*view.meta));
    for (unsigned lane = 0; lane < kTmem.lanes; ++lane) {
        out.row_labels.push_back(say(lane));
        for (unsigned i = 0; i < kCodesPerCell * region.columns; ++i) {
            const TmemCell cell{.cta = cta,
                                .lane = lane,
                                .column = region.first + i / kCodesPerCell,
                                .bit = i % kCodesPerCell * kCodeBits};
            const auto e = element_at(*view.meta, cell);
            if (!e) continue;
            const std::size_t at = out.at(static_cast<int>(lane), static_cast<int>(i));
            const unsigned code = static_cast<unsigned>(e->column) / group;
            out.tone[at] = static_cast<Tone>(code % 8);
            out.label[at] = e->row;
            out.key[at] = static_cast<std::uint32_t>(e->row) % view.a_rows << 16 | code;
        }
    }
    for (unsigned i = 0; i < kCodesPerCell * region.columns; ++i)
        out.column_labels.push_back(i % kCodesPerCell == 0 ? say(region.first + i / kCodesPerCell) : std::string());
    return out;
}

}  // namespace

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
