// app/publish/apng.cpp -- writes an animated PNG: the compressed rows of each picture in the chunks of an animation.
// SPDX-License-Identifier: MIT
#include "app/publish/moving_picture.h"
#include "app/publish/png.h"

#include <utility>

namespace tilescope::io {
namespace {

Image part_of(const Image& whole, const PixelBox& box) {
    Image out{box.width, box.height, {}};
    for (int y = box.top; y < box.top + box.height; ++y) {
        const auto first =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(whole.width) + static_cast<std::size_t>(box.left)) *
            3;
        const auto begin = whole.rgb.begin() + static_cast<std::ptrdiff_t>(first);
        out.rgb.insert(out.rgb.end(), begin, begin + std::ptrdiff_t{box.width} * 3);
    }
    return out;
}

class ApngWriter : public MovingPicture {
public:
    ApngWriter(const MovingPictureStart& start, const TakePart& take) : start_(start), take_(take) {
        start_.samples = {};
    }

    Answer<void> add(Image picture, unsigned hundredths) override {
        const bool first = last_.rgb.empty();
        const PixelBox box = first ? PixelBox{0, 0, start_.width, start_.height} : changed_box(last_, picture);
        std::string out;
        if (first) {
            out += kPngSign;
            out += png_chunk("IHDR", png_head(start_.width, start_.height));
            out += png_chunk(
                "acTL", big_endian(static_cast<std::uint32_t>(start_.pictures)) + big_endian(start_.loops ? 0 : 1));
        }
        out += png_chunk("fcTL", control(box, hundredths));
        const std::string rows = png_rows(part_of(picture, box));
        out += first ? png_chunk("IDAT", rows) : png_chunk("fdAT", big_endian(next_++) + rows);
        last_ = std::move(picture);
        return take_(out);
    }
    Answer<void> end() override { return take_(png_chunk("IEND", {})); }

private:
    // The place, the time, and that the picture stays and that its part replaces what is there.
    std::string control(const PixelBox& box, unsigned hundredths) {
        const auto number = [](int value) { return big_endian(static_cast<std::uint32_t>(value)); };
        constexpr std::uint32_t kParts = 100;  // of a second
        return big_endian(next_++) + number(box.width) + number(box.height) + number(box.left) + number(box.top) +
               big_endian(hundredths, 2) + big_endian(kParts, 2) + big_endian(0, 2);
    }

    MovingPictureStart start_;
    TakePart take_;
    Image last_;
    std::uint32_t next_ = 0;  // sequence number of fcTL and fdAT
};

}  // namespace

std::unique_ptr<MovingPicture> apng_writer(const MovingPictureStart& start, const TakePart& take) {
    return std::make_unique<ApngWriter>(start, take);
}

}  // namespace tilescope::io
