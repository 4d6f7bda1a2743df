// core/src/rules/legality_types.cpp -- tables of the legal combinations of types, majors and swizzle modes.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include "legality_tables.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/swizzle.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

std::span<const NamedValue> types_of(const Format& format, std::string_view field) {
    const Field* f = find_field(format, field);
    return f ? f->names : std::span<const NamedValue>();
}

// Every element type that some kind of the edition has, in the order of the kinds.
std::vector<std::string_view> all_types(Edition edition) {
    std::vector<std::string_view> out;
    for (const std::string_view kind : kinds_of(edition))
        for (const NamedValue& type : types_of(*idesc_format(kind, edition), "a_type"))
            if (std::ranges::find(out, type.name) == out.end()) out.push_back(type.name);
    return out;
}

LegalityTable type_table(std::string id, std::string title, std::string rows_are) {
    return {.id = std::move(id), .title = std::move(title), .rows_are = std::move(rows_are), .columns = {}, .rows = {}};
}

// The verdict about a type in a kind. If the table of the kind does not have the type, the table is the source.
LegalityCell cell_of_kind(const Judge& judge, std::string_view type) {
    const Format& format = judge.format();
    const auto raw = raw_for(field_in(format, "a_type"), type);
    std::string types;
    for (const NamedValue& t : types_of(format, "a_type")) types += say(types.empty() ? "" : ", ", t.name);
    LegalityCell cell =
        raw ? judge.stores(std::array{FieldFix{"a_type", *raw}, FieldFix{"b_type", *raw}})
            : judge.refused(id_of(Effect::no_such_type),
                            say("Kind ", format.kind, " has no type ", type, ". Its types are ", types, "."),
                            std::string(field_in(format, "a_type").source));
    cell.variant = judge.query().variant;
    return cell;
}

// The judge of the same form in another kind. It does not keep the scale size, because kinds have different scale
// sizes.
Judge judge_of_kind(const LegalityQuery& query, std::string_view kind) {
    LegalityQuery other = query;
    if (other.variant.kind != kind) other.variant.scale_block = 0, other.variant.scale_vec = false;
    other.variant.kind = kind;
    return Judge(other);
}

struct Side {
    std::string_view title, type, transpose;
    LegalityWord word;
};
constexpr Side kSides[] = {{"A", "a_type", "transpose_a", LegalityWord::a_desc},
                           {"B", "b_type", "transpose_b", LegalityWord::b_desc}};

// One type for each element size in bits. It represents all types of that size.
std::vector<NamedValue> one_of_each_size(const Format& format, std::string_view field) {
    std::vector<NamedValue> out;
    std::vector<unsigned> seen;
    for (const NamedValue& type : types_of(format, field)) {
        const ElementType* row = smem_type_of(type.name, format.kind);
        if (!row || std::ranges::find(seen, row->bits) != seen.end()) continue;
        seen.push_back(row->bits);
        out.push_back(type);
    }
    return out;
}

LegalityCell mode_cell(const Judge& judge, const Side& side, const NamedValue& type, const Judge::ModeQuestion& q) {
    // Both operands get the type, so that a kind that requires one type for both does not refuse the other operand.
    const LegalityCell word = judge.stores(std::array{FieldFix{"a_type", type.raw}, FieldFix{"b_type", type.raw},
                                                      FieldFix{side.transpose, q.major == Major::mn}});
    LegalityCell cell = word.verdict == LegalityVerdict::refused ? word : judge.mode(q);
    const std::vector<WordFix> mode = judge.mode(q).fields;
    cell.idesc = word.idesc;
    cell.fields = {{LegalityWord::idesc, {side.type, type.raw}},
                   {LegalityWord::idesc, {side.transpose, q.major == Major::mn}}};
    cell.fields.insert(cell.fields.end(), mode.begin(), mode.end());
    return cell;
}

}  // namespace

LegalityTable kinds_table(const Judge& judge) {
    LegalityTable out = type_table("kinds", "TYPES OF A AND B, BY KIND", "type");
    const Edition edition = judge.query().edition;
    for (const std::string_view type : all_types(edition))
        out.rows.push_back({.id = std::string(type), .title = std::string(type), .cells = {}});
    for (const std::string_view kind : kinds_of(edition)) {
        out.columns.emplace_back(kind);
        const Judge other = judge_of_kind(judge.query(), kind);
        for (LegalityRow& row : out.rows) row.cells.push_back(cell_of_kind(other, row.id));
    }
    return out;
}

