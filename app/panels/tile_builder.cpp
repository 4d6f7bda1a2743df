// app/panels/tile_builder.cpp -- builds an operand tile from atoms and lists the descriptor of each slice.
// SPDX-License-Identifier: MIT
#include "app/panels/tile_builder.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/heading.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr const char* kBuilderPopup = "tile_builder";
constexpr float kWidth = 620, kListHeight = 220, kBuilderBox = 110;  // logical pixels
constexpr int kMostRows = 4096, kMostStages = 64, kRowStep = 8;

TileSpec spec_of(const View& view, const TileBuilderState& state) {
    const SmemLayout& l = view.derived.of(state.operand).layout;
    return {.mode = l.mode,
            .major = l.major,
            .type = l.type,
            .rows = state.rows,
            .columns = l.columns,
            .order = view.session.atom_order[state.operand],
            .start = l.start,
            .stages = static_cast<unsigned>(state.stages)};
}

void choose(const View& view, TileBuilderState& state, Requests& requests) {
    const std::array<Segment, 2> orders = {Segment{"mn", "along M or N first"}, Segment{"k", "along K first"}};
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("atoms");
    ImGui::SameLine();
    const auto now = static_cast<std::size_t>(view.session.atom_order[state.operand]);
    if (const auto i = segmented("tile.order", orders, now, style_of(view)))
        requests.edits.push_back(SetAtomOrder{state.operand, static_cast<AtomOrder>(*i)});
    ImGui::SetNextItemWidth(kBuilderBox * view.scale);
    if (ImGui::InputInt(pick(state.operand, "rows (M)", "rows (N)").data(), &state.rows, kRowStep, kRowStep * 8))
        state.rows = std::clamp(state.rows, 1, kMostRows);
    mark("tile.rows");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(kBuilderBox * view.scale);
    if (ImGui::InputInt("stages", &state.stages, 1, 4)) state.stages = std::clamp(state.stages, 1, kMostStages);
    mark("tile.stages");
    dim_text(view.theme, say("K is ", view.derived.of(state.operand).layout.columns,
                             " stored columns (tile K in the panel Operands). The swizzle, the order (K-major or "
                             "MN-major), the type and "
                             "the start address come from the words."));
}

std::string line_of(const TileSlice& s, std::uint32_t first, const Answer<std::uint64_t>& word, const Format& format) {
    const auto units = (std::int64_t{s.layout.start} - first) / 16;
    return say("stage ", s.stage, "  block ", s.row_block, "  K step ", s.k_step, "  start ", hex(s.layout.start),
               "  +", units, "  ", word ? hex_word(format, *word) : word.why);
}

// Draws the list. [Copy the list] copies the same data as CSV.
void draw_slices(const View& view, const TileBuilderState& state, const std::vector<TileSlice>& slices,
                 Requests& requests) {
    const Format& format = *view.derived.of(word_of(state.operand)).format;
    std::string table = "stage,row_block,k_step,start,lbo,sbo,word\n";
    ImGui::BeginChild("slices", {0, kListHeight * view.scale}, true);
    ImGui::PushFont(view.mono);
    for (const TileSlice& s : slices) {
        const auto word = descriptor_of(format, s.layout);
        ImGui::TextUnformatted(line_of(s, slices.front().layout.start, word, format).c_str());
        table += say(s.stage, ',', s.row_block, ',', s.k_step, ',', s.layout.start, ',', s.layout.lbo, ',',
                     s.layout.sbo, ',', word ? hex_word(format, *word) : word.why, '\n');
    }
    ImGui::PopFont();
    ImGui::EndChild();
    mark("tile.slices");
    if (action_button(Icon::copy, "Copy the list")) requests.copy = table;
    mark("tile.copy");
    const auto first = descriptor_of(format, slices.front().layout);
    ImGui::SameLine();
    const Session& s = view.session;
    const bool same = first && *first == s.word(word_of(state.operand)) &&
                      s.unknown_bits(word_of(state.operand)) == unknown_start(view.derived, state.operand);
    ImGui::BeginDisabled(!first || same);
    if (ImGui::Button("Use these strides"))
        requests.edits.push_back(SetWord{word_of(state.operand), *first, unknown_start(view.derived, state.operand)});
    ImGui::EndDisabled();
    mark("tile.use");
}

void draw_tile(const View& view, const TileBuilderState& state, Requests& requests) {
    const auto tile = build_tile(spec_of(view, state));
    const OperandView& o = view.derived.of(state.operand);
    const int rows = std::min(o.layout.rows, state.rows);
    const auto slices =
        tile ? slices_of(*tile, {rows, static_cast<int>(o.mma_k)}) : Answer<std::vector<TileSlice>>::refuse(tile.why);
    if (!slices) {
        wrapped(slices.why);
        mark("tile.refused");
        return;
    }
    wrapped(say(tile->atoms_rows, " x ", tile->atoms_columns, " atoms of ", tile->atom.rows, " x ", tile->atom.columns,
                ", ", tile->atom.bytes, " bytes each. One stage has ", tile->bytes,
                " bytes. The step between atoms is ", tile->row_step, " bytes along M or N, ", tile->column_step,
                " bytes along K."));
    mark("tile.facts");
    dim_text(view.theme, strides_in_words(slices->front().layout));
    draw_slices(view, state, *slices, requests);
}

}  // namespace

void draw_tile_builder(const View& view, PanelStates& states, Requests& requests) {
    TileBuilderState& state = states.tile;
    if (std::exchange(state.opens, false)) ImGui::OpenPopup(kBuilderPopup);
    ImGui::SetNextWindowSize({kWidth * view.scale, 0});
    if (!ImGui::BeginPopup(kBuilderPopup)) return;
    heading(pick(state.operand, "TILE OF A", "TILE OF B"), style_of(view));
    if (view.derived.of(state.operand).placed()) {
        choose(view, state, requests);
        draw_tile(view, state, requests);
    }
    ImGui::EndPopup();
}

}  // namespace tilescope::ui
