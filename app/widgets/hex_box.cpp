// app/widgets/hex_box.cpp -- one text box; the core reads the number.
// SPDX-License-Identifier: MIT
#include "app/widgets/hex_box.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace tilescope::ui {

Answer<std::uint64_t> word_for(const Format& format, std::string_view text) {
    const Answer<Number> number = read_number(text);
    if (!number) return Answer<std::uint64_t>::refuse(number.why);
    const std::uint64_t all = bit_mask(format.bits), below_sign = bit_mask(format.bits - 1);
    std::uint64_t value = number->value;
    // The core stores short negative numbers in 32 bits. A word has the number of bits of its format.
    if (number->negative && number->bits == 32) value |= ~bit_mask(32);
    const bool fits = number->negative ? (~value & ~below_sign) == 0 : value <= all;
    if (fits) return value & all;
    return Answer<std::uint64_t>::refuse(say(text, " does not fit. The ", format.title, " has ", format.bits,
                                             " bits. Its largest value is ", hex(all), "."));
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
        return Answer<OpenWord>::refuse(say(text, ": write unknown digits in hexadecimal: 0x40004040????????."));
    if (open != 0 && text.size() - 2 > format.bits / 4)
        return Answer<OpenWord>::refuse(say(text, " has more than the ", format.bits / 4, " digits of this word."));
    const Answer<std::uint64_t> known = word_for(format, digits);
    if (!known) return Answer<OpenWord>::refuse(known.why);
    OpenWord out{*known, 0};
    for (unsigned low = 0; low < format.bits; low += 4) {
        const std::uint64_t digit = open & std::uint64_t{15} << low, was = old.unknown & digit;
        out.unknown |= was != 0 ? was : digit;
        if (was != 0) out.word |= old.word & digit;
    }
    return out;
}

HexAnswer hex_box(const HexBox& box, BoxState& state) {
    HexAnswer answer;
    std::array<char, 80> typed{};
    const std::string text = hex_word(box.format, box.word, box.unknown);
    std::copy(text.begin(), text.end(), typed.begin());

    ImGui::PushID(box.id.data(), box.id.data() + box.id.size());
    ImGui::PushFont(box.mono);
    const float digits = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetNextItemWidth(digits + 4 * ImGui::GetStyle().FramePadding.x);
    const bool edited = ImGui::InputText("##word", typed.data(), typed.size(), ImGuiInputTextFlags_AutoSelectAll);
    answer.begins = ImGui::IsItemActivated();
    // ImGui before 1.91 moves from text box to text box. With one text box, Tab would stay in it.
    if (ImGui::IsItemActive() && !answer.begins && key_pressed(Key::tab)) {
        answer.leaves = ImGui::GetIO().KeyShift ? -1 : 1;
        leave_text_box();
    }
    mark(box.id);
    ImGui::PopFont();
    if (edited) {
        const Answer<OpenWord> word =
            open_word_for(box.format, {typed.data(), std::strlen(typed.data())}, {box.word, box.unknown});
        if (word) answer.word = word->word, answer.unknown = word->unknown;
        state = word ? BoxState{} : BoxState{std::string(box.id), word.why};
    }
    refusal_line(box.id, state, box.theme);
    ImGui::PopID();
    return answer;
}

}  // namespace tilescope::ui
