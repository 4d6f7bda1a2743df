// tests/unit/document/tmem_view_test.cpp -- the contents of Tensor Memory, and traces through it.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint64_t kM128 = 0x08180010, kM64 = 0x04180010;  // f16, N 96

Session with(std::uint64_t idesc, const Variant& variant = {}) {
    Session s;
    s.words[2] = idesc;
    s.variant = variant;
    return s;
}

Session at(Session s, TmemPlace place, std::uint32_t address) { return apply_edit(s, SetTmemAddress{place, address}); }

Session mxf4() { return find_preset("k_major_128b_mxf4")->session(); }  // 128 x 128, K 4 x 64

std::vector<std::string> rules_of(const Session& s) {
    std::vector<std::string> out;
    for (const PlacedProblem& p : derive(s).problems) out.push_back(p.problem.rule);
    return out;
}
bool breaks(const Session& s, std::string_view rule) {
    const auto rules = rules_of(s);
    return std::ranges::find(rules, rule) != rules.end();
}

Trace traced(const Session& s, const Focus& focus) { return trace(derive(s), focus); }
bool has_line(const Trace& t, std::string_view line) { return std::ranges::find(t.details, line) != t.details.end(); }
template <class T>
bool has(const std::vector<T>& all, const T& one) {
    return std::ranges::find(all, one) != all.end();
}

TEST(TmemView, TheDefaultSessionHasOnlyDInTheFirstColumns) {
    const Derived d = derive({});
    ASSERT_EQ(d.tmem.regions.size(), 1u);
    const TmemRegion& r = d.tmem.regions[0];
    EXPECT_EQ(r.place, TmemPlace::d);
    EXPECT_EQ(r.first, 0u);
    EXPECT_EQ(r.end(), 96u);
    EXPECT_EQ(r.summary, "128 x 96 f32");
    EXPECT_EQ(r.lanes, "0 to 127");
    EXPECT_EQ(r.why_not, "");
    EXPECT_EQ(d.tmem.path_summary, "layout D (4x1): M 128, one CTA");
    EXPECT_EQ(d.tmem.next_free, 96u);
    EXPECT_EQ(d.tmem.missing(TmemPlace::a), "A is read from shared memory in this form.");
    EXPECT_EQ(d.tmem.missing(TmemPlace::sfa), "f16 has no scale factors.");
    EXPECT_EQ(d.tmem.missing(TmemPlace::meta), "This form is not sparse: it has no metadata.");
}

TEST(TmemView, HopperHasNoTensorMemory) {
    const Derived d = derive(find_preset("wgmma_128b_f16")->session());
    EXPECT_TRUE(d.tmem.regions.empty());
    EXPECT_EQ(d.tmem.none, "wgmma keeps D in registers: Hopper has no tensor memory.");
    EXPECT_EQ(d.tmem.missing(TmemPlace::a), "A is read from shared memory in this form.");
    EXPECT_EQ(d.tmem.missing(TmemPlace::sfb), "wgmma has no scale factors.");
}

// The fragments were measured (h100_fragments.csv.gz, h100_sparse_meta.csv).
TEST(TmemTrace, NamesTheThreadAndTheRegisterOfWgmma) {
    const auto traced = [](const char* preset, const Focus& focus) {
        return trace(derive(find_preset(preset)->session()), focus);
    };
    const Trace element = traced("wgmma_128b_f16", ElementFocus{Matrix::d, 9, 77});
    EXPECT_EQ(element.sentence, "D[9][77]: thread 6 (warp 0, lane 6), register 39");
    ASSERT_TRUE(element.certainty);
    EXPECT_EQ(element.certainty->measurement(), find_measurement("fragments"));
    EXPECT_FALSE(traced("wgmma_128b_f16", ElementFocus{Matrix::a, 9, 7}).certainty) << "A is in shared memory";
    EXPECT_FALSE(traced("wgmma_128b_f16", CodeFocus{9, 5}).certainty) << "there is no metadata";
    EXPECT_FALSE(traced("k_major_128b_f16", ElementFocus{Matrix::d, 9, 77}).certainty);
    const Trace a = traced("wgmma_fa3_bf16", ElementFocus{Matrix::a, 9, 21});
    EXPECT_EQ(a.sentence, "A[9][21]: thread 6 (warp 0, lane 6), register 1, bits 16 to 31 in K step 1");
    const Trace code = traced("wgmma_cutlass_62_sparse", CodeFocus{9, 5});
    EXPECT_TRUE(
        code.sentence.starts_with("metadata code 5 of A[9]: thread 5 (warp 0, lane 5), register 0, bits 20 to 23 "
                                  "of the metadata, with the sparsity selector 0; gives the positions of "
                                  "A[9][10..11] among 4 elements of K"))
        << code.sentence;
    EXPECT_EQ(code.certainty->measurement(), find_measurement("sparse-meta"));
    EXPECT_EQ(code.details[1],
              "regs   thread 7 (warp 0, lane 7), register 0, bits 20 to 23, with the sparsity selector 1");
}

