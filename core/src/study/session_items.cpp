// core/src/study/session_items.cpp -- the items of a grid that are not fields of a word.
// SPDX-License-Identifier: MIT
#include "session_items.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>
#include <limits>

namespace tilescope {
namespace {

using Can = Answer<void>;
using Names = std::vector<std::string>;

std::string_view idesc_type(Operand o) { return pick(o, "a_type", "b_type"); }

Names field_values(const Session& s, WordId word, std::string_view id) {
    Names out;
    if (const Field* f = find_field(format_of(s, word), id))
        for (const NamedValue& n : f->names) out.emplace_back(n.name);
    return out;
}

Names name_list(std::span<const NamedValue> names) {
    Names out;
    for (const NamedValue& n : names) out.emplace_back(n.name);
    return out;
}

Names all_archs(const Session& s) {
    Names out;
    for (const ArchRow& arch : kArchs)
        if (arch.since <= s.edition && family_with(arch.features) != nullptr) out.emplace_back(arch.id);
    return out;
}
Names all_kinds(const Session& s) {
    Names out;
    for (const std::string_view kind : kinds_of(s.edition)) out.emplace_back(kind);
    return out;
}
// In the order of kSwizzleModes: from no swizzle to the widest.
Names all_swizzles(const Session& s) {
    const Names here = field_values(s, WordId::b_desc, "swizzle");
    Names out;
    for (const SwizzleRow& row : kSwizzleModes)
        if (std::ranges::find(here, row.name) != here.end()) out.emplace_back(row.name);
    return out;
}
Names all_majors(const Session&) { return name_list(kMajorNames); }
Names all_types(const Session& s) { return field_values(s, WordId::idesc, "a_type"); }
Names all_values(const Session&) {
    Names out;
    for (const NamedValue& n : kRecipeNames)
        if (static_cast<RecipeKind>(n.raw) != RecipeKind::file) out.emplace_back(n.name);
    return out;
}
Names no_names(const Session&) { return {}; }
Names yes_or_no(const Session&) { return {"no", "yes"}; }

Can set_arch(Varied& v, std::string_view value) {
    Session& s = v.session;
    const Edition edition = edition_of(value, s.edition);
    if (const auto arch = find_arch(value, edition); !arch) return Can::refuse(arch.why);
    const std::string_view before = format_of(s, WordId::b_desc).id;
    s.edition = edition;
    s = apply_edit(s, SetArch{std::string(value)});
    if (format_of(s, WordId::b_desc).id != before) v.needs(Fit::always);
    return {};
}

// Keeps what has the same name in the table of the new kind. A type that the kind does not have becomes its first one.
Can set_kind(Varied& v, std::string_view value) {
    Session& s = v.session;
    const auto kinds = kinds_of(s.edition);
    if (std::ranges::find(kinds, value) == kinds.end())
        return Can::refuse(say("PTX ", name_of(s.edition), " has no such kind"));
    const Format& from = format_of(s, WordId::idesc);
    const std::uint64_t old = s.word(WordId::idesc);
    Variant variant = s.variant;
    variant.kind = value;
    variant.scale_block = 0;
    variant.b1 = false;
    s = apply_edit(s, SetVariant{variant});
    const Format& to = format_of(s, WordId::idesc);
    std::uint64_t word = blank_word(to);
    for (const Field& f : to.fields) {
        if (f.encoding == Encoding::fixed) continue;
        const Field* same = find_field(from, f.id);
        const auto raw =
            same ? raw_for(f, std::string_view(text_of(*same, get_field(*same, old)))) : raw_for(f, "raw:0");
        const std::uint64_t first = f.names.empty() ? 0 : f.names.front().raw;
        const bool means = raw && (f.names.empty() || !name_in(f.names, *raw).empty());
        word = set_field(f, word, means ? *raw : first);
    }
    s = apply_edit(s, SetWord{WordId::idesc, word});
    for (const Operand o : kBothOperands) s.image[o].type = image_from_words(s, o).type;
    v.needs(Fit::always);
    return {};
}

void rewrite(Varied& v, Operand o) {
    v.session.image[o].writer = ImageWriter::tile;
    v.needs(Fit::if_needed);
    v.needs(o, Fit::always);
}

Can set_swizzle(Varied& v, Operand o, std::string_view value) {
    Session& s = v.session;
    for (const SwizzleRow& row : kSwizzleModes) {
        if (row.name != value) continue;
        const bool mn =
            raw_or_0(format_of(s, WordId::idesc), s.word(WordId::idesc), pick(o, "transpose_a", "transpose_b")) != 0;
        s.image[o].mode = row.mode;
        s.image[o].major = mn ? Major::mn : Major::k;
        rewrite(v, o);
        return {};
    }
    return Can::refuse("there is no such swizzle mode");
}

Can set_major_item(Varied& v, Operand o, std::string_view value) {
    if (const auto set = set_major(v.session, o, value == kMajorNames[1].name ? Major::mn : Major::k); !set) return set;
    rewrite(v, o);
    return {};
}

Can set_type(Varied& v, Operand o, std::string_view value) {
    Session& s = v.session;
    const auto word = with_field(format_of(s, WordId::idesc), s.word(WordId::idesc), idesc_type(o), value);
    if (!word) return Can::refuse(word.why);
    s = apply_edit(s, SetWord{WordId::idesc, *word, s.unknown_bits(WordId::idesc)});
    s.image[o].type = image_from_words(s, o).type;
    rewrite(v, o);
    return {};
}

Can set_tile_k(Varied& v, std::string_view value) {
    const auto k = parse_number(value);
    if (!k) return Can::refuse(k.why);
    v.session = apply_edit(v.session, SetTileK{static_cast<unsigned>(std::min<std::uint64_t>(*k, 1u << 31))});
    if (v.session.tile_k != *k) return Can::refuse("the K of a tile is 8 to 1024");
    v.needs(Fit::if_needed);
    return {};
}

Answer<std::uint32_t> number_in(std::string_view value) {
    const auto number = parse_number(value);
    if (!number) return Answer<std::uint32_t>::refuse(number.why);
    if (*number > std::numeric_limits<std::uint32_t>::max())
        return Answer<std::uint32_t>::refuse("the number has more than 32 bits");
    return static_cast<std::uint32_t>(*number);
}

Can set_steps(Varied& v, std::string_view value) {
    const auto steps = number_in(value);
    if (!steps) return Can::refuse(steps.why);
    v.session.run.steps = *steps;
    return {};
}

Can set_values(Varied& v, std::string_view value) {
    for (const NamedValue& n : kRecipeNames)
        if (n.name == value)
            for (const Operand o : kBothOperands)
                v.session.recipe[static_cast<std::size_t>(recipe_of(o))].kind = static_cast<RecipeKind>(n.raw);
    return {};
}

// Equal seeds give equal values, so each operand has a seed of its own.
Can set_seed(Varied& v, std::string_view value) {
    const auto seed = number_in(value);
    if (!seed) return Can::refuse(seed.why);
    for (const RecipeRow& row : kRecipes) {
        const auto own = static_cast<std::uint32_t>(*seed * kRecipeCount + static_cast<std::size_t>(row.of));
        v.session.recipe[static_cast<std::size_t>(row.of)] = {.kind = RecipeKind::random, .seed = own};
    }
    v.session.meta_recipe = {.kind = MetaRecipeKind::random, .seed = *seed};
    return {};
}

Can set_enable_d(Varied& v, std::string_view value) {
    v.session.run.enable_d = value == "yes";
    return {};
}

// How an item is applied. One of `set` and `set_one` exists; `set_one` is for one operand.
struct ItemRow {
    Turn turn;
    Names (*names)(const Session&);
    Can (*set)(Varied&, std::string_view) = nullptr;
    Can (*set_one)(Varied&, Operand, std::string_view) = nullptr;
    bool a = false, b = false;
    bool needs_smem = true;
};

struct Entry {
    SessionItem item;
    ItemRow row;
};

constexpr Turn kMemory = Turn::memory;
// clang-format off
constexpr Entry kItems[] = {
    {{"arch", "the target: sm_100a, ..."}, {Turn::target, all_archs, set_arch}},
    {{"kind", "the kind; types that it does not have become its first type"}, {Turn::kind, all_kinds, set_kind}},
    {{"type", "the type of A and B"}, {kMemory, all_types, nullptr, set_type, true, true, false}},
    {{"a.type", "the type of A"}, {kMemory, all_types, nullptr, set_type, true, false, false}},
    {{"b.type", "the type of B"}, {kMemory, all_types, nullptr, set_type, false, true, false}},
    {{"major", "k or mn, for A and B"}, {kMemory, all_majors, nullptr, set_major_item, true, true}},
    {{"a.major", "k or mn"}, {kMemory, all_majors, nullptr, set_major_item, true, false}},
    {{"b.major", "k or mn"}, {kMemory, all_majors, nullptr, set_major_item, false, true}},
    {{"swizzle", "the swizzle mode of A and B"}, {kMemory, all_swizzles, nullptr, set_swizzle, true, true}},
    {{"a.swizzle", "the swizzle mode of A"}, {kMemory, all_swizzles, nullptr, set_swizzle, true, false}},
    {{"b.swizzle", "the swizzle mode of B"}, {kMemory, all_swizzles, nullptr, set_swizzle, false, true}},
    {{"tile_k", "the K of the tile"}, {kMemory, no_names, set_tile_k}},
    {{"steps", "how many instructions along K; 0: the whole tile"}, {kMemory, no_names, set_steps}},
    {{"values", "what A and B contain: random, scattered, ..."}, {kMemory, all_values, set_values}},
    {{"seed", "random values with this seed in all operands"}, {kMemory, no_names, set_seed}},
    {{"enable_d", "yes: the first instruction adds to D"}, {kMemory, yes_or_no, set_enable_d}},
};
// clang-format on

constexpr auto kSessionItems = [] {
    std::array<SessionItem, std::size(kItems)> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kItems[i].item;
    return out;
}();

}  // namespace

std::span<const SessionItem> session_items() { return kSessionItems; }

Turn turn_of_item(std::size_t row) { return kItems[row].row.turn; }

Names names_of_item(std::size_t row, const Session& session) { return kItems[row].row.names(session); }

Can item_can_mean(std::size_t row, std::string_view value, std::span<const Session> sessions) {
    std::string known;
    for (const Session& s : sessions)
        for (const std::string& name : names_of_item(row, s)) {
            if (name == value) return {};
            if (s == sessions.front()) known += say(known.empty() ? "" : ", ", name);
        }
    if (!known.empty()) return Can::refuse(say("'", excerpt(value), "' is unknown; use one of: ", known));
    const auto number = read_number(value);
    if (number && number->negative) return Can::refuse(say("'", excerpt(value), "' is negative; write 0 or more"));
    return number ? Can() : Can::refuse(number.why);
}

Can apply_item(std::size_t row, Varied& varied, std::string_view value) {
    const ItemRow& item = kItems[row].row;
    if (item.set != nullptr) return item.set(varied, value);
    for (const Operand o : kBothOperands) {
        if (!pick(o, item.a, item.b)) continue;
        if (item.needs_smem && !in_smem(varied.session, o)) {
            if (pick(other_operand(o), item.a, item.b)) continue;  // an item for both changes the one that is there
            return Can::refuse(say(name_of(o), " is not in shared memory in this form"));
        }
        if (const auto set = item.set_one(varied, o, value); !set) return set;
    }
    return {};
}

}  // namespace tilescope
