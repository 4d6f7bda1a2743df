// app/panels/memory_panel.cpp -- an operand as a tile and in shared memory: its tools, its notes, its menu.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"
#include "app/panels/help_topics.h"
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/sliders.h"

#include <tilescope/base/say.h>
#include <tilescope/document/step_words.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/cute.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kColourList = 84, kLeastSlider = 34, kMostSlider = 240,
                kNotch = 26;  // widths, logical pixels

void choose_grain(const View& view, Requests& requests) {
    std::array<Segment, std::size(kGrainNames)> grains;
    for (std::size_t i = 0; i < grains.size(); ++i) grains[i] = {kGrainNames[i].name, kGrainNames[i].name};
    float width = 0;
    for (const Segment& grain : grains) width += button_width(grain.label.data());
    name_on_line("unit", width);
    choose_one(view, "memory.grain", grains, view.view_state.grain, requests.view_state.grain);
}

void choose_colouring(const View& view, Requests& requests) {
    const auto now = static_cast<std::size_t>(view.view_state.colouring);
    name_on_line("colour", kColourList * view.scale);
    ImGui::SetNextItemWidth(kColourList * view.scale);
    const bool open = begin_list("##colour", std::string(kColouringNames[now].name), "memory.colour");
    if (!open && ImGui::IsItemHovered()) tooltip_of_item("Selects what the cell colours mean (key C).");
    if (!open) return;
    for (const NamedValue& c : kColouringNames)
        if (list_line(std::string(c.name), c.raw == now, "memory.colour.", c.name))
            requests.view_state.colouring = static_cast<Colouring>(c.raw);
    ImGui::EndCombo();
}

void replay(const View& view, MemoryPanelState& state) {
    ImGui::BeginDisabled(view.reduced_motion);
    if (list_line("Replay the swizzle", false, "memory.replay")) state.glide_from = ImGui::GetTime();
    ImGui::EndDisabled();
    tip_below(view.reduced_motion ? "Reduced motion is on, so the chunks do not move."
                                  : "Shows again how the XOR moves the chunks of each line.",
              kOffToo);
}

// A line of the menu: a button that comes with another K step would move the picture.
void use_as_start(const View& view, Requests& requests) {
    const Operand operand = view.view_state.operand;
    const OperandView& o = view.derived.of(operand);
    const unsigned step = std::min(view.view_state.k_step + 1, k_steps_of(o)) - 1;
    if (step == 0 || k_steps_of(o) == 0) return;
    const auto moved = word_of_step(view.derived, operand, step);
    const std::string why = o.assumed.empty() ? moved.why : o.assumed;
    ImGui::BeginDisabled(!why.empty());
    const bool chosen = list_line(say("Use K step ", step, " as start"), false, "memory.use_start");
    ImGui::EndDisabled();
    if (!why.empty()) tip_below(why, kOffToo);
    if (!chosen || !moved) return;
    const WordView& word = view.derived.of(word_of(operand));
    requests.edit(SetWord{word.id, *moved, word.unknown});
    requests.view_state.k_step = 0;
}

// What is needed less often than the other tools. A text is built only when the user copies it: a picture has up to
// 65 536 cells.
void draw_more(const View& view, MemoryPanelState& state, Requests& requests) {
    const Operand operand = view.view_state.operand;
    if (!view.derived.of(operand).placed()) return;
    const Scene& scene = scene_of(view, operand, state).scene;
    if (scene.grids.size() < 2) return;
    stay_on_line(button_width("..."));
    if (icon_button(Icon::more, "...")) ImGui::OpenPopup("more");
    mark("memory.more");
    if (!begin_popup("more")) return;
    replay(view, state);
    use_as_start(view, requests);
    if (list_line("List of the K steps", false, "memory.steps")) requests.ask("show_panel", "tile");
    ImGui::Separator();
    ImGui::TextDisabled("Copy");
    if (list_line("tile as a table, tab separated", false, "memory.copy.tile"))
        requests.copy = table_of(scene.grids[0]);
    if (list_line("memory as a table, tab separated", false, "memory.copy.memory"))
        requests.copy = table_of(scene.grids[1]);
    if (list_line("description in words", false, "memory.copy.words")) requests.copy = scene.sentence;
    ImGui::EndPopup();
}

