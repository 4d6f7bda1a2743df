// core/src/study/variation_items.cpp -- the items of a grid: fields of words, and what else a session has.
// SPDX-License-Identifier: MIT
#include "variation_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/edit.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <limits>
#include <set>
#include <utility>

namespace tilescope {
namespace {

// ---- items that are not fields ----

using Can = Answer<void>;
using Names = std::vector<std::string>;

std::string_view idesc_type(Operand o) { return pick(o, "a_type", "b_type"); }

Names field_values(const Session& s, WordId word, std::string_view id) {
    Names out;
    if (const Field* f = find_field(format_of(s, word), id))
        for (const NamedValue& n : f->names) out.emplace_back(n.name);
    return out;
}

Names all_archs(const Session& s) {
    Names out;
    for (const ArchRow& arch : kArchs)
        if (arch.since <= s.edition && family_with(arch.features) != nullptr) out.emplace_back(arch.id);
    return out;
}
Names all_kinds(const Session& s) {
    const auto kinds = kinds_of(s.edition);
    return Names(kinds.begin(), kinds.end());
}
// In the order of kSwizzleModes: from no swizzle to the widest.
Names all_swizzles(const Session& s) {
    const Names here = field_values(s, WordId::b_desc, "swizzle");
    Names out;
    for (const SwizzleRow& row : kSwizzleModes)
        if (std::ranges::find(here, row.name) != here.end()) out.emplace_back(row.name);
    return out;
}
Names all_majors(const Session&) { return {std::string(kMajorNames[0].name), std::string(kMajorNames[1].name)}; }
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
    if (const auto arch = find_arch(value, edition); !arch) return Refusal(arch.why);
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
    if (std::ranges::find(kinds, value) == kinds.end()) return Refusal("PTX ", name_of(s.edition), " has no such kind");
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
    return Refusal("there is no such swizzle mode");
}

Can set_major_item(Varied& v, Operand o, std::string_view value) {
    if (const auto set = set_major(v.session, o, value == kMajorNames[1].name ? Major::mn : Major::k); !set) return set;
    rewrite(v, o);
    return {};
}

Can set_type(Varied& v, Operand o, std::string_view value) {
    Session& s = v.session;
    const auto word = with_field(format_of(s, WordId::idesc), s.word(WordId::idesc), idesc_type(o), value);
    if (!word) return Refusal(word.why);
    s = apply_edit(s, SetWord{WordId::idesc, *word, s.unknown_bits(WordId::idesc)});
    s.image[o].type = image_from_words(s, o).type;
    rewrite(v, o);
    return {};
}

Can set_tile_k(Varied& v, std::string_view value) {
    const auto k = parse_number(value);
    if (!k) return Refusal(k.why);
    v.session = apply_edit(v.session, SetTileK{static_cast<unsigned>(std::min<std::uint64_t>(*k, 1u << 31))});
    if (v.session.tile_k != *k) return Refusal("the K of a tile is 8 to 1024");
    v.needs(Fit::if_needed);
    return {};
}

Answer<std::uint32_t> number_in(std::string_view value) {
    const auto number = parse_number(value);
    if (!number) return Refusal(number.why);
    if (*number > std::numeric_limits<std::uint32_t>::max()) return Refusal("the number has more than 32 bits");
    return static_cast<std::uint32_t>(*number);
}

Can set_steps(Varied& v, std::string_view value) {
    const auto steps = number_in(value);
    if (!steps) return Refusal(steps.why);
    v.session.run.steps = *steps;
    return {};
}

Can set_values(Varied& v, std::string_view value) {
    for (const NamedValue& n : kRecipeNames)
        if (n.name == value)
            for (const Operand o : kBothOperands)
                v.session.recipe_of(recipe_of(o)).kind = static_cast<RecipeKind>(n.raw);
    return {};
}

// Equal seeds give equal values, so each operand has a seed of its own.
Can set_seed(Varied& v, std::string_view value) {
    const auto seed = number_in(value);
    if (!seed) return Refusal(seed.why);
    for (const RecipeRow& row : kRecipes) {
        const auto own = static_cast<std::uint32_t>(*seed * kRecipeCount + static_cast<std::size_t>(row.of));
        v.session.recipe_of(row.of) = {.kind = RecipeKind::random, .seed = own};
    }
    v.session.meta_recipe = {.kind = MetaRecipeKind::random, .seed = *seed};
    return {};
}

Can set_enable_d(Varied& v, std::string_view value) {
    v.session.run.enable_d = value == "yes";
    return {};
}

}  // namespace

// An item that is not a field of a word. One of `set` and `set_one` exists; `set_one` is for one operand.
struct ItemRow {
    SessionItem item;
    Turn turn;
    Names (*names)(const Session&);
    Can (*set)(Varied&, std::string_view) = nullptr;
    Can (*set_one)(Varied&, Operand, std::string_view) = nullptr;
    bool a = false, b = false;
    bool needs_smem = true;
};