std::vector<LegalityTable> type_tables(const Judge& judge) {
    std::vector<LegalityTable> out;
    const Format& format = judge.format();
    const auto a_types = types_of(format, "a_type"), b_types = types_of(format, "b_type");
    const auto fill = [&](LegalityTable table, std::optional<std::uint64_t> d) {
        for (const NamedValue& b : b_types) table.columns.emplace_back(b.name);
        for (const NamedValue& a : a_types) {
            LegalityRow row{.id = std::string(a.name), .title = std::string(a.name), .cells = {}};
            for (const NamedValue& b : b_types) {
                std::vector<FieldFix> stored = {{"a_type", a.raw}, {"b_type", b.raw}};
                if (d) stored.push_back({"d_type", *d});
                row.cells.push_back(judge.stores(stored));
            }
            table.rows.push_back(std::move(row));
        }
        out.push_back(std::move(table));
    };
    for (const NamedValue& d : types_of(format, "d_type"))
        fill(type_table(say("types_", d.name), say("TYPES OF A (ROWS) AND B, D ", d.name), "A"), d.raw);
    if (out.empty()) fill(type_table("types_f32", "TYPES OF A (ROWS) AND B, D f32", "A"), std::nullopt);
    return out;
}

LegalityTable accumulator_table(const Judge& judge) {
    LegalityTable out = type_table("d", "TYPE OF D, BY TYPE OF A AND B", "A, B");
    const Format& format = judge.format();
    const bool written = find_field(format, "d_type") != nullptr;
    const std::vector<std::string_view> names =
        written ? std::vector<std::string_view>{"f32", "f16", "s32"} : std::vector<std::string_view>{"f32"};
    out.columns.assign(names.begin(), names.end());
    for (const NamedValue& type : types_of(format, "a_type")) {
        LegalityRow row{.id = std::string(type.name), .title = std::string(type.name), .cells = {}};
        for (const std::string_view d : names) {
            std::vector<FieldFix> stored = {{"a_type", type.raw}, {"b_type", type.raw}};
            if (const auto code = any_code(format, "d_type", d)) stored.push_back({"d_type", *code});
            row.cells.push_back(judge.stores(stored));
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

LegalityTable majors_table(const Judge& judge) {
    LegalityTable out = type_table("majors", "K-MAJOR AND MN-MAJOR", "type");
    out.columns = {"A K", "A MN", "B K", "B MN"};
    for (const NamedValue& type : types_of(judge.format(), "a_type")) {
        LegalityRow row{.id = std::string(type.name), .title = std::string(type.name), .cells = {}};
        for (const Side& side : kSides)
            for (const std::uint64_t transposed : {0u, 1u}) {
                LegalityCell cell = judge.stores(std::array{FieldFix{"a_type", type.raw}, FieldFix{"b_type", type.raw},
                                                            FieldFix{side.transpose, transposed}});
                // The type of the other operand is for the verdict only. The session must not store it.
                std::erase_if(cell.fields, [&](const WordFix& f) {
                    return f.store.field != side.type && f.store.field != side.transpose;
                });
                row.cells.push_back(std::move(cell));
            }
        out.rows.push_back(std::move(row));
    }
    return out;
}

LegalityTable modes_table(const Judge& judge, LegalityWord which) {
    const Side& side = kSides[which == LegalityWord::b_desc];
    LegalityTable out = type_table(which == LegalityWord::b_desc ? "modes_b" : "modes_a",
                                   say("SWIZZLE OF ", side.title), "element, major");
    for (const SwizzleRow& mode : kSwizzleModes) out.columns.emplace_back(mode.name);
    const Format& format = judge.format();
    const bool has_absolute = judge.family().idesc && own_code(format, "k_size", "96");
    const auto add = [&](const NamedValue& type, Judge::ModeQuestion q) {
        q.which = which;
        q.type = smem_type_of(type.name, format.kind);
        const std::string_view major = q.major == Major::k ? "k" : "mn";
        LegalityRow row{
            .id = say(q.type->bits, "_", major, q.absolute ? "_absolute" : ""),
            .title = say(q.type->bits, "-bit ", q.major == Major::k ? "K" : "MN", q.absolute ? ", K 96" : ""),
            .cells = {}};
        for (const SwizzleRow& mode : kSwizzleModes) {
            q.code = static_cast<std::uint64_t>(mode.tcgen05);
            row.cells.push_back(mode_cell(judge, side, type, q));
        }
        out.rows.push_back(std::move(row));
    };
    for (const NamedValue& type : one_of_each_size(format, side.type)) {
        add(type, {.major = Major::k});
        add(type, {.major = Major::mn});
        if (has_absolute) add(type, {.major = Major::k, .absolute = true});
    }
    return out;
}

}  // namespace tilescope
