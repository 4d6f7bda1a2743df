// app/panels/legality_apply.cpp -- converts a cell of a legality table to edits, and tests if the session has it.
// SPDX-License-Identifier: MIT
#include "app/panels/legality_grid.h"

#include <tilescope/formats/formats.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

WordId word_of(LegalityWord word) {
    return word == LegalityWord::a_desc   ? WordId::a_desc
           : word == LegalityWord::b_desc ? WordId::b_desc
                                          : WordId::idesc;
}

// The form and the target that the session gets from the cell. The cell's fields are separate edits.
struct Goal {
    Variant variant;
    std::string arch;
};

Goal goal_of(const LegalityQuery& query, const LegalityCell& cell) {
    return {cell.variant.value_or(query.variant), cell.arch.empty() ? query.arch : std::string(cell.arch)};
}

const Field* field_for(const Session& session, const Goal& goal, const WordFix& fix) {
    const Format* format = fix.word == LegalityWord::idesc
                               ? idesc_format(goal.variant.kind, session.edition)
                               : *find_format(family_of(goal.arch).smem, {}, session.edition);
    return format ? find_field(*format, fix.store.field) : nullptr;
}

// Compares two forms by their effective scale size. The table names every size, but the session can leave out the
// default size of its kind.
bool same_size(const Variant& a, const Variant& b) {
    Variant b_with_size_of_a = b;
    b_with_size_of_a.scale_block = a.scale_block;
    b_with_size_of_a.scale_vec = a.scale_vec;
    return a == b_with_size_of_a && scale_block_of(a) == scale_block_of(b);
}

// Whether the field is known to have this stored value.
bool has_value(const Session& session, WordId word, const Field& f, std::uint64_t raw) {
    return get_field(f, session.unknown_bits(word)) == 0 && get_field(f, session.word(word)) == raw;
}

}  // namespace

LegalityQuery query_of(const Session& session) {
    return {.edition = session.edition, .arch = session.arch, .variant = session.variant};
}

std::vector<Edit> edits_of_cell(const Session& session, const LegalityQuery& query, const LegalityCell& cell) {
    std::vector<Edit> out;
    if (cell.fields.empty() && !cell.variant) return out;
    const Goal goal = goal_of(query, cell);
    if (goal.arch != session.arch) out.emplace_back(SetArch{goal.arch});
    if (goal.variant != session.variant) out.emplace_back(SetVariant{goal.variant});
    // Under another kind the same bits have other meanings, so the whole legal word is stored.
    const bool whole = goal.variant.kind != session.variant.kind && cell.idesc != 0;
    if (whole) out.emplace_back(SetWord{WordId::idesc, cell.idesc});
    std::vector<WordFix> fields = cell.fields;
    const bool sets_sparse = std::ranges::any_of(fields, [](const WordFix& f) { return f.store.field == "sparse"; });
    if (goal.variant.sparse != session.variant.sparse && !sets_sparse)
        fields.push_back({LegalityWord::idesc, {"sparse", goal.variant.sparse}});
    for (const WordFix& fix : fields) {
        const Field* f = field_for(session, goal, fix);
        const WordId word = word_of(fix.word);
        if (!f || (whole && word == WordId::idesc)) continue;
        const bool same = goal.variant.kind == session.variant.kind && has_value(session, word, *f, fix.store.raw);
        if (!same) out.emplace_back(SetField{word, f, fix.store.raw});
    }
    return out;
}

bool is_chosen(const Session& session, const LegalityPlan& plan, const LegalityCell& cell) {
    if (cell.fields.empty()) return false;
    const Goal goal = goal_of(plan.query, cell);
    const bool form =
        plan.table.id == "scales" ? same_size(session.variant, goal.variant) : session.variant == goal.variant;
    if (!form || goal.arch != session.arch) return false;
    return std::ranges::all_of(cell.fields, [&](const WordFix& fix) {
        const Field* f = field_for(session, goal, fix);
        return f && has_value(session, word_of(fix.word), *f, fix.store.raw);
    });
}

}  // namespace tilescope::ui
