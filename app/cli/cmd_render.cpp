// app/cli/cmd_render.cpp -- render: the picture or an animation of any view of a session, as a file or in the terminal.
// SPDX-License-Identifier: MIT
#include "app/cli/gpu_verbs.h"
#include "app/cli/pictures.h"
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/npy.h"
#include "app/publish/animation_file.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/instruction.h>
#include <tilescope/view/animation.h>
#include <tilescope/view/pictures.h>
#include <tilescope/view/view_state.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

struct AnimateArgs {
    std::string animation, frames, fps, speed;
    bool once = false;
    bool any() const { return !animation.empty(); }
};

constexpr double kLeastSpeed = 0.1, kMostSpeed = 20;
constexpr double kHalfWay = 0.5;

// "3..8" or "3": steps counted from 1, as the player shows them.
void read_frames(const std::string& text, std::size_t steps, io::AnimationFile& file) {
    if (text.empty()) return;
    const NumberRange range = range_of("--frames", text, 1, steps, "steps of this animation");
    file.first = range.first - 1, file.last = range.last - 1;
}

io::AnimationFile file_of(const AnimateArgs& args, const PictureLook& look, std::size_t steps) {
    io::AnimationFile out;
    out.look = sheet_options(look);
    read_frames(args.frames, steps, out);
    read_between("--fps", args.fps, io::kLeastFps, io::kMostFps, out.fps);
    read_between(kScaleOption, look.scale, io::kLeastFileScale, io::kMostFileScale, out.scale);
    read_between("--speed", args.speed, kLeastSpeed, kMostSpeed, out.speed);
    out.loops = !args.once;
    out.scale_option = {kScaleOption, io::kLeastFileScale};
    return out;
}

