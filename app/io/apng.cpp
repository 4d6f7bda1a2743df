// app/io/apng.cpp -- writes an animated PNG: the compressed rows of each picture in the chunks of an animation.
// SPDX-License-Identifier: MIT
#include "app/io/moving_picture.h"

#include <array>
#include <utility>

namespace tilescope::io {
namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

std::string big_endian(std::uint32_t value, int bytes = 4) {
    std::string out;
    for (int i = bytes; i-- > 0;) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
}

// The CRC of PNG: ISO 3309, polynomial 0xedb88320.
std::uint32_t crc_of(std::string_view bytes) {
    std::uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
    }
    return ~crc;
}

std::string chunk(std::string_view type, std::string_view data) {
    const std::string body = std::string(type) + std::string(data);
    return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(crc_of(body));
}

// The data of all chunks of this type in a PNG file.
std::string data_of(std::string_view png, std::string_view type) {
    std::string out;
    for (std::size_t at = kPngSignature.size(); at + 12 <= png.size();) {
        std::size_t size = 0;
        for (std::size_t i = 0; i < 4; ++i) size = size << 8 | static_cast<unsigned char>(png[at + i]);
        if (size > png.size() - at - 12) break;
        if (png.substr(at + 4, 4) == type) out += png.substr(at + 8, size);
        at += size + 12;
    }
    return out;
}

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
        const auto made = png_of(part_of(picture, box));
        if (!made) return Answer<void>::refuse(made.why);
        const std::string& png = *made;
        std::string out;
        if (first) {
            out += kPngSignature;
            out += chunk("IHDR", data_of(png, "IHDR"));
            out += chunk("acTL",
                         big_endian(static_cast<std::uint32_t>(start_.pictures)) + big_endian(start_.loops ? 0 : 1));
        }
        out += chunk("fcTL", control(box, hundredths));
        const std::string rows = data_of(png, "IDAT");
        out += first ? chunk("IDAT", rows) : chunk("fdAT", big_endian(next_++) + rows);
        last_ = std::move(picture);
        return take_(out);
    }
    Answer<void> end() override { return take_(chunk("IEND", {})); }

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