namespace {

constexpr Turn kMemory = Turn::memory;
// clang-format off
constexpr ItemRow kItems[] = {
    {{"arch", "the target: sm_100a, ..."}, Turn::target, all_archs, set_arch},
    {{"kind", "the kind; types that it does not have become its first type"}, Turn::kind, all_kinds, set_kind},
    {{"type", "the type of A and B"}, kMemory, all_types, nullptr, set_type, true, true, false},
    {{"a.type", "the type of A"}, kMemory, all_types, nullptr, set_type, true, false, false},
    {{"b.type", "the type of B"}, kMemory, all_types, nullptr, set_type, false, true, false},
    {{"major", "k or mn, for A and B"}, kMemory, all_majors, nullptr, set_major_item, true, true},
    {{"a.major", "k or mn"}, kMemory, all_majors, nullptr, set_major_item, true, false},
    {{"b.major", "k or mn"}, kMemory, all_majors, nullptr, set_major_item, false, true},
    {{"swizzle", "the swizzle mode of A and B"}, kMemory, all_swizzles, nullptr, set_swizzle, true, true},
    {{"a.swizzle", "the swizzle mode of A"}, kMemory, all_swizzles, nullptr, set_swizzle, true, false},
    {{"b.swizzle", "the swizzle mode of B"}, kMemory, all_swizzles, nullptr, set_swizzle, false, true},
    {{"tile_k", "the K of the tile"}, kMemory, no_names, set_tile_k},
    {{"steps", "how many instructions along K; 0: the whole tile"}, kMemory, no_names, set_steps},
    {{"values", "what A and B contain: random, scattered, ..."}, kMemory, all_values, set_values},
    {{"seed", "random values with this seed in all operands"}, kMemory, no_names, set_seed},
    {{"enable_d", "yes: the first instruction adds to D"}, kMemory, yes_or_no, set_enable_d},
};
// clang-format on

constexpr auto kSessionItems = members_of(kItems, &ItemRow::item);

Can row_can_mean(const ItemRow& row, std::string_view value, std::span<const Session> sessions) {
    for (const Session& s : sessions)
        for (const std::string& name : row.names(s))
            if (name == value) return {};
    const std::string known = list_of(row.names(sessions.front()));
    if (!known.empty()) return Refusal("'", excerpt(value), "' is unknown; use one of: ", known);
    const auto number = read_number(value);
    if (number && number->negative) return Refusal("'", excerpt(value), "' is negative; write 0 or more");
    return number ? Can() : Refusal(number.why);
}

Can apply_row(const ItemRow& item, Varied& varied, std::string_view value) {
    if (item.set != nullptr) return item.set(varied, value);
    for (const Operand o : kBothOperands) {
        if (!pick(o, item.a, item.b)) continue;
        if (item.needs_smem && !in_smem(varied.session, o)) {
            if (pick(other_operand(o), item.a, item.b)) continue;  // an item for both changes the one that is there
            return Refusal(name_of(o), " is not in shared memory in this form");
        }
        if (const auto set = item.set_one(varied, o, value); !set) return set;
    }
    return {};
}

// ---- fields ----

std::vector<std::string> field_names(const Session& s, WordId word) {
    std::vector<std::string> out;
    for (const Field& f : format_of(s, word).fields)
        if (f.encoding != Encoding::fixed) out.push_back(say(row_of(word).id, ".", f.id));
    return out;
}

// What is wrong with the name of an item, with the names that are close to it, or all names of its word.
std::string unknown_item(std::string_view name, std::span<const Session> sessions) {
    std::vector<std::string> all, of_word, close;
    for (const SessionItem& item : session_items()) all.emplace_back(item.id);
    for (const WordRow& row : kWords) {
        const std::vector<std::string> fields = field_names(sessions.front(), row.word);
        if (name.substr(0, name.find('.')) == row.id) of_word = fields;
        all.insert(all.end(), fields.begin(), fields.end());
    }
    constexpr std::size_t kClose = 2;
    const std::string bare = lower(name.substr(std::min(name.find('.') + 1, name.size())));
    for (const std::string& item : all)
        if (edit_distance(excerpt(lower(name)), item) <= kClose || (bare.size() > 1 && item.ends_with("." + bare)))
            close.push_back(item);
    if (close.empty() && of_word.empty())
        return say("there is no item '", excerpt(name),
                   "'; write WORD.FIELD with a_desc, b_desc, idesc or zcm, such as ",
                   "idesc.n, or one of: ", list_of(session_items(), &SessionItem::id));
    return say("there is no item '", excerpt(name), "'; ",
               close.empty() ? "the fields are: " : "close names are: ", list_of(close.empty() ? of_word : close));
}

// What is known of the word besides its bits.
WordContext context_of(const Session& s) {
    const Variant& v = s.variant;
    return {.arch = s.arch,
            .cta_group = family_of(s).ctas(v.cta_group),
            .ws = v.ws,
            .sparse = v.sparse,
            .a_in_tmem = v.a_in_tmem};
}

// Finds the values of a field that break no rule, except for rules about other fields that the word breaks already.
class LegalValues {
public:
    LegalValues(const Session& s, WordId word, const Field& field)
        : format_(format_of(s, word)), word_(s.word(word)), context_(context_of(s)), field_(field) {
        for (const Problem& p : check_word(decode(format_, word_), context_))
            if (p.severity == Severity::error && p.field != field.id) broken_.insert(std::string(p.rule));
    }
    bool has(std::uint64_t raw) const {
        const auto problems = check_word(decode(format_, set_field(field_, word_, raw)), context_);
        return std::ranges::none_of(problems, [&](const Problem& p) {
            return p.severity == Severity::error && (p.field == field_.id || !broken_.contains(std::string(p.rule)));
        });
    }

private:
    const Format& format_;
    const std::uint64_t word_;
    const WordContext context_;
    const Field& field_;
    std::set<std::string> broken_;
};

}  // namespace