// Returns the values to add to the low 32 bits of the descriptor, from each instruction to the next.
std::vector<int> units_of(const OperandView& o) {
    std::vector<int> out;
    for (unsigned i = 0; i + 1 < k_steps_of(o); ++i) out.push_back(k_step_units(o.layout, i, o.mma_k));
    return out;
}

std::string signed_text(int units) { return units < 0 ? say(units) : say('+', units); }

// The slider has one notch per instruction. A drag only changes the lit cells; it makes no edit.
void choose_step(const View& view, Requests& requests) {
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.placed()) return;
    const std::vector<int> units = units_of(o);
    const unsigned step = std::min(view.view_state.k_step, static_cast<unsigned>(units.size()));
    const float width =
        std::clamp(static_cast<float>(units.size() + 1) * kNotch, kLeastSlider, kMostSlider) * view.scale;
    name_on_line("K step", width);
    const KSlider slider{"memory.k_step", step, units, width};
    const KSliderReply reply = k_slider(slider, style_of(view));
    if (reply.chosen) requests.view_state.k_step = *reply.chosen;
    if (reply.hovered) tooltip_of_item(say("K step ", *reply.hovered, ": ", k_step_text(o, *reply.hovered)));
}

// Draws the title of a tile with its size, and after it what the shown K step means, if there is room: "start = 0x400
// low word: +2 per step". A click on the title opens a box for the K of the tiles.
// Requests: SetTileK.
void draw_tile_title(const View& view, MemoryPanelState& state, Requests& requests, Operand operand,
                     std::string_view title, float room) {
    const std::string id = say("memory.title_", pick(operand, "a", "b"));
    const std::string step = say("   ", k_step_text(view.derived.of(operand), view.view_state.k_step));
    const std::string text = shortened(title, room), both = say(text, step);
    const bool with_step = ImGui::CalcTextSize(both.c_str()).x <= room;
    ImGui::PushID(id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos(),
                 size{std::max(1.0f, ImGui::CalcTextSize(text.c_str()).x), ImGui::GetTextLineHeight()};
    if (ImGui::InvisibleButton("title", size)) ImGui::OpenPopup("size");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(at, view.theme.text, text.c_str());
    const ImU32 colour = ImGui::IsItemHovered() || ImGui::IsItemFocused() ? view.theme.accent : view.theme.line;
    list.AddLine({at.x, at.y + size.y}, {at.x + size.x, at.y + size.y}, colour, style_of(view).px.line);
    mark(id);
    tip_below(say("Click to change the K of the tiles. ", pick(operand, "M", "N"),
                  " is a field of the instruction descriptor."));
    if (with_step) {
        ImGui::SameLine(0, 0);
        ImGui::TextUnformatted(step.c_str());
        mark("memory.step_text");
    }
    if (begin_popup("size")) {
        draw_tile_k(view, state.box, requests, "memory.tile_k");
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

// Draws the choices: operand, cell size, colouring, swizzle in the picture, copies, K step.
// Requests: view state, copy; SetWord with another start.
void draw_memory_tools(const View& view, MemoryPanelState& state, Requests& requests) {
    constexpr float kOthers = 740;  // logical pixels
    choose_operand(view, requests, "memory.operand", view.derived.of(WordId::a_desc).unused_reason,
                   kOthers * view.scale);
    choose_grain(view, requests);
    choose_colouring(view, requests);
    choose_label(view, LabelPicture::memory, requests, "memory.labels");
    checkbox("swizzle", "memory.swizzle", requests.view_state.swizzle);
    tip_below("Changes only this picture. The descriptors stay the same (key S).");
    choose_step(view, requests);
    draw_more(view, state, requests);
}

void note(std::string_view id, const std::string& text, ImU32 colour) {
    if (text.empty()) return;
    coloured(colour, text, id);
}

// Returns a note if the start address is not in the first line of the swizzle pattern.
std::string phase_of(const SmemLayout& layout) {
    const SwizzleRow& mode = row_of(layout.mode);
    const std::uint32_t inside = layout.start % mode.pattern_bytes / 128;
    if (layout.mode == SwizzleMode::none || inside == 0) return {};
    return say("! The start address is in 128-byte line ", inside, " (counted from 0) of the ", mode.name,
               " swizzle pattern, so the picture shows the pattern shifted.");
}

// Returns a note if bytes of the tile are outside of the shared memory of a CTA. A start of 0 is a word whose address
// is added later.
std::string outside_of(const OperandView& o, std::string_view arch_id) {
    const ArchRow* arch = arch_named(arch_id);
    if (!arch || o.bytes.empty() || (o.layout.start == 0 && o.last_byte < smem_end(*arch))) return {};
    const std::string outside = outside_text(*arch, o.first_byte, o.last_byte, smem_end(*arch));
    return outside.empty() ? outside : say("! ", outside);
}

// Draws one sentence each for what is unusual: an assumed start, overlaps, the phase, bytes outside of shared memory, a
// type. A note that does not apply is left out.
void draw_memory_notes(const View& view) {
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.placed()) return;
    const Theme& theme = view.theme;
    assumed_note(view, view.view_state.operand);
    if (o.overlaps) note("memory.overlap", say("! ", o.overlap_note, ". Crossing lines mark them."), theme.warn);
    note("memory.phase", phase_of(o.layout), theme.warn);
    note("memory.outside", outside_of(o, view.session.arch), theme.warn);
    note("memory.type", o.type_note, theme.warn);
}

constexpr const char* kMenu = "cell_menu";

bool item(const char* id, const std::string& label, bool enabled = true) {
    const bool chosen = ImGui::MenuItem(say(label, "###", id).c_str(), nullptr, false, enabled);
    mark("memory.menu.", id);
    return chosen;
}

void copies(const Trace& cell, Requests& requests) {
    if (item("copy", "Copy the sentence")) requests.copy = cell.sentence;
    if (item("copy_all", "Copy the explanation")) {
        requests.copy = cell.sentence;
        for (const std::string& line : cell.details) *requests.copy += say('\n', line);
    }
    if (!cell.bytes.empty() && item("copy_address", say("Copy the address ", hex(cell.bytes.front().address))))
        requests.copy = hex(cell.bytes.front().address);
}

// Adds one entry for each field that has a bit in the trace of the cell.
void fields(const View& view, const Trace& cell, Requests& requests) {
    std::vector<const Field*> seen;
    for (const BitFocus& bit : cell.bits) {
        const auto at = field_in_focus(view.derived, bit);
        if (!at || std::ranges::find(seen, at->field) != seen.end()) continue;
        seen.push_back(at->field);
        const std::string label = say("Go to ", row_of(at->word).title, ": ", at->field->id);
        if (item(at->field->id.data(), label)) select_field(requests, at->word, *at->field);
    }
}

Operand operand_under(const View& view, const Trace& cell) {
    const auto of_cell = cell.elements.empty() ? std::nullopt : operand_of(cell.elements.front().matrix);
    return of_cell.value_or(view.view_state.operand);
}

// The swizzle decides the position of the cell, so the menu can explain it.
void explain_swizzle(const View& view, const Trace& cell, Requests& requests) {
    const Operand operand = operand_under(view, cell);
    const WordView& word = view.derived.of(word_of(operand));
    const Field* swizzle = find_field(*word.format, "swizzle");
    if (swizzle != nullptr && item("explain", "Explain the swizzle"))
        request_explanation(requests,
                            explain_value(*word.format, swizzle->id, get_field(*swizzle, word.decoded.word)).topic);
}

// Stores the address of the cell as the start of the operand. If the field cannot store it, the core gives the reason.
void set_as_start(const View& view, const Trace& cell, Requests& requests) {
    if (cell.bytes.empty()) return;
    const Operand operand = operand_under(view, cell);
    const WordView& word = view.derived.of(word_of(operand));
    const Field* start = find_field(*word.format, "start");
    if (start == nullptr) return;
    const auto raw = raw_for(*start, std::uint64_t{cell.bytes.front().address});
    if (item("start", say("Use as start address of ", name_of(operand)), bool{raw}) && raw)
        requests.edit(SetField{word.id, start, *raw});
    if (!raw) tip(raw.why, kOffToo);
}

// Opens the menu if state.menu_opens is set. The menu is about the cell state.menu.
// Requests: selection, copies, SetField of start.
void draw_cell_menu(const View& view, MemoryPanelState& state, Requests& requests) {
    if (std::exchange(state.menu_opens, false)) ImGui::OpenPopup(kMenu);
    if (!begin_popup(kMenu)) return;
    const Trace cell = trace(view.derived, state.menu);
    ImGui::TextDisabled("%s", cell.sentence.c_str());
    ImGui::Separator();
    explain_swizzle(view, cell, requests);
    if (item("pin", "Select")) requests.view_state.selection = state.menu;
    copies(cell, requests);
    ImGui::Separator();
    fields(view, cell, requests);
    set_as_start(view, cell, requests);
    ImGui::EndPopup();
}

// Heights in logical pixels. The legend is shown only if the grids stay high enough.
constexpr float kLeastMemoryGrid = 100, kMemoryLegendFrom = 300;

struct GridPlan {
    const Trace* pinned;  // trace of the selection; null: nothing is selected
    const SceneCache& cache;
    Operand operand;
    std::size_t which;  // 0: the tile, 1: memory
    ImVec2 size;        // includes the title

    const Cells& cells() const { return cache.scene.grids[which]; }
};

// Starts the animation of the chunks if the swizzle of the picture was switched. With reduced motion they jump.
void start_glide(const View& view, MemoryPanelState& state) {
    const bool switched = state.swizzled != view.view_state.swizzle;
    state.swizzled = view.view_state.swizzle;
    if (switched) state.glide_from = ImGui::GetTime();
    if (view.reduced_motion) state.glide_from = -1;
}

void continue_glide(const View& view, MemoryPanelState& state, Requests& requests, const GridPlan& plan,
                    const GridPlaces& places) {
    if (state.glide_from < 0) return;
    const Swizzle swizzle = row_of(view.derived.of(plan.operand).layout.mode).swizzle;
    const double seconds = ImGui::GetTime() - state.glide_from;
    if (draw_glide(plan.cells(), places, swizzle, seconds, style_of(view))) requests.next_frame = true;
}

Focus focus_in(const GridPlan& plan, std::size_t index) {
    return focus_of(plan.cells(), index, plan.operand, plan.cache.left_out);
}

void take_reply(const GridReply& reply, const GridPlan& plan, MemoryPanelState& state, Requests& requests) {
    if (reply.menu) state.menu = focus_in(plan, *reply.menu), state.menu_opens = true;
    if (reply.hovered) requests.focus = focus_in(plan, *reply.hovered);
    if (!reply.clicked) return;
    requests.view_state.selection = focus_in(plan, *reply.clicked);
    requests.view_state.active = word_of(plan.operand);
    requests.view_state.operand = plan.operand;
}

// Draws the XOR of the element that is pointed at, or else of the selected element.
void draw_xor(const View& view, const GridPlan& plan, const GridPlaces& places) {
    if (!view.view_state.swizzle) return;
    for (const Trace* trace : {&view.trace, plan.pinned}) {
        if (trace == nullptr) continue;
        for (const ElementFocus& e : trace->elements)
            if (e.matrix == matrix_of(plan.operand)) {
                const SmemLayout& layout = view.derived.of(plan.operand).layout;
                return draw_xor_arrow(plan.cells(), layout, {e.row, e.column}, places, style_of(view));
            }
    }
}

// Without the XOR, the title says so: a note of its own would move the picture whenever S is pressed.
void draw_memory_title(const View& view, std::string_view title, float room) {
    if (view.view_state.swizzle) return picture_title(title, room, "memory.memory");
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(view.theme.warn));
    picture_title("! MEMORY without the XOR  Press S to show the XOR.", room, "memory.memory");
    ImGui::PopStyleColor();
    mark("memory.swizzle_off");
}

// Returns true if the user moved the grid.
bool draw_grid(const View& view, MemoryPanelState& state, Requests& requests, const GridPlan& plan) {
    const Cells& cells = plan.cells();
    const bool memory = plan.which == 1;
    std::vector<std::size_t> pointed, selected;
    if (plan.pinned != &view.trace) pointed = rings_of(view.trace, plan.operand, plan.cache, cells);
    if (plan.pinned != nullptr) selected = rings_of(*plan.pinned, plan.operand, plan.cache, cells);
    ImGui::BeginGroup();
    if (memory)
        draw_memory_title(view, cells.title, plan.size.x);
    else
        draw_tile_title(view, state, requests, plan.operand, cells.title, plan.size.x);
    const std::string id =
        say(memory ? "memory.memory" : "memory.tile", plan.operand == view.view_state.operand ? "" : "_other");
    const CellText labels = memory_labels(view, plan.operand, plan.cache, cells, state.values[plan.operand]);
    const GridOptions options{.id = id,
                              .size = {plan.size.x, plan.size.y - ImGui::GetTextLineHeightWithSpacing()},
                              .pointed = pointed,
                              .selected = selected,
                              .text = &labels,
                              .numbers = label_of(view.view_state, LabelPicture::memory) == CellLabel::automatic};
    GridView& grid_view = state.grids[plan.operand][plan.which];
    if (state.reveal) grid_view.revealed.reset();
    const GridReply reply = moving_grid(view, requests, cells, options, grid_view);
    if (memory)
        draw_xor(view, plan, reply.places), continue_glide(view, state, requests, plan, reply.places);
    else
        draw_stride_arrows(plan.cache.scene, reply.places, style_of(view));
    ImGui::EndGroup();
    take_reply(reply, plan, state, requests);
    return reply.led;
}

struct OperandPlan {
    const Trace* pinned;
    Operand operand;
    ImVec2 size;
};

// Draws the reason why there are no grids, in the area of the two grids.
void draw_empty(const View& view, PanelStates& states, Requests& requests, const OperandPlan& plan) {
    const bool in_tmem = !view.derived.of(plan.operand).in_smem && family_of(view.session).a == Storage::tensor_memory;
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + plan.size.x);
    unplaced_state(view, states, requests, "memory.empty", plan.operand);
    ImGui::PopTextWrapPos();
    if (in_tmem && button("Open screen 5", "memory.show_tmem"))
        requests.commands.push_back(screen_command(Screen::tmem));
    ImGui::Dummy(plan.size);
    ImGui::EndGroup();
}

