// app/panels/sparse_panel.cpp -- sparsity metadata: meaning of the codes, their location, codes of one row.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/tmem_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/scene/tmem_scene.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kLeastSparseGrid = 120, kCodesShare = 0.34f, kGridShare = 0.62f;
constexpr float kCodeRows = 18;  // sixteen codes, a title and the positions

const Scene& scene_of(const View& view, SparsePanelState& state) {
    const unsigned cta = shown_cta(view);
    return state.kept.of({view.derived.revision, cta}, [&] { return sparse_scene(view.derived.tmem, cta); });
}

// .sp in the text and the sparse bit in the word must agree, so both are set in one step.
void make_sparse(const View& view, PanelStates& states, Requests& requests) {
    const Field* bit = find_field(*view.derived.of(WordId::idesc).format, "sparse");
    Variant variant = view.session.variant;
    variant.sparse = true;
    requests.gesture = states.next_gesture++;
    requests.edits.push_back(SetVariant{variant});
    if (bit != nullptr) requests.edits.push_back(SetField{WordId::idesc, bit, 1});
}

void draw_none(const View& view, PanelStates& states, Requests& requests, std::string_view sentence) {
    empty_state(view.theme, "sparse.empty", sentence);
    if (view.session.variant.sparse || !view.derived.tmem.none.empty()) return;
    if (button("Switch to .sp", "sparse.make_sp")) make_sparse(view, states, requests);
}

// Returns the row of A that is pointed at or selected. For a pair, rows count through both CTAs.
std::optional<unsigned> row_in_focus(const View& view) {
    const TmemView& tmem = view.derived.tmem;
    for (const ElementFocus& e : view.trace.elements)
        if (e.matrix == Matrix::a) {
            const bool split = tmem.meta && tmem.a_rows < row_count(*tmem.meta);
            return static_cast<unsigned>(e.row) + (split ? shown_cta(view) * tmem.a_rows : 0);
        }
    return std::nullopt;
}

void draw_row(const View& view) {
    const std::optional<unsigned> row = row_in_focus(view);
    if (!row) return dim_text(view.theme, "Point at a code or an element of A to list the codes of its row.");
    heading(say("CODES OF ROW ", *row), style_of(view));
    for (const std::string& line : code_lines(view.derived.tmem, *row)) mono_text(view, line);
    mark("sparse.row");
}

void draw_sparse_words(const View& view, Requests& requests, std::string_view sentence) {
    wrapped(sentence, "sparse.sentence");
    choose_cta(view, requests, "sparse.cta");
}

}  // namespace

// Reads: derived.tmem, the scene, the trace.   Requests: focus, selection, CTA; SetVariant and the sparse bit.
void draw_sparse_panel(const View& view, PanelStates& states, Requests& requests) {
    const Scene& scene = scene_of(view, states.sparse);
    if (scene.grids.empty()) return draw_none(view, states, requests, scene.sentence);
    if (!view.presenting) draw_sparse_words(view, requests, scene.sentence);
    if (const TmemRegion* region = view.derived.tmem.region(TmemPlace::meta)) region_notes(view, *region, "sparse");
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x,
                all_codes = kCodeRows * (sizes_at(view.scale).mono + sizes_at(view.scale).gap / 2);
    const float lines = 3 * ImGui::GetTextLineHeightWithSpacing();
    const float height =
        std::max({room.y * kGridShare, std::min(all_codes, room.y - lines), kLeastSparseGrid * view.scale});
    const float codes = room.x * kCodesShare;
    draw_tmem_grid(view, requests, states.sparse.grids[0], {scene.grids[0], "sparse.codes", {codes, height}});
    if (scene.grids.size() > 1) {
        ImGui::SameLine(0, gap);
        draw_tmem_grid(view, requests, states.sparse.grids[1],
                       {scene.grids[1], "sparse.meta", {room.x - codes - gap, height}, shown_cta(view)});
    }
    legend(scene.legend, style_of(view));
    if (scene.grids.size() > 1 && !view.presenting) draw_row(view);
}

std::optional<Scene> picture_of_sparse(const PictureSource& source) {
    return scene_with_cells(source.states.sparse.kept.value);
}

}  // namespace tilescope::ui
