// app/panels/banks_panel.cpp -- shows one warp access as words in 32 banks, with and without the swizzle.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kLeastBanksGrid = 96, kMostList = 0.3f, kBanksLegendFrom = 260;  // logical pixels; part of the height
constexpr Segment kAccesses[] = {
    {"chunk", "chunk"}, {"column", "element"}, {"along", "along"}, {"across", "across"}, {"block", "block"}};
constexpr std::array<AccessKind, 5> kOfferedKinds = {AccessKind::chunk_column, AccessKind::element_column,
                                                     AccessKind::along, AccessKind::across, AccessKind::block};

void set_picture(SceneCache& cache, Scene scene, const Swizzle& left_out) {
    cache.scene = std::move(scene);
    cache.left_out = left_out;
    index_bytes(cache, 0);
}

BanksPictures make_pictures(const View& view) {
    auto banks = banks_picture(view.derived, view.view_state);
    BanksPictures out{.refused = banks.why};
    if (!banks) return out;
    out.access = banks->access;
    out.on.phases = banks->phases_on, out.off.phases = banks->phases_off;
    set_picture(out.on.picture, std::move(banks->on), {});
    const OperandView& o = view.derived.of(view.view_state.operand);
    set_picture(out.off.picture, std::move(banks->off), row_of(o.layout.mode).swizzle);
    return out;
}

const BanksPictures& pictures_of(const View& view, BanksPanelState& state) {
    const ViewState& v = view.view_state;
    return state.cache.of({view.derived.revision, v.operand, v.bank_access, v.bank_phases, access_from(view)},
                          [&] { return make_pictures(view); });
}

// The picture that the words are about. A wide window shows both, and the words about the stored one name the other.
const BanksPictures::Side& shown_side(const BanksPictures& pictures, const ViewState& view_state, bool wide = false) {
    return wide || view_state.swizzle ? pictures.on : pictures.off;
}

// A box for a custom block (rows x columns).
void draw_block_box(const View& view, BanksPanelState& state, Requests& requests) {
    const SmemLayout& layout = view.derived.of(view.view_state.operand).layout;
    const auto would = [&](std::string_view text) -> Answer<std::string> {
        const auto choice = parse_access(text);
        return choice ? Answer<std::string>(words_of(layout, *choice)) : Refusal(choice.why, '.');
    };
    stay_on_line(button_width("1024x1024"));
    ImGui::SetNextItemWidth(button_width("1024x1024"));
    const auto text = typed_box({"banks.block", view.view_state.bank_access, would, view.theme, "##block"}, state.box);
    tip("Size of the block: rows x columns of elements. Each thread reads one vector.");
    if (text) requests.view_state.bank_access = *text;
}

void choose_access(const View& view, BanksPanelState& state, Requests& requests) {
    const auto choice = parse_access(view.view_state.bank_access);
    const AccessKind kind = choice ? choice->kind : AccessKind::block;
    const auto chosen = static_cast<std::size_t>(std::ranges::find(kOfferedKinds, kind) - kOfferedKinds.begin());
    name_on_line("read", button_width("chunk element along across block") + 4 * ImGui::GetFrameHeight());
    if (const auto i = segmented("banks.access", kAccesses, chosen, style_of(view)))
        requests.view_state.bank_access =
            kOfferedKinds[*i] == AccessKind::block ? "8x8" : std::string(kAccesses[*i].id);
    const bool vectors = kind == AccessKind::along || kind == AccessKind::across;
    if (vectors) {
        constexpr Segment sizes[] = {{"4", "4 B"}, {"8", "8 B"}, {"16", "16 B"}};
        stay_on_line(button_width("4 B 8 B 16 B") + 2 * ImGui::GetFrameHeight());
        const std::size_t size = choice->bytes == 4 ? 0 : choice->bytes == 8 ? 1 : 2;
        if (const auto i = segmented("banks.bytes", sizes, size, style_of(view)))
            requests.view_state.bank_access = say(kAccesses[chosen].id, ':', sizes[*i].id);
    }
    if (kind == AccessKind::block) draw_block_box(view, state, requests);
}

void choose_picture(const View& view, Requests& requests) {
    constexpr Segment colours[] = {{"thread", "thread"}, {"phase", "phase"}};
    constexpr Segment swizzles[] = {{"on", "swizzled"}, {"off", "linear"}};
    name_on_line("colour", button_width("thread phase") + ImGui::GetFrameHeight());
    choose_one(view, "banks.colour", colours, view.view_state.bank_phases, requests.view_state.bank_phases);
    if (view.wide) return;  // both pictures are visible
    stay_on_line(button_width("swizzled linear") + ImGui::GetFrameHeight());
    if (const auto i = segmented("banks.swizzle", swizzles, !view.view_state.swizzle, style_of(view)))
        requests.view_state.swizzle = *i == 0;
}

