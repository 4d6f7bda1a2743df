// app/window/frame/pictures.cpp -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/publish/picture_formats.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/keys.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

// The panel whose picture is on the stage. Null: the stage shows no picture.
const Panel* panel_on_stage(const Document& doc) {
    const StageTab* tab = tab_of(doc.view_state);
    for (const Panel& panel : all_panels()) {
        const bool shown = panel.region == Region::stage && (panel.screens & on(doc.view_state.screen)) != 0;
        if (shown && panel.picture != nullptr && (!panel.tab || !tab || *panel.tab == *tab)) return &panel;
    }
    return nullptr;
}

// Returns the picture on the stage with all its cells. Returns nothing if the stage shows no picture.
std::optional<Scene> picture_on_stage(const Document& doc) {
    const Panel* panel = panel_on_stage(doc);
    if (panel == nullptr) return std::nullopt;
    return panel->picture({doc.view_state, doc.derived, doc.results, doc.states});
}

// "banks-b": what a file of the picture is named after.
std::string name_of_picture(const Document& doc) {
    const Panel* panel = panel_on_stage(doc);
    if (panel == nullptr) return {};
    std::string out(panel->id);
    std::ranges::replace(out, '_', '-');
    return on_memory(doc) ? say(out, pick(doc.view_state.operand, "-a", "-b")) : out;
}

// The rows of each grid that the window shows now. A grid that was not drawn stays whole.
Scene visible_part(const Document& doc, const Scene& scene) {
    std::vector<RowRange> ranges;
    for (const Cells& cells : scene.grids) {
        const MovingView* shown = nullptr;
        for (const MovingView* view : moving_views(const_cast<PanelStates&>(doc.states)))
            if (view->shows == cells.id && (shown == nullptr || view->frame > shown->frame)) shown = view;
        ranges.push_back(shown != nullptr ? visible_rows(*shown) : RowRange{0, -1});
    }
    return rows_of(scene, ranges);
}

}  // namespace

SheetOptions picture_options(const Prefs& prefs) {
    const SheetFit fit = prefs.picture_slide    ? SheetFit::slide
                         : prefs.picture_column ? SheetFit::column
                                                : SheetFit::picture;
    return {.title = {}, .source = {}, .caption = prefs.picture_caption, .fit = fit};
}

std::optional<Sheet> sheet_on_stage(const Document& doc, const Prefs& prefs) {
    if (const StageShow* show = show_on_stage(doc))
        if (auto sheet = show->sheet(doc, prefs)) return sheet;
    const auto scene = picture_on_stage(doc);
    if (!scene) return std::nullopt;
    return sheet_of(prefs.picture_rows ? visible_part(doc, *scene) : *scene, picture_options(prefs));
}

