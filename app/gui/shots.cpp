// app/gui/shots.cpp -- writes pictures of every screen for a person to check: --shots FOLDER.
// SPDX-License-Identifier: MIT

#include "app/gui/app_client.h"
#include "app/io/program.h"
#include "app/publish/picture_formats.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <deque>
#include <filesystem>
#include <future>
#include <utility>

namespace tilescope::ui {
namespace {

struct Shot {
    std::string_view name, preset, command;
    Focus selected;
    std::optional<StageTab> tab = {};  // for screens with tabs
    TmemGrain grain = TmemGrain::overview;
    std::optional<Screen> screen = {};  // before the command
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
    {"mma", "k_major_128b_f16", "screen_1", ElementFocus{Matrix::d, 8, 17}},
    {"mma-scaled", "block_scaled_mxf4nvf4", "screen_1", ElementFocus{Matrix::d, 8, 17}},
    {"mma-wgmma", "wgmma_128b_f16", "screen_1", {}},
    {"memory", "k_major_128b_f16", "screen_2", ElementFocus{Matrix::a, 3, 24}},
    {"memory-mn", "mn_major_128b_bf16", "screen_2", ElementFocus{Matrix::a, 70, 9}},
    {"before-after", "k_major_128b_f16", "screen_2", ElementFocus{Matrix::a, 3, 24}, StageTab::before_after},
    {"banks", "k_major_128b_f16", "screen_2", ElementFocus{Matrix::a, 3, 24}, StageTab::banks},
    {"banks-off", "k_major_128b_f16", "swizzle", {}, StageTab::banks},
    {"layout", "k_major_128b_f16", "screen_2", {}, StageTab::layout},
    {"f2", "k_major_128b_f16", "screen_2", ElementFocus{Matrix::a, 3, 24}, StageTab::f2},
    {"tensor-map", "k_major_128b_f16", "screen_2", ElementFocus{Matrix::a, 8, 24}, StageTab::tensor_map},
    {"tensor-map-none", "mn_major_128b_bf16", "screen_2", {}, StageTab::tensor_map},
    {"instruction", "k_major_128b_f16", "screen_3", BitFocus{WordId::idesc, 17}},
    {"legality", "k_major_128b_f16", "screen_3", {}, StageTab::legality},
    {"mask", "zero_mask_ws", "screen_4", MaskFocus{7}},
    {"tmem", "k_major_128b_f16", "screen_5", ElementFocus{Matrix::d, 5, 17}},
    {"tmem-scaled", "block_scaled_mxf4nvf4", "screen_5", CellFocus{0, 33, 385}},
    {"scales", "block_scaled_mxf4nvf4", "screen_5", ScaleFocus{Operand::a, 33, 2}, StageTab::scales},
    {"sparse", "sparse_f16", "screen_5", ElementFocus{Matrix::a, 9, 10}, StageTab::sparse},
    {"tmem-pair", "pair_a_in_tmem", "screen_5", ElementFocus{Matrix::d, 6, 40}},
    {"tmem-cells", "sparse_f16", "screen_5", ElementFocus{Matrix::d, 5, 17}, StageTab::tmem, TmemGrain::cell},
    {"tmem-none", "wgmma_128b_f16", "screen_5", {}},
    {"scales-none", "k_major_128b_f16", "screen_5", {}, StageTab::scales},
    {"result", "k_major_128b_f16", "screen_5", ElementFocus{Matrix::d, 5, 17}, StageTab::result},
    {"result-difference", "k_major_128b_f16", "screen_5", ElementFocus{Matrix::d, 70, 17}, StageTab::result},
    {"result-scaled", "block_scaled_mxf4nvf4", "screen_5", {}, StageTab::result},
    {"result-wgmma", "wgmma_128b_f16", "screen_5", ElementFocus{Matrix::d, 5, 17}, StageTab::result},
    {"run", "k_major_128b_f16", "screen_6", ElementFocus{Matrix::d, 5, 17}, StageTab::live},
    {"run-kernel", "wgmma_128b_f16", "screen_6", {}, StageTab::kernel},
    {"palette", "k_major_128b_f16", "palette", {}},
    {"start", "k_major_128b_f16", "start_page", {}},
    {"present-before-after", "k_major_128b_f16", "present", {}, StageTab::before_after, {}, Screen::memory},
    {"present-mma", "k_major_128b_f16", "present", {}},
    {"present-memory", "k_major_128b_f16", "present", ElementFocus{Matrix::a, 3, 24}, {}, {}, Screen::memory},
    {"present-word", "k_major_128b_f16", "present", {}, {}, {}, Screen::instruction},
    {"present-tmem", "block_scaled_mxf4nvf4", "present", {}, {}, {}, Screen::tmem},
};

struct Size {
    int width, height;
};
constexpr Size kSizes[] = {{1280, 720}, {1440, 900}, {1920, 1080}};
constexpr float kScales[] = {1, 1.5f, 2};

// Writes pictures on other threads, because compressing one takes as long as drawing one.
class Writer {
public:
    // Waits while many pictures are not written yet.
    void write(std::string path, io::Image image) {
        constexpr std::size_t kMostWaiting = 8;
        if (writing_.size() == kMostWaiting) wait_for_first();
        writing_.push_back(std::async(std::launch::async, [path = std::move(path), image = std::move(image)] {
            return io::write_png(path, image);
        }));
    }
    // Returns why a picture could not be written; empty: all are.
    std::string finish() {
        while (!writing_.empty()) wait_for_first();
        return why_;
    }

private:
    void wait_for_first() {
        const auto done = writing_.front().get();
        writing_.pop_front();
        if (!done && why_.empty()) why_ = done.why;
    }

