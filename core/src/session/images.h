// core/src/session/images.h -- facts about memory that the words of a session contain.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/edit.h>

namespace tilescope {

// Returns sfa_id and sfb_id of the instruction descriptor; 0 if its field table has no such field.
OperandPair<unsigned> scale_ids(const Session& session);

}  // namespace tilescope
