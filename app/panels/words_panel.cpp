// app/panels/words_panel.cpp -- the words: a card for each, and the active one as a number and bit by bit.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/document/step_words.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tilescope::ui {
namespace {

struct State {
    std::string text;   // "ok", "legal", "x 2 problems", "? 30 unknown" (bits), "assumed", "! not as written", "off"
    std::string brief;  // "ok", "legal", "x 2", "?", "~", "!", "off"
    ImU32 colour;
};

// Problems of severity info do not count. "ok" needs an emulation of all K steps in a memory that the user said:
// without it, a word that breaks no rule can still read bytes that nobody wrote, so the card only says "legal".
State state_of(const View& view, const WordView& word) {
    const Theme& theme = view.theme;
    if (!word.used) return {"off", "off", theme.dim};
    const auto count =
        std::ranges::count_if(word.problems, [](const Problem& p) { return p.severity < Severity::info; });
    if (count == 0 && word.unknown != 0)
        return {say(sign_of(Severity::ask), ' ', std::popcount(word.unknown), " unknown"), sign_of(Severity::ask),
                colour_of(theme, Severity::ask)};
    if (count == 0 && word.assumed != 0) return {"assumed", "~", theme.dim};
    if (count == 0 && disagrees_with_memory(view, word.id))
        return {say(sign_of(Severity::warn), " not as written"), sign_of(Severity::warn),
                colour_of(theme, Severity::warn)};
    const auto is_open = [&](const WordRow& row) { return basis_of(view.derived, row.word) != Basis::given; };
    if (count == 0 && std::ranges::any_of(kWords, is_open)) return {"no known fault", "-", theme.text};
    if (count == 0 && !not_compared(view).empty()) return {"legal", "legal", theme.text};
    if (count == 0) return {"ok", "ok", theme.good};
    const Severity worst = word.problems.front().severity;
    return {say(sign_of(worst), ' ', count, count == 1 ? " problem" : " problems"), say(sign_of(worst), ' ', count),
            colour_of(theme, worst)};
}

// What the signs of a tile without a problem mean, as a sentence; empty: its sign is a word.
std::string_view sign_in_words(const View& view, const WordView& word) {
    const std::string brief = state_of(view, word).brief;
    if (brief == "~") return "~  Nobody has given this word: its value is that of the example.";
    if (brief == "-") return "-  No rule is broken, but another word is not given: the verdict waits for it.";
    return {};
}

bool is_only_legal(const View& view, const WordView& word) { return state_of(view, word).text == "legal"; }

// Draws text inside [x, x + width). Text that does not fit is cut.
struct CardLine {
    float x, y, width;
};
void put_text(const CardLine& line, ImU32 colour, std::string_view text) {
    const std::string visible = shortened(text, line.width);
    ImGui::GetWindowDrawList()->AddText({line.x, line.y}, colour, visible.c_str());
}

// The frame of a card, and a mark if nobody has given the word: dashes.
void draw_card_frame(const View& view, const WordView& word, Rect card, float rounding = 0) {
    const Sizes sizes = sizes_at(view.scale);
    const Theme& theme = view.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool active = view.view_state.active == word.id;
    if (basis_of(view.derived, word.id) == Basis::assumed) {
        draw_ring_rect(list, card.min, card.max,
                       {.colour = active ? theme.accent : theme.dim,
                        .halo = theme.window,
                        .width = active ? sizes.ring : sizes.line,
                        .dashed = true});
        mark_rect(card, "words.", row_of(word.id).id, ".assumed");
        return;
    }
    list.AddRect(card.min, card.max, active ? theme.accent : theme.line, rounding, 0, active ? sizes.ring : sizes.line);
}

void draw_card(const View& view, const WordView& word, ImVec2 at, ImVec2 size) {
    const Theme& theme = view.theme;
    const Sizes sizes = sizes_at(view.scale);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool active = view.view_state.active == word.id;
    const ImVec2 end{at.x + size.x, at.y + size.y};
    list.AddRectFilled(at, end, ImGui::IsItemHovered() ? theme.panel : theme.window);
    draw_card_frame(view, word, {at, end});

    const float x = at.x + sizes.pad, width = size.x - 2 * sizes.pad;
    const ImU32 ink = word.used ? theme.text : theme.dim;
    const State state = state_of(view, word);
    const float state_width = ImGui::CalcTextSize(state.text.c_str()).x;
    float y = at.y + sizes.pad;
    put_text({x, y, width - state_width - sizes.gap}, ink, say(active ? "> " : "  ", row_of(word.id).title));
    put_text({x + width - state_width, y, state_width}, state.colour, state.text);
    if (word.used) {
        y += ImGui::GetTextLineHeightWithSpacing();
        ImGui::PushFont(view.mono);
        put_text({x, y, width - sizes.row}, ink, hex_word(*word.format, view.session.word(word.id), word.unknown));
        ImGui::PopFont();
    }
    y += ImGui::GetTextLineHeightWithSpacing();
    put_text({x, y, width - sizes.row}, theme.dim, word.used ? word.summary : word.unused_reason);
}

// The notations of the word. Of a descriptor with several K steps, also the words of the others.
std::vector<CopyChoice> copies_of_card(const View& view, const WordView& word) {
    std::vector<CopyChoice> out = copies_of(*word.format, view.session.word(word.id), word.unknown);
    const std::optional<Operand> operand = operand_of(word.id);
    const auto steps = operand && word.used ? step_words(view.derived, *operand) : Refusal("It has no K steps.");
    if (!steps || steps->size() < 2) return out;
    std::string all;
    for (const StepWord& s : *steps) all += say(all.empty() ? "" : "\n", hex_word(*word.format, s.word, word.unknown));
    const unsigned shown = view.view_state.k_step;
    if (!step_0_note(view.derived, view.view_state, word.id).empty())
        out.push_back({"step", "of the K step shown", hex_word(*word.format, (*steps)[shown].word, word.unknown)});
    out.push_back({"steps", "of all K steps", std::move(all)});
    return out;
}

void card(const View& view, const WordView& word, Requests& requests) {
    const Sizes sizes = sizes_at(view.scale);
    const std::string id = say("words.", row_of(word.id).id);
    const float lines = word.used ? 3 : 2;  // an unused word has no line for digits
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(1.0f, ImGui::GetContentRegionAvail().x),
                      lines * ImGui::GetTextLineHeightWithSpacing() + 2 * sizes.pad};
    ImGui::PushID(row_of(word.id).id.data());
    before_item_below();
    if (ImGui::InvisibleButton("card", size)) requests.view_state.active = word.id;
    after_item_below();
    mark(id);
    if (disagrees_with_memory(view, word.id)) mark(id, ".not_as_written");
    if (is_only_legal(view, word)) mark(id, ".not_compared");
    const bool menu = ImGui::IsItemHovered() && ImGui::IsMouseReleased(1);
    if (!word.used) tip(word.unused_reason);
    if (is_only_legal(view, word)) tip_below(not_compared(view));
    draw_card(view, word, at, size);
    const float side = sizes.row;
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x + size.x - side - sizes.pad, at.y + size.y - side - sizes.pad});
    const bool copy = icon_button(Icon::more, "..", {side, side});
    mark(id, ".copy");
    tip("Copy as");
    ImGui::SetCursorScreenPos(after);
    if (menu || copy) ImGui::OpenPopup("copies");
    copy_menu_of(view, word, id, requests);
    ImGui::PopID();
}

