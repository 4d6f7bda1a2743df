// app/panels/form_panel.cpp -- the instruction that is in the text: its options, its shape with edges to drag.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/scene/mma_scene.h>

#include <imgui_stdlib.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Accepts the line if any target of the edition accepts it; the targets panel shows which of them do. Otherwise returns
// the refusal of the session's chip, or of the default chip that has this instruction.
Answer<void> some_target_accepts(const MmaLine& line, const Session& session) {
    const std::string_view chip = target_with(family_of(line.opcode), session.arch);
    for (const ArchRow& arch : kArchs)
        if (arch.since <= session.edition && accept(line, arch.id).accepted) return {};
    const Acceptance refused = accept(line, chip, session.edition);
    const std::string part = line.text.substr(refused.span.begin, refused.span.end - refused.span.begin);
    return Refusal(part.empty() ? refused.why : say("'", part, "': ", refused.why));
}

// A user may write one name for a whole list of registers. Replaces it by the full list.
void spell_out_registers(MmaLine& line) {
    for (MmaOperand& o : line.operands) {
        if (o.form != OperandForm::list || o.count != 1) continue;
        o.count = o.role == OperandRole::a ? kWgmmaARegisters : d_registers(line.n, line.d_type);
        o.text = register_list("r", o.count);
    }
}

inline constexpr std::string_view kNotOnHopper = "wgmma (Hopper) does not have this form.";

struct Flag {
    const char* label;
    std::string_view id, topic;
    std::string why_not;  // not empty: the reason why the box cannot be checked now
};

constexpr const char* kScaleD = "scale-input-d";

struct Choice {
    std::string id, label, topic;
    bool chosen = false;
};

bool choice(const View& view, const Choice& c, Requests& requests) {
    const bool picked = list_line(c.label, c.chosen, "form.", c.id);
    explain_item(view, c.topic, requests);
    return picked;
}

void choose_size(const View& view, Variant& v, Requests& requests) {
    const auto label = [](const Variant& variant) {
        const std::string size = scale_size_text(variant);
        return size.empty() ? std::string("default") : size;
    };
    if (!open_list(view, "scale size", "form.scale_size", label(v))) return;
    for (const Variant& option : view.derived.choices.sizes) {
        const std::string topic = option.scale_block == 0 ? ".block_scale" : say('.', label(option));
        if (!choice(view, {say("scale_size.", label(option)), label(option), topic, label(option) == label(v)},
                    requests))
            continue;
        v.scale_block = option.scale_block;
        v.scale_vec = option.scale_vec;
    }
    ImGui::EndCombo();
}

void choose_collector(const View& view, Variant& v, Requests& requests) {
    if (!open_list(view, "collector", "form.collector", v.collector.empty() ? "none" : v.collector)) return;
    const std::string default_topic = say(".collector::", collector_buffers(v.ws).front(), "::discard");
    if (choice(view, {"collector.none", "none", default_topic, v.collector.empty()}, requests)) v.collector.clear();
    for (const std::string_view buffer : collector_buffers(v.ws))
        for (const std::string_view op : kCollectorOps) {
            const std::string name = say(buffer, "::", op);
            const std::string topic = say(".collector::", name);
            if (choice(view, {say("collector.", name), name, topic, name == v.collector}, requests)) v.collector = name;
        }
    ImGui::EndCombo();
}

