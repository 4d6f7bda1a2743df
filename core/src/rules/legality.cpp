// core/src/rules/legality.cpp -- the legality tables of a query, in the order in which they are shown.
// SPDX-License-Identifier: MIT
#include "legality_judge.h"
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/shapes.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

using Tables = std::vector<LegalityTable>;

LegalityTable table_of(std::string id, std::string title, std::string rows_are) {
    return {.id = std::move(id), .title = std::move(title), .rows_are = std::move(rows_are), .columns = {}, .rows = {}};
}

// Adds a row with a cell for each of the columns.
template <class Columns, class Cell>
void add_row(LegalityTable& table, std::string_view id, std::string_view title, const Columns& columns, Cell cell) {
    LegalityRow row{.id = std::string(id), .title = std::string(title), .cells = {}};
    for (const auto& column : columns) row.cells.push_back(cell(column));
    table.rows.push_back(std::move(row));
}

std::span<const NamedValue> types_of(const Format& format, std::string_view field) {
    const Field* f = find_field(format, field);
    return f ? f->names : std::span<const NamedValue>();
}

// The names that a field has in some kind of the edition, in the order of the kinds.
std::vector<std::string_view> all_names(Edition edition, std::string_view field) {
    std::vector<std::string_view> out;
    for (const std::string_view kind : kinds_of(edition))
        for (const NamedValue& n : types_of(*idesc_format(kind, edition), field))
            if (std::ranges::find(out, n.name) == out.end()) out.push_back(n.name);
    return out;
}

// ---- forms of the instruction, on every target of the edition ----

// Which families have the row: those that write such qualifiers, or those with A in registers.
enum class Only : std::uint8_t { any, qualified, registers, scaled };

// One row of the table: the query with one property changed.
struct FormRow {
    std::string_view id, title;
    Only only = Only::any;
    void (*choose)(Variant&) = nullptr;
    bool zero_mask = false;
};

void collect(Variant& v, std::string_view what) { v.collector = say(v.ws ? "b0::" : "a::", what); }
void size_of_block(Variant& v, unsigned block, bool as_vector) { v.scale_block = block, v.scale_vec = as_vector; }

// clang-format off
constexpr FormRow kForms[] = {
    {"chosen",    "as chosen",          Only::any,       [](Variant&) {}},
    {"dense",     "dense",              Only::any,       [](Variant& v) { v.sparse = false; }},
    {"sp",        ".sp",                Only::any,       [](Variant& v) { v.sparse = true; }},
    {"no_ws",     "without .ws",        Only::qualified, [](Variant& v) { v.ws = false; }},
    {"ws",        ".ws",                Only::qualified, [](Variant& v) { v.ws = true; }},
    {"cta1",      "cta_group::1",       Only::qualified, [](Variant& v) { v.cta_group = 1; }},
    {"cta2",      "cta_group::2",       Only::qualified, [](Variant& v) { v.cta_group = 2; }},
    {"a_smem",    "A in shared memory", Only::any,       [](Variant& v) { v.a_in_tmem = false; }},
    {"a_tmem",    "A in Tensor Memory", Only::qualified, [](Variant& v) { v.a_in_tmem = true; }},
    {"a_regs",    "A in registers",     Only::registers, [](Variant& v) { v.a_in_tmem = true; }},
    {"lane_mask", "lane mask",          Only::qualified, [](Variant& v) { v.lane_mask = true; }},
    {"zero_mask", "zero-column mask",   Only::qualified, [](Variant&) {}, true},
    {"scale_d",   "scale-d",            Only::qualified, [](Variant& v) { v.scale_d = 1; }},
    {"fill",      "collector fill",     Only::qualified, [](Variant& v) { collect(v, "fill"); }},
    {"use",       "collector use",      Only::qualified, [](Variant& v) { collect(v, "use"); }},
    {"lastuse",   "collector lastuse",  Only::qualified, [](Variant& v) { collect(v, "lastuse"); }},
    {"discard",   "collector discard",  Only::qualified, [](Variant& v) { collect(v, "discard"); }},
    {"ashift",    ".ashift",            Only::qualified, [](Variant& v) { v.ashift = true; }},
    {"default",   "no scale size",      Only::scaled,    [](Variant& v) { size_of_block(v, 0, false); }},
    {"block32",   ".block32",           Only::scaled,    [](Variant& v) { size_of_block(v, 32, false); }},
    {"block16",   ".block16",           Only::scaled,    [](Variant& v) { size_of_block(v, 16, false); }},
    {"vec32",     "",                   Only::scaled,    [](Variant& v) { size_of_block(v, 32, true); }},
    {"vec16",     "",                   Only::scaled,    [](Variant& v) { size_of_block(v, 16, true); }},
};
// clang-format on

