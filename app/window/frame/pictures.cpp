// app/window/frame/pictures.cpp -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#include "app/window/frame/pictures.h"

#include "app/panels/panels.h"
#include "app/publish/picture_formats.h"
#include "app/window/code/code_texts.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/files.h"
#include "app/window/documents/state_lines.h"
#include "app/window/frame/fixed_text.h"
#include "app/window/frame/path_verb.h"
#include "app/window/frame/said.h"
#include "app/window/guide/player.h"
#include "app/window/paste/batch_file.h"
#include "app/window/paste/follow_job.h"
#include "app/window/run/live_desk.h"

#include <tilescope/base/say.h>

#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

template <std::size_t Format>
void write_picture(Context c, const std::string& path) {
    const auto sheet = sheet_on_stage(c.document(), c.prefs);
    const auto written = sheet ? io::write_picture(io::kPictureFormats[Format], *sheet, path)
                               : Answer<void>::refuse("The main area shows no picture that can be saved.");
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

// The other texts that are written to a file: their verbs are typed before the path.
constexpr std::string_view kReport = "report ", kReportJson = "report-json ", kKernel = "kernel ", kBatch = "csv ",
                           kAnimation = "animation ", kCode = "code ", kPage = "html ";

constexpr auto kPathVerbs = []<std::size_t... Format>(std::index_sequence<Format...>) {
    return std::to_array<PathVerb>(
        {{"open ", "Open ", open_file},
         {"follow ", "Follow ", follow_file},
         {"compare ", "Compare with the session of ", compare_with_file},
         {"save ", "Save as ", save_file_as, "json", "Sessions (.json)"},
         {kReport, "Save the report as Markdown: ",
          [](Context c, const std::string& path) { export_file(c, path, kReport, save_report); }, "md", "Markdown",
          "-report"},
         {kReportJson, "Save the report as JSON: ",
          [](Context c, const std::string& path) { export_file(c, path, kReportJson, save_report_json); }, "json",
          "JSON", "-report"},
         {kKernel, "Save the kernel as PTX: ",
          [](Context c, const std::string& path) { export_file(c, path, kKernel, save_kernel); }, "ptx", "PTX",
          "-kernel"},
         {kBatch, "Save the table of pasted words as CSV: ",
          [](Context c, const std::string& path) { export_file(c, path, kBatch, save_batch); }, "csv", "CSV", "-words"},
         {kPage, "Save a report as HTML: ",
          [](Context c, const std::string& path) { export_file(c, path, kPage, save_report_page); }, "html", "HTML",
          "-report"},
         {kAnimation, "Save the animation as GIF or animated PNG: ",
          [](Context c, const std::string& path) { export_file(c, path, kAnimation, save_animation); }, "gif",
          "Animations", "-animation"},
         {kCode,
          "Save the code as: ", [](Context c, const std::string& path) { export_file(c, path, kCode, save_code); },
          "txt", "Code", "-mma", code_extension},
         {kSaveText<Format>.verb.view(), kSaveText<Format>.title.view(), save_picture<Format>,
          io::kPictureFormats[Format].extension, kSaveText<Format>.type_title.view()}...});
}
(std::make_index_sequence<io::kPictureFormatCount>());

}  // namespace

std::optional<Scene> picture_on_stage(const Document& doc) {
    const StageTab* tab = tab_of(doc.view_state);
    for (const Panel& panel : all_panels()) {
        const bool shown = panel.region == Region::stage && (panel.screens & on(doc.view_state.screen)) != 0;
        if (!shown || panel.picture == nullptr || (panel.tab && tab && *panel.tab != *tab)) continue;
        return panel.picture({doc.view_state, doc.derived, doc.results, doc.states});
    }
    return std::nullopt;
}

std::optional<Sheet> sheet_on_stage(const Document& doc, const Prefs& prefs) {
    const PlayerState& player = doc.states.player;
    if (player.id && player.animation)
        return sheet_of(
            frame_of(*player.animation, player.time.step, prefs.reduced_motion ? 1 : moved_part(player.time.part)),
            SheetOptions{});
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
    const auto taken = c.system.offer_picture ? c.system.offer_picture(*png)
                                              : Answer<void>::refuse("this window has no connection to a clipboard");
    if (taken) {
        c.document().status = "Copied the picture. It stays on the clipboard until this window closes.";
        return;
    }
    open_chooser(c, kSaveText<format_named("png")>.verb.view());
    say_now(c.document(), say("The clipboard takes no picture: ", taken.why, ". Save it as a file instead."));
}

std::span<const PathVerb> path_verbs() { return kPathVerbs; }

}  // namespace tilescope::ui
