// app/publish/animation_file.cpp -- writes an animation as an animated picture file.
// SPDX-License-Identifier: MIT
#include "app/publish/animation_file.h"

#include <tilescope/base/say.h>

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

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

// GIF has 256 colours: those that it may not change, then the most frequent ones of the samples. Any other colour
// becomes the nearest one.
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
    GifWriter& operator=(GifWriter&&) = delete;  // nor any other copy

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
    Answer<void> refused() const { return Refusal(why_.empty() ? "giflib cannot write the picture" : why_); }

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
            const std::size_t first = picture.at(box.left, y) / 3;
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

Image part_of(const Image& whole, const PixelBox& box) {
    Image out{box.width, box.height, {}};
    for (int y = box.top; y < box.top + box.height; ++y) {
        const auto begin = whole.rgb.begin() + static_cast<std::ptrdiff_t>(whole.at(box.left, y));
        out.rgb.insert(out.rgb.end(), begin, begin + std::ptrdiff_t{box.width} * 3);
    }
    return out;
}

// PNG with the chunks acTL, fcTL and fdAT ("Portable Network Graphics, third edition", W3C).
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

template <class Writer>
std::unique_ptr<MovingPicture> made(const MovingPictureStart& start, const TakePart& take) {
    return std::make_unique<Writer>(start, take);
}
constexpr MovingFormat kMovingFormats[] = {{"gif", "GIF", made<GifWriter>},
                                           {"png", "animated PNG", made<ApngWriter>},
                                           {"apng", "animated PNG", made<ApngWriter>}};

constexpr std::size_t kSamples = 5;  // pictures that give the colours of a format with few

unsigned hundredths_of(double seconds) { return static_cast<unsigned>(std::max(std::lround(seconds * 100), 2l)); }

// Draws the pictures of a file, each of the size of the largest sheet: the height of a sheet changes with its page and
// its sentence. What stands still in a step is drawn once.
class Painter {
public:
    Painter(const Animation& animation, AnimationFile file) : animation_(animation), file_(std::move(file)) {
        if (file_.look.fit == SheetFit::slide) {
            AnimationFile whole = file_;
            whole.look.fit = SheetFit::picture;
            file_.look.least_height = largest(whole).height;
        }
        const Sheet all = largest(file_);
        width_ = all.width, height_ = all.height;
    }

    Answer<Image> picture(const FilePicture& at) {
        const Sheet sheet = sheet_at(at.step, at.time);
        if (step_ != at.step) {
            auto drawn = still(sheet);
            if (!drawn) return drawn;
            still_ = std::move(*drawn), step_ = at.step, before_ = {};
        }
        Image out = still_;
        if (const auto mixed = at.faded > 0 ? fade_caption(out, sheet, at) : Answer<void>(); !mixed)
            return Refusal(mixed.why);
        draw_moving_parts(out, sheet, file_.scale);
        return out;
    }

private:
    Sheet largest(const AnimationFile& file) const {
        Sheet out;
        for (std::size_t step = file.first; step < animation_.steps.size() && step <= file.last; ++step) {
            const Sheet sheet = sheet_of_step(animation_, file, step, 0);
            out.width = std::max(out.width, sheet.width), out.height = std::max(out.height, sheet.height);
        }
        return out;
    }
    Sheet sheet_at(std::size_t step, double time) const {
        Sheet out = sheet_of_step(animation_, file_, step, time);
        out.width = width_, out.height = height_;
        return out;
    }

    Answer<Image> still(Sheet sheet) const {
        sheet.trails.clear(), sheet.flying.clear();
        return raster(sheet, file_.scale, file_.scale_option);
    }

    // Mixes what is below the picture with that of the step before.
    Answer<void> fade_caption(Image& now, const Sheet& sheet, const FilePicture& at) {
        const Sheet last = sheet_at(at.step - 1, 1);
        if (before_.rgb.empty()) {
            auto drawn = still(last);
            if (!drawn) return Refusal(drawn.why);
            before_ = std::move(*drawn);
        }
        const double top = std::min(last.caption_top, sheet.caption_top) * file_.scale;
        for (std::size_t i = now.at(0, static_cast<int>(top)); i < now.rgb.size(); ++i)
            now.rgb[i] = static_cast<std::uint8_t>(std::lround(std::lerp(now.rgb[i], before_.rgb[i], at.faded)));
        return {};
    }

    const Animation& animation_;
    AnimationFile file_;
    double width_ = 0, height_ = 0;
    std::optional<std::size_t> step_;
    Image still_, before_;  // of this step and of the one before
};