// The text that floats beside a tile: what a card would show, and the problems of the word.
void tile_tooltip(const View& view, const WordView& word) {
    const Rect tile{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    std::string text = say(row_of(word.id).title, "  ", word.format->title, "  ", state_of(view, word).text);
    if (word.used) text += say('\n', hex_word(*word.format, view.session.word(word.id), word.unknown));
    text += say('\n', word.used ? word.summary : word.unused_reason);
    if (is_only_legal(view, word)) text += say("\n\n", not_compared(view));
    if (const std::string_view sign = sign_in_words(view, word); !sign.empty()) text += say("\n\n", sign);
    for (const Problem& p : word.problems) text += say('\n', sign_of(p.severity), "  ", p.rule, "  ", p.text);
    for (const Cause& cause : view.results.job.causes)
        if (disagrees_with_memory(view, word.id) && cause.word == row_of(word.id).id)
            text += say('\n', sign_of(Severity::warn), "  ", cause.sentence);
    tooltip_beside(tile, text);
}

// A tile has the letter of the word and, below it, its state as a sign and a colour.
void tile(const View& view, const WordView& word, Requests& requests) {
    const Sizes sizes = sizes_at(view.scale);
    const Theme& theme = view.theme;
    const WordRow& row = row_of(word.id);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(1.0f, ImGui::GetContentRegionAvail().x), 2 * sizes.row};
    ImGui::PushID(row.id.data());
    if (ImGui::InvisibleButton("tile", size)) requests.view_state.active = word.id;
    const std::string id = say("words.", row.id);
    mark(id);
    if (disagrees_with_memory(view, word.id)) mark(id, ".not_as_written");
    if (is_only_legal(view, word)) mark(id, ".not_compared");
    if (ImGui::IsItemHovered()) tile_tooltip(view, word);
    if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("copies");
    const bool active = view.view_state.active == word.id;
    const ImVec2 end{at.x + size.x, at.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 fill = active ? faded(theme.accent, 0.20f) : ImGui::IsItemHovered() ? theme.panel : theme.window;
    list.AddRectFilled(at, end, fill, 3 * view.scale);
    draw_card_frame(view, word, {at, end}, 3 * view.scale);
    const State state = state_of(view, word);
    const auto centred = [&](float y, ImU32 colour, std::string_view text) {
        const std::string visible = shortened(text, size.x - sizes.gap);
        const float x = at.x + std::round((size.x - ImGui::CalcTextSize(visible.c_str()).x) / 2);
        list.AddText({x, y}, colour, visible.c_str());
    };
    const float top = at.y + std::round((size.y - 2 * ImGui::GetTextLineHeight()) / 2);
    // "mask" and "idesc" fit; "A desc" is "A".
    const bool is_operand = word.id == WordId::a_desc || word.id == WordId::b_desc;
    centred(top, word.used ? theme.text : theme.dim,
            is_operand ? row.letter : row.title.substr(row.title.find(' ') + 1));
    centred(top + ImGui::GetTextLineHeight(), state.colour, state.brief);
    copy_menu_of(view, word, id, requests);
    ImGui::PopID();
}

constexpr float kHeaderWidth = 210;      // logical pixels: from kBesideFrom on, the header is left of the bits
constexpr float kPresentedStrip = 1.5f;  // the strip of 32 bits alone fills little of a presented window
// The long names of an instruction descriptor need nearly the whole width: beside the header, its bits would take four
// rows, not two.
constexpr float kBesideFrom = 800, kBesideFromOfNames = 1000, kHeaderHeight = 98;

// Draws the name of the word and its digits. The digits can be edited. `beside`: the header is left of the bits.
void draw_header(const View& view, PanelStates& states, Requests& requests, bool beside) {
    const WordView& word = view.derived.of(view.view_state.active);
    BitsPanelState& state = states.bits;
    const HexAnswer typed = hex_box(
        {"bits.word", *word.format, view.session.word(word.id), word.unknown, view.theme, view.mono}, state.box);
    if (typed.word) requests.edit(SetWord{word.id, *typed.word, typed.unknown});
    const bool short_line = view.strip_folded && view.compact;  // beside the tabs
    const char* fold = short_line ? "bits" : view.strip_folded ? "bits v" : "bits ^";
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const auto fits = [&](float width) { return ImGui::GetItemRectMax().x + gap + width <= right; };
    if (!short_line || fits(ImGui::GetFrameHeight() + gap + button_width(fold))) {
        if (state.box.refused != "bits.word")
            stay_on_line(short_line ? ImGui::GetFrameHeight() : action_width(Icon::copy, "Copy as"));
        if (const auto copied = copy_menu(
                "bits.copy", [&] { return copies_of_card(view, word); }, style_of(view), !short_line)) {
            requests.copy = *copied;
            requests.status = say("Copied ", preview_of(*copied), '.');
        }
    }
    if (typed.leaves > 0) focus_last_item();
    if (typed.leaves < 0) requests.ask("last_region");
    stay_on_line(button_width(fold));
    if (button(fold, "bits.fold")) requests.ask("strip");
    tip(view.strip_folded ? "Shows the bits of the word." : "Hides the bits of the word.");
    const std::string step_0 = step_0_note(view.derived, view.view_state, word.id);
    const std::string name = say(row_of(word.id).title, step_0.empty() ? "" : ", ", step_0);
    const std::string title = say(name, "  ", word.format->title, "  ", word.format->kind);
    if (short_line && !fits(ImGui::CalcTextSize(name.c_str()).x)) return;
    const float shown = std::min(ImGui::CalcTextSize(title.c_str()).x, kHeaderWidth * view.scale);
    stay_on_line(short_line ? view.scale : shown);
    const float room = ImGui::GetContentRegionAvail().x;
    beside_boxes(beside ? in_few_lines(title, room, 2) : shortened(title, room), "bits.title");
    if (!step_0.empty()) mark("bits.step_0");
    tip(step_0.empty() ? title
                       : say(title, "\nThe box and the bits have the word of K step 0. Copy as also has the others."));
}

bool header_is_beside(const View& view, float width) {
    const bool names = view.derived.of(view.view_state.active).format->bits == 32;
    return !view.strip_folded && !view.presenting && width > (names ? kBesideFromOfNames : kBesideFrom) * view.scale;
}

bool bit_item(std::string_view id, const std::string& label) {
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
    if (bit_item("restore", say("Restore the pinned value ", meaning_of(field, raw, unknown))))
        requests.edit(SetField{at.word, &field, raw, unknown});
}

// The context menu (right button): actions for the field under the pointer.
void draw_menu(const View& view, const WordView& word, const BitStripReply& reply, BitsPanelState& state,
               Requests& requests) {
    if (reply.pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        state.menu_bit = *reply.pointed;
        ImGui::OpenPopup("bit_menu");
    }
    if (!begin_popup("bit_menu")) return;
    if (const auto at = field_in_focus(view.derived, BitFocus{word.id, state.menu_bit})) {
        const Field& field = *at->field;
        ImGui::TextDisabled("%s  %s", std::string(field.id).c_str(), bit_range(field).c_str());
        ImGui::Separator();
        if (bit_item("explain", "Explain"))
            request_explanation(requests, explain_value(*word.format, field.id, at->raw, at->unknown).topic);
        if (bit_item("select", "Select")) select_field(requests, word.id, field);
        const std::string setting = say(field.id, '=', text_of(field, at->raw, at->unknown));
        const std::string bits = at->unknown == 0 ? hex(at->raw) : binary_bits(at->raw, at->unknown, field.width);
        if (bit_item("copy", say("Copy ", setting))) requests.copy = setting;
        if (bit_item("copy_raw", say("Copy the stored bits, ", bits))) requests.copy = bits;
        if (at->unknown != bit_mask(field.width) && bit_item("forget", "Make unknown"))
            requests.edit(SetField{word.id, &field, 0, bit_mask(field.width)});
        const Trace field_trace = trace(view.derived, BitFocus{word.id, field.lsb});
        if (bit_item("copy_sentence", "Copy the sentence")) requests.copy = field_trace.sentence;
        draw_restore(view, *at, requests);
    }
    ImGui::EndPopup();
}

}  // namespace