TEST(TmemView, ReportsAnMWithoutADataPath) {
    const Derived d = derive(with(0x03180010));  // M 48
    EXPECT_EQ(
        d.tmem.none,
        "This form has no layout in tensor memory: M of cta_group::1 without .ws must be one of 64, 128, not 48.");
}

// The numbers of the drawing of the screen.
TEST(TmemTrace, FindsTheCellTheSourcesAndTheReaderOfAnElementOfD) {
    const Trace t = traced({}, ElementFocus{Matrix::d, 5, 17});
    EXPECT_EQ(t.sentence, "D[5][17]: lane 5, column 17 of tensor memory, 0x00050011");
    EXPECT_EQ(t.cells, (std::vector<CellFocus>{{0, 5, 17}}));
    for (const char* line :
         {"cell   lane 5, column 17", "addr   0x00050011", "warp   0, lane 5 of 32", "from   A row 5: A[5][0..15]",
          "       B row 17: B[17][0..15]", "scale  none", "mask   none", "       warp 0, thread 5, register 17"})
        EXPECT_TRUE(has_line(t, line)) << line;
    EXPECT_TRUE(has(t.elements, ElementFocus{Matrix::a, 5, 15}));
    EXPECT_FALSE(has(t.elements, ElementFocus{Matrix::a, 5, 16})) << "one instruction reads 16 columns";
    EXPECT_TRUE(has(t.elements, ElementFocus{Matrix::b, 17, 0}));
    EXPECT_EQ(t.bytes.size(), 2u * 16 * 2);
}

TEST(TmemTrace, PlacesHalfLanesBanksAndPairsByTheDataPath) {
    // Layout F: row 17 is the second row of its group of 16. If D begins at lane 16, the row is at a lane higher by 16.
    EXPECT_EQ(traced(with(kM64), ElementFocus{Matrix::d, 17, 3}).cells, (std::vector<CellFocus>{{0, 33, 3}}));
    const Session low = at(with(kM64), TmemPlace::d, 16u << 16 | 8);
    EXPECT_EQ(traced(low, ElementFocus{Matrix::d, 17, 3}).cells, (std::vector<CellFocus>{{0, 49, 11}}));
    // Layout B, N 64: CTA 70 / 64, lane 6 + 64 x (40 / 32), column 40 mod 32.
    const Session pair = with(0x08100010, {.cta_group = 2});
    const Trace t = traced(pair, ElementFocus{Matrix::d, 70, 40});
    EXPECT_EQ(t.cells, (std::vector<CellFocus>{{1, 70, 8}}));
    EXPECT_EQ(t.sentence, "D[70][40]: CTA 1, lane 70, column 8 of tensor memory, 0x00460008");
    EXPECT_TRUE(has_line(t, "from   A row 70: A[6][0..15] of CTA 1"));
    EXPECT_TRUE(has_line(t, "       B row 40: B[8][0..15] of CTA 1"));
    // Layout E, N 128: two banks of 64 columns.
    const Session ws = with(0x04200010, {.ws = true});
    EXPECT_EQ(traced(ws, ElementFocus{Matrix::d, 3, 70}).cells, (std::vector<CellFocus>{{0, 67, 6}}));
}

TEST(TmemTrace, FindsTheElementOfACell) {
    const Trace t = traced({}, CellFocus{0, 5, 17});
    EXPECT_EQ(t.sentence, "lane 5, column 17 of tensor memory, 0x00050011: D[5][17]");
    EXPECT_TRUE(has(t.elements, ElementFocus{Matrix::d, 5, 17}));
    EXPECT_TRUE(has(t.elements, ElementFocus{Matrix::b, 17, 3}));
    EXPECT_TRUE(traced({}, CellFocus{0, 5, 96}).sentence.ends_with("nothing is stored here"));
}

TEST(TmemTrace, FindsTheRowOfDForAnElementOfAAndTheColumnForB) {
    const Trace a = traced({}, ElementFocus{Matrix::a, 5, 0}), b = traced({}, ElementFocus{Matrix::b, 17, 0});
    EXPECT_EQ(a.cells.size(), 96u);
    EXPECT_TRUE(has(a.cells, CellFocus{0, 5, 95}));
    EXPECT_EQ(b.cells.size(), 128u);
    EXPECT_TRUE(has(b.cells, CellFocus{0, 127, 17}));
}

