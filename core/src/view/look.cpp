// core/src/view/look.cpp -- converts a focus to text and back.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/memory.h>
#include <tilescope/view/view_state.h>

namespace tilescope {
namespace {

constexpr unsigned kMostIndex = 0xffff;

}  // namespace

std::string text_of(const Focus& focus) {
    if (const auto* bit = std::get_if<BitFocus>(&focus)) return say(row_of(bit->word).id, ' ', bit->bit);
    if (const auto* e = std::get_if<ElementFocus>(&focus)) return say(name_of(e->matrix), ' ', e->row, ' ', e->column);
    if (const auto* byte = std::get_if<ByteFocus>(&focus)) return hex(byte->address);
    if (const auto* mask = std::get_if<MaskFocus>(&focus)) return say("mask ", mask->column);
    if (const auto* c = std::get_if<CellFocus>(&focus)) return say("cell ", c->cta, ' ', c->lane, ' ', c->column);
    if (const auto* s = std::get_if<ScaleFocus>(&focus))
        return say(pick(s->operand, "sfa ", "sfb "), s->row, ' ', s->factor);
    if (const auto* c = std::get_if<CodeFocus>(&focus)) return say("meta ", c->row, ' ', c->code);
    return {};
}

Answer<Focus> focus_from(std::string_view text) {
    const std::vector<std::string> words = lower_words(text);
    const std::size_t count = words.size();
    const auto index = [&](std::size_t i) {
        const auto n = parse_number(words[i]);
        return n && *n <= kMostIndex ? std::optional(static_cast<unsigned>(*n)) : std::nullopt;
    };
    if (count == 0) return Focus{};
    const bool two_indices = count == 3 && index(1) && index(2);
    for (const Matrix matrix : kMatrices)
        if (two_indices && words[0] == lower(name_of(matrix)))
            return Focus(ElementFocus{matrix, static_cast<int>(*index(1)), static_cast<int>(*index(2))});
    if (two_indices && (words[0] == "sfa" || words[0] == "sfb"))
        return Focus(ScaleFocus{words[0] == "sfb" ? Operand::b : Operand::a, *index(1), *index(2)});
    if (two_indices && words[0] == "meta") return Focus(CodeFocus{*index(1), *index(2)});
    if (count == 4 && words[0] == "cell" && index(1) && index(2) && index(3) && *index(1) < 2 &&
        *index(2) < kTmem.lanes && *index(3) < kMostTmemColumns)
        return Focus(CellFocus{*index(1), *index(2), *index(3)});
    if (count == 2 && words[0] == "mask" && index(1) && *index(1) < 256) return Focus(MaskFocus{*index(1)});
    for (const WordRow& row : kWords)
        if (count == 2 && words[0] == row.id && index(1) && *index(1) < 64) return Focus(BitFocus{row.word, *index(1)});
    if (const auto address = parse_number(words[0]); count == 1 && words[0].starts_with("0x") && address)
        if (*address <= kMostSmemAddress) return Focus(ByteFocus{0, static_cast<std::uint32_t>(*address)});
    return Answer<Focus>::refuse(say("'", text,
                                     "' is not a place; expected a place like A 3 24, 0x580, mask 7, cell 0 5 17 "
                                     "(tensor memory), sfa 33 2, meta 9 5 or idesc 17 (a bit)"));
}

}  // namespace tilescope
