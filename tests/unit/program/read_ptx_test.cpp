// tests/unit/program/read_ptx_test.cpp -- checks how PTX text is split, and what its jumps, scopes and operands mean.
// SPDX-License-Identifier: MIT
#include "tests/unit/program/ptx_result.h"

#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::program::ptx_tests {
namespace {

// Reads `text` as inline assembly of a unit that continues before and after it. %0 is an unknown number of 64 bits, %1
// is 7, of 32 bits.
Result result_of_assembly(std::string_view text) {
    Result out;
    out.program.units.push_back({"kernel", 0, 0, {}});
    read_ptx({text}, out.program, [&](std::string_view operand) -> std::optional<ExprId> {
        if (operand == "%0" || operand == "$0") return out.program.read(out.program.name("x"));
        if (operand == "%1") return out.program.constant(7, 32);
        return std::nullopt;
    });
    out.program.units[0].last = static_cast<std::uint32_t>(out.program.statements.size());
    out.evaluation = evaluate(out.program);
    return out;
}

TEST(ReadPtx, SplitsStatements) {
    expect_values({
        {"mov.b32 %a, 5\nmov.b32 %b, 6\nadd.u32 %d, %a, %b", all(11)},
        {"mov.b32 %a, 5;mov.b32 %b,6;add.u32 %d,%a,%b;", all(11)},
        {"add.u32\n  %d,\n 5,\n  6", all(11)},
        {"mov.b64 %d, {1,\n  2}\nmov.b32 %a, 5", all(0x200000001)},
        {"12: mov.b32 %d, 5\n 13: bar.sync 0", all(5)},
        {"> mov.b32 %d, 5", all(5)},
        {"+ mov.b32 %d, 5\n- mov.b32 %d, 6\n", all(5)},
        {"mov.b32 %d, 5\nthe end of the text", all(5)},
        {"@%p bra L; mov.b32 %d, 5\nL: mov.b32 %d, 6", all(6)},
        {"mov.b32 %d, /* not 6 */ 5; // mov.b32 %d, 7;", all(5)},
        {"mov.b32 %%d, 5;", all(5)},
        {"mov.b32 %d, 5\n}", all(5)},
        {"mov.b32 %d, 5\r\nmov.b32 %a, 6\r\n", all(5)},
    });
}

TEST(ReadPtx, ObservesInstructions) {
    const std::string_view text =
        "  mov.b32 %r1, 0x10;\n"
        "  @!%p1   tcgen05.mma.cta_group::1.kind::f16\n"
        "      [ %r1 + -4 ], %rd2 /* A */, -1, 136316048, {%m0, %m1}, %p2, _;  // the first one\n";
    const Result result = result_of(text);
    ASSERT_EQ(result.program.observations.size(), 1u);
    const Observation& seen = result.observation(0);
    EXPECT_EQ(seen.type, Observation::Type::instruction);
    EXPECT_EQ(seen.text, "tcgen05.mma.cta_group::1.kind::f16 [ %r1 + -4 ], %rd2 , -1, 136316048, {%m0, %m1}, %p2, _");
    EXPECT_EQ(seen.span.begin, text.find("tcgen05"));
    EXPECT_EQ(seen.span.end, text.find(";  //"));
    EXPECT_TRUE(seen.conditional);
    EXPECT_EQ(seen.comment, "the first one");
    ASSERT_EQ(seen.count, 7u);
    expect_equal(result.bits(0, 0), all(12), "[ %r1 + -4 ]");
    expect_equal(result.bits(0, 1), unknown_bits(), "%rd2");
    expect_equal(result.bits(0, 2), all(kAll), "-1");
    expect_equal(result.bits(0, 3), all(136316048), "136316048");
    EXPECT_EQ(result.operand(0, 0).text, "[ %r1 + -4 ]");
    EXPECT_EQ(result.operand(0, 1).text, "%rd2");
    EXPECT_EQ(result.operand(0, 4).value, kNone);
    EXPECT_EQ(result.operand(0, 6).value, kNone);
}

TEST(ReadPtx, ObservesEveryInstructionOfTheThreeFamilies) {
    const Result result = result_of(
        ".reg .pred %p;\nmbarrier.try_wait.parity.b64 %p, [%r1], "
        "0;\nwgmma.fence.sync.aligned;\ntcgen05.wait::ld.sync.aligned;\n"
        "mbarrier.arrive.b64 %s, [16];\nmov.b32 %a, 1;\nst.b32 [%r1], %a;");
    ASSERT_EQ(result.program.observations.size(), 5u);
    EXPECT_TRUE(result.observation(4).lost) << "a store shows nothing of it";
    EXPECT_EQ(result.texts(),
              (std::vector<std::string>{"mbarrier.try_wait.parity.b64 %p, [%r1], 0", "wgmma.fence.sync.aligned",
                                        "tcgen05.wait::ld.sync.aligned", "mbarrier.arrive.b64 %s, [16]", "%a"}));
    EXPECT_EQ(result.operand(0, 0).value, kNone) << "a predicate";
    expect_equal(result.bits(3, 0), unknown_bits(), "the instruction writes it");
    expect_equal(result.bits(3, 1), all(16), "[16]");
}

constexpr std::string_view kKernel = R"(
.version 9.0
.target sm_100a, debug
.address_size 64
.extern .shared .align 16 .b8 memory[];
.global .b32 table[2] = {1, 2};
.extern .func helper (.param .b32 a);
.visible .entry first(
    .param .u64 .ptr .global .align 1 first_0,
    .param .u32 first_1
)
.reqntid 128, 1, 1
{
    .reg .pred %p<3>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<5>;
$L__func_begin0:
    .loc 1 10 3
    ld.param.b32 %r1, [first_1];
    mov.b32 %r2, memory;
    bfe.u32 %r3, %r2, 4, 14;
    mov.b32 %r4, 1073758272;
    mov.b32 %r6, 0;
$L__BB0_1:
    mov.b64 %rd1, {%r3, %r4};
    tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd1, %r6, %p1;
    {
        .reg .b32 %r6;
        .reg .pred done;
        mov.b32 %r6, 99;
    wait:
        mbarrier.try_wait.parity.shared::cta.b64 done, [%r2 + 8], %r6;
        @!done bra wait;
    }
    xor.b32 %r6, %r6, 16;
    setp.lt.s32 %p2, %r6, %r1;
    @%p2 bra $L__BB0_1;
    ret;
}
.func (.param .b32 result) second (.param .b32 second_0)
{
    .reg .b32 %r<3>;
    {
    wait:
        mbarrier.inval.b64 [%r2];
        bra.uni next;
    next:
    }
    mov.b32 %r1, 5;
    tcgen05.shift.cta_group::1.down [%r1];
}
)";