namespace {

void write_picture(Document& doc, const Prefs& prefs, const std::string& path, std::size_t format) {
    const auto sheet = sheet_on_stage(doc, prefs);
    const io::PictureSettings settings{.png_scale = io::png_scale_of(picture_options(prefs).fit)};
    const auto written = sheet ? io::write_picture(io::kPictureFormats[format], *sheet, path, settings)
                               : Refusal("The main area shows no picture that can be saved.");
    say_now(doc, written ? say("Saved the picture as ", path, ".") : written.why);
}

// One size at a time. A choice asks for a file at once: on the stage the picture stays as it is.
template <auto On, auto Off>
void fit_pictures(Context c) {
    c.prefs.*On = !(c.prefs.*On);
    c.prefs.*Off = false;
    if (!(c.prefs.*On)) return say_now(c.document(), "Saved pictures have the size that they need again.");
    const bool slide = c.prefs.picture_slide;
    if (picture_on_stage(c.document())) run_command(c, command("choose_path", "png "));
    say_now(c.document(), slide ? "Saved and copied pictures are slides now: 16:9, 1280 x 720."
                                : "Saved and copied pictures are as wide as a paper's column now: 3.5 inches.");
}

// Puts the picture on the stage on the clipboard, as PNG. If the system takes no pictures, says so and asks for a file.
void copy_picture(Context c) {
    Document& doc = c.document();
    // A number that was being typed is in the session, but not yet in the picture.
    if (c.regions.drawn_revision != doc.revision) return doc.requests.ask("copy_picture");
    const auto sheet = sheet_on_stage(doc, c.prefs);
    if (!sheet) return void(doc.status = "The main area shows no picture that can be copied.");
    const auto png = io::png_picture(*sheet, {.png_scale = io::png_scale_of(picture_options(c.prefs).fit)});
    if (!png) return say_now(doc, say("The picture was not copied: ", png.why, "."));
    const auto taken =
        c.system.offer_picture ? c.system.offer_picture(*png) : Refusal("this window has no connection to a clipboard");
    if (taken) return void(doc.status = "Copied the picture. It stays on the clipboard until this window closes.");
    run_command(c, command("choose_path", "png "));
    say_now(doc, say("The clipboard takes no picture: ", taken.why, ". Save it as a file instead."));
}

// Of each picture format: the command that asks for a path (save_svg, ...), what is typed before a path ("svg "), and
// their titles.
struct PictureText {
    FixedText id, title, verb, asks, type_title;
};
template <std::size_t Format>
constexpr PictureText kPictureText = {{"save_", io::kPictureFormats[Format].id},
                                      {"Save the picture as ", io::kPictureFormats[Format].title, " ..."},
                                      {io::kPictureFormats[Format].id, " "},
                                      {"Save the picture as ", io::kPictureFormats[Format].title, ": "},
                                      {io::kPictureFormats[Format].title, " pictures"}};

constexpr auto kPictureVerbs = []<std::size_t... Format>(std::index_sequence<Format...>) {
    return std::to_array<PathVerb>({{.verb = kPictureText<Format>.verb.view(),
                                     .title = kPictureText<Format>.asks.view(),
                                     .act = with<write_picture, Format>,
                                     .extension = io::kPictureFormats[Format].extension,
                                     .type_title = kPictureText<Format>.type_title.view(),
                                     .shows = name_of_picture,
                                     .exports = true}...});
}
(std::make_index_sequence<io::kPictureFormatCount>());

constexpr auto kPictureCommands = []<std::size_t... Format>(std::index_sequence<Format...>) {
    return std::to_array<Command>({{.id = kPictureText<Format>.id.view(),
                                    .title = kPictureText<Format>.title.view(),
                                    .menu = Menu::file,
                                    .place = 120 + Format,
                                    .asks_for = kPictureText<Format>.verb.view(),
                                    .words = io::kPictureFormats[Format].words}...,
                                   {.id = "picture_slide",
                                    .title = "Pictures as a slide, 16:9",
                                    .menu = Menu::file,
                                    .place = 130,
                                    .is_on = is_set<&Prefs::picture_slide>,
                                    .act = fit_pictures<&Prefs::picture_slide, &Prefs::picture_column>,
                                    .words = "export save png svg pdf tikz talk wide ratio"},
                                   {.id = "picture_column",
                                    .title = "Pictures as wide as a paper's column",
                                    .menu = Menu::file,
                                    .place = 131,
                                    .is_on = is_set<&Prefs::picture_column>,
                                    .act = fit_pictures<&Prefs::picture_column, &Prefs::picture_slide>,
                                    .words = "export save png svg pdf tikz latex article width"},
                                   {.id = "picture_rows",
                                    .title = "Pictures of the visible rows only",
                                    .menu = Menu::file,
                                    .place = 132,
                                    .is_on = is_set<&Prefs::picture_rows>,
                                    .act = turn<&Prefs::picture_rows>,
                                    .words = "export save crop part"},
                                   {.id = "picture_caption",
                                    .title = "Pictures with their caption",
                                    .menu = Menu::file,
                                    .place = 133,
                                    .is_on = is_set<&Prefs::picture_caption>,
                                    .act = turn<&Prefs::picture_caption>,
                                    .words = "export save sentence text below"},
                                   {.id = "copy_picture",
                                    .title = "Copy the picture",
                                    .keys = "Ctrl+Alt+C",
                                    .menu = Menu::edit,
                                    .place = 350,
                                    .act = copy_picture,
                                    .words = "clipboard image png screenshot figure drawing slide chat"}});
}
(std::make_index_sequence<io::kPictureFormatCount>());

}  // namespace

const Feature kPictures = {.id = "pictures", .commands = kPictureCommands, .verbs = kPictureVerbs};

}  // namespace tilescope::ui