void can_write_one(const std::string& path) {
    if (!io::moving_format_of(path))
        if (const auto format = io::format_of_file(path); !format)
            throw refused("-o: ", format.why, "; or .gif or .apng for an animation");
    need(io::can_write(path));
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

void declare_animation(Verb& verb, AnimateArgs& args) {
    verb.add_option("--animate", args.animation,
                    "Instead of --view, write an animation, such as swizzle, to a .gif\n"
                    "or a .png or .apng (animated PNG). A .svg, .tex or .pdf gets one\n"
                    "picture: the first of --frames, half done. list prints all.");
    verb.add_option("--frames", args.frames,
                    "Only these steps of the animation: A..B or one number,\ncounted from 1 as in the window");
    verb.add_option("--fps", args.fps, "Pictures a second while cells move: 1 to 50 (default 10)");
    verb.add_option("--speed", args.speed, "How fast the animation plays: 0.1 to 20 (default 1)");
    verb.add_flag("--once", args.once, "Play the animation once; without it, it starts again after its end");
}

int print_animations(const Globals& globals) {
    io::Report report{.rows_name = "animations", .columns = {"animation", "title", "shows"}};
    for (const AnimationRow& row : kAnimations) report.rows.push_back({row.name, row.title, row.line});
    return print_report(report, globals);
}

// Writes the files. A GIF or a PNG moves; a format that cannot gets one picture: the first of the steps, half done.
int write_animations(const AnimateArgs& args, const PictureLook& look, const std::vector<std::string>& files,
                     const Derived& derived, const ViewState& view_state) {
    const AnimationRow* row = &row_named("--animate", args.animation, kAnimations, &AnimationRow::name);
    if (files.empty()) throw refused("--animate: give -o FILE.gif");
    const StopOnSignal signals;
    const auto animation = need(animation_of(row->id, derived, view_state), say("--animate ", row->name));
    const io::AnimationFile file = file_of(args, look, animation.steps.size());
    for (const std::string& path : files) can_write_one(path);
    for (const std::string& path : files) {
        need(write_one(animation, file, path, signals.token()));
        print("wrote ", path, "\n");
    }
    const std::size_t all = animation.steps.size(), last = std::min(file.last, all - 1), count = last - file.first + 1;
    print(row->line, " ", count == all ? say(all) : say(count, " of ", all), all == 1 ? " step.\n" : " steps.\n");
    return kDone;
}

constexpr std::string_view kDefaultView = "mma";

struct RenderArgs {
    std::string job, view, rows;
    std::vector<std::string> files, set;
    PictureLook look;
    AnimateArgs animate;
    bool source = false, emulated = false;
};

int print_views(const Globals& g) {
    io::Report report{.rows_name = "views", .columns = {"view", "title", "shows"}};
    for (const PictureView& view : picture_views()) report.rows.push_back({view.id, view.title, view.help});
    return print_report(report, g);
}

std::vector<PictureTarget> targets_of(const std::vector<std::string>& files) {
    std::vector<PictureTarget> out;
    for (const std::string& file : files) out.push_back({need(io::format_of_file(file), "-o"), file});
    return out;
}

// The view state of the file, with the changes of --set.
ViewState look_of(const io::SessionFile& file, const std::vector<std::string>& set) {
    ViewState out = file.view_state.value_or(ViewState{});
    for (const std::string& text : set) out = need(with_view_key(out, text), "--set");
    return out;
}

// "wrong_sbo.json   A desc 0x4000402000010040   ...   tilescope 0.9": what the picture is of, and what drew it.
std::string source_of(const Derived& d, const std::string& job) {
    std::string out = name_of_session(job);
    for (const WordView& word : d.words)
        if (is_read(d, word.id))
            out += say("   ", row_of(word.id).title, " ", hex_word(*word.format, word.decoded.word, word.unknown));
    return say(out, "   tilescope ", TILESCOPE_VERSION);
}

bool needs_result(const PictureView& view, const ViewState& look, bool asked) {
    return view.result == UsesResult::always || (view.result == UsesResult::if_any && (asked || look.sums));
}

void options_fit(const RenderArgs& args) {
    const AnimateArgs& moving = args.animate;
    const std::string_view of_moving = first_given({{"--frames", !moving.frames.empty()},
                                                    {"--fps", !moving.fps.empty()},
                                                    {"--speed", !moving.speed.empty()},
                                                    {"--once", moving.once}});
    const std::string_view of_view = first_given({{"--view", !args.view.empty()},
                                                  {"--emulate", args.emulated},
                                                  {"--source", args.source},
                                                  {"--rows", !args.rows.empty()},
                                                  {"--show", !args.look.show.empty()}});
    if (!moving.any() && !of_moving.empty())
        throw refused(of_moving, " needs --animate; give it, or remove ", of_moving);
    if (moving.any() && !of_view.empty())
        throw refused("--animate and ", of_view, " cannot be used together; remove one of them");
}

// --animate takes the place of --view.
int run_animate(const RenderArgs& args, const Globals& g) {
    if (args.job.empty()) throw refused("give a session file, or - for standard input");
    const auto file = session_named(args.job, g);
    return write_animations(args.animate, args.look, args.files, derive(file.session), look_of(file, args.set));
}

Scene chosen_rows(const Scene& scene, const std::string& text) {
    if (text.empty()) return scene;
    int most = 1;
    for (const Cells& cells : scene.grids) most = std::max(most, cells.rows);
    const auto rows = range_of("--rows", text, 0, static_cast<std::size_t>(most - 1), "rows of this picture");
    const RowRange range{static_cast<int>(rows.first), static_cast<int>(rows.last)};
    return rows_of(scene, std::vector<RowRange>(scene.grids.size(), range));
}

int run_render(const RenderArgs& args, const Globals& g) {
    if (args.animate.animation == "list") return print_animations(g);
    if (args.view == "list") return print_views(g);
    if (g.json || g.csv)
        throw refused("only --view list and --animate list have --json and --csv; remove them, or write -o FILE");
    options_fit(args);
    if (args.animate.any()) return run_animate(args, g);
    const std::string_view name = args.view.empty() ? kDefaultView : std::string_view(args.view);
    const PictureView* view = find_picture_view(name);
    if (view == nullptr) throw refused("--view: ", picture_of(name, {}, {}).why);
    if (args.job.empty()) throw refused("give a session file, or - for standard input");
    if (args.files.empty() && args.look.show.empty()) throw refused("give -o FILE, or --show to draw in the terminal");
    const auto targets = targets_of(args.files);
    const auto file = session_named(args.job, g);
    const auto look = look_of(file, args.set);
    const Derived d = derive(file.session);
    const bool emulates = needs_result(*view, look, args.emulated);
    const Results results = emulates ? io::emulated(d, folder_of_session(args.job), false) : Results{};
    const auto scene = need(picture_of(view->id, d, look, results));
    return write_scene(chosen_rows(scene, args.rows), targets, args.look,
                       args.source ? source_of(d, args.job) : std::string());
}

std::string footer_text() {
    std::string keys;
    std::size_t line = 0;
    for (const std::string& key : view_keys()) {
        if (line + key.size() > 88) keys += ",\n", line = 0;
        const std::string item = say(line == 0 ? (keys.empty() ? "" : "  ") : ", ", key);
        keys += item, line += item.size();
    }
    return say(
        "The picture is that of the window. The session file can say where the user looks (\"look\"); --set\n"
        "changes it: --set cells=element --set k_step=1. A view that shows D runs the CPU model.\n"
        "Keys of --set:\n  ",
        keys, "\n");
}

}  // namespace

void declare_render(Verb& verb) {
    RenderArgs& args = verb.runs(run_render);
    verb.add_option("job", args.job, kSessionHelp);
    verb.add_option("--view", args.view, "The picture, such as memory or banks (default mma). list prints all.");
    verb.add_option("-o,--output", args.files,
                    "Write this file: .svg, .png, .tex (TikZ) or .pdf; with --animate also\n"
                    ".gif or .apng. Use it several times for several files.")
        .once_each()
        .writes();
    verb.add_option("--set", args.set, "Change what the view shows: KEY=VALUE, such as operand=B. See below.")
        .once_each();
    verb.add_option("--rows", args.rows, "Only these rows of each grid: A..B or one number, counted from 0");
    declare_picture_look(verb, args.look, ";\nwith --animate 0.25 to 4 (default 1)");
    declare_animation(verb, args.animate);
    verb.add_flag("--emulate", args.emulated, "View mma: colour D by the verdicts of the CPU model");
    verb.add_flag("--source", args.source, "A line below the picture: the file, its words, this version");
    verb.set_footer(footer_text());
}

}  // namespace tilescope::cli