// Whether the form has no scale size although the kind requires one.
bool lacks_required_size(const FormRow& form, const Judge& judge) {
    Variant v = judge.query().variant;
    form.choose(v);
    const KindRow* kind = find_kind(judge.format().kind);
    return form.only == Only::scaled && v.scale_block == 0 && kind && kind->block_named;
}

bool concerns(Only only, const Judge& judge) {
    const FamilyRow& family = judge.family();
    if (only == Only::qualified) return family.names_kind;
    if (only == Only::registers) return family.a == Storage::registers;
    return only == Only::any || (family.scale_factors && find_field(judge.format(), "scale_type"));
}

LegalityCell form_cell(const Judge& judge, const FormRow& form, const ArchRow& target) {
    LegalityQuery query = judge.query();
    form.choose(query.variant);
    query.arch = target.id;
    const Judge other(query, {.zero_mask = form.zero_mask, .family = &judge.family()});
    LegalityCell cell = other.form();
    cell.arch = target.id;
    cell.fields.clear();
    if (form.zero_mask) return cell;  // the mask is a word, not a part of the form
    cell.fields = {{LegalityWord::idesc, {"sparse", query.variant.sparse}}};
    cell.variant = query.variant;
    return cell;
}

std::string title_of(const FormRow& form, const Judge& judge) {
    if (!form.title.empty()) return std::string(form.title);
    Variant v = judge.query().variant;
    form.choose(v);
    return say('.', scale_size_text(v));
}

// K = 96 is the only form that is not in the text of the line: it is a bit of the descriptor.
LegalityCell k96_cell(const Judge& judge, const ArchRow& target) {
    LegalityQuery query = judge.query();
    query.arch = target.id;
    const Judge other(query, {.family = &judge.family()});
    LegalityCell cell = other.stores(std::array{FieldFix{"k_size", *own_code(judge.format(), "k_size", "96")}});
    if (other.form().verdict == LegalityVerdict::refused) cell = other.form();
    cell.arch = target.id;
    cell.variant = query.variant;
    return cell;
}

void add_forms(const Judge& judge, Tables& out) {
    LegalityTable table = table_of("forms", "FORM BY TARGET", "form");
    std::vector<const ArchRow*> targets;
    for (const ArchRow& arch : kArchs) {
        if (arch.since > judge.query().edition) continue;
        targets.push_back(&arch);
        table.columns.emplace_back(arch.id);
    }
    for (const FormRow& form : kForms)
        if (concerns(form.only, judge) && !lacks_required_size(form, judge))
            add_row(table, form.id, title_of(form, judge), targets,
                    [&](const ArchRow* target) { return form_cell(judge, form, *target); });
    if (judge.family().idesc && own_code(judge.format(), "k_size", "96"))
        add_row(table, "k96", "K 96", targets, [&](const ArchRow* target) { return k96_cell(judge, *target); });
    out.push_back(std::move(table));
}

// ---- types, majors and swizzle modes ----

