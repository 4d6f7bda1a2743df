// tests/scene/mma_scene_test.cpp -- the picture of a whole MMA: its parts, tones, marks, lights and arrows.
// SPDX-License-Identifier: MIT
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/view/mma_view.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

MmaPicture picture_of(const Session& s, unsigned step = 0) {
    const Derived d = derive(s);
    return mma_picture_of(d, nullptr, {.k_step = step});
}
Session preset(std::string_view id) { return find_preset(id)->session(); }
Session with(Session s, WordId word, std::string_view id, std::string_view value) {
    std::uint64_t& now = s.words[static_cast<std::size_t>(word)];
    now = *with_field(*derive(s).of(word).format, now, id, value);
    return s;
}

std::string parts_of(const MmaPicture& p) {
    std::string out;
    for (const NamedValue& part : kPictureParts)
        if (const Cells* c = p.of(static_cast<PicturePart>(part.raw)))
            out += std::string(out.empty() ? "" : ", ") + std::string(part.name) + " " + std::to_string(c->rows) + "x" +
                   std::to_string(c->columns);
    return out;
}

TEST(MmaScene, HasTheMatricesInTrueProportionAndWhereTheyLie) {
    EXPECT_EQ(parts_of(picture_of({})), "a 128x64, b 64x96, d 128x96, memory_a 128x8, memory_b 96x8, tmem 32x64");
    EXPECT_EQ(parts_of(picture_of(preset("wgmma_128b_f16"))),
              "a 64x64, b 64x128, d 64x128, memory_a 64x8, memory_b 128x8");
    EXPECT_EQ(parts_of(picture_of(preset("sparse_f16"))),
              "a 128x64, b 128x128, d 128x128, memory_a 128x8, memory_b 256x8, tmem 32x64, meta 128x8");
    EXPECT_EQ(parts_of(picture_of(preset("k_major_128b_mxf4"))),
              "a 128x256, b 256x128, d 128x128, memory_a 128x8, memory_b 128x8, tmem 32x64, sfa 128x8, sfb 8x128");
    EXPECT_EQ(parts_of(picture_of(preset("pair_a_in_tmem"))), "a 128x64, b 64x64, d 128x64, memory_b 32x8, tmem 32x64");
}

TEST(MmaScene, EveryArrayHasTheSizeOfItsGrid) {
    for (const Preset& p : presets())
        for (const Cells& c : picture_of(p.session()).scene.grids) {
            const auto count = static_cast<std::size_t>(c.rows * c.columns);
            EXPECT_LE(c.rows, c.kind == CellKind::byte ? 4096 : 256) << p.id << " " << c.id;
            EXPECT_EQ(c.tone.size(), count) << c.id;
            EXPECT_EQ(c.mark.size(), count) << c.id;
            EXPECT_EQ(c.key.size(), count) << c.id;
            EXPECT_EQ(c.lit.size(), count) << c.id;
        }
}

// Two swatches that look equal would have two meanings.
TEST(MmaScene, NoTwoEntriesOfTheLegendLookEqual) {
    std::vector<std::pair<std::string, Session>> all;
    for (const Preset& p : presets()) all.emplace_back(p.id, p.session());
    all.emplace_back("sbo", with({}, WordId::a_desc, "sbo", "512"));
    all.emplace_back("start", with({}, WordId::b_desc, "start", "0x4800"));
    all.emplace_back("overlap", with({}, WordId::b_desc, "start", "0x400"));
    Session tmem = preset("block_scaled_mxf4nvf4");
    tmem.tmem[static_cast<std::size_t>(TmemPlace::sfb)] = tmem.tmem[static_cast<std::size_t>(TmemPlace::d)];
    all.emplace_back("regions", tmem);
    for (const auto& [what, session] : all) {
        const Derived d = derive(session);
        const JobAnswer job = emulator_job(d);
        const auto emulation = job ? emulate(*job) : Refusal("no job");
        for (const Emulation* judged : {static_cast<const Emulation*>(nullptr), emulation ? &*emulation : nullptr}) {
            const std::vector<LegendEntry> legend = mma_picture_of(d, judged, {}).scene.legend;
            for (std::size_t i = 0; i < legend.size(); ++i)
                for (std::size_t j = i + 1; j < legend.size(); ++j)
                    EXPECT_FALSE(legend[i].tone == legend[j].tone && legend[i].mark == legend[j].mark &&
                                 legend[i].both == legend[j].both)
                        << what << ": " << legend[i].text << " and " << legend[j].text;
        }
    }
}

