// app/panels/instruction_line.h -- converts a typed or pasted instruction to edits of the form.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/edit.h>

#include <string_view>
#include <vector>

namespace tilescope::ui {

// "tcgen05.mma.ws.cta_group::1.kind::f16 [d], a, b, idesc, p;" sets the variant; the descriptor words do not change.
// "wgmma.mma_async ..." also sets the chip, and stores its shape and types in the instruction descriptor.
// Errors: refuses the line at its first wrong qualifier.
Answer<std::vector<Edit>> edits_of_line(std::string_view line, const Session& session);

}  // namespace tilescope::ui
