// app/widgets/number_box.cpp -- boxes for the value of a field and for a word; the sentences about them.
// SPDX-License-Identifier: MIT
#include "app/widgets/number_box.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <imgui_stdlib.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

std::string shown_text(const NumberBox& box, bool as_raw) {
    return as_raw && box.unknown == 0 ? say(box.raw) : typed_text(box.field, box.raw, box.unknown);
}

// ImGui keeps the text while the user types. A switch of notation must therefore change the text in ImGui.
struct SwitchOfNotation {
    std::string other;  // the current number in the other notation
    bool toggles = false;
};

int on_typed(ImGuiInputTextCallbackData* data) {
    auto& notation = *static_cast<SwitchOfNotation*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
        if (data->EventChar != '/') return 0;
        notation.toggles = true;
        return 1;
    }
    if (notation.toggles) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, notation.other.c_str());
        data->SelectAll();
    }
    return 0;
}

void type_number(const NumberBox& box, BoxState& state, BoxAnswer& answer) {
    SwitchOfNotation notation{shown_text(box, !box.as_raw)};
    const auto read = [&](std::string_view text) {
        return box.as_raw ? raw_for(box.field, say("raw:", text)) : raw_for(box.field, text);
    };
    const auto would = [&](std::string_view text) {
        const Answer<std::uint64_t> raw = read(text);
        return raw ? Answer<std::string>(meaning_of(box.field, *raw)) : Refusal(raw.why);
    };
    const auto text = typed_box(
        {box.id, shown_text(box, box.as_raw), would, box.theme, "##number", on_typed, &notation, box.assumed}, state);
    answer.toggles_raw = notation.toggles;
    const bool address = is_byte_address(box.field) && box.unknown == 0;
    if (address && !ImGui::IsItemActive() && state.refused != box.id) tip(meaning_of(box.field, box.raw));
    if (notation.toggles) state.typing = {};  // it is the same number
    if (!text) return;
    answer.raw = *read(*text);
    answer.begins = true;
}

// Draws a faint line over what is below the last item, or above it: nothing moves while the user types.
void draw_would(const TypedBox& box, const std::string& text) {
    const Rect item{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const ImVec2 pad = ImGui::GetStyle().FramePadding, words = ImGui::CalcTextSize(text.c_str()),
                 screen = ImGui::GetIO().DisplaySize, size{words.x + 2 * pad.x, words.y + 2 * pad.y};
    const float below = item.max.y + pad.y, x = std::max(std::min(item.min.x, screen.x - size.x), 0.0f);
    const ImVec2 at{x, below + size.y <= screen.y ? below : item.min.y - pad.y - size.y};
    const ImVec2 end{at.x + size.x, at.y + size.y};
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddRectFilled(at, end, box.theme.panel);
    list.AddRect(at, end, box.theme.line);
    list.AddText({at.x + pad.x, at.y + pad.y}, box.theme.dim, text.c_str());
    mark_rect({at, end}, box.id, ".would");
}

// While a box has the keyboard: what its text would do, or why it is refused.
void follow_typing(const TypedBox& box, BoxState& state, const std::string& text) {
    const bool begins = state.typing.box != box.id;
    // The box that was just left is drawn after this one: its text has not counted yet.
    if (begins && !state.typing.box.empty() && ImGui::GetFrameCount() - state.typing.frame <= 1) return;
    const bool changed = !begins && state.typing.text != text;
    state.typing = {std::string(box.id), text, ImGui::GetFrameCount()};
    if (text == box.now) {
        if (changed && state.refused == box.id) state.refused.clear();
        if (box.assumed) draw_would(box, "Enter: this value is given, not assumed");
        return;
    }
    const Answer<std::string> would = box.would(text);
    state.refused = would ? std::string() : std::string(box.id), state.why = would.why;
    if (would && !would->empty()) draw_would(box, say("Enter: ", *would));
}

struct StepButton {
    const char* label;
    std::string_view suffix;
    bool possible;
    std::uint64_t raw;
};

// A field with unknown bits has no value from which a step could start, and 0 would be a guess. So its buttons ask for
// a value and put the keyboard into the box.
void step_button(const NumberBox& box, const StepButton& button, BoxState& state, BoxAnswer& answer) {
    const float side = ImGui::GetFrameHeight();
    const bool open = box.unknown != 0;
    ImGui::BeginDisabled(!open && !button.possible);
    const bool pressed = ImGui::Button(button.label, {side, side});
    if (pressed && open) {
        state = {std::string(box.id), no_step_text(box.field, box.unknown), true};
    } else if (pressed) {
        answer.raw = button.raw;
        state = {};
    }
    answer.begins |= ImGui::IsItemActivated();
    mark(box.id, button.suffix);
    ImGui::EndDisabled();
}

// Beside the box: "bytes"; beside an address, which is in hexadecimal, "= 1024 bytes".
std::string unit_text(const NumberBox& box, std::uint64_t raw) {
    if (box.as_raw) return {};
    const bool twice = is_byte_address(box.field) && box.unknown == 0;
    return twice ? say("= ", value_of(box.field, raw), " ", box.field.unit) : std::string(box.field.unit);
}

// The digits are most important. If there is little room, the unit is left out first, then the buttons move below.
struct BoxPlan {
    float digits;  // width of the text box
    bool with_unit, buttons_below;
};

BoxPlan plan_of(const NumberBox& box) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float gap = style.ItemInnerSpacing.x, room = ImGui::GetContentRegionAvail().x;
    const std::uint64_t most = bit_mask(box.field.width);
    const std::string longest = box.as_raw ? say(most) : typed_text(box.field, most, 0);
    const float least = ImGui::CalcTextSize(longest.c_str()).x + 3 * style.FramePadding.x;
    const float buttons = 2 * (ImGui::GetFrameHeight() + gap);
    const std::string unit = unit_text(box, most);  // the longest, so that the buttons never move
    const float unit_width = unit.empty() ? 0 : ImGui::CalcTextSize(unit.c_str()).x + gap;
    const bool with_unit = !unit.empty() && room - buttons - unit_width >= least;
    const bool below = room - buttons < least;
    return {std::max(1.0f, room - (below ? 0 : buttons) - (with_unit ? unit_width : 0)), with_unit, below};
}

}  // namespace

