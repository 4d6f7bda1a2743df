// app/publish/animation_file.h -- writes an animation as an animated picture file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/file.h"
#include "app/publish/picture_formats.h"

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>
#include <tilescope/view/animation.h>

#include <functional>
#include <memory>

namespace tilescope::io {

class MovingPicture;
struct MovingPictureStart;

struct MovingFormat {
    std::string_view extension, title;
    std::unique_ptr<MovingPicture> (*writer)(const MovingPictureStart&, const TakePart&);
};
// The format of a file, by the end of its name. Errors: it has another end.
Answer<const MovingFormat*> moving_format_of(std::string_view path);

// The rectangle in which two pictures of the same size differ. Never empty: one pixel if they are equal.
struct PixelBox {
    int left, top, width, height;
    friend bool operator==(const PixelBox&, const PixelBox&) = default;
};
PixelBox changed_box(const Image& before, const Image& after);

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
    double faded = 0;  // how much of the caption of the step before is still seen (0 to 1), over that of this step
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
