// core/src/rules/legality.cpp -- what a kind on a target allows: the tables of a query, in the order they are shown.
// SPDX-License-Identifier: MIT
#include "legality_tables.h"

namespace tilescope {

Legality legality(const LegalityQuery& query) {
    const Judge judge(query);
    Legality out{.form = judge.form(), .tables = {}};
    out.form.variant = query.variant;
    out.tables.push_back(forms_table(judge));
    out.tables.push_back(kinds_table(judge));
    for (LegalityTable& table : type_tables(judge)) out.tables.push_back(std::move(table));
    out.tables.push_back(accumulator_table(judge));
    out.tables.push_back(shape_table(judge));
    out.tables.push_back(k_table(judge));
    out.tables.push_back(majors_table(judge));
    out.tables.push_back(modifiers_table(judge));
    if (!query.variant.a_in_tmem) out.tables.push_back(modes_table(judge, LegalityWord::a_desc));
    out.tables.push_back(modes_table(judge, LegalityWord::b_desc));
    if (LegalityTable scales = scales_table(judge); !scales.rows.empty()) out.tables.push_back(std::move(scales));
    return out;
}

}  // namespace tilescope
