// core/src/study/tile_form.cpp -- a tile as the author of a kernel says it, and the session that has it.
// SPDX-License-Identifier: MIT
#include "variation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>
#include <tilescope/study/tile_form.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace tilescope {
namespace {

// The name in the instruction descriptor of a kind that means this type in shared memory. Empty: the kind has no such
// type.
std::string_view name_of_type(const ElementType& type, std::string_view kind, Edition edition) {
    const Format* format = idesc_format(kind, edition);
    const Field* field = format != nullptr ? find_field(*format, "a_type") : nullptr;
    if (field == nullptr) return {};
    for (const NamedValue& n : field->names)
        if (smem_type_of(n.name, kind) == &type) return n.name;
    return {};
}

// The kind with which the target reads the type: that of the session if it can, else the first one. Empty: none can.
std::string_view kind_with(const ElementType& type, const Session& s, std::string_view arch) {
    const ArchRow& row = *arch_named(arch);
    if (!family_of(row).idesc && !type.wgmma) return {};  // the name of the instruction has the types
    const auto has = [&](std::string_view kind) {
        return can_run_on(row, {.kind = kind, .family = family_of(row)}) &&
               !name_of_type(type, kind, s.edition).empty();
    };
    if (has(s.variant.kind)) return s.variant.kind;
    for (const std::string_view kind : kinds_of(s.edition))
        if (has(kind)) return kind;
    return {};
}

Answer<void> set_item(Varied& v, std::string_view name, std::string_view value) {
    const auto item = Item::named(name, std::span(&v.session, 1));
    if (!item) return Refusal(item.why);
    return item->apply(v, value);
}

Answer<void> set_family_and_type(Varied& v, const TileForm& before, const TileForm& form) {
    const FamilyRow& family = *form.family;
    const bool other_family = form.family != before.family;
    if (!other_family && form.type == before.type) return {};
    const std::string arch(target_with(family, v.session.arch));
    const std::string kind(kind_with(*form.type, v.session, arch));
    if (kind.empty())
        return Refusal(family.instruction, " does not read ", form.type->id, " on ", arch, ". It reads ",
                       list_of(types_of(family, v.session), &ElementType::id), ".");
    if (other_family)
        if (const auto set = set_item(v, "arch", arch); !set) return set;
    if (v.session.variant.kind != kind)
        if (const auto set = set_item(v, "kind", kind); !set) return set;
    v.session.variant.b1 = false;
    const bool other_m = other_family && family.m != 0 && form.operand != Operand::a;
    if (other_m)
        if (const auto set = set_item(v, "idesc.m", say(family.m)); !set) return set;
    return set_item(v, "type", name_of_type(*form.type, kind, v.session.edition));
}

// The value of M or N in the instruction descriptor.
Answer<unsigned> rows_of_instruction(const Session& s, const TileForm& form) {
    const unsigned pieces = s.pieces.count[form.operand];
    if (form.rows % pieces != 0)
        return Refusal("The tile has ", pieces, " instructions along ", pick(form.operand, "M", "N"),
                       ", so its rows must be a multiple of ", pieces, ", not ", form.rows, ".");
    return form.rows / pieces * family_of(s).ctas(s.variant.cta_group);
}

Answer<void> set_sizes(Varied& v, const TileForm& before, const TileForm& form) {
    if (form.columns != before.columns)
        if (const auto set = set_item(v, "tile_k", say(form.columns)); !set) return set;
    if (form.rows == before.rows && form.family == before.family) return {};
    const auto rows = rows_of_instruction(v.session, form);
    if (!rows) return Refusal(rows.why);
    const FamilyRow& family = family_of(v.session);
    if (form.operand == Operand::a && family.m != 0 && *rows != family.m) {
        const unsigned count = v.session.pieces.count.a;
        return Refusal("One ", family.instruction, " reads ", family.m, " rows of A",
                       count == 1 ? "" : say(", and the tile has ", count, " of them along M"), ". Use ",
                       family.m * count, " rows, not ", form.rows, ".");
    }
    // The field has more values than there are instructions, so its own reason would name sizes that do not exist.
    if (!set_item(v, pick(form.operand, "idesc.m", "idesc.n"), say(*rows)))
        return Refusal("No ", family.instruction, " has ", pick(form.operand, "M = ", "N = "), *rows, ".");
    return {};
}

// A start that the memory of the other operand or the swizzle pattern forbids was moved.
Answer<void> keeps_start(const Session& s, const TileForm& form) {
    const std::uint32_t moved = s.image[form.operand].start, pattern = row_of(form.swizzle).pattern_bytes;
    if (moved == form.start) return {};
    if (form.start % pattern != 0)
        return Refusal("A tile with swizzle ", row_of(form.swizzle).name, " begins at a multiple of ", pattern,
                       " bytes, so not at ", hex(form.start), ". The next one is ", hex(moved), ".");
    return Refusal("At ", hex(form.start), " the tile would share bytes with ", name_of(other_operand(form.operand)),
                   ". ", hex(moved), " is free.");
}

// The first error that the session has not had before.
Answer<void> breaks_no_more_rules(const Derived& now, const Derived& then) {
    const auto had = [&](const PlacedProblem& p) {
        return std::ranges::any_of(now.problems, [&](const PlacedProblem& q) {
            return q.word == p.word && q.problem.rule == p.problem.rule && q.problem.field == p.problem.field;
        });
    };
    for (const PlacedProblem& p : then.problems)
        if (p.problem.severity == Severity::error && !had(p))
            return Refusal(p.problem.text, p.problem.fix.empty() ? "" : " ", p.problem.fix);
    return {};
}

Answer<void> has_whole_steps(const Derived& d) {
    if (d.k == 0 || d.session.tile_k % d.k == 0) return {};
    const unsigned below = d.session.tile_k / d.k * d.k;
    return Refusal("One instruction reads ", d.k, " columns, so ", d.session.tile_k,
                   " columns are not whole K steps. Use ", below == 0 ? "" : say(below, " or "), below + d.k, ".");
}

// ---- forms that differ in one value ----

std::vector<unsigned> nearest_first(unsigned from, std::span<const unsigned> steps, unsigned most) {
    std::vector<unsigned> out;
    for (const unsigned step : steps)
        for (const unsigned value : {from / step * step, from / step * step + step, (from - 1) / step * step})
            if (value != 0 && value <= most && value != from && std::ranges::find(out, value) == out.end())
                out.push_back(value);
    const auto distance = [&](unsigned value) { return value > from ? value - from : from - value; };
    std::ranges::stable_sort(out, {}, distance);
    return out;
}

// What is changed first: a number, a layout that nobody has just chosen, one that somebody has, then the elements.
enum class ChangedAs : std::uint8_t { number, layout, elements };
struct OneValue {
    ChangedAs as;
    bool (*differs)(const TileForm&, const TileForm&);
    std::vector<TileForm> (*others)(const Derived&, const TileForm&);  // the forms with another value
    std::string (*name)(const TileForm&);
};

template <auto Member, class Value>
std::vector<TileForm> with_each(const TileForm& form, const std::vector<Value>& values) {
    std::vector<TileForm> out;
    for (const Value& value : values) {
        TileForm other = form;
        other.*Member = value;
        if (other != form) out.push_back(other);
    }
    return out;
}

template <auto Member>
bool differ(const TileForm& a, const TileForm& b) {
    return a.*Member != b.*Member;
}

std::vector<TileForm> other_columns(const Derived&, const TileForm& form) {
    constexpr unsigned kSteps[] = {8, 16, 32, 64, 128, 256};
    return with_each<&TileForm::columns>(form, nearest_first(form.columns, kSteps, 1024));
}
std::vector<TileForm> other_rows(const Derived&, const TileForm& form) {
    constexpr unsigned kSteps[] = {8, 16, 32, 64, 128};
    std::vector<unsigned> rows = nearest_first(form.rows, kSteps, kMostTileRows);
    rows.insert(rows.end(), {256, 128, 64});  // the sizes of M: far from a number that is too large
    return with_each<&TileForm::rows>(form, rows);
}
std::vector<TileForm> other_majors(const Derived&, const TileForm& form) {
    return with_each<&TileForm::major>(form, std::vector{Major::k, Major::mn});
}
std::vector<TileForm> other_swizzles(const Derived&, const TileForm& form) {
    std::vector<SwizzleMode> widest_first;
    for (const SwizzleRow& row : kSwizzleModes) widest_first.insert(widest_first.begin(), row.mode);
    return with_each<&TileForm::swizzle>(form, widest_first);
}
std::vector<TileForm> other_orders(const Derived&, const TileForm& form) {
    return with_each<&TileForm::order>(form, std::vector{AtomOrder::mn_first, AtomOrder::k_first});
}
std::vector<TileForm> other_starts(const Derived& now, const TileForm& form) {
    constexpr unsigned kSteps[] = {1024};
    std::vector<unsigned> starts = nearest_first(form.start, kSteps, 1u << 18);
    const OperandView& other = now.of(other_operand(form.operand));
    if (other.placed()) starts.push_back(other.last_byte / kSteps[0] * kSteps[0] + kSteps[0]);
    return with_each<&TileForm::start>(form, starts);
}
std::vector<TileForm> other_types(const Derived& now, const TileForm& form) {
    return with_each<&TileForm::type>(form, types_of(*form.family, now.session));
}
std::vector<TileForm> other_families(const Derived&, const TileForm& form) {
    std::vector<const FamilyRow*> rows;
    for (const FamilyRow& row : kFamilies) rows.push_back(&row);
    return with_each<&TileForm::family>(form, rows);
}

constexpr OneValue kTileValues[] = {
    {ChangedAs::number, differ<&TileForm::columns>, other_columns,
     [](const TileForm& f) { return say(f.columns, " columns"); }},
    {ChangedAs::number, differ<&TileForm::rows>, other_rows, [](const TileForm& f) { return say(f.rows, " rows"); }},
    {ChangedAs::number, differ<&TileForm::start>, other_starts,
     [](const TileForm& f) { return say("start ", hex(f.start)); }},
    {ChangedAs::layout, differ<&TileForm::major>, other_majors,
     [](const TileForm& f) { return std::string(name_of(f.major)); }},
    {ChangedAs::layout, differ<&TileForm::swizzle>, other_swizzles,
     [](const TileForm& f) { return say("swizzle ", row_of(f.swizzle).name); }},
    {ChangedAs::layout, differ<&TileForm::order>, other_orders,
     [](const TileForm& f) {
         return say("atoms ", f.order == AtomOrder::k_first ? "K" : pick(f.operand, "M", "N"), " first");
     }},
    {ChangedAs::elements, differ<&TileForm::type>, other_types,
     [](const TileForm& f) { return std::string(f.type->id); }},
    {ChangedAs::elements, differ<&TileForm::family>, other_families,
     [](const TileForm& f) { return std::string(f.family->id); }},
};

}  // namespace