// Returns true if the user moved one of the grids: the other one follows if they have a common axis.
bool draw_operand(const View& view, PanelStates& states, Requests& requests, const OperandPlan& plan) {
    MemoryPanelState& state = states.memory;
    const auto& [pinned, operand, size] = plan;
    const SceneCache& cache = scene_of(view, operand, state);
    if (cache.scene.grids.size() < 2) {
        draw_empty(view, states, requests, plan);
        return false;
    }
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 half{(size.x - gap) / 2, size.y};
    const bool tile_led = draw_grid(view, state, requests, {pinned, cache, operand, 0, half});
    ImGui::SameLine(0, gap);
    const bool memory_led = draw_grid(view, state, requests, {pinned, cache, operand, 1, half});
    auto& [tile, memory] = state.grids[operand];
    const CommonAxes& axes = cache.tile_to_memory;
    if (axes.rows > 0 && tile_led) follow_view(memory, tile, axes);
    if (axes.rows > 0 && memory_led) follow_view(tile, memory, axes.inverse());
    return tile_led || (axes.rows > 0 && memory_led);
}

// The tiles of A and B have the axis K, if K goes to the right in both and their cells have the same size. Their rows
// are m and n, and their memories are at different addresses, so nothing else is common.
CommonAxes axes_of_tiles(const MemoryPanelState& state) {
    const auto &a = state.cache[Operand::a].scene.grids, &b = state.cache[Operand::b].scene.grids;
    if (a.size() < 2 || b.size() < 2) return {};
    return {.rows = 0, .columns = a[0].columns == b[0].columns && a[0].cell_columns == b[0].cell_columns ? 1.0f : 0.0f};
}

