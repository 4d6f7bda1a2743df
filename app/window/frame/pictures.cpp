// app/window/frame/pictures.cpp -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#include "app/window/frame/pictures.h"

#include "app/panels/panels.h"
#include "app/publish/picture_formats.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

template <std::size_t Format>
void write_picture(Context c, const std::string& path) {
    const auto sheet = sheet_on_stage(c.document(), c.prefs);
    const auto written = sheet ? io::write_picture(io::kPictureFormats[Format], *sheet, path)
                               : Refusal("The main area shows no picture that can be saved.");
    say_now(c.document(), written ? say("Saved the picture as ", path, ".") : written.why);
}

// Of each picture format: what is typed before the path, and the title of its offer.
struct SaveText {
    FixedText verb, title, type_title;
};
template <std::size_t Format>
constexpr SaveText kSaveText = {{io::kPictureFormats[Format].id, " "},
                                {"Save the picture as ", io::kPictureFormats[Format].title, ": "},
                                {io::kPictureFormats[Format].title, " pictures"}};

template <std::size_t Format>
void save_picture(Context c, const std::string& path) {
    export_file(c, path, kSaveText<Format>.verb.view(), write_picture<Format>);
}

// The number of a format in the table.
consteval std::size_t format_named(std::string_view id) {
    std::size_t at = 0;
    while (io::kPictureFormats[at].id != id) ++at;
    return at;
}

constexpr auto kPictureVerbs = []<std::size_t... Format>(std::index_sequence<Format...>) {
    return std::to_array<PathVerb>(
        {{kSaveText<Format>.verb.view(), kSaveText<Format>.title.view(), save_picture<Format>,
          io::kPictureFormats[Format].extension, kSaveText<Format>.type_title.view()}...});
}

(std::make_index_sequence<io::kPictureFormatCount>());

// A command for each picture format: save_svg, ...
struct PictureText {
    FixedText id, title;
};
template <std::size_t Format>
constexpr PictureText kPictureText = {{"save_", io::kPictureFormats[Format].id},
                                      {"Save the picture as ", io::kPictureFormats[Format].title, " ..."}};
template <std::size_t Format>
void choose_picture_file(Context c) {
    open_chooser(c, kSaveText<Format>.verb.view());
}

constexpr auto kPictureCommands = []<std::size_t... Format>(std::index_sequence<Format...>) {
    return std::to_array<Command>({{.id = kPictureText<Format>.id.view(),
                                    .title = kPictureText<Format>.title.view(),
                                    .menu = Menu::file,
                                    .place = 120 + Format,
                                    .act = choose_picture_file<Format>,
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

void copy_picture(Context c) {
    const auto sheet = sheet_on_stage(c.document(), c.prefs);
    if (!sheet) {
        c.document().status = "The main area shows no picture that can be copied.";
        return;
    }
    const auto png = io::png_picture(*sheet, {});
    if (!png) {
        say_now(c.document(), say("The picture was not copied: ", png.why, "."));
        return;
    }
    const auto taken =
        c.system.offer_picture ? c.system.offer_picture(*png) : Refusal("this window has no connection to a clipboard");
    if (taken) {
        c.document().status = "Copied the picture. It stays on the clipboard until this window closes.";
        return;
    }
    open_chooser(c, kSaveText<format_named("png")>.verb.view());
    say_now(c.document(), say("The clipboard takes no picture: ", taken.why, ". Save it as a file instead."));
}

const Feature kPictures = {.id = "pictures", .commands = kPictureCommands, .verbs = kPictureVerbs};

}  // namespace tilescope::ui
