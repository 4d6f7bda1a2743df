// core/include/tilescope/document/instruction_edits.h -- makes the instruction of a session that of a PTX line.
// SPDX-License-Identifier: MIT
//
//     const MmaLine line = *parse_mma_line("wgmma.mma_async...");
//     for (const Edit& edit : *edits_of_instruction(line, session)) session = apply_edit(session, edit);
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/edit.h>
#include <tilescope/notation/mma_line.h>

#include <vector>

namespace tilescope {

// Returns the edits: the target, the variant and, for wgmma, whose text has the shape and the types, the instruction
// descriptor. Requires: the line is a tcgen05.mma or a wgmma.mma_async.
// Errors: a type or a size of the wgmma that no field of an instruction descriptor can store.
Answer<std::vector<Edit>> edits_of_instruction(const MmaLine& line, const Session& session);

}  // namespace tilescope