// Two f16 per cell from column 256 on. Layout E needs A in both banks.
TEST(TmemTrace, FindsAllCopiesOfAnAInTensorMemory) {
    const Session one = with(kM128, {.a_in_tmem = true});
    const Trace t = traced(one, ElementFocus{Matrix::a, 3, 5});
    EXPECT_EQ(t.sentence, "A[3][5]: lane 3, column 258, bit 16 of tensor memory, 0x00030102");
    EXPECT_EQ(t.cells, (std::vector<CellFocus>{{0, 3, 258}}));
    EXPECT_EQ(derive(one).tmem.region(TmemPlace::a)->columns, 32u) << "64 elements of K";
    const Session ws = with(0x04200010, {.ws = true, .a_in_tmem = true});
    EXPECT_EQ(traced(ws, ElementFocus{Matrix::a, 3, 5}).cells, (std::vector<CellFocus>{{0, 3, 258}, {0, 67, 258}}));
    EXPECT_EQ(derive(ws).tmem.region(TmemPlace::a)->grounds.certainty, Certainty::secondary);
    EXPECT_EQ(traced(one, CellFocus{0, 3, 258}).sentence,
              "lane 3, column 258 of tensor memory, 0x00030102: A[3][4], A[3][5]");
}

// hardware-facts 6.2: lane 33 mod 32, column 33 / 32, byte id + factor; memory 16 x 1 + 4 x 1 + 2.
TEST(TmemTrace, FindsTheByteAndTheFourCopiesOfAScaleFactor) {
    const Derived d = derive(mxf4());
    ASSERT_TRUE(d.tmem.sfa && d.tmem.sfb);
    EXPECT_EQ(d.tmem.sfa->blocks, 4u);
    EXPECT_EQ(d.tmem.sfa->factors(), 8u);
    EXPECT_EQ(d.tmem.region(TmemPlace::sfa)->columns, 8u) << "two groups of four columns";
    const Trace t = trace(d, ScaleFocus{Operand::a, 33, 2});
    EXPECT_EQ(t.cells, (std::vector<CellFocus>{{0, 1, 385}, {0, 33, 385}, {0, 65, 385}, {0, 97, 385}}));
    EXPECT_EQ(t.sentence,
              "SFA[33][2]: byte 22 of its tile in shared memory; column 385, byte 2 of lanes 1, 33, 65, 97 "
              "of tensor memory");
    EXPECT_TRUE(has_line(t, "K step 1, factor 0 of 2, id 2"));
    EXPECT_TRUE(has(t.elements, ElementFocus{Matrix::a, 33, 64}));
    EXPECT_TRUE(has(t.elements, ElementFocus{Matrix::a, 33, 95}));
    EXPECT_EQ(t.elements.size(), 32u);
    const Trace later = trace(d, ScaleFocus{Operand::b, 33, 5});
    EXPECT_TRUE(has(later.cells, CellFocus{0, 1, 400 + 5}));
    EXPECT_TRUE(has_line(later, "smem   byte 533 from the start of the tile, atom 1"));
    EXPECT_EQ(trace(d, ScaleFocus{Operand::a, 33, 8}).sentence, "SFA[33][8] is outside the 128 rows of 8 factors.");
    EXPECT_EQ(traced({}, ScaleFocus{Operand::a, 0, 0}).sentence, "SFA[0][0]: f16 has no scale factors.");
}

TEST(TmemTrace, FindsFourScaleFactorsInACell) {
    const Derived d = derive(mxf4());
    const std::vector<TmemThing> things = things_in(d.tmem, {.lane = 97, .column = 385});
    ASSERT_EQ(things.size(), 4u);
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(things[static_cast<std::size_t>(i)],
                  (TmemThing{TmemPlace::sfa, 33, i, 8 * static_cast<unsigned>(i), 8}));
    const Trace t = trace(d, CellFocus{0, 97, 385});
    EXPECT_EQ(t.factors.size(), 4u);
    EXPECT_TRUE(has(t.cells, CellFocus{0, 1, 385}));
    EXPECT_TRUE(has(trace(d, ElementFocus{Matrix::d, 5, 17}).factors, ScaleFocus{Operand::b, 17, 1}));
}