// Returns true if the user moved the grid.
bool draw_grid(const View& view, PanelStates& states, Requests& requests, bool on, ImVec2 size) {
    BanksPanelState& state = states.banks;
    const Operand operand = view.view_state.operand;
    const SceneCache& cache = (on ? state.cache.value.on : state.cache.value.off).picture;
    const Cells& cells = cache.scene.grids.front();
    const Rings rings = rings_in(view, operand, cache, cells);
    const GridReply reply = titled_grid(
        view, requests, cells,
        {.id = on ? "banks.on" : "banks.off", .size = size, .pointed = rings.pointed, .selected = rings.selected},
        state.grids[on ? 0 : 1]);
    if (reply.hovered && cells.key[*reply.hovered] != kNoKey)
        requests.point(focus_of(cells, *reply.hovered, operand, cache.left_out), reply.clicked.has_value());
    return reply.led;
}

// Both grids have the 32 banks to the right. Their rows are the same lines if there are equally many, because the XOR
// leaves each chunk in its line.
void draw_both(const View& view, PanelStates& states, Requests& requests, ImVec2 size) {
    const bool on_led = draw_grid(view, states, requests, true, size);
    ImGui::SameLine(0, 2 * ImGui::GetStyle().ItemSpacing.x);
    const bool off_led = draw_grid(view, states, requests, false, size);
    const BanksPictures& cache = states.banks.cache.value;
    const auto lines = [](const BanksPictures::Side& side) { return side.picture.scene.grids.front().rows; };
    const bool same_lines = lines(cache.on) == lines(cache.off);
    const CommonAxes axes{.rows = same_lines ? 1.0f : 0.0f, .columns = 1};
    auto& [on, off] = states.banks.grids;
    if (on_led) follow_view(off, on, axes);
    if (off_led) follow_view(on, off, axes);
}

void draw_pictures(const View& view, PanelStates& states, Requests& requests) {
    const BanksPictures::Side& shown = shown_side(states.banks.cache.value, view.view_state, view.wide);
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const BanksPictures& both = states.banks.cache.value;
    const Scene &on = both.on.picture.scene, &off = both.off.picture.scene;
    const std::vector<LegendEntry> entries = view.wide ? legend_of_two(on, off) : shown.picture.scene.legend;
    const auto phases =
        static_cast<float>(view.presenting ? 0 : std::max(both.on.phases.size(), both.off.phases.size()));
    const float list = std::min(phases * line, std::max(line, room.y * kMostList));
    const bool with_legend = room.y > kBanksLegendFrom * view.scale;
    const float gaps = 2 * ImGui::GetStyle().ItemSpacing.y;
    const float height = std::max(room.y - list - (with_legend ? legend_height(entries, style_of(view)) : 0) - gaps,
                                  kLeastBanksGrid * view.scale);
    if (view.wide) {
        draw_both(view, states, requests, {(room.x - 2 * ImGui::GetStyle().ItemSpacing.x) / 2, height});
    } else {
        draw_grid(view, states, requests, view.view_state.swizzle, {room.x, height});
    }
    if (with_legend) legend(entries, style_of(view));
    mark_picture(at, {at.x + room.x, ImGui::GetItemRectMax().y});
    if (view.presenting) return;
    begin_part("phases", {0, list});
    for (std::size_t i = 0; i < shown.phases.size(); ++i) wrapped(shown.phases[i], "banks.phase.", say(i));
    ImGui::EndChild();
}

}  // namespace

// Reads: the operand's layout; the selection (the access begins there).
// Requests: view state (access, colour, swizzle, operand), focus, selection.
void draw_banks_panel(const View& view, PanelStates& states, Requests& requests) {
    if (!view.presenting) choose_operand(view, requests, "banks.operand");
    if (const OperandView& o = view.derived.of(view.view_state.operand); !o.placed())
        return unplaced_state(view, states, requests, "banks.none", view.view_state.operand);
    assumed_note(view, view.view_state.operand);
    if (!view.presenting) {
        choose_access(view, states.banks, requests);
        choose_picture(view, requests);
        refusal_line("banks.block", states.banks.box, view.theme);
    }
    const BanksPictures& cache = pictures_of(view, states.banks);
    if (!cache.refused.empty()) return empty_state(view.theme, "banks.refused", cache.refused);
    if (!view.presenting) {
        constexpr float kLetters = 110;
        const Scene& scene = shown_side(cache, view.view_state, view.wide).picture.scene;
        sentence_above(say(cache.access, ": ", scene.sentence, '.'), kLetters, "banks.sentence");
    }
    draw_pictures(view, states, requests);
}

std::optional<Scene> picture_of_banks(const PictureSource& source) {
    const BanksPictures& cache = source.states.banks.cache.value;
    if (!source.derived.of(source.view_state.operand).placed() || !cache.refused.empty()) return std::nullopt;
    const Scene& scene = shown_side(cache, source.view_state).picture.scene;
    return scene_with_cells(with_note(scene, source.derived.of(source.view_state.operand)));
}

}  // namespace tilescope::ui