TEST(MmaScene, SignsChunksThatBothOperandsUse) {
    const MmaPicture apart = picture_of({});
    EXPECT_TRUE(apart.of(PicturePart::memory_a)->both.empty());
    const MmaPicture p = picture_of(with({}, WordId::b_desc, "start", "0x2400"));
    for (const PicturePart part : {PicturePart::memory_a, PicturePart::memory_b}) {
        const Cells& memory = *p.of(part);
        for (std::size_t i = 0; i < memory.both.size(); ++i)
            if (memory.key[i] != kNoKey) {
                const bool in_a = memory.key[i] >= 0x400 && memory.key[i] < 0x4400,
                           in_b = memory.key[i] >= 0x2400 && memory.key[i] < 0x2400 + 96 * 128;
                EXPECT_EQ(memory.both[i] != 0, in_a && in_b) << memory.key[i];
            }
    }
    EXPECT_EQ(std::ranges::count(p.scene.legend, true, &LegendEntry::both), 1);
}

// The memory screen prints the same number for the same chunk.
TEST(MmaScene, NumbersAChunkAsTheMemoryScreenDoes) {
    for (const Preset& p : presets()) {
        const Derived d = derive(p.session());
        const MmaPicture picture = mma_picture_of(d, nullptr, {});
        for (const Operand o : kBothOperands) {
            const Cells* memory = picture.of(memory_part(o));
            if (!memory || !d.of(o).placed()) continue;
            const Scene tile = tile_scene(d.of(o).layout, d.of(o).bytes, {.operand = o});
            const Cells& other = tile.grids.at(1);
            for (std::size_t i = 0; i < other.key.size(); ++i) {
                const auto at =
                    other.key[i] == kNoKey ? std::nullopt : picture.cell_of_byte(memory_part(o), other.key[i]);
                if (at && other.mark[i] == Mark::none) {
                    ASSERT_EQ(memory->label[*at], other.label[i]) << p.id << " " << other.key[i];
                }
            }
        }
    }
}

TEST(MmaScene, MarksGapsBetweenAddresses) {
    const MmaPicture p = picture_of(with({}, WordId::a_desc, "sbo", "2048"));
    const std::vector<std::string>& rows = p.of(PicturePart::memory_a)->row_labels;
    EXPECT_EQ(std::ranges::count_if(picture_of({}).of(PicturePart::memory_a)->row_labels,
                                    [](const std::string& s) { return s.starts_with(kGapSign); }),
              0);
    EXPECT_GT(std::ranges::count_if(rows, [](const std::string& s) { return s.starts_with(kGapSign); }), 0);
}

TEST(MmaScene, TheLegendHasEveryPatternThatOccurs) {
    const auto explains = [](const MmaPicture& p, Mark mark) {
        return std::ranges::find(p.scene.legend, mark, &LegendEntry::mark) != p.scene.legend.end();
    };
    std::vector<std::pair<std::string, MmaPicture>> all;
    for (const Preset& p : presets()) all.emplace_back(p.id, picture_of(p.session()));
    all.emplace_back("sbo", picture_of(with({}, WordId::b_desc, "sbo", "512")));
    all.emplace_back("start", picture_of(with({}, WordId::b_desc, "start", "0x4800")));
    for (const auto& [what, p] : all)
        for (const Cells& c : p.scene.grids)
            for (const Mark mark : c.mark)
                if (mark != Mark::none) {
                    EXPECT_TRUE(explains(p, mark)) << what << " " << c.id;
                    break;
                }
    for (const LegendEntry& e : all.back().second.scene.legend)
        if (e.text == "written, not read" || e.mark == Mark::crossed) {
            EXPECT_FALSE(e.means.empty()) << e.text;
        }
}