TEST(TmemView, FindsTheScaleFactorOfEveryCell) {
    Session s = mxf4();
    for (const unsigned cta_group : {1u, 2u}) {
        s.variant.cta_group = cta_group;
        const Derived d = derive(s);
        for (const auto* scales : {&*d.tmem.sfa, &*d.tmem.sfb})
            for (unsigned row = 0; row < scales->rows(); ++row)
                for (unsigned f = 0; f < scales->factors(); ++f)
                    for (const TmemCell& cell : places(*scales, {row, f}))
                        ASSERT_EQ(factor_at(*scales, cell), (ScaleFactor{row, f})) << row << " " << f;
    }
}

// Row 9, code 5 of f16: lane 1 + 8, bit 4 + 16. A code of 2:4 gives the positions of two stored elements.
TEST(TmemTrace, FindsMetadataFromTheElementAndFromTheCell) {
    const Session s = with(0x08180014, {.sparse = true});
    const Derived d = derive(s);
    ASSERT_TRUE(d.tmem.meta);
    EXPECT_TRUE(has(trace(d, ElementFocus{Matrix::a, 9, 10}).cells, CellFocus{0, 9, 416}));
    const std::vector<TmemThing> things = things_in(d.tmem, {.lane = 9, .column = 416});
    ASSERT_EQ(things.size(), 8u);
    EXPECT_EQ(things[5], (TmemThing{TmemPlace::meta, 9, 20, 20, 4}));
    EXPECT_TRUE(has(trace(d, CellFocus{0, 9, 416}).elements, ElementFocus{Matrix::a, 9, 11}));
    EXPECT_EQ(code_lines(d.tmem, 9)[5],
              "code 5: k 20 to 23, stored elements 10 to 11, lane 9, column 416, bits 20 to 23");
}

TEST(TmemView, TheMeaningsOfCodesMatchTheManual) {
    const auto two = code_meanings(*find_grain("2:4"));
    ASSERT_EQ(two.size(), 16u);
    EXPECT_EQ(two[4].bits, "0100");
    EXPECT_EQ(two[4].sentence, "keeps 0 and 1");
    EXPECT_EQ(two[6].sentence, "keeps 2 and 1");
    EXPECT_FALSE(two[5].legal);
    EXPECT_EQ(std::ranges::count(two, true, &CodeMeaning::legal), 7);
    EXPECT_EQ(code_meanings(*find_grain("4:8"))[9].sentence, "keeps 2, 3, 4 and 5");
    EXPECT_EQ(code_meanings(*find_grain("1:2"))[14].sentence, "keeps 1");
}

TEST(TmemView, TheBlockSizeSelectsTheVector) {
    Session s = mxf4();
    s.variant.kind = "mxf4nvf4";
    EXPECT_EQ(derive(s).tmem.sfa->first.vector->factors, 4u) << "block16 is the default";
    s.variant.scale_block = 32;
    EXPECT_EQ(derive(s).tmem.sfa->first.vector->factors, 2u);
    s.variant.scale_block = 16;
    s.words[2] |= 1u << 31;  // K 96
    EXPECT_EQ(derive(s).tmem.sfa->first.vector->factors, 6u);
    s.variant.kind = "mxf4";
    EXPECT_EQ(derive(s).tmem.region(TmemPlace::sfa)->why_not,
              "scale vector of kind mxf4 with K = 96: 'block16' does not exist; use one of: scale_vec::2X (block32)");
}

// Bits that nobody gave count only if the places depend on them.
TEST(TmemView, ReportsPlacesThatTheGivenBitsProve) {
    const auto assuming = [](std::string_view field) {
        Session s = at({}, TmemPlace::d, 16u << 16);
        s.assumed.bits[WordId::idesc] = set_field(field_in(*derive(s).of(WordId::idesc).format, field), 0, ~0ull);
        return s;
    };
    EXPECT_TRUE(breaks(assuming("negate_a"), "L79"));
    EXPECT_TRUE(breaks(assuming("transpose_b"), "L79"));
    EXPECT_FALSE(breaks(assuming("m"), "L79"));
    Session form = at({}, TmemPlace::d, 16u << 16);
    form.assumed.form = true;
    EXPECT_FALSE(breaks(form, "L79"));
}

TEST(TmemProblems, AnInvalidLaneIsAnError) {
    EXPECT_FALSE(breaks({}, "L79"));
    EXPECT_TRUE(breaks(at({}, TmemPlace::d, 16u << 16), "L79"));
    EXPECT_FALSE(breaks(at(with(kM64), TmemPlace::d, 16u << 16), "L79"));
    EXPECT_TRUE(breaks(at(with(kM64), TmemPlace::d, 8u << 16), "L79"));
}