TEST(ReadPtx, ReadsWholeFiles) {
    const Result result = result_of(kKernel);
    EXPECT_EQ(result.program.target, "sm_100a");
    ASSERT_EQ(result.program.units.size(), 3u);
    EXPECT_EQ(result.program.units[0].first, result.program.units[0].last);
    EXPECT_EQ(result.program.units[1].name, "first");
    EXPECT_EQ(result.program.units[2].name, "second");
    ASSERT_EQ(result.program.observations.size(), 4u) << "whole functions have no dead ends";
    expect_equal(result.bits(0, 1), {0x4000404000000000, kHigh | 0xffffc000}, "%rd1");
    expect_equal(result.bits(0, 3), {0, ~std::uint64_t{16}}, "%r6, 0 or 16");
    expect_equal(result.bits(1, 2), all(99), "the inner %r6");
    expect_equal(result.bits(2, 0), kNothing32, "%r2 of the other function");
    expect_equal(result.bits(3, 0), all(5), "%r1");
    for (const bool reached : result.evaluation.reached) EXPECT_TRUE(reached);
}

TEST(ReadPtx, NamesOfAFragmentAreNotThoseOfAFunction) {
    const Result result = result_of(
        "mov.b32 %r1, 5;\n.entry f() { .reg .b32 %r<3>; tcgen05.shift.down [%r1]; }\ntcgen05.shift.down [%r1];");
    ASSERT_EQ(result.program.observations.size(), 2u);
    expect_equal(result.bits(0, 0), kNothing32, "in the function");
    expect_equal(result.bits(1, 0), all(5), "after it");
    EXPECT_EQ(result.program.units[0].first, 0u);
    EXPECT_EQ(result.program.units[0].last, 2u);
    EXPECT_EQ(result.program.units[1].first, 2u);
}

