// app/panels/scales_panel.cpp -- scale factors: the matrix in global memory, an atom in shared memory, its cells.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/tmem_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/legend.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>
#include <tilescope/view/pictures.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

constexpr float kLeastScalesGrid = 120;  // logical pixels
constexpr unsigned kIds = 4;
constexpr float kMatrixBox = 130;  // logical pixels
constexpr unsigned kMostBatch = (1u << 16) - 1;

// A box for the matrix in global memory. 0 rows or factors: the matrix ends with the tile.
struct MatrixBox {
    const char* name;
    std::string_view id;
    unsigned ScaleMatrix::*value;
    int step;
};
constexpr std::array kMatrixBoxes = {MatrixBox{"matrix rows", "scales.matrix.rows", &ScaleMatrix::rows, 1},
                                     MatrixBox{"factors", "scales.matrix.factors", &ScaleMatrix::factors, 1},
                                     MatrixBox{"tile at row", "scales.matrix.row", &ScaleMatrix::first_row, 128},
                                     MatrixBox{"factor", "scales.matrix.factor", &ScaleMatrix::first_factor, 4}};

const Scene& scene_of(const View& view, ScalesPanelState& state) {
    const ScaleOptions scale_look = scale_options(view.derived, view.view_state, state.row_atom);
    KeptScene<ScaleOptions>& kept = state.kept;
    if (kept.revision == view.derived.revision && kept.view_state == scale_look) return kept.scene;
    kept = {view.derived.revision, scale_look, scale_scene(view.derived.tmem, scale_look)};
    return kept.scene;
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

void choose_operand(const View& view, Requests& requests) {
    constexpr std::array<Segment, 2> operands = {Segment{"a", "SFA"}, Segment{"b", "SFB"}};
    const auto now = static_cast<std::size_t>(view.view_state.operand);
    if (const auto i = segmented("scales.operand", operands, now, style_of(view)))
        requests.view_state.operand = kBothOperands[*i];
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
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name.data());
    ImGui::SameLine();
    if (const auto i = segmented("scales.id", segments, scales.first.id, style_of(view)))
        requests.edits.push_back(SetField{WordId::idesc, field, *i});
}

void choose_step(const View& view, Requests& requests, const TileScales& scales) {
    const unsigned step = std::min(view.view_state.k_step, scales.blocks - 1);
    const float side = ImGui::GetFrameHeight();
    const std::string text = say("K step ", step, " of ", scales.blocks);
    stay_on_line(2 * side + button_width(text.c_str()));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    mark("scales.k_step");
    ImGui::SameLine();
    ImGui::BeginDisabled(step == 0);
    if (ImGui::Button("-", {side, side})) requests.view_state.k_step = step - 1;
    mark("scales.k_step", ".minus");
    ImGui::EndDisabled();
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::BeginDisabled(step + 1 >= scales.blocks);
    if (ImGui::Button("+", {side, side})) requests.view_state.k_step = step + 1;
    mark("scales.k_step", ".plus");
    ImGui::EndDisabled();
}

void choose_matrix(const View& view, PanelStates& states, Requests& requests) {
    const Operand operand = view.view_state.operand;
    ScaleMatrix matrix = view.session.scale_matrix[operand];
    for (const MatrixBox& box : kMatrixBoxes) {
        int value = static_cast<int>(matrix.*box.value);
        if (&box != kMatrixBoxes.data()) stay_on_line(kMatrixBox * view.scale + button_width(box.name));
        ImGui::SetNextItemWidth(kMatrixBox * view.scale);
        if (ImGui::InputInt(say("##", box.id).c_str(), &value, box.step, box.step * 8))
            matrix.*box.value = static_cast<unsigned>(std::clamp(value, 0, static_cast<int>(kMostScaleMatrix)));
        mark(box.id);
        if (ImGui::IsItemActivated()) states.scales.gesture = states.next_gesture++;
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("The matrix in global memory. With 0 rows or factors, it ends with the tile.");
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        ImGui::TextUnformatted(box.name);
    }
    if (matrix == view.session.scale_matrix[operand]) return;
    requests.edits.push_back(SetScaleMatrix{operand, matrix});
    requests.gesture = states.scales.gesture;
}

