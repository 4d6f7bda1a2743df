// tests/unit/view/pictures_test.cpp -- every view of every session is a picture, or a sentence that says why not.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tilescope {
namespace {

Results results_of(const Derived& derived) {
    Results out;
    const JobAnswer job = emulator_job(derived);
    if (!job) {
        out.state = ResultState::refused, out.refused = job.why;
        return out;
    }
    auto emulation = emulate(*job);
    if (!emulation) {
        out.state = ResultState::refused, out.refused = emulation.why;
        return out;
    }
    out.state = ResultState::done;
    out.job = *job, out.session = derived.session;
    out.emulation = std::move(emulation.value);
    out.sums = range_of_sums(*out.emulation);
    return out;
}

// Why the exporters could not draw the scene.
std::string wrong_in(const Scene& scene) {
    for (const Cells& cells : scene.grids) {
        const std::size_t count = cells.at(cells.rows, 0);
        if (cells.id.empty()) return "a grid without an id";
        if (cells.tone.size() != count || cells.mark.size() != count || cells.label.size() != count ||
            cells.key.size() != count || cells.lit.size() != count)
            return cells.id;
    }
    for (const Area& area : scene.areas) {
        const Cells& cells = scene.grids.at(area.grid);
        if (area.row < 0 || area.column < 0 || area.row + area.rows > cells.rows ||
            area.column + area.columns > cells.columns)
            return area.id;
    }
    return scene.sentence.empty() ? "no sentence" : "";
}

const Cells& grid_of(const Scene& scene) { return scene.grids.front(); }

// The tile begins at the second chunk of a line: its first chunk was read by a debugger, or not.
TEST(Pictures, MemoryHasWhatWasRecordedOutsideOfTheTile) {
    Session session = find_preset("k_major_none_f16")->session();
    session.words[static_cast<std::size_t>(WordId::a_desc)] += 1;
    session.recorded.memory = "memory.npy";
    const Derived d = derive(session);
    std::vector<std::int32_t> memory(0x10000, 0x3c);
    const auto cell = [&] {
        const Scene scene = memory_picture(d, ViewState{}, Operand::a, memory);
        EXPECT_EQ(scene.grids.at(1).key.at(0), kNoKey);
        return std::pair(scene.grids[1].tone.at(0), scene.grids[1].mark.at(0));
    };
    EXPECT_EQ(cell(), std::pair(Tone::used, Mark::none));
    memory[0x40f] = -1;
    EXPECT_EQ(cell(), std::pair(Tone::empty, Mark::hatched)) << "one byte of it is not known";
    memory.resize(0x400);
    EXPECT_EQ(cell(), std::pair(Tone::empty, Mark::hatched)) << "it is past the end";
    memory.clear();
    EXPECT_EQ(cell(), std::pair(Tone::empty, Mark::none));
    Results results;
    EXPECT_TRUE(recorded_memory(session, results).empty());
}

// The first entry of the legend whose mark no cell has, with or without the XOR. Empty: the legend has only what is
// drawn.
std::string absent_in(const Scene& scene, const Scene& without_xor) {
    for (const LegendEntry& entry : scene.legend) {
        const auto has = [&](const Cells& cells) {
            return std::ranges::find(cells.mark, entry.mark) != cells.mark.end();
        };
        if (entry.mark != Mark::none && std::ranges::none_of(scene.grids, has) &&
            std::ranges::none_of(without_xor.grids, has))
            return entry.text;
    }
    return {};
}

TEST(Pictures, AreASceneOrASentenceInEveryViewOfEveryPreset) {
    std::set<std::string_view> drawn;
    for (const Preset& preset : presets()) {
        Session session = preset.session();
        const Derived first = derive(session);
        for (const Operand o : kBothOperands)
            if (first.of(o).placed() && can_be_copied(*first.of(o).layout.type))
                session.tensor_map[o] = copy_from_descriptor(first, o);
        const Derived d = derive(session);
        const Results results = results_of(d);
        for (const PictureView& view : picture_views())
            for (const Operand operand : kBothOperands) {
                const auto scene = picture_of(view.id, d, {.operand = operand}, results);
                if (scene) {
                    EXPECT_EQ(wrong_in(*scene), "") << preset.id << " " << view.id;
                    const auto without_xor = picture_of(view.id, d, {.operand = operand, .swizzle = false}, results);
                    ASSERT_TRUE(without_xor) << without_xor.why;
                    EXPECT_EQ(absent_in(*scene, *without_xor), "") << preset.id << " " << view.id;
                    drawn.insert(view.id);
                } else {
                    EXPECT_GE(scene.why.size(), 10u) << preset.id << " " << view.id;
                    EXPECT_EQ(scene.why.find('\n'), std::string::npos) << scene.why;
                }
            }
    }
    EXPECT_EQ(drawn.size(), picture_views().size()) << "no preset shows one of the views";
}

TEST(Pictures, HaveTheIdsOfScreensAndTabs) {
    std::set<std::string_view> ids;
    for (const PictureView& view : picture_views()) {
        EXPECT_TRUE(ids.insert(view.id).second) << view.id;
        EXPECT_EQ(find_picture_view(view.id)->title, view.title);
        EXPECT_FALSE(view.help.empty()) << view.id;
        const auto is_id = [&](const NamedValue& n) { return n.name == view.id; };
        const bool word = view.id.starts_with("word ") &&
                          std::ranges::any_of(kWords, [&](const WordRow& row) { return view.id.substr(5) == row.id; });
        EXPECT_TRUE(word || std::ranges::any_of(kStageTabIds, is_id) || std::ranges::any_of(kScreenIds, is_id))
            << view.id;
    }
    EXPECT_EQ(find_picture_view("nothing"), nullptr);
}

TEST(Pictures, RefuseAnUnknownViewWithTheList) {
    const auto scene = picture_of("memry", derive({}), {});
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.why.substr(0, 44), "'memry' is not a view; use one of: mma, memo") << scene.why;
}