TileForm tile_form_of(const Derived& d, Operand operand) {
    const SmemLayout& l = d.of(operand).layout;
    return {.operand = operand,
            .family = &family_of(d.session),
            .type = l.type,
            .rows = static_cast<unsigned>(std::max(l.rows, 0)),
            .columns = d.session.tile_k,
            .major = l.major,
            .swizzle = l.mode,
            .start = l.start,
            .order = d.session.atom_order[operand]};
}

namespace {

Answer<Session> session_with(const Derived& now, const TileForm& before, const TileForm& form) {
    const Operand o = form.operand;
    Varied v{now.session};
    if (const auto set = set_family_and_type(v, before, form); !set) return Refusal(set.why);
    if (const auto set = set_major(v.session, o, form.major); !set) return Refusal(set.why);
    if (const auto set = set_sizes(v, before, form); !set) return Refusal(set.why);
    OperandImage& image = v.session.image[o];
    image.writer = ImageWriter::tile, image.mode = form.swizzle, image.start = form.start;
    v.session.atom_order[o] = form.order;
    v.needs(Fit::if_needed);
    v.needs(o, Fit::always);
    if (const auto fits = fit_words(v.session, v.fit); !fits) return Refusal(fits.why);
    if (const auto stays = keeps_start(v.session, form); !stays) return Refusal(stays.why);
    const Derived then = derive(v.session);
    if (const auto legal = breaks_no_more_rules(now, then); !legal) return Refusal(legal.why);
    if (const auto whole = has_whole_steps(then); !whole) return Refusal(whole.why);
    if (!then.of(o).placed()) return Refusal(then.of(o).unplaced);
    const TileForm after = tile_form_of(then, o);
    if (after != form) return Refusal("The nearest tile that the words can say has ", differences(form, after), ".");
    return v.session;
}

}  // namespace

