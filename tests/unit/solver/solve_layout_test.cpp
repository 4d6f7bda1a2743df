// tests/unit/solver/solve_layout_test.cpp -- the layout solver: round trips and exact refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tile.h>
#include <tilescope/solver/solve_layout.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tilescope {
namespace {

// Returns the places of a layout as a requested layout. Elements of padded types count as their 8-bit containers.
RequestedLayout requested_of(const SmemLayout& layout) {
    SmemLayout by_container = layout;
    if (layout.type->container_bits == 8) by_container.type = find_type("e4m3");
    RequestedLayout out{layout.type, layout.rows, layout.columns, {}, {}};
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c) {
            const BitPlace p = place_in_memory(by_container, {r, c});
            out.bits.push_back(std::uint64_t{p.byte} * 8 + p.bit);
        }
    return out;
}

// Checks that the steps of a solution read every element at the requested place.
void expect_reads(const LayoutSolution& solution, const RequestedLayout& requested, StepSize size) {
    std::size_t step = 0;
    for (int row = 0; row < requested.rows; row += size.rows)
        for (int column = 0; column < requested.columns; column += size.columns, ++step) {
            ASSERT_LT(step, solution.steps.size());
            const SmemLayout& layout = solution.steps[step];
            const RequestedLayout have = requested_of(layout);
            for (int r = 0; r < layout.rows; ++r)
                for (int c = 0; c < layout.columns; ++c)
                    ASSERT_EQ(have.bits[static_cast<std::size_t>(r * layout.columns + c)],
                              requested.bits[static_cast<std::size_t>((row + r) * requested.columns + column + c)])
                        << "step " << step << " (" << r << ", " << c << ")";
        }
    ASSERT_EQ(step, solution.steps.size());
}

bool same_except_unused_strides(const SmemLayout& a, const SmemLayout& b) {
    const auto used = [](const StrideReport& r) { return r.use == StrideUse::walked || r.use == StrideUse::address; };
    return a.start == b.start && a.mode == b.mode && a.major == b.major && (!used(use_of_lbo(a)) || a.lbo == b.lbo) &&
           (!used(use_of_sbo(a)) || a.sbo == b.sbo);
}

// solver(layout(descriptor)) == descriptor, except for strides that are not used.
TEST(SolveLayout, RoundTripsEveryDescriptor) {
    std::mt19937 random(9);
    std::size_t found = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
        const SwizzleMode mode = kSwizzleModes[pick(5)].mode;
        const Major major = pick(2) ? Major::mn : Major::k;
        const ElementType& type = kElementTypes[pick(std::size(kElementTypes))];
        const AtomSize atom = atom_of(mode, major, type);
        const auto k = static_cast<int>(dense_k(type));
        SmemLayout layout{.mode = mode,
                          .major = major,
                          .type = &type,
                          .start = 16 * pick(1 << 12),
                          .lbo = 16 * pick(1 << 12),
                          .sbo = 16 * pick(1 << 12),
                          .rows = atom.rows * static_cast<int>(1 + pick(3)),
                          .columns = k};
        if (major == Major::k && mode == SwizzleMode::none && layout.columns <= atom.columns) continue;
        const RequestedLayout requested = requested_of(layout);
        const LayoutAnswer answer = solve_layout(requested);
        ASSERT_FALSE(answer.solutions.empty()) << i << ": " << answer.why;
        bool again = false;
        for (const LayoutSolution& s : answer.solutions) {
            ASSERT_NO_FATAL_FAILURE(expect_reads(s, requested, {layout.rows, k})) << i;
            again |= same_except_unused_strides(layout, s.steps[0]);
        }
        ASSERT_TRUE(again) << i << ": " << row_of(mode).name << " " << name_of(major) << " " << type.id;
        ++found;
    }
    EXPECT_GT(found, 3000u);
}