void choose_scale_d(const View& view, Variant& v, Requests& requests) {
    const std::string& why_not = view.derived.choices.scale_d;
    const bool has = why_not.empty();
    ImGui::BeginDisabled(!has && !v.scale_d);
    const bool open = open_list(view, "scale-d", "form.scale_d", v.scale_d ? say(*v.scale_d) : "none");
    if (open) {
        if (choice(view, {"scale_d.none", "none", kScaleD, !v.scale_d}, requests)) v.scale_d.reset();
        for (unsigned i = 0; has && i <= kMostScaleD; ++i)
            if (choice(view, {say("scale_d.", i), say(i), kScaleD, v.scale_d == i}, requests)) v.scale_d = i;
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    if (!open) explain_item(view, kScaleD, requests, why_not);
}

// Draws a check box, on the line of the last item if it fits. The user can always uncheck it, because a loaded or
// pasted form can be illegal.
void choose_flag(const View& view, const Flag& f, bool& value, Requests& requests) {
    stay_on_line(button_width(f.label) + ImGui::GetFrameHeight());
    const bool dim = !f.why_not.empty() && !value;
    ImGui::BeginDisabled(dim);
    tick_box(f.label, value, "form.", f.id);
    ImGui::EndDisabled();
    explain_item(view, f.topic, requests, f.why_not);
}

// Draws scale size, collector, lane mask, scale-d and ashift. Only for tcgen05. A choice that the form does not have is
// disabled or hidden.
void choose_options(const View& view, Variant& v, Requests& requests) {
    if (!family_of(view.session).names_kind) return;
    if (const KindRow* kind = find_kind(v.kind); kind && kind->block_scaled()) choose_size(view, v, requests);
    choose_collector(view, v, requests);
    const FormChoices& can = view.derived.choices;
    choose_flag(view, {"lane mask", "lane_mask", "disable-output-lane", can.lane_mask}, v.lane_mask, requests);
    choose_scale_d(view, v, requests);
    choose_flag(view, {"ashift", "ashift", ".ashift", can.ashift}, v.ashift, requests);
    // The collector buffers differ with and without .ws. A buffer of the other family would be refused.
    if (v.ws != view.session.variant.ws) v.collector.clear();
}

constexpr float kLeastHeight = 170, kLeastShapeText = 340;  // logical pixels
constexpr float kLinesBelow = 8;                            // of text: the card, if it has no room beside the picture

ShapeQuery query_of(const View& view) {
    const WordView& idesc = view.derived.of(WordId::idesc);
    return {.kind = idesc.format->kind,
            .cta_group = view.session.variant.cta_group,
            .ws = view.session.variant.ws,
            .sparse = view.session.variant.sparse,
            .b_mn_major = raw_or_0(*idesc.format, idesc.decoded.word, "transpose_b") != 0,
            .k96 = view.derived.k == 96,
            .family = family_of(view.session)};
}

// Converts positions of the scene to window pixels.
struct PicturePlace {
    ImVec2 at;
    float factor;
    ImVec2 operator()(double x, double y) const {
        return {std::round(at.x + static_cast<float>(x) * factor), std::round(at.y + static_cast<float>(y) * factor)};
    }
};

// Reserves space for "M 256" left of A and for "N 256" above B. The boxes use the remaining space.
PicturePlace place_of(const View& view, const ShapeScene& scene) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float left = ImGui::CalcTextSize("M 2560").x, top = ImGui::GetTextLineHeight() + 2 * view.scale;
    const float end = sizes_at(view.scale).handle + ImGui::GetStyle().ItemSpacing.y;
    const auto factor = [&](float width, float height) {
        const float across = (width - left) / static_cast<float>(scene.width);
        const float down = std::max(height - top - end, kLeastHeight * view.scale) / static_cast<float>(scene.height);
        return std::max(std::min(across, down), 0.01f);
    };
    // The sentences are beside the picture, or below it: whichever leaves more for the picture.
    const float beside = factor(room.x - (kLeastShapeText * view.scale + 2 * sizes_at(view.scale).gap), room.y);
    const float above = factor(room.x, room.y - kLinesBelow * ImGui::GetTextLineHeightWithSpacing());
    return {{at.x + left, at.y + top}, std::max(beside, above)};
}

void text_in(const ShapeBox& box, ImVec2 min, ImVec2 max, const View& view) {
    const float pad = sizes_at(view.scale).pad;
    const float room = max.x - min.x - 2 * pad;
    // The sizes are also shown beside the boxes. If the full label does not fit, name and type are enough, or the name.
    std::string text = box.label;
    if (ImGui::CalcTextSize(text.c_str()).x > room) text = box.label.substr(0, box.label.find(','));
    if (ImGui::CalcTextSize(text.c_str()).x > room) text = box.label.substr(0, 1);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    if (size.y > max.y - min.y || size.x > max.x - min.x) return;
    draw_centred(*ImGui::GetWindowDrawList(), {min, max}, view.theme.text_on_role, text);
}

