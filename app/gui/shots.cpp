// app/gui/shots.cpp -- writes pictures of every screen for a person to check: --shots FOLDER.
// SPDX-License-Identifier: MIT
#include "app/gui/shots.h"

#include "app/gui/app_client.h"
#include "app/gui/loop.h"
#include "app/shell/commands.h"
#include "app/shell/frame.h"

#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>
#include <tilescope/word/codec.h>

#include <cstdio>
#include <filesystem>
#include <utility>

namespace tilescope::ui {
namespace {

struct Shot {
    std::string_view name, preset, command;
    Focus selected;
    std::optional<StageTab> tab = {};  // for screens with tabs
    TmemGrain grain = TmemGrain::overview;
};

// Adds a TMA copy of A, and a descriptor that reads half of A from other addresses.
Session with_copy(Session session) {
    session.tensor_map.a = copy_from_descriptor(derive(session), Operand::a);
    const Field& sbo = *find_field(*derive(session).of(WordId::a_desc).format, "sbo");
    return apply_edit(session, SetField{WordId::a_desc, &sbo, 96});
}

// Halves the stride of A, so the instruction reads wrong rows.
Session with_wrong_stride(Session session) {
    const Field& sbo = *find_field(*derive(session).of(WordId::a_desc).format, "sbo");
    session.recipe[static_cast<std::size_t>(RecipeOf::a)] = {.kind = RecipeKind::random};
    session.run.steps = 0;
    return apply_edit(session, SetField{WordId::a_desc, &sbo, 32});
}

Session session_of(const Shot& shot) {
    Session session = find_preset(shot.preset)->session();
    if (shot.name == "tensor-map") return with_copy(std::move(session));
    return shot.name == "result-difference" ? with_wrong_stride(std::move(session)) : session;
}

const Shot kShots[] = {
    {"memory", "k_major_128b_f16", "screen_1", ElementFocus{Matrix::a, 3, 24}},
    {"memory-mn", "mn_major_128b_bf16", "screen_1", ElementFocus{Matrix::a, 70, 9}},
    {"banks", "k_major_128b_f16", "screen_1", ElementFocus{Matrix::a, 3, 24}, StageTab::banks},
    {"banks-off", "k_major_128b_f16", "swizzle", {}, StageTab::banks},
    {"layout", "k_major_128b_f16", "screen_1", {}, StageTab::layout},
    {"f2", "k_major_128b_f16", "screen_1", ElementFocus{Matrix::a, 3, 24}, StageTab::f2},
    {"tensor-map", "k_major_128b_f16", "screen_1", ElementFocus{Matrix::a, 8, 24}, StageTab::tensor_map},
    {"tensor-map-none", "mn_major_128b_bf16", "screen_1", {}, StageTab::tensor_map},
    {"instruction", "k_major_128b_f16", "screen_2", BitFocus{WordId::idesc, 17}},
    {"legality", "k_major_128b_f16", "screen_2", {}, StageTab::legality},
    {"mask", "zero_mask_ws", "screen_3", MaskFocus{7}},
    {"tmem", "k_major_128b_f16", "screen_4", ElementFocus{Matrix::d, 5, 17}},
    {"tmem-scaled", "block_scaled_mxf4nvf4", "screen_4", CellFocus{0, 33, 385}},
    {"scales", "block_scaled_mxf4nvf4", "screen_4", ScaleFocus{Operand::a, 33, 2}, StageTab::scales},
    {"sparse", "sparse_f16", "screen_4", ElementFocus{Matrix::a, 9, 10}, StageTab::sparse},
    {"tmem-pair", "pair_a_in_tmem", "screen_4", ElementFocus{Matrix::d, 6, 40}},
    {"tmem-cells", "sparse_f16", "screen_4", ElementFocus{Matrix::d, 5, 17}, StageTab::tmem, TmemGrain::cell},
    {"tmem-none", "wgmma_128b_f16", "screen_4", {}},
    {"scales-none", "k_major_128b_f16", "screen_4", {}, StageTab::scales},
    {"result", "k_major_128b_f16", "screen_4", ElementFocus{Matrix::d, 5, 17}, StageTab::result},
    {"result-difference", "k_major_128b_f16", "screen_4", ElementFocus{Matrix::d, 70, 17}, StageTab::result},
    {"result-scaled", "block_scaled_mxf4nvf4", "screen_4", {}, StageTab::result},
    {"result-wgmma", "wgmma_128b_f16", "screen_4", ElementFocus{Matrix::d, 5, 17}, StageTab::result},
    {"run", "k_major_128b_f16", "screen_5", ElementFocus{Matrix::d, 5, 17}, StageTab::live},
    {"run-kernel", "wgmma_128b_f16", "screen_5", {}, StageTab::kernel},
    {"palette", "k_major_128b_f16", "palette", {}},
};

struct Size {
    int width, height;
    float scale;
};
constexpr Size kSizes[] = {{1280, 720, 1}, {1440, 900, 1}, {1920, 1080, 1.25f}};

int take(const WindowSystem& windows, const Options& given, const Shot& shot, const Size& size, bool dark) {
    Options options = given;
    options.window = {.width = size.width, .height = size.height, .monitor_scale = size.scale, .hidden = true};
    options.dark = dark;
    options.file.clear();
    options.shot = say(given.shots, "/", shot.name, dark ? "-dark-" : "-", size.width, "x", size.height, ".png");
    AppClient client(options);
    client.app.prefs = {};
    start(client.app, session_of(shot));
    if (const Command* command = find_command(shot.command)) run_command(client.app, command);
    client.app.view_state.selection = shot.selected;
    client.app.view_state.tmem_grain = shot.grain;
    if (shot.name == "result-difference") client.app.view_state.result_show = ResultShow::difference;
    if (StageTab* tab = tab_of(client.app.view_state); tab && shot.tab) *tab = *shot.tab;
    client.app.requests.view_state = client.app.view_state;
    const auto window = windows.open(options.window, client);
    if (!window) {
        std::fprintf(stderr, "%s\n", window.why.c_str());
        return 3;
    }
    return take_picture(**window, client, options);
}

}  // namespace

int take_all_pictures(const WindowSystem& windows, const Options& options) {
    std::error_code why;
    std::filesystem::create_directories(options.shots, why);
    if (why) {
        std::fprintf(stderr, "%s: %s\n", options.shots.c_str(), why.message().c_str());
        return 2;
    }
    for (const Shot& shot : kShots)
        for (const Size& size : kSizes)
            for (const bool dark : {false, true})
                if (const int status = take(windows, options, shot, size, dark); status != 0) return status;
    return 0;
}

}  // namespace tilescope::ui