void draw_operands(const View& view, PanelStates& states, Requests& requests, ImVec2 size) {
    const std::optional<Trace> selected = pinned_trace(view);
    const bool here = is_something(view.focus) && view.focus == view.view_state.selection;
    const Trace* pinned = selected ? &*selected : here ? &view.trace : nullptr;
    if (!view.wide) {
        draw_operand(view, states, requests, {pinned, view.view_state.operand, size});
        return;
    }
    const float gap = 3 * ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 half{(size.x - gap) / 2, size.y};
    const bool a_led = draw_operand(view, states, requests, {pinned, Operand::a, half});
    ImGui::SameLine(0, gap);
    const bool b_led = draw_operand(view, states, requests, {pinned, Operand::b, half});
    const CommonAxes axes = axes_of_tiles(states.memory);
    MovingView &a = states.memory.grids[Operand::a][0], &b = states.memory.grids[Operand::b][0];
    if (axes.columns > 0 && a_led) follow_view(b, a, axes);
    if (axes.columns > 0 && b_led) follow_view(a, b, axes);
}

// Space swaps A and B. If the pointer drags the picture while Space is held, Space only pans.
void swap_on_space(const View& view, MemoryPanelState& state, bool pointing, Requests& requests) {
    if (key_down(Key::space) && ImGui::IsMouseDown(ImGuiMouseButton_Left)) state.panned = true;
    if (!key_released(Key::space) || view.presenting) return;
    const ImGuiIO& io = ImGui::GetIO();
    if (pointing && !state.panned && !view.wide && !io.WantTextInput && !io.NavVisible) requests.ask("operand");
    state.panned = false;
}

}  // namespace