TEST(MmaScene, ALargeMatrixIsReduced) {
    Session s;
    s.tile_k = 1024;
    const MmaPicture p = picture_of(s);
    EXPECT_EQ(p.of(PicturePart::a)->columns, 256);
    EXPECT_EQ(p.of(PicturePart::a)->cell_columns, 4);
    EXPECT_EQ(p.of(PicturePart::b)->rows, 256);
    EXPECT_EQ(p.of(PicturePart::b)->cell_rows, 4);
}

TEST(MmaScene, BIsDrawnWithKDownward) {
    const MmaPicture p = picture_of({});
    const Cells& b = *p.of(PicturePart::b);
    EXPECT_EQ(b.key[b.at(3, 17)], 17u << 16 | 3u) << "row 3, column 17 of the picture is B[17][3]";
    EXPECT_EQ(b.tone[b.at(7, 0)], Tone::step0);
    EXPECT_EQ(b.tone[b.at(8, 0)], Tone::step1) << "the next chunk of eight k";
}

TEST(MmaScene, AStepIsLit) {
    const MmaPicture p = picture_of({}, 1);
    const Cells &a = *p.of(PicturePart::a), &memory = *p.of(PicturePart::memory_a);
    EXPECT_EQ(a.lit[a.at(5, 15)], 0);
    EXPECT_EQ(a.lit[a.at(5, 16)], 1);
    EXPECT_EQ(a.lit[a.at(5, 31)], 1);
    EXPECT_EQ(a.lit[a.at(5, 32)], 0);
    EXPECT_EQ(std::ranges::count(memory.lit, 1), 128 * 2) << "two chunks of each line";
}

TEST(MmaScene, DIsColouredByLaneBeforeAnEmulation) {
    const MmaPicture p = picture_of({});
    const Cells& d = *p.of(PicturePart::d);
    for (int row = 0; row < d.rows; ++row)
        EXPECT_EQ(d.tone[d.at(row, 95)], static_cast<Tone>(row / 16)) << "lane = row, 16 lanes a tone";
    const Cells& map = *p.of(PicturePart::tmem);
    EXPECT_EQ(map.tone[map.at(4, 0)], Tone::step1) << "lane 16 in the map has the tone of row 16 of D";
    EXPECT_EQ(map.tone[map.at(4, 12)], Tone::empty) << "column 96";
}

struct Emulated {
    Derived derived;
    EmulatorJob job;
    Emulation emulation;
};
Emulated run(const Session& s) {
    Emulated out{derive(s), {}, {}};
    out.job = *emulator_job(out.derived);
    out.emulation = *emulate(out.job);
    return out;
}

TEST(MmaScene, DIsColouredByVerdictAfterIt) {
    const Emulated e = run(with({}, WordId::b_desc, "sbo", "512"));
    const MmaPicture p = mma_picture_of(e.derived, &e.emulation, {});
    const Cells& d = *p.of(PicturePart::d);
    EXPECT_EQ(d.tone[d.at(0, 0)], Tone::equal);
    EXPECT_EQ(d.mark[d.at(0, 0)], Mark::none);
    EXPECT_EQ(d.tone[d.at(0, 8)], Tone::wrong);
    EXPECT_EQ(d.mark[d.at(0, 8)], Mark::crossed);
    EXPECT_EQ(d.tone[d.at(127, 8)], Tone::equal) << "A is the identity of 16 columns: 0 on both sides";
    EXPECT_EQ(d.mark[d.at(127, 8)], Mark::hatched);
    const auto wrong = std::ranges::count(d.tone, Tone::wrong);
    EXPECT_EQ(static_cast<std::size_t>(wrong), e.emulation.count[3]);
    std::string legend;
    for (const LegendEntry& l : p.scene.legend) legend += l.text + "; ";
    EXPECT_EQ(legend, "equal; equal, but proves nothing; wrong; written, not read; read from a wrong place; ");
}

