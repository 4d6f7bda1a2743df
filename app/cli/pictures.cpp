// app/cli/pictures.cpp -- writes a scene into the files of --svg, --tikz, ..., and shows it in the terminal (--show).
// SPDX-License-Identifier: MIT
#include "app/cli/pictures.h"
#include "app/io/program.h"

#include <tilescope/export/sheet.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace tilescope::cli {
namespace {

// The values of --show. terminal: refuse if standard output is not a terminal.
enum class Show : std::uint8_t { terminal, always };
constexpr NamedValue kShowNames[] = {{0, "terminal"}, {1, "always"}};

struct Terminal {
    bool is_one = false;
    bool colour = false;  // NO_COLOR is not set
    int columns = 80;     // of the terminal, else of COLUMNS, else 80
};
constexpr int kLeastColumns = 20, kMostColumns = 1000;

Terminal terminal_of_output() {
    Terminal out;
    out.is_one = isatty(STDOUT_FILENO) == 1;
    const char* no_colour = std::getenv("NO_COLOR");
    out.colour = no_colour == nullptr || *no_colour == '\0';
    winsize size{};
    const char* columns = std::getenv("COLUMNS");
    if (out.is_one && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        out.columns = size.ws_col;
    else if (const auto said = parse_number(columns == nullptr ? "" : columns); said && *said <= kMostColumns)
        out.columns = static_cast<int>(*said);
    if (out.columns < kLeastColumns) out.columns = kLeastColumns;
    return out;
}

constexpr std::size_t kMostTitle = 200;  // characters; a sheet is as wide as its title

// Makes the bytes of all files before the first one is written, so that a refusal writes none.
std::vector<std::string> bytes_of(std::span<const PictureTarget> targets, const Sheet& sheet, double scale) {
    std::vector<std::string> out;
    for (const PictureTarget& target : targets) {
        need(io::can_write(target.path));
        out.push_back(need(target.format->bytes(sheet, {scale, {kScaleOption, io::kLeastPngScale}}), target.path));
    }
    return out;
}

}  // namespace

void declare_show(Verb& verb, std::string& show) {
    verb.add_word_flag("--show", "terminal", show,
                       "Draw it in the terminal; --show=always: also into a file or a pipe.\n"
                       "NO_COLOR gives letters without colours.");
}

void declare_picture_look(Verb& verb, PictureLook& look, std::string_view about_scale) {
    verb.add_option("--palette", look.palette, "Palette of the picture: screen (default), grey, cute or dark");
    verb.add_option(
        std::string(kScaleOption), look.scale,
        say("Pixels of a PNG for each unit of the picture: 0.1 to 16 (default 2;\nin a column 4)", about_scale));
    verb.add_option("--title", look.title, "A line above the picture");
    verb.add_flag("--legend,!--no-legend", look.legend,
                  "With or without the legend of colours and patterns (default: with)");
    verb.add_flag("--caption,!--no-caption", look.caption,
                  "With or without the sentence below the picture (default: with)");
    verb.add_option("--fit", look.fit,
                    "The size: picture (default, what it needs), slide (16:9, 1280 x 720)\n"
                    "or column (of a paper, 3.5 inches wide)");
    declare_show(verb, look.show);
}

void declare_picture_files(Verb& verb, PictureFiles& files) {
    for (std::size_t i = 0; i < io::kPictureFormatCount; ++i)
        verb.add_option(std::string(io::kPictureFormats[i].option), files.paths[i],
                        std::string(io::kPictureFormats[i].help))
            .writes();
    declare_picture_look(verb, files.look);
}

void read_between(std::string_view option, const std::string& text, double least, double most, double& value) {
    if (!text.empty()) value = need(io::read_amount(text, least, most), option);
}

NumberRange range_of(std::string_view option, std::string_view text, std::size_t least, std::size_t most,
                     std::string_view what) {
    const auto number = [](std::string_view digits, std::size_t& value) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size();
    };
    const std::size_t dots = text.find("..");
    NumberRange out;
    if (!number(text.substr(0, dots), out.first) ||
        !number(dots == text.npos ? text : text.substr(dots + 2), out.last) || out.first < least ||
        out.first > out.last || out.last > most)
        throw refused(option, ": '", text, "' names no ", what, "; give A..B or one number, from ", least, " to ",
                      most);
    return out;
}

SheetOptions sheet_options(const PictureLook& look) {
    const auto palette = row_named("--palette", look.palette, kPaletteNames, &NamedValue::name).raw;
    if (const std::size_t letters = io::letters_of(look.title).size(); letters > kMostTitle)
        throw refused("--title: the line has ", letters, " characters; the limit is ", kMostTitle);
    const auto fit = row_named("--fit", look.fit, kSheetFitNames, &NamedValue::name).raw;
    return SheetOptions{.palette = static_cast<Palette>(palette),
                        .title = look.title,
                        .legend = look.legend,
                        .caption = look.caption,
                        .fit = static_cast<SheetFit>(fit)};
}

std::string terminal_picture(const Scene& scene, std::string_view show) {
    const auto when = row_named("--show", show, kShowNames, &NamedValue::name).raw;
    const Terminal terminal = terminal_of_output();
    if (!terminal.is_one && static_cast<Show>(when) != Show::always)
        throw refused("--show: standard output is not a terminal; write --show=always to draw into a file or a pipe");
    return to_terminal(scene, {.columns = terminal.columns, .colour = terminal.colour});
}

int write_scene(const Scene& scene, std::span<const PictureTarget> targets, const PictureLook& look,
                const std::string& source) {
    SheetOptions options = sheet_options(look);
    double scale = io::png_scale_of(options.fit);
    read_between(kScaleOption, look.scale, io::kLeastPngScale, io::kMostPngScale, scale);
    options.source = source;
    const std::vector<std::string> files = bytes_of(targets, sheet_of(scene, options), scale);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        need(io::write_text(targets[i].path, files[i]));
        print("wrote ", targets[i].path, "\n");
    }
    if (look.show.empty())
        print(scene.sentence + "\n");
    else
        print_with_codes(terminal_picture(scene, look.show));
    return kDone;
}

int write_scene(const Scene& scene, const PictureFiles& files) {
    std::vector<PictureTarget> targets;
    for (std::size_t i = 0; i < io::kPictureFormatCount; ++i)
        if (!files.paths[i].empty()) targets.push_back({&io::kPictureFormats[i], files.paths[i]});
    return write_scene(scene, targets, files.look);
}

}  // namespace tilescope::cli