TEST(TmemProblems, DAndAMustHaveTheSameLane) {
    const Session s = with(kM64, {.a_in_tmem = true});
    EXPECT_FALSE(breaks(s, "L80"));
    EXPECT_TRUE(breaks(at(s, TmemPlace::a, 16u << 16 | 0x100), "L80"));
    EXPECT_FALSE(breaks(at(at(s, TmemPlace::a, 16u << 16 | 0x100), TmemPlace::d, 16u << 16), "L80"));
}

TEST(TmemProblems, ColumnsPastTheEndAreAnError) {
    EXPECT_FALSE(breaks(at({}, TmemPlace::d, 416), "L81"));
    EXPECT_TRUE(breaks(at({}, TmemPlace::d, 417), "L81"));
    EXPECT_FALSE(breaks(at(with(0x04200010, {.ws = true}), TmemPlace::d, 448), "L81")) << "layout E needs N / 2";
}

TEST(TmemProblems, ColumnsThatOnlySm107HasAreNoErrorThere) {
    Session s = at({}, TmemPlace::d, 480);  // N 96: columns 480 to 575
    EXPECT_TRUE(breaks(s, "L81"));
    EXPECT_EQ(derive(s).tmem.next_free, 512u);
    for (const char* arch : {"sm_107a", "sm_107f"}) {
        s.edition = Edition::v9_4;
        s.arch = arch;
        const Derived d = derive(s);
        EXPECT_FALSE(breaks(s, "L81")) << arch;
        EXPECT_EQ(d.tmem.region(TmemPlace::d)->why_not, "");
        EXPECT_EQ(d.tmem.columns, 576u);
        EXPECT_TRUE(lies_in(d.tmem, TmemPlace::d, {.lane = 5, .column = 575}));
        EXPECT_TRUE(breaks(at(s, TmemPlace::d, 481), "L81")) << arch;
    }
    s.arch = "sm_100a";
    EXPECT_TRUE(breaks(s, "L81")) << "the edition alone adds no columns";
}

TEST(TmemProblems, SharedCellsAreAWarning) {
    const Session s = mxf4();
    EXPECT_FALSE(breaks(s, "L82"));
    EXPECT_FALSE(breaks(at(s, TmemPlace::sfa, 128), "L82")) << "directly after D";
    EXPECT_TRUE(breaks(at(s, TmemPlace::sfa, 127), "L82"));
    // The other 16 lanes of each sub-partition are free for A.
    const Session half = at(with(kM64, {.a_in_tmem = true}), TmemPlace::a, 16u << 16);
    EXPECT_FALSE(breaks(half, "L82"));
    EXPECT_TRUE(breaks(at(half, TmemPlace::a, 0), "L82"));
}

TEST(TmemProblems, MetadataOfHalfSubPartitionsIsNotKnown) {
    EXPECT_FALSE(breaks(with(0x08180014, {.sparse = true}), "L86"));
    const Derived half = derive(with(0x04180014, {.sparse = true}));
    EXPECT_EQ(std::ranges::count(half.problems, "L86", [](const PlacedProblem& p) { return p.problem.rule; }), 1);
    EXPECT_EQ(half.tmem.region(TmemPlace::meta)->grounds.certainty, Certainty::unknown);
}

TEST(TmemProblems, NoPresetHasAPlacementProblem) {
    for (const Preset& p : presets())
        for (const char* rule : {"L79", "L80", "L81", "L82", "L86"}) EXPECT_FALSE(breaks(p.session(), rule)) << p.id;
}

TEST(TmemTrace, AMetadataCodeNamesTheElementsWhosePositionsItGives) {
    const Derived d = derive(find_preset("sparse_f16")->session());
    const Trace t = trace(d, CodeFocus{9, 2});
    ASSERT_FALSE(t.cells.empty()) << t.sentence;
    ASSERT_EQ(t.elements.size(), 2u);
    EXPECT_EQ(t.elements[0], (ElementFocus{Matrix::a, 9, 4})) << "two stored elements for each code";
    EXPECT_FALSE(t.bytes.empty());
    EXPECT_NE(t.sentence.find("A[9][4..5]"), std::string::npos) << t.sentence;
    EXPECT_NE(trace(d, CodeFocus{9, 500}).sentence.find("outside"), std::string::npos);
    EXPECT_FALSE(trace({}, CodeFocus{0, 0}).sentence.empty()) << "a form without metadata";
    EXPECT_EQ(trace(d, ElementFocus{Matrix::a, 9, 4}).codes.size(), 1u);
}

}  // namespace
}  // namespace tilescope