TEST(SolveLayout, SolvesEveryStepOfAWholeTile) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first})
                for (const char* type : {"e2m1x2", "e4m3", "f16", "tf32"}) {
                    const auto tile = build_tile({.mode = mode.mode,
                                                  .major = major,
                                                  .type = find_type(type),
                                                  .rows = 256,
                                                  .columns = 256,
                                                  .order = order,
                                                  .start = 0x8400});
                    if (!tile) continue;
                    const StepSize size{128, static_cast<int>(dense_k(*find_type(type)))};
                    const auto slices = slices_of(*tile, {size.rows, size.columns});
                    ASSERT_TRUE(slices) << slices.why;
                    const RequestedLayout requested = requested_of(tile->layout);
                    const LayoutAnswer answer = solve_layout(requested, size);
                    const auto* same = std::ranges::find_if(
                        answer.solutions.data(), answer.solutions.data() + answer.solutions.size(),
                        [&](const LayoutSolution& s) { return s.mode == mode.mode && s.major == major; });
                    ASSERT_NE(same, answer.solutions.data() + answer.solutions.size())
                        << mode.name << " " << name_of(major) << " " << type << ": " << answer.why;
                    ASSERT_EQ(same->steps.size(), slices->size());
                    ASSERT_NO_FATAL_FAILURE(expect_reads(*same, requested, size));
                    for (std::size_t i = 0; i < slices->size(); ++i)
                        ASSERT_TRUE(same_except_unused_strides((*slices)[i].layout, same->steps[i]))
                            << mode.name << " " << name_of(major) << " " << type << " step " << i;
                }
}

// 64 bytes of K in atoms of 32: two dense instructions ignore lbo, a sparse one needs it.
TEST(SolveLayout, GivesASparseBTheDistanceOfItsAtoms) {
    for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first}) {
        const auto tile = build_tile({.mode = SwizzleMode::b32,
                                      .type = find_type("f16"),
                                      .rows = 64,
                                      .columns = 64,
                                      .order = order,
                                      .start = 0x400});
        const auto of_mode = [&](int columns) {
            const LayoutAnswer answer = solve_layout(requested_of(tile->layout), {64, columns});
            const auto found = std::ranges::find(answer.solutions, SwizzleMode::b32, &LayoutSolution::mode);
            EXPECT_NE(found, answer.solutions.end()) << answer.why;
            return found == answer.solutions.end() ? LayoutSolution{} : *found;
        };
        const LayoutSolution sparse = of_mode(32), dense = of_mode(16);
        ASSERT_EQ(sparse.steps.size(), 2u);
        EXPECT_EQ(sparse.steps[0].lbo, tile->column_step);
        EXPECT_EQ(sparse.steps[1].start, 0x400 + 2 * tile->column_step);
        EXPECT_NE(sparse.note.find("X34"), std::string::npos) << sparse.note;
        ASSERT_EQ(dense.steps.size(), 4u);
        EXPECT_EQ(dense.steps[0].lbo, 16u);
        EXPECT_EQ(dense.note, "");
    }
}

LayoutAnswer solved(std::string_view text, const char* type = "f16", std::uint32_t start = 0) {
    const auto parsed = parse_cute(text);
    EXPECT_TRUE(parsed) << parsed.why;
    const auto requested = requested_from(*parsed, *find_type(type), start);
    EXPECT_TRUE(requested) << requested.why;
    return requested ? solve_layout(*requested) : LayoutAnswer{};
}

TEST(SolveLayout, SolvesALayoutThatKernelsPrint) {
    const auto answer =
        solved("Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)", "bf16", 0x400);
    ASSERT_EQ(answer.solutions.size(), 1u) << answer.why;
    const LayoutSolution& s = answer.solutions[0];
    EXPECT_EQ(s.mode, SwizzleMode::b128);
    EXPECT_EQ(s.major, Major::k);
    ASSERT_EQ(s.steps.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(s.steps[i].start, 0x400 + 32 * i);
        EXPECT_EQ(s.steps[i].sbo, 1024u);
    }
    for (const SmemLayout& step : s.steps) EXPECT_TRUE(step.lbo == s.steps[0].lbo && step.sbo == s.steps[0].sbo);
    EXPECT_EQ(s.note, "");
}