// Another matrix of a batch begins elsewhere and is the same inside, so the pictures are of each of them. The box says
// where the one begins that the user debugs.
void choose_batch(const View& view, ScalesPanelState& state, const ScaleMatrix& matrix) {
    int batch = static_cast<int>(state.batch);
    stay_on_line(kMatrixBox * view.scale + button_width("batch"));
    ImGui::SetNextItemWidth(kMatrixBox * view.scale);
    if (ImGui::InputInt("##scales.batch", &batch, 1, 8))
        state.batch = static_cast<unsigned>(std::clamp(batch, 0, static_cast<int>(kMostBatch)));
    mark("scales.batch");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("The matrices of a batch follow each other in global memory.");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted("batch");
    wrapped(batch_in_words(matrix, state.batch));
    mark("scales.batch.begins");
}

void draw_none(const View& view, Requests& requests, std::string_view sentence) {
    empty_state(view.theme, "scales.empty", sentence);
    if (!view.derived.tmem.none.empty()) return;
    if (ImGui::Button("Choose another kind")) requests.commands.push_back(screen_command(Screen::instruction));
    mark("scales.kinds");
}

// Draws the choices, and the sentences about the copy.
void draw_scales_choices(const View& view, PanelStates& states, Requests& requests, const TileScales& scales,
                         std::string_view sentence) {
    choose_operand(view, requests);
    choose_cta(view, requests, "scales.cta");
    choose_rows(view, states.scales, scales);
    choose_step(view, requests, scales);
    choose_id(view, requests, scales);
    choose_matrix(view, states, requests);
    const ScaleMatrix& matrix = view.derived.tmem.scale_matrix[view.view_state.operand];
    choose_batch(view, states.scales, matrix);
    wrapped(sentence);
    mark("scales.sentence");
    wrapped(scale_copy_words(scales, matrix, *states.scales.kept.view_state));
    mark("scales.copy");
    cute_text(view, "scales.cute", say("in memory (bytes) ", to_text(cute_of(memory_of(scales)))));
}

}  // namespace

// Reads: derived.tmem, the scene, the trace.
// Requests: SetField of sfa_id and sfb_id, SetScaleMatrix; focus, selection, operand, K step.
void draw_scales_panel(const View& view, PanelStates& states, Requests& requests) {
    const auto& scales = view.derived.tmem.scales(view.view_state.operand);
    if (scales) states.scales.row_atom = std::min(states.scales.row_atom, row_atoms(*scales) - 1);
    const Scene& scene = scene_of(view, states.scales);
    if (scene.grids.empty() || !scales) return draw_none(view, requests, scene.sentence);
    if (!view.presenting) draw_scales_choices(view, states, requests, *scales, scene.sentence);
    const TmemPlace place = scales_place(view.view_state.operand);
    if (const TmemRegion* region = view.derived.tmem.region(place)) region_notes(view, *region, "scales");
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x,
                height = room.y - legend_height(scene.legend, style_of(view));
    const ImVec2 third{(room.x - 2 * gap) / 3, std::max(height, kLeastScalesGrid * view.scale)};
    draw_tmem_grid(view, requests, states.scales.grids[2], {scene.grids[2], "scales.gmem", third, shown_cta(view)});
    ImGui::SameLine(0, gap);
    draw_tmem_grid(view, requests, states.scales.grids[0], {scene.grids[0], "scales.smem", third, shown_cta(view)});
    ImGui::SameLine(0, gap);
    draw_tmem_grid(view, requests, states.scales.grids[1], {scene.grids[1], "scales.tmem", third, shown_cta(view)});
    legend(scene.legend, style_of(view));
}

std::optional<Scene> picture_of_scales(const PictureSource& source) {
    return scene_with_cells(source.states.scales.kept.scene);
}

}  // namespace tilescope::ui
