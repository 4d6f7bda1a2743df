// app/panels/bits_panel.cpp -- the active word: as one number, and bit by bit.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

void request_word(Requests& requests, const SetWord& edit, std::uint64_t gesture) { requests.edit(edit, gesture); }

constexpr float kHeaderWidth = 210;      // logical pixels: from kBesideFrom on, the header is left of the bits
constexpr float kPresentedStrip = 1.5f;  // the strip of 32 bits alone fills little of a presented window
// The long names of an instruction descriptor need nearly the whole width: beside the header, its bits would take four
// rows, not two.
constexpr float kBesideFrom = 800, kBesideFromOfNames = 1000, kHeaderHeight = 98;

// Draws the name of the word and its digits. The digits can be edited.
void draw_header(const View& view, PanelStates& states, Requests& requests) {
    const WordView& word = view.derived.of(view.view_state.active);
    BitsPanelState& state = states.bits;
    const HexAnswer typed = hex_box(
        {"bits.word", *word.format, view.session.word(word.id), word.unknown, view.theme, view.mono}, state.box);
    if (typed.begins) state.gesture = states.next_gesture++;
    if (typed.word) request_word(requests, {word.id, *typed.word, typed.unknown}, state.gesture);
    if (state.box.refused != "bits.word") stay_on_line(action_width(Icon::copy, "Copy as"));
    const std::vector<CopyChoice> choices = copies_of(*word.format, view.session.word(word.id), word.unknown);
    if (const auto copied = copy_menu("bits.copy", choices, style_of(view))) {
        requests.copy = *copied;
        requests.status = say("Copied ", *copied, '.');
    }
    if (typed.leaves > 0) focus_last_item();
    if (typed.leaves < 0) requests.ask("last_region");
    stay_on_line(button_width("bits v"));
    if (button(view.strip_folded ? "bits v" : "bits ^", "bits.fold")) requests.ask("strip");
    tip(view.strip_folded ? "Shows the bits of the word." : "Hides the bits of the word.");
    const std::string title = say(row_of(word.id).title, "  ", word.format->title, "  ", word.format->kind);
    stay_on_line(std::min(ImGui::CalcTextSize(title.c_str()).x, kHeaderWidth * view.scale));
    beside_boxes(shortened(title, ImGui::GetContentRegionAvail().x), "bits.title");
    tip(title);
}

bool item(std::string_view id, const std::string& label) {
    const bool chosen = ImGui::MenuItem(label.c_str());
    mark("bits.menu.", id);
    return chosen;
}

// Offers the value of the pinned session, if it is another one.
void draw_restore(const View& view, const FocusedField& at, Requests& requests) {
    if (!view.view_state.reference) return;
    const Session& pinned = *view.view_state.reference;
    const Field& field = *at.field;
    const std::uint64_t raw = get_field(field, pinned.word(at.word)),
                        unknown = get_field(field, pinned.unknown_bits(at.word));
    if (raw == at.raw && unknown == at.unknown) return;
    if (item("restore", say("Restore the pinned value ", meaning_of(field, raw, unknown))))
        requests.edit(SetField{at.word, &field, raw, unknown});
}

// The context menu (right button): actions for the field under the pointer.
void draw_menu(const View& view, const WordView& word, const BitStripReply& reply, BitsPanelState& state,
               Requests& requests) {
    if (reply.pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        state.menu_bit = *reply.pointed;
        ImGui::OpenPopup("bit_menu");
    }
    if (!ImGui::BeginPopup("bit_menu")) return;
    if (const auto at = field_in_focus(view.derived, BitFocus{word.id, state.menu_bit})) {
        const Field& field = *at->field;
        ImGui::TextDisabled("%s  %s", std::string(field.id).c_str(), bit_range(field).c_str());
        ImGui::Separator();
        if (item("explain", "Explain"))
            request_explanation(requests, explain_value(*word.format, field.id, at->raw, at->unknown).topic);
        if (item("select", "Select")) select_field(requests, word.id, field);
        const std::string setting = say(field.id, '=', text_of(field, at->raw, at->unknown));
        const std::string bits = at->unknown == 0 ? hex(at->raw) : binary_bits(at->raw, at->unknown, field.width);
        if (item("copy", say("Copy ", setting))) requests.copy = setting;
        if (item("copy_raw", say("Copy the stored bits, ", bits))) requests.copy = bits;
        if (at->unknown != bit_mask(field.width) && item("forget", "Make unknown"))
            requests.edit(SetField{word.id, &field, 0, bit_mask(field.width)});
        const Trace field_trace = trace(view.derived, BitFocus{word.id, field.lsb});
        if (item("copy_sentence", "Copy the sentence")) requests.copy = field_trace.sentence;
        draw_restore(view, *at, requests);
    }
    ImGui::EndPopup();
}

}  // namespace

// Reads: the active word, its field table, its problems, the trace, the pinned reference.
// Requests: SetWord, SetField, focus, selection.
void draw_bits_panel(const View& view, PanelStates& states, Requests& requests) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, header = kHeaderHeight * view.scale;
    const bool names = view.derived.of(view.view_state.active).format->bits == 32;
    const bool beside =
        !view.strip_folded && !view.presenting && width > (names ? kBesideFromOfNames : kBesideFrom) * view.scale;
    if (beside) {
        begin_part("header", {kHeaderWidth * view.scale, header});
        draw_header(view, states, requests);
        ImGui::EndChild();
        ImGui::SameLine();
    } else if (!view.presenting) {
        draw_header(view, states, requests);
    }
    if (view.strip_folded && !view.presenting) return;
    const WordView& word = view.derived.of(view.view_state.active);
    BitsPanelState& state = states.bits;
    BitStrip strip{.id = "bits", .format = *word.format, .theme = view.theme};
    strip.word = view.session.word(word.id);
    strip.problems = word.problems;
    strip.lit = lit_bits(view.trace, word.id);
    for (const FieldPlace& ring : view.rings)
        if (const Field* f = ring.word == word.id ? find_field(*word.format, ring.field) : nullptr)
            strip.ringed |= bit_mask(f->width) << f->lsb;
    strip.pinned = view.focus == view.view_state.selection;
    strip.scale = view.presenting && word.format->bits == 32 ? kPresentedStrip * view.scale : view.scale;
    strip.mono = view.mono;
    strip.unknown = word.unknown;
    strip.origins = &view.session.origins_of(word.id);
    if (view.view_state.reference) {
        strip.reference = view.view_state.reference->word(word.id);
        strip.reference_unknown = view.view_state.reference->unknown_bits(word.id);
    }

    const BitStripReply reply = bit_strip(strip, state.strip);
    if (reply.begins) state.gesture = states.next_gesture++;
    const std::uint64_t gesture = reply.single ? 0 : state.gesture;
    if (reply.word)
        request_word(
            requests,
            {word.id, *reply.word, reply.unknown, origins_after(view.session, word.id, *reply.word, reply.unknown)},
            gesture);
    if (reply.field != nullptr) {
        requests.edit(SetField{word.id, reply.field, reply.raw}, gesture);
    }
    if (reply.pointed) requests.focus = BitFocus{word.id, *reply.pointed};
    if (reply.pinned) requests.view_state.selection = BitFocus{word.id, *reply.pinned};
    if (beside) ImGui::SetCursorScreenPos({at.x, std::max(ImGui::GetCursorScreenPos().y, at.y + header)});
    draw_menu(view, word, reply, state, requests);
}

}  // namespace tilescope::ui