Answer<void> write_pictures(Painter painter, std::span<const FilePicture> pictures, const AnimationFile& file,
                            const MovingFormat& format, const PictureWritten& written, const TakePart& take) {
    std::vector<Image> samples;
    const std::size_t count = std::min(kSamples, pictures.size()), last = pictures.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {  // from the first to the last
        auto sample = painter.picture(pictures[count == 1 ? last : i * last / (count - 1)]);
        if (!sample) return Refusal(sample.why);
        samples.push_back(std::move(*sample));
    }
    const std::vector<Rgb> colours = colours_of(file.look.palette);
    const auto writer = format.writer({.width = samples.front().width,
                                       .height = samples.front().height,
                                       .pictures = pictures.size(),
                                       .loops = file.loops,
                                       .colours = colours,
                                       .samples = samples},
                                      take);
    samples.clear();
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        auto picture = painter.picture(pictures[i]);
        if (!picture) return Refusal(picture.why);
        if (auto added = writer->add(std::move(*picture), pictures[i].hundredths); !added) return added;
        if (!written(i + 1, pictures.size())) return Refusal("it was stopped");
    }
    return writer->end();
}

}  // namespace

Answer<const MovingFormat*> moving_format_of(std::string_view path) {
    const std::string extension = extension_of(path);
    for (const MovingFormat& format : kMovingFormats)
        if (format.extension == extension) return &format;
    return Refusal(path, ": an animation is a GIF or an animated PNG; give a name that ends in .gif, .png or .apng.");
}

PixelBox changed_box(const Image& before, const Image& after) {
    const auto row_bytes = static_cast<std::size_t>(after.width) * 3;
    const auto row = [&](const Image& image, int y) { return std::span(image.rgb).subspan(image.at(0, y), row_bytes); };
    int left = after.width, right = -1, top = after.height, bottom = -1;
    for (int y = 0; y < after.height; ++y) {
        const auto a = row(before, y), b = row(after, y);
        const auto first = std::ranges::mismatch(a, b).in1;
        if (first == a.end()) continue;
        top = std::min(top, y), bottom = y;
        auto last = a.size() - 1;
        while (a[last] == b[last]) --last;
        left = std::min(left, static_cast<int>((first - a.begin()) / 3));
        right = std::max(right, static_cast<int>(last / 3));
    }
    if (right < 0) return {0, 0, 1, 1};
    return {left, top, right - left + 1, bottom - top + 1};
}

std::vector<FilePicture> pictures_of(const Animation& animation, const AnimationFile& file) {
    std::vector<FilePicture> out;
    for (std::size_t step = file.first; step < animation.steps.size() && step <= file.last; ++step) {
        const double seconds = seconds_of(animation.steps[step]) / file.speed;
        const double moves = animation.steps[step].movements.empty() ? 0 : seconds * kMovingShare;
        const double fades = file.reduced_motion || step == file.first ? 0 : std::min(kFadeSeconds, seconds / 2);
        const double busy = std::max(moves, fades);
        const long count = busy == 0 ? 0 : file.reduced_motion ? 1 : std::max(std::lround(busy * file.fps), 1l);
        const double each = busy / static_cast<double>(std::max(count, 1l));
        for (long i = 0; i < count; ++i) {
            const double now = static_cast<double>(i) * each;
            out.push_back({step, moves == 0 ? 1 : std::min(now / moves, 1.0), hundredths_of(each),
                           fades == 0 ? 0 : std::max(1 - (now + each / 2) / fades, 0.0)});
        }
        out.push_back({step, 1, hundredths_of(seconds - busy)});
    }
    return out;
}

Sheet sheet_of_step(const Animation& animation, const AnimationFile& file, std::size_t step, double time) {
    return sheet_of(page_of(frame_of(animation, step, time), file.rows), file.look);
}

Answer<void> write_animation(const Animation& animation, const AnimationFile& file, const std::string& path,
                             const PictureWritten& written) {
    const auto format = moving_format_of(path);
    if (!format) return Refusal(format.why);
    const std::size_t last = std::min(file.last, animation.steps.size() - 1);
    if (file.first > last)
        return Refusal("The animation has steps 0 to ", animation.steps.size() - 1, "; step ", file.first,
                       " does not exist or comes after the last one that you named.");
    const std::vector<FilePicture> pictures = pictures_of(animation, file);
    return write_parts(path, [&](const TakePart& take) {
        return write_pictures(Painter(animation, file), pictures, file, **format, written, take);
    });
}

}  // namespace tilescope::io
