// core/src/rules/legality_words.cpp -- tables of shapes, K, modifiers and scale factors of one descriptor.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include "legality_tables.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/word/rule_info.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

constexpr unsigned kMs[] = {32, 64, 128, 256};
constexpr unsigned kStepN = 8, kMostN = 256;

LegalityTable word_table(std::string id, std::string title, std::string rows_are) {
    return {.id = std::move(id), .title = std::move(title), .rows_are = std::move(rows_are), .columns = {}, .rows = {}};
}

bool has_bits(const Format& format, std::string_view id) {
    const Field* f = find_field(format, id);
    return f && f->encoding != Encoding::fixed;
}

// Fields besides the form that change the legal M and N.
struct ShapeGroup {
    std::string id, title;
    std::vector<FieldFix> stored;
};

std::vector<ShapeGroup> shape_groups(const Format& format) {
    std::vector<ShapeGroup> out = {{"", "", {}}};
    if (has_bits(format, "transpose_b")) out.push_back({"_b_mn", ", B MN-major", {{"transpose_b", 1}}});
    if (const auto k96 = own_code(format, "k_size", "96")) out.push_back({"_k96", ", K 96", {{"k_size", *k96}}});
    return out;
}

// The verdict about one M and N. If the field cannot store this M, the reason lists the M that the form accepts.
LegalityCell shape_cell(const Judge& judge, const ShapeGroup& group, unsigned m, unsigned n) {
    const Format& format = judge.format();
    const auto raw_m = raw_for(field_in(format, "m"), std::uint64_t{m});
    if (!raw_m)
        return judge.refused(id_of(Effect::no_such_m), takes_m(judge.shape(judge.word(group.stored)), m).why,
                             std::string(field_in(format, "m").source));
    std::vector<FieldFix> stored = group.stored;
    stored.push_back({"m", *raw_m});
    stored.push_back({"n", *raw_for(field_in(format, "n"), std::uint64_t{n})});
    return judge.stores(stored);
}

bool same_verdicts(const LegalityRow& a, const LegalityRow& b) {
    return std::ranges::equal(a.cells, b.cells, {}, &LegalityCell::verdict, &LegalityCell::verdict);
}

// The rows that are already in the table are for words without the fields of the group. Stores 0 in these fields.
void store_the_opposite(LegalityTable& table, const ShapeGroup& group) {
    for (LegalityRow& row : table.rows)
        for (LegalityCell& cell : row.cells)
            for (const FieldFix& f : group.stored) cell.fields.push_back({LegalityWord::idesc, {f.field, 0}});
}

// A choice of K: a name of k_size, or the bit above it.
struct KChoice {
    std::string id, title;
    std::vector<FieldFix> stored;
};

std::vector<KChoice> k_choices(const Format& format) {
    std::vector<KChoice> out;
    if (const Field* k = find_field(format, "k_size"))
        for (const NamedValue& name : k->names)
            out.push_back({say("k", name.name), say("k_size ", name.name), {{"k_size", name.raw}}});
    if (find_field(format, "k_size_high")) out.push_back({"k_high", "k_size_high", {{"k_size_high", 1}}});
    if (out.empty()) out.push_back({"k", "fixed by the kind", {}});
    return out;
}

// A field with few values: the table shows all of them. `reserved` is the field at the same bits in other kinds.
struct Modifier {
    std::string_view title, field, reserved;
};
constexpr Modifier kModifiers[] = {
    {"transpose_a", "transpose_a", ""}, {"transpose_b", "transpose_b", ""},
    {"negate_a", "negate_a", ""},       {"negate_b", "negate_b", ""},
    {"saturate", "saturate", "rsvd3"},  {"sparsity_selector", "sparsity_selector", "rsvd0"},
    {"max_shift", "max_shift", ""}};
constexpr std::uint64_t kMostValues = 4;

LegalityCell modifier_cell(const Judge& judge, const Field& f, std::uint64_t raw) {
    if (raw > bit_mask(f.width)) return {};
    LegalityCell cell = judge.stores(std::array{FieldFix{f.id, raw}});
    const bool flag = f.width == 1;
    cell.text = flag ? (raw ? "yes" : "no") : f.names.empty() ? say(raw) : text_of(f, raw);
    return cell;
}

struct ScaleRow {
    unsigned block;
    std::string_view type;
    bool k96;
};

std::vector<ScaleRow> scale_rows(const Judge& judge) {
    std::vector<ScaleRow> out;
    std::vector<std::string_view> types;
    for (const std::string_view kind : kinds_of(judge.query().edition))
        if (const Field* f = find_field(*idesc_format(kind, judge.query().edition), "scale_type"))
            for (const NamedValue& n : f->names)
                if (std::ranges::find(types, n.name) == types.end()) types.push_back(n.name);
    const bool longer = own_code(judge.format(), "k_size", "96").has_value();
    for (const unsigned block : {32u, 16u})
        for (const std::string_view type : types)
            for (const bool k96 : {false, true})
                if (!k96 || longer) out.push_back({block, type, k96});
    return out;
}

