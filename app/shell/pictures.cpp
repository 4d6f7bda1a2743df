// app/shell/pictures.cpp -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#include "app/shell/pictures.h"

#include "app/io/file.h"
#include "app/io/raster.h"
#include "app/shell/files.h"

#include <tilescope/base/say.h>
#include <tilescope/export/picture.h>
#include <tilescope/scene/mask_scene.h>
#include <tilescope/scene/result_scene.h>

namespace tilescope::ui {
namespace {

constexpr double kPngScale = 2;  // for high-resolution screens and for slides

std::optional<Scene> unless_empty(const Scene& scene) {
    return scene.grids.empty() ? std::nullopt : std::optional(scene);
}

std::optional<Scene> picture_of(const App& app, StageTab tab) {
    const PanelStates& s = app.states;
    switch (tab) {
    case StageTab::memory: return unless_empty(s.memory.cache[app.look.operand].scene);
    case StageTab::banks: return unless_empty(s.banks.cache.on.scene);
    case StageTab::f2: return unless_empty(s.f2.picture.scene);
    case StageTab::tensor_map: return unless_empty(s.tensor_map.cache[app.look.operand].scene);
    case StageTab::tmem: return unless_empty(s.tmem.kept.scene);
    case StageTab::scales: return unless_empty(s.scales.kept.scene);
    case StageTab::sparse: return unless_empty(s.sparse.kept.scene);
    case StageTab::result:
        return app.results.emulation ? unless_empty(result_scene(*app.results.emulation)) : std::nullopt;
    case StageTab::layout:
    case StageTab::form:
    case StageTab::legality: break;
    }
    return std::nullopt;
}

Answer<void> write_svg(const Sheet& sheet, const std::string& path) { return io::write_text(path, to_svg(sheet)); }
Answer<void> write_tikz(const Sheet& sheet, const std::string& path) { return io::write_text(path, to_tikz(sheet)); }
Answer<void> write_png(const Sheet& sheet, const std::string& path) {
    const auto image = io::raster(sheet, kPngScale);
    return image ? io::write_png(path, *image) : Answer<void>::refuse(image.why);
}

template <auto Write>
void write_picture(App& app, const std::string& path) {
    const auto scene = picture_on_stage(app);
    const auto written =
        scene ? Write(sheet_of(*scene), path) : Answer<void>::refuse("The stage shows no picture that could be saved.");
    app.status = written ? say("saved the picture as ", path) : written.why;
}

void save_svg(App& app, const std::string& path) { export_file(app, path, "svg ", write_picture<write_svg>); }
void save_tikz(App& app, const std::string& path) { export_file(app, path, "tikz ", write_picture<write_tikz>); }
void save_png(App& app, const std::string& path) { export_file(app, path, "png ", write_picture<write_png>); }

constexpr PathVerb kPathVerbs[] = {{"open ", "Open ", open_file},
                                   {"save ", "Save as ", save_file_as},
                                   {"svg ", "Save the picture as SVG: ", save_svg},
                                   {"tikz ", "Save the picture as TikZ: ", save_tikz},
                                   {"png ", "Save the picture as PNG: ", save_png}};

}  // namespace

std::optional<Scene> picture_on_stage(const App& app) {
    if (app.look.screen == Screen::mask) return unless_empty(mask_scene(app.derived.mask_examples));
    Look look = app.look;
    const StageTab* tab = tab_of(look);
    return tab ? picture_of(app, *tab) : std::nullopt;
}

std::span<const PathVerb> path_verbs() { return kPathVerbs; }

}  // namespace tilescope::ui