std::optional<std::string> typed_box(const TypedBox& box, BoxState& state) {
    std::string text = box.now;
    ImGuiInputTextFlags flags = ImGuiInputTextFlags_AutoSelectAll;
    if (box.each != nullptr) flags |= ImGuiInputTextFlags_CallbackCharFilter | ImGuiInputTextFlags_CallbackAlways;
    const bool edited = ImGui::InputText(box.label, &text, flags, box.each, box.user);
    mark(box.id);
    if (ImGui::IsItemActive()) {
        follow_typing(box, state, text);
        return std::nullopt;
    }
    // A box that was not drawn in between has been closed with its text.
    const BoxState::Typing typing = state.typing;
    if (typing.box != box.id) return std::nullopt;
    state.typing = {};
    const std::string& entered = edited ? text : typing.text;  // ImGui forgets it if another item takes the keyboard
    const bool taken_back = key_pressed(Key::escape, false) || ImGui::GetFrameCount() - typing.frame > 1;
    const bool gives = box.assumed && key_pressed(Key::enter, false);
    if (!taken_back && entered == box.now && !gives) return std::nullopt;
    const Answer<std::string> would = taken_back ? Answer<std::string>(std::string()) : box.would(entered);
    state = would ? BoxState{} : BoxState{std::string(box.id), would.why};
    return would && !taken_back ? std::optional(entered) : std::nullopt;
}

std::string stored_text(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    if (unknown != 0)
        return say("The stored value is ", binary_bits(raw, unknown, field.width), ": ",
                   unknown_bits_text(field, unknown), ".");
    if (field.encoding == Encoding::fixed) return say("The stored value is ", raw, ".");
    return say("The stored value ", raw, " means ", meaning_of(field, raw), ".");
}

std::string no_step_text(const Field& field, std::uint64_t unknown) {
    return say(field.id, " has no value yet: ", unknown_bits_text(field, unknown), ". Type a value first.");
}

std::string typed_text(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    if (unknown != 0) return text_of(field, raw, unknown);
    return is_byte_address(field) ? hex(value_of(field, raw)) : text_of(field, raw);
}

std::string legal_text(const Field& field) {
    switch (field.encoding) {
    case Encoding::number: {
        std::string text = say(value_of(field, 0), " to ", value_of(field, bit_mask(field.width)));
        if (!field.unit.empty()) text += say(' ', field.unit);
        if (field.scale > 0) text += say(" in steps of ", std::uint64_t{1} << field.scale);
        return text;
    }
    case Encoding::one_of:
        return list_of(field.names, [](const NamedValue& n) { return say(n.name, " (", n.raw, ")"); });
    case Encoding::flag: return "no or yes";
    case Encoding::fixed: break;
    }
    return say("always ", field.want);
}

std::string source_text(const Field& field) { return say(field.source, " (", text_of(field.certainty), ")"); }

