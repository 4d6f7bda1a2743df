// app/publish/moving_picture.h -- writes pictures of the same size, one after the other, as one animated file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/file.h"
#include "app/publish/raster.h"

#include <tilescope/base/answer.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace tilescope::io {

// A writer keeps one picture, the last one: a file of any length needs the same memory.
class MovingPicture {
public:
    virtual ~MovingPicture() = default;
    // Writes one picture, which is shown for so many hundredths of a second. Only what differs from the last one is
    // written. Requires: the size of all pictures is the same.
    virtual Answer<void> add(Image picture, unsigned hundredths) = 0;
    virtual Answer<void> end() = 0;
};

// What a writer must know before the first picture.
struct MovingPictureStart {
    int width = 0, height = 0;
    std::size_t pictures = 0;        // how many follow
    bool loops = true;               // starts again after the last one
    std::span<const Rgb> colours;    // at most 256 that no format may change
    std::span<const Image> samples;  // for formats with few colours: pictures that have most of the others
};

// GIF has 256 colours: those that it may not change, then the most frequent ones of the samples. Any other colour
// becomes the nearest one.
std::unique_ptr<MovingPicture> gif_writer(const MovingPictureStart& start, const TakePart& take);
// PNG with the chunks acTL, fcTL and fdAT ("Portable Network Graphics, third edition", W3C).
std::unique_ptr<MovingPicture> apng_writer(const MovingPictureStart& start, const TakePart& take);

struct MovingFormat {
    std::string_view extension, title;
    std::unique_ptr<MovingPicture> (*writer)(const MovingPictureStart&, const TakePart&);
};
inline constexpr MovingFormat kMovingFormats[] = {
    {"gif", "GIF", gif_writer}, {"png", "animated PNG", apng_writer}, {"apng", "animated PNG", apng_writer}};
// The format of a file, by the end of its name. Errors: it has another end.
Answer<const MovingFormat*> moving_format_of(std::string_view path);

// The rectangle in which two pictures of the same size differ. Never empty: one pixel if they are equal.
struct PixelBox {
    int left, top, width, height;
    friend bool operator==(const PixelBox&, const PixelBox&) = default;
};
PixelBox changed_box(const Image& before, const Image& after);

}  // namespace tilescope::io
