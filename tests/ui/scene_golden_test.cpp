// tests/ui/scene_golden_test.cpp -- the pictures in tests/data/scenes are what the panels draw.
// SPDX-License-Identifier: MIT
#include "tests/support/live_record.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"
#include "tests/ui/scene_text.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/presets.h>
#include <tilescope/export/sheet.h>
#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>

namespace tilescope::ui {
namespace {

const std::filesystem::path kScenes = TILESCOPE_SOURCE_DIR "/tests/data/scenes";

// A preset, or a preset with one change. A change without effect on a picture needs no file.
struct Variation {
    std::string_view name, preset;
    // The stored value of a field of A's descriptor that is wrong. The memory stays as the preset's words say.
    std::string_view field = {};
    std::uint64_t raw = 0;
    unsigned tmem_cta = 0;
    Operand operand = Operand::a;
    // Only the picture of this panel is stored; empty: all that change.
    std::string_view panel = {};
    bool emulated = true;
    // D has its numbers after this K step.
    std::optional<unsigned> after_step = {};
    // The start of B, as text; empty: as the preset says.
    std::string_view start_b = {};
};
constexpr Variation kVariations[] = {
    {"wrong_sbo", "k_major_128b_f16", "sbo", 32},
    {.name = "cta_1", .preset = "pair_a_in_tmem", .tmem_cta = 1},
    {.name = "b", .preset = "block_scaled_mxf4nvf4", .operand = Operand::b},
    {.name = "before", .preset = "k_major_128b_f16", .panel = "mma", .emulated = false},
    {.name = "before", .preset = "zero_mask_ws", .panel = "mma", .emulated = false},
    {.name = "before", .preset = "pair_a_in_tmem", .panel = "mma", .emulated = false},
    {.name = "step_1", .preset = "k_major_64b_bf16", .panel = "mma", .after_step = 1},
    {.name = "overlap", .preset = "k_major_128b_f16", .panel = "memory", .start_b = "0x2400"},
};

// One document for the pictures of all panels.
struct Drawn {
    Session session;
    ViewState view_state;
    Results results;
};

Session session_of(const Preset& preset) {
    Session session = preset.session();
    const Derived derived = derive(session);
    for (const Operand o : kBothOperands)
        if (derived.of(o).placed() && can_be_copied(*derived.of(o).layout.type))
            session.tensor_map[o] = copy_from_descriptor(derived, o);
    return session;
}

Session varied(const Session& session, const Variation& variation) {
    if (!variation.start_b.empty()) {
        const Field& start = field_in(*derive(session).of(WordId::b_desc).format, "start");
        return apply_edit(session, SetField{WordId::b_desc, &start, *raw_for(start, variation.start_b)});
    }
    if (variation.after_step) return apply_edit(session, SetRun{{.first_step = 0, .steps = 0}});
    if (variation.field.empty()) return session;
    const Field& field = field_in(*derive(session).of(WordId::a_desc).format, variation.field);
    return apply_edit(session, SetField{WordId::a_desc, &field, variation.raw});
}

Results results_of(const Session& session) {
    PanelHarness h(draw_result_panel);
    h.session = session;
    h.emulate();
    return h.results;
}

// The panel shows `before` first: a picture must not stay when its session is gone.
std::optional<Scene> picture_of(const Panel& panel, const Drawn& before, const Drawn& drawn) {
    PanelHarness h(panel.draw, {1200, 900});
    h.session = before.session;
    h.results = before.results;
    h.frames(1);
    h.session = drawn.session;
    h.view_state = drawn.view_state;
    h.results = drawn.results;
    h.live.on = true;
    if (h.results.emulation) h.live.runs.push_back(run_with_one_difference(*h.results.emulation));
    h.states.run.shown = 1;
    h.frames(3);
    const Derived derived = derive(h.session, h.revision());
    const std::optional<Scene> shown = panel.picture({h.view_state, derived, h.results, h.states});
    // `render`, lessons and reports draw what the window draws. Only the window has the D of a GPU.
    const Answer<Scene> of_core = picture_of(panel.id, derived, h.view_state, h.results);
    EXPECT_EQ(of_core ? 1 : 0, shown ? 1 : 0) << panel.id << ": " << of_core.why;
    if (of_core && shown && panel.id != "live") {
        EXPECT_EQ(scene_difference(scene_text(*of_core), scene_text(*shown)), "") << panel.id;
    }
    return shown;
}

std::string stored(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

bool updates_scenes() {
    const char* update = std::getenv("TILESCOPE_UPDATE");
    return update && std::string_view(update) == "ui";
}

// Why the window could not draw or export the grid.
std::string wrong_arrays(const Cells& cells) {
    const std::size_t count = cells.at(cells.rows, 0);
    const bool all = cells.tone.size() == count && cells.mark.size() == count && cells.label.size() == count &&
                     cells.key.size() == count && cells.lit.size() == count;
    return all ? "" : "an array of the grid " + cells.id + " has not one value for each cell";
}

using Texts = std::map<std::string_view, std::string>;  // of panels, by their ids

class GoldenScenes : public testing::Test {
protected:
    static std::string picture_text(const Panel& panel, const Drawn& before, const Drawn& drawn) {
        const std::optional<Scene> scene = picture_of(panel, before, drawn);
        if (!scene) return {};
        for (const Cells& cells : scene->grids) {
            const std::string wrong = wrong_arrays(cells);
            EXPECT_EQ(wrong, "") << panel.id;
            if (!wrong.empty()) return {};
        }
        EXPECT_FALSE(sheet_of(*scene).cells.empty()) << panel.id << " cannot be exported";
        return scene_text(*scene);
    }
    void compare(std::string_view panel, std::string_view name, const std::string& text) {
        const std::string file = say(panel, "_", name, ".txt");
        EXPECT_TRUE(files.insert(file).second) << file << " is in the list twice";
        if (updates_scenes()) std::ofstream(kScenes / file) << text;
        EXPECT_EQ(scene_difference(stored(kScenes / file), text), "")
            << file << ": if the new picture is right, run ./test --update ui, then check the diff";
    }
    // `before`: pictures that need no file a second time. `only`: the panel; empty: all.
    Texts compare_all(std::string_view name, const Drawn& drawn, const Texts& before, std::string_view only = {}) {
        Texts out;
        for (const Panel& panel : all_panels()) {
            if (panel.picture == nullptr || (!only.empty() && panel.id != only)) continue;
            const std::string text = picture_text(panel, last, drawn);
            const auto same = before.find(panel.id);
            if (text.empty() || (same != before.end() && same->second == text)) continue;
            compare(panel.id, name, text);
            out[panel.id] = text;
        }
        last = drawn;
        return out;
    }
    Drawn last;
    std::set<std::string> files = {"README.md"};
};

// ./test --update ui writes the files again.
TEST_F(GoldenScenes, AreWhatThePanelsDraw) {
    std::set<std::string_view> seen;
    std::size_t variations = 0;
    for (const Preset& preset : presets()) {
        const Session session = session_of(preset);
        const Texts plain = compare_all(preset.id, {session, {}, results_of(session)}, {});
        for (const auto& [panel, text] : plain) seen.insert(panel);
        for (const Variation& v : kVariations) {
            if (v.preset != preset.id) continue;
            const Session changed = varied(session, v);
            const ViewState look{.operand = v.operand,
                                 .k_step = v.after_step.value_or(0),
                                 .sums = v.after_step.has_value(),
                                 .tmem_cta = v.tmem_cta};
            const Results results = v.emulated ? results_of(changed) : Results{};
            EXPECT_FALSE(compare_all(say(v.preset, "_", v.name), {changed, look, results}, plain, v.panel).empty())
                << v.name << " changes no picture";
            ++variations;
        }
    }
    EXPECT_EQ(variations, std::size(kVariations));
    for (const Panel& panel : all_panels())
        EXPECT_EQ(seen.contains(panel.id), panel.picture != nullptr) << panel.id << ": no preset shows its picture";
    for (const auto& entry : std::filesystem::directory_iterator(kScenes))
        EXPECT_TRUE(files.contains(entry.path().filename())) << entry.path() << " belongs to no picture";
}

// A stored picture with one other tone fails, and the sentence says where.
TEST(SceneText, NamesTheCellThatDiffers) {
    const Panel& memory = *panel_with_id("memory");
    Scene scene = *picture_of(memory, {}, {});
    const std::string before = scene_text(scene);
    EXPECT_EQ(scene_difference(before, scene_text(scene)), "");
    Cells& cells = scene.grids.at(1);
    cells.tone[cells.at(9, 5)] = Tone::wrong;
    EXPECT_EQ(scene_difference(before, scene_text(scene)),
              "grid memory_a, row 9, column 5: 'step4 4' is stored, the picture has 'wrong 4' (1 difference)");
    scene.grids.at(0).label[7] = 70;
    scene.grids.at(0).lit[0] = 0;
    scene.grids.at(0).mark[2] = Mark::crossed;
    EXPECT_EQ(scene_difference(before, scene_text(scene)),
              "grid tile_a, row 0, column 0: 'step0 0 lit' is stored, the picture has 'step0 0' (4 differences)");
    scene = *picture_of(memory, {}, {});
    scene.grids.at(1).title = "X";
    scene.arrows.at(1).to_row = 9;
    scene.legend.pop_back();
    EXPECT_EQ(scene_difference(before, scene_text(scene)),
              "grid memory_a: 'MEMORY  line = 128 bytes' is stored, the picture has 'X' (3 differences)");
    EXPECT_EQ(scene_difference("", before).substr(0, 39), "sentence: nothing is stored, the pictur");
}

// Every form of a run is read back as the cells that it came from.
TEST(SceneText, KeepsEveryCell) {
    Cells cells{.id = "g", .title = "T", .row_axis = "r", .column_axis = "c"};
    cells.rows = 12, cells.columns = 11;
    cells.make_empty(Tone::used);
    for (int r = 0; r < cells.rows; ++r)
        for (int c = 0; c < cells.columns; ++c) {
            const std::size_t at = cells.at(r, c);
            cells.tone[at] = c < 9 ? static_cast<Tone>((r + c) % 8) : Tone::used;
            cells.label[at] = c % 5 == 4 ? kNoLabel : c < 4 ? r + 3 * c : r - c;
            cells.mark[at] = c == 7 ? Mark::hatched : Mark::none;
            cells.lit[at] = c > 8;
        }
    Scene scene{.grids = {cells}};
    const std::string text = scene_text(scene);
    for (int r = 0; r < cells.rows; ++r)
        for (int c = 0; c < cells.columns; ++c) {
            Scene other = scene;
            std::int32_t& label = other.grids[0].label[cells.at(r, c)];
            label = label == kNoLabel ? 500 : label + 1;
            const std::string found = scene_difference(text, scene_text(other));
            ASSERT_TRUE(found.starts_with(say("grid g, row ", r, ", column ", c, ":"))) << found;
            ASSERT_TRUE(found.ends_with("(1 difference)")) << found;
        }
}

}  // namespace
}  // namespace tilescope::ui