    std::deque<std::future<Answer<void>>> writing_;
    std::string why_;
};

void prepare(AppClient& client, const Shot& shot) {
    client.app.prefs = {};
    start(client.app.document(), session_of(shot));
    if (shot.screen) run_command(client.app.context(), screen_command(*shot.screen));
    run_command(client.app.context(), command(shot.command));
    client.app.document().view_state.selection = shot.selected;
    client.app.document().view_state.tmem_grain = shot.grain;
    if (shot.name == "result-difference") client.app.document().view_state.result_show = ResultShow::difference;
    if (StageTab* tab = tab_of(client.app.document().view_state); tab && shot.tab) *tab = *shot.tab;
    client.app.document().requests.view_state = client.app.document().view_state;
}

// All pictures of one screen come from one window: opening one costs more than drawing ten frames.
int take(const WindowSystem& windows, const Options& given, const Shot& shot, Writer& writer) {
    Options options = given;
    options.window = {
        .width = kSizes[0].width, .height = kSizes[0].height, .monitor_scale = kScales[0], .hidden = true};
    options.file.clear();
    AppClient client(options);
    prepare(client, shot);
    const auto window = windows.open(options.window, client);
    if (!window) {
        io::print_error(window.why + "\n");
        return 3;
    }
    for (const float scale : kScales)
        for (const Size& size : kSizes)
            for (const bool dark : {false, true}) {
                client.request_theme(dark);
                client.app.overlays.presentation.dark = dark;
                (*window)->resize(size.width, size.height, scale);
                writer.write(say(given.shots, "/", shot.name, dark ? "-dark-" : "-", size.width, "x", size.height, "-",
                                 static_cast<int>(scale * 100), ".png"),
                             settled_picture(**window, client));
            }
    return 0;
}

}  // namespace

int take_all_pictures(const WindowSystem& windows, const Options& options) {
    std::error_code why;
    std::filesystem::create_directories(options.shots, why);
    if (why) {
        io::print_error(say(options.shots, ": ", why.message(), "\n"));
        return 2;
    }
    Writer writer;
    for (const Shot& shot : kShots)
        if (const int status = take(windows, options, shot, writer); status != 0) return status;
    const std::string refused = writer.finish();
    if (!refused.empty()) io::print_error(refused + "\n");
    return refused.empty() ? 0 : 3;
}

}  // namespace tilescope::ui
