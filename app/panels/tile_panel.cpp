// app/panels/tile_panel.cpp -- a tile as a form: its type, size, layout and start; and the word of each of its K steps.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/step_words.h>
#include <tilescope/study/tile_form.h>

#include <algorithm>
#include <limits>

namespace tilescope::ui {
namespace {

constexpr float kFormBox = 150, kBesideForm = 620;  // logical pixels
constexpr int kLeastLines = 6;                      // of the table
constexpr float kLeastPicture = 3;                  // lines of text
constexpr CountBox kTileColumns{
    "columns (K)", "tile.columns", "The columns of the whole tile.", 1024, 8, 64, kFormBox, 8};

// The session with the tile is one step of the history. If there is none, the form stays as it was asked for.
void ask_for_tile(const View& view, PanelStates& states, Requests& requests, const TileForm& form, bool begins = true) {
    TilePanelState& state = states.tile;
    const auto session = with_tile(view.derived, form);
    state.refused.reset();
    if (!session) {
        state.refused = {form, session.why, nearest_tile(view.derived, form)};
        return;
    }
    if (begins) state.gesture = states.next_gesture++;
    for (SessionChange& change : changes_between(*session, view.session)) requests.edits.push_back(change.restore);
    requests.gesture = state.gesture;
}

void choose_family(const View& view, const TileForm& form, TileForm& chosen) {
    Segment families[std::size(kFamilies)];
    std::size_t now = 0;
    for (std::size_t i = 0; i < std::size(kFamilies); ++i) {
        families[i] = {kFamilies[i].id, kFamilies[i].id};
        if (&kFamilies[i] == form.family) now = i;
    }
    std::optional<std::size_t> hovered;
    const auto clicked = segmented("tile.family", families, now, style_of(view), &hovered);
    if (hovered) tooltip_of_item(say(kFamilies[*hovered].instruction, ", ", kFamilies[*hovered].chip));
    if (clicked) chosen.family = &kFamilies[*clicked];
    // A family whose instructions have one M.
    if (clicked && chosen.family->m != 0 && form.operand == Operand::a) chosen.rows = chosen.family->m;
}

void choose_layout_of_tile(const View& view, const TileForm& form, TileForm& chosen) {
    constexpr Segment kMajors[] = {{"k", "K-major"}, {"mn", "MN-major"}};
    choose_one(view, "tile.major", kMajors, form.major, chosen.major);
    tip("Which elements are neighbours in memory: those along K, or those along M or N.");
    ImGui::SetNextItemWidth(kFormBox * view.scale);
    if (const auto* row = drop_down("swizzle", "tile.swizzle", std::string(row_of(form.swizzle).name), kSwizzleModes,
                                    &SwizzleRow::name))
        chosen.swizzle = row->mode;
}

// Choices that matter for a tile of several atoms, and for several tiles. Those of the list are no part of the session.
void choose_buffer(const View& view, TilePanelState& state, const TileForm& form, TileForm& chosen) {
    const Segment orders[] = {{"mn", pick(form.operand, "M first", "N first")}, {"k", "K first"}};
    name_of_choice("atoms");
    choose_one(view, "tile.order", orders, form.order, chosen.order);
    tip("The order in which the atoms of the tile follow each other in memory.");
    constexpr CountBox kStages{
        "stages", "tile.stages", "The buffers of a pipeline, one after the other.", 64, 1, 4, kFormBox, 1};
    constexpr CountBox kBlocks{
        "row blocks", "tile.blocks", "Tiles along M or N that share one buffer.", 16, 1, 4, kFormBox, 1};
    count_box(view, kStages, state.buffer.stages, state.box, false);
    refusal_line(kStages.id, state.box, view.theme);
    count_box(view, kBlocks, state.buffer.row_blocks, state.box, false);
    refusal_line(kBlocks.id, state.box, view.theme);
}

void choose_start(const View& view, BoxState& box, const TileForm& form, TileForm& chosen) {
    const auto would = [](std::string_view text) -> Answer<std::string> {
        const Answer<std::uint64_t> number = parse_number(text);
        if (!number) return Refusal(number.why);
        if (*number > std::numeric_limits<std::uint32_t>::max())
            return Refusal("The start address is ", hex(*number), ". It must fit in 32 bits.");
        return say("start address ", hex(*number));
    };
    ImGui::SetNextItemWidth(kFormBox * view.scale);
    if (const auto text = typed_box({"tile.start", hex(form.start), would, view.theme, "start address"}, box))
        chosen.start = static_cast<std::uint32_t>(*parse_number(*text));
    refusal_line("tile.start", box, view.theme);
}

// Returns whether a change is a step of its own.
bool choose_sizes_of_tile(const View& view, BoxState& box, const TileForm& form, TileForm& chosen) {
    CountBox rows{pick(form.operand, "rows (M)", "rows (N)").data(),
                  "tile.rows",
                  "The rows of the tile in one CTA.",
                  kMostTileRows,
                  pick(form.operand, 64u, 16u),
                  64,
                  kFormBox,
                  8};
    bool begins = count_box(view, rows, chosen.rows, box, false);
    refusal_line(rows.id, box, view.theme);
    CountBox columns = kTileColumns;
    columns.step = std::max(view.derived.k, 1u);
    begins |= count_box(view, columns, chosen.columns, box, false);
    refusal_line(columns.id, box, view.theme);
    return begins;
}

// The last form that no session has: why, and what would be right.
void draw_refused_tile(const View& view, PanelStates& states, Requests& requests) {
    const TilePanelState::Refused refused = *states.tile.refused;
    coloured(view.theme.error, refused.why, "tile.refused");
    if (!refused.instead) return dim_text(view.theme, "The picture and the list still show the tile before.");
    const std::string label = say("Use ", differences(refused.form, *refused.instead));
    if (button(label.c_str(), "tile.instead", {.icon = Icon::apply}))
        ask_for_tile(view, states, requests, *refused.instead);
    tip("The picture and the list still show the tile before.");
}

void draw_tile_form(const View& view, PanelStates& states, Requests& requests) {
    TilePanelState& state = states.tile;
    const Operand operand = view.view_state.operand;
    if (state.refused && state.refused->form.operand != operand) state.refused.reset();
    const TileForm form = state.refused ? state.refused->form : tile_form_of(view.derived, operand);
    TileForm chosen = form;
    choose_family(view, form, chosen);
    ImGui::SetNextItemWidth(kFormBox * view.scale);
    const auto types = types_of(*form.family, view.session);
    const auto name = [](const ElementType* type) { return type->id; };
    if (const auto* type = drop_down("element type", "tile.type", std::string(form.type->id), types, name))
        chosen.type = *type;
    tip(form.type->doc);
    bool begins = choose_sizes_of_tile(view, state.box, form, chosen);
    choose_layout_of_tile(view, form, chosen);
    choose_buffer(view, state, form, chosen);
    choose_start(view, state.box, form, chosen);
    TileForm sized = form;
    sized.rows = chosen.rows, sized.columns = chosen.columns;
    if (chosen != form) ask_for_tile(view, states, requests, chosen, begins || chosen != sized);
    if (state.refused) draw_refused_tile(view, states, requests);
}

// Which numbers a line of the list has: stage, piece and K step.
struct StepNames {
    bool stages = false, pieces = false;
    std::string head(std::string_view stage, std::string_view piece) const {
        return say(stages ? stage : "", pieces ? piece : "");
    }
    std::string of(const StepWord& s, char between) const {
        return say(stages ? say(s.stage, between) : "", pieces ? say(s.piece, between) : "", s.step);
    }
};
StepNames names_of_steps(const std::vector<StepWord>& steps) {
    return {steps.back().stage > 0, std::ranges::any_of(steps, [](const StepWord& s) { return s.piece > 0; })};
}

std::vector<CopyChoice> copies_of_steps(const WordView& word, const std::vector<StepWord>& steps) {
    std::vector<std::uint64_t> words;
    const StepNames names = names_of_steps(steps);
    std::string csv = say(names.head("stage,", "block,"), "k_step,address,word");
    for (const StepWord& s : steps) {
        words.push_back(s.word);
        csv += say('\n', names.of(s, ','), ',', hex(s.start), ',', hex_word(*word.format, s.word, word.unknown));
    }
    std::vector<CopyChoice> out = copies_of_list(*word.format, words, word.unknown);
    out.push_back({"csv", "CSV, with addresses", csv + '\n'});
    return out;
}

void draw_step_line(const View& view, const WordView& word, const StepWord& s, const std::string& name,
                    Requests& requests) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(name.c_str(), view.view_state.k_step == s.step, ImGuiSelectableFlags_SpanAllColumns))
        requests.view_state.k_step = s.step;
    mark("tile.step.", name);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(hex(s.start).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(hex_word(*word.format, s.word, word.unknown).c_str());
}

// The list of all K steps. A click on a line shows the step in the picture.
void draw_step_list(const View& view, TilePanelState& state, Requests& requests) {
    const Operand operand = view.view_state.operand;
    const WordView& word = view.derived.of(word_of(operand));
    const TileBuffer& buffer = state.buffer;
    const auto make = [&] {
        TilePanelState::StepList list{.words = buffer_words(view.derived, operand, buffer), .copies = {}};
        if (*list.words) list.copies = copies_of_steps(word, **list.words);
        return list;
    };
    const TilePanelState::StepList& list =
        state.steps.of({view.derived.revision, operand, buffer.stages, buffer.row_blocks}, make);
    const Answer<std::vector<StepWord>>& steps = *list.words;
    const StepNames names = steps ? names_of_steps(*steps) : StepNames();
    heading(say(names.head("STAGE : ", "BLOCK : "), "K STEPS"), style_of(view),
            say(view.derived.of(operand).mma_k, " columns each"));
    if (!steps) return wrapped(steps.why, "tile.no_steps");
    assumed_note(view, operand);
    if (const auto copied = copy_menu(
            "tile.copy", [&] { return list.copies; }, style_of(view))) {
        requests.copy = *copied;
        requests.status = say("Copied ", steps->size(), steps->size() == 1 ? " word." : " words.");
    }
    ImGui::PushFont(view.mono);
    const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
    const float needs = line * static_cast<float>(steps->size() + 1) + 2;
    const float room = std::max(view.compact ? 0 : ImGui::GetContentRegionAvail().y, line * kLeastLines);
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY |
                                       ImGuiTableFlags_SizingFixedFit;
    if (ImGui::BeginTable("steps", 3, kFlags, {0, std::min(needs, room)})) {
        ImGui::TableSetupScrollFreeze(0, 1);
        ImGui::TableSetupColumn("step");
        ImGui::TableSetupColumn("address");
        ImGui::TableSetupColumn("word");
        ImGui::TableHeadersRow();
        visible_lines(steps->size(), [&](std::size_t i) {
            draw_step_line(view, word, (*steps)[i], names.of((*steps)[i], ':'), requests);
        });
        ImGui::EndTable();
    }
    ImGui::PopFont();
    mark("tile.steps");
}

// A small window shows either the picture or the form: memory as it follows the form, below the list.
void draw_small_picture(const View& view, PanelStates& states, Requests& requests) {
    const Scene& scene = scene_of(view, view.view_state.operand, states.memory).scene;
    if (scene.grids.size() < 2) return;
    const float least = kLeastPicture * ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    moving_grid(view, requests, scene.grids[1], {.id = "tile.picture", .size = {room.x, std::max(room.y, least)}},
                states.tile.picture);
}

}  // namespace

// Reads: the operand of the picture, the words of its K steps.
// Requests: the edits that make the tile of the form, one step for each change; operand, K step, copy.
void draw_tile_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("TILE AND K STEPS", style_of(view));
    choose_operand(view, requests, "tile.operand");
    const float right = ImGui::GetWindowContentRegionMax().x - action_width(Icon::close, "Close");
    ImGui::SameLine(std::max(right, 0.f));
    if (button("Close", "tile.close", {.icon = Icon::close})) states.tile.open = false;
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.in_smem) return empty_state(view.theme, "tile.none", o.unplaced);
    if (!o.placed()) return unplaced_state(view, states, requests, "tile.unplaced", view.view_state.operand);
    const float width = ImGui::GetContentRegionAvail().x;
    const bool beside = width >= kBesideForm * view.scale;
    if (beside) begin_part("form", {width / 2, 0});
    draw_tile_form(view, states, requests);
    if (beside) {
        ImGui::EndChild();
        ImGui::SameLine();
        begin_part("list", {0, 0});
    }
    draw_step_list(view, states.tile, requests);
    if (view.compact) draw_small_picture(view, states, requests);
    if (beside) ImGui::EndChild();
}

}  // namespace tilescope::ui
