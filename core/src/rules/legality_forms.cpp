// core/src/rules/legality_forms.cpp -- the table of instruction forms on every target.
// SPDX-License-Identifier: MIT
#include "legality_tables.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <array>

namespace tilescope {
namespace {

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

}  // namespace

LegalityTable forms_table(const Judge& judge) {
    LegalityTable out{.id = "forms", .title = "FORM BY TARGET", .rows_are = "form", .columns = {}, .rows = {}};
    std::vector<const ArchRow*> targets;
    for (const ArchRow& arch : kArchs)
        if (arch.since <= judge.query().edition) targets.push_back(&arch);
    for (const ArchRow* target : targets) out.columns.emplace_back(target->id);
    for (const FormRow& form : kForms) {
        if (!concerns(form.only, judge) || lacks_required_size(form, judge)) continue;
        LegalityRow row{.id = std::string(form.id), .title = title_of(form, judge), .cells = {}};
        for (const ArchRow* target : targets) row.cells.push_back(form_cell(judge, form, *target));
        out.rows.push_back(std::move(row));
    }
    if (!judge.family().idesc || !own_code(judge.format(), "k_size", "96")) return out;
    LegalityRow row{.id = "k96", .title = "K 96", .cells = {}};
    for (const ArchRow* target : targets) row.cells.push_back(k96_cell(judge, *target));
    out.rows.push_back(std::move(row));
    return out;
}

}  // namespace tilescope