// The verdict about a type in a kind. If the table of the kind does not have the type, the table is the source.
LegalityCell cell_of_kind(const Judge& judge, std::string_view type) {
    const Format& format = judge.format();
    const auto raw = raw_for(field_in(format, "a_type"), type);
    LegalityCell cell = raw ? judge.stores(std::array{FieldFix{"a_type", *raw}, FieldFix{"b_type", *raw}})
                            : judge.refused(id_of(Effect::no_such_type),
                                            say("Kind ", format.kind, " has no type ", type, ". Its types are ",
                                                list_of(types_of(format, "a_type"), &NamedValue::name), "."),
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

LegalityCell mode_cell(const Judge& judge, Operand o, const NamedValue& type, const Judge::ModeQuestion& q) {
    // Both operands get the type, so that a kind that requires one type for both does not refuse the other operand.
    const LegalityCell word = judge.stores(std::array{FieldFix{"a_type", type.raw}, FieldFix{"b_type", type.raw},
                                                      FieldFix{transpose_bit(o), q.major == Major::mn}});
    LegalityCell cell = word.verdict == LegalityVerdict::refused ? word : judge.mode(q);
    const std::vector<WordFix> mode = judge.mode(q).fields;
    cell.idesc = word.idesc;
    cell.fields = {{LegalityWord::idesc, {idesc_type(o), type.raw}},
                   {LegalityWord::idesc, {transpose_bit(o), q.major == Major::mn}}};
    cell.fields.insert(cell.fields.end(), mode.begin(), mode.end());
    return cell;
}

void add_kinds(const Judge& judge, Tables& out) {
    LegalityTable table = table_of("kinds", "TYPES OF A AND B, BY KIND", "type");
    const Edition edition = judge.query().edition;
    std::vector<Judge> judges;
    for (const std::string_view kind : kinds_of(edition)) {
        table.columns.emplace_back(kind);
        judges.push_back(judge_of_kind(judge.query(), kind));
    }
    for (const std::string_view type : all_names(edition, "a_type"))
        add_row(table, type, type, judges, [&](const Judge& of_kind) { return cell_of_kind(of_kind, type); });
    out.push_back(std::move(table));
}

// A x B, one table for each type of D.
void add_types(const Judge& judge, Tables& out) {
    const Format& format = judge.format();
    const auto b_types = types_of(format, "b_type");
    const auto add = [&](std::string_view name, std::optional<std::uint64_t> d) {
        LegalityTable table = table_of(say("types_", name), say("TYPES OF A (ROWS) AND B, D ", name), "A");
        for (const NamedValue& b : b_types) table.columns.emplace_back(b.name);
        for (const NamedValue& a : types_of(format, "a_type"))
            add_row(table, a.name, a.name, b_types, [&](const NamedValue& b) {
                std::vector<FieldFix> stored = {{"a_type", a.raw}, {"b_type", b.raw}};
                if (d) stored.push_back({"d_type", *d});
                return judge.stores(stored);
            });
        out.push_back(std::move(table));
    };
    for (const NamedValue& d : types_of(format, "d_type")) add(d.name, d.raw);
    if (types_of(format, "d_type").empty()) add("f32", std::nullopt);
}

void add_accumulators(const Judge& judge, Tables& out) {
    LegalityTable table = table_of("d", "TYPE OF D, BY TYPE OF A AND B", "A, B");
    const Format& format = judge.format();
    table.columns = {"f32"};
    if (find_field(format, "d_type") != nullptr) table.columns = {"f32", "f16", "s32"};
    for (const NamedValue& type : types_of(format, "a_type"))
        add_row(table, type.name, type.name, table.columns, [&](std::string_view d) {
            std::vector<FieldFix> stored = {{"a_type", type.raw}, {"b_type", type.raw}};
            if (const auto code = any_code(format, "d_type", d)) stored.push_back({"d_type", *code});
            return judge.stores(stored);
        });
    out.push_back(std::move(table));
}

void add_majors(const Judge& judge, Tables& out) {
    LegalityTable table = table_of("majors", "K-MAJOR AND MN-MAJOR", "type");
    table.columns = {"A K", "A MN", "B K", "B MN"};
    using Column = std::pair<Operand, std::uint64_t>;
    const Column columns[] = {{Operand::a, 0}, {Operand::a, 1}, {Operand::b, 0}, {Operand::b, 1}};
    for (const NamedValue& type : types_of(judge.format(), "a_type"))
        add_row(table, type.name, type.name, columns, [&](const Column& column) {
            const auto [o, transposed] = column;
            LegalityCell cell = judge.stores(std::array{FieldFix{"a_type", type.raw}, FieldFix{"b_type", type.raw},
                                                        FieldFix{transpose_bit(o), transposed}});
            // The type of the other operand is for the verdict only. The session must not store it.
            std::erase_if(cell.fields, [own = o](const WordFix& f) {
                return f.store.field != idesc_type(own) && f.store.field != transpose_bit(own);
            });
            return cell;
        });
    out.push_back(std::move(table));
}

void add_modes_of(const Judge& judge, Operand o, Tables& out) {
    LegalityTable table = table_of(say("modes_", lower(name_of(o))), say("SWIZZLE OF ", name_of(o)), "element, major");
    for (const SwizzleRow& mode : kSwizzleModes) table.columns.emplace_back(mode.name);
    const Format& format = judge.format();
    const bool has_absolute = judge.family().idesc && own_code(format, "k_size", "96");
    const auto add = [&](const NamedValue& type, Major major, bool absolute) {
        const ElementType* element = smem_type_of(type.name, format.kind);
        const bool k = major == Major::k;
        add_row(table, say(element->bits, k ? "_k" : "_mn", absolute ? "_absolute" : ""),
                say(element->bits, "-bit ", k ? "K" : "MN", absolute ? ", K 96" : ""), kSwizzleModes,
                [&](const SwizzleRow& mode) {
                    return mode_cell(judge, o, type,
                                     {.which = pick(o, LegalityWord::a_desc, LegalityWord::b_desc),
                                      .code = static_cast<std::uint64_t>(mode.tcgen05),
                                      .major = major,
                                      .type = element,
                                      .absolute = absolute});
                });
    };
    for (const NamedValue& type : one_of_each_size(format, idesc_type(o))) {
        add(type, Major::k, false);
        add(type, Major::mn, false);
        if (has_absolute) add(type, Major::k, true);
    }
    out.push_back(std::move(table));
}

void add_modes(const Judge& judge, Tables& out) {
    if (!judge.query().variant.a_in_tmem) add_modes_of(judge, Operand::a, out);
    add_modes_of(judge, Operand::b, out);
}

// ---- shapes, K, modifiers and scale factors ----

constexpr unsigned kMs[] = {32, 64, 128, 256};
constexpr unsigned kStepN = 8, kMostN = 256;

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
    std::string_view field, reserved;
};
constexpr Modifier kModifiers[] = {{"transpose_a", ""}, {"transpose_b", ""},   {"negate_a", ""},
                                   {"negate_b", ""},    {"saturate", "rsvd3"}, {"sparsity_selector", "rsvd0"},
                                   {"max_shift", ""}};
constexpr std::uint64_t kFourValues[] = {0, 1, 2, 3};

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
    const bool longer = own_code(judge.format(), "k_size", "96").has_value();
    for (const unsigned block : {32u, 16u})
        for (const std::string_view type : all_names(judge.query().edition, "scale_type"))
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

void add_shapes(const Judge& judge, Tables& out) {
    LegalityTable table = table_of("shape", "M (ROWS) AND N (COLUMNS)", "M");
    std::vector<unsigned> ns;
    for (unsigned n = kStepN; n <= kMostN; n += kStepN) {
        ns.push_back(n);
        table.columns.push_back(say(n));
    }
    for (const ShapeGroup& group : shape_groups(judge.format())) {
        LegalityTable more;
        for (const unsigned m : kMs)
            add_row(more, say("m", m, group.id), say("M ", m, group.title), ns,
                    [&](unsigned n) { return shape_cell(judge, group, m, n); });
        // Leaves out a group that changes no verdict.
        if (!group.id.empty() &&
            std::ranges::equal(more.rows, std::span(table.rows).first(more.rows.size()), same_verdicts))
            continue;
        store_the_opposite(table, group);
        table.rows.insert(table.rows.end(), more.rows.begin(), more.rows.end());
    }
    out.push_back(std::move(table));
}

void add_k(const Judge& judge, Tables& out) {
    LegalityTable table = table_of("k", "K OF ONE INSTRUCTION", "K");
    table.columns = {"dense", "sparse"};
    std::vector<Judge> judges;
    for (const bool sparse : {false, true}) {
        LegalityQuery query = judge.query();
        query.variant.sparse = sparse;
        judges.emplace_back(query);
    }
    for (const KChoice& choice : k_choices(judge.format()))
        add_row(table, choice.id, choice.title, judges, [&](const Judge& other) {
            LegalityCell cell = other.stores(choice.stored);
            cell.text = say(mma_k(other.format(), cell.idesc));
            cell.variant = other.query().variant;
            cell.fields.push_back({LegalityWord::idesc, {"sparse", cell.variant->sparse}});
            return cell;
        });
    out.push_back(std::move(table));
}

void add_modifiers(const Judge& judge, Tables& out) {
    LegalityTable table = table_of("modifiers", "MODIFIERS", "field");
    for (const std::uint64_t raw : kFourValues) table.columns.push_back(say(raw));
    for (const Modifier& modifier : kModifiers) {
        const Field* f = find_field(judge.format(), modifier.field);
        if (!f) f = find_field(judge.format(), modifier.reserved);
        if (f)
            add_row(table, modifier.field, modifier.field, kFourValues,
                    [&](std::uint64_t raw) { return modifier_cell(judge, *f, raw); });
    }
    out.push_back(std::move(table));
}

void add_scales(const Judge& judge, Tables& out) {
    if (!find_field(judge.format(), "scale_type")) return;
    LegalityTable table = table_of("scales", "SCALE SIZE AND TYPE WITH SFA_ID, SFB_ID", "size, type");
    for (const std::uint64_t id : kFourValues) table.columns.push_back(say(id));
    for (const ScaleRow& scale : scale_rows(judge)) {
        LegalityQuery query = judge.query();
        query.variant.scale_block = scale.block;
        const Judge other(query);
        add_row(table, say("block", scale.block, '_', scale.type, scale.k96 ? "_k96" : ""),
                say("block", scale.block, ' ', scale.type, scale.k96 ? ", K 96" : ""), kFourValues,
                [&](std::uint64_t id) { return scale_cell(other, scale, id); });
    }
    out.push_back(std::move(table));
}

struct Subject {
    std::string_view id;
    void (*add)(const Judge&, Tables&);
};
constexpr Subject kLegalitySubjects[] = {
    {"forms", add_forms},         {"kinds", add_kinds},   {"types", add_types},   {"d", add_accumulators},
    {"shape", add_shapes},        {"k", add_k},           {"majors", add_majors}, {"modes", add_modes},
    {"modifiers", add_modifiers}, {"scales", add_scales},
};

constexpr auto kSubjectIds = members_of(kLegalitySubjects, &Subject::id);

}  // namespace

std::span<const std::string_view> legality_subjects() { return kSubjectIds; }

Legality legality(const LegalityQuery& query, std::span<const std::string_view> subjects) {
    const Judge judge(query);
    Legality out{.form = judge.form(), .tables = {}};
    out.form.variant = query.variant;
    for (const Subject& subject : kLegalitySubjects)
        if (subjects.empty() || std::ranges::find(subjects, subject.id) != subjects.end())
            subject.add(judge, out.tables);
    return out;
}

}  // namespace tilescope
