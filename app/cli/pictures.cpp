// app/cli/pictures.cpp -- writes a scene into the files of --svg, --tikz, ..., and shows it in the terminal (--show).
// SPDX-License-Identifier: MIT
#include "app/cli/pictures.h"
#include "app/cli/terminal.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>
#include <tilescope/export/terminal.h>

#include <charconv>
#include <optional>
#include <vector>

namespace tilescope::cli {
namespace {

Answer<double> scale_of(const std::string& text) {
    if (text.empty()) return io::PictureSettings{}.png_scale;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= io::kLeastPngScale &&
        value <= io::kMostPngScale)
        return value;
    return Answer<double>::refuse(say("--scale: '", text, "' is no number from 0.1 to 16; 1 is a pixel for each unit"));
}

}  // namespace

void declare_show(Verb& verb, std::string& show) {
    verb.add_word_flag("--show", "terminal", show,
                       "Draw it in the terminal; --show=always: also into a file or a pipe.\n"
                       "NO_COLOR gives letters without colours.");
}

void declare_picture_look(Verb& verb, PictureLook& look) {
    verb.add_option("--palette", look.palette, "Palette of the picture: screen (default), grey, cute or dark");
    verb.add_option("--scale", look.scale, "Pixels of a PNG for each unit of the picture: 0.1 to 16 (default 2)");
    verb.add_option("--title", look.title, "A line above the picture");
    verb.add_flag("--legend,!--no-legend", look.legend,
                  "With or without the legend of colours and patterns (default: with)");
    declare_show(verb, look.show);
}

void declare_picture_files(Verb& verb, PictureFiles& files) {
    for (std::size_t i = 0; i < io::kPictureFormatCount; ++i)
        verb.add_option(std::string(io::kPictureFormats[i].option), files.paths[i],
                        std::string(io::kPictureFormats[i].help));
    declare_picture_look(verb, files.look);
}

Answer<std::uint64_t> choice_of(std::string_view option, std::string_view text, std::span<const NamedValue> names) {
    std::string known;
    for (const NamedValue& n : names) {
        if (n.name == text) return n.raw;
        known += say(known.empty() ? "" : ", ", n.name);
    }
    return Answer<std::uint64_t>::refuse(say(option, ": '", text, "' is unknown; use one of: ", known));
}

Answer<std::string> terminal_picture(const Scene& scene, std::string_view show) {
    using Out = Answer<std::string>;
    const auto when = choice_of("--show", show, kShowNames);
    if (!when) return Out::refuse(when.why);
    const Terminal terminal = terminal_of_output();
    if (!terminal.is_one && static_cast<Show>(*when) != Show::always)
        return Out::refuse("--show: standard output is no terminal; write --show=always to draw into a file or a pipe");
    return to_terminal(scene, {.columns = terminal.columns, .colour = terminal.colour});
}

int show_scene(std::string_view verb, const Scene& scene, std::string_view show) {
    const auto picture = terminal_picture(scene, show);
    if (!picture) return refuse(verb, picture.why);
    print(*picture);
    return kDone;
}

int write_scene(std::string_view verb, const Scene& scene, std::span<const PictureTarget> targets,
                const PictureLook& look, const std::string& source) {
    const auto palette = choice_of("--palette", look.palette, kPaletteNames);
    if (!palette) return refuse(verb, palette.why);
    const auto scale = scale_of(look.scale);
    if (!scale) return refuse(verb, scale.why);
    const Sheet sheet = sheet_of(
        scene,
        SheetOptions{
            .palette = static_cast<Palette>(*palette), .title = look.title, .legend = look.legend, .source = source});
    std::string done;
    for (const PictureTarget& target : targets) {
        if (const auto written = io::write_picture(*target.format, sheet, target.path, {.png_scale = *scale}); !written)
            return refuse(verb, written.why);
        done += say("wrote ", target.path, "\n");
    }
    print(done);
    if (!look.show.empty()) return show_scene(verb, scene, look.show);
    print(scene.sentence + "\n");
    return kDone;
}

int write_scene(std::string_view verb, const Scene& scene, const PictureFiles& files) {
    std::vector<PictureTarget> targets;
    for (std::size_t i = 0; i < io::kPictureFormatCount; ++i)
        if (!files.paths[i].empty()) targets.push_back({&io::kPictureFormats[i], files.paths[i]});
    return write_scene(verb, scene, targets, files.look);
}

}  // namespace tilescope::cli
