// app/window/paste/follow_job.h -- a tab follows a file: its words appear as they are written.
// SPDX-License-Identifier: MIT
//
//     follow_file(c, "train.log");          from now on, new lines become rows
//     end_follow(c.document(), c.regions);  the rows stay (paste.h)
#pragma once

#include "app/window/frame/context.h"

#include <string>

namespace tilescope::ui {

// Begins to follow a file or a pipe in the shown document. Its words take the place of those of the last paste.
void follow_file(Context c, const std::string& path);

}  // namespace tilescope::ui
