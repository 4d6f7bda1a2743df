// tests/unit/code/code_errors_test.cpp -- texts of sessions with errors, and of words that move with their buffers.
// SPDX-License-Identifier: MIT
#include "tests/unit/code/claims.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/word/codec.h>

namespace tilescope {
namespace {

using CodeErrors = Claims;

std::uint64_t& word(Session& s, WordId id) { return s.words[static_cast<std::size_t>(id)]; }

Session with_field(const Session& s, WordId id, std::string_view field, std::uint64_t raw) {
    return apply_edit(s, SetField{id, find_field(*derive(s).of(id).format, field), raw});
}

// A whose lbo is an address, 0x400 after the start of A at 0x400.
Session with_absolute_lbo() {
    Session s;
    s.arch = "sm_103a";
    s.edition = Edition::v9_4;
    s = with_field(s, WordId::a_desc, "start", 0x40);
    s = with_field(s, WordId::a_desc, "lbo_mode", 1);
    return with_field(s, WordId::a_desc, "lbo", 0x80);
}

TEST_F(CodeErrors, AnAbsoluteLboMovesWithTheBuffer) {
    const Session s = with_absolute_lbo();
    write("cuda", s);
    EXPECT_TRUE(has("desc |= uint64_t{((address >> 4) + 64) & 0x7fff} << 16;")) << text;
    EXPECT_TRUE(has("an address, 1024 bytes after the start")) << text;
    EXPECT_FALSE(has("uint64_t{128} << 16")) << text;
    write("python", s);
    EXPECT_TRUE(has(" | (((address >> 4) + 64) & 0x7fff) << 16")) << text;
    write("tilelang", s);
    EXPECT_TRUE(says("lbo of a_desc is an address")) << text;
    write("cutlass", s);
    EXPECT_TRUE(has("an address, 1024 bytes after the start")) << text;
}

TEST_F(CodeErrors, AnAbsoluteLboBeforeTheStartKeepsItsDistance) {
    const Session s = with_field(with_absolute_lbo(), WordId::a_desc, "lbo", 0x30);
    write("cuda", s);
    EXPECT_TRUE(has("((address >> 4) + 32752) & 0x7fff}") && has("an address, 256 bytes before the start")) << text;
}

TEST_F(CodeErrors, AnAbsoluteLboWithUnknownBitsIsALimit) {
    Session s = with_absolute_lbo();
    const Field& f = *find_field(*derive(s).of(WordId::a_desc).format, "start");
    s = apply_edit(s, SetWord{WordId::a_desc, word(s, WordId::a_desc), bit_mask(f.width) << f.lsb});
    write("cuda", s);
    EXPECT_TRUE(says("lbo of a_desc is an address, and its distance from the start is not known")) << text;
}

TEST_F(CodeErrors, CudaSaysThatStepsOfAnAbsoluteLboHaveNoFunction) {
    Session s = with_absolute_lbo();
    s.tile_k = 64;
    write("cuda", s);
    EXPECT_FALSE(has("a_desc_at(")) << text;
    EXPECT_TRUE(has("b_desc_at(")) << text;
    EXPECT_TRUE(says("no function for the steps along K of A")) << text;
}

// Each text that has a head says what the rules and the assembler refuse.
TEST_F(CodeErrors, AreInTheTextOfEachTarget) {
    Session s;
    s.arch = "sm_120a";
    const Derived d = derive(s);
    ASSERT_FALSE(d.problems.empty());
    for (const CodeTarget& target : code_targets()) {
        write(target.id, s);
        EXPECT_TRUE(has(d.problems.front().problem.rule)) << target.id << '\n' << text;
        EXPECT_TRUE(says("error") || target.id == "markdown") << target.id << '\n' << text;
    }
    write("cuda", s);
    EXPECT_FALSE(has("Compile it with nvcc for sm_120a.")) << text;
    write("ptx", Session{});
    EXPECT_TRUE(limits.empty()) << all_limits();
}

TEST_F(CodeErrors, ASizeThatIsNotLegalGivesNoAtom) {
    const Session wide = with_field(Session{}, WordId::idesc, "n", 33);  // N = 264
    for (const std::string_view target : {"cutlass", "cute-dsl", "deepgemm", "thunderkittens", "triton"}) {
        write(target, wide);
        EXPECT_TRUE(says("264")) << target << '\n' << text;
    }
    write("cutlass", wide);
    EXPECT_FALSE(has("MmaAtom")) << text;
    EXPECT_TRUE(says("CUTLASS has no tcgen05 MMA for N = 264")) << text;
    write("triton", wide);
    EXPECT_FALSE(has("D_LAYOUT") || has("#tmem =")) << text;
    for (const std::string_view field : {"m", "n"}) {
        const Session zero = with_field(Session{}, WordId::idesc, field, 0);
        for (const std::string_view target : {"cutlass", "deepgemm", "thunderkittens"}) {
            write(target, zero);
            EXPECT_TRUE(says(say("for ", field == "m" ? "M" : "N", " = 0"))) << target << '\n' << text;
            EXPECT_FALSE(has("MmaAtom") || has("make_instr_desc<") || has("constexpr uint32_t")) << target << '\n'
                                                                                                 << text;
        }
        write("cute-dsl", zero);
        EXPECT_TRUE(says("The session has an error") && !has("def tiled_mma")) << text;
        EXPECT_TRUE(says(field == "m" ? "make A: M is 0." : "make B: N is 0.")) << text;
    }
}

TEST_F(CodeErrors, AnOperandWithoutRowsHasNoTitleAndNoTensorMap) {
    write("tensor-map", with_field(Session{}, WordId::idesc, "n", 0));
    EXPECT_TRUE(has("f16: N is 0, which is not legal")) << text;
    EXPECT_FALSE(has("1 x 64")) << text;
    EXPECT_FALSE(has("encode_b_map")) << text;
    EXPECT_TRUE(has("encode_a_map")) << text;
    EXPECT_TRUE(says("B has no tensor map: N is 0")) << text;
    write("triton", with_field(Session{}, WordId::idesc, "m", 0));
    EXPECT_TRUE(has("f16: M is 0, which is not legal")) << text;
    write("deepgemm", with_field(Session{}, WordId::idesc, "n", 0));
    EXPECT_FALSE(has("1, 128, cute")) << text;
    EXPECT_TRUE(says("The text has no step along K for B: N is 0")) << text;
}

TEST_F(CodeErrors, AMovedBufferKeepsItsPlaceInThePattern) {
    write("python", Session{});
    EXPECT_TRUE(has("Use an address that differs from 0x400 by a multiple of 1024 bytes.")) << text;
    for (const std::string_view target : {"cuda", "deepgemm", "thunderkittens", "tilelang"}) {
        write(target, Session{});
        EXPECT_TRUE(has("Use an address that differs from 0x400 by a multiple of 1024 bytes.")) << text;
        write(target, preset_of("k_major_64b_bf16"));
        EXPECT_TRUE(has("by a multiple of 512 bytes")) << text;
        write(target, preset_of("k_major_none_f16"));
        EXPECT_FALSE(has("by a multiple of")) << text;
    }
}

// An address loses its low bits where it is stored, with and without a swizzle.
TEST_F(CodeErrors, ABufferWithoutSwizzleIsAligned) {
    write("cuda", preset_of("k_major_none_f16"));
    EXPECT_TRUE(has("Use an address that is a multiple of 16 bytes.")) << text;
}

TEST_F(CodeErrors, ATextSaysEachErrorOnce) {
    Session s;
    s.tensor_map[Operand::a] = copy_from_descriptor(derive(s), Operand::a);
    write("tensor-map", with_field(s, WordId::a_desc, "sbo", 128));
    const std::size_t first = text.find("The MMA reads");
    EXPECT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find("The MMA reads", first + 1), std::string::npos) << text;
}

TEST_F(CodeErrors, PtxSaysThatNothingLoadsTheRegistersOfWgmma) {
    write("ptx", preset_of("wgmma_128b_f16"));
    EXPECT_TRUE(says("The text does not load D.")) << text;
    Session s = preset_of("wgmma_128b_f16");
    s.variant.a_in_tmem = true;
    write("ptx", s);
    EXPECT_TRUE(says("The text does not load A and D.")) << text;
}

TEST_F(CodeErrors, MarkdownShowsNotesAsTheyAre) {
    Session s;
    s.notes = "# a title\n<script>alert(1)</script>\r\n\n- an item\rthe end";
    write("markdown", s);
    EXPECT_TRUE(has("\n## Notes\n\n    # a title\n    <script>alert(1)</script>\n    \n    - an item\n    the end\n\n"))
        << text;
    s.notes = "left\xe2\x80\xaeright \xe2\x81\xa6x\x1b[1m\x07";
    write("markdown", s);
    EXPECT_TRUE(has("    left\xef\xbf\xbdright \xef\xbf\xbdx\xef\xbf\xbd[1m\xef\xbf\xbd\n")) << text;
}

TEST_F(CodeErrors, EachBoxOfATensorMapIsNamed) {
    write("tensor-map", preset_of("sparse_f16"));
    const Derived d = derive(preset_of("sparse_f16"));
    const OperandView& b = d.of(Operand::b);
    const TmaTile tile = covered(copy_from_descriptor(d, Operand::b), b.layout.major, b.layout.rows, b.layout.columns);
    ASSERT_EQ(tile.loads.size(), 2u);
    for (const BoxLoad& load : tile.loads) EXPECT_TRUE(has(say(" to ", hex(load.smem)))) << text;
    EXPECT_TRUE(has("coordinates {64, 0")) << text;
}

}  // namespace
}  // namespace tilescope