TEST(ReadPtx, GoesOnWithUnit0) {
    Program program;
    read_ptx({"mov.b32 %r1, 5;"}, program);
    read_ptx({".entry f() { tcgen05.shift.down [%r1]; }"}, program);
    read_ptx({"tcgen05.shift.down [%r1]; L: @%p bra L;"}, program);
    const Evaluation evaluation = evaluate(program);
    ASSERT_EQ(program.units.size(), 2u);
    ASSERT_EQ(program.observations.size(), 3u) << "a dead end, and two instructions";
    expect_equal(evaluation.operands[1], unknown_bits(), "%r1 of the function");
    expect_equal(evaluation.operands[2], all(5), "%r1 of the fragment");
    const Unit& unit = program.units[0];
    EXPECT_EQ(program.statements[unit.last - 1].index, unit.last - 1 - unit.first) << "the loop";
}

TEST(ReadPtx, DeclarationsOfAScopeHideThoseOutside) {
    expect_values({
        {"mov.b32 %d, 5; { .reg .b32 %d; mov.b32 %d, 6; }", all(5)},
        {"mov.b32 %d, 5; { mov.b32 %d, 6; }", all(6)},
        {"mov.b32 %d, 5; { .reg .b32 %d; { .reg .b32 %e; mov.b32 %d, 7; } }", all(5)},
        {"mov.b32 %d, 5; { .reg .b32 %d; } { mov.b32 %d, 8; }", all(8)},
        {"mov.b32 %r12, 5; { .reg .b32 %r<12>; mov.b32 %r12, 6; } mov.b32 %d, %r12;", all(6)},
        {"mov.b32 %r12, 5; { .reg .b32 %r<13>; mov.b32 %r12, 6; } mov.b32 %d, %r12;", all(5)},
        {"mov.b32 %r3, 5; { .reg .b32 %r<4>; { .reg .b32 %r<2>; mov.b32 %r3, 6; } } mov.b32 %d, %r3;", all(5)},
        {"mov.b32 %r12, 5; { .reg .b32 %r1<3>; mov.b32 %r12, 6; } mov.b32 %d, %r12;", all(5)},
    });
}

TEST(ReadPtx, FollowsBranches) {
    const auto expect = [](const std::string& statements, const KnownBits& expected) {
        const Result result = result_of(".entry f() {" + statements + " mbarrier.inval.b64 [%d]; }");
        expect_equal(result.bits(0, 0), expected, statements);
    };
    expect("mov.b32 %d, 1; @%p bra A; mov.b32 %d, 3; A:", {1, ~std::uint64_t{2}});
    expect("mov.b32 %d, 1; bra A; mov.b32 %d, 3; A:", all(1));
    expect("mov.b32 %d, 1; @%p bra A; @%q bra B; mov.b32 %d, 3; bra.uni C; A: mov.b32 %d, 5; B: C:",
           {1, ~std::uint64_t{6}});
    expect("mov.b32 %d, 1; { bra A; mov.b32 %d, 2; A: } { bra A; mov.b32 %d, 3; A: }", all(1));
    expect("mov.b32 %d, 1; @%p ret; mov.b32 %d, 2;", all(2));
    expect("mov.b32 %d, 1; @%p bra outside; mov.b32 %d, 2;", all(2));
    expect("mov.pred %p, 1; mov.b32 %d, 1; @!%p bra A; mov.b32 %d, 2; A:", all(2));
    expect("mov.b32 %d, 16; A: xor.b32 %d, %d, 16; @%p bra A;", {0, ~std::uint64_t{16}});
    expect("mov.b32 %d, 1; brx.idx %i, T; mov.b32 %d, 2; A: mov.b32 %d, 4; B: T: .branchtargets A, B;",
           {0, ~std::uint64_t{5}});
    expect("T:\n\t.branchtargets\n\t\tA,\n\t\tB;\nmov.b32 %d, 1; brx.idx %i, T; mov.b32 %d, 2; A: mov.b32 %d, 4; B:",
           {0, ~std::uint64_t{5}});
    expect("mov.b32 %d, 1; @%p brx.idx %i, T; mov.b32 %d, 3; A: B: T: .branchtargets A, B;", {1, ~std::uint64_t{2}});
    expect("mov.b32 %d, 1; brx.idx %i, nowhere; A: mov.b32 %d, 4; B:", {0, ~std::uint64_t{5}});
    expect("mov.b32 %d, 1; A: { bra A; } mov.b32 %d, 2; B:", unknown_bits());
}