BoxAnswer number_box(const NumberBox& box, BoxState& state) {
    BoxAnswer answer;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const BoxPlan plan = plan_of(box);
    ImGui::PushID(box.id.data(), box.id.data() + box.id.size());
    ImGui::SetNextItemWidth(plan.digits);
    if (state.take_keyboard && state.refused == box.id) {
        state.take_keyboard = false;
        ImGui::SetKeyboardFocusHere();
    }
    type_number(box, state, answer);
    push_repeat();
    if (!plan.buttons_below) ImGui::SameLine(0, gap);
    step_button(box, {"-", ".minus", box.raw > 0, box.raw - 1}, state, answer);
    ImGui::SameLine(0, gap);
    step_button(box, {"+", ".plus", box.raw < bit_mask(box.field.width), box.raw + 1}, state, answer);
    pop_repeat();
    if (plan.with_unit) {
        ImGui::SameLine(0, gap);
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(unit_text(box, box.raw).c_str());
    }
    refusal_line(box.id, state, box.theme);
    ImGui::PopID();
    return answer;
}

void refusal_line(std::string_view id, const BoxState& state, const Theme& theme) {
    if (state.refused != id) return;
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(theme, Severity::error));
    ImGui::TextWrapped("%s  %s", sign_of(Severity::error), state.why.c_str());
    ImGui::PopStyleColor();
    mark(id, ".refusal");
}

Answer<std::uint64_t> word_for(const Format& format, std::string_view text) {
    const Answer<Number> number = read_number(text);
    if (!number) return Refusal(number.why);
    const std::uint64_t all = bit_mask(format.bits), below_sign = bit_mask(format.bits - 1);
    std::uint64_t value = number->value;
    // The core stores short negative numbers in 32 bits. A word has the number of bits of its format.
    if (number->negative && number->bits == 32) value |= ~bit_mask(32);
    const bool fits = number->negative ? (~value & ~below_sign) == 0 : value <= all;
    if (fits) return value & all;
    return Refusal(text, " does not fit. The ", format.title, " has ", format.bits, " bits. Its largest value is ",
                   hex(all), ".");
}

Answer<OpenWord> open_word_for(const Format& format, std::string_view text, const OpenWord& old) {
    std::string digits(text);
    std::uint64_t open = 0;  // 15 in each digit that is "?"
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (digits[digits.size() - 1 - i] != '?') continue;
        digits[digits.size() - 1 - i] = '0';
        open |= std::uint64_t{15} << (4 * std::min<std::size_t>(i, 15));
    }
    if (open != 0 && !text.starts_with("0x"))
        return Refusal(text, ": write unknown digits in hexadecimal: 0x40004040????????.");
    if (open != 0 && text.size() - 2 > format.bits / 4)
        return Refusal(text, " has more than the ", format.bits / 4, " digits of this word.");
    const Answer<std::uint64_t> known = word_for(format, digits);
    if (!known) return Refusal(known.why);
    OpenWord out{*known, 0};
    for (unsigned low = 0; low < format.bits; low += 4) {
        const std::uint64_t digit = open & std::uint64_t{15} << low, was = old.unknown & digit;
        out.unknown |= was != 0 ? was : digit;
        if (was != 0) out.word |= old.word & digit;
    }
    return out;
}

namespace {

// The fields that another word changes: "start 0x640 (1600 bytes), sbo 512 bytes".
std::string changes_of(const HexBox& box, const OpenWord& other) {
    const std::string fields = list_of(box.format.fields, [&](const Field& f) {
        const std::uint64_t raw = get_field(f, other.word), unknown = get_field(f, other.unknown);
        const bool same = raw == get_field(f, box.word) && unknown == get_field(f, box.unknown);
        return same ? std::string() : say(f.id, ' ', shown_meaning_of(f, raw, unknown));
    });
    return fields.empty() ? "the same word" : fields;
}

}  // namespace

HexAnswer hex_box(const HexBox& box, BoxState& state) {
    HexAnswer answer;
    const std::string text = hex_word(box.format, box.word, box.unknown);
    const auto read = [&](std::string_view typed) { return open_word_for(box.format, typed, {box.word, box.unknown}); };
    const auto would = [&](std::string_view typed) {
        const Answer<OpenWord> word = read(typed);
        return word ? Answer<std::string>(changes_of(box, *word)) : Refusal(word.why);
    };

    ImGui::PushID(box.id.data(), box.id.data() + box.id.size());
    ImGui::PushFont(box.mono);
    const float digits = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetNextItemWidth(digits + 4 * ImGui::GetStyle().FramePadding.x);
    const auto entered = typed_box({box.id, text, would, box.theme, "##word"}, state);
    // ImGui before 1.91 moves from text box to text box. With one text box, Tab would stay in it.
    if (ImGui::IsItemActive() && !ImGui::IsItemActivated() && key_pressed(Key::tab)) {
        answer.leaves = ImGui::GetIO().KeyShift ? -1 : 1;
        leave_text_box();
    }
    ImGui::PopFont();
    if (entered) {
        const OpenWord word = *read(*entered);
        answer.word = word.word, answer.unknown = word.unknown;
    }
    refusal_line(box.id, state, box.theme);
    ImGui::PopID();
    return answer;
}

}  // namespace tilescope::ui
