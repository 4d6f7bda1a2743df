// app/shell/pictures.cpp -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#include "app/shell/pictures.h"

#include "app/io/picture_formats.h"
#include "app/panels/panels.h"
#include "app/shell/batch_file.h"
#include "app/shell/code_texts.h"
#include "app/shell/files.h"
#include "app/shell/fixed_text.h"
#include "app/shell/follow_job.h"
#include "app/shell/live_desk.h"

#include <tilescope/base/say.h>

#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

template <std::size_t Format>
void write_picture(App& app, const std::string& path) {
    const auto scene = picture_on_stage(app);
    const auto written = scene ? io::kPictureFormats[Format].write(sheet_of(*scene), path)
                               : Answer<void>::refuse("The main area shows no picture that can be saved.");
    app.status = written ? say("saved the picture as ", path) : written.why;
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

// The other texts that are written to a file: their verbs are typed before the path.
constexpr std::string_view kReport = "report ", kReportJson = "report-json ", kKernel = "kernel ", kBatch = "csv ",
                           kCode = "code ";

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

std::span<const PathVerb> path_verbs() { return kPathVerbs; }

}  // namespace tilescope::ui