void draw_boxes(const View& view, const ShapeScene& scene, const PicturePlace& place) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Sizes px = sizes_at(view.scale);
    for (const ShapeBox& box : scene.boxes) {
        const ImVec2 min = place(box.left, box.top), max = place(box.left + box.width, box.top + box.height);
        list.AddRectFilled(min, max, colour_of(view.theme, box.id == "d" ? Role::shape : Role::type));
        list.AddRect(min, max, view.theme.line, 0, 0, px.line);
        // The shape is that of an example.
        if (view.session.assumed.form || basis_of(view.derived, WordId::idesc) == Basis::assumed)
            hatch_rect(list, min, max, {.colour = view.theme.window, .step = 2 * px.hatch});
        text_in(box, min, max, view);
        mark_rect({min, max}, "form.shape.", box.id);
        if (view.session.variant.cta_group != 2) continue;
        // Each CTA of a pair has one half: rows of A and D, columns of B.
        const ImVec2 middle{std::round((min.x + max.x) / 2), std::round((min.y + max.y) / 2)};
        if (box.id == "b")
            dashed_line(list, {middle.x, min.y}, {middle.x, max.y}, view.theme.text_on_role, px.line);
        else
            dashed_line(list, {min.x, middle.y}, {max.x, middle.y}, view.theme.text_on_role, px.line);
    }
}

void draw_sizes(const View& view, const ShapeScene& scene, const PicturePlace& place) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = sizes_at(view.scale).gap;
    const auto beside = [&](ImVec2 min, ImVec2 max, const std::string& text) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        list.AddText({min.x - size.x - gap, std::round((min.y + max.y - size.y) / 2)}, view.theme.text, text.c_str());
    };
    for (const ShapeBox& box : scene.boxes) {
        const ImVec2 min = place(box.left, box.top), max = place(box.left + box.width, box.top + box.height);
        if (box.id == "a") beside(min, max, say("M ", view.derived.m_text));
        if (box.id != "b") continue;
        beside(min, max, say("K ", view.derived.k));
        const std::string n = say("N ", view.derived.n_text);
        const float x = (min.x + max.x - ImGui::CalcTextSize(n.c_str()).x) / 2;
        list.AddText({std::round(x), min.y - ImGui::GetTextLineHeight()}, view.theme.text, n.c_str());
    }
}

void request_size(const View& view, Requests& requests, const ShapeEdge& edge, unsigned size) {
    const Field* f = find_field(*view.derived.of(WordId::idesc).format, edge.id);
    if (f == nullptr || size == (edge.id == "m" ? view.derived.m : view.derived.n)) return;
    const auto raw = raw_for(*f, std::uint64_t{size});
    if (!raw) return;
    requests.edit(SetField{WordId::idesc, f, *raw});
}

Rect around(const ShapeScene& scene, const PicturePlace& place) {
    Rect out{place(0, 0), place(0, 0)};
    for (const ShapeBox& box : scene.boxes) {
        const ImVec2 end = place(box.left + box.width, box.top + box.height);
        out.max = {std::max(out.max.x, end.x), std::max(out.max.y, end.y)};
    }
    return out;
}

// Requests the legal size nearest to the dragged edge.
void drag_edge(const View& view, PanelStates& states, Requests& requests, const ShapeEdge& edge, float factor,
               const Rect& picture) {
    FormPanelState& state = states.form;
    const bool is_m = edge.id == "m";
    if (ImGui::IsItemActivated()) {
        state.gesture = states.next_gesture++;
        state.drag_from = is_m ? view.derived.m : view.derived.n;
    }
    // Esc cancels the drag and restores the size from before it.
    const bool cancelled = ImGui::IsItemDeactivated() && key_pressed(Key::escape, false);
    if (!ImGui::IsItemActive() && !cancelled) return;
    requests.gesture = state.gesture;
    if (cancelled) return request_size(view, requests, edge, state.drag_from);
    const ImVec2 delta = ImGui::GetMouseDragDelta(0, 0);
    const float moved = (edge.horizontal ? delta.y : delta.x) / factor;
    const ShapeQuery query = query_of(view);
    const std::vector<unsigned> legal = is_m ? legal_m(query) : legal_n(query);
    const float dragged_to = std::clamp(static_cast<float>(state.drag_from) + moved, 0.0f, 65536.0f);
    const unsigned size = nearest_legal(legal, static_cast<unsigned>(dragged_to));
    if (!legal.empty() && (delta.x != 0 || delta.y != 0)) request_size(view, requests, edge, size);
    tooltip_beside(picture, say(is_m ? "M = " : "N = ", size, "   (legal sizes: ", list_sizes(legal), ")"));
}