// Source: tests/data/vectors/cutlass/accept_reject.csv, umma_desc_raw and umma_layout_type: the layouts that CUTLASS
// accepts and refuses.
TEST(SolveLayout, AcceptsAndRefusesTheSameLayoutsAsCutlass) {
    struct {
        const char* text;
        bool accepted;
    } const cases[] = {
        {"((8,16),(8,2)):((8,128),(1,64))", true},                                // core matrices contiguous, LBO 128 B
        {"((8,16),8):((8,64),1)", true},                                          // K extent of one chunk
        {"((8,2,2),(8,2)):((8,64,200),(1,1024))", false},                         // row groups with two pitches
        {"Sw<2,4,3> o smem_ptr[16b] o ((8,16),(8,2)):((32,256),(1,8))", true},    // row pitch 64 B
        {"Sw<3,4,3> o smem_ptr[16b] o ((8,16),(8,2)):((64,512),(1,16))", false},  // chunks not adjacent
        {"Sw<3,4,3> o smem_ptr[16b] o (64,16):(1,64)", true},                     // plain column-major, K pitch 128 B
        {"Sw<2,4,3> o smem_ptr[16b] o (64,16):(1,64)", false},
        {"(128,64):(64,1)", false},  // row-major without swizzle
        {"Sw<4,4,4> o smem_ptr[16b] o ((8,16),(8,2)):((64,512),(1,8))", false},
        {"Sw<1,5,2> o smem_ptr[16b] o ((8,16),(8,2)):((64,512),(1,8))", false},
    };
    for (const auto& c : cases)
        EXPECT_EQ(!solved(c.text).solutions.empty(), c.accepted) << c.text << " " << solved(c.text).why;
}

TEST(SolveLayout, RefusalsNameTheFirstElementThatDoesNotFit) {
    const auto padded = solved("(64,16):(12,1)");
    ASSERT_TRUE(padded.misfit);
    EXPECT_EQ(padded.why.substr(0, 31), "No descriptor reads this layout") << padded.why;
    const auto stride = solved("((8,4),(8,2)):((8,64),(1,12))");
    ASSERT_TRUE(stride.misfit);
    EXPECT_EQ(*stride.misfit, (Element{0, 8}));
    EXPECT_NE(stride.why.find("element (0, 8) needs a stride of 24 bytes, but strides must be multiples of 16"),
              std::string::npos)
        << stride.why;
    const auto odd = solved("((8,4),(8,2)):((8,64),(1,256))", "f16", 0x408);
    EXPECT_NE(odd.why.find("element (0, 0) starts at byte 0x408, which is not a multiple of 16"), std::string::npos)
        << odd.why;
    const auto back = solved("((8,4),(8,2)):((8,64),(1,-256))", "f16", 0x4000);
    EXPECT_NE(back.why.find("needs a stride of -512 bytes, but strides must be 0 to 262128"), std::string::npos)
        << back.why;
    const auto chunks = solved("Sw<3,4,3> o smem_ptr[16b](0x400) o ((8,4),(8,2)):((64,512),(1,16))");
    ASSERT_TRUE(chunks.misfit);
    EXPECT_EQ(*chunks.misfit, (Element{0, 8}));
    EXPECT_NE(chunks.why.find("The closest descriptor is K-major 128B: element (0, 8) is requested at 0x420, but"),
              std::string::npos)
        << chunks.why;
}

TEST(SolveLayout, FindsTheSecondChunkOfTheAbsoluteMode) {
    const SmemLayout layout{.mode = SwizzleMode::b128,
                            .type = find_type("e2m1x2"),
                            .start = 0x1060,
                            .lbo = 0x5000,
                            .sbo = 1024,
                            .absolute_lbo = true,
                            .rows = 128,
                            .columns = 96};
    const LayoutAnswer answer = solve_layout(requested_of(layout), {128, 96});
    ASSERT_EQ(answer.solutions.size(), 1u) << answer.why;
    EXPECT_TRUE(same_except_unused_strides(layout, answer.solutions[0].steps[0]));
    EXPECT_TRUE(answer.solutions[0].steps[0].absolute_lbo);
    EXPECT_NE(answer.solutions[0].note, "");
}

// sm_103a: three columns of atoms. An instruction reads 48 bytes; every third instruction leaves its line.
TEST(SolveLayout, SolvesTilesOfK96InAbsoluteMode) {
    const auto text = parse_cute("Sw<3,4,3> o smem_ptr[4b](0x4000) o ((8,16),(256,3)):((256,2048),(1,32768))");
    const auto requested = requested_from(*text, *find_type("e2m1x2"), 0);
    ASSERT_TRUE(requested) << requested.why;
    const LayoutAnswer answer = solve_layout(*requested, {128, 96});
    ASSERT_EQ(answer.solutions.size(), 1u) << answer.why;
    ASSERT_NO_FATAL_FAILURE(expect_reads(answer.solutions[0], *requested, {128, 96}));
    ASSERT_EQ(answer.solutions[0].steps.size(), 8u);
    EXPECT_EQ(answer.solutions[0].steps[2].lbo, 0x8000u) << "the line continues in the next column of atoms";
    for (const SmemLayout& step : answer.solutions[0].steps) EXPECT_TRUE(step.absolute_lbo);
}

