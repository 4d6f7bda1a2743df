// app/shell/animation_job.h -- a thread that writes an animation to a file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/animation_file.h"
#include "app/shell/newest_job.h"

#include <functional>
#include <memory>
#include <string>

namespace tilescope::ui {

struct AnimationToSave {
    Animation animation;
    io::AnimationFile file;
    std::string path;
};
// The reply is a sentence for the status line.
using AnimationJobs = NewestJob<AnimationToSave, std::string>;

// Returns the thread, or null if the system cannot start one.
std::unique_ptr<AnimationJobs> animation_jobs(std::function<void()> wake);

}  // namespace tilescope::ui
