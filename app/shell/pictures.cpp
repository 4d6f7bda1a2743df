// app/shell/pictures.cpp -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#include "app/shell/pictures.h"

#include "app/io/picture_formats.h"
#include "app/panels/panels.h"
#include "app/shell/batch_file.h"
#include "app/shell/chooser.h"
#include "app/shell/code_texts.h"
#include "app/shell/files.h"
#include "app/shell/fixed_text.h"
#include "app/shell/follow_job.h"
#include "app/shell/live_desk.h"
#include "app/shell/player.h"
#include "app/shell/shown_parts.h"
#include "app/shell/state_lines.h"

#include <tilescope/base/say.h>

#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

template <std::size_t Format>
void write_picture(App& app, const std::string& path) {
    const auto sheet = sheet_on_stage(app);
    const auto written = sheet ? io::write_picture(io::kPictureFormats[Format], *sheet, path)
                               : Answer<void>::refuse("The main area shows no picture that can be saved.");
    say_now(app, written ? say("Saved the picture as ", path, ".") : written.why);
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
void save_picture(App& app, const std::string& path) {
    export_file(app, path, kSaveText<Format>.verb.view(), write_picture<Format>);
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
          [](App& app, const std::string& path) { export_file(app, path, kReport, save_report); }, "md", "Markdown",
          "-report"},
         {kReportJson, "Save the report as JSON: ",
          [](App& app, const std::string& path) { export_file(app, path, kReportJson, save_report_json); }, "json",
          "JSON", "-report"},
         {kKernel, "Save the kernel as PTX: ",
          [](App& app, const std::string& path) { export_file(app, path, kKernel, save_kernel); }, "ptx", "PTX",
          "-kernel"},
         {kBatch, "Save the table of pasted words as CSV: ",
          [](App& app, const std::string& path) { export_file(app, path, kBatch, save_batch); }, "csv", "CSV",
          "-words"},
         {kPage, "Save a report as HTML: ",
          [](App& app, const std::string& path) { export_file(app, path, kPage, save_report_page); }, "html", "HTML",
          "-report"},
         {kAnimation, "Save the animation as GIF or animated PNG: ",
          [](App& app, const std::string& path) { export_file(app, path, kAnimation, save_animation); }, "gif",
          "Animations", "-animation"},
         {kCode,
          "Save the code as: ", [](App& app, const std::string& path) { export_file(app, path, kCode, save_code); },
          "txt", "Code", "-mma", code_extension},
         {kSaveText<Format>.verb.view(), kSaveText<Format>.title.view(), save_picture<Format>,
          io::kPictureFormats[Format].extension, kSaveText<Format>.type_title.view()}...});
}
(std::make_index_sequence<io::kPictureFormatCount>());

}  // namespace

std::optional<Scene> picture_on_stage(const App& app) {
    const StageTab* tab = tab_of(app.view_state);
    for (const Panel& panel : all_panels()) {
        const bool shown = panel.region == Region::stage && (panel.screens & on(app.view_state.screen)) != 0;
        if (!shown || panel.picture == nullptr || (panel.tab && tab && *panel.tab != *tab)) continue;
        return panel.picture({app.view_state, app.derived, app.results, app.states});
    }
    return std::nullopt;
}

std::optional<Sheet> sheet_on_stage(const App& app) {
    const PlayerState& player = app.states.player;
    if (player.id && player.animation)
        return sheet_of(
            frame_of(*player.animation, player.time.step, app.prefs.reduced_motion ? 1 : moved_part(player.time.part)),
            SheetOptions{});
    const auto scene = picture_on_stage(app);
    return scene ? std::optional(sheet_of(*scene)) : std::nullopt;
}

void copy_picture(App& app) {
    const auto sheet = sheet_on_stage(app);
    if (!sheet) {
        app.status = "The main area shows no picture that can be copied.";
        return;
    }
    const auto png = io::png_picture(*sheet, {});
    if (!png) {
        say_now(app, say("The picture was not copied: ", png.why, "."));
        return;
    }
    const auto taken = app.offer_picture ? app.offer_picture(*png)
                                         : Answer<void>::refuse("this window has no connection to a clipboard");
    if (taken) {
        app.status = "Copied the picture. It stays on the clipboard until this window closes.";
        return;
    }
    open_chooser(app, kSaveText<format_named("png")>.verb.view());
    say_now(app, say("The clipboard takes no picture: ", taken.why, ". Save it as a file instead."));
}

std::span<const PathVerb> path_verbs() { return kPathVerbs; }

}  // namespace tilescope::ui