LegalityCell scale_cell(const Judge& judge, const ScaleRow& row, std::uint64_t id) {
    const Format& format = judge.format();
    const auto type = any_code(format, "scale_type", row.type);
    if (!type)
        return judge.refused(kNoMeaningRule.id, say("Kind ", format.kind, " has no scale type ", row.type, "."),
                             std::string(field_in(format, "scale_type").source));
    std::vector<FieldFix> stored = {{"scale_type", *type}, {"sfa_id", id}, {"sfb_id", id}};
    if (const auto k96 = own_code(format, "k_size", "96")) stored.push_back({"k_size", row.k96 ? *k96 : 0});
    LegalityCell cell = judge.stores(stored);
    cell.variant = judge.query().variant;
    return cell;
}

}  // namespace

LegalityTable shape_table(const Judge& judge) {
    LegalityTable out = word_table("shape", "M (ROWS) AND N (COLUMNS)", "M");
    for (unsigned n = kStepN; n <= kMostN; n += kStepN) out.columns.push_back(say(n));
    for (const ShapeGroup& group : shape_groups(judge.format())) {
        std::vector<LegalityRow> rows;
        for (const unsigned m : kMs) {
            LegalityRow row{.id = say("m", m, group.id), .title = say("M ", m, group.title), .cells = {}};
            for (unsigned n = kStepN; n <= kMostN; n += kStepN) row.cells.push_back(shape_cell(judge, group, m, n));
            rows.push_back(std::move(row));
        }
        // Leaves out a group that changes no verdict.
        const bool same =
            !group.id.empty() && std::ranges::equal(rows, std::span(out.rows).first(rows.size()), same_verdicts);
        if (same) continue;
        store_the_opposite(out, group);
        out.rows.insert(out.rows.end(), rows.begin(), rows.end());
    }
    return out;
}

LegalityTable k_table(const Judge& judge) {
    LegalityTable out = word_table("k", "K OF ONE INSTRUCTION", "K");
    out.columns = {"dense", "sparse"};
    for (const KChoice& choice : k_choices(judge.format()))
        out.rows.push_back({.id = choice.id, .title = choice.title, .cells = {}});
    for (const bool sparse : {false, true}) {
        LegalityQuery query = judge.query();
        query.variant.sparse = sparse;
        const Judge other(query);
        const std::vector<KChoice> choices = k_choices(judge.format());
        for (std::size_t i = 0; i < choices.size(); ++i) {
            LegalityCell cell = other.stores(choices[i].stored);
            cell.text = say(mma_k(other.format(), cell.idesc));
            cell.fields.push_back({LegalityWord::idesc, {"sparse", sparse}});
            cell.variant = query.variant;
            out.rows[i].cells.push_back(std::move(cell));
        }
    }
    return out;
}

LegalityTable modifiers_table(const Judge& judge) {
    LegalityTable out = word_table("modifiers", "MODIFIERS", "field");
    for (std::uint64_t raw = 0; raw < kMostValues; ++raw) out.columns.push_back(say(raw));
    for (const Modifier& modifier : kModifiers) {
        const Field* f = find_field(judge.format(), modifier.field);
        if (!f) f = find_field(judge.format(), modifier.reserved);
        if (!f) continue;
        LegalityRow row{.id = std::string(modifier.title), .title = std::string(modifier.title), .cells = {}};
        for (std::uint64_t raw = 0; raw < kMostValues; ++raw) row.cells.push_back(modifier_cell(judge, *f, raw));
        out.rows.push_back(std::move(row));
    }
    return out;
}

LegalityTable scales_table(const Judge& judge) {
    LegalityTable out = word_table("scales", "SCALE SIZE AND TYPE WITH SFA_ID, SFB_ID", "size, type");
    out.columns = {"0", "1", "2", "3"};
    if (!find_field(judge.format(), "scale_type")) return out;
    for (const ScaleRow& scale : scale_rows(judge)) {
        LegalityQuery query = judge.query();
        query.variant.scale_block = scale.block;
        const Judge other(query);
        LegalityRow row{.id = say("block", scale.block, '_', scale.type, scale.k96 ? "_k96" : ""),
                        .title = say("block", scale.block, ' ', scale.type, scale.k96 ? ", K 96" : ""),
                        .cells = {}};
        for (std::uint64_t id = 0; id < out.columns.size(); ++id) row.cells.push_back(scale_cell(other, scale, id));
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace tilescope