Answer<Session> with_tile(const Derived& now, const TileForm& form) {
    const TileForm before = tile_form_of(now, form.operand);
    if (form == before) return now.session;
    auto session = session_with(now, before, form);
    // Reasons of the engine can be parts of sentences.
    if (session || session.why.ends_with('.')) return session;
    return Refusal(std::move(session.why), '.');
}

std::optional<TileForm> nearest_tile(const Derived& now, const TileForm& form) {
    const TileForm before = tile_form_of(now, form.operand);
    const auto turn_of = [&](const OneValue& value) {
        return std::pair(value.as, value.as == ChangedAs::layout && value.differs(before, form));
    };
    std::vector<OneValue> values(std::begin(kTileValues), std::end(kTileValues));
    std::ranges::stable_sort(values, {}, turn_of);
    for (const OneValue& value : values)
        for (const TileForm& other : value.others(now, form))
            if (with_tile(now, other)) return other;
    // The families differ in which pairs of layouts and types they have.
    std::erase_if(values, [](const OneValue& value) { return value.as == ChangedAs::number; });
    for (const OneValue& first : values)
        for (const TileForm& one : first.others(now, form))
            for (const OneValue& second : values)
                for (const TileForm& both : second.others(now, one))
                    if (with_tile(now, both)) return both;
    return std::nullopt;
}

