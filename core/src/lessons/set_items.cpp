// core/src/lessons/set_items.cpp -- what a step can set that is neither a field of a word nor an item of a sweep.
// SPDX-License-Identifier: MIT
#include "functions.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

using SetAnswer = Answer<void>;

Answer<unsigned> yes_no(std::string_view value) {
    if (value == "yes" || value == "no") return value == "yes" ? 1u : 0u;
    return Answer<unsigned>::refuse(say("'", excerpt(value), "' is neither yes nor no"));
}
Answer<unsigned> number_up_to(std::string_view value, std::uint64_t most) {
    const auto n = parse_number(value);
    if (n && *n <= most) return static_cast<unsigned>(*n);
    return Answer<unsigned>::refuse(say("'", excerpt(value), "' is not a number from 0 to ", hex(most)));
}

// Sets a part of the form. The memory is written as the words read it then.
SetAnswer set_form(Session& s, std::string_view value, void (*set)(Variant&, unsigned), bool flag) {
    const auto n = flag ? yes_no(value) : number_up_to(value, 32);
    if (!n) return SetAnswer::refuse(n.why);
    Variant form = s.variant;
    set(form, *n);
    s = apply_edit(s, SetVariant{form});
    for (const Operand o : kBothOperands) follow_words(s, o);
    return {};
}
SetAnswer set_ws(Session& s, std::string_view value) {
    return set_form(
        s, value, [](Variant& v, unsigned on) { v.ws = on != 0; }, true);
}
SetAnswer set_sparse(Session& s, std::string_view value) {
    return set_form(
        s, value, [](Variant& v, unsigned on) { v.sparse = on != 0; }, true);
}
SetAnswer set_a_in_tmem(Session& s, std::string_view value) {
    return set_form(
        s, value, [](Variant& v, unsigned on) { v.a_in_tmem = on != 0; }, true);
}
SetAnswer set_cta_group(Session& s, std::string_view value) {
    return set_form(
        s, value, [](Variant& v, unsigned n) { v.cta_group = n; }, false);
}
SetAnswer set_scale_block(Session& s, std::string_view value) {
    return set_form(
        s, value, [](Variant& v, unsigned n) { v.scale_block = n; }, false);
}

// A TMA copy with this swizzle writes the operand. The words stay.
template <Operand O>
SetAnswer set_copy(Session& s, std::string_view value) {
    const Derived d = derive(s);
    const OperandView& o = d.of(O);
    if (!o.placed()) return SetAnswer::refuse(say(name_of(O), " has no place: ", o.unplaced));
    SmemLayout layout = o.layout;
    const SwizzleRow* mode = mode_named(value);
    if (value != "match" && mode == nullptr)
        return SetAnswer::refuse(
            say("'", excerpt(value), "' is not a swizzle mode; use match (as the words read), none, 32B, 64B or 128B"));
    if (mode != nullptr) layout.mode = mode->mode;
    s = apply_edit(s, SetTensorMap{O, copy_for(layout)});
    OperandImage image = s.image_of(O);
    image.writer = ImageWriter::tensor_map;
    image.major = layout.major;
    s = apply_edit(s, SetImage{O, image});
    return {};
}

template <RecipeOf Of>
SetAnswer set_recipe(Session& s, std::string_view value) {
    for (const NamedValue& n : kRecipeNames) {
        if (n.name != value || static_cast<RecipeKind>(n.raw) == RecipeKind::file) continue;
        Recipe recipe = s.recipe_of(Of);
        recipe.kind = static_cast<RecipeKind>(n.raw);
        s = apply_edit(s, SetRecipe{Of, recipe});
        return {};
    }
    return SetAnswer::refuse(say("'", excerpt(value), "' is not a recipe; use one such as scattered or coordinates"));
}

template <TmemPlace Place>
SetAnswer set_tmem(Session& s, std::string_view value) {
    const auto address = number_up_to(value, 0xffffffff);
    if (!address) return SetAnswer::refuse(address.why);
    s = apply_edit(s, SetTmemAddress{Place, *address});
    return {};
}

struct SetItem {
    std::string_view id;
    SetAnswer (*set)(Session&, std::string_view);
};
constexpr SetItem kSetItems[] = {
    {"ws", set_ws},
    {"sparse", set_sparse},
    {"a_in_tmem", set_a_in_tmem},
    {"cta_group", set_cta_group},
    {"scale_block", set_scale_block},
    {"tma_a", set_copy<Operand::a>},
    {"tma_b", set_copy<Operand::b>},
    {"a.values", set_recipe<RecipeOf::a>},
    {"b.values", set_recipe<RecipeOf::b>},
    {"d.values", set_recipe<RecipeOf::d>},
    {"tmem.d", set_tmem<TmemPlace::d>},
    {"tmem.a", set_tmem<TmemPlace::a>},
    {"tmem.sfa", set_tmem<TmemPlace::sfa>},
    {"tmem.sfb", set_tmem<TmemPlace::sfb>},
    {"tmem.meta", set_tmem<TmemPlace::meta>},
};

}  // namespace

std::optional<SetAnswer> set_lesson_item(Session& session, std::string_view key, std::string_view value) {
    for (const SetItem& item : kSetItems)
        if (item.id == key) return item.set(session, value);
    return std::nullopt;
}

}  // namespace tilescope
