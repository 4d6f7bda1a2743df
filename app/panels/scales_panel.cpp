// app/panels/scales_panel.cpp -- scale factors in all memories, and sparsity metadata.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kLeastScalesGrid = 120;  // logical pixels
constexpr unsigned kIds = 4;
constexpr unsigned kMostBatch = (1u << 16) - 1;

// A box for the matrix in global memory.
struct MatrixBox {
    CountBox box;
    unsigned ScaleMatrix::*value;
};
constexpr std::string_view kMatrixHelp = "The matrix in global memory. With 0 rows or factors, it ends with the tile.";
constexpr float kMatrixBoxWidth = 100;  // logical pixels: five are on one line of a window of 1280
constexpr MatrixBox kMatrixBoxes[] = {
    {{"matrix rows", "scales.matrix.rows", kMatrixHelp, kMostScaleMatrix, 1, 8, kMatrixBoxWidth}, &ScaleMatrix::rows},
    {{"factors", "scales.matrix.factors", kMatrixHelp, kMostScaleMatrix, 1, 8, kMatrixBoxWidth}, &ScaleMatrix::factors},
    {{"tile at row", "scales.matrix.row", kMatrixHelp, kMostScaleMatrix, 128, 1024, kMatrixBoxWidth},
     &ScaleMatrix::first_row},
    {{"factor", "scales.matrix.factor", kMatrixHelp, kMostScaleMatrix, 4, 32, kMatrixBoxWidth},
     &ScaleMatrix::first_factor}};
constexpr CountBox kBatchBox{
    "batch", "scales.batch", "The matrices of a batch follow each other in global memory.", kMostBatch, 1,
    8,       kMatrixBoxWidth};

const Scene& scene_of(const View& view, ScalesPanelState& state) {
    const ScaleOptions look = scale_options(view.derived, view.view_state, state.row_atom);
    return state.kept.of({view.derived.revision, look}, [&] { return scale_scene(view.derived.tmem, look); });
}

// "Batch 3 begins at byte 24576 (0x6000): each batch takes 8192 bytes, with the padding."
std::string batch_in_words(const ScaleMatrix& matrix, unsigned batch) {
    ScaleMemory memory = memory_of(matrix);
    const std::uint64_t each = bytes_of(memory);
    memory.batches = batch + 1;
    const std::uint64_t first = place_in_memory(memory, {.row = 0, .factor = 0, .batch = batch});
    return say("Batch ", batch, " begins at byte ", first, " (", hex(first), ") of global memory: each batch takes ",
               each, " bytes, with the padding.");
}

// Draws the choice of the 128-row atom if there are several atoms.
void choose_rows(const View& view, ScalesPanelState& state, const TileScales& scales) {
    const unsigned atoms = row_atoms(scales);
    state.row_atom = std::min(state.row_atom, atoms - 1);
    if (atoms < 2) return;
    std::vector<std::string> ids, labels;
    for (unsigned i = 0; i < atoms; ++i) {
        ids.push_back(say(i));
        labels.push_back(say("rows ", i * kScaleAtom.rows, "..", (i + 1) * kScaleAtom.rows - 1));
    }
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < atoms; ++i) segments.push_back({ids[i], labels[i]});
    ImGui::SameLine();
    if (const auto i = segmented("scales.rows", segments, state.row_atom, style_of(view)))
        state.row_atom = static_cast<unsigned>(*i);
}

// Draws the choice of the id, a field of the instruction descriptor. An id that is illegal for the vector size is
// disabled and gives the reason.
void choose_id(const View& view, Requests& requests, const TileScales& scales) {
    const std::string_view name = pick(scales.first.operand, "sfa_id", "sfb_id");
    const Field* field = find_field(*view.derived.of(WordId::idesc).format, name);
    if (field == nullptr) return;
    constexpr std::array<std::string_view, kIds> names = {"0", "1", "2", "3"};
    std::array<std::string, kIds> why;
    std::array<Segment, kIds> segments;
    for (unsigned id = 0; id < kIds; ++id) {
        why[id] = takes_id(*scales.first.vector, id).why;
        segments[id] = {names[id], names[id], why[id]};
    }
    stay_on_line(5 * button_width("0") + button_width("sfa_id"));
    name_of_choice(name.data());
    if (const auto i = segmented("scales.id", segments, scales.first.id, style_of(view)))
        requests.edit(SetField{WordId::idesc, field, *i});
}

void choose_step(const View& view, Requests& requests, const TileScales& scales) {
    const unsigned step = std::min(view.view_state.k_step, scales.blocks - 1);
    const std::string text = say("K step ", step, " of ", scales.blocks);
    stay_on_line(2 * ImGui::GetFrameHeight() + button_width(text.c_str()));
    beside_boxes(text, "scales.k_step");
    const int by =
        step_buttons("scales.k_step", step > 0, step + 1 < scales.blocks, -1, ImGui::GetStyle().ItemInnerSpacing.x);
    if (by != 0) requests.view_state.k_step = step + static_cast<unsigned>(by);
}

void choose_matrix(const View& view, PanelStates& states, Requests& requests) {
    const Operand operand = view.view_state.operand;
    ScaleMatrix matrix = view.session.scale_matrix[operand];
    for (const MatrixBox& row : kMatrixBoxes)
        if (count_box(view, row.box, matrix.*row.value, states.scales.box, !view.compact && &row != kMatrixBoxes))
            states.scales.gesture = states.next_gesture++;
    if (matrix == view.session.scale_matrix[operand]) return;
    requests.edit(SetScaleMatrix{operand, matrix}, states.scales.gesture);
}

