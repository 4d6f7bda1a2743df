// tests/unit/view/animation_test.cpp -- every frame of an animation shows what the layout functions say.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/presets.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/view/animation.h>
#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tilescope {
namespace {

const Preset& preset_named(std::string_view id) { return *std::ranges::find(presets(), id, &Preset::id); }

ViewState look_at(Operand operand, Grain grain = Grain::chunk) {
    ViewState out;
    out.operand = operand, out.grain = grain;
    return out;
}

Element element_of_key(std::uint32_t key) { return {static_cast<int>(key >> 16), static_cast<int>(key & 0xffff)}; }

std::size_t index_of(const Scene& scene, const CellSpot& spot) {
    return scene.grids[spot.grid].at(spot.row, spot.column);
}
std::uint32_t key_of(const Scene& scene, const CellSpot& spot) {
    return scene.grids[spot.grid].key[index_of(scene, spot)];
}

bool is_inside(const Scene& scene, const CellSpot& spot) {
    return spot.grid < scene.grids.size() && spot.row >= 0 && spot.row < scene.grids[spot.grid].rows &&
           spot.column >= 0 && spot.column < scene.grids[spot.grid].columns;
}

std::string wrong_in(const Animation& a) {
    if (a.steps.empty()) return "no steps";
    for (std::size_t i = 0; i < a.steps.size(); ++i) {
        const AnimationStep& step = a.steps[i];
        if (step.sentence.size() < 10 || step.sentence.find('\n') != step.sentence.npos || step.sentence.back() != '.')
            return say("step ", i, " says '", step.sentence, "'");
        for (const Movement& m : step.movements)
            if (!is_inside(a.start, m.from) || !is_inside(a.start, m.to)) return say("a movement of step ", i);
        for (const CellSpot& spot : step.lit)
            if (!is_inside(a.start, spot)) return say("a lit cell of step ", i);
        for (const CellChange& change : step.changes)
            if (!is_inside(a.start, change.at)) return say("a change of step ", i);
    }
    for (const Cells& cells : a.start.grids) {
        const std::size_t count = cells.at(cells.rows, 0);
        if (cells.id.empty() || cells.tone.size() != count || cells.label.size() != count ||
            cells.key.size() != count || cells.mark.size() != count || cells.lit.size() != count)
            return say("grid ", cells.id);
    }
    return a.widest.size() == a.start.grids.size() ? "" : "widest";
}

TEST(Animation, IsStepsOrASentenceForEveryPresetAndOperand) {
    std::set<AnimationId> played;
    for (const Preset& preset : presets()) {
        const Derived d = derive(preset.session());
        for (const AnimationRow& row : kAnimations)
            for (const Operand operand : kBothOperands)
                for (const Grain grain : {Grain::element, Grain::chunk}) {
                    const auto a = animation_of(row.id, d, look_at(operand, grain));
                    const auto can = can_be_played(row.id, d, look_at(operand, grain));
                    EXPECT_EQ(bool(a), bool(can)) << preset.id << " " << row.name;
                    if (a) {
                        EXPECT_EQ(wrong_in(*a), "") << preset.id << " " << row.name << " " << name_of(operand);
                        played.insert(row.id);
                    } else {
                        EXPECT_GE(a.why.size(), 10u) << preset.id << " " << row.name;
                        EXPECT_EQ(a.why, can.why);
                    }
                }
    }
    EXPECT_EQ(played.size(), kAnimationCount) << "no preset plays one of the animations";
}

TEST(Animation, IsFoundByItsName) {
    for (const AnimationRow& row : kAnimations) EXPECT_EQ(find_animation(row.name), &row);
    EXPECT_EQ(find_animation("swizle"), nullptr);
}

void expect_swizzled(const Derived& d, const ViewState& look, std::string_view name) {
    const OperandView& o = d.of(look.operand);
    const auto a = animation_of(AnimationId::swizzle, d, look);
    ASSERT_TRUE(a) << name << ": " << a.why;
    const auto width = static_cast<std::uint32_t>(a->start.grids[2].cell_columns);
    std::set<std::uint32_t> filled;
    for (std::size_t i = 0; i < a->steps.size(); ++i) {
        const AnimationStep& step = a->steps[i];
        ASSERT_EQ(step.movements.size(), step.lit.size());
        const bool looks = i < 12 || i % 16 == 0;  // a scene is slow to build here
        const Scene before = looks ? scene_in(*a, i) : a->start;
        for (std::size_t n = 0; n < step.movements.size(); ++n) {
            const Movement& m = step.movements[n];
            const Element e = element_of_key(key_of(a->start, step.lit[n]));
            const AddressSum sum = explanation_of(o.layout, e);
            EXPECT_EQ(key_of(a->start, m.from), sum.linear / width * width) << name << " step " << i;
            EXPECT_EQ(key_of(a->start, m.to), place_in_memory(o.layout, e).byte / width * width)
                << name << " step " << i;
            EXPECT_EQ(m.from.row, m.to.row) << "the XOR leaves the line";
            EXPECT_EQ(before.grids[2].label[index_of(before, m.to)], kNoLabel) << "filled before it arrives";
            filled.insert(key_of(a->start, m.to));
        }
    }
    const Scene last = scene_in(*a, a->steps.size() - 1);
    std::set<std::uint32_t> all;
    for (const std::uint32_t byte : o.bytes) all.insert(byte / width * width);
    EXPECT_EQ(filled, all) << name;
    // At the end, memory is what the memory picture shows.
    const Scene picture = tile_scene(o.layout, o.bytes, {.operand = look.operand, .grain = look.grain, .mma_k = 0});
    EXPECT_EQ(last.grids[2].tone, picture.grids[1].tone) << name;
    EXPECT_EQ(last.grids[2].label, picture.grids[1].label) << name;
    EXPECT_EQ(last.grids[2].key, picture.grids[1].key) << name;
}

TEST(Animation, OfTheSwizzlePutsEachCellWherePlaceInMemoryDoes) {
    std::size_t swizzled = 0;
    for (const Preset& preset : presets())
        for (const Grain grain : {Grain::chunk, Grain::element}) {
            const Derived d = derive(preset.session());
            for (const Operand operand : kBothOperands) {
                const ViewState look = look_at(operand, grain);
                if (!can_be_played(AnimationId::swizzle, d, look)) continue;
                if (grain == Grain::element && preset.id != presets().front().id) continue;
                expect_swizzled(d, look, preset.id);
                ++swizzled;
            }
        }
    EXPECT_GT(swizzled, 10u);
}

TEST(Animation, OfTheSwizzleSaysTheBitsOfTheXor) {
    const Derived d = derive(preset_named("k_major_128b_f16").session());
    const auto a = animation_of(AnimationId::swizzle, d, look_at(Operand::a));
    ASSERT_TRUE(a);
    // PTX ISA 9.1, 5.5.7: bits 4 to 6 are XORed with bits 7 to 9.
    EXPECT_EQ(a->steps[3].sentence,
              "A[3][0..7] is at 0x580 without the XOR. Address bits 7 to 9 are 011 and bits 4 to 6 are 000: 000 xor "
              "011 = 011, so it is stored at 0x5b0. The other 7 chunks of line 0x580 go the same way.");
    ASSERT_EQ(a->steps[3].movements.size(), 8u) << "a step is a line";
}

TEST(Animation, OfTheSwizzleRefusesAnOperandWithoutOne) {
    const Derived d = derive(preset_named("k_major_none_f16").session());
    const auto a = animation_of(AnimationId::swizzle, d, look_at(Operand::a));
    ASSERT_FALSE(a);
    EXPECT_EQ(
        a.why,
        "The swizzle mode of A is none, so no byte moves. Set the field swizzle of its descriptor to 128B, 64B or "
        "32B.");
}

// Row by row, and each cell ends where the picture of both sides has it.
TEST(Animation, OfBeforeAndAfterCrossesOverRowByRow) {
    std::size_t played = 0;
    for (const Preset& preset : presets())
        for (const Operand operand : kBothOperands) {
            const Derived d = derive(preset.session());
            const ViewState look = look_at(operand);
            const auto a = animation_of(AnimationId::before_after, d, look);
            const auto picture = before_after_picture(d, look);
            ASSERT_EQ(bool(a), bool(picture)) << preset.id;
            if (!a) continue;
            ++played;
            std::size_t rows = 0;
            for (const AnimationStep& step : a->steps) {
                const bool crosses =
                    std::ranges::any_of(step.movements, [](const Movement& m) { return m.to.grid == 1; });
                rows += crosses;
                for (const Movement& m : step.movements)
                    if (crosses) {
                        EXPECT_EQ(key_of(*picture, m.from), key_of(*picture, m.to));
                        EXPECT_EQ(m.from.row, m.to.row) << "the XOR leaves the line";
                    }
                if (step.holds > 1) {
                    EXPECT_TRUE(step.movements.empty()) << "nothing moves in a pause";
                }
            }
            EXPECT_EQ(rows, 8u) << preset.id;
            for (const std::size_t banks : {2u, 3u}) {  // what a read takes is said when it is done
                EXPECT_EQ(a->start.grids[banks].title, "BANKS") << preset.id;
                EXPECT_EQ(scene_in(*a, a->steps.size() - 1).grids[banks].title, picture->grids[banks].title);
            }
            EXPECT_EQ(scene_in(*a, 1).grids[2].title, picture->grids[2].title) << preset.id;
            EXPECT_EQ(scene_in(*a, 1).grids[3].title, "BANKS") << preset.id;
            Scene last = scene_in(*a, a->steps.size() - 1);
            for (const Movement& m : a->steps.back().movements) {
                last.grids[3].tone[index_of(last, m.to)] = m.tone;
                last.grids[3].label[index_of(last, m.to)] = m.label;
            }
            for (std::size_t i = 0; i < 4; ++i) {
                EXPECT_EQ(last.grids[i].tone, picture->grids[i].tone) << preset.id << " grid " << i;
                EXPECT_EQ(last.grids[i].label, picture->grids[i].label) << preset.id << " grid " << i;
            }
        }
    EXPECT_GT(played, 10u);
}

TEST(Animation, OfAKStepLightsWhatTheStepReads) {
    for (const Preset& preset : presets()) {
        const Derived d = derive(preset.session());
        for (const Operand operand : kBothOperands) {
            const OperandView& o = d.of(operand);
            const auto a = animation_of(AnimationId::k_step, d, look_at(operand));
            if (!a) continue;
            if (a->start.grids.size() > 2) {
                EXPECT_EQ(std::ranges::max(a->start.grids[2].label), kNoLabel) << "D has added nothing yet";
            }
            const auto count = static_cast<unsigned>(o.layout.columns) / o.mma_k;
            for (unsigned s = 0; s < count; ++s) {
                const auto& steps = a->steps;
                const auto start = std::ranges::find_if(steps, [&](const AnimationStep& step) {
                    return step.sentence.starts_with(
                        say("K step ", s, " of ", count, " starts at ", hex(k_step_start(o.layout, s, o.mma_k))));
                });
                ASSERT_NE(start, steps.end()) << preset.id << " K step " << s;
                std::set<std::uint32_t> lit, read;
                for (const CellSpot& spot : start->lit) lit.insert(key_of(a->start, spot));
                const SmemLayout slice = k_step_slice(o.layout, s, o.mma_k);
                for (int row = 0; row < slice.rows; ++row)
                    for (int column = 0; column < slice.columns; ++column)
                        read.insert(place_in_memory(slice, {row, column}).byte / kChunkBytes * kChunkBytes);
                EXPECT_EQ(lit, read) << preset.id << " K step " << s << " of " << name_of(operand);
                const AnimationStep& reads = *(start + 1);
                for (const Movement& m : reads.movements) {
                    const Element e = element_of_key(m.key);
                    EXPECT_EQ(key_of(a->start, m.from), place_in_memory(o.layout, e).byte / kChunkBytes * kChunkBytes);
                    EXPECT_EQ(key_of(a->start, m.to), m.key);
                }
            }
        }
    }
}

struct MaskField {
    std::string_view id;
    std::uint64_t raw;
};
Derived masked(std::initializer_list<MaskField> fields) {
    Session session = preset_named("zero_mask_ws").session();
    for (const MaskField& f : fields)
        session = apply_edit(session,
                             SetField{WordId::zcm, find_field(*derive(session).of(WordId::zcm).format, f.id), f.raw});
    return derive(session);
}

TEST(Animation, OfTheMaskEndsWithTheColumnsOfTheMask) {
    const Derived all[] = {masked({}), masked({{"column_shift", 5}}), masked({{"sc0", 2}, {"column_shift", 40}}),
                           masked({{"nonzero", 0}}), masked({{"skip_span", 0}, {"use_span", 0}, {"fs1", 1}})};
    for (const Derived& d : all) {
        const auto a = animation_of(AnimationId::mask, d, {});
        ASSERT_TRUE(a) << a.why;
        EXPECT_EQ(wrong_in(*a), "");
        const Cells last = scene_in(*a, a->steps.size() - 1).grids[0];
        const MaskPicture mask = expand_mask(d.mask.word, d.mask.m, d.mask.n);
        std::size_t columns = 0;
        for (std::size_t i = 0; i < last.key.size(); ++i) {
            if (last.key[i] == kNoKey) continue;
            const MaskColumn& c = mask.columns[last.key[i]];
            ++columns;
            EXPECT_EQ(last.tone[i] == Tone::zeroed, c.zeroed) << last.key[i];
            EXPECT_EQ(last.label[i], c.zeroed ? kNoLabel : static_cast<std::int32_t>(c.source)) << last.key[i];
        }
        EXPECT_EQ(columns, mask.n);
    }
}

TEST(Animation, OfTheMaskGoesRunByRun) {
    const Derived d = masked({});
    const auto a = animation_of(AnimationId::mask, d, {});
    ASSERT_TRUE(a);
    EXPECT_EQ(
        a->steps[1].sentence,
        "Columns 0 to 2 of D (run 0 of sub-mask 0, all 3 columns): zeroed. The MMA takes 0 for these columns of B.");
    EXPECT_EQ(a->steps[2].sentence,
              "Columns 3 to 6 of D (run 1 of sub-mask 0, all 4 columns): used. The MMA reads columns 3 to 6 of B.");
    EXPECT_EQ(a->steps[2].movements.size(), 4u);
}

TEST(Animation, OfTmaWritesEachElementWhereItsBoxPutsIt) {
    for (const Preset& preset : presets()) {
        const Derived d = derive(preset.session());
        for (const Operand operand : kBothOperands) {
            const auto a = animation_of(AnimationId::tma, d, look_at(operand));
            if (!a) continue;
            const SmemLayout& l = d.of(operand).layout;
            const TmaTile tile = covered(copy_from_descriptor(d, operand), l.major, l.rows, l.columns);
            const auto bits = written_bits(tile, l.rows, l.columns);
            std::size_t written = 0;
            for (const AnimationStep& step : a->steps)
                for (const Movement& m : step.movements) {
                    if (m.to.grid != 1) continue;
                    const Element e = element_of_key(m.key);
                    const std::uint64_t bit = bits[static_cast<std::size_t>(e.row * l.columns + e.column)];
                    EXPECT_EQ(key_of(a->start, m.to), bit / 8 / kChunkBytes * kChunkBytes) << preset.id;
                    ++written;
                }
            EXPECT_GT(written, 0u) << preset.id;
        }
    }
}

TEST(Animation, OfTmaCrossesWhatTheMmaReadsElsewhere) {
    Session session = preset_named("k_major_128b_f16").session();
    const Derived right = derive(session);
    session.tensor_map[Operand::a] = copy_from_descriptor(right, Operand::a);
    session = apply_edit(session, SetField{WordId::a_desc, find_field(*right.of(WordId::a_desc).format, "sbo"), 32});
    const Derived d = derive(session);
    ASSERT_GT(d.tma[Operand::a].agreement.different, 0u);
    const auto a = animation_of(AnimationId::tma, d, look_at(Operand::a));
    ASSERT_TRUE(a) << a.why;
    const Cells read = scene_in(*a, a->steps.size() - 1).grids[2];
    std::set<std::uint32_t> crossed, differing;
    for (std::size_t i = 0; i < read.key.size(); ++i)
        if (read.mark[i] == Mark::crossed) crossed.insert(read.key[i]);
    for (const Element e : d.tma[Operand::a].agreement.differing)
        differing.insert(static_cast<std::uint32_t>(e.row) << 16 | static_cast<std::uint32_t>(e.column / 8 * 8));
    EXPECT_EQ(crossed, differing);
    EXPECT_EQ(a->steps.back().sentence, d.tma[Operand::a].agreement.sentence);
}

TEST(Animation, OfScaleFactorsFollowsThemToTheirCells) {
    for (const std::string_view id : {"block_scaled_mxf4nvf4", "k_major_128b_mxf4"})
        for (const Operand operand : kBothOperands) {
            const Derived d = derive(preset_named(id).session());
            const auto a = animation_of(AnimationId::scales, d, look_at(operand));
            ASSERT_TRUE(a) << a.why;
            const TileScales& scales = *d.tmem.scales(operand);
            const ScaleMatrix& matrix = d.tmem.scale_matrix[operand];
            std::size_t shared = 0, lanes = 0, scaled = 0;
            for (const AnimationStep& step : a->steps)
                for (const Movement& m : step.movements) {
                    const ScaleFactor f{.row = m.key >> 16, .factor = m.key & 0xffff};
                    EXPECT_EQ(key_of(a->start, m.to), m.key) << id;
                    EXPECT_EQ(key_of(a->start, m.from), m.key) << id;
                    if (m.to.grid == 1) {
                        EXPECT_EQ(
                            memory_byte(scales, f) % kScaleAtom.bytes,
                            static_cast<std::uint64_t>(m.to.row) * 16 + static_cast<std::uint64_t>(m.to.column) % 16);
                        EXPECT_EQ(*matrix_byte(matrix, scales, f) % kScaleAtom.bytes,
                                  static_cast<std::uint64_t>(m.from.row) * 16 +
                                      static_cast<std::uint64_t>(m.from.column) % 16);
                        ++shared;
                    }
                    if (m.to.grid == 2) {
                        const auto cells = places(scales, f);
                        EXPECT_TRUE(std::ranges::any_of(cells, [&](const TmemCell& c) {
                            return c.lane == static_cast<unsigned>(m.to.row) &&
                                   c.bit / 8 == static_cast<unsigned>(m.to.column) % 4;
                        })) << id;
                        ++lanes;
                    }
                    scaled += m.to.grid == 3;
                }
            EXPECT_GT(shared, 0u) << id;
            EXPECT_GT(lanes, shared) << "tcgen05.cp copies to every warp";
            EXPECT_GT(scaled, 0u) << id;
        }
}

TEST(Animation, ShowsACellAtBothEndsOfItsWayAndBetween) {
    const Derived d = derive(preset_named("k_major_128b_f16").session());
    const auto a = animation_of(AnimationId::swizzle, d, look_at(Operand::a));
    ASSERT_TRUE(a);
    EXPECT_EQ(frame_of(*a, 5, 0).movements.front().part, 0);
    EXPECT_EQ(frame_of(*a, 5, 1).movements.front().part, 1);
    EXPECT_NEAR(frame_of(*a, 5, 0.25).movements.front().part, 0.5, 1e-9);
    EXPECT_EQ(frame_of(*a, 10'000, 0).scene.sentence, a->steps.back().sentence);
    // Many movements start one after the other, and all have arrived at the end.
    const auto many = movements_in(*a, 12, 0.4);
    ASSERT_GT(many.size(), 8u);
    EXPECT_GT(many.front().part, many.back().part);
    for (const Movement& m : movements_in(*a, 12, 1)) EXPECT_EQ(m.part, 1);
}

TEST(Animation, StopsAtItsEndOrStartsAgain) {
    const AnimationTime at{.step = 1, .part = 0.5};
    std::vector<AnimationStep> steps(4);
    EXPECT_EQ(advanced(at, kStepSeconds, steps, false), (AnimationTime{2, 0.5}));
    EXPECT_EQ(advanced(at, 100 * kStepSeconds, steps, false), (AnimationTime{3, 1}));
    EXPECT_EQ(advanced({.step = 3, .part = 0.5}, kStepSeconds, steps, true).step, 0u);
    EXPECT_EQ(advanced(at, -5, steps, true), at);
    steps[1].holds = 3;  // the idea stays longer
    EXPECT_EQ(advanced(at, 0.5 * kStepSeconds, steps, false).step, 1u);
    EXPECT_EQ(advanced(at, 2 * kStepSeconds, steps, false), (AnimationTime{2, 0.5}));
    EXPECT_NEAR(kMovingShare * kStepSeconds, 0.6, 1e-9);
    EXPECT_EQ(moved_part(0), 0);
    EXPECT_EQ(moved_part(kMovingShare), 1);
    EXPECT_EQ(moved_part(1), 1);
}

}  // namespace
}  // namespace tilescope
