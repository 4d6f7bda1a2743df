// core/src/rules/legality_tables.h -- functions that build the legality tables. Each one uses the Judge of a query.
// SPDX-License-Identifier: MIT
#pragma once

#include "legality_judge.h"

namespace tilescope {

// Tables about one descriptor in the form of the query.
LegalityTable kinds_table(const Judge& judge);
std::vector<LegalityTable> type_tables(const Judge& judge);  // A x B, one for each type of D
LegalityTable accumulator_table(const Judge& judge);
LegalityTable shape_table(const Judge& judge);
LegalityTable k_table(const Judge& judge);
LegalityTable majors_table(const Judge& judge);
LegalityTable modifiers_table(const Judge& judge);
LegalityTable modes_table(const Judge& judge, LegalityWord which);
LegalityTable scales_table(const Judge& judge);

// The table of other forms of the same instruction, on every target of the edition.
LegalityTable forms_table(const Judge& judge);

}  // namespace tilescope
