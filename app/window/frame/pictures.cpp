// app/window/frame/pictures.cpp -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/publish/picture_formats.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

// Returns the picture on the stage with all its cells. Returns nothing if the stage shows no picture.
std::optional<Scene> picture_on_stage(const Document& doc) {
    const StageTab* tab = tab_of(doc.view_state);
    for (const Panel& panel : all_panels()) {
        const bool shown = panel.region == Region::stage && (panel.screens & on(doc.view_state.screen)) != 0;
        if (!shown || panel.picture == nullptr || (panel.tab && tab && *panel.tab != *tab)) continue;
        return panel.picture({doc.view_state, doc.derived, doc.results, doc.states});
    }
    return std::nullopt;
}

}  // namespace

std::optional<Sheet> sheet_on_stage(const Document& doc, const Prefs& prefs) {
    if (const StageShow* show = show_on_stage(doc))
        if (auto sheet = show->sheet(doc, prefs)) return sheet;
    const auto scene = picture_on_stage(doc);
    return scene ? std::optional(sheet_of(*scene)) : std::nullopt;
}

namespace {

void write_picture(Document& doc, const Prefs& prefs, const std::string& path, std::size_t format) {
    const auto sheet = sheet_on_stage(doc, prefs);
    const auto written = sheet ? io::write_picture(io::kPictureFormats[format], *sheet, path)
                               : Refusal("The main area shows no picture that can be saved.");
    say_now(doc, written ? say("Saved the picture as ", path, ".") : written.why);
}

// Puts the picture on the stage on the clipboard, as PNG. If the system takes no pictures, says so and asks for a file.
void copy_picture(Context c) {
    Document& doc = c.document();
    // A number that was being typed is in the session, but not yet in the picture.
    if (c.regions.drawn_revision != doc.revision) return doc.requests.ask("copy_picture");
    const auto sheet = sheet_on_stage(doc, c.prefs);
    if (!sheet) return void(doc.status = "The main area shows no picture that can be copied.");
    const auto png = io::png_picture(*sheet, {});
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