void draw_none(const View& view, Requests& requests, std::string_view sentence) {
    empty_state(view.theme, "scales.empty", sentence);
    if (!view.derived.tmem.none.empty()) return;
    if (button("Choose another kind", "scales.kinds")) requests.commands.push_back(screen_command(Screen::instruction));
}

void draw_scales_choices(const View& view, PanelStates& states, Requests& requests, const TileScales& scales) {
    constexpr Segment operands[] = {{"a", "SFA"}, {"b", "SFB"}};
    stay_on_line(button_width("SFA SFB") + ImGui::GetFrameHeight());
    choose_one(view, "scales.operand", operands, view.view_state.operand, requests.view_state.operand);
    choose_cta(view, requests, "scales.cta");
    choose_rows(view, states.scales, scales);
    choose_step(view, requests, scales);
    choose_id(view, requests, scales);
    if (view.compact) {  // the boxes would take the room of the pictures
        if (button("Matrix ...", "scales.matrix", {.beside = true})) ImGui::OpenPopup("matrix");
        if (!begin_popup("matrix", true)) return;
    }
    choose_matrix(view, states, requests);
    // Another matrix of a batch begins elsewhere and is the same inside, so the pictures are of each of them. The box
    // says where the one begins that the user debugs.
    count_box(view, kBatchBox, states.scales.batch, states.scales.box, !view.compact);
    for (const MatrixBox& row : kMatrixBoxes) refusal_line(row.box.id, states.scales.box, view.theme);
    refusal_line(kBatchBox.id, states.scales.box, view.theme);
    if (view.compact) ImGui::EndPopup();
}

// What the pictures show: above them, and in a small window below them.
void draw_scales_words(const View& view, const PanelStates& states, const TileScales& scales,
                       std::string_view sentence) {
    const ScaleMatrix& matrix = view.derived.tmem.scale_matrix[view.view_state.operand];
    wrapped(batch_in_words(matrix, states.scales.batch), "scales.batch.begins");
    wrapped(sentence, "scales.sentence");
    wrapped(scale_copy_words(scales, matrix, states.scales.kept.key->second), "scales.copy");
    cute_text(view, "scales.cute", say("in memory (bytes) ", to_text(cute_of(memory_of(scales)))));
}

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
    requests.edit(SetVariant{variant});
    if (bit != nullptr) requests.edit(SetField{WordId::idesc, bit, 1});
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

}  // namespace

// Reads: derived.tmem, the scene, the trace.
// Requests: SetField of sfa_id and sfb_id, SetScaleMatrix; focus, selection, operand, K step.
void draw_scales_panel(const View& view, PanelStates& states, Requests& requests) {
    const auto& scales = view.derived.tmem.scales(view.view_state.operand);
    if (scales) states.scales.row_atom = std::min(states.scales.row_atom, row_atoms(*scales) - 1);
    const Scene& scene = scene_of(view, states.scales);
    if (scene.grids.empty() || !scales) return draw_none(view, requests, scene.sentence);
    if (!view.presenting) draw_scales_choices(view, states, requests, *scales);
    if (!view.presenting && !view.compact) draw_scales_words(view, states, *scales, scene.sentence);
    const TmemPlace place = scales_place(view.view_state.operand);
    if (const TmemRegion* region = view.derived.tmem.region(place)) region_notes(view, *region, "scales");
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x,
                height = room.y - legend_height(scene.legend, style_of(view));
    const ImVec2 third{(room.x - 2 * gap) / 3, std::max(height, kLeastScalesGrid * view.scale)};
    const std::pair<std::size_t, std::string_view> pictures[] = {
        {2, "scales.gmem"}, {0, "scales.smem"}, {1, "scales.tmem"}};
    for (const auto& [grid, id] : pictures) {
        if (grid != 2) ImGui::SameLine(0, gap);
        draw_tmem_grid(view, requests, states.scales.grids[grid], {scene.grids[grid], id, third, shown_cta(view)});
    }
    legend(scene.legend, style_of(view));
    mark_picture(at, {at.x + room.x, ImGui::GetItemRectMax().y});
    if (!view.presenting && view.compact) draw_scales_words(view, states, *scales, scene.sentence);
}

std::optional<Scene> picture_of_scales(const PictureSource& source) {
    return scene_with_cells(source.states.scales.kept.value);
}

// Reads: derived.tmem, the scene, the trace.   Requests: focus, selection, CTA; SetVariant and the sparse bit.
void draw_sparse_panel(const View& view, PanelStates& states, Requests& requests) {
    const Scene& scene = scene_of(view, states.sparse);
    if (scene.grids.empty()) return draw_none(view, states, requests, scene.sentence);
    if (!view.presenting) {
        constexpr float kLetters = 110;
        sentence_above(scene.sentence, kLetters, "sparse.sentence");
        choose_cta(view, requests, "sparse.cta");
    }
    if (const TmemRegion* region = view.derived.tmem.region(TmemPlace::meta)) region_notes(view, *region, "sparse");
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
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
    mark_picture(at, {at.x + room.x, ImGui::GetItemRectMax().y});
    if (scene.grids.size() < 2 || view.presenting) return;
    // Its height is what is left: a row with more codes does not move the picture.
    const float left = std::max(ImGui::GetContentRegionAvail().y, 2 * ImGui::GetTextLineHeightWithSpacing());
    if (begin_part("row", {0, left})) draw_row(view);
    ImGui::EndChild();
}

std::optional<Scene> picture_of_sparse(const PictureSource& source) {
    return scene_with_cells(source.states.sparse.kept.value);
}

}  // namespace tilescope::ui
