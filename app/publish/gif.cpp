// app/publish/gif.cpp -- writes an animated GIF with giflib.
// SPDX-License-Identifier: MIT
#include "app/publish/moving_picture.h"

#include <tilescope/base/say.h>

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tilescope::io {
namespace {

constexpr int kGifColours = 256;

using Colour = std::uint32_t;  // 0xrrggbb
Colour colour_at(const Image& image, std::size_t pixel) {
    const std::uint8_t* p = &image.rgb[pixel * 3];
    return static_cast<Colour>(p[0] << 16 | p[1] << 8 | p[2]);
}

// The colours that stay as they are, then the most frequent ones of the samples.
std::vector<Colour> table_of(std::span<const Rgb> kept, std::span<const Image> samples) {
    std::unordered_map<Colour, std::size_t> count;
    for (const Image& image : samples)
        for (std::size_t i = 0; i < image.rgb.size() / 3; ++i) ++count[colour_at(image, i)];
    std::vector<Colour> out;
    for (const Rgb c : kept) {
        out.push_back(static_cast<Colour>(c.r << 16 | c.g << 8 | c.b));
        count.erase(out.back());
    }
    std::vector<std::pair<Colour, std::size_t>> all(count.begin(), count.end());
    std::ranges::sort(all, [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    for (std::size_t i = 0; i < all.size() && out.size() < kGifColours; ++i) out.push_back(all[i].first);
    return out;
}

int squared_distance(Colour a, Colour b) {
    int sum = 0;
    for (const int shift : {0, 8, 16}) {
        const int d = static_cast<int>(a >> shift & 0xff) - static_cast<int>(b >> shift & 0xff);
        sum += d * d;
    }
    return sum;
}

class GifWriter : public MovingPicture {
public:
    GifWriter(const MovingPictureStart& start, const TakePart& take)
        : start_(start), take_(take), colours_(table_of(start.colours, start.samples)) {
        if (colours_.empty()) colours_.push_back(0);
        for (std::size_t i = 0; i < colours_.size(); ++i) index_[colours_[i]] = static_cast<GifPixelType>(i);
        start_.samples = {}, start_.colours = {};
        int error = 0;
        gif_ = EGifOpen(this, pass_on, &error);
    }
    ~GifWriter() override {
        int error = 0;
        if (gif_ != nullptr) EGifCloseFile(gif_, &error);
    }
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    Answer<void> add(Image picture, unsigned hundredths) override {
        if (gif_ == nullptr || (last_.rgb.empty() && !begin())) return refused();
        const PixelBox box =
            last_.rgb.empty() ? PixelBox{0, 0, start_.width, start_.height} : changed_box(last_, picture);
        if (!put(picture, box, hundredths) || !why_.empty()) return refused();
        last_ = std::move(picture);
        return {};
    }
    Answer<void> end() override {
        int error = 0;
        GifFileType* const gif = std::exchange(gif_, nullptr);
        const bool closed = gif != nullptr && EGifCloseFile(gif, &error) == GIF_OK;
        return closed && why_.empty() ? Answer<void>() : refused();
    }

private:
    static int pass_on(GifFileType* gif, const GifByteType* bytes, int count) {
        auto& self = *static_cast<GifWriter*>(gif->UserData);
        const Answer<void> taken =
            self.take_(std::string_view(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count)));
        if (!taken) self.why_ = taken.why;
        return taken ? count : 0;
    }
    Answer<void> refused() const {
        return Answer<void>::refuse(why_.empty() ? "giflib cannot write the picture" : why_);
    }

    // Writes the sizes, the colours and, for a loop, the extension that browsers introduced.
    bool begin() {
        std::array<GifColorType, kGifColours> map{};
        for (std::size_t i = 0; i < colours_.size(); ++i)
            map[i] = {static_cast<GifByteType>(colours_[i] >> 16), static_cast<GifByteType>(colours_[i] >> 8),
                      static_cast<GifByteType>(colours_[i])};
        ColorMapObject* const colours = GifMakeMapObject(kGifColours, map.data());
        EGifSetGifVersion(gif_, true);
        const bool done =
            colours != nullptr && EGifPutScreenDesc(gif_, start_.width, start_.height, 8, 0, colours) == GIF_OK;
        GifFreeMapObject(colours);
        if (!done || !start_.loops) return done;
        constexpr unsigned char kEndless[] = {1, 0, 0};
        return EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
               EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0") == GIF_OK &&
               EGifPutExtensionBlock(gif_, sizeof kEndless, kEndless) == GIF_OK &&
               EGifPutExtensionTrailer(gif_) == GIF_OK;
    }

    GifPixelType index_of(Colour colour) {
        const auto [at, is_new] = index_.try_emplace(colour, GifPixelType{0});
        if (is_new) {
            const auto nearest =
                std::ranges::min_element(colours_, {}, [&](Colour have) { return squared_distance(have, colour); });
            at->second = static_cast<GifPixelType>(nearest - colours_.begin());
        }
        return at->second;
    }

    bool put(const Image& picture, const PixelBox& box, unsigned hundredths) {
        const GraphicsControlBlock shown{.DisposalMode = DISPOSE_DO_NOT,
                                         .UserInputFlag = false,
                                         .DelayTime = static_cast<int>(hundredths),
                                         .TransparentColor = NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> extension{};
        EGifGCBToExtension(&shown, extension.data());
        if (EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, extension.size(), extension.data()) != GIF_OK) return false;
        if (EGifPutImageDesc(gif_, box.left, box.top, box.width, box.height, false, nullptr) != GIF_OK) return false;
        std::vector<GifPixelType> line(static_cast<std::size_t>(box.width));
        for (int y = box.top; y < box.top + box.height; ++y) {
            const auto first = static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                               static_cast<std::size_t>(box.left);
            for (std::size_t x = 0; x < line.size(); ++x) line[x] = index_of(colour_at(picture, first + x));
            if (EGifPutLine(gif_, line.data(), box.width) != GIF_OK) return false;
        }
        return true;
    }

    MovingPictureStart start_;
    TakePart take_;
    std::vector<Colour> colours_;
    std::unordered_map<Colour, GifPixelType> index_;
    Image last_;
    GifFileType* gif_ = nullptr;
    std::string why_;
};

}  // namespace

std::unique_ptr<MovingPicture> gif_writer(const MovingPictureStart& start, const TakePart& take) {
    return std::make_unique<GifWriter>(start, take);
}

}  // namespace tilescope::io