void draw_handles(const View& view, PanelStates& states, Requests& requests, const ShapeScene& scene,
                  const PicturePlace& place) {
    const Sizes px = sizes_at(view.scale);
    for (const ShapeEdge& edge : scene.edges) {
        const float length = static_cast<float>(edge.length) * place.factor, thick = px.handle;
        const ImVec2 from = place(edge.left, edge.top);
        const ImVec2 corner = edge.horizontal ? ImVec2{from.x, from.y - thick / 2} : ImVec2{from.x - thick / 2, from.y};
        ImGui::SetCursorScreenPos(corner);
        ImGui::InvisibleButton(edge.id.data(), edge.horizontal ? ImVec2{length, thick} : ImVec2{thick, length});
        mark("form.edge.", edge.id);
        const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
        if (lit) ImGui::SetMouseCursor(edge.horizontal ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
        const Field* f = find_field(*view.derived.of(WordId::idesc).format, edge.id);
        if (lit && f != nullptr) requests.focus = BitFocus{WordId::idesc, f->lsb};
        const ImVec2 end = edge.horizontal ? ImVec2{from.x + length, from.y} : ImVec2{from.x, from.y + length};
        ImGui::GetWindowDrawList()->AddLine(from, end, lit ? view.theme.accent : view.theme.dim, px.ring);
        drag_edge(view, states, requests, edge, place.factor, around(scene, place));
    }
}

void draw_words(const View& view, const ShapeScene& scene) {
    const ShapeQuery query = query_of(view);
    ImGui::BeginGroup();
    wrapped(scene.sentence, "form.sentence");
    if (const std::string basis = basis_sentence(view.derived); !basis.empty())
        sentence_of(view.theme, Severity::ask, basis, "form.basis");
    const std::vector<unsigned> m = legal_m(query), n = legal_n(query);
    if (!m.empty() && !n.empty())
        dim_text(view.theme,
                 say("Drag an edge to a legal size. Legal M: ", list_sizes(m), ".  Legal N: ", list_sizes(n), "."));
    mark("form.legal");
    std::string last_reason;
    for (const std::string& why : {takes_m(query, view.derived.m).why, takes_n(query, view.derived.n).why}) {
        if (why.empty() || why == last_reason) continue;
        coloured(view.theme.error, why, "form.illegal");
        last_reason = why;
    }
    ImGui::EndGroup();
}

// Draws the shape of the instruction, and beside or below it `card` and the sentences: wherever the picture is larger.
// Requests: SetField of m and n; each drag is one gesture.
void draw_shape_picture(const View& view, PanelStates& states, Requests& requests, const std::function<void()>& card) {
    const Derived& d = view.derived;
    std::vector<FieldPlace> asks;
    for (const std::string_view id : {"m", "n", "sparse", "k_size", "k_size_high"})
        if (!d.of(WordId::idesc).knows(id)) asks.push_back({WordId::idesc, id});
    if (!asks.empty()) {
        card();
        return ask_state(view, states, requests, "form.unknown", "The shape depends on fields with unknown bits.",
                         asks);
    }
    const ShapeScene scene = shape_scene({.m = d.m,
                                          .n = d.n,
                                          .k = d.k,
                                          .cta_group = view.session.variant.cta_group,
                                          .a_type = d.a_type,
                                          .b_type = d.b_type,
                                          .d_type = d.d_type});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x, gap = 2 * sizes_at(view.scale).gap;
    const PicturePlace place = place_of(view, scene);
    draw_boxes(view, scene, place);
    draw_sizes(view, scene, place);
    draw_handles(view, states, requests, scene, place);
    mark_picture(at, {right, place(scene.width, scene.height).y + sizes_at(view.scale).handle});
    // The card and the sentences are beside the picture if there is room, else below it.
    const ImVec2 end = place(scene.width, scene.height);
    const float below = end.y + sizes_at(view.scale).handle;
    const bool beside = right - end.x - gap >= kLeastShapeText * view.scale;
    ImGui::SetCursorScreenPos(beside ? ImVec2{end.x + gap, at.y} : ImVec2{at.x, below});
    ImGui::BeginGroup();
    card();
    draw_words(view, scene);
    ImGui::EndGroup();
    if (beside) ImGui::SetCursorScreenPos({at.x, std::max(below, ImGui::GetItemRectMax().y)});
    ImGui::Dummy({0, 0});
}

constexpr float kKindList = 130;  // logical pixels

void choose_chip(const View& view, Requests& requests) {
    std::array<Segment, std::size(kFamilies)> chips;
    float width = button_width("chip");
    for (std::size_t i = 0; i < chips.size(); ++i) {
        chips[i] = {kFamilies[i].id, kFamilies[i].chip};
        width += button_width(kFamilies[i].chip.data());
    }
    stay_on_line(width);
    name_of_choice("chip");
    const auto shown = static_cast<std::size_t>(&family_of(view.session) - kFamilies);
    if (const auto i = segmented("form.chip", chips, shown, style_of(view)))
        requests.edit(SetArch{std::string(kFamilies[*i].target)});
}

void choose_kind(const View& view, Variant& v, Requests& requests) {
    stay_on_line(kKindList * view.scale + button_width("kind"));
    name_of_choice("kind");
    ImGui::SetNextItemWidth(kKindList * view.scale);
    if (!begin_list("##kind", v.kind, "form.kind")) return explain_item(view, say("kind::", v.kind), requests);
    for (const KindView& k : view.derived.kinds) {
        const std::string name(k.kind);
        if (list_line(name, k.chosen, "form.kind.", name)) v.kind = name;
        explain_item(view, say("kind::", k.kind), requests, k.first_problem);
    }
    ImGui::EndCombo();
}

void choose_group(const View& view, Variant& v, Requests& requests) {
    const std::string_view why =
        family_of(view.session).pairs ? std::string_view(view.derived.choices.pair) : kNotOnHopper;
    const Segment groups[] = {{"1", "1"}, {"2", "2", v.cta_group == 2 ? "" : why}};
    stay_on_line(button_width("cta_group") + 2 * button_width("2"));
    name_of_choice("cta_group");
    std::optional<std::size_t> hovered;
    if (const auto i = segmented("form.cta_group", groups, v.cta_group == 2, style_of(view), &hovered))
        v.cta_group = *i == 1 ? 2 : 1;
    if (hovered && groups[*hovered].why_not.empty())
        explain_here(view, say("cta_group::", groups[*hovered].label), requests);
}

void choose_flags(const View& view, Variant& v, Requests& requests) {
    const std::string why_no_ws(family_of(view.session).zero_mask ? view.derived.choices.ws : kNotOnHopper);
    choose_flag(view, {"ws", "ws", ".ws", why_no_ws}, v.ws, requests);
    choose_flag(view, {"sp", "sp", ".sp", {}}, v.sparse, requests);
    if (family_of(view.session).single_bits && kind_or_none(v.kind).integer)
        choose_flag(view, {"b1", "b1", "b1", {}}, v.b1, requests);
}

void choose_location_of_a(const View& view, Variant& v, Requests& requests) {
    const std::string_view other = family_of(view.session).a == Storage::registers ? "registers" : "tensor mem.";
    const Segment places[] = {{"shared", "shared"}, {"tmem", other}};
    name_of_choice("A in");
    std::optional<std::size_t> hovered;
    if (const auto i = segmented("form.a_in", places, v.a_in_tmem, style_of(view), &hovered)) v.a_in_tmem = *i == 1;
    if (hovered) explain_here(view, "operand A", requests);
}

void draw_line(const View& view, PanelStates& states, Requests& requests) {
    FormPanelState& state = states.form;
    if (!state.editing) state.line = view.derived.instruction;
    const float copy = action_width(Icon::copy, "Copy") + ImGui::GetStyle().ItemSpacing.x;
    ImGui::PushFont(view.mono);
    ImGui::SetNextItemWidth(-copy);
    constexpr ImGuiInputTextFlags kFlags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
    const bool entered = ImGui::InputText("##instruction", &state.line, kFlags);
    mark("form.instruction");
    state.editing = ImGui::IsItemActive();
    ImGui::PopFont();
    ImGui::SameLine();
    if (button("Copy", "form.copy", {.icon = Icon::copy})) requests.copy = view.derived.instruction;
    if (entered) {
        const Answer<std::vector<Edit>> edits = edits_of_line(state.line, view.session);
        state.refused = edits.why;
        if (edits) requests.edits = *edits, requests.gesture = states.next_gesture++;
    }
    if (state.refused.empty()) return;
    coloured(view.theme.error, state.refused, "form.refused");
}

// A code that has no meaning under the new kind, in a field with a single value there, gets this value: kind tf32 has
// no other type of A than tf32. Codes with a meaning stay.
void set_only_values(const View& view, const Variant& variant, Requests& requests) {
    if (variant.kind == view.session.variant.kind) return;
    const Format* format = idesc_format(variant.kind, view.session.edition);
    if (format == nullptr) return;
    std::string set;
    for (const Field& f : format->fields) {
        const std::uint64_t raw = get_field(f, view.session.word(WordId::idesc));
        if (f.names.size() != 1 || f.names.front().raw == raw) continue;
        requests.edit(SetField{WordId::idesc, &f, f.names.front().raw});
        set += say(set.empty() ? "" : ", ", f.id, ' ', f.names.front().name);
    }
    if (!set.empty())
        requests.status = say("kind::", variant.kind, " has no other value for: ", set, ". It is set now.");
}

}  // namespace

