// core/src/view/view_state.cpp -- the view state as text: a focus, and one member of it.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/memory.h>
#include <tilescope/view/view_state.h>

#include <algorithm>
#include <span>

namespace tilescope {
namespace {

constexpr std::uint64_t kMostViewNumber = 0x7fffffff;
constexpr unsigned kMostIndex = 0xffff;  // of a focus

std::string name_key(std::string_view name) {
    std::string out = lower(name);
    std::ranges::replace(out, ' ', '_');
    return out;
}

// Visits the members of a view state, and sets the one with the key.
struct ViewSetter {
    std::string_view key, value;
    bool found = false;
    std::string why;     // why this key does not have the value
    std::string values;  // what the values of this key are

    void name(std::string_view member_key, auto& member, std::span<const NamedValue> names) {
        if (!is(member_key, list_of(names, &NamedValue::name, ", ", " or "))) return;
        for (const NamedValue& n : names)
            if (name_key(n.name) == name_key(value)) {
                member = static_cast<std::remove_reference_t<decltype(member)>>(n.raw);
                return;
            }
        refuse();
    }
    void operator()(std::string_view member_key, unsigned& member) {
        if (!is(member_key, "a number")) return;
        const auto number = parse_number(value);
        if (number && *number <= kMostViewNumber)
            member = static_cast<unsigned>(*number);
        else
            refuse();
    }
    void operator()(std::string_view member_key, bool& member) {
        if (!is(member_key, "yes or no")) return;
        const std::string text = name_key(value);
        const bool yes = text == "yes" || text == "true" || text == "on" || text == "1";
        const bool no = text == "no" || text == "false" || text == "off" || text == "0";
        if (yes || no)
            member = yes;
        else
            refuse();
    }
    void operator()(std::string_view member_key, std::string& member) {
        if (is(member_key, "a string")) member = value;
    }
    void operator()(std::string_view member_key, Focus& member) {
        if (!is(member_key, "a place, such as A 3 24")) return;
        const auto focus = focus_from(value);
        if (focus)
            member = *focus;
        else
            why = say(key, ": ", focus.why);
    }

private:
    bool is(std::string_view member_key, std::string what) {
        if (name_key(key) != member_key) return false;
        values = std::move(what);
        return found = true;
    }
    void refuse() { why = say(key, ": '", excerpt(value), "' is not one of its values; use ", values); }
};

struct KeyList {
    std::vector<std::string> keys;
    void name(std::string_view key, const auto&, std::span<const NamedValue>) { keys.emplace_back(key); }
    void operator()(std::string_view key, const auto&) { keys.emplace_back(key); }
};

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
    return Refusal("'", text,
                   "' is not a place; expected a place like A 3 24, 0x580, mask 7, cell 0 5 17 "
                   "(tensor memory), sfa 33 2, meta 9 5 or idesc 17 (a bit)");
}

std::vector<std::string> view_keys() {
    KeyList list;
    const ViewState view_state;
    describe_view_state(list, view_state);
    return list.keys;
}

Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view key, std::string_view value) {
    ViewSetter setter{.key = key, .value = value};
    ViewState out = view_state;
    describe_view_state(setter, out);
    if (!setter.why.empty()) return Refusal(setter.why);
    if (setter.found) return out;
    return Refusal("'", excerpt(key), "' is not a key of a view; use one of: ", list_of(view_keys()));
}

Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view text) {
    const std::size_t sign = text.find('=');
    if (sign == std::string_view::npos)
        return Refusal("'", excerpt(text), "' sets nothing; write KEY=VALUE, such as k_step=1");
    return with_view_key(view_state, trimmed(text.substr(0, sign)), trimmed(text.substr(sign + 1)));
}

}  // namespace tilescope
