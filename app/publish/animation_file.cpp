// app/publish/animation_file.cpp -- writes an animation as an animated picture file.
// SPDX-License-Identifier: MIT
#include "app/publish/animation_file.h"
#include "app/publish/moving_picture.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tilescope::io {
namespace {

constexpr std::size_t kSamples = 5;  // pictures that give the colours of a format with few

unsigned hundredths_of(double seconds) { return static_cast<unsigned>(std::max(std::lround(seconds * 100), 2l)); }

// The size of the largest sheet. The height of a sheet changes with its page and its sentence.
struct SheetSize {
    double width = 0, height = 0;
};
SheetSize largest_size(const Animation& animation, const AnimationFile& file, std::size_t last) {
    SheetSize out;
    for (std::size_t step = file.first; step <= last; ++step) {
        const Sheet sheet = sheet_of_step(animation, file, step, 0);
        out.width = std::max(out.width, sheet.width), out.height = std::max(out.height, sheet.height);
    }
    return out;
}

struct Job {
    const Animation& animation;
    const AnimationFile& file;
    const MovingFormat& format;
    const PictureWritten& written;
    std::vector<FilePicture> pictures;
    SheetSize size;
};

// Draws pictures. What stands still in a step is drawn once.
class Painter {
public:
    explicit Painter(const Job& job) : job_(job) {}

    Answer<Image> picture(const FilePicture& at) {
        Sheet sheet = sheet_of_step(job_.animation, job_.file, at.step, at.time);
        sheet.width = job_.size.width, sheet.height = job_.size.height;
        if (step_ != at.step) {
            Sheet still = sheet;
            still.trails.clear(), still.flying.clear();
            auto drawn = raster(still, job_.file.scale, job_.file.scale_option);
            if (!drawn) return drawn;
            still_ = std::move(*drawn), step_ = at.step;
        }
        Image out = still_;
        draw_moving_parts(out, sheet, job_.file.scale);
        return out;
    }

private:
    const Job& job_;
    std::optional<std::size_t> step_;
    Image still_;
};

Answer<void> write_pictures(const Job& job, const TakePart& take) {
    Painter painter(job);
    std::vector<Image> samples;
    const std::size_t count = std::min(kSamples, job.pictures.size()), last = job.pictures.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {  // from the first to the last
        auto sample = painter.picture(job.pictures[count == 1 ? last : i * last / (count - 1)]);
        if (!sample) return Answer<void>::refuse(sample.why);
        samples.push_back(std::move(*sample));
    }
    const std::vector<Rgb> colours = colours_of(job.file.look.palette);
    const auto writer = job.format.writer({.width = samples.front().width,
                                           .height = samples.front().height,
                                           .pictures = job.pictures.size(),
                                           .loops = job.file.loops,
                                           .colours = colours,
                                           .samples = samples},
                                          take);
    samples.clear();
    for (std::size_t i = 0; i < job.pictures.size(); ++i) {
        auto picture = painter.picture(job.pictures[i]);
        if (!picture) return Answer<void>::refuse(picture.why);
        if (auto added = writer->add(std::move(*picture), job.pictures[i].hundredths); !added) return added;
        if (!job.written(i + 1, job.pictures.size())) return Answer<void>::refuse("it was stopped");
    }
    return writer->end();
}

}  // namespace

std::vector<FilePicture> pictures_of(const Animation& animation, const AnimationFile& file) {
    std::vector<FilePicture> out;
    const double seconds = kStepSeconds / file.speed;
    for (std::size_t step = file.first; step < animation.steps.size() && step <= file.last; ++step) {
        if (animation.steps[step].movements.empty()) {
            out.push_back({step, 1, hundredths_of(seconds)});
            continue;
        }
        const double moves = seconds * kMovingShare;
        const long count = file.reduced_motion ? 1 : std::max(std::lround(moves * file.fps), 1l);
        for (long i = 0; i < count; ++i)
            out.push_back({step, static_cast<double>(i) / static_cast<double>(count),
                           hundredths_of(moves / static_cast<double>(count))});
        out.push_back({step, 1, hundredths_of(seconds - moves)});
    }
    return out;
}

Sheet sheet_of_step(const Animation& animation, const AnimationFile& file, std::size_t step, double time) {
    return sheet_of(page_of(frame_of(animation, step, time), file.rows), file.look);
}

Answer<void> write_animation(const Animation& animation, const AnimationFile& file, const std::string& path,
                             const PictureWritten& written) {
    const auto format = moving_format_of(path);
    if (!format) return Answer<void>::refuse(format.why);
    const std::size_t last = std::min(file.last, animation.steps.size() - 1);
    if (file.first > last)
        return Answer<void>::refuse(say("The animation has steps 0 to ", animation.steps.size() - 1, "; step ",
                                        file.first, " does not exist or comes after the last one that you named."));
    const Job job{
        animation, file, **format, written, pictures_of(animation, file), largest_size(animation, file, last)};
    return write_parts(path, [&](const TakePart& take) { return write_pictures(job, take); });
}

}  // namespace tilescope::io
