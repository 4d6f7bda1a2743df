// app/widgets/buttons.cpp -- buttons with an icon, choices side by side, the list "Copy as".
// SPDX-License-Identifier: MIT
#include "app/widgets/buttons.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/number_box.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

std::string face_of(Icon icon, const char* word) { return say(text_of(icon).data(), " ", word); }

// The selected segment is filled and underlined, so that colour is not the only sign.
bool draw_segment(const Segment& segment, bool chosen, const Style& style) {
    const std::string label(segment.label);
    const bool possible = segment.why_not.empty();
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? faded(style.theme.accent, 0.20f) : style.theme.panel);
    ImGui::PushStyleColor(ImGuiCol_Text, possible ? style.theme.text : style.theme.dim);
    const bool clicked = ImGui::Button(label.c_str(), {0, style.px.row});
    ImGui::PopStyleColor(2);
    if (chosen) {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - style.px.ring}, high, style.theme.accent);
    }
    if (!possible) tip(segment.why_not);
    return clicked && possible && !chosen;
}

// Whether the segment fits beside the one before. If not, it begins another line.
bool has_room(const Segment& segment, const Style& style) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float text = ImGui::CalcTextSize(segment.label.data(), segment.label.data() + segment.label.size()).x;
    return ImGui::GetItemRectMax().x + style.px.line + text + 2 * ImGui::GetStyle().FramePadding.x <= right;
}

constexpr std::size_t kMostShown = 48;  // characters of a value beside its label

bool draw_choice(const CopyChoice& choice, float label_width, const Style& style) {
    const std::string label(choice.label);
    const float begin = ImGui::GetCursorPosX();
    const bool clicked = ImGui::Selectable(label.c_str());
    ImGui::SameLine(begin + label_width);
    ImGui::PushFont(style.mono);
    ImGui::TextDisabled("%s", preview_of(choice.text).c_str());
    ImGui::PopFont();
    return clicked;
}

bool is_wide(const Format& format) { return format.bits > 32; }

// Returns the bits as the strip shows them: the highest bit first, a space between fields.
std::string bits_by_field(const Format& format, const OpenWord& w, std::size_t) {
    std::string text;
    for (std::size_t i = format.fields.size(); i-- > 0;) {
        const Field& f = format.fields[i];
        text += binary_bits(get_field(f, w.word), get_field(f, w.unknown), f.width).substr(2);
        if (i > 0) text += ' ';
    }
    return text;
}

std::string signed_decimal(const Format& format, const OpenWord& w, std::size_t) {
    if (format.bits == 32) return say(static_cast<std::int32_t>(static_cast<std::uint32_t>(w.word)));
    return say(static_cast<std::int64_t>(w.word));
}

std::string hexadecimal(const Format& format, const OpenWord& w, std::size_t = 0) {
    return hex_word(format, w.word, w.unknown);
}
std::string unsigned_decimal(const Format&, const OpenWord& w, std::size_t) { return say(w.word); }

std::string low_and_high(const Format& format, const OpenWord& w, std::size_t) {
    const std::string all = hexadecimal(format, w);
    return say("{0x", all.substr(all.size() - 8), ", 0x", all.substr(2, 8), '}');
}

// Each word of a list has a register of its own.
std::string ptx_move(const Format& format, const OpenWord& w, std::size_t line) {
    return say(is_wide(format) ? "mov.b64 %rd" : "mov.b32 %r", line + 1, ", ", hexadecimal(format, w), ';');
}

std::string cpp_literal(const Format& format, const OpenWord& w, std::size_t) {
    return say(hexadecimal(format, w), is_wide(format) ? "ull" : "u");
}

struct Notation {
    std::string_view id, label;
    std::string (*text)(const Format& format, const OpenWord& word, std::size_t line);
    bool wide_only = false;           // only for words of 64 bits
    bool is_number = false;           // a number that other programs read: a word with unknown bits has none
    std::string_view between = "\n";  // two words of a list
};
constexpr Notation kNotations[] = {
    {.id = "hex", .label = "hexadecimal", .text = hexadecimal},
    {.id = "decimal", .label = "decimal", .text = unsigned_decimal, .is_number = true},
    {.id = "signed", .label = "signed decimal", .text = signed_decimal, .is_number = true},
    {.id = "lo_hi", .label = "{lo, hi}", .text = low_and_high, .wide_only = true},
    {.id = "bits", .label = "bits, field by field", .text = bits_by_field},
    {.id = "ptx", .label = "PTX mov", .text = ptx_move, .is_number = true},
    {.id = "cpp", .label = "C++ literal", .text = cpp_literal, .is_number = true, .between = ",\n"},
};

}  // namespace

std::string preview_of(const std::string& text) {
    const std::size_t line = std::min(text.find('\n'), text.size());
    const std::size_t shown = std::min(line, kMostShown);
    return shown < text.size() ? text.substr(0, shown) + " ..." : text;
}

bool action_button(Icon icon, const char* word, ImVec2 size) {
    return ImGui::Button(say(face_of(icon, word), "###", word).c_str(), size);
}