Answer<std::vector<Edit>> edits_of_line(std::string_view text, const Session& session) {
    Answer<MmaLine> line = parse_mma_line(text);
    if (!line) return Refusal(line.why);
    if (line->opcode != Opcode::mma && line->opcode != Opcode::wgmma)
        return Refusal(name_of(line->opcode), " is not an MMA. Enter a tcgen05.mma or wgmma.mma_async line.");
    if (line->opcode == Opcode::wgmma) spell_out_registers(*line.value);
    if (const auto can = some_target_accepts(*line, session); !can) return Refusal(can.why);
    return edits_of_instruction(*line, session);
}

// Reads: session.variant, derived.instruction, the shape.
// Requests: SetVariant, SetArch, SetField of m and n, and of what the kind leaves no choice; copy.
void draw_form_panel(const View& view, PanelStates& states, Requests& requests) {
    Variant variant = view.session.variant;
    choose_chip(view, requests);
    choose_kind(view, variant, requests);
    choose_group(view, variant, requests);
    choose_flags(view, variant, requests);
    draw_shape_picture(view, states, requests, [&] {
        choose_location_of_a(view, variant, requests);
        choose_options(view, variant, requests);
        draw_line(view, states, requests);
        if (!family_of(view.session).idesc)
            empty_state(view.theme, "form.hopper",
                        "wgmma has no instruction descriptor: its name contains the shape and the types. This program "
                        "stores the shape and the types in the fields of an instruction descriptor.");
    });
    if (variant == view.session.variant) return;
    requests.edit(SetVariant{variant}, states.next_gesture++);
    set_only_values(view, variant, requests);
    // A tile shorter than one instruction cannot be drawn.
    if (variant.b1 && view.session.tile_k < kBitsK) requests.edit(SetTileK{kBitsK});
    states.form.refused.clear();
}

}  // namespace tilescope::ui