std::string differences(const TileForm& from, const TileForm& to) {
    std::vector<std::string> out;
    for (const OneValue& value : kTileValues)
        if (value.differs(from, to)) out.push_back(value.name(to));
    return list_of(out, std::identity(), ", ", " and ");
}

Answer<std::vector<StepWord>> buffer_words(const Derived& d, Operand operand, const TileBuffer& buffer) {
    auto tile_words = step_words(d, operand);
    if (!tile_words || buffer == TileBuffer{}) return tile_words;
    const OperandView& o = d.of(operand);
    const Format& format = *d.of(word_of(operand)).format;
    const int rows = o.layout.rows / static_cast<int>(d.session.pieces.count[operand]);
    TileSpec spec{.mode = o.layout.mode,
                  .major = o.layout.major,
                  .type = o.layout.type,
                  .rows = o.layout.rows,
                  .columns = o.layout.columns,
                  .order = d.session.atom_order[operand],
                  .start = o.layout.start};
    const auto tile = build_tile(spec);
    if (!tile) return Refusal(tile.why);
    if (tile_map(tile->layout) != o.bytes)
        return Refusal(row_of(word_of(operand)).title,
                       " does not read a tile without gaps with its atoms in this "
                       "order, so nothing says where the next tile begins.");
    spec.rows *= static_cast<int>(buffer.row_blocks);
    const auto whole = build_tile(spec);
    if (!whole) return Refusal(whole.why);
    if (buffer.row_blocks != 1) {  // strides can differ from those of one tile
        const auto slices = slices_of(*whole, {rows, static_cast<int>(o.mma_k)});
        if (!slices) return Refusal(slices.why);
        tile_words->clear();
        for (const TileSlice& s : *slices) {
            const auto word = descriptor_of(format, s.layout);
            if (!word) return Refusal(word.why);
            tile_words->push_back({s.row_block, s.k_step, s.layout.start, *word});
        }
    }
    std::vector<StepWord> out;
    for (unsigned stage = 0; stage < buffer.stages; ++stage)
        for (const StepWord& first : *tile_words) {
            auto layout = with_word(o.layout, format, first.word);
            if (!layout) return Refusal(layout.why);
            layout->start += stage * whole->bytes;
            if (layout->absolute_lbo) layout->lbo += stage * whole->bytes;
            const auto word = with_start(format, first.word, *layout);
            if (!word) return Refusal(word.why);
            out.push_back({first.piece, first.step, layout->start, *word, stage});
        }
    return out;
}

std::vector<const ElementType*> types_of(const FamilyRow& family, const Session& session) {
    const std::string_view arch = target_with(family, session.arch);
    std::vector<const ElementType*> out;
    for (const ElementType& type : kElementTypes)
        if (type.container_bits > 1 && !kind_with(type, session, arch).empty()) out.push_back(&type);
    return out;
}

}  // namespace tilescope