TEST(SolveLayout, APatternThatDoesNotStartOnItsBoundaryNeedsABaseOffset) {
    const auto answer = solved("Sw<3,3,3> o 0 o ((8,16),(8,8)):((64,512),(1,8))", "f16", 0x480);
    ASSERT_FALSE(answer.solutions.empty()) << answer.why;
    EXPECT_EQ(answer.solutions[0].steps[0].base_offset, 1u) << "PTX ISA 9.1, Table 41: (0x480 >> 7) & 7";
    EXPECT_NE(answer.solutions[0].note.find("X14"), std::string::npos);
}

TEST(SolveLayout, SolvesEveryStageOfAPipeline) {
    const auto text =
        parse_cute("Sw<3,4,3> o smem_ptr[16b](0x400) o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))");
    ASSERT_TRUE(text) << text.why;
    for (int stage = 0; stage < 4; ++stage) {
        const auto requested = requested_from(*text, *find_type("f16"), 0, stage);
        ASSERT_TRUE(requested) << requested.why;
        EXPECT_EQ(requested->stages, 4);
        const LayoutAnswer answer = solve_layout(*requested);
        ASSERT_EQ(answer.solutions.size(), 1u) << answer.why;
        EXPECT_EQ(answer.solutions[0].steps[0].start, 0x400u + static_cast<std::uint32_t>(stage) * 16384);
    }
    EXPECT_FALSE(requested_from(*text, *find_type("f16"), 0, 4));
}

TEST(SolveLayout, NotesADoubtAboutASliceThatLeavesItsAtom) {
    const auto answer = solved("Sw<1,4,3> o smem_ptr[16b](0x410) o ((8,2),(8,2)):((16,128),(1,8))");
    const auto doubted = [](const LayoutSolution& s) { return s.mode != SwizzleMode::b32 || !s.note.empty(); };
    EXPECT_FALSE(answer.solutions.empty());
    EXPECT_TRUE(std::ranges::all_of(answer.solutions, doubted));
}

TEST(SolveLayout, RefusesTextsThatAreNotAnOperand) {
    const auto why = [](std::string_view text, const char* type) {
        return requested_from(*parse_cute(text), *find_type(type), 0).why;
    };
    EXPECT_NE(why("tmem_[32b](0x0) o (128,64):(65536,1)", "f16"), "");
    EXPECT_NE(why("8:1", "f16"), "");
    EXPECT_EQ(why("((8,m),(8,2)):((8,64),(1,256))", "f16"), "'m' has no value; give it a number");
    EXPECT_NE(why("smem_ptr[8b] o (8,16):(16,1)", "f16"), "");
    EXPECT_NE(why("gmem_ptr[16b](0x0) o (8,16):(16,1)", "f16"), "");
    EXPECT_EQ(why("smem_ptr[16b](0x100000400) o (8,8):(8,1)", "f16"),
              "element (7, 7) is at 0x10000047e; shared-memory addresses end at 0x7ffff");
    EXPECT_NE(why("(8,16):(-8,1)", "f16"), "");
    EXPECT_EQ(why("(4096,4096):(0,1)", "f16"),
              "the layout has 4096 x 4096 elements; shared memory has space for at most 1048576 of 4 bits");
    EXPECT_EQ(why("smem_ptr o ((8,4),(T,2)):((T,64),(1,256))", "f16"), "");
}

TEST(SolveLayout, ShowsTheCodesOfAMode) {
    EXPECT_EQ(numberings(SwizzleMode::b128), "tcgen05 2, wgmma 1, CUtensorMapSwizzle 3, ordinal 3, Sw<3,4,3>");
    EXPECT_EQ(numberings(SwizzleMode::b128_32), "tcgen05 1, wgmma -, CUtensorMapSwizzle 4, ordinal 4, Sw<2,5,2>");
}

}  // namespace
}  // namespace tilescope
