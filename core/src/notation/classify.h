// core/src/notation/classify.h -- whether a classified value is a question.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/paste.h>

#include <vector>

namespace tilescope {

// Whether the best reading rests on something only the person knows. Requires: readings is not empty.
bool is_question(std::uint64_t value, const std::vector<PasteReading>& readings);

}  // namespace tilescope
