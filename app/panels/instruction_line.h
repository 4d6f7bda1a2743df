// app/panels/instruction_line.h -- a typed or pasted instruction as edits of the form.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/session/edit.h>

#include <string_view>
#include <vector>

namespace tilescope::ui {

// "tcgen05.mma.ws.cta_group::1.kind::f16 [d], a, b, idesc, p;" sets the variant, "wgmma.mma_async ..." the chip too.
// Words stay as they are. Refused at the first qualifier that does not fit.
Answer<std::vector<Edit>> edits_of_line(std::string_view line, const Session& session);

}  // namespace tilescope::ui