TEST(MmaScene, AResultOfAnotherSizeColoursNothing) {
    const Emulated e = run({});
    const Derived other = derive(preset("wgmma_128b_f16"));
    EXPECT_EQ(mma_picture_of(other, &e.emulation, {}).of(PicturePart::d)->mark[0], Mark::none);
}

TEST(MmaScene, MemoryHasTheLinesThatAreReadAndThoseThatWereWritten) {
    const MmaPicture p = picture_of(with({}, WordId::a_desc, "start", "0x10400"));
    const Cells& memory = *p.of(PicturePart::memory_a);
    EXPECT_EQ(memory.rows, 256) << "128 lines that are read, and 128 others that were written";
    EXPECT_EQ(memory.tone[memory.at(0, 0)], Tone::used);
    EXPECT_EQ(memory.mark[memory.at(255, 0)], Mark::crossed) << "nothing was written there";
    EXPECT_EQ(p.of(PicturePart::a)->mark[0], Mark::crossed) << "read from another place than it was written to";
    EXPECT_EQ(p.cell_of_byte(PicturePart::memory_a, 0x10400), memory.at(128, 0));
    EXPECT_FALSE(p.cell_of_byte(PicturePart::memory_a, 0x20000));
}

std::vector<MmaLight> lights(const Derived& d, const Focus& focus) {
    const MmaPicture p = mma_picture_of(d, nullptr, {});
    return lights_of(p, d, focus, trace(d, focus));
}
bool has(const std::vector<MmaLight>& all, const MmaLight& light) { return std::ranges::find(all, light) != all.end(); }

TEST(MmaLights, AnElementOfDLightsItsRowItsColumnAndItsBytes) {
    const auto all = lights(derive({}), ElementFocus{Matrix::d, 8, 17});
    EXPECT_TRUE(has(all, {PicturePart::a, 8, 0, 1, 64, true}));
    EXPECT_TRUE(has(all, {PicturePart::a, 8, 0, 1, 16}));
    EXPECT_TRUE(has(all, {PicturePart::b, 0, 17, 64, 1, true}));
    EXPECT_TRUE(has(all, {PicturePart::b, 0, 17, 16, 1}));
    EXPECT_TRUE(has(all, {PicturePart::d, 8, 17, 1, 1}));
    EXPECT_TRUE(has(all, {PicturePart::memory_a, 8, 0, 1, 2})) << "line 8, chunks 0 and 1";
    EXPECT_TRUE(has(all, {PicturePart::memory_b, 17, 0, 1, 2})) << "chunks 0 and 1, swapped by the XOR";
    EXPECT_TRUE(has(all, {PicturePart::tmem, 2, 2, 1, 1})) << "lane 8, column 17";
}

TEST(MmaLights, AByteLightsItsElementsAndWhatTheyFeed) {
    const auto all = lights(derive({}), ByteFocus{0, 0x580});
    EXPECT_TRUE(has(all, {PicturePart::memory_a, 3, 0, 1, 1}));
    EXPECT_TRUE(has(all, {PicturePart::a, 3, 24, 1, 1}));
    EXPECT_TRUE(has(all, {PicturePart::d, 3, 0, 1, 96})) << "row 3 of D";
    EXPECT_TRUE(has(all, {PicturePart::tmem, 0, 0, 1, 12}));
}

