// core/src/document/images.h -- facts about memory that the words of a session contain.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>

namespace tilescope {

// Returns sfa_id and sfb_id of the instruction descriptor; 0 if its field table has no such field.
OperandPair<unsigned> scale_ids(const Session& session);

// Makes memory follow the words that got values for bits that are unknown in `since`. If all memory of an operand was
// as the known bits of `since` say, all of it follows; else the parts whose fields had unknown bits.
void follow_completed(const Session& since, Session& session);

}  // namespace tilescope
