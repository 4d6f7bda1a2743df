// app/publish/animation_file.h -- writes an animation as an animated picture file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/publish/raster.h"

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>
#include <tilescope/session/animation.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tilescope::io {

inline constexpr double kLeastFps = 1, kMostFps = 50, kLeastFileScale = 0.25, kMostFileScale = 4;

struct AnimationFile {
    double fps = 10;   // pictures a second while cells move
    double scale = 1;  // pixels for one logical pixel
    double speed = 1;
    std::size_t first = 0, last = static_cast<std::size_t>(-1);  // steps; a step after the last one does not exist
    bool loops = true;
    bool reduced_motion = false;  // two pictures for each step: before and after
    int rows = 16;                // of each grid; see page_of()
    SheetOptions look = {};
    ScaleOption scale_option = {};
};

// One picture of the file.
struct FilePicture {
    std::size_t step = 0;
    double time = 0;  // as in frame_of()
    unsigned hundredths = 0;
    friend bool operator==(const FilePicture&, const FilePicture&) = default;
};
std::vector<FilePicture> pictures_of(const Animation& animation, const AnimationFile& file);

// The sheet of one picture. All pictures of a file have the same size: the size of the largest.
Sheet sheet_of_step(const Animation& animation, const AnimationFile& file, std::size_t step, double time);

// Called after each picture. Returns false to stop: then no file is written.
using PictureWritten = std::function<bool(std::size_t done, std::size_t of)>;

// Writes a GIF or an animated PNG, by the end of the name. Makes and writes one picture after the other.
// Errors: another end; no such steps; more pixels than raster() draws; the file cannot be written; it was stopped.
Answer<void> write_animation(const Animation& animation, const AnimationFile& file, const std::string& path,
                             const PictureWritten& written);

}  // namespace tilescope::io