TEST(MmaLights, APairHasBothRowsOfAnElement) {
    Session s;
    s.variant.cta_group = 2;
    s = with(s, WordId::idesc, "m", "256");
    const Derived d = derive(s);
    const auto of_a = lights(d, ElementFocus{Matrix::a, 3, 0});
    EXPECT_TRUE(has(of_a, {PicturePart::d, 3, 0, 1, 96}));
    EXPECT_TRUE(has(of_a, {PicturePart::d, 131, 0, 1, 96})) << "the other CTA has such a row too";
    const auto of_d = lights(d, ElementFocus{Matrix::d, 131, 0});
    EXPECT_TRUE(has(of_d, {PicturePart::a, 131, 0, 1, 16})) << "only the row of this CTA";
    EXPECT_FALSE(has(of_d, {PicturePart::a, 3, 0, 1, 16}));
}

TEST(MmaArrows, PointFromTheBytesThatWereReadAndThoseExpected) {
    const Emulated e = run(with({}, WordId::b_desc, "sbo", "512"));
    const MmaPicture p = mma_picture_of(e.derived, &e.emulation, {});
    const auto arrows = wrong_reads(p, e.job, e.emulation, {Matrix::d, 0, 8});
    ASSERT_EQ(arrows.size(), 2u);
    EXPECT_FALSE(arrows[0].expected);
    EXPECT_EQ(arrows[0].label, "read at 0x4640");
    EXPECT_EQ(arrows[0].from, PicturePart::memory_b);
    EXPECT_EQ(arrows[0].from_row, 4) << "line 4, not 8";
    EXPECT_TRUE(arrows[1].expected);
    EXPECT_EQ(arrows[1].label, "B[8][0] is at 0x4800");
    EXPECT_EQ(arrows[1].to_column, 8);
    EXPECT_TRUE(wrong_reads(p, e.job, e.emulation, {Matrix::d, 0, 0}).empty());
}

TEST(MmaScene, HatchesTheColumnsThatTheMaskZeroesBeforeAnEmulation) {
    bool seen = false;
    for (const Preset& p : presets()) {
        const Derived d = derive(p.session());
        if (!d.of(WordId::zcm).used || d.mask.examples.zeroed == 0 || d.mask.n != d.n) continue;
        seen = true;
        const MmaPicture picture = mma_picture_of(d, nullptr, {});
        const Cells& cells = *picture.of(PicturePart::d);
        for (int c = 0; c < cells.columns; ++c)
            EXPECT_EQ(cells.mark[cells.at(3, c)] == Mark::hatched,
                      d.mask.examples.columns[static_cast<std::size_t>(c)].zeroed)
                << p.id << " column " << c;
        EXPECT_TRUE(std::ranges::any_of(picture.scene.legend, [](const LegendEntry& e) {
            return e.text == "zeroed by the mask";
        })) << p.id;
    }
    EXPECT_TRUE(seen) << "a preset has a mask";
}

TEST(MmaScene, ShowsTheSumsAfterAStep) {
    Session s = preset("k_major_128b_f16");
    s.run.steps = 0;
    const Derived d = derive(s);
    const EmulatorJob job = *emulator_job(d);
    const Emulation e = *emulate(job);
    const auto d_at = [&](unsigned step) {
        return mma_picture_of(d, &e, {.k_step = step, .sums = true, .range = range_of_sums(e)});
    };
    const MmaPicture first = d_at(0), last = d_at(3), outside = d_at(9);
    const Cells &one = *first.of(PicturePart::d), &all = *last.of(PicturePart::d);
    // A is the identity: step s gives rows 16 s to 16 s + 15.
    EXPECT_NE(one.tone[one.at(5, 17)], Tone::empty);
    EXPECT_EQ(one.tone[one.at(20, 17)], Tone::empty);
    EXPECT_NE(all.tone[all.at(20, 17)], Tone::empty);
    EXPECT_NE(one.title.find("after K step 0 (1 of 4)"), std::string::npos) << one.title;
    EXPECT_EQ(outside.of(PicturePart::d)->tone[0], Tone::equal) << "no such step: the verdicts";
}

}  // namespace
}  // namespace tilescope