float action_width(Icon icon, const char* word) {
    return ImGui::CalcTextSize(face_of(icon, word).c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

bool icon_button(Icon icon, const char* id, ImVec2 size) {
    return ImGui::Button(say(text_of(icon).data(), "###", id).c_str(), size);
}

void stay_on_line(float width) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine();
}

float button_width(const char* label) {
    return ImGui::CalcTextSize(label, nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;  // without "###id"
}

bool button(const char* label, std::string_view id, const ButtonLook& look) {
    if (look.beside) stay_on_line(look.icon ? action_width(*look.icon, label) : button_width(label));
    ImGui::BeginDisabled(look.disabled);
    const bool pressed = look.icon    ? action_button(*look.icon, label, look.size)
                         : look.small ? ImGui::SmallButton(label)
                                      : ImGui::Button(label, look.size);
    ImGui::EndDisabled();
    mark(id);
    return pressed;
}

bool checkbox(const char* label, std::string_view id, bool& value) {
    stay_on_line(button_width(label) + ImGui::GetFrameHeight());
    return tick_box(label, value, id);
}

int step_buttons(std::string_view id, bool can_fall, bool can_rise, float before, float between) {
    const float side = ImGui::GetFrameHeight();
    int step = 0;
    ImGui::PushID(id.data(), id.data() + id.size());
    for (const bool more : {false, true}) {
        ImGui::SameLine(0, more ? between : before);
        ImGui::BeginDisabled(more ? !can_rise : !can_fall);
        if (ImGui::Button(more ? "+" : "-", {side, side})) step = more ? 1 : -1;
        ImGui::EndDisabled();
        mark(id, more ? ".plus" : ".minus");
    }
    ImGui::PopID();
    return step;
}

std::optional<std::size_t> segmented(std::string_view id, std::span<const Segment> segments, std::size_t chosen,
                                     const Style& style, std::optional<std::size_t>* hovered) {
    std::optional<std::size_t> clicked;
    ImGui::PushID(id.data(), id.data() + id.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (i > 0 && has_room(segments[i], style)) ImGui::SameLine(0, style.px.line);
        ImGui::PushID(segments[i].id.data(), segments[i].id.data() + segments[i].id.size());
        if (draw_segment(segments[i], i == chosen, style)) clicked = i;
        if (hovered != nullptr && ImGui::IsItemHovered()) *hovered = i;
        mark(id, '.', segments[i].id);
        ImGui::PopID();
    }
    ImGui::PopID();
    return clicked;
}

std::optional<std::string> copy_menu(std::string_view id, const std::function<std::vector<CopyChoice>()>& make,
                                     const Style& style, bool word) {
    std::optional<std::string> chosen;
    ImGui::PushID(id.data(), id.data() + id.size());
    const bool opens = word ? action_button(Icon::copy, "Copy as", {0, style.px.row})
                            : icon_button(Icon::copy, "Copy as", {style.px.row, style.px.row});
    if (opens) ImGui::OpenPopup("choices");
    mark(id);
    if (!word) tip("Copy as");
    if (begin_popup("choices")) {
        const std::vector<CopyChoice> choices = make();
        float width = 0;
        for (const CopyChoice& choice : choices)
            width =
                std::max(width, ImGui::CalcTextSize(choice.label.data(), choice.label.data() + choice.label.size()).x);
        for (const CopyChoice& choice : choices) {
            ImGui::PushID(choice.id.data(), choice.id.data() + choice.id.size());
            ImGui::BeginGroup();
            if (draw_choice(choice, width + 2 * style.px.gap, style)) chosen = choice.text;
            ImGui::EndGroup();
            mark(id, '.', choice.id);
            ImGui::PopID();
        }
        ImGui::EndPopup();
    }
    ImGui::PopID();
    return chosen;
}

std::vector<CopyChoice> copies_of(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    return copies_of_list(format, std::span(&word, 1), unknown);
}

std::vector<CopyChoice> copies_of_list(const Format& format, std::span<const std::uint64_t> words,
                                       std::uint64_t unknown) {
    std::vector<CopyChoice> copies;
    for (const Notation& n : kNotations) {
        if ((n.wide_only && !is_wide(format)) || (n.is_number && unknown != 0)) continue;
        std::string text;
        for (std::size_t i = 0; i < words.size(); ++i)
            text += say(i > 0 ? n.between : "", n.text(format, {words[i], unknown}, i));
        copies.push_back({n.id, n.label, std::move(text)});
    }
    return copies;
}

namespace {

// Tab and Shift+Tab mark the next answer. ImGui before 1.88 moves only from text box to text box with them, and forgets
// the marked answer after a click beside it.
void move_focus(std::span<const QuestionButton> choices, std::optional<std::size_t> focused) {
    if (key_pressed(Key::tab)) {
        const std::size_t step = ImGui::GetIO().KeyShift ? choices.size() - 1 : 1;
        return focus_item(choices[(focused.value_or(0) + step) % choices.size()].title);
    }
    if (!ImGui::IsAnyItemActive() && (!focused || !ImGui::GetIO().NavVisible))
        focus_item(choices[focused.value_or(0)].title);
}

}  // namespace

std::optional<std::size_t> ask_question(const char* title, const std::string& text,
                                        std::span<const QuestionButton> choices, float scale) {
    if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
    if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return std::nullopt;
    const bool appears = ImGui::IsWindowAppearing();
    if (appears) focus_first_item();
    ImGui::PushTextWrapPos(420 * scale);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    std::optional<std::size_t> pressed, focused;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const char* const label = choices[i].title;
        if (i > 0) ImGui::SameLine();
        if (ImGui::Button(label, {std::max(96 * scale, button_width(label)), 0})) pressed = i;
        mark(choices[i].id);
        if (ImGui::IsItemFocused()) focused = i;
    }
    if (!appears && !pressed) move_focus(choices, focused);
    // A key that answered the question before this one, in the same frame, answers no second one.
    if (!appears && !pressed && key_pressed(Key::enter, false)) pressed = focused.value_or(0);
    if (!appears && !pressed && key_pressed(Key::escape, false)) pressed = choices.size() - 1;
    if (pressed) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return pressed;
}

}  // namespace tilescope::ui
