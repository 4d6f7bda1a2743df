// core/src/session/images.h -- what of memory the words of a session say.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/edit.h>

namespace tilescope {

// sfa_id and sfb_id of the instruction descriptor; 0 where its table has none.
OperandPair<unsigned> scale_ids(const Session& session);

}  // namespace tilescope