// Code that is not in the text jumps to such labels. It can have changed every register.
TEST(ReadPtx, AFragmentCanBeEnteredAtALabelThatNobodyNames) {
    expect_values({
        {"mov.b32 %d, 5; $L__BB0_4: mov.b32 %a, 1;", kNothing32},
        {"mov.b32 %d, 5; $L__tmp4: mov.b32 %a, 1;", all(5)},
        {"mov.b32 %d, 5; ret; mov.b32 %a, 1;", kNothing32},
        {"ret; $L__BB0_4: mov.b32 %d, 1;", all(1)},
        {"bra elsewhere; mov.b32 %d, 1;", all(1)},
    });
    const Result whole =
        result_of(".entry f() { mov.b32 %d, 5; unused: tcgen05.shift.down [%d]; ret; tcgen05.shift.down [%d]; }");
    expect_equal(whole.bits(0, 0), all(5), "a whole function");
    EXPECT_FALSE(whole.evaluation.reached[1]);
}

// A label that is defined again in its scope: the jump can go to each place.
TEST(ReadPtx, AnAmbiguousLabelIsEveryPlace) {
    const KnownBits x = value_of("mov.b32 %d, 1; @%p bra A; mov.b32 %d, 2; A: mov.b32 %e, 1; @%q mov.b32 %d, 4; A:");
    EXPECT_EQ(x.known & 0xff, 0xf8u);
    EXPECT_EQ(x.value, 0u);
}

TEST(ReadPtx, ObservesDeadEndsOfFragments) {
    const Result result = result_of(
        "or.b64 %rd1, %rd12, 4611756662049538048;\nmov.b32 lo, 2; mov.b64 d, {lo, 0x40004040};\n"
        "mov.b32 hi, 5; mov.b32 hi, 6;\nsetp.eq.u32 %p, hi, 6;\nld.b32 %r1, [x]; ret;");
    EXPECT_EQ(result.texts(), (std::vector<std::string>{"%rd1", "d", "hi", "hi"}));
    EXPECT_EQ(result.observation(0).type, Observation::Type::variable);
    EXPECT_EQ(result.observation(0).width, 64u);
    EXPECT_EQ(result.observation(2).width, 32u);
    EXPECT_EQ(result.observation(0).span.begin, 0u);
    EXPECT_EQ(result.observation(0).span.end, 39u);
    expect_equal(result.bits(0, 0), {0x4000404000010000, 0x4000404000010000}, "%rd1");
    expect_equal(result.bits(1, 0), all(0x4000404000000002), "d");
    expect_equal(result.bits(2, 0), all(5), "hi, before it is overwritten");
    EXPECT_FALSE(result.observation(2).lost);
    EXPECT_TRUE(result.observation(3).lost) << "a comparison does not pass it on";
}