void copy_menu_of(const View& view, const WordView& word, std::string_view id, Requests& requests) {
    if (!begin_popup("copies")) return;
    for (const CopyChoice& copy : copies_of_card(view, word)) {
        const std::string label = say(copy.label, "    ", preview_of(copy.text));
        if (ImGui::MenuItem(label.c_str())) {
            requests.copy = copy.text;
            requests.status = say("Copied ", preview_of(copy.text), '.');
        }
        mark(id, ".copy.", copy.id);
    }
    ImGui::EndPopup();
}

// Reads: the words, their problems and summaries.   Requests: active word, copy.
void draw_words_panel(const View& view, PanelStates&, Requests& requests) {
    heading("WORDS", style_of(view));
    for (const WordView& word : view.derived.words) card(view, word, requests);
}

float strip_line_width(const View& view) {
    if (header_is_beside(view, ImGui::GetContentRegionAvail().x)) return 0;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float copy = view.compact ? 0 : gap + action_width(Icon::copy, "Copy as");
    const std::size_t digits = 2 + view.derived.of(view.view_state.active).format->bits / 4;
    const float box = mono_width(style_of(view), TextSize::mono, "0") * static_cast<float>(digits);
    return box + 4 * ImGui::GetStyle().FramePadding.x + copy + gap + button_width(view.compact ? "bits" : "bits v");
}