std::string k_step_text(const OperandView& o, unsigned step) {
    const std::vector<int> units = units_of(o);
    step = std::min(step, static_cast<unsigned>(units.size()));
    const std::string out = say("start = ", hex(k_step_start(o.layout, step, o.mma_k)));
    if (units.empty()) return out + "   one instruction";
    if (step > 0) {
        const int sum = std::accumulate(units.begin(), units.begin() + step, 0);
        return say(out, "   low word: ", signed_text(sum), " from step 0");
    }
    if (std::ranges::all_of(units, [&](int u) { return u == units[0]; }))
        return say(out, "   low word: ", signed_text(units[0]), " per step");
    constexpr std::size_t kMostSteps = 7;
    if (units.size() > kMostSteps) return out + "   low word: not the same from each step to the next";
    std::string steps;
    for (const int u : units) steps += say(' ', signed_text(u));
    return say(out, "   low word:", steps, " from step to step");
}

void draw_layout_sentences(const View& view) {
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.placed()) return;
    if (const auto text = cute_of(o.layout)) cute_text(view, "memory.cute", to_text(*text));
    const ImU32 dim = view.theme.dim;
    const WordView& word = view.derived.of(word_of(view.view_state.operand));
    note("memory.strides",
         say("lbo = ", word.knows("lbo") ? say(o.layout.lbo) : "?", ": ", use_of_lbo(o.layout).sentence,
             "  sbo = ", word.knows("sbo") ? say(o.layout.sbo) : "?", ": ", use_of_sbo(o.layout).sentence),
         dim);
    if (const auto other = major_difference(view.derived, view.view_state.operand))
        note("memory.major", other->sentence, view.theme.warn);
    note("memory.assumption", assumption_of(o.layout), dim);
}