TEST(ReadPtx, ReadsInlineAssembly) {
    const Result result = result_of_assembly(
        "{\n.reg .pred p0; .reg .b32 id; .reg .b64 da;\nsetp.ne.b32 p0, %1, 0;\nmov.b32 id, 134481040;\nor.b64 da, %0, "
        "64;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%1 + 1], da, %0, id, p0;\nWAIT_%=:\nmov.b64 %0, 3;\n"
        "@p0 bra DONE_%=;\nbra WAIT_%=;\nDONE_%=:\ntcgen05.shift.down [%0];\n}\n");
    ASSERT_EQ(result.program.observations.size(), 2u);
    EXPECT_EQ(result.program.units.size(), 1u);
    expect_equal(result.bits(0, 0), all(8), "[%1 + 1]");
    expect_equal(result.bits(0, 1), {64, 64}, "da");
    EXPECT_EQ(result.operand(0, 2).text, "%0");
    expect_equal(result.bits(0, 2), unknown_bits(), "%0");
    expect_equal(result.bits(0, 3), all(134481040), "id");
    EXPECT_EQ(result.operand(0, 4).value, kNone);
    expect_equal(result.bits(1, 0), all(3), "%0 after the write");
}

// The names inside mean nothing outside, and the other way round.
TEST(ReadPtx, InlineAssemblyHasItsOwnNames) {
    Program program;
    program.units.push_back({"kernel", 0, 0, {}});
    const BindOperand bind = [&](std::string_view) { return std::optional<ExprId>(); };
    program.assign(program.name("id"), program.constant(1), {});
    read_ptx({"tcgen05.shift.down [id]; mov.b32 id, 2;"}, program, bind);
    read_ptx({"tcgen05.shift.down [id]; mov.b32 id, 3;"}, program, bind);
    program.observe({}, {{program.read(program.name("id")), "", {}}});
    program.units[0].last = static_cast<std::uint32_t>(program.statements.size());
    const Evaluation evaluation = evaluate(program);
    for (std::size_t i = 0; i < program.observations.size(); ++i) {
        if (program.observations[i].type != Observation::Type::instruction) continue;
        expect_equal(evaluation.operands[program.observations[i].first], unknown_bits(), program.observations[i].text);
    }
    expect_equal(evaluation.operands.back(), all(1), "id of the surrounding code");
}

TEST(ReadPtx, PositionsOfJoinedTextAreThoseOfThePaste) {
    const std::string text = "tcgen05.shift.down [%0];";
    std::vector<std::uint32_t> positions;
    for (std::uint32_t i = 0; i < text.size(); ++i) positions.push_back(100 + 2 * i);
    Program program;
    read_ptx({text, 0, &positions}, program);
    EXPECT_EQ(program.observations[0].span, (TextSpan{100, 145}));
}

TEST(ReadPtx, SurvivesGarbage) {
    std::mt19937 random(7);
    const std::string_view pieces[] = {"{",    "}",         "[",         "]",  "(",
                                       ")",    ";",         "\n",        "@",  "@!",
                                       ":",    "::",        ",",         ".",  ".reg .b32 ",
                                       "/*",   "*/",        "//",        "\"", "%",
                                       "bra ", ".entry x(", "mov.b64 {", "|",  "brx.idx %r1, L;",
                                       "_"};
    for (int i = 0; i < 1500; ++i) {
        std::string text(kKernel);
        for (std::size_t k = random() % 30; k > 0; --k) {
            const std::size_t at = random() % text.size();
            if (k % 3 == 0) text[at] = static_cast<char>(random());
            if (k % 3 == 1) text.insert(at, pieces[random() % std::size(pieces)]);
            if (k % 3 == 2) text.erase(at, 1 + random() % 9);
        }
        Program program;
        read_ptx({text}, program);
        for (const Statement& s : program.statements) {
            ASSERT_TRUE(s.type != Statement::Type::assign || s.name < program.names.size());
            ASSERT_TRUE(s.type != Statement::Type::observe || s.index < program.observations.size());
        }
        ASSERT_LE(program.units.back().last, program.statements.size());
    }
}

}  // namespace
}  // namespace tilescope::program::ptx_tests