void draw_words_tiles(const View& view, PanelStates&, Requests& requests) {
    for (const WordView& word : view.derived.words) tile(view, word, requests);
}

// Reads: the active word, its field table, its problems, the trace, the pinned reference.
// Requests: SetWord, SetField, focus, selection.
void draw_bits_panel(const View& view, PanelStates& states, Requests& requests) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, header = kHeaderHeight * view.scale;
    const bool beside = header_is_beside(view, width);
    if (beside) {
        begin_part("header", {kHeaderWidth * view.scale, header});
        draw_header(view, states, requests, beside);
        ImGui::EndChild();
        ImGui::SameLine();
    } else if (!view.presenting) {
        draw_header(view, states, requests, beside);
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
    strip.assumed = word.assumed;
    strip.origins = &view.session.origins_of(word.id);
    if (view.view_state.reference) {
        strip.reference = view.view_state.reference->word(word.id);
        strip.reference_unknown = view.view_state.reference->unknown_bits(word.id);
    }

    const BitStripReply reply = bit_strip(strip, state.strip);
    if (reply.begins) state.gesture = states.next_gesture++;
    const std::uint64_t gesture = reply.single ? 0 : state.gesture;
    if (reply.word)
        requests.edit(SetWord{word.id, *reply.word, reply.unknown,
                              origins_after(view.session, word.id, *reply.word, reply.unknown)},
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