TEST(Pictures, WithoutAResultSayThatItIsMissing) {
    for (const PictureView& view : picture_views())
        if (view.result == UsesResult::always) {
            EXPECT_FALSE(picture_of(view.id, derive({}), {})) << view.id;
        }
    Results refused;
    refused.state = ResultState::refused, refused.refused = "The form cannot be emulated.";
    EXPECT_EQ(picture_of("result", derive({}), {}, refused).why, refused.refused);
}

TEST(Pictures, FollowTheViewState) {
    const Derived d = derive({});
    const auto memory = [&](const ViewState& v) { return *picture_of("memory", d, v); };
    EXPECT_EQ(grid_of(memory({})).id, "tile_a");
    EXPECT_EQ(grid_of(memory({.operand = Operand::b})).id, "tile_b");
    EXPECT_NE(grid_of(memory({.grain = Grain::element})).columns, grid_of(memory({})).columns);
    EXPECT_NE(memory({.k_step = 1}).grids[0].lit, memory({}).grids[0].lit);
    EXPECT_NE(memory({.swizzle = false}).grids[1].label, memory({}).grids[1].label);
    EXPECT_EQ(grid_of(*picture_of("banks", d, {})).id, "banks_on");
    EXPECT_EQ(grid_of(*picture_of("banks", d, {.swizzle = false})).id, "banks_off");
    ViewState selected;
    selected.selection = ElementFocus{Matrix::a, 8, 0};
    EXPECT_EQ(banks_picture(d, selected)->access.find("A[8][0]") != std::string::npos, true);
    EXPECT_FALSE(picture_of("banks", d, {.bank_access = "sideways"}));
}

TEST(Pictures, OfOperandsSayWhatIsAssumed) {
    Session session;
    session.words[0] &= ~0x3fffull;
    session.unknown[WordId::a_desc] = 0x3fff;
    const Derived d = derive(session);
    ASSERT_FALSE(d.a.assumed.empty());
    for (const std::string_view view : {"memory", "banks", "f2", "mma"}) {
        const auto scene = picture_of(view, d, {});
        ASSERT_TRUE(scene) << view << ": " << scene.why;
        EXPECT_NE(scene->sentence.find(d.a.assumed), std::string::npos) << view;
    }
    session.unknown[WordId::a_desc] = ~0ull, session.words[0] = 0;
    const auto scene = picture_of("memory", derive(session), {});
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.why, derive(session).a.unplaced);
}

// wgmma has no instruction descriptor, and only .ws forms have a mask: a picture of one is misinformation.
TEST(Pictures, OfAWordThatTheInstructionDoesNotHaveAreRefused) {
    const Derived wgmma = derive(find_preset("wgmma_128b_b1")->session());
    const auto why = [](std::string_view view, const Derived& d) { return picture_of(view, d, {}).why; };
    EXPECT_EQ(why("word idesc", wgmma),
              "wgmma has no instruction descriptor: its types and its shape are in the text of the instruction.");
    EXPECT_EQ(why("mask", wgmma), "wgmma has no zero-column mask.");
    EXPECT_TRUE(picture_of("word a_desc", wgmma, {}));
    EXPECT_EQ(why("mask", derive({})), "Not used without .ws. Only .ws forms accept a zero-column mask.");
    EXPECT_TRUE(picture_of("word idesc", derive({}), {}));
    EXPECT_TRUE(picture_of("mask", derive(find_preset("zero_mask_ws")->session()), {}));
}

TEST(Pictures, AreRefusedWithTheReasonOfThePicture) {
    Session sparse = find_preset("wgmma_128b_f16")->session();
    sparse.variant.sparse = true;
    EXPECT_EQ(picture_of("sparse", derive(sparse), {}).why,
              "wgmma takes the metadata of a sparse A from a register of each thread: Hopper has no tensor memory.");
    EXPECT_EQ(picture_of("sparse", derive(find_preset("wgmma_128b_f16")->session()), {}).why,
              "This form is not sparse: it has no metadata.");
    const std::string map = picture_of("tensor_map", derive({}), {.operand = Operand::b}).why;
    EXPECT_TRUE(map.starts_with("There is no TMA copy for B: the session has no tensor_map_b.")) << map;
    EXPECT_EQ(map.find("this tab"), std::string::npos) << map;
}

TEST(Pictures, OfTheMmaHaveOneSentence) {
    const auto scene = picture_of("mma", derive(find_preset("pair_a_in_tmem")->session()), {});
    ASSERT_TRUE(scene) << scene.why;
    EXPECT_EQ(scene->sentence.find(".;"), std::string::npos) << scene->sentence;
}

}  // namespace
}  // namespace tilescope