std::span<const SessionItem> session_items() { return kSessionItems; }

Answer<Item> Item::named(std::string_view name, std::span<const Session> sessions) {
    Item out;
    for (const ItemRow& row : kItems)
        if (row.item.id == name) {
            out.row_ = &row;
            out.turn_ = row.turn;
            return out;
        }
    const std::size_t dot = std::min(name.find('.'), name.size());
    for (const WordRow& row : kWords) {
        if (name.substr(0, dot) != row.id || dot == name.size()) continue;
        for (const Session& s : sessions)
            if (const Field* f = find_field(format_of(s, row.word), name.substr(dot + 1))) {
                out.field_ = f->id;
                out.word_ = row.word;
                out.turn_ = row.word == WordId::idesc && f->role == Role::shape ? Turn::memory : Turn::word;
                return out;
            }
    }
    return Refusal(unknown_item(name, sessions));
}

Answer<std::vector<std::string>> Item::all_of_field(std::span<const Session> sessions) const {
    constexpr unsigned kMostBits = 16;
    std::vector<std::string> out;
    std::set<std::string, std::less<>> seen;
    for (const Session& s : sessions) {
        const Format& format = format_of(s, word_);
        const Field* f = find_field(format, field_);
        if (f == nullptr) continue;
        if (f->encoding == Encoding::number && f->width > kMostBits)
            return Refusal("the field has ", f->width, " bits, too many to try all; write a range");
        const LegalValues legal(s, word_, *f);
        for (std::uint64_t raw = 0; raw <= bit_mask(f->width); ++raw) {
            const bool is_named = f->encoding == Encoding::one_of && !name_in(f->names, raw).empty();
            const bool is_legal = f->encoding == Encoding::flag || (f->encoding == Encoding::fixed && raw == f->want) ||
                                  (f->encoding == Encoding::number && legal.has(raw));
            if (!is_named && !is_legal) continue;
            std::string text = text_of(*f, raw);
            if (seen.insert(text).second) out.push_back(std::move(text));
        }
    }
    if (out.empty()) return Refusal("no value of the field is legal; write the values that you want");
    return out;
}

Answer<std::vector<std::string>> Item::all(std::span<const Session> sessions) const {
    if (row_ == nullptr) return all_of_field(sessions);
    std::vector<std::string> out;
    for (const Session& s : sessions)
        for (std::string& name : row_->names(s))
            if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
    if (out.empty()) return Refusal("it has no list of all values; write a range, such as 16..64:16");
    return out;
}

Answer<void> Item::can_mean(std::string_view value, std::span<const Session> sessions) const {
    if (row_ != nullptr) return row_can_mean(*row_, value, sessions);
    std::string why;
    for (const Session& s : sessions) {
        const Field* f = find_field(format_of(s, word_), field_);
        if (f == nullptr) continue;
        const auto raw = raw_for(*f, value);
        const bool is_number = value.starts_with("raw:") ? bool(parse_number(value.substr(4)))
                                                         : f->encoding == Encoding::number && parse_number(value);
        if (raw || is_number) return {};
        if (why.empty()) why = raw.why;
    }
    return Refusal(std::move(why));
}

Answer<void> Item::apply(Varied& varied, std::string_view value) const {
    if (row_ != nullptr) return apply_row(*row_, varied, value);
    Session& s = varied.session;
    const Format& format = format_of(s, word_);
    const Field* f = find_field(format, field_);
    if (f == nullptr) return Refusal(format.id, " has no field '", field_, "'");
    const auto raw = raw_for(*f, value);
    if (!raw) return Refusal(raw.why);
    s = apply_edit(s, SetField{word_, f, *raw});
    if (turn_ == Turn::memory) varied.needs(Fit::if_needed);
    return {};
}

}  // namespace tilescope