// Reads: operands, their scenes, the trace, the view state.
// Requests: focus, selection, view state; SetWord with another start by [Use as start].
void draw_memory_panel(const View& view, PanelStates& states, Requests& requests) {
    if (!view.session.recorded.memory.empty()) requests.result = true;  // the file is read with it
    const bool pointed_before = requests.focus.has_value();
    if (!view.presenting) draw_memory_tools(view, states.memory, requests);
    draw_memory_notes(view);
    start_glide(view, states.memory);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    const float legend_height = std::max(states.memory.legend_height, ImGui::GetTextLineHeight() + gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float height = room.y;
    const SceneCache& shown = states.memory.cache[view.view_state.operand];
    const bool with_legend = height > kMemoryLegendFrom * view.scale && !shown.scene.legend.empty();
    if (with_legend) height -= legend_height;
    draw_operands(view, states, requests, {room.x, std::max(height, kLeastMemoryGrid * view.scale)});
    if (with_legend) {
        const float top = ImGui::GetCursorPosY();
        const Scene& other = states.memory.cache[other_operand(view.view_state.operand)].scene;
        legend(view.wide ? legend_of_two(shown.scene, other) : shown.scene.legend, style_of(view));
        stride_legend(shown.scene, style_of(view));
        states.memory.legend_height = ImGui::GetCursorPosY() - top;
    }
    mark_picture(at, {at.x + room.x, at.y + std::max(room.y, kLeastMemoryGrid * view.scale)});
    swap_on_space(view, states.memory, requests.focus.has_value() && !pointed_before, requests);
    draw_cell_menu(view, states.memory, requests);
    states.memory.reveal = false;
}

std::optional<Scene> picture_of_memory(const PictureSource& source) {
    const Operand operand = source.view_state.operand;
    return scene_with_cells(with_note(source.states.memory.cache[operand].scene, source.derived.of(operand)));
}

}  // namespace tilescope::ui
