// app/cli/animate_args.cpp -- render --animate: writes an animation of a session as a moving picture.
// SPDX-License-Identifier: MIT
#include "app/cli/animate_args.h"

#include "app/cli/commands.h"
#include "app/cli/progress_line.h"
#include "app/cli/stop_on_signal.h"
#include "app/cli/text_out.h"
#include "app/publish/animation_file.h"
#include "app/publish/moving_picture.h"
#include "app/publish/report.h"

#include <tilescope/base/say.h>
#include <tilescope/session/animation.h>

#include <algorithm>
#include <charconv>

namespace tilescope::cli {
namespace {

constexpr double kLeastSpeed = 0.1, kMostSpeed = 20;
constexpr double kHalfWay = 0.5;

bool read_step(std::string_view text, std::size_t& step) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
    return error == std::errc() && end == text.data() + text.size() && step > 0;
}

// "3..8" or "3": steps counted from 1, as the player shows them.
Answer<void> read_frames(const std::string& text, std::size_t steps, io::AnimationFile& file) {
    if (text.empty()) return {};
    const std::size_t dots = text.find("..");
    const std::string_view first = std::string_view(text).substr(0, dots),
                           last = dots == text.npos ? first : std::string_view(text).substr(dots + 2);
    if (!read_step(first, file.first) || !read_step(last, file.last) || file.first > file.last || file.last > steps)
        return Answer<void>::refuse(
            say("--frames: '", text, "' names no steps of this animation; give A..B or one number, from 1 to ", steps));
    --file.first, --file.last;
    return {};
}

Answer<io::AnimationFile> file_of(const AnimateArgs& args, const PictureLook& look, std::size_t steps) {
    io::AnimationFile out;
    const auto sheet = sheet_options(look);
    Answer<void> wrong = sheet ? Answer<void>() : Answer<void>::refuse(sheet.why);
    if (wrong) wrong = read_frames(args.frames, steps, out);
    if (wrong) wrong = read_between("--fps", args.fps, io::kLeastFps, io::kMostFps, out.fps);
    if (wrong) wrong = read_between(kScaleOption, look.scale, io::kLeastFileScale, io::kMostFileScale, out.scale);
    if (wrong) wrong = read_between("--speed", args.speed, kLeastSpeed, kMostSpeed, out.speed);
    if (!wrong) return Answer<io::AnimationFile>::refuse(wrong.why);
    out.loops = !args.once;
    out.look = *sheet;
    out.scale_option = {kScaleOption, io::kLeastFileScale};
    return out;
}

Answer<void> can_write_one(const std::string& path) {
    if (!io::moving_format_of(path))
        if (const auto format = io::format_of_file(path); !format)
            return Answer<void>::refuse(say("-o: ", format.why, "; or .gif or .apng for an animation"));
    return io::can_write(path);
}

// Requires: can_write_one().
Answer<void> write_one(const Animation& animation, const io::AnimationFile& file, const std::string& path,
                       std::stop_token stop) {
    if (io::moving_format_of(path)) {
        ProgressLine line;
        return io::write_animation(animation, file, path, [&](std::size_t done, std::size_t of) {
            if (line.is_due()) line.show(say(path, ": picture ", done, " of ", of));
            return !stop.stop_requested();
        });
    }
    const auto format = io::format_of_file(path);
    const Sheet sheet = io::sheet_of_step(animation, file, file.first, kHalfWay);
    return io::write_picture(**format, sheet, path, {file.scale, file.scale_option});
}

}  // namespace

void declare_animation(Verb& verb, AnimateArgs& args) {
    verb.add_option(
        "--animate", args.animation,
        "Instead of --view, write an animation, such as swizzle, to a .gif\nor a .png or .apng (animated PNG). "
        "A .svg, .tex or .pdf gets one\npicture: the first of --frames, half done. list prints all.");
    verb.add_option("--frames", args.frames,
                    "Only these steps of the animation: A..B or one number,\ncounted from 1 as in the window");
    verb.add_option("--fps", args.fps, "Pictures a second while cells move: 1 to 50 (default 10)");
    verb.add_option("--speed", args.speed, "How fast the animation plays: 0.1 to 20 (default 1)");
    verb.add_flag("--once", args.once, "Play the animation once; without it, it starts again after its end");
}

int print_animations(const Globals& globals) {
    io::Report report;
    report.rows_name = "animations";
    report.columns = {"animation", "title", "shows"};
    for (const AnimationRow& row : kAnimations)
        report.rows.push_back({io::cell(row.name), io::cell(row.title), io::cell(row.line)});
    return print_report(report, globals);
}

int write_animations(std::string_view verb, const AnimateArgs& args, const PictureLook& look,
                     const std::vector<std::string>& files, const Derived& derived, const ViewState& view_state) {
    const AnimationRow* row = find_animation(args.animation);
    if (row == nullptr) {
        std::string known;
        for (const AnimationRow& r : kAnimations) known += say(known.empty() ? "" : ", ", r.name);
        return refuse(verb, say("--animate: '", args.animation, "' is unknown; use one of: ", known));
    }
    if (files.empty()) return refuse(verb, "--animate: give -o FILE.gif");
    const StopOnSignal signals;
    const auto animation = animation_of(row->id, derived, view_state);
    if (!animation) return refuse(verb, say("--animate ", row->name, ": ", animation.why));
    const auto file = file_of(args, look, animation->steps.size());
    if (!file) return refuse(verb, file.why);
    for (const std::string& path : files)
        if (const auto can = can_write_one(path); !can) return refuse(verb, can.why);
    for (const std::string& path : files) {
        if (const auto written = write_one(*animation, *file, path, signals.token()); !written)
            return refuse(verb, written.why);
        print(say("wrote ", path, "\n"));
    }
    const std::size_t all = animation->steps.size(), last = std::min(file->last, all - 1),
                      count = last - file->first + 1;
    print(say(row->line, " ", count == all ? say(all) : say(count, " of ", all), all == 1 ? " step.\n" : " steps.\n"));
    return kDone;
}

}  // namespace tilescope::cli
